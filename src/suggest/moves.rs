//! Lists the small changes to a list that suggestions are made of.

use crate::army::body::Origin;
use crate::army::{Army, Unit, Written};
use crate::finding::Edit;
use crate::format::list::Taken;
use crate::read::Located;
use crate::rules::ids::OptionId;

use super::rows::Row;
use super::start::Start;
use super::{Only, STEP, Wish, baggage, fresh};

/// The place that a move changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Target {
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
    pub(super) target: Target,
    pub(super) edits: Vec<Edit>,
    /// Descriptions of the changes.
    pub(super) words: Vec<String>,
    /// The number of changes.
    pub(super) changes: usize,
    /// The total distance by which counts and sizes change; at least 1 for each change.
    pub(super) far: u32,
}

/// A possible change of a row.
enum Change<'a> {
    Count(u32),
    Size(u32),
    Add(String),
    Drop(&'a Located<Taken>, &'a str),
    Out,
}

/// The largest number of moves with several changes, since those of a huge list would fill the memory.
const MOST: usize = 60_000;

/// The largest number of options of one row whose combinations are tried as removals.
const MOST_OUT: usize = 6;

/// All moves.
#[derive(Default)]
pub(super) struct Moves {
    /// The moves: those of a single change first, then those of several changes at one row.
    pub(super) all: Vec<Move>,
    /// How many moves of a single change there are.
    pub(super) single: usize,
    /// Whether moves are missing, because of the layout of the list or a lack of time or memory.
    pub(super) some_lack: bool,
}

/// Returns every single change, every two changes at one row, and every larger set of options to remove from
/// a row.
pub(super) fn all(army: &Army<'_>, text: &str, wish: &Wish, late: &dyn Fn() -> bool) -> Moves {
    let (mut single, mut several, mut some_lack) = (Vec::new(), Vec::new(), false);
    let mut rows_seen = std::collections::HashSet::new();
    let mut last: Vec<Option<Row<'_>>> = vec![None; army.commands.len()];
    for (at, unit) in army.units.iter().enumerate() {
        let (Written::Unit(written), Some(command)) = (unit.written, unit.command) else { continue };
        let row = Row { text, unit: written };
        // A character joining one of several identical units has split them in the army; in the list they are
        // still one row
        if !rows_seen.insert(written.span) {
            continue;
        }
        last[command] = Some(row);
        if wish.keep.contains(&unit.name) {
            continue;
        }
        if late() {
            some_lack = true;
            break;
        }
        let changes = changes(army, unit, wish);
        for (n, first) in changes.iter().enumerate() {
            let one = made(at, unit, row, &[first]);
            some_lack |= one.is_none();
            single.extend(one);
            for second in &changes[n + 1..] {
                if several.len() >= MOST {
                    some_lack = true;
                } else if together(first, second) {
                    let two = made(at, unit, row, &[first, second]);
                    some_lack |= two.is_none();
                    several.extend(two);
                }
            }
        }
        let outs: Vec<&Change<'_>> = changes.iter().filter(|c| matches!(c, Change::Drop(..))).collect();
        for set in (0..1_usize << outs.len().min(MOST_OUT)).filter(|set| set.count_ones() > 2) {
            let picked: Vec<&Change<'_>> =
                outs.iter().enumerate().filter(|(n, _)| set & (1 << n) != 0).map(|(_, c)| *c).collect();
            several.extend(made(at, unit, row, &picked));
        }
    }
    if wish.only != Some(Only::Upgrades) {
        for one in baggage::moves(army, text) {
            some_lack |= one.is_none();
            single.extend(one);
        }
        for (command, row) in last.into_iter().enumerate() {
            let written = army.list.commands.is_some().then_some(command);
            let start = if row.is_none() { Start::below(text, written) } else { None };
            for fresh in fresh::rows(army, command) {
                let below = row.and_then(|row| Some(vec![row.below(&fresh.row)?]));
                match below.or_else(|| Some(start.as_ref()?.row(&fresh.row))) {
                    Some(edits) => single.push(Move {
                        target: Target::New(command),
                        edits,
                        words: vec![fresh.said],
                        changes: 1,
                        far: fresh.far,
                    }),
                    None => some_lack = true,
                }
            }
        }
    }
    let singles = single.len();
    single.append(&mut several);
    Moves { all: single, single: singles, some_lack }
}

fn changes<'a>(army: &'a Army<'_>, unit: &'a Unit<'a>, wish: &Wish) -> Vec<Change<'a>> {
    let Written::Unit(written) = unit.written else { return Vec::new() };
    let mut all = Vec::new();
    if wish.only != Some(Only::Upgrades) {
        let near = |n: u32| n.saturating_sub(STEP).max(1)..=n.saturating_add(STEP);
        all.extend(near(count(unit)).filter(|n| *n != count(unit)).map(Change::Count));
        if let Some(size) = &written.size {
            all.extend(near(size.value).filter(|n| *n != size.value).map(Change::Size));
        }
        all.push(Change::Out);
    }
    let rules = army.rules;
    if wish.only != Some(Only::Units) {
        let kind = unit.body.kind.map(|k| rules.kind_of(k));
        for offer in kind.iter().flat_map(|k| &k.offers.all) {
            let has = unit.body.taken.iter().any(|t| t.option == offer.option && t.origin != Origin::Default);
            if !offer.included && !has {
                all.extend(as_written(army, unit, offer.option).map(Change::Add));
            }
        }
        for item in &written.options {
            let word = match &item.value {
                Taken::Word(word) => Some(word),
                Taken::With(map) if map.iter().count() == 1 => map.iter().next().map(|(word, _)| word),
                Taken::With(_) => None,
            };
            all.extend(word.map(|word| Change::Drop(item, word.as_str())));
        }
    }
    all
}

/// Returns the count that the list writes for a row.
fn count(unit: &Unit<'_>) -> u32 {
    let Written::Unit(written) = unit.written else { return unit.count };
    written.count.as_ref().map_or(1, |count| count.value)
}

pub(super) fn option<'a>(army: &'a Army<'_>, option: OptionId) -> &'a str {
    &army.rules.option_of(option).id
}

/// Returns an option as a list would write it, with its marks on the first stats that the unit has.
///
/// `None` if the option needs a name that only the player can choose.
fn as_written(army: &Army<'_>, unit: &Unit<'_>, option: OptionId) -> Option<String> {
    let rule = army.rules.option_of(option);
    let named = unit.body.offer(army.rules, option).is_some_and(|o| !o.names.is_empty());
    if rule.names.is_some() && !named {
        return None;
    }
    let Some(places) = &rule.places else { return Some(rule.id.clone()) };
    let has = |s: &&crate::rules::ids::StatId| unit.body.base.get(s.0).copied().flatten().is_some();
    let ids = places.among.iter().filter(has).map(|s| army.rules.stats[s.0].id.as_str());
    let ids: Vec<&str> = ids.take(places.marks as usize).collect();
    (ids.len() == places.marks as usize).then(|| match ids.as_slice() {
        [one] => format!("{}: {one}", rule.id),
        ids => format!("{}: [{}]", rule.id, ids.join(", ")),
    })
}

/// Returns `true` if two changes at one row can be made together.
fn together(first: &Change<'_>, second: &Change<'_>) -> bool {
    !matches!(
        (first, second),
        (Change::Out, _)
            | (_, Change::Out)
            | (Change::Count(_), Change::Count(_))
            | (Change::Size(_), Change::Size(_))
    )
}

fn made(at: usize, unit: &Unit<'_>, row: Row<'_>, changes: &[&Change<'_>]) -> Option<Move> {
    let (mut edits, mut words, mut far) = (Vec::new(), Vec::new(), 0);
    let added: Vec<&str> = changes
        .iter()
        .filter_map(|c| if let Change::Add(written) = c { Some(written.as_str()) } else { None })
        .collect();
    let dropped: Vec<&Located<Taken>> = changes
        .iter()
        .filter_map(|c| if let Change::Drop(item, _) = c { Some(*item) } else { None })
        .collect();
    let name = &unit.name;
    for change in changes {
        far += 1;
        match change {
            Change::Count(count) => {
                edits.push(row.count(*count));
                words.push(format!("{name}: {count} instead of {}", self::count(unit)));
                far += count.abs_diff(self::count(unit)).saturating_sub(1);
            }
            Change::Size(size) => {
                edits.push(row.size(*size)?);
                words.push(format!("{name}: size {size} instead of {}", unit.body.size));
                far += size.abs_diff(unit.body.size).saturating_sub(1);
            }
            Change::Add(written) => words.push(format!("{name}: add {written}")),
            Change::Drop(_, word) => words.push(format!("{name}: leave out {word}")),
            Change::Out => {
                edits.push(row.out()?);
                words.push(format!("leave out {name}"));
                far += count(unit).saturating_sub(1);
            }
        }
    }
    match (dropped.as_slice(), added.as_slice()) {
        ([], []) => {}
        ([], added) => edits.push(row.add(added)?),
        ([one], [other]) => edits.push(row.instead(one, other)?),
        (dropped, []) => edits.extend(row.drop(dropped)?),
        _ => return None,
    }
    Some(Move { target: Target::Row(at), edits, words, changes: changes.len(), far })
}
