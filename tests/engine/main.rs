//! The engine under invented rules: prices, options, parts, values, books, choices, allies, drafts and overlays.
//! Every expected number is worked out by hand.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;

mod allies;
mod ally_choices;
mod books;
mod counted;
mod faulty;
mod known;
mod meaning;
mod open;
mod origins;
mod overlays;
mod per;
mod settled;
mod spelling;
mod support;
mod units;
