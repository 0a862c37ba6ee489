//! The roster: who the army is, its commands with their tracks, and a table with a row for each unit.

mod columns;
mod commands;
pub mod foot_tables;
pub(super) mod head;
mod units;

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::footer::Footer;
use super::line_breaking::{TextRun, bold_text, label_and_text, line_width, plain_text};
use super::page_blocks::{
    Block, CELL_PADDING, FINE, HEAD, TEXT, gap_block, paragraph_blocks, row_block, rule_block, text_cell,
};
use super::table_rows::{BoxStyle, TableCell, lines_of_boxes, table_row};
use super::unit_descriptions;
use super::{KeepTogether, Layout, MARGIN, Page, lay_out_pages};
use crate::render::context::{
    BodyData, BoughtData, CommandData, Document, FindingData, NumberData, PointsData, UnitData,
};
use crate::render::font::Fonts;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::Paper;
use columns::{Column, columns_of_units};
use units::words_of_track;

/// How large and how close everything in the table is: font sizes with the height of their lines, in millimetres.
#[derive(Clone, Copy, Debug)]
struct Density {
    name: (Length, Length),
    detail: (Length, Length),
    label: (Length, Length),
    figure: Length,
    key: Length,
    boxes: Length,
    /// The space above and below a row.
    air: Length,
}

/// From roomy to tight. The first that fits one page is used.
const DENSITIES: [Density; 3] = [
    Density {
        name: (Length(4_060), Length(4_900)),
        detail: (Length(3_000), Length(3_700)),
        label: (Length(2_650), Length(3_200)),
        figure: Length(3_900),
        key: Length(4_590),
        boxes: Length(4_300),
        air: Length(1_300),
    },
    Density {
        name: (Length(3_530), Length(4_200)),
        detail: (Length(2_820), Length(3_400)),
        label: (Length(2_650), Length(3_150)),
        figure: Length(3_700),
        key: Length(4_590),
        boxes: Length(3_400),
        air: Length(800),
    },
    Density {
        name: (Length(3_530), Length(4_000)),
        detail: (Length(2_650), Length(3_050)),
        label: (Length(2_650), Length(3_000)),
        figure: Length(3_700),
        key: Length(4_590),
        boxes: Length(3_200),
        air: Length(300),
    },
];

/// The width of the column of signs.
const SIGN_COLUMN: Length = Length(9_900);
/// The widest that the column of boxes becomes.
const MOST_FOR_TRACKS: Length = Length(46_000);

/// Lays out the roster of an army. With `mono`, commands have patterns in black and white.
///
/// Rows are as roomy as one page allows; an army that needs more pages has the usual space.
pub fn lay_out_roster(document: &Document, fonts: &Fonts, paper: Paper, mono: bool) -> Layout {
    let rows: usize =
        document.commands.iter().map(|c| c.units.len()).sum::<usize>() + document.reserves.len();
    let lay_out = |density: &Density| lay_out_with(document, fonts, (paper, mono), density);
    if rows <= MOST_ROWS_OF_PAGE {
        let tries: Vec<Layout> = DENSITIES.iter().map(lay_out).collect();
        let one_page = tries.iter().position(|layout| layout.pages.len() == 1);
        // The readings of unclear rules may have a page of their own, if the army then has one
        let army_on_one =
            || tries.iter().position(|layout| layout.pages.iter().skip(1).all(has_only_readings));
        if let Some(best) = one_page.or_else(army_on_one) {
            return tries.into_iter().nth(best).unwrap_or_else(|| lay_out(&DENSITIES[1]));
        }
    }
    lay_out(&DENSITIES[1])
}

/// Returns `true` if a page has nothing but readings of unclear rules.
fn has_only_readings(page: &Page) -> bool {
    let is_reading =
        |item: &KeepTogether| item.class == "note" || item.class == "head again" && item.table.is_empty();
    page.columns.iter().flat_map(|column| &column.items).all(is_reading)
}

/// More rows of units than this never fit one page.
const MOST_ROWS_OF_PAGE: usize = 60;

fn lay_out_with(
    document: &Document,
    fonts: &Fonts,
    (paper, mono): (Paper, bool),
    density: &Density,
) -> Layout {
    let width = paper.size().width - MARGIN * 2;
    let roster = RosterBuilder::new(document, fonts, width, mono, *density);
    let mut facts = vec![roster.head_block()];
    facts.extend(roster.tile_blocks());
    facts.extend(roster.army_texts());
    let mut items = vec![KeepTogether::new("facts", facts)];
    items.extend(roster.finding_items());
    for command in &document.commands {
        items.extend(roster.command_items(command));
    }
    if !document.reserves.is_empty() {
        items.extend(roster.reserve_items());
    }
    items.extend(roster.army_charge_items());
    items.extend(roster.foot_tables().into_iter().map(|block| KeepTogether::new("tables", vec![block])));
    items.extend(roster.total_item());
    items.extend(roster.reading_items());
    lay_out_pages(items, paper, (1, Length(0)), &Footer::for_army(&document.army), fonts)
}

struct RosterBuilder<'r> {
    document: &'r Document,
    fonts: &'r Fonts,
    width: Length,
    mono: bool,
    density: Density,
    columns: Vec<Column>,
    has_points: bool,
    points_width: Length,
    name_width: Length,
    track_width: Length,
    track_head: String,
    /// The signs whose names were given to screen readers.
    named_signs: RefCell<BTreeSet<&'static str>>,
}

impl<'r> RosterBuilder<'r> {
    fn new(document: &'r Document, fonts: &'r Fonts, width: Length, mono: bool, density: Density) -> Self {
        let units: Vec<&UnitData> =
            document.commands.iter().flat_map(|c| &c.units).chain(&document.reserves).collect();
        let bodies: Vec<&BodyData> = units
            .iter()
            .flat_map(|u| std::iter::once(&u.body).chain(u.parts.iter().map(|p| &p.body)))
            .collect();
        let has_points = document.army.points.is_some();
        let points_width =
            if has_points { points_width(fonts, document, &units, &density) } else { Length(0) };
        let (track_width, track_head) = track_column(fonts, &units, &density);
        let room = width - SIGN_COLUMN - points_width - track_width;
        let columns = columns_of_units(fonts, &bodies, &density, room);
        let figures: Length = columns.iter().map(|c| c.width).sum();
        Self {
            document,
            fonts,
            width,
            mono,
            density,
            columns,
            has_points,
            points_width,
            name_width: room - figures,
            track_width,
            track_head,
            named_signs: RefCell::default(),
        }
    }

    fn text_blocks(&self, line: &[TextRun]) -> Vec<Block> {
        if line.iter().all(|r| r.text.is_empty()) {
            Vec::new()
        } else {
            paragraph_blocks(self.fonts, line, TEXT, self.width)
        }
    }

    /// Returns rows of boxes over the whole width.
    fn track_blocks(&self, numbers: &[NumberData]) -> Vec<Block> {
        let tracked = numbers.iter().filter(|n| !n.boxes.is_empty());
        let step = self.density.boxes;
        let style = BoxStyle { step, gap: Length(1_000), size: self.density.label.0, h: step + Length(900) };
        let width = self.width - CELL_PADDING * 2;
        let lines = tracked.flat_map(|n| {
            let label = format!("{}{}", n.name, n.sign);
            lines_of_boxes(self.fonts, &label, &[(&n.boxes, n.group)], true, style, width)
        });
        let blocks = lines.map(|line| {
            let said = line.said.clone();
            Block { kind: "boxes", deco: "joined", h: line.h, marks: line.marks, said, ..Block::default() }
        });
        blocks.collect()
    }

    /// Returns the findings as text.
    fn finding_items(&self) -> Vec<KeepTogether> {
        let finding_item = |f: &FindingData| {
            let place = f.line.map_or_else(String::new, |l| format!(" (line {l} of the list)"));
            let help = f.help.as_ref().map_or_else(String::new, |h| format!(" – {h}"));
            let text = format!("{}{help}{place}", f.message);
            let line = label_and_text(&format!("{}:", capitalize(f.severity)), &text);
            KeepTogether::new("finding", self.text_blocks(&line))
        };
        let mut items: Vec<KeepTogether> = self.document.army.findings.iter().map(finding_item).collect();
        if !items.is_empty() {
            items.push(KeepTogether::new("space", vec![gap_block(Length(1_500))]));
        }
        items
    }

    /// Returns a row with a name at the left and `right` at the right.
    fn name_row(&self, name: &str, right: &str) -> Block {
        let w = if right.is_empty() {
            Length(0)
        } else {
            line_width(self.fonts, &bold_text(right), HEAD.size) + CELL_PADDING * 2
        };
        let mut cells = vec![text_cell(self.fonts, &bold_text(name), HEAD, self.width - w, "left")];
        if !right.is_empty() {
            cells.push(text_cell(self.fonts, &bold_text(right), HEAD, w, "right sum"));
        }
        row_block(HEAD, "", cells)
    }

    /// Returns what the army or a command buys, then the rules of that.
    fn bought_blocks(&self, bought: &[BoughtData], shown: &str) -> Vec<Block> {
        if shown.is_empty() {
            return Vec::new();
        }
        let mut blocks = self.text_blocks(&label_and_text("Bought:", shown));
        for (name, text) in bought.iter().filter_map(|one| Some((&one.name, one.text.as_ref()?))) {
            blocks.extend(self.text_blocks(&label_and_text(&format!("{name}:"), text)));
        }
        blocks
    }

    /// Makes items the rows of one table, with the headings again at the top of a page.
    fn as_table(&self, name: &str, items: Vec<KeepTogether>) -> Vec<KeepTogether> {
        let again = vec![self.heading_row(&format!("{name}, continued"))];
        let head = KeepTogether::new("thead", vec![self.heading_row("Unit")]).keep_with_next();
        let rows = items.into_iter().map(|item| item.with_repeated_head(&again));
        std::iter::once(head)
            .chain(rows)
            .map(|item| KeepTogether { table: name.to_owned(), ..item })
            .collect()
    }

    fn command_items(&self, command: &CommandData) -> Vec<KeepTogether> {
        let name = command.name.as_deref().unwrap_or(&self.document.army.name);
        let mut blocks: Vec<Block> = self.bar_block(command).into_iter().collect();
        blocks.extend(self.command_words(command));
        let mut items = vec![KeepTogether::new("head", blocks).keep_with_next()];
        let units = command.units.iter().map(|u| self.unit_item(u, "unit"));
        let charges = command.charges.iter().map(|line| self.charge_item(line));
        let rows: Vec<KeepTogether> = units.chain(charges).collect();
        if !rows.is_empty() {
            items.extend(self.as_table(name, rows));
        }
        items.push(KeepTogether::new("space", vec![gap_block(Length(2_500))]));
        items
    }

    fn reserve_items(&self) -> Vec<KeepTogether> {
        let name = "Reserves (not in the total)";
        let mut items = vec![KeepTogether::new("head", vec![self.name_row(name, "")]).keep_with_next()];
        let rows = self.document.reserves.iter().map(|u| self.unit_item(u, "unit reserve")).collect();
        items.extend(self.as_table(name, rows));
        items.push(KeepTogether::new("space", vec![gap_block(Length(2_500))]));
        items
    }

    fn army_charge_items(&self) -> Vec<KeepTogether> {
        let charges = &self.document.army.charges;
        if charges.is_empty() {
            return Vec::new();
        }
        let name = "Paid by the army";
        let head = KeepTogether::new("head", vec![self.name_row(name, "")]);
        let mut items = vec![head.keep_with_next()];
        let cell = |text: &str, w: Length, class: &'static str| TableCell {
            w,
            class,
            scope: "col",
            span: 1,
            lines: paragraph_lines(self, text, w),
            ..TableCell::default()
        };
        let row = vec![
            cell("Charge", self.width - self.points_width, "left"),
            cell("Points", self.points_width, "right"),
        ];
        let thead = KeepTogether::new("thead", vec![table_row("thead", row, Length(600))]).keep_with_next();
        let rows = std::iter::once(thead).chain(charges.iter().map(|line| self.charge_item(line)));
        items.extend(rows.map(|item| KeepTogether { table: name.to_owned(), ..item }));
        items.push(KeepTogether::new("space", vec![gap_block(Length(2_500))]));
        items
    }

    /// Returns the readings of unclear rules that signs on this roster refer to.
    fn reading_items(&self) -> Vec<KeepTogether> {
        let all = &self.document.readings;
        if all.is_empty() {
            return Vec::new();
        }
        let fine = |text: &[TextRun]| paragraph_blocks(self.fonts, text, FINE, self.width);
        let head = fine(&bold_text("Readings of the rules"));
        let head =
            KeepTogether::new("note", [vec![gap_block(Length(1_500))], head].concat()).keep_with_next();
        let again = fine(&bold_text("Readings of the rules, continued"));
        let lines = all.iter().map(|r| {
            KeepTogether::new("note", fine(&unit_descriptions::reading_text(r))).with_repeated_head(&again)
        });
        std::iter::once(head).chain(lines).collect()
    }

    fn total_item(&self) -> Option<KeepTogether> {
        let army = &self.document.army;
        let left = |p: &PointsData| p.left.map_or_else(String::new, |left| format!("{} unspent · ", left.0));
        let shown = |p: &PointsData| format!("{}{}", left(p), p.shown);
        let total = army.points.as_ref().map(|p| vec![rule_block(), self.name_row("Total", &shown(p))]);
        let mut blocks = total.unwrap_or_default();
        let brackets = army.brackets.iter();
        blocks.extend(brackets.flat_map(|b| paragraph_blocks(self.fonts, &plain_text(b), FINE, self.width)));
        (!blocks.is_empty()).then(|| KeepTogether::new("total", blocks))
    }
}

fn paragraph_lines(roster: &RosterBuilder<'_>, text: &str, w: Length) -> Vec<super::table_rows::SizedLine> {
    let (size, line) = roster.density.label;
    let lines =
        super::line_breaking::break_lines(roster.fonts, &plain_text(text), size, w - CELL_PADDING * 2);
    lines.into_iter().map(|text| super::table_rows::SizedLine { size, line, text }).collect()
}

fn points_width(fonts: &Fonts, document: &Document, units: &[&UnitData], density: &Density) -> Length {
    let charges = document.commands.iter().flat_map(|c| &c.charges).chain(&document.army.charges);
    let totals = units.iter().map(|u| u.total_shown.as_str()).chain(charges.map(|line| line.shown.as_str()));
    let widest = totals.map(|shown| line_width(fonts, &bold_text(shown), density.figure)).max();
    let each = units
        .iter()
        .filter(|u| u.count > 1)
        .map(|u| line_width(fonts, &plain_text(&format!("{} each", u.cost_shown)), density.label.0));
    let head = line_width(fonts, &plain_text("Points"), density.label.0);
    let widest = widest.max(each.max()).unwrap_or_default().max(head) + CELL_PADDING * 2 + Length(300);
    widest.min(Length(30_000))
}

/// Returns the width and the heading of the column of boxes. A width of 0 means that there is none.
fn track_column(fonts: &Fonts, units: &[&UnitData], density: &Density) -> (Length, String) {
    let tracks: Vec<(&UnitData, &NumberData)> =
        units.iter().filter_map(|u| Some((*u, RosterBuilder::short_track(u)?))).collect();
    if tracks.is_empty() {
        return (Length(0), String::new());
    }
    let words: Vec<String> = tracks.iter().map(|(_, track)| words_of_track(track)).collect();
    let count = |word: &String| words.iter().filter(|other| *other == word).count();
    let head = words.iter().rev().max_by_key(|word| count(word)).cloned().unwrap_or_default();
    let style = BoxStyle { step: density.boxes, gap: Length(1_000), size: density.label.0, h: density.boxes };
    let widths = tracks.iter().map(|(unit, track)| {
        let sets: Vec<_> = (0..unit.count).map(|_| (track.boxes.as_slice(), track.group)).collect();
        let with_words = words_of_track(track) != head;
        let lines = lines_of_boxes(fonts, "", &sets, with_words, style, MOST_FOR_TRACKS - CELL_PADDING * 2);
        let wide = |line: &super::table_rows::BoxLine| line.marks.iter().map(|m| m.w).sum::<Length>();
        lines.iter().map(wide).max().unwrap_or_default()
    });
    let boxes = widths.max().unwrap_or_default();
    (boxes.max(Length(24_000)).min(MOST_FOR_TRACKS) + CELL_PADDING * 2, head)
}

/// Returns the text with its first letter in upper case.
pub(in crate::render::layout) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
