//! Checks of limits: how many, how much or what share of something an army may have.

use crate::army::amount_allowed_by_limit::AmountError;
use crate::army::broken_bounds::{BrokenBound, broken_bounds};
use crate::army::evaluate_conditions::condition_holds;
use crate::army::limit_measurement::{Measurement, measure_limit};
use crate::army::limits_in_force::{EntryAvailability, availability_for_limit, checked_regions};
use crate::army::regions::Region;
use crate::army::unknown_words_that_limits_may_count::may_only_seem_broken;
use crate::army::{Army, evaluate_ruleset_numbers};
use crate::finding::Code;
use crate::format::formula::FormulaValue;
use crate::rules::compiled_amounts::RatioBase;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_limits::{Limit, Measure};
use crate::rules::id_types::{EffectId, UnitKindId};

use super::limit_verdict::{JudgedByCost, LimitVerdict};
use super::report_broken_limits::{report_alternatives, report_broken_bound};
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
                None => note_missing_facts(army, found, &limit.when, &limit.rule_path),
            }
        }
    }
}

/// Checks a limit that applies. If no size is agreed and the cost stands in for it, the message says so.
fn check_applying_limit(army: &Army<'_>, found: &mut CheckReport, limit: &Limit, place: Region) {
    let by_cost = army.points_of(limit.contingent).is_none() && limit.when.asks(&|when| when.worth.is_some());
    let cost = by_cost.then(|| army.worth(limit.contingent)).flatten();
    found.judged_by_cost = cost.map(|cost| JudgedByCost { cost, size: None });
    check_limit(army, found, limit, place);
    found.judged_by_cost = None;
}

/// Warns of a limit that would apply if the army had not stated a size that it does not fill.
fn warn_by_cost(army: &Army<'_>, found: &mut CheckReport, limit: &Limit, place: Region) {
    if !limit.when.asks(&|when| when.worth.is_some()) {
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

/// Notes what is missing to tell whether effects apply.
pub(super) fn check_effects(army: &Army<'_>, found: &mut CheckReport) {
    let bodies = army.units.iter().flat_map(crate::army::Unit::bodies);
    let mut undecided: Vec<EffectId> = bodies.flat_map(|body| &body.undecided_effects).copied().collect();
    undecided.sort_unstable();
    undecided.dedup();
    for effect in undecided.into_iter().map(|id| &army.rules.effects[id.0]) {
        note_missing_facts(army, found, &effect.when, &effect.rule_path);
    }
}

/// Notes what is missing to evaluate the condition of a rule.
fn note_missing_facts(army: &Army<'_>, found: &mut CheckReport, when: &Condition, rule_path: &str) {
    if army.points.is_none() && when.asks(&|when| when.points.is_some() || when.worth.is_some()) {
        note_missing_points(found, rule_path);
    }
    if army.date.is_none() && when.asks(&|when| when.date.is_some()) {
        entry_dates_and_conditions::note_missing_date(found, rule_path.to_owned());
    }
}

fn note_missing_points(found: &mut CheckReport, rule_path: &str) {
    if !found.rules_needing_points.iter().any(|known| known == rule_path) {
        found.rules_needing_points.push(rule_path.to_owned());
    }
}

fn check_limit(army: &Army<'_>, found: &mut CheckReport, limit: &Limit, place: Region) {
    if let Some(formula) = &limit.formula {
        match evaluate_ruleset_numbers::evaluate_in_region(army, formula, place, limit.contingent) {
            Ok(outcome) if outcome.value == FormulaValue::Truth(true) => {}
            Ok(outcome) if outcome.value == FormulaValue::Truth(false) => {
                if !found.may_hide_matches(army, limit) {
                    unmet_limit_formulas::report_failed_formula(army, found, limit, formula, place);
                }
            }
            Ok(_) => report_unchecked(army, found, limit, "something that it asks for is not known"),
            Err(trouble) => report_unchecked(army, found, limit, &trouble.to_string()),
        }
        return;
    }
    let all = measure_limit(army, &limit.measure, place, limit.contingent, None, limit.joined_once);
    if all.is_absent {
        return;
    }
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
    if no_mode || found.may_hide_matches(army, limit) {
        return;
    }
    let verdict = LimitVerdict::unchecked(army, found, limit);
    let message = verdict.sentence(&format!("\"{}\" is not checked: {why}", limit.title));
    let finding = finding_at(Code::NotChecked, army_span(army), message);
    found.push(verdict.add_to(finding, None, limit.says.is_none()));
}

fn check_bounds(
    army: &Army<'_>,
    found: &mut CheckReport,
    limit: &Limit,
    place: Region,
    measured: &Measurement,
    only: Option<UnitKindId>,
) {
    let available = is_available(army, found, limit);
    let mut broken: Vec<Vec<BrokenBound>> = Vec::new();
    for bounds in &limit.bounds {
        match broken_bounds(army, limit, bounds, place, measured, available) {
            Ok(all) if all.is_empty() => return,
            Ok(all) => broken.push(all),
            // Nothing is asked of a value that nobody has
            Err(AmountError::NothingThere) => return,
            Err(AmountError::SizeUnknown) => return note_missing_points(found, &limit.rule_path),
            // The words that the charge may depend on have been reported
            Err(AmountError::AmountUnknown) if asks_for_spent(limit) && army.has_undecided_charge() => return,
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
    let unknown = found.may_hide_matches(army, limit);
    let hidden = unknown || measured.has_unknown_amount || short;
    if broken.len() == 1 {
        for one in broken.remove(0) {
            if !may_only_seem_broken(army, limit, measured, &one, unknown, hidden) {
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

/// Returns `true` if a share or rate of a limit is of the points spent.
fn asks_for_spent(limit: &Limit) -> bool {
    limit.all_bounds().flat_map(|bound| bound.amount.bases()).any(|base| matches!(base, RatioBase::Spent))
}

/// Returns `true` if an entry may be taken. `false` if that is unknown, so that no minimum applies to it yet.
fn is_available(army: &Army<'_>, found: &mut CheckReport, limit: &Limit) -> bool {
    let availability = availability_for_limit(army, limit);
    let asks = || limit.bounds.iter().any(|b| b.min.is_some() || b.exactly.is_some());
    if availability == EntryAvailability::DateUnknown && (limit.bounds.len() > 1 || asks()) {
        entry_dates_and_conditions::note_missing_date(found, format!("\"{}\"", limit.title));
    }
    availability == EntryAvailability::Available
}
