//! Reports dependency cycles: numbers that need themselves, options that include themselves.

use crate::finding::{Code, Finding, SubjectKind};
use crate::format::formula::Formula;
use crate::format::ruleset::Ruleset;
use crate::read::Located;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_measures::Measure;
use crate::rules::compiled_numbers::{MAX_DEPTH, MAX_STEPS, NumberRule};
use crate::rules::id_types::NumberId;

use super::Compiler;
use super::contingents::ContingentSource;

impl Compiler {
    /// Reports numbers that depend on themselves, each cycle once, and numbers whose chain of dependencies is
    /// too long.
    pub(super) fn report_cycles(&mut self) {
        let needs: Vec<Vec<usize>> = self.rules.numbers.iter().map(|n| self.numbers_used(n)).collect();
        let DependencyOrder { open_needs: open, depth, steps } = sort_by_needs(&needs);
        // Report only the first number of a chain that is too long, not all that depend on it
        let far = |at: usize| depth[at] > MAX_DEPTH || steps[at] > MAX_STEPS;
        let first = |at: &usize| far(*at) && !needs[*at].iter().any(|need| far(*need));
        for at in (0..needs.len()).filter(first).collect::<Vec<_>>() {
            let number = &self.rules.numbers[at];
            let message = if depth[at] > MAX_DEPTH {
                format!("\"{}\" depends on a chain of more than {MAX_DEPTH} numbers", number.id)
            } else {
                format!("\"{}\" takes more than {MAX_STEPS} numbers to compute", number.id)
            };
            let finding = Finding::new(Code::BadFormula, number.span, message)
                .with_subject(SubjectKind::Rule, &number.rule_path);
            self.report(finding.with_help("compute it from fewer numbers in between"));
        }
        for circle in circles(&needs, &open) {
            let numbers: Vec<&NumberRule> = circle.iter().map(|at| &self.rules.numbers[*at]).collect();
            let way = words_for_rest_of_cycle(&circle, &|at| self.rules.numbers[*at].id.as_str());
            let message = format!("\"{}\" depends on itself{way}", numbers[0].id);
            let mut finding = Finding::new(Code::BadFormula, numbers[0].span, message)
                .with_subject(SubjectKind::Rule, &numbers[0].rule_path)
                .with_help("a number can only use numbers that do not depend on it");
            for other in numbers.iter().skip(1).take(5) {
                finding = finding.with_label(other.span, "this number depends on it in turn");
            }
            self.report(finding);
        }
    }

    /// Reports options that include themselves, and unit types that are a part of themselves.
    pub(super) fn report_option_and_part_cycles(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        let books = armies.iter().filter_map(|army| army.book.as_ref());
        let written = ruleset.options.values().chain(books.flat_map(|book| book.options.values()));
        let words: Vec<&[Located<String>]> = written.map(|option| option.stands_for.as_slice()).collect();
        let short_for: Vec<Vec<usize>> =
            self.rules.options.iter().map(|o| o.stands_for.iter().map(|part| part.0).collect()).collect();
        let place = |at: usize, next: usize| {
            let meant = short_for[at].iter().position(|o| *o == next)?;
            // Words that name no option are missing from the compiled list, so indices agree only if none is
            // missing
            (words[at].len() == short_for[at].len()).then(|| words[at][meant].span)
        };
        let mut findings = Vec::new();
        for circle in cycles_of(&short_for) {
            let id = |at: &usize| self.rules.options[*at].id.as_str();
            let message =
                format!("\"{}\" stands for itself{}", id(&circle[0]), words_for_rest_of_cycle(&circle, &id));
            let next = *circle.get(1).unwrap_or(&circle[0]);
            let span = place(circle[0], next).unwrap_or(self.rules.options[circle[0]].span);
            findings.push(
                Finding::new(Code::BadValue, span, message)
                    .with_subject(SubjectKind::Option, id(&circle[0]))
                    .with_help("none of the options that it stands for may stand for it"),
            );
        }
        let kinds = &self.rules.kinds;
        let inside: Vec<Vec<usize>> =
            kinds.iter().map(|kind| kind.parts.iter().map(|part| part.kind.0).collect()).collect();
        for circle in cycles_of(&inside) {
            let id = |at: &usize| kinds[*at].id.as_str();
            let message = format!(
                "\"{}\" is a part of itself{}",
                id(&circle[0]),
                words_for_rest_of_cycle(&circle, &id)
            );
            let next = *circle.get(1).unwrap_or(&circle[0]);
            let part = kinds[circle[0]].parts.iter().find(|part| part.kind.0 == next);
            let span = part.map_or(kinds[circle[0]].span, |part| part.kind_span);
            findings.push(
                Finding::new(Code::BadValue, span, message)
                    .with_subject(SubjectKind::UnitType, id(&circle[0]))
                    .with_help("make a separate unit type for the body inside"),
            );
        }
        findings.into_iter().for_each(|finding| self.report(finding));
    }

    /// Returns the numbers that a number uses, in its formulas or in its condition.
    ///
    /// Names that mean a stat or the variable of a small table are not numbers, even if a number has the same
    /// name.
    pub(super) fn numbers_used(&self, number: &NumberRule) -> Vec<usize> {
        let names = names_used(number).filter(|name| !self.rules.stat_names.contains_key(*name));
        let of_formulas = names.filter_map(|name| self.rules.find_number_in(number.contingent, name));
        let of_condition = number.when.measures().into_iter().filter_map(Measure::number);
        of_formulas.chain(of_condition).map(|id| id.0).collect()
    }

    /// Returns `true` if a number uses stats or costs, itself or through the numbers that it uses.
    pub(super) fn number_needs_stats_or_costs(&self, id: NumberId) -> bool {
        let (mut numbers, mut seen) = (vec![id.0], Vec::new());
        while let Some(at) = numbers.pop() {
            if seen.contains(&at) {
                continue;
            }
            seen.push(at);
            let number = &self.rules.numbers[at];
            let is_late =
                |name: &str| self.rules.stat_names.contains_key(name) || matches!(name, "cost" | "spent");
            let asks_late = |when: &Condition| when.spent.is_some() || when.worth.is_some();
            if names_used(number).any(is_late) || number.when.asks(&asks_late) {
                return true;
            }
            numbers.extend(self.numbers_used(number));
        }
        false
    }
}

/// Returns the names in a number's formulas, without the variable of a small table.
fn names_used(number: &NumberRule) -> impl Iterator<Item = &str> {
    let own = |name: &str| number.table_variable.as_ref().is_some_and(|(each, _)| each == name);
    let names = number.method.formulas().flat_map(Formula::names).map(|used| used.name);
    names.filter(move |name| !own(name))
}

/// Returns the cycles among things that need others, each once and starting with its smallest index.
pub(super) fn cycles_of(needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
    circles(needs, &sort_by_needs(needs).open_needs)
}

/// Describes the rest of a cycle, such as ` through "a", "b"`. Empty if something depends on itself directly.
pub(super) fn words_for_rest_of_cycle<'i>(circle: &[usize], id: &dyn Fn(&usize) -> &'i str) -> String {
    let others: Vec<String> = circle[1..].iter().take(5).map(|at| format!("\"{}\"", id(at))).collect();
    if others.is_empty() { String::new() } else { format!(" through {}", others.join(", ")) }
}

/// The things of a dependency graph, each after everything that it needs.
struct DependencyOrder {
    /// How many of the needs of each are in a cycle or lead into one.
    open_needs: Vec<usize>,
    /// The length of the longest chain of needs of each. 0 for things that depend on a cycle.
    depth: Vec<usize>,
    /// How many evaluations each takes, with every need counted as often as it is used.
    steps: Vec<usize>,
}

/// Sorts things by their needs, in time linear in the number of needs.
fn sort_by_needs(needs: &[Vec<usize>]) -> DependencyOrder {
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
    DependencyOrder { open_needs: open, depth, steps }
}

/// Returns the cycles among things that need others, each once and starting with its smallest index.
fn circles(needs: &[Vec<usize>], open: &[usize]) -> Vec<Vec<usize>> {
    let mut seen = vec![false; needs.len()];
    let mut found = Vec::new();
    for start in (0..needs.len()).filter(|at| open[*at] > 0) {
        let mut way: Vec<usize> = Vec::new();
        let mut at = start;
        while !seen[at] {
            seen[at] = true;
            way.push(at);
            // Everything left over needs something that is left over too
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
    use super::sort_by_needs;

    fn circles(needs: &[Vec<usize>]) -> Vec<Vec<usize>> {
        super::circles(needs, &sort_by_needs(needs).open_needs)
    }

    #[test]
    fn depth_and_steps_count_all_needs() {
        // 0 needs 1 twice and 2; 1 needs 2; 3 is in a cycle
        let order = sort_by_needs(&[vec![1, 1, 2], vec![2], vec![], vec![3]]);
        assert_eq!(order.depth, [3, 2, 1, 0]);
        // 1 takes itself and 2; 0 takes itself, 1 twice (2 steps each) and 2
        assert_eq!(order.steps, [6, 2, 1, 0]);
    }

    #[test]
    fn each_cycle_is_found_once() {
        let none: Vec<Vec<usize>> = Vec::new();
        assert_eq!(circles(&[vec![1], vec![2], vec![]]), none);
        assert_eq!(circles(&[vec![0, 0]]), [[0]]);
        assert_eq!(circles(&[vec![2], vec![0], vec![1]]), [[0, 2, 1]]);
        // 3 only leads into the cycle of 1 and 2; 0 needs nothing
        assert_eq!(circles(&[vec![], vec![2, 0], vec![1], vec![1]]), [[1, 2]]);
        assert_eq!(circles(&[vec![1], vec![0], vec![3], vec![2]]), [[0, 1], [2, 3]]);
    }
}
