//! Any text as a list whose sheets are printed: what templates see cannot break them, and HTML stays escaped.
#![no_main]

#[path = "../../tests/integration/fuzz_corpus/sheet.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|text: &str| oracle::look(text));
