//! The engine for hosts of WebAssembly, such as browsers: `muster::call` as functions without arguments, which work on
//! one text in the memory that the host sees. `engine.js` is the host's side.
//!
//! The host asks for a place with [`make_room`], writes a request there, calls [`answer`], and reads the answer at
//! [`text_start`]. No other function hands out an address, so nothing here has to trust one.

#![expect(
    unsafe_code,
    reason = "a function is exported under its own name, which the host needs, only by `no_mangle`"
)]

use std::cell::RefCell;

use muster::Library;
use muster::call::{call_bytes, read_library};

thread_local! {
    /// The rules: those built in, until the host has given others.
    static LIBRARY: RefCell<Library> = RefCell::default();
    /// What the host has written, or the answer to it.
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Frees the text, and returns where the host may write one of `length` bytes.
///
/// The address holds until the next call of any function here but [`text_start`] and [`text_length`].
// SAFETY: no other function of the engine or its parts has this name, here and below
#[unsafe(no_mangle)]
pub extern "C" fn make_room(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        // Freed first, so that never both are in memory
        *text = Vec::new();
        *text = vec![0; length];
        text.as_mut_ptr()
    })
}

/// Returns where the text begins.
// SAFETY: as above
#[unsafe(no_mangle)]
pub extern "C" fn text_start() -> *const u8 {
    TEXT.with_borrow(Vec::as_ptr)
}

/// Returns how many bytes the text has.
// SAFETY: as above
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    TEXT.with_borrow(Vec::len)
}

/// Takes the text as the description of the library, as `docs/call.md` has it. The text is then empty, or the answer
/// with the error; after an error the library is the one of before.
// SAFETY: as above
#[unsafe(no_mangle)]
pub extern "C" fn set_library() {
    let text = TEXT.take();
    let made = match std::str::from_utf8(&text) {
        Ok(json) => read_library(json),
        // The answer says what is wrong with the bytes
        Err(_) => Err(LIBRARY.with_borrow(|library| call_bytes(library, &text))),
    };
    match made {
        Ok(library) => LIBRARY.set(library),
        Err(answer) => TEXT.set(answer.into_bytes()),
    }
}

/// Replaces the text, which is a request, by its answer.
// SAFETY: as above
#[unsafe(no_mangle)]
pub extern "C" fn answer() {
    let request = TEXT.take();
    let answer = LIBRARY.with_borrow(|library| call_bytes(library, &request));
    TEXT.set(answer.into_bytes());
}
