//! Compiled conditions and dates.

use std::fmt;

use crate::finding::{Severity, Span};
use crate::format::read_exact_numbers::Number;
use crate::format::years::Year;
use crate::wording::{SelectorText, join_with_or};

use super::compiled_measures::Measure;
use super::compiled_selectors::Selector;
use super::id_types::ModeId;

/// The condition under which a rule applies. All of its fields must be met.
#[derive(Clone, Debug, Default)]
pub struct Condition {
    /// The modes, of which one must be in use. `None` for any.
    pub modes: Option<Vec<ModeId>>,
    /// A test of the agreed size, in points.
    pub points: Option<NumberTest>,
    /// A test of the army's worth: the agreed size, or the cost if none is agreed.
    pub worth: Option<NumberTest>,
    /// A test of the army's cost.
    pub spent: Option<NumberTest>,
    /// The dates, which must contain the army's.
    pub date: Option<Dates>,
    /// A test of the number of commands.
    pub commands: Option<NumberTest>,
    /// A selector that must match something in the army.
    pub present: Option<Selector>,
    /// A description of what `present` matches, such as `units tagged "foot"`.
    pub present_text: SelectorText,
    /// A test of what is counted or added up.
    pub measured: Option<MeasuredTest>,
    /// Answers to the book's choices: the choice, and the answers of which one must be given.
    pub choices: Vec<(String, Vec<String>)>,
    /// Conditions of which one must be met. Ignored if empty.
    pub any: Vec<Condition>,
    /// Conditions that must all be met.
    pub all: Vec<Condition>,
    /// A condition that must not be met.
    pub not: Option<Box<Condition>>,
}

impl Condition {
    /// Returns `true` if the condition has no tests, and so is always met.
    pub fn is_empty(&self) -> bool {
        let Self {
            modes,
            points,
            worth,
            spent,
            date,
            commands,
            present,
            present_text: _,
            measured,
            choices,
            any,
            all,
            not,
        } = self;
        let sizes = points.is_none() && worth.is_none() && spent.is_none() && commands.is_none();
        let lists = choices.is_empty() && any.is_empty() && all.is_empty();
        let found = present.is_none() && measured.is_none();
        sizes && lists && found && modes.is_none() && date.is_none() && not.is_none()
    }

    /// Returns `true` if `what` is true of the condition itself or of one inside it.
    pub fn asks(&self, what: &dyn Fn(&Self) -> bool) -> bool {
        let inner = |all: &[Self]| all.iter().any(|when| when.asks(what));
        what(self)
            || inner(&self.any)
            || inner(&self.all)
            || self.not.as_ref().is_some_and(|when| when.asks(what))
    }

    /// Returns the selectors of what must be present or is measured, here and in the conditions inside this one.
    pub fn selectors(&self) -> Vec<&Selector> {
        let measured = self.measured.as_ref().and_then(|measured| measured.measure.selector());
        let own = self.present.iter().chain(measured);
        let inner = self.any.iter().chain(&self.all).chain(self.not.as_deref());
        own.chain(inner.flat_map(Self::selectors)).collect()
    }

    /// Returns what the condition and those inside it measure.
    pub fn measures(&self) -> Vec<&Measure> {
        let own = self.measured.iter().map(|measured| &measured.measure);
        let of_dates = self.date.as_ref().and_then(|dates| dates.when.as_deref());
        let inner = self.any.iter().chain(&self.all).chain(self.not.as_deref()).chain(of_dates);
        own.chain(inner.flat_map(Self::measures)).collect()
    }

    /// Returns a selector that must match something for the condition to be met. `None` if there is none.
    pub fn required_selector(&self) -> Option<&Selector> {
        let measured = || {
            let asked = self.measured.as_ref().filter(|measured| measured.needs_something())?;
            asked.measure.selector()
        };
        self.present.as_ref().or_else(measured).or_else(|| self.all.iter().find_map(Self::required_selector))
    }

    /// Makes all selectors of the condition leave out uncounted units, for limits and numbers.
    #[must_use]
    pub fn skipping_uncounted(self) -> Self {
        let each = |all: Vec<Self>| all.into_iter().map(Self::skipping_uncounted).collect();
        let dates =
            |dates: Dates| Dates { when: dates.when.map(|w| Box::new(w.skipping_uncounted())), ..dates };
        Self {
            present: self.present.map(Selector::skipping_uncounted),
            measured: self.measured.map(MeasuredTest::skipping_uncounted),
            date: self.date.map(dates),
            any: each(self.any),
            all: each(self.all),
            not: self.not.map(|w| Box::new(w.skipping_uncounted())),
            ..self
        }
    }
}

/// A test of what is counted or added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredTest {
    /// The quantity that is measured.
    pub measure: Measure,
    /// A description of what is measured, such as `units tagged "foot"`. `None` if that is everything.
    pub description: Option<SelectorText>,
    /// Whether units attached to each other count once.
    pub joined_once: bool,
    /// The test of the measured amount.
    pub test: NumberTest,
}

impl MeasuredTest {
    /// Makes the measure leave out uncounted units, for limits and numbers.
    fn skipping_uncounted(self) -> Self {
        Self { measure: self.measure.skipping_uncounted(), ..self }
    }

    /// Returns `true` if the test is not met where there is nothing.
    pub fn needs_something(&self) -> bool {
        // What nobody has passes no test
        self.measure.is_single_value() || !self.test.is_met_by(Number::ZERO)
    }
}

/// A test of a number against fixed numbers. All that are given must be met.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NumberTest {
    /// The smallest allowed number.
    pub min: Option<Number>,
    /// The largest allowed number.
    pub max: Option<Number>,
    /// A number that must be exceeded.
    pub above: Option<Number>,
    /// A number that must not be reached.
    pub below: Option<Number>,
    /// The only allowed number.
    pub exactly: Option<Number>,
}

impl NumberTest {
    /// Returns `true` if the number passes the test.
    pub fn is_met_by(&self, n: Number) -> bool {
        self.min.is_none_or(|x| n >= x)
            && self.max.is_none_or(|x| n <= x)
            && self.above.is_none_or(|x| n > x)
            && self.below.is_none_or(|x| n < x)
            && self.exactly.is_none_or(|x| n == x)
    }

    /// Returns `true` if the number, and so every larger one, is more than the test allows.
    pub fn max_is_exceeded_by(&self, n: Number) -> bool {
        let most = self.max.into_iter().chain(self.exactly);
        most.into_iter().any(|x| n > x) || self.below.is_some_and(|x| n >= x)
    }

    /// Returns `true` if every number that is large enough passes the test.
    pub fn has_no_maximum(&self) -> bool {
        self.max.is_none() && self.below.is_none() && self.exactly.is_none()
    }
}

/// One or several spans of years, with how a date outside all of them is reported.
#[derive(Clone, Debug, Default)]
pub struct Dates {
    /// The spans, of which one must contain the army's date, in the order of the file. Any date will do if there
    /// are none.
    pub spans: Vec<YearSpan>,
    /// The severity of a date outside.
    pub severity: Option<Severity>,
    /// The condition under which the dates apply.
    pub when: Option<Box<Condition>>,
    /// The rule in the author's words, for messages.
    pub says: Option<String>,
    /// The position of the dates in their file.
    pub span: Span,
}

/// A span of years.
#[derive(Clone, Copy, Debug, Default)]
pub struct YearSpan {
    /// The first year. `None` if there is no beginning.
    pub from: Option<Year>,
    /// The last year. `None` if there is no end.
    pub to: Option<Year>,
    /// The position of the years in their file.
    pub span: Span,
}

impl Dates {
    /// Returns `true` if the year is inside one of the spans.
    pub fn contains(&self, year: Year) -> bool {
        self.spans.is_empty() || self.spans.iter().any(|span| span.contains(year))
    }

    /// Returns `true` if some year is inside both.
    pub fn overlaps(&self, other: &Self) -> bool {
        let meets = |span: &YearSpan| other.spans.iter().any(|theirs| span.overlaps(theirs));
        self.spans.is_empty() || other.spans.is_empty() || self.spans.iter().any(meets)
    }

    /// Returns the first year: the earliest beginning, or the earliest end if a span has no beginning.
    pub fn first_year(&self) -> Option<Year> {
        self.spans.iter().filter_map(|span| span.from.or(span.to)).min()
    }

    /// Returns the span from the earliest beginning to the latest end. `None` if it is open at an end.
    pub fn outer_years(&self) -> Option<(Year, Year)> {
        let from: Option<Vec<Year>> = self.spans.iter().map(|span| span.from).collect();
        let to: Option<Vec<Year>> = self.spans.iter().map(|span| span.to).collect();
        Some((from?.into_iter().min()?, to?.into_iter().max()?))
    }

    /// Returns the years as a noun phrase: `218 BC to 203 BC`, `225 BC or 222 BC and after`.
    pub fn years_text(&self) -> String {
        let each: Vec<String> = self.spans.iter().map(YearSpan::years_text).collect();
        if each.is_empty() { "any date".to_owned() } else { join_with_or(&each) }
    }
}

impl YearSpan {
    /// Returns `true` if the year is inside the span.
    pub fn contains(&self, year: Year) -> bool {
        self.from.is_none_or(|from| year >= from) && self.to.is_none_or(|to| year <= to)
    }

    /// Returns `true` if every year of the other span is inside this one.
    pub fn covers(&self, other: &Self) -> bool {
        self.from.is_none_or(|from| other.from.is_some_and(|theirs| theirs >= from))
            && self.to.is_none_or(|to| other.to.is_some_and(|theirs| theirs <= to))
    }

    /// Returns `true` if some year is inside both spans.
    pub fn overlaps(&self, other: &Self) -> bool {
        let before = |to: Option<Year>, from: Option<Year>| to.zip(from).is_some_and(|(to, from)| to < from);
        !before(self.to, other.from) && !before(other.to, self.from)
    }

    /// Returns the years as a noun phrase: `218 BC to 203 BC`, `218 BC and after`.
    pub fn years_text(&self) -> String {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from == to => from.to_string(),
            (Some(from), Some(to)) => format!("{from} to {to}"),
            (Some(from), None) => format!("{from} and after"),
            (None, Some(to)) => format!("{to} and before"),
            (None, None) => "any date".to_owned(),
        }
    }
}

/// Writes when: `from 218 BC to 203 BC`, `in 225 BC or from 222 BC`.
impl fmt::Display for Dates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each: Vec<String> = self.spans.iter().map(ToString::to_string).collect();
        if each.is_empty() { f.write_str("at any date") } else { f.write_str(&join_with_or(&each)) }
    }
}

/// Writes when: `from 218 BC to 203 BC`, `in 225 BC`.
impl fmt::Display for YearSpan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from == to => write!(f, "in {from}"),
            (Some(from), Some(to)) => write!(f, "from {from} to {to}"),
            (Some(from), None) => write!(f, "from {from}"),
            (None, Some(to)) => write!(f, "to {to}"),
            (None, None) => write!(f, "at any date"),
        }
    }
}
