//! What a run of checks found: one [`ListReport`] a list and the sum of them.

pub use crate::army::digest::Digest;
use crate::army::fielded::Fielded;
use crate::finding::{Finding, Severity, Sources};
use crate::format::number::Number;

/// Whether a list may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// No error.
    Legal,
    /// An error, in a draft too.
    Illegal,
    /// A draft without errors.
    Draft,
    /// The file could not be read.
    Unreadable,
}

impl Verdict {
    /// The word printed for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Legal => "legal",
            Self::Illegal => "illegal",
            Self::Draft => "draft",
            Self::Unreadable => "unreadable",
        }
    }
}

/// A ruleset, book or event that judged a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judge {
    /// Its id.
    pub id: String,
    /// Its version, where it states one.
    pub version: Option<String>,
    /// Where it was found: `built in`, or a path.
    pub from: String,
}

/// The book of an ally that a list has called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllyBook {
    /// The word by which the army's book calls the ally.
    pub ally: String,
    /// The book's name, as printed.
    pub name: String,
    /// The book.
    pub book: Judge,
}

/// The points of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// What the army costs, as far as it is known.
    pub total: Number,
    /// The agreed size, where the list states one.
    pub limit: Option<Number>,
    /// Whether every cost is known.
    pub complete: bool,
}

/// Why a list has no digest, in words.
pub const NO_DIGEST: &str = "no digest, since the list has errors of reading";

/// What was found in one list.
#[derive(Clone, Debug)]
pub struct ListReport {
    /// The path as it was given; `-` for standard input.
    pub path: String,
    /// The army's name.
    pub army: Option<String>,
    /// Where that name stands, for what concerns the list as a whole.
    pub army_span: Option<crate::finding::Span>,
    /// Who plays it.
    pub player: Option<String>,
    /// Whether it may be played.
    pub verdict: Verdict,
    /// The ruleset, where it was found.
    pub ruleset: Option<Judge>,
    /// The book, where the list names one that was found.
    pub book: Option<Judge>,
    /// The books of the allies that the list has called, in the order of the army's book.
    pub allies: Vec<AllyBook>,
    /// The event, where there is one.
    pub event: Option<Judge>,
    /// The points; nothing in a game that has none.
    pub points: Option<Points>,
    /// The digests, where the army could be resolved and nothing of it was lost in reading.
    pub digest: Option<Digest>,
    /// Whether its digests were left out because reading it had errors: what was lost would be missing in them.
    pub misread: bool,
    /// What the army fields, where that was asked for.
    pub fielded: Option<Box<Fielded>>,
    /// Everything found, in the order of the places.
    pub findings: Vec<Finding>,
    /// What was found besides and is only counted.
    pub more: More,
    /// The files that the findings point into.
    pub sources: Sources,
}

/// How many findings of a list are kept for printing.
pub const MOST_KEPT: usize = 1_000;

/// Findings that are only counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct More {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
}

impl More {
    /// All of them.
    pub fn all(self) -> usize {
        self.errors + self.warnings + self.notes
    }
}

impl ListReport {
    /// Everything that judged the list, as people name it: `fra 1.0.0`, `republican-rome 1.0.0`, `ally Numidia 1.0.0`
    /// by the printed name of the ally's book, `trebia-cup`.
    pub fn judges(&self) -> Vec<(String, &Judge)> {
        let named = |judge: &Judge, name: &str| match &judge.version {
            Some(version) => format!("{name} {version}"),
            None => name.to_owned(),
        };
        let before = self.ruleset.iter().chain(&self.book).map(|judge| (named(judge, &judge.id), judge));
        let allies = self.allies.iter().map(|a| (named(&a.book, &format!("ally {}", a.name)), &a.book));
        let event = self.event.iter().map(|judge| (named(judge, &judge.id), judge));
        before.chain(allies).chain(event).collect()
    }

    /// Keeps the first thousand findings, errors before warnings and these before notes, and counts the rest, so
    /// that a list with a million of them takes no more room than others.
    pub fn count_the_rest(&mut self) {
        if self.findings.len() <= MOST_KEPT {
            return;
        }
        let mut worst: Vec<usize> = (0..self.findings.len()).collect();
        worst.sort_by_key(|at| std::cmp::Reverse(self.findings[*at].severity));
        let mut keep = vec![false; worst.len()];
        worst.iter().take(MOST_KEPT).for_each(|at| keep[*at] = true);
        for finding in worst[MOST_KEPT..].iter().map(|at| &self.findings[*at]) {
            match finding.severity {
                Severity::Error => self.more.errors += 1,
                Severity::Warning => self.more.warnings += 1,
                Severity::Note => self.more.notes += 1,
            }
        }
        let mut keep = keep.into_iter();
        self.findings.retain(|_| keep.next().unwrap_or(false));
        self.findings.shrink_to_fit();
    }
}

/// What a whole run found.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The lists, sorted by path.
    pub lists: Vec<ListReport>,
    /// What concerns no list: faults of a ruleset, files that are passed over.
    pub findings: Vec<Finding>,
    /// The files that those point into.
    pub sources: Sources,
}

/// How many of each there are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Lists in all.
    pub lists: usize,
    /// Legal ones.
    pub legal: usize,
    /// Illegal ones.
    pub illegal: usize,
    /// Drafts without errors.
    pub draft: usize,
    /// Unreadable ones.
    pub unreadable: usize,
    /// Errors in all.
    pub errors: usize,
    /// Warnings in all.
    pub warnings: usize,
    /// Notes in all.
    pub notes: usize,
}

impl Report {
    /// Every finding with the files that it points into, general ones first.
    pub fn all_findings(&self) -> impl Iterator<Item = (&Finding, &Sources)> {
        let general = self.findings.iter().map(|f| (f, &self.sources));
        general.chain(self.lists.iter().flat_map(|l| l.findings.iter().map(|f| (f, &l.sources))))
    }

    /// How many of each there are.
    pub fn summary(&self) -> Summary {
        let mut sum = Summary::default();
        sum.findings(&self.findings);
        self.lists.iter().for_each(|list| sum.list(list));
        sum
    }
}

impl Summary {
    /// Counts a list with its findings.
    pub fn list(&mut self, list: &ListReport) {
        self.lists += 1;
        match list.verdict {
            Verdict::Legal => self.legal += 1,
            Verdict::Illegal => self.illegal += 1,
            Verdict::Draft => self.draft += 1,
            Verdict::Unreadable => self.unreadable += 1,
        }
        self.of_list(list);
    }

    /// Counts the findings of a list, those that are not kept too.
    pub fn of_list(&mut self, list: &ListReport) {
        self.findings(&list.findings);
        self.errors += list.more.errors;
        self.warnings += list.more.warnings;
        self.notes += list.more.notes;
    }

    /// Counts findings.
    pub fn findings(&mut self, findings: &[Finding]) {
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
    fn of_too_many_findings_the_worst_are_kept_in_their_order_and_the_rest_counted() {
        let mut list = crate::check::run::unreadable(&Library::new(Vec::new()), "x", "a test");
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
        let before = Summary { errors: 500, warnings: 700, notes: 600, ..Summary::default() };
        let counted = |list: &ListReport| {
            let mut sum = Summary::default();
            sum.of_list(list);
            sum
        };
        assert_eq!(counted(&list), before);
        list.count_the_rest();
        assert_eq!(counted(&list), before);
        assert_eq!(list.more, More { errors: 0, warnings: 200, notes: 600 });
        assert_eq!(list.findings.len(), 1_000);
        assert!(list.findings.is_sorted_by_key(|f| f.labels[0].span.start));
        assert_eq!(list.findings[0].code, Code::PointsUnknown);
        assert_eq!(list.findings[1].code, Code::TooMany);
    }
}
