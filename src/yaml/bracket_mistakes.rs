//! Explains mistakes between brackets and braces.

use super::keys_of_army_lists::is_like_list_key;
use super::node_phrases::shorten;
use super::surrounding_words_and_lines::{LocatedMessage, line_start, message_at_word, word_start};
use super::tree_builder::TreeBuilder;

/// Explains something that cannot be between brackets, such as after a missing comma or in an unclosed
/// bracket. `open` is the innermost open bracket.
pub(super) fn explain_in_brackets(
    builder: &TreeBuilder<'_>,
    text: &str,
    at: usize,
    open: Option<usize>,
) -> LocatedMessage {
    let (start, end, as_key) = builder.last_scalar;
    let here = &text[at..];
    if here.starts_with(',') {
        return (at, at + 1, "there is nothing before this comma".to_owned(), Some("take it out".to_owned()));
    }
    let Some(open) = open else {
        if here.starts_with(['[', '{']) {
            let help = format!("write `{}` where it ends", closing_bracket(text, at));
            return (at, at + 1, format!("\"{}\" is never closed", &here[..1]), Some(help));
        }
        return message_at_word(text, at, "a bracket is not closed before this", None);
    };
    let close = closing_bracket(text, open);
    let bracket = &text[open..=open];
    let help = || Some(format!("write `{close}` where it ends"));
    // A line that looks like `key: …` is not meant to be inside the bracket
    if text[open..at].contains('\n') && (here.starts_with(':') || here.trim_start().is_empty()) {
        return (open, open + 1, format!("\"{bracket}\" is not closed by the end of its line"), help());
    }
    if here.starts_with(':') && end == at && !as_key && close == '}' {
        let rest = here.find([',', '}', '\n']).unwrap_or(here.len());
        return explain_comma_in_value(text, start, at)
            .unwrap_or_else(|| explain_missing_quotes(text, start, at + rest));
    }
    if here.trim_start().is_empty() {
        return (open, open + 1, format!("\"{bracket}\" is never closed"), help());
    }
    if here.starts_with(':')
        && let Some(said) = explain_comma_in_value(text, start, at)
    {
        return said;
    }
    if let Some(said) = explain_missing_comma(text, at) {
        return said;
    }
    let (start, end, _, _) = message_at_word(text, at, "", None);
    let help = format!("write `,` before it, or `{close}` where the bracket ends");
    (start, end, "a comma or a closing bracket is missing before this".to_owned(), Some(help))
}

/// Explains a key without a comma before it. `None` if there is no key at `at`.
pub(super) fn explain_missing_comma(text: &str, at: usize) -> Option<LocatedMessage> {
    let (key, _) = text[at..].lines().next()?.split_once(':')?;
    let message = format!("a comma is missing before \"{}\"", shorten(key));
    is_like_list_key(key).then(|| (at, at + key.len(), message, Some(format!("write `, {}:`", shorten(key)))))
}

/// Returns the bracket that closes the one at `open`.
fn closing_bracket(text: &str, open: usize) -> char {
    if text[open..].starts_with('[') { ']' } else { '}' }
}

/// Explains a value that ends in a key, before the colon at `at`, as in `{unit: SP name: Libyans}`. `None` if
/// it does not.
fn explain_comma_in_value(text: &str, start: usize, at: usize) -> Option<LocatedMessage> {
    let from = word_start(text, at).max(start);
    let key = &text[from..at];
    let before = text[start..from].trim_end();
    let message = format!("a comma is missing before \"{}\"", shorten(key));
    let last = before.rsplit(' ').next().unwrap_or_default();
    let message = match last.chars().next_back().filter(|sign| may_be_comma(*sign)) {
        Some(sign) => format!("\"{sign}\" is used before \"{}\" where a comma belongs", shorten(key)),
        None => message,
    };
    let help = format!("write `{}, {}:`", shorten(last.trim_end_matches(may_be_comma)), shorten(key));
    (!before.is_empty() && is_like_list_key(key)).then_some((from, at, message, Some(help)))
}

/// Returns `true` if a character after a value may have been meant as a comma.
fn may_be_comma(sign: char) -> bool {
    matches!(sign, ';' | '|' | '/')
}

/// Returns the first bracket on the line of a position, or on the last line before it that is not empty.
pub(super) fn find_bracket(text: &str, at: usize) -> Option<usize> {
    if text[at..].starts_with(['{', '[']) {
        return Some(at);
    }
    let start = line_start(text, text[..at].trim_end().len());
    text[start..at].find(['{', '[']).map(|n| start + n)
}

/// Explains a bracket whose end is hidden by a ` #` on its line. `None` if there is no such comment.
pub(super) fn explain_commented_out(text: &str, open: usize) -> Option<LocatedMessage> {
    let line = text[line_start(text, open)..].lines().next().unwrap_or_default();
    let line_end = line_start(text, open) + line.len();
    let sign = text[open..line_end].find(" #").map(|n| open + n + 1)?;
    let close = closing_bracket(text, open);
    if !text[sign..line_end].contains(close) || text[open..sign].contains(close) {
        return None;
    }
    let from = text[open..sign].rfind([',', ':', '{', '[']).map_or(open, |n| open + n + 1);
    let to = text[sign..line_end].find([',', '}', ']']).map_or(line_end, |n| sign + n);
    let value = text[from..to].trim();
    let message = format!("\"{}\" is never closed, since ` #` begins a comment", &text[open..=open]);
    let help = format!("put quotes around \"{}\"", shorten(value));
    Some((sign, line_end, message, Some(help)))
}

/// Explains a value that needs quotes, as in `name: Hannibal: in Italy`, which is the most usual mistake.
pub(super) fn explain_missing_quotes(text: &str, start: usize, end: usize) -> LocatedMessage {
    let value = text[start..end].trim_end();
    let help = if value.contains('"') { format!("write '{value}'") } else { format!("write \"{value}\"") };
    let message = "a value with \": \" inside needs quotes".to_owned();
    (start, start + value.len(), message, (value.len() < 80).then_some(help))
}

/// Explains two keys on one line without braces, as in `unit: SP name: Libyans`. `None` if the line is not
/// that.
pub(super) fn explain_second_key(text: &str, start: usize, at: usize) -> Option<LocatedMessage> {
    let from = word_start(text, at).max(start);
    let key = shorten(&text[from..at]);
    let message = format!("\"{key}\" is a second key on this line");
    let sign = text[start..from].trim_end().chars().next_back().filter(|sign| may_be_comma(*sign));
    let without = sign.map_or_else(String::new, |sign| format!(" without the \"{sign}\""));
    let help = format!("write `{key}:` on its own line{without}, or all of it in braces with commas between");
    (!text[start..from].trim().is_empty() && is_like_list_key(&text[from..at])).then_some((
        from,
        at,
        message,
        Some(help),
    ))
}
