//! Spends the points left: looks up combinations of one change, two changes, and so on, by their exact cost.

use std::collections::HashMap;

use super::classes::Combo;
use super::moves::Target;
use super::search::{Rank, Search};

/// The largest number of changes in one suggestion.
const DEEPEST: usize = 6;
/// The number of changes up to which every suggestion is searched for. With more, only better ones are, and
/// none once the best is known to be the closest.
const DEEP: usize = 3;
/// The largest number of combinations to keep for each number of changes and each cost.
const MOST: usize = 20_000;

/// Move classes by number of changes and cost, in units of 1/`scale`.
type Shelf = HashMap<(usize, i64), Vec<usize>>;

/// The search for combinations of one number of changes and one cost.
struct Cell<'c> {
    shelf: &'c Shelf,
    /// The least and the most that a single change can cost.
    range: (i64, i64),
    /// Whether to keep only combinations that add to what is preferred.
    preferred: bool,
    found: Vec<Combo>,
}

/// Searches for ways to spend the points left, given in units of 1/`scale`.
///
/// `closest` returns whether it is proven that no suggestion is closer to the size than the best one.
pub(super) fn spend<'s>(search: &mut Search<'s>, left: i64, closest: &dyn Fn(&Search<'s>) -> bool) {
    let classes = &search.field.classes;
    let mut shelf = Shelf::new();
    for (at, class) in classes.iter().enumerate() {
        shelf.entry((class.changes, class.adds[0])).or_default().push(at);
    }
    let each = |class: &super::classes::Class| {
        let changes = i64::try_from(class.changes).unwrap_or(1);
        (class.adds[0].div_euclid(changes), -(-class.adds[0]).div_euclid(changes))
    };
    let low = classes.iter().map(|c| each(c).0).min().unwrap_or(0).min(0);
    let high = classes.iter().map(|c| each(c).1).max().unwrap_or(0).max(0);
    let passes: &[bool] = if search.prefer.is_some() { &[true, false] } else { &[false] };
    for changes in 1..=DEEPEST {
        let deep = changes > DEEP;
        if deep && let Some(gap) = search.found.first().map(|best| best.rank.gap) {
            let answer = closest(search);
            search.closest = Some((gap, answer));
            if answer {
                return;
            }
        }
        let mut idle = true;
        for preferred in passes {
            let lacks = search.prefer.is_some() && !preferred;
            for gap in 0..left {
                let rank = Rank { lacks, gap, changes, less: i64::MIN, far: 0, rest: 0 };
                let better = search.found.first().is_none_or(|best| rank < best.rank);
                if search.enough(&rank) || deep && !better || search.is_late() {
                    break;
                }
                idle = false;
                let mut cell =
                    Cell { shelf: &shelf, range: (low, high), preferred: *preferred, found: Vec::new() };
                complete(search, &mut cell, 0, changes, left - gap, &mut Vec::new());
                search.clipped |= cell.found.len() >= MOST;
                let ranked = cell.found.into_iter().map(|combo| {
                    let rank =
                        Rank { less: -search.gain(&combo), far: search.field.far(&combo), ..rank.clone() };
                    (rank, combo)
                });
                let ranked: Vec<(Rank, Combo)> =
                    ranked.filter(|(rank, _)| !lacks || rank.less >= 0).collect();
                search.verify(ranked);
            }
        }
        if search.late {
            return;
        }
        search.looked = changes;
        if idle {
            search.looked = DEEPEST;
            return;
        }
    }
}

/// Adds every combination that extends `so_far` by exactly this many changes at this cost.
///
/// Classes are added in their order, which starts with those of fewer changes, so that each combination comes
/// up once.
fn complete(
    search: &mut Search<'_>,
    cell: &mut Cell<'_>,
    from: usize,
    changes: usize,
    cost: i64,
    so_far: &mut Combo,
) {
    let many = i64::try_from(changes).unwrap_or(i64::MAX);
    let hopeless = cost > cell.range.1.saturating_mul(many) || cost < cell.range.0.saturating_mul(many);
    if search.is_late_by_now() || hopeless || cell.found.len() >= MOST {
        return;
    }
    let field = search.field;
    for last in cell.shelf.get(&(changes, cost)).into_iter().flatten().filter(|c| **c >= from) {
        if search.is_late_by_now() {
            return;
        }
        if !field.goes_with(so_far, *last) {
            continue;
        }
        so_far.push(*last);
        if (!cell.preferred || search.gain(so_far) > 0) && field.allows(so_far) && cell.found.len() < MOST {
            cell.found.push(so_far.clone());
        }
        so_far.pop();
    }
    for (at, class) in field.classes.iter().enumerate().skip(from) {
        // The classes that follow have at least as many changes
        if 2 * class.changes > changes {
            break;
        }
        if search.is_late_by_now() {
            return;
        }
        if field.goes_with(so_far, at) {
            // A new row may be added again
            let next = if matches!(class.target, Target::New(_)) { at } else { at + 1 };
            so_far.push(at);
            complete(search, cell, next, changes - class.changes, cost - class.adds[0], so_far);
            so_far.pop();
        }
    }
}
