//! What the two searches share: ranks, checked ways, and how far was looked.

use rayon::prelude::*;

use crate::format::number::Number;

use super::classes::{Combo, Field};
use super::judge::Seen;
use super::look::Desk;
use super::moves::Move;
use super::way;

/// How a way ranks: the first is best.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Whether it brings nothing of what is preferred, where points are left.
    pub(super) lacks: bool,
    /// How far it stays from the size, in the scale; nought for a broken list.
    pub(super) gap: i64,
    pub(super) changes: usize,
    /// What of the preferred it takes away, in the scale.
    pub(super) less: i64,
    pub(super) far: u32,
    /// How far a mended list is from the size, in the scale.
    pub(super) rest: i64,
}

/// A way that was checked.
pub(super) struct Trial {
    pub(super) rank: Rank,
    pub(super) moves: Vec<usize>,
    pub(super) total: Option<Number>,
}

/// How many alternatives of one combination are checked at most.
const MOST_ALIKE: usize = 24;

/// What was seen of alternatives, by their moves, and whether those are all.
type Alike = (Vec<(Vec<usize>, Seen)>, bool);

/// A search on its way.
pub(super) struct Search<'s> {
    pub(super) desk: &'s Desk<'s>,
    pub(super) moves: &'s [Move],
    pub(super) field: &'s Field,
    /// How many ways are wanted.
    pub(super) most: usize,
    /// The sum of what is preferred.
    pub(super) prefer: Option<usize>,
    /// The ways, best first.
    pub(super) found: Vec<Trial>,
    /// The number of changes up to which everything was looked at that could be better.
    pub(super) looked: usize,
    /// Whether time ran out.
    pub(super) late: bool,
    /// Whether something was left out besides, or does not add up.
    pub(super) clipped: bool,
    /// The name of the one way that is wanted.
    pub(super) named: Option<&'s str>,
    /// How often the clock was nearly asked.
    pub(super) steps: usize,
    /// The last gap of which was asked whether nothing comes closer, and the answer.
    pub(super) closest: Option<(i64, bool)>,
}

impl Search<'_> {
    /// Whether nothing of this rank or behind is wanted any more.
    pub(super) fn enough(&self, rank: &Rank) -> bool {
        self.most.checked_sub(1).and_then(|last| self.found.get(last)).is_some_and(|last| last.rank <= *rank)
    }

    pub(super) fn is_late(&mut self) -> bool {
        self.late |= self.desk.late();
        self.late
    }

    /// Which of the ways is the one that is wanted by its name.
    pub(super) fn place_of_named(&self) -> Option<usize> {
        let name = self.named?;
        self.found.iter().position(|trial| way(self.desk, self.moves, trial).name() == name)
    }

    /// The same, asking the clock at every 64th step of a loop alone.
    pub(super) fn is_late_by_now(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(64) { self.is_late() } else { self.late }
    }

    pub(super) fn gain(&self, combo: &[usize]) -> i64 {
        self.prefer.map_or(0, |sum| self.field.adds(combo, sum))
    }

    /// Checks combinations, the best first, as long as they are wanted; what is not legal comes back.
    pub(super) fn verify(&mut self, mut combos: Vec<(Rank, Combo)>) -> Vec<Combo> {
        let mut failed = Vec::new();
        combos.sort();
        for part in combos.chunks(8) {
            if self.enough(&part[0].0) || self.is_late() {
                break;
            }
            let looked: Vec<Alike> = part.par_iter().map(|(_, combo)| self.alike(combo)).collect();
            for ((rank, combo), (seen, all)) in part.iter().zip(looked) {
                let fine = seen.iter().any(|(_, seen)| seen.fine);
                if !fine {
                    self.clipped |= !all;
                    failed.push(combo.clone());
                }
                let predicted = self.field.base.first().map(|n| n + self.field.adds(combo, 0));
                let predicted = predicted.and_then(|n| Number::fraction(n.into(), self.field.scale.into()));
                for (moves, seen) in seen.into_iter().filter(|(_, seen)| seen.fine) {
                    // What does not add up could hide a better way
                    if seen.total.is_some() && seen.total != predicted {
                        self.clipped = true;
                    } else {
                        self.found.push(Trial { rank: rank.clone(), moves, total: seen.total });
                    }
                }
            }
            // The sort keeps the order of those that rank alike
            self.found.sort_by(|a, b| a.rank.cmp(&b.rank));
            // What was looked for need not be found twice
            self.late |= self.place_of_named().is_some();
            let best = self.found.iter().take(self.most);
            self.desk.progress.found(best.map(|trial| way(self.desk, self.moves, trial)));
        }
        failed
    }

    /// Checks alternatives that are the same to every limit until enough of them are legal; whether that were all.
    fn alike(&self, combo: &[usize]) -> Alike {
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        let mut all = true;
        for class in combo {
            let members = &self.field.classes[*class].members;
            let longer = sets.iter().flat_map(|set| {
                members
                    .iter()
                    .map(move |m| set.iter().copied().chain(std::iter::once(*m)).collect::<Vec<_>>())
            });
            sets = longer.take(4 * MOST_ALIKE).collect();
            all &= sets.len() < 4 * MOST_ALIKE;
        }
        for set in &mut sets {
            set.sort_unstable();
        }
        let mut known = std::collections::HashSet::new();
        sets.retain(|set| known.insert(set.clone()));
        all &= sets.len() <= MOST_ALIKE;
        let mut seen: Vec<(Vec<usize>, Seen)> = Vec::new();
        let mut fine = 0;
        for set in sets.into_iter().take(MOST_ALIKE) {
            if fine >= self.most || self.desk.late() {
                break;
            }
            let moves: Vec<&Move> = set.iter().map(|m| &self.moves[*m]).collect();
            match self.desk.see(&moves) {
                Some(one) => {
                    fine += usize::from(one.fine);
                    seen.push((set, one));
                }
                // What cannot be written this way may be another
                None => all = false,
            }
        }
        (seen, all)
    }
}
