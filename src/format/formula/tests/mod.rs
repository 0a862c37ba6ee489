//! The formula language, by what is written and what it must come to by hand.

mod calls;
mod places;
mod refusals;
mod toy;
mod values;
