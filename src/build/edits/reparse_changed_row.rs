//! Parses a text after a change. If the change is inside a row on one line, only that row is parsed again: whoever tries
//! hundreds of edits of a list waits for the parser more than for anything else.

use crate::finding::{FileId, Span};
use crate::text_edits::TextChange;
use crate::text_edits::layout::is_flow;
use crate::yaml::{Node, NodeContent, Parsed, parse_yaml};

/// Parses a text that sorted changes have made of another, which was parsed before.
pub(super) fn parse_after(
    before: &Parsed<'_>,
    old: &str,
    changes: &[TextChange],
    new: &str,
) -> Parsed<'static> {
    let quick = parse_changed_row(before, old, changes, new);
    #[cfg(test)]
    if let Some(quick) = &quick {
        let full = parse_yaml(FileId::CHECKED, new);
        assert_eq!(format!("{:?}", quick.root), format!("{:?}", full.root), "{new}");
        assert!(full.findings.is_empty() && !full.is_partial, "{new}");
    }
    quick.unwrap_or_else(|| parse_yaml(FileId::CHECKED, new).into_owned())
}

/// Parses only the row that was changed. `None` if that is not enough.
fn parse_changed_row(
    before: &Parsed<'_>,
    old: &str,
    changes: &[TextChange],
    new: &str,
) -> Option<Parsed<'static>> {
    if before.is_partial || !before.findings.is_empty() || crate::text_edits::has_anchor(new) {
        return None;
    }
    let root = before.root.as_ref()?;
    let (from, to) = (changes.first()?.start, changes.last()?.end);
    let row = row_around(root, old, from, to)?;
    let (start, end) = (row.start as usize, row.end as usize);
    let new_end = (end + new.len()).checked_sub(old.len())?;
    let words = new.get(start..new_end)?;
    // Within braces on one line, YAML is the same wherever it stands
    if words.contains(['\n', '\r', '#']) || !words.starts_with('{') {
        return None;
    }
    let parsed = parse_yaml(FileId::CHECKED, words);
    let inner = parsed.root.filter(|root| root.span.start == 0 && root.span.end as usize == words.len())?;
    if !parsed.findings.is_empty() || parsed.is_partial || !matches!(inner.content, NodeContent::Map(_)) {
        return None;
    }
    let shift = Shift { row, new_end: u32::try_from(new_end).ok()?, inner: &inner };
    Some(Parsed { root: Some(shift.copy(root)), findings: Vec::new(), is_partial: false })
}

/// Returns the bytes of the row in braces on one line that has all these bytes inside its braces.
fn row_around(node: &Node<'_>, text: &str, from: usize, to: usize) -> Option<Span> {
    let holds = |node: &&Node<'_>| (node.span.start as usize) < from && to < node.span.end as usize;
    match &node.content {
        NodeContent::Seq(items) => {
            let item = items.iter().find(holds)?;
            let (start, end) = (item.span.start as usize, item.span.end as usize);
            if is_flow(text, item) && matches!(item.content, NodeContent::Map(_)) && !is_flow(text, node) {
                return (!text[start..end].contains(['\n', '#'])).then_some(item.span);
            }
            row_around(item, text, from, to)
        }
        NodeContent::Map(entries) if !is_flow(text, node) => entries
            .iter()
            .map(|(_, value)| value)
            .find(holds)
            .and_then(|value| row_around(value, text, from, to)),
        _ => None,
    }
}

/// Copies a tree with another row in it, and moves all that stands behind the row.
struct Shift<'s, 't> {
    row: Span,
    new_end: u32,
    inner: &'s Node<'t>,
}

impl Shift<'_, '_> {
    fn copy(&self, node: &Node<'_>) -> Node<'static> {
        if node.span == self.row {
            return moved_by(self.inner, self.row.start);
        }
        let moved = |at: u32| if at >= self.row.end { at - self.row.end + self.new_end } else { at };
        let span = Span { start: moved(node.span.start), end: moved(node.span.end), ..node.span };
        let content = match &node.content {
            NodeContent::Scalar { text, style } => {
                NodeContent::Scalar { text: text.to_string().into(), style: *style }
            }
            NodeContent::Seq(items) => NodeContent::Seq(items.iter().map(|item| self.copy(item)).collect()),
            NodeContent::Map(entries) => NodeContent::Map(
                entries.iter().map(|(key, value)| (self.copy(key), self.copy(value))).collect(),
            ),
        };
        Node { span, content }
    }
}

/// Copies a tree as it stands further on in a text.
fn moved_by(node: &Node<'_>, by: u32) -> Node<'static> {
    let content = match &node.content {
        NodeContent::Scalar { text, style } => {
            NodeContent::Scalar { text: text.to_string().into(), style: *style }
        }
        NodeContent::Seq(items) => NodeContent::Seq(items.iter().map(|item| moved_by(item, by)).collect()),
        NodeContent::Map(entries) => NodeContent::Map(
            entries.iter().map(|(key, value)| (moved_by(key, by), moved_by(value, by))).collect(),
        ),
    };
    Node { span: Span { start: node.span.start + by, end: node.span.end + by, ..node.span }, content }
}
