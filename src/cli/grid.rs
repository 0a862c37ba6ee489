//! Tables in columns: numbers to the right, words to the left, and what is too wide broken inside its column.

use std::io::Write;

use crate::output::text::{clean, width, wrap};

/// The least that a column of words is broken down to.
const LEAST: usize = 20;

/// Where the cells of a column stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Left,
    Right,
}

/// Writes rows of cells, the first row being the heads, with an indent of 2. Gives `false` and writes nothing
/// where they cannot be brought into so many columns.
pub(super) fn write(rows: &[Vec<String>], columns: usize, out: &mut dyn Write) -> std::io::Result<bool> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let cells = |c: usize| rows.iter().filter_map(move |row| row.get(c));
    let mut widths: Vec<usize> = (0..count).map(|c| cells(c).map(|x| width(x)).max().unwrap_or(0)).collect();
    let sides: Vec<Side> = (0..count).map(|c| side(c, rows)).collect();
    let all: usize = widths.iter().map(|w| w + 2).sum();
    if all > columns {
        // Only the widest column is broken
        let Some(widest) = (0..count).max_by_key(|c| widths[*c]) else { return Ok(true) };
        let room = (columns + widths[widest]).saturating_sub(all);
        if room < LEAST {
            return Ok(false);
        }
        widths[widest] = room;
    }
    for row in rows {
        let broken: Vec<String> = (0..count)
            .map(|c| wrap(&clean(row.get(c).map_or("", String::as_str)), widths[c].max(1)))
            .collect();
        let lines: Vec<Vec<&str>> = broken.iter().map(|text| text.lines().collect()).collect();
        for at in 0..lines.iter().map(Vec::len).max().unwrap_or(0) {
            let mut line = String::new();
            for c in 0..count {
                let cell = lines[c].get(at).copied().unwrap_or("");
                let gap = " ".repeat(widths[c].saturating_sub(width(cell)));
                let (before, after) =
                    if sides[c] == Side::Left { ("", gap.as_str()) } else { (gap.as_str(), "") };
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

/// Words stand on the left, as the first column does; numbers and single short words on the right.
fn side(column: usize, rows: &[Vec<String>]) -> Side {
    let wordy = |cell: &String| {
        let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
        letters > 4 && (cell.contains(' ') || cell.chars().next().is_some_and(char::is_alphabetic))
    };
    let words = rows.iter().skip(1).filter_map(|row| row.get(column)).any(wordy);
    if column == 0 || words { Side::Left } else { Side::Right }
}

#[cfg(test)]
mod tests {
    use super::write;

    fn shown(rows: &[&[&str]], columns: usize) -> Option<String> {
        let rows: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(|c| (*c).to_owned()).collect()).collect();
        let mut out = Vec::new();
        write(&rows, columns, &mut out).unwrap().then(|| String::from_utf8(out).unwrap())
    }

    #[test]
    fn numbers_stand_right_and_words_left() {
        let rows: &[&[&str]] =
            &[&["When", "d6", "Then"], &["Uphill", "+1", "it fights on"], &["Tired", "-10", "stops"]];
        assert_eq!(
            shown(rows, 80).unwrap(),
            "  When     d6  Then\n  Uphill   +1  it fights on\n  Tired   -10  stops\n"
        );
    }

    #[test]
    fn the_widest_column_is_broken_where_it_must_be() {
        let rows: &[&[&str]] = &[&["d6", "Effect"], &["1-4", "one two three four five six seven"]];
        assert_eq!(
            shown(rows, 30).unwrap(),
            "  d6   Effect\n  1-4  one two three four five\n       six seven\n"
        );
        assert_eq!(shown(rows, 20), None);
    }
}
