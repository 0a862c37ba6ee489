//! How much time has passed, also where there is no clock, as in a browser's engine.

use std::ops::Add;
use std::time::Duration;

/// A moment of the running program. Where there is no clock, all moments are the same, so that no deadline passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    #[cfg(not(target_family = "wasm"))]
    at: std::time::Instant,
    #[cfg(target_family = "wasm")]
    at: Duration,
}

impl Moment {
    /// Returns the present moment.
    #[cfg(not(target_family = "wasm"))]
    pub fn now() -> Self {
        Self { at: std::time::Instant::now() }
    }

    /// Returns the only moment there is.
    #[cfg(target_family = "wasm")]
    pub fn now() -> Self {
        Self { at: Duration::ZERO }
    }

    /// Returns the time since an earlier moment, or zero if it is later.
    pub fn since(self, earlier: Self) -> Duration {
        #[cfg(not(target_family = "wasm"))]
        return self.at.saturating_duration_since(earlier.at);
        #[cfg(target_family = "wasm")]
        return self.at.saturating_sub(earlier.at);
    }
}

impl Add<Duration> for Moment {
    type Output = Self;

    fn add(self, time: Duration) -> Self {
        Self { at: self.at + time }
    }
}
