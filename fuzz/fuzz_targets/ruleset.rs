//! Any text as a ruleset, and after a line `%%%` as a list that it judges.
#![no_main]

#[path = "../../tests/integration/fuzz_corpus/ruleset.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|text: &str| oracle::look(text));
