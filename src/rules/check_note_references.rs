//! Checks that the notes of a file refer to sections and rules that exist.

use crate::finding::{Code, FileId, Finding, SubjectKind};
use crate::yaml::{Node, NodeContent, nearest_name};

/// Reports every note that refers to something that does not exist.
///
/// If a ruleset extends another, `root` holds both, and only the notes in the file `own` are checked.
pub(super) fn check_notes(root: &Node<'_>, own: FileId, findings: &mut Vec<Finding>) {
    let Some(Node { content: NodeContent::Seq(notes), .. }) = root.get("notes") else { return };
    for at in notes.iter().filter_map(|note| note.get("at")).filter(|at| at.span.file == own) {
        let Some(path) = at.as_str() else { continue };
        if let Err(near) = follow_path(root, path) {
            let message = format!("there is no \"{path}\" in this file for the note to concern");
            let finding =
                Finding::new(Code::BadValue, at.span, message).with_subject(SubjectKind::Word, path);
            findings.push(match near {
                Some(near) => finding.with_help(format!("did you mean \"{near}\"?")),
                None => finding.with_help("name a section, or a section and an id, such as units/spears"),
            });
        }
    }
}

/// Follows a path through a file. On failure, returns the nearest path that exists.
fn follow_path(root: &Node<'_>, path: &str) -> Result<(), Option<String>> {
    let mut node = root;
    let mut before = String::new();
    for step in path.split('/') {
        node = match child_named(node, step) {
            Some(next) => next,
            None => {
                let known = child_names(node);
                return Err(nearest_name(step, known.iter().copied()).map(|near| format!("{before}{near}")));
            }
        };
        before = format!("{before}{step}/");
    }
    Ok(())
}

/// Returns the value of a key, or the item of a list.
fn child_named<'n, 'a>(node: &'n Node<'a>, word: &str) -> Option<&'n Node<'a>> {
    match &node.content {
        NodeContent::Map(items) => items.iter().find(|(key, _)| is_named(key, word)).map(|(_, value)| value),
        NodeContent::Seq(items) => items.iter().find_map(|item| match &item.content {
            NodeContent::Scalar { .. } => is_named(item, word).then_some(item),
            NodeContent::Map(_) => child_named(item, word),
            NodeContent::Seq(_) => None,
        }),
        NodeContent::Scalar { .. } => None,
    }
}

/// Returns `true` if a node is this word. An offer such as `bow?` is known by its option.
fn is_named(node: &Node<'_>, word: &str) -> bool {
    node.as_str().is_some_and(|text| text == word || text.strip_suffix('?') == Some(word))
}

/// Returns the names that can follow in a path, for suggestions.
fn child_names<'n>(node: &'n Node<'_>) -> Vec<&'n str> {
    match &node.content {
        NodeContent::Map(items) => items.iter().filter_map(|(key, _)| key.as_str()).collect(),
        NodeContent::Seq(items) => items.iter().flat_map(child_names).collect(),
        NodeContent::Scalar { .. } => node.as_str().into_iter().collect(),
    }
}
