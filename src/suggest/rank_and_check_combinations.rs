//! What both searches share: ranking, checking combinations, and remembering how far the search got.

use crate::format::read_exact_numbers::Number;
use crate::parallel::map_all;

use super::assess_changes::Assessment;
use super::check_list_after_moves::TrialContext;
use super::equivalent_moves::{Combination, SearchSpace};
use super::moves::Move;
use super::to_suggestion;

/// How good a suggestion is. Smaller is better, and earlier fields count first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// Whether it adds nothing to what is preferred. Always `false` if nothing is preferred.
    pub(super) without_preferred: bool,
    /// Points short of the agreed size, in units of 1/`scale`. 0 when repairing an illegal list.
    pub(super) gap: i64,
    pub(super) changes: usize,
    /// Preferred points (or sizes, in a game without points) that this suggestion removes, in units of
    /// 1/`scale`.
    pub(super) preferred_removed: i64,
    pub(super) distance: u32,
    /// Points short of the agreed size after a repair, in units of 1/`scale`.
    pub(super) points_left: i64,
}

/// A suggestion that was checked and is legal.
pub(super) struct RankedSuggestion {
    pub(super) rank: Rank,
    pub(super) moves: Vec<usize>,
    pub(super) total: Option<Number>,
}

/// The largest number of alternatives to check for one combination.
const MAX_ALTERNATIVES: usize = 24;

/// The checked alternatives of a combination, each as a set of moves with its assessment, and whether these
/// are all.
type CheckedAlternatives = (Vec<(Vec<usize>, Assessment)>, bool);

/// The state of a search.
pub(super) struct Search<'s> {
    pub(super) context: &'s TrialContext<'s>,
    pub(super) moves: &'s [Move],
    pub(super) space: &'s SearchSpace,
    /// The largest number of suggestions.
    pub(super) max_suggestions: usize,
    /// The index of the sum of what is preferred.
    pub(super) preferred_sum: Option<usize>,
    /// The suggestions, best first.
    pub(super) suggestions: Vec<RankedSuggestion>,
    /// The number of changes up to which everything that could be better has been searched.
    pub(super) changes_searched: usize,
    /// Whether time ran out.
    pub(super) time_ran_out: bool,
    /// Whether something was not searched for another reason, such as a limit on combinations, or a total
    /// that was not predicted.
    pub(super) incomplete: bool,
    /// The name of the only suggestion that is needed.
    pub(super) only_named: Option<&'s str>,
    /// How many times the clock might have been read; see `is_late_by_now`.
    pub(super) steps: usize,
    /// The last gap for which a proof was tried that none is closer, and the outcome.
    pub(super) last_closest_proof: Option<(i64, bool)>,
}

impl Search<'_> {
    /// Returns `true` if enough suggestions are at least as good as this rank.
    pub(super) fn has_enough(&self, rank: &Rank) -> bool {
        self.max_suggestions
            .checked_sub(1)
            .and_then(|last| self.suggestions.get(last))
            .is_some_and(|last| last.rank <= *rank)
    }

    pub(super) fn is_late(&mut self) -> bool {
        self.time_ran_out |= self.context.is_past_deadline();
        self.time_ran_out
    }

    /// Returns the index of the suggestion that was asked for by name.
    pub(super) fn index_of_named(&self) -> Option<usize> {
        let name = self.only_named?;
        self.suggestions
            .iter()
            .position(|trial| to_suggestion(self.context, self.moves, trial).name() == name)
    }

    /// Like `is_late`, but reads the clock only in every 64th call, for use in tight loops.
    pub(super) fn is_late_by_now(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if self.steps.is_multiple_of(64) { self.is_late() } else { self.time_ran_out }
    }

    pub(super) fn preferred_gain(&self, combo: &[usize]) -> i64 {
        self.preferred_sum.map_or(0, |sum| self.space.effect_on(combo, sum))
    }

    /// Checks combinations, best first, until there are enough suggestions. Returns those that turned out not
    /// to be legal.
    pub(super) fn check_combinations(&mut self, mut combos: Vec<(Rank, Combination)>) -> Vec<Combination> {
        let mut failed = Vec::new();
        combos.sort();
        for part in combos.chunks(8) {
            if self.has_enough(&part[0].0) || self.is_late() {
                break;
            }
            let looked: Vec<CheckedAlternatives> = map_all(part, |(_, combo)| self.check_alternatives(combo));
            for ((rank, combo), (seen, all)) in part.iter().zip(looked) {
                let fine = seen.iter().any(|(_, seen)| seen.is_improvement);
                if !fine {
                    self.incomplete |= !all;
                    failed.push(combo.clone());
                }
                let predicted = self.space.base_sums.first().map(|n| n + self.space.effect_on(combo, 0));
                let predicted = predicted.and_then(|n| Number::fraction(n.into(), self.space.scale.into()));
                for (moves, seen) in seen.into_iter().filter(|(_, seen)| seen.is_improvement) {
                    // If a total was predicted wrongly, better suggestions may have been overlooked
                    if seen.total.is_some() && seen.total != predicted {
                        self.incomplete = true;
                    } else {
                        self.suggestions.push(RankedSuggestion {
                            rank: rank.clone(),
                            moves,
                            total: seen.total,
                        });
                    }
                }
            }
            // A stable sort, so that equally good suggestions stay in the order they were found
            self.suggestions.sort_by(|a, b| a.rank.cmp(&b.rank));
            // A search by name is over once the name is found
            self.time_ran_out |= self.index_of_named().is_some();
            let best = self.suggestions.iter().take(self.max_suggestions);
            self.context.progress.publish(best.map(|trial| to_suggestion(self.context, self.moves, trial)));
        }
        failed
    }

    /// Checks combinations of moves with the same effect until enough of them are legal. Also returns whether
    /// these were all.
    fn check_alternatives(&self, combo: &[usize]) -> CheckedAlternatives {
        let mut sets: Vec<Vec<usize>> = vec![Vec::new()];
        let mut all = true;
        for class in combo {
            let members = &self.space.classes[*class].moves;
            let longer = sets.iter().flat_map(|set| {
                members
                    .iter()
                    .map(move |m| set.iter().copied().chain(std::iter::once(*m)).collect::<Vec<_>>())
            });
            sets = longer.take(4 * MAX_ALTERNATIVES).collect();
            all &= sets.len() < 4 * MAX_ALTERNATIVES;
        }
        for set in &mut sets {
            set.sort_unstable();
        }
        let mut known = std::collections::HashSet::new();
        sets.retain(|set| known.insert(set.clone()));
        all &= sets.len() <= MAX_ALTERNATIVES;
        let mut seen: Vec<(Vec<usize>, Assessment)> = Vec::new();
        let mut fine = 0;
        for set in sets.into_iter().take(MAX_ALTERNATIVES) {
            if fine >= self.max_suggestions || self.context.is_past_deadline() {
                break;
            }
            let moves: Vec<&Move> = set.iter().map(|m| &self.moves[*m]).collect();
            match self.context.try_moves(&moves) {
                Some(one) => {
                    fine += usize::from(one.is_improvement);
                    seen.push((set, one));
                }
                // Moves that overlap in this layout might not overlap if written differently
                None => all = false,
            }
        }
        (seen, all)
    }
}
