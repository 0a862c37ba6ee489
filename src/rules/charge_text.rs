//! Charges in words, before any army is there.

use crate::format::limit::RegionKind;
use crate::wording::Rounding;

use super::Rules;
use super::compiled_charges::{Charge, ChargedMeasure};
use super::compiled_steps::{LastStep, Steps};
use super::condition_text::condition_clause;
use super::cost_text::cost_text;
use super::limit_text::measured_thing;

/// Returns what a charge costs, for what, and who pays: `20 for each unit tagged "special" above 2, each entry apart, paid
/// by the army`.
pub fn charge_text(rules: &Rules, charge: &Charge) -> String {
    let cost = cost_text(rules, &charge.cost, false);
    let cost = if charge.cost.lines.len() > 1 { format!("({cost})") } else { cost };
    let mut parts = vec![match &charge.measured {
        Some(measured) => format!("{cost} {}", measured_text(rules, measured)),
        None => cost,
    }];
    if let Some(measured) = &charge.measured {
        parts.extend(measured.by_entry.then(|| "each entry apart".to_owned()));
        parts.extend(measured.at_most.map(|most| format!("at most {most} times")));
    }
    let in_command = charge.region == RegionKind::Command;
    let kind = charge.command_kind.map(|kind| format!("\"{}\"", rules.command_kind(kind).name));
    let command = kind.as_deref().unwrap_or("command");
    parts.extend((in_command && charge.measured.is_some()).then(|| format!("in each {command}")));
    parts.extend(condition_clause(rules, &charge.when));
    parts.push(match &charge.payers {
        Some(payers) => format!("paid by {}", payers.description.plural_text()),
        None if in_command => format!("paid by each {command}"),
        None => "paid by the army".to_owned(),
    });
    parts.join(", ")
}

/// Returns what is paid for, such as `for each 100 points of "Spears" above 500, rounded up`.
fn measured_text(rules: &Rules, measured: &ChargedMeasure) -> String {
    let Steps { above, per, last } = measured.steps;
    let thing = measured_thing(rules, &measured.measure, measured.description.as_ref(), per == 1);
    let step = match per {
        _ if measured.measure.is_single_value() => format!("{per} of "),
        per if per == 1 => String::new(),
        per => format!("{per} "),
    };
    let above = if above == 0 { String::new() } else { format!(" above {above}") };
    let last = match last {
        LastStep::Rounded(rounding) => Rounding::from(rounding).words().to_owned(),
        LastStep::FullFrom(enough) => format!(", {enough} counting as {per}"),
    };
    format!("for each {step}{thing}{above}{last}")
}
