//! The groups of constraints, one for each requirement, and which of them a proof needs.

use crate::rules::Rules;

use super::LimitConflict;
use super::integer_program::{ConstraintGroup, IntegerProgram, SearchBudget, SolveOutcome};

/// The group of constraints that are never left out.
pub(super) const FIXED_GROUP: ConstraintGroup = 0;
/// The group of the constraint that the army costs no more than the agreed size.
pub(super) const SIZE_GROUP: ConstraintGroup = 1;
/// The group of the constraint that the army costs as much as required.
pub(super) const COST_GROUP: ConstraintGroup = 2;
/// The group of the first limit. The others follow.
pub(super) const FIRST_LIMIT_GROUP: ConstraintGroup = 3;

/// Reduces the limits of a program without solution to those that the proof needs, as far as time allows.
pub(super) fn minimal_conflict(
    program: &IntegerProgram,
    rules: &Rules,
    patience: SearchBudget,
) -> LimitConflict {
    let mut left_out: Vec<ConstraintGroup> = Vec::new();
    let all = FIRST_LIMIT_GROUP + rules.limits.len();
    // Leave out one limit after another, for good if the rest is still impossible
    for group in (FIRST_LIMIT_GROUP..all).rev().chain([COST_GROUP, SIZE_GROUP]) {
        // When time runs out, report too many limits rather than none
        if patience.is_over() {
            break;
        }
        let without = program.without_groups(&|g| g == group || left_out.contains(&g));
        if without.solve(patience) == SolveOutcome::Impossible {
            left_out.push(group);
        }
    }
    LimitConflict {
        limits: (0..rules.limits.len()).filter(|at| !left_out.contains(&(at + FIRST_LIMIT_GROUP))).collect(),
        size: !left_out.contains(&SIZE_GROUP),
        min_cost: !left_out.contains(&COST_GROUP),
        years: false,
    }
}
