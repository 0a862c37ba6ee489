//! The file formats: what lists, rulesets, books and events may contain, and the types that they share.

pub mod book;
pub mod date;
pub mod event;
pub mod figure;
pub mod formula;
pub mod limit;
pub mod list;
pub mod number;
pub mod offer;
pub mod ruleset;
pub mod selector;
pub mod sheet;
pub mod words;
