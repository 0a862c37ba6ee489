//! Spends the points left: looks up combinations of one change, two changes, and so on, by their exact cost.

use std::collections::HashMap;

use super::equivalent_moves::Combination;
use super::moves::MoveTarget;
use super::rank_and_check_combinations::{Rank, Search};

/// The largest number of changes in one suggestion.
const MAX_CHANGES: usize = 6;
/// The number of changes up to which every suggestion is searched for. With more, only better ones are, and
/// none once the best is known to be the closest.
const MAX_CHANGES_FOR_ALL: usize = 3;
/// The largest number of combinations to keep for each number of changes and each cost.
const MAX_COMBINATIONS: usize = 20_000;

/// Move classes by number of changes and cost, in units of 1/`scale`.
type ClassesByCost = HashMap<(usize, i64), Vec<usize>>;

/// The search for combinations of one number of changes and one cost.
struct CostTarget<'c> {
    by_cost: &'c ClassesByCost,
    /// The least and the most that a single change can cost.
    range: (i64, i64),
    /// Whether to keep only combinations that add to what is preferred.
    only_preferred: bool,
    found: Vec<Combination>,
}

/// Searches for ways to spend the points left, given in units of 1/`scale`.
///
/// `closest` returns whether it is proven that no suggestion is closer to the size than the best one.
pub(super) fn find_spending<'s>(search: &mut Search<'s>, left: i64, closest: &dyn Fn(&Search<'s>) -> bool) {
    let classes = &search.space.classes;
    let mut shelf = ClassesByCost::new();
    for (at, class) in classes.iter().enumerate() {
        shelf.entry((class.changes, class.effect[0])).or_default().push(at);
    }
    let each = |class: &super::equivalent_moves::MoveClass| {
        let changes = i64::try_from(class.changes).unwrap_or(1);
        (class.effect[0].div_euclid(changes), -(-class.effect[0]).div_euclid(changes))
    };
    let low = classes.iter().map(|c| each(c).0).min().unwrap_or(0).min(0);
    let high = classes.iter().map(|c| each(c).1).max().unwrap_or(0).max(0);
    let passes: &[bool] = if search.preferred_sum.is_some() { &[true, false] } else { &[false] };
    for changes in 1..=MAX_CHANGES {
        let deep = changes > MAX_CHANGES_FOR_ALL;
        if deep && let Some(gap) = search.suggestions.first().map(|best| best.rank.gap) {
            let answer = closest(search);
            search.last_closest_proof = Some((gap, answer));
            if answer {
                return;
            }
        }
        let mut idle = true;
        for preferred in passes {
            let lacks = search.preferred_sum.is_some() && !preferred;
            for gap in 0..left {
                let rank = Rank {
                    without_preferred: lacks,
                    gap,
                    changes,
                    preferred_removed: i64::MIN,
                    distance: 0,
                    points_left: 0,
                };
                let better = search.suggestions.first().is_none_or(|best| rank < best.rank);
                if search.has_enough(&rank) || deep && !better || search.is_late() {
                    break;
                }
                idle = false;
                let mut cell = CostTarget {
                    by_cost: &shelf,
                    range: (low, high),
                    only_preferred: *preferred,
                    found: Vec::new(),
                };
                add_combinations(search, &mut cell, 0, changes, left - gap, &mut Vec::new());
                search.incomplete |= cell.found.len() >= MAX_COMBINATIONS;
                let ranked = cell.found.into_iter().map(|combo| {
                    let rank = Rank {
                        preferred_removed: -search.preferred_gain(&combo),
                        distance: search.space.distance(&combo),
                        ..rank.clone()
                    };
                    (rank, combo)
                });
                let ranked: Vec<(Rank, Combination)> =
                    ranked.filter(|(rank, _)| !lacks || rank.preferred_removed >= 0).collect();
                search.check_combinations(ranked);
            }
        }
        if search.time_ran_out {
            return;
        }
        search.changes_searched = changes;
        if idle {
            search.changes_searched = MAX_CHANGES;
            return;
        }
    }
}

/// Adds every combination that extends `so_far` by exactly this many changes at this cost.
///
/// Classes are added in their order, which starts with those of fewer changes, so that each combination comes
/// up once.
fn add_combinations(
    search: &mut Search<'_>,
    cell: &mut CostTarget<'_>,
    from: usize,
    changes: usize,
    cost: i64,
    so_far: &mut Combination,
) {
    let many = i64::try_from(changes).unwrap_or(i64::MAX);
    let hopeless = cost > cell.range.1.saturating_mul(many) || cost < cell.range.0.saturating_mul(many);
    if search.is_late_by_now() || hopeless || cell.found.len() >= MAX_COMBINATIONS {
        return;
    }
    let field = search.space;
    for last in cell.by_cost.get(&(changes, cost)).into_iter().flatten().filter(|c| **c >= from) {
        if search.is_late_by_now() {
            return;
        }
        if !field.can_be_added(so_far, *last) {
            continue;
        }
        so_far.push(*last);
        if (!cell.only_preferred || search.preferred_gain(so_far) > 0)
            && field.allows(so_far)
            && cell.found.len() < MAX_COMBINATIONS
        {
            cell.found.push(so_far.clone());
        }
        so_far.pop();
    }
    for (at, class) in field.classes.iter().enumerate().skip(from) {
        // The classes that follow have at least as many changes
        if 2 * class.changes > changes {
            break;
        }
        if search.is_late_by_now() {
            return;
        }
        if field.can_be_added(so_far, at) {
            // A new row may be added again
            let next = if matches!(class.target, MoveTarget::New(_)) { at } else { at + 1 };
            so_far.push(at);
            add_combinations(search, cell, next, changes - class.changes, cost - class.effect[0], so_far);
            so_far.pop();
        }
    }
}
