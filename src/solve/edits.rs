//! Small changes to an army as whole numbers of a program: how often each is made. Where the program has no solution,
//! no list that they reach is legal, or none spends as much as is asked.

use std::collections::BTreeMap;

use crate::format::number::Number;
use crate::rules::Rules;

use super::Clash;
use super::linear::Linear;
use super::program::{Group, Outcome, Patience, Program, Row};
use super::sums::Frame;
use super::wide::{FACTS, LIMITS, SIZE, SPENT};

/// A change, as far as sums see it.
#[derive(Clone, Debug)]
pub(crate) struct Column<'c, R> {
    /// The row that it changes, where it cannot be made together with others there.
    pub(crate) row: Option<R>,
    /// What it adds to each sum, in the scale.
    pub(crate) adds: &'c [i64],
}

/// What is asked of an army and the changes to it.
#[derive(Debug)]
pub(crate) struct Question<'q, R> {
    pub(crate) frame: &'q Frame,
    /// The sums as they are, in the scale.
    pub(crate) base: &'q [i64],
    pub(crate) scale: i64,
    pub(crate) columns: Vec<Column<'q, R>>,
    /// Of each of these at least one must be made, by their places.
    pub(crate) must: Vec<Vec<usize>>,
    /// What the army must cost at least, where that is asked.
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
        for sum in rows.values() {
            program.row(FACTS, Row::at_most(sum, &one)?);
        }
        for all in &self.must {
            let mut sum = Linear::default();
            for at in all {
                sum = sum.with(variables[*at], Number::ONE)?;
            }
            program.row(FACTS, Row::at_most(&one, &sum)?);
        }
        if let Some(least) = self.at_least {
            program.row(SPENT, Row::at_most(&Linear::number(least), sums.get(&0)?)?);
        }
        program.take(&self.frame.program, &sums)?;
        Some(program)
    }

    /// Whether no set of the changes does what is asked; then which limits forbid it together, made as few as time
    /// allows. Nothing where that is not so or could not be proved.
    pub(crate) fn refute(&self, rules: &Rules, patience: Patience) -> Option<Clash> {
        let program = self.program()?;
        if program.solve(patience) != Outcome::Impossible {
            return None;
        }
        Some(smallest(&program, rules, patience))
    }
}

/// A smallest set of limits without which it would not be known that a program has no solution, as far as there was
/// time to make it small.
pub(super) fn smallest(program: &Program, rules: &Rules, patience: Patience) -> Clash {
    let mut left_out: Vec<Group> = Vec::new();
    let all = LIMITS + rules.limits.len();
    // What one limit less still forbids is forbidden without it
    for group in (LIMITS..all).rev().chain([SPENT, SIZE]) {
        // Too many are told rather than none
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
