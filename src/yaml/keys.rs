//! The keys of one map: repeated ones, and those that merge keys bring.

use std::collections::HashMap;

use super::faults::Faults;
use super::words::short;
use super::{Kind, Node, Style, slips};
use crate::finding::{Code, Finding, Span, SubjectKind};

/// From this many entries on, repeated keys are looked for by hash.
const MANY: usize = 16;

/// A key and its value.
pub(super) type Entry<'a> = (Node<'a>, Node<'a>);

/// The entries without repeated keys, which are reported, and with those of merge keys where there is no
/// such key yet.
pub(super) fn distinct<'a>(
    mut entries: Vec<Entry<'a>>,
    merged: Vec<Entry<'a>>,
    faults: &mut Faults,
) -> Vec<Entry<'a>> {
    let own = entries.len();
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
    for (at, first) in repeated.iter().copied().filter(|(at, _)| *at < own) {
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

/// What is wrong with the line of a key that looks like an item of a list, or is not indented by blanks.
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

/// The entries that a merge key brings, or the place of what is no map.
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
