//! A place of a list where something may be done, with what the army has there.

use crate::army::{Army, Character, Unit, UnitOrigin};
use crate::finding::Span;
use crate::rules::Rules;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::ContingentId;

use super::super::edits::ListEdit;
use super::super::rows::{CommandRow, ListRows, Row, RowKind};

/// A place of a list.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'l> {
    /// A row.
    Row(&'l Row),
    /// A command, by its index.
    Command(usize, &'l CommandRow),
    /// The army.
    Army,
    /// The reserves.
    Reserves,
}

impl<'l> Place<'l> {
    /// Finds a place by the id or path of a row or command, `army` or `reserves`.
    pub(super) fn find(rows: &'l ListRows, at: &str) -> Option<Self> {
        match at {
            "army" => return Some(Self::Army),
            "reserves" => return Some(Self::Reserves),
            _ => {}
        }
        let row = rows.row(at).map(Self::Row);
        row.or_else(|| rows.command_index(at).map(|index| Self::Command(index, &rows.commands[index])))
    }

    /// Returns the word by which edits call it.
    pub(super) fn id(self) -> &'l str {
        match self {
            Self::Row(row) => &row.id,
            Self::Command(_, command) => &command.id,
            Self::Army => "army",
            Self::Reserves => "reserves",
        }
    }
}

/// What the army has of a row.
pub(super) enum RowInArmy<'a> {
    /// Its units; one that someone joins stands apart.
    Units(Vec<&'a Unit<'a>>),
    /// A character without a body.
    Character(&'a Character<'a>),
}

/// Returns what the army has of a row. `None` if the row could not be read.
pub(super) fn in_army<'a>(army: &'a Army<'a>, row: &Row) -> Option<RowInArmy<'a>> {
    if row.kind != RowKind::Unit && row.kind != RowKind::Reserve {
        let character = army.characters.iter().find(|character| character.written.span == row.span);
        if let Some(character) = character {
            return Some(RowInArmy::Character(character));
        }
    }
    let units: Vec<&Unit<'_>> = army.units.iter().filter(|unit| unit.written.span() == row.span).collect();
    (!units.is_empty()).then_some(RowInArmy::Units(units))
}

/// Returns how many units a row has.
pub(super) fn count_of(units: &[&Unit<'_>]) -> u32 {
    units.iter().fold(0, |sum, unit| sum.saturating_add(unit.count))
}

/// Returns how many units the row with these bytes has.
pub(super) fn count_in_army(army: &Army<'_>, row: Span) -> u32 {
    count_of(&army.units.iter().filter(|unit| unit.written.span() == row).collect::<Vec<_>>())
}

/// Returns the edit after which a row has this many units, or is no longer there.
pub(super) fn row_with_count(row: &Row, count: u32) -> ListEdit {
    let at = row.id.clone();
    if count > 0 { ListEdit::Count { at, count } } else { ListEdit::Remove { at, links: None } }
}

/// Returns the entries of a contingent's book, or the unit types of a game without one.
pub(super) fn kinds_of(rules: &Rules, contingent: ContingentId) -> impl Iterator<Item = &UnitKind> {
    let own = rules.has_book(contingent).then_some(contingent);
    rules.kinds.iter().filter(move |kind| kind.entry_of == own)
}

/// Returns `true` if a kind is a row of `units`: no person, no baggage, nothing that only comes with others.
pub(super) fn is_unit_row(rules: &Rules, kind: &UnitKind) -> bool {
    let is_baggage = rules.baggage.is_some_and(|baggage| kind.unit_type == Some(baggage));
    kind.unit_type.is_some() && kind.roles.is_empty() && !is_baggage && !kind.uncounted
}

/// Returns `true` if a unit of the list has nothing of its own but its count and the options that everyone must choose.
pub(super) fn is_plain(unit: &Unit<'_>) -> bool {
    let UnitOrigin::Unit(written) = unit.written else { return false };
    written.options.is_empty()
        && written.size.is_none()
        && written.role.is_none()
        && written.notes.is_none()
        && written.attached_to.is_none()
        && written.values.iter().next().is_none()
        && written.parts.iter().next().is_none()
}
