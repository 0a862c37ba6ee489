//! Builds cards: the heads of fronts and backs, notices, and the cards of characters.

use super::{Card, FOOT, INSIDE, Options};
use crate::render::context::{Body, Character, Document};
use crate::render::font::Fonts;
use crate::render::layout::block::{Block, CARD_NAME, Cell, PAD, SMALL, cell, paragraph, row, rule};
use crate::render::layout::roster::capital;
use crate::render::layout::text::{Run, bold, led, natural, plain, wrap};
use crate::render::unit::Um;

/// Builds the cards of an army, in the order of its list.
pub(super) fn of_army(document: &Document, fonts: &Fonts, options: &Options) -> Vec<Card> {
    let maker = Maker {
        document,
        fonts,
        width: options.card.width - INSIDE * 2,
        room: options.card.height - INSIDE * 2 - FOOT,
        compact: options.compact,
    };
    let mut cards = Vec::new();
    if options.summary {
        cards.extend(maker.summary());
    }
    for command in &document.commands {
        let name = command.name.as_deref();
        for character in &command.characters {
            cards.extend(maker.character(character, name));
        }
        cards.extend(maker.units(&command.units, name));
    }
    cards.extend(maker.units(&document.reserves, Some("Reserves")));
    cards
}

/// Builds the cards of one army.
pub(super) struct Maker<'m> {
    pub(super) document: &'m Document,
    pub(super) fonts: &'m Fonts,
    /// The width available for content.
    pub(super) width: Um,
    pub(super) room: Um,
    /// Whether a back must be no taller than its front.
    pub(super) compact: bool,
}

impl Maker<'_> {
    /// Returns the name, with `right` (the cost, or a number) at its right.
    pub(super) fn head(&self, name: &str, right: &str) -> Vec<Block> {
        let wide = natural(self.fonts, &bold(right), CARD_NAME.size);
        let w = if right.is_empty() { Um(0) } else { wide + PAD * 2 };
        let left = self.width - w;
        let mut lines = wrap(self.fonts, &bold(name), CARD_NAME.size, left - PAD * 2);
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

    /// Returns the line below the name: what the unit is, and at the right its number.
    pub(super) fn sub(&self, text: &[Run], right: &str) -> Vec<Block> {
        if right.is_empty() {
            return paragraph(self.fonts, text, SMALL, self.width);
        }
        let w = natural(self.fonts, &plain(right), SMALL.size) + PAD * 2;
        vec![row(
            SMALL,
            "",
            vec![
                cell(self.fonts, text, SMALL, self.width - w, "left"),
                cell(self.fonts, &plain(right), SMALL, w, "right number"),
            ],
        )]
    }

    pub(super) fn back_head(&self, name: &str, number: &str, command: Option<&str>) -> Vec<Block> {
        let mut blocks = paragraph(self.fonts, &plain(&self.document.army.name), SMALL, self.width);
        if let Some(command) = command {
            blocks.extend(paragraph(self.fonts, &plain(command), SMALL, self.width));
        }
        blocks.push(rule());
        blocks.extend(self.head(name, number));
        blocks.push(rule());
        blocks
    }

    /// Returns the notices that must be printed with values of the game. For a body, each also says which of
    /// its values it refers to.
    pub(super) fn notices(&self, body: Option<&Body>) -> Vec<Vec<Block>> {
        let noticed = body.and_then(|b| b.noticed.as_ref()).map_or_else(String::new, |n| format!(" – {n}"));
        let notices = self.document.army.notices.iter();
        let notice_text = |n: &String| plain(&format!("{}{noticed}", capital(n)));
        notices.map(|n| paragraph(self.fonts, &notice_text(n), SMALL, self.width)).collect()
    }

    pub(super) fn character(&self, character: &Character, command: Option<&str>) -> Vec<Card> {
        let points = if character.cost_shown.is_empty() {
            String::new()
        } else {
            format!("{} pts", character.cost_shown)
        };
        let mut head = self.head(&character.name, &points);
        let role = character.role.clone().unwrap_or_else(|| "Character".to_owned());
        let role = format!("{role}{}", character.sign);
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
        if !character.adds_shown.is_empty() {
            let adds = &character.adds_shown;
            let line = match adds.strip_prefix("adds to it ") {
                Some(what) => led("Adds to it:", what),
                None => plain(&capital(adds)),
            };
            front.push(paragraph(self.fonts, &line, SMALL, self.width));
        }
        front.extend(self.said("", character.text.as_ref()));
        front.extend(self.said("Note:", character.notes.as_ref()));
        let mut back = vec![self.back_head(&character.name, "", command)];
        back.extend(self.notices(None));
        self.place_readings(&character.name, &character.sign, &mut front, &mut back, None);
        self.fill(&character.name, front, back)
    }
}
