//! Mixed-integer programs over variables that are never negative, solved exactly by branch and bound.

use crate::clock::Moment;
use std::collections::BTreeMap;

use crate::format::read_exact_numbers::Number;

use super::linear_sums::{LinearSum, gcd};
use super::simplex::{SolveAborted, Tableau};

/// The number of the rule that a constraint comes from, so that all constraints of a rule can be left out.
pub type ConstraintGroup = usize;

/// The constraint `sum <= 0`.
#[derive(Clone, Debug)]
pub struct Constraint {
    /// The sum, which must not be above 0.
    pub sum: LinearSum,
}

/// A set of variables and constraints.
#[derive(Clone, Debug, Default)]
pub struct IntegerProgram {
    /// Whether each variable must be a whole number.
    whole: Vec<bool>,
    /// The factor of each variable in the goal to minimise, 0 or more.
    goal: Vec<i128>,
    pub(super) constraints: Vec<(ConstraintGroup, Constraint)>,
    pub(super) alternatives: Vec<(ConstraintGroup, Vec<Vec<Constraint>>)>,
    /// Variables whose values follow from other variables.
    pub(super) rounded_variables: Vec<RoundedVariable>,
}

/// A variable that is a sum, rounded up or down.
#[derive(Clone, Debug)]
pub(super) struct RoundedVariable {
    pub(super) variable: usize,
    pub(super) sum: LinearSum,
    pub(super) rounds_up: bool,
}

/// The budget of a search: a deadline, a number of branches and a number of steps.
#[derive(Clone, Copy, Debug)]
pub struct SearchBudget {
    /// The deadline. `None` if no clock is read.
    pub deadline: Option<Moment>,
    /// The largest number of branches to visit.
    pub max_branches: usize,
    /// The largest number of steps, none of which takes long.
    pub max_steps: usize,
}

impl SearchBudget {
    /// Returns `true` if the deadline has passed.
    pub fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Moment::now() >= deadline)
    }
}

/// The result of solving a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveOutcome {
    /// A solution: the values of all variables.
    Solved(Vec<Number>),
    /// Proven: there is no solution.
    Impossible,
    /// The budget ran out, or the numbers became too large.
    Unknown,
}

impl Constraint {
    /// Creates the constraint `left <= right`. `None` if the numbers become too large.
    pub fn at_most(left: &LinearSum, right: &LinearSum) -> Option<Self> {
        Some(Self { sum: left.minus(right)? })
    }

    /// Creates two constraints for `left = right`. `None` if the numbers become too large.
    pub fn equal(left: &LinearSum, right: &LinearSum) -> Option<[Self; 2]> {
        Some([Self::at_most(left, right)?, Self::at_most(right, left)?])
    }

    fn is_satisfied(&self, values: &[Number]) -> bool {
        self.sum.evaluate(values).is_some_and(|n| n <= 0)
    }
}

impl IntegerProgram {
    /// Adds a variable and returns its index. `goal` is its factor in the goal to minimise.
    pub fn add_variable(&mut self, whole: bool, goal: u32) -> usize {
        self.whole.push(whole);
        self.goal.push(i128::from(goal));
        self.whole.len() - 1
    }

    /// Returns the number of variables.
    pub(super) fn variable_count(&self) -> usize {
        self.whole.len()
    }

    /// Adds a constraint.
    pub fn add_constraint(&mut self, group: ConstraintGroup, row: Constraint) {
        self.constraints.push((group, row));
    }

    /// Adds alternatives: sets of constraints, of which one set must be satisfied.
    pub fn add_alternatives(&mut self, group: ConstraintGroup, ways: Vec<Vec<Constraint>>) {
        self.alternatives.push((group, ways));
    }

    /// Adds a variable that is a sum rounded up or down. `None` if the numbers become too large.
    ///
    /// The sum must never be negative.
    pub fn add_rounded(&mut self, group: ConstraintGroup, exact: &LinearSum, up: bool) -> Option<LinearSum> {
        let steps = self.has_whole_variables(exact);
        let step = if steps { Number::fraction(1, exact.denominator()?)? } else { Number::ZERO };
        let variable = self.add_variable(true, 0);
        let rounded = LinearSum::from_variable(variable);
        let one_off = LinearSum::from_constant(Number::ONE.checked_sub(step)?);
        let (low, high) =
            if up { (exact.clone(), exact.plus(&one_off)?) } else { (exact.minus(&one_off)?, exact.clone()) };
        self.add_constraint(group, Constraint::at_most(&low, &rounded)?);
        self.add_constraint(group, Constraint::at_most(&rounded, &high)?);
        self.rounded_variables.push(RoundedVariable { variable, sum: exact.clone(), rounds_up: up });
        Some(rounded)
    }

    /// Returns constraints that make a sum a whole multiple of a step. `None` if the numbers become too
    /// large.
    pub fn add_multiple(&mut self, sum: &LinearSum, step: Number) -> Option<[Constraint; 2]> {
        let variable = self.add_variable(true, 0);
        let of = sum.times(Number::ONE.checked_div(step)?)?;
        self.rounded_variables.push(RoundedVariable { variable, sum: of, rounds_up: false });
        Constraint::equal(sum, &LinearSum::default().plus_term(variable, step)?)
    }

    /// Adds all constraints of another program. `None` if the numbers become too large.
    ///
    /// Some of its variables are replaced by sums of this program's variables, as given by `instead`. The
    /// others are added as new variables.
    pub(super) fn import_program(
        &mut self,
        other: &Self,
        instead: &BTreeMap<usize, LinearSum>,
    ) -> Option<()> {
        let mut of: Vec<LinearSum> = Vec::with_capacity(other.whole.len());
        for (at, whole) in other.whole.iter().enumerate() {
            of.push(match instead.get(&at) {
                Some(sum) => sum.clone(),
                None => LinearSum::from_variable(self.add_variable(*whole, 0)),
            });
        }
        let moved = |sum: &LinearSum| -> Option<LinearSum> {
            let start = LinearSum::from_constant(sum.constant);
            sum.factors.iter().try_fold(start, |sum, (v, f)| sum.plus(&of[*v].times(*f)?))
        };
        let row = |row: &Constraint| Some(Constraint { sum: moved(&row.sum)? });
        for (group, one) in &other.constraints {
            self.constraints.push((*group, row(one)?));
        }
        for (group, ways) in &other.alternatives {
            let ways = ways.iter().map(|way| way.iter().map(row).collect()).collect::<Option<_>>()?;
            self.alternatives.push((*group, ways));
        }
        for one in &other.rounded_variables {
            let Some(variable) = of[one.variable].factors.keys().next().copied() else { continue };
            self.rounded_variables.push(RoundedVariable {
                variable,
                sum: moved(&one.sum)?,
                rounds_up: one.rounds_up,
            });
        }
        Some(())
    }

    /// Returns `true` if all variables of the sum are whole, so that its value is a multiple of `1 /
    /// denominator`.
    pub fn has_whole_variables(&self, sum: &LinearSum) -> bool {
        sum.factors.keys().all(|v| self.whole[*v])
    }

    /// Returns a copy of the program without the constraints of some groups.
    #[must_use]
    pub fn without_groups(&self, left_out: &dyn Fn(ConstraintGroup) -> bool) -> Self {
        let mut made = self.clone();
        made.constraints.retain(|(group, _)| !left_out(*group));
        made.alternatives.retain(|(group, _)| !left_out(*group));
        made
    }

    /// Replaces the factors of the goal to minimise.
    pub fn set_goal(&mut self, factor: &dyn Fn(usize) -> u32) {
        for (variable, goal) in self.goal.iter_mut().enumerate() {
            *goal = i128::from(factor(variable));
        }
    }

    /// Searches for values that satisfy every constraint and one set of each of the alternatives.
    pub fn solve(&self, patience: SearchBudget) -> SolveOutcome {
        self.search(patience).unwrap_or(SolveOutcome::Unknown)
    }

    /// Searches depth first: solves the relaxation, then branches on alternatives and on fractional
    /// variables.
    fn search(&self, patience: SearchBudget) -> Result<SolveOutcome, SolveAborted> {
        let mut steps = 0;
        let mut is_over = move || {
            steps += 1;
            steps > patience.max_steps || patience.is_over()
        };
        let mut table = Tableau::new(self.goal.clone());
        for (_, row) in &self.constraints {
            if is_over() {
                return Ok(SolveOutcome::Unknown);
            }
            self.add_to_tableau(&mut table, row)?;
        }
        let mut stack = vec![(table, vec![false; self.alternatives.len()])];
        let mut branches = 0;
        while let Some((mut table, mut settled)) = stack.pop() {
            branches += 1;
            if branches > patience.max_branches || is_over() {
                return Ok(SolveOutcome::Unknown);
            }
            if !table.solve(&mut is_over)? {
                continue;
            }
            let values = self.solution(&table)?;
            let open = (0..self.alternatives.len()).find(|at| {
                let way = |way: &Vec<Constraint>| way.iter().all(|row| row.is_satisfied(&values));
                !settled[*at] && !self.alternatives[*at].1.iter().any(way)
            });
            if let Some(at) = open {
                settled[at] = true;
                for way in self.alternatives[at].1.iter().rev() {
                    let mut next = table.clone();
                    for row in way {
                        self.add_to_tableau(&mut next, row)?;
                    }
                    stack.push((next, settled.clone()));
                }
                continue;
            }
            let Some(variable) = self.most_fractional(&values) else {
                return Ok(SolveOutcome::Solved(values));
            };
            let floor = values[variable].floor();
            let (low, _) = floor.numerator_denominator();
            let mut down = table.clone();
            down.add(&[(variable, 1)], low)?;
            let mut up = table;
            up.add(&[(variable, -1)], -low - 1)?;
            // Try the nearer whole number first
            let far = values[variable].checked_sub(floor).ok_or(SolveAborted)?;
            let near_down = far.checked_add(far).ok_or(SolveAborted)? < 1;
            let (first, second) = if near_down { (down, up) } else { (up, down) };
            stack.push((second, settled.clone()));
            stack.push((first, settled));
        }
        Ok(SolveOutcome::Impossible)
    }

    /// Returns the values of all variables in a solved table.
    fn solution(&self, table: &Tableau) -> Result<Vec<Number>, SolveAborted> {
        let value = |v| {
            let (n, d) = table.value(v);
            Number::fraction(n, d).ok_or(SolveAborted)
        };
        (0..self.whole.len()).map(value).collect()
    }

    /// Returns the variable that must be whole and is furthest from it.
    fn most_fractional(&self, values: &[Number]) -> Option<usize> {
        let half = Number::fraction(1, 2)?;
        let off = |v: usize| {
            let part = values[v].checked_sub(values[v].floor())?;
            if part <= half { Some(part) } else { Number::ONE.checked_sub(part) }
        };
        (0..values.len()).filter(|v| self.whole[*v] && !values[*v].is_whole()).max_by_key(|v| off(*v))
    }

    /// Adds a constraint to a table in whole numbers.
    ///
    /// If all variables are whole, their factors are divided by their common divisor and the right side is
    /// rounded down, which keeps every whole solution.
    fn add_to_tableau(&self, table: &mut Tableau, row: &Constraint) -> Result<(), SolveAborted> {
        let sum = &row.sum;
        let times = sum.denominator().ok_or(SolveAborted)?;
        let whole = |n: Number| {
            let (top, bottom) = n.numerator_denominator();
            (times / bottom).checked_mul(top).ok_or(SolveAborted)
        };
        let mut factors = Vec::with_capacity(sum.factors.len());
        for (variable, factor) in &sum.factors {
            factors.push((*variable, whole(*factor)?));
        }
        let mut right = -whole(sum.constant)?;
        let shared = factors.iter().fold(0, |g, (_, f)| gcd(g, *f));
        if shared > 1 && self.has_whole_variables(sum) {
            factors.iter_mut().for_each(|(_, f)| *f /= shared);
            right = right.div_euclid(shared);
        }
        table.add(&factors, right)
    }
}

#[cfg(test)]
mod tests;
