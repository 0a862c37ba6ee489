//! What both searches share: ranking, checking combinations, and remembering how far the search got.

use crate::format::read_exact_numbers::Number;
use crate::parallel::map_all;
use crate::solve::fast_constraint_check::to_scale;

use super::Suggestion;
use super::check_list_after_moves::{TrialContext, TriedMoves};
use super::equivalent_moves::{Combination, SearchSpace};
use super::moves::Move;

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
    pub(super) suggestion: Suggestion,
}

/// The largest number of alternatives to check for one combination.
const MAX_ALTERNATIVES: usize = 24;

/// The alternatives of a combination that were checked.
struct CheckedAlternatives {
    /// Those that could be made and cause no new error in a row.
    seen: Vec<TriedMoves>,
    /// Whether these are all.
    are_all: bool,
    /// How many were tried.
    trials: usize,
}

/// The state of a search.
pub(super) struct Search<'s> {
    pub(super) context: &'s TrialContext<'s>,
    pub(super) moves: &'s [Move],
    pub(super) space: &'s SearchSpace,
    /// The largest number of suggestions.
    pub(super) max_suggestions: usize,
    /// The index of the sum of what is preferred.
    pub(super) preferred_sum: Option<usize>,
    /// The suggestions, best first, and no more than are needed.
    pub(super) suggestions: Vec<RankedSuggestion>,
    /// The suggestion that was asked for by name.
    pub(super) named: Option<Suggestion>,
    /// How many trials have been made. Steps of the search count as some.
    pub(super) trials: usize,
    /// The number of changes up to which everything that could be better has been searched.
    pub(super) changes_searched: usize,
    /// Whether time ran out.
    pub(super) time_ran_out: bool,
    /// Whether something was not searched for another reason, such as a limit on combinations, or a total
    /// that was not predicted.
    pub(super) incomplete: bool,
    /// The name of the only suggestion that is needed.
    pub(super) only_named: Option<&'s str>,
    /// How many steps the search has made; see `is_late_by_now`.
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
        let limits = &self.context.limits;
        let too_many = limits.trials.is_some_and(|most| self.trials >= most);
        self.time_ran_out |= too_many || limits.is_past_search_deadline();
        self.time_ran_out
    }

    /// Like `is_late`, but looks only in every 64th call, for use in tight loops. That many take about as long as a
    /// trial.
    pub(super) fn is_late_by_now(&mut self) -> bool {
        self.steps = self.steps.wrapping_add(1);
        if !self.steps.is_multiple_of(64) {
            return self.time_ran_out;
        }
        self.trials += 1;
        self.is_late()
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
            for ((rank, combo), CheckedAlternatives { seen, are_all, trials }) in part.iter().zip(looked) {
                self.trials += trials;
                if !seen.iter().any(|tried| tried.assessment.is_improvement) {
                    self.incomplete |= !are_all;
                    failed.push(combo.clone());
                }
                let predicted = self.space.base_sums.first().map(|n| n + self.space.effect_on(combo, 0));
                let predicted = predicted.and_then(|n| Number::fraction(n.into(), self.space.scale.into()));
                for tried in seen.into_iter().filter(|tried| tried.assessment.is_improvement) {
                    // If a total was predicted wrongly, better suggestions may have been overlooked
                    let is_predicted = tried.assessment.total.is_none_or(|total| Some(total) == predicted);
                    self.incomplete |= !is_predicted;
                    let rank = if is_predicted {
                        Some(rank.clone())
                    } else {
                        self.rank_by_total(rank, tried.assessment.total)
                    };
                    if let Some(rank) = rank {
                        self.add_suggestion(&rank, self.context.to_suggestion(tried));
                    }
                }
            }
            // A stable sort, so that equally good suggestions stay in the order they were found
            self.suggestions.sort_by(|a, b| a.rank.cmp(&b.rank));
            self.suggestions.truncate(self.max_suggestions);
            // A search by name is over once the name is found
            self.time_ran_out |= self.named.is_some();
            self.context.progress.publish(self.suggestions.iter().map(|found| found.suggestion.clone()));
        }
        failed
    }

    /// Returns the rank of a suggestion that has another total than was predicted, which happens if a price depends on
    /// what else the army has. `None` if it should not happen, or the total is too large.
    fn rank_by_total(&self, rank: &Rank, total: Option<Number>) -> Option<Rank> {
        let left = self.space.size? - to_scale(total?, self.space.scale)?;
        let rank = if self.context.baseline.is_illegal {
            Rank { points_left: left, ..rank.clone() }
        } else {
            Rank { gap: left, ..rank.clone() }
        };
        (!self.space.costs_add_up && left >= 0).then_some(rank)
    }

    fn add_suggestion(&mut self, rank: &Rank, suggestion: Suggestion) {
        // Different moves may lead to the same text, as the removal of either of two equal options
        if self.suggestions.iter().any(|known| known.suggestion.text == suggestion.text) {
            return;
        }
        if self.only_named.is_some_and(|name| suggestion.name() == name) {
            self.named = Some(suggestion.clone());
        }
        self.suggestions.push(RankedSuggestion { rank: rank.clone(), suggestion });
    }

    /// Checks combinations of moves with the same effect until enough of them are legal.
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
        let (mut seen, mut fine, mut trials) = (Vec::new(), 0, 0);
        for set in sets.into_iter().take(MAX_ALTERNATIVES) {
            if fine >= self.max_suggestions || self.context.limits.is_past_search_deadline() {
                break;
            }
            trials += 1;
            let moves: Vec<&Move> = set.iter().map(|m| &self.moves[*m]).collect();
            match self.context.try_moves(&moves) {
                Some(tried) => {
                    fine += usize::from(tried.assessment.is_improvement);
                    seen.push(tried);
                }
                // Edits that are refused in this layout might be made if it were written differently
                None => all = false,
            }
        }
        CheckedAlternatives { seen, are_all: all, trials }
    }
}
