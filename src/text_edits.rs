//! Prepares the edits of findings for one text: adds quotes, and removes list items with their commas or
//! lines.

use crate::finding::{Edit, FileId, Finding, Span};

/// Prepares the edits of findings for the text they are about. A finding loses edits that cannot be prepared.
pub(crate) fn prepare_edits(findings: &mut [Finding], text: &str) {
    let mut anchored = None;
    for finding in findings.iter_mut().filter(|f| f.has_edits()) {
        // An edit to text that an alias repeats would change two places
        let usable = !*anchored.get_or_insert_with(|| has_anchor(text));
        let verbatim = finding.edits_are_verbatim;
        let made: Option<Box<[Edit]>> =
            finding.edits.iter().map(|edit| prepare_edit(text, edit, verbatim).filter(|_| usable)).collect();
        finding.edits = made.unwrap_or_default();
    }
}

fn prepare_edit(text: &str, edit: &Edit, verbatim: bool) -> Option<Edit> {
    let old = text.get(edit.span.start as usize..edit.span.end as usize)?;
    // A value over several lines may contain comments
    if old.is_empty() || old.contains(['\n', '#']) {
        return None;
    }
    if edit.text.is_empty() {
        let (start, end) = item_range(text, edit.span)?;
        return Some(Edit { span: Span::new(FileId::CHECKED, start, end), text: String::new() });
    }
    let text = if verbatim { edit.text.clone() } else { quote_like(old, &edit.text) };
    Some(Edit { span: edit.span, text })
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
    text.match_indices(signs).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + 1..].chars().next();
        before.is_none_or(|c| c.is_whitespace() || "[{,".contains(c))
            && after.is_some_and(char::is_alphanumeric)
    })
}

/// Writes a word so that it is valid YAML anywhere, in quotes if the old text had them or the word needs
/// them.
fn quote_like(old: &str, word: &str) -> String {
    let plain = word.starts_with(char::is_alphabetic)
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | ' ' | '\'' | '.'))
        && !word.ends_with(' ')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&word.to_ascii_lowercase().as_str());
    if old.starts_with('\'') && !word.contains('\'') && plain {
        return format!("'{word}'");
    }
    if plain && !old.starts_with(['"', '\'']) {
        return word.to_owned();
    }
    // A JSON string is also a YAML string
    serde_json::to_string(word).unwrap_or_else(|_| format!("{word:?}"))
}

/// Returns the start and the indentation of the line that contains a byte.
fn line_indent(text: &str, at: usize) -> (usize, &str) {
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    let line = &text[start..];
    (start, &line[..line.len() - line.trim_start_matches(' ').len()])
}

/// Returns the range to remove with an item of a list: the item and its comma, or its line. A comment on the
/// line is kept.
fn item_range(text: &str, span: Span) -> Option<(usize, usize)> {
    let (start, end) = (span.start as usize, span.end as usize);
    let before = text.get(..start)?.trim_end_matches(' ');
    let after = text.get(end..)?;
    let next = after.trim_start_matches(' ');
    let next_at = end + after.len() - next.len();
    match before.chars().next_back()? {
        ',' if next.starts_with([',', ']']) => Some((before.len() - 1, end)),
        '[' if next.starts_with(',') => {
            let rest = &text[next_at + 1..];
            let blanks = rest.len() - rest.trim_start_matches(' ').len();
            Some((start, next_at + 1 + blanks))
        }
        '[' if next.starts_with(']') => Some((start, end)),
        '-' => {
            let hyphen = before.len() - 1;
            let (line, indent) = line_indent(text, hyphen);
            // Only an item that starts its line can be removed with it
            if line + indent.len() != hyphen {
                return None;
            }
            let rest = next.strip_prefix('\r').unwrap_or(next);
            if let Some(rest) = rest.strip_prefix('\n') {
                Some((line, text.len() - rest.len()))
            } else if next.is_empty() {
                Some((line, end))
            } else {
                next.starts_with('#').then_some((hyphen, next_at))
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn without(text: &str, word: &str) -> Option<String> {
        let at = text.rfind(word).unwrap();
        let (start, end) = item_range(text, Span::new(FileId::CHECKED, at, at + word.len()))?;
        Some(format!("{}{}", &text[..start], &text[end..]))
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
            ("o:\n  - x", Some("o:\n")),
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
            assert_eq!(quote_like(old, word), written);
        }
    }
}
