//! What pages and editors ask of a list: its rows by id, and how it may be changed.

pub mod edits;
pub mod rows;
