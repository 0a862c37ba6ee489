//! Blocks whose texts and frames stand at places of their own, such as the head of a roster and the bar of a command.

use serde::Serialize;

use super::line_breaking::TextLine;
use super::page_blocks::Block;
use crate::render::length::Length;

/// Texts and frames, each at its place in the block.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Drawn {
    /// The frames, under the texts.
    pub frames: Vec<DrawnFrame>,
    /// The texts, in reading order.
    pub texts: Vec<DrawnText>,
}

/// A text of some lines.
#[derive(Clone, Debug, Serialize)]
pub struct DrawnText {
    /// The left edge in millimetres.
    pub x: Length,
    /// The upper edge in millimetres.
    pub y: Length,
    /// The width in millimetres.
    pub w: Length,
    /// The font size in millimetres.
    pub size: Length,
    /// The height of a line in millimetres.
    pub line: Length,
    /// The CSS classes.
    pub class: &'static str,
    /// The level of a heading. 0 if the text is none.
    pub heading: u8,
    /// The lines.
    pub lines: Vec<TextLine>,
}

/// A frame, a box to cross off or a field with the pattern of a command.
#[derive(Clone, Debug, Default, Serialize)]
pub struct DrawnFrame {
    /// The left edge in millimetres.
    pub x: Length,
    /// The upper edge in millimetres.
    pub y: Length,
    /// The width in millimetres.
    pub w: Length,
    /// The height in millimetres.
    pub h: Length,
    /// The CSS classes.
    pub class: &'static str,
    /// What the frame and those after it are, for screen readers. Empty if the texts say it.
    pub said: String,
    /// The pattern that fills it.
    pub pattern: Option<CommandPattern>,
}

/// The colour and the pattern of a command, which say the same.
#[derive(Clone, Debug, Serialize)]
pub struct CommandPattern {
    /// The colour of the field.
    pub back: &'static str,
    /// The colour of the pattern.
    pub fore: &'static str,
    /// The lines of the pattern as an SVG path. Empty for the plain one.
    pub path: String,
    /// Whether the path is filled instead of drawn.
    pub is_filled: bool,
}

/// Colours of commands, each with 6:1 or more on white.
const COLOURS: [&str; 6] = ["#0b4f8a", "#a8430a", "#00634a", "#6d2c6e", "#6a5200", "#3a3a3a"];

/// Returns the pattern of a colour, 1 to 6, for a field of this size. With one ink, the first is black and the others are
/// black on white.
pub fn command_pattern(colour: u8, mono: bool, w: Length, h: Length) -> CommandPattern {
    let at = usize::from(colour.saturating_sub(1)) % COLOURS.len();
    let (back, fore) = match (mono, at) {
        (true, 0) => ("#000", "#fff"),
        (true, _) => ("#fff", "#000"),
        (false, at) => (COLOURS[at], "#fff"),
    };
    let path = match at {
        0 => String::new(),
        1 => slanting_lines(w, h, false),
        2 => dots(w, h),
        3 => upright_lines(w, h),
        4 => slanting_lines(w, h, false) + &slanting_lines(w, h, true),
        _ => chevrons(w, h),
    };
    CommandPattern { back, fore, path, is_filled: at == 2 }
}

/// The distance from one line of a pattern to the next.
const STEP: i64 = 1_700;

/// Returns lines at 45 degrees, cut at the edges of the field.
fn slanting_lines(w: Length, h: Length, falls: bool) -> String {
    let starts = (0..).map(|n| -h.0 + STEP / 2 + n * STEP).take_while(|start| *start < w.0);
    let lines = starts.map(|start| {
        let (left, right) = (start.max(0), (start + h.0).min(w.0));
        let height_at = |x: i64| Length(if falls { x - start } else { h.0 - (x - start) });
        format!("M{} {}L{} {}", Length(left), height_at(left), Length(right), height_at(right))
    });
    lines.collect::<Vec<_>>().concat()
}

fn upright_lines(w: Length, h: Length) -> String {
    let places = (0..).map(|n| STEP / 2 + n * STEP).take_while(|x| *x < w.0);
    places.map(|x| format!("M{} 0V{h}", Length(x))).collect::<Vec<_>>().concat()
}

fn dots(w: Length, h: Length) -> String {
    let rows = (0..).map(|n| (n, STEP / 2 + n * STEP)).take_while(|(_, y)| *y < h.0);
    let dots = rows.flat_map(|(row, y)| {
        let shift = if row % 2 == 0 { 0 } else { STEP / 2 };
        let places = (0..).map(move |n| STEP / 2 + shift + n * STEP).take_while(move |x| *x < w.0);
        places.map(move |x| {
            format!("M{} {}a.45 .45 0 1 0 .9 0a.45 .45 0 1 0-.9 0z", Length(x - 450), Length(y))
        })
    });
    dots.collect::<Vec<_>>().concat()
}

fn chevrons(w: Length, h: Length) -> String {
    let rise = w.half().0.min(1_800);
    let rows = (0..).map(|n| rise + 400 + n * STEP).take_while(|y| *y < h.0);
    rows.map(|y| format!("M0 {}L{} {}L{w} {}", Length(y), w.half(), Length(y - rise), Length(y)))
        .collect::<Vec<_>>()
        .concat()
}

/// Returns a block of drawn texts and frames.
pub fn drawn_block(deco: &'static str, h: Length, drawn: Drawn) -> Block {
    Block { kind: "drawn", deco, h, drawn: Some(drawn), ..Block::default() }
}
