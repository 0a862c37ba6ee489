//! The packing list: what to bring, with a box to tick for each row.

use super::footer::Footer;
use super::line_breaking::{TextRun, bold_text, line_width, plain_text};
use super::page_blocks::{
    Block, CELL_PADDING, HEAD, NAME, SMALL, TEXT, TITLE, gap_block, paragraph_blocks, row_block, text_cell,
};
use super::{KeepTogether, Layout, MARGIN, lay_out_pages};
use crate::render::context::Document;
use crate::render::context::packing::PackedType;
use crate::render::font::Fonts;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::Paper;

/// Lays out the packing list of an army.
pub fn lay_out_packing_list(document: &Document, fonts: &Fonts, paper: Paper) -> Layout {
    let width = paper.size().width - MARGIN * 2;
    let builder = PackingBuilder { fonts, width };
    let (army, packing) = (&document.army, &document.packing);
    let mut blocks = paragraph_blocks(fonts, &bold_text(&army.name), TITLE, width);
    blocks.extend(paragraph_blocks(
        fonts,
        &plain_text(&format!("Packing list, {}", army.summary)),
        TEXT,
        width,
    ));
    blocks.push(gap_block(Length(1_500)));
    let mut items = vec![KeepTogether::new("facts", blocks)];
    items.push(builder.heading_item("All together").keep_with_next());
    items.extend(packing.types.iter().map(|t| builder.packed_item(t)));
    if !packing.characters.is_empty() {
        items.push(builder.heading_item("Characters").keep_with_next());
        items.extend(
            packing.characters.iter().map(|c| builder.tick_item("character", &plain_text(c), "", NAME)),
        );
    }
    if !packing.markers.is_empty() {
        items.push(builder.heading_item("To keep track of").keep_with_next());
        items.extend(
            packing.markers.iter().map(|m| builder.tick_item("marker", &plain_text(&m.name), &m.shown, NAME)),
        );
    }
    if packing.commands.len() > 1 {
        for command in &packing.commands {
            items.push(builder.heading_item(&command.name).keep_with_next());
            items.extend(command.types.iter().map(|t| builder.packed_item(t)));
        }
    }
    lay_out_pages(items, paper, (1, Length(0)), &Footer::for_army(army), fonts)
}

struct PackingBuilder<'l> {
    fonts: &'l Fonts,
    width: Length,
}

/// The left edge of text, to the right of the box to tick.
const INDENT: Length = Length(5_500);

impl PackingBuilder<'_> {
    fn heading_item(&self, name: &str) -> KeepTogether {
        let mut blocks = vec![gap_block(Length(1_500))];
        blocks.extend(paragraph_blocks(self.fonts, &bold_text(name), HEAD, self.width));
        KeepTogether::new("head", blocks)
    }

    fn tick_item(
        &self,
        class: &'static str,
        text: &[TextRun],
        right: &str,
        style: super::page_blocks::LineStyle,
    ) -> KeepTogether {
        let w = if right.is_empty() {
            Length(0)
        } else {
            line_width(self.fonts, &bold_text(right), style.size) + CELL_PADDING * 2
        };
        let mut cells = vec![
            text_cell(self.fonts, &plain_text("☐"), style, INDENT, "left tick"),
            text_cell(self.fonts, text, style, self.width - INDENT - w, "left"),
        ];
        if !right.is_empty() {
            cells.push(text_cell(self.fonts, &bold_text(right), style, w, "right"));
        }
        KeepTogether::new(class, vec![row_block(style, "over", cells)])
    }

    fn packed_item(&self, packed: &PackedType) -> KeepTogether {
        let mut text = Vec::new();
        if !packed.code.is_empty() {
            text.extend(plain_text(&format!("{} ", packed.code)));
        }
        text.extend(bold_text(&packed.type_name));
        let mut item = self.tick_item("unit", &text, &packed.shown, NAME);
        for group in packed.groups.iter().filter(|g| !g.shown.is_empty()) {
            item.blocks.extend(self.indented_lines(&group.shown));
        }
        item
    }

    fn indented_lines(&self, text: &str) -> Vec<Block> {
        let w = self.width - INDENT;
        let line = text_cell(self.fonts, &plain_text(text), SMALL, w, "left");
        let blank =
            || super::page_blocks::LayoutCell { w: INDENT, class: "left", lines: Vec::new(), size: None };
        line.lines
            .into_iter()
            .map(|l| {
                row_block(
                    SMALL,
                    "",
                    vec![
                        blank(),
                        super::page_blocks::LayoutCell { w, class: "left", lines: vec![l], size: None },
                    ],
                )
            })
            .collect()
    }
}
