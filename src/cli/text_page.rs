//! Lays out text for a terminal: headings, items with a hanging indent, tables.

use std::io::Write;

use crate::format::reference_tables::Table;
use crate::output::terminal_text::{display_width, sanitize, wrap_text};

use super::aligned_columns;

/// Writes headings, items and tables to a terminal of a given width.
pub(super) struct TextPage<'o> {
    pub(super) out: &'o mut dyn Write,
    pub(super) width: usize,
}

impl TextPage<'_> {
    /// Writes a heading after an empty line.
    pub(super) fn write_heading(&mut self, title: &str) -> std::io::Result<()> {
        writeln!(self.out, "\n{title}")
    }

    /// Writes a word, then text that is wrapped with a hanging indent.
    pub(super) fn write_item(&mut self, word: &str, text: &str, indent: usize) -> std::io::Result<()> {
        let lead = format!("{}{} ", " ".repeat(indent), sanitize(word));
        let hang = " ".repeat(indent + 2);
        let text = sanitize(text);
        let first = self.width.saturating_sub(display_width(&lead)).max(20);
        let begun = wrap_text(&text, first);
        let (head, rest) = begun.split_once('\n').unwrap_or((&begun, ""));
        writeln!(self.out, "{}", format!("{lead}{head}").trim_end())?;
        let rest = wrap_text(&rest.replace('\n', " "), self.width.saturating_sub(indent + 2).max(20));
        for line in rest.lines() {
            writeln!(self.out, "{hang}{line}")?;
        }
        Ok(())
    }

    /// Writes a table with its name, its rows and the sentences below them.
    pub(super) fn write_table(&mut self, table: &Table) -> std::io::Result<()> {
        let roll = table.roll.as_ref().map_or_else(String::new, |r| format!(" ({r})"));
        self.write_heading(&format!("{}{roll}", sanitize(&table.name)))?;
        let mut rows: Vec<Vec<String>> = Vec::new();
        // A table without column heads still gets a row for them, since the first row is always the header
        let headless = table.columns.is_empty();
        rows.push(table.columns.iter().map(|c| c.value.clone()).collect());
        rows.extend(table.rows.iter().map(|row| row.cells().iter().map(|c| c.value.clone()).collect()));
        if !aligned_columns::print_columns(&rows, self.width, self.out)? {
            for row in rows.iter().skip(usize::from(headless)) {
                let (first, rest) = row.split_first().map_or(("", &[][..]), |(f, r)| (f.as_str(), r));
                self.write_item(&format!("{first}:"), &rest.join(" | "), 2)?;
            }
        }
        self.write_table_sentences(table)
    }

    /// Writes the sentences below a table's rows.
    pub(super) fn write_table_sentences(&mut self, table: &Table) -> std::io::Result<()> {
        for line in &table.lines {
            self.write_item("-", line, 2)?;
        }
        if let Some(note) = &table.note {
            for line in wrap_text(&sanitize(note), self.width.saturating_sub(2)).lines() {
                writeln!(self.out, "  {line}")?;
            }
        }
        Ok(())
    }
}
