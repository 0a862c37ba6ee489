//! What a page or card is built of: rows of cells and rows of boxes.

use serde::Serialize;

use super::text::{Line, bold, natural, plain, wrap};
use crate::render::context::BoxMark;
use crate::render::font::Fonts;
use crate::render::unit::Um;

/// A style of lines. The sizes are millimetres and no letter is below 7 pt (2.47 mm).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Its class in the sheet.
    pub class: &'static str,
    /// The size of letters.
    pub size: Um,
    /// The height of a line.
    pub line: Um,
}

const fn style(class: &'static str, size: i64, line: i64) -> Style {
    Style { class, size: Um(size), line: Um(line) }
}

/// The army's name.
pub const TITLE: Style = style("title", 6_200, 7_600);
/// A command's name.
pub const HEAD: Style = style("head2", 3_900, 5_400);
/// A unit's name on the roster.
pub const NAME: Style = style("name", 3_100, 4_100);
/// A unit's name on a card.
pub const CARD_NAME: Style = style("cname", 3_500, 4_200);
/// Text.
pub const TEXT: Style = style("text", 2_700, 3_450);
/// Small text.
pub const SMALL: Style = style("small", 2_500, 3_100);
/// Figures on a card.
pub const FIGURE: Style = style("figure", 3_200, 3_900);

/// All styles.
pub const STYLES: [Style; 7] = [TITLE, HEAD, NAME, CARD_NAME, TEXT, SMALL, FIGURE];

/// Between a line over a row and its letters; `print.css` has it too.
const AIR_BELOW_LINE: Um = Um(700);
/// Around a line under a row.
const AIR_ABOVE_LINE: Um = Um(700);

/// What a cell keeps blank at each side.
pub const PAD: Um = Um(500);

/// A row on paper.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Block {
    /// `row`, `boxes`, `bar`, `plan` or `gap`.
    pub kind: &'static str,
    /// The class of its style.
    pub style: &'static str,
    /// How it is set off: `under`, `over`, `figures`, …; may be empty.
    pub deco: &'static str,
    /// Its height in millimetres.
    pub h: Um,
    /// Its cells.
    pub cells: Vec<Cell>,
    /// Boxes and words between them.
    pub marks: Vec<BoxItem>,
    /// The same for who hears the sheet: `Hits: 24 boxes`.
    pub said: String,
    /// A drawing.
    pub bar: Option<super::bar::Bar>,
    /// A plan of commands.
    pub plan: Option<super::plan::Plan>,
}

/// A cell of a row.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Cell {
    /// Its width in millimetres.
    pub w: Um,
    /// Its classes: `left`, `right`, `mid`, and what it holds.
    pub class: &'static str,
    /// Its lines.
    pub lines: Vec<Line>,
    /// The size of its letters in millimetres, where it is not the row's.
    pub size: Option<Um>,
}

/// A box to cross off, or words beside it.
#[derive(Clone, Debug, Serialize)]
pub struct BoxItem {
    /// `box`, `strong` (a word belongs to it), `word`, or `gap`.
    pub kind: &'static str,
    /// What it takes from left to right, in millimetres.
    pub w: Um,
    /// Words.
    pub text: String,
}

/// A blank.
pub fn gap(h: Um) -> Block {
    Block { kind: "gap", h, ..Block::default() }
}

/// A thin line with blanks above and below.
pub fn rule() -> Block {
    Block { kind: "gap", deco: "rule", h: Um(1_200), ..Block::default() }
}

/// A text over the whole width, each line a row of its own so that it may be split.
pub fn paragraph(fonts: &Fonts, text: &[super::text::Run], style: Style, width: Um) -> Vec<Block> {
    let lines = wrap(fonts, text, style.size, width - PAD * 2);
    lines
        .into_iter()
        .map(|line| row(style, "", vec![Cell { w: width, class: "left", lines: vec![line], size: None }]))
        .collect()
}

/// A row of cells, as high as its highest.
pub fn row(style: Style, deco: &'static str, mut cells: Vec<Cell>) -> Block {
    cells.iter_mut().for_each(|c| c.size = c.size.filter(|size| *size != style.size));
    let lines = cells.iter().map(|c| c.lines.len()).max().unwrap_or(0).max(1);
    // A line above or below keeps away from the letters
    let air = match deco {
        "over" => AIR_BELOW_LINE,
        "under" => AIR_ABOVE_LINE,
        _ => Um(0),
    };
    let h = style.line * i64::try_from(lines).unwrap_or(1) + air;
    Block { kind: "row", style: style.class, deco, h, cells, ..Block::default() }
}

/// A cell whose text is cut into lines.
pub fn cell(fonts: &Fonts, text: &[super::text::Run], style: Style, w: Um, class: &'static str) -> Cell {
    Cell { w, class, lines: wrap(fonts, text, style.size, w - PAD * 2), size: Some(style.size) }
}

/// From one box to the next.
const STEP: Um = Um(3_800);
/// Between groups of five.
const FIVE: Um = Um(1_200);
/// Sets of more boxes than this begin a row each.
const SHORT: usize = 5;
/// The height of a row of boxes.
pub const BOX_ROW: Um = Um(4_400);

/// Rows of boxes behind their label. `sets` are boxes of several alike, each behind its number, the words only at the
/// first; each long one begins a row.
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
    let mut now: Vec<BoxItem> = Vec::new();
    // A label longer than the row is cut into lines of its own
    let lines = wrap(fonts, &bold(label), SMALL.size, width - Um(1_000));
    let last = lines.len().saturating_sub(1);
    for (at, line) in lines.iter().enumerate() {
        let text: String = line.iter().map(|r| r.text.as_str()).collect();
        now.push(word(&text, true));
        if at < last {
            rows.push(std::mem::take(&mut now));
        }
    }
    let used = |row: &[BoxItem]| -> Um { row.iter().map(|i| i.w).sum() };
    // What a set takes without its words
    let bare = |set: &&[BoxMark]| {
        let boxes = i64::try_from(set.len()).unwrap_or(i64::MAX / STEP.0);
        STEP * (boxes + 1) + FIVE * (boxes / 5)
    };
    let widest = sets.iter().map(bare).max().unwrap_or_default();
    // Else the first of several long ones would not stand over the others
    if sets.len() > 1 && sets.iter().any(|set| set.len() > SHORT) && used(&now) + widest > width {
        rows.push(std::mem::take(&mut now));
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
                // A word longer than the row stands as it can
                let short = super::text::cut(fonts, text, false, SMALL.size, width - STEP - Um(1_300));
                piece.push(word(&short, false));
            }
            all.push(piece);
        }
        let number = (sets.len() > 1).then(|| word(&(at + 1).to_string(), true));
        let whole: Um = all.iter().flatten().chain(&number).map(|item| item.w).sum();
        if let Some(first) = all.first_mut() {
            // The number stays with its first box
            number.into_iter().rev().for_each(|n| first.insert(0, n));
        }
        if at > 0 {
            // A set that fits on a row is not begun on the one before
            let first = if whole <= width { whole } else { width };
            // Behind the words of the first nothing else stands
            let worded = at == 1 && sets[0].iter().any(|m| m.mark.is_some());
            if set.len() > SHORT || worded || used(&now) + first + FIVE * 2 > width {
                rows.push(std::mem::take(&mut now));
            } else {
                now.push(space(FIVE * 2));
            }
        }
        for piece in all {
            if !now.is_empty() && used(&now) + used(&piece) > width {
                rows.push(std::mem::take(&mut now));
            }
            if !now.is_empty() || piece.first().is_none_or(|i| i.kind != "gap") {
                now.extend(piece);
            }
        }
    }
    if !now.is_empty() {
        rows.push(now);
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
