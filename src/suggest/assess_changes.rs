//! Assesses whether a checked change improves the list.

use std::collections::BTreeMap;

use crate::check::report::{ListReport, Verdict};
use crate::finding::{Cause, Finding, Severity, Span};
use crate::format::read_exact_numbers::Number;

/// The unchanged list, which changes are compared with.
pub(super) struct Baseline {
    /// Whether the list is illegal.
    pub(super) is_illegal: bool,
    total: Option<Number>,
    size: Option<Number>,
    warnings: BTreeMap<Cause, usize>,
    row_errors: BTreeMap<Cause, usize>,
    /// The minimums that a draft does not meet yet.
    unmet: BTreeMap<Cause, Option<String>>,
}

/// The assessment of a changed list.
#[derive(Clone, Copy)]
pub(super) struct Assessment {
    /// Whether the change is an improvement.
    pub(super) is_improvement: bool,
    /// Whether a row has a new error of its own, which changes to other rows cannot fix.
    pub(super) hopeless: bool,
    /// The number of errors that rows have on their own.
    pub(super) row_error_count: usize,
    /// The cost of the army, in points. `None` if the game has no points.
    pub(super) total: Option<Number>,
}

impl Baseline {
    /// Creates the baseline from the report of the unchanged list.
    pub(super) fn new(before: &ListReport) -> Self {
        let points = before.points.as_ref();
        Self {
            is_illegal: before.verdict == Verdict::Illegal,
            total: points.map(|p| p.total),
            size: points.and_then(|p| p.limit),
            warnings: count_findings_by_cause(before, is_warning_of_its_own),
            unmet: list_unreached_minimums(before),
            row_errors: count_findings_by_cause(before, is_hopeless),
        }
    }

    /// Returns the number of errors that rows have on their own.
    pub(super) fn row_error_count(&self) -> usize {
        self.row_errors.values().sum()
    }

    /// Returns the paths of the rules whose minimums a draft does not meet yet.
    pub(super) fn unmet_minimums(&self) -> Vec<String> {
        self.unmet.values().flatten().cloned().collect()
    }

    /// Returns the points left to spend.
    pub(super) fn points_left(&self) -> Option<Number> {
        self.size?.checked_sub(self.total?)
    }

    /// Returns `true` if a total is within the agreed size and, for a legal list, higher than before.
    pub(super) fn improves_total(&self, total: Option<Number>) -> bool {
        let within = self.size.zip(total).is_none_or(|(size, total)| total <= size);
        let nearer = self.is_illegal || self.total.zip(total).is_some_and(|(was, is)| is > was);
        within && nearer
    }

    /// Assesses a changed list by its report.
    pub(super) fn assess(&self, after: &ListReport) -> Assessment {
        let points = after.points.as_ref();
        let total = points.map(|p| p.total);
        let legal = matches!(after.verdict, Verdict::Legal | Verdict::Draft);
        let more = |now: BTreeMap<Cause, usize>, then: &BTreeMap<Cause, usize>| {
            now.iter().any(|(what, times)| *times > then.get(what).copied().unwrap_or(0))
        };
        let warned = more(count_findings_by_cause(after, is_warning_of_its_own), &self.warnings);
        let now = count_findings_by_cause(after, is_hopeless);
        let own = now.values().sum();
        let hopeless = more(now, &self.row_errors);
        // A draft must not get further from a minimum that it met before
        let further = list_unreached_minimums(after).keys().any(|cause| !self.unmet.contains_key(cause));
        let known = points.is_none_or(|p| p.complete);
        Assessment {
            is_improvement: legal && !warned && !further && known && self.improves_total(total),
            hopeless,
            row_error_count: own,
            total,
        }
    }
}

/// How many errors of its own the row at this place has.
pub(super) fn faults_of_row(report: &ListReport, row: Span) -> usize {
    let inside =
        |f: &&Finding| f.primary_label().is_some_and(|l| l.span.start >= row.start && l.span.end <= row.end);
    report.findings.iter().filter(|f| is_hopeless(f)).filter(inside).count()
}

/// Whether no change at another row can make a list with this finding legal.
fn is_hopeless(finding: &Finding) -> bool {
    finding.severity == Severity::Error && finding.is_local()
}

/// Whether a suggestion must not bring this finding about. What only follows from others is reported with
/// them.
fn is_warning_of_its_own(finding: &Finding) -> bool {
    finding.severity == Severity::Warning && !finding.code.is_consequence()
}

/// The minima that a draft has not reached, with their rules.
fn list_unreached_minimums(report: &ListReport) -> BTreeMap<Cause, Option<String>> {
    let notes = report.findings.iter().filter(|f| f.severity == Severity::Note && f.is_shortfall);
    notes.map(|f| (f.cause(), f.rule_path.clone())).collect()
}

/// Counts the findings of some codes and severities, by code and message.
fn count_findings_by_cause(report: &ListReport, counts: impl Fn(&Finding) -> bool) -> BTreeMap<Cause, usize> {
    let mut count = BTreeMap::new();
    for finding in report.findings.iter().filter(|f| counts(f)) {
        *count.entry(finding.cause()).or_default() += 1;
    }
    count
}
