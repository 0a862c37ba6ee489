//! Paths into a list: JSON Pointers such as `/commands/0/units/1`.

use std::borrow::Cow;

use crate::yaml::{Node, NodeContent};

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Into a map.
    Key(String),
    /// Into a list.
    Index(usize),
}

/// A path into a list.
pub(super) type Path = Vec<Step>;

/// Reads a JSON Pointer. A number is an index only where the list has a list.
///
/// `None` if it is not a JSON Pointer, or if something before its last step is not there.
pub(super) fn parse_path(root: &Node<'_>, pointer: &str) -> Option<Path> {
    let mut path = Path::new();
    let mut node = Some(root);
    for step in pointer.strip_prefix('/')?.split('/') {
        let step = unescaped(step);
        let here = node?;
        if let NodeContent::Seq(items) = &here.content {
            let at: usize = step.parse().ok()?;
            node = items.get(at);
            path.push(Step::Index(at));
        } else {
            node = here.get(&step);
            path.push(Step::Key(step.into_owned()));
        }
    }
    Some(path)
}

/// Returns the node at a JSON Pointer. `None` if it is not there.
pub(super) fn node_at_pointer<'n, 't>(root: &'n Node<'t>, pointer: &str) -> Option<&'n Node<'t>> {
    pointer.strip_prefix('/')?.split('/').try_fold(root, |node, step| match &node.content {
        NodeContent::Seq(items) => items.get(step.parse::<usize>().ok()?),
        _ => node.get(&unescaped(step)),
    })
}

/// Returns a step of a JSON Pointer as it is meant.
fn unescaped(step: &str) -> Cow<'_, str> {
    if step.contains('~') { step.replace("~1", "/").replace("~0", "~").into() } else { step.into() }
}

/// Returns a path as a JSON Pointer.
pub(super) fn pointer(path: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
        Step::Index(at) => format!("/{at}"),
    };
    path.iter().map(step).collect()
}

/// Returns the node at a path.
pub(super) fn node_at<'n, 't>(root: &'n Node<'t>, path: &[Step]) -> Option<&'n Node<'t>> {
    path.iter().try_fold(root, |node, step| match (&node.content, step) {
        (NodeContent::Map(_), Step::Key(key)) => node.get(key),
        (NodeContent::Seq(items), Step::Index(at)) => items.get(*at),
        _ => None,
    })
}

/// Returns a path with one more key.
pub(super) fn with_key(path: &[Step], key: &str) -> Path {
    let mut longer = path.to_vec();
    longer.push(Step::Key(key.to_owned()));
    longer
}

/// Returns a path with one more index.
pub(super) fn with_index(path: &[Step], at: usize) -> Path {
    let mut longer = path.to_vec();
    longer.push(Step::Index(at));
    longer
}

/// Returns the path of a row's list and the row's index in it. `None` for a commander.
pub(super) fn list_and_index(path: &[Step]) -> Option<(Path, usize)> {
    match path.split_last() {
        Some((Step::Index(at), list)) => Some((list.to_vec(), *at)),
        _ => None,
    }
}

/// Returns the path of a key in a map.
pub(super) fn key_path(map: &[Step], keys: &[&str]) -> Path {
    keys.iter().fold(map.to_vec(), |path, key| with_key(&path, key))
}
