//! Cards of true size: what each holds, and where it stands on the sheet.

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

/// What a card keeps blank inside its edges.
pub const INSIDE: Um = Um(3_000);
/// What the line at a card's foot takes.
pub const FOOT: Um = Um(3_400);

/// How cards are made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The paper.
    pub paper: Paper,
    /// The size of a card.
    pub card: Size,
    /// What is between cards.
    pub gutter: Um,
    /// Whether front and back stand side by side to be folded, not on both sides of the paper.
    pub fold: bool,
    /// Whether each row of cards is only as high as its cards need.
    pub compact: bool,
    /// Whether the army and its commands have cards too, before the rest.
    pub summary: bool,
    /// How far backs are printed to the right and down of where they belong, for printers that are off by that.
    pub back_offset: (Um, Um),
}

/// A card on the sheet.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// From the left edge, in millimetres.
    pub x: Um,
    /// From the upper edge.
    pub y: Um,
    /// Its width.
    pub width: Um,
    /// Its height.
    pub height: Um,
    /// Whether it is a back.
    pub back: bool,
    /// Whether it stands on its head, to be folded over.
    pub turned: bool,
    /// Whether nothing is on it: it fills the row.
    pub blank: bool,
    /// What is on it.
    pub blocks: Vec<Block>,
    /// The line at its foot: left and right.
    pub foot: Vec<String>,
}

/// A card with both its sides.
#[derive(Clone, Debug, Default)]
struct Card {
    front: Vec<Block>,
    back: Vec<Block>,
    foot: Vec<String>,
}

impl Card {
    /// What it needs from edge to edge.
    fn needs(&self) -> Um {
        height(&self.front).max(height(&self.back)) + INSIDE * 2 + FOOT
    }
}

/// The sheets of cards of armies. Nothing where not even one card fits on the paper.
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
