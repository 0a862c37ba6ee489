//! Lists with names and texts that try to break a sheet: they are printed as they are, and everything fits
//! its place.

use muster::check::check_files::CheckOptions;
use muster::checked_list::Checked;
use muster::render::context::rule_texts_and_sources::RuleTexts;
use muster::render::context::{Document, DocumentInput, build_document};
use muster::render::font::Fonts;
use muster::render::layout::cards::{self, CARD_PADDING};
use muster::render::layout::page_blocks::{Block, CELL_PADDING};
use muster::render::layout::{Layout, form, packing, reference, roster};
use muster::render::length::Length;
use muster::render::paper_and_card_sizes::{Dimensions, Paper};
use muster::rules::library::Library;

use super::{fresh_folder, sample_lists};

#[test]
fn all_text_fits_its_place() {
    assert_everything_fits("hostile fra", &hostile_list("fra"));
}

#[test]
#[ignore = "takes two minutes"]
fn all_text_of_the_sample_lists_and_other_games_fits_its_place() {
    for name in ["wab", "quick", "six-mm"] {
        assert_everything_fits(&format!("hostile {name}"), &hostile_list(name));
    }
    for path in sample_lists() {
        assert_everything_fits(&path, &std::fs::read_to_string(&path).unwrap());
    }
}

/// Eighty characters without a space.
const LONG: &str = "Polyorketesdonaudampfschifffahrtselefantenreiterhauptmannsgehilfenwitwenkassenzz";
/// Text that could break HTML, templates or lines.
const EVIL: &str = r#"<script>alert(1)</script> & \"q\" 'r' {{ army.name }} {% raw %} </style>\u2028 <b>"#;
/// Characters of many scripts.
const LETTERS: &str = "Ἀννίβας Éžŵ חניבעל ברקא 🐘🏺 漢尼拔";

/// Returns a list of a game in which everything that may be named has such a name.
pub(crate) fn hostile_list(game: &str) -> String {
    let head = format!(
        "army: \"{EVIL}\"\nplayer: \"{LETTERS} {LONG}\"\nclub: \"{EVIL}\"\nnotes: \"{}\"\n",
        format!("{EVIL} {LETTERS} ").repeat(12)
    );
    let because = format!("because: \"{EVIL} {LONG}\"");
    let body = match game {
        "fra" => {
            let options = [
                "elite: [melee, rally]",
                "veteran: melee",
                "unsteady: elephants",
                "impetuous",
                "bow",
                "sling",
                "javelin",
                "throwing-weapon",
                "massed-bows",
                "artillery",
                "pavise",
                "exceptional-horsemen",
                "heavy-armour",
                "elephant-escorts",
                "fear: {names: cavalry, because: \"why not\"}",
            ];
            assert_eq!(options.len(), 15);
            format!(
                "ruleset: fra\nmode: points\npoints: 1000\ncommands:\n  - name: \"{LONG} {EVIL}\"\n    notes: \"{EVIL}\"\n    \
                 commander: {{role: general, name: \"{LONG}\", with: \"{LONG}\"}}\n    baggage: true\n    units:\n      \
                 - {{unit: SP, name: \"{LONG}\", options: [{}], notes: \"{EVIL}\"}}\n      \
                 - {{unit: SP, name: \"{EVIL}\", count: 40, options: [bow: {{{because}}}]}}\n      \
                 - {{unit: LC, name: \"{LETTERS}\", count: 3}}\n  \
                 - name: \"{LETTERS}\"\n    commander: {{role: sub-general, name: \"{EVIL}\"}}\n    units:\n      - {{unit: no-such-unit, name: \"{EVIL}\", options: [no-such-option]}}\n",
                options.join(", ")
            )
        }
        "wab" => format!(
            "ruleset: wab\npoints: 2000\nbook: carthage\ncharacters:\n  - {{unit: carthaginian-general, role: general, name: \"{LONG}\", options: [light-armour, shield], with: \"{EVIL}\"}}\n\
             units:\n  - {{unit: gauls, name: \"{EVIL}\", size: 120, options: [full-command]}}\n  \
             - {{unit: elephants, name: \"{LONG} {LETTERS}\", size: 3}}\n  - {{unit: gauls, name: \"{LETTERS}\", size: 30, count: 9}}\n\
             reserves:\n  - {{unit: numidian-cavalry, name: \"{EVIL}\", size: 8}}\n"
        ),
        "quick" => format!(
            "ruleset: quick\nunits:\n  - {{unit: elephants, name: \"{EVIL}\", count: 9, options: [javelin]}}\n  - {{unit: MI, name: \"{LONG}\", options: [barbarian, shield-wall]}}\n  - {{unit: HI, name: \"{LETTERS}\"}}\n"
        ),
        _ => format!(
            "ruleset: six-mm\ncharacters:\n  - {{role: general, name: \"{EVIL}\"}}\nunits:\n  - {{unit: swordsmen, name: \"{EVIL}\", count: 30, size: 12, options: [average]}}\n  - {{unit: cavalry, name: \"{LONG}\", size: 4, options: [elite]}}\n"
        ),
    };
    head + &body
}

/// Checks every sheet of a list, on both papers.
fn assert_everything_fits(path: &str, text: &str) {
    let library = Library::new(Vec::new());
    let checked = Checked::read(&library, path, text.as_bytes().to_vec(), &CheckOptions::default());
    let army = checked.army().unwrap();
    let texts = RuleTexts::load(&library, checked.rules().unwrap()).unwrap();
    let made = |merge, all| {
        build_document(DocumentInput { army, report: checked.report(), texts: &texts, merge }, all)
    };
    for paper in [Paper::A4, Paper::Letter] {
        assert_sheets_fit(&made(true, false), paper, true);
        assert_sheets_fit(&made(false, true), paper, false);
    }
}

/// Checks every sheet of a document. `summary` adds cards for the army and its commands.
fn assert_sheets_fit(document: &Document, paper: Paper, summary: bool) {
    let fonts = Fonts::default();
    for layout in [
        roster::lay_out_roster(document, &fonts, paper, false),
        packing::lay_out_packing_list(document, &fonts, paper),
        form::lay_out_form(document, &fonts, paper),
        reference::lay_out_reference(&document.reference, &[&document.army], &fonts, paper),
    ] {
        assert!(!layout.pages.is_empty());
        for column in layout.pages.iter().flat_map(|p| &p.columns) {
            let blocks: Vec<&Block> = column.items.iter().flat_map(|i| &i.blocks).collect();
            assert_blocks_fit(&layout, &fonts, &blocks, column.width, column.height);
        }
    }
    for (card, gutter, fold, compact) in [
        ("poker", 0, false, false),
        ("bridge", 3, false, true),
        ("a7", 0, true, false),
        ("40x54", 0, false, false),
        ("tarot", 2, false, true),
    ] {
        let options = cards::CardOptions {
            paper,
            card: Dimensions::parse_card(card).unwrap(),
            gutter: Length::from_mm(gutter),
            fold,
            compact,
            summary,
            back_offset: (Length(0), Length(0)),
        };
        let layout = cards::lay_out_cards(&[document], &fonts, &options).unwrap();
        for placed in layout.pages.iter().flat_map(|p| &p.cards) {
            let blocks: Vec<&Block> = placed.blocks.iter().collect();
            assert_blocks_fit(
                &layout,
                &fonts,
                &blocks,
                placed.width - CARD_PADDING * 2,
                placed.height - CARD_PADDING * 2 - Length(3_400),
            );
            let foot: Length = placed.foot.iter().map(|f| fonts.text_width(f, false, Length(2_500))).sum();
            assert!(foot <= placed.width - Length(7_000), "{:?}", placed.foot);
        }
    }
}

/// Asserts that no block is wider or higher than its place, by the widths of the font, and that no font size
/// is below 7 pt.
fn assert_blocks_fit(layout: &Layout, fonts: &Fonts, blocks: &[&Block], width: Length, height: Length) {
    let high: Length = blocks.iter().map(|b| b.h).sum();
    assert!(high <= height, "{high} mm in {height} mm: {:?}", blocks.first());
    for block in blocks {
        let style = layout.styles.iter().find(|s| s.class == block.style);
        let wide: Length = block.cells.iter().map(|c| c.w).sum();
        assert!(wide <= width + Length(20), "{wide} mm in {width} mm: {block:?}");
        for cell in &block.cells {
            let size = cell.size.unwrap_or(style.unwrap().size);
            // 7 pt are 2.469 mm
            assert!(size >= Length(2_470), "{cell:?}");
            let lines = i64::try_from(cell.lines.len()).unwrap();
            assert!(style.unwrap().line * lines <= block.h, "{block:?}");
            for line in &cell.lines {
                let wide: Length = line.iter().map(|r| fonts.text_width(&r.text, r.bold, size)).sum();
                assert!(
                    wide <= cell.w - CELL_PADDING * 2
                        || line.iter().map(|r| r.text.chars().count()).sum::<usize>() <= 1,
                    "{wide} mm in {cell:?}"
                );
            }
        }
        let marks: Length = block.marks.iter().map(|m| m.w).sum();
        assert!(marks <= width, "{marks} mm of boxes in {width} mm");
        assert_table_cells_fit(fonts, block, width);
        for text in block.drawn.iter().flat_map(|drawn| &drawn.texts) {
            let lines = i64::try_from(text.lines.len()).unwrap();
            assert!(text.y + text.line * lines <= block.h + Length(20), "{text:?} in {} mm", block.h);
            assert!(text.x + text.w <= width + Length(20) && text.size >= Length(2_646), "{text:?}");
        }
    }
}

/// The smallest letters of the tables of rosters and forms are 7.5 pt, 2.646 mm.
fn assert_table_cells_fit(fonts: &Fonts, block: &Block, width: Length) {
    let wide: Length = block.table.iter().map(|c| c.w).sum();
    assert!(wide <= width + Length(20), "{wide} mm in {width} mm: {block:?}");
    for cell in &block.table {
        let high: Length = cell.lines.iter().map(|l| l.line).chain(cell.boxes.iter().map(|b| b.h)).sum();
        assert!(cell.pad + high <= block.h + Length(20), "{cell:?} in {} mm", block.h);
        for line in &cell.lines {
            let wide: Length = line.text.iter().map(|r| fonts.text_width(&r.text, r.bold, line.size)).sum();
            let letters = line.text.iter().map(|r| r.text.chars().count()).sum::<usize>();
            assert!(line.size >= Length(2_646), "{cell:?}");
            assert!(wide <= cell.w - CELL_PADDING * 2 || letters <= 1, "{wide} mm in {cell:?}");
        }
        for boxes in &cell.boxes {
            let wide: Length = boxes.marks.iter().map(|m| m.w).sum();
            assert!(wide <= cell.w, "{wide} mm of boxes in {cell:?}");
        }
    }
}

fn write_hostile_list(game: &str) -> String {
    let file = fresh_folder(&format!("hostile-{game}")).join("list.yaml");
    std::fs::write(&file, hostile_list(game)).unwrap();
    file.to_string_lossy().into_owned()
}

/// Returns a rendered sheet. Standard error may have warnings about missing characters.
fn render_to_string(arguments: &[&str]) -> String {
    let output = super::run_muster(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn hostile_text_stays_text_in_html() {
    for game in ["fra", "wab", "quick", "six-mm"] {
        let list = write_hostile_list(game);
        for kind in ["roster", "cards", "reference", "packing", "form"] {
            let text = render_to_string(&["render", kind, &list]);
            assert!(!text.contains("<script"), "{game} {kind}");
            assert!(text.contains("&lt;script&gt;alert(1)&lt;"), "{game} {kind}");
            assert!(!text.contains('\u{2028}'));
            assert_eq!(text.matches("</style>").count(), 1);
            // Every opened tag is closed
            for mark in ["div", "span", "section", "b", "svg", "style", "body"] {
                let opened =
                    text.matches(&format!("<{mark}>")).count() + text.matches(&format!("<{mark} ")).count();
                assert_eq!(opened, text.matches(&format!("</{mark}>")).count(), "{game} {kind} {mark}");
            }
            for outside in ["http:", "https:", "src=\"", "href=\"", "@import", "<link"] {
                assert!(!text.contains(outside), "{game} {kind} {outside}");
            }
        }
    }
}

#[test]
fn hostile_text_stays_text_in_markdown_and_plain_text() {
    let list = write_hostile_list("fra");
    for kind in ["roster", "cards", "reference", "packing", "form"] {
        let markdown = render_to_string(&["render", kind, &list, "--format", "markdown"]);
        assert!(!markdown.contains("<script") && !markdown.contains('\u{2028}'));
        let text = render_to_string(&["render", kind, &list, "--format", "text"]);
        assert!(text.contains("{{ army.name }}") && !text.contains('\u{2028}'), "{kind}");
    }
}
