//! The ways a report is printed.
