//! Explains lines with the wrong indentation: how far they are indented, and how far the lines they belong to
//! are.

use super::node_phrases::shorten;
use super::surrounding_words_and_lines::{LocatedMessage, line_start};

/// How many lines above a faulty one are compared with it, so that a long file cannot take quadratic time.
const MAX_LINES_ABOVE: usize = 500;

/// A line and its indentation.
#[derive(Clone, Copy)]
struct IndentedLine<'t> {
    start: usize,
    indent: usize,
    /// The text after the indentation, without a comment.
    text: &'t str,
}

impl<'t> IndentedLine<'t> {
    /// Reads a line that begins at byte `start`.
    fn new(start: usize, line: &'t str) -> Self {
        let line = line.trim_end();
        let indent = line.len() - line.trim_start_matches(' ').len();
        let says = &line[indent..];
        Self { start, indent, text: says.find(" #").map_or(says, |at| says[..at].trim_end()) }
    }

    /// Returns `true` if the line begins an item of a list.
    fn is_item(&self) -> bool {
        self.text == "-" || self.text.starts_with("- ")
    }

    /// Returns `true` if the lines indented below it may be its value.
    fn may_open_block(&self) -> bool {
        self.text.ends_with(':') || self.text == "-"
    }

    /// Returns the first key on the line. `None` if it has no key.
    fn first_key(&self) -> Option<&'t str> {
        self.text.trim_start_matches(['-', ' ']).split_once(':').map(|(key, _)| key)
    }

    /// Returns the column of the first key.
    fn first_key_column(&self) -> usize {
        let inner = self.text.trim_start_matches(['-', ' ']);
        self.indent + self.text.len() - inner.len()
    }
}

/// Returns the lines above a position, nearest first, without empty lines and comments.
fn lines_above(text: &str, start: usize) -> impl Iterator<Item = IndentedLine<'_>> {
    let mut end = start;
    let lines = std::iter::from_fn(move || {
        let line = text[..end].strip_suffix('\n')?;
        let start = line_start(line, line.len());
        end = start;
        Some(IndentedLine::new(start, &line[start..]))
    });
    lines.filter(|line| !line.text.is_empty() && !line.text.starts_with('#')).take(MAX_LINES_ABOVE)
}

/// Explains the indentation of the line at a position. `None` unless it is clear what was meant.
pub(super) fn explain_indentation(text: &str, at: usize) -> Option<LocatedMessage> {
    let start = line_start(text, at);
    let line = IndentedLine::new(start, text[start..].lines().next().unwrap_or_default());
    let (what, others, wanted) = if line.is_item() {
        ("this item".to_owned(), "the one above it", expected_item_indent(text, &line)?)
    } else {
        let (key, _) = line.text.split_once(':')?;
        (format!("\"{}\"", shorten(key)), "the key above it", expected_key_column(text, &line)?)
    };
    let message = format!("{what} is indented by {}, and {others} by {wanted}", spaces_text(line.indent));
    let help = match wanted {
        0 => "take out the spaces before it".to_owned(),
        n => format!("indent it by {}", spaces_text(n)),
    };
    let from = line.start + line.indent;
    let word = line.text.find([' ', ':']).unwrap_or(line.text.len());
    Some((from, from + word, message, Some(help)))
}

/// Formats a number of spaces.
fn spaces_text(n: usize) -> String {
    if n == 1 { "1 space".to_owned() } else { format!("{n} spaces") }
}

/// Returns how far the items of the list around an item are indented, if the item itself is not indented so
/// far.
fn expected_item_indent(text: &str, line: &IndentedLine<'_>) -> Option<usize> {
    let mut deeper = None;
    let mut within = line.indent;
    for other in lines_above(text, line.start) {
        if other.indent > line.indent {
            if other.is_item() && deeper.is_none_or(|d| other.indent < d) {
                deeper = Some(other.indent);
            }
        } else if other.is_item() && other.indent < within {
            return Some(other.indent).filter(|_| !other.may_open_block());
        } else if other.is_item() && other.indent == line.indent {
            return None;
        } else if other.may_open_block() && within == line.indent {
            return deeper;
        } else {
            // A key of the item that is looked for
            within = within.min(other.indent);
        }
    }
    deeper
}

/// Returns the column of the keys that a key belongs to, if the key is in a column of its own.
fn expected_key_column(text: &str, line: &IndentedLine<'_>) -> Option<usize> {
    let mut nearest: Option<usize> = None;
    let mut least = usize::MAX;
    for other in lines_above(text, line.start).take_while(|other| other.first_key().is_some()) {
        let column = other.first_key_column();
        // An item without its hyphen begins with the same key as the item above
        let again = other.is_item() && other.indent == line.indent && other.first_key() == line.first_key();
        if column == line.indent || again {
            return None;
        }
        // Deeper lines above a line of less indentation belong to something that has ended
        if column < least {
            least = column;
            let away = |n: usize| n.abs_diff(line.indent);
            match nearest {
                // Half way between two columns the key may belong to either
                Some(n) if away(column) == away(n) => return None,
                Some(n) if away(column) > away(n) => {}
                _ => nearest = Some(column),
            }
        }
        if other.indent == 0 && !other.is_item() {
            break;
        }
    }
    nearest
}

#[cfg(test)]
mod tests {
    use super::explain_indentation;

    fn said(text: &str) -> Option<(String, String)> {
        let (start, _, message, help) =
            explain_indentation(text, text.trim_end().rfind('\n').map_or(0, |n| n + 1))?;
        assert!(!text[start..].starts_with(' '));
        Some((message, help.unwrap()))
    }

    #[test]
    fn an_item_is_compared_with_the_items_of_its_list() {
        let items = |have: &str, above: &str, help: &str| {
            Some((
                format!("this item is indented by {have}, and the one above it by {above}"),
                help.to_owned(),
            ))
        };
        let take_out = "take out the spaces before it";
        for (text, right) in [
            ("units:\n- unit: a\n - unit: b\n", items("1 space", "0", take_out)),
            ("units:\n- unit: a\n  name: c\n - unit: b\n", items("1 space", "0", take_out)),
            ("units:\n  - unit: a\n   - unit: b\n", items("3 spaces", "2", "indent it by 2 spaces")),
            (
                "units:\n  - unit: a\n    name: c   # d\n   - unit: b\n",
                items("3 spaces", "2", "indent it by 2 spaces"),
            ),
            ("units:\n  - unit: a\n - unit: b\n", items("1 space", "2", "indent it by 2 spaces")),
            (
                "units:\n  - unit: a\n\n  # then\n      - unit: b\n",
                items("6 spaces", "2", "indent it by 2 spaces"),
            ),
            // Items of an item
            ("units:\n  - unit: a\n    options:\n    - b\n", None),
            ("units:\n  - unit: a\n    options:\n      - b\n", None),
            ("units:\n  - unit: a\n  - unit: b\n", None),
            ("units:\n- unit: a\n", None),
            ("- unit: a\n", None),
        ] {
            assert_eq!(said(text), right, "{text}");
        }
    }

    #[test]
    fn a_key_is_compared_with_the_keys_around_it() {
        let key = |have: &str, above: &str, help: &str| {
            Some((
                format!("\"name\" is indented by {have}, and the key above it by {above}"),
                help.to_owned(),
            ))
        };
        for (text, right) in [
            ("units:\n  - unit: a\n   name: b\n", key("3 spaces", "4", "indent it by 4 spaces")),
            ("units:\n  - unit: a\n     name: b\n", key("5 spaces", "4", "indent it by 4 spaces")),
            ("army: a\n name: b\n", key("1 space", "0", "take out the spaces before it")),
            ("units:\n  - unit: a\n    name: b\n", None),
            // A key without its hyphen, or below an item that has no keys
            ("- a\nname: b\n", None),
            ("units:\n  - name: a\n  name: b\n", None),
        ] {
            assert_eq!(said(text), right, "{text}");
        }
    }
}
