//! A planned change of a text, with what the text should say after it, and what all plans need.

use crate::finding::Span;
use crate::text_edits::TextChange;
use crate::text_edits::layout::is_flow;
use crate::text_edits::written_value::Notation;
use crate::yaml::{Node, NodeContent, TextStyle};

use super::list_path::{Path, Step, node_at, pointer};
use super::plain_tree::Plain;
use super::refusal::{Refusal, RefusalReason};

/// A change of the text, with the values that it should lead to.
pub(super) struct Planned {
    pub(super) changes: Vec<TextChange>,
    pub(super) expected: Expected,
}

/// What a list should say after a change: all that it said before, but for one place.
pub(super) enum Expected {
    /// The value at a path is this one.
    Value(Path, Plain),
    /// The list at a path has one more item, with this index.
    Inserted(Path, usize, Plain),
    /// The list at a path has no longer the item with this index.
    Removed(Path, usize),
}

impl Expected {
    /// Returns `true` if a list says what is expected. `old` is the list before.
    pub(super) fn holds(&self, old: &Node<'_>, new: &Node<'_>) -> bool {
        match self {
            Self::Value(path, value) => {
                say_the_same_but_at(old, new, path, &|_, new| Plain::from_node(new).says_the_same(value))
            }
            Self::Inserted(path, at, value) => say_the_same_but_at(old, new, path, &|old, new| {
                let (NodeContent::Seq(old), NodeContent::Seq(new)) = (&old.content, &new.content) else {
                    return false;
                };
                new.len() == old.len() + 1
                    && *at < new.len()
                    && Plain::from_node(&new[*at]).says_the_same(value)
                    && old.iter().zip(new[..*at].iter().chain(&new[at + 1..])).all(both_same)
            }),
            Self::Removed(path, at) => say_the_same_but_at(old, new, path, &|old, new| {
                let NodeContent::Seq(old) = &old.content else { return false };
                let new = if let NodeContent::Seq(new) = &new.content { new.as_slice() } else { &[] };
                old.len() == new.len() + 1
                    && *at < old.len()
                    && old[..*at].iter().chain(&old[at + 1..]).zip(new).all(both_same)
            }),
        }
    }
}

fn both_same((old, new): (&Node<'_>, &Node<'_>)) -> bool {
    say_the_same_but_at(old, new, &[], &|old, new| same_content(old, new))
}

/// Returns `true` if two values say the same, with their keys in the same order.
fn same_content(old: &Node<'_>, new: &Node<'_>) -> bool {
    match (&old.content, &new.content) {
        (NodeContent::Scalar { text: a, style: x }, NodeContent::Scalar { text: b, style: y }) => {
            let is_plain = |style: &TextStyle| *style == TextStyle::Plain;
            a == b && (is_plain(x) == is_plain(y) || Plain::from_node(old) == Plain::from_node(new))
        }
        (NodeContent::Seq(a), NodeContent::Seq(b)) => a.len() == b.len() && a.iter().zip(b).all(both_same),
        (NodeContent::Map(a), NodeContent::Map(b)) => {
            let same = |((k, v), (other_k, other_v)): (&(Node<'_>, Node<'_>), &(Node<'_>, Node<'_>))| {
                k.as_str() == other_k.as_str() && same_content(v, other_v)
            };
            a.len() == b.len() && a.iter().zip(b).all(same)
        }
        _ => false,
    }
}

/// Returns `true` if two lists say the same but at a path, and there `holds` is true of both values.
fn say_the_same_but_at(
    old: &Node<'_>,
    new: &Node<'_>,
    path: &[Step],
    holds: &dyn Fn(&Node<'_>, &Node<'_>) -> bool,
) -> bool {
    let Some((first, rest)) = path.split_first() else { return holds(old, new) };
    match (&old.content, &new.content, first) {
        (NodeContent::Map(a), NodeContent::Map(b), Step::Key(key)) => {
            let same = |((k, v), (other_k, other_v)): (&(Node<'_>, Node<'_>), &(Node<'_>, Node<'_>))| {
                k.as_str() == other_k.as_str()
                    && if k.as_str() == Some(key) {
                        say_the_same_but_at(v, other_v, rest, holds)
                    } else {
                        same_content(v, other_v)
                    }
            };
            a.len() == b.len() && a.iter().zip(b).all(same)
        }
        (NodeContent::Seq(a), NodeContent::Seq(b), Step::Index(index)) => {
            let same = |(at, (x, y)): (usize, (&Node<'_>, &Node<'_>))| {
                if at == *index { say_the_same_but_at(x, y, rest, holds) } else { same_content(x, y) }
            };
            a.len() == b.len() && a.iter().zip(b).enumerate().all(same)
        }
        _ => false,
    }
}

pub(super) fn shared(span: Span) -> Refusal {
    let message = "`&` and `*` share this value, so that a change here would be one elsewhere too";
    Refusal::new(RefusalReason::Anchor, message)
        .with_help("write the value out where it is to differ")
        .at_span(span)
}

/// Refuses to change what an alias or `<<` repeats.
pub(super) fn check_not_shared(text: &str, root: &Node<'_>, path: &[Step]) -> Result<(), Refusal> {
    if !crate::text_edits::has_anchor(text) {
        return Ok(());
    }
    let mut here = root;
    for step in path {
        let Some(inner) = node_at(here, std::slice::from_ref(step)) else { break };
        let outside = inner.span.start < here.span.start || inner.span.end > here.span.end;
        if outside || count_at(root, inner.span) > 1 {
            return Err(shared(here.span));
        }
        here = inner;
    }
    Ok(())
}

/// Counts the nodes with these bytes.
pub(super) fn count_at(node: &Node<'_>, span: Span) -> usize {
    let own = usize::from(node.span == span && span.start < span.end);
    own + match &node.content {
        NodeContent::Scalar { .. } => 0,
        NodeContent::Seq(items) => items.iter().map(|item| count_at(item, span)).sum(),
        NodeContent::Map(entries) => entries.iter().map(|(_, value)| count_at(value, span)).sum(),
    }
}

/// Returns how the list writes its values.
pub(super) fn notation(text: &str, root: &Node<'_>) -> Notation {
    let NodeContent::Map(entries) = &root.content else { return Notation::Yaml };
    let quoted = entries.first().is_some_and(|(key, _)| text[key.span.start as usize..].starts_with('"'));
    if quoted && is_flow(text, root) { Notation::Json } else { Notation::Yaml }
}

/// Returns the node at a path.
pub(super) fn place<'n, 't>(root: &'n Node<'t>, path: &[Step]) -> Result<&'n Node<'t>, Refusal> {
    node_at(root, path).ok_or_else(|| Refusal::no_such_place(&format!("place {}", pointer(path))))
}

/// Returns what the list should say after a change of the value at a path, which must be there.
pub(super) fn expected(root: &Node<'_>, path: &[Step], make: impl FnOnce(&mut Plain)) -> Expected {
    let mut plain = node_at(root, path).map_or_else(Plain::null, Plain::from_node);
    make(&mut plain);
    Expected::Value(path.to_vec(), plain)
}
