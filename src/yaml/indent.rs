//! Lines that are indented by too many blanks or too few: by how many, and by how many those they belong to.

use super::around::{Said, line_start};
use super::words::short;

/// How many lines above one are looked at.
const FARTHEST: usize = 500;

/// A line by what counts for its place.
#[derive(Clone, Copy)]
struct Line<'t> {
    start: usize,
    indent: usize,
    /// What it says behind its blanks, without a comment.
    says: &'t str,
}

impl<'t> Line<'t> {
    fn of(start: usize, line: &'t str) -> Self {
        let line = line.trim_end();
        let indent = line.len() - line.trim_start_matches(' ').len();
        let says = &line[indent..];
        Self { start, indent, says: says.find(" #").map_or(says, |at| says[..at].trim_end()) }
    }

    fn is_item(&self) -> bool {
        self.says == "-" || self.says.starts_with("- ")
    }

    /// Whether what is indented below may be its value.
    fn opens(&self) -> bool {
        self.says.ends_with(':') || self.says == "-"
    }

    /// Its first key.
    fn first(&self) -> Option<&'t str> {
        self.says.trim_start_matches(['-', ' ']).split_once(':').map(|(key, _)| key)
    }

    /// The column of its first key.
    fn key(&self) -> usize {
        let inner = self.says.trim_start_matches(['-', ' ']);
        self.indent + self.says.len() - inner.len()
    }
}

/// The lines above a place that say something, the nearest first.
fn above(text: &str, start: usize) -> impl Iterator<Item = Line<'_>> {
    let mut end = start;
    let lines = std::iter::from_fn(move || {
        let line = text[..end].strip_suffix('\n')?;
        let start = line_start(line, line.len());
        end = start;
        Some(Line::of(start, &line[start..]))
    });
    lines.filter(|line| !line.says.is_empty() && !line.says.starts_with('#')).take(FARTHEST)
}

/// What is wrong with the indentation of the line at a place, where another one is plainly meant.
pub(super) fn wrong(text: &str, at: usize) -> Option<Said> {
    let start = line_start(text, at);
    let line = Line::of(start, text[start..].lines().next().unwrap_or_default());
    let (what, others, wanted) = if line.is_item() {
        ("this item".to_owned(), "the one above it", item(text, &line)?)
    } else {
        let (key, _) = line.says.split_once(':')?;
        (format!("\"{}\"", short(key)), "the key above it", key_column(text, &line)?)
    };
    let message = format!("{what} is indented by {}, and {others} by {wanted}", blanks(line.indent));
    let help = match wanted {
        0 => "take out the blanks before it".to_owned(),
        n => format!("indent it by {}", blanks(n)),
    };
    let from = line.start + line.indent;
    let word = line.says.find([' ', ':']).unwrap_or(line.says.len());
    Some((from, from + word, message, Some(help)))
}

fn blanks(n: usize) -> String {
    if n == 1 { "1 blank".to_owned() } else { format!("{n} blanks") }
}

/// The indentation that the items of a list have, for one that has another.
fn item(text: &str, line: &Line<'_>) -> Option<usize> {
    let mut deeper = None;
    let mut within = line.indent;
    for other in above(text, line.start) {
        if other.indent > line.indent {
            if other.is_item() && deeper.is_none_or(|d| other.indent < d) {
                deeper = Some(other.indent);
            }
        } else if other.is_item() && other.indent < within {
            return Some(other.indent).filter(|_| !other.opens());
        } else if other.is_item() && other.indent == line.indent {
            return None;
        } else if other.opens() && within == line.indent {
            return deeper;
        } else {
            // A key of the item that is looked for
            within = within.min(other.indent);
        }
    }
    deeper
}

/// The column of the keys that a key belongs to, where it stands in none.
fn key_column(text: &str, line: &Line<'_>) -> Option<usize> {
    let mut nearest: Option<usize> = None;
    let mut least = usize::MAX;
    for other in above(text, line.start).take_while(|other| other.first().is_some()) {
        let column = other.key();
        // An item that lacks its hyphen begins with the key that the one above begins with
        let again = other.is_item() && other.indent == line.indent && other.first() == line.first();
        if column == line.indent || again {
            return None;
        }
        // What a line of less indentation hides is over
        if column < least {
            least = column;
            let away = |n: usize| n.abs_diff(line.indent);
            match nearest {
                // Half way between two it may belong to either
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
    use super::wrong;

    fn said(text: &str) -> Option<(String, String)> {
        let (start, _, message, help) = wrong(text, text.trim_end().rfind('\n').map_or(0, |n| n + 1))?;
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
        let take_out = "take out the blanks before it";
        for (text, right) in [
            ("units:\n- unit: a\n - unit: b\n", items("1 blank", "0", take_out)),
            ("units:\n- unit: a\n  name: c\n - unit: b\n", items("1 blank", "0", take_out)),
            ("units:\n  - unit: a\n   - unit: b\n", items("3 blanks", "2", "indent it by 2 blanks")),
            (
                "units:\n  - unit: a\n    name: c   # d\n   - unit: b\n",
                items("3 blanks", "2", "indent it by 2 blanks"),
            ),
            ("units:\n  - unit: a\n - unit: b\n", items("1 blank", "2", "indent it by 2 blanks")),
            (
                "units:\n  - unit: a\n\n  # then\n      - unit: b\n",
                items("6 blanks", "2", "indent it by 2 blanks"),
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
            ("units:\n  - unit: a\n   name: b\n", key("3 blanks", "4", "indent it by 4 blanks")),
            ("units:\n  - unit: a\n     name: b\n", key("5 blanks", "4", "indent it by 4 blanks")),
            ("army: a\n name: b\n", key("1 blank", "0", "take out the blanks before it")),
            ("units:\n  - unit: a\n    name: b\n", None),
            // What lacks its hyphen, or stands below an item that has no keys
            ("- a\nname: b\n", None),
            ("units:\n  - name: a\n  name: b\n", None),
        ] {
            assert_eq!(said(text), right, "{text}");
        }
    }
}
