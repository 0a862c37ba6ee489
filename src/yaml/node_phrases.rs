//! Phrases for messages about nodes: what was found, what is expected, which keys are known.

use super::{Node, NodeContent, TextStyle, keys_of_army_lists, nearest_name};

/// How many words a message lists before "or one of N more".
const MAX_WORDS_LISTED: usize = 5;
/// How many keys a message lists before "and N more". The first keys of each type are those used most.
const MAX_KEYS_LISTED: usize = 8;

/// Describes what a node is, such as "a list" or "the number 3".
pub(crate) fn describe_node(node: &Node<'_>) -> String {
    match &node.content {
        NodeContent::Seq(_) => "a list".to_owned(),
        NodeContent::Map(_) => "a map".to_owned(),
        NodeContent::Scalar { .. } if node.is_null() => "nothing".to_owned(),
        NodeContent::Scalar { text, style: TextStyle::Plain } if is_number(text) => {
            format!("the number {}", shorten(text))
        }
        NodeContent::Scalar { text, style: TextStyle::Plain }
            if matches!(text.as_ref(), "true" | "false") =>
        {
            format!("`{text}`")
        }
        NodeContent::Scalar { text, .. } => format!("text \"{}\"", shorten(text)),
    }
}

/// Writes a node on one line, shortened if it is long.
pub(crate) fn node_as_text(node: &Node<'_>) -> String {
    match &node.content {
        NodeContent::Scalar { text, style: TextStyle::Plain } => shorten(text),
        NodeContent::Scalar { text, .. } => format!("\"{}\"", shorten(text)),
        NodeContent::Seq(items) => format!("[{}]", join_shortened(items, node_as_text)),
        NodeContent::Map(entries) => format!("{{{}}}", join_shortened(entries, entry_as_text)),
    }
}

fn entry_as_text((key, value): &(Node<'_>, Node<'_>)) -> String {
    match (node_as_text(key), value.as_str()) {
        (key, Some("")) => key,
        (key, _) => format!("{key}: {}", node_as_text(value)),
    }
}

fn join_shortened<T>(all: &[T], written: impl Fn(&T) -> String) -> String {
    let mut words: Vec<String> = all.iter().take(MAX_WORDS_LISTED).map(written).collect();
    if all.len() > MAX_WORDS_LISTED {
        words.push("…".to_owned());
    }
    words.join(", ")
}

/// Returns `true` if the text is digits only, perhaps with a sign before them.
pub(crate) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Shortens a text to fit into a message: one line of at most 40 characters.
pub(crate) fn shorten(text: &str) -> String {
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

/// Lists the known keys: "the keys here are `a`, `b` and 3 more".
pub(crate) fn list_known_keys(keys: &[&str]) -> String {
    let listed: Vec<String> = keys.iter().take(MAX_KEYS_LISTED).map(|k| format!("`{k}`")).collect();
    match (keys.len(), listed.as_slice()) {
        (0, _) => "no keys are allowed here".to_owned(),
        (1, _) => format!("the only key here is {}", listed.concat()),
        (n, _) if n > MAX_KEYS_LISTED => {
            format!("the keys here are {} and {} more", listed.join(", "), n - MAX_KEYS_LISTED)
        }
        (_, [most @ .., last]) => format!("the keys here are {} and {last}", most.join(", ")),
        (_, []) => String::new(),
    }
}

/// Returns the help for a single value where a list is expected. `item` describes an item of the list.
pub(crate) fn as_list_help(text: &str, item_is_scalar: bool, item: &str) -> String {
    if !item_is_scalar {
        return format!("begin each item with a hyphen; an item is {item}");
    }
    match text.strip_prefix('(') {
        Some(inner) => {
            let inner = inner.strip_suffix(')').unwrap_or(inner);
            format!("write square brackets instead of round ones: `[{}]`", shorten(inner))
        }
        None => format!("write it in brackets: `[{}]`", shorten(text)),
    }
}

/// Returns the help for a key and a value without a space after the colon. `None` if `text` is not that.
pub(crate) fn missing_space_help(text: &str, known: &[&str]) -> Option<String> {
    let (key, value) = keys_of_army_lists::split_at_colon(text)?;
    nearest_name(key, known.iter().copied())?;
    Some(format!("write a space after the colon: `{key}: {}`", shorten(value)))
}

/// Returns what a word such as `yes`, `off` or a quoted `true` was meant to be. `None` for other words.
pub(crate) fn intended_bool(word: &str) -> Option<bool> {
    match word.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "y" => Some(true),
        "false" | "no" | "off" | "n" => Some(false),
        _ => None,
    }
}
