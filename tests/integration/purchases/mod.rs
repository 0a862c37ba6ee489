//! What an army or a command buys that is for no unit.

mod building;
mod checks;
mod ruleset_faults;
mod sheets;
mod solver;
mod suggestions;
mod support;
