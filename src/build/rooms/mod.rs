//! Rooms: for every limit that looks at the army, how much of it is used and how much is allowed.
//!
//! Rooms are measured by what the checks use. A room is broken exactly if the check reports its limit.

mod counted_entries;
mod limit_rooms;
mod points_rooms;
mod room_bounds;
mod room_words;

use crate::army::Army;
use crate::army::limit_measurement::Measurement;
use crate::finding::Severity;
use crate::format::read_exact_numbers::Number;
use crate::rules::id_types::UnitKindId;

pub use room_bounds::{MissingFact, RoomBound, RoomBounds};
pub use room_words::grouped_digits;

/// The rooms of an army.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rooms {
    /// The rooms: the agreed points, then the limits in the order of the rules.
    pub rooms: Vec<Room>,
    /// The number of limits that cannot be measured, since something is unread or unknown.
    pub left_out: usize,
}

/// How much of a limit is used, and how much it allows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Room {
    /// The id of the room: the rule path, followed by the entry if each is measured by itself. A room of a command
    /// shares it with those of the other commands; see [`Room::id_in_command`].
    pub id: String,
    /// The rule path. `None` for agreed points.
    pub rule_path: Option<String>,
    /// The severity if the limit is broken.
    pub severity: Severity,
    /// What the room is about, for headings.
    pub group: RoomGroup,
    /// What is counted, as a player would say it.
    pub label: String,
    /// The rule in its author's words.
    pub says: Option<String>,
    /// Whether it is broken, full, open, settled or unused.
    pub state: RoomState,
    /// Whether it is broken only because the army is a draft, in which something is still to come.
    pub is_missing: bool,
    /// The index of the command that is measured. `None` for the army.
    pub command: Option<usize>,
    /// The entry that is limited: the owner of the limit, or the one of those that are measured separately.
    pub entry: Option<UnitKindId>,
    /// The years in which the entry may be taken, if the army is of another: `from 215 BC`.
    pub closed: Option<String>,
    /// What is counted: `units`, `models`, `points`.
    pub unit_of_measure: String,
    /// How much there is. `None` for a formula.
    pub now: Option<Number>,
    /// How much is needed and allowed. Of a limit with alternatives, the one that is in force.
    pub bounds: RoomBounds,
    /// The alternatives of a limit that has several. Else empty.
    pub branches: Vec<RoomBounds>,
    /// The entries, or unit types in an army without a book, of which units would count.
    pub entries: Vec<UnitKindId>,
    /// The indices of the units that count.
    pub units: Vec<usize>,
    /// The indices of the characters without a body of their own that count.
    pub characters: Vec<usize>,
}

/// What a room is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RoomGroup {
    /// The points that were agreed.
    Points,
    /// The army as a whole: its characters, allies and shape.
    Army,
    /// Certain troops.
    Troops,
    /// One command.
    Command,
}

/// How a room stands. The first of these that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomState {
    /// Above a maximum, below a minimum, or a rule that is not met.
    Broken,
    /// Nothing in the army counts.
    Unused,
    /// An exact amount or a minimum is met, or a rule that is not a number.
    Settled,
    /// At the maximum.
    Full,
    /// More may be taken.
    Open,
}

impl Room {
    /// Returns the id of the room in a command that has an id of its own.
    pub fn id_in_command(&self, command: Option<&str>) -> String {
        command.map_or_else(|| self.id.clone(), |command| format!("{} {command}", self.id))
    }

    /// Notes which units and characters were counted.
    fn set_counted(&mut self, measured: &Measurement) {
        self.units = measured.found.iter().filter_map(|item| item.unit).collect();
        self.characters = measured.found.iter().filter_map(|item| item.character).collect();
        for indices in [&mut self.units, &mut self.characters] {
            indices.sort_unstable();
            indices.dedup();
        }
    }
}

/// Returns the rooms of an army.
///
/// Limits on a single unit have none, nor have those that do not apply.
pub fn rooms(army: &Army<'_>) -> Rooms {
    let mut all = Rooms::default();
    points_rooms::add_points_rooms(army, &mut all);
    limit_rooms::add_limit_rooms(army, None, &mut all);
    all
}

/// Returns the rooms of the agreed points and of the limits with these rule paths.
pub fn rooms_of_rules(army: &Army<'_>, rule_paths: &[&str]) -> Rooms {
    let mut all = Rooms::default();
    points_rooms::add_points_rooms(army, &mut all);
    limit_rooms::add_limit_rooms(army, Some(rule_paths), &mut all);
    all
}
