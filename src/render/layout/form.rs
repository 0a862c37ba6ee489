//! The form for an organiser: who plays what, every unit with its price, the totals of each command, and the places to
//! sign.

mod places_to_write;

use super::drawn_blocks::{Drawn, DrawnFrame, DrawnText, drawn_block};
use super::footer::Footer;
use super::line_breaking::{TextLine, TextRun, bold_text, break_lines, plain_text};
use super::page_blocks::{Block, CELL_PADDING, TEXT, gap_block, paragraph_blocks};
use super::roster::capitalize;
use super::roster::head::{height_of, tiles_in_lines, verdict_stamp};
use super::table_rows::{SizedLine, TableCell, table_row};
use super::unit_descriptions as describe;
use super::{FOOTER_HEIGHT, KeepTogether, Layout, MARGIN, lay_out_pages};
use crate::render::context::{CommandData, Document, NumberData, UnitData};
use crate::render::font::Fonts;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::Paper;

const TITLE: (Length, Length) = (Length(5_600), Length(6_600));
const WORDS: (Length, Length) = (Length(2_820), Length(3_500));
const LABEL: (Length, Length) = (Length(2_650), Length(3_200));
const VALUE: (Length, Length) = (Length(3_530), Length(4_300));
/// The place for a code, quiet zone included.
const CODE: Length = Length(32_000);
const STAMP: Length = Length(50_000);
const GAP: Length = Length(1_500);
/// The most room for remarks, and the least that is of use.
const REMARKS: (Length, Length) = (Length(38_000), Length(12_000));
const ROUNDS: Length = Length(13_500);
const SIGNATURES: Length = Length(36_000);

/// Lays out the form of an army.
///
/// If the army leaves no room for all on one page, the remarks go first, then the rounds.
pub fn lay_out_form(document: &Document, fonts: &Fonts, paper: Paper) -> Layout {
    let size = paper.size();
    let form = FormBuilder {
        document,
        fonts,
        width: size.width - MARGIN * 2,
        has_points: document.army.points.is_some(),
    };
    let mut items = vec![KeepTogether::new("facts", form.head())];
    items.extend(form.table());
    items.push(KeepTogether::new("totals", form.totals()));
    let used: Length = items.iter().map(KeepTogether::height).sum();
    let left = size.height - MARGIN * 2 - FOOTER_HEIGHT - used - SIGNATURES;
    let (remarks, rounds) = match left - ROUNDS {
        rest if rest >= REMARKS.1 => (Some(rest.min(REMARKS.0)), true),
        rest => (None, rest >= Length(0) || left < Length(0)),
    };
    items.extend(remarks.map(|h| KeepTogether::new("remarks", vec![form.remarks(h)])));
    items.extend(rounds.then(|| KeepTogether::new("rounds", vec![form.rounds()])));
    items.push(KeepTogether::new("signatures", vec![form.signatures()]));
    lay_out_pages(items, paper, (1, Length(0)), &Footer::for_army(&document.army), fonts)
}

struct FormBuilder<'f> {
    document: &'f Document,
    fonts: &'f Fonts,
    width: Length,
    has_points: bool,
}

impl FormBuilder<'_> {
    fn text(
        &self,
        text: &[TextRun],
        (size, line): (Length, Length),
        (x, y, w): (Length, Length, Length),
    ) -> DrawnText {
        let lines = break_lines(self.fonts, text, size, w);
        DrawnText { x, y, w, size, line, class: "", heading: 0, lines }
    }

    /// Adds fields side by side: a label above, and the value or a place to write one. Returns the height.
    fn fields(
        &self,
        into: &mut Drawn,
        fields: &[(&str, String, i64)],
        (x, y, w): (Length, Length, Length),
    ) -> Length {
        let parts: i64 = fields.iter().map(|field| field.2).sum();
        let gaps = GAP * i64::try_from(fields.len().saturating_sub(1)).unwrap_or(0);
        let mut left = x;
        let mut highest = Length(9_000);
        let first = into.frames.len();
        for (label, value, part) in fields {
            let wide = Length((w - gaps).0 * part / parts.max(1));
            let at = (left + Length(1_000), y + Length(600), wide - Length(2_000));
            into.texts.push(self.text(&plain_text(label), LABEL, at));
            if !value.is_empty() {
                let value = self.text(&bold_text(value), VALUE, (at.0, at.1 + LABEL.1, at.2));
                highest = highest.max(LABEL.1 + height_of(&value) + Length(1_200));
                into.texts.push(value);
            }
            into.frames.push(DrawnFrame { x: left, y, w: wide, class: "tile", ..DrawnFrame::default() });
            left = left + wide + GAP;
        }
        into.frames[first..].iter_mut().for_each(|frame| frame.h = highest);
        highest
    }

    fn head(&self) -> Vec<Block> {
        let army = &self.document.army;
        let stamp_at = self.width - CODE - Length(3_000) - STAMP;
        let (frames, stamp, stamp_height) = verdict_stamp(self.fonts, army, stamp_at, STAMP);
        let mut drawn = Drawn { frames, texts: Vec::new() };
        let room = stamp_at - Length(3_000);
        let name = self.text(&bold_text(&army.name), TITLE, (Length(0), Length(0), room));
        let mut y = height_of(&name);
        drawn.texts.push(DrawnText { heading: 1, ..name });
        drawn.texts.push(self.text(&plain_text("Army list for the organiser"), WORDS, (Length(0), y, room)));
        y = y + WORDS.1 + GAP;
        let event = army.event.as_ref().map(|e| e.name.clone()).unwrap_or_default();
        let fields = [("Event", event, 1), ("Player", army.player.clone().unwrap_or_default(), 1)];
        y = y + self.fields(&mut drawn, &fields, (Length(0), y, room)) + GAP;
        let fields = [("Club", army.club.clone().unwrap_or_default(), 1), ("Player no.", String::new(), 1)];
        y = y + self.fields(&mut drawn, &fields, (Length(0), y, room));
        drawn.texts.extend(stamp);
        let top = y.max(stamp_height).max(CODE) + GAP;
        let books: Vec<String> = army.book.iter().chain(&army.allies).map(|b| b.shown.clone()).collect();
        let mut game = army.ruleset.shown.clone();
        game += &army.mode.as_ref().map(|m| format!(", {}", m.name)).unwrap_or_default();
        let mut fields = vec![("Game", game, 4)];
        if !books.is_empty() {
            fields.push(("Book", books.join(", "), 4));
        }
        fields.push(("Year", army.date.clone().unwrap_or_default(), 2));
        let h = self.fields(&mut drawn, &fields, (Length(0), top, self.width));
        let mut blocks = vec![drawn_block("form-head", top + h + GAP, drawn)];
        let choices: Vec<String> = army.choices.iter().map(|c| format!("{}: {}", c.name, c.answer)).collect();
        let lines = [choices.join(" · ")].into_iter().chain(army.notices.iter().map(|n| capitalize(n)));
        for line in lines.filter(|line| !line.is_empty()) {
            blocks.extend(paragraph_blocks(self.fonts, &plain_text(&line), TEXT, self.width));
        }
        blocks.push(gap_block(Length(1_000)));
        blocks
    }

    /// The widths of the columns: quantity, unit, troop type, options, price of each, total.
    fn widths(&self) -> Vec<Length> {
        let price = if self.has_points { Length(13_000) } else { Length(0) };
        let quantity = Length(9_000);
        let rest = self.width - quantity - price * 2;
        let (unit, kind) = (Length(rest.0 * 28 / 100), Length(rest.0 * 30 / 100));
        let mut widths = vec![quantity, unit, kind, rest - unit - kind];
        if self.has_points {
            widths.extend([price, price]);
        }
        widths
    }

    fn cell(&self, text: &[TextRun], w: Length, class: &'static str, label: &str) -> TableCell {
        let lines = if text.iter().all(|run| run.text.is_empty()) {
            Vec::new()
        } else {
            break_lines(self.fonts, text, WORDS.0, w - CELL_PADDING * 2)
        };
        let lines = lines.into_iter().map(|text| SizedLine { size: WORDS.0, line: WORDS.1, text });
        TableCell {
            w,
            class,
            span: 1,
            label: label.to_owned(),
            lines: lines.collect(),
            ..TableCell::default()
        }
    }

    fn heading_row(&self) -> Block {
        let heads = ["Qty", "Unit", "Troop type", "Options, attachments", "Each", "Total"];
        let cells = heads.iter().zip(self.widths()).enumerate().map(|(at, (head, w))| {
            let class = if at == 0 {
                "mid"
            } else if at > 3 {
                "right"
            } else {
                "left"
            };
            TableCell { scope: "col", ..self.cell(&plain_text(head), w, class, "") }
        });
        table_row("thead grid", cells.collect(), Length(600))
    }

    fn unit_row(&self, unit: &UnitData) -> Block {
        let widths = self.widths();
        let mut name = bold_text(&unit.name);
        if !unit.number.is_empty() {
            name.extend(plain_text(&format!(", {}", unit.number)));
        }
        let kind = describe::type_text(&unit.body, &unit.name);
        let mut options = vec![describe::options_text(&unit.body)];
        options.extend(unit.parts.iter().map(|part| {
            let mut line = plain_text(&format!("with {} {}", part.body.type_name, part.body.size_shown));
            line.extend(plain_text(" "));
            line.extend(describe::options_text(&part.body));
            line
        }));
        options.extend(describe::charges_text(&unit.body.charges));
        options.extend(describe::company(unit));
        let options = describe::join_sentences(options);
        let mut cells = vec![
            self.cell(&bold_text(&unit.count.to_string()), widths[0], "mid", "Qty"),
            TableCell { scope: "row", ..self.cell(&name, widths[1], "left", "") },
            self.cell(&kind, widths[2], "left", ""),
            self.cell(&options, widths[3], "left wide", ""),
        ];
        if self.has_points {
            cells.push(self.cell(&bold_text(&unit.cost_shown), widths[4], "right", "Each"));
            cells.push(self.cell(&bold_text(&unit.total_shown), widths[5], "right", "Total"));
        }
        table_row("grid", cells, Length(500))
    }

    /// Returns a row over the whole table, with a sum at the right in games with points.
    fn wide_row(&self, deco: &'static str, text: &TextLine, sum: &str) -> Block {
        let widths = self.widths();
        let last = if self.has_points { Length(13_000) } else { Length(0) };
        let span = widths.len() - usize::from(self.has_points);
        let first = self.cell(text, self.width - last, "left wide", "");
        let mut cells = vec![TableCell { scope: "row", span, ..first }];
        if self.has_points {
            cells.push(self.cell(&bold_text(sum), last, "right", "Total"));
        }
        table_row(deco, cells, Length(700))
    }

    fn command_rows(&self, command: &CommandData) -> Vec<Block> {
        let army = &self.document.army;
        let mut blocks = Vec::new();
        let name = format!("{} {}", command.numeral, command.name.as_deref().unwrap_or_default());
        let mut head = bold_text(name.trim());
        for character in &command.characters {
            let role = character.role.as_ref().filter(|r| **r != character.name);
            let with = character.with.as_ref().map(|with| format!(", with {with}")).unwrap_or_default();
            let role = role.map(|role| format!(", {role}")).unwrap_or_default();
            let cost = match character.cost_shown.as_str() {
                "" | "0" => String::new(),
                cost => format!(", {cost} points"),
            };
            head.extend(plain_text(&format!("   ★ {}{role}{with}{cost}", character.name)));
        }
        let kind =
            [&command.kind_shown, command.ally_name.as_ref().unwrap_or(&String::new())].map(Clone::clone);
        let kind: Vec<String> = kind.into_iter().filter(|word| !word.is_empty()).collect();
        if !kind.is_empty() {
            head.extend(plain_text(&format!("   {}", kind.join(" · "))));
        }
        if command.name.is_some() || !command.characters.is_empty() {
            blocks.push(self.wide_row("grid black", &head, ""));
        }
        blocks.extend(command.units.iter().map(|unit| self.unit_row(unit)));
        blocks.extend(
            command.charges.iter().map(|line| self.wide_row("grid", &plain_text(&line.what), &line.shown)),
        );
        let units: u32 = command.units.iter().filter(|u| !u.character).map(|u| u.count).sum();
        // The army's own number leaves out what does not count as a unit
        let units = if command.name.is_some() { i64::from(units) } else { army.units };
        let mut words = vec![crate::wording::count_noun(usize::try_from(units).unwrap_or(0), "unit")];
        words.extend(command.numbers.iter().filter(|n| n.each.is_empty()).map(number_and_marks));
        words.extend((!command.bought_shown.is_empty()).then(|| format!("bought: {}", command.bought_shown)));
        let which = match (&command.name, command.numeral.as_str()) {
            (None, _) => "The army".to_owned(),
            (Some(name), "") => name.clone(),
            (Some(_), numeral) => format!("Command {numeral}"),
        };
        let sum = if command.cost_shown.is_empty() {
            army.points.as_ref().map(|p| p.total.0.to_string()).unwrap_or_default()
        } else {
            command.cost_shown.clone()
        };
        let text = bold_text(&format!("{which}: {}", words.join(", ")));
        blocks.push(self.wide_row("grid grey", &text, &sum));
        blocks
    }

    fn table(&self) -> Vec<KeepTogether> {
        let mut items = vec![KeepTogether::new("thead", vec![self.heading_row()]).keep_with_next()];
        let again = vec![self.heading_row()];
        let mut rows: Vec<Block> = self.document.commands.iter().flat_map(|c| self.command_rows(c)).collect();
        let charges = &self.document.army.charges;
        rows.extend(charges.iter().map(|line| self.wide_row("grid", &plain_text(&line.what), &line.shown)));
        if !self.document.reserves.is_empty() {
            rows.push(self.wide_row("grid black", &bold_text("Reserves (not in the total)"), ""));
            rows.extend(self.document.reserves.iter().map(|unit| self.unit_row(unit)));
        }
        items.extend(rows.into_iter().map(|row| {
            // The bar of a command stays with its first unit
            let is_bar = row.deco == "grid black";
            let item = KeepTogether::new("unit", vec![row]).with_repeated_head(&again);
            if is_bar { item.keep_with_next() } else { item }
        }));
        let name = format!("Units of {}", self.document.army.name);
        items.into_iter().map(|item| KeepTogether { table: name.clone(), ..item }).collect()
    }

    fn totals(&self) -> Vec<Block> {
        let army = &self.document.army;
        let plain = |n: &&NumberData| n.boxes.is_empty() && n.each.is_empty();
        let mut tiles = vec![("Units".to_owned(), army.units.to_string())];
        tiles.extend(army.numbers.iter().filter(plain).map(|n| (n.short.clone(), n.shown.clone())));
        tiles.extend(army.points.as_ref().map(|p| ("Points".to_owned(), p.shown.clone())));
        let mut blocks = vec![gap_block(GAP)];
        blocks.extend(tiles_in_lines(self.fonts, self.width, &tiles));
        if !army.bought_shown.is_empty() {
            let line = plain_text(&format!("Bought: {}", army.bought_shown));
            blocks.extend(paragraph_blocks(self.fonts, &line, TEXT, self.width));
        }
        for finding in army.findings.iter().filter(|f| f.severity != "note") {
            let line = plain_text(&format!("{}: {}", capitalize(finding.severity), finding.message));
            blocks.extend(paragraph_blocks(self.fonts, &line, TEXT, self.width));
        }
        blocks
    }
}

/// Returns a number with the words of its boxes: `Morale track 10 (Shaky at 4, Broken at 0)`.
fn number_and_marks(number: &NumberData) -> String {
    let marks = number.boxes.iter().filter_map(|b| Some(format!("{} at {}", b.mark.as_ref()?, b.left)));
    let marks: Vec<String> = marks.collect();
    let marks = if marks.is_empty() { String::new() } else { format!(" ({})", marks.join(", ")) };
    format!("{} {}{marks}", number.name, number.shown)
}
