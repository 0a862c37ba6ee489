//! What formulas are evaluated over ([`Scope`]), their values, and their errors.

use std::fmt;

use crate::format::read_exact_numbers::Number;

use super::selector::SelectorAst;

/// The value of a formula or of a name in one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormulaValue {
    /// A number.
    Number(Number),
    /// True or false.
    Truth(bool),
    /// No value: a stat that the unit does not have, a table cell without a number, or a division by 0.
    Absent,
}

/// The value of a formula, and whether all of it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// The value.
    pub value: FormulaValue,
    /// Whether a `sum` or `highest` in it left out something without a value.
    pub incomplete: bool,
}

impl From<FormulaValue> for Evaluation {
    fn from(value: FormulaValue) -> Self {
        Self { value, incomplete: false }
    }
}

impl From<Number> for Evaluation {
    fn from(number: Number) -> Self {
        FormulaValue::Number(number).into()
    }
}

/// What a formula can see of its subject, such as a unit or an army.
pub trait Scope {
    /// Returns the value of a name. [`FormulaValue::Absent`] if the name has no value here.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such name, or its value cannot be worked out.
    fn value_of_name(&self, name: &str) -> Result<Evaluation, EvaluationError>;
    /// Returns `true` if the subject has an option.
    fn has_option(&self, option: &str) -> bool;
    /// Returns how many models take an option.
    fn models_with_option(&self, option: &str) -> Number;
    /// Returns `true` if the subject has a tag.
    fn has_tag(&self, tag: &str) -> bool;
    /// Returns how many units or bodies a selector matches.
    fn count_matches(&self, selector: &SelectorAst) -> Result<Number, EvaluationError>;
    /// Calls `visit` for everything that a selector matches, with the number of identical ones. Stops at the
    /// first error.
    fn for_each_match<'s>(
        &'s self,
        selector: &SelectorAst,
        visit: &mut dyn FnMut(&dyn Scope, Number) -> Result<(), EvaluationError>,
    ) -> Result<(), EvaluationError>;
    /// Returns a cell of a table, with columns counted from 1. [`FormulaValue::Absent`] if it does not hold a
    /// number.
    fn table_cell(
        &self,
        table: &str,
        row: &FormulaValue,
        column: &FormulaValue,
    ) -> Result<FormulaValue, EvaluationError>;
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
pub enum EvaluationError {
    /// A number cannot be held exactly.
    Overflow,
    /// There is nothing of this name.
    UnknownName(String),
    /// There is no such table.
    UnknownTable(String),
    /// The number of this name depends on itself.
    Circular(String),
    /// The number of this name depends on too many others.
    TooManyNumbers(String),
    /// A truth value where a number is needed, or a number where a truth value is.
    WrongKind {
        /// The part of the formula that is of the wrong kind.
        text: String,
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

impl fmt::Display for EvaluationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow => f.write_str("its numbers are too large or too precise to be held exactly"),
            Self::UnknownName(name) => write!(f, "there is nothing named \"{name}\""),
            Self::UnknownTable(table) => write!(f, "there is no table \"{table}\""),
            Self::Circular(name) => write!(f, "\"{name}\" depends on itself"),
            Self::TooManyNumbers(name) => write!(f, "\"{name}\" depends on too many other numbers"),
            Self::WrongKind { text: words, found, needed } => {
                write!(f, "\"{words}\" is {found}, but {needed} is needed")
            }
        }
    }
}

impl std::error::Error for EvaluationError {}
