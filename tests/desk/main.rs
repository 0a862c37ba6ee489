//! The tournament desk: a folder of lists under an event, what differs between two of them, what a digest proves.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

#[path = "../common/mod.rs"]
mod common;
mod copies;
mod diff;
mod digest;
mod elsewhere;
mod explain;
mod folder;
mod ledger;
mod lists;
mod many;
mod page;
mod rulings;
mod same_digest;
mod sarif;
mod subjects;
mod support;
mod verify;
