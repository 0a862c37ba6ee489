//! An integer program of small changes to an army: one variable for how often each change is made.
//!
//! If the program has no solution, none of the lists that the changes reach is legal and spends enough.

use std::collections::BTreeMap;

use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;

use super::LimitConflict;
use super::constraint_groups::{COST_GROUP, FIXED_GROUP, minimal_conflict};
use super::integer_program::{Constraint, IntegerProgram, SearchBudget, SolveOutcome};
use super::linear_sums::LinearSum;
use super::sum_constraints::SumConstraints;

/// The effect of a change on the sums of an army.
#[derive(Clone, Debug)]
pub(crate) struct MoveEffect<'c, R> {
    /// The row that is changed. Only one change of each row can be made. `None` if the change combines with
    /// all others.
    pub(crate) row: Option<R>,
    /// The amount added to each sum, multiplied by `scale`.
    pub(crate) amounts: &'c [i64],
}

/// The changes to an army, and what they are meant to achieve.
#[derive(Debug)]
pub(crate) struct MoveProgram<'q, R> {
    pub(crate) constraints: &'q SumConstraints,
    /// The sums before any change, multiplied by `scale`.
    pub(crate) sums_before: &'q [i64],
    pub(crate) scale: i64,
    pub(crate) moves: Vec<MoveEffect<'q, R>>,
    /// Sets of changes, by their indices. At least one of each set must be made.
    pub(crate) required_moves: Vec<Vec<usize>>,
    /// The least that the army must cost. `None` for no minimum.
    pub(crate) min_cost: Option<Number>,
}

impl<R: Copy + Ord> MoveProgram<'_, R> {
    fn build_program(&self) -> Option<IntegerProgram> {
        let mut program = IntegerProgram::default();
        let number = |n: i64| Number::fraction(n.into(), self.scale.into());
        let variables: Vec<usize> = self.moves.iter().map(|_| program.add_variable(true, 1)).collect();
        let mut sums = BTreeMap::new();
        for (at, start) in self.sums_before.iter().enumerate() {
            let mut sum = LinearSum::from_constant(number(*start)?);
            for (column, variable) in self.moves.iter().zip(&variables) {
                if column.amounts[at] != 0 {
                    sum = sum.plus_term(*variable, number(column.amounts[at])?)?;
                }
            }
            sums.insert(at, sum);
        }
        let one = LinearSum::from_constant(Number::ONE);
        let mut rows: BTreeMap<R, LinearSum> = BTreeMap::new();
        for (column, variable) in self.moves.iter().zip(&variables) {
            if let Some(row) = column.row {
                let sum = rows.remove(&row).unwrap_or_default();
                rows.insert(row, sum.plus_term(*variable, Number::ONE)?);
            }
        }
        // At most one of the changes to each row can be made
        for sum in rows.values() {
            program.add_constraint(FIXED_GROUP, Constraint::at_most(sum, &one)?);
        }
        for all in &self.required_moves {
            let mut sum = LinearSum::default();
            for at in all {
                sum = sum.plus_term(variables[*at], Number::ONE)?;
            }
            // At least one change of each required set must be made
            program.add_constraint(FIXED_GROUP, Constraint::at_most(&one, &sum)?);
        }
        if let Some(least) = self.min_cost {
            program.add_constraint(
                COST_GROUP,
                Constraint::at_most(&LinearSum::from_constant(least), sums.get(&0)?)?,
            );
        }
        program.import_program(&self.constraints.program, &sums)?;
        Some(program)
    }

    /// Tries to prove that no set of changes does what is asked.
    ///
    /// Returns the limits that together rule it out, as few as time allows. `None` if that is not so, or
    /// could not be proven in time.
    pub(crate) fn prove_impossible(&self, rules: &Rules, patience: SearchBudget) -> Option<LimitConflict> {
        let program = self.build_program()?;
        if program.solve(patience) != SolveOutcome::Impossible {
            return None;
        }
        Some(minimal_conflict(&program, rules, patience))
    }
}
