//! The built-in font: widths of text, missing characters, and the part of the font that a sheet needs.

use std::cell::RefCell;
use std::collections::BTreeSet;

use base64::Engine as _;
use ttf_parser::Face;
use unicode_width::UnicodeWidthChar as _;

use super::length::Length;

static REGULAR: &[u8] = include_bytes!("../../assets/fonts/DejaVuSansCondensed.ttf");
static BOLD: &[u8] = include_bytes!("../../assets/fonts/DejaVuSansCondensed-Bold.ttf");

/// The font files: regular and bold.
pub const FACES: [&[u8]; 2] = [REGULAR, BOLD];

/// The name of the font in sheets.
pub const FAMILY: &str = "Muster";

/// The metrics of the two font faces, and the characters missing so far.
#[derive(Debug)]
pub struct Fonts {
    regular: Option<FontFace>,
    bold: Option<FontFace>,
    missing: RefCell<BTreeSet<char>>,
}

/// One font face.
struct FontFace {
    face: Face<'static>,
    units_per_em: i64,
}

impl std::fmt::Debug for FontFace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Metrics").field("em", &self.units_per_em).finish_non_exhaustive()
    }
}

impl FontFace {
    fn from_bytes(bytes: &'static [u8]) -> Option<Self> {
        let face = Face::parse(bytes, 0).ok()?;
        let em = i64::from(face.units_per_em());
        Some(Self { face, units_per_em: em })
    }
}

impl Default for Fonts {
    fn default() -> Self {
        Self {
            regular: FontFace::from_bytes(REGULAR),
            bold: FontFace::from_bytes(BOLD),
            missing: RefCell::new(BTreeSet::new()),
        }
    }
}

impl Fonts {
    /// Returns the width of a character at a font size. 0 for combining marks.
    ///
    /// A character that the font does not have is recorded as missing.
    pub fn character_width(&self, c: char, bold: bool, size: Length) -> Length {
        let metrics = if bold { &self.bold } else { &self.regular };
        let known = metrics.as_ref().and_then(|m| {
            let glyph = m.face.glyph_index(c)?;
            let advance = i64::from(m.face.glyph_hor_advance(glyph)?);
            // Round up, so that a line is never measured shorter than it is
            Some(Length((advance * size.0 + m.units_per_em - 1) / m.units_per_em))
        });
        known.unwrap_or_else(|| match c.width() {
            Some(0) | None => Length(0),
            // Another font will draw it, probably no wider than this
            Some(_) => {
                self.missing.borrow_mut().insert(c);
                Length(size.0 * 3 / 2)
            }
        })
    }

    /// Returns the width of a text at a font size.
    pub fn text_width(&self, text: &str, bold: bool, size: Length) -> Length {
        Length(text.chars().map(|c| self.character_width(c, bold, size).0).sum())
    }

    /// Returns the characters measured so far that the font does not have.
    pub fn missing_characters(&self) -> Vec<char> {
        self.missing.borrow().iter().copied().collect()
    }

    /// Records the characters of a text that the font does not have.
    pub fn note_missing(&self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            self.character_width(c, false, Length(1000));
        }
    }

    /// Returns CSS rules that embed the font with only the characters of this text.
    ///
    /// `None` if the font is damaged.
    pub fn font_face_css(&self, text: &str) -> Option<String> {
        let letters: BTreeSet<char> = text.chars().chain(' '..='~').filter(|c| !c.is_control()).collect();
        let faces = [(REGULAR, 400), (BOLD, 700)];
        let rules = faces.iter().map(|(bytes, weight)| {
            let data = base64::engine::general_purpose::STANDARD.encode(subset_font(bytes, &letters)?);
            Some(format!(
                "@font-face{{font-family:\"{FAMILY}\";font-weight:{weight};\
                 src:url(data:font/ttf;base64,{data}) format(\"truetype\")}}\n"
            ))
        });
        rules.collect()
    }
}

/// Returns the font with only these characters. `None` if the font cannot be read.
fn subset_font(bytes: &'static [u8], letters: &BTreeSet<char>) -> Option<Vec<u8>> {
    let font = font_subset::Font::opentype(bytes).ok()?;
    let held: BTreeSet<char> = letters.iter().copied().filter(|c| font.contains_char(*c)).collect();
    Some(font.subset(&held).ok()?.to_opentype())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_those_of_the_font() {
        // DejaVu Sans Condensed has 2048 units per em; `A` is 1260 wide and a space 585
        let fonts = Fonts::default();
        assert_eq!(fonts.character_width('A', false, Length(2048)), Length(1260));
        assert_eq!(fonts.text_width(" A", false, Length(2048)), Length(1845));
        assert!(fonts.character_width('A', true, Length(2048)) > Length(1260));
        assert_eq!(fonts.missing_characters(), Vec::<char>::new());
    }

    #[test]
    fn a_missing_character_is_noted_and_takes_room() {
        let fonts = Fonts::default();
        fonts.note_missing("Zβא");
        assert_eq!(fonts.missing_characters(), Vec::<char>::new());
        assert_eq!(fonts.text_width("🐘", false, Length(1000)), Length(1500));
        assert_eq!(fonts.missing_characters(), ['🐘']);
    }

    #[test]
    fn a_subset_holds_its_letters_and_little_else() {
        let letters = "Mago βא–".chars().collect();
        let bytes = subset_font(REGULAR, &letters).unwrap();
        assert!(bytes.len() < 20_000, "{}", bytes.len());
        let face = Face::parse(&bytes, 0).unwrap();
        for c in letters {
            assert!(face.glyph_index(c).is_some(), "{c}");
        }
        assert!(face.glyph_index('Q').is_none());
    }
}
