//! Who leads each command, who holds which role, and which allies may join.

use std::collections::HashMap;

use crate::army::allowed::of_size;
use crate::army::condition::outside;
use crate::army::{Army, Command, Holder};
use crate::finding::{Code, Finding, Severity, Span};
use crate::format::number::Number;
use crate::rules::ids::{ContingentId, KindId, RoleId};
use crate::rules::limit::Bound;
use crate::yaml::Located;

use super::words::quoted;
use super::{Found, at, of_rule, unmet};

pub(super) fn check(army: &Army<'_>, found: &mut Found) {
    for (index, command) in army.commands.iter().enumerate() {
        leader(army, found, index, command);
        if command.contingent != ContingentId::OWN {
            ally(army, found, command);
        } else if let Some(points) = command
            .written
            .and_then(|w| w.points.as_ref())
            .filter(|_| command.written.is_some_and(|w| w.ally.is_none()))
        {
            let message = "`points` is for the command of an ally";
            found.say(
                at(Code::UnknownKey, points.span, message)
                    .help("the size of the army stands at the top of the list"),
            );
        }
    }
    roles(army, found);
}

/// The words that stand for a command: its name, or what it begins with.
pub(super) fn place(command: &Command<'_>) -> Option<Span> {
    let written = command.written?;
    let commander =
        written.commander.as_ref().map(|c| c.role.as_ref().or(c.name.as_ref()).map_or(c.span, |w| w.span));
    Some(written.name.as_ref().map(|n| n.span).or(commander).unwrap_or(written.span))
}

/// How a command is called in a message.
pub(super) fn called(army: &Army<'_>, index: usize) -> String {
    army.commands[index].name.map_or_else(|| format!("command {}", index + 1), |n| format!("\"{}\"", n.value))
}

fn role_of(army: &Army<'_>, holder: Holder) -> Option<RoleId> {
    match holder {
        Holder::Character(at) => army.characters[at].role,
        Holder::Unit(at) => army.units[at].body.roles.first().copied(),
    }
}

fn leader(army: &Army<'_>, found: &mut Found, index: usize, command: &Command<'_>) {
    let (Some(led_by), Some(written), Some(place)) = (&army.rules.led_by, command.written, place(command))
    else {
        return;
    };
    let names: Vec<&str> = led_by.iter().map(|r| army.rules.roles[r.0].id.as_str()).collect();
    let Some(commander) = command.commander else {
        let finding = at(Code::Commander, place, format!("{} has no commander", called(army, index)))
            .help(format!("write `commander: {{role: {}, name: …, with: …}}`", free(army, led_by)))
            .severity(unmet(army, Severity::Error));
        found.say(finding);
        return;
    };
    let Some(role) = role_of(army, commander) else { return };
    if !led_by.contains(&role) {
        let span = written.commander.as_ref().map_or(place, |c| c.role.as_ref().map_or(c.span, |r| r.span));
        let message = format!(
            "{} is led by the role \"{}\"; a command is led by {}",
            called(army, index),
            army.rules.roles[role.0].id,
            quoted(names.iter().copied(), "or")
        );
        found.say(at(Code::Commander, span, message));
    }
    let others: Vec<&Located<crate::format::list::Character>> = written
        .characters
        .iter()
        .filter(|c| c.role.as_ref().and_then(|r| army.rules.role(r)).is_some_and(|r| led_by.contains(&r)))
        .collect();
    if let (Some(last), true) = (others.last(), led_by.contains(&role)) {
        let message = format!("{} has {} commanders, 1 is wanted", called(army, index), others.len() + 1);
        let span = |c: &Located<crate::format::list::Character>| c.role.as_ref().map_or(c.span, |r| r.span);
        let first = written.commander.as_ref().map_or(place, span);
        found.say(
            at(Code::Commander, span(last), message)
                .label(first, "the commander")
                .help("give the other one a command, or leave him out"),
        );
    }
}

/// The first of the roles that nobody holds yet; the last where all are held.
fn free(army: &Army<'_>, roles: &[RoleId]) -> String {
    let held = |role: &RoleId| {
        army.characters.iter().any(|c| c.role == Some(*role))
            || army.units.iter().any(|u| u.body.roles.contains(role))
    };
    let role = roles.iter().find(|r| !held(r)).or(roles.last());
    role.map_or_else(String::new, |r| army.rules.roles[r.0].id.clone())
}

/// Roles that an entry may not hold, or that do not go together in one person.
fn roles(army: &Army<'_>, found: &mut Found) {
    let mut held: Vec<(String, RoleId, Span)> = Vec::new();
    let mut one = |kind: Option<KindId>,
                   role: Option<RoleId>,
                   word: Option<&Located<String>>,
                   name: &str,
                   span: Span| {
        let rules = army.rules;
        let may: &[RoleId] = kind.map_or(&[], |k| &rules.kind_of(k).roles);
        let role = role.or_else(|| rules.role(word?));
        let ids = || may.iter().map(|r| rules.roles[r.0].id.as_str());
        match role {
            Some(role) => {
                let place = word.map_or(span, |w| w.span);
                if let Some(kind) = kind.map(|k| rules.kind_of(k)).filter(|_| !may.contains(&role)) {
                    let message =
                        format!("{} may not hold the role \"{}\"", kind.name, rules.roles[role.0].id);
                    let help = if may.is_empty() {
                        format!(
                            "it may hold none; give the role to a person, as {{role: {}, with: …}}",
                            rules.roles[role.0].id
                        )
                    } else {
                        format!("it may be {}", quoted(ids(), "or"))
                    };
                    found.say(of_rule(
                        at(Code::RoleConflict, place, message).help(help),
                        &kind.rule,
                        kind.span,
                        Some(&kind.name),
                    ));
                }
                if !name.is_empty() {
                    held.push((name.to_owned(), role, place));
                }
            }
            None if word.is_none() => {
                let message = match kind {
                    Some(kind) => format!(
                        "{} may be {}; the list does not say which",
                        rules.kind_of(kind).name,
                        quoted(ids(), "or")
                    ),
                    None => "a character needs a role".to_owned(),
                };
                let first = ids().next().or(rules.roles.first().map(|r| r.id.as_str())).unwrap_or("");
                let code = if kind.is_some() { Code::RoleConflict } else { Code::MissingKey };
                found.say(at(code, span, message).help(format!("write `role: {first}` or the like")));
            }
            None => {}
        }
    };
    for character in &army.characters {
        let written = character.written;
        let span = written.unit.as_ref().or(written.name.as_ref()).map_or(written.span, |w| w.span);
        // An entry that is not known has been reported by its name
        if character.kind.is_none() && written.unit.is_some() && written.role.is_none() {
            continue;
        }
        one(character.kind, character.role, written.role.as_ref(), &character.name, span);
    }
    for unit in &army.units {
        let (word, kind) = match unit.written {
            crate::army::Written::Unit(u) => (u.role.as_ref(), unit.body.kind),
            crate::army::Written::Character(c) => (c.role.as_ref(), unit.body.kind),
            crate::army::Written::Baggage(_) => continue,
        };
        let bought = matches!(unit.written, crate::army::Written::Character(_));
        if word.is_some() || bought {
            one(kind, unit.body.roles.first().copied(), word, &unit.name, unit.written.word_span());
        }
    }
    // By name, each role with where it was first given
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
            let finding = at(Code::RoleConflict, *span, message).label(*place, "the other role");
            found.say(of_rule(finding, &rule.rule, rule.span, Some(&rule.name)));
        }
        if roles.iter().all(|(known, _)| known != role) {
            roles.push((*role, *span));
        }
    }
}

fn ally(army: &Army<'_>, found: &mut Found, command: &Command<'_>) {
    let Some(word) = command.written.and_then(|w| w.ally.as_ref()) else { return };
    let contingent = &army.rules.contingents[command.contingent.0];
    let Some(book) = &contingent.book else { return };
    let rule =
        format!("{}/allies/{}", army.rules.contingents[0].book.as_ref().map_or("", |b| &b.id), word.value);
    let about = |finding: Finding| of_rule(finding, &rule, contingent.span, Some(&book.name));
    if found.out_of_book {
        // The book's own years have been said
    } else if let Some(year) = army.date {
        let joins = outside(army, &contingent.dates, None);
        // Where the ally states no years, both books' must hold
        let own =
            contingent.dates.is_empty().then_some(book.dates.as_ref()).flatten().filter(|d| !d.hold(year));
        if let Some(broken) = joins.or(own) {
            let message = format!("\"{}\" may join {broken}, and the army is of {year}", word.value);
            found.say(about(at(Code::Ally, word.span, message).label(broken.span, "its years")));
        }
    } else if !contingent.dates.is_empty() || book.dates.is_some() {
        super::entries::need_date(found, format!("the ally \"{}\"", word.value));
    }
    if army.rules.has_points {
        match command.written.and_then(|w| w.points.as_ref()) {
            None => {
                let finding = at(
                    Code::Ally,
                    word.span,
                    format!("the ally \"{}\" does not state its points", word.value),
                )
                .help(format!("write `points:` with the size of its contingent{}", range(army, contingent)))
                .severity(unmet(army, Severity::Error));
                found.say(about(finding));
            }
            Some(points) => share(army, found, word, points, &about),
        }
    }
    let role = command.commander.and_then(|c| role_of(army, c));
    if let Some(role) = role
        && !contingent.roles.is_empty()
        && !contingent.roles.contains(&role)
    {
        let written = command.written.and_then(|w| w.commander.as_ref());
        let span = written.map_or(word.span, |c| c.role.as_ref().map_or(c.span, |r| r.span));
        let may: Vec<&str> = contingent.roles.iter().map(|r| army.rules.roles[r.0].id.as_str()).collect();
        let message = format!(
            "the ally \"{}\" is led by {}, not by \"{}\"",
            word.value,
            quoted(may, "or"),
            army.rules.roles[role.0].id
        );
        found.say(about(at(Code::Ally, span, message)));
    }
}

/// What a bound of an ally's points comes to, with the words for how.
fn worth(army: &Army<'_>, bound: &Bound) -> Option<(Number, String)> {
    let allowed = of_size(&bound.amount, army.points)?;
    Some((allowed.amount, allowed.how.map_or_else(String::new, |how| format!(": {how}"))))
}

/// How many points an ally may have, for a help.
fn range(army: &Army<'_>, contingent: &crate::rules::Contingent) -> String {
    let Some(bounds) = &contingent.points else { return String::new() };
    let most = bounds.max.as_ref().and_then(|b| worth(army, b)).map(|(n, _)| n.floor());
    let least = bounds.min.as_ref().and_then(|b| worth(army, b)).map(|(n, _)| n.ceil());
    match (least, most) {
        (Some(least), Some(most)) => format!(", {least} to {most}"),
        (Some(least), None) => format!(", {least} or more"),
        (None, Some(most)) => format!(", {most} at most"),
        (None, None) => String::new(),
    }
}

/// The size of an ally's contingent must lie in what the book allows.
fn share(
    army: &Army<'_>,
    found: &mut Found,
    word: &Located<String>,
    points: &Located<Number>,
    about: &dyn Fn(Finding) -> Finding,
) {
    let contingent = army.rules.ally(word).map(|c| &army.rules.contingents[c.0]);
    let Some(bounds) = contingent.and_then(|c| c.points.as_ref()) else { return };
    for (bound, edge) in [(&bounds.exactly, "exactly"), (&bounds.max, "at most"), (&bounds.min, "at least")] {
        let Some((allowed, how)) = bound.as_ref().and_then(|b| worth(army, b)) else { continue };
        let high = edge != "at least" && points.value > allowed;
        let low = edge != "at most" && points.value < allowed;
        if high || low {
            let message = format!(
                "the ally \"{}\" has {} points, {edge} {} allowed{how}",
                word.value,
                points.value,
                allowed.mixed()
            );
            found.say(about(at(Code::Ally, points.span, message)));
        }
    }
}
