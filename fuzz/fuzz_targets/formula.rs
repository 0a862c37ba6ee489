//! Any text as a formula: it is understood and comes to something, or is refused at a place of it.
#![no_main]

#[path = "../../tests/integration/fuzz_corpus/formula.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|text: &str| oracle::look(text));
