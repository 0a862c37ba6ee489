//! A program of whole and of broken numbers, all 0 or more, solved by branching; exact throughout.

use std::collections::BTreeMap;
use std::time::Instant;

use crate::format::number::Number;

use super::linear::{Linear, gcd};
use super::tableau::{Tableau, TooMuch};

/// What a row belongs to, so that it can be left out.
pub type Group = usize;

/// `sum <= 0`.
#[derive(Clone, Debug)]
pub struct Row {
    /// The sum that may not be above 0.
    pub sum: Linear,
}

/// A program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Whether each variable is a whole number.
    whole: Vec<bool>,
    /// The factor of each variable in what is made small, 0 or more.
    goal: Vec<i128>,
    pub(super) rows: Vec<(Group, Row)>,
    pub(super) eithers: Vec<(Group, Vec<Vec<Row>>)>,
    /// Variables that follow from others.
    pub(super) derived: Vec<Derived>,
}

/// A variable that is another sum, rounded.
#[derive(Clone, Debug)]
pub(super) struct Derived {
    pub(super) variable: usize,
    pub(super) of: Linear,
    pub(super) up: bool,
}

/// How long to look: until a moment, and until so many branches were seen.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// When to give up.
    pub until: Instant,
    /// After how many branches.
    pub branches: usize,
}

impl Patience {
    /// Whether it is over.
    pub fn over(&self) -> bool {
        Instant::now() >= self.until
    }
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Values of all variables.
    Found(Vec<Number>),
    /// There are none: proved.
    Impossible,
    /// Neither was found in time.
    Unknown,
}

impl Row {
    /// `left <= right`; nothing where the numbers get too large.
    pub fn at_most(left: &Linear, right: &Linear) -> Option<Self> {
        Some(Self { sum: left.minus(right)? })
    }

    /// Both ways; nothing where the numbers get too large.
    pub fn equal(left: &Linear, right: &Linear) -> Option<[Self; 2]> {
        Some([Self::at_most(left, right)?, Self::at_most(right, left)?])
    }

    fn holds(&self, values: &[Number]) -> bool {
        self.sum.value(values).is_some_and(|n| n <= 0)
    }
}

impl Program {
    /// A new variable, of whole numbers or of any, with its factor in what is made small.
    pub fn variable(&mut self, whole: bool, goal: u32) -> usize {
        self.whole.push(whole);
        self.goal.push(i128::from(goal));
        self.whole.len() - 1
    }

    /// How many variables there are.
    pub(super) fn variables(&self) -> usize {
        self.whole.len()
    }

    /// Adds a row.
    pub fn row(&mut self, group: Group, row: Row) {
        self.rows.push((group, row));
    }

    /// Adds sets of rows of which one must hold.
    pub fn either(&mut self, group: Group, ways: Vec<Vec<Row>>) {
        self.eithers.push((group, ways));
    }

    /// A new variable that is a sum rounded up or down; nothing where the numbers get too large. The sum is never
    /// below 0.
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

    /// Rows that a sum keeps which is a whole multiple of a step; nothing where the numbers get too large.
    pub fn multiple(&mut self, sum: &Linear, step: Number) -> Option<[Row; 2]> {
        let variable = self.variable(true, 0);
        let of = sum.times(Number::ONE.over(step)?)?;
        self.derived.push(Derived { variable, of, up: false });
        Row::equal(sum, &Linear::default().with(variable, step)?)
    }

    /// Takes over all rows of another program, with sums of own variables in the place of some of its own; the rest
    /// of them are new here. Nothing where the numbers get too large.
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

    /// Whether a sum can only be a whole multiple of `1 / denominator`.
    pub fn in_steps(&self, sum: &Linear) -> bool {
        sum.factors.keys().all(|v| self.whole[*v])
    }

    /// The same without some groups.
    #[must_use]
    pub fn without(&self, left_out: &dyn Fn(Group) -> bool) -> Self {
        let mut made = self.clone();
        made.rows.retain(|(group, _)| !left_out(*group));
        made.eithers.retain(|(group, _)| !left_out(*group));
        made
    }

    /// Other factors for what is made small.
    pub fn make_small(&mut self, factor: &dyn Fn(usize) -> u32) {
        for (variable, goal) in self.goal.iter_mut().enumerate() {
            *goal = i128::from(factor(variable));
        }
    }

    /// Looks for values that keep every row, whole where they must be, with each either's one way.
    pub fn solve(&self, patience: Patience) -> Outcome {
        self.search(patience).unwrap_or(Outcome::Unknown)
    }

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
            // The nearer one first
            let far = values[variable].minus(floor).ok_or(TooMuch)?;
            let near_down = far.plus(far).ok_or(TooMuch)? < 1;
            let (first, second) = if near_down { (down, up) } else { (up, down) };
            stack.push((second, settled.clone()));
            stack.push((first, settled));
        }
        Ok(Outcome::Impossible)
    }

    fn values(&self, table: &Tableau) -> Result<Vec<Number>, TooMuch> {
        let value = |v| {
            let (n, d) = table.value(v);
            Number::fraction(n, d).ok_or(TooMuch)
        };
        (0..self.whole.len()).map(value).collect()
    }

    /// The variable that should be whole and is furthest from it.
    fn broken(&self, values: &[Number]) -> Option<usize> {
        let half = Number::fraction(1, 2)?;
        let off = |v: usize| {
            let part = values[v].minus(values[v].floor())?;
            if part <= half { Some(part) } else { Number::ONE.minus(part) }
        };
        (0..values.len()).filter(|v| self.whole[*v] && !values[*v].is_whole()).max_by_key(|v| off(*v))
    }

    /// Enters a row into a table in whole numbers. Where all variables are whole, what their factors share is
    /// divided out and the rest rounded down, which loses no whole solution.
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
