//! Runs a search in its own thread, so that the caller gets an answer in time whatever the search is doing.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::rules::library::Library;

use super::{SearchProof, SuggestError, SuggestOptions, Suggestion, Suggestions, search_list};

/// What the search has found so far. `None` until the unchanged list has been checked.
#[derive(Debug, Default)]
pub(super) struct Progress(Mutex<Option<Suggestions>>);

impl Progress {
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

    fn so_far(&self) -> Option<Suggestions> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// The part of the search time by which a search may be late before it is no longer waited for.
const GRACE: f64 = 0.03;
/// The size of the thread's stack, in bytes. Recursion is bounded, but not shallow enough for the default in
/// a debug build.
const STACK_SIZE: usize = 16 * 1024 * 1024;

/// Searches for small changes that improve a list. When the time in `wish` is over, returns the suggestions
/// found so far, whatever the search is doing.
///
/// Only the check of the unchanged list may take longer.
///
/// # Errors
///
/// Why no search started.
pub fn suggest_in_time(
    library: Arc<Library>,
    path: String,
    text: String,
    wish: SuggestOptions,
) -> Result<Suggestions, SuggestError> {
    let until = Instant::now() + wish.time.mul_f64(1.0 + GRACE);
    let progress = Arc::new(Progress::default());
    let seen = Arc::clone(&progress);
    let (done, result) = mpsc::channel();
    let search = move || {
        // The caller may have stopped waiting
        let _ = done.send(search_list(&library, &path, &text, &wish, &seen));
    };
    // The thread cannot be stopped from outside; it ends with the program
    let Ok(thread) = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(search) else {
        return Err(SuggestError::NoThread);
    };
    let mut wait = until.saturating_duration_since(Instant::now());
    loop {
        match result.recv_timeout(wait) {
            Ok(found) => return found,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(found) = progress.so_far() {
                    return Ok(found);
                }
                wait = Duration::from_millis(10);
            }
            Err(RecvTimeoutError::Disconnected) => match thread.join() {
                Ok(()) => return Err(SuggestError::NoThread),
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}
