//! Values of stats: a number or `none`.

use std::borrow::Cow;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::read_exact_numbers::Number;
use crate::read::{ValueError, from_text};

/// A unit's value of a stat: a number, or `none` if it does not have the stat.
///
/// A stat that is left out has its default, or no value either; `none` says that it was not forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatValue(pub Option<Number>);

impl FromStr for StatValue {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        if text == "none" { Ok(Self(None)) } else { Ok(Self(Some(text.parse()?))) }
    }
}

from_text! { StatValue, "a number or `none`", StatValue(None), number }

impl JsonSchema for StatValue {
    fn schema_name() -> Cow<'static, str> {
        "Figure".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A unit's value of a stat: a number, or `none` if it does not have the stat.",
            "type": ["number", "string"],
            "pattern": r"^(none|[+-]?[0-9]+(\.[0-9]+)?( ?/ ?[+-]?[0-9]+(\.[0-9]+)?)?%?)$"
        })
    }
}
