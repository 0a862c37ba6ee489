//! Helpers for the tests of rooms.

use std::fmt::Write as _;

use muster::army::Army;
use muster::build::rooms::{Room, RoomBound, RoomState, Rooms, rooms};
use muster::rules::library::Library;
use muster::{CheckOptions, Checked};

/// Calls `see` with a list's army and its rooms.
pub(crate) fn with_rooms<T>(library: &Library, text: &str, see: impl FnOnce(&Army<'_>, &Rooms) -> T) -> T {
    let checked = Checked::read(library, "list.yaml", text.into(), &CheckOptions::default());
    let army = checked.army().expect("an army");
    see(army, &rooms(army))
}

/// Returns the rooms of a rule, one line for each: command, label, state, amounts, how they come about, what counts.
pub(crate) fn lines_of(library: &Library, text: &str, rule: &str) -> String {
    with_rooms(library, text, |army, rooms| {
        let of_rule = rooms.rooms.iter().filter(|room| room.rule_path.as_deref().unwrap_or("points") == rule);
        let mut all = String::new();
        for room in of_rule {
            writeln!(all, "{}", line_of(army, room)).unwrap();
        }
        all.trim_end().to_owned()
    })
}

fn line_of(army: &Army<'_>, room: &Room) -> String {
    let mut line = String::new();
    if let Some(at) = room.command {
        write!(line, "[{at}] ").unwrap();
    }
    let state = match room.state {
        RoomState::Broken if room.is_missing => "missing",
        RoomState::Broken => "broken",
        RoomState::Unused => "unused",
        RoomState::Settled => "settled",
        RoomState::Full => "full",
        RoomState::Open => "open",
    };
    write!(line, "{}: {state}", room.label).unwrap();
    if let Some(now) = room.now {
        write!(line, ", {now} {}", room.unit_of_measure).unwrap();
    }
    if room.bounds.is_exact {
        write!(line, ", exactly {}", bound(room.bounds.min.as_ref().unwrap())).unwrap();
    } else {
        for (word, end) in
            [("min", &room.bounds.min), ("max", &room.bounds.max), ("multiple of", &room.bounds.multiple_of)]
        {
            if let Some(end) = end {
                write!(line, ", {word} {}", bound(end)).unwrap();
            }
        }
    }
    if let Some(closed) = &room.closed {
        write!(line, ", closed {closed}").unwrap();
    }
    for branch in &room.branches {
        let ends = [&branch.min, &branch.max].into_iter().flatten().map(bound);
        let ends = ends.collect::<Vec<_>>().join(" to ");
        write!(line, ", {} {ends}", if branch.is_in_force { "in force" } else { "or" }).unwrap();
    }
    let units = room.units.iter().map(|at| army.units[*at].name.as_str());
    let characters = room.characters.iter().map(|at| army.characters[*at].name.as_str());
    let counted: Vec<&str> = units.chain(characters).collect();
    if !counted.is_empty() {
        write!(line, "; {}", counted.join(", ")).unwrap();
    }
    line
}

fn bound(bound: &RoomBound) -> String {
    let mut text = bound.amount.map_or_else(|| "?".to_owned(), |amount| amount.to_string());
    if let Some(whole) = bound.whole.filter(|whole| Some(*whole) != bound.amount) {
        write!(text, " ({whole})").unwrap();
    }
    if let Some(how) = &bound.explanation {
        write!(text, " [{how}]").unwrap();
    }
    if let Some(missing) = bound.missing {
        write!(text, " without {missing:?}").unwrap();
    }
    text
}
