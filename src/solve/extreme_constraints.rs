//! Turns a bound on the highest or lowest that single units have into constraints on how many units have so much.

use crate::format::read_exact_numbers::Number;

use super::integer_program::Constraint;
use super::linear_sums::LinearSum;

/// Counts the units that have an amount which passes a test. `None` if that cannot be expressed.
pub(super) type UnitCounter<'c> = dyn FnMut(&dyn Fn(Number) -> bool) -> Option<LinearSum> + 'c;

/// Returns the ways in which the highest or, with `is_highest` unset, the lowest of something is at most or, with
/// `is_max` unset, at least a number: sets of constraints, of which one must be satisfied.
///
/// `None` if units cannot be counted, or numbers become too large.
pub(super) fn ways_to_bound_extreme(
    (is_highest, is_max): (bool, bool),
    number: Number,
    count: &mut UnitCounter<'_>,
) -> Option<Vec<Vec<Constraint>>> {
    let none = LinearSum::default();
    if is_highest == is_max {
        // Nobody may be beyond it
        let beyond = count(&|amount| if is_max { amount > number } else { amount < number })?;
        return Some(vec![vec![Constraint::at_most(&beyond, &none)?]]);
    }
    // Somebody must reach it, unless nobody has any
    let reaching = count(&|amount| if is_max { amount <= number } else { amount >= number })?;
    let all = count(&|_| true)?;
    let one = LinearSum::from_constant(Number::ONE);
    Some(vec![vec![Constraint::at_most(&one, &reaching)?], vec![Constraint::at_most(&all, &none)?]])
}
