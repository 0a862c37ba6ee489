//! The keys of lists. A misspelt line such as `count:4` is distinguished from a value by them, since the tree
//! does not know the format of its file.

use super::{Node, NodeContent, nearest_name};

/// Every key that a list may have, at any depth, those at its top first. A test compares them with the format.
pub(crate) const ALL_LIST_KEYS: [&str; 36] = [
    "army",
    "ruleset",
    "units",
    "points",
    "date",
    "commands",
    "characters",
    "baggage",
    "standard",
    "book",
    "mode",
    "player",
    "club",
    "notes",
    "choose",
    "draft",
    "declares",
    "reserves",
    "options",
    "unit",
    "name",
    "count",
    "size",
    "values",
    "parts",
    "attached-to",
    "role",
    "commander",
    "kind",
    "with",
    "ally",
    "shared-with",
    "because",
    "some",
    "colour",
    "numeral",
];

/// The keys at the top of a list, with which those of all its parts begin. A test compares them with the format.
pub const LIST_KEYS: &[&str] = ALL_LIST_KEYS.split_at(19).0;

/// Returns `true` if these are the keys of a list or of a part of one.
pub(crate) fn are_keys_of_lists(known: &[&str]) -> bool {
    known.iter().all(|key| ALL_LIST_KEYS.contains(key) || matches!(*key, "places" | "names"))
}

/// Returns `true` if a key of a list takes a value of this kind. A test compares this with the format.
pub(crate) fn key_takes(key: &str, value: &Node<'_>) -> bool {
    let (single, list, map) = match key {
        "units" | "commands" | "characters" | "reserves" | "options" => (false, true, false),
        "commander" | "choose" | "declares" | "values" | "parts" => (false, false, true),
        "baggage" | "attached-to" => (true, false, true),
        "places" | "names" => (true, true, false),
        _ => (true, false, false),
    };
    match value.content {
        NodeContent::Scalar { .. } => single || value.as_str() == Some(""),
        NodeContent::Seq(_) => list,
        NodeContent::Map(_) => map,
    }
}

/// Returns where in a list a key belongs, such as "at the top of the list". `None` for an unknown key.
pub(crate) fn place_of_key(key: &str) -> Option<&'static str> {
    Some(match key {
        "unit" | "options" | "count" | "size" | "values" | "parts" | "attached-to" => "in an item of `units`",
        "commander" | "ally" | "kind" | "colour" | "numeral" => "in an item of `commands`",
        "role" | "with" => "in an item of `characters`, or in `commander`",
        "shared-with" => "in `baggage`",
        key if LIST_KEYS.contains(&key) => "at the top of the list",
        _ => return None,
    })
}

/// Returns `true` if a word is a key of lists, or near one.
pub(crate) fn is_like_list_key(word: &str) -> bool {
    looks_like_key(word) && nearest_name(word, ALL_LIST_KEYS).is_some()
}

/// Returns `true` if a text looks like a key: letters, digits and hyphens, beginning with a letter.
pub(crate) fn looks_like_key(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// Splits a key and a value with no space after the colon: `count:4` into `count` and `4`. `None` for any
/// other text.
pub(crate) fn split_at_colon(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let stuck = value.starts_with(|c: char| !c.is_whitespace() && !matches!(c, ',' | ']' | '}' | '/' | ':'));
    (looks_like_key(key) && stuck).then_some((key, value))
}
