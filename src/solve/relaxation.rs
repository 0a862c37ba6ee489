//! The relaxation: a program of which every legal list is a solution. Its variables are the number of units
//! of each type, with their total size and cost. If it has no solution, no list is legal.

mod limit_measures_as_sums;

use crate::army::evaluate_conditions::ConditionOutcome;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::id_types::{CommandKindId, OptionId, RoleId, UnitKindId};

use super::charge_costs::{ChargeCosts, add_charge_costs};
use super::constraint_groups::{COST_GROUP, FIRST_LIMIT_GROUP, FIXED_GROUP, SIZE_GROUP, minimal_conflict};
use super::integer_program::{Constraint, ConstraintGroup, IntegerProgram, SearchBudget, SolveOutcome};
use super::limit_constraints::{ConstraintModel, add_limit};
use super::linear_sums::LinearSum;
use super::purchases::add_bought_totals;
use super::scenario::{ConditionContext, Scenario};
use super::unit_cost_range::{CostPerSize, CostRange, character_cost_range, cost_range};
use super::{LimitConflict, ListRequirements};
use crate::army::selector_coverage_of_unit_types::{BodilessCharacter, OptionReach, dates_allow};

/// Tries to prove that no list of a scenario is legal.
///
/// Returns the limits that together rule it out, as few as time allows. `None` if that is not so, or could
/// not be proven in time.
pub(crate) fn prove_impossible(
    rules: &Rules,
    scene: &Scenario,
    terms: &ListRequirements<'_>,
    patience: SearchBudget,
) -> Option<LimitConflict> {
    let program = Relaxation::build_program(rules, scene, terms)?;
    if program.solve(patience) != SolveOutcome::Impossible {
        return None;
    }
    Some(minimal_conflict(&program, rules, patience))
}

/// The variables and sums of all units of one type.
struct UnitTypeTotals<'r> {
    reach: OptionReach<'r>,
    count: usize,
    /// The total size of the units.
    size: LinearSum,
    /// The total cost of the units. `None` if it has no known bounds.
    cost: Option<LinearSum>,
    parts: Vec<OptionReach<'r>>,
}

/// A relaxation in progress.
struct Relaxation<'r> {
    rules: &'r Rules,
    scene: &'r Scenario,
    types: Vec<UnitTypeTotals<'r>>,
    /// Characters without bodies: the kind of character, the variable of their number, and their total cost.
    characters: Vec<(BodilessCharacter, usize, Option<LinearSum>)>,
    /// The variable of the number of commands of each kind.
    command_kinds: Vec<usize>,
    /// How often the army and its commands buy an option, at most; an option may be here several times.
    bought_counts: Vec<(OptionId, LinearSum)>,
    /// What the army and its commands buy, in points. `None` if that has no known bounds.
    bought: Option<LinearSum>,
    /// What the charges cost that no unit or character pays. `None` if that has no lower bound.
    charges: Option<LinearSum>,
    /// The variable of the allies' total agreed size. `None` if there can be no allies.
    allied_points: Option<usize>,
    program: IntegerProgram,
    group: ConstraintGroup,
}

impl<'r> Relaxation<'r> {
    /// Builds the relaxation of a scenario. `None` if the numbers become too large.
    fn build_program(
        rules: &'r Rules,
        scene: &'r Scenario,
        terms: &ListRequirements<'_>,
    ) -> Option<IntegerProgram> {
        let mut wide = Relaxation {
            rules,
            scene,
            types: Vec::new(),
            characters: Vec::new(),
            command_kinds: Vec::new(),
            bought_counts: Vec::new(),
            bought: Some(LinearSum::default()),
            charges: Some(LinearSum::default()),
            allied_points: None,
            program: IntegerProgram::default(),
            group: FIXED_GROUP,
        };
        let callable = |c: &crate::rules::Contingent| {
            let own = c.dates.is_empty().then_some(c.book.as_ref().and_then(|b| b.dates.as_ref())).flatten();
            let ask = ConditionContext { commands: None, size: scene.size, uses_own_answers: true };
            c.ally.is_some()
                && dates_allow(&c.dates, scene.date)
                && !matches!(scene.evaluate_condition(&c.when, &ask), ConditionOutcome::Fails)
                && own.is_none_or(|d| scene.date.is_none_or(|y| d.contains(y)))
        };
        if rules.led_by.is_some() && rules.contingents.iter().any(callable) {
            let points = wide.program.add_variable(false, 0);
            if let Some(size) = scene.size {
                wide.program.add_constraint(
                    FIXED_GROUP,
                    Constraint::at_most(&LinearSum::from_variable(points), &LinearSum::from_constant(size))?,
                );
            }
            wide.allied_points = Some(points);
        }
        for id in (0..rules.kinds.len()).map(UnitKindId).filter(|id| scene.may_be_taken(rules, *id)) {
            wide.add_unit_type(id)?;
        }
        wide.add_command_kinds()?;
        (wide.bought_counts, wide.bought) = add_bought_totals(rules, scene, &mut wide.program);
        wide.add_requirements(terms)?;
        for (at, limit) in rules.limits.iter().enumerate() {
            wide.group = FIRST_LIMIT_GROUP + at;
            add_limit(&mut wide, limit, FIRST_LIMIT_GROUP + at);
        }
        Some(wide.program)
    }

    /// Adds the variables and sums of a unit type or entry.
    fn add_unit_type(&mut self, id: UnitKindId) -> Option<()> {
        let kind = self.rules.kind(id);
        if kind.unit_type.is_none() {
            for role in &kind.roles {
                self.add_character(Some(id), *role)?;
            }
            return Some(());
        }
        let reach = OptionReach::new(self.rules, id, self.scene.date);
        let count = self.program.add_variable(true, 1);
        let many = LinearSum::from_variable(count);
        let size = if let Some(size) = kind.size.only_size() {
            many.times(i64::from(size).into())?
        } else {
            let size = LinearSum::from_variable(self.program.add_variable(true, 0));
            let least = many.times(i64::from(kind.size.min).into())?;
            self.program.add_constraint(FIXED_GROUP, Constraint::at_most(&least, &size)?);
            if let Some(max) = kind.size.max {
                let most = many.times(i64::from(max).into())?;
                self.program.add_constraint(FIXED_GROUP, Constraint::at_most(&size, &most)?);
            }
            size
        };
        let cost = match cost_range(self.rules, id, self.scene, &reach) {
            Some(range) => Some(self.add_cost(range, &many, &size)?),
            None => None,
        };
        let parts =
            kind.parts.iter().map(|p| OptionReach::new(self.rules, p.kind, self.scene.date)).collect();
        self.types.push(UnitTypeTotals { reach, count, size, cost, parts });
        Some(())
    }

    /// Returns the total cost of so many units of this total size, adding a variable if it is not settled.
    fn add_cost(&mut self, range: CostRange, many: &LinearSum, size: &LinearSum) -> Option<LinearSum> {
        let rate = |rate: CostPerSize| many.times(rate.per_unit)?.plus(&size.times(rate.per_model)?);
        let least = rate(range.least)?;
        match range.max_extra {
            Some(more) if more == CostPerSize::default() => Some(least),
            more => {
                let extra = LinearSum::from_variable(self.program.add_variable(false, 0));
                if let Some(more) = more {
                    self.program.add_constraint(FIXED_GROUP, Constraint::at_most(&extra, &rate(more)?)?);
                }
                least.plus(&extra)
            }
        }
    }

    /// Adds the variable and the cost of characters of this role without a body.
    fn add_character(&mut self, kind: Option<UnitKindId>, role: RoleId) -> Option<()> {
        let count = self.program.add_variable(true, 1);
        let many = LinearSum::from_variable(count);
        let cost = match character_cost_range(self.rules, kind, role, self.scene) {
            Some(range) => Some(self.add_cost(range, &many, &many)?),
            None => None,
        };
        self.characters.push((BodilessCharacter { kind, role: Some(role) }, count, cost));
        Some(())
    }

    /// Adds the numbers of commands of each kind. An army has at least one command, and each is of some kind.
    fn add_command_kinds(&mut self) -> Option<()> {
        let kinds = self.rules.command_kinds.len();
        self.command_kinds = (0..kinds).map(|_| self.program.add_variable(true, 0)).collect();
        if kinds > 0 {
            let one = LinearSum::from_constant(Number::ONE);
            let row = Constraint::at_most(&one, &self.sum_command_kinds(|_| true)?)?;
            self.program.add_constraint(FIXED_GROUP, row);
        }
        Some(())
    }

    /// Returns the number of commands of those kinds that `is_counted` names.
    fn sum_command_kinds(&self, is_counted: impl Fn(CommandKindId) -> bool) -> Option<LinearSum> {
        let all = self.command_kinds.iter().enumerate().filter(|(at, _)| is_counted(CommandKindId(*at)));
        all.into_iter().try_fold(LinearSum::default(), |sum, (_, count)| sum.plus_term(*count, Number::ONE))
    }

    /// Adds the requirements other than limits: at least one unit, the agreed size and the least cost.
    fn add_requirements(&mut self, terms: &ListRequirements<'_>) -> Option<()> {
        for role in (0..self.rules.roles.len()).map(RoleId) {
            self.add_character(None, role)?;
        }
        self.charges = match add_charge_costs(self) {
            None => None,
            Some(ChargeCosts { least, may_add_more: false }) => Some(least),
            Some(ChargeCosts { least, may_add_more: true }) => {
                Some(least.plus(&LinearSum::from_variable(self.program.add_variable(false, 0)))?)
            }
        };
        if self.allied_points.is_none() {
            let mut units = LinearSum::default();
            for one in &self.types {
                units = units.plus_term(one.count, Number::ONE)?;
            }
            self.program.add_constraint(
                FIXED_GROUP,
                Constraint::at_most(&LinearSum::from_constant(Number::ONE), &units)?,
            );
        }
        if self.scene.size.is_none() {
            return Some(());
        }
        // If the cost of some type has no known bounds, neither has the sum
        let Some(mut spent) = self.cost_sum(None) else { return Some(()) };
        if self.allied_points.is_some() {
            // Add a variable for the cost of the allies
            spent = spent.plus(&LinearSum::from_variable(self.program.add_variable(false, 0)))?;
        }
        if let Some(most) = self.rules.size_limit.most_points(self.scene.size) {
            self.program
                .add_constraint(SIZE_GROUP, Constraint::at_most(&spent, &LinearSum::from_constant(most))?);
        }
        self.program.add_constraint(
            COST_GROUP,
            Constraint::at_most(&LinearSum::from_constant(terms.min_cost), &spent)?,
        );
        Some(())
    }
}
