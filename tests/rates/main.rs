//! Limits of every shape under an invented ruleset, at sizes around every edge. Each allowed number is worked out
//! by hand; the message names the sum, the base and the rounding.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

#[path = "../common/mod.rs"]
mod common;

mod places;
mod rates;
mod shapes;
mod support;
mod told;
mod words;
