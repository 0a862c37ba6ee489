//! Proves what can be proven about the best suggestion: that none gets closer to the agreed size, and none as
//! good needs fewer changes.

use std::collections::HashMap;

use crate::army::Army;
use crate::format::read_exact_numbers::Number;
use crate::solve::integer_program::SearchBudget;
use crate::solve::move_program::{MoveEffect, MoveProgram};
use crate::solve::sum_constraints::SumConstraints;

use super::SearchProof;
use super::equivalent_moves::SearchSpace;
use super::moves::MoveTarget;
use super::rank_and_check_combinations::Search;

/// The largest number of branches in one proof.
const MAX_BRANCHES: usize = 4_000;
/// The largest number of move classes that a proof takes in, since its cost grows quickly with them.
const MAX_CLASSES: usize = 1_200;
/// The widest range of costs to tabulate, in units of 1/`scale`.
const MAX_COST_RANGE: i64 = 100_000;

/// Returns what the search and the solver together prove about the best suggestion.
pub(super) fn prove_best(
    search: &Search<'_>,
    frame: &SumConstraints,
    army: &Army<'_>,
    broken: bool,
) -> SearchProof {
    let mut proof = SearchProof {
        changes_searched: search.changes_searched,
        time_ran_out: search.time_ran_out,
        ..SearchProof::default()
    };
    let Some(best) = search.suggestions.first() else {
        if search.incomplete {
            return proof;
        }
        let asked = if broken { None } else { next_total(army, army.spent, search.space) };
        proof.nothing_is_possible = to_move_program(search, frame, asked)
            .is_some_and(|q| q.prove_impossible(army.rules, proof_budget(search)).is_some());
        return proof;
    };
    proof.has_fewest_changes = !search.incomplete && search.changes_searched + 1 >= best.rank.changes;
    proof.only_of_preferred = !broken && search.preferred_sum.is_some() && !best.rank.without_preferred;
    proof.none_is_closer = broken || is_closest(search, frame, army);
    proof
}

/// Returns `true` if it is proven that no suggestion gets closer to the agreed size than the best one found.
pub(super) fn is_closest(search: &Search<'_>, frame: &SumConstraints, army: &Army<'_>) -> bool {
    let Some(best) = search.suggestions.first() else { return false };
    if (search.incomplete || search.time_ran_out) && best.rank.gap > 0 {
        return false;
    }
    if let Some((gap, answer)) = search.last_closest_proof
        && gap == best.rank.gap
    {
        return answer;
    }
    if best.rank.gap == 0 || is_closest_by_cost(search.space, best.rank.gap, proof_budget(search)) {
        return true;
    }
    // The solver looks at all suggestions, also at those that add nothing to what is preferred
    if !best.rank.without_preferred && search.preferred_sum.is_some() {
        return false;
    }
    let more = best.suggestion.total.and_then(|total| next_total(army, total, search.space));
    let question = more.and_then(|more| to_move_program(search, frame, Some(more)));
    question.is_some_and(|q| q.prove_impossible(army.rules, proof_budget(search)).is_some())
}

/// Returns the smallest total above `total`. `None` if there is no most that it may cost.
fn next_total(army: &Army<'_>, total: Number, field: &SearchSpace) -> Option<Number> {
    army.most_points()?;
    total.checked_add(Number::fraction(1, field.scale.into())?)
}

/// Returns the limits on one proof.
pub(super) fn proof_budget(search: &Search<'_>) -> SearchBudget {
    search.context.limits.proof_budget(MAX_BRANCHES)
}

/// Returns the search as a problem for the solver. `None` if the assumptions of a proof are not met.
pub(super) fn to_move_program<'q>(
    search: &Search<'q>,
    frame: &'q SumConstraints,
    at_least: Option<Number>,
) -> Option<MoveProgram<'q, MoveTarget>> {
    let field = search.space;
    let columns: Vec<MoveEffect<'q, MoveTarget>> = field
        .classes
        .iter()
        .map(|class| MoveEffect {
            row: (!matches!(class.target, MoveTarget::New(_))).then_some(class.target),
            amounts: &class.effect,
        })
        .collect();
    let must = field.rows_with_errors.iter().map(|row| {
        (0..columns.len())
            .filter(|c| field.classes[*c].target == *row && field.classes[*c].fixes_row)
            .collect()
    });
    let must = must.collect();
    // Too many classes would make the proof too slow; without integer constraints there is nothing to prove
    // from
    let sound = field.never_negative
        && field.costs_add_up
        && !search.context.limits.is_over()
        && !search.time_ran_out
        && field.constraints.is_some()
        && columns.len() <= MAX_CLASSES;
    sound.then_some(MoveProgram {
        constraints: frame,
        sums_before: &field.base_sums,
        scale: field.scale,
        moves: columns,
        required_moves: must,
        min_cost: at_least,
    })
}

/// Returns `true` if prices alone leave no possible total that is less than `gap` short of the agreed size.
fn is_closest_by_cost(field: &SearchSpace, gap: i64, patience: SearchBudget) -> bool {
    let mut rows: HashMap<MoveTarget, Vec<i64>> = HashMap::new();
    for class in &field.classes {
        rows.entry(class.target).or_default().push(class.effect[0]);
    }
    let least: i64 = rows.values().map(|all| all.iter().copied().min().unwrap_or(0).min(0)).sum();
    let Some(size) = field.size else { return false };
    let left = size - field.base_sums[0];
    // Cheaper rows may come later, so also tabulate sums that exceed the size for a while
    let Ok(width) = usize::try_from(left - 2 * least + 1) else { return false };
    if left - 2 * least > MAX_COST_RANGE {
        return false;
    }
    // New rows are tabulated last, since one may be added any number of times
    let mut reached = vec![false; width];
    let Ok(start) = usize::try_from(-least) else { return false };
    reached[start] = true;
    let (mut own, mut new): (Vec<Vec<i64>>, Vec<i64>) = (Vec::new(), Vec::new());
    for (target, mut prices) in rows {
        prices.sort_unstable();
        prices.dedup();
        match target {
            MoveTarget::Row(_) | MoveTarget::Baggage(_) | MoveTarget::Bought(_) => own.push(prices),
            MoveTarget::New(_) => new.extend(prices),
        }
    }
    if new.iter().any(|price| *price < 0) {
        return false;
    }
    let at = |from: usize, price: i64| {
        i64::try_from(from).ok().and_then(|from| usize::try_from(from + price).ok()).filter(|to| *to < width)
    };
    for prices in own {
        if patience.is_over() {
            return false;
        }
        let before = reached.clone();
        for from in (0..width).filter(|from| before[*from]) {
            prices.iter().filter_map(|price| at(from, *price)).for_each(|to| reached[to] = true);
        }
    }
    for from in 0..width {
        if from.is_multiple_of(256) && patience.is_over() {
            return false;
        }
        if reached[from] {
            new.iter().filter_map(|price| at(from, *price)).for_each(|to| reached[to] = true);
        }
    }
    let place = |total: i64| usize::try_from(total - least).ok();
    let (Some(from), Some(to)) = (place(left - gap + 1), place(left)) else { return false };
    reached.get(from..=to).is_some_and(|nearer| !nearer.iter().any(|r| *r))
}
