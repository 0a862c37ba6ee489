//! Builds the cards of units.

use super::Card;
use super::card_builder::CardBuilder;
use crate::render::context::{BodyData, NumberData, OptionData, ReadingData, UnitData};
use crate::render::layout::line_breaking::{TextLine, bold_text, label_and_text, plain_text};
use crate::render::layout::page_blocks::{Block, SMALL, paragraph_blocks, rule_block};
use crate::render::layout::total_height;
use crate::render::layout::unit_descriptions;

impl CardBuilder<'_> {
    /// Returns the cards of these units. Identical units in one row share a card.
    pub(super) fn unit_cards(&self, units: &[UnitData], command: Option<&str>) -> Vec<Card> {
        units.iter().flat_map(|unit| self.cards_of_unit(unit, command)).collect()
    }

    fn cards_of_unit(&self, unit: &UnitData, command: Option<&str>) -> Vec<Card> {
        let Self { fonts, width, .. } = *self;
        let count = unit.count;
        let times = if count > 1 { format!("× {count}") } else { String::new() };
        let several = !times.is_empty() && !unit.number.is_empty();
        let number = &format!("{times}{}{}", if several { ", " } else { "" }, unit.number);
        let points =
            if unit.total_shown.is_empty() { String::new() } else { format!("{} pts", unit.total_shown) };
        let mut front: Vec<Vec<Block>> = Vec::new();
        let signed = format!("{}{}", unit.name, unit_descriptions::sign_of_name(&unit.body, &unit.name));
        let mut head = self.head_blocks(&signed, &points);
        head.extend(self.subtitle_blocks(&unit_descriptions::type_text(&unit.body, &unit.name), number));
        head.push(rule_block());
        head.extend(unit_descriptions::stat_grid(fonts, &unit.body, width));
        front.push(head);
        front.extend(self.body_blocks(unit, count));
        for part in &unit.parts {
            let mut blocks = vec![rule_block()];
            let mut text = bold_text(&format!("{}{} ", part.body.type_name, part.body.sign));
            text.extend(plain_text(&part.body.size_shown));
            blocks.extend(paragraph_blocks(fonts, &text, SMALL, width));
            blocks.extend(unit_descriptions::stat_grid(fonts, &part.body, width));
            front.push(blocks);
            front.extend(self.option_blocks(&part.body));
            front.extend(self.labelled_blocks("", Some(&part.body.facts_shown).filter(|f| !f.is_empty())));
            front.push(self.numbers_sentence_blocks(&part.body, &part.body.numbers, count));
            front.extend(self.track_blocks(&part.body.numbers, count));
        }
        front.extend(self.labelled_blocks("", Some(&unit.body.facts_shown).filter(|f| !f.is_empty())));
        front.extend(self.labelled_blocks("", unit.body.text.as_ref()));
        front.extend(self.labelled_blocks("Note:", unit.notes.as_ref()));
        let mut back = vec![self.back_head_blocks(&unit.name, number, command)];
        let numbers = self.numbers_sentence_blocks(&unit.body, &unit.body.numbers, count);
        // If the numbers without boxes would need a further card on the front, they go to the back
        let with_numbers: Vec<_> = front.iter().cloned().chain([numbers.clone()]).collect();
        if self.split_into_sides(&unit.name, with_numbers.clone()).len()
            > self.split_into_sides(&unit.name, front.clone()).len()
        {
            back.push(numbers);
        } else {
            front = with_numbers;
        }
        back.extend(self.table_blocks("", &unit.body.numbers));
        for part in &unit.parts {
            back.extend(self.table_blocks(&format!("{}: ", part.body.type_name), &part.body.numbers));
        }
        back.push(self.cost_blocks(unit));
        self.place_notices(unit, &mut front, &mut back);
        // Keep room for the line that names the rules, whether or not their texts fit
        let bodies = std::iter::once(&unit.body).chain(unit.parts.iter().map(|p| &p.body));
        let rules: Vec<&str> =
            bodies.flat_map(|b| &b.options).filter_map(name_and_full_text).map(|(n, _)| n).collect();
        let named = (!rules.is_empty()).then(|| self.elsewhere_line(&rules));
        self.place_readings(&unit.name, &unit.printed_signs(), &mut front, &mut back, named.as_ref());
        self.place_rule_texts(unit, &front, &mut back);
        self.make_cards(&unit.name, front, back)
    }

    /// Puts the notices on the back, or on the front if the back would need a further card for them.
    fn place_notices(&self, unit: &UnitData, front: &mut Vec<Vec<Block>>, back: &mut Vec<Vec<Block>>) {
        let notices = self.notice_blocks(Some(&unit.body));
        let cards = |side: &[Vec<Block>], more: &[Vec<Block>]| {
            self.split_into_sides(&unit.name, [side, more].concat()).len()
        };
        let have = cards(front, &[]).max(cards(back, &[]));
        if cards(back, &notices) > have && cards(front, &notices) <= have {
            front.extend(notices);
        } else {
            back.extend(notices);
        }
    }

    /// Puts the readings of the card's signs on the back, as many as fit without a further card.
    ///
    /// The others are listed by sign there or, if the back is full, on the front; their texts are on the
    /// roster.
    pub(super) fn place_readings(
        &self,
        name: &str,
        signs: &str,
        front: &mut Vec<Vec<Block>>,
        back: &mut Vec<Vec<Block>>,
        to_come: Option<&Vec<Block>>,
    ) {
        let all: Vec<&ReadingData> =
            self.document.readings.iter().filter(|reading| reading.is_marked_by(signs)).collect();
        if all.is_empty() {
            return;
        }
        let line = |text: &TextLine| paragraph_blocks(self.fonts, text, SMALL, self.width);
        let whole: Vec<Vec<Block>> = all.iter().map(|r| line(&unit_descriptions::reading_text(r))).collect();
        let named = |some: &[&ReadingData]| {
            let signs: Vec<&str> = some.iter().map(|r| r.sign.as_str()).collect();
            let text = format!("{}: see the roster.", signs.join(", "));
            line(&label_and_text(if some.len() > 1 { "Readings" } else { "Reading" }, &text))
        };
        let sides = |back: &[Vec<Block>]| {
            self.split_into_sides(name, back.iter().cloned().chain(to_come.cloned()).collect()).len()
        };
        let have = self.split_into_sides(name, front.clone()).len().max(sides(back));
        let first = back.len();
        for in_full in (0..=all.len()).rev() {
            back.extend(whole[..in_full].iter().cloned());
            back.extend((in_full < all.len()).then(|| named(&all[in_full..])));
            if sides(back) <= have {
                return;
            }
            back.truncate(first);
        }
        let with_named: Vec<_> = front.iter().cloned().chain([named(&all)]).collect();
        if self.split_into_sides(name, with_named.clone()).len() <= have {
            *front = with_named;
        } else {
            back.push(named(&all));
        }
    }

    /// Puts full rule texts on the back while they need no further card (with `compact`, no taller card).
    ///
    /// The other rules are listed by name; their texts are on the reference sheet.
    fn place_rule_texts(&self, unit: &UnitData, front: &[Vec<Block>], back: &mut Vec<Vec<Block>>) {
        // The number of cards that a side takes, and the height of the fullest
        let takes = |side: &[Vec<Block>]| {
            let sides = self.split_into_sides(&unit.name, side.to_vec());
            (sides.len(), sides.iter().map(|s| total_height(s)).max().unwrap_or_default())
        };
        let (of_front, of_back) = (takes(front), takes(back));
        let have = of_front.0.max(of_back.0);
        let room = if self.compact { of_front.1.max(of_back.1) } else { self.room };
        let bodies = std::iter::once(&unit.body).chain(unit.parts.iter().map(|p| &p.body));
        let fits = |back: &[Vec<Block>]| {
            let taken = takes(back);
            taken.0 <= have && taken.1 <= room
        };
        let (first, mut in_full, mut listed) = (back.len(), Vec::new(), Vec::new());
        for (name, text) in bodies.flat_map(|b| &b.options).filter_map(name_and_full_text) {
            back.push(paragraph_blocks(
                self.fonts,
                &label_and_text(&format!("{name}:"), text),
                SMALL,
                self.width,
            ));
            if fits(back) {
                in_full.push(name);
            } else {
                back.pop();
                listed.push(name);
            }
        }
        while !listed.is_empty() {
            back.push(self.elsewhere_line(&listed));
            let Some(last) = in_full.pop().filter(|_| !fits(back)) else { break };
            // Make room for the line that lists the names
            back.truncate(first + in_full.len());
            listed.insert(0, last);
        }
    }

    fn elsewhere_line(&self, names: &[&str]) -> Vec<Block> {
        let text = format!("{}.", names.join(", "));
        paragraph_blocks(
            self.fonts,
            &label_and_text("In full on the reference sheet:", &text),
            SMALL,
            self.width,
        )
    }

    /// Returns everything about the unit's own body that goes below its stats.
    fn body_blocks(&self, unit: &UnitData, count: u32) -> Vec<Vec<Block>> {
        let Self { fonts, width, .. } = *self;
        let mut all: Vec<Vec<Block>> = unit
            .body
            .forms
            .iter()
            .map(|f| paragraph_blocks(fonts, &unit_descriptions::extra_stat_text(f), SMALL, width))
            .collect();
        all.extend(
            unit_descriptions::attachment_texts(unit)
                .iter()
                .map(|line| paragraph_blocks(fonts, line, SMALL, width)),
        );
        all.extend(self.track_blocks(&unit.body.numbers, count));
        all.extend(self.option_blocks(&unit.body));
        all
    }

    fn option_blocks(&self, body: &BodyData) -> Vec<Vec<Block>> {
        let named = body.options.iter().filter(|o| o.part_of.is_none());
        let lines = named
            .map(|o| paragraph_blocks(self.fonts, &unit_descriptions::option_text(o), SMALL, self.width));
        lines.collect()
    }

    pub(super) fn numbers_sentence_blocks(
        &self,
        body: &BodyData,
        numbers: &[NumberData],
        count: u32,
    ) -> Vec<Block> {
        let text = unit_descriptions::values_and_numbers_text(body, numbers.iter(), count);
        if text.is_empty() { Vec::new() } else { paragraph_blocks(self.fonts, &text, SMALL, self.width) }
    }

    pub(super) fn track_blocks(&self, numbers: &[NumberData], count: u32) -> Vec<Vec<Block>> {
        let each = numbers
            .iter()
            .map(|n| unit_descriptions::track_rows(self.fonts, std::slice::from_ref(n), count, self.width));
        each.collect()
    }

    pub(super) fn labelled_blocks(&self, lead: &str, text: Option<&String>) -> Option<Vec<Block>> {
        let text = text?;
        let line = if lead.is_empty() { plain_text(text) } else { label_and_text(lead, text) };
        Some(paragraph_blocks(self.fonts, &line, SMALL, self.width))
    }

    fn table_blocks(&self, lead: &str, numbers: &[NumberData]) -> Vec<Vec<Block>> {
        let tables =
            numbers.iter().filter(|n| !n.each.is_empty() && n.each.iter().all(|e| e.boxes.is_empty()));
        tables
            .map(|n| {
                let named = NumberData { name: format!("{lead}{}", n.name), ..n.clone() };
                unit_descriptions::small_table_blocks(self.fonts, &named, self.width)
            })
            .collect()
    }

    fn cost_blocks(&self, unit: &UnitData) -> Vec<Block> {
        let parts = unit.parts.iter().flat_map(|p| &p.body.ledger);
        let lines: Vec<String> =
            unit.body.ledger.iter().chain(parts).map(|l| format!("{} {}", l.what, l.shown)).collect();
        // A single line would only repeat the cost on the front
        if lines.len() < 2 {
            return Vec::new();
        }
        let each = if unit.count > 1 { " each" } else { "" };
        let text = format!("{} = {}{each}", lines.join(" + ").replace("+ −", "− "), unit.cost_shown);
        paragraph_blocks(self.fonts, &label_and_text("Points:", &text), SMALL, self.width)
    }
}

/// Returns an option's name and its full rule text. `None` if the front already has the text.
fn name_and_full_text(option: &OptionData) -> Option<(&str, &str)> {
    let text = option.text.as_deref().filter(|_| option.part_of.is_none())?;
    option.brief.as_deref().filter(|brief| *brief != text).map(|_| (option.name.as_str(), text))
}
