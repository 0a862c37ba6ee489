//! The rooms of the points that were agreed, for the army and for each ally.

use crate::army::Army;
use crate::army::agreed_points::{SpentPoints, lacks_mode, spent_by_army, spent_by_command};
use crate::finding::Severity;
use crate::format::read_exact_numbers::Number;
use crate::rules::id_types::ContingentId;
use crate::rules::size_limit::SizeLimit;
use crate::wording::points_noun;

use super::room_words::amount_explanation;
use super::{MissingFact, Room, RoomBound, RoomBounds, RoomGroup, RoomState, Rooms};

/// The id of the room of the agreed points.
const POINTS: &str = "points";

/// Adds the rooms of the agreed points, unless the game has none.
pub(super) fn add_points_rooms(army: &Army<'_>, all: &mut Rooms) {
    if !army.rules.has_points {
        return;
    }
    // Costs are unknown without the mode, and a size that is given twice is not known
    if lacks_mode(army) || army.unread.has_at_top("points") {
        all.left_out += 1;
        return;
    }
    all.rooms.push(points_room(army, None, army.most_points(), &spent_by_army(army)));
    for (at, command) in army.commands.iter().enumerate() {
        if command.contingent != ContingentId::OWN && command.outer.is_none() {
            if command.written.is_some_and(|written| army.unread.may_have(written.span, "points")) {
                all.left_out += 1;
            } else {
                all.rooms.push(points_room(army, Some(at), command.points, &spent_by_command(army, at)));
            }
        }
    }
}

fn points_room(army: &Army<'_>, command: Option<usize>, size: Option<Number>, spent: &SpentPoints) -> Room {
    let is_broken = size.is_some_and(|size| spent.exceeds(size));
    let (units, characters): (Vec<usize>, Vec<usize>) = match command {
        Some(at) => (army.units_in(at).collect(), army.characters_in(at).collect()),
        None => {
            let fielded = (0..army.units.len()).filter(|at| !army.units[*at].in_reserve());
            (fielded.collect(), (0..army.characters.len()).collect())
        }
    };
    let state = match size {
        _ if is_broken => RoomState::Broken,
        _ if units.is_empty() && characters.is_empty() => RoomState::Unused,
        Some(size) if spent.spent == size && spent.is_complete => RoomState::Full,
        _ => RoomState::Open,
    };
    // A rule about the size is about the army, not about an ally
    let rule = army.rules.size_limit.rule().filter(|_| command.is_none());
    let how = rule.zip(army.rules.size_limit.bound());
    let how = how.and_then(|(rule, bound)| amount_explanation(army.rules, rule, bound, None));
    let is_unlimited = command.is_none() && matches!(army.rules.size_limit, SizeLimit::Unlimited);
    let ally = command.and_then(|at| army.rules.contingents[army.commands[at].contingent.0].book.as_ref());
    Room {
        id: POINTS.to_owned(),
        rule_path: rule.map(|rule| rule.rule_path.clone()),
        severity: Severity::Error,
        group: RoomGroup::Points,
        label: ally.map_or_else(|| "Points".to_owned(), |book| format!("Points of {}", book.name)),
        says: rule.and_then(|rule| rule.says.clone()),
        state,
        is_missing: false,
        command,
        entry: None,
        closed: None,
        unit_of_measure: points_noun(false).to_owned(),
        now: Some(spent.spent),
        bounds: RoomBounds {
            max: Some(RoomBound {
                amount: size,
                whole: None,
                explanation: how,
                missing: (size.is_none() && !is_unlimited).then_some(MissingFact::Points),
            }),
            is_in_force: true,
            ..RoomBounds::default()
        },
        branches: Vec::new(),
        entries: Vec::new(),
        units,
        characters,
    }
}
