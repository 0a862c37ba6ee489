//! Reads rulesets, books and events. A ruleset or book is merged with everything that it extends.

use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::finding::{Code, Finding, SourceFiles, SubjectKind};
use crate::format::book::Book;
use crate::format::event::Event;
use crate::format::ruleset::Ruleset;
use crate::read::{FromNode, read_partial, read_value};
use crate::yaml::{self, Node, NodeContent, Parsed};

use super::drop_from_base::{DropNames, drop_from_book, drop_from_ruleset};
use super::merge_with_bases::{ChainTexts, ExtendableKind, FileChain, merge_trees, read_chain};
pub use super::rules_file::{BaseFile, RulesFile};
use super::{check_note_references, citations_of_merged_rulesets};

/// A parsed file of rules.
#[derive(Clone, Debug)]
pub struct LoadedFile<T> {
    /// The content. `None` if the file cannot be used at all.
    pub file: Option<T>,
    /// Everything wrong with the file.
    pub findings: Vec<Finding>,
    /// The files that it extends, nearest first.
    pub bases: Vec<BaseFile>,
    /// The ids of the entries that a book drops from those that it extends.
    pub dropped_entries: Vec<String>,
    /// A SHA-256 hash of the content, which does not depend on comments, layout or the order of keys.
    pub content_hash: [u8; 32],
}

impl<T> LoadedFile<T> {
    /// A file of which nothing can be used, with the reasons.
    fn unusable(findings: Vec<Finding>) -> Self {
        let (bases, dropped_entries) = (Vec::new(), Vec::new());
        Self { file: None, findings, bases, dropped_entries, content_hash: [0; 32] }
    }

    /// Returns the position of each finding.
    pub fn fault_spans(&self) -> Vec<crate::finding::Span> {
        self.findings.iter().filter_map(|f| f.primary_label()).map(|l| l.span).collect()
    }
}

/// Reads a ruleset and everything that it extends. `find` returns the file of a ruleset by its id.
pub fn read_ruleset(
    found: &RulesFile,
    sources: &SourceFiles,
    find: &dyn Fn(&str) -> Option<RulesFile>,
) -> LoadedFile<Ruleset> {
    let kind = ExtendableKind {
        noun: "ruleset",
        subject: SubjectKind::Ruleset,
        unknown: Code::UnknownRuleset,
        find: Some(find),
        known: &Vec::new,
    };
    let texts = ChainTexts::default();
    let FileChain { trees, own, bases, mut findings, is_unreadable, .. } =
        read_chain(found, sources, &texts, &kind);
    if is_unreadable {
        return LoadedFile { bases, ..LoadedFile::unusable(findings) };
    }
    let (merged, is_partial) = merge_trees(
        trees,
        &mut |base, overlay, findings| {
            drop_from_ruleset(base, overlay, findings);
            citations_of_merged_rulesets::attribute_changes(base, overlay);
        },
        &mut findings,
    );
    if let Some(root) = &merged {
        check_sources(root, &mut findings);
    }
    if let (Some(root), false) = (&merged, is_partial) {
        check_note_references::check_notes(root, own, &mut findings);
    }
    let content_hash = merged.as_ref().map_or([0; 32], judged_content_hash);
    let file = merged.and_then(|node| read_tree(&node, is_partial, &mut findings));
    crate::finding::sort_and_dedup(&mut findings);
    LoadedFile { file, findings, bases, dropped_entries: Vec::new(), content_hash }
}

/// Where a book looks up what it extends and drops.
pub struct BookSurroundings<'s> {
    /// The ruleset that the book is used with.
    pub ruleset: &'s Ruleset,
    /// The ids of the ruleset and of those that it extends, nearest first.
    pub ruleset_ids: Vec<String>,
    /// Returns the file of a book of these rulesets by its id.
    pub find_book: &'s dyn Fn(&str) -> Option<RulesFile>,
    /// Returns the ids of the books of these rulesets.
    pub known_books: &'s dyn Fn() -> Vec<String>,
}

/// The keys by which a book says which one it is. Each file has its own, whatever it extends.
const KEYS_OF_EACH_BOOK: [&str; 5] = ["book", "ruleset", "name", "version", "extends"];

/// Reads a book and everything that it extends.
///
/// Without surroundings, since its ruleset is not known, a book that extends another is read as far as it goes.
pub fn read_book(
    found: &RulesFile,
    sources: &SourceFiles,
    around: Option<&BookSurroundings<'_>>,
) -> LoadedFile<Book> {
    let texts = ChainTexts::default();
    let mut chain = read_chain_of_books(found, sources, &texts, around);
    let mut findings = std::mem::take(&mut chain.findings);
    if chain.is_unreadable {
        return LoadedFile::unusable(findings);
    }
    if chain.lacks_base {
        // What the missing book would say is not missing here, and what it would give is not known
        chain.trees.truncate(1);
        let (own, _) = merge_trees(chain.trees, &mut |_, _, _| {}, &mut findings);
        let file = own.and_then(|node| read_tree(&node, true, &mut findings));
        crate::finding::sort_and_dedup(&mut findings);
        return LoadedFile { file: file.filter(|_| around.is_none()), ..LoadedFile::unusable(findings) };
    }
    let mut dropped_entries = Vec::new();
    let (merged, is_partial) =
        merge_trees(chain.trees, &mut prepare_book(around, &mut dropped_entries), &mut findings);
    if let Some(root) = &merged {
        check_sources(root, &mut findings);
        if !is_partial {
            check_note_references::check_notes(root, chain.own, &mut findings);
        }
    }
    let content = merged.as_ref().map_or([0; 32], judged_content_hash);
    let content_hash = hash_with_bases(content, &chain.bases);
    let file = merged.and_then(|node| read_tree(&node, is_partial, &mut findings));
    crate::finding::sort_and_dedup(&mut findings);
    LoadedFile { file, findings, bases: chain.bases, dropped_entries, content_hash }
}

/// Returns the tree of everything that a book extends, merged. `None` if it extends nothing that can be read.
pub fn read_base_of_book(
    found: &RulesFile,
    sources: &SourceFiles,
    around: &BookSurroundings<'_>,
) -> Option<Node<'static>> {
    let texts = ChainTexts::default();
    let mut chain = read_chain_of_books(found, sources, &texts, Some(around));
    if chain.is_unreadable || chain.lacks_base || chain.trees.len() < 2 {
        return None;
    }
    chain.trees.remove(0);
    let mut dropped_entries = Vec::new();
    let mut prepare = prepare_book(Some(around), &mut dropped_entries);
    let (merged, _) = merge_trees(chain.trees, &mut prepare, &mut Vec::new());
    merged.map(|root| root.to_owned_node())
}

fn read_chain_of_books<'t>(
    found: &RulesFile,
    sources: &SourceFiles,
    texts: &'t ChainTexts,
    around: Option<&BookSurroundings<'_>>,
) -> FileChain<'t> {
    let kind = ExtendableKind {
        noun: "book",
        subject: SubjectKind::Book,
        unknown: Code::UnknownBook,
        find: around.map(|around| around.find_book),
        known: around.map_or(&Vec::new, |around| around.known_books),
    };
    read_chain(found, sources, texts, &kind)
}

/// Returns a function that prepares a book for the one that changes it, and notes the entries that this one drops.
fn prepare_book<'p>(
    around: Option<&'p BookSurroundings<'p>>,
    dropped_entries: &'p mut Vec<String>,
) -> impl for<'n> FnMut(&mut Node<'n>, &mut Node<'n>, &mut Vec<Finding>) + 'p {
    let mut base_ids: Vec<String> = Vec::new();
    move |base, overlay, findings| {
        let Some(around) = around else { return };
        base_ids.insert(0, base.get("book").and_then(Node::as_str).unwrap_or_default().to_owned());
        for key in KEYS_OF_EACH_BOOK {
            base.remove(key);
        }
        citations_of_merged_rulesets::check_works(base, overlay, &base_ids[0], findings);
        let names =
            DropNames { base_ids: &base_ids, ruleset: around.ruleset, ruleset_ids: &around.ruleset_ids };
        dropped_entries.extend(drop_from_book(base, overlay, &names, findings));
        citations_of_merged_rulesets::attribute_changes(base, overlay);
        citations_of_merged_rulesets::attribute_dates(base, overlay);
    }
}

/// Reads a value from a tree, of which a part may be missing.
fn read_tree<T: FromNode>(node: &Node<'_>, is_partial: bool, findings: &mut Vec<Finding>) -> Option<T> {
    let read = if is_partial { read_partial(node) } else { read_value(node) };
    findings.extend(read.findings);
    read.value
}

/// Reads an event.
pub fn read_event(found: &RulesFile, sources: &SourceFiles) -> LoadedFile<Event> {
    let id = sources.add_shared(Arc::clone(&found.source));
    if let Some(fault) = found.unreadable_finding(id) {
        return LoadedFile::unusable(vec![fault]);
    }
    let Parsed { root, mut findings, is_partial } = yaml::parse_yaml(id, &found.source.text);
    findings.extend(found.source.note_old_line_ends(id));
    if let Some(root) = &root {
        check_sources(root, &mut findings);
        if !is_partial {
            check_note_references::check_notes(root, id, &mut findings);
        }
    }
    let content_hash = root.as_ref().map_or([0; 32], judged_content_hash);
    let file = root.and_then(|node| read_tree(&node, is_partial, &mut findings));
    crate::finding::sort_and_dedup(&mut findings);
    LoadedFile { file, findings, bases: Vec::new(), dropped_entries: Vec::new(), content_hash }
}

/// Reports every `source` that is not among the file's `sources`.
fn check_sources(root: &Node<'_>, findings: &mut Vec<Finding>) {
    let known: Vec<&str> = match root.get("sources").map(|s| &s.content) {
        Some(NodeContent::Map(items)) => items.iter().filter_map(|(k, _)| k.as_str()).collect(),
        _ => Vec::new(),
    };
    check_sources_in(root, &known, findings);
}

/// Reports every `source` inside a node that is not among the known ones.
fn check_sources_in(node: &Node<'_>, known: &[&str], findings: &mut Vec<Finding>) {
    match &node.content {
        NodeContent::Scalar { .. } => {}
        NodeContent::Seq(items) => items.iter().for_each(|item| check_sources_in(item, known, findings)),
        NodeContent::Map(items) => {
            for (key, value) in items {
                if key.as_str() != Some("source") {
                    check_sources_in(value, known, findings);
                    continue;
                }
                for source in named_sources(value) {
                    let Some(text) = source.as_str() else { continue };
                    let id = text.split_once(": ").map_or(text, |(id, _)| id);
                    if !known.contains(&id) {
                        let message = format!("there is no source \"{id}\" among the file's `sources`");
                        let mut finding = Finding::new(Code::BadValue, source.span, message)
                            .with_subject(SubjectKind::Word, id);
                        if let Some(near) = yaml::nearest_name(id, known.iter().copied()) {
                            finding = finding.with_help(format!("did you mean \"{near}\"?"));
                        }
                        findings.push(finding);
                    }
                }
            }
        }
    }
}

/// Returns the words of a `source`: one, those of a list, or those of all fields.
fn named_sources<'n, 'a>(source: &'n Node<'a>) -> Vec<&'n Node<'a>> {
    match &source.content {
        NodeContent::Scalar { .. } => vec![source],
        NodeContent::Seq(words) => words.iter().collect(),
        NodeContent::Map(fields) => fields.iter().flat_map(|(_, words)| named_sources(words)).collect(),
    }
}

/// The keys at the top of a file that no list is judged by, so that the digest of the rules leaves them out.
const KEYS_FOR_LISTINGS: [&str; 3] = ["enemies", "phases", "symbols"];

/// The keys of each entry of a section that only sheets use, which the digest of the rules leaves out too.
const KEYS_FOR_SHEETS: [(&str, &[&str]); 7] = [
    ("stats", &["key", "short"]),
    ("options", &["weight", "symbol", "phase"]),
    ("units", &["symbol", "phase"]),
    ("roles", &["phase"]),
    ("attach", &["phase"]),
    ("numbers", &["group", "gone-at", "key", "short", "column", "at"]),
    ("tables", &["phase"]),
];

/// Returns the hash of what lists are judged by.
fn judged_content_hash(root: &Node<'_>) -> [u8; 32] {
    let mut judged = root.clone();
    for key in KEYS_FOR_LISTINGS {
        judged.remove(key);
    }
    for (section, keys) in KEYS_FOR_SHEETS {
        let Some(NodeContent::Map(entries)) = judged.get_mut(section).map(|node| &mut node.content) else {
            continue;
        };
        for (_, entry) in entries {
            for key in keys {
                entry.remove(key);
            }
        }
    }
    content_hash(&judged)
}

/// Returns the hash of a content that was merged with files that have versions of their own.
fn hash_with_bases(content: [u8; 32], bases: &[BaseFile]) -> [u8; 32] {
    if bases.is_empty() {
        return content;
    }
    let mut hash = Sha256::new();
    hash.update(content);
    for text in bases.iter().flat_map(|base| [&base.id, &base.version]) {
        hash.update((text.len() as u64).to_le_bytes());
        hash.update(text.as_bytes());
    }
    hash.finalize().into()
}

/// Returns a SHA-256 hash of a tree, with keys sorted and scalars as written.
pub fn content_hash(node: &Node<'_>) -> [u8; 32] {
    let mut hash = Sha256::new();
    hash_node(node, &mut hash);
    hash.finalize().into()
}

/// Adds a node to a hash. Lengths come first, so that different trees cannot give the same bytes.
fn hash_node(node: &Node<'_>, hash: &mut Sha256) {
    let length = |n: usize| (n as u64).to_le_bytes();
    match &node.content {
        NodeContent::Scalar { text, .. } => {
            hash.update(b"s");
            hash.update(length(text.len()));
            hash.update(text.as_bytes());
        }
        NodeContent::Seq(items) => {
            hash.update(b"l");
            hash.update(length(items.len()));
            items.iter().for_each(|item| hash_node(item, hash));
        }
        NodeContent::Map(items) => {
            hash.update(b"m");
            hash.update(length(items.len()));
            let mut sorted: Vec<_> = items.iter().collect();
            sorted.sort_by(|a, b| a.0.as_str().cmp(&b.0.as_str()));
            for (key, value) in sorted {
                hash_node(key, hash);
                hash_node(value, hash);
            }
        }
    }
}
