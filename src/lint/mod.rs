//! Checks of rulesets, books and events themselves: rules that match nothing, limits that no list can meet, texts
//! that are missing. One file a check.

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

/// A file to look at: what it is, its path or the name of a file of the program's own, its text.
#[derive(Clone, Debug)]
pub struct File {
    /// What it is.
    pub kind: FileKind,
    /// The file.
    pub found: Found,
    /// The folder of rulesets that it is in; nothing for the program's own.
    pub folder: Option<PathBuf>,
}

impl File {
    /// A file at a path. Its ruleset and its siblings are looked for beside it.
    pub fn at(kind: FileKind, path: &Path, text: &str) -> Self {
        let shown = path.to_string_lossy().into_owned();
        Self { kind, found: Found::new(shown, text), folder: rulesets_beside(kind, path) }
    }
}

/// How thoroughly to look.
#[derive(Clone, Debug)]
pub struct Options {
    /// Folders of rulesets to look into besides.
    pub folders: Vec<PathBuf>,
    /// The sizes of which a legal list is looked for, in points; an event's own where it states some.
    pub sizes: Vec<Number>,
    /// How long to look for a legal list of one size in one year.
    pub time: Duration,
}

/// The sizes of which legal lists are looked for where nobody asks for others.
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

/// A file that was read, with the rules that it makes.
struct Made<'l> {
    library: &'l Library,
    rules: Rules,
    file: Content,
    /// Its own id among the sources; what is found elsewhere is found there.
    id: FileId,
    options: &'l Options,
}

/// What a file says.
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

/// A check of one file.
type Check = fn(&Made<'_>, &mut Vec<Finding>);

/// Every check, in the order of running.
const CHECKS: &[Check] = &[never::check, impossible::check, figures::check, texts::check, feasible::check];

/// Looks at files of rules. Errors come first, then warnings and notes, each in the order of their places.
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
    // What makes a file useless is not lost behind what could be better
    findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    Report { lists: Vec::new(), findings, sources }
}

/// Takes over findings with the files that they point into.
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

fn one(library: &Library, file: &File, options: &Options) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some(made) = make(library, file, options, &mut findings) else { return findings };
    // Rules that are faulty say nothing that is worth a second look
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
    // What is wrong in another file is found when that is looked at
    found.retain(|f| f.primary().is_some_and(|l| l.span.file == made.id));
    findings.extend(found);
    findings
}

/// Reads a file and makes its rules ready, with everything that `check` says of it.
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

/// Says of files that have the id of another that only one of them can be meant.
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
                let message = format!("there are two files of the {key} \"{text}\"");
                let finding = Finding::new(Code::DuplicateName, node.span, message)
                    .label(*other, "the other one")
                    .help("give one of them another id");
                findings.push(finding);
            }
        }
    }
}
