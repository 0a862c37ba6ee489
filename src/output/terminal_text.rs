//! Makes text from files safe to print, measures it and fits it to a width.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Returns `true` if a character can move the cursor, or hide or reorder text: control characters, direction
/// marks, Unicode's line and paragraph separators, and the byte order mark.
pub(super) fn is_unsafe(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}' | '\u{2029}' | '\u{feff}')
        || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Returns a text as one line that is safe for a terminal.
///
/// Line breaks and tabs become one space. Every other unsafe character becomes `�`, so that the rest of an
/// escape sequence can be seen.
pub fn sanitize(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\r\n", " ");
    let shown = |c| match c {
        '\t' | '\n' | '\r' | '\u{2028}' | '\u{2029}' => ' ',
        c if is_unsafe(c) => '\u{fffd}',
        c => c,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Returns a line of a file, safe for a terminal and of the same length in bytes, so that offsets stay valid.
///
/// Tabs are kept.
pub fn sanitize_same_length(text: &str) -> Cow<'_, str> {
    if !text.contains(|c| is_unsafe(c) && c != '\t') {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match (is_unsafe(c) && c != '\t', c.len_utf8()) {
        (false, _) => c,
        (true, 1) => '?',
        (true, 2) => '\u{b7}',
        (true, _) => '\u{fffd}',
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Returns the number of columns that a text takes on a terminal.
pub fn display_width(text: &str) -> usize {
    text.width()
}

/// Returns the number of columns of a character that starts in column `at`. A tab reaches to the next
/// multiple of [`TAB`].
#[cfg(feature = "cli")]
pub(super) fn char_columns(c: char, at: usize) -> usize {
    if c == '\t' { TAB_WIDTH - at % TAB_WIDTH } else { c.width().unwrap_or(0) }
}

/// The number of columns between tab stops.
#[cfg(feature = "cli")]
pub(super) const TAB_WIDTH: usize = 4;

/// Wraps a text at spaces into lines of at most `columns`. A longer word gets its own line.
pub fn wrap_text(text: &str, columns: usize) -> String {
    let mut lines = String::with_capacity(text.len());
    let mut used = 0;
    for word in text.split(' ') {
        let needed = display_width(word);
        if used > 0 && used + 1 + needed > columns {
            lines.push('\n');
            used = 0;
        } else if !lines.is_empty() {
            lines.push(' ');
            used += 1;
        }
        lines.push_str(word);
        used += needed;
    }
    lines
}

/// Cuts a text to `columns`, with `more` in place of the rest.
pub fn truncate<'a>(text: &'a str, columns: usize, more: &str) -> Cow<'a, str> {
    if display_width(text) <= columns {
        return Cow::Borrowed(text);
    }
    let room = columns.saturating_sub(display_width(more));
    let mut used = 0;
    let fitting = text.chars().take_while(|c| {
        used += c.width().unwrap_or(0);
        used <= room
    });
    let mut cut: String = fitting.collect();
    cut.push_str(more);
    Cow::Owned(cut)
}

/// Escapes the characters in JSON that are unsafe for a terminal and that the JSON writer does not escape,
/// such as C1 controls and direction marks.
///
/// They occur only inside strings, so the JSON keeps its meaning.
pub(crate) fn escape_json(json: &str) -> Cow<'_, str> {
    let raw = |c: char| is_unsafe(c) && c != '\n';
    if !json.contains(raw) {
        return Cow::Borrowed(json);
    }
    let mut safe = String::with_capacity(json.len() + 16);
    for c in json.chars() {
        if raw(c) {
            let code = format!("\\u{:04x}", u32::from(c));
            safe.push_str(&code);
        } else {
            safe.push(c);
        }
    }
    Cow::Owned(safe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_text_is_left_alone() {
        for text in ["Hannibal", "Aníbal Barca", "ハンニバル", "a \"b\" c\\d"] {
            assert!(matches!(sanitize(text), Cow::Borrowed(same) if same == text));
            assert!(matches!(sanitize_same_length(text), Cow::Borrowed(same) if same == text));
        }
    }

    #[test]
    fn escapes_and_direction_marks_cannot_reach_a_terminal() {
        assert_eq!(sanitize("a\u{1b}[31mred"), "a\u{fffd}[31mred");
        assert_eq!(sanitize("a\u{9b}31m"), "a\u{fffd}31m");
        assert_eq!(sanitize("x\u{202e}y\u{2066}z"), "x\u{fffd}y\u{fffd}z");
        assert_eq!(sanitize("one\r\ntwo\nthree\tfour\u{2028}five"), "one two three four five");
        assert_eq!(sanitize("\u{7f}\0\u{8}"), "\u{fffd}\u{fffd}\u{fffd}");
    }

    #[test]
    fn the_same_length_is_the_same_length() {
        let hostile = "a\u{1b}b\u{85}c\u{202e}d\te\r\u{feff}f";
        let safe = sanitize_same_length(hostile);
        assert_eq!(safe, "a?b\u{b7}c\u{fffd}d\te?\u{fffd}f");
        assert_eq!(safe.len(), hostile.len());
        assert_eq!(safe.find('f'), hostile.find('f'));
    }

    #[test]
    fn wrapping_breaks_at_blanks_and_counts_columns() {
        assert_eq!(wrap_text("one two three", 7), "one two\nthree");
        assert_eq!(wrap_text("one two three", 6), "one\ntwo\nthree");
        assert_eq!(wrap_text("incomprehensible is", 5), "incomprehensible\nis");
        // Two columns each
        assert_eq!(wrap_text("漢字 漢字", 8), "漢字\n漢字");
        assert_eq!(wrap_text("漢字 漢字", 9), "漢字 漢字");
    }

    #[test]
    fn fitting_never_takes_more_than_its_columns() {
        assert_eq!(truncate("Hannibal", 8, "…"), "Hannibal");
        assert_eq!(truncate("Hannibal", 5, "…"), "Hann…");
        assert_eq!(truncate("Hannibal", 5, "..."), "Ha...");
        // A wide character that does not fit whole is left out
        assert_eq!(truncate("漢字漢字", 6, "…"), "漢字…");
    }

    #[test]
    fn json_keeps_its_meaning_when_escaped() {
        let json = serde_json::to_string("a\u{202e}b\u{9b}c\u{2028}").unwrap();
        let safe = escape_json(&json);
        assert_eq!(safe, r#""a\u202eb\u009bc\u2028""#);
        assert_eq!(serde_json::from_str::<String>(&safe).unwrap(), "a\u{202e}b\u{9b}c\u{2028}");
    }
}
