//! The reference sheet: tables and rules in two columns.

use super::fitted_tables::small_text_table;
use super::footer::Footer;
use super::line_breaking::{TextLine, TextRun, bold_text, label_and_text, plain_text};
use super::page_blocks::{Block, NAME, SMALL, TITLE, gap_block, paragraph_blocks};
use super::{KeepTogether, Layout, column_width, lay_out_pages};
use crate::render::context::ArmyData;
use crate::render::context::reference_sheet_data::{ReferenceData, RuleData, TableData};
use crate::render::font::Fonts;
use crate::render::length::Length;
use crate::render::paper_and_card_sizes::Paper;

/// The space between the columns.
const GAP: Length = Length(6_000);

/// Lays out the reference sheet for these armies.
pub fn lay_out_reference(
    reference: &ReferenceData,
    armies: &[&ArmyData],
    fonts: &Fonts,
    paper: Paper,
) -> Layout {
    let apart = lay_out_grouped(reference, armies, fonts, paper, 1);
    if apart.pages.len() <= 2 {
        return apart;
    }
    // If the sheet is longer than two pages, try several readings in one paragraph
    let together = lay_out_grouped(reference, armies, fonts, paper, 4);
    if together.pages.len() < apart.pages.len() { together } else { apart }
}

/// Lays out the sheet with `each` readings in one paragraph.
fn lay_out_grouped(
    reference: &ReferenceData,
    armies: &[&ArmyData],
    fonts: &Fonts,
    paper: Paper,
    each: usize,
) -> Layout {
    let width = column_width(paper.size(), 2, GAP);
    let builder = ReferenceBuilder { fonts, width };
    let mut items = vec![builder.title_item(reference, armies)];
    items.extend(reference.tables.iter().flat_map(|t| builder.table_items(t)));
    if !reference.rules.is_empty() {
        items.push(KeepTogether::new("head", builder.heading_blocks(&bold_text("Rules"))).keep_with_next());
        let again = builder.heading_blocks(&bold_text("Rules, continued"));
        items.extend(reference.rules.iter().map(|e| builder.rule_item(e).with_repeated_head(&again)));
        items.push(KeepTogether::new("space", vec![gap_block(Length(1_500))]));
    }
    items.extend(reference.targets.iter().flat_map(|t| builder.table_items(t)));
    if !reference.readings.is_empty() {
        items.push(
            KeepTogether::new("head", builder.heading_blocks(&bold_text("Readings of the rules")))
                .keep_with_next(),
        );
        items.extend(reference.readings.chunks(each).map(|some| {
            let some = super::unit_descriptions::join_sentences(
                some.iter().map(super::unit_descriptions::reading_text).collect(),
            );
            KeepTogether::new("note", paragraph_blocks(fonts, &some, SMALL, width))
        }));
    }
    if !reference.notes.is_empty() {
        items.push(
            KeepTogether::new("head", builder.heading_blocks(&bold_text("Gaps and interpretations")))
                .keep_with_next(),
        );
        items.extend(reference.notes.iter().map(|n| {
            let reading = n.reading.as_ref().map_or_else(String::new, |r| format!(" Our reading: {r}."));
            let lead = format!("{}{}{}:", n.sign, if n.sign.is_empty() { "" } else { " " }, n.kind);
            builder.text_item("note", &lead, &format!("{}{reading}", n.text))
        }));
    }
    if !reference.sources.is_empty() {
        // The readings and notes above have no space after them
        let above = !reference.readings.is_empty() || !reference.notes.is_empty();
        let space = if above && each == 1 { vec![gap_block(Length(1_500))] } else { Vec::new() };
        items.push(
            KeepTogether::new("head", [space, builder.heading_blocks(&bold_text("Sources"))].concat())
                .keep_with_next(),
        );
        items.extend(reference.sources.chunks(3).map(|some| {
            let some = some.iter().map(|s| label_and_text(&format!("{}:", s.id), &s.title)).collect();
            KeepTogether::new(
                "source",
                paragraph_blocks(fonts, &super::unit_descriptions::join_sentences(some), SMALL, width),
            )
        }));
    }
    let foot = Footer::for_rules(armies.first().map(|a| &a.ruleset), &reference.armies);
    lay_out_pages(items, paper, (2, GAP), &foot, fonts)
}

struct ReferenceBuilder<'s> {
    fonts: &'s Fonts,
    width: Length,
}

impl ReferenceBuilder<'_> {
    fn heading_blocks(&self, line: &[TextRun]) -> Vec<Block> {
        paragraph_blocks(self.fonts, line, NAME, self.width)
    }

    fn title_item(&self, reference: &ReferenceData, armies: &[&ArmyData]) -> KeepTogether {
        let game = armies.first().map_or("", |a| a.ruleset.name.as_str());
        let mut blocks = paragraph_blocks(self.fonts, &bold_text(game), TITLE, self.width);
        if reference.all {
            blocks.extend(paragraph_blocks(self.fonts, &plain_text("The whole game"), SMALL, self.width));
        }
        for (at, army) in armies.iter().enumerate() {
            let lead = if at == 0 { "" } else { "against " };
            let line = label_and_text(&format!("{lead}{}:", army.name), &army.summary);
            blocks.extend(paragraph_blocks(self.fonts, &line, SMALL, self.width));
        }
        let notices: std::collections::BTreeSet<&String> = armies.iter().flat_map(|a| &a.notices).collect();
        for notice in notices {
            blocks.extend(paragraph_blocks(
                self.fonts,
                &plain_text(&super::roster::capitalize(notice)),
                SMALL,
                self.width,
            ));
        }
        if !reference.key.is_empty() {
            let words: Vec<String> =
                reference.key.iter().map(|k| format!("{} = {}", k.abbr, k.name)).collect();
            let line = label_and_text("Short forms:", &words.join(" · "));
            blocks.extend(paragraph_blocks(self.fonts, &line, SMALL, self.width));
        }
        blocks.push(gap_block(Length(1_500)));
        KeepTogether::new("facts", blocks)
    }

    fn text_item(&self, class: &'static str, lead: &str, text: &str) -> KeepTogether {
        KeepTogether::new(
            class,
            paragraph_blocks(
                self.fonts,
                &super::line_breaking::label_and_text(lead, text),
                SMALL,
                self.width,
            ),
        )
    }

    fn rule_item(&self, entry: &RuleData) -> KeepTogether {
        let mark = entry.mark.as_ref().map_or_else(String::new, |m| format!(" ({m})"));
        let source = entry.source.as_ref().map_or_else(String::new, |s| format!(" [{s}]"));
        self.text_item(
            "rule",
            &format!("{}{}{mark}.", entry.name, entry.sign),
            &format!("{}{source}", entry.text),
        )
    }

    /// Returns the items of a table.
    fn table_items(&self, table: &TableData) -> Vec<KeepTogether> {
        let mut title: TextLine = bold_text(&format!("{}{}", table.name, table.sign));
        title.extend(table.roll.iter().flat_map(|r| plain_text(&format!(", {r}"))));
        title.extend(table.source.iter().flat_map(|s| plain_text(&format!(" [{s}]"))));
        let mut blocks = paragraph_blocks(self.fonts, &title, super::page_blocks::TEXT, self.width);
        let mut rows = small_text_table(self.fonts, &table.columns, &table.rows, self.width);
        for line in &table.lines {
            rows.extend(paragraph_blocks(self.fonts, &plain_text(&format!("• {line}")), SMALL, self.width));
        }
        if let Some(note) = &table.note {
            let source = table.note_source.as_ref().map_or_else(String::new, |s| format!(" [{s}]"));
            rows.extend(paragraph_blocks(
                self.fonts,
                &plain_text(&format!("{note}{source}")),
                SMALL,
                self.width,
            ));
        }
        rows.push(gap_block(Length(1_500)));
        blocks.extend(rows);
        vec![KeepTogether::new("table", blocks)]
    }
}
