//! Follows rule paths through a file, and lists the paths of everything that has an id.

use crate::yaml::{Node, NodeContent};

use super::{INNER_SECTIONS, RULE_SECTIONS};

/// A key and its value.
pub(super) type PathStep<'n, 'a> = (&'n Node<'a>, &'n Node<'a>);

/// The steps from a file's root to something in it.
pub(super) type NodePath<'n, 'a> = Vec<PathStep<'n, 'a>>;

/// Returns the steps to a path such as `units/spears/options/elite`.
///
/// In a map, a step is a key; in a list of offers, it is the offered option.
pub(super) fn find_path<'n, 'a>(root: &'n Node<'a>, path: &str) -> Option<NodePath<'n, 'a>> {
    let mut way: NodePath<'n, 'a> = Vec::new();
    for key in path.split('/') {
        let node = way.last().map_or(root, |(_, value)| value);
        way.push(find_step(node, key)?);
    }
    Some(way)
}

fn find_step<'n, 'a>(node: &'n Node<'a>, key: &str) -> Option<PathStep<'n, 'a>> {
    match &node.content {
        NodeContent::Map(items) => items.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(k, v)| (k, v)),
        NodeContent::Seq(offers) => offers.iter().find_map(|offer| find_offer(offer, key)),
        NodeContent::Scalar { .. } => None,
    }
}

/// Returns the offer of this option: `bow`, `bow?`, `bow?: 5`, or one inside a group.
fn find_offer<'n, 'a>(offer: &'n Node<'a>, option: &str) -> Option<PathStep<'n, 'a>> {
    let is = |word: &Node<'_>| word.as_str().is_some_and(|w| w.strip_suffix('?').unwrap_or(w) == option);
    match &offer.content {
        NodeContent::Scalar { .. } => is(offer).then_some((offer, offer)),
        NodeContent::Map(items) => items.iter().find_map(|(word, terms)| match &terms.content {
            _ if is(word) => Some((word, terms)),
            NodeContent::Seq(_) => find_step(terms, option),
            NodeContent::Map(_) => find_step(terms.get("options")?, option),
            NodeContent::Scalar { .. } => None,
        }),
        NodeContent::Seq(_) => None,
    }
}

/// Returns everything in a file that has an id: its path, and the steps to it.
pub(super) fn list_rules<'n, 'a>(root: &'n Node<'a>) -> Vec<(String, NodePath<'n, 'a>)> {
    let mut all = Vec::new();
    for section in INNER_SECTIONS {
        let Some(path) = find_path(root, section) else { continue };
        if let Some((_, things)) = path.last()
            && let NodeContent::Map(items) = &things.content
        {
            all.extend(items.iter().map(|(key, value)| {
                let way = path.iter().copied().chain([(key, value)]).collect();
                (format!("{section}/{}", key.as_str().unwrap_or("")), way)
            }));
        }
    }
    for section in RULE_SECTIONS {
        let Some(head) = find_step(root, section) else { continue };
        let NodeContent::Map(items) = &head.1.content else { continue };
        for (key, value) in items {
            let id = key.as_str().unwrap_or("");
            all.push((format!("{section}/{id}"), vec![head, (key, value)]));
            if let Some(limits) = find_step(value, "limits")
                && let NodeContent::Map(inner) = &limits.1.content
            {
                let path = |k: &Node<'_>| format!("{section}/{id}/limits/{}", k.as_str().unwrap_or(""));
                all.extend(inner.iter().map(|(k, v)| (path(k), vec![head, (key, value), limits, (k, v)])));
            }
        }
    }
    all
}
