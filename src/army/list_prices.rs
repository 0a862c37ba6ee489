//! Works out list prices: what units, options, roles, characters and purchases cost, before any charge.

use std::borrow::Cow;

use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_selectors::Selectable;
use crate::rules::compiled_unit_types::PartRule;
use crate::rules::id_types::{ContingentId, RoleId, UnitKindId};

use super::applicable_costs::{
    Payer, body_price, character_prices, option_price, purchase_price, role_price,
};
use super::bodies_and_options::Body;
use super::cost_lines::{CostLine, PricedItem, UnknownCost};
use super::{Army, Character, Unit, UnitLink};

/// Works out the list prices of all units and characters, and of what is bought for no unit.
pub(super) fn fill_in_list_prices(army: &mut Army<'_>) {
    let units: Vec<Vec<Vec<CostLine<'_>>>> =
        army.units.iter().map(|unit| list_prices_of_unit(army, unit)).collect();
    let characters: Vec<Vec<CostLine<'_>>> =
        army.characters.iter().map(|character| list_prices_of_character(army, character)).collect();
    let purchases: Vec<Vec<CostLine<'_>>> =
        army.purchases.iter().map(|bought| cost_lines_of_body(army, &bought.body, None, None)).collect();
    for (unit, lines) in army.units.iter_mut().zip(units) {
        for (body, lines) in unit.bodies_mut().zip(lines) {
            body.cost_lines = lines;
        }
    }
    for (character, lines) in army.characters.iter_mut().zip(characters) {
        character.cost_lines = lines;
    }
    for (bought, lines) in army.purchases.iter_mut().zip(purchases) {
        bought.body.cost_lines = lines;
    }
}

/// Lists the prices of each body of a unit.
fn list_prices_of_unit<'a>(army: &Army<'a>, unit: &Unit<'a>) -> Vec<Vec<CostLine<'a>>> {
    // The price of a role goes by the body whose stats the role changes
    let receiver =
        if unit.joins.is_some() { joined_body(army, unit.joins.as_ref()) } else { Some(&unit.body) };
    let own = cost_lines_of_body(army, &unit.body, None, receiver);
    let parts = unit.parts.iter().map(|(word, part)| {
        let rule = unit.body.kind.and_then(|k| {
            army.rules.kind(k).parts.iter().find(|p| Some(p.kind) == part.kind && p.id == *word)
        });
        cost_lines_of_body(army, part, rule, Some(part))
    });
    std::iter::once(own).chain(parts).collect()
}

/// Lists the cost of a body, then of its options, then of its roles. Empty if the game has no points.
///
/// `receiver` is the body whose stats the roles change.
pub(super) fn cost_lines_of_body<'a>(
    army: &Army<'a>,
    body: &Body<'a>,
    part: Option<&'a PartRule>,
    receiver: Option<&Body<'a>>,
) -> Vec<CostLine<'a>> {
    let rules = army.rules;
    if !rules.has_points {
        return Vec::new();
    }
    // Where an option is decides what it costs
    let placed = body.taken.iter().filter(|taken| !body.is_misplaced(rules, taken));
    if body.buyer.is_some() {
        let Some(offers) = body.offers(rules) else { return Vec::new() };
        let bought = placed.filter_map(|taken| {
            let price = purchase_price(rules, offers, taken.option, &taken.within, taken.origin)?;
            Some(price.into_line_of_option(army, body, taken))
        });
        return bought.collect();
    }
    let Some(kind) = body.kind else {
        return vec![CostLine {
            paid_for: PricedItem::Body,
            within: Vec::new(),
            name: "unknown unit type",
            cost_of_one: Err(UnknownCost::NotStated),
            times: Number::ONE,
            rule_path: Cow::Borrowed(""),
            explanation: None,
        }];
    };
    let payer = Payer::of_body(army, body);
    let own = body_price(rules, kind, part).into_line(&payer);
    let options = placed.filter_map(|taken| {
        let price = option_price(rules, kind, taken.option, &taken.within, taken.origin)?;
        Some(price.into_line_of_option(army, body, taken))
    });
    let roles = body.roles.iter().filter_map(|role| role_price(rules, *role));
    let roles = roles.map(|price| price.into_line(&Payer::of_role(army, receiver, body.contingent)));
    std::iter::once(own).chain(options).chain(roles).collect()
}

fn list_prices_of_character<'a>(army: &Army<'a>, character: &Character<'a>) -> Vec<CostLine<'a>> {
    let joined = joined_body(army, character.joins.as_ref());
    cost_lines_of_character(army, (character.kind, character.role), character, joined)
}

/// Lists the cost of a character without a body, then of the role. Empty if the game has no points.
///
/// `person` is what the lines of the character's own cost test, and `joined` the body that the role changes.
pub(super) fn cost_lines_of_character<'a>(
    army: &Army<'a>,
    (kind, role): (Option<UnitKindId>, Option<RoleId>),
    person: &dyn Selectable,
    joined: Option<&Body<'a>>,
) -> Vec<CostLine<'a>> {
    if !army.rules.has_points {
        return Vec::new();
    }
    let contingent: ContingentId = person.contingent();
    let prices = character_prices(army.rules, kind, role);
    let line = |price: super::applicable_costs::OptionPrice<'a>| {
        let payer = match price.paid_for {
            PricedItem::Role(_) => Payer::of_role(army, joined, contingent),
            PricedItem::Body | PricedItem::Option(_) | PricedItem::Charge(_) => {
                Payer { tested: Some(person), ..Payer::of_role(army, None, contingent) }
            }
        };
        price.into_line(&payer)
    };
    prices.map(line).collect()
}

/// Returns the body of the unit that a character joins.
fn joined_body<'u, 'a>(army: &'u Army<'a>, joins: Option<&UnitLink<'a>>) -> Option<&'u Body<'a>> {
    joins.and_then(|link| link.unit).map(|at| &army.units[at].body)
}
