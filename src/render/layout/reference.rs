//! The reference sheet: tables and rules in two columns.

use super::block::{Block, NAME, SMALL, TITLE, gap, paragraph};
use super::columns::small;
use super::foot::Foot;
use super::text::{Line, Run, bold, led, plain};
use super::{Item, Layout, column_width, sheet};
use crate::render::context::Army;
use crate::render::context::reference::{Entry, Reference, Table};
use crate::render::font::Fonts;
use crate::render::paper::Paper;
use crate::render::unit::Um;

/// The space between the columns.
const GAP: Um = Um(6_000);

/// Lays out the reference sheet for these armies.
pub fn lay(reference: &Reference, armies: &[&Army], fonts: &Fonts, paper: Paper) -> Layout {
    let apart = lay_with(reference, armies, fonts, paper, 1);
    if apart.pages.len() <= 2 {
        return apart;
    }
    // If the sheet is longer than two pages, try several readings in one paragraph
    let together = lay_with(reference, armies, fonts, paper, 4);
    if together.pages.len() < apart.pages.len() { together } else { apart }
}

/// Lays out the sheet with `each` readings in one paragraph.
fn lay_with(reference: &Reference, armies: &[&Army], fonts: &Fonts, paper: Paper, each: usize) -> Layout {
    let width = column_width(paper.size(), 2, GAP);
    let builder = Sheet { fonts, width };
    let mut items = vec![builder.title(reference, armies)];
    items.extend(reference.tables.iter().flat_map(|t| builder.table(t)));
    if !reference.rules.is_empty() {
        items.push(Item::new("head", builder.name(&bold("Rules"))).with_next());
        let again = builder.name(&bold("Rules, continued"));
        items.extend(reference.rules.iter().map(|e| builder.entry(e).under(&again)));
        items.push(Item::new("space", vec![gap(Um(1_500))]));
    }
    items.extend(reference.targets.iter().flat_map(|t| builder.table(t)));
    if !reference.readings.is_empty() {
        items.push(Item::new("head", builder.name(&bold("Readings of the rules"))).with_next());
        items.extend(reference.readings.chunks(each).map(|some| {
            let some = super::pieces::joined(some.iter().map(super::pieces::reading).collect());
            Item::new("note", paragraph(fonts, &some, SMALL, width))
        }));
    }
    if !reference.notes.is_empty() {
        items.push(Item::new("head", builder.name(&bold("Gaps and interpretations"))).with_next());
        items.extend(reference.notes.iter().map(|n| {
            let reading = n.reading.as_ref().map_or_else(String::new, |r| format!(" Our reading: {r}."));
            let lead = format!("{}{}{}:", n.sign, if n.sign.is_empty() { "" } else { " " }, n.kind);
            builder.text("note", &lead, &format!("{}{reading}", n.text))
        }));
    }
    if !reference.sources.is_empty() {
        // The readings and notes above have no space after them
        let above = !reference.readings.is_empty() || !reference.notes.is_empty();
        let space = if above && each == 1 { vec![gap(Um(1_500))] } else { Vec::new() };
        items.push(Item::new("head", [space, builder.name(&bold("Sources"))].concat()).with_next());
        items.extend(reference.sources.chunks(3).map(|some| {
            let some = some.iter().map(|s| led(&format!("{}:", s.id), &s.title)).collect();
            Item::new("source", paragraph(fonts, &super::pieces::joined(some), SMALL, width))
        }));
    }
    let foot = Foot::of_rules(armies.first().map(|a| &a.ruleset), &reference.armies);
    sheet(items, paper, (2, GAP), &foot, fonts)
}

struct Sheet<'s> {
    fonts: &'s Fonts,
    width: Um,
}

impl Sheet<'_> {
    fn name(&self, line: &[Run]) -> Vec<Block> {
        paragraph(self.fonts, line, NAME, self.width)
    }

    fn title(&self, reference: &Reference, armies: &[&Army]) -> Item {
        let game = armies.first().map_or("", |a| a.ruleset.name.as_str());
        let mut blocks = paragraph(self.fonts, &bold(game), TITLE, self.width);
        if reference.all {
            blocks.extend(paragraph(self.fonts, &plain("The whole game"), SMALL, self.width));
        }
        for (at, army) in armies.iter().enumerate() {
            let lead = if at == 0 { "" } else { "against " };
            let line = led(&format!("{lead}{}:", army.name), &army.summary);
            blocks.extend(paragraph(self.fonts, &line, SMALL, self.width));
        }
        let notices: std::collections::BTreeSet<&String> = armies.iter().flat_map(|a| &a.notices).collect();
        for notice in notices {
            blocks.extend(paragraph(self.fonts, &plain(&super::roster::capital(notice)), SMALL, self.width));
        }
        if !reference.key.is_empty() {
            let words: Vec<String> =
                reference.key.iter().map(|k| format!("{} = {}", k.abbr, k.name)).collect();
            let line = led("Short forms:", &words.join(" · "));
            blocks.extend(paragraph(self.fonts, &line, SMALL, self.width));
        }
        blocks.push(gap(Um(1_500)));
        Item::new("facts", blocks)
    }

    fn text(&self, class: &'static str, lead: &str, text: &str) -> Item {
        Item::new(class, paragraph(self.fonts, &super::text::led(lead, text), SMALL, self.width))
    }

    fn entry(&self, entry: &Entry) -> Item {
        let mark = entry.mark.as_ref().map_or_else(String::new, |m| format!(" ({m})"));
        let source = entry.source.as_ref().map_or_else(String::new, |s| format!(" [{s}]"));
        self.text("rule", &format!("{}{}{mark}.", entry.name, entry.sign), &format!("{}{source}", entry.text))
    }

    /// Returns the items of a table.
    fn table(&self, table: &Table) -> Vec<Item> {
        let mut title: Line = bold(&format!("{}{}", table.name, table.sign));
        title.extend(table.roll.iter().flat_map(|r| plain(&format!(", {r}"))));
        title.extend(table.source.iter().flat_map(|s| plain(&format!(" [{s}]"))));
        let mut blocks = paragraph(self.fonts, &title, super::block::TEXT, self.width);
        let mut rows = small(self.fonts, &table.columns, &table.rows, self.width);
        for line in &table.lines {
            rows.extend(paragraph(self.fonts, &plain(&format!("• {line}")), SMALL, self.width));
        }
        if let Some(note) = &table.note {
            let source = table.note_source.as_ref().map_or_else(String::new, |s| format!(" [{s}]"));
            rows.extend(paragraph(self.fonts, &plain(&format!("{note}{source}")), SMALL, self.width));
        }
        rows.push(gap(Um(1_500)));
        blocks.extend(rows);
        vec![Item::new("table", blocks)]
    }
}
