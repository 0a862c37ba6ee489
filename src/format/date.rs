//! Years of history.
