//! The head of a command: its bar with colour, pattern and numeral, what is said of it, and its track.

use super::head::height_of;
use super::{RosterBuilder, capitalize};
use crate::render::context::{CharacterData, CommandData, NumberData};
use crate::render::layout::drawn_blocks::{Drawn, DrawnFrame, DrawnText, command_pattern, drawn_block};
use crate::render::layout::line_breaking::{TextLine, TextRun, bold_text, line_width, plain_text};
use crate::render::layout::page_blocks::{Block, gap_block};
use crate::render::length::Length;

const BAR_HEIGHT: Length = Length(6_800);
const STRIP: Length = Length(13_000);
/// The white field of the numeral.
const FIELD: (Length, Length) = (Length(3_300), Length(6_400));
const NAME: (Length, Length) = (Length(4_590), Length(5_400));
const WORDS: (Length, Length) = (Length(2_820), Length(3_500));
const LABEL: (Length, Length) = (Length(2_650), Length(3_200));
/// The distance from one box of a command's track to the next.
const BOX_STEP: Length = Length(4_900);
const BOX: Length = Length(3_800);
/// The longest track beside the words.
const MOST_BOXES: usize = 16;

impl RosterBuilder<'_> {
    /// Returns the bar of a command that has a name.
    pub(super) fn bar_block(&self, command: &CommandData) -> Option<Block> {
        let name = command.name.as_ref()?;
        let cost = line_width(self.fonts, &bold_text(&command.cost_shown), NAME.0);
        let room = self.width - STRIP - cost - Length(6_000);
        let text = self.text_at(&bold_text(name), NAME, (STRIP + Length(2_500), Length(700), room), "");
        let h = (height_of(&text) + Length(1_400)).max(BAR_HEIGHT);
        let strip = |x: Length, w: Length| DrawnFrame {
            x,
            w,
            h,
            class: "strip",
            pattern: Some(command_pattern(command.colour, self.mono, w, h)),
            ..DrawnFrame::default()
        };
        let frames = vec![
            DrawnFrame { w: self.width, h, class: "bar", ..DrawnFrame::default() },
            strip(Length(0), FIELD.0),
            strip(FIELD.0 + FIELD.1, STRIP - FIELD.0 - FIELD.1),
            DrawnFrame { x: STRIP, w: Length(300), h, class: "edge", ..DrawnFrame::default() },
        ];
        let middle = (h - NAME.1).half();
        let numeral = self.text_at(&bold_text(&command.numeral), NAME, (FIELD.0, middle, FIELD.1), "mid one");
        let points = self.text_at(
            &bold_text(&command.cost_shown),
            NAME,
            (self.width - cost - Length(2_000), middle, cost + Length(500)),
            "right sum",
        );
        let name = DrawnText { heading: 2, y: (h - height_of(&text)).half(), ..text };
        Some(drawn_block("cmd", h, Drawn { frames, texts: vec![numeral, name, points] }))
    }

    /// Returns what is said under the bar: leaders, orders and the like at the left, the track at the right.
    pub(super) fn command_words(&self, command: &CommandData) -> Vec<Block> {
        let mut text: TextLine = Vec::new();
        text.extend(command.characters.iter().flat_map(character_sentence));
        let mut words: Vec<String> = Vec::new();
        words.extend((!command.kind_shown.is_empty()).then(|| command.kind_shown.clone()));
        words.extend(command.ally_name.as_ref().map(|a| format!("Ally: {a}")));
        // A single character who is told of already is the one who leads
        let is_told = |leader: &String| matches!(&command.characters[..], [only] if only.name == *leader);
        let led = command.commander.as_ref().filter(|leader| !is_told(leader));
        words.extend(led.map(|c| format!("Led by {c}")));
        words.extend(command.baggage_with.as_ref().map(|b| format!("Baggage stands with {b}")));
        if !words.is_empty() {
            text.extend(plain_text(&format!("{}. ", words.join(" · "))));
        }
        let plain = |n: &&NumberData| n.boxes.is_empty() && n.each.is_empty();
        let numbers: Vec<&NumberData> = command.numbers.iter().filter(plain).collect();
        for (at, number) in numbers.iter().enumerate() {
            let end = if at + 1 < numbers.len() { " · " } else { "." };
            text.push(TextRun { text: format!("{}{} ", number.name, number.sign), bold: false });
            text.push(TextRun { text: number.shown.clone(), bold: true });
            text.push(TextRun { text: end.to_owned(), bold: false });
        }
        let mut tracks = command.numbers.iter().filter(|n| !n.boxes.is_empty());
        let beside =
            tracks.clone().next().filter(|n| n.boxes.len() <= MOST_BOXES && words_have_room(self, n));
        if beside.is_some() {
            tracks.next();
        }
        let mut blocks = Vec::new();
        if !text.is_empty() || beside.is_some() {
            blocks.push(self.words_and_track(&text, beside, command.name.is_some()));
        }
        blocks.extend(self.track_blocks(&tracks.cloned().collect::<Vec<_>>()));
        blocks.extend(command.text.iter().flat_map(|text| self.text_blocks(&plain_text(text))));
        blocks.extend(self.bought_blocks(&command.bought, &command.bought_shown));
        blocks.extend(self.labelled("Notes:", command.notes.as_ref()));
        if !blocks.is_empty() && command.name.is_none() {
            blocks.push(gap_block(Length(1_200)));
        }
        blocks
    }

    fn words_and_track(&self, text: &[TextRun], track: Option<&NumberData>, framed: bool) -> Block {
        let count = track.map_or(0, |n| n.boxes.len());
        let label = track.map(|n| format!("{}{}", n.short, n.sign)).unwrap_or_default();
        let label_width = if track.is_some() { Length(19_000) } else { Length(0) };
        let boxes_width = BOX_STEP * i64::try_from(count).unwrap_or(0);
        let taken = if track.is_some() { label_width + boxes_width + Length(5_000) } else { Length(0) };
        let inset = if framed { Length(1_500) } else { Length(0) };
        let room = self.width - taken - inset * 2;
        let mut texts = Vec::new();
        let mut h = Length(0);
        if !text.is_empty() {
            let words = self.text_at(text, WORDS, (inset, Length(1_000), room), "");
            h = Length(2_000) + height_of(&words);
            texts.push(words);
        }
        let mut frames = Vec::new();
        if let Some(number) = track {
            let right = self.width - inset - boxes_width;
            let at = (right - label_width - Length(1_500), Length(1_200), label_width);
            texts.push(self.text_at(&bold_text(&label), WORDS, at, "right"));
            for (n, one) in number.boxes.iter().enumerate() {
                let x = right + BOX_STEP * i64::try_from(n).unwrap_or(0);
                let class = if one.mark.is_some() { "bx strong" } else { "bx" };
                let marks =
                    number.boxes.iter().filter_map(|b| Some(format!("{} at {}", b.mark.as_ref()?, b.left)));
                let marks: Vec<String> = marks.collect();
                let said = if n > 0 {
                    String::new()
                } else if marks.is_empty() {
                    format!("{label}: {count} boxes")
                } else {
                    format!("{label}: {count} boxes, {}", marks.join(", "))
                };
                frames.push(DrawnFrame { x, y: Length(900), w: BOX, h: BOX, class, said, pattern: None });
                let left = plain_text(&one.left.to_string());
                texts.push(self.text_at(&left, LABEL, (x, Length(4_900), BOX), "mid"));
                if let Some(mark) = &one.mark {
                    let wide = line_width(self.fonts, &bold_text(mark), LABEL.0) + Length(600);
                    let middle = x + BOX.half() - wide.half();
                    let x = middle.max(Length(0)).min(self.width - wide - Length(500));
                    texts.push(self.text_at(&bold_text(mark), LABEL, (x, Length(8_000), wide), "mid"));
                }
            }
            h = h.max(Length(11_800));
        }
        if framed {
            frames.insert(0, DrawnFrame { w: self.width, h, class: "under-bar", ..DrawnFrame::default() });
        }
        drawn_block("words", h, Drawn { frames, texts })
    }
}

/// Returns `true` if the words of the boxes stand side by side without touching.
fn words_have_room(roster: &RosterBuilder<'_>, number: &NumberData) -> bool {
    let mut end = Length(i64::MIN / 4);
    for (at, one) in number.boxes.iter().enumerate() {
        let Some(mark) = &one.mark else { continue };
        let wide = line_width(roster.fonts, &bold_text(mark), LABEL.0) + Length(1_500);
        let middle = BOX_STEP * i64::try_from(at).unwrap_or(0);
        if middle - wide.half() < end {
            return false;
        }
        end = middle + wide.half();
    }
    true
}

impl RosterBuilder<'_> {
    /// Returns a text with a bold label.
    pub(super) fn labelled(&self, label: &str, text: Option<&String>) -> Vec<Block> {
        text.map_or_else(Vec::new, |text| {
            self.text_blocks(&crate::render::layout::line_breaking::label_and_text(label, &capitalize(text)))
        })
    }
}

/// Returns a character without a body as a sentence.
fn character_sentence(character: &CharacterData) -> TextLine {
    let role = character.role.as_ref().filter(|r| **r != character.name);
    let mut words = vec![role.map(|role| format!(", {role}")).unwrap_or_default(), character.sign.clone()];
    words.extend(character.with.as_ref().map(|with| format!(", with {with}")));
    if !character.adds_shown.is_empty() {
        words.push(format!(": {}", character.adds_shown.replace("adds to it ", "")));
    }
    if !matches!(character.cost_shown.as_str(), "" | "0") {
        words.push(format!(" · {} points", character.cost_shown));
    }
    if let Some(charges) = crate::render::layout::unit_descriptions::charges_text(&character.charges) {
        let charges: String = charges.iter().map(|run| run.text.as_str()).collect();
        words.push(format!(" · {charges}"));
    }
    words.extend(character.notes.as_ref().map(|notes| format!(" · Notes: {notes}")));
    let mut line = bold_text(&format!("★ {}", character.name));
    line.extend(plain_text(&format!("{}. ", words.concat())));
    line
}
