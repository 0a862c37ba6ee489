//! Matches the commands and rows of one army with those of another.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use super::snapshot::{CommandSnapshot, RowKey, RowSnapshot};

/// Matches the commands of two armies, and returns pairs of their indices.
///
/// Commands that are identical are matched first, then those of the same name, then those with a row in
/// common, then the remaining ones in list order if one of them has no name or is the only command of its
/// army.
pub(super) fn match_commands(before: &[CommandSnapshot], after: &[CommandSnapshot]) -> Vec<(usize, usize)> {
    let mut pairs = Pairs::new(before.len(), after.len());
    pairs.match_by(
        |a| vec![(before[a].is_reserves, &before[a].name, &before[a].facts, sorted_rows(&before[a]))],
        |b| vec![(after[b].is_reserves, &after[b].name, &after[b].facts, sorted_rows(&after[b]))],
    );
    let named = |group: &CommandSnapshot| {
        group.name.clone().map(|name| (group.is_reserves, name)).into_iter().collect()
    };
    pairs.match_by(|a| named(&before[a]), |b| named(&after[b]));
    pairs.match_by(
        |a| before[a].rows.iter().map(|row| (before[a].is_reserves, row.key())).collect(),
        |b| after[b].rows.iter().map(|row| (after[b].is_reserves, row.key())).collect(),
    );
    let alone = before.len() == 1 || after.len() == 1;
    pairs.match_by(
        |a| vec![(before[a].is_reserves, alone || before[a].name.is_none())],
        |b| match after[b].name {
            Some(_) => vec![(after[b].is_reserves, true)],
            None => vec![(after[b].is_reserves, true), (after[b].is_reserves, false)],
        },
    );
    pairs.found
}

/// Returns all rows of a command, sorted.
fn sorted_rows(group: &CommandSnapshot) -> Vec<(RowKey<'_>, u64)> {
    let mut rows: Vec<(RowKey<'_>, u64)> = group.rows.iter().map(|row| (row.key(), row.count)).collect();
    rows.sort_unstable();
    rows
}

/// The position of a row: the index of its command, and its index in the command.
pub(super) type RowPosition = (usize, usize);

/// What two rows must have in common to be matched.
#[derive(PartialEq, Eq, Hash)]
enum CommonTraits<'r> {
    /// Everything, including the count.
    Count(RowKey<'r>, u64),
    /// Everything except the count.
    All(RowKey<'r>),
    /// Name and type.
    NameAndType(bool, &'r str, &'r str),
    /// The name.
    Name(bool, &'r str),
    /// The type.
    Type(bool, &'r str),
}

/// Returns what a step of the matching compares of a row.
type TraitsOf = fn(&RowSnapshot) -> CommonTraits<'_>;

/// Matches the rows of two armies, and returns pairs of their positions. `same` has the matched commands. If `by_id`,
/// rows of the same id are matched first.
///
/// The steps below go from the most similar rows to the least similar. The flag of a step tells whether it
/// matches only rows of matched commands.
pub(super) fn match_rows(
    before: &[CommandSnapshot],
    after: &[CommandSnapshot],
    same: &[(usize, usize)],
    by_id: bool,
) -> Vec<(RowPosition, RowPosition)> {
    let positions = |groups: &[CommandSnapshot]| -> Vec<RowPosition> {
        let rows = groups.iter().enumerate();
        rows.flat_map(|(at, group)| (0..group.rows.len()).map(move |row| (at, row))).collect()
    };
    let (left, right) = (positions(before), positions(after));
    let partners: HashMap<usize, usize> = same.iter().map(|(a, b)| (*b, *a)).collect();
    let steps: [(TraitsOf, bool); 7] = [
        (|row| CommonTraits::Count(row.key(), row.count), true),
        (|row| CommonTraits::All(row.key()), true),
        (|row| CommonTraits::NameAndType(row.character, &row.name, &row.kind), true),
        (|row| CommonTraits::All(row.key()), false),
        (|row| CommonTraits::NameAndType(row.character, &row.name, &row.kind), false),
        (|row| CommonTraits::Name(row.character, &row.name), true),
        (|row| CommonTraits::Type(row.character, &row.kind), true),
    ];
    let mut pairs = Pairs::new(left.len(), right.len());
    if by_id {
        let id = |groups: &[CommandSnapshot], (at, row): RowPosition| groups[at].rows[row].row_id.clone();
        pairs.match_by(
            |a| id(before, left[a]).into_iter().collect(),
            |b| id(after, right[b]).into_iter().collect(),
        );
    }
    for (common, same_command) in steps {
        pairs.match_by(
            |a| {
                let (at, row) = left[a];
                vec![(same_command.then_some(at), common(&before[at].rows[row]))]
            },
            |b| {
                let (at, row) = right[b];
                let partner = partners.get(&at).copied();
                let place = if same_command { partner.map(Some) } else { Some(None) };
                place.map(|place| (place, common(&after[at].rows[row]))).into_iter().collect()
            },
        );
    }
    pairs.found.into_iter().map(|(a, b)| (left[a], right[b])).collect()
}

/// The pairs found so far. No item is in two pairs.
struct Pairs {
    found: Vec<(usize, usize)>,
    left_unmatched: Vec<bool>,
    right_unmatched: Vec<bool>,
}

impl Pairs {
    fn new(left: usize, right: usize) -> Self {
        Self { found: Vec::new(), left_unmatched: vec![true; left], right_unmatched: vec![true; right] }
    }

    /// Pairs each item that has no partner yet with the first such item on the other side that shares a key.
    ///
    /// Takes time linear in the number of keys, since each key is looked at once.
    fn match_by<K: Hash + Eq>(&mut self, left: impl Fn(usize) -> Vec<K>, right: impl Fn(usize) -> Vec<K>) {
        let mut waiting: HashMap<K, VecDeque<usize>> = HashMap::new();
        for b in (0..self.right_unmatched.len()).filter(|b| self.right_unmatched[*b]) {
            right(b).into_iter().for_each(|key| waiting.entry(key).or_default().push_back(b));
        }
        for a in 0..self.left_unmatched.len() {
            if !self.left_unmatched[a] {
                continue;
            }
            let mut first = None;
            for key in left(a) {
                let Some(queue) = waiting.get_mut(&key) else { continue };
                while queue.front().is_some_and(|b| !self.right_unmatched[*b]) {
                    queue.pop_front();
                }
                first = first.into_iter().chain(queue.front().copied()).min();
            }
            if let Some(b) = first {
                (self.left_unmatched[a], self.right_unmatched[b]) = (false, false);
                self.found.push((a, b));
            }
        }
    }
}
