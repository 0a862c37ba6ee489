//! Limits ready for use.

use crate::finding::{Severity, Span};
use crate::format::formula::Formula;
use crate::format::limit::{Place, Round};
use crate::format::number::Number;
use crate::wording::SelectorText;

use super::ids::{ContingentId, NumberId};
use super::selector::Selector;
use super::when::When;

/// A limit ready for use.
#[derive(Clone, Debug)]
pub struct Limit {
    /// Its name in full, as `fra/limits/one-general`.
    pub rule: String,
    /// Its id in words for messages where the author says nothing.
    pub title: String,
    /// What is measured.
    pub measure: Measure,
    /// How what is measured is said; `None` if that is everything.
    pub what: Option<SelectorText>,
    /// Where.
    pub place: Place,
    /// Whether each entry is measured apart.
    pub by_entry: bool,
    /// Whether joined units count once.
    pub joined_once: bool,
    /// The units it sees: a book's contingent, or all of the army.
    pub sees: Option<ContingentId>,
    /// How much is allowed.
    pub bounds: Vec<Bounds>,
    /// A formula that must hold.
    pub holds: Option<Formula>,
    /// When it applies.
    pub when: When,
    /// How much it weighs.
    pub severity: Severity,
    /// The rule in the author's words.
    pub says: Option<String>,
    /// Where it is written: its id.
    pub span: Span,
    /// The entry that it belongs to; its minimum holds only within the entry's dates.
    pub entry: Option<super::ids::KindId>,
}

/// What a limit measures.
#[derive(Clone, Debug)]
pub enum Measure {
    /// How many units or characters.
    Count(Selector),
    /// Points of what a selector finds.
    Points(Selector),
    /// Sizes of what a selector finds.
    Size(Selector),
    /// Commands in which a selector finds something.
    Commands(Selector),
    /// One of the ruleset's numbers over what a selector finds.
    Number(NumberId, Selector),
    /// Nothing: the limit is a formula.
    Formula,
}

impl Measure {
    /// What it is over.
    pub fn selector(&self) -> Option<&Selector> {
        match self {
            Self::Count(s) | Self::Points(s) | Self::Size(s) | Self::Commands(s) | Self::Number(_, s) => {
                Some(s)
            }
            Self::Formula => None,
        }
    }

    /// The same of something else: what a share or a rate of this is taken of. A formula's is a count.
    #[must_use]
    pub fn of(&self, selector: Selector) -> Self {
        match self {
            Self::Count(_) | Self::Formula => Self::Count(selector),
            Self::Points(_) => Self::Points(selector),
            Self::Size(_) => Self::Size(selector),
            Self::Commands(_) => Self::Commands(selector),
            Self::Number(id, _) => Self::Number(*id, selector),
        }
    }
}

/// Bounds that hold together; of several, one set must hold.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// At least.
    pub min: Option<Bound>,
    /// At most.
    pub max: Option<Bound>,
    /// Exactly.
    pub exactly: Option<Bound>,
    /// A multiple of.
    pub multiple_of: Option<Bound>,
}

/// How much is allowed.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The amount.
    pub amount: Amount,
    /// Where it is written.
    pub span: Span,
}

/// An amount, or how it is worked out.
#[derive(Clone, Debug)]
pub enum Amount {
    /// A number.
    Number(Number),
    /// A part of a base.
    Share {
        /// The part.
        share: Number,
        /// What it is of.
        of: Base,
        /// How the result is rounded.
        round: Round,
    },
    /// So many for each group of a base.
    Rate {
        /// How many.
        allow: Number,
        /// The size of a group.
        per: Number,
        /// What the groups are of.
        of: Base,
        /// Whether an incomplete group counts.
        round: Round,
    },
    /// One for each severity, the worst first.
    Severities(Vec<(Severity, Bound)>),
}

/// What a share or a rate is taken of.
#[derive(Clone, Debug)]
pub enum Base {
    /// The agreed size.
    Points,
    /// What the army costs.
    Spent,
    /// How many commands there are.
    Commands,
    /// What a selector finds, with its words for messages.
    Found(Selector, SelectorText),
}
