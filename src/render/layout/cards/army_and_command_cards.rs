//! Cards for the army and its commands: totals, numbers and tracks that belong to no single unit.

use super::Card;
use super::card_builder::CardBuilder;
use crate::render::context::{BodyData, BoughtData, CommandData, NumberData};
use crate::render::layout::line_breaking::{TextRun, label_and_text, plain_text};
use crate::render::layout::page_blocks::{Block, SMALL, paragraph_blocks, rule_block};

impl CardBuilder<'_> {
    /// Returns lines of what the army or a command buys, then of the rules of that.
    fn bought_lines(&self, bought: &[BoughtData], shown: &str) -> Vec<Vec<Block>> {
        if shown.is_empty() {
            return Vec::new();
        }
        let mut lines = vec![self.line_blocks(&label_and_text("Bought:", shown))];
        let texts = bought.iter().filter_map(|one| Some((&one.name, one.text.as_ref()?)));
        lines.extend(texts.map(|(name, text)| self.line_blocks(&label_and_text(&format!("{name}:"), text))));
        lines
    }

    /// Returns a card for the army, then one for each command that has a name.
    pub(super) fn summary_cards(&self) -> Vec<Card> {
        let mut cards = self.army_summary_cards();
        cards.extend(
            self.document.commands.iter().filter(|c| c.name.is_some()).flat_map(|c| self.command_cards(c)),
        );
        cards
    }

    fn line_blocks(&self, text: &[TextRun]) -> Vec<Block> {
        paragraph_blocks(self.fonts, text, SMALL, self.width)
    }

    /// Returns numbers without boxes in one sentence, then those with boxes.
    fn number_and_track_blocks(&self, numbers: &[NumberData]) -> Vec<Vec<Block>> {
        let mut all = vec![self.numbers_sentence_blocks(&BodyData::default(), numbers, 1)];
        all.extend(self.track_blocks(numbers, 1));
        all
    }

    fn army_summary_cards(&self) -> Vec<Card> {
        let army = &self.document.army;
        let points = army.points.as_ref().map_or_else(String::new, |p| p.total.0.to_string());
        let points = if points.is_empty() { points } else { format!("{points} pts") };
        let mut head = self.head_blocks(&army.name, &points);
        let mut game = vec![army.ruleset.shown.clone()];
        game.extend(army.book.iter().chain(&army.allies).map(|b| b.shown.clone()));
        game.extend(army.choices.iter().map(|c| format!("{}: {}", c.name, c.answer)));
        game.extend(army.player.clone());
        head.extend(self.subtitle_blocks(&plain_text(&game.join(", ")), ""));
        head.push(rule_block());
        let mut verdict = vec![army.verdict_text.clone()];
        verdict.extend(army.points.as_ref().map(|p| p.shown.clone()));
        verdict.push(army.digest_text.clone());
        let mut front = vec![head, self.line_blocks(&plain_text(&verdict.join(", ")))];
        front.extend(self.number_and_track_blocks(&army.numbers));
        let unnamed: Vec<&CommandData> = self.document.commands.iter().filter(|c| c.name.is_none()).collect();
        front.extend(unnamed.iter().flat_map(|c| self.number_and_track_blocks(&c.numbers)));
        front.extend(self.notice_blocks(None));
        let key = &self.document.reference.key;
        if !key.is_empty() {
            let words: Vec<String> = key.iter().map(|k| format!("{} = {}", k.abbr, k.name)).collect();
            front.push(self.line_blocks(&label_and_text("Short forms:", &words.join(" · "))));
        }
        front.extend(self.bought_lines(&army.bought, &army.bought_shown));
        front.extend(self.labelled_blocks("Notes:", army.notes.as_ref()));
        let mut back_head = self.head_blocks(&army.name, "");
        back_head.push(rule_block());
        let mut back = vec![back_head];
        let named = self.document.commands.iter().filter_map(|c| Some((c, c.name.as_ref()?)));
        back.extend(named.map(|(command, name)| {
            let around = command.within.as_ref().map_or_else(String::new, |within| format!(" in {within}"));
            self.line_blocks(&label_and_text(&format!("{name}{around}"), &command.cost_shown))
        }));
        back.extend(unnamed.iter().flat_map(|c| self.row_lines(c)));
        back.extend(
            army.charges.iter().map(|line| self.line_blocks(&label_and_text(&line.what, &line.shown))),
        );
        let numbers = army.numbers.iter().chain(unnamed.iter().flat_map(|c| &c.numbers));
        self.place_readings(&army.name, &counted_signs(numbers), &mut front, &mut back, None);
        self.make_cards(&army.name, front, back)
    }

    fn command_cards(&self, command: &CommandData) -> Vec<Card> {
        let name = command.name.as_deref().unwrap_or_default();
        let points =
            if command.cost_shown.is_empty() { String::new() } else { format!("{} pts", command.cost_shown) };
        let mut head = self.head_blocks(name, &points);
        let mut who: Vec<String> = Vec::new();
        who.extend((!command.kind_shown.is_empty()).then(|| command.kind_shown.clone()));
        who.extend(command.ally_name.as_ref().map(|a| format!("Ally: {a}")));
        who.extend(command.commander.as_ref().map(|c| format!("Led by {c}")));
        who.extend(command.baggage_with.as_ref().map(|b| format!("Baggage stands with {b}")));
        if !who.is_empty() {
            head.extend(self.subtitle_blocks(&plain_text(&who.join(", ")), ""));
        }
        head.push(rule_block());
        let mut front = vec![head];
        front.extend(command.text.iter().map(|text| self.line_blocks(&plain_text(text))));
        front.extend(self.number_and_track_blocks(&command.numbers));
        front.extend(self.bought_lines(&command.bought, &command.bought_shown));
        front.extend(self.labelled_blocks("Notes:", command.notes.as_ref()));
        let mut back = vec![self.back_head_blocks(name, "", None)];
        back.extend(self.row_lines(command));
        self.place_readings(name, &counted_signs(command.numbers.iter()), &mut front, &mut back, None);
        self.make_cards(name, front, back)
    }

    /// Returns the characters and units of a command, one line each: `3 × Hastati 150`.
    fn row_lines(&self, command: &CommandData) -> Vec<Vec<Block>> {
        command
            .summary_lines()
            .iter()
            .map(|row| self.line_blocks(&label_and_text(&row.name, &row.cost_shown)))
            .collect()
    }
}

/// Returns the signs of the numbers printed on such a card. Small tables without boxes are not.
fn counted_signs<'n>(numbers: impl Iterator<Item = &'n NumberData>) -> String {
    let counted = numbers.filter(|n| n.each.is_empty() || n.each.iter().any(|e| !e.boxes.is_empty()));
    counted.map(|n| n.sign.as_str()).collect()
}
