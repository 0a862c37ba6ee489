//! Limits of every shape under an invented ruleset, at sizes around every edge.
//!
//! Each allowed number is worked out by hand; the message names the sum, the base and the rounding.

mod agreed_size;
mod effects;
mod explanations;
mod formulas_as_limits;
mod measured_conditions;
mod measures;
mod misuse;
mod own_bounds;
mod rates;
mod regions;
mod scale;
mod shapes;
pub(crate) mod solver;
mod steps;
pub(crate) mod support;
mod tag_names;
mod wording;
