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

    pub(super) fn grid(&mut self, grid: &[Vec<String>]) -> std::io::Result<()> {
        let columns = grid.iter().map(Vec::len).max().unwrap_or(0);
        let wide =
            |c: usize| grid.iter().filter_map(|row| row.get(c)).map(|cell| width(cell)).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns).map(wide).collect();
        for row in grid {
            let cells: Vec<String> = row
                .iter()
                .enumerate()
                .map(|(c, cell)| {
                    let gap = " ".repeat(widths[c].saturating_sub(width(cell)));
                    if c == 0 { format!("{}{gap}", clean(cell)) } else { format!("{gap}{}", clean(cell)) }
                })
                .collect();
            writeln!(self.out, "  {}", cells.join("  ").trim_end())?;
        }
        Ok(())
    }
}
