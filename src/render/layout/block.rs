//! The blocks that pages and cards are built of, such as rows of cells and rows of boxes.

use serde::Serialize;

use super::text::{Line, bold, natural, plain, wrap};
use crate::render::context::BoxMark;
use crate::render::font::Fonts;
use crate::render::unit::Um;

/// A style of text lines. No font size is below 7 pt (2.47 mm), so that text stays readable on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// The CSS class.
    pub class: &'static str,
    /// The font size.
    pub size: Um,
    /// The height of a line.
    pub line: Um,
}

const fn style(class: &'static str, size: i64, line: i64) -> Style {
    Style { class, size: Um(size), line: Um(line) }
}

/// Style of the army's name.
pub const TITLE: Style = style("title", 6_200, 7_600);
/// Style of a command's name.
pub const HEAD: Style = style("head2", 3_900, 5_400);
/// Style of a unit's name on the roster.
pub const NAME: Style = style("name", 3_100, 4_100);
/// Style of a unit's name on a card.
pub const CARD_NAME: Style = style("cname", 3_500, 4_200);
/// Style of ordinary text.
pub const TEXT: Style = style("text", 2_700, 3_450);
/// Style of small text.
pub const SMALL: Style = style("small", 2_500, 3_100);
/// Style of stats on a card.
pub const FIGURE: Style = style("figure", 3_200, 3_900);

/// All styles.
pub const STYLES: [Style; 7] = [TITLE, HEAD, NAME, CARD_NAME, TEXT, SMALL, FIGURE];

/// The space between a line above a row and its text; `print.css` has the same number.
const AIR_BELOW_LINE: Um = Um(700);
/// The space around a line below a row.
const AIR_ABOVE_LINE: Um = Um(700);

/// The padding at each side of a cell.
pub const PAD: Um = Um(500);

/// One block of a page or card, such as a row of text or of boxes.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Block {
    /// `row`, `boxes`, `bar`, `plan` or `gap`.
    pub kind: &'static str,
    /// The CSS class of the style.
    pub style: &'static str,
    /// The CSS class of the decoration: `under`, `over`, `figures`, …. May be empty.
    pub deco: &'static str,
    /// The height in millimetres.
    pub h: Um,
    /// The cells of a row.
    pub cells: Vec<Cell>,
    /// Boxes to cross off, and words between them.
    pub marks: Vec<BoxItem>,
    /// The boxes as text for screen readers: `Hits: 24 boxes`.
    pub said: String,
    /// The bar of points, if the block is one.
    pub bar: Option<super::bar::Bar>,
    /// The diagram of commands, if the block is one.
    pub plan: Option<super::plan::Plan>,
}

/// A cell of a row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Cell {
    /// The width in millimetres.
    pub w: Um,
    /// The CSS classes: `left`, `right` or `mid`, and what the cell holds.
    pub class: &'static str,
    /// The lines of text.
    pub lines: Vec<Line>,
    /// The font size in millimetres. `None` if it is the row's.
    pub size: Option<Um>,
}

/// A box to cross off, or words beside it.
#[derive(Clone, Debug, Serialize)]
pub struct BoxItem {
    /// `box`, `strong` (a box with a word), `word`, `label` or `gap`.
    pub kind: &'static str,
    /// The width in millimetres.
    pub w: Um,
    /// The text of a word or label.
    pub text: String,
}

/// Returns an empty block of this height.
pub fn gap(h: Um) -> Block {
    Block { kind: "gap", h, ..Block::default() }
}

/// Returns a thin line with space above and below.
pub fn rule() -> Block {
    Block { kind: "gap", deco: "rule", h: Um(1_200), ..Block::default() }
}

/// Breaks a text into lines over the whole width. Each line is a block of its own, so that a page may end
/// between them.
pub fn paragraph(fonts: &Fonts, text: &[super::text::Run], style: Style, width: Um) -> Vec<Block> {
    let lines = wrap(fonts, text, style.size, width - PAD * 2);
    lines
        .into_iter()
        .map(|line| row(style, "", vec![Cell { w: width, class: "left", lines: vec![line], size: None }]))
        .collect()
}

/// Returns a row of cells, as high as its highest cell.
pub fn row(style: Style, deco: &'static str, mut cells: Vec<Cell>) -> Block {
    cells.iter_mut().for_each(|c| c.size = c.size.filter(|size| *size != style.size));
    let lines = cells.iter().map(|c| c.lines.len()).max().unwrap_or(0).max(1);
    // Keep the drawn line away from the text
    let air = match deco {
        "over" => AIR_BELOW_LINE,
        "under" => AIR_ABOVE_LINE,
        _ => Um(0),
    };
    let h = style.line * i64::try_from(lines).unwrap_or(1) + air;
    Block { kind: "row", style: style.class, deco, h, cells, ..Block::default() }
}

/// Returns a cell, with its text broken into lines.
pub fn cell(fonts: &Fonts, text: &[super::text::Run], style: Style, w: Um, class: &'static str) -> Cell {
    Cell { w, class, lines: wrap(fonts, text, style.size, w - PAD * 2), size: Some(style.size) }
}

/// The distance from one box to the next.
const STEP: Um = Um(3_800);
/// The space after every fifth box.
const FIVE: Um = Um(1_200);
/// A set with more boxes than this begins a new row.
const SHORT: usize = 5;
/// The height of a row of boxes.
pub const BOX_ROW: Um = Um(4_400);

/// Returns rows of boxes after their label.
///
/// `sets` has the boxes of each of several identical units. Each set follows its number, and a long set
/// begins a new row. Only the first set has the words of the boxes.
pub fn boxes(fonts: &Fonts, label: &str, sets: &[&[BoxMark]], width: Um) -> Vec<Block> {
    let width = width - PAD * 2;
    let word = |text: &str, bold_text: bool| {
        let line = if bold_text { bold(text) } else { plain(text) };
        BoxItem {
            kind: if bold_text { "label" } else { "word" },
            w: natural(fonts, &line, SMALL.size) + Um(1_300),
            text: text.to_owned(),
        }
    };
    let space = |w| BoxItem { kind: "gap", w, text: String::new() };
    let mut rows: Vec<Vec<BoxItem>> = Vec::new();
    let mut current: Vec<BoxItem> = Vec::new();
    // A label longer than the row is broken into several lines
    let lines = wrap(fonts, &bold(label), SMALL.size, width - Um(1_000));
    let last = lines.len().saturating_sub(1);
    for (at, line) in lines.iter().enumerate() {
        let text: String = line.iter().map(|r| r.text.as_str()).collect();
        current.push(word(&text, true));
        if at < last {
            rows.push(std::mem::take(&mut current));
        }
    }
    let used = |row: &[BoxItem]| -> Um { row.iter().map(|i| i.w).sum() };
    // The width of a set without its words
    let bare = |set: &&[BoxMark]| {
        let boxes = i64::try_from(set.len()).unwrap_or(i64::MAX / STEP.0);
        STEP * (boxes + 1) + FIVE * (boxes / 5)
    };
    let widest = sets.iter().map(bare).max().unwrap_or_default();
    // If the first of several long sets began after the label, its boxes would not be above those of the
    // others
    if sets.len() > 1 && sets.iter().any(|set| set.len() > SHORT) && used(&current) + widest > width {
        rows.push(std::mem::take(&mut current));
    }
    for (at, set) in sets.iter().enumerate() {
        let mut all: Vec<Vec<BoxItem>> = Vec::new();
        for (n, mark) in set.iter().enumerate() {
            if n > 0 && n % 5 == 0 && mark.mark.is_none() {
                all.push(vec![space(FIVE)]);
            }
            let kind = if mark.mark.is_some() { "strong" } else { "box" };
            let mut piece = vec![BoxItem { kind, w: STEP, text: String::new() }];
            if let Some(text) = mark.mark.as_ref().filter(|_| at == 0) {
                // A word longer than the row is shortened
                let short = super::text::cut(fonts, text, false, SMALL.size, width - STEP - Um(1_300));
                piece.push(word(&short, false));
            }
            all.push(piece);
        }
        let number = (sets.len() > 1).then(|| word(&(at + 1).to_string(), true));
        let whole: Um = all.iter().flatten().chain(&number).map(|item| item.w).sum();
        if let Some(first) = all.first_mut() {
            // Keep the number on the row of its first box
            number.into_iter().rev().for_each(|n| first.insert(0, n));
        }
        if at > 0 {
            // A set that fits on one row is not split over two
            let first = if whole <= width { whole } else { width };
            // The first set has words, so the second begins a new row
            let worded = at == 1 && sets[0].iter().any(|m| m.mark.is_some());
            if set.len() > SHORT || worded || used(&current) + first + FIVE * 2 > width {
                rows.push(std::mem::take(&mut current));
            } else {
                current.push(space(FIVE * 2));
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
        Block { kind: "boxes", style: SMALL.class, h: BOX_ROW, marks, said, ..Block::default() }
    };
    rows.into_iter().map(block).collect()
}
