//! What a checked way is worth beside the list as it is.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::report::{ListReport, Verdict};
use crate::finding::{Code, Finding, Severity, Span};
use crate::format::limit::Place;
use crate::format::number::Number;
use crate::rules::Rules;

/// The list as it is, as far as ways are measured by it.
pub(super) struct Judge {
    /// Whether it is broken.
    pub(super) broken: bool,
    total: Option<Number>,
    size: Option<Number>,
    warnings: BTreeMap<(Code, String), usize>,
    hopeless: BTreeMap<(Code, String), usize>,
    /// Limits of single units, by their rules.
    of_units: BTreeSet<String>,
    /// What a draft has not reached yet.
    unmet: BTreeSet<(Code, Option<String>)>,
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
    pub(super) fn new(before: &ListReport, rules: &Rules) -> Self {
        let points = before.points.as_ref();
        let of_units =
            rules.limits.iter().filter(|l| l.place == Place::Unit).map(|l| l.rule.clone()).collect();
        Self {
            broken: before.verdict == Verdict::Illegal,
            total: points.map(|p| p.total),
            size: points.and_then(|p| p.limit),
            warnings: counted(before, |code, severity| {
                severity == Severity::Warning && code != Code::DeclaredTotal
            }),
            unmet: unmet(before),
            hopeless: hopeless(before, &of_units),
            of_units,
        }
    }

    /// How many errors of its own the row has whose words are these.
    pub(super) fn faults(&self, before: &ListReport, row: Span) -> usize {
        let inside =
            |f: &&Finding| f.primary().is_some_and(|l| l.span.start >= row.start && l.span.end <= row.end);
        before.findings.iter().filter(|f| of_its_row(f, &self.of_units)).filter(inside).count()
    }

    /// How many errors all rows have of their own.
    pub(super) fn own(&self) -> usize {
        self.hopeless.values().sum()
    }

    /// The rules whose minima a draft has not reached.
    pub(super) fn unmet(&self) -> Vec<String> {
        self.unmet.iter().filter_map(|(_, rule)| rule.clone()).collect()
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
        let more = |now: BTreeMap<(Code, String), usize>, then: &BTreeMap<(Code, String), usize>| {
            now.iter().any(|(what, times)| *times > then.get(what).copied().unwrap_or(0))
        };
        let warned = more(
            counted(after, |code, severity| severity == Severity::Warning && code != Code::DeclaredTotal),
            &self.warnings,
        );
        let now = hopeless(after, &self.of_units);
        let own = now.values().sum();
        let hopeless = more(now, &self.hopeless);
        // A draft that moves away from what it must reach ends nowhere
        let further = !unmet(after).is_subset(&self.unmet);
        let known = points.is_none_or(|p| p.complete);
        Seen { fine: legal && !warned && !further && known && self.allows(total), hopeless, own, total }
    }
}

/// Errors that come from a row and the year alone.
fn of_its_row(finding: &Finding, of_units: &BTreeSet<String>) -> bool {
    let code = matches!(
        finding.code,
        Code::YamlSyntax
            | Code::DuplicateKey
            | Code::UnknownUnit
            | Code::UnknownOption
            | Code::UnitSize
            | Code::OptionRepeated
            | Code::OptionUnavailable
            | Code::OptionIncomplete
            | Code::Marks
            | Code::Anachronism
    );
    let limit = || finding.rule.as_ref().is_some_and(|rule| of_units.contains(rule));
    finding.severity == Severity::Error && (code || limit())
}

fn hopeless(report: &ListReport, of_units: &BTreeSet<String>) -> BTreeMap<(Code, String), usize> {
    let mut count = BTreeMap::new();
    for finding in report.findings.iter().filter(|f| of_its_row(f, of_units)) {
        *count.entry((finding.code, finding.message.clone())).or_default() += 1;
    }
    count
}

/// The minima that a draft has not reached, by their rules: the numbers in the words may change.
fn unmet(report: &ListReport) -> BTreeSet<(Code, Option<String>)> {
    let codes = [Code::TooFew, Code::DoesNotHold, Code::NotAMultiple, Code::UnitSize, Code::ChoiceMissing];
    let notes = report.findings.iter().filter(|f| f.severity == Severity::Note && codes.contains(&f.code));
    notes.map(|f| (f.code, f.rule.clone())).collect()
}

fn counted(report: &ListReport, of: impl Fn(Code, Severity) -> bool) -> BTreeMap<(Code, String), usize> {
    let mut count = BTreeMap::new();
    for finding in report.findings.iter().filter(|f| of(f.code, f.severity)) {
        *count.entry((finding.code, finding.message.clone())).or_default() += 1;
    }
    count
}
