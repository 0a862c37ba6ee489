//! Runs a search in its own thread, so that the caller gets an answer in time whatever the search is doing.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use crate::rules::library::Library;

use super::found_so_far::FoundSoFar;
use super::{SuggestError, SuggestOptions, Suggestions, search_list};

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
    let mut wait = wish.time.map_or(Duration::MAX, |time| time.mul_f64(1.0 + GRACE));
    let progress = Arc::new(FoundSoFar::default());
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
