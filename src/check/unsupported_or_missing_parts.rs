//! Checks of keys that the game does not have, and of armies and commands without units.

use crate::army::Army;
use crate::finding::{Code, Scope, SubjectKind};
use crate::rules::help_for_words::with_spelling_suggestion;

use super::{CheckReport, army_span, finding_at, severity_if_unmet};

pub(super) fn check_game_features(army: &Army<'_>, found: &mut CheckReport) {
    check_mode(army, found);
    report_missing_parts(army, found);
    report_no_units(army, found);
}

fn check_mode(army: &Army<'_>, found: &mut CheckReport) {
    let Some(word) = &army.list.mode else { return };
    let rules = army.rules;
    if rules.modes.is_empty() {
        found.push(
            finding_at(Code::UnknownKey, word.span, format!("{} has no modes", rules.name))
                .with_subject(SubjectKind::Key, "mode")
                .with_help("leave out \"mode\""),
        );
    } else if rules.find_mode(word).is_none() {
        let message = format!("{} has no mode \"{}\"", rules.name, word.value);
        let finding =
            finding_at(Code::BadValue, word.span, message).with_subject(SubjectKind::Mode, &*word.value);
        found.push(with_spelling_suggestion(finding, word, &rules.mode_spellings(), "mode"));
    }
}

/// Reports keys that have a meaning only in other games.
fn report_missing_parts(army: &Army<'_>, found: &mut CheckReport) {
    let (list, rules) = (army.list, army.rules);
    let mut refuse = |span, key: &str, what: &str| {
        found.push(
            finding_at(Code::UnknownKey, span, format!("{} has no {what}", rules.name))
                .with_subject(SubjectKind::Key, key)
                .with_help(format!("leave out \"{key}\"")),
        );
    };
    if !rules.has_points {
        if let Some(points) = &list.points {
            refuse(points.span, "points", "points");
        }
        for command in list.all_commands().into_iter().filter(|c| c.ally.is_some()) {
            if let Some(points) = &command.points {
                refuse(points.span, "points", "points");
            }
        }
        if let Some(declares) = &list.declares {
            refuse(declares.points.span, "declares", "points");
        }
    }
    if let (Some(commands), None) = (&list.commands, &rules.led_by) {
        let first =
            commands.value.first().map_or(commands.span, |c| c.name.as_ref().map_or(c.span, |n| n.span));
        refuse(first, "commands", "commands");
    }
    let baggage = army.commands.iter().filter_map(|c| c.written.and_then(|w| w.baggage.as_ref()));
    for baggage in baggage.chain(&list.baggage).filter(|_| rules.baggage.is_none()) {
        refuse(baggage.span, "baggage", "baggage");
    }
    for standard in army.standards.iter().filter(|_| rules.standard.is_none()) {
        refuse(standard.name.span, "standard", "battle standard");
    }
    let of_commands = list.all_commands().into_iter().map(|command| &command.options);
    let bought = std::iter::once(&list.options).chain(of_commands).filter_map(|options| options.first());
    for first in bought.filter(|_| rules.purchases.is_empty()) {
        refuse(first.span, "options", "options of an army or a command");
    }
    if list.commands.is_some() {
        let here = "belongs in one of the commands";
        let places = [
            ("units", list.units.as_ref().map(|u| u.value.first().map_or(u.span, |f| f.value.unit.span))),
            ("characters", list.characters.as_ref().map(|c| c.value.first().map_or(c.span, |f| f.span))),
            ("baggage", list.baggage.as_ref().filter(|_| rules.baggage.is_some()).map(|b| b.span)),
            ("standard", list.standard.as_ref().filter(|_| rules.standard.is_some()).map(|s| s.span)),
        ];
        for (key, span) in places {
            if let Some(span) = span {
                let message = format!("`{key}` stands beside `commands`; it {here}");
                found.push(
                    finding_at(Code::UnknownKey, span, message)
                        .with_subject(SubjectKind::Key, key)
                        .with_help("an army has either commands or units of its own"),
                );
            }
        }
    }
}

/// Reports an army or a command without units.
fn report_no_units(army: &Army<'_>, found: &mut CheckReport) {
    let fights = |u: &crate::army::Unit<'_>| matches!(u.written, crate::army::UnitOrigin::Unit(_));
    if army.part_unread {
        return;
    }
    if !army.units.iter().any(|u| fights(u) && !u.in_reserve()) {
        let help = if army.rules.led_by.is_some() {
            "write `units:`, or `commands:` with units in each"
        } else {
            "write `units:`"
        };
        let finding =
            severity_if_unmet(army, finding_at(Code::MissingKey, army_span(army), "the army has no units"))
                .with_help(help);
        found.push(finding.with_subject(SubjectKind::Key, "units").with_scope(Scope::Army));
        return;
    }
    for (index, command) in army.commands.iter().enumerate() {
        let Some(place) = super::command_leaders_and_roles::command_span(command) else { continue };
        if !army.units_in(index).any(|at| fights(&army.units[at])) {
            let message =
                format!("{} has no units", super::command_leaders_and_roles::command_label(army, index));
            found.push(
                severity_if_unmet(army, finding_at(Code::MissingKey, place, message))
                    .with_help("write `units:` in it, or leave the command out")
                    .with_subject(
                        SubjectKind::Command,
                        super::command_leaders_and_roles::name_of(army, index),
                    )
                    .with_scope(Scope::Command),
            );
        }
    }
}
