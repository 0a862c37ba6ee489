//! Tables whose column widths are chosen so that the whole fits.

use super::block::{Block, PAD, SMALL, Style, cell, row};
use super::text::{bold, natural, plain, widest_word};
use crate::render::font::Fonts;
use crate::render::unit::Um;

/// Lays out a table as rows of cells, with a heading row if `heads` is not empty.
pub(super) fn table(
    fonts: &Fonts,
    heads: &[String],
    rows: &[Vec<String>],
    style: Style,
    width: Um,
) -> Vec<Block> {
    let count = rows.iter().map(Vec::len).chain([heads.len()]).max().unwrap_or(0);
    if count == 0 {
        return Vec::new();
    }
    let widths = widths(fonts, heads, rows, count, style, width);
    let numeric = |c: usize| c > 0 && rows.iter().all(|r| r.get(c).is_none_or(|t| t.chars().count() <= 6));
    let mut blocks = Vec::new();
    if !heads.is_empty() {
        let cells = (0..count).map(|c| {
            let text = heads.get(c).map_or("", String::as_str);
            cell(fonts, &bold(text), style, widths[c], if numeric(c) { "mid" } else { "left" })
        });
        blocks.push(row(style, "under", cells.collect()));
    }
    for texts in rows {
        let cells = (0..count).map(|c| {
            let text = texts.get(c).map_or("", String::as_str);
            cell(fonts, &plain(text), style, widths[c], if numeric(c) { "mid" } else { "left" })
        });
        blocks.push(row(style, "line", cells.collect()));
    }
    blocks
}

/// Returns the width of each column.
///
/// If every text fits on one line, columns are as wide as their texts. Otherwise the widest columns become
/// narrower, down to their longest words.
fn widths(
    fonts: &Fonts,
    heads: &[String],
    rows: &[Vec<String>],
    count: usize,
    style: Style,
    width: Um,
) -> Vec<Um> {
    let mut wanted = vec![Um(0); count];
    let mut least = vec![Um(0); count];
    let padded = |w: Um| w + PAD * 2 + Um(300);
    for (c, text) in heads.iter().enumerate() {
        wanted[c] = padded(natural(fonts, &bold(text), style.size));
        least[c] = padded(widest_word(fonts, &bold(text), style.size) * 51 / 50 + Um(200));
    }
    for row in rows {
        for (c, text) in row.iter().enumerate() {
            wanted[c] = wanted[c].max(padded(natural(fonts, &plain(text), style.size)));
            least[c] = least[c].max(padded(widest_word(fonts, &plain(text), style.size) * 51 / 50 + Um(200)));
        }
    }
    // A word longer than a third of the table is broken, so that it does not squeeze the other columns
    least.iter_mut().for_each(|w| *w = (*w).min(width / 3));
    let total: Um = wanted.iter().copied().sum();
    if total <= width {
        let short = rows.iter().all(|r| r.first().is_none_or(|t| t.chars().count() <= 8));
        if !short {
            // The rest goes to the first column, so that numbers are at the right
            wanted[0] = wanted[0] + (width - total);
        }
        return wanted;
    }
    let under =
        |cap: Um| -> Vec<Um> { wanted.iter().zip(&least).map(|(w, l)| (*w).min(cap.max(*l))).collect() };
    let (mut low, mut high) = (0, width.0);
    while low < high {
        let middle = (low + high + 1) / 2;
        let sum: Um = under(Um(middle)).into_iter().sum();
        if sum <= width { low = middle } else { high = middle - 1 }
    }
    let mut fitted = under(Um(low));
    let sum: Um = fitted.iter().copied().sum();
    if sum > width {
        // Not even the words fit, so all columns shrink by the same factor and long words are broken
        fitted.iter_mut().for_each(|w| *w = Um(w.0 * width.0 / sum.0));
    } else {
        fitted[0] = fitted[0] + (width - sum);
    }
    fitted
}

/// Lays out a table in small text.
pub(super) fn small(fonts: &Fonts, heads: &[String], rows: &[Vec<String>], width: Um) -> Vec<Block> {
    table(fonts, heads, rows, SMALL, width)
}
