//! Conditions and dates ready for use.

use crate::finding::{Severity, Span};
use crate::format::date::Year;
use crate::format::number::Number;
use crate::wording::SelectorText;

use super::ids::ModeId;
use super::selector::Selector;

/// When a rule applies; all of it must hold together.
#[derive(Clone, Debug, Default)]
pub struct When {
    /// One of these modes; any where empty.
    pub modes: Option<Vec<ModeId>>,
    /// The agreed size.
    pub points: Option<Compare>,
    /// What the army is worth: the agreed size, or what it costs where none is agreed.
    pub worth: Option<Compare>,
    /// What the army costs.
    pub spent: Option<Compare>,
    /// The army's date.
    pub date: Option<Dates>,
    /// How many commands there are.
    pub commands: Option<Compare>,
    /// Something is there.
    pub present: Option<Selector>,
    /// How that is said.
    pub present_text: SelectorText,
    /// Answers to the book's choices: the choice, and the answers of which one is given.
    pub choices: Vec<(String, Vec<String>)>,
    /// One of these holds; none asked where empty.
    pub any: Vec<When>,
    /// All of these hold.
    pub all: Vec<When>,
    /// This does not hold.
    pub not: Option<Box<When>>,
}

impl When {
    /// Whether it asks for nothing, and so holds always.
    pub fn is_empty(&self) -> bool {
        let Self { modes, points, worth, spent, date, commands, present, choices, any, all, not, .. } = self;
        let sizes = points.is_none() && worth.is_none() && spent.is_none() && commands.is_none();
        let lists = choices.is_empty() && any.is_empty() && all.is_empty();
        sizes && lists && modes.is_none() && date.is_none() && present.is_none() && not.is_none()
    }

    /// The same for a limit or a number: what is present passes over units that are not counted.
    #[must_use]
    pub fn counted_only(self) -> Self {
        let each = |all: Vec<Self>| all.into_iter().map(Self::counted_only).collect();
        let dates = |dates: Dates| Dates { when: dates.when.map(|w| Box::new(w.counted_only())), ..dates };
        Self {
            present: self.present.map(Selector::counted_only),
            date: self.date.map(dates),
            any: each(self.any),
            all: each(self.all),
            not: self.not.map(|w| Box::new(w.counted_only())),
            ..self
        }
    }
}

/// A comparison with fixed numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Compare {
    /// At least.
    pub min: Option<Number>,
    /// At most.
    pub max: Option<Number>,
    /// More than.
    pub above: Option<Number>,
    /// Less than.
    pub below: Option<Number>,
    /// Exactly.
    pub exactly: Option<Number>,
}

impl Compare {
    /// Whether the number is as asked.
    pub fn holds(&self, n: Number) -> bool {
        self.min.is_none_or(|x| n >= x)
            && self.max.is_none_or(|x| n <= x)
            && self.above.is_none_or(|x| n > x)
            && self.below.is_none_or(|x| n < x)
            && self.exactly.is_none_or(|x| n == x)
    }
}

/// A span of years with what is said of a date outside it.
#[derive(Clone, Debug, Default)]
pub struct Dates {
    /// The first year.
    pub from: Option<Year>,
    /// The last year.
    pub to: Option<Year>,
    /// How much a date outside weighs.
    pub severity: Option<Severity>,
    /// Where the dates apply.
    pub when: Option<Box<When>>,
    /// The rule in the author's words.
    pub says: Option<String>,
    /// Where it is written.
    pub span: Span,
}

impl Dates {
    /// Whether the year is inside.
    pub fn hold(&self, year: Year) -> bool {
        self.from.is_none_or(|from| year >= from) && self.to.is_none_or(|to| year <= to)
    }

    /// Whether some year is inside both.
    pub fn overlap(&self, other: &Self) -> bool {
        let before = |to: Option<Year>, from: Option<Year>| to.zip(from).is_some_and(|(to, from)| to < from);
        !before(self.to, other.from) && !before(other.to, self.from)
    }
}

impl std::fmt::Display for Dates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from == to => write!(f, "in {from}"),
            (Some(from), Some(to)) => write!(f, "from {from} to {to}"),
            (Some(from), None) => write!(f, "from {from}"),
            (None, Some(to)) => write!(f, "to {to}"),
            (None, None) => write!(f, "at any date"),
        }
    }
}
