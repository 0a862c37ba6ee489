//! A diagram of the commands: a box for each command, with its units as blocks in the order of the list.
//!
//! Characters, standards and baggage are shown by signs, never by colour. The drawing has no text, since the
//! program that draws it may have no font; the labels are placed over it.

use serde::Serialize;

use super::block::{Block, PAD, SMALL, TEXT};
use super::text::{bold, cut, natural, plain};
use crate::render::context::{Command, Unit};
use crate::render::font::Fonts;
use crate::render::unit::Um;

/// A row of command boxes side by side, or the legend of the signs.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Plan {
    /// The width in millimetres.
    pub width: Um,
    /// The height in millimetres.
    pub height: Um,
    /// The boxes of commands and the blocks of units.
    pub boxes: Vec<Drawn>,
    /// The signs.
    pub signs: Vec<Sign>,
    /// The labels over the drawing.
    pub words: Vec<Word>,
}

/// A box of a command, or a block of a unit.
#[derive(Clone, Debug, Serialize)]
pub struct Drawn {
    /// `command` or `block`.
    pub kind: &'static str,
    /// The left edge in millimetres.
    pub x: Um,
    /// The upper edge in millimetres.
    pub y: Um,
    /// The width in millimetres.
    pub w: Um,
    /// The height in millimetres.
    pub h: Um,
}

/// A sign for a character, a standard or baggage.
#[derive(Clone, Debug, Serialize)]
pub struct Sign {
    /// `character`, `standard` or `baggage`.
    pub kind: &'static str,
    /// The left edge in millimetres.
    pub x: Um,
    /// The upper edge in millimetres.
    pub y: Um,
}

/// A label over the drawing.
#[derive(Clone, Debug, Serialize)]
pub struct Word {
    /// `command`, `block` or `sign`.
    pub kind: &'static str,
    /// The left edge in millimetres.
    pub x: Um,
    /// The upper edge in millimetres.
    pub y: Um,
    /// The width available, in millimetres.
    pub w: Um,
    /// The text.
    pub text: String,
}

/// The space between boxes, and between blocks.
const BETWEEN: Um = Um(2_500);
const APART: Um = Um(1_200);
/// The padding inside a command's box.
const INSIDE: Um = Um(1_500);
/// The height of a block, and of the signs above it.
const BLOCK: Um = Um(4_600);
const SIGN: Um = Um(2_800);
/// The distance from one sign to the next.
const STEP: Um = Um(3_300);
/// If a command has more blocks than this, identical units share one.
const MANY: usize = 28;
/// A diagram with a higher box is left out, since it could not be read at a glance.
const HIGHEST: Um = Um(110_000);

/// A unit or character in the diagram.
struct Mark {
    text: String,
    signs: Vec<&'static str>,
    /// Whether a block is drawn. A character who has joined no unit has none.
    block: bool,
}

/// Returns the diagram of an army.
///
/// `None` if the army has no commands, or too many units for a diagram.
pub(super) fn plan(commands: &[Command], fonts: &Fonts, width: Um) -> Option<Vec<Block>> {
    if commands.iter().all(|c| c.name.is_none()) {
        return None;
    }
    let marks: Vec<Vec<Mark>> = commands.iter().map(marks_of).collect();
    let labels = marks.iter().flatten().filter(|m| m.block);
    let widest = labels.map(|m| natural(fonts, &bold(&m.text), SMALL.size)).max().unwrap_or_default();
    let block = (widest + PAD * 2).max(Um(9_000)).min(Um(26_000));
    let side = match commands.len() {
        1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let box_width = Um((width - BETWEEN * (side - 1)).0 / side);
    let a_row = ((box_width - INSIDE * 2 + APART).0 / (block + APART).0).max(1);
    let all: Vec<_> = commands.iter().zip(&marks).collect();
    let mut blocks = Vec::new();
    for row in all.chunks(usize::try_from(side).unwrap_or(1)) {
        let rows = |marks: &[Mark]| (i64::try_from(marks.len()).unwrap_or(i64::MAX) + a_row - 1) / a_row;
        let most = row.iter().map(|(_, m)| rows(m)).max().unwrap_or(0).max(1);
        let high = TEXT.line + (SIGN + BLOCK + APART) * most + INSIDE * 2;
        if high > HIGHEST {
            return None;
        }
        let mut plan = Plan { width, height: high, ..Plan::default() };
        let mut x = Um(0);
        for (command, marks) in row {
            plan.boxes.push(Drawn { kind: "command", x, y: Um(0), w: box_width, h: high });
            let room = box_width - INSIDE * 2;
            let name = cut(fonts, command.name.as_deref().unwrap_or(""), true, TEXT.size, room);
            plan.words.push(Word { kind: "command", x: x + INSIDE, y: INSIDE.half(), w: room, text: name });
            let (left, top) = (x + INSIDE, INSIDE + TEXT.line);
            for (mark, at) in marks.iter().zip(0i64..) {
                let here = left + (block + APART) * (at % a_row);
                let y = top + (SIGN + BLOCK + APART) * (at / a_row);
                plan.mark(mark, here, y, block, fonts);
            }
            x = x + box_width + BETWEEN;
        }
        blocks.push(plan.block());
    }
    blocks.extend(meaning(&marks, fonts, width));
    Some(blocks)
}

impl Plan {
    fn mark(&mut self, mark: &Mark, x: Um, y: Um, w: Um, fonts: &Fonts) {
        for (kind, at) in mark.signs.iter().zip(0i64..) {
            self.signs.push(Sign { kind, x: x + STEP * at, y: y + Um(100) });
        }
        let y = y + SIGN;
        if mark.block {
            self.boxes.push(Drawn { kind: "block", x, y, w, h: BLOCK });
        }
        let text = cut(fonts, &mark.text, true, SMALL.size, w - PAD);
        self.words.push(Word { kind: "block", x, y: y + (BLOCK - SMALL.line).half(), w, text });
    }

    fn block(self) -> Block {
        Block { kind: "plan", h: self.height + Um(1_500), plan: Some(self), ..Block::default() }
    }
}

/// Returns what to draw in a command's box.
fn marks_of(command: &Command) -> Vec<Mark> {
    let drawn: usize = command.units.iter().map(|u| u.count as usize).sum();
    let mut marks = Vec::new();
    for unit in &command.units {
        let (text, signs) = (label(unit), signs(unit));
        if drawn > MANY && unit.count > 1 {
            marks.push(Mark { text: format!("{} {text}", unit.count), signs, block: true });
            continue;
        }
        for _ in 0..unit.count {
            marks.push(Mark { text: text.clone(), signs: signs.clone(), block: true });
        }
    }
    let alone = command.characters.iter().filter(|c| c.with.is_none());
    marks.extend(alone.map(|c| Mark { text: c.name.clone(), signs: vec!["character"], block: false }));
    marks
}

/// Returns the label of a unit: its code, which the roster below also prints, or else its entry or type.
fn label(unit: &Unit) -> String {
    let long = unit.body.entry.as_ref().unwrap_or(&unit.body.type_name);
    if unit.body.code.is_empty() { long.clone() } else { unit.body.code.clone() }
}

fn signs(unit: &Unit) -> Vec<&'static str> {
    let character = (!unit.roles.is_empty() || !unit.joined_by.is_empty()).then_some("character");
    let standard = unit.standard.then_some("standard");
    let baggage = unit.baggage.then_some("baggage");
    character.into_iter().chain(standard).chain(baggage).collect()
}

/// Returns the legend of the signs used. `None` if there are none.
fn meaning(marks: &[Vec<Mark>], fonts: &Fonts, width: Um) -> Option<Block> {
    let mut plan = Plan { width, height: SMALL.line, ..Plan::default() };
    let mut x = PAD;
    for kind in ["character", "standard", "baggage"] {
        if !marks.iter().flatten().any(|m| m.signs.contains(&kind)) {
            continue;
        }
        plan.signs.push(Sign { kind, x, y: Um(300) });
        let w = natural(fonts, &plain(kind), SMALL.size) + PAD * 2;
        plan.words.push(Word { kind: "sign", x: x + STEP, y: Um(0), w, text: kind.to_owned() });
        x = x + STEP + w + Um(4_000);
    }
    (!plan.signs.is_empty()).then(|| plan.block())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::context::{Body, Character};

    fn unit(code: &str, count: u32) -> Unit {
        let body = Body { code: code.to_owned(), ..Body::default() };
        Unit { count, body, ..Unit::default() }
    }

    fn drawn(commands: &[Command]) -> Vec<Plan> {
        let blocks = plan(commands, &Fonts::default(), Um::mm(186)).unwrap();
        blocks.into_iter().filter_map(|b| b.plan).collect()
    }

    #[test]
    fn a_box_for_each_command_and_a_block_for_each_unit_in_order() {
        let led = Unit { joined_by: vec!["Mago".into()], standard: true, ..unit("LC", 1) };
        let first = Command {
            name: Some("Foot".into()),
            units: vec![unit("SP", 3), unit("SK", 1)],
            ..Command::default()
        };
        let alone = Character { name: "Hanno".into(), ..Character::default() };
        let second = Command {
            name: Some("Horse".into()),
            units: vec![led],
            characters: vec![alone],
            ..Command::default()
        };
        let plans = drawn(&[first, second]);
        assert_eq!(plans.len(), 2, "one row of boxes, one of meanings");
        let words: Vec<&str> = plans[0].words.iter().map(|w| w.text.as_str()).collect();
        assert_eq!(words, ["Foot", "SP", "SP", "SP", "SK", "Horse", "LC", "Hanno"]);
        let kinds = |kind| plans[0].boxes.iter().filter(|b| b.kind == kind).count();
        assert_eq!((kinds("command"), kinds("block")), (2, 5));
        let signs: Vec<&str> = plans[0].signs.iter().map(|s| s.kind).collect();
        assert_eq!(signs, ["character", "standard", "character"]);
        let meanings: Vec<&str> = plans[1].words.iter().map(|w| w.text.as_str()).collect();
        assert_eq!(meanings, ["character", "standard"]);
        // Every block is inside some command's box
        let (boxes, blocks): (Vec<&Drawn>, Vec<&Drawn>) =
            plans[0].boxes.iter().partition(|b| b.kind == "command");
        for b in blocks {
            let inside = |c: &&Drawn| c.x < b.x && b.x + b.w < c.x + c.w && b.y + b.h < c.y + c.h;
            assert!(boxes.iter().any(inside), "{b:?}");
        }
    }

    #[test]
    fn an_army_without_commands_has_no_plan_and_a_great_one_counts() {
        assert!(plan(&[Command::default()], &Fonts::default(), Um::mm(186)).is_none());
        let many = Command {
            name: Some("All".into()),
            units: vec![unit("SP", 40), unit("LC", 1)],
            ..Command::default()
        };
        let words: Vec<String> = drawn(&[many])[0].words.iter().map(|w| w.text.clone()).collect();
        assert_eq!(words, ["All", "40 SP", "LC"]);
    }
}
