//! Lists the small changes to a list that suggestions are made of.

use crate::army::bodies_and_options::OptionOrigin;
use crate::army::{Army, Unit, UnitOrigin};
use crate::finding::Edit;
use crate::format::list::ListedOption;
use crate::read::Located;
use crate::rules::id_types::OptionId;

use super::first_row_position::InsertionPoint;
use super::missing_baggage::list_missing_baggage;
use super::new_rows::list_new_rows;
use super::row_edits::RowText;
use super::{AllowedChanges, MAX_STEP, SuggestOptions};

/// The place that a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum MoveTarget {
    /// A row of the list, by its index in the army.
    Row(usize),
    /// The baggage of a command.
    Baggage(usize),
    /// A new row in a command.
    New(usize),
}

/// One change, or several at one row.
#[derive(Clone, Debug)]
pub(super) struct Move {
    /// The place that is changed.
    pub(super) target: MoveTarget,
    pub(super) edits: Vec<Edit>,
    /// Descriptions of the changes.
    pub(super) descriptions: Vec<String>,
    /// The number of changes.
    pub(super) changes: usize,
    /// The total distance by which counts and sizes change; at least 1 for each change.
    pub(super) distance: u32,
}

/// A possible change of a row.
enum RowEdit<'a> {
    Count(u32),
    Size(u32),
    Add(String),
    Remove(&'a Located<ListedOption>, &'a str),
    RemoveRow,
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
    /// Whether moves are missing, because of the layout of the list or a lack of time or memory.
    pub(super) incomplete: bool,
}

/// Returns every single change, every two changes at one row, and every larger set of options to remove from
/// a row.
pub(super) fn list_moves(
    army: &Army<'_>,
    text: &str,
    wish: &SuggestOptions,
    late: &dyn Fn() -> bool,
) -> Moves {
    let (mut single, mut several, mut some_lack) = (Vec::new(), Vec::new(), false);
    let mut rows_seen = std::collections::HashSet::new();
    let mut last: Vec<Option<RowText<'_>>> = vec![None; army.commands.len()];
    for (at, unit) in army.units.iter().enumerate() {
        let (UnitOrigin::Unit(written), Some(command)) = (unit.written, unit.command) else { continue };
        let row = RowText { text, unit: written };
        // A character joining one of several identical units has split them in the army; in the list they are
        // still one row
        if !rows_seen.insert(written.span) {
            continue;
        }
        last[command] = Some(row);
        if wish.unchanged_names.contains(&unit.name) {
            continue;
        }
        if late() {
            some_lack = true;
            break;
        }
        let changes = row_edits(army, unit, wish);
        for (n, first) in changes.iter().enumerate() {
            let one = move_of_row_edits(at, unit, row, &[first]);
            some_lack |= one.is_none();
            single.extend(one);
            for second in &changes[n + 1..] {
                if several.len() >= MAX_COMBINED {
                    some_lack = true;
                } else if can_combine(first, second) {
                    let two = move_of_row_edits(at, unit, row, &[first, second]);
                    some_lack |= two.is_none();
                    several.extend(two);
                }
            }
        }
        let outs: Vec<&RowEdit<'_>> = changes.iter().filter(|c| matches!(c, RowEdit::Remove(..))).collect();
        for set in (0..1_usize << outs.len().min(MAX_REMOVALS)).filter(|set| set.count_ones() > 2) {
            let picked: Vec<&RowEdit<'_>> =
                outs.iter().enumerate().filter(|(n, _)| set & (1 << n) != 0).map(|(_, c)| *c).collect();
            several.extend(move_of_row_edits(at, unit, row, &picked));
        }
    }
    if wish.only != Some(AllowedChanges::Upgrades) {
        for baggage in list_missing_baggage(army, text) {
            some_lack |= baggage.is_none();
            single.extend(baggage.map(|baggage| Move {
                target: MoveTarget::Baggage(baggage.command),
                edits: vec![baggage.edit],
                descriptions: vec![baggage.description],
                changes: 1,
                distance: 1,
            }));
        }
        for (command, row) in last.into_iter().enumerate() {
            let written = army.list.commands.is_some().then_some(command);
            let start = if row.is_none() { InsertionPoint::below_units(text, written) } else { None };
            for fresh in list_new_rows(army, command) {
                let below = row.and_then(|row| Some(vec![row.insert_below(&fresh.text)?]));
                match below.or_else(|| Some(start.as_ref()?.insert_row(&fresh.text))) {
                    Some(edits) => single.push(Move {
                        target: MoveTarget::New(command),
                        edits,
                        descriptions: vec![fresh.description],
                        changes: 1,
                        distance: fresh.far,
                    }),
                    None => some_lack = true,
                }
            }
        }
    }
    let singles = single.len();
    single.append(&mut several);
    Moves { all: single, single_count: singles, incomplete: some_lack }
}

fn row_edits<'a>(army: &'a Army<'_>, unit: &'a Unit<'a>, wish: &SuggestOptions) -> Vec<RowEdit<'a>> {
    let UnitOrigin::Unit(written) = unit.written else { return Vec::new() };
    let mut all = Vec::new();
    if wish.only != Some(AllowedChanges::Upgrades) {
        let near = |n: u32| n.saturating_sub(MAX_STEP).max(1)..=n.saturating_add(MAX_STEP);
        all.extend(near(written_count(unit)).filter(|n| *n != written_count(unit)).map(RowEdit::Count));
        if let Some(size) = &written.size {
            all.extend(near(size.value).filter(|n| *n != size.value).map(RowEdit::Size));
        }
        all.push(RowEdit::RemoveRow);
    }
    let rules = army.rules;
    if wish.only != Some(AllowedChanges::Units) {
        let kind = unit.body.kind.map(|k| rules.kind(k));
        for offer in kind.iter().flat_map(|k| &k.offers.all) {
            let has =
                unit.body.taken.iter().any(|t| t.option == offer.option && t.origin != OptionOrigin::Default);
            if !offer.is_included && !has {
                all.extend(option_text(army, unit, offer.option).map(RowEdit::Add));
            }
        }
        for item in &written.options {
            let word = match &item.value {
                ListedOption::Word(word) => Some(word),
                ListedOption::With(map) if map.iter().count() == 1 => map.iter().next().map(|(word, _)| word),
                ListedOption::With(_) => None,
            };
            all.extend(word.map(|word| RowEdit::Remove(item, word.as_str())));
        }
    }
    all
}

/// Returns the count that the list writes for a row.
fn written_count(unit: &Unit<'_>) -> u32 {
    let UnitOrigin::Unit(written) = unit.written else { return unit.count };
    written.count.as_ref().map_or(1, |count| count.value)
}

/// Returns an option as a list would write it, with its marks on the first stats that the unit has.
///
/// `None` if the option needs a name that only the player can choose.
fn option_text(army: &Army<'_>, unit: &Unit<'_>, option: OptionId) -> Option<String> {
    let rule = army.rules.option(option);
    let named = unit.body.offer(army.rules, option).is_some_and(|o| !o.names.is_empty());
    if rule.naming.is_some() && !named {
        return None;
    }
    let Some(places) = &rule.mark_places else { return Some(rule.id.clone()) };
    let has =
        |s: &&crate::rules::id_types::StatId| unit.body.base_stats.get(s.0).copied().flatten().is_some();
    let ids = places.among.iter().filter(has).map(|s| army.rules.stats[s.0].id.as_str());
    let ids: Vec<&str> = ids.take(places.marks as usize).collect();
    (ids.len() == places.marks as usize).then(|| match ids.as_slice() {
        [one] => format!("{}: {one}", rule.id),
        ids => format!("{}: [{}]", rule.id, ids.join(", ")),
    })
}

/// Returns `true` if two changes at one row can be made together.
fn can_combine(first: &RowEdit<'_>, second: &RowEdit<'_>) -> bool {
    !matches!(
        (first, second),
        (RowEdit::RemoveRow, _)
            | (_, RowEdit::RemoveRow)
            | (RowEdit::Count(_), RowEdit::Count(_))
            | (RowEdit::Size(_), RowEdit::Size(_))
    )
}

fn move_of_row_edits(at: usize, unit: &Unit<'_>, row: RowText<'_>, changes: &[&RowEdit<'_>]) -> Option<Move> {
    let (mut edits, mut words, mut far) = (Vec::new(), Vec::new(), 0);
    let added: Vec<&str> = changes
        .iter()
        .filter_map(|c| if let RowEdit::Add(written) = c { Some(written.as_str()) } else { None })
        .collect();
    let dropped: Vec<&Located<ListedOption>> = changes
        .iter()
        .filter_map(|c| if let RowEdit::Remove(item, _) = c { Some(*item) } else { None })
        .collect();
    let name = &unit.name;
    for change in changes {
        far += 1;
        match change {
            RowEdit::Count(count) => {
                edits.push(row.set_count(*count));
                words.push(format!("{name}: {count} instead of {}", self::written_count(unit)));
                far += count.abs_diff(self::written_count(unit)).saturating_sub(1);
            }
            RowEdit::Size(size) => {
                edits.push(row.set_size(*size)?);
                words.push(format!("{name}: size {size} instead of {}", unit.body.size));
                far += size.abs_diff(unit.body.size).saturating_sub(1);
            }
            RowEdit::Add(written) => words.push(format!("{name}: add {written}")),
            RowEdit::Remove(_, word) => words.push(format!("{name}: leave out {word}")),
            RowEdit::RemoveRow => {
                edits.push(row.remove_row()?);
                words.push(format!("leave out {name}"));
                far += written_count(unit).saturating_sub(1);
            }
        }
    }
    match (dropped.as_slice(), added.as_slice()) {
        ([], []) => {}
        ([], added) => edits.push(row.add_options(added)?),
        ([one], [other]) => edits.push(row.replace_option(one, other)?),
        (dropped, []) => edits.extend(row.remove_options(dropped)?),
        _ => return None,
    }
    Some(Move {
        target: MoveTarget::Row(at),
        edits,
        descriptions: words,
        changes: changes.len(),
        distance: far,
    })
}
