//! The rows of a roster's table: its heading, a row for each unit, and its boxes.

use super::columns::{Column, ColumnSource};
use super::{RosterBuilder, SIGN_COLUMN};
use crate::render::context::{BodyData, BoxData, CostLineData, NumberData, UnitData};
use crate::render::layout::KeepTogether;
use crate::render::layout::line_breaking::{
    TextLine, TextRun, bold_text, break_lines, label_and_text, line_width, plain_text,
};
use crate::render::layout::page_blocks::{Block, BoxItem, CELL_PADDING};
use crate::render::layout::table_rows::{BoxStyle, SizedLine, TableCell, lines_of_boxes, table_row};
use crate::render::layout::unit_descriptions as describe;
use crate::render::length::Length;
use crate::render::signs::sign_drawing;

/// Boxes with their label: those of each of several identical units, with how many stand together.
type LabelledBoxes<'b> = (String, Vec<(&'b [BoxData], i64)>);

impl RosterBuilder<'_> {
    fn box_style(&self) -> BoxStyle {
        let step = self.density.boxes;
        BoxStyle { step, gap: Length(1_000), size: self.density.label.0, h: step + Length(900) }
    }

    fn sized(&self, text: &[TextRun], (size, line): (Length, Length), width: Length) -> Vec<SizedLine> {
        if text.iter().all(|run| run.text.is_empty()) {
            return Vec::new();
        }
        let lines = break_lines(self.fonts, text, size, width - CELL_PADDING * 2);
        lines.into_iter().map(|text| SizedLine { size, line, text }).collect()
    }

    /// Returns the row of headings.
    pub(super) fn heading_row(&self, first: &str) -> Block {
        let label = self.density.label;
        let cell = |text: &str, w: Length, class: &'static str| TableCell {
            w,
            class,
            scope: "col",
            span: 1,
            lines: self.sized(&plain_text(text), label, w),
            ..TableCell::default()
        };
        let names = SIGN_COLUMN + self.name_width;
        let mut cells = vec![TableCell { span: 2, ..cell(first, names, "left") }];
        cells.extend(self.columns.iter().map(|c| {
            let bold = if c.is_key { bold_text(&c.head) } else { plain_text(&c.head) };
            TableCell { lines: self.sized(&bold, label, c.width), ..cell("", c.width, "mid") }
        }));
        if self.track_width > Length(0) {
            cells.push(cell(&self.track_head, self.track_width, "left"));
        }
        if self.has_points {
            cells.push(cell("Points", self.points_width, "right"));
        }
        table_row("thead", cells, Length(600))
    }

    fn figure_cell(&self, column: &Column, body: &BodyData) -> TableCell {
        let (size, line) = if column.is_key {
            (self.density.key, self.density.key * 5 / 4)
        } else {
            (self.density.figure, self.density.figure * 5 / 4)
        };
        let text = match &column.source {
            ColumnSource::Stat(id) => {
                describe::stat_text(body.stats.iter().find(|s| s.id == *id && s.is_printed()))
            }
            ColumnSource::Number(id) => {
                let number = body.numbers.iter().find(|n| n.id == *id);
                number.map_or_else(|| plain_text("–"), |n| bold_text(&n.shown))
            }
        };
        // The value before options and characters is smaller, below if there is no room beside
        let mut lines = Vec::new();
        let wide = column.width - CELL_PADDING * 2;
        if let [value, before] = &text[..] {
            lines.extend(self.sized(std::slice::from_ref(value), (size, line), column.width));
            let before = TextRun { text: before.text.trim().to_owned(), bold: false };
            lines.extend(
                break_lines(self.fonts, &[before], self.density.detail.0, wide)
                    .into_iter()
                    .map(|text| SizedLine { size: self.density.detail.0, line: self.density.detail.1, text }),
            );
        } else {
            lines.extend(self.sized(&text, (size, line), column.width));
        }
        TableCell {
            w: column.width,
            class: if column.is_key { "mid key" } else { "mid" },
            span: 1,
            label: column.head.clone(),
            lines,
            ..TableCell::default()
        }
    }

    /// Returns a row with a sign, a name and what is said of it, and figures.
    fn row(
        &self,
        sign: (&'static str, String),
        name: Vec<SizedLine>,
        body: &BodyData,
        track: TableCell,
        points: Vec<SizedLine>,
    ) -> Block {
        let mut cells = vec![
            TableCell {
                w: SIGN_COLUMN,
                class: "sg",
                span: 1,
                sign: sign.0,
                sign_name: sign.1,
                ..TableCell::default()
            },
            TableCell {
                w: self.name_width,
                class: "left named",
                scope: "row",
                span: 1,
                lines: name,
                ..TableCell::default()
            },
        ];
        cells.extend(self.columns.iter().map(|c| self.figure_cell(c, body)));
        if self.track_width > Length(0) {
            cells.push(track);
        }
        if self.has_points {
            cells.push(TableCell {
                w: self.points_width,
                class: "right pts",
                span: 1,
                label: "Points".to_owned(),
                lines: points,
                ..TableCell::default()
            });
        }
        table_row("unit", cells, self.density.air)
    }

    /// Returns the sign of a unit, with its name the first time it is printed.
    fn sign(&self, name: &'static str) -> (&'static str, String) {
        let is_new = self.named_signs.borrow_mut().insert(name);
        (sign_drawing(name), if is_new { name.replace('-', " ") } else { String::new() })
    }

    /// Returns a line over the whole table, under a row.
    fn wide_row(&self, text: &[TextRun], boxes: &[LabelledBoxes<'_>]) -> Option<Block> {
        let width = self.width - SIGN_COLUMN;
        let lines = self.sized(text, self.density.detail, width);
        let style = self.box_style();
        let rows = boxes.iter().flat_map(|(label, sets)| {
            lines_of_boxes(self.fonts, label, sets, true, style, width - CELL_PADDING * 2)
        });
        let mut boxes: Vec<_> = rows.collect();
        // A short text stands beside boxes that leave room
        let mut lines = lines;
        if let ([_], [line]) = (&lines[..], &mut boxes[..]) {
            let used: Length = line.marks.iter().map(|m| m.w).sum();
            let wide = line_width(self.fonts, text, style.size) + Length(3_000);
            if used + wide <= width - CELL_PADDING * 2 {
                let text = text.iter().map(|run| run.text.as_str()).collect();
                line.marks.push(BoxItem { kind: "word beside", w: wide, text });
                lines.clear();
            }
        }
        if lines.is_empty() && boxes.is_empty() {
            return None;
        }
        let empty = TableCell { w: SIGN_COLUMN, class: "sg", span: 1, ..TableCell::default() };
        let span =
            self.columns.len() + 1 + usize::from(self.track_width > Length(0)) + usize::from(self.has_points);
        let cell = TableCell { w: width, class: "left wide", span, lines, boxes, ..TableCell::default() };
        Some(table_row("more", vec![empty, cell], Length(250)))
    }

    /// Returns what of a body no column has: forms, facts and numbers.
    fn rest(&self, body: &BodyData, count: u32) -> TextLine {
        let mut sentences: Vec<TextLine> = body.forms.iter().map(describe::extra_stat_text).collect();
        sentences.push(plain_text(&body.facts_shown));
        // What only the back of a card has is no news for an opponent
        let is_for_backs = |n: &NumberData| n.at == Some("back");
        let numbers = body.numbers.iter().filter(|n| !self.is_in_column(n) && !is_for_backs(n));
        sentences.push(describe::values_and_numbers_text(body, numbers, count));
        describe::join_sentences(sentences)
    }

    fn track_cell(&self, unit: &UnitData) -> TableCell {
        let mut cell = TableCell { w: self.track_width, class: "left tk", span: 1, ..TableCell::default() };
        if let Some(track) = Self::short_track(unit) {
            let sets: Vec<_> = (0..unit.count).map(|_| (track.boxes.as_slice(), track.group)).collect();
            let with_words = words_of_track(track) != self.track_head;
            cell.label = format!("{}{}", track.short, track.sign);
            cell.boxes = lines_of_boxes(
                self.fonts,
                "",
                &sets,
                with_words,
                self.box_style(),
                self.track_width - CELL_PADDING * 2,
            );
        }
        cell
    }

    /// Returns the rows of a unit.
    pub(super) fn unit_item(&self, unit: &UnitData, class: &'static str) -> KeepTogether {
        let mut name: TextLine = Vec::new();
        if unit.count > 1 {
            name.extend(bold_text(&format!("{} × ", unit.count)));
        }
        name.extend(bold_text(&unit.name));
        name.extend(plain_text(describe::sign_of_name(&unit.body, &unit.name)));
        if !unit.number.is_empty() {
            name.extend(plain_text(&format!(", {}", unit.number)));
        }
        let mut lines = self.sized(&name, self.density.name, self.name_width);
        lines.extend(self.sized(&detail(unit), self.density.detail, self.name_width));
        let figure = (self.density.figure, self.density.figure * 5 / 4);
        let mut points = self.sized(&bold_text(&unit.total_shown), figure, self.points_width);
        if unit.count > 1 && self.has_points && !unit.cost_shown.is_empty() {
            let each = plain_text(&format!("{} each", unit.cost_shown));
            points.extend(self.sized(&each, self.density.label, self.points_width));
        }
        let mut blocks =
            vec![self.row(self.sign(unit.symbol), lines, &unit.body, self.track_cell(unit), points)];
        let tracks = match Self::short_track(unit) {
            Some(_) => Vec::new(),
            None => long_tracks(&unit.body, unit.count),
        };
        blocks.extend(self.wide_row(&self.rest(&unit.body, unit.count), &tracks));
        for part in &unit.parts {
            let mut text = plain_text("with ");
            text.extend(bold_text(&part.body.type_name));
            text.extend(plain_text(&format!("{} {}", part.body.sign, part.body.size_shown)));
            let mut lines = self.sized(&text, self.density.detail, self.name_width);
            lines.extend(self.sized(
                &describe::names_of_options(&part.body),
                self.density.detail,
                self.name_width,
            ));
            let empty = TableCell { w: self.track_width, class: "left tk", span: 1, ..TableCell::default() };
            let row = self.row(("", String::new()), lines, &part.body, empty, Vec::new());
            blocks.push(Block { deco: "part", ..row });
            let tracks = match Self::short_track(unit) {
                Some(_) => Vec::new(),
                None => long_tracks(&part.body, unit.count),
            };
            blocks.extend(self.wide_row(&self.rest(&part.body, unit.count), &tracks));
        }
        let notes = unit.notes.as_ref().map(|notes| label_and_text("Notes:", notes));
        blocks.extend(notes.and_then(|notes| self.wide_row(&notes, &[])));
        KeepTogether::new(class, blocks)
    }

    /// Returns the row of a charge that the army or a command pays itself.
    pub(super) fn charge_item(&self, line: &CostLineData) -> KeepTogether {
        let mut name = self.sized(&bold_text(&line.what), self.density.name, self.name_width);
        let how = line.how.as_ref().map(|how| super::capitalize(how));
        name.extend(
            how.iter().flat_map(|how| self.sized(&plain_text(how), self.density.detail, self.name_width)),
        );
        let figure = (self.density.figure, self.density.figure * 5 / 4);
        let points = self.sized(&bold_text(&line.shown), figure, self.points_width);
        let mut row = vec![
            TableCell { w: SIGN_COLUMN, class: "sg", span: 1, ..TableCell::default() },
            TableCell {
                w: self.width - SIGN_COLUMN - self.points_width,
                class: "left named",
                scope: "row",
                span: self.columns.len() + 1 + usize::from(self.track_width > Length(0)),
                lines: name,
                ..TableCell::default()
            },
        ];
        row.push(TableCell {
            w: self.points_width,
            class: "right pts",
            span: 1,
            label: "Points".to_owned(),
            lines: points,
            ..TableCell::default()
        });
        KeepTogether::new("charge", vec![table_row("unit", row, self.density.air)])
    }
}

/// Returns the boxes of a body that have no place in the column of boxes, for each of `count` units.
fn long_tracks(body: &BodyData, count: u32) -> Vec<LabelledBoxes<'_>> {
    let mut all = Vec::new();
    for number in &body.numbers {
        let label = format!("{}{}", number.short, number.sign);
        if !number.boxes.is_empty() {
            let sets = (0..count).map(|_| (number.boxes.as_slice(), number.group)).collect();
            all.push((label, sets));
            continue;
        }
        let tracked = || number.each.iter().filter(|e| !e.boxes.is_empty());
        if tracked().next().is_some() {
            let sets = (0..count).flat_map(|_| tracked().map(|e| (e.boxes.as_slice(), number.group)));
            all.push((label, sets.collect()));
        }
    }
    all
}

/// Returns what stands under a unit's name: its type, options and who is with it.
fn detail(unit: &UnitData) -> TextLine {
    let mut sentences = vec![describe::type_text(&unit.body, &unit.name)];
    sentences.push(plain_text(unit.body.noticed.as_deref().unwrap_or("")));
    sentences.push(describe::names_of_options(&unit.body));
    sentences.extend(describe::charges_text(&unit.body.charges));
    sentences.extend(describe::company(unit));
    describe::join_sentences(sentences)
}

/// Returns what the boxes of a short track mean: `Demoralized, then Double demoralized`.
pub(super) fn words_of_track(track: &NumberData) -> String {
    let words: Vec<&str> = track.boxes.iter().filter_map(|b| b.mark.as_deref()).collect();
    words.join(", then ")
}
