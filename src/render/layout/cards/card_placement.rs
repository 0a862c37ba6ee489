//! Places cards on pages: rows of cards, and their backs behind them.

use super::crop_marks::crop_marks;
use super::{Card, CardOptions, PlacedCard};
use crate::render::layout::Page;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::{CardGrid, EDGE_MARGIN};

/// A row of cards. If it is not full, empty cards fill it.
struct CardRow<'c> {
    cards: &'c [Card],
    /// The upper edge, measured from the upper edge of the paper.
    y: Length,
    /// The height of each card.
    height: Length,
}

/// Returns the pages of cards: fronts and backs alternately, or one page for each sheet if cards are folded.
pub(super) fn card_pages(cards: &[Card], grid: &CardGrid, options: &CardOptions) -> Vec<Page> {
    let columns = usize::try_from(grid.columns).unwrap_or(1).max(1);
    let rows: Vec<&[Card]> = cards.chunks(columns).collect();
    let sheets = if options.compact {
        compact_rows(&rows, grid, options)
    } else {
        full_size_rows(&rows, grid, options)
    };
    sheets.iter().flat_map(|rows| sheet_sides(rows, grid, options)).collect()
}

/// Groups rows into sheets, with cards of full size.
fn full_size_rows<'c>(rows: &[&'c [Card]], grid: &CardGrid, options: &CardOptions) -> Vec<Vec<CardRow<'c>>> {
    let each = usize::try_from(grid.rows).unwrap_or(1).max(1);
    let row =
        |(at, cards): (i64, &&'c [Card])| CardRow { cards, y: grid.row_top(at), height: options.card.height };
    rows.chunks(each).map(|sheet| (0..).zip(sheet).map(row).collect()).collect()
}

/// Groups rows into sheets, with each row only as high as its cards need.
fn compact_rows<'c>(rows: &[&'c [Card]], grid: &CardGrid, options: &CardOptions) -> Vec<Vec<CardRow<'c>>> {
    let sides = if options.fold { 2 } else { 1 };
    let mut sheets: Vec<Vec<CardRow<'c>>> = vec![Vec::new()];
    let mut y = EDGE_MARGIN;
    for cards in rows {
        let needs = cards.iter().map(Card::needed_height).max().unwrap_or_default().snap_to_pixel()
            + Length::from_pixels(1);
        let height = needs.min(options.card.height);
        let begun = sheets.last().is_some_and(|s| !s.is_empty());
        if begun && y + height * sides > grid.paper.height - EDGE_MARGIN {
            sheets.push(Vec::new());
            y = EDGE_MARGIN;
        }
        sheets.last_mut().into_iter().for_each(|s| s.push(CardRow { cards, y, height }));
        y = y + (height * sides + options.gutter).snap_to_pixel();
    }
    sheets.retain(|rows| !rows.is_empty());
    for rows in &mut sheets {
        // Centre the rows, so that marks at the edges have room
        let end = rows.last().map_or(EDGE_MARGIN, |r| r.y + r.height * sides);
        let down = (grid.paper.height - EDGE_MARGIN - end).half();
        rows.iter_mut().for_each(|r| r.y = (r.y + down).snap_to_pixel());
    }
    sheets
}

/// Returns the two sides of a sheet, or the single one if cards are folded.
fn sheet_sides(rows: &[CardRow<'_>], grid: &CardGrid, options: &CardOptions) -> Vec<Page> {
    let blank = Card::default();
    let (mut front, mut back) = (Page::default(), Page::default());
    for row in rows {
        for column in 0..grid.columns {
            let card = usize::try_from(column).ok().and_then(|at| row.cards.get(at));
            let placed = |x, y, is_back, turned| {
                let shown = card.unwrap_or(&blank);
                PlacedCard {
                    x,
                    y,
                    width: options.card.width,
                    height: row.height,
                    back: is_back,
                    turned,
                    blank: card.is_none(),
                    blocks: if is_back { shown.back.clone() } else { shown.front.clone() },
                    foot: shown.foot.clone(),
                }
            };
            let (x, y) = (grid.column_left(column), row.y);
            if options.fold {
                front.cards.push(placed(x, y, true, true));
                front.cards.push(placed(x, y + row.height.snap_to_pixel(), false, false));
            } else {
                front.cards.push(placed(x, y, false, false));
                let (back_x, back_y) = grid.back_position(x, y, row.height);
                let (right, down) = options.back_offset;
                back.cards.push(placed(back_x + right, back_y + down, true, false));
            }
        }
    }
    front.marks = crop_marks(&front.cards, options.fold);
    if options.fold {
        return vec![front];
    }
    // If a sheet is not full, its backs and their marks are at other places than its fronts
    back.marks = crop_marks(&back.cards, false);
    vec![front, back]
}
