//! The formula language, in which rulesets compute numbers and limits from stats, options and tables.
//!
//! A text is parsed once into a [`Formula`], whose names and ids know their bytes in the text. `evaluate`
//! then works it out as often as needed, over anything that implements [`Scope`]. All arithmetic is exact.

pub mod ast;
mod evaluate;
mod failed_comparisons;
mod functions;
mod lexer;
mod parse_call;
mod parse_errors;
mod parse_expression;
mod parse_selector;
mod parser;
mod scope_and_values;
pub mod selector;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::finding::Code;
use crate::format::read_exact_numbers::Number;
use crate::read::from_text;
use crate::yaml::ValueError;

pub use ast::{Expr, ExprKind, FormulaIdKind, NameUse, Operator};
pub use evaluate::evaluate;
pub use failed_comparisons::{ComparedSides, FailedPart, find_failed_parts};
pub use scope_and_values::{Evaluation, EvaluationError, FormulaValue, Scope, ValueKind};
pub use selector::{ClauseAst, FormulaId, SelectorAst, SelectorKey};

/// The length of the longest formula, in bytes.
const MAX_LENGTH: usize = 2_000;

/// Words that cannot be ids, since they have a meaning in every formula. Names of functions cannot be ids
/// either.
const RESERVED_WORDS: [&str; 4] = ["and", "or", "not", "none"];

/// A parsed formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The text as written. All ranges are bytes of this.
    pub text: String,
    /// The tree of the formula.
    pub expr: Expr,
}

impl Formula {
    /// Parses a formula.
    ///
    /// # Errors
    ///
    /// Returns a `bad-formula` error, which always has a range.
    pub fn parse(text: &str) -> Result<Self, ValueError> {
        if text.len() > MAX_LENGTH {
            return Err(formula_error(
                0..text.len(),
                format!("the formula is {} bytes long, the limit is {MAX_LENGTH}", text.len()),
                "move parts of it into numbers or values of their own",
            ));
        }
        if text.trim().is_empty() {
            return Err(formula_error(
                0..text.len(),
                "the formula is empty",
                "write a number, a name such as size, or what to work out, such as size + 1",
            ));
        }
        Ok(Self { text: text.to_owned(), expr: parse_expression::parse_formula(text)? })
    }

    /// Returns the formula `0`.
    pub fn zero() -> Self {
        Self { text: "0".to_owned(), expr: Expr { kind: ExprKind::Number(Number::ZERO), range: 0..1 } }
    }

    /// Returns the number if the formula is a plain number, such as `5` or `-1`. `None` otherwise.
    pub fn as_constant(&self) -> Option<Number> {
        match &self.expr.kind {
            ExprKind::Number(number) => Some(*number),
            ExprKind::Negative(inner) => match inner.kind {
                ExprKind::Number(number) => Number::ZERO.checked_sub(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the names of stats, values and numbers that the formula uses, from left to right, each as
    /// often as it is used.
    pub fn names(&self) -> Vec<NameUse<'_>> {
        self.expr.names()
    }

    /// Returns the ids of options, tags and tables that the formula uses, and all ids in its selectors, from
    /// left to right.
    pub fn ids(&self) -> Vec<(FormulaIdKind, &FormulaId)> {
        self.expr.ids()
    }
}

/// Returns `true` if a word has a meaning in every formula, so that it cannot be an id.
///
/// `count` is such a word, although it is also a name that every unit has.
pub fn is_reserved_word(text: &str) -> bool {
    RESERVED_WORDS.contains(&text) || functions::Function::from_name(text).is_some()
}

/// Returns an unknown name written as a subtraction: `a - b` for `a-b`. `None` unless every part would then
/// be known or a number.
pub fn as_subtraction(name: &str, known: impl Fn(&str) -> bool) -> Option<String> {
    split_subtraction(name, &|part: &str| {
        known(part) || (!part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// Returns a name split at hyphens into parts that `good` accepts.
fn split_subtraction(name: &str, good: &dyn Fn(&str) -> bool) -> Option<String> {
    // Tries splits from the right and keeps how each tail can be written, so that no tail is tried twice: a
    // long name of many hyphens has exponentially many splits
    let mut tails: Vec<(usize, String)> = Vec::new();
    for (at, _) in name.rmatch_indices('-') {
        let (tail_start, tail) = (at + 1, &name[at + 1..]);
        let shown = if good(tail) {
            Some(tail.to_owned())
        } else {
            let next =
                tails.iter().find(|(start, _)| *start > tail_start && good(&name[tail_start..*start - 1]));
            next.map(|(start, shown)| format!("{} - {shown}", &name[tail_start..*start - 1]))
        };
        tails.extend(shown.map(|shown| (tail_start, shown)));
    }
    let (start, shown) = tails.iter().find(|(start, _)| good(&name[..*start - 1]))?;
    Some(format!("{} - {shown}", &name[..*start - 1]))
}

/// Creates a `bad-formula` error at a range of the formula's text.
fn formula_error(range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> ValueError {
    ValueError {
        code: Code::BadFormula,
        range: Some(range),
        message: message.into(),
        help: Some(help.into()),
    }
}

impl FromStr for Formula {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        Self::parse(text)
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

from_text! { Formula, "a number or a formula", Formula::zero(), number }

impl JsonSchema for Formula {
    fn schema_name() -> Cow<'static, str> {
        "Formula".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "A number, or a formula: numbers (12, 0.5, 86%), names of stats, values and numbers, \
                + - * / (a minus needs a space on both sides), = != < <= > >=, and, or, not, none, \
                if(condition, a, b), min, max, floor, ceil, round, or-else(a, b), has(option), \
                taken(option), is(tag), count({tag: foot}), sum({tag: foot}, size), highest({}, \
                size), lowest({}, size) and cell(table, row, column). Inside a flow map or with a colon in it, put \
                quotes around it.",
            "type": ["number", "string"],
            "maxLength": MAX_LENGTH
        })
    }
}
