//! Digests: what they depend on, and what `verify` reports about a list or a printed sheet.

mod commands;
mod digests;
mod same_digest;
