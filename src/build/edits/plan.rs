//! A planned change of a text, with what the text should say after it, and what all plans need.

use crate::finding::Span;
use crate::yaml::{Node, NodeContent};

use super::layout::{is_flow, line_start, next_line};
use super::list_path::{Step, node_at, pointer};
use super::plain_tree::Plain;
use super::refusal::{Refusal, RefusalReason};
use super::splices::TextChange;
use super::written_value::Notation;

/// A change of the text, with the values that it should lead to.
pub(super) struct Planned {
    pub(super) changes: Vec<TextChange>,
    pub(super) expected: Plain,
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

/// Returns what the list says after a change of the value at a path.
pub(super) fn expected(root: &Node<'_>, path: &[Step], make: impl FnOnce(&mut Plain)) -> Plain {
    let mut plain = Plain::from_node(root);
    if let Some(at) = plain.at_mut(path) {
        make(at);
    }
    plain
}

/// Returns the removal of whole lines, with the comment at the end of the last.
pub(super) fn whole_lines(text: &str, start: usize, end: usize) -> TextChange {
    let (from, to) = (line_start(text, start), next_line(text, end));
    // The last line of a text without a final line break takes the break before it along
    let ends_open = to == text.len() && !text.ends_with('\n');
    let before = text[..from].strip_suffix('\n').map(|rest| rest.strip_suffix('\r').unwrap_or(rest).len());
    TextChange::remove(before.filter(|_| ends_open).unwrap_or(from), to)
}
