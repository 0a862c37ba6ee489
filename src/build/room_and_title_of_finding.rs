//! The room that a finding is about, and the finding in a few words.

use crate::army::Army;
use crate::exact_number::Number;
use crate::finding::{Code, FileId, Finding, Span};

use super::rooms::{Room, RoomBound, RoomGroup, RoomState, Rooms, grouped_digits};
use super::rows::ListRows;

/// Returns the room that is too small or too empty, if a finding is about one.
pub fn room_of_finding<'r>(finding: &Finding, army: &Army<'_>, rooms: &'r Rooms) -> Option<&'r Room> {
    let is_of_points = finding.code == Code::OverPoints;
    let broken = rooms.rooms.iter().filter(|room| {
        let same_rule =
            if is_of_points { room.group == RoomGroup::Points } else { room.rule_path == finding.rule_path };
        same_rule && room.state == RoomState::Broken
    });
    let broken: Vec<&Room> = broken.filter(|_| is_of_points || finding.code.is_of_amounts()).collect();
    let (first, others) = broken.split_first()?;
    if others.is_empty() {
        return Some(first);
    }
    // Of the rooms of one rule, by entry or by command, it is the one that counts what the finding points at
    let mut places: Vec<Span> = finding.labels.iter().map(|label| label.span).collect();
    places.retain(|span| span.file == FileId::CHECKED);
    places.sort();
    let points_into = |outer: Span| {
        let first = places.partition_point(|span| span.start < outer.start);
        places.get(first).is_some_and(|span| span.end <= outer.end)
    };
    let counts_it = |room: &&&Room| {
        let command = room.command.and_then(|at| army.commands.get(at)?.written);
        let mut units = room.units.iter().map(|at| army.units[*at].written.span());
        let mut characters = room.characters.iter().map(|at| army.characters[*at].written.span);
        command.is_some_and(|command| points_into(command.span))
            || units.any(points_into)
            || characters.any(points_into)
    };
    Some(broken.iter().find(counts_it).unwrap_or(first))
}

/// Returns a finding in a few words: for an amount what there is and what is allowed, else its message up to the
/// reasons.
pub fn title_of_finding(finding: &Finding, room: Option<&Room>) -> String {
    let message = || capitalised(finding.message.split(", since ").next().unwrap_or(&finding.message));
    let Some((room, now)) = room.and_then(|room| Some((room, room.now?))) else { return message() };
    let amount = |bound: &RoomBound| bound.whole.or(bound.amount);
    let broken = |bound: &Option<RoomBound>, words: &str, is_broken: fn(Number, Number) -> bool| {
        let amount = amount(bound.as_ref()?).filter(|amount| is_broken(now, *amount))?;
        Some(format!("{}: {}, {words} {}", room.label, grouped_digits(now), grouped_digits(amount)))
    };
    let bounds = &room.bounds;
    let exactly =
        bounds.is_exact.then(|| broken(&bounds.min, "exactly", |now, amount| now != amount)).flatten();
    exactly
        .or_else(|| broken(&bounds.min, "at least", |now, amount| now < amount))
        .or_else(|| broken(&bounds.max, "at most", |now, amount| now > amount))
        .or_else(|| broken(&bounds.multiple_of, "a multiple of", |_, _| true))
        .unwrap_or_else(message)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the id of a room, with the command that it is of.
pub fn room_id(room: &Room, rows: &ListRows) -> String {
    let command = room.command.and_then(|at| rows.commands.get(at));
    room.id_in_command(command.map(|command| command.id.as_str()))
}
