//! Decides which of the costs stated in the rules applies, and what it is paid for.
//!
//! `stats_and_costs` works these prices out for an army. The solver takes their bounds, to prove things about armies
//! that are yet to be written.

use std::borrow::Cow;

use crate::finding::Span;
use crate::format::formula::{Formula, FormulaValue, evaluate};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_conditions::Condition;
use crate::rules::compiled_costs::{Cost, PriceLine, StatedPrice};
use crate::rules::compiled_options::{OptionOffers, OptionPath};
use crate::rules::compiled_selectors::{Selectable, Selector};
use crate::rules::compiled_unit_types::PartRule;
use crate::rules::id_types::{ContingentId, ModeId, OptionId, RoleId, UnitKindId};

use super::Army;
use super::bodies_and_options::{Body, OptionOrigin, TakenOption, default_origin};
use super::body_formula_scope::BodyScope;
use super::cost_lines::{CostLine, PricedItem, UnknownCost};
use super::evaluate_conditions::condition_holds;
use super::regions::Region;
use super::resolve_bodies::resolve_unit_or_part;

/// A cost that applies.
#[derive(Clone, Debug)]
pub struct OptionPrice<'r> {
    /// What is paid for. The printed name does not tell, since two options may share one.
    pub paid_for: PricedItem,
    /// The printed name of what is paid for.
    pub name: &'r str,
    /// The cost as stated. `None` if no rule states one.
    pub cost: Option<&'r Cost>,
    /// Whether the cost is paid for each model, unless it is a price by size.
    pub per_model: bool,
    /// The path of the rule that states the cost, such as `fra/options/elite`, or
    /// `fra/units/spears/options/elite` if the offer on the unit type's line states it.
    pub rule_path: Cow<'r, str>,
}

impl<'r> OptionPrice<'r> {
    fn new(of: PricedItem, what: &'r str, cost: Option<&'r Cost>, per_model: bool, rule: &'r str) -> Self {
        Self { paid_for: of, name: what, cost, per_model, rule_path: Cow::Borrowed(rule) }
    }

    /// Returns the price that everyone pays in every army. `None` if it depends on either, or if none is stated.
    pub fn only_price(&self) -> Option<&'r StatedPrice> {
        self.cost?.only_price()
    }

    /// Returns the formula of the price that everyone pays, in a mode. `None` if there is no such formula.
    pub fn formula_for_mode(&self, mode: Option<ModeId>) -> Option<&'r Formula> {
        self.only_price()?.formula_for_mode(mode)
    }

    /// Returns `true` if this is paid for each model. A price by size is for the whole unit.
    pub fn is_per_model(&self, price: &StatedPrice) -> bool {
        self.per_model && !matches!(price, StatedPrice::Sizes(_))
    }

    /// Works out what is paid.
    pub(super) fn into_line(self, payer: &Payer<'_, '_>) -> CostLine<'r> {
        let line = self.fitting_line(payer);
        let per_model = line.as_ref().map_or(self.per_model, |line| self.is_per_model(&line.price));
        let times = if per_model { payer.models } else { 1 };
        CostLine {
            paid_for: self.paid_for,
            within: OptionPath::new(),
            name: self.name,
            cost_of_one: line.and_then(|line| payer.price_of_one(&line.price)),
            times: i64::from(times).into(),
            rule_path: self.rule_path,
            explanation: None,
        }
    }

    /// Works out what is paid for an option of a body.
    pub(super) fn into_line_of_option<'a>(
        self,
        army: &Army<'a>,
        body: &Body<'a>,
        taken: &TakenOption<'_>,
    ) -> CostLine<'r> {
        let models = body.models_of(army.rules, taken);
        let line = self.into_line(&Payer { models, ..Payer::of_body(army, body) });
        let times = line.times.checked_mul(i64::from(taken.times).into()).unwrap_or(line.times);
        CostLine { times, within: taken.within.clone(), ..line }
    }

    /// Returns the first line of the cost that fits.
    fn fitting_line(&self, payer: &Payer<'_, '_>) -> Result<&'r PriceLine, UnknownCost> {
        let cost = self.cost.ok_or(UnknownCost::NotStated)?;
        let holds = |when: &Condition| condition_holds(payer.army, when, Region::Army, cost.contingent);
        let fits = |selector: &Selector| match payer.body {
            Some(body) if payer.army.is_tag_open(body, selector) => None,
            _ => Some(payer.tested.is_some_and(|tested| selector.matches(tested))),
        };
        fitting_line(cost, &fits, &holds)
    }
}

/// Returns the first line of a cost whose selector fits who pays, and whose condition holds.
pub(super) fn fitting_line<'r>(
    cost: &'r Cost,
    fits: &dyn Fn(&Selector) -> Option<bool>,
    holds: &dyn Fn(&Condition) -> Option<bool>,
) -> Result<&'r PriceLine, UnknownCost> {
    for line in &cost.lines {
        match (line.selector.as_ref().map_or(Some(true), fits), holds(&line.when)) {
            (Some(true), Some(true)) => return Ok(line),
            (Some(false), _) | (_, Some(false)) => {}
            (None, _) | (_, None) => return Err(UnknownCost::Undecided),
        }
    }
    Err(UnknownCost::NoLineFits)
}

/// Who pays a price.
#[derive(Clone, Copy)]
pub(super) struct Payer<'p, 'a> {
    pub(super) army: &'p Army<'a>,
    /// The body that formulas see. `None` if there is none: a formula that asks about a unit then has no value.
    pub(super) body: Option<&'p Body<'a>>,
    /// What the lines of a cost test. `None` if only lines for everyone fit.
    pub(super) tested: Option<&'p dyn Selectable>,
    /// The contingent that pays, in which formulas look up options.
    pub(super) contingent: ContingentId,
    /// The size of the unit, for prices by size.
    pub(super) size: u32,
    /// The number of models that the price is paid for.
    pub(super) models: u32,
}

impl<'p, 'a> Payer<'p, 'a> {
    /// The payer of what all models of a body have.
    pub(super) fn of_body(army: &'p Army<'a>, body: &'p Body<'a>) -> Self {
        Self {
            army,
            body: Some(body),
            tested: Some(body),
            contingent: body.contingent,
            size: body.size,
            models: body.size,
        }
    }

    /// The payer of a role: the body whose stats the role changes. `None` if there is none, as for a character who
    /// joins no unit.
    pub(super) fn of_role(army: &'p Army<'a>, body: Option<&'p Body<'a>>, contingent: ContingentId) -> Self {
        let tested = body.map(|body| -> &dyn Selectable { body });
        Self { army, body, tested, contingent, size: 1, models: 1 }
    }

    /// Works out the price of one.
    fn price_of_one(&self, price: &StatedPrice) -> Result<Number, UnknownCost> {
        if let StatedPrice::Sizes(prices) = price {
            let stated = prices.iter().find(|(size, _)| *size == self.size);
            return stated.map(|(_, cost)| *cost).ok_or(UnknownCost::NotStated);
        }
        let formula = price.formula_for_mode(self.army.mode).ok_or(UnknownCost::NotStated)?;
        if let Some(number) = formula.as_constant() {
            return Ok(number);
        }
        // Effects change the stats and tags that the formula sees
        if self.body.is_some_and(|body| !body.undecided_effects.is_empty()) {
            return Err(UnknownCost::Undecided);
        }
        let (rules, points) = (self.army.rules, self.army.points);
        let outcome = match self.body {
            Some(body) => evaluate(formula, &BodyScope { rules, body, points }),
            // The price of a role is not guessed from a unit without troops
            None if self.tested.is_none() && rules.asks_about_units(formula, true) => {
                return Err(UnknownCost::NobodyJoined);
            }
            None => {
                let body = resolve_unit_or_part(rules, None, self.contingent, None, &[], Span::default());
                evaluate(formula, &BodyScope { rules, body: &body, points })
            }
        };
        match outcome {
            Ok(outcome) if !outcome.incomplete => match outcome.value {
                FormulaValue::Number(n) => Ok(n),
                FormulaValue::Truth(_) | FormulaValue::Absent => Err(UnknownCost::NotStated),
            },
            _ => Err(UnknownCost::NotStated),
        }
    }
}

/// Returns the price of a body without its options: the cost stated for the part of a unit, otherwise that of
/// the unit type or entry.
pub fn body_price<'r>(rules: &'r Rules, id: UnitKindId, part: Option<&'r PartRule>) -> OptionPrice<'r> {
    let kind = rules.kind(id);
    if let Some(part) = part.filter(|part| part.cost.is_some()) {
        return OptionPrice::new(PricedItem::Body, &kind.name, part.cost.as_ref(), true, &part.rule_path);
    }
    let stated = if kind.states_cost { kind } else { rules.kind(rules.base_kind(id)) };
    OptionPrice::new(PricedItem::Body, &kind.name, kind.cost.as_ref(), kind.per_model, &stated.rule_path)
}

/// Returns the price of an option that a body has within others, or by itself if there are none. It depends on how the
/// body came to have the option.
///
/// `None` if nothing is paid for it.
pub fn option_price<'r>(
    rules: &'r Rules,
    id: UnitKindId,
    option: OptionId,
    within: &[OptionId],
    origin: OptionOrigin,
) -> Option<OptionPrice<'r>> {
    let (kind, base) = (rules.kind(id), rules.kind(rules.base_kind(id)));
    let levels = [kind, base].map(|kind| kind.offers.offers_within(within));
    price_among(rules, levels, kind.states_cost, (option, within), origin)
}

/// Returns the price of an option that the army or a command buys, as `option_price` does.
pub(super) fn purchase_price<'r>(
    rules: &'r Rules,
    offers: &'r OptionOffers,
    option: OptionId,
    within: &[OptionId],
    origin: OptionOrigin,
) -> Option<OptionPrice<'r>> {
    price_among(rules, [offers.offers_within(within), None], false, (option, within), origin)
}

/// Returns the price of an option with these offers around it: those of the entry or the buyer, then those of its unit
/// type. `None` if nothing is paid for it.
fn price_among<'r>(
    rules: &'r Rules,
    levels: [Option<&'r OptionOffers>; 2],
    entry_states_cost: bool,
    (option, within): (OptionId, &[OptionId]),
    origin: OptionOrigin,
) -> Option<OptionPrice<'r>> {
    let rule = rules.option(option);
    let offers = levels.map(|level| level.and_then(|level| level.offer_for(option)));
    let comes_along = |level: Option<&OptionOffers>| {
        level.is_some_and(|level| {
            level.offer_for(option).is_some_and(|offer| default_origin(level, offer).is_some())
        })
    };
    let states_cost = |id: OptionId| {
        let offer = levels[0].and_then(|level| level.offer_for(id));
        offer.is_some_and(|o| o.cost.is_some()) || rules.option(id).cost.is_some()
    };
    let free = match origin {
        OptionOrigin::Default => true,
        OptionOrigin::ImpliedBy(whole) => states_cost(whole),
        OptionOrigin::Chosen if !rule.stands_for.is_empty() => !states_cost(option),
        // The unit type's cost does not cover an option that only its entry includes; an entry's own cost
        // does
        _ if offers[0].is_some_and(|offer| offer.is_from_entry) => {
            // What comes along with an option is part of that one's cost
            comes_along(levels[0]) && (entry_states_cost || !within.is_empty() || comes_along(levels[1]))
        }
        _ => comes_along(levels[0]),
    };
    if free {
        return None;
    }
    // The cost is stated by the entry's offer, else by the unit type's, else by the option, else by the
    // ruleset for all options without a cost
    let offered = offers.into_iter().flatten().find_map(|o| Some((o.cost.as_ref()?, o.rule_path.as_str())));
    let (cost, stated) = match offered {
        Some((cost, stated)) => (Some(cost), stated),
        None => (rule.cost.as_ref().or(rules.optional_cost.as_ref()), rule.rule_path.as_str()),
    };
    let mut price =
        OptionPrice::new(PricedItem::Option(option), &rule.name, cost, rule.costs_per_model(offers), stated);
    if offered.is_none() && rule.cost.is_none() && cost.is_some() {
        price.rule_path = Cow::Owned(format!("{}/optional-cost", rules.id));
    }
    Some(price)
}

/// Returns the cost that a line of the ledger of a unit of this kind was priced by. `None` if no rule states one.
pub fn stated_cost<'r>(rules: &'r Rules, id: UnitKindId, line: &CostLine<'_>) -> Option<&'r Cost> {
    match line.paid_for {
        PricedItem::Body => body_price(rules, id, None).cost,
        PricedItem::Role(role) => rules.roles[role.0].cost.as_ref(),
        PricedItem::Option(option) => {
            option_price(rules, id, option, &line.within, OptionOrigin::Chosen)?.cost
        }
        PricedItem::Charge(charge) => Some(&rules.charges[charge.0].cost),
    }
}

/// Returns the cost of an option that the army or a command buys. `None` if no rule states one.
pub fn purchase_cost<'r>(rules: &'r Rules, body: &Body<'_>, taken: &TakenOption<'_>) -> Option<&'r Cost> {
    purchase_price(rules, body.offers(rules)?, taken.option, &taken.within, taken.origin)?.cost
}

/// Returns the price of holding a role. `None` if the game has no cost for it.
pub fn role_price(rules: &Rules, role: RoleId) -> Option<OptionPrice<'_>> {
    let rule = &rules.roles[role.0];
    rule.cost.is_some().then(|| {
        OptionPrice::new(PricedItem::Role(role), &rule.name, rule.cost.as_ref(), false, &rule.rule_path)
    })
}

/// Returns the prices of a character without a body: of the character, then of the role.
pub fn character_prices(
    rules: &Rules,
    kind: Option<UnitKindId>,
    role: Option<RoleId>,
) -> impl Iterator<Item = OptionPrice<'_>> {
    let own = kind.map(|id| OptionPrice { per_model: false, ..body_price(rules, id, None) });
    own.filter(|price| price.cost.is_some()).into_iter().chain(role.and_then(|role| role_price(rules, role)))
}
