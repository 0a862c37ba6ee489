//! What is said of a broken limit: the sum, the base, the allowed number, every counted thing.

use std::collections::BTreeMap;

use crate::army::Army;
use crate::army::allowed::{allowed, spelled};
use crate::army::measure::{Measured, Where};
use crate::finding::{Code, Finding, Span};
use crate::format::number::Number;
use crate::rules::ids::KindId;
use crate::rules::limit::{Bound, Bounds, Limit, Measure};
use crate::rules::selector::Test;

use super::limits::Broken;
use super::words::joined;
use super::{Found, army_span, at, commands, of_rule, unmet};

/// The measured thing in words, with its amount: `3 "Caetrati"`, `620 points of units tagged "foot"`.
pub(super) fn amount(army: &Army<'_>, limit: &Limit, n: Number, only: Option<KindId>) -> String {
    let one = n == 1;
    let what = |one| {
        only.map_or_else(|| spelled(&limit.what, one), |k| format!("\"{}\"", army.rules.kind_of(k).name))
    };
    let everything = only.is_none() && limit.what == "everything";
    let of = if everything { String::new() } else { format!(" of {}", what(false)) };
    match &limit.measure {
        Measure::Points(_) => format!("{n} {}{of}", if one { "point" } else { "points" }),
        Measure::Size(_) => format!("{n} {}{of}", army.rules.size_of.word(one)),
        Measure::Commands(_) => {
            let with = if everything { String::new() } else { format!(" with {}", what(false)) };
            format!("{n} {}{with}", if one { "command" } else { "commands" })
        }
        Measure::Number(id, _) => format!("{n} {}{of}", army.rules.numbers[id.0].name.to_lowercase()),
        Measure::Count(_) | Measure::Formula => format!("{n} {}", what(one)),
    }
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
    let bound = limit.entry.is_some().then_some(broken.span);
    let mut finding = about(finding.severity(broken.severity), limit, bound);
    finding.help = if broken.low { more(army, limit) } else { None };
    found.say(finding);
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
        Measure::Points(_) => format!("{n} points"),
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
    found.say(about(finding.severity(severity), limit, None));
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

pub(super) fn about(finding: Finding, limit: &Limit, bound: Option<Span>) -> Finding {
    of_rule(finding, &limit.rule, bound.unwrap_or(limit.span), limit.says.as_deref().or(Some(&limit.title)))
}
