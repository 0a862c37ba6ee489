//! Years BC and AD. There is no year 0: 1 BC is followed by AD 1.

use std::borrow::Cow;
use std::fmt;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::finding::Code;
use crate::read::{ValueError, from_text};

/// A year. Written `218 BC`, `218 BCE`, `AD 14`, `14 AD` or `14 CE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Year(i32);

impl Year {
    /// Returns the year `n` BC, counted from 1.
    pub fn bc(n: i32) -> Self {
        Self(-n)
    }

    /// Returns the year AD `n`, counted from 1.
    pub fn ad(n: i32) -> Self {
        Self(n)
    }

    /// Returns the year after this one.
    #[must_use]
    pub fn next(self) -> Self {
        Self(if self.0 == -1 { 1 } else { self.0.saturating_add(1) })
    }

    /// Returns the year before this one.
    #[must_use]
    pub fn previous(self) -> Self {
        Self(if self.0 == 1 { -1 } else { self.0.saturating_sub(1) })
    }
}

impl fmt::Display for Year {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 { write!(f, "{} BC", -i64::from(self.0)) } else { write!(f, "AD {}", self.0) }
    }
}

impl FromStr for Year {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let refuse = |message: String| ValueError::new(Code::BadValue, message);
        let usual = || refuse(format!("\"{text}\" is not a year; write one such as 218 BC or AD 14"));
        let bare = text.trim();
        // One group of digits, with the era before or after it
        let start = bare.find(|c: char| c.is_ascii_digit()).ok_or_else(usual)?;
        let end = bare[start..].find(|c: char| !c.is_ascii_digit()).map_or(bare.len(), |n| start + n);
        let (before, digits, behind) =
            (bare[..start].trim_end(), &bare[start..end], bare[end..].trim_start());
        let number = digits.parse::<i32>().ok().filter(|_| digits.len() <= 6).ok_or_else(usual)?;
        let year = match (Era::parse(before), Era::parse(behind)) {
            (None, Some(Era::Before)) if before.is_empty() => Self(-number),
            (None, Some(Era::Since)) if before.is_empty() => Self(number),
            (Some(Era::Since), None) if behind.is_empty() => Self(number),
            (Some(Era::Before), None) if behind.is_empty() => {
                return Err(refuse(format!("\"{text}\" has its era before the number; write {number} BC")));
            }
            (None, None) if matches!(before, "" | "-" | "+") && behind.is_empty() => {
                return Err(refuse(format!(
                    "\"{text}\" does not say which era; write {digits} BC or AD {digits}"
                )));
            }
            _ => return Err(usual()),
        };
        if number == 0 {
            return Err(refuse(format!("\"{text}\": there is no year 0; 1 BC is followed by AD 1")));
        }
        Ok(year)
    }
}

/// An era of years.
enum Era {
    /// BC or BCE.
    Before,
    /// AD or CE.
    Since,
}

impl Era {
    /// Parses an era, such as `BC` or `a.d.`: each letter may have a point after it.
    fn parse(word: &str) -> Option<Self> {
        let mut letters = String::new();
        let mut pointed = true;
        for c in word.chars() {
            match c {
                '.' if !pointed => pointed = true,
                c if c.is_ascii_alphabetic() => {
                    letters.push(c.to_ascii_uppercase());
                    pointed = false;
                }
                _ => return None,
            }
        }
        match letters.as_str() {
            "BC" | "BCE" => Some(Self::Before),
            "AD" | "CE" => Some(Self::Since),
            _ => None,
        }
    }
}

from_text! { Year, "a year, such as 218 BC", Year::bc(1) }

impl JsonSchema for Year {
    fn schema_name() -> Cow<'static, str> {
        "Year".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A year: 218 BC, AD 14 or 14 CE. There is no year 0.",
            "type": "string",
            "pattern": r"^\s*([Aa]\.?[Dd]\.?\s*[0-9]{1,6}|[0-9]{1,6}\s*([Bb]\.?[Cc]\.?([Ee]\.?)?|[Cc]\.?[Ee]\.?|[Aa]\.?[Dd]\.?))\s*$"
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eras_are_read_and_ordered() {
        let year = |text: &str| text.parse::<Year>().unwrap();
        assert_eq!(year("218 BC"), Year::bc(218));
        assert_eq!(year("218 bce"), Year::bc(218));
        assert_eq!(year("AD 14"), Year::ad(14));
        for text in ["218BC", " 218  B.C. ", "218 b.c.e.", "218 bc."] {
            assert_eq!(year(text), Year::bc(218), "{text}");
        }
        for text in ["AD14", "A.D. 14", "14ad", "14 C.E."] {
            assert_eq!(year(text), Year::ad(14), "{text}");
        }
        assert_eq!(year("14 CE"), Year::ad(14));
        assert!(year("218 BC") < year("202 BC"));
        assert!(year("1 BC") < year("AD 1"));
        assert_eq!(year("1 BC").next(), year("AD 1"));
        assert_eq!(year("AD 1").previous(), year("1 BC"));
        assert_eq!(year("218 BC").to_string(), "218 BC");
    }

    #[test]
    fn a_year_without_era_and_the_year_0_are_refused_with_a_reason() {
        for (text, part) in [
            ("218", "218 BC or AD 218"),
            ("-218", "218 BC or AD 218"),
            ("0 BC", "no year 0"),
            ("spring", "218 BC or AD 14"),
            ("", "218 BC or AD 14"),
            ("BC", "218 BC or AD 14"),
            ("BC 218", "write 218 BC"),
            ("2.18 BC", "218 BC or AD 14"),
            ("21.8 BC", "218 BC or AD 14"),
            ("218.0 BC", "218 BC or AD 14"),
            ("218.5 BC", "218 BC or AD 14"),
            (".218 BC", "218 BC or AD 14"),
            ("218. BC", "218 BC or AD 14"),
            ("AD 1.5", "218 BC or AD 14"),
            ("AD. 1.4", "218 BC or AD 14"),
            ("2 18 BC", "218 BC or AD 14"),
            ("2_18 BC", "218 BC or AD 14"),
            ("2,180 BC", "218 BC or AD 14"),
            ("-218 BC", "218 BC or AD 14"),
            ("+218 BC", "218 BC or AD 14"),
            ("AD 14 CE", "218 BC or AD 14"),
            ("218 B..C.", "218 BC or AD 14"),
            ("\u{ff12}\u{ff11}\u{ff18} BC", "218 BC or AD 14"),
            ("1234567 BC", "218 BC or AD 14"),
        ] {
            let message = text.parse::<Year>().unwrap_err().message;
            assert!(message.contains(part), "{text}: {message}");
        }
    }
}
