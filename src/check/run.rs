//! Checks lists and makes their reports, with verdict, points and digests.

use std::path::{Path, PathBuf};

use crate::army::Army;
use crate::checked::Checked;
use crate::finding::Sources;
use crate::rules::BookFacts;
use crate::rules::library::Library;
use crate::rules::load::{self, Found as FoundFile};

pub use super::open::{FileKind, Opened, kind_of, kind_of_text, open};
use super::report::{AllyBook, Judge, ListReport, Points, Report};
use crate::wording::count;

/// Options for checking lists.
#[derive(Debug, Default)]
pub struct Options {
    /// Treats every list as a draft.
    pub draft: bool,
    /// Skips the digests, a sixth of all instructions, if the output does not show them.
    pub without_digests: bool,
    /// Works out what each army fields, to find copied armies.
    pub fielded: bool,
}

/// Checks one list, for whoever needs only the report.
pub fn check(library: &Library, path: &str, bytes: Vec<u8>, options: &Options) -> ListReport {
    Checked::read(library, path, bytes, options).into_report()
}

/// Fills in what a resolved army says: its rules, its points, its event.
pub(crate) fn fill(report: &mut ListReport, army: &Army<'_>) {
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

/// Checks a ruleset, book or event by itself, given its file.
pub fn check_rules(kind: FileKind, path: &Path, text: &str) -> Report {
    check_rules_among(Vec::new(), kind, path, text).0
}

/// Checks a ruleset, book or event by itself, looking for rulesets in these folders before those next to the
/// file.
///
/// Also returns text on what the file is, such as `ruleset fra 1.0.0, 17 units, 4 books`.
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

/// Describes a ruleset, book or event with its version and how much is in it. `None` if it cannot be read.
fn rules_in_words(kind: FileKind, found: &FoundFile, library: &Library) -> Option<String> {
    // Its faults have been reported by the check, so this only counts what is in the file
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

/// Returns the folder in which to look for rulesets that a rules file names.
///
/// For a ruleset or book, the folder of rulesets that contains it. For an event, the nearest folder
/// `rulesets` next to it or above.
pub fn rulesets_beside(kind: FileKind, path: &Path) -> Option<PathBuf> {
    match kind {
        FileKind::Book => path.ancestors().nth(3).map(Path::to_path_buf),
        FileKind::Ruleset | FileKind::List => path.ancestors().nth(2).map(Path::to_path_buf),
        FileKind::Event => {
            path.ancestors().skip(1).map(|folder| folder.join("rulesets")).find(|folder| folder.is_dir())
        }
    }
}
