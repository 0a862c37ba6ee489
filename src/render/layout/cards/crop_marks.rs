//! Marks to cut and fold by.

use serde::Serialize;

use super::PlacedCard;
use crate::render::length::Length;

/// A mark to cut or fold by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CropMark {
    /// The left edge in millimetres.
    pub x: Length,
    /// The upper edge in millimetres.
    pub y: Length,
    /// The horizontal length. 0 for a vertical mark.
    pub width: Length,
    /// The vertical length. 0 for a horizontal mark.
    pub height: Length,
    /// Whether the mark is to fold by, not to cut by.
    pub fold: bool,
}

/// The distance from a card's corner to its marks.
const MARK_DISTANCE: Length = Length(700);
/// The length of a mark.
const MARK_LENGTH: Length = Length(3_500);

/// Returns the marks of all cards: two at each corner, in line with the card's edges. Marks that would be on
/// another card are left out.
pub(super) fn crop_marks(cards: &[PlacedCard], fold: bool) -> Vec<CropMark> {
    let mut marks: Vec<CropMark> = Vec::new();
    let hits = |x: Length, y: Length, width: Length, height: Length| {
        cards.iter().any(|c| x < c.x + c.width && c.x < x + width && y < c.y + c.height && c.y < y + height)
    };
    // Cards side by side share their marks. Because of rounding they may differ a little in position.
    let near = |a: Length, b: Length| (a - b).0.abs() <= 200;
    let alike = |a: &CropMark, b: &CropMark| {
        near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height)
    };
    let none = Length(0);
    for card in cards {
        let (left, right) = (card.x, card.x + card.width);
        let (top, bottom) = (card.y, card.y + card.height);
        for y in [top, bottom] {
            let folded = fold && (if card.back { y == bottom } else { y == top });
            for x in [left - MARK_DISTANCE - MARK_LENGTH, right + MARK_DISTANCE] {
                let mark = CropMark { x, y, width: MARK_LENGTH, height: none, fold: folded };
                if !hits(x, y - Length(100), MARK_LENGTH, Length(200))
                    && !marks.iter().any(|m| alike(m, &mark))
                {
                    marks.push(mark);
                }
            }
        }
        for x in [left, right] {
            for y in [top - MARK_DISTANCE - MARK_LENGTH, bottom + MARK_DISTANCE] {
                let mark = CropMark { x, y, width: none, height: MARK_LENGTH, fold: false };
                if !hits(x - Length(100), y, Length(200), MARK_LENGTH)
                    && !marks.iter().any(|m| alike(m, &mark))
                {
                    marks.push(mark);
                }
            }
        }
    }
    marks
}
