//! A page of text for a terminal: heads, hanging items, tables.

use std::io::Write;

use crate::format::sheet::Table;
use crate::output::text::{clean, width, wrap};

use super::grid;

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

    /// A table with its head, its rows and what stands below them.
    pub(super) fn table(&mut self, table: &Table) -> std::io::Result<()> {
        let roll = table.roll.as_ref().map_or_else(String::new, |r| format!(" ({r})"));
        self.head(&format!("{}{roll}", clean(&table.name)))?;
        let mut rows: Vec<Vec<String>> = Vec::new();
        // A table without heads still has a row for them, so that its first row is none
        let headless = table.columns.is_empty();
        rows.push(table.columns.iter().map(|c| c.value.clone()).collect());
        rows.extend(table.rows.iter().map(|row| row.cells().iter().map(|c| c.value.clone()).collect()));
        if !grid::write(&rows, self.width, self.out)? {
            for row in rows.iter().skip(usize::from(headless)) {
                let (first, rest) = row.split_first().map_or(("", &[][..]), |(f, r)| (f.as_str(), r));
                self.item(&format!("{first}:"), &rest.join(" | "), 2)?;
            }
        }
        self.lines(table)
    }

    /// What stands below a table's rows.
    pub(super) fn lines(&mut self, table: &Table) -> std::io::Result<()> {
        for line in &table.lines {
            self.item("-", line, 2)?;
        }
        if let Some(note) = &table.note {
            for line in wrap(&clean(note), self.width.saturating_sub(2)).lines() {
                writeln!(self.out, "  {line}")?;
            }
        }
        Ok(())
    }
}
