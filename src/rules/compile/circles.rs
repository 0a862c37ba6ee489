//! What would have to be known before itself: numbers that need each other in a circle, costs that need costs.

use crate::finding::{Code, Finding};
use crate::format::formula::Formula;
use crate::format::ruleset::Ruleset;
use crate::read::Located;
use crate::rules::number::{DEEPEST, MOST_STEPS, NumberRule, Work};

use super::contingents::Army;
use super::{Compiler, inside};

impl Compiler {
    /// Says of numbers that are worked out from themselves, each circle once, and of those that are too far from
    /// what they are worked out from.
    pub(super) fn circles(&mut self) {
        let needs: Vec<Vec<usize>> = self.rules.numbers.iter().map(|n| self.needs(n)).collect();
        let Order { open, depth, steps } = order(&needs);
        // What needs a number that is too far is too far itself, and not said again
        let far = |at: usize| depth[at] > DEEPEST || steps[at] > MOST_STEPS;
        let first = |at: &usize| far(*at) && !needs[*at].iter().any(|need| far(*need));
        for at in (0..needs.len()).filter(first).collect::<Vec<_>>() {
            let number = &self.rules.numbers[at];
            let message = if depth[at] > DEEPEST {
                format!("\"{}\" needs more than {DEEPEST} numbers one after another", number.id)
            } else {
                format!("\"{}\" takes more than {MOST_STEPS} numbers to work out", number.id)
            };
            let finding = Finding::new(Code::BadFormula, number.span, message);
            self.say(finding.help("work it out from numbers that are nearer to what the list states"));
        }
        for circle in circles(&needs, &open) {
            let numbers: Vec<&NumberRule> = circle.iter().map(|at| &self.rules.numbers[*at]).collect();
            let way = by_way(&circle, &|at| self.rules.numbers[*at].id.as_str());
            let message = format!("\"{}\" is worked out from itself{way}", numbers[0].id);
            let mut finding = Finding::new(Code::BadFormula, numbers[0].span, message)
                .help("a number may need only numbers that do not need it");
            for other in numbers.iter().skip(1).take(5) {
                finding = finding.label(other.span, "which needs it in turn");
            }
            self.say(finding);
        }
    }

    /// Says of options that are short for themselves in the end, and of unit types that are a part of themselves.
    pub(super) fn circles_of_options_and_parts(&mut self, ruleset: &Ruleset, armies: &[Army]) {
        let books = armies.iter().filter_map(|army| army.book.as_ref());
        let written = ruleset.options.values().chain(books.flat_map(|book| book.options.values()));
        let words: Vec<&[Located<String>]> = written.map(|option| option.stands_for.as_slice()).collect();
        let short_for: Vec<Vec<usize>> =
            self.rules.options.iter().map(|o| o.stands_for.iter().map(|part| part.0).collect()).collect();
        let place = |at: usize, next: usize| {
            let meant = short_for[at].iter().position(|o| *o == next)?;
            // Words that name nothing have no option
            (words[at].len() == short_for[at].len()).then(|| words[at][meant].span)
        };
        let mut findings = Vec::new();
        for circle in circles(&short_for, &order(&short_for).open) {
            let id = |at: &usize| self.rules.options[*at].id.as_str();
            let message = format!("\"{}\" is short for itself{}", id(&circle[0]), by_way(&circle, &id));
            let next = *circle.get(1).unwrap_or(&circle[0]);
            let span = place(circle[0], next).unwrap_or(self.rules.options[circle[0]].span);
            findings.push(
                Finding::new(Code::BadValue, span, message)
                    .help("an option is short for others, and none of them for it"),
            );
        }
        let kinds = &self.rules.kinds;
        let inside: Vec<Vec<usize>> =
            kinds.iter().map(|kind| kind.parts.iter().map(|part| part.kind.0).collect()).collect();
        for circle in circles(&inside, &order(&inside).open) {
            let id = |at: &usize| kinds[*at].id.as_str();
            let message = format!("\"{}\" is a part of itself{}", id(&circle[0]), by_way(&circle, &id));
            let next = *circle.get(1).unwrap_or(&circle[0]);
            let part = kinds[circle[0]].parts.iter().find(|part| part.kind.0 == next);
            let span = part.map_or(kinds[circle[0]].span, |part| part.kind_span);
            findings.push(
                Finding::new(Code::BadValue, span, message)
                    .help("make a unit type of its own for the body inside"),
            );
        }
        findings.into_iter().for_each(|finding| self.say(finding));
    }

    /// The numbers that a number needs; what a small table runs over and a stat hide a number of that name.
    fn needs(&self, number: &NumberRule) -> Vec<usize> {
        let formulas: Vec<&Formula> = match &number.work {
            Work::Formula(formula) => vec![formula],
            Work::Score(lines) => lines.iter().map(|line| &line.each).collect(),
        };
        let own = |name: &str| number.each.as_ref().is_some_and(|(each, _)| each == name);
        let names = formulas.iter().flat_map(|f| f.names()).map(|used| used.name);
        let names = names.filter(|name| !own(name) && !self.rules.stat_words.contains_key(*name));
        names.filter_map(|name| Some(self.rules.number_words.get(name)?.0)).collect()
    }

    /// A formula of a cost, which must not need what is only known after it.
    pub(super) fn price(&mut self, formula: &Located<Formula>) -> Formula {
        let late = |name: &str| {
            let number =
                self.rules.number_words.contains_key(name) && !self.rules.stat_words.contains_key(name);
            number || matches!(name, "cost" | "spent")
        };
        let found: Vec<Finding> = formula
            .value
            .names()
            .iter()
            .filter(|used| late(used.name))
            .map(|used| {
                let place = inside(formula.span, &formula.text, &used.range);
                let message = format!(
                    "a cost cannot be worked out from \"{}\", which is known only after it",
                    used.name
                );
                Finding::new(Code::BadFormula, place, message)
                    .help("a cost may need stats, values, size and points")
            })
            .collect();
        found.into_iter().for_each(|finding| self.say(finding));
        self.formula(formula, None)
    }
}

/// By way of what a circle comes back to where it began, as `, by way of "a", "b"`; empty where it is its own.
fn by_way<'i>(circle: &[usize], id: &dyn Fn(&usize) -> &'i str) -> String {
    let others: Vec<String> = circle[1..].iter().take(5).map(|at| format!("\"{}\"", id(at))).collect();
    if others.is_empty() { String::new() } else { format!(", by way of {}", others.join(", ")) }
}

/// Things in an order in which each comes after what it needs.
struct Order {
    /// How many needs of each are in a circle or lead into one.
    open: Vec<usize>,
    /// How many come one after another down to what needs nothing; nought for what is not in the order.
    depth: Vec<usize>,
    /// How many are worked out for it, each as often as it is needed.
    steps: Vec<usize>,
}

/// Puts things in order, as long as it takes to look at every need once.
fn order(needs: &[Vec<usize>]) -> Order {
    let mut needed_by: Vec<Vec<usize>> = vec![Vec::new(); needs.len()];
    for (at, all) in needs.iter().enumerate() {
        all.iter().for_each(|need| needed_by[*need].push(at));
    }
    let mut open: Vec<usize> = needs.iter().map(Vec::len).collect();
    let (mut depth, mut steps) = (vec![0_usize; needs.len()], vec![0_usize; needs.len()]);
    let mut free: Vec<usize> = (0..needs.len()).filter(|at| open[*at] == 0).collect();
    while let Some(at) = free.pop() {
        depth[at] = 1 + needs[at].iter().map(|need| depth[*need]).max().unwrap_or(0);
        steps[at] = needs[at].iter().fold(1, |sum, need| steps[*need].saturating_add(sum));
        for by in &needed_by[at] {
            open[*by] -= 1;
            if open[*by] == 0 {
                free.push(*by);
            }
        }
    }
    Order { open, depth, steps }
}

/// The circles among things that need others, each once.
fn circles(needs: &[Vec<usize>], open: &[usize]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; needs.len()];
    let mut found = Vec::new();
    for start in (0..needs.len()).filter(|at| open[*at] > 0) {
        let mut way: Vec<usize> = Vec::new();
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            way.push(at);
            // Each that is left needs another that is left
            match needs[at].iter().find(|need| open[**need] > 0) {
                Some(next) => at = *next,
                None => break,
            }
        }
        if let Some(from) = way.iter().position(|passed| *passed == at) {
            let mut circle = way.split_off(from);
            let first = circle.iter().enumerate().min_by_key(|(_, number)| **number).map_or(0, |(i, _)| i);
            circle.rotate_left(first);
            found.push(circle);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::order;

    fn circles(needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
        super::circles(needs, &order(needs).open)
    }

    #[test]
    fn depth_and_steps_are_counted_down_to_what_needs_nothing() {
        // 0 needs 1 twice and 2; 1 needs 2; 3 is in a circle
        let order = order(&[vec![1, 1, 2], vec![2], vec![], vec![3]]);
        assert_eq!(order.depth, [3, 2, 1, 0]);
        // 1 takes itself and 2; 0 takes itself, twice two and one
        assert_eq!(order.steps, [6, 2, 1, 0]);
    }

    #[test]
    fn circles_are_found_once_and_chains_are_none() {
        let none: Vec<Vec<usize>> = Vec::new();
        assert_eq!(circles(&[vec![1], vec![2], vec![]]), none);
        assert_eq!(circles(&[vec![0, 0]]), [[0]]);
        assert_eq!(circles(&[vec![2], vec![0], vec![1]]), [[0, 2, 1]]);
        // 3 only leads into the circle of 1 and 2; 0 stands alone
        assert_eq!(circles(&[vec![], vec![2, 0], vec![1], vec![1]]), [[1, 2]]);
        assert_eq!(circles(&[vec![1], vec![0], vec![3], vec![2]]), [[0, 1], [2, 3]]);
    }
}
