//! Limits: how many, how much or what share an army may have.

use std::collections::BTreeMap;

use crate::army::condition::{applying, holds, outside};
use crate::army::measure::{Allowed, Measured, Missing, Where, allowed, measure, spelled};
use crate::army::{Army, number};
use crate::finding::{Code, Finding, Severity, Span};
use crate::format::limit::Place;
use crate::format::number::Number;
use crate::rules::formula::Value;
use crate::rules::ids::{ContingentId, KindId};
use crate::rules::limit::{Amount, Base, Bound, Bounds, Limit, Measure};
use crate::rules::selector::{Selector, Test};
use crate::rules::when::When;

use super::words::joined;
use super::{Found, army_span, at, commands, entries, of_rule, unmet};

pub(super) fn check(army: &Army<'_>, found: &mut Found) {
    for limit in &army.rules.limits {
        // An ally's book asks nothing of an army that has not called it
        let called =
            |c: ContingentId| c == ContingentId::OWN || army.commands.iter().any(|k| k.contingent == c);
        if !limit.sees.is_none_or(called) {
            continue;
        }
        for place in places(army, limit) {
            match holds(army, &limit.when, place, limit.sees) {
                Some(true) => one(army, found, limit, place),
                Some(false) => {}
                None => waits(army, found, limit),
            }
        }
    }
}

/// Every place where a limit measures.
fn places(army: &Army<'_>, limit: &Limit) -> Vec<Where> {
    let seen = |c: ContingentId| limit.sees.is_none_or(|own| own == c);
    match limit.place {
        Place::Army => vec![Where::Army],
        Place::Reserves => vec![Where::Reserves],
        Place::Command => {
            let all = army.commands.iter().enumerate();
            let all = all.filter(|(at, c)| seen(c.contingent) && !c.nobodys && !army.is_stray(*at));
            all.map(|(at, _)| Where::Command(at)).collect()
        }
        Place::Unit => {
            let named = limit.measure.selector().map_or(&[][..], |s| &s.named);
            let counts = |u: &crate::army::Unit<'_>| {
                !u.in_reserve()
                    && seen(u.body.contingent)
                    && (!u.body.passed_over || u.body.kind.is_some_and(|k| named.contains(&k)))
            };
            (0..army.units.len()).filter(|at| counts(&army.units[*at])).map(Where::Unit).collect()
        }
    }
}

/// Remembers what a limit's condition waits for.
fn waits(army: &Army<'_>, found: &mut Found, limit: &Limit) {
    if army.points.is_none() && asks(&limit.when, &|w| w.points.is_some()) {
        need_points(found, limit);
    }
    if army.date.is_none() && asks(&limit.when, &|w| w.date.is_some()) {
        entries::need_date(found, limit.rule.clone());
    }
}

fn asks(when: &When, what: &dyn Fn(&When) -> bool) -> bool {
    let inner = |all: &[When]| all.iter().any(|w| asks(w, what));
    what(when) || inner(&when.any) || inner(&when.all) || when.not.as_ref().is_some_and(|w| asks(w, what))
}

fn need_points(found: &mut Found, limit: &Limit) {
    if !found.need_points.contains(&limit.rule) {
        found.need_points.push(limit.rule.clone());
    }
}

fn one(army: &Army<'_>, found: &mut Found, limit: &Limit, place: Where) {
    if let Some(formula) = &limit.holds {
        match number::formula(army, formula, place, limit.sees) {
            Ok(outcome) if outcome.value == Value::Truth(true) => {}
            Ok(outcome) if outcome.value == Value::Truth(false) => {
                if !hides(army, found, limit) {
                    let words = limit.says.clone().unwrap_or_else(|| limit.title.clone());
                    let message = format!("this does not hold{}: {words}", here(army, place));
                    let finding =
                        at(Code::DoesNotHold, span_of(army, place), message).severity(limit.severity);
                    found.say(about(finding, limit, None));
                }
            }
            Ok(_) => not_checked(army, found, limit, "something that it asks for is not known"),
            Err(trouble) => not_checked(army, found, limit, &trouble.to_string()),
        }
        return;
    }
    let all = measure(army, &limit.measure, place, limit.sees, None, limit.joined_once);
    if !limit.by_entry {
        judge(army, found, limit, place, &all, None);
        return;
    }
    let mut kinds: Vec<KindId> = all.found.iter().filter_map(|f| f.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let apart = measure(army, &limit.measure, place, limit.sees, Some(kind), limit.joined_once);
        judge(army, found, limit, place, &apart, Some(kind));
    }
}

fn not_checked(army: &Army<'_>, found: &mut Found, limit: &Limit, why: &str) {
    // What could not be resolved has been reported as such
    if hides(army, found, limit) {
        return;
    }
    let message = format!("\"{}\" is not checked: {why}", limit.title);
    found.say(about(at(Code::NotChecked, army_span(army), message), limit, None).severity(Severity::Warning));
}

/// Whether something in the list that could not be resolved may be just what a limit counts. A word that is near
/// a known one is taken for that.
fn hides(army: &Army<'_>, found: &mut Found, limit: &Limit) -> bool {
    // A limit on each unit asks it for each of them
    let place = std::ptr::from_ref(limit).addr();
    if let Some((known, hides)) = found.hides
        && known == place
    {
        return hides;
    }
    let hides = might_count(army, limit);
    found.hides = Some((place, hides));
    hides
}

fn might_count(army: &Army<'_>, limit: &Limit) -> bool {
    let mut selectors: Vec<&Selector> = limit.measure.selector().into_iter().collect();
    let bounds = limit.bounds.iter().flat_map(|b| [&b.min, &b.max, &b.exactly, &b.multiple_of]).flatten();
    bounds.for_each(|bound| bases(&bound.amount, &mut selectors));
    let seen = |c: ContingentId| limit.sees.is_none_or(|own| own == c);
    let unit = |u: &crate::army::Unit<'_>| {
        if !seen(u.body.contingent) {
            return false;
        }
        let options = !u.body.unknown.is_empty()
            && (limit.holds.is_some() || selectors.iter().any(|s| s.asks_for_options()));
        // What was meant is dear to find out, and asked of unknown words only
        let kind = || {
            army.meant(u).is_none_or(|kind| {
                limit.holds.is_some() || selectors.iter().any(|s| s.finds_kind(army.rules.kind_of(kind)))
            })
        };
        options || u.body.kind.is_none() && kind()
    };
    let character = |c: &crate::army::Character<'_>| {
        c.role.is_none()
            && seen(c.contingent)
            && (limit.holds.is_some() || selectors.iter().any(|s| s.characters))
    };
    army.partial || army.units.iter().any(unit) || army.characters.iter().any(character)
}

fn bases<'l>(amount: &'l Amount, selectors: &mut Vec<&'l Selector>) {
    match amount {
        Amount::Share { of: Base::Found(selector, _), .. }
        | Amount::Rate { of: Base::Found(selector, _), .. } => {
            selectors.push(selector);
        }
        Amount::Severities(all) => all.iter().for_each(|(_, bound)| bases(&bound.amount, selectors)),
        _ => {}
    }
}

/// How a measured amount breaks a set of bounds.
struct Broken {
    code: Code,
    severity: Severity,
    /// Whether more of it would mend it.
    low: bool,
    /// Whether more of something else would mend it: the allowed amount is a part of what is found.
    rests_on_others: bool,
    allowed: Allowed,
    word: &'static str,
    span: Span,
}

fn judge(
    army: &Army<'_>,
    found: &mut Found,
    limit: &Limit,
    place: Where,
    measured: &Measured,
    only: Option<KindId>,
) {
    let available = limit.entry.is_none_or(|kind| available(army, found, limit, kind));
    let mut broken: Vec<Vec<Broken>> = Vec::new();
    for bounds in &limit.bounds {
        match breaks(army, limit, bounds, place, measured, available) {
            Ok(all) if all.is_empty() => return,
            Ok(all) => broken.push(all),
            Err(Missing::Points) => return need_points(found, limit),
            Err(Missing::Known) => {
                return not_checked(army, found, limit, "a cost or a number that it asks for is not known");
            }
        }
    }
    if !available && broken.len() > 1 {
        return;
    }
    // A unit that is too small for its type is told so once
    let short = matches!((place, &limit.measure), (Where::Unit(at), Measure::Size(_))
        if super::sizes::falls_short(army, &army.units[at]));
    let unknown = hides(army, found, limit);
    let hidden = unknown || measured.unknown || short;
    if broken.len() == 1 {
        for one in broken.remove(0) {
            // What could not be read may be just what is missing
            if !(hidden && (one.low || one.code == Code::NotAMultiple) || unknown && one.rests_on_others) {
                say(army, found, limit, place, measured, only, &one);
            }
        }
        return;
    }
    if hidden {
        return;
    }
    either(army, found, limit, place, measured, only, &broken);
}

/// Whether an entry may be taken: where that is open, nothing may be asked of it yet.
fn available(army: &Army<'_>, found: &mut Found, limit: &Limit, kind: KindId) -> bool {
    let kind = army.rules.kind_of(kind);
    let dated = applying(army, &kind.dates, None).next().is_some();
    if dated && army.date.is_none() {
        let asks = limit.bounds.iter().any(|b| b.min.is_some() || b.exactly.is_some());
        if asks || limit.bounds.len() > 1 {
            entries::need_date(found, format!("\"{}\"", kind.name));
        }
        return false;
    }
    outside(army, &kind.dates, None).is_none()
        && holds(army, &kind.when, Where::Army, limit.sees) == Some(true)
}

/// Everything in which a measured amount breaks bounds that hold together.
fn breaks(
    army: &Army<'_>,
    limit: &Limit,
    bounds: &Bounds,
    place: Where,
    measured: &Measured,
    available: bool,
) -> Result<Vec<Broken>, Missing> {
    let mut all = Vec::new();
    let n = measured.amount;
    for (bound, word) in [(&bounds.max, "at most"), (&bounds.exactly, "exactly"), (&bounds.min, "at least")] {
        let Some(bound) = bound else { continue };
        // An entry's minimum holds only within its own dates
        if !available && word != "at most" {
            continue;
        }
        for (severity, bound) in by_severity(bound, limit.severity) {
            let allowed = allowed(army, &bound.amount, limit, place)?;
            // What is known lies below the most, and what is not may lie above
            if measured.unknown && word != "at least" && n <= allowed.amount {
                return Err(Missing::Known);
            }
            let high = word != "at least" && n > allowed.amount;
            let low = word != "at most" && n < allowed.amount;
            // An amount that is only partly known may be more, never less
            if high || low && !measured.unknown {
                let code = if high { Code::TooMany } else { Code::TooFew };
                let severity = if low { unmet(army, severity) } else { severity };
                let rests_on_others = rests_on_others(&bound.amount);
                all.push(Broken { code, severity, low, rests_on_others, allowed, word, span: bound.span });
                break;
            }
        }
    }
    if let Some(bound) = bounds.multiple_of.as_ref().filter(|_| available) {
        let step = allowed(army, &bound.amount, limit, place)?;
        let whole = n.over(step.amount).is_some_and(Number::is_whole);
        if !whole && step.amount != 0 {
            let severity = unmet(army, limit.severity);
            all.push(Broken {
                code: Code::NotAMultiple,
                severity,
                low: false,
                rests_on_others: rests_on_others(&bound.amount),
                allowed: step,
                word: "a multiple of",
                span: bound.span,
            });
        }
    }
    Ok(all)
}

fn rests_on_others(amount: &Amount) -> bool {
    match amount {
        Amount::Number(_) => false,
        Amount::Share { of, .. } | Amount::Rate { of, .. } => !matches!(of, Base::Points | Base::Commands),
        Amount::Severities(all) => all.iter().any(|(_, bound)| rests_on_others(&bound.amount)),
    }
}

/// A bound with its severity; of several, the worst first.
fn by_severity(bound: &Bound, usual: Severity) -> Vec<(Severity, &Bound)> {
    match &bound.amount {
        Amount::Severities(all) => all.iter().map(|(severity, bound)| (*severity, bound)).collect(),
        _ => vec![(usual, bound)],
    }
}

/// The measured thing in words, with its amount: `3 "Caetrati"`, `620 points of units tagged "foot"`.
fn amount(army: &Army<'_>, limit: &Limit, n: Number, only: Option<KindId>) -> String {
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

fn say(
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

fn either(
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
fn here(army: &Army<'_>, place: Where) -> String {
    match place {
        Where::Army => String::new(),
        Where::Reserves => " in the reserves".to_owned(),
        Where::Command(_) if army.commands.len() == 1 && army.list.commands.is_none() => String::new(),
        Where::Command(at) => format!(" in {}", commands::called(army, at)),
        Where::Unit(at) => format!(" in \"{}\"", army.units[at].name),
    }
}

/// The words for a place as a whole.
fn span_of(army: &Army<'_>, place: Where) -> Span {
    match place {
        Where::Army | Where::Reserves => army_span(army),
        Where::Command(at) => commands::place(&army.commands[at]).unwrap_or_else(|| army_span(army)),
        Where::Unit(at) => army.units[at].written.word_span(),
    }
}

fn about(finding: Finding, limit: &Limit, bound: Option<Span>) -> Finding {
    of_rule(finding, &limit.rule, bound.unwrap_or(limit.span), limit.says.as_deref().or(Some(&limit.title)))
}
