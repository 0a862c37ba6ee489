//! Shows formulas of limits that compare one measure with another as limits, which have figures, labels and rooms.

use crate::finding::{Code, Finding, Severity};
use crate::format::computed_numbers::NumberSubject;
use crate::format::formula::ast::CompareOperator;
use crate::format::formula::{Expr, ExprKind, Operator};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_limits::Limit;

use super::CompiledFile;
use super::dead_rules::short_name;

/// Shows formulas that could be a measure and a bound.
pub(super) fn check_formulas(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    for limit in &made.rules.limits {
        let Some(words) = words_without_formula(&made.rules, limit) else { continue };
        let message = format!(
            "\"{}\" can say what it measures, so that messages have its figures",
            short_name(&limit.rule_path)
        );
        let finding = Finding::new(Code::BadValue, limit.span, message)
            .with_severity(Severity::Note)
            .with_rule(limit.rule_path.as_str());
        found.push(finding.with_help(format!("in place of `holds` write `{words}`")));
    }
}

/// Returns the words that say the same as the formula of a limit. `None` if it is no measure against a measure.
fn words_without_formula(rules: &Rules, limit: &Limit) -> Option<String> {
    let formula = limit.formula.as_ref()?;
    let ExprKind::Compare { left, how, right } = &formula.expr.kind else { return None };
    let reader = FormulaReader { rules, limit, text: &formula.text };
    let (measured, bound, how) = match reader.measure(left) {
        Some(measured) => (measured, right, *how),
        None => (reader.measure(right)?, left, turned(*how)),
    };
    let end = match how {
        CompareOperator::AtMost => "max",
        CompareOperator::AtLeast => "min",
        CompareOperator::Equal => "exactly",
        CompareOperator::Less | CompareOperator::More | CompareOperator::Unequal => return None,
    };
    Some(format!("{}, {end}: {}", measured.words(), reader.bound(bound, &measured)?))
}

/// Returns the operator for the sides the other way round.
fn turned(how: CompareOperator) -> CompareOperator {
    match how {
        CompareOperator::Less => CompareOperator::More,
        CompareOperator::AtMost => CompareOperator::AtLeast,
        CompareOperator::More => CompareOperator::Less,
        CompareOperator::AtLeast => CompareOperator::AtMost,
        same @ (CompareOperator::Equal | CompareOperator::Unequal) => same,
    }
}

/// A measure in the words of a limit.
struct MeasureWords {
    /// The key and its value, such as `highest: ld`. Empty for `count`, whose value is the selector.
    what: String,
    /// The selector. Empty for a number of the army.
    of: String,
}

impl MeasureWords {
    fn words(&self) -> String {
        match (self.what.as_str(), self.of.as_str()) {
            ("", of) => format!("count: {of}"),
            (what, "" | "{}") => what.to_owned(),
            (what, of) => format!("{what}, of: {of}"),
        }
    }
}

/// Reads the parts of a limit's formula.
struct FormulaReader<'r> {
    rules: &'r Rules,
    limit: &'r Limit,
    text: &'r str,
}

impl FormulaReader<'_> {
    /// Returns what a part of the formula measures. `None` if a limit has no words for it.
    fn measure(&self, part: &Expr) -> Option<MeasureWords> {
        let selector = |end: usize| {
            let start = part.range.start + self.text.get(part.range.clone())?.find('(')? + 1;
            let text = self.text.get(start..end)?.trim_end();
            Some(text.strip_suffix(',').unwrap_or(text).trim().to_owned())
        };
        let of_each = |each: &Expr| match &each.kind {
            ExprKind::Name(name) => Some((name.clone(), selector(each.range.start)?)),
            _ => None,
        };
        let (what, of) = match &part.kind {
            ExprKind::Count(_) => (String::new(), selector(part.range.end.checked_sub(1)?)?),
            ExprKind::Sum { of, .. } => {
                let (name, of) = of_each(of)?;
                (Some(format!("sum: {name}")).filter(|_| self.is_unit_number(&name) || name == "size")?, of)
            }
            ExprKind::Highest { of, .. } | ExprKind::Lowest { of, .. } => {
                let (name, of) = of_each(of)?;
                let is_stat = self.rules.find_stat(&name).is_some();
                if !is_stat && !self.is_unit_number(&name) && name != "size" {
                    return None;
                }
                let key = if matches!(part.kind, ExprKind::Highest { .. }) { "highest" } else { "lowest" };
                (format!("{key}: {name}"), of)
            }
            ExprKind::Name(name) if self.is_army_number(name) => (format!("number: {name}"), String::new()),
            _ => return None,
        };
        Some(MeasureWords { what, of })
    }

    fn is_unit_number(&self, name: &str) -> bool {
        self.is_number_for(name, NumberSubject::Unit)
    }

    fn is_army_number(&self, name: &str) -> bool {
        self.is_number_for(name, NumberSubject::Army) && self.rules.find_stat(name).is_none()
    }

    fn is_number_for(&self, name: &str, subject: NumberSubject) -> bool {
        let number = self.rules.find_number_in(self.limit.contingent, name);
        number.is_some_and(|id| self.rules.numbers[id.0].is_for(subject))
    }

    /// Returns an amount in the words of a bound: a number, a share of something, or one with something added.
    fn bound(&self, part: &Expr, measured: &MeasureWords) -> Option<String> {
        if let Some(number) = constant(part) {
            return Some(number.to_string());
        }
        let (part, plus) = match &part.kind {
            ExprKind::Chain { first, rest } => match rest.as_slice() {
                [step] if step.operator == Operator::Plus => match constant(first) {
                    Some(number) => (&step.term, number),
                    None => (&**first, constant(&step.term)?),
                },
                [step] if step.operator == Operator::Minus => {
                    (&**first, Number::ZERO.checked_sub(constant(&step.term)?)?)
                }
                _ => (part, Number::ZERO),
            },
            _ => (part, Number::ZERO),
        };
        let (share, of) = read_share(part)?;
        let of = match &of.kind {
            ExprKind::Name(name) if matches!(name.as_str(), "points" | "spent") => name.clone(),
            _ => {
                let base = self.measure(of)?;
                // A selector is measured as the limit itself is
                if base.what == measured.what && !base.of.is_empty() {
                    base.of
                } else {
                    format!("{{{}}}", base.words())
                }
            }
        };
        let round = if share == 1 { "" } else { ", round: none" };
        let plus = if plus == 0 { String::new() } else { format!(", plus: {plus}") };
        Some(format!("{{share: {}, of: {of}{round}{plus}}}", share.to_share_text()))
    }
}

/// Returns how many times something is taken, and what: `2 * a`, `a / 3` or `a`.
fn read_share(part: &Expr) -> Option<(Number, &Expr)> {
    let ExprKind::Chain { first, rest } = &part.kind else { return Some((Number::ONE, part)) };
    match rest.as_slice() {
        [step] if step.operator == Operator::Times => match constant(first) {
            Some(factor) => Some((factor, &step.term)),
            None => Some((constant(&step.term)?, first)),
        },
        [step] if step.operator == Operator::Over => {
            Some((Number::ONE.checked_div(constant(&step.term)?)?, first))
        }
        _ => None,
    }
}

fn constant(part: &Expr) -> Option<Number> {
    match part.kind {
        ExprKind::Number(number) => Some(number),
        _ => None,
    }
}
