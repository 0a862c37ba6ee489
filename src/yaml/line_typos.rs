//! Typos that are visible on a single line: no space after a hyphen or colon, other characters in place of
//! these, round brackets in place of others.

use super::keys_of_army_lists::{is_like_list_key, looks_like_key, split_at_colon};
use super::node_phrases::shorten;
use super::surrounding_words_and_lines::{LocatedMessage, line_start, word_end};
use super::word_processor_characters::{dash_name, odd_space_help, odd_space_name};

/// Lines longer than this, in bytes, are not examined: nobody has typed them.
const MAX_LINE_LENGTH: usize = 2000;

/// Finds the first typo on the lines from that of `from` to that of `to`.
pub(super) fn find_line_typo(text: &str, from: usize, to: usize) -> Option<LocatedMessage> {
    let mut start = line_start(text, from.min(to));
    for line in text[start..].split_inclusive('\n') {
        if start > to {
            return None;
        }
        if let Some(said) = find_typo_on_line(text, start, line.trim_end_matches(['\n', '\r'])) {
            return Some(said);
        }
        start += line.len();
    }
    None
}

/// Returns `true` if a key begins with a character that suggests a typo on its line.
pub(super) fn is_suspect_key(key: &str) -> bool {
    let mut signs = key.chars();
    match signs.next() {
        Some('-') => signs
            .next()
            .is_some_and(|c| c.is_alphabetic() || "{[(\"'".contains(c) || odd_space_name(c).is_some()),
        Some('(') => true,
        Some(c) => odd_space_name(c).is_some() || dash_name(c).is_some(),
        None => false,
    }
}

/// Finds the first typo on a line that begins at byte `start`.
fn find_typo_on_line(text: &str, start: usize, line: &str) -> Option<LocatedMessage> {
    if line.len() > MAX_LINE_LENGTH {
        return None;
    }
    let end = start + line.len();
    let mut at = start;
    loop {
        let rest = &text[at..end];
        let first = rest.chars().next()?;
        let width = first.len_utf8();
        let after = rest[width..].chars().next();
        match first {
            ' ' => at += 1,
            '#' => return None,
            '-' if after == Some(' ') => at += 1,
            '-' => {
                if let Some(name) = after.and_then(odd_space_name) {
                    return Some(odd_space_message(text, at + 1, name, "after the hyphen"));
                }
                let stuck = after.is_some_and(|c| c.is_alphabetic() || "{[(\"'".contains(c));
                return stuck.then(|| hyphen_message(text, at, width, "a space is missing after the hyphen"));
            }
            c if odd_space_name(c).is_some() => {
                return odd_space_name(c).map(|name| odd_space_message(text, at, name, "in the indentation"));
            }
            '*' if after == Some(' ') => return Some(bullet_message(text, at, width, "an asterisk")),
            c if dash_name(c).is_some() => {
                return dash_name(c).map(|name| bullet_message(text, at, width, name));
            }
            _ => break,
        }
    }
    find_typo_in_content(text, at, end)
}

/// Returns the message for an odd space where YAML needs a plain one.
fn odd_space_message(text: &str, at: usize, name: &str, place: &str) -> LocatedMessage {
    let width = text[at..].chars().next().map_or(0, char::len_utf8);
    let help = if place == "in the indentation" && odd_space_help(name).starts_with("type") {
        "indent with spaces"
    } else if odd_space_help(name).starts_with("type") {
        "type a space instead"
    } else {
        odd_space_help(name)
    };
    (at, at + width, format!("there is {name} {place}"), Some(help.to_owned()))
}

/// Returns the message for a bullet or dash where YAML needs a hyphen.
fn bullet_message(text: &str, at: usize, width: usize, name: &str) -> LocatedMessage {
    let message = format!("an item of a list begins with a hyphen, not with {name}");
    let (_, _, message, help) = hyphen_message(text, at, width, &message);
    (at, at + width, message, help)
}

/// Returns the message for a hyphen, or a character in its place, without a space after it.
fn hyphen_message(text: &str, at: usize, width: usize, message: &str) -> LocatedMessage {
    let rest = &text[at + width..];
    let word = rest.trim_start_matches(|c: char| c == ' ' || odd_space_name(c).is_some());
    let word = &word[..word_end(word, 0)];
    (at, word_end(text, at), message.to_owned(), Some(format!("write `- {}`", shorten(word))))
}

/// Finds the first typo after the indentation and hyphens of a line.
fn find_typo_in_content(text: &str, at: usize, end: usize) -> Option<LocatedMessage> {
    let content = &text[at..end];
    // Look at the first key of the line, and at every key in brackets
    let mut starts = vec![0];
    if let Some(open) = content.find(['{', '[']) {
        let signs = content[open..].char_indices().filter(|(_, c)| matches!(c, '{' | '[' | ','));
        starts.extend(signs.map(|(n, c)| open + n + c.len_utf8()));
    }
    if let Some(n) = content.find(": (") {
        starts.push(n + 2);
    }
    starts.into_iter().find_map(|from| {
        let part = content[from..].trim_start_matches(' ');
        find_key_typo(text, end - part.len(), part, from > 0)
    })
}

/// Finds a key without a space after its colon, or after a round bracket.
fn find_key_typo(text: &str, at: usize, part: &str, bracketed: bool) -> Option<LocatedMessage> {
    if let Some(inner) = part.strip_prefix('(') {
        let (word, _) = inner.split_once(':')?;
        let message = "a round bracket opens nothing here".to_owned();
        return is_like_list_key(word)
            .then(|| (at, at + 1, message, Some("write `{` and `}` around it".to_owned())));
    }
    let (word, rest) = part.split_once(':')?;
    if let Some(name) = rest.chars().next().and_then(odd_space_name) {
        return looks_like_key(word)
            .then(|| odd_space_message(text, at + word.len() + 1, name, "after the colon"));
    }
    let (word, value) = split_at_colon(part)?;
    let opens = bracketed && value.starts_with(['[', '{', '"', '\'']);
    (is_like_list_key(word) || opens).then(|| missing_space_message(at, word, value, bracketed))
}

/// Returns the message for a colon without a space after it.
pub(super) fn missing_space_message(at: usize, word: &str, value: &str, bracketed: bool) -> LocatedMessage {
    let stop = if value.starts_with(['[', '{']) {
        value.find([']', '}']).map_or(value.len(), |n| n + 1)
    } else {
        value.find(|c| c == '\n' || bracketed && matches!(c, ',' | '}' | ']')).unwrap_or(value.len())
    };
    let value = &value[..stop];
    let value = value.find(" #").map_or(value, |n| &value[..n]).trim_end();
    let help = format!("write `{word}: {}`", shorten(value));
    (at, at + word.len() + 1 + value.len(), "a space is missing after the colon".to_owned(), Some(help))
}
