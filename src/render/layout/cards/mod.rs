//! Cards in their exact size: what each holds, and where it is placed on the page.

mod flow;
mod maker;
mod marks;
mod place;
mod summary;
mod unit;

use serde::Serialize;

use super::block::Block;
use super::{Layout, height};
use crate::render::context::Document;
use crate::render::font::Fonts;
use crate::render::paper::{Grid, Paper, Size};
use crate::render::unit::Um;

pub use marks::Mark;

/// The padding inside a card's edges.
pub const INSIDE: Um = Um(3_000);
/// The height reserved for a card's footer.
pub const FOOT: Um = Um(3_400);

/// The options for laying out cards.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The paper.
    pub paper: Paper,
    /// The size of a card.
    pub card: Size,
    /// The space between cards.
    pub gutter: Um,
    /// Whether front and back are printed next to each other, to be folded, instead of on both sides of the
    /// paper.
    pub fold: bool,
    /// Whether each row of cards is only as high as its fullest card.
    pub compact: bool,
    /// Whether cards for the army and its commands come first.
    pub summary: bool,
    /// How far to move backs right and down, to correct for a misaligned printer.
    pub back_offset: (Um, Um),
}

/// A side of a card, placed on a page.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// The left edge in millimetres.
    pub x: Um,
    /// The upper edge in millimetres.
    pub y: Um,
    /// The width in millimetres.
    pub width: Um,
    /// The height in millimetres.
    pub height: Um,
    /// Whether this is the back.
    pub back: bool,
    /// Whether the side is upside down, to be folded over.
    pub turned: bool,
    /// Whether the card is empty and only fills the row.
    pub blank: bool,
    /// The content.
    pub blocks: Vec<Block>,
    /// The footer: left and right text.
    pub foot: Vec<String>,
}

/// A card with both sides.
#[derive(Clone, Debug, Default)]
struct Card {
    front: Vec<Block>,
    back: Vec<Block>,
    foot: Vec<String>,
}

impl Card {
    /// Returns the height that the card needs, from edge to edge.
    fn needs(&self) -> Um {
        height(&self.front).max(height(&self.back)) + INSIDE * 2 + FOOT
    }
}

/// Lays out the cards of these armies.
///
/// `None` if not even one card fits on the paper.
pub fn lay(documents: &[&Document], fonts: &Fonts, options: &Options) -> Option<Layout> {
    let cell = if options.fold {
        Size { width: options.card.width, height: options.card.height * 2 }
    } else {
        options.card
    };
    let grid = Grid::of(options.paper, cell, options.gutter)?;
    let cards: Vec<Card> = documents.iter().flat_map(|d| maker::of_army(d, fonts, options)).collect();
    let pages = place::pages(&cards, &grid, options);
    Some(Layout::new(options.paper, grid.paper, pages))
}
