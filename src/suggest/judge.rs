//! What a checked way is worth beside the list as it is.

use std::collections::BTreeMap;

use crate::check::report::{ListReport, Verdict};
use crate::finding::{Cause, Finding, Severity, Span};
use crate::format::number::Number;

/// The list as it is, as far as ways are measured by it.
pub(super) struct Judge {
    /// Whether it is broken.
    pub(super) broken: bool,
    total: Option<Number>,
    size: Option<Number>,
    warnings: BTreeMap<Cause, usize>,
    hopeless: BTreeMap<Cause, usize>,
    /// What a draft has not reached yet.
    unmet: BTreeMap<Cause, Option<String>>,
}

/// What was seen of a way.
#[derive(Clone, Copy)]
pub(super) struct Seen {
    /// Whether it is a way forward.
    pub(super) fine: bool,
    /// Whether no change at another row can make it legal.
    pub(super) hopeless: bool,
    /// How many errors come from rows by themselves.
    pub(super) own: usize,
    /// What the army costs; nothing in a game without points.
    pub(super) total: Option<Number>,
}

impl Judge {
    pub(super) fn new(before: &ListReport) -> Self {
        let points = before.points.as_ref();
        Self {
            broken: before.verdict == Verdict::Illegal,
            total: points.map(|p| p.total),
            size: points.and_then(|p| p.limit),
            warnings: counted(before, is_warning_of_its_own),
            unmet: unmet(before),
            hopeless: counted(before, is_hopeless),
        }
    }

    /// How many errors all rows have of their own.
    pub(super) fn own(&self) -> usize {
        self.hopeless.values().sum()
    }

    /// The rules whose minima a draft has not reached.
    pub(super) fn unmet(&self) -> Vec<String> {
        self.unmet.values().flatten().cloned().collect()
    }

    /// The points that are left.
    pub(super) fn left(&self) -> Option<Number> {
        self.size?.minus(self.total?)
    }

    /// Whether a total is within the size, and nearer to it where that is what is wanted.
    pub(super) fn allows(&self, total: Option<Number>) -> bool {
        let within = self.size.zip(total).is_none_or(|(size, total)| total <= size);
        let nearer = self.broken || self.total.zip(total).is_some_and(|(was, is)| is > was);
        within && nearer
    }

    pub(super) fn see(&self, after: &ListReport) -> Seen {
        let points = after.points.as_ref();
        let total = points.map(|p| p.total);
        let legal = matches!(after.verdict, Verdict::Legal | Verdict::Draft);
        let more = |now: BTreeMap<Cause, usize>, then: &BTreeMap<Cause, usize>| {
            now.iter().any(|(what, times)| *times > then.get(what).copied().unwrap_or(0))
        };
        let warned = more(counted(after, is_warning_of_its_own), &self.warnings);
        let now = counted(after, is_hopeless);
        let own = now.values().sum();
        let hopeless = more(now, &self.hopeless);
        // A draft that moves away from what it must reach ends nowhere
        let further = unmet(after).keys().any(|cause| !self.unmet.contains_key(cause));
        let known = points.is_none_or(|p| p.complete);
        Seen { fine: legal && !warned && !further && known && self.allows(total), hopeless, own, total }
    }
}

/// How many errors of its own the row at this place has.
pub(super) fn faults_of_row(report: &ListReport, row: Span) -> usize {
    let inside =
        |f: &&Finding| f.primary().is_some_and(|l| l.span.start >= row.start && l.span.end <= row.end);
    report.findings.iter().filter(|f| is_hopeless(f)).filter(inside).count()
}

/// Whether no change at another row can make a list with this finding legal.
fn is_hopeless(finding: &Finding) -> bool {
    finding.severity == Severity::Error && finding.is_local()
}

/// Whether a suggestion must not bring this finding about. What only follows from others is reported with them.
fn is_warning_of_its_own(finding: &Finding) -> bool {
    finding.severity == Severity::Warning && !finding.code.is_consequence()
}

/// The minima that a draft has not reached, with their rules.
fn unmet(report: &ListReport) -> BTreeMap<Cause, Option<String>> {
    let notes = report.findings.iter().filter(|f| f.severity == Severity::Note && f.is_shortfall);
    notes.map(|f| (f.cause(), f.rule.clone())).collect()
}

fn counted(report: &ListReport, counts: impl Fn(&Finding) -> bool) -> BTreeMap<Cause, usize> {
    let mut count = BTreeMap::new();
    for finding in report.findings.iter().filter(|f| counts(f)) {
        *count.entry(finding.cause()).or_default() += 1;
    }
    count
}
