//! Builds the cards of units.

use super::Card;
use super::maker::Maker;
use crate::render::context::{Body, Number, Reading, TakenOption, Unit};
use crate::render::layout::block::{Block, SMALL, paragraph, rule};
use crate::render::layout::height;
use crate::render::layout::pieces;
use crate::render::layout::text::{Line, bold, led, plain};

impl Maker<'_> {
    /// Returns the cards of these units. Identical units in one row share a card.
    pub(super) fn units(&self, units: &[Unit], command: Option<&str>) -> Vec<Card> {
        units.iter().flat_map(|unit| self.unit(unit, command)).collect()
    }

    fn unit(&self, unit: &Unit, command: Option<&str>) -> Vec<Card> {
        let Self { fonts, width, .. } = *self;
        let count = unit.count;
        let times = if count > 1 { format!("× {count}") } else { String::new() };
        let several = !times.is_empty() && !unit.number.is_empty();
        let number = &format!("{times}{}{}", if several { ", " } else { "" }, unit.number);
        let points =
            if unit.total_shown.is_empty() { String::new() } else { format!("{} pts", unit.total_shown) };
        let mut front: Vec<Vec<Block>> = Vec::new();
        let signed = format!("{}{}", unit.name, pieces::sign_of_name(&unit.body, &unit.name));
        let mut head = self.head(&signed, &points);
        head.extend(self.sub(&pieces::kind(&unit.body, &unit.name), number));
        head.push(rule());
        head.extend(pieces::figures(fonts, &unit.body, width));
        front.push(head);
        front.extend(self.body(unit, count));
        for part in &unit.parts {
            let mut blocks = vec![rule()];
            let mut text = bold(&format!("{}{} ", part.body.type_name, part.body.sign));
            text.extend(plain(&part.body.size_shown));
            blocks.extend(paragraph(fonts, &text, SMALL, width));
            blocks.extend(pieces::figures(fonts, &part.body, width));
            front.push(blocks);
            front.extend(self.options(&part.body));
            front.push(self.numbers(&part.body, &part.body.numbers, count));
            front.extend(self.tracks(&part.body.numbers, count));
        }
        front.extend(self.said("", unit.body.text.as_ref()));
        front.extend(self.said("Note:", unit.notes.as_ref()));
        let mut back = vec![self.back_head(&unit.name, number, command)];
        let numbers = self.numbers(&unit.body, &unit.body.numbers, count);
        // If the numbers without boxes would need a further card on the front, they go to the back
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
        self.place_notices(unit, &mut front, &mut back);
        // Keep room for the line that names the rules, whether or not their texts fit
        let bodies = std::iter::once(&unit.body).chain(unit.parts.iter().map(|p| &p.body));
        let rules: Vec<&str> = bodies.flat_map(|b| &b.options).filter_map(text_of).map(|(n, _)| n).collect();
        let named = (!rules.is_empty()).then(|| self.in_full_elsewhere(&rules));
        self.place_readings(&unit.name, &unit.signs(), &mut front, &mut back, named.as_ref());
        self.texts(unit, &front, &mut back);
        self.fill(&unit.name, front, back)
    }

    /// Puts the notices on the back, or on the front if the back would need a further card for them.
    fn place_notices(&self, unit: &Unit, front: &mut Vec<Vec<Block>>, back: &mut Vec<Vec<Block>>) {
        let notices = self.notices(Some(&unit.body));
        let cards =
            |side: &[Vec<Block>], more: &[Vec<Block>]| self.flow(&unit.name, [side, more].concat()).len();
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
        let all: Vec<&Reading> =
            self.document.readings.iter().filter(|reading| reading.is_marked_by(signs)).collect();
        if all.is_empty() {
            return;
        }
        let line = |text: &Line| paragraph(self.fonts, text, SMALL, self.width);
        let whole: Vec<Vec<Block>> = all.iter().map(|r| line(&pieces::reading(r))).collect();
        let named = |some: &[&Reading]| {
            let signs: Vec<&str> = some.iter().map(|r| r.sign.as_str()).collect();
            let text = format!("{}: see the roster.", signs.join(", "));
            line(&led(if some.len() > 1 { "Readings" } else { "Reading" }, &text))
        };
        let sides = |back: &[Vec<Block>]| {
            self.flow(name, back.iter().cloned().chain(to_come.cloned()).collect()).len()
        };
        let have = self.flow(name, front.clone()).len().max(sides(back));
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
        if self.flow(name, with_named.clone()).len() <= have {
            *front = with_named;
        } else {
            back.push(named(&all));
        }
    }

    /// Puts full rule texts on the back while they need no further card (with `compact`, no taller card).
    ///
    /// The other rules are listed by name; their texts are on the reference sheet.
    fn texts(&self, unit: &Unit, front: &[Vec<Block>], back: &mut Vec<Vec<Block>>) {
        // The number of cards that a side takes, and the height of the fullest
        let takes = |side: &[Vec<Block>]| {
            let sides = self.flow(&unit.name, side.to_vec());
            (sides.len(), sides.iter().map(|s| height(s)).max().unwrap_or_default())
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
        for (name, text) in bodies.flat_map(|b| &b.options).filter_map(text_of) {
            back.push(paragraph(self.fonts, &led(&format!("{name}:"), text), SMALL, self.width));
            if fits(back) {
                in_full.push(name);
            } else {
                back.pop();
                listed.push(name);
            }
        }
        while !listed.is_empty() {
            back.push(self.in_full_elsewhere(&listed));
            let Some(last) = in_full.pop().filter(|_| !fits(back)) else { break };
            // Make room for the line that lists the names
            back.truncate(first + in_full.len());
            listed.insert(0, last);
        }
    }

    fn in_full_elsewhere(&self, names: &[&str]) -> Vec<Block> {
        let text = format!("{}.", names.join(", "));
        paragraph(self.fonts, &led("In full on the reference sheet:", &text), SMALL, self.width)
    }

    /// Returns everything about the unit's own body that goes below its stats.
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
        let named = body.options.iter().filter(|o| o.part_of.is_none());
        let lines = named.map(|o| paragraph(self.fonts, &pieces::option(o), SMALL, self.width));
        lines.collect()
    }

    pub(super) fn numbers(&self, body: &Body, numbers: &[Number], count: u32) -> Vec<Block> {
        let text = pieces::numbers(body, numbers.iter(), count);
        if text.is_empty() { Vec::new() } else { paragraph(self.fonts, &text, SMALL, self.width) }
    }

    pub(super) fn tracks(&self, numbers: &[Number], count: u32) -> Vec<Vec<Block>> {
        let each =
            numbers.iter().map(|n| pieces::tracks(self.fonts, std::slice::from_ref(n), count, self.width));
        each.collect()
    }

    pub(super) fn said(&self, lead: &str, text: Option<&String>) -> Option<Vec<Block>> {
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
        // A single line would only repeat the cost on the front
        if lines.len() < 2 {
            return Vec::new();
        }
        let each = if unit.count > 1 { " each" } else { "" };
        let text = format!("{} = {}{each}", lines.join(" + ").replace("+ −", "− "), unit.cost_shown);
        paragraph(self.fonts, &led("Points:", &text), SMALL, self.width)
    }
}

/// Returns an option's name and its full rule text. `None` if the front already has the text.
fn text_of(option: &TakenOption) -> Option<(&str, &str)> {
    let text = option.text.as_deref().filter(|_| option.part_of.is_none())?;
    option.brief.as_deref().filter(|brief| *brief != text).map(|_| (option.name.as_str(), text))
}
