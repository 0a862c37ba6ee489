//! Plans changes of keys: a value that is set, a key that is taken out.

use serde_json::Value;

use crate::text_edits::TextChange;
use crate::text_edits::layout::{
    blanks_before_in_line, entry_end, flow_entry_removal, flow_insertion, is_flow, line_break, line_end,
    line_start, whole_lines,
};
use crate::text_edits::written_value::key_rank;
use crate::yaml::{Node, NodeContent};

use super::list_path::{Step, node_at, pointer};
use super::plain_tree::Plain;
use super::plan::{Planned, check_not_shared, expected, notation, place};
use super::refusal::{Refusal, RefusalReason};

/// Plans to set the value at a path.
pub(super) fn plan_set(
    text: &str,
    root: &Node<'_>,
    path: &[Step],
    value: &Value,
) -> Result<Planned, Refusal> {
    let (last, parent_path) = path.split_last().ok_or_else(|| Refusal::no_such_place("such place"))?;
    let parent = place(root, parent_path)?;
    check_not_shared(text, root, path)?;
    let notation = notation(text, root);
    let Some(old) = node_at(root, path) else {
        let Step::Key(key) = last else {
            return Err(Refusal::no_such_place(&format!("place {}", pointer(path))));
        };
        if parent.is_null() && !parent_path.is_empty() {
            return plan_set(text, root, parent_path, &serde_json::json!({ key.as_str(): value }));
        }
        let NodeContent::Map(entries) = &parent.content else {
            let message = format!("{} has no keys of its own", pointer(parent_path));
            return Err(Refusal::new(RefusalReason::NotHere, message).at_span(parent.span));
        };
        let words = format!("{}: {}", notation.write_text(key), notation.write(value));
        let rank = key_rank(key);
        let before =
            entries.iter().rposition(|(key, _)| key.as_str().is_some_and(|key| key_rank(key) <= rank));
        let changes = insert_entry(text, parent, before, &words)?;
        let expected = expected(root, parent_path, |map| {
            if let Plain::Map(entries) = map {
                entries.push((key.clone(), Plain::from_json(value)));
            }
        });
        return Ok(Planned { changes, expected });
    };
    let expected = expected(root, path, |plain| *plain = Plain::from_json(value));
    let (start, end) = (old.span.start as usize, old.span.end as usize);
    let key = match (&parent.content, last) {
        (NodeContent::Map(entries), Step::Key(word)) => {
            entries.iter().find(|(key, _)| key.as_str() == Some(word)).map(|(key, _)| key)
        }
        _ => None,
    };
    let is_block = !matches!(old.content, NodeContent::Scalar { .. }) && !is_flow(text, old);
    let changes = match key {
        Some(key) if start == end || is_block => {
            let after_key = key.span.end as usize;
            let written = notation.write(value);
            match text[after_key..]
                .find(|c: char| c != ' ')
                .filter(|n| text[after_key + n..].starts_with(':'))
            {
                Some(n) => {
                    let colon = after_key + n + 1;
                    let mut changes = vec![TextChange::insert(colon, format!(" {written}"))];
                    if is_block {
                        changes.push(TextChange::remove(line_end(text, colon), line_end(text, end)));
                    }
                    changes
                }
                None => vec![TextChange::insert(after_key, format!(": {written}"))],
            }
        }
        None if start == end => return Err(Refusal::layout(old.span)),
        // An option with its details has no braces
        _ if matches!((last, value), (Step::Index(_), Value::Object(_))) => {
            vec![TextChange::new(start, end, notation.write_item(value))]
        }
        _ => vec![TextChange::new(start, end, notation.write_like(&text[start..end], value))],
    };
    Ok(Planned { changes, expected })
}

/// Returns the changes that insert `key: value` after the entry with this index, or first.
pub(super) fn insert_entry(
    text: &str,
    map: &Node<'_>,
    after: Option<usize>,
    words: &str,
) -> Result<Vec<TextChange>, Refusal> {
    let NodeContent::Map(entries) = &map.content else { return Err(Refusal::layout(map.span)) };
    let start = map.span.start as usize;
    if is_flow(text, map) {
        let spans: Vec<(usize, usize)> = entries
            .iter()
            .map(|(key, value)| (key.span.start as usize, entry_end(text, key, value)))
            .collect();
        return flow_insertion(text, start, &spans, after.map_or(0, |at| at + 1), words)
            .ok_or(Refusal::layout(map.span));
    }
    let Some((first, _)) = entries.first() else { return Err(Refusal::layout(map.span)) };
    let indent = blanks_before_in_line(text, first.span.start as usize);
    let Some((key, value)) = after.and_then(|at| entries.get(at)) else {
        let at = first.span.start as usize;
        return Ok(vec![TextChange::insert(at, format!("{words}{}{indent}", line_break(text)))]);
    };
    let end = line_end(text, entry_end(text, key, value));
    Ok(vec![TextChange::insert(end, format!("{}{indent}{words}", line_break(text)))])
}

/// Plans to take a key out of a map.
pub(super) fn plan_remove_key(
    text: &str,
    root: &Node<'_>,
    map_path: &[Step],
    key: &str,
) -> Result<Planned, Refusal> {
    let map = place(root, map_path)?;
    check_not_shared(text, root, map_path)?;
    let NodeContent::Map(entries) = &map.content else { return Err(Refusal::layout(map.span)) };
    let at = entries.iter().position(|(k, _)| k.as_str() == Some(key));
    let at = at.ok_or_else(|| Refusal::no_such_place(&format!("key \"{key}\" there")))?;
    let spans: Vec<(usize, usize)> =
        entries.iter().map(|(key, value)| (key.span.start as usize, entry_end(text, key, value))).collect();
    let (start, end) = spans[at];
    let changes = if is_flow(text, map) {
        flow_entry_removal(text, &spans, at).ok_or(Refusal::layout(map.span))?
    } else if text[line_start(text, start)..start].trim().is_empty() {
        vec![whole_lines(text, start, end)]
    } else if let Some((next, _)) = spans.get(at + 1) {
        // The first key of an item, behind its hyphen; a comment in between stays
        let rest = line_end(text, end);
        let blank = text[rest..*next].find(|c: char| !c.is_whitespace()).map_or(*next, |n| rest + n);
        vec![TextChange::remove(start, blank)]
    } else {
        vec![TextChange::new(start, end, "{}")]
    };
    let expected = expected(root, map_path, |plain| {
        if let Plain::Map(entries) = plain {
            entries.retain(|(k, _)| k != key);
        }
    });
    Ok(Planned { changes, expected })
}
