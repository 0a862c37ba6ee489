//! Expresses the limits as constraints over sums of a written army.
//!
//! A small change to the army adds to each sum, and changes to different rows of the list add up.

use crate::army::Army;
use crate::army::cost_lines::CostLine;
use crate::army::evaluate_conditions::ConditionOutcome;
use crate::army::limit_measurement::measure_limit;
use crate::army::regions::Region;
use crate::finding::Severity;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_costs::{Cost, PriceLine};
use crate::rules::compiled_limits::{Limit, Measure};
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, UnitKindId};

use super::charge_costs::charge_applies;
use super::constraint_groups::{FIRST_LIMIT_GROUP, SIZE_GROUP};
use super::integer_program::{Constraint, IntegerProgram};
use super::limit_constraints::{ConstraintModel, add_limit};
use super::linear_sums::LinearSum;
use super::scenario::{ConditionContext, Scenario};

/// A sum over the units and characters of an army.
#[derive(Clone, Debug)]
pub(crate) enum ArmySum {
    /// The cost of a contingent, or of the whole army.
    Cost(Option<ContingentId>),
    /// What a limit measures in some part of the army, of one unit type or entry only or of all.
    Measured {
        /// The measured quantity.
        measure: Measure,
        /// The part of the army that is measured.
        region: Region,
        /// The contingent whose troops are measured. `None` for all.
        contingent: Option<ContingentId>,
        /// The unit type or entry that is measured. `None` for all.
        kind: Option<UnitKindId>,
    },
}

impl ArmySum {
    /// Returns `true` if the sum is always a whole number.
    fn is_whole(&self) -> bool {
        matches!(self, Self::Measured { measure, .. } if measure.is_whole())
    }

    /// Returns the value of the sum, as far as it is known.
    pub(crate) fn value_in(&self, army: &Army<'_>) -> Number {
        match self {
            Self::Cost(None) => army.spent,
            Self::Cost(Some(whose)) => {
                let units = army.units.iter().filter(|u| !u.in_reserve() && u.body.contingent == *whose);
                let units = units.filter_map(|u| u.known_cost().checked_mul(i64::from(u.count).into()));
                let characters = army.characters.iter().filter(|c| c.contingent == *whose);
                let bought = army.purchase_lines(Region::Army, Some(*whose)).filter_map(CostLine::total);
                let charges = army.own_charges(Some(*whose)).filter_map(CostLine::total);
                let characters = characters.map(crate::army::Character::known_cost);
                let all = units.chain(characters).chain(bought).chain(charges);
                all.fold(Number::ZERO, |sum, cost| sum.checked_add(cost).unwrap_or(sum))
            }
            Self::Measured { region: Region::Command(at), .. } if *at >= army.commands.len() => Number::ZERO,
            Self::Measured { measure: what, region: place, contingent: sees, kind: only } => {
                measure_limit(army, what, *place, *sees, *only, false).amount
            }
        }
    }
}

/// Sums, and the constraints on them that every legal list satisfies. Limits that cannot be expressed are
/// left out.
#[derive(Debug)]
pub(crate) struct SumConstraints {
    /// The sums; the index of each is also its variable in the program. The first is the cost of the army.
    pub(crate) sums: Vec<ArmySum>,
    pub(crate) program: IntegerProgram,
    /// Whether changes to different rows add up in cost too. `false` if a price depends on what else the army has;
    /// nothing can be proven from the constraints then.
    pub(crate) costs_add_up: bool,
}

/// Builds the constraints on the sums of an army. The sums of `further` follow the first one.
///
/// `unmet` holds the paths of rules whose minimums a draft does not meet yet; these are not required.
pub(crate) fn build_sum_constraints(
    army: &Army<'_>,
    further: &[ArmySum],
    unmet: &[String],
) -> Option<SumConstraints> {
    let odd = army.commands.iter().enumerate().any(|(at, c)| c.ally_unknown || army.is_outside_commands(at));
    let commands = (!odd).then_some(army.commands.len());
    let book = |c: ContingentId| army.rules.has_book(c).then_some(c);
    let own = |kind: &UnitKindId| {
        army.commands.iter().any(|c| army.rules.kind(*kind).entry_of == book(c.contingent))
    };
    let kinds = (0..army.rules.kinds.len()).map(UnitKindId).filter(own).collect();
    let mut made = SumConstraintBuilder {
        army,
        scene: Scenario::from_army(army),
        commands,
        kinds,
        unmet,
        sums: Vec::new(),
        variables: Vec::new(),
        command: None,
        program: IntegerProgram::default(),
        costs_add_up: costs_add_up(army.rules, &Scenario::from_army(army), commands),
    };
    let spent = made.add_sum(ArmySum::Cost(None));
    for sum in further {
        made.add_sum(sum.clone());
    }
    if let Some(size) = army.most_points().filter(|_| army.rules.has_points) {
        made.program
            .add_constraint(SIZE_GROUP, Constraint::at_most(&spent, &LinearSum::from_constant(size))?);
    }
    for (at, limit) in army.rules.limits.iter().enumerate() {
        add_limit(&mut made, limit, FIRST_LIMIT_GROUP + at);
    }
    made.with_sums_first()
}

/// The constraints on the sums of an army, in progress.
struct SumConstraintBuilder<'b, 'a> {
    army: &'b Army<'a>,
    scene: Scenario,
    commands: Option<usize>,
    /// The unit types and entries that a row of the list may have.
    kinds: Vec<UnitKindId>,
    unmet: &'b [String],
    sums: Vec<ArmySum>,
    /// The variable of each sum.
    variables: Vec<usize>,
    command: Option<usize>,
    program: IntegerProgram,
    costs_add_up: bool,
}

/// Returns `true` if what a row costs does not depend on other rows: no charge may be paid, and no line of a cost looks at
/// who else is there.
fn costs_add_up(rules: &Rules, scene: &Scenario, commands: Option<usize>) -> bool {
    let is_settled = |cost: &Cost| {
        let ask = ConditionContext { commands, size: scene.size, uses_own_answers: true };
        let looks_at_others = |line: &PriceLine| {
            line.when.asks(&|when| when.present.is_some() || when.measured.is_some())
                && matches!(scene.evaluate_condition(&line.when, &ask), ConditionOutcome::Open(_))
        };
        !cost.lines.iter().any(looks_at_others)
    };
    rules.charges.iter().all(|charge| charge_applies(scene, charge, commands) == Some(false))
        && rules.list_costs().all(is_settled)
}

impl SumConstraintBuilder<'_, '_> {
    /// Adds a sum with its variable.
    fn add_sum(&mut self, sum: ArmySum) -> LinearSum {
        let whole = sum.is_whole();
        let variable = self.program.add_variable(whole, 0);
        self.sums.push(sum);
        self.variables.push(variable);
        LinearSum::from_variable(variable)
    }

    /// Renumbers the variables so that the sums come first.
    fn with_sums_first(self) -> Option<SumConstraints> {
        let mut program = IntegerProgram::default();
        for sum in &self.sums {
            program.add_variable(sum.is_whole(), 0);
        }
        let places =
            self.variables.iter().enumerate().map(|(at, v)| (*v, LinearSum::from_variable(at))).collect();
        program.import_program(&self.program, &places)?;
        Some(SumConstraints { sums: self.sums, program, costs_add_up: self.costs_add_up })
    }

    /// Returns `true` if the measure of an army is the total over its rows.
    fn is_additive(&self, what: &Measure) -> bool {
        // Another row may change whether a unit has such a tag
        let depends_on_army = |selector: &Selector| {
            selector.tested_tags().iter().any(|tag| self.army.rules.depends_on_army(*tag))
        };
        matches!(what, Measure::Count(_) | Measure::Size(_) | Measure::Points(_))
            && !self.army.part_unread
            && !what.selector().is_some_and(depends_on_army)
    }
}

impl ConstraintModel for SumConstraintBuilder<'_, '_> {
    fn rules(&self) -> &Rules {
        self.army.rules
    }

    fn scene(&self) -> &Scenario {
        &self.scene
    }

    fn program(&mut self) -> &mut IntegerProgram {
        &mut self.program
    }

    fn is_relaxation(&self) -> bool {
        true
    }

    fn min_severity(&self) -> Severity {
        Severity::Error
    }

    fn command_count(&self) -> Option<usize> {
        self.commands
    }

    fn has_unknown_allies(&self) -> bool {
        // The list has all of the allies' troops
        false
    }

    fn agreed_size(&self, sees: Option<ContingentId>) -> Option<Number> {
        self.army.points_of(sees)
    }

    fn knows_troops(&self, sees: Option<ContingentId>) -> bool {
        // The limits of an ally's book apply only if the list has that ally
        let called =
            |c: ContingentId| c == ContingentId::OWN || self.army.commands.iter().any(|k| k.contingent == c);
        sees.is_none_or(called)
    }

    fn applies_to_command(&self, command: usize, limit: &Limit) -> bool {
        let command = &self.army.commands[command];
        limit.contingent.is_none_or(|c| command.contingent == c)
            && limit.command_kind.is_none_or(|kind| command.kind == Some(kind))
    }

    fn measured_sum(&mut self, what: &Measure, sees: Option<ContingentId>, once: bool) -> Option<LinearSum> {
        if let Measure::Commands(selector) = what
            && matches!(selector.test, SelectorTest::Always | SelectorTest::CommandKind(_))
        {
            // A small change adds no command
            let place = self.command.map_or(Region::Army, Region::Command);
            let count = measure_limit(self.army, what, place, sees, None, false).amount;
            return self.commands.map(|_| LinearSum::from_constant(count));
        }
        if once || !self.is_additive(what) {
            return None;
        }
        let place = self.command.map_or(Region::Army, Region::Command);
        Some(self.add_sum(ArmySum::Measured {
            measure: what.clone(),
            region: place,
            contingent: sees,
            kind: None,
        }))
    }

    fn sums_by_kind(&mut self, what: &Measure, sees: Option<ContingentId>) -> Option<Vec<LinearSum>> {
        if !self.is_additive(what) {
            return None;
        }
        let place = self.command.map_or(Region::Army, Region::Command);
        let of = |only: &UnitKindId| ArmySum::Measured {
            measure: what.clone(),
            region: place,
            contingent: sees,
            kind: Some(*only),
        };
        let all: Vec<ArmySum> = self.kinds.iter().map(of).collect();
        Some(all.into_iter().map(|sum| self.add_sum(sum)).collect())
    }

    fn cost_sum(&mut self, sees: Option<ContingentId>) -> Option<LinearSum> {
        Some(self.add_sum(ArmySum::Cost(sees)))
    }

    fn may_match_parts(&self, _: &Selector) -> bool {
        self.army.rules.kinds.iter().any(|k| !k.parts.is_empty())
    }

    fn set_command(&mut self, command: Option<usize>) {
        self.command = command;
    }

    fn agreed_size_sum(&mut self, sees: Option<ContingentId>) -> Option<LinearSum> {
        self.army.points_of(sees).map(LinearSum::from_constant)
    }

    fn requires_minimum(&self, limit: &Limit) -> bool {
        !self.unmet.contains(&limit.rule_path)
    }
}
