//! Which command of one army is which of the other, and which unit which.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use super::picture::{Group, Row, RowKey};

/// Commands of two armies that are the same one: first those that are the same in everything, then by name, then by
/// a row that both have, then in the order of the lists where one has no name or stands alone.
pub(super) fn groups(before: &[Group], after: &[Group]) -> Vec<(usize, usize)> {
    let mut pairs = Pairs::new(before.len(), after.len());
    pairs.by(
        |a| vec![(before[a].reserves, &before[a].name, &before[a].facts, whole(&before[a]))],
        |b| vec![(after[b].reserves, &after[b].name, &after[b].facts, whole(&after[b]))],
    );
    let named = |group: &Group| group.name.clone().map(|name| (group.reserves, name)).into_iter().collect();
    pairs.by(|a| named(&before[a]), |b| named(&after[b]));
    pairs.by(
        |a| before[a].rows.iter().map(|row| (before[a].reserves, row.key())).collect(),
        |b| after[b].rows.iter().map(|row| (after[b].reserves, row.key())).collect(),
    );
    let alone = before.len() == 1 || after.len() == 1;
    pairs.by(
        |a| vec![(before[a].reserves, alone || before[a].name.is_none())],
        |b| match after[b].name {
            Some(_) => vec![(after[b].reserves, true)],
            None => vec![(after[b].reserves, true), (after[b].reserves, false)],
        },
    );
    pairs.found
}

/// All rows of a command in one order.
fn whole(group: &Group) -> Vec<(RowKey<'_>, u64)> {
    let mut rows: Vec<(RowKey<'_>, u64)> = group.rows.iter().map(|row| (row.key(), row.count)).collect();
    rows.sort_unstable();
    rows
}

/// Where a row stands: its group, then its place in there.
pub(super) type Place = (usize, usize);

/// What two rows have in common that may be the same one.
#[derive(PartialEq, Eq, Hash)]
enum Common<'r> {
    /// Everything, the number too.
    Count(RowKey<'r>, u64),
    /// Everything but the number.
    All(RowKey<'r>),
    /// Name and type.
    NameAndType(bool, &'r str, &'r str),
    /// The name.
    Name(bool, &'r str),
    /// The type.
    Type(bool, &'r str),
}

/// What a step of the pairing looks at in a row.
type InCommon = fn(&Row) -> Common<'_>;

/// Rows of two armies that are the same one: in the same command before another, by all they are, by name and
/// type, by name alone, by type alone.
pub(super) fn rows(before: &[Group], after: &[Group], same: &[(usize, usize)]) -> Vec<(Place, Place)> {
    let of = |groups: &[Group]| -> Vec<Place> {
        let rows = groups.iter().enumerate();
        rows.flat_map(|(at, group)| (0..group.rows.len()).map(move |row| (at, row))).collect()
    };
    let (left, right) = (of(before), of(after));
    let partners: HashMap<usize, usize> = same.iter().map(|(a, b)| (*b, *a)).collect();
    let steps: [(InCommon, bool); 7] = [
        (|row| Common::Count(row.key(), row.count), true),
        (|row| Common::All(row.key()), true),
        (|row| Common::NameAndType(row.character, &row.name, &row.kind), true),
        (|row| Common::All(row.key()), false),
        (|row| Common::NameAndType(row.character, &row.name, &row.kind), false),
        (|row| Common::Name(row.character, &row.name), true),
        (|row| Common::Type(row.character, &row.kind), true),
    ];
    let mut pairs = Pairs::new(left.len(), right.len());
    for (common, here) in steps {
        pairs.by(
            |a| {
                let (at, row) = left[a];
                vec![(here.then_some(at), common(&before[at].rows[row]))]
            },
            |b| {
                let (at, row) = right[b];
                let partner = partners.get(&at).copied();
                let place = if here { partner.map(Some) } else { Some(None) };
                place.map(|place| (place, common(&after[at].rows[row]))).into_iter().collect()
            },
        );
    }
    pairs.found.into_iter().map(|(a, b)| (left[a], right[b])).collect()
}

/// Pairs found so far; nobody is in two.
struct Pairs {
    found: Vec<(usize, usize)>,
    left_alone: Vec<bool>,
    right_alone: Vec<bool>,
}

impl Pairs {
    fn new(left: usize, right: usize) -> Self {
        Self { found: Vec::new(), left_alone: vec![true; left], right_alone: vec![true; right] }
    }

    /// Pairs whoever is still alone with the first on the other side that is alone too and has a key in common. One
    /// look at each key, so that the time is in proportion to the keys.
    fn by<K: Hash + Eq>(&mut self, left: impl Fn(usize) -> Vec<K>, right: impl Fn(usize) -> Vec<K>) {
        let mut waiting: HashMap<K, VecDeque<usize>> = HashMap::new();
        for b in (0..self.right_alone.len()).filter(|b| self.right_alone[*b]) {
            right(b).into_iter().for_each(|key| waiting.entry(key).or_default().push_back(b));
        }
        for a in 0..self.left_alone.len() {
            if !self.left_alone[a] {
                continue;
            }
            let mut first = None;
            for key in left(a) {
                let Some(queue) = waiting.get_mut(&key) else { continue };
                while queue.front().is_some_and(|b| !self.right_alone[*b]) {
                    queue.pop_front();
                }
                first = first.into_iter().chain(queue.front().copied()).min();
            }
            if let Some(b) = first {
                (self.left_alone[a], self.right_alone[b]) = (false, false);
                self.found.push((a, b));
            }
        }
    }
}
