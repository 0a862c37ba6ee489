//! The signs of units: one set of drawings for sheets, pages and documents.

use include_dir::{Dir, include_dir};

static SIGNS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/assets/signs");

/// Returns the drawing of a sign: the shapes inside its SVG, 30 wide and 20 high, in the colour of the text.
///
/// A name without a drawing has that of `unknown`, an empty frame.
pub fn sign_drawing(name: &str) -> &'static str {
    let file = |name: &str| SIGNS.get_file(format!("{name}.svg")).and_then(|file| file.contents_utf8());
    let whole = file(name).or_else(|| file("unknown")).unwrap_or_default();
    let inner = whole.split_once('>').map_or("", |(_, rest)| rest);
    inner.rsplit_once("</svg>").map_or(inner, |(shapes, _)| shapes)
}
