//! Compiled values of stats.

use std::sync::Arc;

use crate::format::formula::Formula;
use crate::format::read_exact_numbers::Number;

/// A value of a stat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StatValue {
    /// There is no value.
    #[default]
    Absent,
    /// A number.
    Number(Number),
    /// Words, which are printed in place of a number. Formulas find no value.
    Words(Arc<str>),
}

/// What an option, a form or an effect sets a stat to.
#[derive(Clone, Debug)]
pub enum NewStatValue {
    /// The result of a formula.
    Formula(Formula),
    /// Words, which are printed in place of a number.
    Words(Arc<str>),
}

impl StatValue {
    /// Returns the number. `None` if the stat has no value or is in words.
    pub fn number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Absent | Self::Words(_) => None,
        }
    }

    /// Returns the words. `None` if the stat has no value or is a number.
    pub fn words(&self) -> Option<&str> {
        match self {
            Self::Words(words) => Some(words),
            Self::Absent | Self::Number(_) => None,
        }
    }

    /// Returns `true` if there is neither a number nor words.
    pub fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    /// Adds an amount. Words stay as they are, and anything absent makes the sum absent.
    pub fn add(&mut self, amount: Option<Number>) {
        if let Self::Number(number) = self {
            *self = amount.and_then(|amount| number.checked_add(amount)).into();
        }
    }
}

impl From<Option<Number>> for StatValue {
    fn from(number: Option<Number>) -> Self {
        number.map_or(Self::Absent, Self::Number)
    }
}
