//! What formulas are worked out over, what they come to, and what can go wrong on the way.

use std::fmt;

use crate::format::number::Number;

use super::selector::SelectorAst;

/// What a formula or a name comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(Number),
    /// True or false.
    Truth(bool),
    /// Nothing: a stat that a unit has not, a cell without a number, a division by 0.
    Absent,
}

/// A value, and whether all of it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// What it comes to.
    pub value: Value,
    /// Whether a sum or a highest in it had to pass over something absent.
    pub incomplete: bool,
}

impl From<Value> for Outcome {
    fn from(value: Value) -> Self {
        Self { value, incomplete: false }
    }
}

impl From<Number> for Outcome {
    fn from(number: Number) -> Self {
        Value::Number(number).into()
    }
}

/// What a formula sees of the thing that it is worked out for.
pub trait Scope {
    /// What a name stands for here. A name that cannot be is trouble; one that has no value here is absent.
    fn name(&self, name: &str) -> Result<Outcome, Trouble>;
    /// Whether an option is there.
    fn has(&self, option: &str) -> bool;
    /// How many models take an option.
    fn taken(&self, option: &str) -> Number;
    /// Whether a tag is there.
    fn is(&self, tag: &str) -> bool;
    /// How many things a selector finds.
    fn count(&self, selector: &SelectorAst) -> Result<Number, Trouble>;
    /// Calls `visit` for everything that a selector finds, with how many are alike, and stops at trouble.
    fn each<'s>(
        &'s self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), Trouble>,
    ) -> Result<(), Trouble>;
    /// The cell of a table, columns from 1; absent where it holds no number.
    fn cell(&self, table: &str, row: &Value, column: &Value) -> Result<Value, Trouble>;
}

/// What a value is, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A number.
    Number,
    /// True or false.
    Truth,
}

/// Why a formula cannot be worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A number cannot be held exactly.
    Overflow,
    /// Nothing has this name.
    UnknownName(String),
    /// There is no such table.
    UnknownTable(String),
    /// The number of this name needs itself.
    Circular(String),
    /// The number of this name needs too many others.
    TooLong(String),
    /// A truth where a number is needed, or the other way.
    WrongKind {
        /// The words of the formula that are of the wrong kind.
        words: String,
        /// What they are.
        found: ValueKind,
        /// What is needed.
        needed: ValueKind,
    },
}

impl fmt::Display for ValueKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Number => "a number",
            Self::Truth => "true or false",
        })
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow => f.write_str("its numbers are too large or too fine to be held exactly"),
            Self::UnknownName(name) => write!(f, "nothing has the name \"{name}\""),
            Self::UnknownTable(table) => write!(f, "there is no table \"{table}\""),
            Self::Circular(name) => write!(f, "\"{name}\" is worked out from itself"),
            Self::TooLong(name) => write!(f, "\"{name}\" needs too many other numbers to be worked out"),
            Self::WrongKind { words, found, needed } => {
                write!(f, "\"{words}\" is {found} where {needed} is needed")
            }
        }
    }
}

impl std::error::Error for Trouble {}
