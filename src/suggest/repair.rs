//! Repairs an illegal list: every change must touch something that is wrong at that point, which keeps the
//! search small.

use std::collections::{HashMap, HashSet};

use crate::solve::program::Group;

use super::classes::Combo;
use super::moves::Target;
use super::search::{Rank, Search};

/// The largest number of changes in one repair.
const DEEPEST: usize = 8;
/// The largest number of combinations to keep for each number of changes.
const MOST: usize = 100_000;

/// Something that a repair has to change.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Fault {
    /// A limit that is not met, as a group of constraints.
    Group(Group),
    /// A row that has errors of its own.
    Row(Target),
}

/// The search for repairs with one number of changes.
struct Level {
    /// Indexes of the move classes that could help, for each target.
    touch: HashMap<Fault, Vec<usize>>,
    known: HashSet<Combo>,
    found: Vec<Combo>,
    /// The agreed size, and the most by which a single change can lower the cost, in units of 1/`scale`.
    size: Option<(i64, i64)>,
}

/// Searches for the fewest changes that make a list legal.
pub(super) fn repair(search: &mut Search<'_>) {
    let size = search.field.size;
    let lowers = |class: &super::classes::Class| {
        let changes = i64::try_from(class.changes).unwrap_or(1);
        -class.adds[0].div_euclid(changes)
    };
    let lowers = search.field.classes.iter().map(lowers).max().unwrap_or(0).max(0);
    let mut level = Level {
        touch: HashMap::new(),
        known: HashSet::new(),
        found: Vec::new(),
        size: size.map(|size| (size, lowers)),
    };
    // Illegal for a reason that the constraints do not see: any further change may help
    let mut open: Vec<Combo> = Vec::new();
    if wrong(search, &[]).is_empty() {
        open.push(Vec::new());
    }
    for changes in 1..=DEEPEST {
        let rank = Rank { lacks: false, gap: 0, changes, less: i64::MIN, far: 0, rest: 0 };
        if search.enough(&rank) {
            search.looked = DEEPEST;
            return;
        }
        level.known.clear();
        touched(search, &mut level, &mut Vec::new(), changes);
        if open.len().saturating_mul(search.field.classes.len()) > MOST {
            search.clipped = true;
            open.truncate(MOST / search.field.classes.len().max(1));
        }
        for combo in &open {
            let before = search.field.changes(combo);
            for at in 0..search.field.classes.len() {
                if search.is_late_by_now() {
                    return;
                }
                let class = &search.field.classes[at];
                if before + class.changes <= changes && search.field.goes_with(combo, at) {
                    let mut longer = combo.clone();
                    longer.push(at);
                    touched(search, &mut level, &mut longer, changes - before - class.changes);
                }
            }
        }
        let found = std::mem::take(&mut level.found);
        search.clipped |= found.len() >= MOST;
        let ranked = found.into_iter().map(|combo| {
            let total = search.field.base[0] + search.field.adds(&combo, 0);
            let rank = Rank {
                less: -search.gain(&combo),
                far: search.field.far(&combo),
                rest: size.map_or(0, |size| size - total),
                ..rank.clone()
            };
            (rank, combo)
        });
        let ranked: Vec<(Rank, Combo)> = ranked.collect();
        open.extend(search.verify(ranked));
        if search.late {
            return;
        }
        search.looked = changes;
    }
}

/// Returns what is still wrong after some moves.
fn wrong(search: &Search<'_>, combo: &[usize]) -> Vec<Fault> {
    let field = search.field;
    let rows = field
        .faulty
        .iter()
        .filter(|row| !combo.iter().any(|c| field.classes[*c].target == **row && field.classes[*c].mends));
    let groups = field.point.iter().flat_map(|point| point.broken(&mut field.sums(combo), false));
    rows.map(|row| Fault::Row(*row)).chain(groups.map(Fault::Group)).collect()
}

/// Adds every combination that extends `so_far` by exactly this many changes, each of which touches something
/// that is still wrong.
fn touched(search: &mut Search<'_>, level: &mut Level, so_far: &mut Combo, changes: usize) {
    if search.is_late_by_now() || level.found.len() >= MOST {
        return;
    }
    let total = search.field.base[0] + search.field.adds(so_far, 0);
    let many = i64::try_from(changes).unwrap_or(i64::MAX);
    if level.size.is_some_and(|(size, lowers)| total - size > lowers.saturating_mul(many)) {
        return;
    }
    let mut sorted = so_far.clone();
    sorted.sort_unstable();
    if !level.known.insert(sorted.clone()) {
        return;
    }
    let wrong = wrong(search, so_far);
    if wrong.is_empty() {
        // A legal combination with changes left over was found with fewer changes already
        if changes == 0 && !so_far.is_empty() {
            level.found.push(sorted);
        }
        return;
    }
    if changes == 0 {
        return;
    }
    for fault in &wrong {
        if !level.touch.contains_key(fault) {
            let all = touching(search, *fault);
            level.touch.insert(*fault, all);
        }
    }
    let fewest = wrong.iter().min_by_key(|fault| level.touch[*fault].len());
    let classes: Vec<usize> = fewest.map(|fault| level.touch[fault].clone()).unwrap_or_default();
    for at in classes {
        let many = search.field.classes[at].changes;
        if many <= changes && search.field.goes_with(so_far, at) {
            so_far.push(at);
            touched(search, level, so_far, changes - many);
            so_far.pop();
        }
    }
}

fn touching(search: &Search<'_>, fault: Fault) -> Vec<usize> {
    let field = search.field;
    let looks: &[usize] = match fault {
        Fault::Group(group) => field.point.as_ref().map_or(&[], |point| point.looks_at(group)),
        Fault::Row(_) => &[],
    };
    let touches = |at: &usize| match fault {
        Fault::Row(row) => field.classes[*at].target == row && field.classes[*at].mends,
        Fault::Group(_) => looks.iter().any(|sum| field.classes[*at].adds[*sum] != 0),
    };
    (0..field.classes.len()).filter(touches).collect()
}
