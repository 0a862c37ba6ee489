//! Spreads the content of a card over as many cards as it needs.

use super::Card;
use super::card_builder::CardBuilder;
use crate::render::layout::line_breaking::{bold_text, line_width, plain_text, truncate_to_width};
use crate::render::layout::page_blocks::{
    Block, CARD_NAME, CELL_PADDING, LayoutCell, SMALL, gap_block, row_block, rule_block,
};
use crate::render::layout::total_height;
use crate::render::length::Length;

impl CardBuilder<'_> {
    /// Makes as many cards as the pieces need. A piece is kept whole if it fits on one card.
    pub(super) fn make_cards(&self, name: &str, front: Vec<Vec<Block>>, back: Vec<Vec<Block>>) -> Vec<Card> {
        let (mut fronts, mut backs) = (self.split_into_sides(name, front), self.split_into_sides(name, back));
        // If the back needs more cards than the front, put every other side of the rest on a front, so that
        // no front stays empty
        let over = backs.split_off(fronts.len().min(backs.len()));
        for two in over.chunks(2) {
            fronts.push(two[0].clone());
            backs.extend(two.get(1).cloned());
        }
        let card_count = fronts.len().max(backs.len());
        let facts = &self.document.army;
        let points = facts.points.as_ref().and_then(|p| p.limit);
        let points =
            points.map_or_else(String::new, |p| format!(", a game of {}", crate::wording::points_text(p.0)));
        let date = facts.date.as_ref().map_or_else(String::new, |d| format!(", {d}"));
        let wide = |text: &str| self.fonts.text_width(text, false, SMALL.size);
        // Print as much as there is room for; the name of the game is left out last
        let game = &facts.ruleset.name;
        let short = game.split(" (").next().unwrap_or(game);
        let texts = [
            format!("{game}{points}{date}"),
            format!("{short}{points}{date}"),
            format!("{short}{date}"),
            short.to_owned(),
        ];
        (0..card_count)
            .map(|at| {
                let right =
                    if card_count > 1 { format!("card {} of {card_count}", at + 1) } else { String::new() };
                let room = self.width - wide(&right) - Length(2_000);
                let fits = |text: &String| line_width(self.fonts, &plain_text(text), SMALL.size) <= room;
                let left = texts.iter().find(|text| fits(text)).unwrap_or(&texts[texts.len() - 1]);
                let side = |sides: &[Vec<Block>]| {
                    sides.get(at).cloned().unwrap_or_else(|| self.continuation_head(name))
                };
                Card {
                    front: side(&fronts),
                    back: side(&backs),
                    foot: vec![truncate_to_width(self.fonts, left, false, SMALL.size, room), right],
                }
            })
            .collect()
    }

    /// Returns the head of a continuation card.
    fn continuation_head(&self, name: &str) -> Vec<Block> {
        let short = truncate_to_width(self.fonts, name, true, CARD_NAME.size, self.width - CELL_PADDING * 2);
        let cells = vec![LayoutCell {
            w: self.width,
            class: "left named",
            lines: vec![bold_text(&short)],
            size: None,
        }];
        // The same space after the line as on the first card
        vec![row_block(CARD_NAME, "", cells), rule_block(), gap_block(Length(500))]
    }

    pub(super) fn split_into_sides(&self, name: &str, pieces: Vec<Vec<Block>>) -> Vec<Vec<Block>> {
        let mut sides: Vec<Vec<Block>> = vec![Vec::new()];
        let mut used = Length(0);
        for piece in pieces.into_iter().filter(|p| !p.is_empty()) {
            let between = if used == Length(0) { Length(0) } else { Length(500) };
            let head = self.continuation_head(name);
            let needs = total_height(&piece);
            if used + between + needs > self.room && needs <= self.room - total_height(&head) {
                used = total_height(&head);
                sides.push(head.clone());
            } else if between > Length(0) {
                sides.last_mut().into_iter().for_each(|s| s.push(gap_block(between)));
                used = used + between;
            }
            for block in piece {
                if used + block.h > self.room {
                    used = total_height(&head);
                    sides.push(head.clone());
                }
                used = used + block.h;
                sides.last_mut().into_iter().for_each(|s| s.push(block.clone()));
            }
        }
        sides
    }
}
