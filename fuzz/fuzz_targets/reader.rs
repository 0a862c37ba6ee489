//! Any bytes as each kind of file: nothing panics, and every place is one of the text.
#![no_main]

#[path = "../../tests/integration/fuzz_corpus/reader.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| oracle::look(bytes));
