//! How many points an ally may have, in the case of this army.

use crate::rules::{AllyPoints, Contingent};

use super::Army;
use super::evaluate_conditions::condition_holds;
use super::regions::Region;

/// The bounds of an ally's points.
#[derive(Clone, Copy, Debug)]
pub enum AllyPointsInForce<'r> {
    /// Any number will do.
    Unbounded,
    /// The bounds of this case.
    Bounded(&'r AllyPoints),
    /// The list does not say enough to know whether this case applies.
    Undecided(&'r AllyPoints),
}

/// Returns the bounds of an ally's points: those of the first case that applies.
pub fn ally_points_in_force<'r>(army: &Army<'_>, contingent: &'r Contingent) -> AllyPointsInForce<'r> {
    for case in &contingent.points {
        match condition_holds(army, &case.when, Region::Army, None) {
            Some(true) => return AllyPointsInForce::Bounded(case),
            Some(false) => {}
            None => return AllyPointsInForce::Undecided(case),
        }
    }
    AllyPointsInForce::Unbounded
}
