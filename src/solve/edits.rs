//! An integer program of small changes to an army: one variable for how often each change is made.
//!
//! If the program has no solution, none of the lists that the changes reach is legal and spends enough.

use std::collections::BTreeMap;

use crate::format::number::Number;
use crate::rules::Rules;

use super::Clash;
use super::linear::Linear;
use super::program::{Group, Outcome, Patience, Program, Row};
use super::sums::Frame;
use super::wide::{FACTS, LIMITS, SIZE, SPENT};

/// The effect of a change on the sums of an army.
#[derive(Clone, Debug)]
pub(crate) struct Column<'c, R> {
    /// The row that is changed. Only one change of each row can be made. `None` if the change combines with
    /// all others.
    pub(crate) row: Option<R>,
    /// The amount added to each sum, multiplied by `scale`.
    pub(crate) adds: &'c [i64],
}

/// The changes to an army, and what they are meant to achieve.
#[derive(Debug)]
pub(crate) struct Question<'q, R> {
    pub(crate) frame: &'q Frame,
    /// The sums before any change, multiplied by `scale`.
    pub(crate) base: &'q [i64],
    pub(crate) scale: i64,
    pub(crate) columns: Vec<Column<'q, R>>,
    /// Sets of changes, by their indices. At least one of each set must be made.
    pub(crate) must: Vec<Vec<usize>>,
    /// The least that the army must cost. `None` for no minimum.
    pub(crate) at_least: Option<Number>,
}

impl<R: Copy + Ord> Question<'_, R> {
    fn program(&self) -> Option<Program> {
        let mut program = Program::default();
        let number = |n: i64| Number::fraction(n.into(), self.scale.into());
        let variables: Vec<usize> = self.columns.iter().map(|_| program.variable(true, 1)).collect();
        let mut sums = BTreeMap::new();
        for (at, start) in self.base.iter().enumerate() {
            let mut sum = Linear::number(number(*start)?);
            for (column, variable) in self.columns.iter().zip(&variables) {
                if column.adds[at] != 0 {
                    sum = sum.with(*variable, number(column.adds[at])?)?;
                }
            }
            sums.insert(at, sum);
        }
        let one = Linear::number(Number::ONE);
        let mut rows: BTreeMap<R, Linear> = BTreeMap::new();
        for (column, variable) in self.columns.iter().zip(&variables) {
            if let Some(row) = column.row {
                let sum = rows.remove(&row).unwrap_or_default();
                rows.insert(row, sum.with(*variable, Number::ONE)?);
            }
        }
        // At most one of the changes to each row can be made
        for sum in rows.values() {
            program.row(FACTS, Row::at_most(sum, &one)?);
        }
        for all in &self.must {
            let mut sum = Linear::default();
            for at in all {
                sum = sum.with(variables[*at], Number::ONE)?;
            }
            // At least one change of each required set must be made
            program.row(FACTS, Row::at_most(&one, &sum)?);
        }
        if let Some(least) = self.at_least {
            program.row(SPENT, Row::at_most(&Linear::number(least), sums.get(&0)?)?);
        }
        program.take(&self.frame.program, &sums)?;
        Some(program)
    }

    /// Tries to prove that no set of changes does what is asked.
    ///
    /// Returns the limits that together rule it out, as few as time allows. `None` if that is not so, or
    /// could not be proven in time.
    pub(crate) fn refute(&self, rules: &Rules, patience: Patience) -> Option<Clash> {
        let program = self.program()?;
        if program.solve(patience) != Outcome::Impossible {
            return None;
        }
        Some(smallest(&program, rules, patience))
    }
}

/// Reduces the limits of a program without solution to those that the proof needs, as far as time allows.
pub(super) fn smallest(program: &Program, rules: &Rules, patience: Patience) -> Clash {
    let mut left_out: Vec<Group> = Vec::new();
    let all = LIMITS + rules.limits.len();
    // Leave out one limit after another, for good if the rest is still impossible
    for group in (LIMITS..all).rev().chain([SPENT, SIZE]) {
        // When time runs out, report too many limits rather than none
        if patience.over() {
            break;
        }
        let without = program.without(&|g| g == group || left_out.contains(&g));
        if without.solve(patience) == Outcome::Impossible {
            left_out.push(group);
        }
    }
    Clash {
        limits: (0..rules.limits.len()).filter(|at| !left_out.contains(&(at + LIMITS))).collect(),
        size: !left_out.contains(&SIZE),
        spent: !left_out.contains(&SPENT),
        years: false,
    }
}
