//! Cards for the army and its commands: totals, numbers and tracks that belong to no single unit.

use super::Card;
use super::maker::Maker;
use crate::render::context::{Body, Command, Number};
use crate::render::layout::block::{Block, SMALL, paragraph, rule};
use crate::render::layout::text::{Run, led, plain};

impl Maker<'_> {
    /// Returns a card for the army, then one for each command that has a name.
    pub(super) fn summary(&self) -> Vec<Card> {
        let mut cards = self.army();
        cards
            .extend(self.document.commands.iter().filter(|c| c.name.is_some()).flat_map(|c| self.command(c)));
        cards
    }

    fn line(&self, text: &[Run]) -> Vec<Block> {
        paragraph(self.fonts, text, SMALL, self.width)
    }

    /// Returns numbers without boxes in one sentence, then those with boxes.
    fn counted(&self, numbers: &[Number]) -> Vec<Vec<Block>> {
        let mut all = vec![self.numbers(&Body::default(), numbers, 1)];
        all.extend(self.tracks(numbers, 1));
        all
    }

    fn army(&self) -> Vec<Card> {
        let army = &self.document.army;
        let points = army.points.as_ref().map_or_else(String::new, |p| p.total.0.to_string());
        let points = if points.is_empty() { points } else { format!("{points} pts") };
        let mut head = self.head(&army.name, &points);
        let mut game = vec![army.ruleset.shown.clone()];
        game.extend(army.book.iter().chain(&army.allies).map(|b| b.shown.clone()));
        game.extend(army.choices.iter().map(|c| format!("{}: {}", c.name, c.answer)));
        game.extend(army.player.clone());
        head.extend(self.sub(&plain(&game.join(", ")), ""));
        head.push(rule());
        let mut verdict = vec![army.verdict_text.clone()];
        verdict.extend(army.points.as_ref().map(|p| p.shown.clone()));
        verdict.push(army.digest_text.clone());
        let mut front = vec![head, self.line(&plain(&verdict.join(", ")))];
        front.extend(self.counted(&army.numbers));
        let unnamed: Vec<&Command> = self.document.commands.iter().filter(|c| c.name.is_none()).collect();
        front.extend(unnamed.iter().flat_map(|c| self.counted(&c.numbers)));
        front.extend(self.notices(None));
        let key = &self.document.reference.key;
        if !key.is_empty() {
            let words: Vec<String> = key.iter().map(|k| format!("{} = {}", k.abbr, k.name)).collect();
            front.push(self.line(&led("Short forms:", &words.join(" · "))));
        }
        front.extend(self.said("Notes:", army.notes.as_ref()));
        let mut back_head = self.head(&army.name, "");
        back_head.push(rule());
        let mut back = vec![back_head];
        let named = self.document.commands.iter().filter_map(|c| Some((c.name.as_ref()?, &c.cost_shown)));
        back.extend(named.map(|(name, cost)| self.line(&led(name, cost))));
        back.extend(unnamed.iter().flat_map(|c| self.rows(c)));
        let numbers = army.numbers.iter().chain(unnamed.iter().flat_map(|c| &c.numbers));
        self.place_readings(&army.name, &counted_signs(numbers), &mut front, &mut back, None);
        self.fill(&army.name, front, back)
    }

    fn command(&self, command: &Command) -> Vec<Card> {
        let name = command.name.as_deref().unwrap_or_default();
        let points =
            if command.cost_shown.is_empty() { String::new() } else { format!("{} pts", command.cost_shown) };
        let mut head = self.head(name, &points);
        let mut who = Vec::new();
        who.extend(command.ally_name.as_ref().map(|a| format!("Ally: {a}")));
        who.extend(command.commander.as_ref().map(|c| format!("Led by {c}")));
        who.extend(command.baggage_with.as_ref().map(|b| format!("Baggage stands with {b}")));
        if !who.is_empty() {
            head.extend(self.sub(&plain(&who.join(", ")), ""));
        }
        head.push(rule());
        let mut front = vec![head];
        front.extend(self.counted(&command.numbers));
        front.extend(self.said("Notes:", command.notes.as_ref()));
        let mut back = vec![self.back_head(name, "", None)];
        back.extend(self.rows(command));
        self.place_readings(name, &counted_signs(command.numbers.iter()), &mut front, &mut back, None);
        self.fill(name, front, back)
    }

    /// Returns the characters and units of a command, one line each: `3 × Hastati 150`.
    fn rows(&self, command: &Command) -> Vec<Vec<Block>> {
        command.rows().iter().map(|row| self.line(&led(&row.name, &row.cost_shown))).collect()
    }
}

/// Returns the signs of the numbers printed on such a card. Small tables without boxes are not.
fn counted_signs<'n>(numbers: impl Iterator<Item = &'n Number>) -> String {
    let counted = numbers.filter(|n| n.each.is_empty() || n.each.iter().any(|e| !e.boxes.is_empty()));
    counted.map(|n| n.sign.as_str()).collect()
}
