//! Reports what a book says in the same words as the book that it extends, or as its ruleset says for every book.

use crate::finding::{Code, FileId, Finding, Span};
use crate::yaml::{Node, NodeContent, parse_yaml};

use super::{CompiledFile, FileContent};

/// The sections of a book whose items have ids.
const SECTIONS: [&str; 8] =
    ["entries", "tags", "choices", "options", "effects", "numbers", "limits", "allies"];

/// Reports each item of a book that changes nothing.
pub(super) fn check_repeats(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let FileContent::Book(book) = &made.content else { return };
    let Some(source) = made.library.sources().get(made.file_id) else { return };
    let Some(root) = parse_yaml(made.file_id, &source.text).root else { return };
    check_entries_of_every_book(made, &root, found);
    let (Some(base), Some(extended)) = (&made.base, book.bases.first()) else { return };
    for section in SECTIONS {
        let Some(Node { content: NodeContent::Map(items), .. }) = root.get(section) else { continue };
        for (id, item) in items {
            let Some(word) = id.as_str() else { continue };
            let Some(old) = base.get(section).and_then(|items| items.get(word)) else { continue };
            if changes_nothing(item, old) {
                let rule = format!("{}/{section}/{word}", book.file.book.value);
                let finding = repeat_finding(id.span, word, &extended.id);
                found.push(finding.with_rule(rule).with_label(old.span, "the same"));
            }
        }
    }
}

/// Reports each entry of a book that stands in the place of the same one that the ruleset gives every book.
fn check_entries_of_every_book(made: &CompiledFile<'_>, root: &Node<'_>, found: &mut Vec<Finding>) {
    let Some(Node { content: NodeContent::Map(entries), .. }) = root.get("entries") else { return };
    let rulesets = std::iter::once(&made.rules.id).chain(&made.rules.extends);
    for (ruleset, file) in rulesets.filter_map(|id| Some((id, made.library.find_ruleset_file(id)?))) {
        let Some(rules) = parse_yaml(FileId::CHECKED, &file.source.text).root else { continue };
        let given = rules.get("every-book").and_then(|every| every.get("entries"));
        for (id, entry) in entries {
            let Some(word) = id.as_str() else { continue };
            if given.and_then(|given| given.get(word)).is_some_and(|given| is_same_entry(entry, given)) {
                found.push(repeat_finding(id.span, word, ruleset));
            }
        }
    }
}

fn repeat_finding(span: Span, word: &str, owner: &str) -> Finding {
    let message = format!("\"{word}\" changes nothing, since \"{owner}\" has the same");
    Finding::new(Code::NeverMatches, span, message).with_help("leave it out")
}

/// Returns `true` if two entries say the same but for their sources.
fn is_same_entry(one: &Node<'_>, other: &Node<'_>) -> bool {
    let without_source = |node: &Node<'_>| {
        let mut node = node.to_owned_node();
        node.remove("source");
        node
    };
    is_same(&without_source(one), &without_source(other))
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
