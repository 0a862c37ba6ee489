//! From a file to a list: what the file is, the list in it, what could not be read, the rules that judge it.

use std::sync::Arc;

use crate::army::unread::{Gap, Unread};
use crate::finding::{Code, FileId, Finding, Scope, Severity, Source, Sources, Span, SubjectKind};
use crate::format::list::List;
use crate::read::{read, read_broken};
use crate::rules::Rules;
use crate::rules::library::{Answer, Library, spellings};
use crate::yaml::{self, Kind, Node, Parsed};

use crate::rules::help::{mended, spelled_or};

/// What a file is, by its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// What a tree is, by its keys, whatever their order. A list with a misspelt key may look like the book or the
/// ruleset that it names; those have more than that to say.
pub fn kind_of(root: &Node<'_>) -> FileKind {
    let any = |words: &[&str]| match &root.kind {
        Kind::Map(items) => items
            .iter()
            .filter_map(|(k, v)| Some((k.as_str()?, v)))
            .find(|(k, _)| words.iter().any(|w| k.eq_ignore_ascii_case(w))),
        _ => None,
    };
    let rows = |key: &str| any(&[key]).is_some_and(|(_, v)| !matches!(v.kind, Kind::Map(_)));
    if any(&["army"]).is_some()
        || rows("commands")
        || any(&["units"]).is_some_and(|(_, v)| matches!(v.kind, Kind::Seq(_)))
    {
        FileKind::List
    } else if root.get("event").is_some() {
        FileKind::Event
    } else if root.get("book").is_some() && any(&["entries", "name", "version"]).is_some() {
        FileKind::Book
    } else if root.get("ruleset").is_some()
        && root.get("book").is_none()
        && any(&["name", "version", "extends", "units", "stats", "options"]).is_some()
    {
        FileKind::Ruleset
    } else {
        FileKind::List
    }
}

/// What a text is, as [`kind_of`] tells it from the tree; none for an empty one. A list that begins with its army's
/// name is known by that, and not read twice.
pub fn kind_of_text(text: &str) -> Option<FileKind> {
    if yaml::early(text, "army").is_some() {
        return Some(FileKind::List);
    }
    yaml::parse(FileId::CHECKED, text).root.map(|root| kind_of(&root))
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
    /// What of it could not be read.
    pub unread: Unread,
    /// The files that the findings point into.
    pub sources: Sources,
}

impl Opened {
    /// A file of this text that could not be read, and why.
    pub(super) fn unread(library: &Library, path: &str, text: impl Into<Arc<str>>, finding: Finding) -> Self {
        Self {
            path: path.to_owned(),
            list: None,
            rules: None,
            findings: vec![finding],
            unread: Unread::default(),
            sources: library.sources().checking(Source::new(path, text)),
        }
    }
}

/// Reads a list and finds its rules.
pub fn open(library: &Library, path: &str, bytes: Vec<u8>) -> Opened {
    let unread = |text: String, finding: Finding| Opened::unread(library, path, text, finding);
    let lossy = std::str::from_utf8(&bytes).err().map(|_| String::from_utf8_lossy(&bytes).into_owned());
    let text = match yaml::decode(FileId::CHECKED, bytes) {
        Ok(text) => text,
        Err(mut finding) => {
            let lossy = lossy.unwrap_or_default();
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
    if let Some(finding) = root.as_ref().and_then(|root| stranger(root, &findings)) {
        return unread(source.text.to_string(), finding);
    }
    findings.extend(source.old_line_ends(FileId::CHECKED));
    let mut partial = broken;
    let list = root.as_ref().and_then(|root| {
        let read = if broken { read_broken::<List>(root) } else { read::<List>(root) };
        partial |=
            findings.iter().chain(&read.findings).any(|f| f.severity == Severity::Error && matters(root, f));
        findings.extend(read.findings);
        read.value
    });
    let sources = library.sources().checking(Arc::clone(&source));
    let lost_rows = |root: &Node<'_>| lost_rows(root, &findings);
    let cut = broken || partial && root.as_ref().is_some_and(lost_rows);
    let gaps = root.as_ref().map_or_else(Vec::new, |root| gaps(root, &source, &findings));
    let unread = Unread::new(gaps, partial, cut, broken);
    let rules = list.as_ref().zip(root.as_ref()).and_then(|(list, root)| {
        // Another game or book would find everything wrong
        let unknown = unread.has_at_top("ruleset")
            || unread.has_at_top("book")
            || list.book.is_none() && misnames_its_book(library, list, root, &unread);
        if unknown { None } else { judge_of(library, list, &mut findings) }
    });
    Opened { path: path.to_owned(), list, rules, findings, unread, sources }
}

/// A file that has no key of a list, nor one like it: it was meant for something else.
fn stranger(root: &Node<'_>, faults: &[Finding]) -> Option<Finding> {
    let Kind::Map(items) = &root.kind else { return None };
    let like = |key: &str| {
        yaml::LIST_KEYS.contains(&key) || yaml::nearest(key, yaml::LIST_KEYS.iter().copied()).is_some()
    };
    let first = items.first()?.0.span;
    if !faults.is_empty() || items.iter().filter_map(|(k, _)| k.as_str()).any(like) {
        return None;
    }
    let message = "this is no list that Muster knows: it has neither `army` nor `ruleset` nor `units`";
    Some(
        Finding::new(Code::MissingKey, first, message)
            .help("`muster new army.yaml` writes a list to start from"),
    )
}

/// Whether a key that was not understood holds rows as `units` does.
fn lost_rows(root: &Node<'_>, findings: &[Finding]) -> bool {
    let unknown = |span: Span| {
        findings.iter().any(|f| f.code == Code::UnknownKey && f.primary().is_some_and(|l| l.span == span))
    };
    any_lost(root, &unknown)
}

fn any_lost(node: &Node<'_>, lost: &dyn Fn(Span) -> bool) -> bool {
    match &node.kind {
        Kind::Map(items) => {
            items.iter().any(|(k, v)| lost(k.span) && matches!(v.kind, Kind::Seq(_)) || any_lost(v, lost))
        }
        Kind::Seq(items) => items.iter().any(|item| any_lost(item, lost)),
        Kind::Scalar { .. } => false,
    }
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
    // A key that is missing has left nothing out; a unit without its type is known to be unknown
    if finding.code == Code::MissingKey {
        return false;
    }
    let (keys, _) = way_to(root, label.span);
    !keys.last().is_some_and(|key| IDLE.contains(key))
}

/// The keys on the way to a place, and the innermost map that holds it.
fn way_to<'n>(root: &'n Node<'_>, place: Span) -> (Vec<&'n str>, Span) {
    let mut at = root;
    let mut keys: Vec<&str> = Vec::new();
    let mut holder = root.span;
    loop {
        let next = match &at.kind {
            Kind::Scalar { .. } => None,
            Kind::Seq(items) => items.iter().find(|n| holds(n, place)),
            Kind::Map(items) => {
                holder = at.span;
                let found = items.iter().find(|(k, v)| holds(k, place) || holds(v, place));
                found.and_then(|(k, v)| {
                    keys.extend(k.as_str());
                    holds(v, place).then_some(v)
                })
            }
        };
        match next {
            Some(next) => at = next,
            None => return (keys, holder),
        }
    }
}

/// Where something could not be read, by the faults of reading.
fn gaps(root: &Node<'_>, source: &Source, findings: &[Finding]) -> Vec<Gap> {
    let gap = |finding: &Finding| {
        let span = finding.primary()?.span;
        let (keys, holder) = way_to(root, span);
        let mut keys: Vec<String> = keys.into_iter().map(str::to_owned).collect();
        let first =
            (finding.code == Code::DuplicateKey).then(|| finding.labels.get(1).map(|l| l.span)).flatten();
        // The second of two keys alike is not in the tree
        if first.is_some() {
            keys.push(source.words(span).to_owned());
        }
        Some(Gap { span, holder, keys, unknown: finding.code == Code::UnknownKey, first })
    };
    let faults = findings.iter().filter(|f| f.severity == Severity::Error && f.code != Code::MissingKey);
    faults.filter_map(gap).collect()
}

/// Whether a list names a book by a key that nobody knows: judged without it everything would seem wrong.
fn misnames_its_book(library: &Library, list: &List, root: &Node<'_>, unread: &Unread) -> bool {
    let is_book =
        |word: &str| library.books(&list.ruleset).iter().any(|book| book.id == word || book.name == word);
    unread.unknown_at_top().any(|key| {
        yaml::nearest(key, ["book"]).is_some() || root.get(key).and_then(Node::as_str).is_some_and(is_book)
    })
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
            let known = spellings(&known);
            let help = spelled_or(word, &known, "ruleset");
            let help = match known.nearest(word) {
                None if word.contains(['/', '\\', '.']) => {
                    format!("a ruleset is named by its id, not by a path; {help}")
                }
                _ => help,
            };
            if let Some(uncounted) = library.uncounted(word) {
                let message = format!("{uncounted} judges nobody under an event");
                let help = "only rulesets of folders named by --rulesets and the program's own count";
                findings.push(
                    Finding::new(Code::NotAdmitted, word.span, message)
                        .about(SubjectKind::Ruleset, word.as_str())
                        .scope(Scope::File)
                        .help(help),
                );
                return None;
            }
            let message = format!("there is no ruleset \"{}\"", word.value);
            let finding = Finding::new(Code::UnknownRuleset, word.span, message)
                .about(SubjectKind::Ruleset, word.as_str())
                .help(help);
            findings.push(mended(finding, word, &known));
        }
        Answer::NoBook => {
            let book = book?;
            let known = library.books(word);
            let known = spellings(&known);
            let help = spelled_or(book, &known, "book");
            let help = match known.nearest(book) {
                None if book.contains(['/', '\\', '.']) => {
                    format!("a book is named by its id, not by a path; {help}")
                }
                _ => help,
            };
            let message = format!("there is no book \"{}\" for {}", book.value, word.value);
            let finding = Finding::new(Code::UnknownBook, book.span, message)
                .about(SubjectKind::Book, book.as_str())
                .help(help);
            findings.push(mended(finding, book, &known));
            // The rest of the list can still be checked against the game
            return None;
        }
        Answer::Faulty(id, errors) => {
            let (code, kind, place) = match book {
                Some(book) if book.value == id => (Code::UnknownBook, SubjectKind::Book, book.span),
                _ => (Code::UnknownRuleset, SubjectKind::Ruleset, word.span),
            };
            let faults = if errors == 1 { "an error".to_owned() } else { format!("{errors} errors") };
            let message = format!("\"{id}\" judges nobody, since its own file has {faults}");
            findings.push(Finding::new(code, place, message).about(kind, id));
        }
    }
    None
}
