//! The keys of one map: reports repeated keys, and adds the entries of merge keys (`<<`).

use std::collections::HashMap;

use super::finding_collector::FaultList;
use super::node_phrases::shorten;
use super::{Node, NodeContent, TextStyle, line_typos};
use crate::finding::{Code, Finding, Span, SubjectKind};

/// Maps with more entries than this look for repeated keys by hash; for small ones a plain search is faster.
const HASH_THRESHOLD: usize = 16;

/// A key and its value.
pub(super) type KeyValue<'a> = (Node<'a>, Node<'a>);

/// Returns the entries without repeated keys, which are reported, followed by those entries of merge keys
/// whose keys the map does not have itself.
pub(super) fn without_duplicates<'a>(
    mut entries: Vec<KeyValue<'a>>,
    merged: Vec<KeyValue<'a>>,
    faults: &mut FaultList,
) -> Vec<KeyValue<'a>> {
    let own_count = entries.len();
    entries.extend(merged);
    let mut repeated = Vec::new();
    if entries.len() <= HASH_THRESHOLD {
        for (at, (key, _)) in entries.iter().enumerate() {
            if let Some(first) = entries[..at].iter().position(|(k, _)| k.as_str() == key.as_str()) {
                repeated.push((at, first));
            }
        }
    } else {
        let mut seen = HashMap::with_capacity(entries.len());
        for (at, (key, _)) in entries.iter().enumerate() {
            if let Some(first) = seen.get(key.as_str().unwrap_or_default()) {
                repeated.push((at, *first));
            } else {
                seen.insert(key.as_str().unwrap_or_default(), at);
            }
        }
    }
    if repeated.is_empty() {
        return entries;
    }
    for (at, first) in repeated.iter().copied().filter(|(at, _)| *at < own_count) {
        let (key, first) = (&entries[at].0, &entries[first].0);
        let name = shorten(key.as_str().unwrap_or_default());
        let finding = Finding::new(Code::DuplicateKey, key.span, format!("\"{name}\" is given twice"))
            .with_subject(SubjectKind::Key, key.as_str().unwrap_or_default());
        faults.add(finding.with_label(first.span, "first here").with_help("keep one of the two"));
    }
    let mut repeated = repeated.iter().map(|(at, _)| *at).peekable();
    let kept = entries.into_iter().enumerate().filter(|(at, _)| repeated.next_if_eq(at).is_none());
    kept.map(|(_, entry)| entry).collect()
}

/// Reports a key whose line was meant as an item of a list, or is not indented by plain spaces.
pub(super) fn key_line_typo(text: &str, key: &Node<'_>) -> Option<Finding> {
    let NodeContent::Scalar { text: word, style: TextStyle::Plain } = &key.content else { return None };
    if !line_typos::is_suspect_key(word) {
        return None;
    }
    let at = key.span.start as usize;
    let (start, end, message, help) = line_typos::find_line_typo(text, at, at)?;
    let mut finding = Finding::new(Code::YamlSyntax, Span::new(key.span.file, start, end), message);
    finding.help = help;
    Some(finding)
}

/// Returns the entries that the value of a merge key, `<<`, adds.
///
/// # Errors
///
/// Returns the position of the first value that is not a map.
pub(super) fn entries_of_merge_value(node: Node<'_>) -> Result<Vec<KeyValue<'_>>, Span> {
    match node.content {
        NodeContent::Map(entries) => Ok(entries),
        NodeContent::Seq(items) => {
            let maps = items.into_iter().map(|item| match item.content {
                NodeContent::Map(entries) => Ok(entries),
                _ => Err(item.span),
            });
            maps.collect::<Result<Vec<_>, _>>().map(|maps| maps.into_iter().flatten().collect())
        }
        NodeContent::Scalar { .. } => Err(node.span),
    }
}
