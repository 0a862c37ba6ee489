//! Mixed-integer programs over variables that are never negative, solved exactly by branch and bound.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::format::number::Number;

use super::linear::{Linear, gcd};
use super::tableau::{Tableau, TooMuch};

/// The number of the rule that a constraint comes from, so that all constraints of a rule can be left out.
pub type Group = usize;

/// The constraint `sum <= 0`.
#[derive(Clone, Debug)]
pub struct Row {
    /// The sum, which must not be above 0.
    pub sum: Linear,
}

/// A set of variables and constraints.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Whether each variable must be a whole number.
    whole: Vec<bool>,
    /// The factor of each variable in the goal to minimise, 0 or more.
    goal: Vec<i128>,
    pub(super) rows: Vec<(Group, Row)>,
    pub(super) eithers: Vec<(Group, Vec<Vec<Row>>)>,
    /// Variables whose values follow from other variables.
    pub(super) derived: Vec<Derived>,
}

/// A variable that is a sum, rounded up or down.
#[derive(Clone, Debug)]
pub(super) struct Derived {
    pub(super) variable: usize,
    pub(super) of: Linear,
    pub(super) up: bool,
}

/// The budget of a search: a deadline and a number of branches.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// The deadline.
    pub until: Instant,
    /// The largest number of branches to visit.
    pub branches: usize,
}

impl Patience {
    /// Returns `true` if the deadline has passed.
    pub fn over(&self) -> bool {
        Instant::now() >= self.until
    }
}

/// The result of solving a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution: the values of all variables.
    Found(Vec<Number>),
    /// Proven: there is no solution.
    Impossible,
    /// The budget ran out, or the numbers became too large.
    Unknown,
}

impl Row {
    /// Creates the constraint `left <= right`. `None` if the numbers become too large.
    pub fn at_most(left: &Linear, right: &Linear) -> Option<Self> {
        Some(Self { sum: left.minus(right)? })
    }

    /// Creates two constraints for `left = right`. `None` if the numbers become too large.
    pub fn equal(left: &Linear, right: &Linear) -> Option<[Self; 2]> {
        Some([Self::at_most(left, right)?, Self::at_most(right, left)?])
    }

    fn holds(&self, values: &[Number]) -> bool {
        self.sum.value(values).is_some_and(|n| n <= 0)
    }
}

impl Program {
    /// Adds a variable and returns its index. `goal` is its factor in the goal to minimise.
    pub fn variable(&mut self, whole: bool, goal: u32) -> usize {
        self.whole.push(whole);
        self.goal.push(i128::from(goal));
        self.whole.len() - 1
    }

    /// Returns the number of variables.
    pub(super) fn variables(&self) -> usize {
        self.whole.len()
    }

    /// Adds a constraint.
    pub fn row(&mut self, group: Group, row: Row) {
        self.rows.push((group, row));
    }

    /// Adds alternatives: sets of constraints, of which one set must be satisfied.
    pub fn either(&mut self, group: Group, ways: Vec<Vec<Row>>) {
        self.eithers.push((group, ways));
    }

    /// Adds a variable that is a sum rounded up or down. `None` if the numbers become too large.
    ///
    /// The sum must never be negative.
    pub fn rounded(&mut self, group: Group, exact: &Linear, up: bool) -> Option<Linear> {
        let steps = self.in_steps(exact);
        let step = if steps { Number::fraction(1, exact.denominator()?)? } else { Number::ZERO };
        let variable = self.variable(true, 0);
        let rounded = Linear::variable(variable);
        let one_off = Linear::number(Number::ONE.minus(step)?);
        let (low, high) =
            if up { (exact.clone(), exact.plus(&one_off)?) } else { (exact.minus(&one_off)?, exact.clone()) };
        self.row(group, Row::at_most(&low, &rounded)?);
        self.row(group, Row::at_most(&rounded, &high)?);
        self.derived.push(Derived { variable, of: exact.clone(), up });
        Some(rounded)
    }

    /// Returns constraints that make a sum a whole multiple of a step. `None` if the numbers become too
    /// large.
    pub fn multiple(&mut self, sum: &Linear, step: Number) -> Option<[Row; 2]> {
        let variable = self.variable(true, 0);
        let of = sum.times(Number::ONE.over(step)?)?;
        self.derived.push(Derived { variable, of, up: false });
        Row::equal(sum, &Linear::default().with(variable, step)?)
    }

    /// Adds all constraints of another program. `None` if the numbers become too large.
    ///
    /// Some of its variables are replaced by sums of this program's variables, as given by `instead`. The
    /// others are added as new variables.
    pub(super) fn take(&mut self, other: &Self, instead: &BTreeMap<usize, Linear>) -> Option<()> {
        let mut of: Vec<Linear> = Vec::with_capacity(other.whole.len());
        for (at, whole) in other.whole.iter().enumerate() {
            of.push(match instead.get(&at) {
                Some(sum) => sum.clone(),
                None => Linear::variable(self.variable(*whole, 0)),
            });
        }
        let moved = |sum: &Linear| -> Option<Linear> {
            let start = Linear::number(sum.constant);
            sum.factors.iter().try_fold(start, |sum, (v, f)| sum.plus(&of[*v].times(*f)?))
        };
        let row = |row: &Row| Some(Row { sum: moved(&row.sum)? });
        for (group, one) in &other.rows {
            self.rows.push((*group, row(one)?));
        }
        for (group, ways) in &other.eithers {
            let ways = ways.iter().map(|way| way.iter().map(row).collect()).collect::<Option<_>>()?;
            self.eithers.push((*group, ways));
        }
        for one in &other.derived {
            let Some(variable) = of[one.variable].factors.keys().next().copied() else { continue };
            self.derived.push(Derived { variable, of: moved(&one.of)?, up: one.up });
        }
        Some(())
    }

    /// Returns `true` if all variables of the sum are whole, so that its value is a multiple of `1 /
    /// denominator`.
    pub fn in_steps(&self, sum: &Linear) -> bool {
        sum.factors.keys().all(|v| self.whole[*v])
    }

    /// Returns a copy of the program without the constraints of some groups.
    #[must_use]
    pub fn without(&self, left_out: &dyn Fn(Group) -> bool) -> Self {
        let mut made = self.clone();
        made.rows.retain(|(group, _)| !left_out(*group));
        made.eithers.retain(|(group, _)| !left_out(*group));
        made
    }

    /// Replaces the factors of the goal to minimise.
    pub fn make_small(&mut self, factor: &dyn Fn(usize) -> u32) {
        for (variable, goal) in self.goal.iter_mut().enumerate() {
            *goal = i128::from(factor(variable));
        }
    }

    /// Searches for values that satisfy every constraint and one set of each of the alternatives.
    pub fn solve(&self, patience: Patience) -> Outcome {
        self.search(patience).unwrap_or(Outcome::Unknown)
    }

    /// Searches depth first: solves the relaxation, then branches on alternatives and on fractional
    /// variables.
    fn search(&self, patience: Patience) -> Result<Outcome, TooMuch> {
        let mut table = Tableau::new(self.goal.clone());
        for (_, row) in &self.rows {
            if patience.over() {
                return Ok(Outcome::Unknown);
            }
            self.enter(&mut table, row)?;
        }
        let mut stack = vec![(table, vec![false; self.eithers.len()])];
        let mut branches = 0;
        while let Some((mut table, mut settled)) = stack.pop() {
            branches += 1;
            if branches > patience.branches || patience.over() {
                return Ok(Outcome::Unknown);
            }
            if !table.solve(&mut || patience.over())? {
                continue;
            }
            let values = self.values(&table)?;
            let open = (0..self.eithers.len()).find(|at| {
                let way = |way: &Vec<Row>| way.iter().all(|row| row.holds(&values));
                !settled[*at] && !self.eithers[*at].1.iter().any(way)
            });
            if let Some(at) = open {
                settled[at] = true;
                for way in self.eithers[at].1.iter().rev() {
                    let mut next = table.clone();
                    for row in way {
                        self.enter(&mut next, row)?;
                    }
                    stack.push((next, settled.clone()));
                }
                continue;
            }
            let Some(variable) = self.broken(&values) else { return Ok(Outcome::Found(values)) };
            let floor = values[variable].floor();
            let (low, _) = floor.parts();
            let mut down = table.clone();
            down.add(&[(variable, 1)], low)?;
            let mut up = table;
            up.add(&[(variable, -1)], -low - 1)?;
            // Try the nearer whole number first
            let far = values[variable].minus(floor).ok_or(TooMuch)?;
            let near_down = far.plus(far).ok_or(TooMuch)? < 1;
            let (first, second) = if near_down { (down, up) } else { (up, down) };
            stack.push((second, settled.clone()));
            stack.push((first, settled));
        }
        Ok(Outcome::Impossible)
    }

    /// Returns the values of all variables in a solved table.
    fn values(&self, table: &Tableau) -> Result<Vec<Number>, TooMuch> {
        let value = |v| {
            let (n, d) = table.value(v);
            Number::fraction(n, d).ok_or(TooMuch)
        };
        (0..self.whole.len()).map(value).collect()
    }

    /// Returns the variable that must be whole and is furthest from it.
    fn broken(&self, values: &[Number]) -> Option<usize> {
        let half = Number::fraction(1, 2)?;
        let off = |v: usize| {
            let part = values[v].minus(values[v].floor())?;
            if part <= half { Some(part) } else { Number::ONE.minus(part) }
        };
        (0..values.len()).filter(|v| self.whole[*v] && !values[*v].is_whole()).max_by_key(|v| off(*v))
    }

    /// Adds a constraint to a table in whole numbers.
    ///
    /// If all variables are whole, their factors are divided by their common divisor and the right side is
    /// rounded down, which keeps every whole solution.
    fn enter(&self, table: &mut Tableau, row: &Row) -> Result<(), TooMuch> {
        let sum = &row.sum;
        let times = sum.denominator().ok_or(TooMuch)?;
        let whole = |n: Number| {
            let (top, bottom) = n.parts();
            (times / bottom).checked_mul(top).ok_or(TooMuch)
        };
        let mut factors = Vec::with_capacity(sum.factors.len());
        for (variable, factor) in &sum.factors {
            factors.push((*variable, whole(*factor)?));
        }
        let mut right = -whole(sum.constant)?;
        let shared = factors.iter().fold(0, |g, (_, f)| gcd(g, *f));
        if shared > 1 && self.in_steps(sum) {
            factors.iter_mut().for_each(|(_, f)| *f /= shared);
            right = right.div_euclid(shared);
        }
        table.add(&factors, right)
    }
}

#[cfg(test)]
mod tests;
