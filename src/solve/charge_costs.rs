//! What the charges that an army and its commands pay themselves add to its cost, as a sum of a model's variables.

use crate::army::evaluate_conditions::ConditionOutcome;
use crate::format::limit::{FractionRounding, RegionKind};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_charges::{Charge, ChargedMeasure};
use crate::rules::compiled_measures::Measure;
use crate::rules::compiled_selectors::Selectable;
use crate::rules::compiled_steps::{LastStep, Steps};
use crate::rules::id_types::ContingentId;

use super::constraint_groups::FIXED_GROUP;
use super::integer_program::Constraint;
use super::limit_constraints::ConstraintModel;
use super::linear_sums::LinearSum;
use super::scenario::{ConditionContext, Scenario};
use super::unit_cost_range::{Payers, price_bounds};

/// What charges add to a cost.
#[derive(Clone, Debug, Default)]
pub(super) struct ChargeCosts {
    /// The least that they add.
    pub(super) least: LinearSum,
    /// Whether they may add more.
    pub(super) may_add_more: bool,
}

/// How often a charge is paid.
struct Times {
    /// How often at least.
    least: LinearSum,
    /// Whether that is exactly how often.
    is_exact: bool,
    /// How often at most. `None` if there is no such number.
    most: Option<Number>,
}

/// Returns what the charges add that no unit or character pays. `None` if there is no lower bound.
///
/// Troops and characters must be part of the model by then.
pub(super) fn add_charge_costs(troops: &mut dyn ConstraintModel) -> Option<ChargeCosts> {
    let rules = troops.rules();
    let count = rules.charges.len();
    let mut sum = ChargeCosts::default();
    for at in 0..count {
        let charge = troops.rules().charges[at].clone();
        let is_known = matches!(charge.contingent, None | Some(ContingentId::OWN));
        if charge.payers.is_some() || !is_known {
            continue;
        }
        let added = charge_costs(troops, &charge)?;
        sum.least = sum.least.plus(&added.least)?;
        sum.may_add_more |= added.may_add_more;
    }
    Some(sum)
}

/// Returns what a unit or character pays for charges whose times are settled. Others depend on the rest of the army.
pub(super) fn settled_charges(rules: &Rules, scene: &Scenario, payer: &dyn Selectable) -> Number {
    let pays = |charge: &&Charge| {
        let is_seen = charge.contingent.is_none_or(|own| own == payer.contingent());
        let of = charge.payers.as_ref().filter(|_| charge.measured.is_none() && is_seen);
        of.is_some_and(|of| of.selector.matches(payer)) && charge_applies(scene, charge, None) == Some(true)
    };
    let price = |charge: &Charge| {
        let bounds = price_bounds(&charge.cost, false, Payers { scene, reach: None })?;
        bounds.is_settled().then_some(bounds.least)
    };
    let prices = rules.charges.iter().filter(pays).filter_map(price);
    prices.fold(Number::ZERO, |sum, price| sum.checked_add(price).unwrap_or(sum))
}

/// Returns whether a charge is paid in a scenario, as far as that is settled.
pub(super) fn charge_applies(scene: &Scenario, charge: &Charge, commands: Option<usize>) -> Option<bool> {
    let ask = ConditionContext {
        commands,
        // What the allies leave of the size is not settled
        size: scene.size.filter(|_| charge.contingent.is_none()),
        uses_own_answers: charge.contingent.is_none_or(|c| c == ContingentId::OWN),
    };
    match scene.evaluate_condition(&charge.when, &ask) {
        ConditionOutcome::Holds => Some(true),
        ConditionOutcome::Fails => Some(false),
        ConditionOutcome::Open(_) => None,
    }
}

fn charge_costs(troops: &mut dyn ConstraintModel, charge: &Charge) -> Option<ChargeCosts> {
    let applies = charge_applies(troops.scene(), charge, troops.command_count());
    if applies == Some(false) {
        return Some(ChargeCosts::default());
    }
    let each = price_bounds(&charge.cost, false, Payers { scene: troops.scene(), reach: None })?;
    let mut times = charged_times(troops, charge)?;
    if applies.is_none() {
        times = Times { least: LinearSum::default(), is_exact: false, ..times };
    }
    let least = match (each.least >= 0, times.is_exact, times.most) {
        (true, ..) | (false, true, _) => times.least.times(each.least)?,
        (false, false, Some(most)) => LinearSum::from_constant(each.least.checked_mul(most)?),
        // A discount that may be given any number of times has no lower bound
        (false, false, None) => {
            return if troops.is_relaxation() { None } else { Some(ChargeCosts::default()) };
        }
    };
    let is_settled = times.is_exact && each.is_settled();
    Some(ChargeCosts { least, may_add_more: troops.is_relaxation() && !is_settled })
}

/// Returns how often a charge is paid, in all regions and for all entries together.
fn charged_times(troops: &mut dyn ConstraintModel, charge: &Charge) -> Option<Times> {
    let commands = troops.command_count();
    let regions = match (charge.region, commands) {
        (RegionKind::Command, Some(commands)) if charge.command_kind.is_none() => Some(commands),
        (RegionKind::Command, _) => None,
        _ => Some(1),
    };
    let Some(measured) = &charge.measured else {
        // An army has at least one command, but perhaps none of the kind
        let least = regions.unwrap_or(usize::from(charge.command_kind.is_none()));
        let most = regions.map(Number::from);
        return Some(Times {
            least: LinearSum::from_constant(least.into()),
            is_exact: regions.is_some(),
            most,
        });
    };
    let most_of_one = measured.at_most.filter(|_| !measured.by_entry);
    let most = most_of_one.zip(regions).and_then(|(most, regions)| most.checked_mul(regions.into()));
    let Some(regions) = regions else {
        return Some(Times { least: LinearSum::default(), is_exact: false, most });
    };
    let mut sum = LinearSum::default();
    // Allies of whom nothing is known may add to what is measured, and so may entries that are left out
    let mut is_exact = !(troops.is_relaxation()
        && (troops.has_unknown_allies() && charge.contingent.is_none() || measured.by_entry));
    for region in 0..regions {
        let here = charge.region == RegionKind::Command && regions > 1;
        troops.set_command(here.then_some(region));
        match times_in_region(troops, charge, measured) {
            Some(times) => sum = sum.plus(&times)?,
            None => is_exact = false,
        }
    }
    troops.set_command(None);
    Some(Times { least: sum, is_exact, most })
}

/// Returns how often a charge is paid for what is measured in one region. `None` if that cannot be expressed.
fn times_in_region(
    troops: &mut dyn ConstraintModel,
    charge: &Charge,
    measured: &ChargedMeasure,
) -> Option<LinearSum> {
    let contingent = charge.contingent;
    // The points of a relaxation's units include the charges that they pay, which no charge sees
    let points = matches!(measured.measure, Measure::Points(_));
    if points && troops.is_relaxation() && troops.rules().charges.iter().any(|charge| charge.payers.is_some())
    {
        return None;
    }
    let sums = if measured.by_entry {
        troops.sums_by_kind(&measured.measure, contingent)?
    } else {
        vec![troops.measured_sum(&measured.measure, contingent, measured.joined_once)?]
    };
    let mut all = LinearSum::default();
    for sum in sums {
        let times = counted_steps(troops, &sum, measured.steps)?;
        all = all.plus(&at_most(troops, times, measured.at_most)?)?;
    }
    Some(all)
}

/// Returns the steps of an amount, adding variables if they do not follow from it by a factor alone.
fn counted_steps(troops: &mut dyn ConstraintModel, sum: &LinearSum, steps: Steps) -> Option<LinearSum> {
    if let Some(amount) = sum.as_constant() {
        return Some(LinearSum::from_constant(steps.count(amount)?));
    }
    let above = LinearSum::from_constant(steps.above);
    let program = troops.program();
    let is_whole = program.has_whole_variables(sum) && sum.denominator() == Some(1) && steps.above.is_whole();
    let counted = if steps.above == 0 && sum.is_never_negative() {
        sum.clone()
    } else {
        // A variable is never negative, so it is what is above, or 0 if nothing is
        let rest = LinearSum::from_variable(program.add_variable(is_whole, 0));
        let none =
            vec![Constraint::at_most(&rest, &LinearSum::default())?, Constraint::at_most(sum, &above)?];
        let some = Constraint::equal(&rest, &sum.minus(&above)?)?.to_vec();
        program.add_alternatives(FIXED_GROUP, vec![none, some]);
        rest
    };
    if is_whole && steps.per == 1 && !matches!(steps.last, LastStep::FullFrom(_)) {
        return Some(counted);
    }
    let exact = counted.times(Number::ONE.checked_div(steps.per)?)?;
    match steps.last {
        LastStep::Rounded(FractionRounding::None) => Some(exact),
        // Nothing is below 0 here
        LastStep::Rounded(FractionRounding::Nearest) => {
            let half = Number::fraction(1, 2)?;
            program.add_rounded(FIXED_GROUP, &exact.plus(&LinearSum::from_constant(half))?, false)
        }
        LastStep::Rounded(round) => program.add_rounded(FIXED_GROUP, &exact, round == FractionRounding::Up),
        LastStep::FullFrom(enough) => {
            // A started step is full with what is missing of it
            let missing = steps.per.checked_sub(enough)?.checked_div(steps.per)?;
            let filled = exact.plus(&LinearSum::from_constant(missing))?;
            program.add_rounded(FIXED_GROUP, &filled, false)
        }
    }
}

/// Returns an amount that does not go beyond a number.
fn at_most(troops: &mut dyn ConstraintModel, times: LinearSum, most: Option<Number>) -> Option<LinearSum> {
    let Some(most) = most else { return Some(times) };
    if let Some(amount) = times.as_constant() {
        return Some(LinearSum::from_constant(amount.min(most)));
    }
    let program = troops.program();
    let bounded = LinearSum::from_variable(program.add_variable(false, 0));
    let most = LinearSum::from_constant(most);
    let mut within = Constraint::equal(&bounded, &times)?.to_vec();
    within.push(Constraint::at_most(&times, &most)?);
    let mut beyond = Constraint::equal(&bounded, &most)?.to_vec();
    beyond.push(Constraint::at_most(&most, &times)?);
    program.add_alternatives(FIXED_GROUP, vec![within, beyond]);
    Some(bounded)
}
