//! The data of the drawings on a page: the bar of points and the diagram of commands.

use serde::Serialize;

use crate::render::length::Length;

/// A bar of shares.
#[derive(Clone, Debug, Serialize)]
pub struct PointsBar {
    /// The width in millimetres.
    pub width: Length,
    /// The height in millimetres.
    pub height: Length,
    /// The parts from left to right.
    pub parts: Vec<PointsBarPart>,
}

/// A part of the bar.
#[derive(Clone, Debug, Serialize)]
pub struct PointsBarPart {
    /// The left edge in millimetres.
    pub x: Length,
    /// The width in millimetres.
    pub width: Length,
    /// The hatching, 0 to 5.
    pub hatch: usize,
    /// The number in the legend.
    pub number: usize,
    /// Whether the number fits into the part.
    pub wide: bool,
    /// The left edge of the number in millimetres.
    pub at: Length,
}

/// A row of command boxes side by side, or the legend of the signs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CommandDiagram {
    /// The width in millimetres.
    pub width: Length,
    /// The height in millimetres.
    pub height: Length,
    /// The boxes of commands and the blocks of units.
    pub boxes: Vec<DiagramBox>,
    /// The signs.
    pub signs: Vec<DiagramSign>,
    /// The labels over the drawing.
    pub words: Vec<DiagramLabel>,
}

/// A box of a command, or a block of a unit.
#[derive(Clone, Debug, Serialize)]
pub struct DiagramBox {
    /// `command` or `block`.
    pub kind: &'static str,
    /// The left edge in millimetres.
    pub x: Length,
    /// The upper edge in millimetres.
    pub y: Length,
    /// The width in millimetres.
    pub w: Length,
    /// The height in millimetres.
    pub h: Length,
}

/// A sign for a character, a standard or baggage.
#[derive(Clone, Debug, Serialize)]
pub struct DiagramSign {
    /// `character`, `standard` or `baggage`.
    pub kind: &'static str,
    /// The left edge in millimetres.
    pub x: Length,
    /// The upper edge in millimetres.
    pub y: Length,
}

/// A label over the drawing.
#[derive(Clone, Debug, Serialize)]
pub struct DiagramLabel {
    /// `command`, `block` or `sign`.
    pub kind: &'static str,
    /// The left edge in millimetres.
    pub x: Length,
    /// The upper edge in millimetres.
    pub y: Length,
    /// The width available, in millimetres.
    pub w: Length,
    /// The text.
    pub text: String,
}
