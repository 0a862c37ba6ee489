//! Phrases for people, used alike by checks, `rules`, `explain`, `lint` and sheets.
//!
//! Everything is data up to here: names, numbers, [`SelectorText`]. Phrases that need compiled rules are in
//! `rules::limit_text`.

mod amount;
mod article;
mod charge;
mod count;
mod joined_names;
mod limit;
mod selector;
mod similar_name_phrase;
mod still_open;

pub use amount::{Edge, Ratio, RatioWords, Rounding, scaled_number};
pub use article::with_article;
pub use charge::ChargedAmount;
pub use count::{count_noun, is_or_are, points_noun, points_text, points_text_of, points_with_verb};
pub use joined_names::{any_of, join_all, join_with_or, names_there_are, quoted_list, short_list};
pub use limit::{
    BoundAmounts, broken_alternatives, broken_bound, counted_label, failed_comparison, failed_statement,
    judged_by_cost, rule_not_met, shares_not_whole, tag_change,
};
pub use selector::{Criterion, Head, SelectorCondition, SelectorText, TagNoun};
pub use similar_name_phrase::suggestion_or;
pub use still_open::text_of_what_may_be_added;
