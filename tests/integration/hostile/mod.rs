//! Hostile files, run through the built program: each row of `docs/robustness.md` is a test here, with one
//! file for each kind.
//!
//! The operating system limits the memory, and a run that does not end is killed, so that a hang is a
//! failure.

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
