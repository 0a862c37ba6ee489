//! The roster: facts about the army, its commands, and a row for each unit.

use super::bar::bar;
use super::block::{
    Block, Cell, HEAD, NAME, PAD, SMALL, Style, TEXT, TITLE, cell, gap, paragraph, row, rule,
};
use super::foot::Foot;
use super::pieces::{self, used_stats};
use super::text::{Line, Run, bold, led, natural, plain, widest_word, wrap};
use super::{Item, Layout, MARGIN, sheet};
use crate::render::context::{Body, Character, Command, Document, Unit};
use crate::render::font::Fonts;
use crate::render::paper::Paper;
use crate::render::unit::Um;

/// Lays out the roster of an army.
pub fn lay(document: &Document, fonts: &Fonts, paper: Paper) -> Layout {
    let width = paper.size().width - MARGIN * 2;
    let every = || document.commands.iter().flat_map(|c| &c.units).chain(&document.reserves);
    let bodies = || every().flat_map(|u| std::iter::once(&u.body).chain(u.parts.iter().map(|p| &p.body)));
    let roster = Roster {
        document,
        fonts,
        width,
        columns: columns(fonts, bodies, width, document.army.points.is_some()),
        points: document.army.points.is_some(),
    };
    let mut items = vec![roster.facts()];
    items.extend(roster.findings());
    items.extend(roster.shares());
    let plan = super::plan::plan(&document.commands, fonts, width);
    items.extend(plan.into_iter().flatten().map(|block| Item::new("plan", vec![block])));
    for command in &document.commands {
        items.extend(roster.command(command));
    }
    if !document.reserves.is_empty() {
        items.extend(roster.reserves());
    }
    items.extend(roster.total());
    items.extend(roster.readings());
    sheet(items, paper, (1, Um(0)), &Foot::of_army(&document.army), fonts)
}

/// A column of the roster that shows one stat.
struct Figures {
    id: String,
    abbr: String,
    w: Um,
    /// The width of the longest word, in the heading or a cell.
    least: Um,
}

/// The width of the column of points.
const POINTS: Um = Um(15_000);

fn columns<'u, I: Iterator<Item = &'u Body>>(
    fonts: &Fonts,
    bodies: impl Fn() -> I,
    width: Um,
    points: bool,
) -> Vec<Figures> {
    let used = used_stats(bodies());
    let mut all: Vec<Figures> = used
        .into_iter()
        .map(|(id, abbr)| {
            let cells = bodies().filter_map(|b| b.stats.iter().find(|s| s.id == id));
            let widest =
                cells.map(|s| natural(fonts, &pieces::figure(Some(s)), TEXT.size)).max().unwrap_or_default();
            let head = in_two(fonts, &abbr);
            let air = PAD * 2 + Um(300);
            let word = widest_word(fonts, &plain(&abbr), SMALL.size) * 51 / 50 + Um(200);
            let figure =
                pieces::widest_figure(fonts, bodies().filter_map(|b| b.stats.iter().find(|s| s.id == id)));
            Figures { id, abbr, w: widest.max(head) + air, least: word.max(figure) + air }
        })
        .collect();
    // The column of names keeps a third of the page, or a fifth if headings need the room
    let rest = width - if points { POINTS } else { Um(0) };
    fit(&mut all, rest - Um(width.0 / 3), rest - Um(width.0 / 5));
    all
}

/// Makes columns narrower until they fit into `room`. While their longest words fit into `most`, no column
/// becomes narrower than its own.
fn fit(all: &mut [Figures], room: Um, most: Um) {
    let sum = |of: fn(&Figures) -> Um, all: &[Figures]| -> Um { all.iter().map(of).sum() };
    let (total, least) = (sum(|f| f.w, all), sum(|f| f.least, all));
    if total <= room {
        return;
    }
    let (wide, spare) = (total - least, (room - least).max(Um(0)));
    for figures in &mut *all {
        let more = figures.w - figures.least;
        figures.w = figures.least + if wide > Um(0) { Um(more.0 * spare.0 / wide.0) } else { Um(0) };
    }
    if least > most {
        // Not even the words fit, so they are broken
        all.iter_mut().for_each(|f| f.w = Um(f.w.0 * most.0 / least.0));
    }
}

/// Returns the width at which a heading takes at most two lines.
fn in_two(fonts: &Fonts, head: &str) -> Um {
    let line = plain(head);
    let most = natural(fonts, &line, SMALL.size);
    let mut w = widest_word(fonts, &line, SMALL.size) * 51 / 50 + Um(200);
    while w < most && wrap(fonts, &line, SMALL.size, w).len() > 2 {
        w = w + Um(500);
    }
    w
}

struct Roster<'r> {
    document: &'r Document,
    fonts: &'r Fonts,
    width: Um,
    columns: Vec<Figures>,
    points: bool,
}

impl Roster<'_> {
    fn text(&self, line: &[Run], style: Style) -> Vec<Block> {
        if line.iter().all(|r| r.text.is_empty()) {
            Vec::new()
        } else {
            paragraph(self.fonts, line, style, self.width)
        }
    }

    /// Returns the facts about the army as a whole.
    fn facts(&self) -> Item {
        let army = &self.document.army;
        let mut blocks = paragraph(self.fonts, &bold(&army.name), TITLE, self.width);
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
        blocks.extend(self.text(&plain(&who.join(" · ")), TEXT));
        let mut verdict = bold(&capital(&army.verdict_text));
        if let Some(points) = &army.points {
            verdict.extend(plain(" · "));
            verdict.extend(bold(&points.shown));
        }
        verdict.extend(plain(&format!(" · {}", army.digest_text)));
        blocks.extend(self.text(&verdict, TEXT));
        for notice in &army.notices {
            blocks.extend(self.text(&plain(&capital(notice)), SMALL));
        }
        blocks.extend(army.notes.iter().flat_map(|n| self.text(&led("Notes:", n), TEXT)));
        let empty = crate::render::context::Body::default();
        blocks.extend(self.text(&pieces::numbers(&empty, army.numbers.iter(), 1), TEXT));
        blocks.extend(pieces::tracks(self.fonts, &army.numbers, 1, self.width));
        blocks.push(gap(Um(1_500)));
        Item::new("facts", blocks)
    }

    /// Returns the findings as text.
    fn findings(&self) -> Vec<Item> {
        let army = &self.document.army;
        let finding_item = |f: &crate::render::context::Finding| {
            let place = f.line.map_or_else(String::new, |l| format!(" (line {l} of the list)"));
            let help = f.help.as_ref().map_or_else(String::new, |h| format!(" – {h}"));
            let text = format!("{}{help}{place}", f.message);
            Item::new("finding", self.text(&led(&format!("{}:", capital(f.severity)), &text), TEXT))
        };
        let mut items: Vec<Item> = army.findings.iter().map(finding_item).collect();
        if !items.is_empty() {
            items.push(Item::new("space", vec![gap(Um(1_500))]));
        }
        items
    }

    /// Returns the bar of points with its legend: by command, or by unit if there is only one command.
    ///
    /// `None` if a cost is unknown or there is nothing to compare.
    fn shares(&self) -> Option<Item> {
        let commands = &self.document.commands;
        let shares: Vec<(String, crate::format::number::Number)> = if commands.len() > 1 {
            let named_cost = |c: &Command| Some((c.name.clone().unwrap_or_default(), c.cost?.0));
            commands.iter().map(named_cost).collect::<Option<_>>()?
        } else {
            let units = commands.iter().flat_map(|c| &c.units).map(|u| Some((u.name.clone(), u.total?.0)));
            let people =
                commands.iter().flat_map(|c| &c.characters).map(|c| Some((c.name.clone(), c.cost?.0)));
            let all: Vec<_> = people.chain(units).collect::<Option<_>>()?;
            all.into_iter().filter(|(_, n)| *n != 0).collect()
        };
        let numbers: Vec<_> = shares.iter().map(|(_, n)| *n).collect();
        let drawn = bar(&numbers, self.width)?;
        let mut blocks = vec![drawn];
        let words: Vec<String> =
            shares.iter().enumerate().map(|(at, (name, n))| format!("{} {name} {n}", at + 1)).collect();
        blocks.extend(self.text(&plain(&words.join(" · ")), SMALL));
        blocks.push(gap(Um(1_500)));
        Some(Item::new("shares", blocks))
    }

    fn heads(&self) -> Block {
        let mut cells = vec![cell(self.fonts, &plain("Unit"), SMALL, self.name_width(), "left")];
        cells.extend(self.columns.iter().map(|f| cell(self.fonts, &plain(&f.abbr), SMALL, f.w, "mid")));
        if self.points {
            cells.push(cell(self.fonts, &plain("Points"), SMALL, POINTS, "right"));
        }
        row(SMALL, "heads", cells)
    }

    fn name_width(&self) -> Um {
        let figures: Um = self.columns.iter().map(|f| f.w).sum();
        self.width - figures - if self.points { POINTS } else { Um(0) }
    }

    /// Returns a row with a name at the left and `right` at the right.
    fn wide(&self, name: &str, right: &str, style: Style, deco: &'static str) -> Block {
        let w =
            if right.is_empty() { Um(0) } else { natural(self.fonts, &bold(right), style.size) + PAD * 2 };
        let mut cells = vec![cell(self.fonts, &bold(name), style, self.width - w, "left")];
        if !right.is_empty() {
            cells.push(cell(self.fonts, &bold(right), style, w, "right sum"));
        }
        row(style, deco, cells)
    }

    fn command(&self, command: &Command) -> Vec<Item> {
        let mut blocks = Vec::new();
        let name = command.name.as_deref().unwrap_or("");
        if !name.is_empty() {
            blocks.push(self.wide(name, &command.cost_shown, HEAD, ""));
        }
        let mut words = Vec::new();
        words.extend(command.ally_name.as_ref().map(|a| format!("Ally: {a}")));
        words.extend(command.commander.as_ref().map(|c| format!("Led by {c}")));
        words.extend(command.baggage_with.as_ref().map(|b| format!("Baggage stands with {b}")));
        blocks.extend(self.text(&plain(&words.join(" · ")), TEXT));
        blocks.extend(command.notes.iter().flat_map(|n| self.text(&led("Notes:", n), TEXT)));
        let empty = crate::render::context::Body::default();
        blocks.extend(self.text(&pieces::numbers(&empty, command.numbers.iter(), 1), SMALL));
        blocks.extend(pieces::tracks(self.fonts, &command.numbers, 1, self.width));
        blocks.push(self.heads());
        let again = vec![
            self.wide(if name.is_empty() { &self.document.army.name } else { name }, "continued", TEXT, ""),
            self.heads(),
        ];
        let mut items = vec![Item::new("head", blocks).with_next()];
        let characters = command.characters.iter().map(|c| self.character(c));
        let units = command.units.iter().map(|u| self.unit(u));
        items.extend(characters.chain(units).map(|item| Item { again: again.clone(), ..item }));
        items.push(Item::new("space", vec![gap(Um(2_500))]));
        items
    }

    fn reserves(&self) -> Vec<Item> {
        let head = vec![self.wide("Reserves (not in the total)", "", HEAD, ""), self.heads()];
        let mut items = vec![Item::new("head", head.clone()).with_next()];
        items.extend(self.document.reserves.iter().map(|u| Item {
            again: head.clone(),
            class: "unit reserve",
            ..self.unit(u)
        }));
        items.push(Item::new("space", vec![gap(Um(2_500))]));
        items
    }

    fn row(&self, name: &[Run], body: Option<&Body>, points: &str, style: Style) -> Block {
        let mut cells = vec![Cell {
            w: self.name_width(),
            class: "left named",
            lines: super::text::wrap(self.fonts, name, style.size, self.name_width() - PAD * 2),
            size: None,
        }];
        for figures in &self.columns {
            let line = body
                .map_or_else(|| plain(""), |b| pieces::figure(b.stats.iter().find(|s| s.id == figures.id)));
            cells.push(cell(self.fonts, &line, TEXT, figures.w, "mid stat"));
        }
        if self.points {
            cells.push(cell(self.fonts, &bold(points), TEXT, POINTS, "right points"));
        }
        row(style, "over", cells)
    }

    fn character(&self, character: &Character) -> Item {
        let mut name = bold(&character.name);
        let role = character.role.as_ref().filter(|r| **r != character.name);
        name.extend(role.iter().flat_map(|r| plain(&format!(", {r}"))));
        name.extend(plain(&character.sign));
        let mut blocks = vec![self.row(&name, None, &character.cost_shown, NAME)];
        let mut text: Line = Vec::new();
        if let Some(with) = &character.with {
            text.extend(led("With:", with));
        }
        if text.is_empty() {
            text.extend(plain(&capital(&character.adds_shown)));
        } else if !character.adds_shown.is_empty() {
            text.extend(plain(&format!(" · {}", character.adds_shown)));
        }
        blocks.extend(self.text(&text, TEXT));
        blocks.extend(pieces::said(self.fonts, "Notes:", character.notes.as_ref(), TEXT, self.width));
        Item::new("unit character", blocks)
    }

    fn unit(&self, unit: &Unit) -> Item {
        let mut name = Vec::new();
        if unit.count > 1 {
            name.extend(bold(&format!("{} × ", unit.count)));
        }
        name.extend(bold(&unit.name));
        name.extend(plain(pieces::sign_of_name(&unit.body, &unit.name)));
        if !unit.number.is_empty() {
            name.extend(plain(&format!(", {}", unit.number)));
        }
        let mut blocks = vec![self.row(&name, Some(&unit.body), &unit.total_shown, NAME)];
        let mut kind = pieces::kind(&unit.body, &unit.name);
        if unit.count > 1 && self.points {
            kind.extend(plain(&format!(", {} each", crate::wording::of_points_printed(&unit.cost_shown))));
        }
        let mut sentences = vec![kind, plain(unit.body.noticed.as_deref().unwrap_or(""))];
        sentences.push(pieces::options(&unit.body));
        sentences.extend(pieces::company(unit));
        sentences.extend(unit.body.forms.iter().map(pieces::form));
        sentences.push(pieces::numbers(&unit.body, unit.body.numbers.iter(), unit.count));
        blocks.extend(self.text(&pieces::joined(sentences), TEXT));
        for table in pieces::tables(unit.body.numbers.iter()) {
            blocks.extend(self.text(&table, SMALL));
        }
        blocks.extend(pieces::tracks(self.fonts, &unit.body.numbers, unit.count, self.width));
        for part in &unit.parts {
            let mut name = plain("with ");
            name.extend(bold(&part.body.type_name));
            name.extend(plain(&format!("{} {}", part.body.sign, part.body.size_shown)));
            let mut blocks_of = vec![Block { deco: "", ..self.row(&name, Some(&part.body), "", TEXT) }];
            let numbers = pieces::numbers(&part.body, part.body.numbers.iter(), unit.count);
            let sentences = vec![pieces::options(&part.body), numbers];
            blocks_of.extend(self.text(&pieces::joined(sentences), TEXT));
            for table in pieces::tables(part.body.numbers.iter()) {
                blocks_of.extend(self.text(&table, SMALL));
            }
            blocks_of.extend(pieces::tracks(self.fonts, &part.body.numbers, unit.count, self.width));
            blocks.extend(blocks_of);
        }
        blocks.extend(pieces::said(self.fonts, "Notes:", unit.notes.as_ref(), TEXT, self.width));
        Item::new("unit", blocks)
    }

    /// Returns the readings of unclear rules that signs on this roster refer to.
    fn readings(&self) -> Vec<Item> {
        let all = &self.document.readings;
        if all.is_empty() {
            return Vec::new();
        }
        let head = paragraph(self.fonts, &bold("Readings of the rules"), SMALL, self.width);
        let head = Item::new("head", [vec![gap(Um(1_500))], head].concat()).with_next();
        let again = paragraph(self.fonts, &bold("Readings of the rules, continued"), SMALL, self.width);
        let lines =
            all.iter().map(|r| Item::new("note", self.text(&pieces::reading(r), SMALL)).under(&again));
        std::iter::once(head).chain(lines).collect()
    }

    fn total(&self) -> Option<Item> {
        let army = &self.document.army;
        let total = army.points.as_ref().map(|p| vec![rule(), self.wide("Total", &p.shown, HEAD, "")]);
        let mut blocks = total.unwrap_or_default();
        blocks.extend(army.brackets.iter().flat_map(|b| self.text(&plain(b), SMALL)));
        (!blocks.is_empty()).then(|| Item::new("total", blocks))
    }
}

/// Returns the text with its first letter in upper case.
pub(in crate::render::layout) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
