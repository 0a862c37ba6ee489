//! How exact numbers are read from files.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

pub use crate::exact_number::Number;
use crate::exact_number::NumberError;
use crate::finding::Code;
use crate::read::{ValueError, from_text};

impl From<NumberError> for ValueError {
    fn from(error: NumberError) -> Self {
        let (code, message) = match error {
            NumberError::NotANumber(text) => (
                Code::WrongType,
                format!("\"{text}\" is not a number; write one such as 12, 0.5, 1/4 or 86%"),
            ),
            NumberError::NotAFraction(text) => {
                (Code::WrongType, format!("\"{text}\" is not a fraction; write one such as 1/4"))
            }
            NumberError::DividesByZero(text) => (Code::BadValue, format!("\"{text}\" divides by 0")),
            NumberError::TooLarge(text) => {
                (Code::TooLarge, format!("\"{text}\" is larger or more precise than any army needs"))
            }
        };
        Self::new(code, message)
    }
}

from_text! { Number, "a number", Number::ZERO, number }

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "An exact number: 12, -3, 0.5, 1/4 or 86%.",
            "type": ["number", "string"],
            "pattern": r"^[+-]?[0-9]+(\.[0-9]+)?( ?/ ?[+-]?[0-9]+(\.[0-9]+)?)?%?$"
        })
    }
}
