//! The sentences and grids that describe a unit, shared by rosters and cards.

use super::block::{Block, Cell, FIGURE, PAD, SMALL, Style, TEXT, boxes, cell, paragraph, row};
use super::text::{Line, Run, bold, led, natural, plain, widest_word};
use crate::render::context::{Body, BoxMark, Form, Number, Reading, Stat, TakenOption, Unit};
use crate::render::font::Fonts;
use crate::render::unit::Um;

/// Returns code, type and size: `SP Spears, 24 models`. The sign is printed after the code or, without one,
/// after the type.
pub(super) fn kind(body: &Body, name: &str) -> Line {
    let mut words = kind_words(body, name).join(", ");
    let code = if body.code.is_empty() { String::new() } else { format!("{}{}", body.code, body.sign) };
    if code.is_empty() && !words.is_empty() {
        words.push_str(&body.sign);
    }
    if !body.size_shown.is_empty() {
        words.push_str(if words.is_empty() { "" } else { ", " });
        words.push_str(&body.size_shown);
    }
    match (code.as_str(), words.as_str()) {
        ("", words) => plain(words),
        (code, "") => bold(code),
        (code, words) => led(code, words),
    }
}

/// Returns the names of the entry and the type, unless the unit's name is the same.
fn kind_words<'b>(body: &'b Body, name: &str) -> Vec<&'b str> {
    let mut words: Vec<&str> = Vec::new();
    let entry = body.entry.as_deref().filter(|e| *e != name);
    words.extend(entry);
    if body.type_name != name && entry != Some(body.type_name.as_str()) {
        words.push(&body.type_name);
    }
    words
}

/// Returns the sign to print after the unit's name. Empty if the code or the type is printed, since it has
/// the sign then.
pub(super) fn sign_of_name<'b>(body: &'b Body, name: &str) -> &'b str {
    if body.code.is_empty() && kind_words(body, name).is_empty() { &body.sign } else { "" }
}

/// Joins sentences with ` · `, without the empty ones.
pub(super) fn joined(sentences: Vec<Line>) -> Line {
    let mut text: Line = Vec::new();
    for sentence in sentences.into_iter().filter(|s| s.iter().any(|r| !r.text.is_empty())) {
        if !text.is_empty() {
            text.extend(plain(" · "));
        }
        text.extend(sentence);
    }
    text
}

/// Returns the id and abbreviation of every stat that some unit has, in the order of the ruleset.
pub(super) fn used_stats<'u>(bodies: impl Iterator<Item = &'u Body>) -> Vec<(String, String)> {
    let mut used: Vec<(usize, String, String)> = Vec::new();
    for body in bodies {
        let all = body.stats.iter().chain(body.forms.iter().flat_map(|f| &f.stats));
        for stat in all.filter(|s| s.effective.is_some() || s.base.is_some()) {
            if !used.iter().any(|(_, id, _)| *id == stat.id) {
                let at = body.stats.iter().position(|s| s.id == stat.id).unwrap_or(0);
                used.push((at, stat.id.clone(), stat.abbr.clone()));
            }
        }
    }
    used.sort_by_key(|(at, _, _)| *at);
    used.into_iter().map(|(_, id, abbr)| (id, abbr)).collect()
}

/// Returns a stat as printed: the effective value, and in brackets the value before options and characters if
/// that differs.
pub(super) fn figure(stat: Option<&Stat>) -> Line {
    match stat {
        None => plain("–"),
        Some(stat) if was(stat) => {
            vec![
                Run { text: stat.shown.clone(), bold: true },
                Run { text: format!(" ({})", stat.base_shown), bold: false },
            ]
        }
        Some(stat) => bold(&stat.shown),
    }
}

/// Returns the width of the longest word in a column of stats.
pub(super) fn widest_figure<'s>(fonts: &Fonts, stats: impl Iterator<Item = &'s Stat>) -> Um {
    let words = stats.map(|s| widest_word(fonts, &figure(Some(s)), TEXT.size));
    words.max().unwrap_or_default() * 51 / 50 + Um(200)
}

/// Returns `true` if options or characters change the stat.
fn was(stat: &Stat) -> bool {
    stat.changed && stat.base.is_some()
}

/// Returns the stats of a body as a grid: abbreviations above, values below.
pub(super) fn figures(fonts: &Fonts, body: &Body, width: Um) -> Vec<Block> {
    let shown: Vec<&Stat> = body.stats.iter().filter(|s| s.effective.is_some() || s.base.is_some()).collect();
    grid(fonts, &shown, width)
}

/// Returns an extra line of stats: its name, then the stats that it changes.
pub(super) fn form(form: &Form) -> Line {
    let changed = form.stats.iter().filter(|s| s.changed);
    let words: Vec<String> = changed.map(|s| format!("{} {}", s.abbr, s.shown)).collect();
    led(&format!("{}:", form.name), &words.join(", "))
}

/// Lays out stats in as few rows as they need. Each column is as wide as its content, stretched so that a row
/// fills the width.
fn grid(fonts: &Fonts, stats: &[&Stat], width: Um) -> Vec<Block> {
    let wide = |s: &Stat| {
        let before =
            if was(s) { natural(fonts, &plain(&format!("({})", s.base_shown)), SMALL.size) } else { Um(0) };
        let head = widest_word(fonts, &plain(&s.abbr), SMALL.size) * 51 / 50 + Um(200);
        let content = head.max(natural(fonts, &bold(&s.shown), FIGURE.size)).max(before) + PAD * 2 + Um(200);
        content.max(Um(5_600)).min(width)
    };
    let wides: Vec<Um> = stats.iter().map(|s| wide(s)).collect();
    let total: Um = wides.iter().copied().sum();
    // Make the rows about equally long, and none longer than the width
    let rows = (total.0 + width.0 - 1) / width.0.max(1);
    let aim = if rows > 1 { Um(total.0 / rows) + Um(1_000) } else { width };
    let mut parts: Vec<Vec<(&Stat, Um)>> = Vec::new();
    let mut used = Um(0);
    for (stat, w) in stats.iter().zip(wides) {
        if parts.is_empty() || used + w > width || used >= aim {
            parts.push(Vec::new());
            used = Um(0);
        }
        used = used + w;
        parts.last_mut().into_iter().for_each(|p| p.push((stat, w)));
    }
    let mut blocks = Vec::new();
    for part in parts {
        let sum: Um = part.iter().map(|(_, w)| *w).sum();
        let cells = |style: Style, of: &dyn Fn(&Stat) -> Line| -> Vec<Cell> {
            part.iter()
                .map(|(s, w)| cell(fonts, &of(s), style, Um(w.0 * width.0 / sum.0.max(1)), "mid"))
                .collect()
        };
        blocks.push(row(SMALL, "heads", cells(SMALL, &|s| plain(&s.abbr))));
        let changed = part.iter().any(|(s, _)| was(s));
        blocks.push(row(FIGURE, "values", cells(FIGURE, &|s| bold(&s.shown))));
        if changed {
            let before = |s: &Stat| if was(s) { plain(&format!("({})", s.base_shown)) } else { plain("") };
            blocks.push(row(SMALL, "before", cells(SMALL, &before)));
        }
    }
    blocks
}

/// Returns an option with its brief, or else its text: `Elite (Melee, Rally): Two +1s`.
pub(super) fn option(option: &TakenOption) -> Line {
    let mark = option.mark.as_ref().map_or_else(String::new, |m| format!("{m} "));
    let because = option.because.as_ref().map_or_else(String::new, |b| format!(" – {b}"));
    match option.brief.as_ref().or(option.text.as_ref()) {
        Some(text) => led(&format!("{mark}{}{}:", option.shown, option.sign), &format!("{text}{because}")),
        None => {
            let mut line = bold(&format!("{mark}{}{}", option.shown, option.sign));
            line.extend(plain(&because));
            line
        }
    }
}

/// Returns all options in one sentence: `Elite (Melee, Rally) +10 · Javelin`.
pub(super) fn options(body: &Body) -> Line {
    // An included option with the name of the type adds no information
    let adds_nothing = |o: &&TakenOption| o.included && o.name == body.type_name;
    let all = body.options.iter().filter(|o| o.part_of.is_none() && !adds_nothing(o));
    let words = all.map(|o| {
        let cost = if o.cost_shown.is_empty() { String::new() } else { format!("\u{a0}{}", o.cost_shown) };
        let because = o.because.as_ref().map_or_else(String::new, |b| format!(" – {b}"));
        format!("{}{}{cost}{because}", o.shown, o.sign)
    });
    plain(&words.collect::<Vec<_>>().join(" · "))
}

/// Returns the roles of a unit, who has joined it and what it is attached to, each with a bold label.
pub(super) fn company(unit: &Unit) -> Vec<Line> {
    let mut lines = Vec::new();
    let roles: Vec<&str> =
        unit.roles.iter().map(String::as_str).filter(|r| *r != unit.body.type_name).collect();
    if !roles.is_empty() {
        lines.push(led("Role:", &roles.join(", ")));
    }
    if !unit.joined_by.is_empty() {
        lines.push(led("With it:", &unit.joined_by.join(", ")));
    }
    if unit.standard && !unit.standard_said {
        lines.push(bold("Carries the standard"));
    }
    if let Some(to) = &unit.attached_to {
        let word = if unit.roles.is_empty() { "Attached to:" } else { "With:" };
        lines.push(led(word, to));
    }
    if !unit.attached.is_empty() {
        lines.push(led("Attached to it:", &unit.attached.join(", ")));
    }
    lines
}

/// Returns values from the list and numbers without boxes in one sentence: `Models 24 · Ranks 3`. For several
/// identical units it begins with `Each:`.
pub(super) fn numbers<'n>(body: &'n Body, all: impl Iterator<Item = &'n Number>, count: u32) -> Line {
    let mut text: Line = Vec::new();
    let values = body.values.iter().map(|v| (v.name.as_str(), v.shown.as_str()));
    let numbers =
        all.filter(|n| n.boxes.is_empty() && n.each.is_empty()).map(|n| (named(n), n.shown.as_str()));
    let values = values.map(|(name, shown)| (name.to_owned(), shown));
    for (name, shown) in values.chain(numbers) {
        let lead = if text.is_empty() { "" } else { " · " };
        text.push(Run { text: format!("{lead}{name}\u{a0}"), bold: false });
        text.push(Run { text: shown.to_owned(), bold: true });
    }
    if count > 1 && !text.is_empty() {
        text.insert(0, Run { text: "Each: ".to_owned(), bold: false });
    }
    text
}

/// Returns a number's name with the signs of the readings that it rests on.
fn named(number: &Number) -> String {
    format!("{}{}", number.name, number.sign)
}

/// Returns a reading with its sign: `†3 Whether … Here: …`.
pub(super) fn reading(reading: &Reading) -> Line {
    led(&reading.sign, &format!("{} Here: {}.", reading.text, reading.reading))
}

/// Returns each small table without boxes as one line: `Wounds on: T1–2 3+, T3 4+`.
pub(super) fn tables<'n>(all: impl Iterator<Item = &'n Number>) -> Vec<Line> {
    let tables = all.filter(|n| !n.each.is_empty() && n.each.iter().all(|e| e.boxes.is_empty()));
    tables.map(|n| led(&format!("{}:", named(n)), &n.each_shown)).collect()
}

/// Returns the rows of boxes for `count` identical units.
pub(super) fn tracks(fonts: &Fonts, numbers: &[Number], count: u32, width: Um) -> Vec<Block> {
    let mut blocks = Vec::new();
    for number in numbers {
        if !number.boxes.is_empty() {
            let sets: Vec<&[BoxMark]> = (0..count).map(|_| number.boxes.as_slice()).collect();
            blocks.extend(boxes(fonts, &named(number), &sets, width));
        }
        let tracked = number.each.iter().filter(|e| !e.boxes.is_empty());
        let sets: Vec<&[BoxMark]> =
            (0..count).flat_map(|_| tracked.clone().map(|e| e.boxes.as_slice())).collect();
        if !sets.is_empty() {
            blocks.extend(boxes(fonts, &named(number), &sets, width));
        }
    }
    blocks
}

/// Lays out a small table: its name, then keys above and values below.
pub(super) fn small_table(fonts: &Fonts, number: &Number, width: Um) -> Vec<Block> {
    let mut blocks = paragraph(fonts, &bold(&named(number)), SMALL, width);
    let widest =
        number.each.iter().map(|e| natural(fonts, &bold(&e.shown), SMALL.size)).max().unwrap_or_default();
    let heads = number.each.iter().map(|e| natural(fonts, &plain(&e.at.0.to_string()), SMALL.size)).max();
    let least = widest.max(heads.unwrap_or_default()) + Um(1_000);
    let most = usize::try_from((width.0 / least.0).max(1)).unwrap_or(1);
    let rows = number.each.len().div_ceil(most).max(1);
    let each = number.each.len().div_ceil(rows).max(1);
    let w = Um(width.0 / i64::try_from(each).unwrap_or(1));
    for part in number.each.chunks(each) {
        let at = part.iter().map(|e| cell(fonts, &plain(&e.at.0.to_string()), SMALL, w, "mid")).collect();
        let shown = part.iter().map(|e| cell(fonts, &bold(&e.shown), SMALL, w, "mid")).collect();
        blocks.push(row(SMALL, "heads", at));
        blocks.push(row(SMALL, "values last", shown));
    }
    blocks
}

/// Returns a paragraph with a bold label before it. Empty if there is no text.
pub(super) fn said(fonts: &Fonts, lead: &str, text: Option<&String>, style: Style, width: Um) -> Vec<Block> {
    text.map_or_else(Vec::new, |text| paragraph(fonts, &led(lead, text), style, width))
}
