//! What the rules of FR!Ancients and the house chart say, against what the program makes of them. B is the
//! cost of a unit in the chart.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
#![allow(clippy::format_push_string, clippy::format_collect, reason = "lists are texts")]

#[path = "../common/mod.rs"]
mod common;

mod limits;
mod numbers;
mod prices;
mod support;
