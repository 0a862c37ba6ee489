//! Builds cards: the heads of fronts and backs, notices, and the cards of characters.

use super::{CARD_PADDING, Card, CardOptions, FOOTER_HEIGHT};
use crate::render::context::{BodyData, CharacterData, Document};
use crate::render::font::Fonts;
use crate::render::layout::line_breaking::{
    TextRun, bold_text, break_lines, label_and_text, line_width, plain_text,
};
use crate::render::layout::page_blocks::{
    Block, CARD_NAME, CELL_PADDING, LayoutCell, SMALL, paragraph_blocks, row_block, rule_block, text_cell,
};
use crate::render::layout::roster::capitalize;
use crate::render::length::Length;

/// Builds the cards of an army, in the order of its list.
pub(super) fn army_cards(document: &Document, fonts: &Fonts, options: &CardOptions) -> Vec<Card> {
    let maker = CardBuilder {
        document,
        fonts,
        width: options.card.width - CARD_PADDING * 2,
        room: options.card.height - CARD_PADDING * 2 - FOOTER_HEIGHT,
        compact: options.compact,
    };
    let mut cards = Vec::new();
    if options.summary {
        cards.extend(maker.summary_cards());
    }
    for command in &document.commands {
        let name = command.name.as_deref();
        for character in &command.characters {
            cards.extend(maker.character_cards(character, name));
        }
        cards.extend(maker.unit_cards(&command.units, name));
    }
    cards.extend(maker.unit_cards(&document.reserves, Some("Reserves")));
    cards
}

/// Builds the cards of one army.
pub(super) struct CardBuilder<'m> {
    pub(super) document: &'m Document,
    pub(super) fonts: &'m Fonts,
    /// The width available for content.
    pub(super) width: Length,
    pub(super) room: Length,
    /// Whether a back must be no taller than its front.
    pub(super) compact: bool,
}

impl CardBuilder<'_> {
    /// Returns the name, with `right` (the cost, or a number) at its right.
    pub(super) fn head_blocks(&self, name: &str, right: &str) -> Vec<Block> {
        let wide = line_width(self.fonts, &bold_text(right), CARD_NAME.size);
        let w = if right.is_empty() { Length(0) } else { wide + CELL_PADDING * 2 };
        let left = self.width - w;
        let mut lines = break_lines(self.fonts, &bold_text(name), CARD_NAME.size, left - CELL_PADDING * 2);
        let first = vec![lines.remove(0)];
        let mut cells = vec![LayoutCell { w: left, class: "left named", lines: first, size: None }];
        if !right.is_empty() {
            cells.push(text_cell(self.fonts, &bold_text(right), CARD_NAME, w, "right points"));
        }
        let mut blocks = vec![row_block(CARD_NAME, "", cells)];
        for line in lines {
            let cells =
                vec![LayoutCell { w: self.width, class: "left named", lines: vec![line], size: None }];
            blocks.push(row_block(CARD_NAME, "", cells));
        }
        blocks
    }

    /// Returns the line below the name: what the unit is, and at the right its number.
    pub(super) fn subtitle_blocks(&self, text: &[TextRun], right: &str) -> Vec<Block> {
        if right.is_empty() {
            return paragraph_blocks(self.fonts, text, SMALL, self.width);
        }
        let w = line_width(self.fonts, &plain_text(right), SMALL.size) + CELL_PADDING * 2;
        vec![row_block(
            SMALL,
            "",
            vec![
                text_cell(self.fonts, text, SMALL, self.width - w, "left"),
                text_cell(self.fonts, &plain_text(right), SMALL, w, "right number"),
            ],
        )]
    }

    pub(super) fn back_head_blocks(&self, name: &str, number: &str, command: Option<&str>) -> Vec<Block> {
        let mut blocks =
            paragraph_blocks(self.fonts, &plain_text(&self.document.army.name), SMALL, self.width);
        if let Some(command) = command {
            blocks.extend(paragraph_blocks(self.fonts, &plain_text(command), SMALL, self.width));
        }
        blocks.push(rule_block());
        blocks.extend(self.head_blocks(name, number));
        blocks.push(rule_block());
        blocks
    }

    /// Returns the notices that must be printed with values of the game. For a body, each also says which of
    /// its values it refers to.
    pub(super) fn notice_blocks(&self, body: Option<&BodyData>) -> Vec<Vec<Block>> {
        let noticed = body.and_then(|b| b.noticed.as_ref()).map_or_else(String::new, |n| format!(" – {n}"));
        let notices = self.document.army.notices.iter();
        let notice_text = |n: &String| plain_text(&format!("{}{noticed}", capitalize(n)));
        notices.map(|n| paragraph_blocks(self.fonts, &notice_text(n), SMALL, self.width)).collect()
    }

    pub(super) fn character_cards(&self, character: &CharacterData, command: Option<&str>) -> Vec<Card> {
        let points = if character.cost_shown.is_empty() {
            String::new()
        } else {
            format!("{} pts", character.cost_shown)
        };
        let mut head = self.head_blocks(&character.name, &points);
        let role = character.role.clone().unwrap_or_else(|| "Character".to_owned());
        let role = format!("{role}{}", character.sign);
        let leads = match (character.commander, command) {
            (true, Some(command)) => format!("{role}, leads {command}"),
            _ => role,
        };
        head.extend(self.subtitle_blocks(&plain_text(&leads), ""));
        head.push(rule_block());
        let mut front = vec![head];
        if let Some(with) = &character.with {
            front.push(paragraph_blocks(self.fonts, &label_and_text("With:", with), SMALL, self.width));
        }
        if !character.adds_shown.is_empty() {
            let adds = &character.adds_shown;
            let line = match adds.strip_prefix("adds to it ") {
                Some(what) => label_and_text("Adds to it:", what),
                None => plain_text(&capitalize(adds)),
            };
            front.push(paragraph_blocks(self.fonts, &line, SMALL, self.width));
        }
        front.extend(self.labelled_blocks("", character.text.as_ref()));
        front.extend(self.labelled_blocks("Note:", character.notes.as_ref()));
        let mut back = vec![self.back_head_blocks(&character.name, "", command)];
        back.extend(self.notice_blocks(None));
        self.place_readings(&character.name, &character.sign, &mut front, &mut back, None);
        self.make_cards(&character.name, front, back)
    }
}
