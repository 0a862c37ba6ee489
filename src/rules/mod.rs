//! A ruleset ready for use: catalogue, selectors, limits, formulas.

pub mod formula;
