//! Reads rulesets, books and events. A ruleset is merged with all rulesets that it extends.

use std::cell::OnceCell;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use crate::finding::{Code, FileId, Finding, SourceFile, SourceFiles, Span, SubjectKind};
use crate::format::book::Book;
use crate::format::event::Event;
use crate::format::ruleset::Ruleset;
use crate::read::{FromNode, read_partial, read_value};
use crate::yaml::{self, Node, NodeContent, Parsed};

use super::{check_note_references, citations_of_merged_rulesets};

/// A file of rules that has not been parsed yet.
#[derive(Clone, Debug)]
pub struct RulesFile {
    /// The text, under the name that users know the file by.
    pub source: Arc<SourceFile>,
    /// Where the file was found, for verdicts: `built in`, or a path.
    pub found_in: String,
    /// The reason why the file could not be read. `None` if it was read.
    pub read_error: Option<String>,
}

impl RulesFile {
    /// Creates a file from its path and text.
    pub fn new(path: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self::of_source(SourceFile::new(path.into(), text))
    }

    /// Creates a file that was found at the path of its text.
    pub fn of_source(source: Arc<SourceFile>) -> Self {
        Self { found_in: source.path.clone(), source, read_error: None }
    }

    /// Returns a finding if the file could not be read.
    fn unreadable_finding(&self, file: FileId) -> Option<Finding> {
        let message = format!("cannot read {}: {}", self.found_in, self.read_error.as_ref()?);
        let finding = Finding::new(Code::UnreadableFile, Span::new(file, 0, 0), message);
        Some(finding.with_subject(SubjectKind::File, &self.found_in))
    }
}

/// A parsed file of rules.
#[derive(Clone, Debug)]
pub struct LoadedFile<T> {
    /// The content. `None` if the file cannot be used at all.
    pub file: Option<T>,
    /// Everything wrong with the file.
    pub findings: Vec<Finding>,
    /// The ids of the rulesets that it extends, nearest first.
    pub extends: Vec<String>,
    /// A SHA-256 hash of the content, which does not depend on comments, layout or the order of keys.
    pub content_hash: [u8; 32],
}

impl<T> LoadedFile<T> {
    /// Returns the position of each finding.
    pub fn fault_spans(&self) -> Vec<crate::finding::Span> {
        self.findings.iter().filter_map(|f| f.primary_label()).map(|l| l.span).collect()
    }
}

/// The largest number of rulesets in a chain of `extends`.
const MAX_EXTENDS: usize = 8;

/// Reads a ruleset and everything that it extends. `find` returns the file of a ruleset by its id.
pub fn read_ruleset(
    found: &RulesFile,
    sources: &SourceFiles,
    find: &dyn Fn(&str) -> Option<RulesFile>,
) -> LoadedFile<Ruleset> {
    // The trees borrow from the texts while further texts are added, so the texts are in cells
    let texts: [OnceCell<Arc<SourceFile>>; MAX_EXTENDS + 1] = Default::default();
    let mut trees: Vec<Parsed<'_>> = Vec::new();
    let mut findings = Vec::new();
    let mut extends: Vec<String> = Vec::new();
    let mut next = Some(found.clone());
    let mut own = None;
    for cell in &texts {
        let Some(found) = next.take() else { break };
        let file = sources.add_shared(Arc::clone(&found.source));
        let _ = own.get_or_insert(file);
        if let Some(fault) = found.unreadable_finding(file) {
            // Without the rulesets that it extends, half of its names would be unknown
            return LoadedFile { file: None, findings: vec![fault], extends, content_hash: [0; 32] };
        }
        findings.extend(found.source.note_old_line_ends(file));
        let source = found.source;
        let tree = yaml::parse_yaml(file, &cell.get_or_init(|| source).text);
        let base = tree.root.as_ref().and_then(|r| r.get("extends"));
        let base = base.and_then(|b| Some((b.as_str()?.to_owned(), b.span)));
        trees.push(tree);
        let Some((id, span)) = base else { break };
        if extends.contains(&id) || trees.len() > MAX_EXTENDS {
            let message = format!("\"{id}\" extends itself through other rulesets");
            findings.push(
                Finding::new(Code::BadValue, span, message).with_subject(SubjectKind::Ruleset, id.clone()),
            );
            break;
        }
        let Some(base) = find(&id) else {
            let message = format!("there is no ruleset \"{id}\" to extend");
            findings.push(
                Finding::new(Code::UnknownRuleset, span, message).with_subject(SubjectKind::Ruleset, id),
            );
            break;
        };
        extends.push(id);
        next = Some(base);
    }
    let mut merged: Option<Node<'_>> = None;
    let mut broken = false;
    for Parsed { root, findings: faults, is_partial: cut } in trees.into_iter().rev() {
        broken |= cut;
        findings.extend(faults);
        merged = match (merged, root) {
            (Some(mut base), Some(overlay)) => {
                apply_drop(&mut base, &overlay, &mut findings);
                base.remove("drop");
                let mut overlay = overlay;
                citations_of_merged_rulesets::attribute_changes(&mut base, &mut overlay);
                Some(yaml::overlay_tree(base, overlay))
            }
            (base, root) => base.or(root),
        };
    }
    if let Some(root) = &merged {
        check_sources(root, &mut findings);
    }
    if let (Some(root), Some(own), false) = (&merged, own, broken) {
        check_note_references::check_notes(root, own, &mut findings);
    }
    let content = merged.as_ref().map_or([0; 32], content_hash);
    let file = merged.and_then(|node| {
        let read = if broken { read_partial(&node) } else { read_value(&node) };
        findings.extend(read.findings);
        read.value
    });
    crate::finding::sort_and_dedup(&mut findings);
    LoadedFile { file, findings, extends, content_hash: content }
}

/// Reads a book.
pub fn read_book(found: &RulesFile, sources: &SourceFiles) -> LoadedFile<Book> {
    read_unmerged(found, sources)
}

/// Reads an event.
pub fn read_event(found: &RulesFile, sources: &SourceFiles) -> LoadedFile<Event> {
    read_unmerged(found, sources)
}

/// Reads a file that does not extend another.
fn read_unmerged<T: FromNode>(found: &RulesFile, sources: &SourceFiles) -> LoadedFile<T> {
    let id = sources.add_shared(Arc::clone(&found.source));
    if let Some(fault) = found.unreadable_finding(id) {
        return LoadedFile { file: None, findings: vec![fault], extends: Vec::new(), content_hash: [0; 32] };
    }
    let Parsed { root, mut findings, is_partial: broken } = yaml::parse_yaml(id, &found.source.text);
    findings.extend(found.source.note_old_line_ends(id));
    if let Some(root) = &root {
        check_sources(root, &mut findings);
        if !broken {
            check_note_references::check_notes(root, id, &mut findings);
        }
    }
    let content = root.as_ref().map_or([0; 32], judged_content_hash);
    let file = root.and_then(|node| {
        let read = if broken { read_partial(&node) } else { read_value(&node) };
        findings.extend(read.findings);
        read.value
    });
    crate::finding::sort_and_dedup(&mut findings);
    LoadedFile { file, findings, extends: Vec::new(), content_hash: content }
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

/// Removes from a ruleset what the ruleset that extends it lists under `drop`.
fn apply_drop(base: &mut Node<'_>, overlay: &Node<'_>, findings: &mut Vec<Finding>) {
    let Some(Node { content: NodeContent::Seq(paths), .. }) = overlay.get("drop") else { return };
    for path in paths {
        let Some(text) = path.as_str() else { continue };
        let (parent, key) = text.rsplit_once('/').unwrap_or(("", text));
        let mut at = Some(&mut *base);
        for step in parent.split('/').filter(|s| !s.is_empty()) {
            at = at.and_then(|node| node.get_mut(step));
        }
        let known: Vec<String> = match at.as_ref().map(|n| &n.content) {
            Some(NodeContent::Map(items)) => {
                items.iter().filter_map(|(k, _)| k.as_str().map(str::to_owned)).collect()
            }
            _ => Vec::new(),
        };
        if at.is_none_or(|node| !node.remove(key)) {
            let mut finding =
                Finding::new(Code::BadValue, path.span, format!("there is no \"{text}\" to drop"))
                    .with_subject(SubjectKind::Word, text);
            if let Some(near) = yaml::nearest_name(key, known.iter().map(String::as_str)) {
                let slash = if parent.is_empty() { "" } else { "/" };
                finding = finding.with_help(format!("did you mean \"{parent}{slash}{near}\"?"));
            } else if parent.is_empty() {
                finding = finding.with_help("name the section and the id, such as limits/one-general");
            }
            findings.push(finding);
        }
    }
}

/// The keys at the top of a file that no list is judged by, so that the digest of the rules leaves them out.
const KEYS_FOR_LISTINGS: [&str; 1] = ["enemies"];

/// Returns the hash of what lists are judged by.
fn judged_content_hash(root: &Node<'_>) -> [u8; 32] {
    if KEYS_FOR_LISTINGS.iter().all(|key| root.get(key).is_none()) {
        return content_hash(root);
    }
    let mut judged = root.clone();
    for key in KEYS_FOR_LISTINGS {
        judged.remove(key);
    }
    content_hash(&judged)
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
