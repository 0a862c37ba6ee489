//! Checks of kinds of command: which kind each is, and where it may be.

use crate::army::{Army, Command};
use crate::finding::{Code, Scope, SubjectKind};
use crate::rules::compiled_commands::CommandKind;
use crate::rules::help_for_words::with_spelling_suggestion;
use crate::wording::{join_with_or, quoted_list};

use super::command_leaders_and_roles::{command_label, command_span, name_of};
use super::{CheckReport, army_span, finding_at, severity_if_unmet, with_rule_label};

pub(super) fn check_kind(army: &Army<'_>, found: &mut CheckReport, index: usize, command: &Command<'_>) {
    let rules = army.rules;
    let (Some(written), Some(span)) = (command.written, command_span(command)) else {
        report_army_without_kind(army, found, index, command);
        return;
    };
    if let Some(outer) = command.outer {
        report_ally_within(army, found, command, outer);
    }
    if rules.led_by.is_none() {
        // The game has no commands at all, which has been reported
        return;
    }
    if rules.command_kinds.is_empty() {
        if let Some(kind) = &written.kind {
            let message = format!("{} has no kinds of command", rules.name);
            let finding = finding_at(Code::UnknownKey, kind.span, message);
            found.push(finding.with_subject(SubjectKind::Key, "kind").with_help("leave out \"kind\""));
        }
        report_nesting(army, found, index, command);
        return;
    }
    match (&written.kind, command.kind) {
        (Some(word), None) => {
            let message = format!("{} has no kind of command \"{}\"", rules.name, word.value);
            let finding = finding_at(Code::UnknownKind, word.span, message)
                .with_subject(SubjectKind::CommandKind, &*word.value);
            let spellings = rules.command_kind_spellings();
            found.push(with_spelling_suggestion(finding, word, &spellings, "kind of command"));
        }
        (None, None) if !army.unread.may_have(written.span, "kind") => {
            let ids = possible_kinds(army, command).into_iter().map(|kind| kind.id.as_str());
            let ids: Vec<String> = ids.map(str::to_owned).collect();
            let first = ids.first().cloned().unwrap_or_default();
            let label = command_label(army, index);
            let message = match ids.as_slice() {
                [only] => format!("{label} does not say its kind of command, which here can only be {only}"),
                _ => format!("which kind of command is {label}, {}?", join_with_or(&ids)),
            };
            let finding = severity_if_unmet(army, finding_at(Code::ChoiceMissing, span, message));
            let finding = finding.with_subject(SubjectKind::Command, name_of(army, index));
            found.push(finding.with_help(match ids.len() {
                1 => format!("write `kind: {first}`"),
                _ => format!("write `kind: {first}` or the like"),
            }));
        }
        (_, Some(kind)) => check_place(army, found, index, command, rules.command_kind(kind)),
        (None, None) => {}
    }
}

/// Reports an army without commands where each command must say its kind.
fn report_army_without_kind(army: &Army<'_>, found: &mut CheckReport, index: usize, command: &Command<'_>) {
    let must_say = !army.rules.command_kinds.is_empty() && command.kind.is_none();
    if !must_say || command.units.is_empty() || army.is_outside_commands(index) {
        return;
    }
    let ids = possible_kinds(army, command).into_iter().map(|kind| kind.id.as_str());
    let message = format!(
        "an army without commands is of no kind, such as {}",
        join_with_or(&ids.map(str::to_owned).collect::<Vec<_>>())
    );
    let finding = finding_at(Code::ChoiceMissing, army_span(army), message);
    let finding = severity_if_unmet(army, finding).with_scope(Scope::Army);
    found.push(finding.with_help("write `commands:`, each with its `kind`"));
}

/// Returns the kinds that a command may be of where it is.
fn possible_kinds<'r>(army: &Army<'r>, command: &Command<'_>) -> Vec<&'r CommandKind> {
    let rules: &'r crate::rules::Rules = army.rules;
    let outer = command.outer.map(|outer| army.commands[outer].kind);
    let fits = |kind: &&CommandKind| match outer {
        None => kind.may_be_in(None),
        // The kind of the command around may be unknown
        Some(outer) => outer.is_none_or(|outer| kind.may_be_in(Some(outer))),
    };
    let fitting: Vec<&CommandKind> = rules.command_kinds.iter().filter(fits).collect();
    if fitting.is_empty() { rules.command_kinds.iter().collect() } else { fitting }
}

/// Reports a command of a kind that may not be where it is.
fn check_place(
    army: &Army<'_>,
    found: &mut CheckReport,
    index: usize,
    command: &Command<'_>,
    kind: &CommandKind,
) {
    let outer = command.outer.map(|outer| &army.commands[outer]);
    let outer_kind = match outer {
        // The kind of the command around is unknown
        Some(outer) if outer.kind.is_none() => return,
        Some(outer) => outer.kind,
        None => None,
    };
    if kind.may_be_in(outer_kind) {
        return;
    }
    let in_kind = |name: &str| format!("in a \"{name}\"");
    let mut places: Vec<String> = kind.may_be_in_army.then(|| "in the army".to_owned()).into_iter().collect();
    places.extend(kind.within.iter().map(|kind| in_kind(&army.rules.command_kind(*kind).name)));
    let here = outer_kind.map_or_else(
        || "in the army itself".to_owned(),
        |outer| in_kind(&army.rules.command_kind(outer).name),
    );
    let message = if places.is_empty() {
        format!("a \"{}\" may be nowhere, and this one is {here}", kind.name)
    } else {
        format!("a \"{}\" is {}, not {here}", kind.name, join_with_or(&places))
    };
    let written = command.written.and_then(|written| written.kind.as_ref());
    let Some(span) = written.map(|word| word.span).or_else(|| command_span(command)) else { return };
    let finding =
        finding_at(Code::BadValue, span, message).with_subject(SubjectKind::Command, name_of(army, index));
    let others = possible_kinds(army, command);
    let fitting = others.iter().filter(|kind| kind.may_be_in(outer_kind)).map(|kind| kind.id.as_str());
    let fitting: Vec<&str> = fitting.collect();
    let finding = match (fitting.as_slice(), places.is_empty()) {
        ([], _) => finding.with_help("move the command to where it may be"),
        (ids, _) => {
            finding.with_help(format!("move it, or make it {}", quoted_list(ids.iter().copied(), "or")))
        }
    };
    let finding = finding.with_scope(Scope::Command);
    found.push(with_rule_label(finding, &kind.rule_path, kind.span, Some(&kind.name)));
}

/// Reports the first command within another in a game that has no such commands.
fn report_nesting(army: &Army<'_>, found: &mut CheckReport, index: usize, command: &Command<'_>) {
    // Only the first: all others have the same cause
    let is_first = !army.commands[..index].iter().any(|before| before.outer.is_some());
    if let Some(span) = command_span(command).filter(|_| command.outer.is_some() && is_first) {
        let message = format!("{} has no commands within commands", army.rules.name);
        let finding = finding_at(Code::UnknownKey, span, message).with_subject(SubjectKind::Key, "commands");
        found.push(finding.with_help("write the command beside the others"));
    }
}

/// Reports an ally in another command.
fn report_ally_within(army: &Army<'_>, found: &mut CheckReport, command: &Command<'_>, outer: usize) {
    if let Some(word) = command.written.and_then(|written| written.ally.as_ref()) {
        let message = format!(
            "allies stand beside the army's commands, not in one such as {}",
            command_label(army, outer)
        );
        found.push(
            finding_at(Code::Ally, word.span, message)
                .with_subject(SubjectKind::Ally, &*word.value)
                .with_help("write the command beside the others"),
        );
    }
}
