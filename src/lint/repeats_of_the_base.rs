//! Reports what a book says in the same words as the book that it extends.

use crate::finding::{Code, Finding};
use crate::yaml::{Node, NodeContent, parse_yaml};

use super::{CompiledFile, FileContent};

/// The sections of a book whose items have ids.
const SECTIONS: [&str; 8] =
    ["entries", "tags", "choices", "options", "effects", "numbers", "limits", "allies"];

/// Reports each item of a book that changes nothing in the book that it extends.
pub(super) fn check_repeats(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let (Some(base), FileContent::Book(book)) = (&made.base, &made.content) else { return };
    let Some(extended) = book.bases.first() else { return };
    let Some(source) = made.library.sources().get(made.file_id) else { return };
    let Some(root) = parse_yaml(made.file_id, &source.text).root else { return };
    for section in SECTIONS {
        let Some(Node { content: NodeContent::Map(items), .. }) = root.get(section) else { continue };
        for (id, item) in items {
            let Some(word) = id.as_str() else { continue };
            let Some(old) = base.get(section).and_then(|items| items.get(word)) else { continue };
            if changes_nothing(item, old) {
                let message = format!("\"{word}\" changes nothing, since \"{}\" has the same", extended.id);
                let finding = Finding::new(Code::NeverMatches, id.span, message)
                    .with_rule(format!("{}/{section}/{word}", book.file.book.value))
                    .with_label(old.span, "the same");
                found.push(finding.with_help("leave it out"));
            }
        }
    }
}

/// Returns `true` if a change, laid over what it changes, leaves everything but its source as it is.
fn changes_nothing(change: &Node<'_>, old: &Node<'_>) -> bool {
    match (&change.content, &old.content) {
        (NodeContent::Map(fields), NodeContent::Map(_)) => fields.iter().all(|(key, value)| {
            let key = key.as_str().unwrap_or_default();
            key == "source" || old.get(key).is_some_and(|old| changes_nothing(value, old))
        }),
        _ => is_same(change, old),
    }
}

/// Returns `true` if two nodes say the same.
fn is_same(one: &Node<'_>, other: &Node<'_>) -> bool {
    match (&one.content, &other.content) {
        (NodeContent::Scalar { text, .. }, NodeContent::Scalar { text: other, .. }) => text == other,
        (NodeContent::Seq(items), NodeContent::Seq(others)) => {
            items.len() == others.len() && items.iter().zip(others).all(|(item, other)| is_same(item, other))
        }
        (NodeContent::Map(items), NodeContent::Map(others)) => {
            items.len() == others.len()
                && items.iter().all(|(key, value)| {
                    key.as_str().and_then(|key| other.get(key)).is_some_and(|other| is_same(value, other))
                })
        }
        _ => false,
    }
}
