//! Reports broken limits: the sum, the base, the allowed number, and every counted thing.

use std::collections::BTreeMap;

use crate::army::Army;
use crate::army::amount_allowed_by_limit::{AllowedAmount, allowed_amount};
use crate::army::broken_bounds::BrokenBound;
use crate::army::limit_measurement::Measurement;
use crate::army::regions::Region;
use crate::finding::{Code, Fact, FactKind, Finding, Span};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_amounts::{Bound, RatioBase};
use crate::rules::compiled_limits::{Bounds, Limit, Measure};
use crate::rules::compiled_selectors::SelectorTest;
use crate::rules::id_types::UnitKindId;
use crate::rules::limit_text::{measured_amount, measured_thing};
use crate::wording::{
    BoundAmounts, Edge, SelectorText, broken_alternatives, broken_bound, counted_label, points_text,
};

use super::limit_verdict::LimitVerdict;
use super::regions_of_limits::{region_span, region_suffix};
use super::{CheckReport, finding_at, severity_if_unmet};

/// Returns the measured thing in words, with its amount: `3 "Caetrati"`, `620 points of units tagged "foot"`.
fn measured_text(army: &Army<'_>, limit: &Limit, n: Number, only: Option<UnitKindId>) -> String {
    let found = only.map(|k| SelectorText::named(&army.rules.kind(k).name));
    measured_amount(army.rules, &limit.measure, found.as_ref().or(limit.description.as_ref()), n)
}

/// Returns the measured thing in words, to follow a number.
pub(super) fn measured_noun(army: &Army<'_>, limit: &Limit, one: bool, only: Option<UnitKindId>) -> String {
    let found = only.map(|k| SelectorText::named(&army.rules.kind(k).name));
    measured_thing(army.rules, &limit.measure, found.as_ref().or(limit.description.as_ref()), one)
}

/// Returns where a limit is broken. Of options it is also said that they are counted in the whole army, since a limit on
/// them might be read as one for each unit.
fn measured_region(army: &Army<'_>, limit: &Limit, place: Region) -> String {
    match place {
        Region::Army if !limit.measure.options().is_empty() => " in the army".to_owned(),
        place => region_suffix(army, place),
    }
}

/// Returns `true` if a limit without words of its author goes by the name of what it measures, as an entry's own
/// does.
fn measures_its_title(limit: &Limit, only: Option<UnitKindId>) -> bool {
    let names_it = || limit.description.as_ref().is_some_and(|what| what.names(&limit.title));
    limit.says.is_none() && only.is_none() && (limit.is_own || names_it())
}

pub(super) fn report_broken_bound(
    army: &Army<'_>,
    found: &mut CheckReport,
    limit: &Limit,
    place: Region,
    measured: &Measurement,
    only: Option<UnitKindId>,
    broken: &BrokenBound,
) {
    let AllowedAmount { amount: most, explanation: how, .. } = &broken.allowed;
    let high = broken.is_too_high();
    let edge = broken.edge.broken(*most, high, how.as_deref());
    let amount = measured_text(army, limit, measured.amount, only);
    let statement = broken_bound(&amount, &measured_region(army, limit, place), &edge);
    let verdict = LimitVerdict::new(army, found, limit, place);
    let finding = finding_at(broken.code, region_span(army, place), verdict.sentence(&statement));
    let finding = with_counted_labels(finding.with_severity(broken.severity), limit, measured, high);
    let finding = with_base_labels(finding, limit, broken);
    let finding = with_bound_facts(finding, &measured_noun(army, limit, false, only), measured, broken);
    let finding = if broken.is_shortfall { severity_if_unmet(army, finding) } else { finding };
    let bound = limit.is_own.then_some(broken.span);
    let mut finding = verdict.add_to(finding, bound, measures_its_title(limit, only));
    finding.help = if broken.is_too_low { help_to_add(army, limit) } else { None };
    found.push(finding);
}

/// Adds the amounts of a broken bound as facts.
fn with_bound_facts(finding: Finding, what: &str, measured: &Measurement, broken: &BrokenBound) -> Finding {
    let AllowedAmount { amount, explanation: how, base } = &broken.allowed;
    let wanted = match broken.edge {
        Edge::MultipleOf => FactKind::MultipleOf,
        Edge::AtMost => FactKind::AtMost,
        Edge::AtLeast => FactKind::AtLeast,
        Edge::Exactly => FactKind::Exactly,
    };
    let finding = finding.with_fact(FactKind::Found, what, measured.amount);
    let finding = finding.with_fact(wanted, how.as_deref().unwrap_or(what), *amount);
    match base {
        Some(base) => finding.with_fact(FactKind::Base, base.noun.as_str(), base.amount),
        None => finding,
    }
}

/// Returns how to write more of the measured thing in the list.
fn help_to_add(army: &Army<'_>, limit: &Limit) -> Option<String> {
    let selector = limit.measure.selector()?;
    let rules = army.rules;
    if let Some(kind) = selector.named_kinds.first().filter(|_| {
        selector.named_kinds.iter().all(|k| rules.base_kind(*k) == rules.base_kind(selector.named_kinds[0]))
    }) {
        let baggage = rules.baggage.is_some_and(|b| rules.base_kind(*kind) == b);
        return Some(if baggage {
            "write `baggage: true`".to_owned()
        } else {
            format!("add {{unit: {}}}", rules.kind(*kind).id)
        });
    }
    match &selector.test {
        SelectorTest::Role(roles) => {
            Some(format!("write `role: {}` with a character", rules.roles[roles.first()?.0].id))
        }
        _ => None,
    }
}

/// Labels everything that was counted: the last of too many first, since it is the one to change.
fn with_counted_labels(mut finding: Finding, limit: &Limit, measured: &Measurement, high: bool) -> Finding {
    // A unit and the bodies inside it are written in one place
    let mut places: BTreeMap<Span, Number> = BTreeMap::new();
    for found in measured.found.iter().filter(|f| f.span.end > f.span.start) {
        let amount = places.entry(found.span).or_default();
        *amount = amount.checked_add(found.amount).unwrap_or(*amount);
    }
    let mut counted: Vec<(Span, Number)> = places.into_iter().collect();
    let text = |n: Number| match &limit.measure {
        Measure::Points(_) | Measure::OptionPoints(..) => points_text(n),
        Measure::Count(_) | Measure::Options(..) => counted_label(n),
        Measure::DifferentKinds(_) | Measure::DifferentOptions(..) => counted_label(Number::ONE),
        Measure::Highest(..) | Measure::Lowest(..) => n.to_string(),
        _ => format!("counts {n}"),
    };
    if high && let Some(last) = counted.pop() {
        finding.labels.clear();
        finding = finding.with_label(last.0, text(last.1));
    }
    let primary = finding.primary_label().map(|l| l.span);
    counted.retain(|(span, _)| Some(*span) != primary);
    // A hundred labels help nobody; the sum is in the message
    for (span, amount) in counted.into_iter().rev().take(20).rev() {
        finding = finding.with_label(span, text(amount));
    }
    finding
}

/// Labels what the base of a share or a rate counts, if it measures otherwise than the limit itself.
fn with_base_labels(mut finding: Finding, limit: &Limit, broken: &BrokenBound) -> Finding {
    let is_alike = |of: &RatioBase| match of {
        RatioBase::Measured(base, _) => {
            std::mem::discriminant(&**base) == std::mem::discriminant(&limit.measure)
        }
        RatioBase::Points | RatioBase::Spent | RatioBase::Commands => true,
    };
    let bases = limit.all_bounds().filter(|bound| bound.span == broken.span);
    let mut bases = bases.flat_map(|bound| bound.amount.bases());
    // What is counted alike was labelled before there were other measures, by the amount alone
    if !limit.measure.is_single_value() && bases.all(is_alike) {
        return finding;
    }
    let Some(base) = &broken.allowed.base else { return finding };
    for one in base.counted.iter().filter(|one| one.span.end > one.span.start).take(20) {
        if finding.labels.iter().all(|label| label.span != one.span) {
            finding = finding.with_label(one.span, format!("{} of what it is measured by", one.amount));
        }
    }
    finding
}

pub(super) fn report_alternatives(
    army: &Army<'_>,
    found: &mut CheckReport,
    limit: &Limit,
    place: Region,
    measured: &Measurement,
    only: Option<UnitKindId>,
    broken: &[Vec<BrokenBound>],
) {
    let ways: Vec<String> = limit
        .bounds
        .iter()
        .zip(broken)
        .map(|(bounds, broken)| alternative_text(army, limit, bounds, place, broken))
        .collect();
    let low = broken.iter().any(|way| way.iter().all(|b| b.is_too_low));
    let verdict = LimitVerdict::new(army, found, limit, place);
    let amount = measured_text(army, limit, measured.amount, only);
    let statement = broken_alternatives(&amount, &region_suffix(army, place), &ways);
    let finding = finding_at(Code::DoesNotHold, region_span(army, place), verdict.sentence(&statement));
    let finding = with_counted_labels(finding.with_severity(limit.severity), limit, measured, true);
    let mut finding = if low { severity_if_unmet(army, finding) } else { finding };
    for all in broken {
        for one in all {
            finding = with_bound_facts(finding, &measured_noun(army, limit, false, only), measured, one);
        }
    }
    // Every way is measured on the same, which is one fact
    let mut told: Vec<Fact> = Vec::new();
    for fact in std::mem::take(&mut finding.facts) {
        if !told.contains(&fact) {
            told.push(fact);
        }
    }
    finding.facts = told.into_boxed_slice();
    found.push(verdict.add_to(finding, None, measures_its_title(limit, only)));
}

/// Returns one of the ways in which an `either` may hold, in words.
fn alternative_text(
    army: &Army<'_>,
    limit: &Limit,
    bounds: &Bounds,
    place: Region,
    broken: &[BrokenBound],
) -> String {
    let worth = |bound: &Option<Bound>| {
        let made = allowed_amount(army, bound.as_ref()?, limit, place).ok()?;
        let how = made.explanation.map_or_else(String::new, |how| format!(" ({how})"));
        Some(format!("{}{how}", made.amount.to_mixed_text()))
    };
    let amounts = BoundAmounts {
        exactly: worth(&bounds.exactly),
        min: worth(&bounds.min),
        max: worth(&bounds.max),
        multiple_of: worth(&bounds.multiple_of),
    };
    amounts.text().or_else(|| Some(broken.first()?.edge.words().to_owned())).unwrap_or_default()
}
