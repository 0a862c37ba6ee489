//! The file formats: what lists, rulesets, books and events may contain, and the types that they share.

pub mod book;
pub mod event;
pub mod formula;
pub mod limit;
pub mod list;
pub mod numbers_and_tables;
pub mod options;
pub mod read_exact_numbers;
pub mod ruleset;
pub mod selectors_and_conditions;
pub mod shared_types;
pub mod stat_value;
pub mod years;
