//! Checks that legal lists exist: for each book and each ruleset, at the usual sizes, in each interval
//! between the dates that their rules name.

use std::sync::Arc;
use std::time::Duration;

use crate::finding::{Code, Finding, Severity, Span};
use crate::format::event::{Event, EventPoints};
use crate::format::read_exact_numbers::Number;
use crate::format::years::Year;
use crate::rules::Rules;
use crate::rules::library::{Library, RulesLookup as Ready};
use crate::solve::{Feasibility, LimitConflict, ListRequirements, find_legal_list};
use crate::wording::quoted_list;

use super::date_intervals::date_intervals;
use super::lists_for_each_answer::check_answers;
use super::{CompiledFile, FileContent};

/// Checks the file's ruleset, book or event.
pub(super) fn check_legal_lists(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    // Contradictions within one rule were reported already
    if found.iter().any(|f| f.code == Code::Impossible && f.severity == Severity::Error) {
        return;
    }
    let super::LintOptions { sizes, time_limit: time, .. } = made.options;
    match &made.content {
        FileContent::Ruleset(file) => check_rules(&made.rules, file.file.ruleset.span, sizes, *time, found),
        FileContent::Book(book) => {
            let before = found.len();
            check_rules(&made.rules, book.file.book.span, sizes, *time, found);
            // If no list at all is legal, none is under any answer
            if found[before..].iter().all(|f| f.severity < Severity::Error) {
                check_answers(&made.rules, &book.file, sizes, *time, found);
            }
        }
        FileContent::Event(loaded) => {
            let library = Library::new(made.library.named_folders()).with_event(loaded.clone());
            check_event(&library, &loaded.file, sizes, *time, found);
        }
    }
}

/// Checks each ruleset and book that an event allows, at the sizes that it names, else at the usual ones.
fn check_event(library: &Library, event: &Event, usual: &[Number], time: Duration, found: &mut Vec<Finding>) {
    let sizes: Vec<Number> = match &event.points {
        Some(EventPoints::Exactly(n)) => vec![n.value],
        Some(EventPoints::Range(range)) => range.min.iter().chain(&range.max).map(|n| n.value).collect(),
        None => usual.to_vec(),
    };
    let rulesets: Vec<String> = match &event.rulesets {
        Some(named) => named.iter().map(|word| word.value.clone()).collect(),
        None => library.list_rulesets().into_iter().map(|known| known.id).collect(),
    };
    for ruleset in &rulesets {
        let books = library.books_of_ruleset(ruleset);
        match &event.books {
            Some(named) => {
                for book in named.iter().filter(|b| books.iter().any(|k| k.id == b.value)) {
                    if let Ready::Ready(rules) = library.rules_for(ruleset, Some(book)) {
                        check_rules(&rules, book.span, &sizes, time, found);
                    }
                }
            }
            None => check_each_book(library, ruleset, event.event.span, &sizes, time, found),
        }
    }
}

/// Checks a ruleset with each of its books. Books that fail for the same reason share one finding.
fn check_each_book(
    library: &Library,
    ruleset: &str,
    place: Span,
    sizes: &[Number],
    time: Duration,
    found: &mut Vec<Finding>,
) {
    let mut all: Vec<Shared> = Vec::new();
    let books = library.books_of_ruleset(ruleset);
    for book in std::iter::once(None).chain(books.iter().map(|b| Some(b.id.as_str()))) {
        let Ready::Ready(rules) = library.rules_for(ruleset, book) else { continue };
        // A year of one book is none of another's
        for case in cases(&rules, sizes, time) {
            let who = book.unwrap_or(ruleset).to_owned();
            let why = case.why(&rules);
            match all.iter_mut().find(|shared| shared.why == why) {
                Some(shared) if shared.first == who || shared.others.contains(&who) => {}
                Some(shared) => shared.others.push(who),
                None => {
                    all.push(Shared { rules: rules.clone(), case, why, first: who, others: Vec::new() });
                }
            }
        }
    }
    found.extend(
        all.iter().map(|shared| missing_list_finding(&shared.rules, place, &shared.case, &shared.others)),
    );
}

/// A case that several books share.
struct Shared {
    rules: Arc<Rules>,
    case: MissingList,
    why: Why,
    /// The book that has it first.
    first: String,
    others: Vec<String>,
}

/// Why a list is missing, without its size and years: how sure that is, the one limit that forbids it, and what else is
/// said to help.
type Why = (Severity, Option<String>, &'static str);

/// What was not found, at which sizes, in which years.
#[derive(PartialEq, Eq)]
struct MissingList {
    size: Option<Number>,
    years: Option<(Year, Year)>,
    kind: MissingListKind,
}

/// What is known about a missing list.
#[derive(Clone, PartialEq, Eq)]
enum MissingListKind {
    /// Proven: no list is legal.
    Forbidden(LimitConflict),
    /// Proven: no legal list spends nearly all points.
    CannotSpend(LimitConflict),
    /// Legal lists exist, but none was found that spends nearly all points.
    NoneFoundSpending,
    /// No legal list was found.
    NoneFound,
}

/// Looks for a legal list of each size in each interval of years, and reports where there is none.
fn check_rules(rules: &Rules, place: Span, sizes: &[Number], time: Duration, found: &mut Vec<Finding>) {
    found.extend(cases(rules, sizes, time).iter().map(|case| missing_list_finding(rules, place, case, &[])));
}

/// The sizes and years at which no list is legal or was found.
fn cases(rules: &Rules, sizes: &[Number], time: Duration) -> Vec<MissingList> {
    let sizes: Vec<Option<Number>> =
        if rules.has_points { sizes.iter().map(|n| Some(*n)).collect() } else { vec![None] };
    let mut cases: Vec<MissingList> = Vec::new();
    for size in sizes {
        for years in date_intervals(rules) {
            let Some(lack) = find_missing_kind(rules, size, years.map(|(from, _)| from), time) else {
                continue;
            };
            // Merge adjacent intervals with the same result
            if let Some(last) = cases.last_mut()
                && last.size == size
                && last.kind == lack
                && let (Some((_, end)), Some((from, to))) = (&mut last.years, years)
                && end.next() == from
            {
                *end = to;
            } else {
                cases.push(MissingList { size, years, kind: lack });
            }
        }
    }
    cases
}

/// Returns what is known about a missing list of this size in this year. `None` if a list was found.
fn find_missing_kind(
    rules: &Rules,
    size: Option<Number>,
    date: Option<Year>,
    time: Duration,
) -> Option<MissingListKind> {
    let ask = |at_least| {
        let terms = ListRequirements {
            title: "a legal list",
            size,
            date,
            min_cost: at_least,
            answer: None,
            time_limit: time,
        };
        find_legal_list(rules, &terms)
    };
    // A list that leaves more than 5% of its points unspent is of little use
    let most = rules.size_limit.most_points(size);
    let to_spend = size.map(|size| most.map_or(size, |most| size.min(most)));
    let nearly =
        to_spend.and_then(|s| Number::fraction(19, 20).and_then(|n| s.checked_mul(n))).unwrap_or_default();
    let first = match ask(nearly) {
        Feasibility::Found(_) => return None,
        Feasibility::Forbidden(clash) if !clash.min_cost => return Some(MissingListKind::Forbidden(clash)),
        Feasibility::Forbidden(clash) => MissingListKind::CannotSpend(clash),
        Feasibility::NoneFound => MissingListKind::NoneFoundSpending,
    };
    Some(match ask(Number::ZERO) {
        Feasibility::Found(_) => first,
        Feasibility::Forbidden(clash) => MissingListKind::Forbidden(clash),
        Feasibility::NoneFound => MissingListKind::NoneFound,
    })
}

fn missing_list_finding(rules: &Rules, place: Span, case: &MissingList, others: &[String]) -> Finding {
    let name = rules.contingents.first().and_then(|c| c.book.as_ref()).map_or(&rules.name, |b| &b.name);
    let size = case.size.map_or_else(String::new, |n| format!(" of {}", crate::wording::points_text(n)));
    let years = match case.years {
        None => String::new(),
        Some((from, to)) if from == to => format!(" in {from}"),
        Some((from, to)) => format!(" from {from} to {to}"),
    };
    let message = match &case.kind {
        MissingListKind::Forbidden(_) => format!("no list{size} of \"{name}\" is legal{years}"),
        MissingListKind::CannotSpend(_) => {
            format!("no legal list{size} of \"{name}\" spends 95% of them{years}")
        }
        MissingListKind::NoneFoundSpending => {
            format!("no legal list{size} of \"{name}\" was found{years} that spends 95% of them")
        }
        MissingListKind::NoneFound => format!("no legal list{size} of \"{name}\" was found{years}"),
    };
    let message = match others {
        [] => message,
        others => {
            format!("{message}; likewise for {}", quoted_list(others.iter().map(String::as_str), "and"))
        }
    };
    let (severity, rule, help) = case.why(rules);
    let mut finding = Finding::new(Code::Impossible, place, message).with_severity(severity).with_help(help);
    finding.rule_path = rule;
    for at in case.kind.clash().into_iter().flat_map(|clash| &clash.limits) {
        let limit = &rules.limits[*at];
        let words = limit.says.clone().unwrap_or_else(|| limit.title.clone());
        finding = finding.with_label(limit.span, words);
    }
    finding
}

impl MissingListKind {
    /// The limits that forbid a list; `None` if nothing is proved.
    fn clash(&self) -> Option<&LimitConflict> {
        match self {
            Self::Forbidden(clash) | Self::CannotSpend(clash) => Some(clash),
            Self::NoneFoundSpending | Self::NoneFound => None,
        }
    }
}

impl MissingList {
    fn why(&self, rules: &Rules) -> Why {
        let severity = match &self.kind {
            MissingListKind::Forbidden(_) => Severity::Error,
            MissingListKind::CannotSpend(_) => Severity::Warning,
            MissingListKind::NoneFoundSpending | MissingListKind::NoneFound => Severity::Note,
        };
        let Some(clash) = self.kind.clash() else {
            return (severity, None, "one may exist all the same: this is no proof");
        };
        let rule = match clash.limits.as_slice() {
            [only] => Some(rules.limits[*only].rule_path.clone()),
            _ => None,
        };
        let help = match (clash.limits.len(), clash.size) {
            (0, _) if clash.years => "the years are not those of the book",
            (0, true) => "its units cost too much for that",
            (0, false) => "nothing may be taken",
            (1, true) => "this limit and the size forbid it",
            (1, false) => "this limit forbids it",
            (_, true) => "these limits and the size forbid it together",
            (_, false) => "these limits forbid it together",
        };
        (severity, rule, help)
    }
}
