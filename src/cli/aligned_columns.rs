//! Prints tables in aligned columns: text to the left, numbers to the right, with the widest column wrapped
//! if needed.

use std::io::Write;

use crate::output::terminal_text::{display_width, sanitize, wrap_text};

/// The smallest width to which a column is wrapped, in columns of the terminal.
const MIN_TEXT_WIDTH: usize = 20;

/// The alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ColumnAlign {
    Left,
    Right,
}

/// Writes a table, its first row as the header, indented by 2. Returns `false`, having written nothing, if it
/// cannot fit into `columns`.
pub(super) fn print_columns(
    rows: &[Vec<String>],
    columns: usize,
    out: &mut dyn Write,
) -> std::io::Result<bool> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |c: usize| rows.iter().filter_map(move |row| row.get(c));
    let mut widths: Vec<usize> =
        (0..count).map(|c| cells(c).map(|x| display_width(x)).max().unwrap_or(0)).collect();
    let sides: Vec<ColumnAlign> = (0..count).map(|c| column_align(c, rows)).collect();
    let all: usize = widths.iter().map(|w| w + 2).sum();
    if all > columns {
        // Wrapping one column suffices for tables of numbers with a column of text
        let Some(widest) = (0..count).max_by_key(|c| widths[*c]) else { return Ok(true) };
        let room = (columns + widths[widest]).saturating_sub(all);
        if room < MIN_TEXT_WIDTH {
            return Ok(false);
        }
        widths[widest] = room;
    }
    for row in rows {
        let broken: Vec<String> = (0..count)
            .map(|c| wrap_text(&sanitize(row.get(c).map_or("", String::as_str)), widths[c].max(1)))
            .collect();
        let lines: Vec<Vec<&str>> = broken.iter().map(|text| text.lines().collect()).collect();
        for at in 0..lines.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for c in 0..count {
                let cell = lines[c].get(at).copied().unwrap_or("");
                let gap = " ".repeat(widths[c].saturating_sub(display_width(cell)));
                let (before, after) =
                    if sides[c] == ColumnAlign::Left { ("", gap.as_str()) } else { (gap.as_str(), "") };
                line.push_str("  ");
                line.push_str(before);
                line.push_str(cell);
                line.push_str(after);
            }
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(true)
}

/// Returns the alignment of a column: left for the first column and for text, right for numbers and short
/// words.
fn column_align(column: usize, rows: &[Vec<String>]) -> ColumnAlign {
    let wordy = |cell: &String| {
        let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
        letters > 4 && (cell.contains(' ') || cell.chars().next().is_some_and(char::is_alphabetic))
    };
    let words = rows.iter().skip(1).filter_map(|row| row.get(column)).any(wordy);
    if column == 0 || words { ColumnAlign::Left } else { ColumnAlign::Right }
}

#[cfg(test)]
mod tests {
    use super::print_columns;

    fn shown(rows: &[&[&str]], columns: usize) -> Option<String> {
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|c| (*c).to_owned()).collect()).collect();
        let mut out = Vec::new();
        print_columns(&rows, columns, &mut out).unwrap().then(|| String::from_utf8(out).unwrap())
    }

    #[test]
    fn numbers_are_aligned_right_and_text_left() {
        let rows: &[&[&str]] =
            &[&["When", "d6", "Then"], &["Uphill", "+1", "it fights on"], &["Tired", "-10", "stops"]];
        assert_eq!(
            shown(rows, 80).unwrap(),
            "  When     d6  Then\n  Uphill   +1  it fights on\n  Tired   -10  stops\n"
        );
    }

    #[test]
    fn the_widest_column_is_wrapped_if_needed() {
        let rows: &[&[&str]] = &[&["d6", "Effect"], &["1-4", "one two three four five six seven"]];
        assert_eq!(
            shown(rows, 30).unwrap(),
            "  d6   Effect\n  1-4  one two three four five\n       six seven\n"
        );
        assert_eq!(shown(rows, 20), None);
    }
}
