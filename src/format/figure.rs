//! What a unit has of a stat.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Deserialize, Deserializer, Visitor};

use super::number::Number;

/// What a unit has of a stat: a number, or `none` where it is meant to have none.
///
/// A stat that is left out has no figure either, or its default. `none` says that it was not forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure(pub Option<Number>);

impl<'de> Deserialize<'de> for Figure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;
        impl<'de> Visitor<'de> for Text {
            type Value = Figure;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number or `none`")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Figure, E> {
                if text == "none" {
                    return Ok(Figure(None));
                }
                text.parse().map(|n| Figure(Some(n))).map_err(Number::refused)
            }
            fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<Figure, D::Error> {
                deserializer.deserialize_str(self)
            }
        }
        deserializer.deserialize_newtype_struct(crate::yaml::NUMBER, Text)
    }
}

impl JsonSchema for Figure {
    fn schema_name() -> Cow<'static, str> {
        "Figure".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "What a unit has of a stat: a number, or `none` where it is meant to have none.",
            "type": ["number", "string"],
            "pattern": r"^(none|[+-]?[0-9]+(\.[0-9]+)?( ?/ ?[+-]?[0-9]+(\.[0-9]+)?)?%?)$"
        })
    }
}
