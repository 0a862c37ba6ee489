//! Values of stats: a number, `none` or words, and what options and effects set them to.

use std::borrow::Cow;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::read_exact_numbers::Number;
use crate::exact_number::NumberError;
use crate::finding::Span;
use crate::format::formula::Formula;
use crate::read::{Accepts, FromNode, Located, NodeKind, ReadNode, Reader, ValueError, from_text, record};
use crate::yaml::{intended_number, write_scalar};

/// A unit's value of a stat: a number, `none` if it does not have the stat, or words.
///
/// A stat that is left out has its default, or no value either; `none` says that it was not forgotten. Words
/// are printed in place of a number, and no formula sees them.
#[derive(Clone, Debug)]
pub enum StatValue {
    /// A number.
    Number(Number),
    /// `none`: the unit does not have the stat.
    None,
    /// Words, such as `{words: special}`.
    Words(StatWords),
}

/// Words in place of a number. Example: `{words: 3/1}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct StatWords {
    /// What is printed, as it is. Formulas find no number there. Example: `words: 3/1`.
    pub words: Located<String>,
}
record! { StatWords, "words, such as {words: special}": words }

/// What a stat becomes: a number, another stat, `none` or a formula; or words, such as `{words: special}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "NewFigure")]
pub enum NewStatValue {
    /// A number such as `5`, another stat, `none`, or a formula in quotes.
    Formula(Located<Formula>),
    /// Words in place of a number, such as `{words: special}`.
    Words(StatWords),
}

impl FromNode for NewStatValue {
    const ACCEPTS: Accepts = Accepts::SCALAR;

    fn expected() -> Cow<'static, str> {
        Formula::expected()
    }

    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        if node.is_kind(NodeKind::Map) {
            return StatWords::from_node(node, reader).map(Self::Words);
        }
        let Located { value: FormulaOrWords(formula), span } = Located::from_node(node, reader)?;
        Some(Self::Formula(Located { value: formula, span }))
    }

    fn placeholder(at: Span) -> Self {
        Self::Formula(Located::placeholder(at))
    }
}

/// A formula. If there is an error in it, perhaps words are meant.
struct FormulaOrWords(Formula);

impl FromStr for FormulaOrWords {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        Formula::parse(text).map(Self).map_err(|error| {
            // Whoever writes a formula uses a sign of one
            let has_signs = text.contains(['(', ')', '+', '*', '<', '>', '=', ',']) || text.trim().is_empty();
            if has_signs { error } else { error.with_help(help_for_words(text)) }
        })
    }
}

from_text! { FormulaOrWords, "a number or a formula", FormulaOrWords(Formula::zero()), number }

/// A value that is written without braces.
struct NumberOrNone(Option<Number>);

impl FromStr for NumberOrNone {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        if text == "none" {
            return Ok(Self(None));
        }
        text.parse().map(|n| Self(Some(n))).map_err(|error| with_help_for_words(text, error))
    }
}

from_text! { NumberOrNone, "a number or `none`", NumberOrNone(None), number }

/// Returns the error for a text that is not a number. If no number can be meant, words are.
fn with_help_for_words(text: &str, error: NumberError) -> ValueError {
    let may_be_words = !matches!(error, NumberError::TooLarge(_)) && intended_number(text).is_none();
    let error = ValueError::from(error);
    if may_be_words { error.with_help(help_for_words(text)) } else { error }
}

/// Returns the help for words that are written without braces.
pub fn help_for_words(words: &str) -> String {
    format!("for words write `{}`", words_text(words))
}

/// Returns how words are written as the value of a stat: `{words: 3/1}`.
fn words_text(words: &str) -> String {
    // Inside braces, these characters would end the text or begin something else
    let is_special = words.contains([',', '{', '}', '[', ']']);
    let quoted = if is_special { serde_json::Value::from(words).to_string() } else { write_scalar(words) };
    format!("{{words: {quoted}}}")
}

impl FromNode for StatValue {
    const ACCEPTS: Accepts = Accepts::SCALAR;

    fn expected() -> Cow<'static, str> {
        NumberOrNone::expected()
    }

    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        if node.is_kind(NodeKind::Map) {
            return StatWords::from_node(node, reader).map(Self::Words);
        }
        let NumberOrNone(number) = NumberOrNone::from_node(node, reader)?;
        Some(number.map_or(Self::None, Self::Number))
    }

    fn placeholder(_: Span) -> Self {
        Self::None
    }
}

impl JsonSchema for StatValue {
    fn schema_name() -> Cow<'static, str> {
        "Figure".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A unit's value of a stat: a number, `none` if it does not have the stat, or words \
                such as `{words: special}`.",
            "anyOf": [
                {
                    "description": "A number, or `none`.",
                    "type": ["number", "string"],
                    "pattern": r"^(none|[+-]?[0-9]+(\.[0-9]+)?( ?/ ?[+-]?[0-9]+(\.[0-9]+)?)?%?)$"
                },
                {
                    "description": "Words in place of a number, such as `{words: special}`.",
                    "allOf": [generator.subschema_for::<StatWords>()]
                }
            ]
        })
    }
}
