//! Rooms as JSON, as `muster rooms --format json` prints them and pages get them.

use schemars::JsonSchema;
use serde::Serialize;

use crate::army::Army;
use crate::build::rooms::{MissingFact, Room, RoomBound, RoomGroup, RoomState, Rooms};
use crate::build::rows::ListRows;
use crate::finding::Severity;
use crate::rules::id_types::UnitKindId;

use super::json::Num;

/// The rooms of a list.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "RoomsOfList")]
pub struct RoomsJson<'r> {
    /// The rooms.
    rooms: Vec<RoomJson<'r>>,
    /// The number of limits that cannot be measured, since something is unread or unknown.
    left_out: usize,
}

/// How much of a limit is used, and how much it allows.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Room")]
struct RoomJson<'r> {
    id: String,
    rule: Option<&'r str>,
    severity: &'static str,
    group: &'static str,
    label: &'r str,
    says: Option<&'r str>,
    state: &'static str,
    missing: bool,
    command: Option<&'r str>,
    entry: Option<&'r str>,
    closed: Option<&'r str>,
    of: &'r str,
    now: Option<Num>,
    min: Option<BoundJson<'r>>,
    max: Option<BoundJson<'r>>,
    exactly: bool,
    /// What the amount must be a multiple of.
    multiple_of: Option<BoundJson<'r>>,
    branches: Vec<BranchJson<'r>>,
    entries: Vec<&'r str>,
    rows: Vec<&'r str>,
}

/// One end of a room.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Bound")]
pub(crate) struct BoundJson<'r> {
    amount: Option<Num>,
    whole: Option<Num>,
    how: Option<&'r str>,
    asks: Option<&'static str>,
}

/// One of the alternatives of a limit.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Branch")]
struct BranchJson<'r> {
    min: Option<BoundJson<'r>>,
    max: Option<BoundJson<'r>>,
    in_force: bool,
}

impl<'r> RoomsJson<'r> {
    /// Makes the JSON of an army's rooms. `rows` are the rows and commands of its list.
    pub fn new(army: &'r Army<'_>, rooms: &'r Rooms, rows: &'r ListRows) -> Self {
        let all = rooms.rooms.iter().map(|room| RoomJson::new(army, room, rows));
        Self { rooms: all.collect(), left_out: rooms.left_out }
    }
}

impl<'r> RoomJson<'r> {
    fn new(army: &'r Army<'_>, room: &'r Room, rows: &'r ListRows) -> Self {
        let kind_id = |kind: &UnitKindId| army.rules.kind(*kind).id.as_str();
        let bound = |bound: &'r Option<RoomBound>| bound.as_ref().map(BoundJson::new);
        let command = room.command.and_then(|at| rows.commands.get(at)).map(|command| command.id.as_str());
        Self {
            id: room.id_in_command(command),
            rule: room.rule_path.as_deref(),
            // A room has no third severity: what is only noted is a mild warning
            severity: if room.severity == Severity::Error { "error" } else { "warning" },
            group: match room.group {
                RoomGroup::Points => "points",
                RoomGroup::Army => "army",
                RoomGroup::Troops => "troops",
                RoomGroup::Command => "command",
            },
            label: &room.label,
            says: room.says.as_deref(),
            state: state_word(room.state),
            missing: room.is_missing,
            command,
            entry: room.entry.as_ref().map(kind_id),
            closed: room.closed.as_deref(),
            of: &room.unit_of_measure,
            now: room.now.map(Num::from),
            min: bound(&room.bounds.min),
            max: bound(&room.bounds.max),
            exactly: room.bounds.is_exact,
            multiple_of: bound(&room.bounds.multiple_of),
            branches: room
                .branches
                .iter()
                .map(|branch| BranchJson {
                    min: bound(&branch.min),
                    max: bound(&branch.max),
                    in_force: branch.is_in_force,
                })
                .collect(),
            entries: room.entries.iter().map(kind_id).collect(),
            rows: row_ids(army, room, rows),
        }
    }
}

impl<'r> BoundJson<'r> {
    pub(crate) fn new(bound: &'r RoomBound) -> Self {
        Self {
            amount: bound.amount.map(Num::from),
            whole: bound.whole.map(Num::from),
            how: bound.explanation.as_deref(),
            asks: bound.missing.map(|missing| match missing {
                MissingFact::Points => "points",
                MissingFact::Date => "date",
                MissingFact::Unknown => "unknown",
            }),
        }
    }
}

/// Returns the word for a state.
pub(crate) fn state_word(state: RoomState) -> &'static str {
    match state {
        RoomState::Broken => "broken",
        RoomState::Unused => "unused",
        RoomState::Settled => "settled",
        RoomState::Full => "full",
        RoomState::Open => "open",
    }
}

/// Returns the ids of the rows that count, in the order of the list. Baggage is written with its command and is no
/// row.
fn row_ids<'r>(army: &Army<'_>, room: &Room, rows: &'r ListRows) -> Vec<&'r str> {
    let units = room.units.iter().map(|at| army.units[*at].written.span());
    let characters = room.characters.iter().map(|at| army.characters[*at].written.span);
    let counted: std::collections::HashSet<_> = units.chain(characters).collect();
    rows.rows.iter().filter(|row| counted.contains(&row.span)).map(|row| row.id.as_str()).collect()
}
