//! From files to reports: what a file is, the list in it, the rules that judge it, the verdict.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use crate::army::digest::digests;
use crate::army::{Army, resolve};
use crate::finding::{Code, FileId, Finding, Severity, Source, Sources, Span};
use crate::format::list::List;
use crate::rules::Rules;
use crate::rules::library::{Answer, Library, is_id};
use crate::rules::load::Found as FoundFile;
use crate::yaml::{self, Kind, Node, Parsed};

use super::report::{Judge, ListReport, Points, Report, Verdict};
use super::words::near_or;

/// What a file is, by its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileKind {
    /// An army, or what cannot be told: a misspelt key must not make a list vanish.
    List,
    /// An event.
    Event,
    /// A book.
    Book,
    /// A ruleset.
    Ruleset,
}

/// What a tree is, by its keys, whatever their order.
pub fn kind_of(root: &Node<'_>) -> FileKind {
    let units_in_a_row = root.get("units").is_some_and(|u| matches!(u.kind, Kind::Seq(_)));
    if root.get("army").is_some()
        || root.get("commands").is_some_and(|c| !matches!(c.kind, Kind::Map(_)))
        || units_in_a_row
    {
        FileKind::List
    } else if root.get("event").is_some() {
        FileKind::Event
    } else if root.get("book").is_some() {
        FileKind::Book
    } else if root.get("ruleset").is_some() {
        FileKind::Ruleset
    } else {
        FileKind::List
    }
}

/// How lists are checked.
#[derive(Debug, Default)]
pub struct Options {
    /// Whether every list is taken as a draft.
    pub draft: bool,
}

/// A list that was read, ready to be resolved.
#[derive(Debug)]
pub struct Opened {
    /// The path as given.
    pub path: String,
    /// The list, as far as it could be read.
    pub list: Option<List>,
    /// The rules that judge it, where they were found.
    pub rules: Option<Arc<Rules>>,
    /// Everything wrong so far.
    pub findings: Vec<Finding>,
    /// Whether a part that could matter to a minimum could not be read.
    pub partial: bool,
    /// The files that the findings point into.
    pub sources: Sources,
}

/// Reads a list and finds its rules.
pub fn open(library: &Library, path: &str, bytes: Vec<u8>) -> Opened {
    let unread = |text: String, finding: Finding| Opened {
        path: path.to_owned(),
        list: None,
        rules: None,
        findings: vec![finding],
        partial: false,
        sources: library.sources().checking(Source::new(path, text)),
    };
    let lossy = String::from_utf8_lossy(&bytes).into_owned();
    let text = match yaml::decode(FileId::CHECKED, bytes) {
        Ok(text) => text,
        Err(mut finding) => {
            // What cannot be read is shown as the sign that stands for it, up to where its bytes are as in the file
            for label in &mut finding.labels {
                let shown = lossy.get(label.span.start as usize..).and_then(|rest| rest.chars().next());
                label.span.end =
                    label.span.start + shown.map_or(0, |c| u32::try_from(c.len_utf8()).unwrap_or(0));
            }
            return unread(lossy, finding);
        }
    };
    let source = Source::new(path, text);
    let Parsed { root, mut findings, broken } = yaml::parse(FileId::CHECKED, &source.text);
    let mut partial = broken;
    let list = root.as_ref().and_then(|root| {
        let read = if broken { yaml::read_broken::<List>(root) } else { yaml::read::<List>(root) };
        partial |=
            findings.iter().chain(&read.findings).any(|f| f.severity == Severity::Error && matters(root, f));
        findings.extend(read.findings);
        read.value
    });
    let sources = library.sources().checking(Arc::clone(&source));
    let rules = list.as_ref().and_then(|list| judge_of(library, list, &mut findings));
    Opened { path: path.to_owned(), list, rules, findings, partial, sources }
}

/// Whether a fault of reading left out something that could be just what a minimum misses, or what is asked for.
fn matters(root: &Node<'_>, finding: &Finding) -> bool {
    const IDLE: [&str; 12] = [
        "name",
        "notes",
        "attached-to",
        "values",
        "with",
        "because",
        "player",
        "club",
        "declares",
        "choose",
        "mode",
        "draft",
    ];
    let Some(label) = finding.primary() else { return false };
    let mut at = root;
    let mut keys: Vec<&str> = Vec::new();
    loop {
        let next = match &at.kind {
            Kind::Scalar { .. } => None,
            Kind::Seq(items) => items.iter().find(|n| holds(n, label.span)),
            Kind::Map(items) => {
                let found = items.iter().find(|(k, v)| holds(k, label.span) || holds(v, label.span));
                found.and_then(|(k, v)| {
                    keys.extend(k.as_str());
                    holds(v, label.span).then_some(v)
                })
            }
        };
        match next {
            Some(next) => at = next,
            None => break,
        }
    }
    !keys.last().is_some_and(|key| IDLE.contains(key))
}

fn holds(node: &Node<'_>, span: Span) -> bool {
    node.span.start <= span.start && span.end <= node.span.end.max(node.span.start + 1)
}

/// The rules that a list names.
fn judge_of(library: &Library, list: &List, findings: &mut Vec<Finding>) -> Option<Arc<Rules>> {
    let word = &list.ruleset;
    if word.is_stand_in() {
        return None;
    }
    let book = list.book.as_ref().filter(|b| !b.is_stand_in());
    match library.rules(word, book.map(|b| b.as_str())) {
        Answer::Ready(rules) => return Some(rules),
        Answer::NoRuleset => {
            let known = library.rulesets();
            let known: Vec<&str> = known.iter().map(|k| k.id.as_str()).collect();
            let help = if is_id(word) {
                near_or(word, &known, "ruleset")
            } else {
                format!("a ruleset is named by its id, not by a path; {}", near_or("", &known, "ruleset"))
            };
            let message = format!("there is no ruleset \"{}\"", word.value);
            findings.push(Finding::new(Code::UnknownRuleset, word.span, message).help(help));
        }
        Answer::NoBook => {
            let book = book?;
            let known = library.books(word);
            let known: Vec<&str> = known.iter().map(|k| k.id.as_str()).collect();
            let help = if is_id(book) {
                near_or(book, &known, "book")
            } else {
                format!("a book is named by its id, not by a path; {}", near_or("", &known, "book"))
            };
            let message = format!("there is no book \"{}\" for {}", book.value, word.value);
            findings.push(Finding::new(Code::UnknownBook, book.span, message).help(help));
            // The rest of the list can still be checked against the game
            return None;
        }
        Answer::Faulty(id, errors) => {
            let (code, place) = match book {
                Some(book) if book.value == id => (Code::UnknownBook, book.span),
                _ => (Code::UnknownRuleset, word.span),
            };
            let faults = if errors == 1 { "an error".to_owned() } else { format!("{errors} errors") };
            findings.push(Finding::new(
                code,
                place,
                format!("\"{id}\" judges nobody, since its own file has {faults}"),
            ));
        }
    }
    None
}

/// Checks one list.
pub fn check(library: &Library, path: &str, bytes: Vec<u8>, options: &Options) -> ListReport {
    let opened = open(library, path, bytes);
    report(opened, options)
}

/// The report of a list that was opened.
pub fn report(opened: Opened, options: &Options) -> ListReport {
    let Opened { path, list, rules, mut findings, partial, sources } = opened;
    let mut made = ListReport {
        path,
        army: list.as_ref().map(|l| l.army.value.clone()).filter(|a| !a.is_empty()),
        player: list.as_ref().and_then(|l| l.player.as_ref().map(|p| p.value.clone())),
        verdict: Verdict::Unreadable,
        ruleset: None,
        book: None,
        event: None,
        army_span: list.as_ref().map(|l| l.army.span),
        points: None,
        digest: None,
        findings: Vec::new(),
        sources,
    };
    if let (Some(list), Some(rules)) = (&list, &rules) {
        let army = resolve(list, rules, options.draft, partial);
        findings.extend(super::check(&army));
        fill(&mut made, &army);
    }
    crate::finding::sort(&mut findings);
    let errors = findings.iter().any(|f| f.severity == Severity::Error);
    let draft = options.draft || list.as_ref().is_some_and(|l| l.draft);
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
    report.book = rules.contingents.first().and_then(|c| c.book.as_ref()).map(|b| Judge {
        id: b.id.clone(),
        version: Some(b.version.clone()),
        from: b.from.clone(),
    });
    report.points =
        rules.has_points.then_some(Points { total: army.spent, limit: army.points, complete: army.complete });
    report.event =
        rules.event.as_ref().map(|e| Judge { id: e.id.clone(), version: None, from: e.from.clone() });
    report.digest = Some(digests(army));
}

/// Says of lists that are the same army that they were handed in twice.
pub fn twice(lists: &mut [ListReport]) {
    let mut first: HashMap<String, String> = HashMap::new();
    for list in lists {
        let Some(digest) = &list.digest else { continue };
        match first.get(&digest.army) {
            None => drop(first.insert(digest.army.clone(), list.path.clone())),
            Some(other) => {
                let span = list.army_span.unwrap_or_default();
                let message = format!("this is the same army as {other}");
                list.findings.push(Finding::new(Code::HandedInTwice, span, message));
                crate::finding::sort(&mut list.findings);
            }
        }
    }
}

/// The report of a file that could not be read at all.
pub fn unreadable(library: &Library, path: &str, why: &str) -> ListReport {
    let source = Source::new(path, "");
    let finding = Finding::new(
        Code::UnreadableFile,
        Span::new(FileId::CHECKED, 0, 0),
        format!("cannot read {path}: {why}"),
    );
    report(
        Opened {
            path: path.to_owned(),
            list: None,
            rules: None,
            findings: vec![finding],
            partial: false,
            sources: library.sources().checking(source),
        },
        &Options::default(),
    )
}

/// Checks a ruleset, book or event that was named as a file: everything wrong with it alone.
pub fn check_rules(kind: FileKind, path: &Path, text: &str) -> Report {
    let shown = path.to_string_lossy().into_owned();
    let found = FoundFile { source: Source::new(shown.clone(), text), from: shown };
    // What it extends, and its siblings, are looked for beside it
    let beside = path.ancestors().nth(if kind == FileKind::Book { 3 } else { 2 });
    let folders = beside.map(Path::to_path_buf).into_iter().collect();
    let library = Library::new(folders);
    let findings = match kind {
        FileKind::Ruleset | FileKind::List => library.check_ruleset(&found),
        FileKind::Book => library.check_book(&found),
        FileKind::Event => library.check_event(&found),
    };
    Report { lists: Vec::new(), findings, sources: library.sources().clone() }
}
