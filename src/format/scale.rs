//! The factor by which the numbers of books grow or shrink, for games of another size than the books are meant for.

use std::borrow::Cow;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::limit::FractionRounding;
use super::read_exact_numbers::Number;
use crate::read::{Located, ValueError, from_text, record};

/// For how many points the numbers of books are used, and for how many they are meant. Example: `{to: 350, of: 500,
/// round: up}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Scale {
    /// The points that are played with: a number, or `points` for the agreed size. Example: `to: 350`.
    pub to: Located<ScaledTo>,
    /// The points that the books are meant for. Example: `of: 500`.
    pub of: Located<Number>,
    /// How the numbers are rounded, the least and the most alike: `up`, `down`, `nearest` or `none`. Example:
    /// `round: up`.
    pub round: Located<FractionRounding>,
}
record! { Scale, "a scale, such as {to: 350, of: 500, round: up}": to, of, round }

/// The points that are played with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScaledTo {
    /// As many as are agreed on; for the units of an ally, as many as the ally has.
    AgreedPoints,
    /// This many.
    Number(Number),
}

impl FromStr for ScaledTo {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        match text.trim() {
            "points" => Ok(Self::AgreedPoints),
            other => other.parse().map(Self::Number).map_err(ValueError::from),
        }
    }
}

from_text! { ScaledTo, "a number of points, or `points` for the agreed size", ScaledTo::AgreedPoints, number }

impl JsonSchema for ScaledTo {
    fn schema_name() -> Cow<'static, str> {
        "ScaledTo".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number of points, or `points` for the agreed size.",
            "anyOf": [
                { "description": "The agreed size.", "type": "string", "const": "points" },
                { "description": "A number of points.", "allOf": [generator.subschema_for::<Number>()] }
            ]
        })
    }
}
