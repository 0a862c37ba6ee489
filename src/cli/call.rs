//! `muster call`: answers one request in JSON, for programs that cannot link the library.

use std::io::Write;

use crate::call::call_bytes;
use crate::rules::library::Library;

use super::{CommandError, CommandResult, input_files};

/// Answers the request on standard input. An answer that is an error is an answer too, so the exit status is 0.
pub(super) fn run(library: &Library, out: &mut dyn Write) -> CommandResult {
    let request = input_files::read_standard_input()
        .map_err(|why| CommandError::Message(format!("cannot read the request: {why}")))?;
    // Without the current directory's rules: the same request has the same answer wherever it is asked
    let library = Library::new(library.named_folders());
    writeln!(out, "{}", call_bytes(&library, &request))?;
    Ok(0)
}
