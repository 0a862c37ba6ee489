//! Checks the terms of an event: what it allows and requires.

use crate::army::{Army, UnitOrigin};
use crate::finding::{Code, Finding, Severity, Span, SubjectKind};
use crate::format::read_exact_numbers::Number;
use crate::rules::id_types::ContingentId;
use crate::rules::read_and_merge_rulesets::BaseFile;
use crate::rules::{AllowedByEvent, Event};
use crate::wording::quoted_list;

use super::{CheckReport, army_span, finding_at};

pub(super) fn check_event_terms(army: &Army<'_>, found: &mut CheckReport) {
    let Some(event) = &army.rules.event else { return };
    let (list, rules) = (army.list, army.rules);
    check_admitted(found, event, &event.rulesets, "ruleset", &rules.id, &[], list.ruleset.span);
    if let Some(mode) = army.mode {
        let span = list.mode.as_ref().map_or_else(|| army_span(army), |m| m.span);
        check_admitted(found, event, &event.modes, "mode", &rules.modes[mode.0].id, &[], span);
    }
    check_books(army, found, event);
    check_draft(army, found, event);
    check_points(army, found, event);
    if let (Some(dates), Some(year)) = (&event.dates, army.date)
        && !dates.contains(year)
    {
        let span = list.date.as_ref().map_or_else(|| army_span(army), |d| d.span);
        found.push(of(
            event,
            finding_at(
                Code::NotAdmitted,
                span,
                format!("{} admits armies {dates}, this one is of {year}", event.name),
            ),
            dates.span,
        ));
    }
    check_required_keys(army, found, event);
}

fn of(event: &Event, finding: Finding, span: Span) -> Finding {
    finding
        .with_subject(SubjectKind::Event, &*event.name)
        .with_rule(&event.id)
        .label_in_message(span, event.name.clone())
}

fn check_admitted(
    found: &mut CheckReport,
    event: &Event,
    admitted: &AllowedByEvent,
    what: &str,
    word: &str,
    bases: &[BaseFile],
    span: Span,
) {
    let Some((words, place)) = admitted else { return };
    if !words.iter().any(|w| w == word) {
        let base = bases.iter().find(|base| words.contains(&base.id));
        let message = match base {
            // A player may take a book for the one that it extends
            Some(base) => format!(
                "{} admits the {what} \"{}\", but not \"{word}\", which extends it",
                event.name, base.id
            ),
            None => format!("{} does not admit the {what} \"{word}\"", event.name),
        };
        let help = format!("it admits {}", quoted_list(words.iter().map(String::as_str), "and"));
        found.push(of(event, finding_at(Code::NotAdmitted, span, message).with_help(help), *place));
    }
}

/// Checks the army's own book and those of its allies.
fn check_books(army: &Army<'_>, found: &mut CheckReport, event: &Event) {
    let Some((words, place)) = &event.books else { return };
    match &army.list.book {
        Some(written) => {
            if let Some(book) = &army.rules.contingents[0].book {
                check_admitted(found, event, &event.books, "book", &book.id, &book.bases, written.span);
            }
        }
        // A book that the list takes entries of without naming it has been reported
        None if found.unnamed_book.is_some() => {}
        None => {
            let message = format!("{} asks for a book", event.name);
            let help = format!("write `book:` with {}", quoted_list(words.iter().map(String::as_str), "or"));
            found.push(of(
                event,
                finding_at(Code::EntryMissing, army_span(army), message).with_help(help),
                *place,
            ));
        }
    }
    for command in army.commands.iter().filter(|c| c.contingent != ContingentId::OWN) {
        let book = army.rules.contingents[command.contingent.0].book.as_ref();
        let word = command.written.and_then(|w| w.ally.as_ref());
        if let (Some(book), Some(word)) = (book, word) {
            check_admitted(found, event, &event.books, "book", &book.id, &book.bases, word.span);
        }
    }
}

/// Reports a draft if the event takes none. Its unmet minimums are then errors, as for a finished list.
fn check_draft(army: &Army<'_>, found: &mut CheckReport, event: &Event) {
    let Some(draft) = army.list.draft.as_ref().filter(|draft| draft.value && !event.allows_drafts) else {
        return;
    };
    let message = format!("{} takes no drafts", event.name);
    let finding = finding_at(Code::NotAdmitted, draft.span, message)
        .with_subject(SubjectKind::Event, &*event.name)
        .with_rule(&event.id);
    found.push(finding.with_help("leave out `draft: true` when the list is finished"));
}

fn check_points(army: &Army<'_>, found: &mut CheckReport, event: &Event) {
    let Some((min, max, place)) = event.points.filter(|_| army.rules.has_points) else { return };
    let wanted = match (min, max) {
        (Some(min), Some(max)) if min == max => crate::wording::points_text(min),
        (Some(min), Some(max)) => format!("{min} to {}", crate::wording::points_text(max)),
        (Some(min), None) => format!("{} or more", crate::wording::points_text(min)),
        (None, Some(max)) => format!("{} at most", crate::wording::points_text(max)),
        (None, None) => return,
    };
    let outside = |n: Number| min.is_some_and(|min| n < min) || max.is_some_and(|max| n > max);
    if let Some(size) = army.list.points.as_ref().filter(|p| outside(p.value)) {
        let message = format!("{} is played with {wanted}, the list says {}", event.name, size.value);
        found.push(of(event, finding_at(Code::NotAdmitted, size.span, message), place));
    }
}

/// Checks the keys that every list must have.
fn check_required_keys(army: &Army<'_>, found: &mut CheckReport, event: &Event) {
    let list = army.list;
    let mut asked: Vec<(&str, Span)> = event.required_keys.iter().map(|k| (k.as_str(), k.span)).collect();
    if let Some(dates) = event.dates.as_ref().filter(|_| !asked.iter().any(|(k, _)| *k == "date")) {
        asked.push(("date", dates.span));
    }
    for (key, place) in asked {
        let there = match key {
            "player" => list.player.is_some(),
            "club" => list.club.is_some(),
            "date" => list.date.is_some(),
            "book" => list.book.is_some(),
            "mode" => list.mode.is_some(),
            "points" => list.points.is_some() || !army.rules.has_points,
            "notes" => list.notes.is_some(),
            "declares" => list.declares.is_some(),
            "standard" => !army.standards.is_empty(),
            "choose" => !list.choose.is_empty(),
            "commands" => list.commands.is_some(),
            "units" => list.units.is_some(),
            "characters" => !army.characters.is_empty(),
            "baggage" => army.units.iter().any(|u| matches!(u.written, UnitOrigin::Baggage(_))),
            "reserves" => !list.reserves.is_empty(),
            // Every list has the other keys, and unknown keys have been reported in the event
            _ => true,
        };
        // Keys that could not be read have been reported
        let said = key == "book" && found.unnamed_book.is_some();
        if !there && !said && !army.part_unread {
            let message = format!("{} asks every list for its `{key}`", event.name);
            found.push(of(
                event,
                finding_at(Code::EntryMissing, army_span(army), message).with_help(format!("write `{key}:`")),
                place,
            ));
        }
    }
}

/// Makes it an error, under an event, that the list lacks something that a rule needs.
pub(super) fn escalate_unchecked(findings: &mut [Finding]) {
    let open = |f: &&mut Finding| f.code.is_of_unchecked_rules() && f.severity == Severity::Warning;
    findings.iter_mut().filter(open).for_each(|finding| finding.severity = Severity::Error);
}
