//! Positions of everything on paper.
//!
//! They are worked out before any template runs, so that every browser shows the same pages: texts are broken
//! into lines by the widths of the built-in font, and lines are placed on pages and cards.

pub mod cards;
pub mod drawn_blocks;
mod fitted_tables;
mod footer;
pub mod form;
pub mod line_breaking;
pub mod packing;
pub mod page_blocks;
pub mod reference;
pub mod roster;
pub mod table_rows;
mod unit_descriptions;

use serde::Serialize;

use super::font::Fonts;
use super::length::Length;
use super::paper_and_card_sizes::{Dimensions, Paper};
use footer::Footer;
use page_blocks::{Block, LineStyle, STYLES};

/// The margin of pages. Cards have their own.
pub const MARGIN: Length = Length(10_000);
/// The height reserved for the footer of each page.
pub const FOOTER_HEIGHT: Length = Length(5_000);

/// A sheet with everything placed on its pages.
#[derive(Clone, Debug, Serialize)]
pub struct Layout {
    /// The paper in the orientation used.
    pub paper: PaperData,
    /// The styles of text lines.
    pub styles: Vec<StyleData>,
    /// The pages.
    pub pages: Vec<Page>,
}

/// The paper in the orientation used.
#[derive(Clone, Debug, Serialize)]
pub struct PaperData {
    /// The name: `a4` or `letter`.
    pub name: &'static str,
    /// The width in millimetres.
    pub width: Length,
    /// The height in millimetres.
    pub height: Length,
    /// The part of the paper that whole pixels cover, for drawings of exact size: width and height in pixels,
    /// then in millimetres.
    pub inner: [String; 4],
}

/// A style of text lines.
#[derive(Clone, Debug, Serialize)]
pub struct StyleData {
    /// The CSS class.
    pub class: &'static str,
    /// The font size in millimetres.
    pub size: Length,
    /// The height of a line in millimetres.
    pub line: Length,
}

/// A page, or a side of a sheet of cards.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Page {
    /// The columns of text.
    pub columns: Vec<TextColumn>,
    /// The footer: left and right text.
    pub foot: Vec<String>,
    /// The cards.
    pub cards: Vec<cards::PlacedCard>,
    /// The marks to cut and fold by.
    pub marks: Vec<cards::CropMark>,
}

/// A column of text.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TextColumn {
    /// The left edge in millimetres.
    pub x: Length,
    /// The upper edge in millimetres.
    pub y: Length,
    /// The width in millimetres.
    pub width: Length,
    /// The height in millimetres.
    pub height: Length,
    /// The items, from top to bottom.
    pub items: Vec<KeepTogether>,
}

/// Blocks that are kept together on one page or column if they fit.
#[derive(Clone, Debug, Default, Serialize)]
pub struct KeepTogether {
    /// The CSS class: `unit`, `head`, `total`, …
    pub class: &'static str,
    /// The blocks.
    pub blocks: Vec<Block>,
    /// Whether the item stays on the same page as the next one.
    #[serde(skip)]
    pub with_next: bool,
    /// The name of the table whose rows the item holds. Empty if it holds none.
    pub table: String,
    /// Whether the table begins with the item.
    pub opens: bool,
    /// Whether the table ends with the item.
    pub closes: bool,
    /// Blocks to repeat above the item if it begins a page or column.
    #[serde(skip)]
    pub repeated_head: Vec<Block>,
}

impl KeepTogether {
    /// Returns an item of this CSS class.
    pub fn new(class: &'static str, blocks: Vec<Block>) -> Self {
        Self { class, blocks, ..Self::default() }
    }

    /// Keeps the item on the same page as the next one.
    #[must_use]
    pub fn keep_with_next(self) -> Self {
        Self { with_next: true, ..self }
    }

    /// Repeats these blocks above the item if it begins a page or column.
    #[must_use]
    pub fn with_repeated_head(self, again: &[Block]) -> Self {
        Self { repeated_head: again.to_vec(), ..self }
    }

    /// Returns the height of all blocks.
    pub fn height(&self) -> Length {
        total_height(&self.blocks)
    }
}

/// Returns the total height of blocks.
pub fn total_height(blocks: &[Block]) -> Length {
    blocks.iter().map(|b| b.h).sum()
}

impl Layout {
    /// Creates a layout of pages, with the paper in the orientation that `size` has.
    pub fn new(paper: Paper, size: Dimensions, pages: Vec<Page>) -> Self {
        Self::with_spacing(paper, size, pages, Spacing::USUAL)
    }

    /// Like [`Layout::new`], with lines closer together.
    fn with_spacing(paper: Paper, size: Dimensions, pages: Vec<Page>, spacing: Spacing) -> Self {
        let style = |s: &LineStyle| StyleData { class: s.class, size: s.size, line: spacing.line_height(s) };
        let pixels = |um: Length| um.0 * 96 / 25_400;
        let (wide, high) = (pixels(size.width), pixels(size.height));
        let inner = [
            wide.to_string(),
            high.to_string(),
            Length::from_pixels(wide).to_string(),
            Length::from_pixels(high).to_string(),
        ];
        Self {
            paper: PaperData { name: paper.name(), width: size.width, height: size.height, inner },
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

    fn line_height(self, style: &LineStyle) -> Length {
        style.line * self.lines / 100
    }

    fn tighten_block(self, block: &mut Block) {
        let style = STYLES.iter().find(|s| s.class == block.style);
        match (block.kind, style) {
            ("row", Some(style)) => {
                let lines = block.h.0 / style.line.0;
                block.h = block.h - (style.line - self.line_height(style)) * lines;
            }
            ("gap", _) if block.deco.is_empty() => block.h = block.h * self.gaps / 100,
            _ => {}
        }
    }

    fn tighten_items(self, mut items: Vec<KeepTogether>) -> Vec<KeepTogether> {
        let blocks = items.iter_mut().flat_map(|i| i.blocks.iter_mut().chain(&mut i.repeated_head));
        blocks.for_each(|b| self.tighten_block(b));
        items
    }
}

/// Sheets with more items are not set closer. One page fewer matters little to them, and trying takes time
/// and memory.
const MAX_ITEMS_TO_TIGHTEN: usize = 1_000;

/// Places items on pages and adds the footers.
///
/// If only a few lines are on the last page, lines are set closer together if that saves the page.
fn lay_out_pages(
    items: Vec<KeepTogether>,
    paper: Paper,
    columns: (i64, Length),
    foot: &Footer,
    fonts: &Fonts,
) -> Layout {
    let size = paper.size();
    let kept = (items.len() <= MAX_ITEMS_TO_TIGHTEN).then(|| items.clone());
    let (mut pages, mut spacing) = (fill_pages(items, size, columns.0, columns.1), Spacing::USUAL);
    let over = pages.len() > 1 && pages.last().is_some_and(|page| is_nearly_empty(page, columns.0));
    if let Some(items) = kept.filter(|_| over) {
        let tries = Spacing::CLOSER.into_iter().map(|spacing| {
            (fill_pages(spacing.tighten_items(items.clone()), size, columns.0, columns.1), spacing)
        });
        if let Some(closer) = tries.into_iter().find(|(closer, _)| closer.len() < pages.len()) {
            (pages, spacing) = closer;
        }
    }
    mark_tables(&mut pages);
    foot.add_to_pages(&mut pages, fonts, size);
    Layout::with_spacing(paper, size, pages, spacing)
}

/// Marks where the tables of each column begin and end.
fn mark_tables(pages: &mut [Page]) {
    for column in pages.iter_mut().flat_map(|page| &mut page.columns) {
        let names: Vec<String> = column.items.iter().map(|item| item.table.clone()).collect();
        for (at, item) in column.items.iter_mut().enumerate().filter(|(_, item)| !item.table.is_empty()) {
            item.opens = at == 0 || names[at - 1] != item.table;
            item.closes = names.get(at + 1) != Some(&item.table);
        }
    }
}

/// Returns `true` if less than a quarter of a page is filled.
fn is_nearly_empty(page: &Page, columns: i64) -> bool {
    let used: Length = page.columns.iter().flat_map(|c| &c.items).map(KeepTogether::height).sum();
    let room = page.columns.first().map_or(Length(0), |c| c.height) * columns;
    used * 4 < room
}

/// Places items on pages of `count` columns. An item is split only if it is longer than a whole column.
fn fill_pages(items: Vec<KeepTogether>, paper: Dimensions, count: i64, gap: Length) -> Vec<Page> {
    let room = paper.height - MARGIN * 2 - FOOTER_HEIGHT;
    let width = column_width(paper, count, gap);
    let mut columns: Vec<Vec<KeepTogether>> = vec![Vec::new()];
    let mut used = Length(0);
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
        let needs: Length = chunk.iter().map(KeepTogether::height).sum();
        let fresh = columns.last().is_none_or(Vec::is_empty);
        if !fresh && used + needs > room {
            columns.push(Vec::new());
            used = Length(0);
        }
        for item in chunk {
            let begins = columns.last().is_none_or(Vec::is_empty) && columns.len() > 1;
            if begins && !item.repeated_head.is_empty() {
                let again = KeepTogether {
                    table: item.table.clone(),
                    ..KeepTogether::new("head again", item.repeated_head.clone())
                };
                used = used + again.height();
                columns.last_mut().into_iter().for_each(|c| c.push(again.clone()));
            }
            for piece in split_item(item, room, &mut used) {
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
        let column = TextColumn { x: MARGIN + (width + gap) * place, y: MARGIN, width, height: room, items };
        pages.last_mut().into_iter().for_each(|p| p.columns.push(column.clone()));
    }
    pages
}

/// Splits an item into pieces that fit, each with whether it begins a new column. Usually there is only one
/// piece.
fn split_item(item: KeepTogether, room: Length, used: &mut Length) -> Vec<(KeepTogether, bool)> {
    if *used + item.height() <= room {
        *used = *used + item.height();
        return vec![(item, false)];
    }
    let mut pieces = Vec::new();
    let mut now = KeepTogether { blocks: Vec::new(), ..item.clone() };
    let mut begins = false;
    for block in item.blocks {
        if *used + block.h > room && (*used > Length(0)) {
            let next =
                KeepTogether { table: item.table.clone(), ..KeepTogether::new(item.class, Vec::new()) };
            let full = std::mem::replace(&mut now, next);
            if !full.blocks.is_empty() {
                pieces.push((full, begins));
            }
            begins = true;
            *used = Length(0);
        }
        *used = *used + block.h;
        now.blocks.push(block);
    }
    pieces.push((now, begins));
    pieces
}

/// Returns the width of one of `count` columns.
fn column_width(paper: Dimensions, count: i64, gap: Length) -> Length {
    Length((paper.width - MARGIN * 2 - gap * (count - 1)).0 / count)
}
