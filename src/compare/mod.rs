//! Compares two armies, or one army under two versions of its rules: what differs, in units, points and
//! verdict.
//!
//! Also writes and reads the list embedded in an HTML sheet.

pub mod carried;
pub mod changes;
pub mod json;
mod pairs;
pub mod picture;
mod rows;
pub mod text;

pub use changes::{Comparison, compare};
pub use picture::Picture;
