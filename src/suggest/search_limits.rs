//! When a search ends: at a moment, after a number of trials, or at whichever comes first.

use std::time::Duration;

use crate::clock::Moment;
use crate::solve::integer_program::SearchBudget;

use super::SuggestOptions;

/// How much longer than the rest the search for an obstacle may take, if the time is over.
const MIN_TIME: Duration = Duration::from_millis(300);
/// The longest time of one proof.
const PROOF_TIME: Duration = Duration::from_millis(400);
/// The largest numbers of branches and of steps of one proof if trials are counted, so that it takes no longer than a
/// few hundred of them.
const COUNTED_BRANCHES: usize = 200;
const COUNTED_STEPS: usize = 1_000;

/// When a search ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct SearchLimits {
    /// `None` if no clock is read.
    clock: Option<Clock>,
    /// The largest number of trials. `None` for any number.
    pub(super) trials: Option<usize>,
}

/// The moments at which parts of a search end.
#[derive(Clone, Copy, Debug)]
struct Clock {
    /// When to stop trying single moves, to leave time for combining them.
    try_until: Moment,
    /// When to stop searching, to leave time for proofs.
    search_until: Moment,
    /// When everything must end.
    end: Moment,
    /// How long one check of the list takes.
    check_time: Duration,
}

impl SearchLimits {
    /// Returns the limits of a search that began at a moment, at which one check of the list took this time.
    pub(super) fn new(wish: &SuggestOptions, begun: Option<(Moment, Duration)>) -> Self {
        let clock = wish.time.zip(begun).map(|(time, (start, check_time))| {
            // Keep some of the time for proofs, and for finding out why there is no solution
            let look = time.saturating_sub((time / 5).min(Duration::from_secs(1)));
            Clock { try_until: start + look / 2, search_until: start + look, end: start + time, check_time }
        });
        Self { clock, trials: wish.effort }
    }

    /// Returns `true` if there is no time for one more check.
    pub(super) fn is_past_search_deadline(&self) -> bool {
        self.clock.is_some_and(|clock| Moment::now() + clock.check_time >= clock.search_until)
    }

    /// Returns `true` if trying single moves must stop. Each try takes as long as two checks.
    pub(super) fn is_past_try_deadline(&self) -> bool {
        self.clock.is_some_and(|clock| Moment::now() + 2 * clock.check_time >= clock.try_until)
    }

    /// Returns `true` if everything must end.
    pub(super) fn is_over(&self) -> bool {
        self.clock.is_some_and(|clock| Moment::now() >= clock.end)
    }

    /// Returns how many single moves may be tried, so that some trials are left for combining them.
    pub(super) fn single_moves(&self) -> usize {
        self.trials.map_or(usize::MAX, |trials| trials.div_ceil(2))
    }

    /// Returns the limits on one proof.
    pub(super) fn proof_budget(&self, max_branches: usize) -> SearchBudget {
        self.budget(max_branches, PROOF_TIME)
    }

    /// Returns the limits on the proof that no list at all is legal.
    pub(super) fn proof_for_every_list(&self) -> SearchBudget {
        self.budget(crate::solve::MAX_BRANCHES, MIN_TIME)
    }

    fn budget(&self, max_branches: usize, time: Duration) -> SearchBudget {
        let deadline = self.clock.map(|clock| clock.end.min(Moment::now() + time));
        match self.trials {
            None => SearchBudget { deadline, max_branches, max_steps: usize::MAX },
            Some(_) => SearchBudget {
                deadline,
                max_branches: COUNTED_BRANCHES.min(max_branches),
                max_steps: COUNTED_STEPS,
            },
        }
    }

    /// Returns the limits of a second search, after one that found nothing.
    pub(super) fn second_search(&self) -> Self {
        let clock = self.clock.map(|clock| {
            let until = clock.search_until.max(Moment::now() + MIN_TIME).min(clock.end);
            Clock { search_until: until, try_until: until, ..clock }
        });
        Self { clock, trials: self.trials.map(|trials| trials.div_ceil(4)) }
    }
}
