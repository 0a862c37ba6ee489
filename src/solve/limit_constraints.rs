//! Turns limits into constraints of an integer program.

use crate::army::evaluate_conditions::{ConditionOutcome, OpenQuestion};
use crate::finding::Severity;
use crate::format::limit::{FractionRounding, RegionKind};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_amounts::{Amount, Bound, RatioBase};
use crate::rules::compiled_conditions::{Dates, MeasuredTest, NumberTest};
use crate::rules::compiled_limits::{Bounds, Limit, Measure};
use crate::rules::compiled_selectors::Selector;
use crate::rules::compiled_steps::{LastStep, Steps};
use crate::rules::id_types::{CommandKindId, ContingentId, UnitKindId};

use super::extreme_constraints::ways_to_bound_extreme;
use super::integer_program::{Constraint, ConstraintGroup, IntegerProgram};
use super::linear_sums::LinearSum;
use super::scenario::{ConditionContext, Scenario};

/// A model of an army's units to which limits can be added as constraints.
///
/// There are two kinds. In a construction, every solution is a list, made of rows that could be written. In a
/// relaxation, every list is a solution, made of counts by unit type.
///
/// Parts of a limit that cannot be expressed as constraints are left out. A construction then guesses, and
/// the result is checked afterwards; a relaxation still contains every list.
pub(super) trait ConstraintModel {
    fn rules(&self) -> &Rules;
    fn scene(&self) -> &Scenario;
    fn program(&mut self) -> &mut IntegerProgram;
    /// Returns `true` if every list must be a solution.
    fn is_relaxation(&self) -> bool;
    /// Returns the severity from which limits must be kept.
    fn min_severity(&self) -> Severity;
    /// Returns the number of commands. `None` if it is not fixed.
    fn command_count(&self) -> Option<usize>;
    /// Returns `true` if allies may take part whose troops are unknown.
    fn has_unknown_allies(&self) -> bool;
    /// Returns the sum that a limit measures, adding variables if needed. `None` if it cannot be expressed.
    fn measured_sum(
        &mut self,
        measure: &Measure,
        contingent: Option<ContingentId>,
        once: bool,
    ) -> Option<LinearSum>;
    /// Returns how many units have an amount that passes a test, of what a measure takes the highest or lowest of. `None`
    /// if that cannot be expressed.
    fn count_units_with(
        &mut self,
        _: &Measure,
        _: Option<ContingentId>,
        _passes: &dyn Fn(Number) -> bool,
    ) -> Option<LinearSum> {
        None
    }
    /// Returns a sum for each unit type or entry separately. `None` if they cannot be expressed.
    fn sums_by_kind(&mut self, measure: &Measure, contingent: Option<ContingentId>)
    -> Option<Vec<LinearSum>>;
    /// Returns the agreed size of a contingent or the army. `None` if allies may use an unknown part of it.
    fn agreed_size(&self, contingent: Option<ContingentId>) -> Option<Number> {
        self.scene().size.filter(|_| !self.has_unknown_allies() || contingent.is_none())
    }
    /// Returns `true` if the troops of a contingent are known. An ally's limits usually concern only the
    /// ally.
    fn knows_troops(&self, contingent: Option<ContingentId>) -> bool {
        matches!(contingent, None | Some(ContingentId::OWN))
    }
    /// Returns how much is bought of what a selector matches, as far as it is known. `None` if it cannot be expressed.
    fn matching_purchases(&self, _: &Selector) -> Option<LinearSum> {
        Some(LinearSum::default())
    }
    /// Returns the constraint that there is no command of a kind. `None` if it cannot be expressed.
    fn no_command_of_kind(&self, _: CommandKindId) -> Option<Constraint> {
        None
    }
    /// Returns `true` if a limit applies to this command.
    fn applies_to_command(&self, _: usize, _: &Limit) -> bool {
        true
    }
    /// Returns the cost of a contingent or the army, or only the main army's if allies may take part.
    fn cost_sum(&mut self, contingent: Option<ContingentId>) -> Option<LinearSum>;
    /// Returns `true` if a selector may match bodies inside units, which no variable counts.
    fn may_match_parts(&self, selector: &Selector) -> bool;
    /// Restricts measuring to one command, or to none with `None`.
    fn set_command(&mut self, command: Option<usize>);
    /// Returns `true` if minimums of the limit must be met. A draft need not meet all of them yet.
    fn requires_minimum(&self, _: &Limit) -> bool {
        true
    }
    /// Returns the agreed size of a contingent as a sum.
    fn agreed_size_sum(&mut self, contingent: Option<ContingentId>) -> Option<LinearSum>;
}

/// Adds a limit to a program, as far as it can be expressed.
pub(super) fn add_limit(troops: &mut dyn ConstraintModel, limit: &Limit, group: ConstraintGroup) {
    if !troops.knows_troops(limit.contingent) || limit.formula.is_some() {
        return;
    }
    match (limit.region, troops.command_count()) {
        (RegionKind::Unit | RegionKind::Reserves, _) => {}
        (RegionKind::Army, _) => add_limit_in_region(troops, limit, group, false),
        (RegionKind::Command, None) => add_limit_in_region(troops, limit, group, true),
        (RegionKind::Command, Some(commands)) => {
            for command in
                (0..commands).filter(|at| troops.applies_to_command(*at, limit)).collect::<Vec<_>>()
            {
                // A single command has all that the army has, but is not within itself
                let counts_inner = matches!(limit.measure, Measure::Commands(_));
                troops.set_command(Some(command).filter(|_| commands > 1 || counts_inner));
                add_limit_in_region(troops, limit, group, false);
            }
            troops.set_command(None);
        }
    }
}

/// Adds a limit for the army, for one command, or (with `summed`) for all commands together.
fn add_limit_in_region(
    troops: &mut dyn ConstraintModel,
    limit: &Limit,
    group: ConstraintGroup,
    summed: bool,
) {
    // All commands together do not tell how many are within each
    if summed && matches!(limit.measure, Measure::Commands(_)) {
        return;
    }
    let Some(mut exceptions) = exception_alternatives(troops, limit, summed) else { return };
    if let Some(kind) = limit.command_kind.filter(|_| summed) {
        let Some(none) = troops.no_command_of_kind(kind) else { return };
        exceptions.push(vec![none]);
    }
    if limit.by_entry {
        let Some(all) = troops.sums_by_kind(&limit.measure, limit.contingent) else { return };
        for sum in all {
            let mut ways = exceptions.clone();
            ways.extend(Constraint::at_most(&sum, &LinearSum::default()).map(|none| vec![none]));
            add_alternatives(troops, limit, &sum, group, ways, summed);
        }
        return;
    }
    if matches!(limit.measure, Measure::Highest(..) | Measure::Lowest(..)) {
        add_extreme(troops, limit, group, exceptions);
        return;
    }
    let Some(sum) = troops.measured_sum(&limit.measure, limit.contingent, limit.joined_once) else { return };
    add_alternatives(troops, limit, &sum, group, exceptions, summed);
}

/// Adds a limit on the highest or lowest that single units have, as far as its bounds are plain numbers.
fn add_extreme(
    troops: &mut dyn ConstraintModel,
    limit: &Limit,
    group: ConstraintGroup,
    mut ways: Vec<Vec<Constraint>>,
) {
    let is_highest = matches!(limit.measure, Measure::Highest(..));
    let available = has_minimum_in_force(troops, limit);
    for bounds in &limit.bounds {
        let mut own = vec![Vec::new()];
        let ends =
            [(&bounds.max, true), (&bounds.exactly, true), (&bounds.exactly, false), (&bounds.min, false)];
        for (bound, is_max) in ends.into_iter().filter(|(_, is_max)| *is_max || available) {
            let Some(bound) = bound else { continue };
            for amount in severe_amounts(bound, limit.severity, troops.min_severity()) {
                let Amount::Number(number) = amount else { continue };
                let count = &mut |passes: &dyn Fn(Number) -> bool| {
                    troops.count_units_with(&limit.measure, limit.contingent, passes)
                };
                add_to_each_way(&mut own, ways_to_bound_extreme((is_highest, is_max), *number, count));
            }
        }
        ways.extend(own);
    }
    add_ways(troops, group, ways);
}

/// Returns the alternatives under which a limit need not be met. `None` if it does not apply, or that is
/// unknown.
///
/// With `summed`, the alternatives are for all commands together.
fn exception_alternatives(
    troops: &mut dyn ConstraintModel,
    limit: &Limit,
    summed: bool,
) -> Option<Vec<Vec<Constraint>>> {
    let ask = ConditionContext {
        commands: troops.command_count(),
        size: troops.agreed_size(limit.contingent),
        uses_own_answers: limit.contingent.is_none_or(|c| c == ContingentId::OWN),
    };
    let questions = match troops.scene().evaluate_condition(&limit.when, &ask) {
        ConditionOutcome::Holds => return Some(Vec::new()),
        ConditionOutcome::Fails => return None,
        ConditionOutcome::Open(None) => return (!troops.is_relaxation()).then(Vec::new),
        ConditionOutcome::Open(Some(questions)) => questions,
    };
    let mut ways = Vec::new();
    for (question, answer) in questions {
        let made = match question {
            OpenQuestion::Present(selector) => {
                presence_constraint(troops, selector, !answer, limit.contingent).map(|row| vec![vec![row]])
            }
            // What all commands together have does not tell what each of them has
            OpenQuestion::Measured(_) if summed && troops.is_relaxation() => None,
            OpenQuestion::Measured(asked) => measured_alternatives(troops, asked, !answer, limit.contingent),
        };
        let Some(made) = made else { return (!troops.is_relaxation()).then_some(ways) };
        ways.extend(made);
    }
    Some(ways)
}

/// Returns the constraint that a selector has a match or, if `there` is `false`, that it has none. `None` if it
/// cannot be expressed.
fn presence_constraint(
    troops: &mut dyn ConstraintModel,
    selector: &Selector,
    there: bool,
    contingent: Option<ContingentId>,
) -> Option<Constraint> {
    let contingent = if selector.names_ally { None } else { contingent };
    let is_unknown = troops.has_unknown_allies() && contingent.is_none()
        || there && (troops.may_match_parts(selector) || troops.rules().may_be_bought(selector));
    if troops.is_relaxation() && is_unknown {
        return None;
    }
    let sum = troops.measured_sum(&Measure::Count(selector.clone()), contingent, false)?;
    let sum = sum.plus(&troops.matching_purchases(selector)?)?;
    if there {
        Constraint::at_most(&LinearSum::from_constant(Number::ONE), &sum)
    } else {
        Constraint::at_most(&sum, &LinearSum::default())
    }
}

/// Returns the alternatives in which a measured amount passes its test or, if `passes` is `false`, does not. `None`
/// if they cannot be expressed.
///
/// If the amount need not be whole, an end that it must not reach is included.
fn measured_alternatives(
    troops: &mut dyn ConstraintModel,
    asked: &MeasuredTest,
    passes: bool,
    contingent: Option<ContingentId>,
) -> Option<Vec<Vec<Constraint>>> {
    let selector = asked.measure.selector()?;
    let contingent = if selector.names_ally { None } else { contingent };
    if troops.is_relaxation() && troops.has_unknown_allies() && contingent.is_none() {
        return None;
    }
    let sum = troops.measured_sum(&asked.measure, contingent, asked.joined_once)?;
    let is_whole = asked.measure.is_whole();
    let at_least = |n: Number| {
        let n = if is_whole { n.ceil() } else { n };
        Constraint::at_most(&LinearSum::from_constant(n), &sum)
    };
    let at_most = |n: Number| {
        let n = if is_whole { n.floor() } else { n };
        Constraint::at_most(&sum, &LinearSum::from_constant(n))
    };
    let above = |n: Number| {
        if is_whole { at_least(n.floor().checked_add(Number::ONE)?) } else { at_least(n) }
    };
    let below = |n: Number| {
        if is_whole { at_most(n.ceil().checked_sub(Number::ONE)?) } else { at_most(n) }
    };
    let NumberTest { min, max, above: lower, below: upper, exactly } = asked.test;
    if passes {
        let rows = [
            min.map(at_least),
            max.map(at_most),
            lower.map(above),
            upper.map(below),
            exactly.map(at_least),
            exactly.map(at_most),
        ];
        return Some(vec![rows.into_iter().flatten().collect::<Option<_>>()?]);
    }
    let rows = [
        min.map(below),
        max.map(above),
        lower.map(at_most),
        upper.map(at_least),
        exactly.map(below),
        exactly.map(above),
    ];
    rows.into_iter().flatten().map(|row| row.map(|row| vec![row])).collect()
}

/// Adds the constraint that a sum meets one of a limit's sets of bounds, or one of the given exceptions.
fn add_alternatives(
    troops: &mut dyn ConstraintModel,
    limit: &Limit,
    sum: &LinearSum,
    group: ConstraintGroup,
    mut ways: Vec<Vec<Constraint>>,
    summed: bool,
) {
    let available = has_minimum_in_force(troops, limit);
    if !available && limit.bounds.len() > 1 {
        return;
    }
    for bounds in &limit.bounds {
        ways.extend(ways_to_meet(troops, limit, bounds, sum, group, (available, summed)));
    }
    add_ways(troops, group, ways);
}

/// Returns `true` if the minimums of a limit must be met.
fn has_minimum_in_force(troops: &dyn ConstraintModel, limit: &Limit) -> bool {
    troops.requires_minimum(limit)
        && is_dated(troops, &limit.dates)
        && limit.entry.is_none_or(|kind| is_available(troops, kind))
}

/// Requires one of several sets of constraints. A set without any constraint requires nothing.
fn add_ways(troops: &mut dyn ConstraintModel, group: ConstraintGroup, ways: Vec<Vec<Constraint>>) {
    if let [only] = ways.as_slice() {
        for row in only.clone() {
            troops.program().add_constraint(group, row);
        }
    } else if ways.iter().all(|way| !way.is_empty()) {
        troops.program().add_alternatives(group, ways);
    }
}

/// Returns `true` if something with these dates can be taken. If it has dates and the list has none, no minimum applies.
fn is_dated(troops: &dyn ConstraintModel, dates: &[Dates]) -> bool {
    let date = troops.scene().date;
    dates.iter().all(|d| d.when.is_none() && date.is_some_and(|year| d.contains(year)))
}

/// Returns `true` if an entry can be taken, so that its minimum applies, as `muster check` has it.
fn is_available(troops: &dyn ConstraintModel, kind: UnitKindId) -> bool {
    let scene = troops.scene();
    let kind_of = troops.rules().kind(kind);
    let dated = is_dated(troops, &kind_of.dates);
    let own = kind_of.entry_of.is_none_or(|c| c == ContingentId::OWN);
    let ask = ConditionContext {
        commands: troops.command_count(),
        size: troops.agreed_size(kind_of.entry_of),
        uses_own_answers: own,
    };
    dated
        && match scene.evaluate_condition(&kind_of.when, &ask) {
            ConditionOutcome::Holds => true,
            ConditionOutcome::Fails => false,
            ConditionOutcome::Open(_) => !troops.is_relaxation(),
        }
}

/// Returns the ways to meet one set of bounds, as far as they can be expressed: sets of constraints, of which one must
/// be satisfied.
fn ways_to_meet(
    troops: &mut dyn ConstraintModel,
    limit: &Limit,
    bounds: &Bounds,
    sum: &LinearSum,
    group: ConstraintGroup,
    (available, summed): (bool, bool),
) -> Vec<Vec<Constraint>> {
    let mut ways = vec![Vec::new()];
    // If an ally's troops are unknown, only that the main army has no more than the whole is certain
    let whole_army = troops.is_relaxation() && troops.has_unknown_allies() && limit.contingent.is_none();
    let counted = matches!(limit.measure, Measure::Count(_) | Measure::Size(_) | Measure::Options(..));
    for (bound, at_most, at_least) in
        [(&bounds.max, true, false), (&bounds.exactly, true, true), (&bounds.min, false, true)]
    {
        let Some(bound) = bound else { continue };
        if !available && at_least {
            continue;
        }
        for amount in severe_amounts(bound, limit.severity, troops.min_severity()) {
            let fixed = matches!(amount, Amount::Number(_));
            // For several commands together, only a fixed minimum can be expressed
            if summed && !fixed || whole_army && !(fixed && counted) {
                continue;
            }
            let Some(amount) = allowed_sum(troops, amount, limit, group) else { continue };
            if at_most && !summed {
                add_to_each_way(&mut ways, amount.ways_not_to_exceed(sum));
            }
            if at_least && !whole_army && !(summed && troops.has_unknown_allies()) {
                add_to_each_way(&mut ways, amount.ways_to_reach(sum));
            }
        }
    }
    if let Some(step) = bounds.multiple_of.as_ref().filter(|_| available && !summed && !whole_army)
        && limit.severity >= troops.min_severity()
        && let Amount::Number(step) = &step.amount
        && *step > 0
    {
        let rows: Vec<Constraint> = troops.program().add_multiple(sum, *step).into_iter().flatten().collect();
        add_to_each_way(&mut ways, Some(vec![rows]));
    }
    ways
}

/// Requires one of some further sets of constraints in addition to each of the ways. `None` requires nothing more.
fn add_to_each_way(ways: &mut Vec<Vec<Constraint>>, further: Option<Vec<Vec<Constraint>>>) {
    let Some(further) = further else { return };
    let both = |way: &Vec<Constraint>, more: &Vec<Constraint>| way.iter().chain(more).cloned().collect();
    *ways = ways.iter().flat_map(|way| further.iter().map(move |more| both(way, more))).collect();
}

/// Returns the amounts of a bound whose severity is at least `strict`.
fn severe_amounts(bound: &Bound, usual: Severity, strict: Severity) -> Vec<&Amount> {
    match &bound.amount {
        Amount::Severities(all) => {
            all.iter().filter(|(severity, _)| *severity >= strict).map(|(_, b)| &b.amount).collect()
        }
        amount if usual >= strict => vec![amount],
        _ => Vec::new(),
    }
}

/// An allowed amount as sums: the largest of `exact` and `least`, but no more than `most`.
struct AllowedSum {
    exact: LinearSum,
    least: Option<LinearSum>,
    most: Option<LinearSum>,
}

impl AllowedSum {
    /// Returns the ways in which a sum can be at most this much. `None` if the numbers become too large.
    fn ways_not_to_exceed(&self, sum: &LinearSum) -> Option<Vec<Vec<Constraint>>> {
        let amounts = std::iter::once(&self.exact).chain(&self.least);
        let way = |amount| {
            let most = self.most.iter().map(|most| Constraint::at_most(sum, most));
            std::iter::once(Constraint::at_most(sum, amount)).chain(most).collect()
        };
        amounts.map(way).collect()
    }

    /// Returns the ways in which a sum can be at least this much. `None` if the numbers become too large.
    fn ways_to_reach(&self, sum: &LinearSum) -> Option<Vec<Vec<Constraint>>> {
        let both = std::iter::once(&self.exact).chain(&self.least);
        let both: Vec<Constraint> =
            both.map(|amount| Constraint::at_most(amount, sum)).collect::<Option<_>>()?;
        let most = match &self.most {
            // What reaches the most need not reach the rest
            Some(most) => Some(vec![Constraint::at_most(most, sum)?]),
            None => None,
        };
        Some(std::iter::once(both).chain(most).collect())
    }
}

/// Returns an allowed amount as sums. A rounded amount becomes a variable. `None` if it cannot be expressed.
fn allowed_sum(
    troops: &mut dyn ConstraintModel,
    amount: &Amount,
    limit: &Limit,
    group: ConstraintGroup,
) -> Option<AllowedSum> {
    let fixed = |n| AllowedSum { exact: LinearSum::from_constant(n), least: None, most: None };
    let computed = match amount {
        Amount::Number(n) => return Some(fixed(*n)),
        Amount::Severities(_) => return None,
        Amount::Computed(computed) => computed,
    };
    let base = base_sum(troops, &computed.of, limit)?;
    if let Some(n) = base.as_constant() {
        return computed.for_base(n).map(fixed);
    }
    // The amount must grow with its base, and variables cannot be negative
    if computed.factor < 0 || base.constant < 0 || base.factors.values().any(|f| *f < 0) {
        return None;
    }
    let Steps { above, per, last } = computed.steps;
    let (missing, round) = match last {
        LastStep::Rounded(round) => (Number::ZERO, round),
        // A started step is whole with what may be missing of it
        LastStep::FullFrom(enough) => (per.checked_sub(enough)?, FractionRounding::Down),
    };
    let left_out = LinearSum::from_constant(above.checked_sub(missing)?);
    let counted = base.minus(&left_out)?.times(Number::ONE.checked_div(per)?)?;
    let counted = rounded_sum(troops, group, counted, round)?;
    let product = rounded_sum(troops, group, counted.times(computed.factor)?, computed.round)?;
    // Below what is left out, the amount is that of an empty base
    let least_counted = if above == 0 { None } else { Some(computed.unbounded_for_base(above)?) };
    let least = computed.at_least.into_iter().chain(least_counted).max();
    Some(AllowedSum {
        exact: product.plus(&LinearSum::from_constant(computed.plus))?,
        least: least.map(LinearSum::from_constant),
        most: computed.at_most.map(LinearSum::from_constant),
    })
}

/// Rounds a sum that has no negative factors. `None` if the numbers become too large.
fn rounded_sum(
    troops: &mut dyn ConstraintModel,
    group: ConstraintGroup,
    sum: LinearSum,
    round: FractionRounding,
) -> Option<LinearSum> {
    let rounds_up = match round {
        FractionRounding::None => return Some(sum),
        FractionRounding::Up => true,
        FractionRounding::Down | FractionRounding::Nearest => false,
    };
    // Variables cannot be negative, so a whole number is added before and taken off after
    let shift = LinearSum::from_constant(Number::ZERO.checked_sub(sum.constant.min(Number::ZERO))?.ceil());
    let mut raised = sum.plus(&shift)?;
    if round == FractionRounding::Nearest {
        // What is rounded is not negative unless an amount for an empty base takes its place
        raised = raised.plus(&LinearSum::from_constant(Number::fraction(1, 2)?))?;
    }
    troops.program().add_rounded(group, &raised, rounds_up)?.minus(&shift)
}

/// Returns the base of a share or a rate as a sum.
fn base_sum(troops: &mut dyn ConstraintModel, base: &RatioBase, limit: &Limit) -> Option<LinearSum> {
    match base {
        RatioBase::Points => troops.agreed_size_sum(limit.contingent),
        RatioBase::Spent => troops.cost_sum(limit.contingent),
        RatioBase::Commands => troops.command_count().map(|n| LinearSum::from_constant(n.into())),
        RatioBase::Measured(measure, _) => {
            let names_ally = measure.selector().is_some_and(|selector| selector.names_ally);
            let contingent = if names_ally { None } else { limit.contingent };
            troops.measured_sum(measure, contingent, limit.joined_once)
        }
    }
}
