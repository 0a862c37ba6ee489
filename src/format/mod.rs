//! The file formats: what lists, rulesets, books and events may contain, and the types that they share.

pub mod book;
pub mod charges;
pub mod commands_of_rulesets;
pub mod computed_numbers;
pub mod costs;
pub mod effects_and_parts;
pub mod event;
pub mod formula;
pub mod limit;
pub mod list;
pub mod notes_on_sources;
pub mod options;
pub mod read_exact_numbers;
pub mod reference_tables;
pub mod ruleset;
pub mod scale;
pub mod selectors_and_conditions;
pub mod shared_types;
pub mod stat_value;
pub mod words_for_sheets;
pub mod years;
