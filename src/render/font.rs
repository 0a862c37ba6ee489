//! The built-in font: widths of text, missing characters, and the part of the font that a sheet needs.

use std::cell::RefCell;
use std::collections::BTreeSet;

use base64::Engine as _;
use ttf_parser::Face;
use unicode_width::UnicodeWidthChar as _;

use super::unit::Um;

static REGULAR: &[u8] = include_bytes!("../../assets/fonts/DejaVuSansCondensed.ttf");
static BOLD: &[u8] = include_bytes!("../../assets/fonts/DejaVuSansCondensed-Bold.ttf");

/// The font files: regular and bold.
pub const FACES: [&[u8]; 2] = [REGULAR, BOLD];

/// The name of the font in sheets.
pub const FAMILY: &str = "Muster";

/// The metrics of the two font faces, and the characters missing so far.
#[derive(Debug)]
pub struct Fonts {
    regular: Option<Metrics>,
    bold: Option<Metrics>,
    missing: RefCell<BTreeSet<char>>,
}

/// One font face.
struct Metrics {
    face: Face<'static>,
    em: i64,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Metrics").field("em", &self.em).finish_non_exhaustive()
    }
}

impl Metrics {
    fn of(bytes: &'static [u8]) -> Option<Self> {
        let face = Face::parse(bytes, 0).ok()?;
        let em = i64::from(face.units_per_em());
        Some(Self { face, em })
    }
}

impl Default for Fonts {
    fn default() -> Self {
        Self {
            regular: Metrics::of(REGULAR),
            bold: Metrics::of(BOLD),
            missing: RefCell::new(BTreeSet::new()),
        }
    }
}

impl Fonts {
    /// Returns the width of a character at a font size. 0 for combining marks.
    ///
    /// A character that the font does not have is recorded as missing.
    pub fn letter(&self, c: char, bold: bool, size: Um) -> Um {
        let metrics = if bold { &self.bold } else { &self.regular };
        let known = metrics.as_ref().and_then(|m| {
            let glyph = m.face.glyph_index(c)?;
            let advance = i64::from(m.face.glyph_hor_advance(glyph)?);
            // Round up, so that a line is never measured shorter than it is
            Some(Um((advance * size.0 + m.em - 1) / m.em))
        });
        known.unwrap_or_else(|| match c.width() {
            Some(0) | None => Um(0),
            // Another font will draw it, probably no wider than this
            Some(_) => {
                self.missing.borrow_mut().insert(c);
                Um(size.0 * 3 / 2)
            }
        })
    }

    /// Returns the width of a text at a font size.
    pub fn width(&self, text: &str, bold: bool, size: Um) -> Um {
        Um(text.chars().map(|c| self.letter(c, bold, size).0).sum())
    }

    /// Returns the characters measured so far that the font does not have.
    pub fn missing(&self) -> Vec<char> {
        self.missing.borrow().iter().copied().collect()
    }

    /// Records the characters of a text that the font does not have.
    pub fn look_at(&self, text: &str) {
        for c in text.chars().filter(|c| !c.is_control()) {
            self.letter(c, false, Um(1000));
        }
    }

    /// Returns CSS rules that embed the font with only the characters of this text.
    ///
    /// `None` if the font is damaged.
    pub fn css(&self, text: &str) -> Option<String> {
        let letters: BTreeSet<char> = text.chars().chain(' '..='~').filter(|c| !c.is_control()).collect();
        let faces = [(REGULAR, 400), (BOLD, 700)];
        let rules = faces.iter().map(|(bytes, weight)| {
            let data = base64::engine::general_purpose::STANDARD.encode(subset(bytes, &letters)?);
            Some(format!(
                "@font-face{{font-family:\"{FAMILY}\";font-weight:{weight};\
                 src:url(data:font/ttf;base64,{data}) format(\"truetype\")}}\n"
            ))
        });
        rules.collect()
    }
}

/// Returns the font with only these characters. `None` if the font cannot be read.
fn subset(bytes: &'static [u8], letters: &BTreeSet<char>) -> Option<Vec<u8>> {
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
        assert_eq!(fonts.letter('A', false, Um(2048)), Um(1260));
        assert_eq!(fonts.width(" A", false, Um(2048)), Um(1845));
        assert!(fonts.letter('A', true, Um(2048)) > Um(1260));
        assert_eq!(fonts.missing(), Vec::<char>::new());
    }

    #[test]
    fn a_letter_that_it_has_not_is_noted_and_takes_room() {
        let fonts = Fonts::default();
        fonts.look_at("Zβא");
        assert_eq!(fonts.missing(), Vec::<char>::new());
        assert_eq!(fonts.width("🐘", false, Um(1000)), Um(1500));
        assert_eq!(fonts.missing(), ['🐘']);
    }

    #[test]
    fn a_subset_holds_its_letters_and_little_else() {
        let letters = "Mago βא–".chars().collect();
        let bytes = subset(REGULAR, &letters).unwrap();
        assert!(bytes.len() < 20_000, "{}", bytes.len());
        let face = Face::parse(&bytes, 0).unwrap();
        for c in letters {
            assert!(face.glyph_index(c).is_some(), "{c}");
        }
        assert!(face.glyph_index('Q').is_none());
    }
}
