//! Works out stats and costs, after characters and attachments have been linked to their units.

use crate::format::read_exact_numbers::Number;
use crate::read::Located;
use crate::rules::id_types::RoleId;

use super::apply_effects::apply_effects;
use super::charges::fill_in_charges;
use super::list_prices::fill_in_list_prices;
use super::regions::Region;
use super::{Army, RoleHolder, UnitOrigin, stats};

/// Works out the stats and costs of all units and characters, and the cost of the army.
pub(super) fn fill_in_stats_and_costs(army: &mut Army<'_>) {
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
    fill_in_stats(army);
    // Prices may depend on what the army has, so they come after everything else is known of all units
    if army.rules.has_points {
        fill_in_list_prices(army);
        army.forget_matches();
        fill_in_charges(army);
        army.forget_matches();
        add_up_costs(army);
    }
}

fn fill_in_stats(army: &mut Army<'_>) {
    let rules = army.rules;
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
        let unit = &mut army.units[at];
        unit.body.stats = stats::effective_stats(&unit.body, rules, &roles);
        for (_, part) in &mut unit.parts {
            part.stats = stats::effective_stats(part, rules, &[]);
        }
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

/// Adds up what the army costs.
fn add_up_costs(army: &mut Army<'_>) {
    let rules = army.rules;
    let units = army.units.iter().filter(|u| !u.in_reserve());
    let units = units.map(|u| (u.known_cost().checked_mul(i64::from(u.count).into()), u.cost().is_some()));
    let characters = army.characters.iter().map(|c| (Some(c.known_cost()), c.cost().is_some()));
    let charges =
        army.own_charges(None).map(|line| (Some(line.total().unwrap_or_default()), line.total().is_some()));
    let (bought, is_known) = army.cost_of_purchases(Region::Army, None);
    let bought = std::iter::once((Some(bought), is_known));
    let costs: Vec<(Option<Number>, bool)> = units.chain(characters).chain(bought).chain(charges).collect();
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
