//! Checks lists and makes their reports, with verdict, points and digests.

use std::path::{Path, PathBuf};

use crate::army::Army;
use crate::finding::SourceFiles;
use crate::rules::BookFacts;
use crate::rules::library::Library;
use crate::rules::read_and_merge_rulesets::{self, BaseFile, RulesFile as FoundFile};

use super::paid_charges::paid_charges;
pub use super::read_list_and_rules::{
    FileKind, OpenedList, file_kind, open_list, open_parsed_list, text_file_kind,
};
use super::report::{AllyBook, ListReport, PointsTotal, Report, RulesSource};
use crate::wording::count_noun;

/// Options for checking lists.
#[derive(Debug, Default)]
pub struct CheckOptions {
    /// Treats every list as a draft.
    pub as_draft: bool,
    /// Skips the digests, a sixth of all instructions, if the output does not show them.
    pub skip_digests: bool,
    /// Works out what each army fields, to find copied armies.
    pub with_fielded: bool,
}

/// Fills in what a resolved army says: its rules, its points, its event.
pub(crate) fn fill_report(report: &mut ListReport, army: &Army<'_>) {
    let rules = army.rules;
    report.ruleset = Some(RulesSource {
        id: rules.id.clone(),
        version: Some(rules.version.clone()),
        found_in: rules.found_in.clone(),
        bases: Vec::new(),
    });
    let base = |base: &BaseFile| RulesSource {
        id: base.id.clone(),
        version: Some(base.version.clone()),
        found_in: base.found_in.clone(),
        bases: Vec::new(),
    };
    let judge = |b: &BookFacts| RulesSource {
        id: b.id.clone(),
        version: Some(b.version.clone()),
        found_in: b.found_in.clone(),
        bases: b.bases.iter().map(base).collect(),
    };
    report.book = rules.contingents.first().and_then(|c| c.book.as_ref()).map(judge);
    let called = army.called_allies().filter_map(|c| Some((c.ally.as_ref()?, c.book.as_ref()?)));
    let ally = |(word, book): (&String, &BookFacts)| AllyBook {
        ally: word.clone(),
        name: book.name.clone(),
        book: judge(book),
    };
    report.allies = called.map(ally).collect();
    report.points = rules.has_points.then_some(PointsTotal {
        total: army.spent,
        limit: army.most_points(),
        complete: army.cost_is_known,
    });
    report.charges = paid_charges(army);
    report.event = rules.event.as_ref().map(|e| RulesSource {
        id: e.id.clone(),
        version: None,
        found_in: e.found_in.clone(),
        bases: Vec::new(),
    });
}

/// Checks a ruleset, book or event by itself, given its file.
pub fn check_rules_file(kind: FileKind, path: &Path, text: &str) -> Report {
    check_rules_file_among(Vec::new(), kind, path, text).0
}

/// Checks a ruleset, book or event by itself, looking for rulesets in these folders before those next to the
/// file.
///
/// Also returns text on what the file is, such as `ruleset fra 1.0.0, 17 units, 4 books`.
pub fn check_rules_file_among(
    mut folders: Vec<PathBuf>,
    kind: FileKind,
    path: &Path,
    text: &str,
) -> (Report, String) {
    let shown = path.to_string_lossy().into_owned();
    let found = FoundFile::new(shown, text);
    folders.extend(rulesets_folder(kind, path));
    let library = Library::new(folders);
    let findings = match kind {
        FileKind::Ruleset | FileKind::List => library.check_ruleset(&found),
        FileKind::Book => library.check_book(&found),
        FileKind::Event => library.check_event(&found),
    };
    let words = describe_rules_file(kind, &found, &library).unwrap_or_else(|| path.display().to_string());
    (Report { lists: Vec::new(), findings, sources: library.sources().clone() }, words)
}

/// Describes a ruleset, book or event with its version and how much is in it. `None` if it cannot be read.
fn describe_rules_file(kind: FileKind, found: &FoundFile, library: &Library) -> Option<String> {
    // Its faults have been reported by the check, so this only counts what is in the file
    let sources = SourceFiles::default();
    Some(match kind {
        FileKind::Ruleset | FileKind::List => {
            let file =
                read_and_merge_rulesets::read_ruleset(found, &sources, &|id| library.find_ruleset_file(id))
                    .file?;
            let (id, units) = (&file.ruleset.value, count_noun(file.units.iter().count(), "unit"));
            let books = count_noun(library.books_of_ruleset(id).len(), "book");
            format!("ruleset {id} {}, {units}, {books}", file.version.value)
        }
        FileKind::Book => {
            let loaded = library.read_book(found).0;
            let file = loaded.file?;
            let base = loaded.bases.first();
            let base =
                base.map_or_else(String::new, |base| format!(", extending {} {}", base.id, base.version));
            let entries = match file.entries.iter().count() {
                1 => "1 entry".to_owned(),
                n => format!("{n} entries"),
            };
            let (id, version) = (&file.book.value, &file.version.value);
            format!("book {id} {version} for {}{base}, {entries}", file.ruleset.value)
        }
        FileKind::Event => {
            let file = read_and_merge_rulesets::read_event(found, &sources).file?;
            format!("event {}, {}", file.event.value, count_noun(file.limits.iter().count(), "limit"))
        }
    })
}

/// Returns the folder in which to look for rulesets that a rules file names.
///
/// For a ruleset or book, the folder of rulesets that contains it. For an event, the nearest folder
/// `rulesets` next to it or above.
pub fn rulesets_folder(kind: FileKind, path: &Path) -> Option<PathBuf> {
    match kind {
        FileKind::Book => path.ancestors().nth(3).map(Path::to_path_buf),
        FileKind::Ruleset | FileKind::List => path.ancestors().nth(2).map(Path::to_path_buf),
        FileKind::Event => {
            path.ancestors().skip(1).map(|folder| folder.join("rulesets")).find(|folder| folder.is_dir())
        }
    }
}
