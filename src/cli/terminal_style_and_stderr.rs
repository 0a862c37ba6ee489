//! Finds out what the terminal can show, and writes to standard error.

use std::io::{IsTerminal as _, Write as _};

use crate::output::TerminalStyle;
use crate::output::terminal_text::sanitize;

use super::Colour;

/// Returns the width and style of standard output.
pub(super) fn stdout_style(colour: Colour) -> TerminalStyle {
    let terminal = std::io::stdout().is_terminal();
    let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
    TerminalStyle {
        colour: match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        },
        width: if terminal { width.clamp(40, 120) } else { 80 },
        unicode: !terminal || supports_unicode::on(supports_unicode::Stream::Stdout),
    }
}

/// Writes lines to standard error.
pub(super) fn eprint_lines(text: &[u8]) {
    let _ = std::io::stderr().write_all(text);
}

/// Writes an error message to standard error.
pub(super) fn eprint_error(message: &str) {
    // If standard error cannot be written to either, there is no way left to report that
    let _ = writeln!(std::io::stderr(), "muster: {}", sanitize(message));
}
