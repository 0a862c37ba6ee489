//! Reads any text as a list and prints its sheets: no value can break a template, and HTML stays escaped.

use std::sync::OnceLock;

use muster::check::check_files::CheckOptions;
use muster::checked_list::Checked;
use muster::render::context::rule_texts_and_sources::RuleTexts;
use muster::render::context::{DocumentInput, build_document};
use muster::render::length::Length;
use muster::render::paper_and_card_sizes::{Dimensions, Paper};
use muster::render::{SheetFormat, SheetKind, SheetOptions, render_sheet};
use muster::rules::library::Library;

/// Checks one input.
pub(crate) fn look(text: &str) {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = LIBRARY.get_or_init(Library::default);
    let checked = Checked::read(library, "fuzz.yaml", text.as_bytes().to_vec(), &CheckOptions::default());
    let (Some(army), Some(rules)) = (checked.army(), checked.rules()) else { return };
    let Some(texts) = RuleTexts::load(library, rules) else { return };
    let document =
        build_document(DocumentInput { army, report: checked.report(), texts: &texts, merge: true }, false);
    for sheet in [SheetKind::Roster, SheetKind::Cards, SheetKind::Reference, SheetKind::Packing] {
        for format in [SheetFormat::Text, SheetFormat::Markdown, SheetFormat::Html] {
            let settings = SheetOptions {
                kind: sheet,
                format,
                paper: Paper::A4,
                card: Dimensions::parse_card("poker").expect("a card of this name"),
                gutter: Length(0),
                compact: false,
                fold: false,
                summary: true,
                back_offset: (Length(0), Length(0)),
                mono: false,
                template: None,
            };
            let made = render_sheet(&document, &[&document.army], &settings);
            let made = made.unwrap_or_else(|fault| panic!("{fault:?}"));
            let made = String::from_utf8(made.bytes).expect("a sheet is UTF-8");
            assert!(format != SheetFormat::Html || !made.contains("<script"), "a script in a sheet");
        }
    }
}
