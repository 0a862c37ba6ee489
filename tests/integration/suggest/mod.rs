//! `suggest`: its answers compared with brute force, its options, and the page that describes them.

pub(crate) mod answers;
mod brute_force;
mod building_page;
mod options;
pub(crate) mod support;
