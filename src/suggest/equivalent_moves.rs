//! Groups moves that have the same effect on every limit and every sum, so that searches need not tell them
//! apart.

use std::collections::HashMap;

use crate::army::{Army, UnitOrigin};
use crate::format::read_exact_numbers::Number;
use crate::solve::fast_constraint_check::{IntegerConstraints, common_scale, to_scale};
use crate::solve::sum_constraints::SumConstraints;

use super::assess_changes::Baseline;
use super::check_list_after_moves::TrialResult;
use super::moves::{Move, MoveTarget};
use super::purchase_changes::written_options;

/// Moves at one row with the same effect.
pub(super) struct MoveClass {
    pub(super) target: MoveTarget,
    /// The number of changes that each move counts as.
    pub(super) changes: usize,
    /// The total distance by which counts and sizes change.
    pub(super) distance: u32,
    /// What each move adds to the sums, in units of 1/`scale`.
    pub(super) effect: Vec<i64>,
    /// Whether the row has no errors of its own after the move.
    pub(super) fixes_row: bool,
    /// Indexes of the moves.
    pub(super) moves: Vec<usize>,
}

/// Everything that the searches choose from.
pub(super) struct SearchSpace {
    pub(super) classes: Vec<MoveClass>,
    /// The sums of the unchanged list, in units of 1/`scale`.
    pub(super) base_sums: Vec<i64>,
    pub(super) scale: i64,
    /// The agreed size, in units of 1/`scale`.
    pub(super) size: Option<i64>,
    /// The limits as constraints on the sums. `None` if they cannot be used: the numbers are too large, or
    /// they forbid something that was found legal.
    pub(super) constraints: Option<IntegerConstraints>,
    /// Rows that have errors of their own.
    pub(super) rows_with_errors: Vec<MoveTarget>,
    /// Whether no combination of moves makes a sum negative, which proofs rely on.
    pub(super) never_negative: bool,
    /// Whether what moves at different rows cost adds up. `false` if a price depends on what else the army has.
    pub(super) costs_add_up: bool,
}

/// Several moves together, as indexes of their classes.
pub(super) type Combination = Vec<usize>;

impl SearchSpace {
    /// Groups the moves that were tried. `None` if the numbers are too large.
    pub(super) fn new(
        army: &Army<'_>,
        judge: &Baseline,
        frame: &SumConstraints,
        moves: &[Move],
        tried: &[Option<TrialResult>],
        faults: &HashMap<MoveTarget, usize>,
    ) -> Option<Self> {
        let base: Vec<Number> = frame.sums.iter().map(|sum| sum.value_in(army)).collect();
        let good = |t: &&TrialResult| !t.assessment.hopeless && t.sums.len() == base.len();
        let all = || moves.iter().zip(tried).enumerate();
        let numbers = tried.iter().flatten().filter(good).flat_map(|t| &t.sums);
        let scale = common_scale(base.iter().chain(numbers))?;
        let whole = |all: &[Number]| all.iter().map(|n| to_scale(*n, scale)).collect::<Option<Vec<i64>>>();
        let base = whole(&base)?;
        let mut classes: Vec<MoveClass> = Vec::new();
        let mut known: HashMap<(MoveTarget, usize, u32, Vec<i64>, bool), usize> = HashMap::new();
        for (at, (one, tried)) in all() {
            let Some(tried) = tried.as_ref().filter(good) else { continue };
            let adds: Vec<i64> = whole(&tried.sums)?.iter().zip(&base).map(|(now, was)| now - was).collect();
            let own = faults.get(&one.target).copied().unwrap_or(0);
            let mends = tried.assessment.row_error_count + own <= judge.row_error_count();
            let key = (one.target, one.changes(), one.distance, adds.clone(), mends);
            let class = *known.entry(key).or_insert(classes.len());
            if class == classes.len() {
                classes.push(MoveClass {
                    target: one.target,
                    changes: one.changes(),
                    distance: one.distance,
                    effect: adds,
                    fixes_row: mends,
                    moves: Vec::new(),
                });
            }
            classes[class].moves.push(at);
        }
        let point = IntegerConstraints::new(&frame.program, base.len(), scale);
        let size = army.most_points().filter(|_| army.rules.has_points).and_then(|n| to_scale(n, scale));
        let faulty = faults.keys().copied().collect();
        let mut made = Self {
            classes,
            base_sums: base,
            scale,
            size,
            constraints: point,
            rows_with_errors: faulty,
            never_negative: true,
            costs_add_up: frame.costs_add_up,
        };
        made.never_negative = made.sums_stay_positive();
        // If the constraints forbid what the check found legal, they are wrong and must not be used
        let wrong = all().any(|(_, (_, tried))| {
            let fine = tried
                .as_ref()
                .filter(|t| t.assessment.is_improvement && t.sums.len() == made.base_sums.len());
            fine.and_then(|t| whole(&t.sums)).is_some_and(|mut sums| made.limits_forbid(&mut sums))
        });
        if wrong {
            (made.constraints, made.never_negative) = (None, false);
        }
        Some(made)
    }

    fn sums_stay_positive(&self) -> bool {
        let mut least = self.base_sums.clone();
        let mut rows: HashMap<MoveTarget, Vec<i64>> = HashMap::new();
        for class in &self.classes {
            match class.target {
                MoveTarget::New(_) if class.effect.iter().any(|n| *n < 0) => return false,
                MoveTarget::New(_) => {}
                MoveTarget::Row(_) | MoveTarget::Baggage(_) | MoveTarget::Bought(_) => {
                    let row = rows.entry(class.target).or_insert_with(|| vec![0; self.base_sums.len()]);
                    row.iter_mut().zip(&class.effect).for_each(|(least, n)| *least = (*least).min(*n));
                }
            }
        }
        for row in rows.values() {
            least.iter_mut().zip(row).for_each(|(sum, n)| *sum += n);
        }
        least.iter().all(|n| *n >= 0)
    }

    /// Returns `true` if limits forbid these sums.
    fn limits_forbid(&self, sums: &mut Vec<i64>) -> bool {
        self.constraints.as_ref().is_some_and(|point| !point.broken_groups(sums, true).is_empty())
    }

    /// Returns the sums after some moves.
    pub(super) fn sums(&self, combo: &[usize]) -> Vec<i64> {
        let mut sums = self.base_sums.clone();
        for class in combo {
            sums.iter_mut().zip(&self.classes[*class].effect).for_each(|(sum, n)| *sum += n);
        }
        sums
    }

    /// Returns `true` if the constraints allow some moves, and the moves fix every row with errors of its
    /// own.
    pub(super) fn allows(&self, combo: &[usize]) -> bool {
        let mended = |row: &MoveTarget| {
            combo.iter().any(|c| self.classes[*c].target == *row && self.classes[*c].fixes_row)
        };
        self.rows_with_errors.iter().all(mended) && !self.limits_forbid(&mut self.sums(combo))
    }

    /// Returns `true` if the moves of a class can be added to others: they are at another row, or add a new
    /// one.
    pub(super) fn can_be_added(&self, combo: &[usize], class: usize) -> bool {
        let target = self.classes[class].target;
        matches!(target, MoveTarget::New(_)) || combo.iter().all(|c| self.classes[*c].target != target)
    }

    pub(super) fn changes(&self, combo: &[usize]) -> usize {
        combo.iter().map(|c| self.classes[*c].changes).sum()
    }

    pub(super) fn distance(&self, combo: &[usize]) -> u32 {
        combo.iter().map(|c| self.classes[*c].distance).sum()
    }

    /// Returns what some moves add to one of the sums.
    pub(super) fn effect_on(&self, combo: &[usize], sum: usize) -> i64 {
        combo.iter().map(|c| self.classes[*c].effect[sum]).sum()
    }
}

/// Counts the errors that each row of the list has of its own. Rows without any are left out.
pub(super) fn faults_by_row(
    army: &Army<'_>,
    count: impl Fn(crate::finding::Span) -> usize,
) -> HashMap<MoveTarget, usize> {
    let mut faults = HashMap::new();
    let mut seen = std::collections::HashSet::new();
    for (at, unit) in army.units.iter().enumerate() {
        if let UnitOrigin::Unit(written) = unit.written
            && seen.insert(written.span)
            && let own @ 1.. = count(written.span)
        {
            faults.insert(MoveTarget::Row(at), own);
        }
    }
    for (at, bought) in army.purchases.iter().enumerate() {
        if let own @ 1.. = written_options(army, bought).iter().map(|item| count(item.span)).sum() {
            faults.insert(MoveTarget::Bought(at), own);
        }
    }
    faults
}
