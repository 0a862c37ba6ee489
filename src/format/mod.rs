//! The file formats: what lists, rulesets, books and events may contain, and the types that they share.

pub mod book;
pub mod common;
pub mod date;
pub mod event;
pub mod formula;
pub mod limit;
pub mod list;
pub mod number;
pub mod numbers_and_tables;
pub mod options;
pub mod ruleset;
pub mod selector;
pub mod stat_value;
