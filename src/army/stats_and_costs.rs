//! Works out stats and costs, after characters and attachments have been linked to their units.

use std::borrow::Cow;

use crate::format::read_exact_numbers::Number;
use crate::read::Located;
use crate::rules::Rules;
use crate::rules::compiled_unit_types::PartRule;
use crate::rules::id_types::{ModeId, RoleId};

use super::applicable_costs::{body_price, character_prices, option_price, purchase_price, role_price};
use super::apply_effects::apply_effects;
use super::bodies_and_options::Body;
use super::body_formula_scope::BodyScope;
use super::cost_lines::{CostLine, PricedItem};
use super::regions::Region;
use super::resolve_bodies::resolve_unit_or_part;
use super::{Army, RoleHolder, UnitOrigin, stats};

/// Works out the stats and costs of all units and characters, and the cost of the army.
pub(super) fn fill_in_stats_and_costs(army: &mut Army<'_>) {
    let rules = army.rules;
    for (at, unit) in army.units.iter_mut().enumerate() {
        if let Some(command) = unit.command {
            army.commands[command].units.push(at);
            let kind = army.commands[command].kind;
            unit.body.command_kind = kind;
            unit.parts.iter_mut().for_each(|(_, part)| part.command_kind = kind);
        }
    }
    mark_unclear(army);
    apply_effects(army);
    for at in 0..army.units.len() {
        let joining: Vec<RoleId> = army.units[at]
            .joined_by
            .iter()
            .flat_map(|holder| match holder {
                RoleHolder::Character(c) => army.characters[*c].role.into_iter().collect::<Vec<_>>(),
                RoleHolder::Unit(u) => army.units[*u].body.roles.clone(),
            })
            .collect();
        // The role of a character affects the unit it joins, or its own body if it joins none
        let own: Vec<RoleId> =
            if army.units[at].joins.is_none() { army.units[at].body.roles.clone() } else { Vec::new() };
        let mut roles: Vec<RoleId> = Vec::new();
        for role in joining.into_iter().chain(own) {
            if !(rules.roles[role.0].applies_once && roles.contains(&role)) {
                roles.push(role);
            }
        }
        let (mode, points) = (army.mode, army.points);
        let kind = army.units[at].body.kind;
        let unit = &mut army.units[at];
        unit.body.stats = stats::effective_stats(&unit.body, rules, &roles);
        unit.body.cost_lines = cost_lines_of_body(rules, &unit.body, mode, None, points);
        for (word, part) in &mut unit.parts {
            part.stats = stats::effective_stats(part, rules, &[]);
            let rule = kind.and_then(|k| {
                rules.kind(k).parts.iter().find(|p| Some(p.kind) == part.kind && p.id == *word)
            });
            part.cost_lines = cost_lines_of_body(rules, part, mode, rule, points);
        }
    }
    for at in 0..army.characters.len() {
        let character = &army.characters[at];
        let empty =
            resolve_unit_or_part(rules, None, character.contingent, None, &[], character.written.span);
        let scope = BodyScope { rules, body: &empty, points: army.points };
        let prices = character_prices(rules, character.kind, character.role);
        army.characters[at].cost_lines =
            prices.map(|price| price.into_line(army.mode, 1, 1, &scope)).collect();
    }
    for at in 0..army.purchases.len() {
        let lines = cost_lines_of_body(rules, &army.purchases[at].body, army.mode, None, army.points);
        army.purchases[at].body.cost_lines = lines;
    }
    if !rules.has_points {
        return;
    }
    let units = army.units.iter().filter(|u| !u.in_reserve());
    let units = units.map(|u| (u.known_cost().checked_mul(i64::from(u.count).into()), u.cost().is_some()));
    let characters = army.characters.iter().map(|c| (Some(c.known_cost()), c.cost().is_some()));
    let (bought, is_known) = army.cost_of_purchases(Region::Army, None);
    let bought = std::iter::once((Some(bought), is_known));
    let costs: Vec<(Option<Number>, bool)> = units.chain(characters).chain(bought).collect();
    let unsure = army.units.iter().any(|u| u.is_unclear && !u.in_reserve())
        || army.characters.iter().any(|c| c.is_unclear);
    if army.part_unread
        || unsure
        || army.mode.is_none() && !rules.modes.is_empty()
        || army.units.iter().any(|u| u.lacks_size(rules))
    {
        army.cost_is_known = false;
    }
    for (known, whole) in costs {
        match known.and_then(|cost| army.spent.checked_add(cost)) {
            Some(sum) => army.spent = sum,
            None => army.cost_is_known = false,
        }
        army.cost_is_known &= whole;
    }
}

/// Marks units and characters of which something could not be read, is unknown or is given twice.
fn mark_unclear(army: &mut Army<'_>) {
    let rules = army.rules;
    let unknown_role =
        |role: Option<&Located<String>>| role.is_some_and(|role| rules.find_role(role).is_none());
    for unit in &mut army.units {
        let parts = match (unit.written, unit.body.kind) {
            (UnitOrigin::Unit(written), Some(kind)) => {
                let known =
                    |word: &Located<String>| rules.kind(kind).parts.iter().any(|p| p.id == word.value);
                written.parts.iter().all(|(word, _)| known(word))
            }
            (UnitOrigin::Character(written), Some(kind)) => {
                let known =
                    |word: &Located<String>| rules.kind(kind).parts.iter().any(|p| p.id == word.value);
                written.parts.iter().all(|(word, _)| known(word))
            }
            _ => true,
        };
        unit.is_unclear = unit.body.kind.is_none()
            || !parts
            || unknown_role(unit.written.role())
            || unit.bodies().any(|body| !body.unknown_options.is_empty() || body.is_unclear(rules))
            || army.unread.has_unread_in(unit.written.span());
    }
    for character in &mut army.characters {
        let written = character.written;
        character.is_unclear = written.unit.is_some() && character.kind.is_none()
            || unknown_role(written.role.as_ref())
            || army.unread.has_unread_in(written.span);
    }
    army.has_unclear_units =
        army.units.iter().any(|u| u.is_unclear) || army.characters.iter().any(|c| c.is_unclear);
}

/// Lists the cost of a body, then of its options, then of its roles. Empty if the game has no points.
pub(super) fn cost_lines_of_body<'r>(
    rules: &'r Rules,
    body: &Body<'_>,
    mode: Option<ModeId>,
    part: Option<&'r PartRule>,
    points: Option<Number>,
) -> Vec<CostLine<'r>> {
    if !rules.has_points {
        return Vec::new();
    }
    let scope = BodyScope { rules, body, points };
    // Where an option is decides what it costs
    let placed = body.taken.iter().filter(|taken| !body.is_misplaced(rules, taken));
    if body.buyer.is_some() {
        let Some(offers) = body.offers(rules) else { return Vec::new() };
        let bought = placed.filter_map(|taken| {
            let price = purchase_price(rules, offers, taken.option, &taken.within, taken.origin)?;
            Some(price.into_line_of_option(mode, body, rules, taken, &scope))
        });
        return bought.collect();
    }
    let Some(kind) = body.kind else {
        return vec![CostLine {
            paid_for: PricedItem::Body,
            within: Vec::new(),
            name: "unknown unit type",
            cost_of_one: None,
            times: Number::ONE,
            rule_path: Cow::Borrowed(""),
        }];
    };
    let own = body_price(rules, kind, part).into_line(mode, body.size, body.size, &scope);
    let options = placed.filter_map(|taken| {
        let price = option_price(rules, kind, taken.option, &taken.within, taken.origin)?;
        Some(price.into_line_of_option(mode, body, rules, taken, &scope))
    });
    let roles = body.roles.iter().filter_map(|role| role_price(rules, *role));
    let roles = roles.map(|price| price.into_line(mode, 1, 1, &scope));
    std::iter::once(own).chain(options).chain(roles).collect()
}
