//! Plans changes of lists: an item that is put in, one that is taken out.

use serde_json::Value;

use crate::text_edits::TextChange;
use crate::text_edits::layout::{
    blanks_before_in_line, block_item_removal, flow_entry_removal, flow_insertion, hyphen_of, is_flow,
    item_spans, line_break, line_end, line_start,
};
use crate::text_edits::written_value::key_rank;
use crate::yaml::{Node, NodeContent};

use super::list_path::{Step, node_at};
use super::plain_tree::Plain;
use super::plan::{Expected, Planned, check_not_shared, expected, notation, place};
use super::plan_keys::insert_entry;
use super::raw_item::RawItem;
use super::refusal::Refusal;

/// Plans to take an item out.
pub(super) fn plan_remove_item(
    text: &str,
    root: &Node<'_>,
    list: &[Step],
    at: usize,
) -> Result<Planned, Refusal> {
    let seq = place(root, list)?;
    check_not_shared(text, root, list)?;
    let NodeContent::Seq(items) = &seq.content else { return Err(Refusal::layout(seq.span)) };
    let Some(item) = items.get(at) else { return Err(Refusal::no_such_place("such item")) };
    let mut changes = if is_flow(text, seq) {
        flow_entry_removal(text, &item_spans(items), at).ok_or(Refusal::layout(seq.span))?
    } else {
        let (start, end) = (item.span.start as usize, item.span.end as usize);
        vec![block_item_removal(text, start, end).ok_or(Refusal::layout(item.span))?]
    };
    if items.len() == 1 && !is_flow(text, seq) {
        changes.push(TextChange::insert(after_colon(text, root, list)?, " []"));
    }
    let expected = Expected::Removed(list.to_vec(), at);
    Ok(Planned { changes, expected })
}

/// Returns the place after the colon of a key.
fn after_colon(text: &str, root: &Node<'_>, path: &[Step]) -> Result<usize, Refusal> {
    let (Some(Step::Key(word)), parent) = (path.last(), place(root, &path[..path.len().saturating_sub(1)])?)
    else {
        return Err(Refusal::layout(root.span));
    };
    let NodeContent::Map(entries) = &parent.content else { return Err(Refusal::layout(parent.span)) };
    let key =
        entries.iter().find(|(key, _)| key.as_str() == Some(word)).map(|(key, _)| key.span.end as usize);
    let key = key.ok_or(Refusal::layout(parent.span))?;
    text[key..].find(':').map(|n| key + n + 1).ok_or(Refusal::layout(parent.span))
}

/// Plans to put a value in, in the style of the items beside it.
pub(super) fn plan_insert(
    text: &str,
    root: &Node<'_>,
    list: &[Step],
    at: usize,
    value: &Value,
) -> Result<Planned, Refusal> {
    let notation = notation(text, root);
    // A row among rows that have a line for each key is written like them
    let beside = node_at(root, list).and_then(|seq| match &seq.content {
        NodeContent::Seq(items) => items.get(at.saturating_sub(1)).or(items.first()),
        _ => None,
    });
    let by_lines = match beside {
        Some(node) => matches!(node.content, NodeContent::Map(_)) && !is_flow(text, node),
        None => matches!(list.last(), Some(Step::Key(key)) if key == "commands"),
    };
    let lines = match value {
        Value::Object(map) if by_lines && !map.is_empty() => {
            notation.entries(map).into_iter().map(|(key, value)| format!("{key}: {value}")).collect()
        }
        value => vec![notation.write_item(value)],
    };
    let inline = match value {
        Value::Object(map) if map.len() != 1 => notation.write(value),
        value => notation.write_item(value),
    };
    plan_insert_raw(text, root, list, at, &RawItem { lines, inline: Some(inline) }, Plain::from_json(value))
}

/// Plans to put an item in as it stands elsewhere.
pub(super) fn plan_insert_raw(
    text: &str,
    root: &Node<'_>,
    list: &[Step],
    at: usize,
    raw: &RawItem,
    plain: Plain,
) -> Result<Planned, Refusal> {
    let Some((Step::Key(key), parent_path)) = list.split_last() else {
        return Err(Refusal::no_such_place("such list"));
    };
    let parent = place(root, parent_path)?;
    check_not_shared(text, root, list)?;
    let ending = line_break(text);
    let seq = node_at(root, list);
    let empty = seq
        .is_none_or(|seq| seq.is_null() || matches!(&seq.content, NodeContent::Seq(all) if all.is_empty()));
    let inline = || raw.inline.clone().ok_or(Refusal::layout(parent.span));
    let items = match seq.map(|seq| &seq.content) {
        Some(NodeContent::Seq(items)) => Some(items.len()),
        _ => None,
    };
    let expected = match items {
        Some(len) => Expected::Inserted(list.to_vec(), at.min(len), plain),
        None => expected(root, parent_path, |map| {
            let Plain::Map(entries) = map else { return };
            match entries.iter_mut().find(|(k, _)| k == key) {
                Some((_, other)) => *other = Plain::Seq(vec![plain]),
                None => entries.push((key.clone(), Plain::Seq(vec![plain]))),
            }
        }),
    };
    let changes = match seq {
        None if is_flow(text, parent)
            || matches!(&parent.content, NodeContent::Map(all) if all.is_empty()) =>
        {
            let words = format!("{}: [{}]", notation(text, root).write_text(key), inline()?);
            insert_entry(text, parent, place_for(parent, key), &words)?
        }
        None => {
            let NodeContent::Map(entries) = &parent.content else { return Err(Refusal::layout(parent.span)) };
            let first = entries.first().map_or(0, |(key, _)| key.span.start as usize);
            let indent = format!("{}  ", blanks_before_in_line(text, first));
            let words = format!("{key}:{ending}{indent}- {}", raw.in_block(&indent, text));
            insert_entry(text, parent, place_for(parent, key), &words)?
        }
        Some(seq) if empty && is_flow(text, parent) => {
            let (start, end) = (seq.span.start as usize, seq.span.end as usize);
            vec![TextChange::new(start, end, format!("[{}]", inline()?))]
        }
        Some(seq) if empty => {
            let colon = after_colon(text, root, list)?;
            let NodeContent::Map(entries) = &parent.content else { return Err(Refusal::layout(parent.span)) };
            let first = entries.first().map_or(0, |(key, _)| key.span.start as usize);
            let indent = format!("{}  ", blanks_before_in_line(text, first));
            let end = (seq.span.end as usize).max(colon);
            let line = TextChange::insert(
                line_end(text, end),
                format!("{ending}{indent}- {}", raw.in_block(&indent, text)),
            );
            if seq.span.start < seq.span.end {
                vec![TextChange::remove(colon, end), line]
            } else {
                vec![line]
            }
        }
        Some(seq) => insert_item(text, seq, at, raw)?,
    };
    Ok(Planned { changes, expected })
}

/// Returns the index of the entry after which a key belongs.
fn place_for(map: &Node<'_>, key: &str) -> Option<usize> {
    let NodeContent::Map(entries) = &map.content else { return None };
    entries
        .iter()
        .rposition(|(known, _)| known.as_str().is_some_and(|known| key_rank(known) <= key_rank(key)))
}

/// Returns the changes that insert an item into a list that has some.
fn insert_item(text: &str, seq: &Node<'_>, at: usize, raw: &RawItem) -> Result<Vec<TextChange>, Refusal> {
    let NodeContent::Seq(items) = &seq.content else { return Err(Refusal::layout(seq.span)) };
    let at = at.min(items.len());
    if is_flow(text, seq) {
        let words = raw.inline.clone().ok_or(Refusal::layout(seq.span))?;
        return flow_insertion(text, seq.span.start as usize, &item_spans(items), at, &words)
            .ok_or(Refusal::layout(seq.span));
    }
    let beside = &items[at.saturating_sub(1)];
    let hyphen = hyphen_of(text, beside.span.start as usize).ok_or(Refusal::layout(beside.span))?;
    let indent = blanks_before_in_line(text, hyphen);
    if at == 0 {
        if !text[line_start(text, hyphen)..hyphen].trim().is_empty() {
            return Err(Refusal::layout(beside.span));
        }
        let words = format!("{indent}- {}{}", raw.in_block(&indent, text), line_break(text));
        return Ok(vec![TextChange::insert(line_start(text, hyphen), words)]);
    }
    let end = line_end(text, beside.span.end as usize);
    Ok(vec![TextChange::insert(
        end,
        format!("{}{indent}- {}", line_break(text), raw.in_block(&indent, text)),
    )])
}
