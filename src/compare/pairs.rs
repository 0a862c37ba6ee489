//! Which command of one army is which of the other, and which unit which.

use super::picture::{Group, Row};

/// Whether two commands, or two rows, may be the same one.
type Alike<'f, T> = &'f dyn Fn(&T, &T) -> bool;

/// Commands of two armies that are the same one.
pub(super) fn groups(before: &[Group], after: &[Group]) -> Vec<(usize, usize)> {
    let rules: [Alike<'_, Group>; 4] = [
        &|a, b| a.name == b.name && a.facts == b.facts && same_rows(a, b),
        &|a, b| a.name.is_some() && a.name == b.name,
        &|a, b| a.rows.iter().any(|row| b.rows.iter().any(|other| row.is_like(other))),
        &|a, b| a.name.is_none() || b.name.is_none() || before.len() == 1 || after.len() == 1,
    ];
    let mut pairs = Pairs::default();
    for rule in rules {
        pairs.by(before.len(), after.len(), &|a, b| {
            before[a].reserves == after[b].reserves && rule(&before[a], &after[b])
        });
    }
    pairs.found
}

fn same_rows(a: &Group, b: &Group) -> bool {
    a.rows.len() == b.rows.len()
        && a.rows.iter().all(|row| b.rows.iter().any(|other| row.is_like(other) && row.count == other.count))
}

/// Where a row stands: its group, then its place in there.
pub(super) type Place = (usize, usize);

/// Rows of two armies that are the same one: in the same command before another, by all they are, by name and
/// type, by name alone, by type alone.
pub(super) fn rows(before: &[Group], after: &[Group], same: &[(usize, usize)]) -> Vec<(Place, Place)> {
    let of = |groups: &[Group]| -> Vec<Place> {
        let rows = groups.iter().enumerate();
        rows.flat_map(|(at, group)| (0..group.rows.len()).map(move |row| (at, row))).collect()
    };
    let (left, right) = (of(before), of(after));
    let named = |a: &Row, b: &Row| a.name == b.name && a.character == b.character;
    let typed = |a: &Row, b: &Row| a.kind == b.kind && a.character == b.character;
    let likes: [(Alike<'_, Row>, bool); 7] = [
        (&|a, b| a.is_like(b) && a.count == b.count, true),
        (&|a, b| a.is_like(b), true),
        (&|a, b| named(a, b) && typed(a, b), true),
        (&|a, b| a.is_like(b), false),
        (&|a, b| named(a, b) && typed(a, b), false),
        (&|a, b| named(a, b), true),
        (&|a, b| typed(a, b), true),
    ];
    let mut pairs = Pairs::default();
    for (like, here) in likes {
        pairs.by(left.len(), right.len(), &|a, b| {
            let ((at, row), (to, other)) = (left[a], right[b]);
            (!here || same.contains(&(at, to))) && like(&before[at].rows[row], &after[to].rows[other])
        });
    }
    pairs.found.into_iter().map(|(a, b)| (left[a], right[b])).collect()
}

/// Pairs found so far; nobody is in two.
#[derive(Default)]
struct Pairs {
    found: Vec<(usize, usize)>,
}

impl Pairs {
    /// Pairs whoever is alike and still alone, in the order of the lists.
    fn by(&mut self, left: usize, right: usize, alike: &dyn Fn(usize, usize) -> bool) {
        let mut taken: Vec<bool> = vec![false; right];
        let mut alone: Vec<bool> = vec![true; left];
        for (a, b) in &self.found {
            (alone[*a], taken[*b]) = (false, true);
        }
        for a in (0..left).filter(|a| alone[*a]) {
            if let Some(b) = (0..right).find(|b| !taken[*b] && alike(a, *b)) {
                taken[b] = true;
                self.found.push((a, b));
            }
        }
    }
}
