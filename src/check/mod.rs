//! The checks of a list, one file for each family, and the reports they make.

mod ally_terms;
pub mod armies_handed_in_twice;
mod army_size_in_points;
mod attachments;
pub mod check_files;
mod choices;
mod command_leaders_and_roles;
mod entry_dates_and_conditions;
mod event_terms;
mod exact_shares_not_whole;
mod inner_options;
mod limit_verdict;
mod limits;
mod nesting_of_command_kinds;
mod option_context;
mod option_details;
mod options;
mod options_copied_from_sheets;
pub mod pages_about_codes;
mod paid_charges;
mod read_list_and_rules;
mod reasons_for_soft_rules;
mod regions_of_limits;
pub mod report;
mod report_broken_limits;
mod subjects;
mod tags_from_effects;
mod tags_of_other_books;
mod unit_sizes_and_parts;
mod unknown_costs;
mod unknown_names;
mod unmet_limit_formulas;
mod unnamed_book;
mod unsupported_or_missing_parts;
mod why_rule_applies;
pub(crate) mod wrong_book;

use crate::army::Army;
use crate::army::unknown_words_that_limits_may_count::list_may_hide_matches;
use crate::finding::{Code, Finding, Severity, Span};
use crate::rules::compiled_limits::Limit;
use crate::rules::id_types::LimitId;

pub use tags_of_other_books::TagsOfOtherBooks;
pub use unnamed_book::UnnamedBook;

/// The state that the checks of one army share.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// The findings so far.
    pub findings: Vec<Finding>,
    /// Rules that could not be checked because the list states no size.
    pub rules_needing_points: Vec<String>,
    /// Whether the army's date is outside the years of the book. Each entry would only report the same again.
    pub date_outside_book: bool,
    /// Rules that could not be checked because the list states no date.
    pub rules_needing_date: Vec<String>,
    /// Whether an ally has more points than its terms allow. The sum of all allies would only report the same
    /// again.
    pub ally_too_large: bool,
    /// Cache: the last limit, and whether a word that could not be resolved might be what it counts.
    pub hidden_cache: Option<(LimitId, bool)>,
    /// A book that the list does not name, although it takes entries of it.
    pub unnamed_book: Option<UnnamedBook>,
    /// Tags of other books, which options may name.
    pub tags_of_other_books: TagsOfOtherBooks,
    /// The number of names that unknown words have been compared with.
    pub compared_names: usize,
    /// By which cost the limit is judged that is being checked.
    judged_by_cost: Option<limit_verdict::JudgedByCost>,
}

/// The most names that unknown words are compared with.
const MAX_COMPARED: usize = 300_000;

impl CheckReport {
    /// Adds a finding.
    pub fn push(&mut self, finding: Finding) {
        self.findings.push(finding);
    }

    /// Returns `true` if a word that could not be resolved might be what a limit counts.
    fn may_hide_matches(&mut self, army: &Army<'_>, limit: &Limit) -> bool {
        // Cached, since a limit on each unit asks again for every unit
        if let Some((known, hides)) = self.hidden_cache
            && known == limit.id
        {
            return hides;
        }
        let hides = list_may_hide_matches(army, limit);
        self.hidden_cache = Some((limit.id, hides));
        hides
    }

    /// Returns `true` while the budget for guessing names lasts.
    ///
    /// Comparing every unknown word with every name is quadratic, so a hostile list must not be able to
    /// demand it.
    fn can_compare(&mut self, names: usize) -> bool {
        self.compared_names = self.compared_names.saturating_add(names);
        self.compared_names <= MAX_COMPARED
    }
}

/// The function that runs a family of checks.
pub type CheckFamily = fn(&Army<'_>, &mut CheckReport);

/// All families of checks, in the order in which they run. Findings are sorted by their places later.
///
/// The date and the points come last, since each reports in one finding what could not be checked without it.
pub const CHECKS: &[(&str, CheckFamily)] = &[
    ("book dates", entry_dates_and_conditions::check_book_dates),
    ("game", unsupported_or_missing_parts::check_game_features),
    ("choices", choices::check_choices),
    ("names", unknown_names::check_names),
    ("unnamed book", unnamed_book::report_unnamed_book),
    ("sizes", unit_sizes_and_parts::check_sizes),
    ("options", options::check_options),
    ("entries", entry_dates_and_conditions::check_entries),
    ("attachments", attachments::check_attachments),
    ("commands", command_leaders_and_roles::check_commands),
    ("effects", limits::check_effects),
    ("limits", limits::check_limits),
    ("events", event_terms::check_event_terms),
    ("prices", unknown_costs::note_facts_that_prices_need),
    ("date", entry_dates_and_conditions::report_date_needed),
    ("points", army_size_in_points::check_points),
];

/// Checks a resolved army.
pub fn check_army(army: &Army<'_>) -> Vec<Finding> {
    check_army_with(army, None, TagsOfOtherBooks::default())
}

/// Checks a resolved army with what is known from other books: the one that the list takes entries of without
/// naming it, and the tags that its options may name.
pub fn check_army_with(
    army: &Army<'_>,
    unnamed_book: Option<UnnamedBook>,
    tags_of_other_books: TagsOfOtherBooks,
) -> Vec<Finding> {
    let mut found = CheckReport { unnamed_book, tags_of_other_books, ..CheckReport::default() };
    for (_, check) in CHECKS {
        check(army, &mut found);
    }
    let mut findings = found.findings;
    if army.rules.event.is_some() {
        event_terms::escalate_unchecked(&mut findings);
    }
    subjects::fill_in_subjects(army, &mut findings);
    crate::finding::sort_and_dedup(&mut findings);
    findings
}

/// A finding about something that is not reached yet, which is a note in a draft.
fn severity_if_unmet(army: &Army<'_>, mut finding: Finding) -> Finding {
    finding.is_shortfall = true;
    if army.is_draft {
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
fn with_rule_label(finding: Finding, rule: &str, span: Span, says: Option<&str>) -> Finding {
    finding.with_rule(rule).with_label(span, says.unwrap_or("the rule"))
}

/// Creates a finding at a span.
fn finding_at(code: Code, span: Span, message: impl Into<String>) -> Finding {
    Finding::new(code, span, message)
}
