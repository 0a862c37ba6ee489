//! Compiled measures: what limits and conditions count or add up.

use super::compiled_selectors::Selector;
use super::id_types::NumberId;

/// The quantity that a limit or a condition measures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The number of units or characters.
    Count(Selector),
    /// The points of what the selector matches.
    Points(Selector),
    /// The total size of what the selector matches.
    Size(Selector),
    /// The number of commands in which the selector matches something.
    Commands(Selector),
    /// One of the ruleset's numbers, summed over what the selector matches.
    Number(NumberId, Selector),
    /// No quantity: the limit is a formula.
    Formula,
}

impl Measure {
    /// Returns the selector of what is measured. `None` for a formula.
    pub fn selector(&self) -> Option<&Selector> {
        match self {
            Self::Count(s) | Self::Points(s) | Self::Size(s) | Self::Commands(s) | Self::Number(_, s) => {
                Some(s)
            }
            Self::Formula => None,
        }
    }

    /// Returns the same measure over another selector, as the base of a share or a rate. For a formula, a
    /// count.
    #[must_use]
    pub fn with_selector(&self, selector: Selector) -> Self {
        match self {
            Self::Count(_) | Self::Formula => Self::Count(selector),
            Self::Points(_) => Self::Points(selector),
            Self::Size(_) => Self::Size(selector),
            Self::Commands(_) => Self::Commands(selector),
            Self::Number(id, _) => Self::Number(*id, selector),
        }
    }
}

impl Measure {
    /// Makes the selector leave out uncounted units, for limits and numbers.
    #[must_use]
    pub fn skipping_uncounted(self) -> Self {
        match self.selector().cloned() {
            Some(selector) => self.with_selector(selector.skipping_uncounted()),
            None => self,
        }
    }

    /// Returns `true` if the measured amount is always a whole number, and never below 0.
    pub fn is_whole(&self) -> bool {
        matches!(self, Self::Count(_) | Self::Size(_) | Self::Commands(_))
    }
}
