//! Integration tests: the library through its public API, and the built program. Each module tests one
//! thing; the files that the tests read are in `tests/data/`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test stops where it fails")]
#![allow(clippy::format_push_string, clippy::format_collect, reason = "lists are texts")]

mod answers_to_authors;
mod army_properties;
mod build;
mod call;
mod commands;
mod common;
mod cost;
mod diff;
mod event;
mod explain;
mod finding_pairs;
mod finding_subjects;
mod fix;
mod format_pages;
mod fuzz_corpus;
mod games;
#[cfg(unix)]
mod hooks_and_action;
#[cfg(unix)]
mod hostile;
mod limits;
mod lint;
mod mounts;
mod not_a_list;
mod one_cause;
mod prices;
mod purchases;
mod readme;
mod render;
mod rooms;
mod rules_lookup;
mod rulesets;
mod sarif;
mod schemas;
mod suggest;
mod verify;
mod wars_and_battles;
mod watch;
mod yaml_agreement;
