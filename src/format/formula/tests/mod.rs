//! Tests of the formula language, with values worked out by hand.

mod function_calls;
mod parse_errors;
mod ranges;
mod toy_army;
mod values;
