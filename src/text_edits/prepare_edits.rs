//! Prepares the edits of findings for one text: adds quotes, and removes list items with their commas or
//! lines.

use std::cell::OnceCell;

use serde_json::Value;

use crate::finding::{Edit, FileId, Finding, Span};
use crate::yaml::{Node, NodeContent, parse_yaml};

use super::TextChange;
use super::layout::{block_item_removal, flow_entry_removal, hyphen_of, is_flow, item_spans};
use super::written_value::Notation;

/// Prepares the edits of findings for the text they are about. A finding loses edits that cannot be prepared.
pub(crate) fn prepare_edits(findings: &mut [Finding], text: &str) {
    let (anchored, root) = (OnceCell::new(), OnceCell::new());
    let root = || root.get_or_init(|| parse_yaml(FileId::CHECKED, text).root).as_ref();
    for finding in findings.iter_mut().filter(|f| f.has_edits()) {
        // An edit to text that an alias repeats would change two places
        let usable = !*anchored.get_or_init(|| has_anchor(text));
        let verbatim = finding.edits_are_verbatim;
        let prepared = finding.edits.iter().map(|edit| prepare_edit(text, &root, edit, verbatim));
        let all: Option<Vec<Vec<Edit>>> = prepared.map(|edits| edits.filter(|_| usable)).collect();
        finding.edits = all.unwrap_or_default().into_iter().flatten().collect();
    }
}

fn prepare_edit<'n>(
    text: &'n str,
    root: &dyn Fn() -> Option<&'n Node<'n>>,
    edit: &Edit,
    verbatim: bool,
) -> Option<Vec<Edit>> {
    let old = text.get(edit.span.start as usize..edit.span.end as usize)?;
    // A value over several lines may contain comments
    if old.is_empty() || old.contains(['\n', '#']) {
        return None;
    }
    if edit.text.is_empty() {
        let changes = item_removal(text, root()?, edit.span)?.into_iter();
        let edit = |change: TextChange| Edit {
            span: Span::new(FileId::CHECKED, change.start, change.end),
            text: change.text,
        };
        return Some(changes.map(edit).collect());
    }
    let word = || Notation::Yaml.write_like(old, &Value::String(edit.text.clone()));
    Some(vec![Edit { span: edit.span, text: if verbatim { edit.text.clone() } else { word() } }])
}

/// Returns `true` if a text may have a YAML anchor. The test does not parse the text, and errs on the side of
/// `true`.
pub(crate) fn has_anchor(text: &str) -> bool {
    has_word_after(text, &['&'])
}

/// Returns `true` if a text may have a YAML anchor or an alias. The test does not parse the text either.
pub(crate) fn has_anchor_or_alias(text: &str) -> bool {
    has_word_after(text, &['&', '*'])
}

/// Returns `true` if one of these signs stands where a value may begin, with a word after it.
fn has_word_after(text: &str, signs: &[char]) -> bool {
    // Hardly any list has these signs, and a byte is found much faster than a character
    let is_there = |sign: &char| u8::try_from(*sign).is_ok_and(|sign| text.as_bytes().contains(&sign));
    signs.iter().filter(|sign| is_there(sign)).any(|sign| {
        text.match_indices(*sign).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            let after = text[at + 1..].chars().next();
            before.is_none_or(|c| c.is_whitespace() || "[{,".contains(c))
                && after.is_some_and(char::is_alphanumeric)
        })
    })
}

/// Returns the removal of an item of a list: the item and its comma, or its line. A comment on the line is kept.
fn item_removal(text: &str, node: &Node<'_>, span: Span) -> Option<Vec<TextChange>> {
    let items = match &node.content {
        NodeContent::Scalar { .. } => return None,
        NodeContent::Map(entries) => {
            return entries.iter().find_map(|(_, value)| item_removal(text, value, span));
        }
        NodeContent::Seq(items) => items,
    };
    let Some(at) = items.iter().position(|item| item.span == span) else {
        return items.iter().find_map(|item| item_removal(text, item, span));
    };
    if is_flow(text, node) {
        let changes = flow_entry_removal(text, &item_spans(items), at)?;
        let keeps_comments = changes.iter().all(|change| !text[change.start..change.end].contains('#'));
        return keeps_comments.then_some(changes);
    }
    let lines = block_item_removal(text, span.start as usize, span.end as usize)?;
    Some(vec![match text[lines.start..lines.end].find('#') {
        Some(comment) => TextChange::remove(hyphen_of(text, span.start as usize)?, lines.start + comment),
        None => lines,
    }])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_edits::apply_changes;

    fn without(text: &str, word: &str) -> Option<String> {
        let at = text.rfind(word).unwrap();
        let root = parse_yaml(FileId::CHECKED, text).root.unwrap();
        let changes = item_removal(text, &root, Span::new(FileId::CHECKED, at, at + word.len()))?;
        apply_changes(text, &changes)
    }

    #[test]
    fn an_item_goes_with_its_comma_or_its_line() {
        for (text, left) in [
            ("o: [a, x]", Some("o: [a]")),
            ("o: [x, a]", Some("o: [a]")),
            ("o: [a, x , b]", Some("o: [a , b]")),
            ("o: [x]", Some("o: []")),
            ("o:\n  - a\n  - x\n  - b\n", Some("o:\n  - a\n  - b\n")),
            ("o:\r\n  - x\r\n  - b\r\n", Some("o:\r\n  - b\r\n")),
            ("o:\n  - x   # why\n  - b\n", Some("o:\n  # why\n  - b\n")),
            ("o:\n  - x", Some("o:")),
            ("o: [\n  a,\n  x,\n  b\n]", Some("o: [\n  a,\n  b\n]")),
            ("o: [\n  a,\n  x, # why\n  b\n]", None),
            ("o: [a, # why\n x]", None),
            ("o:\n  - - x\n", None),
        ] {
            assert_eq!(without(text, "x").as_deref(), left, "{text:?}");
        }
    }

    #[test]
    fn words_are_quoted_as_theirs_were_or_where_they_must_be() {
        for (old, word, written) in [
            ("Vlites", "Velites", "Velites"),
            ("\"Vlites\"", "Velites", "\"Velites\""),
            ("'Vlites'", "Velites", "'Velites'"),
            ("x", "Foot, heavy", "\"Foot, heavy\""),
            ("x", "no", "\"no\""),
        ] {
            assert_eq!(Notation::Yaml.write_like(old, &Value::String(word.to_owned())), written);
        }
    }
}
