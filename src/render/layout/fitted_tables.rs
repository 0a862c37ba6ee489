//! Tables whose column widths are chosen so that the whole fits.

use super::line_breaking::{bold_text, line_width, plain_text, widest_word};
use super::page_blocks::{Block, CELL_PADDING, LineStyle, SMALL, row_block, text_cell};
use crate::render::font::Fonts;
use crate::render::length::Length;

/// Lays out a table as rows of cells, with a heading row if `heads` is not empty.
pub(super) fn table_blocks(
    fonts: &Fonts,
    heads: &[String],
    rows: &[Vec<String>],
    style: LineStyle,
    width: Length,
) -> Vec<Block> {
    let count = rows.iter().map(Vec::len).chain([heads.len()]).max().unwrap_or(0);
    if count == 0 {
        return Vec::new();
    }
    let widths = column_widths(fonts, heads, rows, count, style, width);
    let numeric = |c: usize| c > 0 && rows.iter().all(|r| r.get(c).is_none_or(|t| t.chars().count() <= 6));
    let mut blocks = Vec::new();
    if !heads.is_empty() {
        let cells = (0..count).map(|c| {
            let text = heads.get(c).map_or("", String::as_str);
            text_cell(fonts, &bold_text(text), style, widths[c], if numeric(c) { "mid" } else { "left" })
        });
        blocks.push(row_block(style, "under", cells.collect()));
    }
    for texts in rows {
        let cells = (0..count).map(|c| {
            let text = texts.get(c).map_or("", String::as_str);
            text_cell(fonts, &plain_text(text), style, widths[c], if numeric(c) { "mid" } else { "left" })
        });
        blocks.push(row_block(style, "line", cells.collect()));
    }
    blocks
}

/// Returns the width of each column.
///
/// If every text fits on one line, columns are as wide as their texts. Otherwise the widest columns become
/// narrower, down to their longest words.
fn column_widths(
    fonts: &Fonts,
    heads: &[String],
    rows: &[Vec<String>],
    count: usize,
    style: LineStyle,
    width: Length,
) -> Vec<Length> {
    let mut wanted = vec![Length(0); count];
    let mut least = vec![Length(0); count];
    let padded = |w: Length| w + CELL_PADDING * 2 + Length(300);
    for (c, text) in heads.iter().enumerate() {
        wanted[c] = padded(line_width(fonts, &bold_text(text), style.size));
        least[c] = padded(widest_word(fonts, &bold_text(text), style.size) * 51 / 50 + Length(200));
    }
    for row in rows {
        for (c, text) in row.iter().enumerate() {
            wanted[c] = wanted[c].max(padded(line_width(fonts, &plain_text(text), style.size)));
            least[c] = least[c]
                .max(padded(widest_word(fonts, &plain_text(text), style.size) * 51 / 50 + Length(200)));
        }
    }
    // A word longer than a third of the table is broken, so that it does not squeeze the other columns
    least.iter_mut().for_each(|w| *w = (*w).min(width / 3));
    let total: Length = wanted.iter().copied().sum();
    if total <= width {
        let short = rows.iter().all(|r| r.first().is_none_or(|t| t.chars().count() <= 8));
        if !short {
            // The rest goes to the first column, so that numbers are at the right
            wanted[0] = wanted[0] + (width - total);
        }
        return wanted;
    }
    let under = |cap: Length| -> Vec<Length> {
        wanted.iter().zip(&least).map(|(w, l)| (*w).min(cap.max(*l))).collect()
    };
    let (mut low, mut high) = (0, width.0);
    while low < high {
        let middle = (low + high + 1) / 2;
        let sum: Length = under(Length(middle)).into_iter().sum();
        if sum <= width { low = middle } else { high = middle - 1 }
    }
    let mut fitted = under(Length(low));
    let sum: Length = fitted.iter().copied().sum();
    if sum > width {
        // Not even the words fit, so all columns shrink by the same factor and long words are broken
        fitted.iter_mut().for_each(|w| *w = Length(w.0 * width.0 / sum.0));
    } else {
        fitted[0] = fitted[0] + (width - sum);
    }
    fitted
}

/// Lays out a table in small text.
pub(super) fn small_text_table(
    fonts: &Fonts,
    heads: &[String],
    rows: &[Vec<String>],
    width: Length,
) -> Vec<Block> {
    table_blocks(fonts, heads, rows, SMALL, width)
}
