//! A diagram of the commands: a box for each command, with its units as blocks in the order of the list.
//!
//! Characters, standards and baggage are shown by signs, never by colour. The drawing has no text, since the
//! program that draws it may have no font; the labels are placed over it.

use super::drawings::{CommandDiagram, DiagramBox, DiagramLabel, DiagramSign};
use super::line_breaking::{bold_text, line_width, plain_text, truncate_to_width};
use super::page_blocks::{Block, CELL_PADDING, SMALL, TEXT};
use crate::render::context::{CommandData, UnitData};
use crate::render::font::Fonts;
use crate::render::length::Length;

/// The space between boxes, and between blocks.
const BOX_GAP: Length = Length(2_500);
const BLOCK_GAP: Length = Length(1_200);
/// The padding inside a command's box.
const BOX_PADDING: Length = Length(1_500);
/// The height of a block, and of the signs above it.
const BLOCK_HEIGHT: Length = Length(4_600);
const SIGN_HEIGHT: Length = Length(2_800);
/// The distance from one sign to the next.
const SIGN_STEP: Length = Length(3_300);
/// If a command has more blocks than this, identical units share one.
const MAX_SEPARATE_BLOCKS: usize = 28;
/// A diagram with a higher box is left out, since it could not be read at a glance.
const MAX_BOX_HEIGHT: Length = Length(110_000);

/// A unit or character in the diagram.
struct DiagramUnit {
    text: String,
    signs: Vec<&'static str>,
    /// Whether a block is drawn. A character who has joined no unit has none.
    has_block: bool,
}

/// Returns the diagram of an army.
///
/// `None` if the army has no commands, or too many units for a diagram.
pub(super) fn command_diagram(commands: &[CommandData], fonts: &Fonts, width: Length) -> Option<Vec<Block>> {
    if commands.iter().all(|c| c.name.is_none()) {
        return None;
    }
    let marks: Vec<Vec<DiagramUnit>> = commands.iter().map(units_to_draw).collect();
    let labels = marks.iter().flatten().filter(|m| m.has_block);
    let widest = labels.map(|m| line_width(fonts, &bold_text(&m.text), SMALL.size)).max().unwrap_or_default();
    let block = (widest + CELL_PADDING * 2).max(Length(9_000)).min(Length(26_000));
    let side = match commands.len() {
        1 => 1,
        2 | 4 => 2,
        _ => 3,
    };
    let box_width = Length((width - BOX_GAP * (side - 1)).0 / side);
    let a_row = ((box_width - BOX_PADDING * 2 + BLOCK_GAP).0 / (block + BLOCK_GAP).0).max(1);
    let all: Vec<_> = commands.iter().zip(&marks).collect();
    let mut blocks = Vec::new();
    for row in all.chunks(usize::try_from(side).unwrap_or(1)) {
        let rows =
            |marks: &[DiagramUnit]| (i64::try_from(marks.len()).unwrap_or(i64::MAX) + a_row - 1) / a_row;
        let most = row.iter().map(|(_, m)| rows(m)).max().unwrap_or(0).max(1);
        let high = TEXT.line + (SIGN_HEIGHT + BLOCK_HEIGHT + BLOCK_GAP) * most + BOX_PADDING * 2;
        if high > MAX_BOX_HEIGHT {
            return None;
        }
        let mut plan = CommandDiagram { width, height: high, ..CommandDiagram::default() };
        let mut x = Length(0);
        for (command, marks) in row {
            plan.boxes.push(DiagramBox { kind: "command", x, y: Length(0), w: box_width, h: high });
            let room = box_width - BOX_PADDING * 2;
            let name = truncate_to_width(fonts, command.name.as_deref().unwrap_or(""), true, TEXT.size, room);
            plan.words.push(DiagramLabel {
                kind: "command",
                x: x + BOX_PADDING,
                y: BOX_PADDING.half(),
                w: room,
                text: name,
            });
            let (left, top) = (x + BOX_PADDING, BOX_PADDING + TEXT.line);
            for (mark, at) in marks.iter().zip(0i64..) {
                let here = left + (block + BLOCK_GAP) * (at % a_row);
                let y = top + (SIGN_HEIGHT + BLOCK_HEIGHT + BLOCK_GAP) * (at / a_row);
                plan.add_unit(mark, here, y, block, fonts);
            }
            x = x + box_width + BOX_GAP;
        }
        blocks.push(plan.into_block());
    }
    blocks.extend(sign_legend(&marks, fonts, width));
    Some(blocks)
}

impl CommandDiagram {
    fn add_unit(&mut self, mark: &DiagramUnit, x: Length, y: Length, w: Length, fonts: &Fonts) {
        for (kind, at) in mark.signs.iter().zip(0i64..) {
            self.signs.push(DiagramSign { kind, x: x + SIGN_STEP * at, y: y + Length(100) });
        }
        let y = y + SIGN_HEIGHT;
        if mark.has_block {
            self.boxes.push(DiagramBox { kind: "block", x, y, w, h: BLOCK_HEIGHT });
        }
        let text = truncate_to_width(fonts, &mark.text, true, SMALL.size, w - CELL_PADDING);
        self.words.push(DiagramLabel {
            kind: "block",
            x,
            y: y + (BLOCK_HEIGHT - SMALL.line).half(),
            w,
            text,
        });
    }

    fn into_block(self) -> Block {
        Block { kind: "plan", h: self.height + Length(1_500), plan: Some(self), ..Block::default() }
    }
}

/// Returns what to draw in a command's box.
fn units_to_draw(command: &CommandData) -> Vec<DiagramUnit> {
    let drawn: usize = command.units.iter().map(|u| u.count as usize).sum();
    let mut marks = Vec::new();
    for unit in &command.units {
        let (text, signs) = (unit_label(unit), unit_signs(unit));
        if drawn > MAX_SEPARATE_BLOCKS && unit.count > 1 {
            marks.push(DiagramUnit { text: format!("{} {text}", unit.count), signs, has_block: true });
            continue;
        }
        for _ in 0..unit.count {
            marks.push(DiagramUnit { text: text.clone(), signs: signs.clone(), has_block: true });
        }
    }
    let alone = command.characters.iter().filter(|c| c.with.is_none());
    marks.extend(alone.map(|c| DiagramUnit {
        text: c.name.clone(),
        signs: vec!["character"],
        has_block: false,
    }));
    marks
}

/// Returns the label of a unit: its code, which the roster below also prints, or else its entry or type.
fn unit_label(unit: &UnitData) -> String {
    let long = unit.body.entry.as_ref().unwrap_or(&unit.body.type_name);
    if unit.body.code.is_empty() { long.clone() } else { unit.body.code.clone() }
}

fn unit_signs(unit: &UnitData) -> Vec<&'static str> {
    let character = (!unit.roles.is_empty() || !unit.joined_by.is_empty()).then_some("character");
    let standard = unit.standard.then_some("standard");
    let baggage = unit.baggage.then_some("baggage");
    character.into_iter().chain(standard).chain(baggage).collect()
}

/// Returns the legend of the signs used. `None` if there are none.
fn sign_legend(marks: &[Vec<DiagramUnit>], fonts: &Fonts, width: Length) -> Option<Block> {
    let mut plan = CommandDiagram { width, height: SMALL.line, ..CommandDiagram::default() };
    let mut x = CELL_PADDING;
    for kind in ["character", "standard", "baggage"] {
        if !marks.iter().flatten().any(|m| m.signs.contains(&kind)) {
            continue;
        }
        plan.signs.push(DiagramSign { kind, x, y: Length(300) });
        let w = line_width(fonts, &plain_text(kind), SMALL.size) + CELL_PADDING * 2;
        plan.words.push(DiagramLabel {
            kind: "sign",
            x: x + SIGN_STEP,
            y: Length(0),
            w,
            text: kind.to_owned(),
        });
        x = x + SIGN_STEP + w + Length(4_000);
    }
    (!plan.signs.is_empty()).then(|| plan.into_block())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::context::{BodyData, CharacterData};

    fn unit(code: &str, count: u32) -> UnitData {
        let body = BodyData { code: code.to_owned(), ..BodyData::default() };
        UnitData { count, body, ..UnitData::default() }
    }

    fn drawn(commands: &[CommandData]) -> Vec<CommandDiagram> {
        let blocks = command_diagram(commands, &Fonts::default(), Length::from_mm(186)).unwrap();
        blocks.into_iter().filter_map(|b| b.plan).collect()
    }

    #[test]
    fn a_box_for_each_command_and_a_block_for_each_unit_in_order() {
        let led = UnitData { joined_by: vec!["Mago".into()], standard: true, ..unit("LC", 1) };
        let first = CommandData {
            name: Some("Foot".into()),
            units: vec![unit("SP", 3), unit("SK", 1)],
            ..CommandData::default()
        };
        let alone = CharacterData { name: "Hanno".into(), ..CharacterData::default() };
        let second = CommandData {
            name: Some("Horse".into()),
            units: vec![led],
            characters: vec![alone],
            ..CommandData::default()
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
        let (boxes, blocks): (Vec<&DiagramBox>, Vec<&DiagramBox>) =
            plans[0].boxes.iter().partition(|b| b.kind == "command");
        for b in blocks {
            let inside = |c: &&DiagramBox| c.x < b.x && b.x + b.w < c.x + c.w && b.y + b.h < c.y + c.h;
            assert!(boxes.iter().any(inside), "{b:?}");
        }
    }

    #[test]
    fn an_army_without_commands_has_no_diagram_and_a_large_one_has_counts() {
        assert!(
            command_diagram(&[CommandData::default()], &Fonts::default(), Length::from_mm(186)).is_none()
        );
        let many = CommandData {
            name: Some("All".into()),
            units: vec![unit("SP", 40), unit("LC", 1)],
            ..CommandData::default()
        };
        let words: Vec<String> = drawn(&[many])[0].words.iter().map(|w| w.text.clone()).collect();
        assert_eq!(words, ["All", "40 SP", "LC"]);
    }
}
