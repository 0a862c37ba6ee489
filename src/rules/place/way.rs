//! Follows rule paths through a file, and lists the paths of everything that has an id.

use crate::yaml::{Kind, Node};

use super::SECTIONS;

/// A key and its value.
pub(super) type Step<'n, 'a> = (&'n Node<'a>, &'n Node<'a>);

/// The steps from a file's root to something in it.
pub(super) type Way<'n, 'a> = Vec<Step<'n, 'a>>;

/// Returns the steps to a path such as `units/spears/options/elite`.
///
/// In a map, a step is a key; in a list of offers, it is the offered option.
pub(super) fn way<'n, 'a>(root: &'n Node<'a>, path: &str) -> Option<Way<'n, 'a>> {
    let mut way: Way<'n, 'a> = Vec::new();
    for key in path.split('/') {
        let node = way.last().map_or(root, |(_, value)| value);
        way.push(step(node, key)?);
    }
    Some(way)
}

fn step<'n, 'a>(node: &'n Node<'a>, key: &str) -> Option<Step<'n, 'a>> {
    match &node.kind {
        Kind::Map(items) => items.iter().find(|(k, _)| k.as_str() == Some(key)).map(|(k, v)| (k, v)),
        Kind::Seq(offers) => offers.iter().find_map(|offer| offered(offer, key)),
        Kind::Scalar { .. } => None,
    }
}

/// Returns the offer of this option: `bow`, `bow?`, `bow?: 5`, or one inside a group.
fn offered<'n, 'a>(offer: &'n Node<'a>, option: &str) -> Option<Step<'n, 'a>> {
    let is = |word: &Node<'_>| word.as_str().is_some_and(|w| w.strip_suffix('?').unwrap_or(w) == option);
    match &offer.kind {
        Kind::Scalar { .. } => is(offer).then_some((offer, offer)),
        Kind::Map(items) => items.iter().find_map(|(word, terms)| match &terms.kind {
            _ if is(word) => Some((word, terms)),
            Kind::Seq(_) => step(terms, option),
            Kind::Map(_) => step(terms.get("options")?, option),
            Kind::Scalar { .. } => None,
        }),
        Kind::Seq(_) => None,
    }
}

/// Returns everything in a file that has an id: its path, and the steps to it.
pub(super) fn things<'n, 'a>(root: &'n Node<'a>) -> Vec<(String, Way<'n, 'a>)> {
    let mut all = Vec::new();
    for section in SECTIONS {
        let Some(head) = step(root, section) else { continue };
        let Kind::Map(items) = &head.1.kind else { continue };
        for (key, value) in items {
            let id = key.as_str().unwrap_or("");
            all.push((format!("{section}/{id}"), vec![head, (key, value)]));
            if let Some(limits) = step(value, "limits")
                && let Kind::Map(inner) = &limits.1.kind
            {
                let path = |k: &Node<'_>| format!("{section}/{id}/limits/{}", k.as_str().unwrap_or(""));
                all.extend(inner.iter().map(|(k, v)| (path(k), vec![head, (key, value), limits, (k, v)])));
            }
        }
    }
    all
}
