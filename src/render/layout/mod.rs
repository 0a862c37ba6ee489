//! Positions of everything on paper.
//!
//! They are worked out before any template runs, so that every browser shows the same pages: texts are broken
//! into lines by the widths of the built-in font, and lines are placed on pages and cards.

pub mod bar;
pub mod block;
pub mod cards;
mod columns;
mod foot;
pub mod packing;
mod pieces;
mod plan;
pub mod reference;
pub mod roster;
pub mod text;

use serde::Serialize;

use super::font::Fonts;
use super::paper::{Paper, Size};
use super::unit::Um;
use block::{Block, STYLES, Style};
use foot::Foot;

/// The margin of pages. Cards have their own.
pub const MARGIN: Um = Um(12_000);
/// The height reserved for the footer of each page.
pub const FOOT: Um = Um(5_000);

/// A sheet with everything placed on its pages.
#[derive(Clone, Debug, Serialize)]
pub struct Layout {
    /// The paper in the orientation used.
    pub paper: PaperFacts,
    /// The styles of text lines.
    pub styles: Vec<StyleFacts>,
    /// The pages.
    pub pages: Vec<Page>,
}

/// The paper in the orientation used.
#[derive(Clone, Debug, Serialize)]
pub struct PaperFacts {
    /// The name: `a4` or `letter`.
    pub name: &'static str,
    /// The width in millimetres.
    pub width: Um,
    /// The height in millimetres.
    pub height: Um,
    /// The part of the paper that whole pixels cover, for drawings of exact size: width and height in pixels,
    /// then in millimetres.
    pub inner: [String; 4],
}

/// A style of text lines.
#[derive(Clone, Debug, Serialize)]
pub struct StyleFacts {
    /// The CSS class.
    pub class: &'static str,
    /// The font size in millimetres.
    pub size: Um,
    /// The height of a line in millimetres.
    pub line: Um,
}

/// A page, or a side of a sheet of cards.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Page {
    /// The columns of text.
    pub columns: Vec<Column>,
    /// The footer: left and right text.
    pub foot: Vec<String>,
    /// The cards.
    pub cards: Vec<cards::Placed>,
    /// The marks to cut and fold by.
    pub marks: Vec<cards::Mark>,
}

/// A column of text.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Column {
    /// The left edge in millimetres.
    pub x: Um,
    /// The upper edge in millimetres.
    pub y: Um,
    /// The width in millimetres.
    pub width: Um,
    /// The height in millimetres.
    pub height: Um,
    /// The items, from top to bottom.
    pub items: Vec<Item>,
}

/// Blocks that are kept together on one page or column if they fit.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Item {
    /// The CSS class: `unit`, `head`, `total`, …
    pub class: &'static str,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Whether the item stays on the same page as the next one.
    #[serde(skip)]
    pub with_next: bool,
    /// Blocks to repeat above the item if it begins a page or column.
    #[serde(skip)]
    pub again: Vec<Block>,
}

impl Item {
    /// Returns an item of this CSS class.
    pub fn new(class: &'static str, blocks: Vec<Block>) -> Self {
        Self { class, blocks, ..Self::default() }
    }

    /// Keeps the item on the same page as the next one.
    #[must_use]
    pub fn with_next(self) -> Self {
        Self { with_next: true, ..self }
    }

    /// Repeats these blocks above the item if it begins a page or column.
    #[must_use]
    pub fn under(self, again: &[Block]) -> Self {
        Self { again: again.to_vec(), ..self }
    }

    /// Returns the height of all blocks.
    pub fn height(&self) -> Um {
        height(&self.blocks)
    }
}

/// Returns the total height of blocks.
pub fn height(blocks: &[Block]) -> Um {
    blocks.iter().map(|b| b.h).sum()
}

impl Layout {
    /// Creates a layout of pages, with the paper in the orientation that `size` has.
    pub fn new(paper: Paper, size: Size, pages: Vec<Page>) -> Self {
        Self::spaced(paper, size, pages, Spacing::USUAL)
    }

    /// Like [`Layout::new`], with lines closer together.
    fn spaced(paper: Paper, size: Size, pages: Vec<Page>, spacing: Spacing) -> Self {
        let style = |s: &Style| StyleFacts { class: s.class, size: s.size, line: spacing.line(s) };
        let pixels = |um: Um| um.0 * 96 / 25_400;
        let (wide, high) = (pixels(size.width), pixels(size.height));
        let inner =
            [wide.to_string(), high.to_string(), Um::pixels(wide).to_string(), Um::pixels(high).to_string()];
        Self {
            paper: PaperFacts { name: paper.name(), width: size.width, height: size.height, inner },
            styles: STYLES.iter().map(style).collect(),
            pages,
        }
    }
}

/// The distance between lines, in percent of the usual one. Font sizes do not change.
#[derive(Clone, Copy, Debug)]
struct Spacing {
    lines: i64,
    gaps: i64,
}

impl Spacing {
    const USUAL: Self = Self { lines: 100, gaps: 100 };
    /// From the smallest change to the greatest.
    const CLOSER: [Self; 4] = [
        Self { lines: 100, gaps: 60 },
        Self { lines: 98, gaps: 60 },
        Self { lines: 96, gaps: 50 },
        Self { lines: 94, gaps: 40 },
    ];

    fn line(self, style: &Style) -> Um {
        style.line * self.lines / 100
    }

    fn block(self, block: &mut Block) {
        let style = STYLES.iter().find(|s| s.class == block.style);
        match (block.kind, style) {
            ("row", Some(style)) => {
                let lines = block.h.0 / style.line.0;
                block.h = block.h - (style.line - self.line(style)) * lines;
            }
            ("gap", _) if block.deco.is_empty() => block.h = block.h * self.gaps / 100,
            _ => {}
        }
    }

    fn items(self, mut items: Vec<Item>) -> Vec<Item> {
        let blocks = items.iter_mut().flat_map(|i| i.blocks.iter_mut().chain(&mut i.again));
        blocks.for_each(|b| self.block(b));
        items
    }
}

/// Sheets with more items are not set closer. One page fewer matters little to them, and trying takes time
/// and memory.
const MOST_CLOSER: usize = 1_000;

/// Places items on pages and adds the footers.
///
/// If only a few lines are on the last page, lines are set closer together if that saves the page.
fn sheet(items: Vec<Item>, paper: Paper, columns: (i64, Um), foot: &Foot, fonts: &Fonts) -> Layout {
    let size = paper.size();
    let kept = (items.len() <= MOST_CLOSER).then(|| items.clone());
    let (mut pages, mut spacing) = (onto_pages(items, size, columns.0, columns.1), Spacing::USUAL);
    let over = pages.len() > 1 && pages.last().is_some_and(|page| nearly_empty(page, columns.0));
    if let Some(items) = kept.filter(|_| over) {
        let tries = Spacing::CLOSER
            .into_iter()
            .map(|spacing| (onto_pages(spacing.items(items.clone()), size, columns.0, columns.1), spacing));
        if let Some(closer) = tries.into_iter().find(|(closer, _)| closer.len() < pages.len()) {
            (pages, spacing) = closer;
        }
    }
    foot.put_on(&mut pages, fonts, size);
    Layout::spaced(paper, size, pages, spacing)
}

/// Returns `true` if less than a quarter of a page is filled.
fn nearly_empty(page: &Page, columns: i64) -> bool {
    let used: Um = page.columns.iter().flat_map(|c| &c.items).map(Item::height).sum();
    let room = page.columns.first().map_or(Um(0), |c| c.height) * columns;
    used * 4 < room
}

/// Places items on pages of `count` columns. An item is split only if it is longer than a whole column.
fn onto_pages(items: Vec<Item>, paper: Size, count: i64, gap: Um) -> Vec<Page> {
    let room = paper.height - MARGIN * 2 - FOOT;
    let width = column_width(paper, count, gap);
    let mut columns: Vec<Vec<Item>> = vec![Vec::new()];
    let mut used = Um(0);
    let mut items = items.into_iter().peekable();
    while items.peek().is_some() {
        // Items that must stay on one page
        let mut chunk = Vec::new();
        for item in items.by_ref() {
            let more = item.with_next;
            chunk.push(item);
            if !more {
                break;
            }
        }
        let needs: Um = chunk.iter().map(Item::height).sum();
        let fresh = columns.last().is_none_or(Vec::is_empty);
        if !fresh && used + needs > room {
            columns.push(Vec::new());
            used = Um(0);
        }
        for item in chunk {
            let begins = columns.last().is_none_or(Vec::is_empty) && columns.len() > 1;
            if begins && !item.again.is_empty() {
                let again = Item::new("head again", item.again.clone());
                used = used + again.height();
                columns.last_mut().into_iter().for_each(|c| c.push(again.clone()));
            }
            for piece in pieces_of(item, room, &mut used) {
                if piece.1 {
                    columns.push(Vec::new());
                }
                columns.last_mut().into_iter().for_each(|c| c.push(piece.0.clone()));
            }
        }
    }
    let mut pages: Vec<Page> = Vec::new();
    for (at, items) in columns.into_iter().enumerate() {
        let place = i64::try_from(at).unwrap_or(0) % count;
        if place == 0 {
            pages.push(Page::default());
        }
        let column = Column { x: MARGIN + (width + gap) * place, y: MARGIN, width, height: room, items };
        pages.last_mut().into_iter().for_each(|p| p.columns.push(column.clone()));
    }
    pages
}

/// Splits an item into pieces that fit, each with whether it begins a new column. Usually there is only one
/// piece.
fn pieces_of(item: Item, room: Um, used: &mut Um) -> Vec<(Item, bool)> {
    if *used + item.height() <= room {
        *used = *used + item.height();
        return vec![(item, false)];
    }
    let mut pieces = Vec::new();
    let mut now = Item { blocks: Vec::new(), ..item.clone() };
    let mut begins = false;
    for block in item.blocks {
        if *used + block.h > room && (*used > Um(0)) {
            let full = std::mem::replace(&mut now, Item::new(item.class, Vec::new()));
            if !full.blocks.is_empty() {
                pieces.push((full, begins));
            }
            begins = true;
            *used = Um(0);
        }
        *used = *used + block.h;
        now.blocks.push(block);
    }
    pieces.push((now, begins));
    pieces
}

/// Returns the width of one of `count` columns.
fn column_width(paper: Size, count: i64, gap: Um) -> Um {
    Um((paper.width - MARGIN * 2 - gap * (count - 1)).0 / count)
}
