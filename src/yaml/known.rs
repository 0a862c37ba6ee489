//! The keys of lists, by which a slip of the pen is told from a value: the tree knows no format yet.

use super::{Kind, Node, nearest};

/// Every key that a list may have, at any depth; a test holds them against the format.
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

/// The keys that lists begin with; a test holds them against the format too.
pub const LIST_KEYS: &[&str] = KEYS.split_at(18).0;

/// Whether these are the keys of a list or of a part of one.
pub(crate) fn are_of_lists(known: &[&str]) -> bool {
    known.iter().all(|key| KEYS.contains(key) || matches!(*key, "places" | "names"))
}

/// Whether a key of a list takes a value of this kind; a test holds it against the format.
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

/// Where a key of lists belongs, for one that stands elsewhere.
pub(crate) fn home(key: &str) -> Option<&'static str> {
    Some(match key {
        "unit" | "options" | "count" | "size" | "values" | "parts" | "attached-to" => "an item of `units`",
        "commander" | "ally" => "an item of `commands`",
        "role" | "with" => "an item of `characters`, or into `commander`",
        "shared-with" => "`baggage`",
        key if LIST_KEYS.contains(&key) => "the top of the list",
        _ => return None,
    })
}

/// Whether a word is a key, or near one.
pub(crate) fn is_key(word: &str) -> bool {
    is_word(word) && nearest(word, KEYS).is_some()
}

/// Whether a text looks like a key: letters, digits and hyphens, a letter first.
pub(crate) fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// A key and a value with nothing between them but a colon: `count:4` as `count` and `4`.
pub(crate) fn glued(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let stuck = value.starts_with(|c: char| !c.is_whitespace() && !matches!(c, ',' | ']' | '}' | '/' | ':'));
    (is_word(key) && stuck).then_some((key, value))
}
