//! Filters for templates: columns, line breaks, boxes and Markdown in plain text.

#![allow(clippy::needless_pass_by_value, reason = "the engine calls filters with their arguments by value")]

use std::fmt::Write as _;

use serde::Deserialize;
use tera::{Kwargs, State, Tera, TeraResult, Value};

use crate::output::text::{width, wrap as wrapped};
use crate::wording::count as counted;

/// Gives a template engine the filters.
pub(super) fn register(tera: &mut Tera) {
    tera.register_filter("pad", pad);
    tera.register_filter("lpad", lpad);
    tera.register_filter("wrap", wrap);
    tera.register_filter("underline", underline);
    tera.register_filter("md", md);
    tera.register_filter("track", track);
    tera.register_filter("said", said);
    tera.register_filter("figures", figures);
    tera.register_filter("points", |shown: &str, _: Kwargs, _: &State<'_>| {
        crate::wording::of_points_printed(shown)
    });
    tera.register_filter("grid", grid);
    tera.register_filter("counted", |n: usize, given: Kwargs, _: &State<'_>| -> TeraResult<String> {
        Ok(counted(n, given.must_get("word")?))
    });
}

fn blanks(text: &str, given: &Kwargs) -> TeraResult<String> {
    let wide: usize = given.must_get("width")?;
    Ok(" ".repeat(wide.min(1_000).saturating_sub(width(text))))
}

/// Blanks after a text up to `width` columns.
fn pad(text: &str, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    Ok(format!("{text}{}", blanks(text, &given)?))
}

/// Blanks before a text up to `width` columns.
fn lpad(text: &str, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    Ok(format!("{}{text}", blanks(text, &given)?))
}

/// A blank at which no line ends; in plain text and Markdown it becomes an ordinary one.
const KEPT: char = '\u{a0}';

/// A text in lines of `width` columns, those after the first behind `indent` blanks.
fn wrap(text: &str, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let wide: usize = given.get("width")?.unwrap_or(78);
    let indent: usize = given.get("indent")?.unwrap_or(0);
    let lines = wrapped(text, wide.max(1)).replace('\n', &format!("\n{}", " ".repeat(indent.min(1_000))));
    Ok(lines.replace(KEPT, " "))
}

/// A line of `char` as long as the text.
fn underline(text: &str, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let sign: &str = given.get("char")?.unwrap_or("=");
    Ok(sign.repeat(width(text).max(1)))
}

/// A text whose signs mean nothing to Markdown.
fn md(text: &str, _: Kwargs, _: &State<'_>) -> String {
    escaped(text)
}

fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    // Where a line may begin, a number or a sign may begin a list, a heading or a rule
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
            KEPT => safe.push(' '),
            c => safe.push(c),
        }
    }
    safe
}

#[derive(Deserialize)]
struct Mark {
    mark: Option<String>,
}

/// Boxes to cross off as text: `[ ][ ][ ] Shaky`, for `count` alike. With `width` in lines of so many columns, the
/// first behind the text `after`, the others behind `indent` blanks.
fn track(boxes: &Value, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let count: usize = given.get("count")?.unwrap_or(1);
    let wide: usize = given.get("width")?.unwrap_or(usize::MAX);
    let indent: usize = given.get("indent")?.unwrap_or(0).min(1_000);
    let after: &str = given.get("after")?.unwrap_or("");
    let marks: Vec<Mark> = read(boxes)?;
    let mut text = String::new();
    let mut used = width(after);
    for set in 0..count.min(1_000) {
        let pieces: Vec<String> = marks
            .iter()
            .map(|mark| match mark.mark.as_ref().filter(|_| set == 0) {
                Some(word) => format!("[ ] {word} "),
                None => "[ ]".to_owned(),
            })
            .collect();
        let whole: usize = pieces.iter().map(|p| width(p)).sum();
        if set > 0 {
            // A set that fits on a line is not begun on the one before, and a long one begins a line
            let long = marks.len() > 5 && wide < usize::MAX;
            if long || used + 2 + whole.min(wide.saturating_sub(indent)) > wide {
                used = usize::MAX;
            } else {
                text.push_str("  ");
                used += 2;
            }
        }
        for piece in pieces {
            let long = width(piece.trim_end());
            if used.saturating_add(long) > wide {
                text.truncate(text.trim_end().len());
                let _ = write!(text, "\n{}", " ".repeat(indent));
                used = indent;
            }
            text.push_str(&piece);
            used += width(&piece);
        }
        let end = text.trim_end().len();
        used -= text.len() - end;
        text.truncate(end);
    }
    Ok(text)
}

#[derive(Deserialize)]
struct Said {
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

/// Options in one sentence: `Elite (Melee) +10, Javelin`. What another one is short for is left out, and one that is
/// always there and called as the text `but`.
fn said(options: &Value, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let all: Vec<Said> = read(options)?;
    let but: &str = given.get("but")?.unwrap_or("");
    let words = all.iter().filter(|o| o.part_of.is_none() && !(o.included && o.name == but)).map(|o| {
        let cost = if o.cost_shown.is_empty() { String::new() } else { format!("{KEPT}{}", o.cost_shown) };
        let because = o.because.as_ref().map_or_else(String::new, |b| format!(" ({b})"));
        format!("{}{}{cost}{because}", o.shown, o.sign)
    });
    Ok(words.collect::<Vec<_>>().join(", "))
}

#[derive(Deserialize)]
struct Figure {
    abbr: String,
    shown: String,
    base_shown: String,
    changed: bool,
    base: Option<serde::de::IgnoredAny>,
    effective: Option<serde::de::IgnoredAny>,
}

/// Figures in one line: `CF 7 (3), RF 9 (5), Move 4"`.
fn figures(stats: &Value, _: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let all: Vec<Figure> = read(stats)?;
    let there = all.iter().filter(|s| s.base.is_some() || s.effective.is_some());
    let words = there.map(|s| {
        let before =
            if s.changed && s.base.is_some() { format!("{KEPT}({})", s.base_shown) } else { String::new() };
        let pair = format!("{}{KEPT}{}{before}", s.abbr, s.shown.replace(' ', "\u{a0}"));
        // One that is long may go on in the next line, but not with its figure alone
        if width(&pair) <= 20 { pair.replace(' ', "\u{a0}") } else { pair }
    });
    Ok(words.collect::<Vec<_>>().join(", "))
}

/// How wide a grid may be.
const GRID: usize = 78;

/// Rows of cells in columns. Where they are too wide for a text the widest column is in several lines; where that is
/// not enough the cells of a row follow each other.
fn grid(rows: &Value, given: Kwargs, _: &State<'_>) -> TeraResult<String> {
    let mut rows: Vec<Vec<String>> = read(rows)?;
    if let Some(heads) = given.get::<&Value>("heads")? {
        let heads: Vec<String> = read(heads)?;
        if !heads.is_empty() {
            rows.insert(0, heads);
        }
    }
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |c: usize| rows.iter().filter_map(|r| r.get(c)).map(|t| width(t)).max().unwrap_or(0);
    let mut widths: Vec<usize> = (0..columns).map(wide).collect();
    let between = 2 * columns.saturating_sub(1);
    if let Some(widest) = (0..columns).rev().max_by_key(|c| widths[*c]) {
        let others = widths.iter().sum::<usize>() - widths[widest] + between;
        widths[widest] = widths[widest].min(GRID.saturating_sub(others).max(20));
    }
    let fits = widths.iter().sum::<usize>() + between <= GRID;
    let mut text = String::new();
    for row in &rows {
        if !fits {
            text.push_str(&wrapped(&row.join(" | "), GRID).replace('\n', "\n    "));
            text.push('\n');
            continue;
        }
        let cells: Vec<String> = row.iter().zip(&widths).map(|(t, w)| wrapped(t, (*w).max(1))).collect();
        let lines = cells.iter().map(|c| c.split('\n').count()).max().unwrap_or(1);
        for at in 0..lines {
            let padded = cells.iter().zip(&widths).map(|(cell, wide)| {
                let part = cell.split('\n').nth(at).unwrap_or("");
                format!("{part}{}", " ".repeat(wide.saturating_sub(width(part))))
            });
            text.push_str(padded.collect::<Vec<_>>().join("  ").trim_end());
            text.push('\n');
        }
    }
    Ok(text)
}

fn read<'v, T: Deserialize<'v>>(value: &'v Value) -> TeraResult<T> {
    T::deserialize(value).map_err(|e| tera::Error::message(e.to_string()))
}

#[cfg(test)]
mod tests {
    use super::escaped;

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
            assert_eq!(escaped(text), written);
        }
    }
}
