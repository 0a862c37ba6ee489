//! A search in a thread of its own, so that it ends in time whatever it is at, and what it has found until then.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::rules::library::Library;

use super::{Proof, Trouble, Way, Ways, Wish, search_list};

/// What is known so far: nothing until the list was judged as it is.
#[derive(Debug, Default)]
pub(super) struct Progress(Mutex<Option<Ways>>);

impl Progress {
    /// The list was judged, and nothing was found yet.
    pub(super) fn judged(&self, ways: &Ways) {
        let proof = Proof { late: true, ..Proof::default() };
        let ways = Ways { proof, ..ways.clone() };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(ways);
    }

    /// These are the best ways so far.
    pub(super) fn found(&self, ways: impl Iterator<Item = Way>) {
        if let Some(known) = self.0.lock().unwrap_or_else(PoisonError::into_inner).as_mut() {
            known.ways = ways.collect();
        }
    }

    fn so_far(&self) -> Option<Ways> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// How much of its time a search may take besides before nobody waits for it any longer.
const GRACE: f64 = 0.03;
/// Of which size the thread's stack is; recursion is bounded, but not small in a debug build.
const STACK: usize = 16 * 1024 * 1024;

/// The same as [`super::suggest`], ended after the time of the wish whatever it is at; then what was found until then
/// comes back. Only judging the list as it is may take longer.
///
/// # Errors
/// Why no search began.
pub fn suggest_in_time(
    library: Arc<Library>,
    path: String,
    text: String,
    wish: Wish,
) -> Result<Ways, Trouble> {
    let until = Instant::now() + wish.time.mul_f64(1.0 + GRACE);
    let progress = Arc::new(Progress::default());
    let seen = Arc::clone(&progress);
    let (done, result) = mpsc::channel();
    let search = move || {
        // Nobody may be waiting any longer
        let _ = done.send(search_list(&library, &path, &text, &wish, &seen));
    };
    // It cannot be stopped from outside; it ends with the program
    let Ok(thread) = std::thread::Builder::new().stack_size(STACK).spawn(search) else {
        return Err(Trouble::NoThread);
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
                Ok(()) => return Err(Trouble::NoThread),
                Err(panic) => std::panic::resume_unwind(panic),
            },
        }
    }
}
