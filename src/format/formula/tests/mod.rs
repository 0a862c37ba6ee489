//! Tests of the formula language, with values worked out by hand.

mod calls;
mod places;
mod refusals;
mod toy;
mod values;
