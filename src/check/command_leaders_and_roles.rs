//! Checks who leads each command and who holds which role.

use std::collections::HashMap;

use crate::army::{Army, Command};
use crate::finding::{Code, Scope, Span, SubjectKind};
use crate::read::Located;
use crate::rules::id_types::{ContingentId, RoleId, UnitKindId};
use crate::wording::quoted_list;

use super::{
    CheckReport, ally_terms, finding_at, nesting_of_command_kinds, severity_if_unmet, with_rule_label,
};

pub(super) fn check_commands(army: &Army<'_>, found: &mut CheckReport) {
    for (index, command) in army.commands.iter().enumerate() {
        nesting_of_command_kinds::check_kind(army, found, index, command);
        check_leader(army, found, index, command);
        check_own_units(army, found, index, command);
        if command.contingent != ContingentId::OWN && command.outer.is_none() {
            ally_terms::check_ally(army, found, command);
        } else if let Some(points) = command
            .written
            .and_then(|w| w.points.as_ref())
            .filter(|_| command.written.is_some_and(|w| w.ally.is_none()) && !command.ally_unknown)
        {
            let message = "`points` is for the command of an ally";
            found.push(
                finding_at(Code::UnknownKey, points.span, message)
                    .with_subject(SubjectKind::Key, "points")
                    .with_help("the size of the army stands at the top of the list"),
            );
        }
    }
    ally_terms::check_total_points(army, found);
    check_roles(army, found);
}

/// Returns the span to report a command at: its name, or its start.
pub(super) fn command_span(command: &Command<'_>) -> Option<Span> {
    let written = command.written?;
    let commander =
        written.commander.as_ref().map(|c| c.role.as_ref().or(c.name.as_ref()).map_or(c.span, |w| w.span));
    Some(written.name.as_ref().map(|n| n.span).or(commander).unwrap_or(written.span))
}

/// A command's name, or its number.
pub(super) fn name_of(army: &Army<'_>, index: usize) -> String {
    army.commands[index].name.map_or_else(|| (index + 1).to_string(), |name| name.value.clone())
}

/// Returns how messages call a command.
pub(super) fn command_label(army: &Army<'_>, index: usize) -> String {
    army.commands[index].name.map_or_else(|| format!("command {}", index + 1), |n| format!("\"{}\"", n.value))
}

fn check_leader(army: &Army<'_>, found: &mut CheckReport, index: usize, command: &Command<'_>) {
    let (Some(written), Some(place)) = (command.written, command_span(command)) else { return };
    // A command whose kind is unknown may need another leader, or none
    let kind_is_open = command.kind.is_none() && !army.rules.command_kinds.is_empty();
    let Some(led_by) = army.rules.leading_roles(command.kind).filter(|_| !kind_is_open) else { return };
    if led_by.is_empty() && command.kind.is_some() {
        return;
    }
    let names: Vec<&str> = led_by.iter().map(|r| army.rules.roles[r.0].id.as_str()).collect();
    let Some(commander) = command.commander else {
        if army.unread.may_have(written.span, "commander") {
            return;
        }
        let finding = severity_if_unmet(
            army,
            finding_at(Code::Commander, place, format!("{} has no commander", command_label(army, index))),
        )
        .with_subject(SubjectKind::Command, name_of(army, index))
        .with_help(format!(
            "write `commander: {{role: {}, name: …, with: …}}`",
            first_free_role(army, led_by)
        ));
        found.push(finding);
        return;
    };
    // Officers under `characters` do not lead, whatever their roles; only the `commander` does
    let Some(role) = army.role_of(commander) else { return };
    if !led_by.contains(&role) {
        let span = written.commander.as_ref().map_or(place, |c| c.role.as_ref().map_or(c.span, |r| r.span));
        let message = format!(
            "{} is led by the role \"{}\"; {} is led by {}",
            command_label(army, index),
            army.rules.roles[role.0].id,
            command.kind.map_or_else(
                || "a command".to_owned(),
                |kind| format!("a \"{}\"", army.rules.command_kind(kind).name)
            ),
            quoted_list(names.iter().copied(), "or")
        );
        found.push(
            finding_at(Code::Commander, span, message)
                .with_subject(SubjectKind::Command, name_of(army, index)),
        );
    }
}

/// Reports characters who start with a unit of another command than their own, if the ruleset forbids it.
fn check_own_units(army: &Army<'_>, found: &mut CheckReport, index: usize, command: &Command<'_>) {
    let Some(severity) = army.rules.other_command_severity.filter(|_| !army.is_outside_commands(index))
    else {
        return;
    };
    let characters = command.characters.iter().map(|at| &army.characters[*at]);
    let joined = characters.filter_map(|c| Some((c.name.as_str(), c.joins.as_ref()?)));
    let bought = command.units.iter().map(|at| &army.units[*at]);
    let bought = bought.filter_map(|u| Some((u.name.as_str(), u.joins.as_ref()?)));
    for (name, link) in joined.chain(bought) {
        let Some(unit) = link.unit.map(|at| &army.units[at]) else { continue };
        let own = army.commands_in(index);
        let Some(other) = unit.command.filter(|at| !own.contains(at) && !army.is_outside_commands(*at))
        else {
            continue;
        };
        let who = if name.is_empty() { "a character".to_owned() } else { format!("\"{name}\"") };
        let message = format!(
            "{who} of {} starts with \"{}\" of {}; characters start with units of their own command",
            command_label(army, index),
            link.name.value,
            command_label(army, other)
        );
        let finding = finding_at(Code::Commander, link.name.span, message)
            .with_severity(severity)
            .with_label(unit.written.name_span(), "the unit")
            .with_help(format!("name a unit of {}", command_label(army, index)));
        found.push(finding);
    }
}

/// Returns the first of the roles that is not held yet, or the last if all are held.
fn first_free_role(army: &Army<'_>, roles: &[RoleId]) -> String {
    let held = |role: &RoleId| {
        army.characters.iter().any(|c| c.role == Some(*role))
            || army.units.iter().any(|u| u.body.roles.contains(role))
    };
    let role = roles.iter().find(|r| !held(r)).or(roles.last());
    role.map_or_else(String::new, |r| army.rules.roles[r.0].id.clone())
}

/// Reports roles that an entry may not hold, and roles that one character may not combine.
fn check_roles(army: &Army<'_>, found: &mut CheckReport) {
    let mut held: Vec<(String, RoleId, Span)> = Vec::new();
    let mut one = |kind: Option<UnitKindId>,
                   role: Option<RoleId>,
                   word: Option<&Located<String>>,
                   name: &str,
                   span: Span,
                   whole: Span| {
        let rules = army.rules;
        let may: &[RoleId] = kind.map_or(&[], |k| &rules.kind(k).roles);
        let role = role.or_else(|| rules.find_role(word?));
        let ids = || may.iter().map(|r| rules.roles[r.0].id.as_str());
        match role {
            Some(role) => {
                let place = word.map_or(span, |w| w.span);
                if let Some(kind) = kind.map(|k| rules.kind(k)).filter(|_| !may.contains(&role)) {
                    let message =
                        format!("{} may not hold the role \"{}\"", kind.name, rules.roles[role.0].id);
                    let help = if may.is_empty() {
                        format!(
                            "it may hold none; give the role to a person, as {{role: {}, with: …}}",
                            rules.roles[role.0].id
                        )
                    } else {
                        format!("it may be {}", quoted_list(ids(), "or"))
                    };
                    found.push(
                        finding_at(Code::RoleConflict, place, message)
                            .with_subject(SubjectKind::Role, &*rules.roles[role.0].id)
                            .with_help(help)
                            .with_rule(&kind.rule_path)
                            .label_in_message(kind.span, &*kind.name),
                    );
                }
                if !name.is_empty() {
                    held.push((name.to_owned(), role, place));
                }
            }
            // The role may be in what could not be read
            None if word.is_none() && !army.unread.has_unread_in(whole) => {
                let message = match kind {
                    Some(kind) => format!(
                        "{} may be {}; the list does not say which",
                        rules.kind(kind).name,
                        quoted_list(ids(), "or")
                    ),
                    None => "a character needs a role".to_owned(),
                };
                let first = ids().next().or(rules.roles.first().map(|r| r.id.as_str())).unwrap_or("");
                let code = if kind.is_some() { Code::RoleConflict } else { Code::MissingKey };
                found.push(
                    finding_at(code, span, message)
                        .with_subject(SubjectKind::Key, "role")
                        .with_help(format!("write `role: {first}` or the like")),
                );
            }
            None => {}
        }
    };
    for character in &army.characters {
        let written = character.written;
        let span = written.unit.as_ref().or(written.name.as_ref()).map_or(written.span, |w| w.span);
        // An unknown entry has been reported by its name
        if character.kind.is_none() && written.unit.is_some() && written.role.is_none() {
            continue;
        }
        one(character.kind, character.role, written.role.as_ref(), &character.name, span, written.span);
    }
    for unit in &army.units {
        let (word, kind) = match unit.written {
            crate::army::UnitOrigin::Unit(u) => (u.role.as_ref(), unit.body.kind),
            crate::army::UnitOrigin::Character(c) => (c.role.as_ref(), unit.body.kind),
            crate::army::UnitOrigin::Baggage(_) => continue,
        };
        let bought = matches!(unit.written, crate::army::UnitOrigin::Character(_));
        if word.is_some() || bought {
            let whole = unit.written.span();
            one(kind, unit.body.roles.first().copied(), word, &unit.name, unit.written.type_span(), whole);
        }
    }
    // The roles of each name, with the span at which each was first given
    let mut before: HashMap<&str, Vec<(RoleId, Span)>> = HashMap::new();
    for (name, role, span) in &held {
        let rule = &army.rules.roles[role.0];
        let roles = before.entry(name).or_default();
        let clash = roles.iter().find(|(first, _)| {
            first != role
                && (rule.excludes.contains(first) || army.rules.roles[first.0].excludes.contains(role))
        });
        if let Some((first, place)) = clash {
            let message = format!("\"{name}\" is both {} and {}", army.rules.roles[first.0].id, rule.id);
            // The two roles are in two places of the list
            let finding = finding_at(Code::RoleConflict, *span, message)
                .with_subject(SubjectKind::Role, &*rule.id)
                .with_scope(Scope::Army)
                .with_label(*place, "the other role");
            found.push(with_rule_label(finding, &rule.rule_path, rule.span, Some(&rule.name)));
        }
        if roles.iter().all(|(known, _)| known != role) {
            roles.push((*role, *span));
        }
    }
}
