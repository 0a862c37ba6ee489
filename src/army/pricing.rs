//! Decides which of the costs stated in the rules applies, and what it is paid for.
//!
//! The ledger of an army works these prices out. The solver takes their bounds, to prove things about armies
//! that are yet to be written.

use std::borrow::Cow;

use crate::format::formula::{Formula, Scope, Value, evaluate};
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{KindId, ModeId, OptionId, RoleId};
use crate::rules::option::{Cost, Kind, PartRule};

use super::body::{Origin, origin_if_untaken};

/// What a price is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Priced {
    /// The unit, a body inside it, or a character.
    Body,
    /// An option of the body.
    Option(OptionId),
    /// A role that the body or character holds.
    Role(RoleId),
}

/// A cost that applies.
#[derive(Clone, Debug)]
pub struct Price<'r> {
    /// What is paid for. The printed name does not tell, since two options may share one.
    pub of: Priced,
    /// The printed name of what is paid for.
    pub what: &'r str,
    /// The cost as stated. `None` if no rule states one.
    pub cost: Option<&'r Cost>,
    /// Whether the cost is paid for each model.
    pub per_model: bool,
    /// The path of the rule that states the cost, such as `fra/options/elite`, or
    /// `fra/units/spears/options/elite` if the offer on the unit type's line states it.
    pub rule: Cow<'r, str>,
}

impl<'r> Price<'r> {
    fn new(of: Priced, what: &'r str, cost: Option<&'r Cost>, per_model: bool, rule: &'r str) -> Self {
        // A cost by size is for the whole unit
        let by_size = matches!(cost, Some(Cost::Sizes(_)));
        Self { of, what, cost, per_model: per_model && !by_size, rule: Cow::Borrowed(rule) }
    }

    /// Returns the formula that applies in a mode. `None` for a cost by size, or if none is stated.
    pub fn formula(&self, mode: Option<ModeId>) -> Option<&'r Formula> {
        match self.cost? {
            Cost::Same(formula) => Some(formula),
            Cost::Modes(modes) => modes.iter().find(|(m, _)| Some(*m) == mode).map(|(_, formula)| formula),
            Cost::Sizes(_) => None,
        }
    }

    /// Works out the cost of one, for a unit of this size. `None` if it is unknown.
    pub(super) fn amount(&self, mode: Option<ModeId>, size: u32, scope: &dyn Scope) -> Option<Number> {
        if let Some(Cost::Sizes(prices)) = self.cost {
            return prices.iter().find(|(s, _)| *s == size).map(|(_, n)| *n);
        }
        let formula = self.formula(mode)?;
        if let Some(number) = formula.constant() {
            return Some(number);
        }
        match evaluate(formula, scope) {
            Ok(outcome) if !outcome.incomplete => match outcome.value {
                Value::Number(n) => Some(n),
                Value::Truth(_) | Value::Absent => None,
            },
            _ => None,
        }
    }
}

/// Returns the price of a body without its options: the cost stated for the part of a unit, otherwise that of
/// the unit type or entry.
pub fn body_price<'r>(rules: &'r Rules, id: KindId, part: Option<&'r PartRule>) -> Price<'r> {
    let kind = rules.kind_of(id);
    if let Some(part) = part.filter(|part| part.cost.is_some()) {
        return Price::new(Priced::Body, &kind.name, part.cost.as_ref(), true, &part.rule);
    }
    let stated = if kind.own_cost { kind } else { rules.kind_of(rules.base_of(id)) };
    Price::new(Priced::Body, &kind.name, kind.cost.as_ref(), kind.each, &stated.rule)
}

/// Returns the price of an option on a body, which depends on how the body came to have the option.
///
/// `None` if nothing is paid for it.
pub fn option_price(rules: &Rules, id: KindId, option: OptionId, origin: Origin) -> Option<Price<'_>> {
    let rule = rules.option_of(option);
    let (kind, base) = (rules.kind_of(id), rules.kind_of(rules.base_of(id)));
    let offers = [kind, base].map(|kind| kind.offers.of(option));
    let comes_along = |kind: &Kind| {
        kind.offers.of(option).is_some_and(|offer| origin_if_untaken(&kind.offers, offer).is_some())
    };
    let states_cost = |id: OptionId| {
        kind.offers.of(id).is_some_and(|o| o.cost.is_some()) || rules.option_of(id).cost.is_some()
    };
    let free = match origin {
        Origin::Default => true,
        Origin::PartOf(whole) => states_cost(whole),
        Origin::Chosen if !rule.stands_for.is_empty() => !states_cost(option),
        // The unit type's cost does not cover an option that only its entry includes; an entry's own cost
        // does
        _ if offers[0].is_some_and(|offer| offer.of_entry) => {
            comes_along(kind) && (kind.own_cost || comes_along(base))
        }
        _ => comes_along(kind),
    };
    if free {
        return None;
    }
    // The cost is stated by the entry's offer, else by the unit type's, else by the option, else by the
    // ruleset for all options without a cost
    let offered = offers.into_iter().flatten().find_map(|o| Some((o.cost.as_ref()?, o.rule.as_str())));
    let (cost, stated) = match offered {
        Some((cost, stated)) => (Some(cost), stated),
        None => (rule.cost.as_ref().or(rules.optional_cost.as_ref()), rule.rule.as_str()),
    };
    let mut price = Price::new(Priced::Option(option), &rule.name, cost, rule.is_for_each(offers), stated);
    if offered.is_none() && rule.cost.is_none() && cost.is_some() {
        price.rule = Cow::Owned(format!("{}/optional-cost", rules.id));
    }
    Some(price)
}

/// Returns the price of holding a role. `None` if the game has no cost for it.
pub fn role_price(rules: &Rules, role: RoleId) -> Option<Price<'_>> {
    let rule = &rules.roles[role.0];
    rule.cost
        .is_some()
        .then(|| Price::new(Priced::Role(role), &rule.name, rule.cost.as_ref(), false, &rule.rule))
}

/// Returns the prices of a character without a body: of the character, then of the role.
pub fn character_prices(
    rules: &Rules,
    kind: Option<KindId>,
    role: Option<RoleId>,
) -> impl Iterator<Item = Price<'_>> {
    let own = kind.map(|id| Price { per_model: false, ..body_price(rules, id, None) });
    own.filter(|price| price.cost.is_some()).into_iter().chain(role.and_then(|role| role_price(rules, role)))
}
