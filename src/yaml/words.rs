//! The words of messages: what was found, what is wanted, where.

use super::ask::Shape;
use super::de::Place;
use super::{Kind, Node, Style, known, nearest};

/// How many words are listed before "and N more".
const LISTED: usize = 5;
/// How many keys are listed before "and N more": the first of a type are those most used.
const KEYS_LISTED: usize = 8;

/// What serde expects, in people's words.
pub(super) fn wanted(expecting: &str) -> String {
    let word = match expecting {
        "a string" | "string" | "str" | "a borrowed string" | "a character" => "text",
        "a boolean" => "true or false",
        "a sequence" | "unit struct" => "a list",
        "unit" | "unit value" => "nothing",
        "f32" | "f64" => "a number",
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => {
            "a whole number"
        }
        other => {
            if let Some(size) =
                other.strip_prefix("a tuple of size ").or(other.strip_prefix("an array of length "))
            {
                return format!("a list of {size}");
            }
            if other.starts_with("tuple struct ") {
                return "a list".to_owned();
            }
            if other.starts_with("a nonzero ") {
                return "a whole number other than 0".to_owned();
            }
            if other.starts_with("struct ") {
                return "a map".to_owned();
            }
            if other.starts_with("enum ") {
                return "a word or a map of one key".to_owned();
            }
            other
        }
    };
    word.to_owned()
}

/// What a node is.
pub(super) fn found(node: &Node<'_>) -> String {
    match &node.kind {
        Kind::Seq(_) => "a list".to_owned(),
        Kind::Map(_) => "a map".to_owned(),
        Kind::Scalar { .. } if node.is_null() => "nothing".to_owned(),
        Kind::Scalar { text, style: Style::Plain } if is_number(text) => {
            format!("the number {}", short(text))
        }
        Kind::Scalar { text, style: Style::Plain } if matches!(text.as_ref(), "true" | "false") => {
            format!("`{text}`")
        }
        Kind::Scalar { text, .. } => format!("text \"{}\"", short(text)),
    }
}

/// A node as it may be written in one line, cut where it is long.
pub(super) fn written(node: &Node<'_>) -> String {
    match &node.kind {
        Kind::Scalar { text, style: Style::Plain } => short(text),
        Kind::Scalar { text, .. } => format!("\"{}\"", short(text)),
        Kind::Seq(items) => format!("[{}]", in_a_row(items, written)),
        Kind::Map(entries) => format!("{{{}}}", in_a_row(entries, entry)),
    }
}

fn entry((key, value): &(Node<'_>, Node<'_>)) -> String {
    match (written(key), value.as_str()) {
        (key, Some("")) => key,
        (key, _) => format!("{key}: {}", written(value)),
    }
}

fn in_a_row<T>(all: &[T], written: impl Fn(&T) -> String) -> String {
    let mut words: Vec<String> = all.iter().take(LISTED).map(written).collect();
    if all.len() > LISTED {
        words.push("…".to_owned());
    }
    words.join(", ")
}

/// Whether a text is a number of digits, perhaps with a sign.
pub(super) fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// A text that fits into a message: one line, not long.
pub(super) fn short(text: &str) -> String {
    let mut short: String = text.chars().take(40).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}

/// What is read, as the subject of a sentence.
pub(super) fn subject(place: Place<'_>) -> String {
    match place {
        Place::Root => "the file".to_owned(),
        Place::Key => "the key".to_owned(),
        Place::Value(key) => format!("`{}`", short(key.as_str().unwrap_or_default())),
        Place::Item(Some(key)) => format!("an item of `{}`", short(key.as_str().unwrap_or_default())),
        Place::Item(None) => "an item of the list".to_owned(),
    }
}

/// Where a key is or lacks: nothing at the top, else " in `commander`".
pub(super) fn within(place: Place<'_>) -> String {
    match place {
        Place::Root | Place::Key | Place::Item(None) => String::new(),
        Place::Value(_) | Place::Item(Some(_)) => format!(" in {}", subject(place)),
    }
}

/// "`a`, `b` or `c`", with at most five words.
pub(super) fn any_of<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.into_iter().map(|w| format!("`{w}`")).collect();
    if words.len() > LISTED {
        return format!("{} or one of {} more", words[..LISTED].join(", "), words.len() - LISTED);
    }
    or(&words)
}

/// "a, b or c".
pub(super) fn or(words: &[String]) -> String {
    match words {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// "the keys here are `a`, `b` and 3 more".
pub(super) fn known_keys(keys: &[&str]) -> String {
    let listed: Vec<String> = keys.iter().take(KEYS_LISTED).map(|k| format!("`{k}`")).collect();
    match (keys.len(), listed.as_slice()) {
        (0, _) => "no key is known here".to_owned(),
        (1, _) => format!("the only key here is {}", listed.concat()),
        (n, _) if n > KEYS_LISTED => {
            format!("the keys here are {} and {} more", listed.join(", "), n - KEYS_LISTED)
        }
        (_, [most @ .., last]) => format!("the keys here are {} and {last}", most.join(", ")),
        (_, []) => String::new(),
    }
}

/// How to write as a list what is a single value.
pub(super) fn as_list(text: &str, item: &Shape) -> String {
    if !item.scalar && !item.wanted.is_empty() {
        return format!("begin each item with a hyphen; an item is {}", item.wanted);
    }
    match text.strip_prefix('(') {
        Some(inner) => {
            let inner = inner.strip_suffix(')').unwrap_or(inner);
            format!("write square brackets instead of round ones: `[{}]`", short(inner))
        }
        None => format!("write it in brackets: `[{}]`", short(text)),
    }
}

/// How to write a key and its value that have no blank between them.
pub(super) fn glued(text: &str, known: &[&str]) -> Option<String> {
    let (key, value) = known::glued(text)?;
    nearest(key, known.iter().copied())?;
    Some(format!("write a blank after the colon: `{key}: {}`", short(value)))
}
