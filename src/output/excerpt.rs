//! Excerpts of files: the lines around labels, safe to print and cut to a width, with the labelled places in
//! them.

use std::collections::BTreeSet;

use super::line_positions::FileLines;
use super::terminal_text::{TAB_WIDTH, char_columns, sanitize, sanitize_same_length};
use crate::finding::Label;

/// The most places marked in one file, since a limit may count a whole army.
const MAX_MARKS: usize = 8;

/// The most lines that one place may reach over. Of a longer place only the first line is shown.
const MAX_LINES: usize = 6;

/// The bytes of a line that are read before and after a place, far more than fit a terminal.
const SCANNED_BYTES: usize = 4096;

/// One line of an excerpt.
#[derive(Debug)]
pub(super) struct ExcerptLine {
    /// The line number in the file, from 1.
    pub(super) number: usize,
    /// The byte at which it starts in the excerpt.
    pub(super) start: usize,
    /// The byte after it in the excerpt, line break included.
    pub(super) end: usize,
}

/// A marked place in an excerpt.
#[derive(Debug)]
pub(super) struct ExcerptMark {
    /// The first byte in the excerpt.
    pub(super) start: usize,
    /// The byte after the last.
    pub(super) end: usize,
    /// What the label says. May be empty.
    pub(super) text: String,
    /// The column in the file, in characters from 1.
    pub(super) column: usize,
}

/// Lines of a file and marked places in them. Offsets are bytes of the excerpt's text.
#[derive(Debug)]
pub(super) struct Excerpt {
    /// The path, safe to print.
    pub(super) path: String,
    /// The text of all lines, each with a line break.
    pub(super) text: String,
    /// The lines, in order. Their numbers may have gaps.
    pub(super) lines: Vec<ExcerptLine>,
    /// The marked places, the most important first.
    pub(super) marks: Vec<ExcerptMark>,
    /// The number of places that were too many to mark.
    pub(super) unmarked_count: usize,
}

/// The range of a label, limited to the text of the file.
struct MarkedRange {
    start: usize,
    end: usize,
    first_line: usize,
    last_line: usize,
    text: String,
}

impl Excerpt {
    /// Creates an excerpt with the lines of these labels, one line before and one after.
    ///
    /// Lines are cut to `width` columns, with `more` in place of the rest.
    pub(super) fn new(file: &FileLines, labels: &[&Label], width: usize, more: &str) -> Self {
        let mut ranges: Vec<MarkedRange> = Vec::new();
        for label in labels {
            let range = MarkedRange::new(file, label);
            match ranges.iter_mut().find(|r| (r.start, r.end) == (range.start, range.end)) {
                Some(same) if same.text.is_empty() => same.text = range.text,
                Some(same) if range.text.is_empty() || same.text == range.text => {}
                Some(same) => same.text = format!("{}; {}", same.text, range.text),
                None => ranges.push(range),
            }
        }
        let left_out = ranges.len().saturating_sub(MAX_MARKS);
        ranges.truncate(MAX_MARKS);

        let ends_blank = file.text().ends_with('\n');
        let last = if ends_blank { file.line_count() - 1 } else { file.line_count() };
        let wanted: BTreeSet<usize> = ranges
            .iter()
            .flat_map(|r| {
                let after = (r.last_line + 1).min(last.max(r.last_line));
                r.first_line.saturating_sub(1).max(1)..=after
            })
            .collect();

        let mut excerpt = Self {
            path: sanitize(file.path()).into_owned(),
            text: String::new(),
            lines: Vec::new(),
            marks: Vec::new(),
            unmarked_count: left_out,
        };
        let mut starts = vec![0; ranges.len()];
        let mut ends = vec![0; ranges.len()];
        for number in wanted {
            let cut = CutLine::new(file, number, &ranges, width, more);
            let start = excerpt.text.len();
            for (at, range) in ranges.iter().enumerate() {
                if range.first_line == number {
                    starts[at] = start + cut.cut_position(range.start);
                }
                if range.last_line == number {
                    ends[at] = start + cut.cut_position(range.end);
                }
            }
            excerpt.text.push_str(&cut.text);
            excerpt.text.push('\n');
            excerpt.lines.push(ExcerptLine { number, start, end: excerpt.text.len() });
        }
        excerpt.marks = ranges
            .into_iter()
            .zip(starts.into_iter().zip(ends))
            .map(|(range, (start, end))| ExcerptMark {
                start,
                end: end.max(start),
                text: range.text,
                column: file.position(range.start).column,
            })
            .collect();
        excerpt
    }
}

impl MarkedRange {
    fn new(file: &FileLines, label: &Label) -> Self {
        let text = file.text();
        let start = file.char_floor(label.span.start as usize);
        let (first, _) = file.line_range(file.line_of(start));
        let start = start.max(first);
        let mut end = (label.span.end as usize).clamp(start, text.len());
        while !text.is_char_boundary(end) {
            end += 1;
        }
        let words = text[start..end].trim_end();
        if !words.is_empty() {
            end = start + words.len();
        }
        let first_line = file.line_of(start);
        let mut last_line = if end > start { file.line_of(file.char_floor(end - 1)) } else { first_line };
        if last_line - first_line >= MAX_LINES || words.is_empty() {
            last_line = first_line;
            end = end.min(file.line_range(first_line).1).max(start);
        }
        Self { start, end, first_line, last_line, text: sanitize(&label.text).into_owned() }
    }
}

/// One line, cut to a width around the marked places in it.
struct CutLine {
    text: String,
    /// The byte of the file that `from` and `to` count from, and the range of bytes that is shown.
    origin: usize,
    from: usize,
    to: usize,
    /// The length of what is put before the shown bytes.
    prefix_length: usize,
}

impl CutLine {
    fn new(file: &FileLines, number: usize, ranges: &[MarkedRange], width: usize, more: &str) -> Self {
        let (start, end) = file.line_range(number);
        let marks = || ranges.iter().filter(|r| r.first_line == number).map(|r| r.start);
        // Of a very long line, only the text near the first place can be shown; reading the rest would cost
        // time
        let far = marks().min().filter(|at| at - start > SCANNED_BYTES);
        let line = far.map_or(start, |at| file.char_floor(at - SCANNED_BYTES));
        let near = file
            .char_floor(marks().min().unwrap_or(start).max(start).saturating_add(2 * SCANNED_BYTES).min(end));
        let text = sanitize_same_length(&file.text()[line..near]);
        let here = |at: usize| at.saturating_sub(line).min(text.len());
        let first = marks().map(here).min();
        let last = ranges.iter().filter(|r| r.last_line == number).map(|r| here(r.end)).max();
        if line == start && near == end && bytes_within(&text, width) == text.len() {
            return Self { origin: line, from: 0, to: text.len(), prefix_length: 0, text: text.into_owned() };
        }
        // If the marked text would not fit, cut the line a quarter of the width before it
        let from = match (first, last) {
            (Some(first), Some(last)) if last > bytes_within(&text, width.saturating_sub(more.len())) => {
                let mut room = width / 4;
                let before = text[..first].char_indices().rev();
                let kept = before.take_while(|(_, c)| {
                    let needed = if *c == '\t' { TAB_WIDTH } else { char_columns(*c, 0) };
                    let fits = needed <= room;
                    room = room.saturating_sub(needed);
                    fits
                });
                kept.last().map_or(first, |(at, _)| at)
            }
            _ => 0,
        };
        let before = if from > 0 { more } else { "" };
        let room = width.saturating_sub(before.chars().count());
        let rest = &text[from..];
        let fits = bytes_within(rest, room);
        let (to, after) = if fits == rest.len() && near == end {
            (text.len(), "")
        } else {
            (from + bytes_within(rest, room.saturating_sub(more.chars().count())), more)
        };
        let shown = format!("{before}{}{after}", &text[from..to]);
        Self { text: shown, origin: line, from, to, prefix_length: before.len() }
    }

    /// Returns the position of a byte of the file in the cut line, or the nearest end if it was cut off.
    fn cut_position(&self, byte: usize) -> usize {
        let at = byte.saturating_sub(self.origin).min(self.to);
        if at < self.from { 0 } else { self.prefix_length + at - self.from }
    }
}

/// Returns the number of bytes of a line that fit into `width` columns.
fn bytes_within(line: &str, width: usize) -> usize {
    let mut used = 0;
    for (at, c) in line.char_indices() {
        used += char_columns(c, used);
        if used > width {
            return at;
        }
    }
    line.len()
}

#[cfg(test)]
mod tests;
