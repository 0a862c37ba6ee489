//! The numbers and conditions that a finding rests on.

use crate::exact_number::Number;

/// A number or a text that a finding rests on, for programs; what people are told is in the message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What it is.
    pub is: FactKind,
    /// Of what, or the formula's own text: `points of units tagged "foot"`.
    pub what: String,
    /// How much; nothing where it is no number.
    pub value: Option<Number>,
}

/// What a fact is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactKind {
    /// How much there is of what was measured.
    Found,
    /// The least that is wanted.
    AtLeast,
    /// The most that is allowed.
    AtMost,
    /// What is wanted, neither more nor less.
    Exactly,
    /// What the amount must be a multiple of.
    MultipleOf,
    /// What a share or a rate is taken of.
    Base,
    /// The formula that does not hold.
    Formula,
    /// A comparison that decides it, as it stands in the formula.
    Comparison,
    /// The left side of the comparison before.
    Left,
    /// The right side of the comparison before.
    Right,
    /// Why the rule applies.
    Condition,
}

impl FactKind {
    /// The word for it in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::AtLeast => "at-least",
            Self::AtMost => "at-most",
            Self::Exactly => "exactly",
            Self::MultipleOf => "multiple-of",
            Self::Base => "base",
            Self::Formula => "formula",
            Self::Comparison => "comparison",
            Self::Left => "left",
            Self::Right => "right",
            Self::Condition => "condition",
        }
    }
}
