//! Repairs an illegal list: every change must touch something that is wrong at that point, which keeps the
//! search small.

use std::collections::{HashMap, HashSet};

use crate::solve::integer_program::ConstraintGroup;

use super::equivalent_moves::Combination;
use super::moves::MoveTarget;
use super::rank_and_check_combinations::{Rank, Search};

/// The largest number of changes in one repair.
const MAX_CHANGES: usize = 8;
/// The largest number of combinations to keep for each number of changes.
const MAX_COMBINATIONS: usize = 100_000;

/// Something that a repair has to change.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum RepairTarget {
    /// A limit that is not met, as a group of constraints.
    Group(ConstraintGroup),
    /// A row that has errors of its own.
    Row(MoveTarget),
}

/// The search for repairs with one number of changes.
struct RepairLevel {
    /// Indexes of the move classes that could help, for each target.
    helpful_classes: HashMap<RepairTarget, Vec<usize>>,
    known: HashSet<Combination>,
    found: Vec<Combination>,
    /// The agreed size, and the most by which a single change can lower the cost, in units of 1/`scale`.
    size_and_step: Option<(i64, i64)>,
}

/// Searches for the fewest changes that make a list legal.
pub(super) fn find_repairs(search: &mut Search<'_>) {
    let size = search.space.size;
    let lowers = |class: &super::equivalent_moves::MoveClass| {
        let changes = i64::try_from(class.changes).unwrap_or(1);
        -class.effect[0].div_euclid(changes)
    };
    let lowers = search.space.classes.iter().map(lowers).max().unwrap_or(0).max(0);
    let mut level = RepairLevel {
        helpful_classes: HashMap::new(),
        known: HashSet::new(),
        found: Vec::new(),
        size_and_step: size.map(|size| (size, lowers)),
    };
    // Illegal for a reason that the constraints do not see: any further change may help
    let mut open: Vec<Combination> = Vec::new();
    if remaining_targets(search, &[]).is_empty() {
        open.push(Vec::new());
    }
    for changes in 1..=MAX_CHANGES {
        let rank = Rank {
            without_preferred: false,
            gap: 0,
            changes,
            preferred_removed: i64::MIN,
            distance: 0,
            points_left: 0,
        };
        if search.has_enough(&rank) {
            search.changes_searched = MAX_CHANGES;
            return;
        }
        level.known.clear();
        add_repairs(search, &mut level, &mut Vec::new(), changes);
        if open.len().saturating_mul(search.space.classes.len()) > MAX_COMBINATIONS {
            search.incomplete = true;
            open.truncate(MAX_COMBINATIONS / search.space.classes.len().max(1));
        }
        for combo in &open {
            let before = search.space.changes(combo);
            for at in 0..search.space.classes.len() {
                if search.is_late_by_now() {
                    return;
                }
                let class = &search.space.classes[at];
                if before + class.changes <= changes && search.space.can_be_added(combo, at) {
                    let mut longer = combo.clone();
                    longer.push(at);
                    add_repairs(search, &mut level, &mut longer, changes - before - class.changes);
                }
            }
        }
        let found = std::mem::take(&mut level.found);
        search.incomplete |= found.len() >= MAX_COMBINATIONS;
        let ranked = found.into_iter().map(|combo| {
            let total = search.space.base_sums[0] + search.space.effect_on(&combo, 0);
            let rank = Rank {
                preferred_removed: -search.preferred_gain(&combo),
                distance: search.space.distance(&combo),
                points_left: size.map_or(0, |size| size - total),
                ..rank.clone()
            };
            (rank, combo)
        });
        let ranked: Vec<(Rank, Combination)> = ranked.collect();
        open.extend(search.check_combinations(ranked));
        if search.time_ran_out {
            return;
        }
        search.changes_searched = changes;
    }
}

/// Returns what is still wrong after some moves.
fn remaining_targets(search: &Search<'_>, combo: &[usize]) -> Vec<RepairTarget> {
    let field = search.space;
    let rows = field.rows_with_errors.iter().filter(|row| {
        !combo.iter().any(|c| field.classes[*c].target == **row && field.classes[*c].fixes_row)
    });
    let groups =
        field.constraints.iter().flat_map(|point| point.broken_groups(&mut field.sums(combo), false));
    rows.map(|row| RepairTarget::Row(*row)).chain(groups.map(RepairTarget::Group)).collect()
}

/// Adds every combination that extends `so_far` by exactly this many changes, each of which touches something
/// that is still wrong.
fn add_repairs(search: &mut Search<'_>, level: &mut RepairLevel, so_far: &mut Combination, changes: usize) {
    if search.is_late_by_now() || level.found.len() >= MAX_COMBINATIONS {
        return;
    }
    let total = search.space.base_sums[0] + search.space.effect_on(so_far, 0);
    let many = i64::try_from(changes).unwrap_or(i64::MAX);
    if level.size_and_step.is_some_and(|(size, lowers)| total - size > lowers.saturating_mul(many)) {
        return;
    }
    let mut sorted = so_far.clone();
    sorted.sort_unstable();
    if !level.known.insert(sorted.clone()) {
        return;
    }
    let wrong = remaining_targets(search, so_far);
    if wrong.is_empty() {
        // A legal combination with changes left over was found with fewer changes already
        if changes == 0 && !so_far.is_empty() {
            level.found.push(sorted);
        }
        return;
    }
    if changes == 0 {
        return;
    }
    for fault in &wrong {
        if !level.helpful_classes.contains_key(fault) {
            let all = find_helpful_classes(search, *fault);
            level.helpful_classes.insert(*fault, all);
        }
    }
    let fewest = wrong.iter().min_by_key(|fault| level.helpful_classes[*fault].len());
    let classes: Vec<usize> = fewest.map(|fault| level.helpful_classes[fault].clone()).unwrap_or_default();
    for at in classes {
        let many = search.space.classes[at].changes;
        if many <= changes && search.space.can_be_added(so_far, at) {
            so_far.push(at);
            add_repairs(search, level, so_far, changes - many);
            so_far.pop();
        }
    }
}

fn find_helpful_classes(search: &Search<'_>, fault: RepairTarget) -> Vec<usize> {
    let field = search.space;
    let looks: &[usize] = match fault {
        RepairTarget::Group(group) => {
            field.constraints.as_ref().map_or(&[], |point| point.sums_of_group(group))
        }
        RepairTarget::Row(_) => &[],
    };
    let touches = |at: &usize| match fault {
        RepairTarget::Row(row) => field.classes[*at].target == row && field.classes[*at].fixes_row,
        RepairTarget::Group(_) => looks.iter().any(|sum| field.classes[*at].effect[*sum] != 0),
    };
    (0..field.classes.len()).filter(touches).collect()
}
