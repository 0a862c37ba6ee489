//! Reports limits whose formula is not met, with both sides of each comparison that failed and the units that
//! it counts.

use crate::army::Army;
use crate::army::measure::Where;
use crate::army::number::{broken_parts, counted};
use crate::finding::{Code, FactKind, Finding, Span};
use crate::format::formula::{Broken, Formula, Sides, Value};
use crate::format::number::Number;
use crate::rules::limit::Limit;

use super::limit_words::{LimitVerdict, here, span_of};
use super::{Found, at};

/// The most units that are labelled. The sums are in the message.
const MOST_LABELLED: usize = 20;

pub(super) fn say(army: &Army<'_>, found: &mut Found, limit: &Limit, formula: &Formula, place: Where) {
    // If the comparisons cannot be worked out again, the message has no numbers
    let parts = broken_parts(army, formula, place, limit.sees).unwrap_or_default();
    let mut words = vec![limit.says.clone().unwrap_or_else(|| limit.title.clone())];
    words.extend((!parts.is_empty()).then(|| parts.iter().map(said).collect::<Vec<_>>().join("; ")));
    let verdict = LimitVerdict::new(army, found, limit, place);
    let message =
        verdict.sentence(&format!("this rule is not met{}: {}", here(army, place), words.join(": ")));
    let mut finding = at(Code::DoesNotHold, span_of(army, place), message).severity(limit.severity);
    for span in units(army, limit, &parts, place) {
        finding = finding.label(span, "counted");
    }
    finding = finding.fact(FactKind::Formula, formula.text.trim(), None);
    for part in &parts {
        finding = facts(finding, part);
    }
    found.say(verdict.add_to(finding, None, true));
}

/// Describes a part that failed: `count({unit: eagle}) is 3, at most 2 needed: 2 * floor(points / 1000)`.
fn said(part: &Broken<'_>) -> String {
    let Some(Sides { left, left_value, wanted, right, right_value }) = &part.sides else {
        return format!("{} is {}", part.text, if part.negated { "so" } else { "not so" });
    };
    let value = shown(right_value);
    let how = if *right == value { String::new() } else { format!(": {right}") };
    format!("{left} is {}, {wanted} {value} needed{how}", shown(left_value))
}

fn shown(value: &Value) -> String {
    match value {
        Value::Number(n) => n.mixed(),
        Value::Truth(true) => "yes".to_owned(),
        Value::Truth(false) => "no".to_owned(),
        Value::Absent => "unknown".to_owned(),
    }
}

fn facts(finding: Finding, part: &Broken<'_>) -> Finding {
    let number = |value: &Value| -> Option<Number> {
        match value {
            Value::Number(n) => Some(*n),
            Value::Truth(_) | Value::Absent => None,
        }
    };
    let finding = finding.fact(FactKind::Comparison, part.text, None);
    match &part.sides {
        Some(sides) => finding.fact(FactKind::Left, sides.left, number(&sides.left_value)).fact(
            FactKind::Right,
            sides.right,
            number(&sides.right_value),
        ),
        None => finding,
    }
}

/// Returns the spans of the units that the failed parts count, in list order.
fn units(army: &Army<'_>, limit: &Limit, parts: &[Broken<'_>], place: Where) -> Vec<Span> {
    let selectors = parts.iter().flat_map(|part| counted(army.rules, part.expr));
    let mut spans: Vec<Span> = selectors
        .flat_map(|selector| place.found(army, selector, limit.sees))
        .map(|one| one.span)
        .filter(|span| span.end > span.start)
        .collect();
    spans.sort_unstable();
    spans.dedup();
    spans.truncate(MOST_LABELLED);
    spans
}
