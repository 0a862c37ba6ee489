//! What is said of a broken limit: the sum, the base, the allowed number, every counted thing.

use std::collections::BTreeMap;

use crate::army::Army;
use crate::army::amount_allowed_by_limit::{AllowedAmount, allowed_amount};
use crate::army::limit_measurement::Measurement;
use crate::army::regions::Region;
use crate::finding::{Code, FactKind, Finding, Scope, Severity, Span, SubjectKind};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_limits::{Bound, Bounds, Limit, Measure};
use crate::rules::compiled_selectors::SelectorTest;
use crate::rules::id_types::UnitKindId;
use crate::rules::limit_text::measured_thing;
use crate::wording::{Edge, SelectorText, short_list};

use super::limits::{BrokenBound, JudgedByCost};
use super::why_rule_applies::Reasons;
use super::{CheckReport, army_span, command_leaders_and_roles, finding_at, severity_if_unmet};

/// The measured thing in words, with its amount: `3 "Caetrati"`, `620 points of units tagged "foot"`.
pub(super) fn measured_text(army: &Army<'_>, limit: &Limit, n: Number, only: Option<UnitKindId>) -> String {
    format!("{n} {}", measured_noun(army, limit, n == 1, only))
}

/// The measured thing in words, to stand behind a number.
pub(super) fn measured_noun(army: &Army<'_>, limit: &Limit, one: bool, only: Option<UnitKindId>) -> String {
    let found = only.map(|k| SelectorText::named(&army.rules.kind(k).name));
    measured_thing(army.rules, &limit.measure, found.as_ref().or(limit.description.as_ref()), one)
}

/// Whether a limit without words of its author goes by the name of what it measures, as an entry's own does.
fn measures_its_title(limit: &Limit, only: Option<UnitKindId>) -> bool {
    limit.says.is_none()
        && only.is_none()
        && limit.description.as_ref().is_some_and(|what| what.names(&limit.title))
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
    let statement = format!(
        "{}{}, {edge}",
        measured_text(army, limit, measured.amount, only),
        region_suffix(army, place)
    );
    let verdict = LimitVerdict::new(army, found, limit, place);
    let finding = finding_at(broken.code, region_span(army, place), verdict.sentence(&statement));
    let finding = with_counted_labels(finding.with_severity(broken.severity), limit, measured, high);
    let finding = with_bound_facts(finding, &measured_noun(army, limit, false, only), measured, broken);
    let finding = if broken.is_shortfall { severity_if_unmet(army, finding) } else { finding };
    let bound = limit.entry.is_some().then_some(broken.span);
    let mut finding = verdict.add_to(finding, bound, measures_its_title(limit, only));
    finding.help = if broken.is_too_low { help_to_add(army, limit) } else { None };
    found.push(finding);
}

/// The amounts of a broken bound as facts.
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

/// How more of the measured thing is written.
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
        Measure::Points(_) => crate::wording::points_text(n),
        Measure::Count(_) if n == 1 => "counted".to_owned(),
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
    let statement = format!(
        "{}{}, but {} needed",
        measured_text(army, limit, measured.amount, only),
        region_suffix(army, place),
        short_list(&ways, "or")
    );
    let finding = finding_at(Code::DoesNotHold, region_span(army, place), verdict.sentence(&statement));
    let finding = with_counted_labels(finding.with_severity(limit.severity), limit, measured, true);
    let mut finding = if low { severity_if_unmet(army, finding) } else { finding };
    for all in broken {
        for one in all {
            finding = with_bound_facts(finding, &measured_noun(army, limit, false, only), measured, one);
        }
    }
    // Every way is measured on the same, which is one fact
    let mut told = Vec::new();
    finding.facts.retain(|fact| {
        !told.contains(fact) && {
            told.push(fact.clone());
            true
        }
    });
    found.push(verdict.add_to(finding, None, measures_its_title(limit, only)));
}

/// One of the ways in which an `either` may hold, in words.
fn alternative_text(
    army: &Army<'_>,
    limit: &Limit,
    bounds: &Bounds,
    place: Region,
    broken: &[BrokenBound],
) -> String {
    let worth = |bound: &Option<Bound>| {
        let made = allowed_amount(army, &bound.as_ref()?.amount, limit, place).ok()?;
        let how = made.explanation.map_or_else(String::new, |how| format!(" ({how})"));
        Some(format!("{}{how}", made.amount.to_mixed_text()))
    };
    match (worth(&bounds.exactly), worth(&bounds.min), worth(&bounds.max), worth(&bounds.multiple_of)) {
        (Some(n), ..) => format!("exactly {n}"),
        (_, Some(min), Some(max), _) => format!("{min} to {max}"),
        (_, Some(min), ..) => format!("at least {min}"),
        (_, _, Some(max), _) => format!("at most {max}"),
        (.., Some(step)) => format!("a multiple of {step}"),
        _ => broken.first().map_or_else(String::new, |b| b.edge.words().to_owned()),
    }
}

/// Where a limit is broken, for a message.
pub(super) fn region_suffix(army: &Army<'_>, place: Region) -> String {
    match place {
        Region::Army => String::new(),
        Region::Reserves => " in the reserves".to_owned(),
        Region::Command(_) if army.commands.len() == 1 && army.list.commands.is_none() => String::new(),
        Region::Command(at) => format!(" in {}", command_leaders_and_roles::command_label(army, at)),
        Region::Unit(at) => format!(" in \"{}\"", army.units[at].name),
    }
}

/// The words for a place as a whole.
pub(super) fn region_span(army: &Army<'_>, place: Region) -> Span {
    match place {
        Region::Army | Region::Reserves => army_span(army),
        Region::Command(at) => {
            command_leaders_and_roles::command_span(&army.commands[at]).unwrap_or_else(|| army_span(army))
        }
        Region::Unit(at) => army.units[at].written.type_span(),
    }
}

/// What every finding about one limit in one place has in common: the rule, its author's words, why it
/// applies, and by which cost it is judged.
pub(super) struct LimitVerdict<'l> {
    army: &'l Army<'l>,
    limit: &'l Limit,
    place: Region,
    reasons: Reasons,
    by_cost: Option<JudgedByCost>,
}

impl<'l> LimitVerdict<'l> {
    /// The verdict of a limit that applies in a place.
    pub(super) fn new(army: &'l Army<'_>, found: &CheckReport, limit: &'l Limit, place: Region) -> Self {
        // An entry's own bounds apply where it may be taken
        let of_entry = limit.entry.map(|kind| &army.rules.kind(kind).when);
        let conditions: Vec<_> = std::iter::once(&limit.when).chain(of_entry).collect();
        let reasons = Reasons::that_hold(army, &conditions, place, limit.contingent);
        Self { army, limit, place, reasons, by_cost: found.judged_by_cost }
    }

    /// The verdict of a limit that could not be checked anywhere.
    pub(super) fn unchecked(army: &'l Army<'_>, found: &CheckReport, limit: &'l Limit) -> Self {
        let reasons = Reasons::that_hold(army, &[], Region::Army, limit.contingent);
        Self { army, limit, place: Region::Army, reasons, by_cost: found.judged_by_cost }
    }

    /// The message: a statement with everything that it rests on.
    pub(super) fn sentence(&self, statement: &str) -> String {
        let sentence = self.reasons.sentence(statement);
        match &self.by_cost {
            Some(by_cost) => format!("{sentence}; {}", by_cost.words()),
            None => sentence,
        }
    }

    /// Adds to a finding what it is about, the rule and why that applies. `bound` is the place of the broken
    /// bound, if it is another than the rule's, and `message_names_it` whether the message has the rule's
    /// words already.
    pub(super) fn add_to(self, finding: Finding, bound: Option<Span>, message_names_it: bool) -> Finding {
        let Self { limit, .. } = self;
        let words = limit.says.as_deref().unwrap_or(&limit.title);
        let span = bound.unwrap_or(limit.span);
        let finding =
            finding.with_subject(SubjectKind::Rule, &*limit.rule_path).with_scope(scope_of(self.place));
        let finding = finding.with_rule(&limit.rule_path);
        let finding = if message_names_it {
            finding.label_in_message(span, words)
        } else {
            finding.with_label(span, words)
        };
        let mut finding = self.reasons.add_to(finding);
        if let Some(JudgedByCost { cost, size: Some(_) }) = self.by_cost {
            finding.severity = finding.severity.min(Severity::Warning);
            if let Some(points) = &self.army.list.points {
                finding = finding.with_label(points.span, format!("{cost} spent"));
            }
        }
        finding
    }
}

/// How far one must look to meet a limit in a place.
pub(super) fn scope_of(place: Region) -> Scope {
    match place {
        Region::Unit(_) => Scope::Row,
        Region::Command(_) => Scope::Command,
        Region::Army | Region::Reserves => Scope::Army,
    }
}
