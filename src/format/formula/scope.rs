//! What formulas are evaluated over ([`Scope`]), their values, and their errors.

use std::fmt;

use crate::format::number::Number;

use super::selector::SelectorAst;

/// The value of a formula or of a name in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// A number.
    Number(Number),
    /// True or false.
    Truth(bool),
    /// No value: a stat that the unit does not have, a table cell without a number, or a division by 0.
    Absent,
}

/// The value of a formula, and whether all of it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The value.
    pub value: Value,
    /// Whether a `sum` or `highest` in it left out something without a value.
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

/// What a formula can see of its subject, such as a unit or an army.
pub trait Scope {
    /// Returns the value of a name. [`FormulaValue::Absent`] if the name has no value here.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such name, or its value cannot be worked out.
    fn name(&self, name: &str) -> Result<Outcome, Trouble>;
    /// Returns `true` if the subject has an option.
    fn has(&self, option: &str) -> bool;
    /// Returns how many models take an option.
    fn taken(&self, option: &str) -> Number;
    /// Returns `true` if the subject has a tag.
    fn is(&self, tag: &str) -> bool;
    /// Returns how many units or bodies a selector matches.
    fn count(&self, selector: &SelectorAst) -> Result<Number, Trouble>;
    /// Calls `visit` for everything that a selector matches, with the number of identical ones. Stops at the
    /// first error.
    fn each<'s>(
        &'s self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), Trouble>,
    ) -> Result<(), Trouble>;
    /// Returns a cell of a table, with columns counted from 1. [`FormulaValue::Absent`] if it does not hold a
    /// number.
    fn cell(&self, table: &str, row: &Value, column: &Value) -> Result<Value, Trouble>;
}

/// A kind of value, for messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// A number.
    Number,
    /// True or false.
    Truth,
}

/// Why a formula cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// A number cannot be held exactly.
    Overflow,
    /// There is nothing of this name.
    UnknownName(String),
    /// There is no such table.
    UnknownTable(String),
    /// The number of this name depends on itself.
    Circular(String),
    /// The number of this name depends on too many others.
    TooLong(String),
    /// A truth value where a number is needed, or a number where a truth value is.
    WrongKind {
        /// The part of the formula that is of the wrong kind.
        words: String,
        /// Its kind.
        found: ValueKind,
        /// The kind that is needed.
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
            Self::Overflow => f.write_str("its numbers are too large or too precise to be held exactly"),
            Self::UnknownName(name) => write!(f, "there is nothing named \"{name}\""),
            Self::UnknownTable(table) => write!(f, "there is no table \"{table}\""),
            Self::Circular(name) => write!(f, "\"{name}\" depends on itself"),
            Self::TooLong(name) => write!(f, "\"{name}\" depends on too many other numbers"),
            Self::WrongKind { words, found, needed } => {
                write!(f, "\"{words}\" is {found}, but {needed} is needed")
            }
        }
    }
}

impl std::error::Error for Trouble {}
