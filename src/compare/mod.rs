//! Compares two armies, or one army under two versions of its rules: what differs, in units, points and
//! verdict.
//!
//! Also writes and reads the list embedded in an HTML sheet.

pub mod changes;
pub mod embedded_list;
pub mod json;
mod matching;
mod row_changes;
pub mod snapshot;
pub mod text;

pub use changes::{Comparison, compare_snapshots};
pub use snapshot::ArmySnapshot;
