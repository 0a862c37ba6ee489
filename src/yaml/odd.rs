//! Signs that word processors put where a plain one was typed: blanks that are none, typographic quotes
//! and dashes.

use std::borrow::Cow;
use std::ops::Range;

use super::error::Refusal;
use super::known::glued;
use super::words::short;
use crate::finding::{Code, Severity};

/// Keys whose values are words of the rules.
const IDS: [&str; 10] =
    ["unit", "ruleset", "book", "mode", "role", "ally", "options", "rulesets", "books", "modes"];
/// Keys whose values are names that a player gives.
const NAMES: [&str; 8] = ["army", "name", "with", "standard", "attached-to", "shared-with", "player", "club"];

/// The first blank in a text that only looks like one, or is not seen at all: its place in bytes, and what it
/// is called, such as "a no-break space".
pub fn odd_blank(text: &str) -> Option<(Range<usize>, &'static str)> {
    if text.is_ascii() {
        return None;
    }
    let mut odd = text.char_indices().filter_map(|(at, c)| Some((at..at + c.len_utf8(), called(c)?)));
    odd.next()
}

/// A text with plain blanks where it has odd ones, and without what is not seen at all.
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

/// What a blank is called that is none; nothing for other characters.
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
        '\u{85}' | '\u{2028}' | '\u{2029}' => "an odd line break",
        _ => return None,
    })
}

/// What to do about an odd blank.
pub(crate) fn cure(name: &str) -> &'static str {
    match name {
        "a zero-width space" => "take it out; it is not seen, and an editor shows it",
        "a soft hyphen" => "take it out, or type a hyphen",
        _ => "type a blank, or take it out",
    }
}

/// What a dash is called that is no hyphen.
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

/// Whether a quote is one that only print has.
pub(crate) fn is_curly(c: char) -> bool {
    matches!(c, '“' | '”' | '„' | '‟' | '‘' | '’' | '‚' | '«' | '»' | '‹' | '›')
}

/// An odd blank as a refusal of the text it is in.
pub(crate) fn refuse_blank(text: &str) -> Option<Refusal> {
    let (range, name) = odd_blank(text)?;
    let message = format!("{name} stands in \"{}\"", short(text));
    Some(Refusal::new(Code::BadValue, message).at(range).help(cure(name)))
}

/// A typographic sign where YAML or the rules know a plain one only.
pub(crate) fn refuse_sign(text: &str) -> Option<Refusal> {
    if text.is_ascii() {
        return None;
    }
    let refuse = |at: usize, c: char, message: String, help: &str| {
        Some(Refusal::new(Code::BadValue, message).at(at..at + c.len_utf8()).help(help))
    };
    let quote = [text.char_indices().next(), text.char_indices().next_back()];
    if let Some((at, c)) = quote.into_iter().flatten().find(|(_, c)| is_curly(*c)) {
        let message = format!("the typographic quote {c} quotes nothing: it is a letter of the word");
        return refuse(at, c, message, "type a straight quote: `\"`");
    }
    let (at, c, name) = text.char_indices().find_map(|(at, c)| Some((at, c, dash(c)?)))?;
    refuse(at, c, format!("{name} stands in \"{}\"", short(text)), "type a hyphen: `-`")
}

/// The first typographic mistake in a text at this key, or in an item of the list there, and how much it weighs: ids
/// are held to a stricter standard than names.
pub(crate) fn check_typography(key: Option<&str>, is_item: bool, text: &str) -> Option<(Refusal, Severity)> {
    let key = key?;
    if is_item
        && key == "options"
        && let Some((word, value)) = glued(text)
    {
        let help = format!("write `{word}: {}`", short(value));
        let missing = Refusal::new(Code::BadValue, "a blank is missing after the colon").help(help);
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
