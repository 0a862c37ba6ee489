//! From opened lists to reports: the verdict, the points, the digests.

use std::path::{Path, PathBuf};

use crate::army::digest::digests;
use crate::army::fielded::fielded;
use crate::army::{Army, resolve};
use crate::finding::{Code, FileId, Finding, Severity, Sources, Span, SubjectKind};
use crate::rules::BookFacts;
use crate::rules::library::Library;
use crate::rules::load::{self, Found as FoundFile};

pub use super::open::{FileKind, Opened, kind_of, kind_of_text, open};
use super::report::{AllyBook, Judge, ListReport, Points, Report, Verdict};
use crate::wording::count;

/// How lists are checked.
#[derive(Debug, Default)]
pub struct Options {
    /// Whether every list is taken as a draft.
    pub draft: bool,
    /// Whether nobody asks for the digests, which take a sixth of the instructions.
    pub without_digests: bool,
    /// Whether copied armies are looked for, by what each army fields.
    pub fielded: bool,
}

/// Checks one list.
pub fn check(library: &Library, path: &str, bytes: Vec<u8>, options: &Options) -> ListReport {
    let opened = open(library, path, bytes);
    report(library, opened, options)
}

/// The report of a list that was opened.
pub fn report(library: &Library, opened: Opened, options: &Options) -> ListReport {
    let Opened { path, list, rules, mut findings, unread, sources } = opened;
    let mut made = ListReport {
        path,
        army: list.as_ref().map(|l| l.army.value.clone()).filter(|a| !a.is_empty()),
        player: list.as_ref().and_then(|l| l.player.as_ref().map(|p| p.value.clone())),
        verdict: Verdict::Unreadable,
        ruleset: None,
        book: None,
        allies: Vec::new(),
        event: None,
        army_span: list.as_ref().map(|l| l.army.span),
        points: None,
        digest: None,
        misread: false,
        fielded: None,
        findings: Vec::new(),
        more: super::report::More::default(),
        sources,
    };
    let mut draft = false;
    if let (Some(list), Some(rules)) = (&list, &rules) {
        made.misread = findings.iter().any(|f| f.severity == Severity::Error);
        let army = resolve(list, rules, options.draft, unread);
        draft = army.draft;
        match super::wrong_book::find(library, &army) {
            Some(finding) => findings.push(finding),
            None => {
                let unnamed_book = super::UnnamedBook::of(library, &army);
                findings.extend(super::check_with(&army, unnamed_book));
            }
        }
        fill(&mut made, &army);
        made.digest = (!options.without_digests && !made.misread).then(|| digests(&army));
        made.fielded = (options.fielded && !made.misread).then(|| Box::new(fielded(&army)));
    }
    crate::finding::sort(&mut findings);
    if let Some(source) = made.sources.get(FileId::CHECKED) {
        crate::mend::ready(&mut findings, &source.text);
    }
    let errors = findings.iter().any(|f| f.severity == Severity::Error);
    made.verdict = match (&list, errors) {
        (None, _) => Verdict::Unreadable,
        (Some(_), true) => Verdict::Illegal,
        (Some(_), false) if draft => Verdict::Draft,
        (Some(_), false) => Verdict::Legal,
    };
    made.findings = findings;
    made
}

fn fill(report: &mut ListReport, army: &Army<'_>) {
    let rules = army.rules;
    report.ruleset =
        Some(Judge { id: rules.id.clone(), version: Some(rules.version.clone()), from: rules.from.clone() });
    let judge =
        |b: &BookFacts| Judge { id: b.id.clone(), version: Some(b.version.clone()), from: b.from.clone() };
    report.book = rules.contingents.first().and_then(|c| c.book.as_ref()).map(judge);
    let called = army.called_allies().filter_map(|c| Some((c.ally.as_ref()?, c.book.as_ref()?)));
    let ally = |(word, book): (&String, &BookFacts)| AllyBook {
        ally: word.clone(),
        name: book.name.clone(),
        book: judge(book),
    };
    report.allies = called.map(ally).collect();
    report.points =
        rules.has_points.then_some(Points { total: army.spent, limit: army.points, complete: army.complete });
    report.event =
        rules.event.as_ref().map(|e| Judge { id: e.id.clone(), version: None, from: e.from.clone() });
}

/// The report of a file that could not be read at all.
pub fn unreadable(library: &Library, path: &str, why: &str) -> ListReport {
    let finding = Finding::new(
        Code::UnreadableFile,
        Span::new(FileId::CHECKED, 0, 0),
        format!("cannot read {path}: {why}"),
    )
    .about(SubjectKind::File, path);
    report(library, Opened::unread(library, path, "", finding), &Options::default())
}

/// Checks a ruleset, book or event that was named as a file: everything wrong with it alone.
pub fn check_rules(kind: FileKind, path: &Path, text: &str) -> Report {
    check_rules_among(Vec::new(), kind, path, text).0
}

/// The same where rulesets are also looked for in these folders, before those beside the file. Besides what is found it
/// says what the file is: `ruleset fra 1.0.0, 17 units, 4 books`.
pub fn check_rules_among(
    mut folders: Vec<PathBuf>,
    kind: FileKind,
    path: &Path,
    text: &str,
) -> (Report, String) {
    let shown = path.to_string_lossy().into_owned();
    let found = FoundFile::new(shown, text);
    folders.extend(rulesets_beside(kind, path));
    let library = Library::new(folders);
    let findings = match kind {
        FileKind::Ruleset | FileKind::List => library.check_ruleset(&found),
        FileKind::Book => library.check_book(&found),
        FileKind::Event => library.check_event(&found),
    };
    let words = rules_in_words(kind, &found, &library).unwrap_or_else(|| path.display().to_string());
    (Report { lists: Vec::new(), findings, sources: library.sources().clone() }, words)
}

/// What a ruleset, book or event is, with its version and how much is in it. `None` if it cannot be read.
fn rules_in_words(kind: FileKind, found: &FoundFile, library: &Library) -> Option<String> {
    // It has been read for what is wrong with it; here it is only counted
    let sources = Sources::default();
    Some(match kind {
        FileKind::Ruleset | FileKind::List => {
            let file = load::ruleset(found, &sources, &|id| library.found_ruleset(id)).file?;
            let (id, units) = (&file.ruleset.value, count(file.units.iter().count(), "unit"));
            let books = count(library.books(id).len(), "book");
            format!("ruleset {id} {}, {units}, {books}", file.version.value)
        }
        FileKind::Book => {
            let file = load::book(found, &sources).file?;
            let entries = match file.entries.iter().count() {
                1 => "1 entry".to_owned(),
                n => format!("{n} entries"),
            };
            format!("book {} {} for {}, {entries}", file.book.value, file.version.value, file.ruleset.value)
        }
        FileKind::Event => {
            let file = load::event(found, &sources).file?;
            format!("event {}, {}", file.event.value, count(file.limits.iter().count(), "limit"))
        }
    })
}

/// The folder of rulesets in which what a file of rules names is looked for: for a ruleset or a book the one that it is
/// in, for an event the nearest folder `rulesets` beside it or above.
pub fn rulesets_beside(kind: FileKind, path: &Path) -> Option<PathBuf> {
    match kind {
        FileKind::Book => path.ancestors().nth(3).map(Path::to_path_buf),
        FileKind::Ruleset | FileKind::List => path.ancestors().nth(2).map(Path::to_path_buf),
        FileKind::Event => {
            path.ancestors().skip(1).map(|folder| folder.join("rulesets")).find(|folder| folder.is_dir())
        }
    }
}
