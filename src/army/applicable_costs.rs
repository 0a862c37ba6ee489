//! Decides which of the costs stated in the rules applies, and what it is paid for.
//!
//! `stats_and_costs` works these prices out for an army. The solver takes their bounds, to prove things about armies
//! that are yet to be written.

use std::borrow::Cow;

use crate::format::formula::{Formula, FormulaValue, Scope, evaluate};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_options::{Cost, OptionOffers, OptionPath};
use crate::rules::compiled_unit_types::PartRule;
use crate::rules::id_types::{ModeId, OptionId, RoleId, UnitKindId};

use super::bodies_and_options::{Body, OptionOrigin, TakenOption, default_origin};
use super::cost_lines::{CostLine, PricedItem};

/// A cost that applies.
#[derive(Clone, Debug)]
pub struct OptionPrice<'r> {
    /// What is paid for. The printed name does not tell, since two options may share one.
    pub paid_for: PricedItem,
    /// The printed name of what is paid for.
    pub name: &'r str,
    /// The cost as stated. `None` if no rule states one.
    pub cost: Option<&'r Cost>,
    /// Whether the cost is paid for each model.
    pub per_model: bool,
    /// The path of the rule that states the cost, such as `fra/options/elite`, or
    /// `fra/units/spears/options/elite` if the offer on the unit type's line states it.
    pub rule_path: Cow<'r, str>,
}

impl<'r> OptionPrice<'r> {
    fn new(of: PricedItem, what: &'r str, cost: Option<&'r Cost>, per_model: bool, rule: &'r str) -> Self {
        // A cost by size is for the whole unit
        let by_size = matches!(cost, Some(Cost::Sizes(_)));
        Self {
            paid_for: of,
            name: what,
            cost,
            per_model: per_model && !by_size,
            rule_path: Cow::Borrowed(rule),
        }
    }

    /// Returns the formula that applies in a mode. `None` for a cost by size, or if none is stated.
    pub fn formula_for_mode(&self, mode: Option<ModeId>) -> Option<&'r Formula> {
        match self.cost? {
            Cost::Same(formula) => Some(formula),
            Cost::Modes(modes) => modes.iter().find(|(m, _)| Some(*m) == mode).map(|(_, formula)| formula),
            Cost::Sizes(_) => None,
        }
    }

    /// Works out what is paid for a unit of this size, `models` of which have what is paid for.
    pub(super) fn into_line(
        self,
        mode: Option<ModeId>,
        size: u32,
        models: u32,
        scope: &dyn Scope,
    ) -> CostLine<'r> {
        let times = if self.per_model { models } else { 1 };
        CostLine {
            paid_for: self.paid_for,
            within: OptionPath::new(),
            name: self.name,
            cost_of_one: self.cost_of_one(mode, size, scope),
            times: i64::from(times).into(),
            rule_path: self.rule_path,
        }
    }

    /// Works out what is paid for an option of a body.
    pub(super) fn into_line_of_option(
        self,
        mode: Option<ModeId>,
        body: &Body<'_>,
        rules: &Rules,
        taken: &TakenOption<'_>,
        scope: &dyn Scope,
    ) -> CostLine<'r> {
        let line = self.into_line(mode, body.size, body.models_of(rules, taken), scope);
        let times = line.times.checked_mul(i64::from(taken.times).into()).unwrap_or(line.times);
        CostLine { times, within: taken.within.clone(), ..line }
    }

    /// Works out the cost of one, for a unit of this size. `None` if it is unknown.
    fn cost_of_one(&self, mode: Option<ModeId>, size: u32, scope: &dyn Scope) -> Option<Number> {
        if let Some(Cost::Sizes(prices)) = self.cost {
            return prices.iter().find(|(s, _)| *s == size).map(|(_, n)| *n);
        }
        let formula = self.formula_for_mode(mode)?;
        if let Some(number) = formula.as_constant() {
            return Some(number);
        }
        match evaluate(formula, scope) {
            Ok(outcome) if !outcome.incomplete => match outcome.value {
                FormulaValue::Number(n) => Some(n),
                FormulaValue::Truth(_) | FormulaValue::Absent => None,
            },
            _ => None,
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
pub fn purchase_price<'r>(
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
