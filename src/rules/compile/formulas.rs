//! Compiles formulas, and reports names that do not exist.

use crate::finding::{Code, Finding};
use crate::format::formula::{
    Expr, ExprKind, Formula, FormulaIdKind, SelectorAst, SelectorKey, as_subtraction,
};
use crate::read::Located;
use crate::yaml::nearest_name;

use super::{Compiler, span_within};

/// Names that every formula knows, in addition to stats, values and numbers.
const BUILT_IN_NAMES: [&str; 5] = ["size", "count", "points", "spent", "cost"];

/// The help for a name that does not exist and resembles no other.
const FORMULA_NAMES_HELP: &str =
    "a formula can use the ruleset's stats, values and numbers, and size, count, points, spent, cost";

impl Compiler {
    /// Compiles a formula: checks its names and compiles its selectors.
    ///
    /// `each` is the variable of a small table.
    pub(super) fn compile_formula(&mut self, formula: &Located<Formula>, each: Option<&str>) -> Formula {
        self.compile_formula_or_help(formula, each, None)
    }

    /// Like [`compile_formula`](Self::compile_formula), with other help for a name that resembles no other.
    pub(super) fn compile_formula_or_help(
        &mut self,
        formula: &Located<Formula>,
        each: Option<&str>,
        otherwise: Option<&str>,
    ) -> Formula {
        let text = formula.text.clone();
        for used in formula.value.names() {
            let name = used.name;
            let known = BUILT_IN_NAMES.contains(&name)
                || each == Some(name)
                || self.rules.stat_names.contains_key(name)
                || self.number_named(name, formula.span).is_some()
                || self.rules.values.iter().any(|v| v.id == name);
            if known {
                continue;
            }
            let rules = &self.rules;
            let names: Vec<String> = (rules.stats.iter().map(|s| s.id.clone()))
                .chain(self.number_ids(formula.span.file))
                .chain(rules.values.iter().map(|v| v.id.clone()))
                .chain(BUILT_IN_NAMES.map(str::to_owned))
                .collect();
            let printed = ["stat", "number", "value"]
                .into_iter()
                .find_map(|what| self.ids_by_printed_name.id_for(what, name));
            let help = printed
                .map(|id| format!("write `{id}`, which is printed as \"{name}\""))
                .or_else(|| {
                    let near = nearest_name(name, names.iter().map(String::as_str))?;
                    Some(format!("did you mean \"{near}\"?"))
                })
                .or_else(|| {
                    let hint = as_subtraction(name, |part| names.iter().any(|n| n == part))?;
                    Some(format!("write spaces around a minus: {hint}"))
                })
                .unwrap_or_else(|| otherwise.unwrap_or(FORMULA_NAMES_HELP).to_owned());
            let place = span_within(formula.span, &text, &used.range);
            self.report(
                Finding::new(
                    Code::BadFormula,
                    place,
                    format!("there is no stat, value or number \"{name}\""),
                )
                .with_help(help),
            );
        }
        for (kind, word) in formula.value.ids() {
            let place =
                Located { value: word.text.clone(), span: span_within(formula.span, &text, &word.range) };
            match kind {
                FormulaIdKind::Key(SelectorKey::Option) => drop(self.resolve_option(&place)),
                FormulaIdKind::Key(SelectorKey::Tag) => _ = self.tested_tag(&place),
                FormulaIdKind::Table => {
                    let known: Vec<String> = self.rules.tables.iter().map(|t| t.id.clone()).collect();
                    if !known.contains(&place.value) {
                        self.report_unknown(
                            Code::BadFormula,
                            "table",
                            &place,
                            known.iter().map(String::as_str),
                        );
                    }
                }
                FormulaIdKind::Key(_) => {}
            }
        }
        for ast in formula_selectors(&formula.value) {
            let made = self.compile_formula_selector(&ast, formula.span, &text);
            self.rules.formula_selectors.push((ast, made));
        }
        formula.value.clone()
    }
}

/// Returns every selector of a formula, from left to right.
pub(super) fn formula_selectors(formula: &Formula) -> Vec<SelectorAst> {
    let mut found = Vec::new();
    collect_selectors(&formula.expr, &mut found);
    found
}

fn collect_selectors(expr: &Expr, found: &mut Vec<SelectorAst>) {
    match &expr.kind {
        ExprKind::Count(over) => found.push(over.clone()),
        ExprKind::Sum { over, of } | ExprKind::Highest { over, of } | ExprKind::Lowest { over, of } => {
            found.push(over.clone());
            collect_selectors(of, found);
        }
        ExprKind::Negative(a) | ExprKind::Not(a) | ExprKind::Round { of: a, .. } => {
            collect_selectors(a, found);
        }
        ExprKind::Chain { first, rest } => {
            collect_selectors(first, found);
            rest.iter().for_each(|step| collect_selectors(&step.term, found));
        }
        ExprKind::And(all) | ExprKind::Or(all) | ExprKind::Min(all) | ExprKind::Max(all) => {
            all.iter().for_each(|a| collect_selectors(a, found));
        }
        ExprKind::If { condition, then, otherwise } => {
            [condition, then, otherwise].into_iter().for_each(|a| collect_selectors(a, found));
        }
        ExprKind::Compare { left: a, right: b, .. }
        | ExprKind::OrElse(a, b)
        | ExprKind::Cell { row: a, column: b, .. } => {
            collect_selectors(a, found);
            collect_selectors(b, found);
        }
        ExprKind::Number(_)
        | ExprKind::Nothing
        | ExprKind::Name(_)
        | ExprKind::Has(_)
        | ExprKind::Taken(_)
        | ExprKind::Is(_) => {}
    }
}
