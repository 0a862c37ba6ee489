//! What a search has found so far, for a caller that stops waiting for it.

use std::sync::{Mutex, PoisonError};

use super::{SearchProof, Suggestion, Suggestions};

/// What the search has found so far. `None` until the unchanged list has been checked.
#[derive(Debug, Default)]
pub(super) struct FoundSoFar(Mutex<Option<Suggestions>>);

impl FoundSoFar {
    /// Publishes the result for the unchanged list, without suggestions yet.
    pub(super) fn publish_unchanged(&self, ways: &Suggestions) {
        let proof = SearchProof { time_ran_out: true, ..SearchProof::default() };
        let ways = Suggestions { proof, ..ways.clone() };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(ways);
    }

    /// Publishes the best suggestions so far.
    pub(super) fn publish(&self, ways: impl Iterator<Item = Suggestion>) {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            known.suggestions = ways.collect();
        }
    }

    /// Returns a copy of what has been found.
    #[cfg(feature = "cli")]
    pub(super) fn so_far(&self) -> Option<Suggestions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
