//! The checks of a list, one file a family, and what they report.

mod allies;
mod attachments;
mod broken_formulas;
mod choices;
mod commands;
pub mod copies;
mod details;
mod entries;
mod events;
mod game;
mod hidden;
mod limit_words;
mod limits;
mod names;
mod open;
mod options;
pub mod pages;
mod points;
mod printed;
mod reasons;
pub mod report;
pub mod run;
mod settled;
mod sizes;
mod subjects;
mod unnamed_book;
mod whole_shares;
mod wrong_book;

use crate::army::Army;
use crate::finding::{Code, Finding, Severity, Span};

pub use unnamed_book::UnnamedBook;

/// What the checks of one army share.
#[derive(Debug, Default)]
pub struct Found {
    /// Everything found so far.
    pub findings: Vec<Finding>,
    /// Rules that could not be checked since the list states no size.
    pub need_points: Vec<String>,
    /// Whether the army's date is not the book's, so that every entry would only say it again.
    pub out_of_book: bool,
    /// Rules that could not be checked since the list states no date.
    pub need_date: Vec<String>,
    /// Whether an ally has more points than its terms allow, so that the sum of all allies would only say it again.
    pub ally_too_large: bool,
    /// Whether what could not be resolved may be just what a limit counts, for the limit at this place in memory.
    pub hides: Option<(usize, bool)>,
    /// The book that the list should name, since it takes its entries.
    pub unnamed_book: Option<UnnamedBook>,
    /// How many names were compared with words that nothing has.
    pub compared: usize,
    /// By which cost the limit is judged that is being checked.
    judged_by_cost: Option<limits::JudgedByCost>,
}

/// How many names are compared at most, in search of those that were meant.
const MOST_COMPARED: usize = 300_000;

impl Found {
    /// Adds a finding.
    pub fn say(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Whether one more word may be compared with so many names: each with each is for what people write.
    fn compares(&mut self, names: usize) -> bool {
        self.compared = self.compared.saturating_add(names);
        self.compared <= MOST_COMPARED
    }
}

/// A family of checks.
pub type Check = fn(&Army<'_>, &mut Found);

/// Every family, in the order of running; the order of findings is that of their places. The date and the
/// points come last: each says in one finding what could not be checked without it.
pub const CHECKS: &[(&str, Check)] = &[
    ("book dates", entries::book_dates),
    ("game", game::check),
    ("choices", choices::check),
    ("names", names::check),
    ("unnamed book", unnamed_book::check),
    ("sizes", sizes::check),
    ("options", options::check),
    ("entries", entries::check),
    ("attachments", attachments::check),
    ("commands", commands::check),
    ("limits", limits::check),
    ("events", events::check),
    ("date", entries::date_needed),
    ("points", points::check),
];

/// Checks a resolved army.
pub fn check(army: &Army<'_>) -> Vec<Finding> {
    check_with(army, None)
}

/// Checks a resolved army whose list takes entries of a book that it does not name.
pub fn check_with(army: &Army<'_>, unnamed_book: Option<UnnamedBook>) -> Vec<Finding> {
    let mut found = Found { unnamed_book, ..Found::default() };
    for (_, check) in CHECKS {
        check(army, &mut found);
    }
    let mut findings = found.findings;
    if army.rules.event.is_some() {
        events::insist(&mut findings);
    }
    subjects::complete(army, &mut findings);
    crate::finding::sort(&mut findings);
    findings
}

/// A finding about something that is not reached yet, which is a note in a draft.
fn unmet(army: &Army<'_>, mut finding: Finding) -> Finding {
    finding.is_shortfall = true;
    if army.draft {
        finding.severity = Severity::Note;
    }
    finding
}

/// The place for what concerns the army as a whole: its name.
fn army_span(army: &Army<'_>) -> Span {
    army.list.army.span
}

/// A finding about a rule of the ruleset, a book or an event, which is labelled with the author's words.
fn of_rule(finding: Finding, rule: &str, span: Span, says: Option<&str>) -> Finding {
    finding.rule(rule).label(span, says.unwrap_or("the rule"))
}

/// A finding of a code at a place.
fn at(code: Code, span: Span, message: impl Into<String>) -> Finding {
    Finding::new(code, span, message)
}
