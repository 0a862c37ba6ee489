//! The formula language: numbers and limits that a ruleset works out from stats, options and tables.
//!
//! A text is read once into a [`Formula`], every name and id of which has its bytes, and worked out as often
//! as needed by [`evaluate`] over whatever implements [`Scope`]. All arithmetic is exact.

pub mod ast;
mod broken;
mod call;
mod evaluate;
mod fault;
mod parse;
mod scope;
pub mod selector;
#[cfg(test)]
mod tests;
mod token;

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::finding::Code;
use crate::format::number::Number;
use crate::read::from_text;
use crate::yaml::Refusal;

pub use ast::{Expr, ExprKind, Operator, UsedName, WordKind};
pub use broken::{Broken, Sides, broken};
pub use evaluate::evaluate;
pub use scope::{Outcome, Scope, Trouble, Value, ValueKind};
pub use selector::{ClauseAst, Key, SelectorAst, Word};

/// The longest formula that is read, in bytes.
const LONGEST: usize = 2_000;

/// Words that are not ids because they mean something in every formula.
const WORDS: [&str; 4] = ["and", "or", "not", "none"];

/// A formula that was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// As it was written; all ranges are about this.
    pub text: String,
    /// What it means.
    pub expr: Expr,
}

impl Formula {
    /// Reads a formula. A refusal is `bad-formula` and always has a range.
    pub fn parse(text: &str) -> Result<Self, Refusal> {
        if text.len() > LONGEST {
            return Err(refuse(
                0..text.len(),
                format!("the formula has {} bytes, at most {LONGEST} are read", text.len()),
                "give parts of it names of their own, as numbers or values",
            ));
        }
        if text.trim().is_empty() {
            return Err(refuse(
                0..text.len(),
                "the formula is empty",
                "write a number, a name such as size, or what to work out, as size + 1",
            ));
        }
        Ok(Self { text: text.to_owned(), expr: parse::parse(text)? })
    }

    /// The formula `0`.
    pub fn zero() -> Self {
        Self { text: "0".to_owned(), expr: Expr { kind: ExprKind::Number(Number::ZERO), range: 0..1 } }
    }

    /// The number where the formula is nothing but one, as `5` or `-1`.
    pub fn constant(&self) -> Option<Number> {
        match &self.expr.kind {
            ExprKind::Number(number) => Some(*number),
            ExprKind::Negative(inner) => match inner.kind {
                ExprKind::Number(number) => Number::ZERO.minus(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// The names of stats, values and numbers that it uses, from left to right, repeated where used again.
    pub fn names(&self) -> Vec<UsedName<'_>> {
        self.expr.names()
    }

    /// The ids of options, tags and tables, and all that its selectors name, from left to right.
    pub fn words(&self) -> Vec<(WordKind, &Word)> {
        self.expr.words()
    }
}

/// Whether a word means something in every formula, so that it is no good as an id. A unit's `count` is a
/// name as well as a function, and counts as a word of the language here.
pub fn is_word(text: &str) -> bool {
    WORDS.contains(&text) || call::Function::parse(text).is_some()
}

/// What a name that nothing has would be with blanks around a hyphen in it, if all its parts then are known or
/// numbers: `a - b` for `a-b`.
pub fn minus_hint(name: &str, known: impl Fn(&str) -> bool) -> Option<String> {
    hint(name, &|part: &str| known(part) || (!part.is_empty() && part.bytes().all(|b| b.is_ascii_digit())))
}

fn hint(name: &str, good: &dyn Fn(&str) -> bool) -> Option<String> {
    // The longest part that is known comes first, and no part is tried twice from one place
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

/// A `bad-formula` at a place of the formula's text.
fn refuse(range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Refusal {
    Refusal { code: Code::BadFormula, range: Some(range), message: message.into(), help: Some(help.into()) }
}

impl FromStr for Formula {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
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
                + - * / (a minus stands between blanks), = != < <= > >=, and, or, not, none, if(condition, a, b), \
                min, max, floor, ceil, round, or-else(a, b), has(option), taken(option), is(tag), \
                count({tag: foot}), sum({tag: foot}, size), highest({}, size) and cell(table, row, column). \
                Inside a flow map or with a colon in it, put quotes around it.",
            "type": ["number", "string"],
            "maxLength": LONGEST
        })
    }
}
