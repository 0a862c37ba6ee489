//! Finds the words and lines around a position in a text. All positions are in bytes.

/// A fault in the text: start, end, message, help.
pub(super) type LocatedMessage = (usize, usize, String, Option<String>);

/// Returns a message about the word at a position, or about the word before it if there is a space.
pub(super) fn message_at_word(text: &str, at: usize, message: &str, help: Option<&str>) -> LocatedMessage {
    let (mut start, mut end) = (at, word_end(text, at));
    if start == end {
        end = text[..at].trim_end().len();
        start = text[..end].rfind(char::is_whitespace).map_or(0, |n| n + 1);
        start = (start..=end).find(|n| text.is_char_boundary(*n)).unwrap_or(end);
    }
    (start, end, message.to_owned(), help.map(str::to_owned))
}

/// Returns where the line of a position begins.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |n| n + 1)
}

/// Returns what is before a position on its line.
pub(super) fn line_before(text: &str, at: usize) -> &str {
    &text[line_start(text, at)..at]
}

/// Returns where the word at a position ends.
pub(super) fn word_end(text: &str, at: usize) -> usize {
    text[at..].find(char::is_whitespace).map_or(text.len(), |n| at + n)
}

/// Returns where the word before a position begins. Commas, opening brackets and quotes are not part of a
/// word.
pub(super) fn word_start(text: &str, at: usize) -> usize {
    let before = text[..at].char_indices().rev();
    let mut rest =
        before.skip_while(|(_, c)| !c.is_whitespace() && !matches!(c, ',' | '{' | '[' | '"' | '\''));
    rest.next().map_or(0, |(n, c)| n + c.len_utf8())
}

/// Returns where the text of a line ends, before a comment and trailing spaces.
pub(super) fn line_content_end(text: &str, at: usize) -> usize {
    let line = text[at..].lines().next().unwrap_or_default();
    let line = line.find(" #").map_or(line, |n| &line[..n]);
    at + line.trim_end().len()
}

/// Finds a tab in the indentation of the line at `at` or, if the parser reported a tab, of a later line.
pub(super) fn find_tab(text: &str, at: usize, complained: bool) -> Option<usize> {
    let mut start = line_start(text, at);
    for line in text[start..].split_inclusive('\n') {
        let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..indent].find('\t') {
            return Some(start + tab);
        }
        if !complained {
            return None;
        }
        start += line.len();
    }
    // The tab may be between a dash and its item
    text[at..].find('\t').map(|n| at + n).filter(|_| complained)
}
