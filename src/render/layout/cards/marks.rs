//! Marks to cut and fold by.

use serde::Serialize;

use super::Placed;
use crate::render::unit::Um;

/// A mark to cut or fold by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// The left edge in millimetres.
    pub x: Um,
    /// The upper edge in millimetres.
    pub y: Um,
    /// The horizontal length. 0 for a vertical mark.
    pub width: Um,
    /// The vertical length. 0 for a horizontal mark.
    pub height: Um,
    /// Whether the mark is to fold by, not to cut by.
    pub fold: bool,
}

/// The distance from a card's corner to its marks.
const AWAY: Um = Um(700);
/// The length of a mark.
const LONG: Um = Um(3_500);

/// Returns the marks of all cards: two at each corner, in line with the card's edges. Marks that would be on
/// another card are left out.
pub(super) fn marks(cards: &[Placed], fold: bool) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let hits = |x: Um, y: Um, width: Um, height: Um| {
        cards.iter().any(|c| x < c.x + c.width && c.x < x + width && y < c.y + c.height && c.y < y + height)
    };
    // Cards side by side share their marks. Because of rounding they may differ a little in position.
    let near = |a: Um, b: Um| (a - b).0.abs() <= 200;
    let alike = |a: &Mark, b: &Mark| {
        near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height)
    };
    let none = Um(0);
    for card in cards {
        let (left, right) = (card.x, card.x + card.width);
        let (top, bottom) = (card.y, card.y + card.height);
        for y in [top, bottom] {
            let folded = fold && (if card.back { y == bottom } else { y == top });
            for x in [left - AWAY - LONG, right + AWAY] {
                let mark = Mark { x, y, width: LONG, height: none, fold: folded };
                if !hits(x, y - Um(100), LONG, Um(200)) && !marks.iter().any(|m| alike(m, &mark)) {
                    marks.push(mark);
                }
            }
        }
        for x in [left, right] {
            for y in [top - AWAY - LONG, bottom + AWAY] {
                let mark = Mark { x, y, width: none, height: LONG, fold: false };
                if !hits(x - Um(100), y, Um(200), LONG) && !marks.iter().any(|m| alike(m, &mark)) {
                    marks.push(mark);
                }
            }
        }
    }
    marks
}
