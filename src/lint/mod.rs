//! Checks rulesets, books and events for rules that match nothing, limits that no list can meet, and missing
//! texts. Each file holds one check.

mod answers;
mod feasible;
mod figures;
mod impossible;
mod matches;
mod never;
mod texts;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use crate::check::report::Report;
use crate::check::run::{FileKind, rulesets_beside};
use crate::finding::{Code, FileId, Finding, Scope, Severity, Sources, Subject, SubjectKind};
use crate::format::book::Book;
use crate::format::event::Event;
use crate::format::number::Number;
use crate::format::ruleset::Ruleset;
use crate::rules::Rules;
use crate::rules::compile::{LoadedBook, LoadedEvent, LoadedRuleset, compile};
use crate::rules::library::Library;
use crate::rules::load::{self, Found};
use crate::yaml::{Kind, parse};

/// A file to check.
#[derive(Clone, Debug)]
pub struct File {
    /// Whether the file is a ruleset, a book or an event.
    pub kind: FileKind,
    /// The path and text of the file.
    pub found: Found,
    /// The folder of rulesets that the file is in. `None` for a built-in file.
    pub folder: Option<PathBuf>,
}

impl File {
    /// Creates a file from its path and text. Its ruleset and the other books are looked up next to it.
    pub fn at(kind: FileKind, path: &Path, text: &str) -> Self {
        let shown = path.to_string_lossy().into_owned();
        Self { kind, found: Found::new(shown, text), folder: rulesets_beside(kind, path) }
    }
}

/// Settings for checking files of rules.
#[derive(Clone, Debug)]
pub struct Options {
    /// Further folders of rulesets to look in.
    pub folders: Vec<PathBuf>,
    /// The sizes, in points, at which to look for legal lists. An event that states sizes uses those.
    pub sizes: Vec<Number>,
    /// The time limit for each search for a legal list.
    pub time: Duration,
}

/// The default sizes, in points, at which to look for legal lists.
pub const SIZES: [i64; 4] = [500, 1000, 1500, 2000];

impl Default for Options {
    fn default() -> Self {
        Self {
            folders: Vec::new(),
            sizes: SIZES.iter().map(|n| (*n).into()).collect(),
            time: Duration::from_secs(2),
        }
    }
}

/// A file that was read, with its compiled rules.
struct Made<'l> {
    library: &'l Library,
    rules: Rules,
    file: Content,
    /// The file's id among the sources, to leave out findings in other files.
    id: FileId,
    options: &'l Options,
}

/// The content of a file.
enum Content {
    Ruleset(LoadedRuleset),
    Book(LoadedBook),
    Event(LoadedEvent),
}

impl Made<'_> {
    fn ruleset(&self) -> Option<&Ruleset> {
        match &self.file {
            Content::Ruleset(ruleset) => Some(&ruleset.file),
            Content::Book(_) | Content::Event(_) => None,
        }
    }

    fn book(&self) -> Option<&Book> {
        match &self.file {
            Content::Book(book) => Some(&book.file),
            Content::Ruleset(_) | Content::Event(_) => None,
        }
    }

    fn event(&self) -> Option<&Event> {
        match &self.file {
            Content::Event(event) => Some(&event.file),
            Content::Ruleset(_) | Content::Book(_) => None,
        }
    }
}

/// A function that checks one file and adds its findings.
type Check = fn(&Made<'_>, &mut Vec<Finding>);

/// Every check, in the order in which they run. The last one needs the findings of the others.
const CHECKS: &[Check] = &[never::check, impossible::check, figures::check, texts::check, feasible::check];

/// Checks files of rules and returns the findings: errors first, then warnings and notes, each sorted by
/// position.
pub fn lint(files: &[File], options: &Options) -> Report {
    let sources = Sources::default();
    let mut findings = Vec::new();
    for file in files {
        let folders = options.folders.iter().chain(&file.folder).cloned().collect();
        let library = Library::new(folders);
        let found = one(&library, file, options);
        take(&sources, library.sources(), found, &mut findings);
    }
    twice(&sources, files, &mut findings);
    crate::finding::sort(&mut findings);
    // Show what makes a file unusable before what could be improved
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    Report { lists: Vec::new(), findings, sources }
}

/// Moves findings from one set of sources to another, with the files that they point into.
fn take(to: &Sources, from: &Sources, found: Vec<Finding>, findings: &mut Vec<Finding>) {
    for mut finding in found {
        for label in &mut finding.labels {
            if let Some(source) = from.get(label.span.file) {
                label.span.file = to.id_of(&source).unwrap_or_else(|| to.add(source));
            }
        }
        findings.push(finding);
    }
}

/// Runs every check on one file.
fn one(library: &Library, file: &File, options: &Options) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(made) = make(library, file, options, &mut findings) else { return findings };
    // Checks of faulty rules would mostly report consequences of the faults
    if findings.iter().any(|f| f.severity == Severity::Error) {
        return findings;
    }
    let mut found = Vec::new();
    for check in CHECKS {
        check(&made, &mut found);
    }
    for finding in &mut found {
        finding.scope = Scope::File;
        if let (None, Some(rule)) = (&finding.subject, &finding.rule) {
            finding.subject = Some(Box::new(Subject::new(SubjectKind::Rule, rule)));
        }
    }
    // Faults in other files are reported when those are checked
    found.retain(|f| f.primary().is_some_and(|l| l.span.file == made.id));
    findings.extend(found);
    findings
}

/// Reads and compiles a file, and adds everything that `muster check` would report about it.
fn make<'l>(
    library: &'l Library,
    file: &File,
    options: &'l Options,
    findings: &mut Vec<Finding>,
) -> Option<Made<'l>> {
    let sources = library.sources();
    let before = sources.count();
    let (content, rules) = match file.kind {
        FileKind::Book => {
            let loaded = load::book(&file.found, sources);
            let faults = loaded.faults();
            findings.extend(loaded.findings);
            let book = LoadedBook {
                file: Arc::new(loaded.file?),
                from: file.found.from.clone(),
                content: loaded.content,
                faults,
            };
            let word = &book.file.ruleset;
            let Some(ruleset) = library.load_ruleset(word, &mut Vec::new()) else {
                if !word.is_stand_in() {
                    let message = format!("there is no ruleset \"{}\" for this book", word.value);
                    findings.push(Finding::new(Code::UnknownRuleset, word.span, message));
                }
                return None;
            };
            let find = &mut |id: &str| library.load_book(&ruleset, id, &mut Vec::new());
            let (rules, faults) = compile(&ruleset, Some(&book), None, find);
            findings.extend(faults);
            (Content::Book(book), rules)
        }
        FileKind::Event => {
            let loaded = load::event(&file.found, sources);
            findings.extend(loaded.findings);
            let event = LoadedEvent {
                file: Arc::new(loaded.file?),
                from: file.found.from.clone(),
                content: loaded.content,
            };
            findings.extend(library.event_faults(&event));
            (Content::Event(event), Rules::default())
        }
        FileKind::Ruleset | FileKind::List => {
            let find = |id: &str| library.found_ruleset(id);
            let loaded = load::ruleset(&file.found, sources, &find);
            let faults = loaded.faults();
            findings.extend(loaded.findings);
            let ruleset = LoadedRuleset {
                file: Arc::new(loaded.file?),
                from: file.found.from.clone(),
                extends: loaded.extends,
                content: loaded.content,
                faults,
            };
            let (rules, faults) = compile(&ruleset, None, None, &mut |_| None);
            findings.extend(faults);
            (Content::Ruleset(ruleset), rules)
        }
    };
    let id = FileId(u32::try_from(before + 1).unwrap_or(u32::MAX));
    Some(Made { library, rules, file: content, id, options })
}

/// Reports files that have the same id as another one.
fn twice(sources: &Sources, files: &[File], findings: &mut Vec<Finding>) {
    let mut first: HashMap<(FileKind, String, String), crate::finding::Span> = HashMap::new();
    for file in files {
        let source = &file.found.source;
        let id = sources.id_of(source).unwrap_or_else(|| sources.add(Arc::clone(source)));
        let Some(root) = parse(id, &source.text).root else { continue };
        let word = |key: &str| root.get(key).filter(|n| matches!(n.kind, Kind::Scalar { .. }));
        let (key, of) = match file.kind {
            FileKind::Book => ("book", word("ruleset").and_then(|n| n.as_str())),
            FileKind::Event => ("event", None),
            FileKind::Ruleset | FileKind::List => ("ruleset", None),
        };
        let Some((node, text)) = word(key).and_then(|n| Some((n, n.as_str()?))) else { continue };
        let known = (file.kind, of.unwrap_or("").to_owned(), text.to_owned());
        match first.get(&known) {
            None => drop(first.insert(known, node.span)),
            Some(other) => {
                let message = format!("two files define the {key} \"{text}\"");
                let finding = Finding::new(Code::DuplicateName, node.span, message)
                    .label(*other, "the other one")
                    .help("give one of them another id");
                findings.push(finding);
            }
        }
    }
}
