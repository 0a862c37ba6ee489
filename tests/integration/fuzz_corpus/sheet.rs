//! Reads any text as a list and prints its sheets: no value can break a template, and HTML stays escaped.

use std::sync::OnceLock;

use muster::check::run::Options;
use muster::checked::Checked;
use muster::render::context::texts::Texts;
use muster::render::context::{Input, build};
use muster::render::paper::{Paper, Size};
use muster::render::unit::Um;
use muster::render::{Format, Settings, Sheet, print};
use muster::rules::library::Library;

/// Checks one input.
pub(crate) fn look(text: &str) {
    static LIBRARY: OnceLock<Library> = OnceLock::new();
    let library = LIBRARY.get_or_init(Library::default);
    let checked = Checked::read(library, "fuzz.yaml", text.as_bytes().to_vec(), &Options::default());
    let (Some(army), Some(rules)) = (checked.army(), checked.rules()) else { return };
    let Some(texts) = Texts::read(library, rules) else { return };
    let document = build(Input { army, report: checked.report(), texts: &texts, merge: true }, false);
    for sheet in [Sheet::Roster, Sheet::Cards, Sheet::Reference, Sheet::Packing] {
        for format in [Format::Text, Format::Markdown, Format::Html] {
            let settings = Settings {
                sheet,
                format,
                paper: Paper::A4,
                card: Size::card("poker").expect("a card of this name"),
                gutter: Um(0),
                compact: false,
                fold: false,
                summary: true,
                back_offset: (Um(0), Um(0)),
                mono: false,
                template: None,
            };
            let made = print(&document, &[&document.army], &settings);
            let made = made.unwrap_or_else(|fault| panic!("{fault:?}"));
            let made = String::from_utf8(made.bytes).expect("a sheet is UTF-8");
            assert!(format != Format::Html || !made.contains("<script"), "a script in a sheet");
        }
    }
}
