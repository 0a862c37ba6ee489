//! The keys of one map: reports repeated keys, and adds the entries of merge keys (`<<`).

use std::collections::HashMap;

use super::faults::Faults;
use super::words::short;
use super::{Kind, Node, Style, slips};
use crate::finding::{Code, Finding, Span, SubjectKind};

/// Maps with more entries than this look for repeated keys by hash; for small ones a plain search is faster.
const MANY: usize = 16;

/// A key and its value.
pub(super) type Entry<'a> = (Node<'a>, Node<'a>);

/// Returns the entries without repeated keys, which are reported, followed by those entries of merge keys
/// whose keys the map does not have itself.
pub(super) fn distinct<'a>(
    mut entries: Vec<Entry<'a>>,
    merged: Vec<Entry<'a>>,
    faults: &mut Faults,
) -> Vec<Entry<'a>> {
    let own_count = entries.len();
    entries.extend(merged);
    let mut repeated = Vec::new();
    if entries.len() <= MANY {
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
        let name = short(key.as_str().unwrap_or_default());
        let finding = Finding::new(Code::DuplicateKey, key.span, format!("\"{name}\" is given twice"))
            .about(SubjectKind::Key, key.as_str().unwrap_or_default());
        faults.add(finding.label(first.span, "first here").help("keep one of the two"));
    }
    let mut repeated = repeated.iter().map(|(at, _)| *at).peekable();
    let kept = entries.into_iter().enumerate().filter(|(at, _)| repeated.next_if_eq(at).is_none());
    kept.map(|(_, entry)| entry).collect()
}

/// Reports a key whose line was meant as an item of a list, or is not indented by plain spaces.
pub(super) fn slip(text: &str, key: &Node<'_>) -> Option<Finding> {
    let Kind::Scalar { text: word, style: Style::Plain } = &key.kind else { return None };
    if !slips::is_suspect(word) {
        return None;
    }
    let at = key.span.start as usize;
    let (start, end, message, help) = slips::find(text, at, at)?;
    let mut finding = Finding::new(Code::YamlSyntax, Span::new(key.span.file, start, end), message);
    finding.help = help;
    Some(finding)
}

/// Returns the entries that a merge key adds.
///
/// # Errors
///
/// Returns the position of the first value that is not a map.
pub(super) fn merge_key(node: Node<'_>) -> Result<Vec<Entry<'_>>, Span> {
    match node.kind {
        Kind::Map(entries) => Ok(entries),
        Kind::Seq(items) => {
            let maps = items.into_iter().map(|item| match item.kind {
                Kind::Map(entries) => Ok(entries),
                _ => Err(item.span),
            });
            maps.collect::<Result<Vec<_>, _>>().map(|maps| maps.into_iter().flatten().collect())
        }
        Kind::Scalar { .. } => Err(node.span),
    }
}
