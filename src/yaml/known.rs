//! The keys of lists, by which a slip of the pen is told from a value: the tree knows no format yet.

use super::nearest;

/// Every key that a list may have, at any depth; a test holds them against the format.
pub(super) const KEYS: [&str; 33] = [
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

/// Whether a word is a key, or near one.
pub(super) fn is_key(word: &str) -> bool {
    is_word(word) && nearest(word, KEYS).is_some()
}

/// Whether a text looks like a key: letters, digits and hyphens, a letter first.
pub(super) fn is_word(text: &str) -> bool {
    text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
}

/// A key and a value with nothing between them but a colon: `count:4` as `count` and `4`.
pub(super) fn glued(text: &str) -> Option<(&str, &str)> {
    let (key, value) = text.split_once(':')?;
    let stuck = value.starts_with(|c: char| !c.is_whitespace() && !matches!(c, ',' | ']' | '}' | '/' | ':'));
    (is_word(key) && stuck).then_some((key, value))
}
