//! Kinds of command, and commands within commands.

mod building;
mod checks;
mod ruleset_faults;
mod sheets;
mod solver;
mod support;
