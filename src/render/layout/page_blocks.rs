//! The blocks that pages and cards are built of, such as rows of cells and rows of boxes.

use serde::Serialize;

use super::drawn_blocks::Drawn;
use super::line_breaking::{TextLine, bold_text, break_lines, line_width, plain_text};
use super::roster::foot_tables::SmallTable;
use super::table_rows::TableCell;
use crate::render::context::BoxData;
use crate::render::font::Fonts;
use crate::render::length::Length;

/// A style of text lines. No font size is below 7 pt (2.47 mm), so that text stays readable on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineStyle {
    /// The CSS class.
    pub class: &'static str,
    /// The font size.
    pub size: Length,
    /// The height of a line.
    pub line: Length,
}

const fn line_style(class: &'static str, size: i64, line: i64) -> LineStyle {
    LineStyle { class, size: Length(size), line: Length(line) }
}

/// Style of the army's name.
pub const TITLE: LineStyle = line_style("title", 6_200, 7_600);
/// Style of a command's name.
pub const HEAD: LineStyle = line_style("head2", 3_900, 5_400);
/// Style of a unit's name on the roster.
pub const NAME: LineStyle = line_style("name", 3_100, 4_100);
/// Style of a unit's name on a card.
pub const CARD_NAME: LineStyle = line_style("cname", 3_500, 4_200);
/// Style of ordinary text.
pub const TEXT: LineStyle = line_style("text", 2_700, 3_450);
/// Style of small text.
pub const SMALL: LineStyle = line_style("small", 2_500, 3_100);
/// Style of the smallest text on rosters, 7.5 pt.
pub const FINE: LineStyle = line_style("fine", 2_650, 3_200);
/// Style of stats on a card.
pub const FIGURE: LineStyle = line_style("figure", 3_200, 3_900);

/// All styles.
pub const STYLES: [LineStyle; 8] = [TITLE, HEAD, NAME, CARD_NAME, TEXT, SMALL, FINE, FIGURE];

/// The space between a line above a row and its text; `print.css` has the same number.
const AIR_BELOW_LINE: Length = Length(700);
/// The space around a line below a row.
const AIR_ABOVE_LINE: Length = Length(700);

/// The padding at each side of a cell.
pub const CELL_PADDING: Length = Length(500);

/// One block of a page or card, such as a row of text or of boxes.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Block {
    /// `row`, `boxes`, `tr`, `drawn`, `tables` or `gap`.
    pub kind: &'static str,
    /// The CSS class of the style.
    pub style: &'static str,
    /// The CSS class of the decoration: `under`, `over`, `figures`, …. May be empty.
    pub deco: &'static str,
    /// The height in millimetres.
    pub h: Length,
    /// The cells of a row.
    pub cells: Vec<LayoutCell>,
    /// Boxes to cross off, and words between them.
    pub marks: Vec<BoxItem>,
    /// The boxes as text for screen readers: `Hits: 24 boxes`.
    pub said: String,
    /// The cells of a row of a table.
    pub table: Vec<TableCell>,
    /// The texts and frames of a block that places them itself.
    pub drawn: Option<Drawn>,
    /// Small tables side by side.
    pub tables: Vec<SmallTable>,
}

/// A cell of a row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct LayoutCell {
    /// The width in millimetres.
    pub w: Length,
    /// The CSS classes: `left`, `right` or `mid`, and what the cell holds.
    pub class: &'static str,
    /// The lines of text.
    pub lines: Vec<TextLine>,
    /// The font size in millimetres. `None` if it is the row's.
    pub size: Option<Length>,
}

/// A box to cross off, or words beside it.
#[derive(Clone, Debug, Serialize)]
pub struct BoxItem {
    /// `box`, `strong` (a box with a word), `word`, `label` or `gap`.
    pub kind: &'static str,
    /// The width in millimetres.
    pub w: Length,
    /// The text of a word or label.
    pub text: String,
}

/// Returns an empty block of this height.
pub fn gap_block(h: Length) -> Block {
    Block { kind: "gap", h, ..Block::default() }
}

/// Returns a thin line with space above and below.
pub fn rule_block() -> Block {
    Block { kind: "gap", deco: "rule", h: Length(1_200), ..Block::default() }
}

/// Breaks a text into lines over the whole width. Each line is a block of its own, so that a page may end
/// between them.
pub fn paragraph_blocks(
    fonts: &Fonts,
    text: &[super::line_breaking::TextRun],
    style: LineStyle,
    width: Length,
) -> Vec<Block> {
    let lines = break_lines(fonts, text, style.size, width - CELL_PADDING * 2);
    lines
        .into_iter()
        .map(|line| {
            row_block(style, "", vec![LayoutCell { w: width, class: "left", lines: vec![line], size: None }])
        })
        .collect()
}

/// Returns a row of cells, as high as its highest cell.
pub fn row_block(style: LineStyle, deco: &'static str, mut cells: Vec<LayoutCell>) -> Block {
    cells.iter_mut().for_each(|c| c.size = c.size.filter(|size| *size != style.size));
    let lines = cells.iter().map(|c| c.lines.len()).max().unwrap_or(0).max(1);
    // Keep the drawn line away from the text
    let air = match deco {
        "over" => AIR_BELOW_LINE,
        "under" => AIR_ABOVE_LINE,
        _ => Length(0),
    };
    let h = style.line * i64::try_from(lines).unwrap_or(1) + air;
    Block { kind: "row", style: style.class, deco, h, cells, ..Block::default() }
}

/// Returns a cell, with its text broken into lines.
pub fn text_cell(
    fonts: &Fonts,
    text: &[super::line_breaking::TextRun],
    style: LineStyle,
    w: Length,
    class: &'static str,
) -> LayoutCell {
    LayoutCell {
        w,
        class,
        lines: break_lines(fonts, text, style.size, w - CELL_PADDING * 2),
        size: Some(style.size),
    }
}

/// The distance from one box to the next.
const BOX_STEP: Length = Length(3_800);
/// The space after every fifth box.
const GAP_AFTER_FIVE: Length = Length(1_200);
/// A set with more boxes than this begins a new row.
const LONGEST_SHORT_SET: usize = 5;
/// The height of a row of boxes.
pub const BOX_ROW_HEIGHT: Length = Length(4_400);

/// Returns rows of boxes after their label.
///
/// `sets` has the boxes of each of several identical units. Each set follows its number, and a long set
/// begins a new row. Only the first set has the words of the boxes.
pub fn box_rows(fonts: &Fonts, label: &str, sets: &[&[BoxData]], width: Length) -> Vec<Block> {
    let width = width - CELL_PADDING * 2;
    let word = |text: &str, is_bold: bool| {
        let line = if is_bold { bold_text(text) } else { plain_text(text) };
        BoxItem {
            kind: if is_bold { "label" } else { "word" },
            w: line_width(fonts, &line, SMALL.size) + Length(1_300),
            text: text.to_owned(),
        }
    };
    let space = |w| BoxItem { kind: "gap", w, text: String::new() };
    let mut rows: Vec<Vec<BoxItem>> = Vec::new();
    let mut current: Vec<BoxItem> = Vec::new();
    // A label longer than the row is broken into several lines
    let lines = break_lines(fonts, &bold_text(label), SMALL.size, width - Length(1_000));
    let last = lines.len().saturating_sub(1);
    for (at, line) in lines.iter().enumerate() {
        let text: String = line.iter().map(|r| r.text.as_str()).collect();
        current.push(word(&text, true));
        if at < last {
            rows.push(std::mem::take(&mut current));
        }
    }
    let used = |row: &[BoxItem]| -> Length { row.iter().map(|i| i.w).sum() };
    // The width of a set without its words
    let bare = |set: &&[BoxData]| {
        let boxes = i64::try_from(set.len()).unwrap_or(i64::MAX / BOX_STEP.0);
        BOX_STEP * (boxes + 1) + GAP_AFTER_FIVE * (boxes / 5)
    };
    let widest = sets.iter().map(bare).max().unwrap_or_default();
    // If the first of several long sets began after the label, its boxes would not be above those of the
    // others
    if sets.len() > 1
        && sets.iter().any(|set| set.len() > LONGEST_SHORT_SET)
        && used(&current) + widest > width
    {
        rows.push(std::mem::take(&mut current));
    }
    for (at, set) in sets.iter().enumerate() {
        let mut all: Vec<Vec<BoxItem>> = Vec::new();
        for (n, mark) in set.iter().enumerate() {
            if n > 0 && n % 5 == 0 && mark.mark.is_none() {
                all.push(vec![space(GAP_AFTER_FIVE)]);
            }
            let kind = if mark.mark.is_some() { "strong" } else { "box" };
            let mut piece = vec![BoxItem { kind, w: BOX_STEP, text: String::new() }];
            if let Some(text) = mark.mark.as_ref().filter(|_| at == 0) {
                // A word longer than the row is shortened
                let short = super::line_breaking::truncate_to_width(
                    fonts,
                    text,
                    false,
                    SMALL.size,
                    width - BOX_STEP - Length(1_300),
                );
                piece.push(word(&short, false));
            }
            all.push(piece);
        }
        let number = (sets.len() > 1).then(|| word(&(at + 1).to_string(), true));
        let whole: Length = all.iter().flatten().chain(&number).map(|item| item.w).sum();
        if let Some(first) = all.first_mut() {
            // Keep the number on the row of its first box
            number.into_iter().rev().for_each(|n| first.insert(0, n));
        }
        if at > 0 {
            // A set that fits on one row is not split over two
            let first = if whole <= width { whole } else { width };
            // The first set has words, so the second begins a new row
            let worded = at == 1 && sets[0].iter().any(|m| m.mark.is_some());
            if set.len() > LONGEST_SHORT_SET || worded || used(&current) + first + GAP_AFTER_FIVE * 2 > width
            {
                rows.push(std::mem::take(&mut current));
            } else {
                current.push(space(GAP_AFTER_FIVE * 2));
            }
        }
        for piece in all {
            if !current.is_empty() && used(&current) + used(&piece) > width {
                rows.push(std::mem::take(&mut current));
            }
            if !current.is_empty() || piece.first().is_none_or(|i| i.kind != "gap") {
                current.extend(piece);
            }
        }
    }
    if !current.is_empty() {
        rows.push(current);
    }
    let block = |marks: Vec<BoxItem>| {
        let count = marks.iter().filter(|m| m.kind == "box" || m.kind == "strong").count();
        let words: Vec<&str> =
            marks.iter().map(|m| m.text.as_str()).filter(|text| !text.is_empty()).collect();
        let boxes = if count == 1 { "1 box".to_owned() } else { format!("{count} boxes") };
        let said = match count {
            0 => words.join(", "),
            _ if words.is_empty() => boxes,
            _ => format!("{}: {boxes}", words.join(", ")),
        };
        Block { kind: "boxes", style: SMALL.class, h: BOX_ROW_HEIGHT, marks, said, ..Block::default() }
    };
    rows.into_iter().map(block).collect()
}
