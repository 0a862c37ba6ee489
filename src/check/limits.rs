//! Checks of limits: how many, how much or what share of something an army may have.

use crate::army::allowed::{Allowed, Missing, allowed};
use crate::army::condition::{applying, holds, outside};
use crate::army::measure::{Measured, Where, measure};
use crate::army::{Army, number};
use crate::finding::{Code, Severity, Span};
use crate::format::formula::Value;
use crate::format::limit::Place;
use crate::format::number::Number;
use crate::rules::ids::{ContingentId, KindId};
use crate::rules::limit::{Amount, Base, Bound, Bounds, Limit, Measure};
use crate::rules::when::When;
use crate::wording::{Edge, of_points};

use super::hidden::{certain, hides};
use super::limit_words::{LimitVerdict, either, say};
use super::{Found, army_span, at, broken_formulas, entries, whole_shares};

pub(super) fn check(army: &Army<'_>, found: &mut Found) {
    let judged = whole_shares::check(army, found);
    for limit in &army.rules.limits {
        for place in judged_places(army, limit) {
            if judged.contains(&(std::ptr::from_ref(limit), place)) {
                continue;
            }
            match holds(army, &limit.when, place, limit.sees) {
                Some(true) => applies(army, found, limit, place),
                Some(false) => by_cost(army, found, limit, place),
                None => waits(army, found, limit),
            }
        }
    }
}

/// Checks a limit that applies. If no size is agreed and the cost stands in for it, the message says so.
fn applies(army: &Army<'_>, found: &mut Found, limit: &Limit, place: Where) {
    let by_cost = army.points_of(limit.sees).is_none() && asks(&limit.when, &|w| w.worth.is_some());
    let cost = by_cost.then(|| army.worth(limit.sees)).flatten();
    found.judged_by_cost = cost.map(|cost| JudgedByCost { cost, size: None });
    one(army, found, limit, place);
    found.judged_by_cost = None;
}

/// Warns of a limit that would apply if the army had not stated a size that it does not fill.
fn by_cost(army: &Army<'_>, found: &mut Found, limit: &Limit, place: Where) {
    if !asks(&limit.when, &|w| w.worth.is_some()) {
        return;
    }
    let Some((size, cost)) = army.unfilled_size(limit.sees) else { return };
    found.judged_by_cost = Some(JudgedByCost { cost, size: Some(size) });
    army.judge_by_cost(|| {
        if holds(army, &limit.when, place, limit.sees) == Some(true) {
            one(army, found, limit, place);
        }
    });
    found.judged_by_cost = None;
}

/// A limit that is judged by what the army costs and not by the agreed size.
#[derive(Clone, Copy, Debug)]
pub(super) struct JudgedByCost {
    /// What the army costs.
    pub(super) cost: Number,
    /// The agreed size, of which too much is not spent; `None` if no size is agreed.
    pub(super) size: Option<Number>,
}

impl JudgedByCost {
    /// The reason, to stand at the end of a sentence.
    pub(super) fn words(&self) -> String {
        let cost = of_points(self.cost);
        match self.size {
            None => format!("without an agreed size it is judged by the {cost} it costs"),
            Some(size) => format!(
                "this is judged by the {cost} it costs, since the agreed {size} are more than a tenth above"
            ),
        }
    }
}

/// Returns `true` if a limit applies in a region. `None` if the list does not say enough to evaluate its
/// condition.
pub(super) fn is_in_force(army: &Army<'_>, limit: &Limit, place: Where) -> Option<bool> {
    let taken = |kind: KindId| {
        let kind = army.rules.kind_of(kind);
        let dated = army.date.is_some() || applying(army, &kind.dates, None).next().is_none();
        dated
            && outside(army, &kind.dates, None).is_none()
            && holds(army, &kind.when, Where::Army, limit.sees) == Some(true)
    };
    holds(army, &limit.when, place, limit.sees).map(|holds| holds && limit.entry.is_none_or(taken))
}

/// Returns the regions where a limit is checked. Empty for the book of an ally that the army does not have.
pub(super) fn judged_places(army: &Army<'_>, limit: &Limit) -> Vec<Where> {
    if limit.sees.is_none_or(|contingent| army.has_called(contingent)) {
        places(army, limit)
    } else {
        Vec::new()
    }
}

/// Returns the regions where a limit measures.
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

/// Notes what is missing to evaluate a limit's condition.
fn waits(army: &Army<'_>, found: &mut Found, limit: &Limit) {
    if army.points.is_none() && asks(&limit.when, &|w| w.points.is_some() || w.worth.is_some()) {
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
                    broken_formulas::say(army, found, limit, formula, place);
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
    // Unresolved words and an unknown mode have been reported
    let no_mode = army.mode.is_none() && !army.rules.modes.is_empty();
    if no_mode || hides(army, found, limit) {
        return;
    }
    let verdict = LimitVerdict::unchecked(army, found, limit);
    let message = verdict.sentence(&format!("\"{}\" is not checked: {why}", limit.title));
    let finding = at(Code::NotChecked, army_span(army), message);
    found.say(verdict.add_to(finding, None, limit.says.is_none()));
}

/// A bound that a measured amount breaks.
pub(super) struct Broken {
    pub(super) code: Code,
    pub(super) severity: Severity,
    /// Whether it is something that a draft may still reach.
    pub(super) is_shortfall: bool,
    /// Whether more of what the limit measures would satisfy it.
    pub(super) low: bool,
    /// Whether more of something else would satisfy it, since the allowed amount is a share of what the army
    /// has.
    pub(super) rests_on_others: bool,
    pub(super) allowed: Allowed,
    pub(super) edge: Edge,
    pub(super) span: Span,
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
    // A unit that is too small for its type is reported once, by the check of sizes
    let short = matches!((place, &limit.measure), (Where::Unit(at), Measure::Size(_))
        if super::sizes::falls_short(army, &army.units[at]));
    let unknown = hides(army, found, limit);
    let hidden = unknown || measured.unknown || short;
    if broken.len() == 1 {
        for one in broken.remove(0) {
            // What could not be read might be what is missing, or might not be what is counted here
            let rests_on_it = match one.code {
                Code::TooMany => {
                    unknown && (one.rests_on_others || certain(army, limit, measured) <= one.allowed.amount)
                }
                _ => hidden,
            };
            if !rests_on_it {
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

/// Returns `true` if an entry may be taken. `false` if that is unknown, so that no minimum applies to it yet.
fn available(army: &Army<'_>, found: &mut Found, limit: &Limit, kind: KindId) -> bool {
    let kind = army.rules.kind_of(kind);
    let dated = applying(army, &kind.dates, limit.sees).next().is_some();
    if dated && army.date.is_none() {
        let asks = limit.bounds.iter().any(|b| b.min.is_some() || b.exactly.is_some());
        if asks || limit.bounds.len() > 1 {
            entries::need_date(found, format!("\"{}\"", kind.name));
        }
        return false;
    }
    outside(army, &kind.dates, limit.sees).is_none()
        && holds(army, &kind.when, Where::Army, limit.sees) == Some(true)
}

/// Returns the bounds that a measured amount breaks, out of a set of bounds that apply together.
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
    let ends = [(&bounds.max, Edge::AtMost), (&bounds.exactly, Edge::Exactly), (&bounds.min, Edge::AtLeast)];
    for (bound, edge) in ends {
        let Some(bound) = bound else { continue };
        // The minimum of an entry applies only when it may be taken
        if !available && edge != Edge::AtMost {
            continue;
        }
        for (severity, bound) in by_severity(bound, limit.severity) {
            let allowed = allowed(army, &bound.amount, limit, place)?;
            // The known amount is within the maximum, but the unknown rest may exceed it
            if measured.unknown && edge != Edge::AtLeast && n <= allowed.amount {
                return Err(Missing::Known);
            }
            let high = edge != Edge::AtLeast && n > allowed.amount;
            let low = edge != Edge::AtMost && n < allowed.amount;
            // An amount that is only partly known may turn out to be more, never less
            if high || low && !measured.unknown {
                let code = if high { Code::TooMany } else { Code::TooFew };
                all.push(Broken {
                    code,
                    severity,
                    is_shortfall: low,
                    low,
                    rests_on_others: rests_on_others(&bound.amount),
                    allowed,
                    edge,
                    span: bound.span,
                });
                break;
            }
        }
    }
    if let Some(bound) = bounds.multiple_of.as_ref().filter(|_| available) {
        let step = allowed(army, &bound.amount, limit, place)?;
        let whole = n.over(step.amount).is_some_and(Number::is_whole);
        if !whole && step.amount != 0 {
            all.push(Broken {
                code: Code::NotAMultiple,
                severity: limit.severity,
                is_shortfall: true,
                low: false,
                rests_on_others: rests_on_others(&bound.amount),
                allowed: step,
                edge: Edge::MultipleOf,
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

/// Returns a bound with its severity, or its steps with theirs, the most severe first.
fn by_severity(bound: &Bound, usual: Severity) -> Vec<(Severity, &Bound)> {
    match &bound.amount {
        Amount::Severities(all) => all.iter().map(|(severity, bound)| (*severity, bound)).collect(),
        _ => vec![(usual, bound)],
    }
}
