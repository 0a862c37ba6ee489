//! The numbers and conditions that a finding rests on.

use crate::exact_number::Number;

/// A number or a text that a finding rests on, for programs. People read the message instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What the fact states, such as the amount found.
    pub is: FactKind,
    /// What was counted, such as `points of units tagged "foot"`, or the text of the formula.
    pub what: String,
    /// The amount. `None` if the fact is a text.
    pub value: Option<Number>,
}

/// What a fact states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactKind {
    /// The amount that the list has.
    Found,
    /// The smallest amount that is allowed.
    AtLeast,
    /// The largest amount that is allowed.
    AtMost,
    /// The only amount that is allowed.
    Exactly,
    /// The number that the amount must be a multiple of.
    MultipleOf,
    /// The amount that a share or a rate is taken of.
    Base,
    /// The formula that is false.
    Formula,
    /// A comparison in that formula that is false, as written there.
    Comparison,
    /// The value of the left side of the preceding comparison.
    Left,
    /// The value of the right side of the preceding comparison.
    Right,
    /// The condition for which the rule applies.
    Condition,
    /// A tag that an effect gave to units, or took from them, and why.
    Tag,
}

impl FactKind {
    /// Returns the word that JSON has for the kind.
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
            Self::Tag => "tag",
        }
    }
}
