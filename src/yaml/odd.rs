//! Characters that word processors put in place of plain ones: odd spaces, typographic quotes and dashes.

use std::borrow::Cow;
use std::ops::Range;

use super::error::Refusal;
use super::known::glued;
use super::words::short;
use crate::finding::{Code, Severity};

/// Keys whose values are ids of the rules.
const IDS: [&str; 10] =
    ["unit", "ruleset", "book", "mode", "role", "ally", "options", "rulesets", "books", "modes"];
/// Keys whose values are names that the player chooses.
const NAMES: [&str; 8] = ["army", "name", "with", "standard", "attached-to", "shared-with", "player", "club"];

/// Finds the first character in a text that only looks like a space, or is invisible.
///
/// Returns its bytes in the text and its name, such as "a no-break space".
pub fn odd_blank(text: &str) -> Option<(Range<usize>, &'static str)> {
    if text.is_ascii() {
        return None;
    }
    let mut odd = text.char_indices().filter_map(|(at, c)| Some((at..at + c.len_utf8(), called(c)?)));
    odd.next()
}

/// Replaces odd spaces in a text by plain ones, and removes invisible characters.
pub fn with_blanks(text: &str) -> Cow<'_, str> {
    if odd_blank(text).is_none() {
        return Cow::Borrowed(text);
    }
    let plain = |c: char| match called(c) {
        None => Some(c),
        Some("a zero-width space" | "a soft hyphen") => None,
        Some(_) => Some(' '),
    };
    Cow::Owned(text.chars().filter_map(plain).collect())
}

/// Returns the name of a character that only looks like a space, such as "a no-break space". `None` for any
/// other character.
pub(crate) fn called(c: char) -> Option<&'static str> {
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
pub(crate) fn cure(name: &str) -> &'static str {
    match name {
        "a zero-width space" => "take it out; it is invisible, but editors can show it",
        "a soft hyphen" => "take it out, or type a hyphen",
        _ => "type a space, or take it out",
    }
}

/// Returns the name of a dash or bullet that is used like a hyphen. `None` for any other character, also for
/// a hyphen.
pub(crate) fn dash(c: char) -> Option<&'static str> {
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
pub(crate) fn is_curly(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‟' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›')
}

/// Returns the error for the first odd space in a text. `None` if there is none.
pub(crate) fn refuse_blank(text: &str) -> Option<Refusal> {
    let (range, name) = odd_blank(text)?;
    let message = format!("\"{}\" contains {name}", short(text));
    Some(Refusal::new(Code::BadValue, message).at(range).help(cure(name)))
}

/// Returns the error for a typographic quote around a text, or a typographic dash in it. `None` if it has
/// neither.
pub(crate) fn refuse_sign(text: &str) -> Option<Refusal> {
    if text.is_ascii() {
        return None;
    }
    let refuse = |at: usize, c: char, message: String, help: &str| {
        Some(Refusal::new(Code::BadValue, message).at(at..at + c.len_utf8()).help(help))
    };
    let quote = [text.char_indices().next(), text.char_indices().next_back()];
    if let Some((at, c)) = quote.into_iter().flatten().find(|(_, c)| is_curly(*c)) {
        let message = format!("the typographic quote {c} quotes nothing: it is read as part of the word");
        return refuse(at, c, message, "type a straight quote: `\"`");
    }
    let (at, c, name) = text.char_indices().find_map(|(at, c)| Some((at, c, dash(c)?)))?;
    refuse(at, c, format!("\"{}\" contains {name}", short(text)), "type a hyphen: `-`")
}

/// Returns the first typographic mistake in a text, and its severity. Ids are held to a stricter standard
/// than names.
///
/// `key` is the key of the text, or of the list that the text is an item of.
pub(crate) fn check_typography(key: Option<&str>, is_item: bool, text: &str) -> Option<(Refusal, Severity)> {
    let key = key?;
    if is_item
        && key == "options"
        && let Some((word, value)) = glued(text)
    {
        let help = format!("write `{word}: {}`", short(value));
        let missing = Refusal::new(Code::BadValue, "a space is missing after the colon").help(help);
        return Some((missing, Severity::Error));
    }
    if text.is_ascii() {
        return None;
    }
    if IDS.contains(&key) {
        return refuse_blank(text).or_else(|| refuse_sign(text)).map(|error| (error, Severity::Error));
    }
    if !NAMES.contains(&key) {
        return None;
    }
    let opened = text.starts_with(|c| is_curly(c) && !matches!(c, '’' | '‘'));
    let odd = refuse_blank(text).or_else(|| opened.then(|| refuse_sign(text)).flatten());
    odd.map(|error| (error, Severity::Warning))
}
