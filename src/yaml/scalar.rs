//! Numbers and truth values from scalars.

use std::num::IntErrorKind;
use std::str::FromStr;

use serde::de::Visitor;

use super::Kind;
use super::de::De;
use super::error::{Error, Fault, wanted};
use super::numerals::{self, Meant};
use super::words::is_number;

/// A whole number: digits, perhaps with a sign, in quotes or not.
pub(super) fn whole<'de, N, V>(de: De<'de>, visitor: &V) -> Result<N, Error>
where
    N: FromStr<Err = std::num::ParseIntError>,
    V: Visitor<'de>,
{
    let visitor: &dyn serde::de::Expected = visitor;
    let Kind::Scalar { text, .. } = &de.node.kind else {
        return Err(Fault::Type { wanted: wanted(visitor) }.into());
    };
    if !is_number(text) {
        let wanted = wanted(visitor);
        if de.node.is_null() {
            return Err(Fault::Type { wanted }.into());
        }
        return Err(match numerals::whole_meant(text) {
            Some(Meant { text, but }) => Fault::Meant { wanted, text, but },
            None => Fault::TypeHelp { wanted, help: numerals::whole_help(text) },
        }
        .into());
    }
    de.warn_of_nought();
    text.parse().map_err(|error: std::num::ParseIntError| match error.kind() {
        // the sign of a number that has none
        IntErrorKind::InvalidDigit => Fault::Value { wanted: "a whole number from 0 up".to_owned() }.into(),
        _ => Fault::Large.into(),
    })
}

/// `true` or `false`, without quotes.
pub(super) fn truth(de: De<'_>) -> Result<bool, Error> {
    if de.node.is_plain("true") {
        return Ok(true);
    }
    if de.node.is_plain("false") {
        return Ok(false);
    }
    let wanted = "true or false".to_owned();
    Err(match de.node.as_str().and_then(meant) {
        Some(meant) => Fault::Meant { wanted, text: meant.to_string(), but: "" },
        None => Fault::Type { wanted },
    }
    .into())
}

/// What a word of older YAML, or one in quotes, means.
pub(super) fn meant(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some(true),
        "false" | "no" | "off" | "n" => Some(false),
        _ => None,
    }
}
