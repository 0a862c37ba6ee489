//! The checks of a list, and what they report.

pub mod report;
