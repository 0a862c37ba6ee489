//! Checks of limits: how many, how much or what share of something an army may have.

use crate::army::amount_allowed_by_limit::{AllowedAmount, AmountError, allowed_amount};
use crate::army::evaluate_conditions::{applicable_dates, condition_holds, first_dates_outside};
use crate::army::limit_measurement::{Measurement, measure_limit};
use crate::army::regions::Region;
use crate::army::{Army, evaluate_ruleset_numbers};
use crate::finding::{Code, Severity, Span};
use crate::format::formula::FormulaValue;
use crate::format::limit::RegionKind;
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_limits::{Amount, Bound, Bounds, Limit, Measure, RatioBase};
use crate::rules::id_types::{ContingentId, UnitKindId};
use crate::wording::{Edge, points_text};

use super::limit_messages::{LimitVerdict, report_alternatives, report_broken_bound};
use super::unresolved_words_in_limits::{certain_amount, may_hide_matches};
use super::{
    CheckReport, army_span, entry_dates_and_conditions, exact_shares_not_whole, finding_at,
    unmet_limit_formulas,
};

pub(super) fn check_limits(army: &Army<'_>, found: &mut CheckReport) {
    let judged = exact_shares_not_whole::check_whole_shares(army, found);
    for limit in &army.rules.limits {
        for place in checked_regions(army, limit) {
            if judged.contains(&(limit.id, place)) {
                continue;
            }
            match condition_holds(army, &limit.when, place, limit.contingent) {
                Some(true) => check_applying_limit(army, found, limit, place),
                Some(false) => warn_by_cost(army, found, limit, place),
                None => note_missing_facts(army, found, limit),
            }
        }
    }
}

/// Checks a limit that applies. If no size is agreed and the cost stands in for it, the message says so.
fn check_applying_limit(army: &Army<'_>, found: &mut CheckReport, limit: &Limit, place: Region) {
    let by_cost =
        army.points_of(limit.contingent).is_none() && any_condition(&limit.when, &|w| w.worth.is_some());
    let cost = by_cost.then(|| army.worth(limit.contingent)).flatten();
    found.judged_by_cost = cost.map(|cost| JudgedByCost { cost, size: None });
    check_limit(army, found, limit, place);
    found.judged_by_cost = None;
}

/// Warns of a limit that would apply if the army had not stated a size that it does not fill.
fn warn_by_cost(army: &Army<'_>, found: &mut CheckReport, limit: &Limit, place: Region) {
    if !any_condition(&limit.when, &|w| w.worth.is_some()) {
        return;
    }
    let Some((size, cost)) = army.unfilled_size(limit.contingent) else { return };
    found.judged_by_cost = Some(JudgedByCost { cost, size: Some(size) });
    army.judge_by_cost(|| {
        if condition_holds(army, &limit.when, place, limit.contingent) == Some(true) {
            check_limit(army, found, limit, place);
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
        let cost = points_text(self.cost);
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
pub(super) fn limit_applies(army: &Army<'_>, limit: &Limit, place: Region) -> Option<bool> {
    let taken = |kind: UnitKindId| {
        let kind = army.rules.kind(kind);
        let dated = army.date.is_some() || applicable_dates(army, &kind.dates, None).next().is_none();
        dated
            && first_dates_outside(army, &kind.dates, None).is_none()
            && condition_holds(army, &kind.when, Region::Army, limit.contingent) == Some(true)
    };
    condition_holds(army, &limit.when, place, limit.contingent)
        .map(|holds| holds && limit.entry.is_none_or(taken))
}

/// Returns the regions where a limit is checked. Empty for the book of an ally that the army does not have.
pub(super) fn checked_regions(army: &Army<'_>, limit: &Limit) -> Vec<Region> {
    if limit.contingent.is_none_or(|contingent| army.has_called(contingent)) {
        measured_regions(army, limit)
    } else {
        Vec::new()
    }
}

/// Returns the regions where a limit measures.
fn measured_regions(army: &Army<'_>, limit: &Limit) -> Vec<Region> {
    let seen = |c: ContingentId| limit.contingent.is_none_or(|own| own == c);
    match limit.region {
        RegionKind::Army => vec![Region::Army],
        RegionKind::Reserves => vec![Region::Reserves],
        RegionKind::Command => {
            let all = army.commands.iter().enumerate();
            let all =
                all.filter(|(at, c)| seen(c.contingent) && !c.ally_unknown && !army.is_outside_commands(*at));
            all.map(|(at, _)| Region::Command(at)).collect()
        }
        RegionKind::Unit => {
            let named = limit.measure.selector().map_or(&[][..], |s| &s.named_kinds);
            let counts = |u: &crate::army::Unit<'_>| {
                !u.in_reserve()
                    && seen(u.body.contingent)
                    && (!u.body.uncounted || u.body.kind.is_some_and(|k| named.contains(&k)))
            };
            (0..army.units.len()).filter(|at| counts(&army.units[*at])).map(Region::Unit).collect()
        }
    }
}

/// Notes what is missing to evaluate a limit's condition.
fn note_missing_facts(army: &Army<'_>, found: &mut CheckReport, limit: &Limit) {
    if army.points.is_none() && any_condition(&limit.when, &|w| w.points.is_some() || w.worth.is_some()) {
        note_missing_points(found, limit);
    }
    if army.date.is_none() && any_condition(&limit.when, &|w| w.date.is_some()) {
        entry_dates_and_conditions::note_missing_date(found, limit.rule_path.clone());
    }
}

fn any_condition(when: &Condition, what: &dyn Fn(&Condition) -> bool) -> bool {
    let inner = |all: &[Condition]| all.iter().any(|w| any_condition(w, what));
    what(when)
        || inner(&when.any)
        || inner(&when.all)
        || when.not.as_ref().is_some_and(|w| any_condition(w, what))
}

fn note_missing_points(found: &mut CheckReport, limit: &Limit) {
    if !found.rules_needing_points.contains(&limit.rule_path) {
        found.rules_needing_points.push(limit.rule_path.clone());
    }
}

fn check_limit(army: &Army<'_>, found: &mut CheckReport, limit: &Limit, place: Region) {
    if let Some(formula) = &limit.formula {
        match evaluate_ruleset_numbers::evaluate_in_region(army, formula, place, limit.contingent) {
            Ok(outcome) if outcome.value == FormulaValue::Truth(true) => {}
            Ok(outcome) if outcome.value == FormulaValue::Truth(false) => {
                if !may_hide_matches(army, found, limit) {
                    unmet_limit_formulas::report_failed_formula(army, found, limit, formula, place);
                }
            }
            Ok(_) => report_unchecked(army, found, limit, "something that it asks for is not known"),
            Err(trouble) => report_unchecked(army, found, limit, &trouble.to_string()),
        }
        return;
    }
    let all = measure_limit(army, &limit.measure, place, limit.contingent, None, limit.joined_once);
    if !limit.by_entry {
        check_bounds(army, found, limit, place, &all, None);
        return;
    }
    let mut kinds: Vec<UnitKindId> = all.found.iter().filter_map(|f| f.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let apart =
            measure_limit(army, &limit.measure, place, limit.contingent, Some(kind), limit.joined_once);
        check_bounds(army, found, limit, place, &apart, Some(kind));
    }
}

fn report_unchecked(army: &Army<'_>, found: &mut CheckReport, limit: &Limit, why: &str) {
    // Unresolved words and an unknown mode have been reported
    let no_mode = army.mode.is_none() && !army.rules.modes.is_empty();
    if no_mode || may_hide_matches(army, found, limit) {
        return;
    }
    let verdict = LimitVerdict::unchecked(army, found, limit);
    let message = verdict.sentence(&format!("\"{}\" is not checked: {why}", limit.title));
    let finding = finding_at(Code::NotChecked, army_span(army), message);
    found.push(verdict.add_to(finding, None, limit.says.is_none()));
}

/// A bound that a measured amount breaks.
pub(super) struct BrokenBound {
    pub(super) code: Code,
    pub(super) severity: Severity,
    /// Whether it is something that a draft may still reach.
    pub(super) is_shortfall: bool,
    /// Whether more of what the limit measures would satisfy it.
    pub(super) is_too_low: bool,
    /// Whether more of something else would satisfy it, since the allowed amount is a share of what the army
    /// has.
    pub(super) depends_on_others: bool,
    pub(super) allowed: AllowedAmount,
    pub(super) edge: Edge,
    pub(super) span: Span,
}

impl BrokenBound {
    /// Returns `true` if less of what the limit measures would satisfy it.
    pub(super) fn is_too_high(&self) -> bool {
        !self.is_shortfall
    }
}

fn check_bounds(
    army: &Army<'_>,
    found: &mut CheckReport,
    limit: &Limit,
    place: Region,
    measured: &Measurement,
    only: Option<UnitKindId>,
) {
    let available = limit.entry.is_none_or(|kind| is_available(army, found, limit, kind));
    let mut broken: Vec<Vec<BrokenBound>> = Vec::new();
    for bounds in &limit.bounds {
        match broken_bounds(army, limit, bounds, place, measured, available) {
            Ok(all) if all.is_empty() => return,
            Ok(all) => broken.push(all),
            Err(AmountError::SizeUnknown) => return note_missing_points(found, limit),
            Err(AmountError::AmountUnknown) => {
                return report_unchecked(
                    army,
                    found,
                    limit,
                    "a cost or a number that it asks for is not known",
                );
            }
        }
    }
    if !available && broken.len() > 1 {
        return;
    }
    // A unit that is too small for its type is reported once, by the check of sizes
    let short = matches!((place, &limit.measure), (Region::Unit(at), Measure::Size(_))
        if super::unit_sizes_and_parts::is_too_small(army, &army.units[at]));
    let unknown = may_hide_matches(army, found, limit);
    let hidden = unknown || measured.has_unknown_amount || short;
    if broken.len() == 1 {
        for one in broken.remove(0) {
            // What could not be read might be what is missing, or might not be what is counted here
            let rests_on_it = if one.is_too_high() {
                unknown
                    && (one.depends_on_others || certain_amount(army, limit, measured) <= one.allowed.amount)
            } else {
                hidden
            };
            if !rests_on_it {
                report_broken_bound(army, found, limit, place, measured, only, &one);
            }
        }
        return;
    }
    if hidden {
        return;
    }
    report_alternatives(army, found, limit, place, measured, only, &broken);
}

/// Returns `true` if an entry may be taken. `false` if that is unknown, so that no minimum applies to it yet.
fn is_available(army: &Army<'_>, found: &mut CheckReport, limit: &Limit, kind: UnitKindId) -> bool {
    let kind = army.rules.kind(kind);
    let dated = applicable_dates(army, &kind.dates, limit.contingent).next().is_some();
    if dated && army.date.is_none() {
        let asks = limit.bounds.iter().any(|b| b.min.is_some() || b.exactly.is_some());
        if asks || limit.bounds.len() > 1 {
            entry_dates_and_conditions::note_missing_date(found, format!("\"{}\"", kind.name));
        }
        return false;
    }
    first_dates_outside(army, &kind.dates, limit.contingent).is_none()
        && condition_holds(army, &kind.when, Region::Army, limit.contingent) == Some(true)
}

/// Returns the bounds that a measured amount breaks, out of a set of bounds that apply together.
fn broken_bounds(
    army: &Army<'_>,
    limit: &Limit,
    bounds: &Bounds,
    place: Region,
    measured: &Measurement,
    available: bool,
) -> Result<Vec<BrokenBound>, AmountError> {
    let mut all = Vec::new();
    let n = measured.amount;
    let ends = [(&bounds.max, Edge::AtMost), (&bounds.exactly, Edge::Exactly), (&bounds.min, Edge::AtLeast)];
    for (bound, edge) in ends {
        let Some(bound) = bound else { continue };
        // The minimum of an entry applies only when it may be taken
        if !available && edge != Edge::AtMost {
            continue;
        }
        for (severity, bound) in bounds_by_severity(bound, limit.severity) {
            let allowed = allowed_amount(army, &bound.amount, limit, place)?;
            // The known amount is within the maximum, but the unknown rest may exceed it
            if measured.has_unknown_amount && edge != Edge::AtLeast && n <= allowed.amount {
                return Err(AmountError::AmountUnknown);
            }
            let high = edge != Edge::AtLeast && n > allowed.amount;
            let low = edge != Edge::AtMost && n < allowed.amount;
            // An amount that is only partly known may turn out to be more, never less
            if high || low && !measured.has_unknown_amount {
                let code = if high { Code::TooMany } else { Code::TooFew };
                all.push(BrokenBound {
                    code,
                    severity,
                    is_shortfall: low,
                    is_too_low: low,
                    depends_on_others: depends_on_others(&bound.amount),
                    allowed,
                    edge,
                    span: bound.span,
                });
                break;
            }
        }
    }
    if let Some(bound) = bounds.multiple_of.as_ref().filter(|_| available) {
        let step = allowed_amount(army, &bound.amount, limit, place)?;
        let whole = n.checked_div(step.amount).is_some_and(Number::is_whole);
        if !whole && step.amount != 0 {
            all.push(BrokenBound {
                code: Code::NotAMultiple,
                severity: limit.severity,
                is_shortfall: true,
                is_too_low: false,
                depends_on_others: depends_on_others(&bound.amount),
                allowed: step,
                edge: Edge::MultipleOf,
                span: bound.span,
            });
        }
    }
    Ok(all)
}

fn depends_on_others(amount: &Amount) -> bool {
    match amount {
        Amount::Number(_) => false,
        Amount::Share { of, .. } | Amount::Rate { of, .. } => {
            !matches!(of, RatioBase::Points | RatioBase::Commands)
        }
        Amount::Severities(all) => all.iter().any(|(_, bound)| depends_on_others(&bound.amount)),
    }
}

/// Returns a bound with its severity, or its steps with theirs, the most severe first.
fn bounds_by_severity(bound: &Bound, usual: Severity) -> Vec<(Severity, &Bound)> {
    match &bound.amount {
        Amount::Severities(all) => all.iter().map(|(severity, bound)| (*severity, bound)).collect(),
        _ => vec![(usual, bound)],
    }
}
