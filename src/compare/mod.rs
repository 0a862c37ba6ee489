//! Two armies, or one under two versions of its rules, side by side: what differs, what it costs, and what that
//! does to the verdict. The list that a printed sheet carries is read here too.

pub mod carried;
pub mod changes;
pub mod json;
mod pairs;
pub mod picture;
mod rows;
pub mod text;

pub use changes::{Comparison, compare};
pub use picture::Picture;
