//! Groups moves that have the same effect on every limit and every sum, so that searches need not tell them
//! apart.

use std::collections::HashMap;

use crate::army::{Army, Written};
use crate::format::number::Number;
use crate::solve::point::{Point, scale, scaled};
use crate::solve::sums::Frame;

use super::judge::Judge;
use super::look::Tried;
use super::moves::{Move, Target};

/// Moves at one row with the same effect.
pub(super) struct Class {
    pub(super) target: Target,
    /// The number of changes that each move counts as.
    pub(super) changes: usize,
    /// The total distance by which counts and sizes change.
    pub(super) far: u32,
    /// What each move adds to the sums, in units of 1/`scale`.
    pub(super) adds: Vec<i64>,
    /// Whether the row has no errors of its own after the move.
    pub(super) mends: bool,
    /// Indexes of the moves.
    pub(super) members: Vec<usize>,
}

/// Everything that the searches choose from.
pub(super) struct Field {
    pub(super) classes: Vec<Class>,
    /// The sums of the unchanged list, in units of 1/`scale`.
    pub(super) base: Vec<i64>,
    pub(super) scale: i64,
    /// The agreed size, in units of 1/`scale`.
    pub(super) size: Option<i64>,
    /// The limits as constraints on the sums. `None` if they cannot be used: the numbers are too large, or
    /// they forbid something that was found legal.
    pub(super) point: Option<Point>,
    /// Rows that have errors of their own.
    pub(super) faulty: Vec<Target>,
    /// Whether no combination of moves makes a sum negative, which proofs rely on.
    pub(super) firm: bool,
}

/// Several moves together, as indexes of their classes.
pub(super) type Combo = Vec<usize>;

impl Field {
    /// Groups the moves that were tried. `None` if the numbers are too large.
    pub(super) fn new(
        army: &Army<'_>,
        judge: &Judge,
        frame: &Frame,
        moves: &[Move],
        tried: &[Option<Tried>],
        faults: &HashMap<Target, usize>,
    ) -> Option<Self> {
        let base: Vec<Number> = frame.sums.iter().map(|sum| sum.value(army)).collect();
        let good = |t: &&Tried| !t.seen.hopeless && t.sums.len() == base.len();
        let all = || moves.iter().zip(tried).enumerate();
        let numbers = tried.iter().flatten().filter(good).flat_map(|t| &t.sums);
        let scale = scale(base.iter().chain(numbers))?;
        let whole = |all: &[Number]| all.iter().map(|n| scaled(*n, scale)).collect::<Option<Vec<i64>>>();
        let base = whole(&base)?;
        let mut classes: Vec<Class> = Vec::new();
        let mut known: HashMap<(Target, usize, u32, Vec<i64>, bool), usize> = HashMap::new();
        for (at, (one, tried)) in all() {
            let Some(tried) = tried.as_ref().filter(good) else { continue };
            let adds: Vec<i64> = whole(&tried.sums)?.iter().zip(&base).map(|(now, was)| now - was).collect();
            let own = faults.get(&one.target).copied().unwrap_or(0);
            let mends = tried.seen.own + own <= judge.own();
            let key = (one.target, one.changes, one.far, adds.clone(), mends);
            let class = *known.entry(key).or_insert(classes.len());
            if class == classes.len() {
                let Move { target, changes, far, .. } = *one;
                classes.push(Class { target, changes, far, adds, mends, members: Vec::new() });
            }
            classes[class].members.push(at);
        }
        let point = Point::new(&frame.program, base.len(), scale);
        let size = army.points.filter(|_| army.rules.has_points).and_then(|n| scaled(n, scale));
        let faulty = faults.keys().copied().collect();
        let mut made = Self { classes, base, scale, size, point, faulty, firm: true };
        made.firm = made.never_below_nought();
        // If the constraints forbid what the check found legal, they are wrong and must not be used
        let wrong = all().any(|(_, (_, tried))| {
            let fine = tried.as_ref().filter(|t| t.seen.fine && t.sums.len() == made.base.len());
            fine.and_then(|t| whole(&t.sums)).is_some_and(|mut sums| made.forbidden(&mut sums))
        });
        if wrong {
            (made.point, made.firm) = (None, false);
        }
        Some(made)
    }

    fn never_below_nought(&self) -> bool {
        let mut least = self.base.clone();
        let mut rows: HashMap<Target, Vec<i64>> = HashMap::new();
        for class in &self.classes {
            match class.target {
                Target::New(_) if class.adds.iter().any(|n| *n < 0) => return false,
                Target::New(_) => {}
                Target::Row(_) | Target::Baggage(_) => {
                    let row = rows.entry(class.target).or_insert_with(|| vec![0; self.base.len()]);
                    row.iter_mut().zip(&class.adds).for_each(|(least, n)| *least = (*least).min(*n));
                }
            }
        }
        for row in rows.values() {
            least.iter_mut().zip(row).for_each(|(sum, n)| *sum += n);
        }
        least.iter().all(|n| *n >= 0)
    }

    /// Returns `true` if limits forbid these sums.
    fn forbidden(&self, sums: &mut Vec<i64>) -> bool {
        self.point.as_ref().is_some_and(|point| !point.broken(sums, true).is_empty())
    }

    /// Returns the sums after some moves.
    pub(super) fn sums(&self, combo: &[usize]) -> Vec<i64> {
        let mut sums = self.base.clone();
        for class in combo {
            sums.iter_mut().zip(&self.classes[*class].adds).for_each(|(sum, n)| *sum += n);
        }
        sums
    }

    /// Returns `true` if the constraints allow some moves, and the moves fix every row with errors of its
    /// own.
    pub(super) fn allows(&self, combo: &[usize]) -> bool {
        let mended =
            |row: &Target| combo.iter().any(|c| self.classes[*c].target == *row && self.classes[*c].mends);
        self.faulty.iter().all(mended) && !self.forbidden(&mut self.sums(combo))
    }

    /// Returns `true` if the moves of a class can be added to others: they are at another row, or add a new
    /// one.
    pub(super) fn goes_with(&self, combo: &[usize], class: usize) -> bool {
        let target = self.classes[class].target;
        matches!(target, Target::New(_)) || combo.iter().all(|c| self.classes[*c].target != target)
    }

    pub(super) fn changes(&self, combo: &[usize]) -> usize {
        combo.iter().map(|c| self.classes[*c].changes).sum()
    }

    pub(super) fn far(&self, combo: &[usize]) -> u32 {
        combo.iter().map(|c| self.classes[*c].far).sum()
    }

    /// Returns what some moves add to one of the sums.
    pub(super) fn adds(&self, combo: &[usize], sum: usize) -> i64 {
        combo.iter().map(|c| self.classes[*c].adds[sum]).sum()
    }
}

/// Counts the errors that each row of the list has of its own. Rows without any are left out.
pub(super) fn faults(
    army: &Army<'_>,
    count: impl Fn(crate::finding::Span) -> usize,
) -> HashMap<Target, usize> {
    let mut faults = HashMap::new();
    let mut seen = std::collections::HashSet::new();
    for (at, unit) in army.units.iter().enumerate() {
        if let Written::Unit(written) = unit.written
            && seen.insert(written.span)
            && let own @ 1.. = count(written.span)
        {
            faults.insert(Target::Row(at), own);
        }
    }
    faults
}
