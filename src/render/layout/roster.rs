//! The roster: facts about the army, its commands, and a row for each unit.

use super::footer::Footer;
use super::line_breaking::{
    TextLine, TextRun, bold_text, break_lines, label_and_text, line_width, plain_text, widest_word,
};
use super::page_blocks::{
    Block, CELL_PADDING, HEAD, LayoutCell, LineStyle, NAME, SMALL, TEXT, TITLE, gap_block, paragraph_blocks,
    row_block, rule_block, text_cell,
};
use super::points_bar::bar_block;
use super::unit_descriptions::{self, used_stats};
use super::{KeepTogether, Layout, MARGIN, lay_out_pages};
use crate::render::context::{
    BodyData, BoughtData, CharacterData, CommandData, CostLineData, Document, UnitData,
};
use crate::render::font::Fonts;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::Paper;

/// Lays out the roster of an army.
pub fn lay_out_roster(document: &Document, fonts: &Fonts, paper: Paper) -> Layout {
    let width = paper.size().width - MARGIN * 2;
    let every = || document.commands.iter().flat_map(|c| &c.units).chain(&document.reserves);
    let bodies = || every().flat_map(|u| std::iter::once(&u.body).chain(u.parts.iter().map(|p| &p.body)));
    let roster = RosterBuilder {
        document,
        fonts,
        width,
        columns: stat_columns(fonts, bodies, width, document.army.points.is_some()),
        has_points: document.army.points.is_some(),
    };
    let mut items = vec![roster.army_facts()];
    items.extend(roster.finding_items());
    items.extend(roster.shares_item());
    let plan = super::command_diagram::command_diagram(&document.commands, fonts, width);
    items.extend(plan.into_iter().flatten().map(|block| KeepTogether::new("plan", vec![block])));
    for command in &document.commands {
        items.extend(roster.command_items(command));
    }
    if !document.reserves.is_empty() {
        items.extend(roster.reserve_items());
    }
    items.extend(roster.army_charge_items());
    items.extend(roster.total_item());
    items.extend(roster.reading_items());
    lay_out_pages(items, paper, (1, Length(0)), &Footer::for_army(&document.army), fonts)
}

/// A column of the roster that shows one stat.
struct StatColumn {
    id: String,
    abbr: String,
    width: Length,
    /// The width of the longest word, in the heading or a cell.
    min_width: Length,
}

/// The width of the column of points.
const POINTS_WIDTH: Length = Length(15_000);

fn stat_columns<'u, I: Iterator<Item = &'u BodyData>>(
    fonts: &Fonts,
    bodies: impl Fn() -> I,
    width: Length,
    points: bool,
) -> Vec<StatColumn> {
    let used = used_stats(bodies());
    let mut all: Vec<StatColumn> = used
        .into_iter()
        .map(|(id, abbr)| {
            let cells = bodies().filter_map(|b| b.stats.iter().find(|s| s.id == id));
            let widest = cells
                .map(|s| line_width(fonts, &unit_descriptions::stat_text(Some(s)), TEXT.size))
                .max()
                .unwrap_or_default();
            let head = two_line_width(fonts, &abbr);
            let air = CELL_PADDING * 2 + Length(300);
            let word = widest_word(fonts, &plain_text(&abbr), SMALL.size) * 51 / 50 + Length(200);
            let figure = unit_descriptions::widest_stat(
                fonts,
                bodies().filter_map(|b| b.stats.iter().find(|s| s.id == id)),
            );
            StatColumn { id, abbr, width: widest.max(head) + air, min_width: word.max(figure) + air }
        })
        .collect();
    // The column of names keeps a third of the page, or a fifth if headings need the room
    let rest = width - if points { POINTS_WIDTH } else { Length(0) };
    fit_columns(&mut all, rest - Length(width.0 / 3), rest - Length(width.0 / 5));
    all
}

/// Makes columns narrower until they fit into `room`. While their longest words fit into `most`, no column
/// becomes narrower than its own.
fn fit_columns(all: &mut [StatColumn], room: Length, most: Length) {
    let sum = |of: fn(&StatColumn) -> Length, all: &[StatColumn]| -> Length { all.iter().map(of).sum() };
    let (total, least) = (sum(|f| f.width, all), sum(|f| f.min_width, all));
    if total <= room {
        return;
    }
    let (wide, spare) = (total - least, (room - least).max(Length(0)));
    for figures in &mut *all {
        let more = figures.width - figures.min_width;
        figures.width =
            figures.min_width + if wide > Length(0) { Length(more.0 * spare.0 / wide.0) } else { Length(0) };
    }
    if least > most {
        // Not even the words fit, so they are broken
        all.iter_mut().for_each(|f| f.width = Length(f.width.0 * most.0 / least.0));
    }
}

/// Returns the width at which a heading takes at most two lines.
fn two_line_width(fonts: &Fonts, head: &str) -> Length {
    let line = plain_text(head);
    let most = line_width(fonts, &line, SMALL.size);
    let mut w = widest_word(fonts, &line, SMALL.size) * 51 / 50 + Length(200);
    while w < most && break_lines(fonts, &line, SMALL.size, w).len() > 2 {
        w = w + Length(500);
    }
    w
}

struct RosterBuilder<'r> {
    document: &'r Document,
    fonts: &'r Fonts,
    width: Length,
    columns: Vec<StatColumn>,
    has_points: bool,
}

impl RosterBuilder<'_> {
    fn text_blocks(&self, line: &[TextRun], style: LineStyle) -> Vec<Block> {
        if line.iter().all(|r| r.text.is_empty()) {
            Vec::new()
        } else {
            paragraph_blocks(self.fonts, line, style, self.width)
        }
    }

    /// Returns the facts about the army as a whole.
    fn army_facts(&self) -> KeepTogether {
        let army = &self.document.army;
        let mut blocks = paragraph_blocks(self.fonts, &bold_text(&army.name), TITLE, self.width);
        let mut game = vec![army.ruleset.shown.clone()];
        game.extend(army.mode.as_ref().map(|m| m.name.clone()));
        game.extend(army.book.iter().chain(&army.allies).map(|b| b.shown.clone()));
        game.extend(army.date.clone());
        game.extend(army.event.as_ref().map(|e| e.name.clone()));
        let mut who = game;
        who.extend(army.player.as_ref().map(|p| format!("Player {p}")));
        who.extend(army.club.clone());
        who.extend(army.choices.iter().map(|c| format!("{}: {}", c.name, c.answer)));
        if army.units > 0 {
            let word = if army.units == 1 { "unit" } else { "units" };
            who.push(format!("{} {word}", army.units));
        }
        blocks.extend(self.text_blocks(&plain_text(&who.join(" · ")), TEXT));
        let mut verdict = bold_text(&capitalize(&army.verdict_text));
        if let Some(points) = &army.points {
            verdict.extend(plain_text(" · "));
            verdict.extend(bold_text(&points.shown));
        }
        verdict.extend(plain_text(&format!(" · {}", army.digest_text)));
        blocks.extend(self.text_blocks(&verdict, TEXT));
        for notice in &army.notices {
            blocks.extend(self.text_blocks(&plain_text(&capitalize(notice)), SMALL));
        }
        blocks.extend(self.bought_blocks(&army.bought, &army.bought_shown));
        blocks.extend(army.notes.iter().flat_map(|n| self.text_blocks(&label_and_text("Notes:", n), TEXT)));
        let empty = crate::render::context::BodyData::default();
        blocks
            .extend(self.text_blocks(&unit_descriptions::numbers_text(&empty, army.numbers.iter(), 1), TEXT));
        blocks.extend(unit_descriptions::track_rows(self.fonts, &army.numbers, 1, self.width));
        blocks.push(gap_block(Length(1_500)));
        KeepTogether::new("facts", blocks)
    }

    /// Returns the findings as text.
    fn finding_items(&self) -> Vec<KeepTogether> {
        let army = &self.document.army;
        let finding_item = |f: &crate::render::context::FindingData| {
            let place = f.line.map_or_else(String::new, |l| format!(" (line {l} of the list)"));
            let help = f.help.as_ref().map_or_else(String::new, |h| format!(" – {h}"));
            let text = format!("{}{help}{place}", f.message);
            KeepTogether::new(
                "finding",
                self.text_blocks(&label_and_text(&format!("{}:", capitalize(f.severity)), &text), TEXT),
            )
        };
        let mut items: Vec<KeepTogether> = army.findings.iter().map(finding_item).collect();
        if !items.is_empty() {
            items.push(KeepTogether::new("space", vec![gap_block(Length(1_500))]));
        }
        items
    }

    /// Returns the bar of points with its legend: by command, or by unit if there is only one command.
    ///
    /// `None` if a cost is unknown or there is nothing to compare.
    fn shares_item(&self) -> Option<KeepTogether> {
        // What is in another command is a part of that one's share
        let commands: Vec<&CommandData> = self.document.commands.iter().filter(|c| c.depth == 0).collect();
        let shares: Vec<(String, crate::format::read_exact_numbers::Number)> = if commands.len() > 1 {
            let named_cost = |c: &&CommandData| Some((c.name.clone().unwrap_or_default(), c.cost?.0));
            commands.iter().map(named_cost).collect::<Option<_>>()?
        } else {
            let commands = &self.document.commands;
            let units = commands.iter().flat_map(|c| &c.units).map(|u| Some((u.name.clone(), u.total?.0)));
            let people =
                commands.iter().flat_map(|c| &c.characters).map(|c| Some((c.name.clone(), c.cost?.0)));
            let all: Vec<_> = people.chain(units).collect::<Option<_>>()?;
            all.into_iter().filter(|(_, n)| *n != 0).collect()
        };
        let numbers: Vec<_> = shares.iter().map(|(_, n)| *n).collect();
        let drawn = bar_block(&numbers, self.width)?;
        let mut blocks = vec![drawn];
        let words: Vec<String> =
            shares.iter().enumerate().map(|(at, (name, n))| format!("{} {name} {n}", at + 1)).collect();
        blocks.extend(self.text_blocks(&plain_text(&words.join(" · ")), SMALL));
        blocks.push(gap_block(Length(1_500)));
        Some(KeepTogether::new("shares", blocks))
    }

    fn heading_row(&self) -> Block {
        let mut cells = vec![text_cell(self.fonts, &plain_text("Unit"), SMALL, self.name_width(), "left")];
        cells.extend(
            self.columns.iter().map(|f| text_cell(self.fonts, &plain_text(&f.abbr), SMALL, f.width, "mid")),
        );
        if self.has_points {
            cells.push(text_cell(self.fonts, &plain_text("Points"), SMALL, POINTS_WIDTH, "right"));
        }
        row_block(SMALL, "heads", cells)
    }

    fn name_width(&self) -> Length {
        let figures: Length = self.columns.iter().map(|f| f.width).sum();
        self.width - figures - if self.has_points { POINTS_WIDTH } else { Length(0) }
    }

    /// Returns a row with a name at the left and `right` at the right.
    fn name_row(&self, name: &str, right: &str, style: LineStyle, deco: &'static str) -> Block {
        let w = if right.is_empty() {
            Length(0)
        } else {
            line_width(self.fonts, &bold_text(right), style.size) + CELL_PADDING * 2
        };
        let mut cells = vec![text_cell(self.fonts, &bold_text(name), style, self.width - w, "left")];
        if !right.is_empty() {
            cells.push(text_cell(self.fonts, &bold_text(right), style, w, "right sum"));
        }
        row_block(style, deco, cells)
    }

    /// Returns what the army or a command buys, then the rules of that.
    fn bought_blocks(&self, bought: &[BoughtData], shown: &str) -> Vec<Block> {
        if shown.is_empty() {
            return Vec::new();
        }
        let mut blocks = self.text_blocks(&label_and_text("Bought:", shown), TEXT);
        for (name, text) in bought.iter().filter_map(|one| Some((&one.name, one.text.as_ref()?))) {
            blocks.extend(self.text_blocks(&label_and_text(&format!("{name}:"), text), SMALL));
        }
        blocks
    }

    fn command_items(&self, command: &CommandData) -> Vec<KeepTogether> {
        let mut blocks = Vec::new();
        let name = command.name.as_deref().unwrap_or("");
        if !name.is_empty() {
            blocks.push(self.name_row(name, &command.cost_shown, HEAD, ""));
        }
        let mut words: Vec<String> = Vec::new();
        words.extend((!command.kind_shown.is_empty()).then(|| command.kind_shown.clone()));
        words.extend(command.ally_name.as_ref().map(|a| format!("Ally: {a}")));
        words.extend(command.commander.as_ref().map(|c| format!("Led by {c}")));
        words.extend(command.baggage_with.as_ref().map(|b| format!("Baggage stands with {b}")));
        blocks.extend(self.text_blocks(&plain_text(&words.join(" · ")), TEXT));
        blocks.extend(command.text.iter().flat_map(|text| self.text_blocks(&plain_text(text), SMALL)));
        blocks.extend(self.bought_blocks(&command.bought, &command.bought_shown));
        blocks
            .extend(command.notes.iter().flat_map(|n| self.text_blocks(&label_and_text("Notes:", n), TEXT)));
        let empty = crate::render::context::BodyData::default();
        blocks.extend(
            self.text_blocks(&unit_descriptions::numbers_text(&empty, command.numbers.iter(), 1), SMALL),
        );
        blocks.extend(unit_descriptions::track_rows(self.fonts, &command.numbers, 1, self.width));
        blocks.push(self.heading_row());
        let again = vec![
            self.name_row(
                if name.is_empty() { &self.document.army.name } else { name },
                "continued",
                TEXT,
                "",
            ),
            self.heading_row(),
        ];
        let mut items = vec![KeepTogether::new("head", blocks).keep_with_next()];
        let characters = command.characters.iter().map(|c| self.character_item(c));
        let units = command.units.iter().map(|u| self.unit_item(u));
        let charges = command.charges.iter().map(|line| self.charge_item(line));
        items.extend(
            characters
                .chain(units)
                .chain(charges)
                .map(|item| KeepTogether { repeated_head: again.clone(), ..item }),
        );
        items.push(KeepTogether::new("space", vec![gap_block(Length(2_500))]));
        items
    }

    fn reserve_items(&self) -> Vec<KeepTogether> {
        let head = vec![self.name_row("Reserves (not in the total)", "", HEAD, ""), self.heading_row()];
        let mut items = vec![KeepTogether::new("head", head.clone()).keep_with_next()];
        items.extend(self.document.reserves.iter().map(|u| KeepTogether {
            repeated_head: head.clone(),
            class: "unit reserve",
            ..self.unit_item(u)
        }));
        items.push(KeepTogether::new("space", vec![gap_block(Length(2_500))]));
        items
    }

    fn stat_row(&self, name: &[TextRun], body: Option<&BodyData>, points: &str, style: LineStyle) -> Block {
        let mut cells = vec![LayoutCell {
            w: self.name_width(),
            class: "left named",
            lines: super::line_breaking::break_lines(
                self.fonts,
                name,
                style.size,
                self.name_width() - CELL_PADDING * 2,
            ),
            size: None,
        }];
        for figures in &self.columns {
            let line = body.map_or_else(
                || plain_text(""),
                |b| unit_descriptions::stat_text(b.stats.iter().find(|s| s.id == figures.id)),
            );
            cells.push(text_cell(self.fonts, &line, TEXT, figures.width, "mid stat"));
        }
        if self.has_points {
            cells.push(text_cell(self.fonts, &bold_text(points), TEXT, POINTS_WIDTH, "right points"));
        }
        row_block(style, "over", cells)
    }

    fn character_item(&self, character: &CharacterData) -> KeepTogether {
        let mut name = bold_text(&character.name);
        let role = character.role.as_ref().filter(|r| **r != character.name);
        name.extend(role.iter().flat_map(|r| plain_text(&format!(", {r}"))));
        name.extend(plain_text(&character.sign));
        let mut blocks = vec![self.stat_row(&name, None, &character.cost_shown, NAME)];
        let mut text: TextLine = Vec::new();
        if let Some(with) = &character.with {
            text.extend(label_and_text("With:", with));
        }
        if text.is_empty() {
            text.extend(plain_text(&capitalize(&character.adds_shown)));
        } else if !character.adds_shown.is_empty() {
            text.extend(plain_text(&format!(" · {}", character.adds_shown)));
        }
        blocks.extend(self.text_blocks(&text, TEXT));
        let charges = unit_descriptions::charges_text(&character.charges);
        blocks.extend(charges.iter().flat_map(|text| self.text_blocks(text, TEXT)));
        blocks.extend(unit_descriptions::labelled_text(
            self.fonts,
            "Notes:",
            character.notes.as_ref(),
            TEXT,
            self.width,
        ));
        KeepTogether::new("unit character", blocks)
    }

    /// Returns a charge that the army or a command pays itself.
    fn charge_item(&self, line: &CostLineData) -> KeepTogether {
        let mut blocks = vec![self.stat_row(&bold_text(&line.what), None, &line.shown, NAME)];
        blocks.extend(line.how.iter().flat_map(|how| self.text_blocks(&plain_text(&capitalize(how)), TEXT)));
        KeepTogether::new("charge", blocks)
    }

    fn army_charge_items(&self) -> Vec<KeepTogether> {
        let charges = &self.document.army.charges;
        if charges.is_empty() {
            return Vec::new();
        }
        let head = KeepTogether::new("head", vec![self.name_row("Paid by the army", "", HEAD, "")]);
        let mut items = vec![head.keep_with_next()];
        items.extend(charges.iter().map(|line| self.charge_item(line)));
        items.push(KeepTogether::new("space", vec![gap_block(Length(2_500))]));
        items
    }

    fn unit_item(&self, unit: &UnitData) -> KeepTogether {
        let mut name = Vec::new();
        if unit.count > 1 {
            name.extend(bold_text(&format!("{} × ", unit.count)));
        }
        name.extend(bold_text(&unit.name));
        name.extend(plain_text(unit_descriptions::sign_of_name(&unit.body, &unit.name)));
        if !unit.number.is_empty() {
            name.extend(plain_text(&format!(", {}", unit.number)));
        }
        let mut blocks = vec![self.stat_row(&name, Some(&unit.body), &unit.total_shown, NAME)];
        let mut kind = unit_descriptions::type_text(&unit.body, &unit.name);
        if unit.count > 1 && self.has_points {
            kind.extend(plain_text(&format!(", {} each", crate::wording::points_text_of(&unit.cost_shown))));
        }
        let mut sentences = vec![kind, plain_text(unit.body.noticed.as_deref().unwrap_or(""))];
        sentences.push(unit_descriptions::options_text(&unit.body));
        sentences.extend(unit_descriptions::charges_text(&unit.body.charges));
        sentences.extend(unit_descriptions::attachment_texts(unit));
        sentences.extend(unit.body.forms.iter().map(unit_descriptions::extra_stat_text));
        sentences.push(plain_text(&unit.body.facts_shown));
        sentences.push(unit_descriptions::numbers_text(&unit.body, unit.body.numbers.iter(), unit.count));
        blocks.extend(self.text_blocks(&unit_descriptions::join_sentences(sentences), TEXT));
        for table in unit_descriptions::table_texts(unit.body.numbers.iter()) {
            blocks.extend(self.text_blocks(&table, SMALL));
        }
        blocks.extend(unit_descriptions::track_rows(self.fonts, &unit.body.numbers, unit.count, self.width));
        for part in &unit.parts {
            let mut name = plain_text("with ");
            name.extend(bold_text(&part.body.type_name));
            name.extend(plain_text(&format!("{} {}", part.body.sign, part.body.size_shown)));
            let mut blocks_of = vec![Block { deco: "", ..self.stat_row(&name, Some(&part.body), "", TEXT) }];
            let numbers = unit_descriptions::numbers_text(&part.body, part.body.numbers.iter(), unit.count);
            let facts = plain_text(&part.body.facts_shown);
            let sentences = vec![unit_descriptions::options_text(&part.body), facts, numbers];
            blocks_of.extend(self.text_blocks(&unit_descriptions::join_sentences(sentences), TEXT));
            for table in unit_descriptions::table_texts(part.body.numbers.iter()) {
                blocks_of.extend(self.text_blocks(&table, SMALL));
            }
            blocks_of.extend(unit_descriptions::track_rows(
                self.fonts,
                &part.body.numbers,
                unit.count,
                self.width,
            ));
            blocks.extend(blocks_of);
        }
        blocks.extend(unit_descriptions::labelled_text(
            self.fonts,
            "Notes:",
            unit.notes.as_ref(),
            TEXT,
            self.width,
        ));
        KeepTogether::new("unit", blocks)
    }

    /// Returns the readings of unclear rules that signs on this roster refer to.
    fn reading_items(&self) -> Vec<KeepTogether> {
        let all = &self.document.readings;
        if all.is_empty() {
            return Vec::new();
        }
        let head = paragraph_blocks(self.fonts, &bold_text("Readings of the rules"), SMALL, self.width);
        let head =
            KeepTogether::new("head", [vec![gap_block(Length(1_500))], head].concat()).keep_with_next();
        let again =
            paragraph_blocks(self.fonts, &bold_text("Readings of the rules, continued"), SMALL, self.width);
        let lines = all.iter().map(|r| {
            KeepTogether::new("note", self.text_blocks(&unit_descriptions::reading_text(r), SMALL))
                .with_repeated_head(&again)
        });
        std::iter::once(head).chain(lines).collect()
    }

    fn total_item(&self) -> Option<KeepTogether> {
        let army = &self.document.army;
        let total =
            army.points.as_ref().map(|p| vec![rule_block(), self.name_row("Total", &p.shown, HEAD, "")]);
        let mut blocks = total.unwrap_or_default();
        blocks.extend(army.brackets.iter().flat_map(|b| self.text_blocks(&plain_text(b), SMALL)));
        (!blocks.is_empty()).then(|| KeepTogether::new("total", blocks))
    }
}

/// Returns the text with its first letter in upper case.
pub(in crate::render::layout) fn capitalize(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
