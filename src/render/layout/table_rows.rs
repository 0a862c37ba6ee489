//! Rows of a table, whose cells may hold a sign, lines of several sizes, and boxes to cross off.

use serde::Serialize;

use super::line_breaking::{TextLine, bold_text, line_width};
use super::page_blocks::{Block, BoxItem};
use crate::render::context::BoxData;
use crate::render::font::Fonts;
use crate::render::length::Length;

/// A cell of a row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TableCell {
    /// The width in millimetres.
    pub w: Length,
    /// The space above the content in millimetres, so that it stands in the middle.
    pub pad: Length,
    /// The CSS classes.
    pub class: &'static str,
    /// `col` or `row` for a heading. Empty for other cells.
    pub scope: &'static str,
    /// The heading of the column, for narrow screens.
    pub label: String,
    /// How many columns the cell takes.
    pub span: usize,
    /// The drawing of a sign. Empty for none.
    pub sign: &'static str,
    /// The name of the sign, if it is to be read aloud.
    pub sign_name: String,
    /// The lines of text.
    pub lines: Vec<SizedLine>,
    /// The rows of boxes, below the text.
    pub boxes: Vec<BoxLine>,
}

/// A line of text with its own size.
#[derive(Clone, Debug, Serialize)]
pub struct SizedLine {
    /// The font size in millimetres.
    pub size: Length,
    /// The height of the line in millimetres.
    pub line: Length,
    /// The text.
    pub text: TextLine,
}

/// A row of boxes to cross off, with their words.
#[derive(Clone, Debug, Serialize)]
pub struct BoxLine {
    /// The height in millimetres.
    pub h: Length,
    /// The boxes as text for screen readers.
    pub said: String,
    /// The boxes and words, from left to right.
    pub marks: Vec<BoxItem>,
}

/// The height of a sign; it is half as wide again.
pub const SIGN_HEIGHT: Length = Length(5_600);

impl TableCell {
    fn content_height(&self) -> Length {
        let text: Length = self.lines.iter().map(|line| line.line).sum();
        let boxes: Length = self.boxes.iter().map(|line| line.h).sum();
        let sign = if self.sign.is_empty() { Length(0) } else { SIGN_HEIGHT };
        (text + boxes).max(sign)
    }
}

/// Returns a row as high as its highest cell, with `air` above and below.
pub fn table_row(deco: &'static str, mut cells: Vec<TableCell>, air: Length) -> Block {
    let highest = cells.iter().map(TableCell::content_height).max().unwrap_or_default();
    let h = highest + air * 2;
    cells.iter_mut().for_each(|cell| cell.pad = (h - cell.content_height()).half());
    Block { kind: "tr", deco, h, table: cells, ..Block::default() }
}

/// The size of the boxes of a roster, and how they stand.
#[derive(Clone, Copy, Debug)]
pub struct BoxStyle {
    /// The distance from one box to the next; they share a line.
    pub step: Length,
    /// The space between groups.
    pub gap: Length,
    /// The font size of words.
    pub size: Length,
    /// The height of a row.
    pub h: Length,
}

/// Returns rows of boxes: each set after its number if there are several, groups apart, and words where a box has one and
/// `with_words` is set.
pub fn lines_of_boxes(
    fonts: &Fonts,
    label: &str,
    sets: &[(&[BoxData], i64)],
    with_words: bool,
    style: BoxStyle,
    width: Length,
) -> Vec<BoxLine> {
    let word = |text: &str, kind: &'static str| BoxItem {
        kind,
        w: line_width(fonts, &bold_text(text), style.size) + Length(1_300),
        text: text.to_owned(),
    };
    let gap = |w: Length| BoxItem { kind: "gap", w, text: String::new() };
    let indent = if label.is_empty() { Length(0) } else { word(label, "label").w };
    let used = |row: &[BoxItem]| -> Length { row.iter().map(|item| item.w).sum() };
    let mut rows: Vec<Vec<BoxItem>> = vec![Vec::new()];
    let push = |piece: Vec<BoxItem>, as_one: Length, rows: &mut Vec<Vec<BoxItem>>| {
        let Some(row) = rows.last_mut() else { return };
        if !row.is_empty() && used(row) + as_one.max(used(&piece)) > width {
            // Rows below the first stand under its boxes
            let under = (!label.is_empty()).then(|| gap(indent));
            rows.push(under.into_iter().chain(piece).collect());
        } else {
            row.extend(piece);
        }
    };
    if !label.is_empty() {
        push(vec![word(label, "label")], Length(0), &mut rows);
    }
    let several = sets.len() > 1;
    for (at, (set, group)) in sets.iter().enumerate() {
        let group = usize::try_from(*group).unwrap_or(5).max(1);
        let mut pieces: Vec<Vec<BoxItem>> = Vec::new();
        for boxes in set.chunks(group) {
            let mut piece: Vec<BoxItem> = Vec::new();
            for one in boxes {
                let kind = match (one.mark.is_some(), one.gone) {
                    (true, _) => "strong",
                    (false, true) => "gone",
                    (false, false) => "box",
                };
                piece.push(BoxItem { kind, w: style.step, text: String::new() });
                if let Some(mark) = one.mark.as_ref().filter(|_| with_words) {
                    piece.push(word(mark, "word"));
                }
            }
            piece.push(gap(style.gap));
            pieces.push(piece);
        }
        if several {
            let text = (at + 1).to_string();
            let wide = line_width(fonts, &bold_text(&text), style.size) + Length(500);
            let number = BoxItem { kind: "label", w: wide, text };
            pieces.first_mut().into_iter().for_each(|first| first.insert(0, number.clone()));
        }
        // A set that fits on a row is not split over two
        let whole: Length = pieces.iter().map(|piece| used(piece)).sum();
        let mut as_one = if whole <= width { whole } else { Length(0) };
        for piece in pieces {
            push(piece, as_one, &mut rows);
            as_one = Length(0);
        }
    }
    let count =
        |marks: &[BoxItem]| marks.iter().filter(|m| matches!(m.kind, "box" | "strong" | "gone")).count();
    let said = |marks: &[BoxItem]| {
        let words: Vec<&str> =
            marks.iter().map(|m| m.text.as_str()).filter(|text| !text.is_empty()).collect();
        let number = count(marks);
        let boxes = if number == 1 { "1 box".to_owned() } else { format!("{number} boxes") };
        if words.is_empty() { boxes } else { format!("{}: {boxes}", words.join(", ")) }
    };
    let made = rows.into_iter().filter(|row| !row.is_empty());
    made.map(|marks| BoxLine { h: style.h, said: said(&marks), marks }).collect()
}
