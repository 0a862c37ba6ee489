//! How things are said to people: the same words in checks, `rules`, `explain`, `lint` and sheets.
//!
//! What is said is data until here: names, numbers, [`SelectorText`]. Sentences that need a ruleset ready for use are
//! beside it, in `rules::limit_text`.

mod amount;
mod article;
mod count;
mod list;
mod near;
mod selector;

pub use amount::{Edge, Ratio, Rounding};
pub use article::with_article;
pub use count::{count, is_or_are, of_points, of_points_printed, points_are, points_word};
pub use list::{all_or, any_of, joined, quoted};
pub use near::near_or;
pub use selector::{Condition, Criterion, Head, SelectorText};
