//! Lists the small changes to a list that suggestions are made of.

use serde_json::{Value, json};

use crate::army::bodies_and_options::OptionOrigin;
use crate::army::{Army, Unit, UnitOrigin};
use crate::build::edits::ListEdit;
use crate::build::rows::ListRows;
use crate::format::list::ListedOption;
use crate::read::Located;
use crate::rules::id_types::OptionId;

use super::new_rows::list_new_rows;
use super::purchase_changes::changes_of_purchases;
use super::{AllowedChanges, MAX_STEP, SuggestOptions};

/// The place that a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MoveTarget {
    /// A row of the list, by its index in the army.
    Row(usize),
    /// The baggage of a command.
    Baggage(usize),
    /// What the army or a command buys, by its index in the army.
    Bought(usize),
    /// A new row in a command.
    New(usize),
}

/// One change, or several at one row.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// The place that is changed.
    pub(super) target: MoveTarget,
    /// The changes, one edit each.
    pub(super) edits: Vec<ListEdit>,
    /// The total distance by which counts and sizes change; at least 1 for each change.
    pub(super) distance: u32,
}

impl Move {
    /// Returns the number of changes.
    pub(super) fn changes(&self) -> usize {
        self.edits.len()
    }
}

/// The largest number of moves with several changes, since those of a huge list would fill the memory.
const MAX_COMBINED: usize = 60_000;

/// The largest number of options of one row whose combinations are tried as removals.
const MAX_REMOVALS: usize = 6;

/// All moves.
#[derive(Default)]
pub(super) struct Moves {
    /// The moves: those of a single change first, then those of several changes at one row.
    pub(super) all: Vec<Move>,
    /// How many moves of a single change there are.
    pub(super) single_count: usize,
    /// Whether moves are missing, because of a lack of time or memory.
    pub(super) incomplete: bool,
}

/// Returns every single change, every two changes at one row, and every larger set of options to remove from
/// a row.
pub(super) fn list_moves(
    army: &Army<'_>,
    rows: &ListRows,
    wish: &SuggestOptions,
    late: &dyn Fn() -> bool,
) -> Moves {
    let (mut single, mut several, mut some_lack) = (Vec::new(), Vec::new(), false);
    let mut rows_seen = std::collections::HashSet::new();
    for (at, unit) in army.units.iter().enumerate() {
        let (UnitOrigin::Unit(written), Some(_)) = (unit.written, unit.command) else { continue };
        // A character joining one of several identical units has split them in the army; in the list they are
        // still one row
        if !rows_seen.insert(written.span) {
            continue;
        }
        let Some(row) = rows.row_at(written.span) else {
            some_lack = true;
            continue;
        };
        if wish.unchanged_names.contains(&unit.name) || wish.unchanged_rows.contains(&row.id) {
            continue;
        }
        if late() {
            some_lack = true;
            break;
        }
        let changes = changes_of_row(army, unit, &row.id, wish);
        let make = |changes: &[&ListEdit]| move_of_changes(at, unit, changes);
        some_lack |= add_moves(&changes, &make, &mut single, &mut several);
    }
    if wish.only != Some(AllowedChanges::Units) {
        for at in 0..army.purchases.len() {
            let Some(changes) = changes_of_purchases(army, rows, at) else { continue };
            let target = MoveTarget::Bought(at);
            let make = |changes: &[&ListEdit]| {
                let edits: Vec<ListEdit> = changes.iter().map(|change| (*change).clone()).collect();
                Move { target, distance: u32::try_from(edits.len()).unwrap_or(u32::MAX), edits }
            };
            some_lack |= add_moves(&changes, &make, &mut single, &mut several);
        }
    }
    if wish.only != Some(AllowedChanges::Upgrades) {
        for (command, row) in rows.commands.iter().enumerate().take(army.commands.len()) {
            if lacks_baggage(army, command) {
                let edit = ListEdit::Baggage { at: row.id.clone(), value: json!(true) };
                single.push(Move { target: MoveTarget::Baggage(command), edits: vec![edit], distance: 1 });
            }
        }
        for (command, row) in rows.commands.iter().enumerate().take(army.commands.len()) {
            single.extend(list_new_rows(army, command).into_iter().map(|new| {
                let (at, value) = (row.id.clone(), new.value);
                let edit = ListEdit::Add { at, value, kind: None, before: None, label: None };
                Move { target: MoveTarget::New(command), edits: vec![edit], distance: new.distance }
            }));
        }
    }
    let singles = single.len();
    single.append(&mut several);
    Moves { all: single, single_count: singles, incomplete: some_lack }
}

/// Adds the moves of every change at one place, of every two and of larger sets of options to remove. Returns `true` if
/// some were too many.
fn add_moves(
    changes: &[ListEdit],
    make: &dyn Fn(&[&ListEdit]) -> Move,
    single: &mut Vec<Move>,
    several: &mut Vec<Move>,
) -> bool {
    let mut some_lack = false;
    for (n, first) in changes.iter().enumerate() {
        single.push(make(&[first]));
        for second in changes[n + 1..].iter().filter(|second| can_combine(first, second)) {
            if several.len() < MAX_COMBINED {
                several.push(make(&[first, second]));
            } else {
                some_lack = true;
            }
        }
    }
    let outs: Vec<&ListEdit> = changes.iter().filter(|c| matches!(c, ListEdit::Drop { .. })).collect();
    for set in (0..1_usize << outs.len().min(MAX_REMOVALS)).filter(|set| set.count_ones() > 2) {
        let picked: Vec<&ListEdit> =
            outs.iter().enumerate().filter(|(n, _)| set & (1 << n) != 0).map(|(_, c)| *c).collect();
        several.push(make(&picked));
    }
    some_lack
}

/// Returns `true` if the game has baggage, and a command has none.
fn lacks_baggage(army: &Army<'_>, command: usize) -> bool {
    army.rules.baggage.is_some_and(|baggage| {
        let is_baggage = |unit: &Unit<'_>| {
            matches!(unit.written, UnitOrigin::Baggage(_))
                || unit.body.kind.is_some_and(|kind| army.rules.base_kind(kind) == baggage)
        };
        !army.units.iter().any(|unit| unit.command == Some(command) && is_baggage(unit))
    })
}

fn changes_of_row(army: &Army<'_>, unit: &Unit<'_>, row: &str, wish: &SuggestOptions) -> Vec<ListEdit> {
    let UnitOrigin::Unit(written) = unit.written else { return Vec::new() };
    let at = || row.to_owned();
    let mut all = Vec::new();
    if wish.only != Some(AllowedChanges::Upgrades) {
        let near = |n: u32| {
            (n.saturating_sub(MAX_STEP).max(1)..=n.saturating_add(MAX_STEP)).filter(move |m| *m != n)
        };
        all.extend(near(written_count(unit)).map(|count| ListEdit::Count { at: at(), count }));
        if let Some(size) = &written.size {
            all.extend(near(size.value).map(|n| ListEdit::Size { at: at(), size: Some(n), part: None }));
        }
        all.push(ListEdit::Remove { at: at(), links: None });
    }
    let rules = army.rules;
    if wish.only != Some(AllowedChanges::Units) {
        all.extend(drop_options(&written.options, row));
        let kind = unit.body.kind.map(|k| rules.kind(k));
        for offer in kind.iter().flat_map(|k| &k.offers.all) {
            let has =
                unit.body.taken.iter().any(|t| t.option == offer.option && t.origin != OptionOrigin::Default);
            if !offer.is_included && !has {
                all.extend(take_option(army, unit, row, offer.option));
            }
        }
    }
    all
}

/// Returns the edits that each drop one of the options that are written.
pub(super) fn drop_options<'l>(
    options: &'l [Located<ListedOption>],
    at: &'l str,
) -> impl Iterator<Item = ListEdit> + 'l {
    let words = options.iter().flat_map(|item| match &item.value {
        ListedOption::Word(word) => vec![word.as_str()],
        ListedOption::With(map) => map.iter().map(|(word, _)| word.as_str()).collect(),
    });
    words.map(|word| ListEdit::Drop { at: at.to_owned(), option: word.to_owned(), part: None })
}

/// Returns the count that the list writes for a row.
fn written_count(unit: &Unit<'_>) -> u32 {
    let UnitOrigin::Unit(written) = unit.written else { return unit.count };
    written.count.as_ref().map_or(1, |count| count.value)
}

/// Returns the edit that takes an option, with its marks on the first stats that the unit has.
///
/// `None` if the option needs a name that only the player can choose.
fn take_option(army: &Army<'_>, unit: &Unit<'_>, row: &str, option: OptionId) -> Option<ListEdit> {
    let rule = army.rules.option(option);
    let named = unit.body.offer(army.rules, option).is_some_and(|o| !o.names.is_empty());
    if rule.naming.is_some() && !named {
        return None;
    }
    let detail = match &rule.mark_places {
        None => None,
        Some(places) => {
            let has = |s: &&crate::rules::id_types::StatId| {
                unit.body.base_stats.get(s.0).is_some_and(|value| value.number().is_some())
            };
            let ids = places.among.iter().filter(has).map(|s| army.rules.stats[s.0].id.as_str());
            let ids: Vec<&str> = ids.take(places.marks as usize).collect();
            if ids.len() != places.marks as usize {
                return None;
            }
            Some(if let [one] = ids.as_slice() { json!(one) } else { Value::from(ids) })
        }
    };
    Some(ListEdit::Take { at: row.to_owned(), option: rule.id.clone(), part: None, detail })
}

/// Returns `true` if two changes at one row can be made together.
fn can_combine(first: &ListEdit, second: &ListEdit) -> bool {
    !matches!(
        (first, second),
        (ListEdit::Remove { .. }, _)
            | (_, ListEdit::Remove { .. })
            | (ListEdit::Count { .. }, ListEdit::Count { .. })
            | (ListEdit::Size { .. }, ListEdit::Size { .. })
    )
}

fn move_of_changes(at: usize, unit: &Unit<'_>, changes: &[&ListEdit]) -> Move {
    let far = |change: &&ListEdit| match change {
        ListEdit::Count { count, .. } => count.abs_diff(written_count(unit)),
        ListEdit::Size { size: Some(size), .. } => size.abs_diff(unit.body.size),
        ListEdit::Remove { .. } => written_count(unit),
        _ => 1,
    };
    Move {
        target: MoveTarget::Row(at),
        edits: changes.iter().map(|change| (*change).clone()).collect(),
        distance: changes.iter().map(|change| far(change).max(1)).sum(),
    }
}
