//! Compiles formulas, and reports names that do not exist.

use crate::finding::{Code, Finding};
use crate::format::formula::{Expr, ExprKind, Formula, Key, SelectorAst, WordKind, minus_hint};
use crate::read::Located;
use crate::yaml::nearest;

use super::{Compiler, inside};

/// Names that every formula knows, in addition to stats, values and numbers.
const OWN_NAMES: [&str; 5] = ["size", "count", "points", "spent", "cost"];

impl Compiler {
    /// Compiles a formula: checks its names and compiles its selectors.
    ///
    /// `each` is the variable of a small table.
    pub(super) fn formula(&mut self, formula: &Located<Formula>, each: Option<&str>) -> Formula {
        let text = formula.text.clone();
        for used in formula.value.names() {
            let name = used.name;
            let rules = &self.rules;
            let known = OWN_NAMES.contains(&name)
                || each == Some(name)
                || rules.stat_words.contains_key(name)
                || rules.number_words.contains_key(name)
                || rules.values.iter().any(|v| v.id == name);
            if known {
                continue;
            }
            let names: Vec<String> = (rules.stats.iter().map(|s| s.id.clone()))
                .chain(rules.number_words.keys().cloned())
                .chain(rules.values.iter().map(|v| v.id.clone()))
                .chain(OWN_NAMES.map(str::to_owned))
                .collect();
            let printed =
                ["stat", "number", "value"].into_iter().find_map(|what| self.printed.id(what, name));
            let help = printed
                .map(|id| format!("write `{id}`, which is printed as \"{name}\""))
                .or_else(|| {
                    let near = nearest(name, names.iter().map(String::as_str))?;
                    Some(format!("did you mean \"{near}\"?"))
                })
                .or_else(|| {
                    let hint = minus_hint(name, |part| names.iter().any(|n| n == part))?;
                    Some(format!("write spaces around a minus: {hint}"))
                })
                .unwrap_or_else(|| {
                    "a formula can use the ruleset's stats, values and numbers, and size, count, points, spent, cost".to_owned()
                });
            let place = inside(formula.span, &text, &used.range);
            self.say(
                Finding::new(
                    Code::BadFormula,
                    place,
                    format!("there is no stat, value or number \"{name}\""),
                )
                .help(help),
            );
        }
        for (kind, word) in formula.value.words() {
            let place = Located { value: word.text.clone(), span: inside(formula.span, &text, &word.range) };
            match kind {
                WordKind::Key(Key::Option) => drop(self.option(&place)),
                WordKind::Key(Key::Tag) => _ = self.asked_tag(&place),
                WordKind::Table => {
                    let known: Vec<String> = self.rules.tables.iter().map(|t| t.id.clone()).collect();
                    if !known.contains(&place.value) {
                        self.unknown(Code::BadFormula, "table", &place, known.iter().map(String::as_str));
                    }
                }
                WordKind::Key(_) => {}
            }
        }
        for ast in selectors(&formula.value) {
            let made = self.selector_in_formula(&ast, formula.span, &text);
            self.rules.formula_selectors.push((ast, made));
        }
        formula.value.clone()
    }
}

/// Returns every selector of a formula, from left to right.
pub(super) fn selectors(formula: &Formula) -> Vec<SelectorAst> {
    let mut found = Vec::new();
    gather(&formula.expr, &mut found);
    found
}

fn gather(expr: &Expr, found: &mut Vec<SelectorAst>) {
    match &expr.kind {
        ExprKind::Count(over) => found.push(over.clone()),
        ExprKind::Sum { over, of } | ExprKind::Highest { over, of } => {
            found.push(over.clone());
            gather(of, found);
        }
        ExprKind::Negative(a) | ExprKind::Not(a) | ExprKind::Round { of: a, .. } => gather(a, found),
        ExprKind::Chain { first, rest } => {
            gather(first, found);
            rest.iter().for_each(|step| gather(&step.term, found));
        }
        ExprKind::And(all) | ExprKind::Or(all) | ExprKind::Min(all) | ExprKind::Max(all) => {
            all.iter().for_each(|a| gather(a, found));
        }
        ExprKind::If { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|a| gather(a, found));
        }
        ExprKind::Compare { left: a, right: b, .. }
        | ExprKind::OrElse(a, b)
        | ExprKind::Cell { row: a, column: b, .. } => {
            gather(a, found);
            gather(b, found);
        }
        ExprKind::Number(_)
        | ExprKind::Nothing
        | ExprKind::Name(_)
        | ExprKind::Has(_)
        | ExprKind::Taken(_)
        | ExprKind::Is(_) => {}
    }
}
