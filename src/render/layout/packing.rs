//! The packing list: what to bring, with a box to tick for each row.

use super::block::{Block, HEAD, NAME, PAD, SMALL, TEXT, TITLE, cell, gap, paragraph, row};
use super::foot::Foot;
use super::text::{Run, bold, natural, plain};
use super::{Item, Layout, MARGIN, sheet};
use crate::render::context::Document;
use crate::render::context::packing::Packed;
use crate::render::font::Fonts;
use crate::render::paper::Paper;
use crate::render::unit::Um;

/// Lays out the packing list of an army.
pub fn lay(document: &Document, fonts: &Fonts, paper: Paper) -> Layout {
    let width = paper.size().width - MARGIN * 2;
    let builder = List { fonts, width };
    let (army, packing) = (&document.army, &document.packing);
    let mut blocks = paragraph(fonts, &bold(&army.name), TITLE, width);
    blocks.extend(paragraph(fonts, &plain(&format!("Packing list, {}", army.summary)), TEXT, width));
    blocks.push(gap(Um(1_500)));
    let mut items = vec![Item::new("facts", blocks)];
    items.push(builder.head("All together").with_next());
    items.extend(packing.types.iter().map(|t| builder.packed(t)));
    if !packing.characters.is_empty() {
        items.push(builder.head("Characters").with_next());
        items.extend(packing.characters.iter().map(|c| builder.tick("character", &plain(c), "", NAME)));
    }
    if !packing.markers.is_empty() {
        items.push(builder.head("To keep track of").with_next());
        items.extend(packing.markers.iter().map(|m| builder.tick("marker", &plain(&m.name), &m.shown, NAME)));
    }
    if packing.commands.len() > 1 {
        for command in &packing.commands {
            items.push(builder.head(&command.name).with_next());
            items.extend(command.types.iter().map(|t| builder.packed(t)));
        }
    }
    sheet(items, paper, (1, Um(0)), &Foot::of_army(army), fonts)
}

struct List<'l> {
    fonts: &'l Fonts,
    width: Um,
}

/// The left edge of text, to the right of the box to tick.
const INDENT: Um = Um(5_500);

impl List<'_> {
    fn head(&self, name: &str) -> Item {
        let mut blocks = vec![gap(Um(1_500))];
        blocks.extend(paragraph(self.fonts, &bold(name), HEAD, self.width));
        Item::new("head", blocks)
    }

    fn tick(&self, class: &'static str, text: &[Run], right: &str, style: super::block::Style) -> Item {
        let w =
            if right.is_empty() { Um(0) } else { natural(self.fonts, &bold(right), style.size) + PAD * 2 };
        let mut cells = vec![
            cell(self.fonts, &plain("☐"), style, INDENT, "left tick"),
            cell(self.fonts, text, style, self.width - INDENT - w, "left"),
        ];
        if !right.is_empty() {
            cells.push(cell(self.fonts, &bold(right), style, w, "right"));
        }
        Item::new(class, vec![row(style, "over", cells)])
    }

    fn packed(&self, packed: &Packed) -> Item {
        let mut text = Vec::new();
        if !packed.code.is_empty() {
            text.extend(plain(&format!("{} ", packed.code)));
        }
        text.extend(bold(&packed.type_name));
        let mut item = self.tick("unit", &text, &packed.shown, NAME);
        for group in packed.groups.iter().filter(|g| !g.shown.is_empty()) {
            item.blocks.extend(self.below(&group.shown));
        }
        item
    }

    fn below(&self, text: &str) -> Vec<Block> {
        let w = self.width - INDENT;
        let line = cell(self.fonts, &plain(text), SMALL, w, "left");
        let blank = || super::block::Cell { w: INDENT, class: "left", lines: Vec::new(), size: None };
        line.lines
            .into_iter()
            .map(|l| {
                row(
                    SMALL,
                    "",
                    vec![blank(), super::block::Cell { w, class: "left", lines: vec![l], size: None }],
                )
            })
            .collect()
    }
}
