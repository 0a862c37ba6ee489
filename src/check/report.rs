//! Reports of checks: one [`ListReport`] for each list, and the counts over all lists.

pub use crate::army::army_and_rules_digests::Digest;
use crate::army::copy_detection_hashes::FieldedHashes;
use crate::finding::{Finding, Severity, SourceFiles, Subject};
use crate::format::read_exact_numbers::Number;

/// The verdict on a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// The list has no errors.
    Legal,
    /// The list has errors, whether or not it is a draft.
    Illegal,
    /// A draft without errors.
    Draft,
    /// The file could not be read.
    Unreadable,
}

impl Verdict {
    /// Returns the printed form of the verdict.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Illegal => "illegal",
            Self::Draft => "draft",
            Self::Unreadable => "unreadable",
        }
    }
}

/// A ruleset, book or event that a list was checked against.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesSource {
    /// The id.
    pub id: String,
    /// The version. `None` if its file does not state one.
    pub version: Option<String>,
    /// Where it was found: `built in`, or the path of its file.
    pub found_in: String,
    /// The books that a book extends, nearest first.
    pub bases: Vec<RulesSource>,
}

/// The book of an ally in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllyBook {
    /// The id of the ally in the army's book.
    pub ally: String,
    /// The printed name of the book.
    pub name: String,
    /// The book itself.
    pub book: RulesSource,
}

/// The points of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointsTotal {
    /// The known cost of the army.
    pub total: Number,
    /// How much it may cost: the agreed size, or what a rule allows in its place. `None` if that is not known or not
    /// limited.
    pub limit: Option<Number>,
    /// Whether every cost is known, so that the total is exact.
    pub complete: bool,
}

/// A charge in the cost of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaidCharge {
    /// The path of the charge, such as `fra/charges/further`.
    pub rule_path: String,
    /// The printed name of the charge.
    pub name: String,
    /// Who pays: the army, a command, or a unit.
    pub payer: Subject,
    /// How many alike payers there are.
    pub count: u32,
    /// What each of them pays each time. `None` if it is unknown.
    pub cost_of_one: Option<Number>,
    /// How often each of them pays.
    pub times: Number,
    /// What all of them pay. `None` if it is unknown.
    pub total: Option<Number>,
    /// How often it is paid and why, such as `1 above 2 of 3 "Gauls"`. `None` if it is paid once.
    pub explanation: Option<String>,
}

/// The text for a list that has no digest because of errors in reading it.
pub const NO_DIGEST: &str = "no digest, since the list has errors of reading";

/// The report of one list.
#[derive(Clone, Debug)]
pub struct ListReport {
    /// The path as given; `-` for standard input.
    pub path: String,
    /// The army's name.
    pub army: Option<String>,
    /// The span of that name, for findings about the list as a whole.
    pub army_span: Option<crate::finding::Span>,
    /// The player.
    pub player: Option<String>,
    /// The verdict on the list.
    pub verdict: Verdict,
    /// The ruleset. `None` if it was not found.
    pub ruleset: Option<RulesSource>,
    /// The book. `None` if the list names none, or it was not found.
    pub book: Option<RulesSource>,
    /// The books of the allies in the list, in the order of the army's book.
    pub allies: Vec<AllyBook>,
    /// The event. `None` if the list was checked without one.
    pub event: Option<RulesSource>,
    /// The points. `None` if the game has no points.
    pub points: Option<PointsTotal>,
    /// The charges in the cost, those of the army first. No more than [`MAX_KEPT`].
    pub charges: Vec<PaidCharge>,
    /// The digests. `None` if the army could not be resolved, or a part of it could not be read.
    pub digest: Option<Digest>,
    /// Whether the digests were left out because reading had errors, as they would not cover what was lost.
    pub read_with_errors: bool,
    /// What the army fields. `None` unless the options ask for it.
    pub fielded: Option<Box<FieldedHashes>>,
    /// The findings, in the order of their places.
    pub findings: Vec<Finding>,
    /// The counts of further findings, which are not kept.
    pub unlisted: UnlistedCounts,
    /// The files that the findings refer to.
    pub sources: SourceFiles,
}

/// The most findings of a list that are kept for printing.
pub const MAX_KEPT: usize = 1_000;

/// Counts of findings that are not kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnlistedCounts {
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The number of notes.
    pub notes: usize,
}

impl UnlistedCounts {
    /// Returns the sum of all counts.
    pub fn total(self) -> usize {
        self.errors + self.warnings + self.notes
    }
}

impl ListReport {
    /// Returns the rules that the list was checked against, each with the text that names it for people: `fra
    /// 1.0.0`, `republican-rome 1.0.0`, `ally Numidia 1.0.0` (by the printed name of the book), `trebia-cup`. What a
    /// book extends follows it, as `extending republican-rome 1.0.0`.
    pub fn rules_sources<'r>(&'r self) -> Vec<(String, &'r RulesSource)> {
        let named = |judge: &RulesSource, name: &str| match &judge.version {
            Some(version) => format!("{name} {version}"),
            None => name.to_owned(),
        };
        let before = self.ruleset.iter().chain(&self.book).map(|judge| (named(judge, &judge.id), judge));
        let allies = self.allies.iter().map(|a| (named(&a.book, &format!("ally {}", a.name)), &a.book));
        let event = self.event.iter().map(|judge| (named(judge, &judge.id), judge));
        let with_bases = |(name, judge): (String, &'r RulesSource)| {
            let bases = judge.bases.iter().map(|base| (named(base, &format!("extending {}", base.id)), base));
            std::iter::once((name, judge)).chain(bases.collect::<Vec<_>>())
        };
        before.chain(allies).chain(event).flat_map(with_bases).collect()
    }

    /// Keeps the first thousand findings, errors before warnings before notes, and counts the rest.
    ///
    /// A list with a million findings then takes no more memory than others.
    pub fn keep_most_severe(&mut self) {
        if self.findings.len() <= MAX_KEPT {
            return;
        }
        let mut worst: Vec<usize> = (0..self.findings.len()).collect();
        worst.sort_by_key(|at| std::cmp::Reverse(self.findings[*at].severity));
        let mut keep = vec![false; worst.len()];
        worst.iter().take(MAX_KEPT).for_each(|at| keep[*at] = true);
        for finding in worst[MAX_KEPT..].iter().map(|at| &self.findings[*at]) {
            match finding.severity {
                Severity::Error => self.unlisted.errors += 1,
                Severity::Warning => self.unlisted.warnings += 1,
                Severity::Note => self.unlisted.notes += 1,
            }
        }
        let mut keep = keep.into_iter();
        self.findings.retain(|_| keep.next().unwrap_or(false));
        self.findings.shrink_to_fit();
    }
}

/// The report of a whole run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The lists, sorted by path.
    pub lists: Vec<ListReport>,
    /// The findings that do not concern a list, such as faults of a ruleset or skipped files.
    pub findings: Vec<Finding>,
    /// The files that those findings refer to.
    pub sources: SourceFiles,
}

/// Counts of lists and findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReportCounts {
    /// The number of lists.
    pub lists: usize,
    /// The number of legal lists.
    pub legal: usize,
    /// The number of illegal lists.
    pub illegal: usize,
    /// The number of drafts without errors.
    pub draft: usize,
    /// The number of unreadable lists.
    pub unreadable: usize,
    /// The number of errors.
    pub errors: usize,
    /// The number of warnings.
    pub warnings: usize,
    /// The number of notes.
    pub notes: usize,
}

impl Report {
    /// Returns every finding with the files it refers to. Those that do not concern a list come first.
    pub fn all_findings(&self) -> impl Iterator<Item = (&Finding, &SourceFiles)> {
        let general = self.findings.iter().map(|f| (f, &self.sources));
        general.chain(self.lists.iter().flat_map(|l| l.findings.iter().map(|f| (f, &l.sources))))
    }

    /// Counts lists and findings.
    pub fn counts(&self) -> ReportCounts {
        let mut sum = ReportCounts::default();
        sum.add_findings(&self.findings);
        self.lists.iter().for_each(|list| sum.add_list(list));
        sum
    }
}

impl ReportCounts {
    /// Adds a list and its findings to the counts.
    pub fn add_list(&mut self, list: &ListReport) {
        self.lists += 1;
        match list.verdict {
            Verdict::Legal => self.legal += 1,
            Verdict::Illegal => self.illegal += 1,
            Verdict::Draft => self.draft += 1,
            Verdict::Unreadable => self.unreadable += 1,
        }
        self.add_list_findings(list);
    }

    /// Adds the findings of a list to the counts, including those that are not kept.
    pub fn add_list_findings(&mut self, list: &ListReport) {
        self.add_findings(&list.findings);
        self.errors += list.unlisted.errors;
        self.warnings += list.unlisted.warnings;
        self.notes += list.unlisted.notes;
    }

    /// Adds findings to the counts.
    pub fn add_findings(&mut self, findings: &[Finding]) {
        for finding in findings {
            match finding.severity {
                Severity::Error => self.errors += 1,
                Severity::Warning => self.warnings += 1,
                Severity::Note => self.notes += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Code, FileId, Span};
    use crate::rules::library::Library;

    #[test]
    fn only_the_most_severe_findings_are_kept_in_order_and_the_rest_are_counted() {
        let mut list =
            crate::checked_list::Checked::unreadable(&Library::new(Vec::new()), "x", "a test").into_report();
        list.findings.clear();
        // 600 notes, 700 warnings and 500 errors in turns: all errors and the first 500 warnings stay
        let codes = [(Code::OptionIncluded, 600), (Code::PointsUnknown, 700), (Code::TooMany, 500)];
        let mut at = 0;
        for turn in 0..700 {
            for (code, _) in codes.iter().filter(|(_, most)| turn < *most) {
                list.findings.push(Finding::new(*code, Span::new(FileId::CHECKED, at, at), "x"));
                at += 1;
            }
        }
        let before = ReportCounts { errors: 500, warnings: 700, notes: 600, ..ReportCounts::default() };
        let counted = |list: &ListReport| {
            let mut sum = ReportCounts::default();
            sum.add_list_findings(list);
            sum
        };
        assert_eq!(counted(&list), before);
        list.keep_most_severe();
        assert_eq!(counted(&list), before);
        assert_eq!(list.unlisted, UnlistedCounts { errors: 0, warnings: 200, notes: 600 });
        assert_eq!(list.findings.len(), 1_000);
        assert!(list.findings.is_sorted_by_key(|f| f.labels[0].span.start));
        assert_eq!(list.findings[0].code, Code::PointsUnknown);
        assert_eq!(list.findings[1].code, Code::TooMany);
    }
}
