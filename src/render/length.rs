//! Lengths on paper.

use std::fmt;
use std::ops::{Add, Mul, Sub};

use serde::{Serialize, Serializer};

/// A length in thousandths of a millimetre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Length(pub i64);

impl Length {
    /// Returns a length of whole millimetres.
    pub const fn from_mm(mm: i64) -> Self {
        Self(mm * 1000)
    }

    /// Parses a length in millimetres, such as `63` or `215.9`.
    ///
    /// `None` if the text is not a number, or has more than 4 digits before the point or 3 after it.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.').unwrap_or((text, ""));
        let digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() || whole.len() > 4 || part.len() > 3 || !digits(whole) || !digits(part) {
            return None;
        }
        let part: i64 = format!("{part:0<3}").parse().ok()?;
        Some(Self(whole.parse::<i64>().ok()? * 1000 + part))
    }

    /// Parses the space between cards.
    ///
    /// # Errors
    /// Returns what is expected, as text.
    pub fn parse_gutter(text: &str) -> Result<Self, String> {
        Self::parse(text)
            .filter(|um| *um <= Self::from_mm(50))
            .ok_or_else(|| "a gutter is 0 to 50 millimetres, such as 3".to_owned())
    }

    /// Parses how far backs are moved: right, a comma, and down.
    ///
    /// # Errors
    /// Returns what is expected, as text.
    pub fn parse_offset(text: &str) -> Result<(Self, Self), String> {
        let one = |text: &str| {
            let (sign, size) = text.strip_prefix('-').map_or((1, text), |size| (-1, size));
            Self::parse(size).filter(|um| *um <= Self::from_mm(20)).map(|um| um * sign)
        };
        text.split_once(',')
            .and_then(|(right, down)| Some((one(right.trim())?, one(down.trim())?)))
            .ok_or_else(|| {
                "an offset is two lengths of up to 20 millimetres, right and down, such as 1.5,-2".to_owned()
            })
    }

    /// Returns the length rounded to the nearest whole CSS pixel, of which an inch has 96.
    ///
    /// Some programs draw boxes only at whole pixels. A box at a rounded position is drawn exactly there by
    /// all of them.
    #[must_use]
    pub const fn snap_to_pixel(self) -> Self {
        Self::from_pixels((self.0 * 96 + 12_700).div_euclid(25_400))
    }

    /// Returns the length of `n` CSS pixels, to the nearest thousandth of a millimetre.
    pub const fn from_pixels(n: i64) -> Self {
        Self((n * 25_400 + 48).div_euclid(96))
    }

    /// Returns half the length.
    #[must_use]
    pub const fn half(self) -> Self {
        Self(self.0 / 2)
    }
}

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, n) = if self.0 < 0 { ("-", -self.0) } else { ("", self.0) };
        let text = format!("{sign}{}.{:03}", n / 1000, n % 1000);
        f.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl Serialize for Length {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Add for Length {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Length {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Mul<i64> for Length {
    type Output = Self;
    fn mul(self, n: i64) -> Self {
        Self(self.0 * n)
    }
}

impl std::ops::Div<i64> for Length {
    type Output = Self;
    fn div(self, n: i64) -> Self {
        Self(self.0 / n)
    }
}

impl std::iter::Sum for Length {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        Self(all.map(|um| um.0).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 63 mm are 238.11 pixels, and 238 pixels 62.971 mm; 3 are 0.79375 mm.
    #[test]
    fn lengths_snap_to_pixels() {
        assert_eq!(Length::from_mm(63).snap_to_pixel(), Length(62_971));
        assert_eq!(Length(0).snap_to_pixel(), Length(0));
        assert_eq!((Length::from_pixels(3), Length::from_pixels(96)), (Length(794), Length(25_400)));
        assert_eq!(Length(-400).snap_to_pixel(), Length(-529));
    }

    #[test]
    fn lengths_are_read_and_written_in_millimetres() {
        for (text, um) in [("63", 63_000), ("215.9", 215_900), ("0.5", 500), ("3.175", 3_175)] {
            assert_eq!(Length::parse(text), Some(Length(um)), "{text}");
            assert_eq!(Length(um).to_string(), text);
        }
        for text in ["", ".5", "63mm", "-3", "1e3", "63.1234", "99999"] {
            assert_eq!(Length::parse(text), None, "{text}");
        }
        assert_eq!(Length(-500).to_string(), "-0.5");
    }
}
