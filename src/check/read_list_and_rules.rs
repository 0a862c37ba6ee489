//! Opens a list: finds out what kind of file it is, reads the list, and finds the rules it is checked
//! against.

use std::sync::Arc;

use crate::army::unread_parts::{UnreadPart, UnreadParts};
use crate::finding::{
    Code, FileId, Finding, Scope, Severity, SourceFile, SourceFiles, Span, SubjectKind, UnreadContent,
};
use crate::format::list::List;
use crate::read::{read_partial, read_value};
use crate::rules::Rules;
use crate::rules::library::{Library, RulesLookup, catalogue_spellings};
use crate::yaml::{self, Node, NodeContent, Parsed};

use crate::rules::help_for_words::{spelling_suggestion_or, with_edit_if_clear};

/// The kind of a file, by its keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// An army list, or a file of unknown kind: a list with a misspelt key must still be checked.
    List,
    /// An event.
    Event,
    /// A book.
    Book,
    /// A ruleset.
    Ruleset,
}

/// Returns the kind of a file by its keys, in any order.
///
/// A list with a misspelt key may have `book` or `ruleset` like a book or ruleset, so these need a further
/// key.
pub fn file_kind(root: &Node<'_>) -> FileKind {
    let any = |words: &[&str]| match &root.content {
        NodeContent::Map(items) => items
            .iter()
            .filter_map(|(k, v)| Some((k.as_str()?, v)))
            .find(|(k, _)| words.iter().any(|w| k.eq_ignore_ascii_case(w))),
        _ => None,
    };
    let rows = |key: &str| any(&[key]).is_some_and(|(_, v)| !matches!(v.content, NodeContent::Map(_)));
    if any(&["army"]).is_some()
        || rows("commands")
        || any(&["units"]).is_some_and(|(_, v)| matches!(v.content, NodeContent::Seq(_)))
    {
        FileKind::List
    } else if root.get("event").is_some() {
        FileKind::Event
    } else if root.get("book").is_some() && any(&["entries", "name", "version", "extends"]).is_some() {
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

/// Returns the kind of a file by its text. `None` if it is empty.
///
/// A list that starts with the name of its army is recognised by that alone, to save parsing it twice.
pub fn text_file_kind(text: &str) -> Option<FileKind> {
    if yaml::read_top_key(text, "army").is_some() {
        return Some(FileKind::List);
    }
    yaml::parse_yaml(FileId::CHECKED, text).root.map(|root| file_kind(&root))
}

/// A list that has been read and can be resolved.
#[derive(Debug)]
pub struct OpenedList {
    /// The path as given.
    pub path: String,
    /// The list, as far as it could be read.
    pub list: Option<List>,
    /// The rules that it is checked against. `None` if they were not found or have errors.
    pub rules: Option<Arc<Rules>>,
    /// The findings so far.
    pub findings: Vec<Finding>,
    /// The parts of the list that could not be read.
    pub unread: UnreadParts,
    /// The files that the findings refer to.
    pub sources: SourceFiles,
}

impl OpenedList {
    /// A file that could not be read at all, and why.
    pub(crate) fn unreadable_file(library: &Library, path: &str, why: &str) -> Self {
        let start = Span::new(FileId::CHECKED, 0, 0);
        let message = format!("cannot read {path}: {why}");
        let finding =
            Finding::new(Code::UnreadableFile, start, message).with_subject(SubjectKind::File, path);
        Self::from_unreadable(library, path, "", finding)
    }

    /// Creates the result for a file that is not a readable list, with the reason as its finding.
    fn from_unreadable(library: &Library, path: &str, text: impl Into<Arc<str>>, finding: Finding) -> Self {
        Self {
            path: path.to_owned(),
            list: None,
            rules: None,
            findings: vec![finding],
            unread: UnreadParts::default(),
            sources: library.sources().with_checked_file(SourceFile::new(path, text)),
        }
    }
}

/// Reads a list and finds its rules.
pub fn open_list(library: &Library, path: &str, bytes: Vec<u8>) -> OpenedList {
    let lossy = std::str::from_utf8(&bytes).err().map(|_| String::from_utf8_lossy(&bytes).into_owned());
    let text = match yaml::decode_utf8(FileId::CHECKED, bytes) {
        Ok(text) => text,
        Err(mut finding) => {
            let lossy = lossy.unwrap_or_default();
            // Broken bytes are shown as replacement characters. Before the first one, offsets are those of
            // the file
            for label in &mut finding.labels {
                let shown = lossy.get(label.span.start as usize..).and_then(|rest| rest.chars().next());
                label.span.end =
                    label.span.start + shown.map_or(0, |c| u32::try_from(c.len_utf8()).unwrap_or(0));
            }
            return OpenedList::from_unreadable(library, path, lossy, finding);
        }
    };
    let source = SourceFile::new(path, text);
    let parsed = yaml::parse_yaml(FileId::CHECKED, &source.text);
    open_parsed_list(library, path, &source, &parsed)
}

/// Reads a list from the tree that its text was parsed into, and finds its rules.
pub fn open_parsed_list(
    library: &Library,
    path: &str,
    source: &Arc<SourceFile>,
    parsed: &Parsed<'_>,
) -> OpenedList {
    let (root, mut findings, broken) = (parsed.root.as_ref(), parsed.findings.clone(), parsed.is_partial);
    if let Some(finding) = root.and_then(|root| report_other_file(path, root, &findings)) {
        return OpenedList::from_unreadable(library, path, source.text.to_string(), finding);
    }
    findings.extend(source.note_old_line_ends(FileId::CHECKED));
    let mut partial = broken;
    let list = root.and_then(|root| {
        let read = if broken { read_partial::<List>(root) } else { read_value::<List>(root) };
        partial |= findings
            .iter()
            .chain(&read.findings)
            .any(|f| f.severity == Severity::Error && may_hide_required(root, f));
        findings.extend(read.findings);
        read.value
    });
    let sources = library.sources().with_checked_file(Arc::clone(source));
    let lost_rows = |root: &Node<'_>| may_lack_rows(root, &findings);
    let cut = broken || partial && root.is_some_and(lost_rows);
    let gaps = root.map_or_else(Vec::new, |root| unread_places(root, source, &findings));
    let unread = UnreadParts::new(gaps, partial, cut, broken);
    let rules = list.as_ref().zip(root).and_then(|(list, root)| {
        // Under another game or book nearly everything would be wrong
        let unknown = unread.has_at_top("ruleset")
            || unread.has_at_top("book")
            || list.book.is_none() && has_misspelt_book_key(library, list, root, &unread);
        if unknown { None } else { find_rules(library, list, &mut findings) }
    });
    OpenedList { path: path.to_owned(), list, rules, findings, unread, sources }
}

/// Reports an event, a book or a ruleset, and a file without any key of a list, even a misspelt one.
fn report_other_file(path: &str, root: &Node<'_>, faults: &[Finding]) -> Option<Finding> {
    let NodeContent::Map(items) = &root.content else { return None };
    let first = items.first()?.0.span;
    let path = if path == "-" { "FILE" } else { path };
    let (what, help) = match file_kind(root) {
        FileKind::List => ("", String::new()),
        FileKind::Event => {
            ("an event", format!("`muster check --event {path} army.yaml` checks a list under it"))
        }
        FileKind::Book => ("a book", format!("`muster lint {path}` checks it")),
        FileKind::Ruleset => ("a ruleset", format!("`muster lint {path}` checks it")),
    };
    if !what.is_empty() {
        let message = format!("this is {what}, not an army list");
        return Some(Finding::new(Code::MissingKey, first, message).with_help(help));
    }
    let like = |key: &str| {
        yaml::LIST_KEYS.contains(&key) || yaml::nearest_name(key, yaml::LIST_KEYS.iter().copied()).is_some()
    };
    if !faults.is_empty() || items.iter().filter_map(|(k, _)| k.as_str()).any(like) {
        return None;
    }
    let message = "this is not an army list: it has no `army`, `ruleset` or `units`";
    Some(
        Finding::new(Code::MissingKey, first, message)
            .with_help("`muster new army.yaml` writes a list to start from"),
    )
}

/// Returns `true` if a key that is unknown has a list as its value, as `units` has, so that rows may be
/// missing.
fn may_lack_rows(root: &Node<'_>, findings: &[Finding]) -> bool {
    let unknown = |span: Span| {
        let unknown_keys =
            findings.iter().filter(|f| f.code.unread_content() == Some(UnreadContent::UnknownKey));
        unknown_keys.filter_map(Finding::primary_label).any(|label| label.span == span)
    };
    has_lost_rows(root, &unknown)
}

fn has_lost_rows(node: &Node<'_>, lost: &dyn Fn(Span) -> bool) -> bool {
    match &node.content {
        NodeContent::Map(items) => items
            .iter()
            .any(|(k, v)| lost(k.span) && matches!(v.content, NodeContent::Seq(_)) || has_lost_rows(v, lost)),
        NodeContent::Seq(items) => items.iter().any(|item| has_lost_rows(item, lost)),
        NodeContent::Scalar { .. } => false,
    }
}

/// Returns `true` if a reading fault may have dropped something that a minimum or a required key needs.
fn may_hide_required(root: &Node<'_>, finding: &Finding) -> bool {
    const UNNEEDED_KEYS: [&str; 12] = [
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
    let Some(label) = finding.primary_label() else { return false };
    // A unit without its type is treated as unknown anyway
    if finding.code.unread_content().is_none() {
        return false;
    }
    let (keys, _) = key_path(root, label.span);
    !keys.last().is_some_and(|key| UNNEEDED_KEYS.contains(key))
}

/// Returns the keys on the path to a place, and the span of the innermost map that contains it.
fn key_path<'n>(root: &'n Node<'_>, place: Span) -> (Vec<&'n str>, Span) {
    let mut at = root;
    let mut keys: Vec<&str> = Vec::new();
    let mut holder = root.span;
    loop {
        let next = match &at.content {
            NodeContent::Scalar { .. } => None,
            NodeContent::Seq(items) => items.iter().find(|n| contains_span(n, place)),
            NodeContent::Map(items) => {
                holder = at.span;
                let found = items.iter().find(|(k, v)| contains_span(k, place) || contains_span(v, place));
                found.and_then(|(k, v)| {
                    keys.extend(k.as_str());
                    contains_span(v, place).then_some(v)
                })
            }
        };
        match next {
            Some(next) => at = next,
            None => return (keys, holder),
        }
    }
}

/// Returns the places where something could not be read, from the faults of reading.
fn unread_places(root: &Node<'_>, source: &SourceFile, findings: &[Finding]) -> Vec<UnreadPart> {
    let gap = |finding: &Finding| {
        let span = finding.primary_label()?.span;
        let (keys, holder) = key_path(root, span);
        let mut keys: Vec<String> = keys.into_iter().map(str::to_owned).collect();
        let content = finding.code.unread_content()?;
        let first = finding.labels.get(1).map(|l| l.span);
        let first = first.filter(|_| content == UnreadContent::RepeatedKey);
        // The second of two identical keys is not in the tree
        if first.is_some() {
            keys.push(source.text_at(span).to_owned());
        }
        Some(UnreadPart {
            span,
            map: holder,
            keys,
            key_unknown: content == UnreadContent::UnknownKey,
            first_key: first,
        })
    };
    findings.iter().filter(|f| f.severity == Severity::Error).filter_map(gap).collect()
}

/// Returns `true` if a list names its book by a misspelt key. Checked without the book, everything would be
/// wrong.
fn has_misspelt_book_key(library: &Library, list: &List, root: &Node<'_>, unread: &UnreadParts) -> bool {
    let is_book = |word: &str| {
        library.books_of_ruleset(&list.ruleset).iter().any(|book| book.id == word || book.name == word)
    };
    unread.unknown_at_top().any(|key| {
        yaml::nearest_name(key, ["book"]).is_some()
            || root.get(key).and_then(Node::as_str).is_some_and(is_book)
    })
}

fn contains_span(node: &Node<'_>, span: Span) -> bool {
    node.span.start <= span.start && span.end <= node.span.end.max(node.span.start + 1)
}

/// Finds the rules that a list names.
fn find_rules(library: &Library, list: &List, findings: &mut Vec<Finding>) -> Option<Arc<Rules>> {
    let word = &list.ruleset;
    if word.is_placeholder() {
        return None;
    }
    let book = list.book.as_ref().filter(|b| !b.is_placeholder());
    match library.rules_for(word, book.map(|b| b.as_str())) {
        RulesLookup::Ready(rules) => return Some(rules),
        RulesLookup::NoRuleset => {
            let known = library.list_rulesets();
            let known = catalogue_spellings(&known);
            let help = spelling_suggestion_or(word, &known, "ruleset");
            let help = match known.find_nearest(word) {
                None if word.contains(['/', '\\', '.']) => {
                    format!("a ruleset is named by its id, not by a path; {help}")
                }
                _ => help,
            };
            if let Some(uncounted) = library.ignored_ruleset(word) {
                let message = format!("{uncounted} is not used under an event");
                let help = "under an event, only --rulesets and built-in rulesets are used";
                findings.push(
                    Finding::new(Code::NotAdmitted, word.span, message)
                        .with_subject(SubjectKind::Ruleset, word.as_str())
                        .with_scope(Scope::File)
                        .with_help(help),
                );
                return None;
            }
            let message = format!("there is no ruleset \"{}\"", word.value);
            let finding = Finding::new(Code::UnknownRuleset, word.span, message)
                .with_subject(SubjectKind::Ruleset, word.as_str())
                .with_help(help);
            findings.push(with_edit_if_clear(finding, word, &known));
        }
        RulesLookup::NoBook => {
            let book = book?;
            let known = library.books_of_ruleset(word);
            let known = catalogue_spellings(&known);
            let help = spelling_suggestion_or(book, &known, "book");
            let help = match known.find_nearest(book) {
                None if book.contains(['/', '\\', '.']) => {
                    format!("a book is named by its id, not by a path; {help}")
                }
                _ => help,
            };
            let message = format!("there is no book \"{}\" for {}", book.value, word.value);
            let finding = Finding::new(Code::UnknownBook, book.span, message)
                .with_subject(SubjectKind::Book, book.as_str())
                .with_help(help);
            findings.push(with_edit_if_clear(finding, book, &known));
            // The rest of the list can still be checked against the game
            return None;
        }
        RulesLookup::Faulty(id, errors) => {
            let (code, kind, place) = match book {
                Some(book) if book.value == id => (Code::UnknownBook, SubjectKind::Book, book.span),
                _ => (Code::UnknownRuleset, SubjectKind::Ruleset, word.span),
            };
            let faults = if errors == 1 { "an error".to_owned() } else { format!("{errors} errors") };
            let message = format!("\"{id}\" cannot be used: its own file has {faults}");
            findings.push(Finding::new(code, place, message).with_subject(kind, id));
        }
    }
    None
}
