//! What is said of a broken limit: the sum, the base, the allowed number, every counted thing.

use std::collections::BTreeMap;

use crate::army::Army;
use crate::army::allowed::{Allowed, allowed};
use crate::army::measure::{Measured, Where};
use crate::finding::{Code, FactKind, Finding, Span};
use crate::format::number::Number;
use crate::rules::ids::KindId;
use crate::rules::limit::{Bound, Bounds, Limit, Measure};
use crate::rules::selector::Test;
use crate::rules::when::When;
use crate::rules::words::measured_thing;

use super::limits::Broken;
use super::reasons::since;
use super::words::joined;
use super::{Found, army_span, at, commands, of_rule, unmet};

/// The measured thing in words, with its amount: `3 "Caetrati"`, `620 points of units tagged "foot"`.
pub(super) fn amount(army: &Army<'_>, limit: &Limit, n: Number, only: Option<KindId>) -> String {
    format!("{n} {}", what(army, limit, n == 1, only))
}

/// The measured thing in words, to stand behind a number.
pub(super) fn what(army: &Army<'_>, limit: &Limit, one: bool, only: Option<KindId>) -> String {
    let described = only.map(|k| format!("\"{}\"", army.rules.kind_of(k).name));
    measured_thing(army.rules, &limit.measure, described.as_deref().or(limit.what.as_deref()), one)
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
    let most = broken.allowed.amount.max(Number::ZERO);
    let shown = most.mixed();
    let how = broken.allowed.how.as_ref().map_or_else(String::new, |how| format!(": {how}"));
    let edge = match (broken.code, broken.word) {
        (Code::TooMany, _) if most == 0 => format!("none allowed{how}"),
        (Code::NotAMultiple, _) => format!("a multiple of {shown} wanted{how}"),
        (Code::TooMany, word) => format!("{word} {shown} allowed{how}"),
        (_, word) => format!("{word} {shown} wanted{how}"),
    };
    let message = format!("{}{}, {edge}", amount(army, limit, measured.amount, only), here(army, place));
    let high = broken.code == Code::TooMany;
    let finding = labelled(at(broken.code, span_of(army, place), message), limit, measured, high);
    let finding = facts(finding.severity(broken.severity), &what(army, limit, false, only), measured, broken);
    let bound = limit.entry.is_some().then_some(broken.span);
    let mut finding = about(army, finding, limit, place, bound);
    finding.help = if broken.low { more(army, limit) } else { None };
    found.say(finding);
}

/// The amounts of a broken bound as facts.
fn facts(finding: Finding, what: &str, measured: &Measured, broken: &Broken) -> Finding {
    let Allowed { amount, how, base } = &broken.allowed;
    let wanted = match (broken.code, broken.word) {
        (Code::NotAMultiple, _) => FactKind::MultipleOf,
        (_, "at most") => FactKind::AtMost,
        (_, "at least") => FactKind::AtLeast,
        _ => FactKind::Exactly,
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
        Measure::Points(_) => crate::check::words::of_points(n),
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
    let severity = if low { unmet(army, limit.severity) } else { limit.severity };
    let message = format!(
        "{}{}, but {} wanted",
        amount(army, limit, measured.amount, only),
        here(army, place),
        joined(&ways, "or")
    );
    let finding = labelled(at(Code::DoesNotHold, span_of(army, place), message), limit, measured, true);
    let mut finding = finding.severity(severity);
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
    found.say(about(army, finding, limit, place, None));
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
        _ => broken.first().map_or_else(String::new, |b| b.word.to_owned()),
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

/// The finding with the limit that it is about, and why that applies.
pub(super) fn about(
    army: &Army<'_>,
    finding: Finding,
    limit: &Limit,
    place: Where,
    bound: Option<Span>,
) -> Finding {
    let words = limit.says.as_deref().or(Some(&limit.title));
    let finding = of_rule(finding, &limit.rule, bound.unwrap_or(limit.span), words);
    // An entry's own bounds apply where it may be taken
    let of_entry = limit.entry.map(|kind| &army.rules.kind_of(kind).when);
    let conditions: Vec<&When> = std::iter::once(&limit.when).chain(of_entry).collect();
    since(army, finding, &conditions, place, limit.sees)
}
