//! Work on many items at once, where there are threads.

#[cfg(feature = "cli")]
use rayon::prelude::*;

/// Returns what `make` makes of each item, in the order of the items. With the feature `cli`, several are worked on
/// at the same time.
pub fn map_all<T: Sync, R: Send>(items: &[T], make: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
    #[cfg(feature = "cli")]
    return items.par_iter().map(make).collect();
    #[cfg(not(feature = "cli"))]
    return items.iter().map(make).collect();
}
