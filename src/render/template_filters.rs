//! Template filters: padding, line breaks, boxes and Markdown escapes.

#![allow(clippy::needless_pass_by_value, reason = "the engine calls filters with their arguments by value")]

use std::fmt::Write as _;

use serde::Deserialize;
use tera::{Kwargs, State, Tera, TeraResult, Value};

use crate::output::terminal_text::{display_width, wrap_text as wrapped};
use crate::wording::count_noun as counted;

/// Adds the filters to a template engine.
pub(super) fn register_filters(tera: &mut Tera) {
    tera.register_filter("pad", pad);
    tera.register_filter("lpad", lpad);
    tera.register_filter("wrap", wrap);
    tera.register_filter("underline", underline);
    tera.register_filter("md", md);
    tera.register_filter("track", track);
    tera.register_filter("said", options_in_a_sentence);
    tera.register_filter("figures", figures);
    tera.register_filter("points", |shown: &str, _: Kwargs, _: &State<'_>| {
        crate::wording::points_text_of(shown)
    });
    tera.register_filter("grid", grid);
    tera.register_filter("counted", |n: usize, given: Kwargs, _: &State<'_>| -> TeraResult<String> {
        Ok(counted(n, given.must_get("word")?))
    });
}

fn padding(text: &str, given: &Kwargs) -> TeraResult<String> {
    let wide: usize = given.must_get("width")?;
    Ok(" ".repeat(wide.min(1_000).saturating_sub(display_width(text))))
}

/// Pads a text with spaces at the end, to `width` columns.
fn pad(text: &str, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    Ok(format!("{text}{}", padding(text, &given)?))
}

/// Pads a text with spaces at the beginning, to `width` columns.
fn lpad(text: &str, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    Ok(format!("{}{text}", padding(text, &given)?))
}

/// A space at which no line breaks. In plain text and Markdown it is printed as an ordinary space.
const NO_BREAK_SPACE: char = '\u{a0}';

/// Breaks a text into lines of `width` columns, with `indent` spaces before each line but the first.
fn wrap(text: &str, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let wide: usize = given.get("width")?.unwrap_or(78);
    let indent: usize = given.get("indent")?.unwrap_or(0);
    let lines = wrapped(text, wide.max(1)).replace('\n', &format!("\n{}", " ".repeat(indent.min(1_000))));
    Ok(lines.replace(NO_BREAK_SPACE, " "))
}

/// Returns a line of the character `char` that is as long as the text.
fn underline(text: &str, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let sign: &str = given.get("char")?.unwrap_or("=");
    Ok(sign.repeat(display_width(text).max(1)))
}

/// Escapes a text for Markdown.
fn md(text: &str, _: Kwargs, _: &State<'_>) -> String {
    escape_markdown(text)
}

fn escape_markdown(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    // At the beginning of a line, a number or symbol could begin a list, a heading or a rule
    let (mut begins, mut number) = (true, false);
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let alone = letters.peek().is_none_or(|next| next.is_whitespace());
        let repeated = letters.peek() == Some(&c);
        let opens = begins && matches!(c, '-' | '+' | '=') && (alone || repeated)
            || number && matches!(c, '.' | ')') && alone;
        if opens {
            safe.push('\\');
        }
        number = (begins || number) && c.is_ascii_digit();
        begins = c == '\n' || begins && c.is_whitespace();
        match c {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '~' => {
                safe.push('\\');
                safe.push(c);
            }
            NO_BREAK_SPACE => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[derive(Deserialize)]
struct TrackBox {
    mark: Option<String>,
}

/// Returns boxes to cross off as text: `[ ][ ][ ] Shaky`, for `count` identical units.
///
/// With `width`, the boxes are broken into lines of that many columns. The first line follows the text
/// `after`; the others begin with `indent` spaces.
fn track(boxes: &Value, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let count: usize = given.get("count")?.unwrap_or(1);
    let wide: usize = given.get("width")?.unwrap_or(usize::MAX);
    let indent: usize = given.get("indent")?.unwrap_or(0).min(1_000);
    let after: &str = given.get("after")?.unwrap_or("");
    let marks: Vec<TrackBox> = read_value(boxes)?;
    let mut text = String::new();
    let mut used = display_width(after);
    for set in 0..count.min(1_000) {
        let pieces: Vec<String> = marks
            .iter()
            .map(|mark| match mark.mark.as_ref().filter(|_| set == 0) {
                Some(word) => format!("[ ] {word} "),
                None => "[ ]".to_owned(),
            })
            .collect();
        let whole: usize = pieces.iter().map(|p| display_width(p)).sum();
        if set > 0 {
            // A set that fits on one line is not split over two, and a long one begins a line
            let long = marks.len() > 5 && wide < usize::MAX;
            if long || used + 2 + whole.min(wide.saturating_sub(indent)) > wide {
                used = usize::MAX;
            } else {
                text.push_str("  ");
                used += 2;
            }
        }
        for piece in pieces {
            let long = display_width(piece.trim_end());
            if used.saturating_add(long) > wide {
                text.truncate(text.trim_end().len());
                let _ = write!(text, "\n{}", " ".repeat(indent));
                used = indent;
            }
            text.push_str(&piece);
            used += display_width(&piece);
        }
        let end = text.trim_end().len();
        used -= text.len() - end;
        text.truncate(end);
    }
    Ok(text)
}

#[derive(Deserialize)]
struct OptionPhrase {
    name: String,
    #[serde(default)]
    sign: String,
    shown: String,
    cost_shown: String,
    because: Option<String>,
    #[serde(default)]
    part_of: Option<String>,
    #[serde(default)]
    included: bool,
}

/// Returns options in one sentence: `Elite (Melee) +10, Javelin`.
///
/// Options implied by another one are left out, and so are included options with the name `but`.
fn options_in_a_sentence(options: &Value, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let all: Vec<OptionPhrase> = read_value(options)?;
    let but: &str = given.get("but")?.unwrap_or("");
    let words = all.iter().filter(|o| o.part_of.is_none() && !(o.included && o.name == but)).map(|o| {
        let cost =
            if o.cost_shown.is_empty() { String::new() } else { format!("{NO_BREAK_SPACE}{}", o.cost_shown) };
        let because = o.because.as_ref().map_or_else(String::new, |b| format!(" ({b})"));
        format!("{}{}{cost}{because}", o.shown, o.sign)
    });
    Ok(words.collect::<Vec<_>>().join(", "))
}

#[derive(Deserialize)]
struct StatPhrase {
    abbr: String,
    shown: String,
    base_shown: String,
    changed: bool,
    base: Option<serde::de::IgnoredAny>,
    effective: Option<serde::de::IgnoredAny>,
    #[serde(default)]
    base_words: Option<String>,
    #[serde(default)]
    words: Option<String>,
}

impl StatPhrase {
    fn has_base(&self) -> bool {
        self.base.is_some() || self.base_words.is_some()
    }
}

/// Returns stats in one line: `CF 7 (3), RF 9 (5), Move 4"`.
fn figures(stats: &Value, _: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let all: Vec<StatPhrase> = read_value(stats)?;
    let present = all.iter().filter(|s| s.has_base() || s.effective.is_some() || s.words.is_some());
    let words = present.map(|s| {
        let before = if s.changed && s.has_base() {
            format!("{NO_BREAK_SPACE}({})", s.base_shown)
        } else {
            String::new()
        };
        let pair = format!("{}{NO_BREAK_SPACE}{}{before}", s.abbr, s.shown.replace(' ', "\u{a0}"));
        // A long stat may be broken over two lines, but the value never begins a line alone
        if display_width(&pair) <= 20 { pair.replace(' ', "\u{a0}") } else { pair }
    });
    Ok(words.collect::<Vec<_>>().join(", "))
}

/// The greatest width of a grid, in columns.
const GRID_WIDTH: usize = 78;

/// Lays out rows of cells in columns.
///
/// If they are too wide, the widest column is broken into several lines. If that is not enough, the cells of
/// each row are printed one after another.
fn grid(rows: &Value, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let mut rows: Vec<Vec<String>> = read_value(rows)?;
    if let Some(heads) = given.get::<&Value>("heads")? {
        let heads: Vec<String> = read_value(heads)?;
        if !heads.is_empty() {
            rows.insert(0, heads);
        }
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|t| display_width(t)).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(wide).collect();
    let between = 2 * columns.saturating_sub(1);
    if let Some(widest) = (0..columns).rev().max_by_key(|c| widths[*c]) {
        let others = widths.iter().sum::<usize>() - widths[widest] + between;
        widths[widest] = widths[widest].min(GRID_WIDTH.saturating_sub(others).max(20));
    }
    let fits = widths.iter().sum::<usize>() + between <= GRID_WIDTH;
    let mut text = String::new();
    for row in &rows {
        if !fits {
            text.push_str(&wrapped(&row.join(" | "), GRID_WIDTH).replace('\n', "\n    "));
            text.push('\n');
            continue;
        }
        let cells: Vec<String> = row.iter().zip(&widths).map(|(t, w)| wrapped(t, (*w).max(1))).collect();
        let lines = cells.iter().map(|c| c.split('\n').count()).max().unwrap_or(1);
        for at in 0..lines {
            let padded = cells.iter().zip(&widths).map(|(cell, wide)| {
                let part = cell.split('\n').nth(at).unwrap_or("");
                format!("{part}{}", " ".repeat(wide.saturating_sub(display_width(part))))
            });
            text.push_str(padded.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
    }
    Ok(text)
}

fn read_value<'v, T: Deserialize<'v>>(value: &'v Value) -> TeraResult<T> {
    T::deserialize(value).map_err(|e| tera::Error::message(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::escape_markdown;

    #[test]
    fn nothing_in_a_name_begins_a_list_or_a_rule() {
        for (text, written) in [
            ("- item", "\\- item"),
            ("+ item", "\\+ item"),
            ("---", "\\---"),
            ("=== x", "\\=== x"),
            ("1. one", "1\\. one"),
            ("12) one", "12\\) one"),
            ("+1 CF, 1.5", "+1 CF, 1.5"),
            (" - item", " \\- item"),
            ("a\n- item", "a\n\\- item"),
            ("Legio X-2. and 3.", "Legio X-2. and 3."),
            ("# head", "\\# head"),
        ] {
            assert_eq!(escape_markdown(text), written);
        }
    }
}
