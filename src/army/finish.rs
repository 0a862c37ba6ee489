//! Works out stats and costs, after characters and attachments have been linked to their units.

use crate::format::number::Number;
use crate::read::Located;
use crate::rules::Rules;
use crate::rules::ids::{ModeId, RoleId};
use crate::rules::option::PartRule;

use super::body::Body;
use super::resolve::body;
use super::scope::Bare;
use super::{Army, Holder, Written, ledger, stats};

/// Works out the stats and costs of all units and characters, and the cost of the army.
pub(super) fn finish(army: &mut Army<'_>) {
    let rules = army.rules;
    for (at, unit) in army.units.iter().enumerate() {
        if let Some(command) = unit.command {
            army.commands[command].units.push(at);
        }
    }
    for at in 0..army.units.len() {
        let joining: Vec<RoleId> = army.units[at]
            .joined_by
            .iter()
            .flat_map(|holder| match holder {
                Holder::Character(c) => army.characters[*c].role.into_iter().collect::<Vec<_>>(),
                Holder::Unit(u) => army.units[*u].body.roles.clone(),
            })
            .collect();
        // The role of a character affects the unit it joins, or its own body if it joins none
        let own: Vec<RoleId> =
            if army.units[at].joins.is_none() { army.units[at].body.roles.clone() } else { Vec::new() };
        let mut roles: Vec<RoleId> = Vec::new();
        for role in joining.into_iter().chain(own) {
            if !(rules.roles[role.0].once && roles.contains(&role)) {
                roles.push(role);
            }
        }
        let (mode, points) = (army.mode, army.points);
        let kind = army.units[at].body.kind;
        let unit = &mut army.units[at];
        unit.body.stats = stats::effective(&unit.body, rules, &roles);
        unit.body.lines = priced(rules, &unit.body, mode, None, points);
        for (word, part) in &mut unit.parts {
            part.stats = stats::effective(part, rules, &[]);
            let rule = kind.and_then(|k| {
                rules.kind_of(k).parts.iter().find(|p| Some(p.kind) == part.kind && p.id == *word)
            });
            part.lines = priced(rules, part, mode, rule, points);
        }
    }
    for at in 0..army.characters.len() {
        let character = &army.characters[at];
        let empty = body(rules, None, character.contingent, None, &[], character.written.span);
        let scope = Bare { rules, body: &empty, points: army.points };
        let lines = ledger::character(rules, character.kind, character.role, army.mode, &scope);
        army.characters[at].lines = lines;
    }
    mark_unsure(army);
    if !rules.has_points {
        return;
    }
    let units = army.units.iter().filter(|u| !u.in_reserve());
    let units = units.map(|u| (u.known_cost().times(i64::from(u.count).into()), u.cost().is_some()));
    let characters = army.characters.iter().map(|c| (Some(c.known_cost()), c.cost().is_some()));
    let costs: Vec<(Option<Number>, bool)> = units.chain(characters).collect();
    let unsure =
        army.units.iter().any(|u| u.unsure && !u.in_reserve()) || army.characters.iter().any(|c| c.unsure);
    if army.partial
        || unsure
        || army.mode.is_none() && !rules.modes.is_empty()
        || army.units.iter().any(|u| u.lacks_size(rules))
    {
        army.complete = false;
    }
    for (known, whole) in costs {
        match known.and_then(|cost| army.spent.plus(cost)) {
            Some(sum) => army.spent = sum,
            None => army.complete = false,
        }
        army.complete &= whole;
    }
}

/// Marks units and characters of which something could not be read, is unknown or is given twice.
fn mark_unsure(army: &mut Army<'_>) {
    let rules = army.rules;
    let unknown_role = |role: Option<&Located<String>>| role.is_some_and(|role| rules.role(role).is_none());
    for unit in &mut army.units {
        let parts = match (unit.written, unit.body.kind) {
            (Written::Unit(written), Some(kind)) => {
                let known =
                    |word: &Located<String>| rules.kind_of(kind).parts.iter().any(|p| p.id == word.value);
                written.parts.iter().all(|(word, _)| known(word))
            }
            _ => true,
        };
        unit.unsure = unit.body.kind.is_none()
            || !parts
            || unknown_role(unit.written.role())
            || unit.bodies().any(|body| !body.unknown.is_empty() || body.is_unclear(rules))
            || army.unread.within(unit.written.span());
    }
    for character in &mut army.characters {
        let written = character.written;
        character.unsure = written.unit.is_some() && character.kind.is_none()
            || unknown_role(written.role.as_ref())
            || army.unread.within(written.span);
    }
    army.unsure = army.units.iter().any(|u| u.unsure) || army.characters.iter().any(|c| c.unsure);
}

fn priced<'r>(
    rules: &'r Rules,
    body: &Body<'_>,
    mode: Option<ModeId>,
    part: Option<&'r PartRule>,
    points: Option<Number>,
) -> Vec<ledger::Line<'r>> {
    if !rules.has_points {
        return Vec::new();
    }
    ledger::body(body, rules, mode, part, &Bare { rules, body, points })
}
