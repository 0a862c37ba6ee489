//! Reports amounts that contradict each other within one rule.

use crate::finding::{Code, Finding, Span};
use crate::format::event::EventPoints;
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_amounts::{Amount, Bound};
use crate::rules::compiled_costs::Cost;
use crate::rules::compiled_limits::Bounds;
use crate::rules::compiled_unit_types::UnitKind;

use super::CompiledFile;

/// Reports the contradictions in a file.
pub(super) fn check_contradictions(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let rules = &made.rules;
    for limit in &rules.limits {
        let what = if limit.is_own {
            format!("\"{}\"", limit.title)
        } else {
            format!("the limit \"{}\"", limit.rule_path.rsplit('/').next().unwrap_or(&limit.rule_path))
        };
        for bounds in &limit.bounds {
            check_bounds(bounds, &what, &limit.rule_path, found);
        }
    }
    for contingent in &rules.contingents {
        for case in &contingent.points {
            let word = contingent.ally.as_deref().unwrap_or_default();
            check_bounds(&case.bounds, &format!("the ally \"{word}\""), word, found);
        }
    }
    for value in &rules.values {
        if let (Some(min), Some(max)) = (value.min, value.max)
            && max < min
        {
            let message =
                format!("\"{}\" must be at least {min} and at most {max}, which is impossible", value.id);
            found.push(Finding::new(Code::Impossible, value.span, message));
        }
    }
    for kind in &rules.kinds {
        check_sizes(kind, found);
    }
    if let Some(EventPoints::Range(range)) = made.event().and_then(|e| e.points.as_ref())
        && let (Some(min), Some(max)) = (&range.min, &range.max)
        && max.value < min.value
    {
        let message = format!("the event asks for at least {} and at most {} points", min.value, max.value);
        let finding = Finding::new(Code::Impossible, max.span, message);
        found.push(finding.with_label(min.span, "more than the maximum"));
    }
}

/// Returns the number and position of a fixed bound.
fn fixed_number(bound: Option<&Bound>) -> Option<(Number, Span)> {
    let bound = bound?;
    match &bound.amount {
        Amount::Number(n) => Some((*n, bound.span)),
        _ => None,
    }
}

/// Reports fixed bounds that no number can meet together.
fn check_bounds(bounds: &Bounds, what: &str, rule: &str, found: &mut Vec<Finding>) {
    let [min, max, exactly, step] =
        [&bounds.min, &bounds.max, &bounds.exactly, &bounds.multiple_of].map(|b| fixed_number(b.as_ref()));
    let mut say = |message: String, first: Span, second: Option<Span>| {
        let mut finding = Finding::new(Code::Impossible, first, message).with_rule(rule);
        if let Some(second) = second {
            finding = finding.with_label(second, "conflicts with this");
        }
        found.push(finding);
    };
    if let Some((max, span)) = max.filter(|(max, _)| *max < 0) {
        say(format!("{what} allows at most {max}, but no amount is below 0"), span, None);
    } else if let (Some((min, a)), Some((max, b))) = (min, max)
        && max < min
    {
        say(format!("{what} needs at least {min} but allows at most {max}"), b, Some(a));
    } else if let (Some((exactly, a)), Some((min, b))) = (exactly, min)
        && exactly < min
    {
        say(format!("{what} needs exactly {exactly} and at least {min}"), a, Some(b));
    } else if let (Some((exactly, a)), Some((max, b))) = (exactly, max)
        && exactly > max
    {
        say(format!("{what} needs exactly {exactly} but allows at most {max}"), a, Some(b));
    } else if let Some((step, span)) = step.filter(|(step, _)| *step > 0) {
        let next = |n: Number| n.checked_div(step).and_then(|n| n.ceil().checked_mul(step));
        if let Some((exactly, a)) = exactly.filter(|(n, _)| next(*n).is_some_and(|m| m != *n)) {
            say(format!("{what} needs exactly {exactly}, which is not a multiple of {step}"), a, Some(span));
        } else if let (Some((min, a)), Some((max, _))) = (min, max)
            && next(min).is_some_and(|m| m > max)
        {
            say(format!("{what} has no multiple of {step} between {min} and {max}"), span, Some(a));
        }
    }
}

/// Reports unit types without a price for any of their sizes, and parts with a minimum above their maximum.
fn check_sizes(kind: &UnitKind, found: &mut Vec<Finding>) {
    let size = kind.size;
    if let Some(prices) = kind.cost.as_ref().and_then(Cost::prices_by_size) {
        let may = |n: u32| n >= size.min && size.max.is_none_or(|max| n <= max);
        if !size.has_no_size && !prices.iter().any(|(n, _)| may(*n)) {
            let message = format!("\"{}\" has no price for any of its sizes", kind.name);
            found.push(Finding::new(Code::Impossible, kind.span, message).with_rule(kind.rule_path.as_str()));
        }
    }
    for part in &kind.parts {
        if let Some(max) = part.max.filter(|max| *max < part.min) {
            let message =
                format!("\"{}\" needs at least {} {} but allows at most {max}", kind.name, part.min, part.id);
            found.push(Finding::new(Code::Impossible, part.span, message).with_rule(kind.rule_path.as_str()));
        }
    }
}
