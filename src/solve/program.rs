//! A program of whole and of broken numbers, all 0 or more, solved by branching; exact throughout.

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
    rows: Vec<(Group, Row)>,
    eithers: Vec<(Group, Vec<Vec<Row>>)>,
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

    /// Adds a row.
    pub fn row(&mut self, group: Group, row: Row) {
        self.rows.push((group, row));
    }

    /// Adds sets of rows of which one must hold.
    pub fn either(&mut self, group: Group, ways: Vec<Vec<Row>>) {
        self.eithers.push((group, ways));
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
mod tests {
    use std::time::Duration;

    use super::*;

    fn n(n: i64) -> Number {
        n.into()
    }

    fn sum(factors: &[(usize, i64)], constant: i64) -> Linear {
        let start = Linear::number(n(constant));
        factors.iter().fold(start, |sum, (v, f)| sum.with(*v, n(*f)).unwrap())
    }

    fn patience() -> Patience {
        Patience { until: Instant::now() + Duration::from_secs(20), branches: 100_000 }
    }

    #[test]
    fn whole_answers_are_found_where_broken_ones_are_nearer() {
        // 7x + 5y is to be 24: only x = 2, y = 2
        let mut program = Program::default();
        let (x, y) = (program.variable(true, 1), program.variable(true, 1));
        for row in Row::equal(&sum(&[(x, 7), (y, 5)], 0), &sum(&[], 24)).unwrap() {
            program.row(0, row);
        }
        assert_eq!(program.solve(patience()), Outcome::Found(vec![n(2), n(2)]));
    }

    #[test]
    fn what_no_whole_numbers_can_is_proved_impossible() {
        // 6x + 10y + 15z is never 29, though fractions can
        let mut program = Program::default();
        let v: Vec<usize> = (0..3).map(|_| program.variable(true, 0)).collect();
        for row in Row::equal(&sum(&[(v[0], 6), (v[1], 10), (v[2], 15)], 0), &sum(&[], 29)).unwrap() {
            program.row(0, row);
        }
        assert_eq!(program.solve(patience()), Outcome::Impossible);
    }

    #[test]
    fn one_way_of_an_either_is_taken() {
        // x is 0 or from 2 to 4, and x + y = 5 with y at most 2
        let mut program = Program::default();
        let (x, y) = (program.variable(true, 1), program.variable(true, 1));
        let one = |l: &Linear, r: &Linear| Row::at_most(l, r).unwrap();
        let (vx, vy) = (Linear::variable(x), Linear::variable(y));
        program.either(
            1,
            vec![vec![one(&vx, &sum(&[], 0))], vec![one(&sum(&[], 2), &vx), one(&vx, &sum(&[], 4))]],
        );
        program.row(0, one(&sum(&[], 5), &vx.plus(&vy).unwrap()));
        program.row(0, one(&vy, &sum(&[], 2)));
        let Outcome::Found(values) = program.solve(patience()) else { panic!("there is one") };
        assert!(values[x] >= 3 && values[x] <= 4, "{values:?}");
        program.row(2, one(&vx, &sum(&[], 1)));
        assert_eq!(program.solve(patience()), Outcome::Impossible);
        assert!(matches!(program.without(&|g| g == 2).solve(patience()), Outcome::Found(_)));
    }

    #[test]
    fn every_small_program_is_as_trying_all_values_says() {
        // Rows ax + by + cz <= d with small pseudo-random numbers, each variable at most 4
        let mut seed = 1_u64;
        let mut next = move |range: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            i64::try_from((seed >> 33) % range).unwrap()
        };
        let mut feasible = 0;
        for round in 0..300 {
            let mut program = Program::default();
            let v: Vec<usize> = (0..3).map(|_| program.variable(true, 1)).collect();
            let mut all = Vec::new();
            for at in 0..3 {
                all.push(([0, 1, 2].map(|i| i64::from(i == at)), 4));
            }
            for _ in 0..4 {
                all.push(([next(9) - 4, next(9) - 4, next(9) - 4], next(13) - 6));
            }
            for (f, d) in &all {
                let left = sum(&[(v[0], f[0]), (v[1], f[1]), (v[2], f[2])], 0);
                program.row(0, Row::at_most(&left, &sum(&[], *d)).unwrap());
            }
            let fits = |x: [i64; 3]| all.iter().all(|(f, d)| f[0] * x[0] + f[1] * x[1] + f[2] * x[2] <= *d);
            let any = (0..125).any(|i| fits([i % 5, i / 5 % 5, i / 25]));
            match program.solve(patience()) {
                Outcome::Found(values) => {
                    feasible += 1;
                    let x: Vec<i64> = values.iter().map(|n| n.whole().unwrap()).collect();
                    assert!(any && fits([x[0], x[1], x[2]]), "round {round}: {x:?}");
                }
                other => assert!(!any && other == Outcome::Impossible, "round {round}: {other:?}"),
            }
        }
        assert!((60..240).contains(&feasible), "both kinds are tried: {feasible}");
    }
}
