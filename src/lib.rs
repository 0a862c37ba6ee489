//! Checks army lists for ancients wargames against the rules of a game, prices them and prints sheets.
//!
//! The games are data files (rulesets and books); no code in this crate knows a particular game.

pub mod army;
pub mod check;
pub mod checked;
pub mod cli;
pub mod compare;
pub mod finding;
pub mod fix;
pub mod format;
pub mod line_ends;
pub mod lint;
pub mod number;
pub mod output;
pub mod read;
pub mod read_file;
pub mod render;
pub mod rules;
pub mod schema;
pub mod solve;
pub mod suggest;
pub mod wording;
pub mod yaml;
