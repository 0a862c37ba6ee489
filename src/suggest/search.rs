//! What both searches share: ranking, checking combinations, and remembering how far the search got.

use rayon::prelude::*;

use crate::format::number::Number;

use super::classes::{Combo, Field};
use super::judge::Seen;
use super::look::Desk;
use super::moves::Move;
use super::way;

/// How good a suggestion is. Smaller is better, and earlier fields count first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Whether it adds nothing to what is preferred. Always `false` if nothing is preferred.
    pub(super) lacks: bool,
    /// Points short of the agreed size, in units of 1/`scale`. 0 when repairing an illegal list.
    pub(super) gap: i64,
    pub(super) changes: usize,
    /// Preferred points (or sizes, in a game without points) that this suggestion removes, in units of
    /// 1/`scale`.
    pub(super) less: i64,
    pub(super) far: u32,
    /// Points short of the agreed size after a repair, in units of 1/`scale`.
    pub(super) rest: i64,
}

/// A suggestion that was checked and is legal.
pub(super) struct Trial {
    pub(super) rank: Rank,
    pub(super) moves: Vec<usize>,
    pub(super) total: Option<Number>,
}

/// The largest number of alternatives to check for one combination.
const MOST_ALIKE: usize = 24;

/// The checked alternatives of a combination, each as a set of moves with its assessment, and whether these
/// are all.
type Alike = (Vec<(Vec<usize>, Seen)>, bool);

/// The state of a search.
pub(super) struct Search<'s> {
    pub(super) desk: &'s Desk<'s>,
    pub(super) moves: &'s [Move],
    pub(super) field: &'s Field,
    /// The largest number of suggestions.
    pub(super) most: usize,
    /// The index of the sum of what is preferred.
    pub(super) prefer: Option<usize>,
    /// The suggestions, best first.
    pub(super) found: Vec<Trial>,
    /// The number of changes up to which everything that could be better has been searched.
    pub(super) looked: usize,
    /// Whether time ran out.
    pub(super) late: bool,
    /// Whether something was not searched for another reason, such as a limit on combinations, or a total
    /// that was not predicted.
    pub(super) clipped: bool,
    /// The name of the only suggestion that is needed.
    pub(super) named: Option<&'s str>,
    /// How many times the clock might have been read; see `is_late_by_now`.
    pub(super) steps: usize,
    /// The last gap for which a proof was tried that none is closer, and the outcome.
    pub(super) closest: Option<(i64, bool)>,
}

impl Search<'_> {
    /// Returns `true` if enough suggestions are at least as good as this rank.
    pub(super) fn enough(&self, rank: &Rank) -> bool {
        self.most.checked_sub(1).and_then(|last| self.found.get(last)).is_some_and(|last| last.rank <= *rank)
    }

    pub(super) fn is_late(&mut self) -> bool {
        self.late |= self.desk.late();
        self.late
    }

    /// Returns the index of the suggestion that was asked for by name.
    pub(super) fn place_of_named(&self) -> Option<usize> {
        let name = self.named?;
        self.found.iter().position(|trial| way(self.desk, self.moves, trial).name() == name)
    }

    /// Like `is_late`, but reads the clock only in every 64th call, for use in tight loops.
    pub(super) fn is_late_by_now(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(64) { self.is_late() } else { self.late }
    }

    pub(super) fn gain(&self, combo: &[usize]) -> i64 {
        self.prefer.map_or(0, |sum| self.field.adds(combo, sum))
    }

    /// Checks combinations, best first, until there are enough suggestions. Returns those that turned out not
    /// to be legal.
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
                    // If a total was predicted wrongly, better suggestions may have been overlooked
                    if seen.total.is_some() && seen.total != predicted {
                        self.clipped = true;
                    } else {
                        self.found.push(Trial { rank: rank.clone(), moves, total: seen.total });
                    }
                }
            }
            // A stable sort, so that equally good suggestions stay in the order they were found
            self.found.sort_by(|a, b| a.rank.cmp(&b.rank));
            // A search by name is over once the name is found
            self.late |= self.place_of_named().is_some();
            let best = self.found.iter().take(self.most);
            self.desk.progress.found(best.map(|trial| way(self.desk, self.moves, trial)));
        }
        failed
    }

    /// Checks combinations of moves with the same effect until enough of them are legal. Also returns whether
    /// these were all.
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
                // Moves that overlap in this layout might not overlap if written differently
                None => all = false,
            }
        }
        (seen, all)
    }
}
