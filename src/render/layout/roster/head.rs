//! The head of a roster: name, rules and notices, the stamp of the verdict, and tiles with the army's figures.

use super::{RosterBuilder, capitalize};
use crate::render::context::{ArmyData, CommandData, NumberData};
use crate::render::font::Fonts;
use crate::render::layout::drawn_blocks::{Drawn, DrawnFrame, DrawnText, drawn_block};
use crate::render::layout::line_breaking::{
    TextLine, TextRun, bold_text, break_lines, line_width, plain_text,
};
use crate::render::layout::page_blocks::{Block, gap_block};
use crate::render::length::Length;

/// Sizes in the head: the name, a long name, the stamp, its points, text and labels.
const TITLE: (Length, Length) = (Length(7_060), Length(8_200));
const LONG_TITLE: (Length, Length) = (Length(4_940), Length(5_900));
const STAMP: (Length, Length) = (Length(5_640), Length(6_400));
const STAMP_POINTS: (Length, Length) = (Length(4_000), Length(4_800));
const WORDS: (Length, Length) = (Length(2_820), Length(3_500));
const LABEL: (Length, Length) = (Length(2_650), Length(3_200));
const TILE_VALUE: (Length, Length) = (Length(4_230), Length(5_000));

/// Names with more letters than this are smaller.
const LETTERS_OF_TITLE: usize = 40;
const STAMP_WIDTH: Length = Length(52_000);
/// The most tiles in a line.
const MOST_TILES: usize = 7;
const TILE_GAP: Length = Length(1_500);
/// The most commands whose points have a tile each.
const MOST_COMMANDS: usize = 3;

impl RosterBuilder<'_> {
    pub(super) fn text_at(
        &self,
        text: &[TextRun],
        size: (Length, Length),
        place: (Length, Length, Length),
        class: &'static str,
    ) -> DrawnText {
        text_at(self.fonts, text, size, place, class)
    }

    /// Returns the head with the stamp.
    pub(super) fn head_block(&self) -> Block {
        let army = &self.document.army;
        let room = self.width - STAMP_WIDTH - Length(5_000);
        let title = if army.name.chars().count() > LETTERS_OF_TITLE { LONG_TITLE } else { TITLE };
        let name = self.text_at(&bold_text(&army.name), title, (Length(0), Length(0), room), "");
        let mut y = height_of(&name);
        let mut texts = vec![DrawnText { heading: 1, ..name }];
        let mut who: Vec<String> = army.player.iter().map(|p| format!("Player {p}")).collect();
        who.extend(army.club.clone());
        let mut game = vec![army.ruleset.shown.clone()];
        game.extend(army.mode.as_ref().map(|m| m.name.clone()));
        game.extend(army.book.iter().chain(&army.allies).map(|b| b.shown.clone()));
        game.extend(army.date.clone());
        game.extend(army.event.as_ref().map(|e| e.name.clone()));
        game.extend(army.choices.iter().map(|c| format!("{}: {}", c.name, c.answer)));
        let notices = army.notices.iter().map(|n| capitalize(n));
        let lines = [who.join(" · "), game.join(" · ")].into_iter().chain(notices);
        for line in lines.filter(|line| !line.is_empty()) {
            let text = self.text_at(&plain_text(&line), WORDS, (Length(0), y, room), "");
            y = y + height_of(&text);
            texts.push(text);
        }
        let (frames, stamp, stamp_height) =
            verdict_stamp(self.fonts, army, self.width - STAMP_WIDTH, STAMP_WIDTH);
        texts.extend(stamp);
        let h = y.max(stamp_height) + Length(2_000);
        drawn_block("head", h, Drawn { frames, texts })
    }

    /// Returns the tiles: units, commands, points and the army's numbers.
    pub(super) fn tile_blocks(&self) -> Vec<Block> {
        tiles_in_lines(self.fonts, self.width, &self.tiles())
    }

    fn tiles(&self) -> Vec<(String, String)> {
        let army: &ArmyData = &self.document.army;
        let commands: Vec<&CommandData> = self.document.commands.iter().filter(|c| c.depth == 0).collect();
        let mut tiles = vec![("Units".to_owned(), army.units.to_string())];
        if commands.len() > 1 {
            tiles.push(("Commands".to_owned(), self.document.commands.len().to_string()));
            let shown = commands.iter().filter(|_| commands.len() <= MOST_COMMANDS && army.points.is_some());
            tiles.extend(shown.map(|c| {
                let name = c.name.as_deref().unwrap_or_default();
                (format!("{} {name}", c.numeral).trim().to_owned(), c.cost_shown.clone())
            }));
        }
        if let Some(points) = &army.points {
            tiles.extend(points.left.map(|left| ("Unspent".to_owned(), left.0.to_string())));
            tiles.extend(points.over.map(|over| ("Over the limit".to_owned(), over.0.to_string())));
        }
        let plain = |n: &&NumberData| n.boxes.is_empty() && n.each.is_empty();
        tiles.extend(
            army.numbers.iter().filter(plain).map(|n| (format!("{}{}", n.short, n.sign), n.shown.clone())),
        );
        tiles
    }

    /// Returns what else is said of the army: purchases, notes and boxes.
    pub(super) fn army_texts(&self) -> Vec<Block> {
        let army = &self.document.army;
        let mut blocks = self.bought_blocks(&army.bought, &army.bought_shown);
        blocks.extend(self.labelled("Notes:", army.notes.as_ref()));
        blocks.extend(self.track_blocks(&army.numbers));
        blocks.push(gap_block(Length(1_500)));
        blocks
    }
}

/// Returns the height of a text.
pub(in crate::render::layout) fn height_of(text: &DrawnText) -> Length {
    text.line * i64::try_from(text.lines.len()).unwrap_or(1)
}

/// Returns a text of this size and height of lines at `x` and `y`, broken at the width.
pub(in crate::render::layout) fn text_at(
    fonts: &Fonts,
    text: &[TextRun],
    (size, line): (Length, Length),
    (x, y, w): (Length, Length, Length),
    class: &'static str,
) -> DrawnText {
    let lines = break_lines(fonts, text, size, w);
    DrawnText { x, y, w, size, line, class, heading: 0, lines }
}

/// Returns the stamp with the verdict, the points and the digest: its frames, its texts and its height.
pub(in crate::render::layout) fn verdict_stamp(
    fonts: &Fonts,
    army: &ArmyData,
    x: Length,
    w: Length,
) -> (Vec<DrawnFrame>, Vec<DrawnText>, Length) {
    let (word, class) = match army.verdict {
        "legal" => ("LEGAL", "stamp legal"),
        "draft" => ("DRAFT", "stamp draft"),
        "illegal" => ("ILLEGAL", "stamp illegal"),
        _ => ("NOT READ", "stamp illegal"),
    };
    let ink = if class == "stamp illegal" { "mid white" } else { "mid" };
    let mut parts: Vec<(TextLine, (Length, Length))> = vec![(bold_text(word), STAMP)];
    if army.verdict_text != army.verdict {
        parts.push((plain_text(&capitalize(&army.verdict_text)), LABEL));
    }
    if let Some(points) = &army.points {
        parts.push((bold_text(&points.shown), STAMP_POINTS));
        parts.extend(points.over.map(|over| (bold_text(&format!("{} over", over.0)), LABEL)));
    }
    match &army.digest {
        Some(digest) => {
            parts.push((plain_text(&digest.army), LABEL));
            parts.push((plain_text(&digest.rules), LABEL));
        }
        None => parts.push((plain_text(&army.digest_text), LABEL)),
    }
    let mut y = Length(1_800);
    let mut texts = Vec::new();
    for (text, size) in parts {
        let text = text_at(fonts, &text, size, (x + Length(1_500), y, w - Length(3_000)), ink);
        y = y + height_of(&text);
        texts.push(text);
    }
    let h = y + Length(1_500);
    let frame = DrawnFrame { x, w, h, class, ..DrawnFrame::default() };
    let mut frames = vec![frame];
    if class == "stamp legal" {
        // The second line of a double frame
        let inset = Length(700);
        let (w, h) = (w - inset * 2, h - inset * 2);
        frames.push(DrawnFrame {
            x: x + inset,
            y: inset,
            w,
            h,
            class: "stamp inner",
            ..DrawnFrame::default()
        });
    }
    (frames, texts, h)
}

/// Returns tiles, each with a label and a value, in as few lines as they need.
pub(in crate::render::layout) fn tiles_in_lines(
    fonts: &Fonts,
    width: Length,
    tiles: &[(String, String)],
) -> Vec<Block> {
    let wanted: Vec<Length> = tiles.iter().map(|(label, value)| width_of_tile(fonts, label, value)).collect();
    let mut lines: Vec<std::ops::Range<usize>> = Vec::new();
    let mut used = Length(0);
    for (at, wide) in wanted.iter().enumerate() {
        match lines.last_mut().filter(|line| line.len() < MOST_TILES && used + TILE_GAP + *wide <= width) {
            Some(line) => {
                line.end = at + 1;
                used = used + TILE_GAP + *wide;
            }
            None => {
                lines.push(at..at + 1);
                used = *wide;
            }
        }
    }
    lines.into_iter().map(|line| line_of_tiles(fonts, width, &tiles[line.clone()], &wanted[line])).collect()
}

/// Returns the width that a tile wants. A longer value is broken into lines.
fn width_of_tile(fonts: &Fonts, label: &str, value: &str) -> Length {
    let label = line_width(fonts, &plain_text(label), LABEL.0);
    let value = line_width(fonts, &bold_text(value), TILE_VALUE.0);
    label.max(value).min(Length(42_000)) + Length(3_500)
}

fn line_of_tiles(fonts: &Fonts, width: Length, tiles: &[(String, String)], wanted: &[Length]) -> Block {
    let gaps = TILE_GAP * i64::try_from(tiles.len().saturating_sub(1)).unwrap_or(0);
    let sum: Length = wanted.iter().copied().sum();
    let (mut frames, mut texts) = (Vec::new(), Vec::new());
    let (mut x, mut highest) = (Length(0), Length(0));
    for ((label, value), wide) in tiles.iter().zip(wanted) {
        let w = Length(wide.0 * (width - gaps).0 / sum.0.max(1));
        let (left, inner) = (x + Length(1_500), w - Length(3_000));
        let label = text_at(fonts, &plain_text(label), LABEL, (left, Length(700), inner), "");
        let y = Length(700) + height_of(&label);
        let value = text_at(fonts, &bold_text(value), TILE_VALUE, (left, y, inner), "tv");
        highest = highest.max(y + height_of(&value) + Length(500));
        texts.extend([label, value]);
        frames.push(DrawnFrame { x, w, class: "tile", ..DrawnFrame::default() });
        x = x + w + TILE_GAP;
    }
    frames.iter_mut().for_each(|frame| frame.h = highest);
    drawn_block("tiles", highest + Length(1_500), Drawn { frames, texts })
}
