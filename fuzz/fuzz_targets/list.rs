//! Any bytes as a list: checked, printed in every format, mended twice.
#![no_main]

#[path = "../../tests/integration/fuzz_corpus/list.rs"]
mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| oracle::look(bytes));
