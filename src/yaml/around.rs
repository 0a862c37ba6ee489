//! Words and lines around a place in a text.

/// A place in the text and what is wrong with it: start, end, message, help.
pub(super) type Said = (usize, usize, String, Option<String>);

/// Says something of the word at a place, or of the one before it where only a blank is there.
pub(super) fn word(text: &str, at: usize, message: &str, help: Option<&str>) -> Said {
    let (mut start, mut end) = (at, word_end(text, at));
    if start == end {
        end = text[..at].trim_end().len();
        start = text[..end].rfind(char::is_whitespace).map_or(0, |n| n + 1);
        start = (start..=end).find(|n| text.is_char_boundary(*n)).unwrap_or(end);
    }
    (start, end, message.to_owned(), help.map(str::to_owned))
}

/// Where the line of a place begins.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |n| n + 1)
}

/// What stands before a place on its line.
pub(super) fn line_before(text: &str, at: usize) -> &str {
    &text[line_start(text, at)..at]
}

/// Where the word at a place ends.
pub(super) fn word_end(text: &str, at: usize) -> usize {
    text[at..].find(char::is_whitespace).map_or(text.len(), |n| at + n)
}

/// Where the word before a place begins, commas and brackets not being part of it.
pub(super) fn word_start(text: &str, at: usize) -> usize {
    let before = text[..at].char_indices().rev();
    let mut rest =
        before.skip_while(|(_, c)| !c.is_whitespace() && !matches!(c, ',' | '{' | '[' | '"' | '\''));
    rest.next().map_or(0, |(n, c)| n + c.len_utf8())
}

/// The end of what a line says: without a comment and blanks.
pub(super) fn line_content_end(text: &str, at: usize) -> usize {
    let line = text[at..].lines().next().unwrap_or_default();
    let line = line.find(" #").map_or(line, |n| &line[..n]);
    at + line.trim_end().len()
}

/// A tab in the indentation of the line at `at`, or, where the parser complained of a tab, of a later line.
pub(super) fn tab_before(text: &str, at: usize, complained: bool) -> Option<usize> {
    let mut start = line_start(text, at);
    for line in text[start..].split_inclusive('\n') {
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        if let Some(tab) = line[..blank].find('\t') {
            return Some(start + tab);
        }
        if !complained {
            return None;
        }
        start += line.len();
    }
    // a tab between a dash and its item
    text[at..].find('\t').map(|n| at + n).filter(|_| complained)
}
