//! A page of text for a terminal: heads, hanging items, grids.

use std::io::Write;

use crate::output::text::{clean, width, wrap};

/// A page that is being written.
pub(super) struct Page<'o> {
    pub(super) out: &'o mut dyn Write,
    pub(super) width: usize,
}

impl Page<'_> {
    pub(super) fn head(&mut self, title: &str) -> std::io::Result<()> {
        writeln!(self.out, "\n{title}")
    }

    /// A word, then text that hangs under its own beginning.
    pub(super) fn item(&mut self, word: &str, text: &str, indent: usize) -> std::io::Result<()> {
        let lead = format!("{}{} ", " ".repeat(indent), clean(word));
        let hang = " ".repeat(indent + 2);
        let text = clean(text);
        let first = self.width.saturating_sub(width(&lead)).max(20);
        let begun = wrap(&text, first);
        let (head, rest) = begun.split_once('\n').unwrap_or((&begun, ""));
        writeln!(self.out, "{}", format!("{lead}{head}").trim_end())?;
        let rest = wrap(&rest.replace('\n', " "), self.width.saturating_sub(indent + 2).max(20));
        for line in rest.lines() {
            writeln!(self.out, "{hang}{line}")?;
        }
        Ok(())
    }
}
