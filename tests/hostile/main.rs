//! Files that mean harm, through the built program: each row of `docs/robustness.md` is a test here, one file an idea.
//! Memory is bounded by the system, and a run that does not end is killed, so that a hang is a failure.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]

mod circles;
mod crowds;
mod depth;
mod escapes;
mod numbers;
mod paths;
mod size;
mod special;
mod stdout;
mod support;
mod table;
mod template;
mod text;
mod write;
