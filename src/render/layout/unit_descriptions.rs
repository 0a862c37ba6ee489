//! The sentences and grids that describe a unit, shared by rosters and cards.

use super::line_breaking::{
    TextLine, TextRun, bold_text, label_and_text, line_width, plain_text, widest_word,
};
use super::page_blocks::{
    Block, CELL_PADDING, FIGURE, LayoutCell, LineStyle, SMALL, box_rows, paragraph_blocks, row_block,
    text_cell,
};
use crate::render::context::{
    BodyData, BoxData, CostLineData, ExtraStatLineData, NumberData, OptionData, ReadingData, StatData,
    UnitData,
};
use crate::render::font::Fonts;
use crate::render::length::Length;

/// Returns code, type and size: `SP Spears, 24 models`. The sign is printed after the code or, without one,
/// after the type.
pub(super) fn type_text(body: &BodyData, name: &str) -> TextLine {
    let mut words = type_names(body, name).join(", ");
    let code = if body.code.is_empty() { String::new() } else { format!("{}{}", body.code, body.sign) };
    if code.is_empty() && !words.is_empty() {
        words.push_str(&body.sign);
    }
    if !body.size_shown.is_empty() {
        words.push_str(if words.is_empty() { "" } else { ", " });
        words.push_str(&body.size_shown);
    }
    match (code.as_str(), words.as_str()) {
        ("", words) => plain_text(words),
        (code, "") => bold_text(code),
        (code, words) => label_and_text(code, words),
    }
}

/// Returns the names of the entry and the type, unless the unit's name is the same.
fn type_names<'b>(body: &'b BodyData, name: &str) -> Vec<&'b str> {
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
pub(super) fn sign_of_name<'b>(body: &'b BodyData, name: &str) -> &'b str {
    if body.code.is_empty() && type_names(body, name).is_empty() { &body.sign } else { "" }
}

/// Returns the charges in a cost. `None` if there are none.
pub(super) fn charges_text(charges: &[CostLineData]) -> Option<TextLine> {
    let words: Vec<String> = charges.iter().map(CostLineData::charge_text).collect();
    (!words.is_empty()).then(|| label_and_text("Charges:", &words.join(", ")))
}

/// Joins sentences with ` · `, without the empty ones.
pub(super) fn join_sentences(sentences: Vec<TextLine>) -> TextLine {
    let mut text: TextLine = Vec::new();
    for sentence in sentences.into_iter().filter(|s| s.iter().any(|r| !r.text.is_empty())) {
        if !text.is_empty() {
            text.extend(plain_text(" · "));
        }
        text.extend(sentence);
    }
    text
}

/// Returns the id and abbreviation of every stat that some unit has, in the order of the ruleset.
pub(super) fn used_stats<'u>(bodies: impl Iterator<Item = &'u BodyData>) -> Vec<(String, String)> {
    let mut used: Vec<(usize, String, String)> = Vec::new();
    for body in bodies {
        let all = body.stats.iter().chain(body.forms.iter().flat_map(|f| &f.stats));
        for stat in all.filter(|s| s.is_printed()) {
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
pub(super) fn stat_text(stat: Option<&StatData>) -> TextLine {
    match stat {
        None => plain_text("–"),
        Some(stat) if is_changed(stat) => {
            vec![
                TextRun { text: stat.shown.clone(), bold: true },
                TextRun { text: format!(" ({})", stat.base_shown), bold: false },
            ]
        }
        Some(stat) => bold_text(&stat.shown),
    }
}

/// Returns `true` if options or characters change the stat.
fn is_changed(stat: &StatData) -> bool {
    stat.changed && stat.has_base()
}

/// Returns the stats of a body as a grid: abbreviations above, values below.
pub(super) fn stat_grid(fonts: &Fonts, body: &BodyData, width: Length) -> Vec<Block> {
    let shown: Vec<&StatData> = body.stats.iter().filter(|s| s.is_printed()).collect();
    lay_out_grid(fonts, &shown, width)
}

/// Returns an extra line of stats: its name, then the stats that it changes.
pub(super) fn extra_stat_text(form: &ExtraStatLineData) -> TextLine {
    let changed = form.stats.iter().filter(|s| s.changed);
    let words: Vec<String> = changed.map(|s| format!("{} {}", s.abbr, s.shown)).collect();
    label_and_text(&format!("{}:", form.name), &words.join(", "))
}

/// Lays out stats in as few rows as they need. Each column is as wide as its content, stretched so that a row
/// fills the width.
fn lay_out_grid(fonts: &Fonts, stats: &[&StatData], width: Length) -> Vec<Block> {
    let wide = |s: &StatData| {
        let before = if is_changed(s) {
            line_width(fonts, &plain_text(&format!("({})", s.base_shown)), SMALL.size)
        } else {
            Length(0)
        };
        let head = widest_word(fonts, &plain_text(&s.abbr), SMALL.size) * 51 / 50 + Length(200);
        let content = head.max(line_width(fonts, &bold_text(&s.shown), FIGURE.size)).max(before)
            + CELL_PADDING * 2
            + Length(200);
        content.max(Length(5_600)).min(width)
    };
    let wides: Vec<Length> = stats.iter().map(|s| wide(s)).collect();
    let total: Length = wides.iter().copied().sum();
    // Make the rows about equally long, and none longer than the width
    let rows = (total.0 + width.0 - 1) / width.0.max(1);
    let aim = if rows > 1 { Length(total.0 / rows) + Length(1_000) } else { width };
    let mut parts: Vec<Vec<(&StatData, Length)>> = Vec::new();
    let mut used = Length(0);
    for (stat, w) in stats.iter().zip(wides) {
        if parts.is_empty() || used + w > width || used >= aim {
            parts.push(Vec::new());
            used = Length(0);
        }
        used = used + w;
        parts.last_mut().into_iter().for_each(|p| p.push((stat, w)));
    }
    let mut blocks = Vec::new();
    for part in parts {
        let sum: Length = part.iter().map(|(_, w)| *w).sum();
        let cells = |style: LineStyle, of: &dyn Fn(&StatData) -> TextLine| -> Vec<LayoutCell> {
            part.iter()
                .map(|(s, w)| text_cell(fonts, &of(s), style, Length(w.0 * width.0 / sum.0.max(1)), "mid"))
                .collect()
        };
        blocks.push(row_block(SMALL, "heads", cells(SMALL, &|s| plain_text(&s.abbr))));
        let changed = part.iter().any(|(s, _)| is_changed(s));
        blocks.push(row_block(FIGURE, "values", cells(FIGURE, &|s| bold_text(&s.shown))));
        if changed {
            let before = |s: &StatData| {
                if is_changed(s) { plain_text(&format!("({})", s.base_shown)) } else { plain_text("") }
            };
            blocks.push(row_block(SMALL, "before", cells(SMALL, &before)));
        }
    }
    blocks
}

/// Returns an option with its brief, or else its text, or else its facts: `Elite (Melee, Rally): Two +1s`.
pub(super) fn option_text(option: &OptionData) -> TextLine {
    let mark = option.mark.as_ref().map_or_else(String::new, |m| format!("{m} "));
    let because = option.because.as_ref().map_or_else(String::new, |b| format!(" – {b}"));
    let facts = Some(&option.facts_shown).filter(|facts| !facts.is_empty());
    match option.brief.as_ref().or(option.text.as_ref()).or(facts) {
        Some(text) => {
            label_and_text(&format!("{mark}{}{}:", option.shown, option.sign), &format!("{text}{because}"))
        }
        None => {
            let mut line = bold_text(&format!("{mark}{}{}", option.shown, option.sign));
            line.extend(plain_text(&because));
            line
        }
    }
}

/// Returns the names of all options in one sentence: `Elite (Melee, Rally) · Javelin`.
pub(super) fn names_of_options(body: &BodyData) -> TextLine {
    options_in_sentence(body, false)
}

/// Returns all options with their prices in one sentence: `Elite (Melee, Rally) +10 · Javelin`.
pub(super) fn options_text(body: &BodyData) -> TextLine {
    options_in_sentence(body, true)
}

fn options_in_sentence(body: &BodyData, with_prices: bool) -> TextLine {
    // An included option with the name of the type adds no information
    let adds_nothing = |o: &&OptionData| o.included && o.name == body.type_name;
    let all = body.options.iter().filter(|o| o.part_of.is_none() && !adds_nothing(o));
    let words = all.map(|o| {
        let has_price = with_prices && !o.cost_shown.is_empty();
        let cost = if has_price { format!("\u{a0}{}", o.cost_shown) } else { String::new() };
        let because = o.because.as_ref().map_or_else(String::new, |b| format!(" – {b}"));
        format!("{}{}{cost}{because}", o.shown, o.sign)
    });
    plain_text(&words.collect::<Vec<_>>().join(" · "))
}

/// Returns the roles of a unit, who has joined it and what it is attached to, each with a bold label.
pub(super) fn attachment_texts(unit: &UnitData) -> Vec<TextLine> {
    let mut lines = Vec::new();
    let roles: Vec<&str> =
        unit.roles.iter().map(String::as_str).filter(|r| *r != unit.body.type_name).collect();
    if !roles.is_empty() {
        lines.push(label_and_text("Role:", &roles.join(", ")));
    }
    if !unit.joined_by.is_empty() {
        lines.push(label_and_text("With it:", &unit.joined_by.join(", ")));
    }
    if unit.standard && !unit.standard_said {
        lines.push(bold_text("Carries the standard"));
    }
    if let Some(to) = &unit.attached_to {
        let word = if unit.roles.is_empty() { "Attached to:" } else { "With:" };
        lines.push(label_and_text(word, to));
    }
    if !unit.attached.is_empty() {
        lines.push(label_and_text("Attached to it:", &unit.attached.join(", ")));
    }
    lines
}

/// Returns values from the list and numbers without boxes in one sentence: `Models 24 · Ranks 3`. For several
/// identical units it begins with `Each:`.
pub(super) fn values_and_numbers_text<'n>(
    body: &'n BodyData,
    all: impl Iterator<Item = &'n NumberData>,
    count: u32,
) -> TextLine {
    let mut text: TextLine = Vec::new();
    let values = body.values.iter().map(|v| (v.name.as_str(), v.shown.as_str()));
    let numbers = all
        .filter(|n| n.boxes.is_empty() && n.each.is_empty())
        .map(|n| (name_with_signs(n), n.shown.as_str()));
    let values = values.map(|(name, shown)| (name.to_owned(), shown));
    for (name, shown) in values.chain(numbers) {
        let lead = if text.is_empty() { "" } else { " · " };
        text.push(TextRun { text: format!("{lead}{name}\u{a0}"), bold: false });
        text.push(TextRun { text: shown.to_owned(), bold: true });
    }
    if count > 1 && !text.is_empty() {
        text.insert(0, TextRun { text: "Each: ".to_owned(), bold: false });
    }
    text
}

/// Returns a number's name with the signs of the readings that it rests on.
fn name_with_signs(number: &NumberData) -> String {
    format!("{}{}", number.name, number.sign)
}

/// Returns a reading with its sign: `†3 Whether … Here: …`.
pub(super) fn reading_text(reading: &ReadingData) -> TextLine {
    label_and_text(&reading.sign, &format!("{} Here: {}.", reading.text, reading.reading))
}

/// Returns the rows of boxes for `count` identical units.
pub(super) fn track_rows(fonts: &Fonts, numbers: &[NumberData], count: u32, width: Length) -> Vec<Block> {
    let mut blocks = Vec::new();
    for number in numbers {
        if !number.boxes.is_empty() {
            let sets: Vec<&[BoxData]> = (0..count).map(|_| number.boxes.as_slice()).collect();
            blocks.extend(box_rows(fonts, &name_with_signs(number), &sets, width));
        }
        let tracked = number.each.iter().filter(|e| !e.boxes.is_empty());
        let sets: Vec<&[BoxData]> =
            (0..count).flat_map(|_| tracked.clone().map(|e| e.boxes.as_slice())).collect();
        if !sets.is_empty() {
            blocks.extend(box_rows(fonts, &name_with_signs(number), &sets, width));
        }
    }
    blocks
}

/// Lays out a small table: its name, then keys above and values below.
pub(super) fn small_table_blocks(fonts: &Fonts, number: &NumberData, width: Length) -> Vec<Block> {
    let mut blocks = paragraph_blocks(fonts, &bold_text(&name_with_signs(number)), SMALL, width);
    let widest = number
        .each
        .iter()
        .map(|e| line_width(fonts, &bold_text(&e.shown), SMALL.size))
        .max()
        .unwrap_or_default();
    let heads =
        number.each.iter().map(|e| line_width(fonts, &plain_text(&e.at.0.to_string()), SMALL.size)).max();
    let least = widest.max(heads.unwrap_or_default()) + Length(1_000);
    let most = usize::try_from((width.0 / least.0).max(1)).unwrap_or(1);
    let rows = number.each.len().div_ceil(most).max(1);
    let each = number.each.len().div_ceil(rows).max(1);
    let w = Length(width.0 / i64::try_from(each).unwrap_or(1));
    for part in number.each.chunks(each) {
        let at = part
            .iter()
            .map(|e| text_cell(fonts, &plain_text(&e.at.0.to_string()), SMALL, w, "mid"))
            .collect();
        let shown = part.iter().map(|e| text_cell(fonts, &bold_text(&e.shown), SMALL, w, "mid")).collect();
        blocks.push(row_block(SMALL, "heads", at));
        blocks.push(row_block(SMALL, "values last", shown));
    }
    blocks
}

/// Returns a unit's role, who is with it and what it is attached to.
pub(super) fn company(unit: &UnitData) -> Vec<TextLine> {
    let roles: Vec<&str> = unit
        .roles
        .iter()
        .map(String::as_str)
        .filter(|r| *r != unit.body.type_name && *r != unit.name)
        .collect();
    let mut lines = vec![plain_text(&roles.join(", "))];
    if unit.standard && !unit.standard_said {
        lines.push(plain_text("carries the standard"));
    }
    let with = |names: &str| bold_text(&format!("with {names}"));
    lines.extend((!unit.joined_by.is_empty()).then(|| with(&unit.joined_by.join(", "))));
    lines.extend(
        unit.attached_to.as_ref().map(|to| {
            if unit.roles.is_empty() { plain_text(&format!("attached to {to}")) } else { with(to) }
        }),
    );
    if !unit.attached.is_empty() {
        lines.push(plain_text(&format!("attached to it: {}", unit.attached.join(", "))));
    }
    lines
}
