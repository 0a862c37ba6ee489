//! What is said of a broken limit: the sum, the base, the allowed number, every counted thing.

use std::collections::BTreeMap;

use crate::army::Army;
use crate::army::allowed::{Allowed, allowed};
use crate::army::measure::{Measured, Where};
use crate::finding::{Code, FactKind, Finding, Scope, Severity, Span, SubjectKind};
use crate::format::number::Number;
use crate::rules::ids::KindId;
use crate::rules::limit::{Bound, Bounds, Limit, Measure};
use crate::rules::limit_text::measured_thing;
use crate::rules::selector::Test;
use crate::wording::{Edge, SelectorText, joined};

use super::limits::{Broken, JudgedByCost};
use super::reasons::Reasons;
use super::{Found, army_span, at, commands, unmet};

/// The measured thing in words, with its amount: `3 "Caetrati"`, `620 points of units tagged "foot"`.
pub(super) fn amount(army: &Army<'_>, limit: &Limit, n: Number, only: Option<KindId>) -> String {
    format!("{n} {}", what(army, limit, n == 1, only))
}

/// The measured thing in words, to stand behind a number.
pub(super) fn what(army: &Army<'_>, limit: &Limit, one: bool, only: Option<KindId>) -> String {
    let found = only.map(|k| SelectorText::named(&army.rules.kind_of(k).name));
    measured_thing(army.rules, &limit.measure, found.as_ref().or(limit.what.as_ref()), one)
}

/// Whether a limit without words of its author goes by the name of what it measures, as an entry's own does.
fn measures_its_title(limit: &Limit, only: Option<KindId>) -> bool {
    limit.says.is_none() && only.is_none() && limit.what.as_ref().is_some_and(|what| what.names(&limit.title))
}

pub(super) fn say(
    army: &Army<'_>,
    found: &mut Found,
    limit: &Limit,
    place: Where,
    measured: &Measured,
    only: Option<KindId>,
    broken: &Broken,
) {
    let Allowed { amount: most, how, .. } = &broken.allowed;
    let edge = broken.edge.broken(*most, broken.code == Code::TooMany, how.as_deref());
    let statement = format!("{}{}, {edge}", amount(army, limit, measured.amount, only), here(army, place));
    let verdict = LimitVerdict::new(army, found, limit, place);
    let high = broken.code == Code::TooMany;
    let finding = at(broken.code, span_of(army, place), verdict.sentence(&statement));
    let finding = labelled(finding.severity(broken.severity), limit, measured, high);
    let finding = facts(finding, &what(army, limit, false, only), measured, broken);
    let finding = if broken.is_shortfall { unmet(army, finding) } else { finding };
    let bound = limit.entry.is_some().then_some(broken.span);
    let mut finding = verdict.add_to(finding, bound, measures_its_title(limit, only));
    finding.help = if broken.low { more(army, limit) } else { None };
    found.say(finding);
}

/// The amounts of a broken bound as facts.
fn facts(finding: Finding, what: &str, measured: &Measured, broken: &Broken) -> Finding {
    let Allowed { amount, how, base } = &broken.allowed;
    let wanted = match broken.edge {
        Edge::MultipleOf => FactKind::MultipleOf,
        Edge::AtMost => FactKind::AtMost,
        Edge::AtLeast => FactKind::AtLeast,
        Edge::Exactly => FactKind::Exactly,
    };
    let finding = finding.fact(FactKind::Found, what, measured.amount);
    let finding = finding.fact(wanted, how.as_deref().unwrap_or(what), *amount);
    match base {
        Some(base) => finding.fact(FactKind::Base, base.what.as_str(), base.amount),
        None => finding,
    }
}

/// How more of the measured thing is written.
fn more(army: &Army<'_>, limit: &Limit) -> Option<String> {
    let selector = limit.measure.selector()?;
    let rules = army.rules;
    if let Some(kind) = selector
        .named
        .first()
        .filter(|_| selector.named.iter().all(|k| rules.base_of(*k) == rules.base_of(selector.named[0])))
    {
        let baggage = rules.baggage.is_some_and(|b| rules.base_of(*kind) == b);
        return Some(if baggage {
            "write `baggage: true`".to_owned()
        } else {
            format!("add {{unit: {}}}", rules.kind_of(*kind).id)
        });
    }
    match &selector.test {
        Test::Role(roles) => {
            Some(format!("write `role: {}` with a character", rules.roles[roles.first()?.0].id))
        }
        _ => None,
    }
}

/// Labels everything that was counted: the last of too many first, since it is the one to change.
fn labelled(mut finding: Finding, limit: &Limit, measured: &Measured, high: bool) -> Finding {
    // A unit and the bodies inside it are written in one place
    let mut places: BTreeMap<Span, Number> = BTreeMap::new();
    for found in measured.found.iter().filter(|f| f.span.end > f.span.start) {
        let amount = places.entry(found.span).or_default();
        *amount = amount.plus(found.amount).unwrap_or(*amount);
    }
    let mut counted: Vec<(Span, Number)> = places.into_iter().collect();
    let text = |n: Number| match &limit.measure {
        Measure::Points(_) => crate::wording::of_points(n),
        Measure::Count(_) if n == 1 => "counted".to_owned(),
        _ => format!("counts {n}"),
    };
    if high && let Some(last) = counted.pop() {
        finding.labels.clear();
        finding = finding.label(last.0, text(last.1));
    }
    let primary = finding.primary().map(|l| l.span);
    counted.retain(|(span, _)| Some(*span) != primary);
    // A hundred labels help nobody; the sum is in the message
    for (span, amount) in counted.into_iter().rev().take(20).rev() {
        finding = finding.label(span, text(amount));
    }
    finding
}

pub(super) fn either(
    army: &Army<'_>,
    found: &mut Found,
    limit: &Limit,
    place: Where,
    measured: &Measured,
    only: Option<KindId>,
    broken: &[Vec<Broken>],
) {
    let ways: Vec<String> = limit
        .bounds
        .iter()
        .zip(broken)
        .map(|(bounds, broken)| way(army, limit, bounds, place, broken))
        .collect();
    let low = broken.iter().any(|way| way.iter().all(|b| b.low));
    let verdict = LimitVerdict::new(army, found, limit, place);
    let statement = format!(
        "{}{}, but {} needed",
        amount(army, limit, measured.amount, only),
        here(army, place),
        joined(&ways, "or")
    );
    let finding = at(Code::DoesNotHold, span_of(army, place), verdict.sentence(&statement));
    let finding = labelled(finding.severity(limit.severity), limit, measured, true);
    let mut finding = if low { unmet(army, finding) } else { finding };
    for all in broken {
        for one in all {
            finding = facts(finding, &what(army, limit, false, only), measured, one);
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
    found.say(verdict.add_to(finding, None, measures_its_title(limit, only)));
}

/// One of the ways in which an `either` may hold, in words.
fn way(army: &Army<'_>, limit: &Limit, bounds: &Bounds, place: Where, broken: &[Broken]) -> String {
    let worth = |bound: &Option<Bound>| {
        let made = allowed(army, &bound.as_ref()?.amount, limit, place).ok()?;
        let how = made.how.map_or_else(String::new, |how| format!(" ({how})"));
        Some(format!("{}{how}", made.amount.mixed()))
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
pub(super) fn here(army: &Army<'_>, place: Where) -> String {
    match place {
        Where::Army => String::new(),
        Where::Reserves => " in the reserves".to_owned(),
        Where::Command(_) if army.commands.len() == 1 && army.list.commands.is_none() => String::new(),
        Where::Command(at) => format!(" in {}", commands::called(army, at)),
        Where::Unit(at) => format!(" in \"{}\"", army.units[at].name),
    }
}

/// The words for a place as a whole.
pub(super) fn span_of(army: &Army<'_>, place: Where) -> Span {
    match place {
        Where::Army | Where::Reserves => army_span(army),
        Where::Command(at) => commands::place(&army.commands[at]).unwrap_or_else(|| army_span(army)),
        Where::Unit(at) => army.units[at].written.word_span(),
    }
}

/// What every finding about one limit in one place has in common: the rule, its author's words, why it
/// applies, and by which cost it is judged.
pub(super) struct LimitVerdict<'l> {
    army: &'l Army<'l>,
    limit: &'l Limit,
    place: Where,
    reasons: Reasons,
    by_cost: Option<JudgedByCost>,
}

impl<'l> LimitVerdict<'l> {
    /// The verdict of a limit that applies in a place.
    pub(super) fn new(army: &'l Army<'_>, found: &Found, limit: &'l Limit, place: Where) -> Self {
        // An entry's own bounds apply where it may be taken
        let of_entry = limit.entry.map(|kind| &army.rules.kind_of(kind).when);
        let conditions: Vec<_> = std::iter::once(&limit.when).chain(of_entry).collect();
        let reasons = Reasons::that_hold(army, &conditions, place, limit.sees);
        Self { army, limit, place, reasons, by_cost: found.judged_by_cost }
    }

    /// The verdict of a limit that could not be checked anywhere.
    pub(super) fn unchecked(army: &'l Army<'_>, found: &Found, limit: &'l Limit) -> Self {
        let reasons = Reasons::that_hold(army, &[], Where::Army, limit.sees);
        Self { army, limit, place: Where::Army, reasons, by_cost: found.judged_by_cost }
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
        let finding = finding.about(SubjectKind::Rule, &*limit.rule).scope(scope_of(self.place));
        let finding = finding.rule(&limit.rule);
        let finding =
            if message_names_it { finding.label_in_message(span, words) } else { finding.label(span, words) };
        let mut finding = self.reasons.add_to(finding);
        if let Some(JudgedByCost { cost, size: Some(_) }) = self.by_cost {
            finding.severity = finding.severity.min(Severity::Warning);
            if let Some(points) = &self.army.list.points {
                finding = finding.label(points.span, format!("{cost} spent"));
            }
        }
        finding
    }
}

/// How far one must look to meet a limit in a place.
pub(super) fn scope_of(place: Where) -> Scope {
    match place {
        Where::Unit(_) => Scope::Row,
        Where::Command(_) => Scope::Command,
        Where::Army | Where::Reserves => Scope::Army,
    }
}
