//! Checks of rulesets, books and events.
