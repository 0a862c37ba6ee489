//! What the army and its commands can buy that is for no unit, as variables of the two programs.

use crate::army::selector_coverage_of_unit_types::dates_allow;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_costs::Cost;
use crate::rules::compiled_options::OptionOffer;
use crate::rules::compiled_purchases::{Buyer, PurchaseRule};
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, OptionId};

use super::command_layout::CommandLayout;
use super::constraint_groups::FIXED_GROUP;
use super::integer_program::{Constraint, IntegerProgram};
use super::linear_sums::LinearSum;
use super::scenario::Scenario;
use super::unit_cost_range::{Payers, price_bounds};

/// Adds what can be bought to a relaxation. Returns how often each option is bought at most, in which an option may be
/// several times, and what all of it costs: `None` if that has no lower bound. Allies pay for what they buy themselves.
pub(super) fn add_bought_totals(
    rules: &Rules,
    scene: &Scenario,
    program: &mut IntegerProgram,
) -> (Vec<(OptionId, LinearSum)>, Option<LinearSum>) {
    let mut counts = Vec::new();
    let mut cost = Some(LinearSum::default());
    // An army without commands is offered what the army and a command are
    for rule in rules.purchases.iter().filter(|rule| rule.buyer != Buyer::ArmyAsCommand) {
        for (within, level) in rule.offers.levels() {
            for offer in &level.all {
                let option = rules.option(offer.option);
                let count = LinearSum::from_variable(program.add_variable(true, 0));
                // Another option may bring it, and commands may be many
                let is_brought = rules.options.iter().any(|other| other.stands_for.contains(&offer.option));
                let is_own = rule.contingent == ContingentId::OWN;
                let is_single = rule.buyer == Buyer::Army || rules.led_by.is_none();
                if is_own && is_single && within.is_empty() && !is_brought {
                    let most = offer.most_times.unwrap_or(option.most_times).number;
                    let most = LinearSum::from_constant(i64::from(most).into());
                    match Constraint::at_most(&count, &most) {
                        Some(row) => program.add_constraint(FIXED_GROUP, row),
                        None => cost = None,
                    }
                }
                counts.push((offer.option, count.clone()));
                for part in &option.stands_for {
                    counts.push((*part, LinearSum::from_variable(program.add_variable(true, 0))));
                }
                // What comes by itself is free, and so may be what stands for others or comes with them
                let may_be_free = is_free(level.groups.get(offer.group.unwrap_or(usize::MAX)), offer)
                    || is_brought
                    || !option.stands_for.is_empty();
                if is_own {
                    let added = cost_of_count(rules, scene, program, offer, &count, may_be_free);
                    cost = cost.and_then(|cost| cost.plus(&added?));
                } else if is_discount(rules, scene, offer) {
                    cost = None;
                }
            }
        }
    }
    (counts, cost)
}

/// Returns `true` if a buyer has an option without paying for it.
fn is_free(group: Option<&crate::rules::compiled_options::OptionGroup>, offer: &OptionOffer) -> bool {
    group.map_or(offer.is_included, |group| group.default == Some(offer.option))
}

/// Returns `true` if what is paid for an option may be below 0.
fn is_discount(rules: &Rules, scene: &Scenario, offer: &OptionOffer) -> bool {
    let Some(cost) = stated_cost(rules, offer) else { return false };
    let bounds = price_bounds(cost, false, Payers { scene, reach: None });
    bounds.is_none_or(|bounds| bounds.for_whoever_pays().0 < 0)
}

/// Returns what so many of an option cost. `None` if that has no lower bound.
fn cost_of_count(
    rules: &Rules,
    scene: &Scenario,
    program: &mut IntegerProgram,
    offer: &OptionOffer,
    count: &LinearSum,
    may_be_free: bool,
) -> Option<LinearSum> {
    let Some(stated) = stated_cost(rules, offer) else { return Some(LinearSum::default()) };
    let bounds = price_bounds(stated, false, Payers { scene, reach: None })?;
    let (mut least, mut most) = bounds.for_whoever_pays();
    if may_be_free {
        (least, most) = (least.min(Number::ZERO), most.map(|most| most.max(Number::ZERO)));
    }
    let sum = count.times(least)?;
    if most == Some(least) {
        return Some(sum);
    }
    let extra = LinearSum::from_variable(program.add_variable(false, 0));
    if let Some(most) = most {
        let row = Constraint::at_most(&extra, &count.times(most.checked_sub(least)?)?)?;
        program.add_constraint(FIXED_GROUP, row);
    }
    sum.plus(&extra)
}

/// Returns the cost of an option that is bought. `None` if no rule states one.
fn stated_cost<'r>(rules: &'r Rules, offer: &'r OptionOffer) -> Option<&'r Cost> {
    let own = offer.cost.as_ref().or(rules.option(offer.option).cost.as_ref());
    own.or(rules.optional_cost.as_ref())
}

/// Something that a construction may buy, once.
#[derive(Clone, Debug)]
pub(super) struct PossiblePurchase {
    /// The index of the command that buys it. `None` for an army with commands.
    pub(super) command: Option<usize>,
    pub(super) option: OptionId,
    /// The highest that it can cost.
    cost: Number,
    /// The variable that is 1 if it is bought, else 0.
    pub(super) variable: usize,
}

/// Adds what a list of this layout may buy to a construction. What needs more than a word is left out.
pub(super) fn add_possible_purchases(
    rules: &Rules,
    scene: &Scenario,
    layout: &CommandLayout,
    program: &mut IntegerProgram,
) -> Option<Vec<PossiblePurchase>> {
    let mut buyers = vec![(Buyer::Army, None)];
    buyers.extend((0..layout.commands().len()).map(|at| (Buyer::Command, Some(at))));
    if layout.commands().is_empty() {
        buyers = vec![(Buyer::ArmyAsCommand, Some(0))];
    }
    let mut all = Vec::new();
    for (buyer, command) in buyers {
        let Some(rule) = rules.find_purchases(ContingentId::OWN, buyer) else { continue };
        let own = add_purchases_of(rules, scene, rule, command, program)?;
        all.extend(own);
    }
    Some(all)
}

fn add_purchases_of(
    rules: &Rules,
    scene: &Scenario,
    rule: &PurchaseRule,
    command: Option<usize>,
    program: &mut IntegerProgram,
) -> Option<Vec<PossiblePurchase>> {
    let one = LinearSum::from_constant(Number::ONE);
    let mut all = Vec::new();
    let mut groups = vec![LinearSum::default(); rule.offers.groups.len()];
    for offer in &rule.offers.all {
        let option = rules.option(offer.option);
        let group = offer.group.and_then(|group| rule.offers.groups.get(group));
        let is_plain = option.naming.is_none() && option.stands_for.is_empty();
        let is_in_time = dates_allow(&offer.dates, scene.date) && dates_allow(&option.dates, scene.date);
        if !is_plain || !is_in_time || is_free(group, offer) {
            continue;
        }
        let Some(cost) = highest_price(rules, scene, offer) else { continue };
        let variable = program.add_variable(true, 1);
        let bought = LinearSum::from_variable(variable);
        match offer.group.and_then(|group| groups.get_mut(group)) {
            Some(group) => *group = group.plus(&bought)?,
            None => program.add_constraint(FIXED_GROUP, Constraint::at_most(&bought, &one)?),
        }
        all.push(PossiblePurchase { command, option: offer.option, cost, variable });
    }
    for (group, bought) in rule.offers.groups.iter().zip(&groups) {
        program.add_constraint(FIXED_GROUP, Constraint::at_most(bought, &one)?);
        if group.is_required && group.default.is_none() {
            program.add_constraint(FIXED_GROUP, Constraint::at_most(&one, bought)?);
        }
    }
    Some(all)
}

/// Returns the highest price of an option that is bought, with which no list is found that costs more than is agreed.
/// `None` if there is none.
fn highest_price(rules: &Rules, scene: &Scenario, offer: &OptionOffer) -> Option<Number> {
    if !rules.has_points {
        return Some(Number::ZERO);
    }
    price_bounds(stated_cost(rules, offer)?, false, Payers { scene, reach: None })?.for_whoever_pays().1
}

impl PossiblePurchase {
    /// Returns its variable, times its cost.
    pub(super) fn cost_sum(&self) -> Option<LinearSum> {
        LinearSum::default().plus_term(self.variable, self.cost)
    }
}

/// Returns `true` if a selector matches everything, or whoever has one of some options, among them this one.
pub(super) fn is_of_anyone_with(selector: &Selector, option: OptionId) -> bool {
    match &selector.test {
        SelectorTest::Always => true,
        SelectorTest::Option(options) => options.contains(&option),
        _ => false,
    }
}
