//! The formula language, by what is written.

mod calls;
mod places;
mod refusals;
