//! Cards of true size: what each holds, and where it stands on the sheet.

use serde::Serialize;

use super::block::{Block, CARD_NAME, Cell, SMALL, cell, gap, paragraph, row, rule};
use super::pieces;
use super::text::{bold, cut, led, natural, plain, wrap};
use super::{Layout, Page, height};
use crate::render::context::{Body, Character, Document, Number, Unit};
use crate::render::font::Fonts;
use crate::render::paper::{Grid, Paper, Size};
use crate::render::unit::Um;

/// What a card keeps blank inside its edges.
pub const INSIDE: Um = Um(3_000);
/// What the line at a card's foot takes.
const FOOT: Um = Um(3_400);

/// How cards are made.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The paper.
    pub paper: Paper,
    /// The size of a card.
    pub card: Size,
    /// What is between cards.
    pub gutter: Um,
    /// Whether units alike share a card.
    pub merge: bool,
    /// Whether front and back stand side by side to be folded, not on both sides of the paper.
    pub fold: bool,
}

/// A card on the sheet.
#[derive(Clone, Debug, Serialize)]
pub struct Placed {
    /// From the left edge, in millimetres.
    pub x: Um,
    /// From the upper edge.
    pub y: Um,
    /// Its width.
    pub width: Um,
    /// Its height.
    pub height: Um,
    /// Whether it is a back.
    pub back: bool,
    /// Whether it stands on its head, to be folded over.
    pub turned: bool,
    /// Whether nothing is on it: it fills the row.
    pub blank: bool,
    /// What is on it.
    pub blocks: Vec<Block>,
    /// The line at its foot: left and right.
    pub foot: Vec<String>,
}

/// A mark to cut or fold by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mark {
    /// From the left edge, in millimetres.
    pub x: Um,
    /// From the upper edge.
    pub y: Um,
    /// How long it is, side by side.
    pub width: Um,
    /// How long it is, up and down.
    pub height: Um,
    /// Whether it is to fold by.
    pub fold: bool,
}

/// A card with both its sides.
#[derive(Clone, Debug, Default)]
struct Card {
    front: Vec<Block>,
    back: Vec<Block>,
    foot: Vec<String>,
}

/// The sheets of cards of armies. Nothing where not even one card fits on the paper.
pub fn lay(documents: &[&Document], fonts: &Fonts, options: &Options) -> Option<Layout> {
    let cell = if options.fold {
        Size { width: options.card.width, height: options.card.height * 2 }
    } else {
        options.card
    };
    let grid = Grid::of(options.paper, cell, options.gutter)?;
    let cards: Vec<Card> = documents.iter().flat_map(|d| of_army(d, fonts, options)).collect();
    let each = usize::try_from(grid.each()).unwrap_or(1).max(1);
    let mut pages = Vec::new();
    for sheet in cards.chunks(each) {
        pages.extend(sides(sheet, &grid, options));
    }
    Some(Layout::new(options.paper, grid.paper, pages))
}

/// The two sides of a sheet, or the one where cards are folded over.
fn sides(cards: &[Card], grid: &Grid, options: &Options) -> Vec<Page> {
    let columns = usize::try_from(grid.columns).unwrap_or(1).max(1);
    let rows = i64::try_from(cards.len().div_ceil(columns)).unwrap_or(1);
    let blank = Card::default();
    let (mut front, mut back) = (Page::default(), Page::default());
    for at in 0..rows * grid.columns {
        let card = usize::try_from(at).ok().and_then(|at| cards.get(at));
        let (column, row) = (at % grid.columns, at / grid.columns);
        let placed = |x, y, is_back, turned| {
            let shown = card.unwrap_or(&blank);
            Placed {
                x,
                y,
                width: options.card.width,
                height: options.card.height,
                back: is_back,
                turned,
                blank: card.is_none(),
                blocks: if is_back { shown.back.clone() } else { shown.front.clone() },
                foot: shown.foot.clone(),
            }
        };
        let (x, y) = (grid.x(column), grid.y(row));
        if options.fold {
            front.cards.push(placed(x, y, true, true));
            front.cards.push(placed(x, y + options.card.height, false, false));
        } else {
            front.cards.push(placed(x, y, false, false));
            let (c, r) = grid.behind(column, row);
            back.cards.push(placed(grid.x(c), grid.y(r), true, false));
        }
    }
    front.marks = marks(&front.cards, options.fold);
    if options.fold {
        return vec![front];
    }
    // Where a sheet is not full its backs stand elsewhere, and so do their marks
    back.marks = marks(&back.cards, false);
    vec![front, back]
}

/// From a card's corner to the mark.
const AWAY: Um = Um(700);
/// The length of a mark.
const LONG: Um = Um(3_500);

/// Marks at every corner that does not lie on another card: two each, in line with the card's edges.
fn marks(cards: &[Placed], fold: bool) -> Vec<Mark> {
    let mut marks: Vec<Mark> = Vec::new();
    let hits = |x: Um, y: Um, width: Um, height: Um| {
        cards.iter().any(|c| x < c.x + c.width && c.x < x + width && y < c.y + c.height && c.y < y + height)
    };
    let none = Um(0);
    for card in cards {
        let (left, right) = (card.x, card.x + card.width);
        let (top, bottom) = (card.y, card.y + card.height);
        for y in [top, bottom] {
            let folded = fold && (if card.back { y == bottom } else { y == top });
            for x in [left - AWAY - LONG, right + AWAY] {
                let mark = Mark { x, y, width: LONG, height: none, fold: folded };
                if !hits(x, y - Um(100), LONG, Um(200)) && !marks.contains(&mark) {
                    marks.push(mark);
                }
            }
        }
        for x in [left, right] {
            for y in [top - AWAY - LONG, bottom + AWAY] {
                let mark = Mark { x, y, width: none, height: LONG, fold: false };
                if !hits(x - Um(100), y, Um(200), LONG) && !marks.contains(&mark) {
                    marks.push(mark);
                }
            }
        }
    }
    marks
}

fn of_army(document: &Document, fonts: &Fonts, options: &Options) -> Vec<Card> {
    let maker = Maker {
        document,
        fonts,
        width: options.card.width - INSIDE * 2,
        room: options.card.height - INSIDE * 2 - FOOT,
    };
    let mut cards = Vec::new();
    for command in &document.commands {
        let name = command.name.as_deref();
        for character in &command.characters {
            cards.extend(maker.character(character, name));
        }
        cards.extend(maker.units(&command.units, name, options.merge));
    }
    cards.extend(maker.units(&document.reserves, Some("Reserves"), options.merge));
    cards
}

struct Maker<'m> {
    document: &'m Document,
    fonts: &'m Fonts,
    width: Um,
    room: Um,
}

impl Maker<'_> {
    /// One card a unit, or with `merge` one for several alike.
    fn units(&self, units: &[Unit], command: Option<&str>, merge: bool) -> Vec<Card> {
        let mut cards = Vec::new();
        for (at, unit) in units.iter().enumerate() {
            if merge {
                let count = if unit.count > 1 { format!("× {}", unit.count) } else { String::new() };
                cards.extend(self.unit(unit, unit.count, &count, command));
                continue;
            }
            // Those of one name are numbered through, though some have a row of their own
            let alike = |u: &&Unit| u.name == unit.name && u.body.id == unit.body.id;
            let before: u32 = units[..at].iter().filter(alike).map(|u| u.count).sum();
            let of: u32 = units.iter().filter(alike).map(|u| u.count).sum();
            for n in 1..=unit.count {
                let number = if of > 1 { format!("{} of {of}", before + n) } else { String::new() };
                cards.extend(self.unit(unit, 1, &number, command));
            }
        }
        cards
    }

    /// The name, and at its right what the unit costs.
    fn head(&self, name: &str, right: &str) -> Vec<Block> {
        let wide = natural(self.fonts, &bold(right), CARD_NAME.size);
        let w = if right.is_empty() { Um(0) } else { wide + super::block::PAD * 2 };
        let left = self.width - w;
        let mut lines = wrap(self.fonts, &bold(name), CARD_NAME.size, left - super::block::PAD * 2);
        let first = vec![lines.remove(0)];
        let mut cells = vec![Cell { w: left, class: "left named", lines: first, size: None }];
        if !right.is_empty() {
            cells.push(cell(self.fonts, &bold(right), CARD_NAME, w, "right points"));
        }
        let mut blocks = vec![row(CARD_NAME, "", cells)];
        for line in lines {
            let cells = vec![Cell { w: self.width, class: "left named", lines: vec![line], size: None }];
            blocks.push(row(CARD_NAME, "", cells));
        }
        blocks
    }

    /// The line under the name: what it is, and at its right its number.
    fn sub(&self, text: &[super::text::Run], right: &str) -> Vec<Block> {
        if right.is_empty() {
            return paragraph(self.fonts, text, SMALL, self.width);
        }
        let w = natural(self.fonts, &plain(right), SMALL.size) + super::block::PAD * 2;
        vec![row(
            SMALL,
            "",
            vec![
                cell(self.fonts, text, SMALL, self.width - w, "left"),
                cell(self.fonts, &plain(right), SMALL, w, "right number"),
            ],
        )]
    }

    fn unit(&self, unit: &Unit, count: u32, number: &str, command: Option<&str>) -> Vec<Card> {
        let Self { fonts, width, .. } = *self;
        let points = if unit.total_shown.is_empty() {
            String::new()
        } else {
            format!("{} pts", if count == 1 { &unit.cost_shown } else { &unit.total_shown })
        };
        let mut front: Vec<Vec<Block>> = Vec::new();
        let mut head = self.head(&unit.name, &points);
        head.extend(self.sub(&pieces::kind(&unit.body, &unit.name), number));
        head.push(rule());
        head.extend(pieces::figures(fonts, &unit.body, width));
        front.push(head);
        front.extend(self.body(unit, count));
        for part in &unit.parts {
            let mut blocks = vec![rule()];
            let mut text = bold(&format!("{} ", part.body.type_name));
            text.extend(plain(&part.body.size_shown));
            blocks.extend(paragraph(fonts, &text, SMALL, width));
            blocks.extend(pieces::figures(fonts, &part.body, width));
            front.push(blocks);
            front.extend(self.options(&part.body));
            front.push(self.numbers(&part.body, &part.body.numbers));
            front.extend(self.tracks(&part.body.numbers, count));
        }
        front.extend(self.said("", unit.body.text.as_ref()));
        front.extend(self.said("Note:", unit.notes.as_ref()));
        let mut back = vec![self.back_head(&unit.name, number, command)];
        let numbers = self.numbers(&unit.body, &unit.body.numbers);
        // Where the front is full the numbers without boxes are on the back
        let with_numbers: Vec<_> = front.iter().cloned().chain([numbers.clone()]).collect();
        if self.flow(&unit.name, with_numbers.clone()).len() > self.flow(&unit.name, front.clone()).len() {
            back.push(numbers);
        } else {
            front = with_numbers;
        }
        back.extend(self.tables("", &unit.body.numbers));
        for part in &unit.parts {
            back.extend(self.tables(&format!("{}: ", part.body.type_name), &part.body.numbers));
        }
        back.push(self.ledger(unit));
        self.texts(unit, &front, &mut back);
        self.fill(&unit.name, front, back)
    }

    /// The rules in full go to the back, as many as need no further card.
    fn texts(&self, unit: &Unit, front: &[Vec<Block>], back: &mut Vec<Vec<Block>>) {
        let cards = |back: &[Vec<Block>]| self.flow(&unit.name, back.to_vec()).len();
        let have = self.flow(&unit.name, front.to_vec()).len().max(cards(back));
        let bodies = std::iter::once(&unit.body).chain(unit.parts.iter().map(|p| &p.body));
        for option in bodies.flat_map(|b| &b.options) {
            // Without a line for cards the front has it in full
            let Some(text) = option.text.as_ref().filter(|t| option.brief.as_ref().is_some_and(|b| b != *t))
            else {
                continue;
            };
            back.push(paragraph(self.fonts, &led(&format!("{}:", option.name), text), SMALL, self.width));
            if cards(back) > have {
                back.pop();
            }
        }
    }

    /// Everything of the unit's own body below its figures.
    fn body(&self, unit: &Unit, count: u32) -> Vec<Vec<Block>> {
        let Self { fonts, width, .. } = *self;
        let mut all: Vec<Vec<Block>> =
            unit.body.forms.iter().map(|f| paragraph(fonts, &pieces::form(f), SMALL, width)).collect();
        all.extend(pieces::company(unit).iter().map(|line| paragraph(fonts, line, SMALL, width)));
        all.extend(self.tracks(&unit.body.numbers, count));
        all.extend(self.options(&unit.body));
        all
    }

    fn options(&self, body: &Body) -> Vec<Vec<Block>> {
        let lines = body.options.iter().map(|o| paragraph(self.fonts, &pieces::option(o), SMALL, self.width));
        lines.collect()
    }

    fn numbers(&self, body: &Body, numbers: &[Number]) -> Vec<Block> {
        let text = pieces::numbers(body, numbers.iter());
        if text.is_empty() { Vec::new() } else { paragraph(self.fonts, &text, SMALL, self.width) }
    }

    fn tracks(&self, numbers: &[Number], count: u32) -> Vec<Vec<Block>> {
        let each =
            numbers.iter().map(|n| pieces::tracks(self.fonts, std::slice::from_ref(n), count, self.width));
        each.collect()
    }

    fn said(&self, lead: &str, text: Option<&String>) -> Option<Vec<Block>> {
        let text = text?;
        let line = if lead.is_empty() { plain(text) } else { led(lead, text) };
        Some(paragraph(self.fonts, &line, SMALL, self.width))
    }

    fn tables(&self, lead: &str, numbers: &[Number]) -> Vec<Vec<Block>> {
        let tables =
            numbers.iter().filter(|n| !n.each.is_empty() && n.each.iter().all(|e| e.boxes.is_empty()));
        tables
            .map(|n| {
                let named = Number { name: format!("{lead}{}", n.name), ..n.clone() };
                pieces::small_table(self.fonts, &named, self.width)
            })
            .collect()
    }

    fn ledger(&self, unit: &Unit) -> Vec<Block> {
        let parts = unit.parts.iter().flat_map(|p| &p.body.ledger);
        let lines: Vec<String> =
            unit.body.ledger.iter().chain(parts).map(|l| format!("{} {}", l.what, l.shown)).collect();
        if lines.is_empty() {
            return Vec::new();
        }
        let text = format!("{} = {}", lines.join(" + ").replace("+ −", "− "), unit.cost_shown);
        paragraph(self.fonts, &led("Points:", &text), SMALL, self.width)
    }

    fn back_head(&self, name: &str, number: &str, command: Option<&str>) -> Vec<Block> {
        let mut blocks = paragraph(self.fonts, &plain(&self.document.army.name), SMALL, self.width);
        if let Some(command) = command {
            blocks.extend(paragraph(self.fonts, &plain(command), SMALL, self.width));
        }
        blocks.push(rule());
        blocks.extend(self.head(name, number));
        blocks.push(rule());
        blocks
    }

    fn character(&self, character: &Character, command: Option<&str>) -> Vec<Card> {
        let points = if character.cost_shown.is_empty() {
            String::new()
        } else {
            format!("{} pts", character.cost_shown)
        };
        let mut head = self.head(&character.name, &points);
        let role = character.role.clone().unwrap_or_else(|| "Character".to_owned());
        let leads = match (character.commander, command) {
            (true, Some(command)) => format!("{role}, leads {command}"),
            _ => role,
        };
        head.extend(self.sub(&plain(&leads), ""));
        head.push(rule());
        let mut front = vec![head];
        if let Some(with) = &character.with {
            front.push(paragraph(self.fonts, &led("With:", with), SMALL, self.width));
        }
        if !character.adds.is_empty() {
            let adds: Vec<String> =
                character.adds.iter().map(|a| format!("{} {}", a.name, a.shown)).collect();
            front.push(paragraph(self.fonts, &led("Adds to it:", &adds.join(", ")), SMALL, self.width));
        }
        front.extend(self.said("", character.text.as_ref()));
        front.extend(self.said("Note:", character.notes.as_ref()));
        self.fill(&character.name, front, vec![self.back_head(&character.name, "", command)])
    }

    /// Puts pieces onto as many cards as they need; a piece goes on to the next card whole where it can.
    fn fill(&self, name: &str, front: Vec<Vec<Block>>, back: Vec<Vec<Block>>) -> Vec<Card> {
        let (fronts, backs) = (self.flow(name, front), self.flow(name, back));
        let of = fronts.len().max(backs.len());
        let facts = &self.document.army;
        let points = facts.points.as_ref().and_then(|p| p.limit);
        let points = points.map_or_else(String::new, |p| format!(", {} points", p.0));
        let date = facts.date.as_ref().map_or_else(String::new, |d| format!(", {d}"));
        let told = |game: &str| format!("{game} {}{points}{date}", facts.ruleset.version);
        (0..of)
            .map(|at| {
                let right = if of > 1 { format!("card {} of {of}", at + 1) } else { String::new() };
                let room = self.width - self.fonts.width(&right, false, SMALL.size) - Um(2_000);
                let long = told(&facts.ruleset.name);
                let fits = natural(self.fonts, &plain(&long), SMALL.size) <= room;
                let left = if fits { long } else { told(&facts.ruleset.id) };
                let side = |sides: &[Vec<Block>]| sides.get(at).cloned().unwrap_or_else(|| self.again(name));
                Card {
                    front: side(&fronts),
                    back: side(&backs),
                    foot: vec![cut(self.fonts, &left, false, SMALL.size, room), right],
                }
            })
            .collect()
    }

    /// The head of a card that goes on.
    fn again(&self, name: &str) -> Vec<Block> {
        let short = cut(self.fonts, name, true, CARD_NAME.size, self.width - super::block::PAD * 2);
        let cells = vec![Cell { w: self.width, class: "left named", lines: vec![bold(&short)], size: None }];
        vec![row(CARD_NAME, "", cells), rule()]
    }

    fn flow(&self, name: &str, pieces: Vec<Vec<Block>>) -> Vec<Vec<Block>> {
        let mut sides: Vec<Vec<Block>> = vec![Vec::new()];
        let mut used = Um(0);
        for piece in pieces.into_iter().filter(|p| !p.is_empty()) {
            let between = if used == Um(0) { Um(0) } else { Um(500) };
            let head = self.again(name);
            let needs = height(&piece);
            if used + between + needs > self.room && needs <= self.room - height(&head) {
                used = height(&head);
                sides.push(head.clone());
            } else if between > Um(0) {
                sides.last_mut().into_iter().for_each(|s| s.push(gap(between)));
                used = used + between;
            }
            for block in piece {
                if used + block.h > self.room {
                    used = height(&head);
                    sides.push(head.clone());
                }
                used = used + block.h;
                sides.last_mut().into_iter().for_each(|s| s.push(block.clone()));
            }
        }
        sides
    }
}
