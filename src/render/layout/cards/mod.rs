//! Cards in their exact size: what each holds, and where it is placed on the page.

mod army_and_command_cards;
mod card_builder;
mod card_placement;
mod crop_marks;
mod split_overflowing_cards;
mod unit_cards;

use serde::Serialize;

use super::page_blocks::Block;
use super::{Layout, total_height};
use crate::render::context::Document;
use crate::render::font::Fonts;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::{CardGrid, Dimensions, Paper};

pub use crop_marks::CropMark;

/// The padding inside a card's edges.
pub const CARD_PADDING: Length = Length(3_000);
/// The height reserved for a card's footer.
pub const FOOTER_HEIGHT: Length = Length(3_400);

/// The options for laying out cards.
#[derive(Clone, Copy, Debug)]
pub struct CardOptions {
    /// The paper.
    pub paper: Paper,
    /// The size of a card.
    pub card: Dimensions,
    /// The space between cards.
    pub gutter: Length,
    /// Whether front and back are printed next to each other, to be folded, instead of on both sides of the
    /// paper.
    pub fold: bool,
    /// Whether each row of cards is only as high as its fullest card.
    pub compact: bool,
    /// Whether cards for the army and its commands come first.
    pub summary: bool,
    /// How far to move backs right and down, to correct for a misaligned printer.
    pub back_offset: (Length, Length),
}

/// A side of a card, placed on a page.
#[derive(Clone, Debug, Serialize)]
pub struct PlacedCard {
    /// The left edge in millimetres.
    pub x: Length,
    /// The upper edge in millimetres.
    pub y: Length,
    /// The width in millimetres.
    pub width: Length,
    /// The height in millimetres.
    pub height: Length,
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
    fn needed_height(&self) -> Length {
        total_height(&self.front).max(total_height(&self.back)) + CARD_PADDING * 2 + FOOTER_HEIGHT
    }
}

/// Lays out the cards of these armies.
///
/// `None` if not even one card fits on the paper.
pub fn lay_out_cards(documents: &[&Document], fonts: &Fonts, options: &CardOptions) -> Option<Layout> {
    let cell = if options.fold {
        Dimensions { width: options.card.width, height: options.card.height * 2 }
    } else {
        options.card
    };
    let grid = CardGrid::best_fit(options.paper, cell, options.gutter)?;
    let cards: Vec<Card> =
        documents.iter().flat_map(|d| card_builder::army_cards(d, fonts, options)).collect();
    let pages = card_placement::card_pages(&cards, &grid, options);
    Some(Layout::new(options.paper, grid.paper, pages))
}
