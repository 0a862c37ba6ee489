//! The keys of lists. A misspelt line such as `count:4` is distinguished from a value by them, since the tree
//! does not know the format of its file.

use super::{Kind, Node, nearest};

/// Every key that a list may have, at any depth. A test compares them with the format.
pub(crate) const KEYS: [&str; 33] = [
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
    "unit",
    "name",
    "options",
    "count",
    "size",
    "values",
    "parts",
    "attached-to",
    "role",
    "commander",
    "with",
    "ally",
    "shared-with",
    "because",
    "some",
];

/// The keys at the top of a list. A test compares them with the format.
pub const LIST_KEYS: &[&str] = KEYS.split_at(18).0;

/// Returns `true` if these are the keys of a list or of a part of one.
pub(crate) fn are_of_lists(known: &[&str]) -> bool {
    known.iter().all(|key| KEYS.contains(key) || matches!(*key, "places" | "names"))
}

/// Returns `true` if a key of a list takes a value of this kind. A test compares this with the format.
pub(crate) fn takes(key: &str, value: &Node<'_>) -> bool {
    let (single, list, map) = match key {
        "units" | "commands" | "characters" | "reserves" | "options" => (false, true, false),
        "commander" | "choose" | "declares" | "values" | "parts" => (false, false, true),
        "baggage" | "attached-to" => (true, false, true),
        "places" | "names" => (true, true, false),
        _ => (true, false, false),
    };
    match value.kind {
        Kind::Scalar { .. } => single || value.as_str() == Some(""),
        Kind::Seq(_) => list,
        Kind::Map(_) => map,
    }
}

/// Returns where in a list a key belongs, such as "at the top of the list". `None` for an unknown key.
pub(crate) fn home(key: &str) -> Option<&'static str> {
    Some(match key {
        "unit" | "options" | "count" | "size" | "values" | "parts" | "attached-to" => "in an item of `units`",
        "commander" | "ally" => "in an item of `commands`",
        "role" | "with" => "in an item of `characters`, or in `commander`",
        "shared-with" => "in `baggage`",
        key if LIST_KEYS.contains(&key) => "at the top of the list",
        _ => return None,
    })
}

/// Returns `true` if a word is a key of lists, or near one.
pub(crate) fn is_key(word: &str) -> bool {
    is_word(word) && nearest(word, KEYS).is_some()
}

/// Returns `true` if a text looks like a key: letters, digits and hyphens, beginning with a letter.
pub(crate) fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// Splits a key and a value with no space after the colon: `count:4` into `count` and `4`. `None` for any
/// other text.
pub(crate) fn glued(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let stuck = value.starts_with(|c: char| !c.is_whitespace() && !matches!(c, ',' | ']' | '}' | '/' | ':'));
    (is_word(key) && stuck).then_some((key, value))
}
