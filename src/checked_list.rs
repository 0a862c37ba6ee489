//! One list with everything that is known of it: the list as written, its rules, the resolved army, and the report.

use std::sync::Arc;

use self_cell::self_cell;

use crate::army::army_and_rules_digests::compute_digests;
use crate::army::copy_detection_hashes::hash_fielded;
use crate::army::{Army, resolve_army};
use crate::check::check_files::{self, CheckOptions, OpenedList};
use crate::check::report::{ListReport, UnlistedCounts, Verdict};
use crate::check::{TagsOfOtherBooks, UnnamedBook, check_army_with, wrong_book};
use crate::finding::{FileId, Finding, Severity, SourceFile, SourceFiles};
use crate::format::list::List;
use crate::rules::Rules;
use crate::rules::library::Library;
use crate::yaml::Parsed;

/// A list and the rules that it is checked by, from which its army borrows.
struct Parts {
    list: List,
    rules: Arc<Rules>,
}

self_cell! {
    /// An army together with the list and the rules that it borrows from.
    struct Resolved {
        owner: Parts,
        #[covariant]
        dependent: Army,
    }
}

/// A checked list, with its rules, its army and the report on it.
///
/// This is what commands, sheets and searches work with: a list is read, resolved and checked once, and whoever needs
/// its army or its findings asks for them here.
///
/// # Examples
///
/// ```
/// use muster::{CheckOptions, Checked, Library};
///
/// let list = "army: Two bodies of Libyans\nruleset: fra\nunits: [{unit: spears, count: 2}]\n";
/// let checked = Checked::read(&Library::default(), "libyans.yaml", list.into(), &CheckOptions::default());
/// let army = checked.army().expect("the list and its rules can be read");
/// assert_eq!(army.units.len(), 1);
/// assert_eq!(checked.report().findings.len(), checked.findings().len());
/// ```
pub struct Checked {
    /// `None` if the list or its rules cannot be read.
    resolved: Option<Resolved>,
    /// The list, if it could be read and its rules could not.
    list: Option<List>,
    report: ListReport,
}

impl std::fmt::Debug for Checked {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Checked").field("report", &self.report).finish_non_exhaustive()
    }
}

impl Checked {
    /// Reads, resolves and checks a list. Whatever is wrong with it is in the report; `path` is the name of the list
    /// there, and no file is opened.
    pub fn read(library: &Library, path: &str, bytes: Vec<u8>, options: &CheckOptions) -> Self {
        Self::from_opened(library, check_files::open_list(library, path, bytes), options)
    }

    /// Resolves and checks a list whose text has been parsed already.
    pub fn read_parsed(
        library: &Library,
        path: &str,
        text: String,
        parsed: &Parsed<'_>,
        options: &CheckOptions,
    ) -> Self {
        let source = SourceFile::new(path, text);
        Self::from_opened(library, check_files::open_parsed_list(library, path, &source, parsed), options)
    }

    /// The report on a file that could not be read at all, for the given reason.
    pub fn unreadable(library: &Library, path: &str, why: &str) -> Self {
        Self::from_opened(library, OpenedList::unreadable_file(library, path, why), &CheckOptions::default())
    }

    fn from_opened(library: &Library, opened: OpenedList, options: &CheckOptions) -> Self {
        let OpenedList { path, list, rules, mut findings, unread, sources } = opened;
        let mut report = empty_report(path, list.as_ref(), sources);
        let was_read = list.is_some();
        let mut is_draft = false;
        let mut list = list;
        let resolved = match (list.take(), rules) {
            (Some(list), Some(rules)) => Some(Resolved::new(Parts { list, rules }, |parts| {
                resolve_army(&parts.list, &parts.rules, options.as_draft, unread)
            })),
            (unresolved, _) => {
                list = unresolved;
                None
            }
        };
        if let Some(resolved) = &resolved {
            report.read_with_errors = findings.iter().any(|f| f.severity == Severity::Error);
            let army = resolved.borrow_dependent();
            is_draft = army.is_draft;
            match wrong_book::find_wrong_book(library, army) {
                Some(finding) => findings.push(finding),
                None => findings.extend(check_army_with(
                    army,
                    UnnamedBook::find(library, army),
                    TagsOfOtherBooks::find(library, army),
                )),
            }
            check_files::fill_report(&mut report, army);
            report.digest =
                (!options.skip_digests && !report.read_with_errors).then(|| compute_digests(army));
            report.fielded =
                (options.with_fielded && !report.read_with_errors).then(|| Box::new(hash_fielded(army)));
        }
        crate::finding::sort_and_dedup(&mut findings);
        if let Some(source) = report.sources.get(FileId::CHECKED) {
            crate::text_edits::prepare_edits(&mut findings, &source.text);
        }
        let has_errors = findings.iter().any(|f| f.severity == Severity::Error);
        report.verdict = match (was_read, has_errors) {
            (false, _) => Verdict::Unreadable,
            (true, true) => Verdict::Illegal,
            (true, false) if is_draft => Verdict::Draft,
            (true, false) => Verdict::Legal,
        };
        report.findings = findings;
        Self { resolved, list, report }
    }

    /// The resolved army. `None` if the list or its rules cannot be read.
    pub fn army(&self) -> Option<&Army<'_>> {
        self.resolved.as_ref().map(Resolved::borrow_dependent)
    }

    /// The rules that the list is checked by. `None` if the list or its rules cannot be read.
    pub fn rules(&self) -> Option<&Arc<Rules>> {
        self.resolved.as_ref().map(|resolved| &resolved.borrow_owner().rules)
    }

    /// The list as written. `None` if it cannot be read.
    pub fn list(&self) -> Option<&List> {
        self.resolved.as_ref().map(|resolved| &resolved.borrow_owner().list).or(self.list.as_ref())
    }

    /// The verdict, the points, the digests and the findings.
    pub fn report(&self) -> &ListReport {
        &self.report
    }

    /// Everything that was found, in the order of the places in the file.
    pub fn findings(&self) -> &[Finding] {
        &self.report.findings
    }

    /// Whether the army may be played.
    pub fn verdict(&self) -> Verdict {
        self.report.verdict
    }

    /// Drops everything but the report, as a run over many lists does.
    pub fn into_report(self) -> ListReport {
        self.report
    }
}

/// Checks one list, for callers that need only the report.
pub fn check_list(library: &Library, path: &str, bytes: Vec<u8>, options: &CheckOptions) -> ListReport {
    Checked::read(library, path, bytes, options).into_report()
}

/// Returns a report in which nothing is filled in but what the list says itself.
fn empty_report(path: String, list: Option<&List>, sources: SourceFiles) -> ListReport {
    ListReport {
        path,
        army: list.map(|l| l.army.value.clone()).filter(|name| !name.is_empty()),
        player: list.and_then(|l| l.player.as_ref().map(|p| p.value.clone())),
        verdict: Verdict::Unreadable,
        ruleset: None,
        book: None,
        allies: Vec::new(),
        event: None,
        army_span: list.map(|l| l.army.span),
        points: None,
        charges: Vec::new(),
        digest: None,
        read_with_errors: false,
        fielded: None,
        findings: Vec::new(),
        unlisted: UnlistedCounts::default(),
        sources,
    }
}
