//! Reports limits whose formula is not met, with both sides of each comparison that failed and the units that
//! it counts.

use crate::army::Army;
use crate::army::evaluate_ruleset_numbers::{counted_selectors, false_parts};
use crate::army::regions::Region;
use crate::finding::{Code, FactKind, Finding, Span};
use crate::format::formula::{FailedPart, Formula, FormulaValue};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_limits::Limit;
use crate::wording::{failed_comparison, failed_statement, rule_not_met};

use super::limit_verdict::LimitVerdict;
use super::regions_of_limits::{region_span, region_suffix};
use super::{CheckReport, finding_at};

/// The most units that are labelled. The sums are in the message.
const MAX_LABELLED: usize = 20;

pub(super) fn report_failed_formula(
    army: &Army<'_>,
    found: &mut CheckReport,
    limit: &Limit,
    formula: &Formula,
    place: Region,
) {
    // If the comparisons cannot be worked out again, the message has no numbers
    let parts = false_parts(army, formula, place, limit.contingent).unwrap_or_default();
    let words = limit.says.as_ref().unwrap_or(&limit.title);
    let failed: Vec<String> = parts.iter().map(failed_part_text).collect();
    let verdict = LimitVerdict::new(army, found, limit, place);
    let message = verdict.sentence(&rule_not_met(words, &region_suffix(army, place), &failed));
    let mut finding =
        finding_at(Code::DoesNotHold, region_span(army, place), message).with_severity(limit.severity);
    for span in counted_unit_spans(army, limit, &parts, place) {
        finding = finding.with_label(span, "counted");
    }
    finding = finding.with_fact(FactKind::Formula, formula.text.trim(), None);
    for part in &parts {
        finding = with_formula_facts(finding, part);
    }
    found.push(verdict.add_to(finding, None, true));
}

/// Describes a part that failed: `count({unit: eagle}) is 3, at most 2 needed: 2 * floor(points / 1000)`.
fn failed_part_text(part: &FailedPart<'_>) -> String {
    match &part.sides {
        None => failed_statement(part.text, part.negated),
        Some(sides) => failed_comparison(
            (sides.left, &value_text(&sides.left_value)),
            sides.requirement,
            (sides.right, &value_text(&sides.right_value)),
        ),
    }
}

fn value_text(value: &FormulaValue) -> String {
    match value {
        FormulaValue::Number(n) => n.to_mixed_text(),
        FormulaValue::Truth(true) => "yes".to_owned(),
        FormulaValue::Truth(false) => "no".to_owned(),
        FormulaValue::Absent => "unknown".to_owned(),
    }
}

fn with_formula_facts(finding: Finding, part: &FailedPart<'_>) -> Finding {
    let number = |value: &FormulaValue| -> Option<Number> {
        match value {
            FormulaValue::Number(n) => Some(*n),
            FormulaValue::Truth(_) | FormulaValue::Absent => None,
        }
    };
    let finding = finding.with_fact(FactKind::Comparison, part.text, None);
    match &part.sides {
        Some(sides) => finding.with_fact(FactKind::Left, sides.left, number(&sides.left_value)).with_fact(
            FactKind::Right,
            sides.right,
            number(&sides.right_value),
        ),
        None => finding,
    }
}

/// Returns the spans of the units that the failed parts count, in list order.
fn counted_unit_spans(army: &Army<'_>, limit: &Limit, parts: &[FailedPart<'_>], place: Region) -> Vec<Span> {
    let selectors = parts.iter().flat_map(|part| counted_selectors(army.rules, limit.contingent, part.expr));
    let mut spans: Vec<Span> = selectors
        .flat_map(|selector| place.find_matches(army, selector, limit.contingent))
        .map(|one| one.span)
        .filter(|span| span.end > span.start)
        .collect();
    spans.sort_unstable();
    spans.dedup();
    spans.truncate(MAX_LABELLED);
    spans
}
