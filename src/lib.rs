//! Muster reads army lists for ancients wargames, checks them against a game's own rules and says which
//! words to change. The games are data; nothing in here knows any of them.

pub mod army;
pub mod check;
pub mod cli;
pub mod compare;
pub mod disk;
pub mod finding;
pub mod format;
pub mod line_ends;
pub mod lint;
pub mod mend;
pub mod number;
pub mod output;
pub mod read;
pub mod render;
pub mod rules;
pub mod schema;
pub mod solve;
pub mod suggest;
pub mod wording;
pub mod yaml;
