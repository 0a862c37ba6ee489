//! Compares two armies, or one army under two versions of its rules: what differs, in units, points and
//! verdict.
//!
//! Also writes and reads the list embedded in an HTML sheet.

mod army_changes;
pub mod changes;
pub mod embedded_list;
mod finding_changes;
pub mod json;
mod match_commands_and_rows;
mod row_changes;
pub mod snapshot;
pub mod text;

pub use army_changes::compare_snapshots;
pub use changes::Comparison;
pub use snapshot::ArmySnapshot;
