//! Lines, indentation, brackets and commas: where in a text something can be inserted or taken out.

use crate::yaml::{Node, NodeContent};

use super::TextChange;

/// Returns the line break that the text uses.
pub(crate) fn line_break(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Returns the start of the line of a byte.
pub(crate) fn line_start(text: &str, at: usize) -> usize {
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8().min(at) } else { start }
}

/// Returns the end of the line of a byte, without its line break.
pub(crate) fn line_end(text: &str, at: usize) -> usize {
    let end = text[at..].find('\n').map_or(text.len(), |n| at + n);
    if end > at && text[..end].ends_with('\r') { end - 1 } else { end }
}

/// Returns the start of the line after that of a byte, or the end of the text.
pub(crate) fn next_line(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |n| at + n + 1)
}

/// Returns as many blanks as stand, or would stand, before a byte in its line.
pub(crate) fn blanks_before_in_line(text: &str, at: usize) -> String {
    " ".repeat(text[line_start(text, at)..at].chars().count())
}

/// Returns `true` if a list or map is written in brackets or braces.
pub(crate) fn is_flow(text: &str, node: &Node<'_>) -> bool {
    let is_collection = !matches!(node.content, NodeContent::Scalar { .. });
    is_collection && text[node.span.start as usize..].starts_with(['[', '{'])
}

/// Returns the byte after an entry of a map: after its value, or after its colon if the value is left empty.
pub(crate) fn entry_end(text: &str, key: &Node<'_>, value: &Node<'_>) -> usize {
    let end = key.span.end as usize;
    if value.span.start < value.span.end {
        return (value.span.end as usize).max(end);
    }
    let colon = text[end..].trim_start_matches(' ').starts_with(':');
    if colon { end + text[end..].find(':').unwrap_or(0) + 1 } else { end }
}

/// Returns the hyphen before an item of a list. `None` if the item has none on its line.
pub(crate) fn hyphen_of(text: &str, item: usize) -> Option<usize> {
    let before = text[line_start(text, item)..item].trim_end_matches(' ');
    let hyphen = line_start(text, item) + before.len().checked_sub(1)?;
    (before.ends_with('-')
        && before[..before.len() - 1].chars().next_back().is_none_or(|c| c == ' ' || c == '-'))
    .then_some(hyphen)
}

/// Returns `true` if nothing but blanks stands before a byte in its line.
fn begins_line(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim().is_empty()
}

/// Returns the byte of the comma after an entry, if it has one.
fn comma_after(text: &str, end: usize) -> Option<usize> {
    let blanks = text[end..].len() - text[end..].trim_start().len();
    text[end + blanks..].starts_with(',').then_some(end + blanks)
}

/// Returns `true` if only blanks or a comment follow in the line.
fn ends_line(text: &str, at: usize) -> bool {
    let rest = text[at..line_end(text, at)].trim_start();
    rest.is_empty() || rest.starts_with('#')
}

/// Returns the changes that insert words into a list or map in brackets, before the entry with this index, where
/// `entries` has the bytes of each entry. `None` if the layout does not allow it.
pub(crate) fn flow_insertion(
    text: &str,
    open: usize,
    entries: &[(usize, usize)],
    at: usize,
    words: &str,
) -> Option<Vec<TextChange>> {
    let Some(before) = at.checked_sub(1) else {
        let Some((first, _)) = entries.first() else {
            return Some(vec![TextChange::insert(open + 1, words)]);
        };
        let gap = if begins_line(text, *first) && line_start(text, *first) > open {
            format!(",{}{}", line_break(text), blanks_before_in_line(text, *first))
        } else {
            ", ".to_owned()
        };
        return Some(vec![TextChange::insert(*first, format!("{words}{gap}"))]);
    };
    let (start, end) = *entries.get(before)?;
    // An entry on a line of its own is followed by one
    let own_line = begins_line(text, start) && line_start(text, start) > open;
    let new_line = format!("{}{}{words}", line_break(text), blanks_before_in_line(text, start));
    Some(match comma_after(text, end) {
        Some(comma) if own_line && ends_line(text, comma + 1) => {
            vec![TextChange::insert(line_end(text, comma), format!("{new_line},"))]
        }
        None if own_line && ends_line(text, end) => {
            let line_end = line_end(text, end);
            if line_end == end {
                vec![TextChange::insert(end, format!(",{new_line}"))]
            } else {
                vec![TextChange::insert(end, ","), TextChange::insert(line_end, new_line)]
            }
        }
        _ => vec![TextChange::insert(end, format!(", {words}"))],
    })
}

/// Returns the changes that take out one of the entries in brackets, with its comma and, if it has lines of its own,
/// these with the comment at their end. `None` if the layout does not allow it.
pub(crate) fn flow_entry_removal(
    text: &str,
    entries: &[(usize, usize)],
    at: usize,
) -> Option<Vec<TextChange>> {
    let (start, end) = *entries.get(at)?;
    let comma = comma_after(text, end);
    let after = comma.map_or(end, |comma| comma + 1);
    let before = at.checked_sub(1).and_then(|n| entries.get(n));
    if begins_line(text, start) && ends_line(text, after) && next_line(text, after) < text.len() {
        let lines = TextChange::remove(line_start(text, start), next_line(text, after));
        let last = comma.is_none().then_some(before).flatten().and_then(|(_, end)| comma_after(text, *end));
        let comma = last.map(|comma| TextChange::remove(comma, comma + 1));
        return Some(comma.into_iter().chain([lines]).collect());
    }
    let (from, to) = match (before, entries.get(at + 1)) {
        // The first of several goes with the comma behind it, all others with that before them
        (None, Some((next, _))) => (start, *next),
        (Some((_, end_before)), _) => (*end_before, end),
        (None, None) => (start, after),
    };
    let cut = text.get(from..to)?;
    let outside = format!("{}{}", &text[from..start.max(from)], &text[end.min(to)..to]);
    let loses_comment = outside.contains('#') || cut.contains('#') && cut.contains('\n');
    (!loses_comment).then(|| vec![TextChange::remove(from, to)])
}

/// Returns the removal of an item with a hyphen: its lines, with the comment at the end of the last. `None` if it does
/// not begin its line.
pub(crate) fn block_item_removal(text: &str, start: usize, end: usize) -> Option<TextChange> {
    let hyphen = hyphen_of(text, start)?;
    begins_line(text, hyphen).then(|| whole_lines(text, hyphen, end))
}

/// Returns the bytes of each item of a list.
pub(crate) fn item_spans(items: &[Node<'_>]) -> Vec<(usize, usize)> {
    items.iter().map(|item| (item.span.start as usize, item.span.end as usize)).collect()
}

/// Returns the removal of whole lines, with the comment at the end of the last.
pub(crate) fn whole_lines(text: &str, start: usize, end: usize) -> TextChange {
    let (from, to) = (line_start(text, start), next_line(text, end));
    // The last line of a text without a final line break takes the break before it along
    let ends_open = to == text.len() && !text.ends_with('\n');
    let before = text[..from].strip_suffix('\n').map(|rest| rest.strip_suffix('\r').unwrap_or(rest).len());
    TextChange::remove(before.filter(|_| ends_open).unwrap_or(from), to)
}
