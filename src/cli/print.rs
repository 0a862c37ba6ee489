//! What the terminal can show, and the one way to standard error.

use std::io::{IsTerminal as _, Write as _};

use crate::output::Style;
use crate::output::text::clean;

use super::Colour;

/// What standard output can show.
pub(super) fn style(colour: Colour) -> Style {
    let terminal = std::io::stdout().is_terminal();
    let width = terminal_size::terminal_size().map_or(80, |(width, _)| usize::from(width.0));
    Style {
        colour: match colour {
            Colour::Always => true,
            Colour::Never => false,
            Colour::Auto => terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty()),
        },
        width: if terminal { width.clamp(40, 120) } else { 80 },
        unicode: !terminal || supports_unicode::on(supports_unicode::Stream::Stdout),
    }
}

/// Prints lines on standard error.
pub(super) fn lines(words: &[u8]) {
    let _ = std::io::stderr().write_all(words);
}

/// Says on standard error why something could not be done.
pub(super) fn trouble(words: &str) {
    // Where even that cannot be written there is nobody to tell
    let _ = writeln!(std::io::stderr(), "muster: {}", clean(words));
}
