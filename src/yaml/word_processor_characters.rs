//! Characters that word processors put in place of plain ones: odd spaces, typographic quotes and dashes.

use std::borrow::Cow;
use std::ops::Range;

use super::error_without_position::ValueError;
use super::keys_of_army_lists::split_at_colon;
use super::node_phrases::shorten;
use crate::finding::{Code, Severity};

/// Keys whose values are ids of the rules.
const ID_KEYS: [&str; 10] =
    ["unit", "ruleset", "book", "mode", "role", "ally", "options", "rulesets", "books", "modes"];
/// Keys whose values are names that the player chooses.
const NAME_KEYS: [&str; 8] =
    ["army", "name", "with", "standard", "attached-to", "shared-with", "player", "club"];

/// Finds the first character in a text that only looks like a space, or is invisible.
///
/// Returns its bytes in the text and its name, such as "a no-break space".
pub fn find_odd_space(text: &str) -> Option<(Range<usize>, &'static str)> {
    if text.is_ascii() {
        return None;
    }
    let mut odd = text.char_indices().filter_map(|(at, c)| Some((at..at + c.len_utf8(), odd_space_name(c)?)));
    odd.next()
}

/// Replaces odd spaces in a text by plain ones, and removes invisible characters.
pub fn without_odd_spaces(text: &str) -> Cow<'_, str> {
    if find_odd_space(text).is_none() {
        return Cow::Borrowed(text);
    }
    let plain = |c: char| match odd_space_name(c) {
        None => Some(c),
        Some("a zero-width space" | "a soft hyphen") => None,
        Some(_) => Some(' '),
    };
    Cow::Owned(text.chars().filter_map(plain).collect())
}

/// Returns the name of a character that only looks like a space, such as "a no-break space". `None` for any
/// other character.
pub(crate) fn odd_space_name(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{a0}' => "a no-break space",
        '\u{202f}' => "a narrow no-break space",
        '\u{2007}' => "a figure space",
        '\u{2002}' => "an en space",
        '\u{2003}' => "an em space",
        '\u{2000}'..='\u{2006}' | '\u{2008}'..='\u{200a}' | '\u{205f}' => "a thin space",
        '\u{3000}' => "an ideographic space",
        '\u{200b}' | '\u{2060}' | '\u{feff}' => "a zero-width space",
        '\u{ad}' => "a soft hyphen",
        '\u{85}' | '\u{2028}' | '\u{2029}' => "an unusual line break",
        _ => return None,
    })
}

/// Returns what to do about an odd space of this name.
pub(crate) fn odd_space_help(name: &str) -> &'static str {
    match name {
        "a zero-width space" => "take it out; it is invisible, but editors can show it",
        "a soft hyphen" => "take it out, or type a hyphen",
        _ => "type a space, or take it out",
    }
}

/// Returns the name of a dash or bullet that is used like a hyphen. `None` for any other character, also for
/// a hyphen.
pub(crate) fn dash_name(c: char) -> Option<&'static str> {
    Some(match c {
        '–' => "an en dash",
        '—' | '―' => "an em dash",
        '−' => "a minus sign",
        '‐' | '‑' => "a typographic hyphen",
        '•' | '·' | '●' | '▪' | '◦' | '‣' | '∙' | '\u{f0b7}' => "a bullet",
        _ => return None,
    })
}

/// Returns `true` for a typographic quote.
pub(crate) fn is_typographic_quote(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‟' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›')
}

/// Returns the error for the first odd space in a text. `None` if there is none.
pub(crate) fn odd_space_error(text: &str) -> Option<ValueError> {
    let (range, name) = find_odd_space(text)?;
    let message = format!("\"{}\" contains {name}", shorten(text));
    Some(ValueError::new(Code::BadValue, message).with_range(range).with_help(odd_space_help(name)))
}

/// Returns the error for a typographic quote around a text, or a typographic dash in it. `None` if it has
/// neither.
pub(crate) fn odd_character_error(text: &str) -> Option<ValueError> {
    if text.is_ascii() {
        return None;
    }
    let refuse = |at: usize, c: char, message: String, help: &str| {
        Some(ValueError::new(Code::BadValue, message).with_range(at..at + c.len_utf8()).with_help(help))
    };
    let quote = [text.char_indices().next(), text.char_indices().next_back()];
    if let Some((at, c)) = quote.into_iter().flatten().find(|(_, c)| is_typographic_quote(*c)) {
        let message = format!("the typographic quote {c} quotes nothing: it is read as part of the word");
        return refuse(at, c, message, "type a straight quote: `\"`");
    }
    let (at, c, name) = text.char_indices().find_map(|(at, c)| Some((at, c, dash_name(c)?)))?;
    refuse(at, c, format!("\"{}\" contains {name}", shorten(text)), "type a hyphen: `-`")
}

/// Returns the first typographic mistake in a text, and its severity. Ids are held to a stricter standard
/// than names.
///
/// `key` is the key of the text, or of the list that the text is an item of.
pub(crate) fn check_typography(
    key: Option<&str>,
    is_item: bool,
    text: &str,
) -> Option<(ValueError, Severity)> {
    let key = key?;
    if is_item
        && key == "options"
        && let Some((word, value)) = split_at_colon(text)
    {
        let help = format!("write `{word}: {}`", shorten(value));
        let missing = ValueError::new(Code::BadValue, "a space is missing after the colon").with_help(help);
        return Some((missing, Severity::Error));
    }
    if text.is_ascii() {
        return None;
    }
    if ID_KEYS.contains(&key) {
        return odd_space_error(text)
            .or_else(|| odd_character_error(text))
            .map(|error| (error, Severity::Error));
    }
    if !NAME_KEYS.contains(&key) {
        return None;
    }
    let opened = text.starts_with(|c| is_typographic_quote(c) && !matches!(c, '’' | '‘'));
    let odd = odd_space_error(text).or_else(|| opened.then(|| odd_character_error(text)).flatten());
    odd.map(|error| (error, Severity::Warning))
}
