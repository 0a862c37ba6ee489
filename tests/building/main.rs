//! Building a list: `fix`, `watch` and `suggest`, and the page that tells of them.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

mod brute;
mod fix;
mod page;
mod suggest;
mod support;
mod watch;
mod wishes;
