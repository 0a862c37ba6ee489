//! The checks of a list, one file for each family, and the reports they make.

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
pub(crate) mod wrong_book;

use crate::army::Army;
use crate::finding::{Code, Finding, Severity, Span};

pub use unnamed_book::UnnamedBook;

/// The state that the checks of one army share.
#[derive(Debug, Default)]
pub struct Found {
    /// The findings so far.
    pub findings: Vec<Finding>,
    /// Rules that could not be checked because the list states no size.
    pub need_points: Vec<String>,
    /// Whether the army's date is outside the years of the book. Each entry would only report the same again.
    pub out_of_book: bool,
    /// Rules that could not be checked because the list states no date.
    pub need_date: Vec<String>,
    /// Whether an ally has more points than its terms allow. The sum of all allies would only report the same
    /// again.
    pub ally_too_large: bool,
    /// Cache: the address of the last limit, and whether a word that could not be resolved might be what it
    /// counts.
    pub hides: Option<(usize, bool)>,
    /// A book that the list does not name, although it takes entries of it.
    pub unnamed_book: Option<UnnamedBook>,
    /// The number of names that unknown words have been compared with.
    pub compared: usize,
    /// By which cost the limit is judged that is being checked.
    judged_by_cost: Option<limits::JudgedByCost>,
}

/// The most names that unknown words are compared with.
const MOST_COMPARED: usize = 300_000;

impl Found {
    /// Adds a finding.
    pub fn say(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Returns `true` while the budget for guessing names lasts.
    ///
    /// Comparing every unknown word with every name is quadratic, so a hostile list must not be able to
    /// demand it.
    fn compares(&mut self, names: usize) -> bool {
        self.compared = self.compared.saturating_add(names);
        self.compared <= MOST_COMPARED
    }
}

/// The function that runs a family of checks.
pub type Check = fn(&Army<'_>, &mut Found);

/// All families of checks, in the order in which they run. Findings are sorted by their places later.
///
/// The date and the points come last, since each reports in one finding what could not be checked without it.
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

/// Returns the span of the army's name, to report what concerns the army as a whole.
fn army_span(army: &Army<'_>) -> Span {
    army.list.army.span
}

/// Adds to a finding the path of the rule it is about, and a label there with the text `says` of the rule's
/// author.
fn of_rule(finding: Finding, rule: &str, span: Span, says: Option<&str>) -> Finding {
    finding.rule(rule).label(span, says.unwrap_or("the rule"))
}

/// Creates a finding at a span.
fn at(code: Code, span: Span, message: impl Into<String>) -> Finding {
    Finding::new(code, span, message)
}
