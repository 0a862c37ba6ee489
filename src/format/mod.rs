//! What a file may say: lists, rulesets, books and events, and the small types they share.

pub mod date;
pub mod number;
