//! Names and texts that want to break a sheet: they are printed as they are, and nothing is longer than its place.

use libtest_mimic::Trial;
use muster::army::resolve;
use muster::check::run::{self, Options};
use muster::render::context::texts::Texts;
use muster::render::context::{Document, Input, build};
use muster::render::font::Fonts;
use muster::render::layout::block::{Block, PAD};
use muster::render::layout::cards::{self, INSIDE};
use muster::render::layout::{Layout, packing, reference, roster};
use muster::render::paper::{Paper, Size};
use muster::render::unit::Um;
use muster::rules::library::Library;

use crate::{folder, samples, trial};

pub(crate) fn trials() -> Vec<Trial> {
    let mut all = vec![
        trial("hostile: words stay words in HTML", html),
        trial("hostile: words stay words in Markdown and text", plain),
    ];
    for name in ["fra", "wab", "quick", "six-mm"] {
        all.push(trial(format!("measures: hostile {name}"), move || {
            measure(&format!("hostile {name}"), &hostile(name));
        }));
    }
    for path in samples() {
        all.push(trial(format!("measures: {path}"), move || {
            measure(&path, &std::fs::read_to_string(&path).unwrap());
        }));
    }
    all
}

/// Eighty letters without a blank.
const LONG: &str = "Polyorketesdonaudampfschifffahrtselefantenreiterhauptmannsgehilfenwitwenkassenzz";
/// What breaks HTML, templates and lines.
const EVIL: &str = r#"<script>alert(1)</script> & \"q\" 'r' {{ army.name }} {% raw %} </style>\u2028 <b>"#;
/// Letters of many kinds.
const LETTERS: &str = "Ἀννίβας Éžŵ חניבעל ברקא 🐘🏺 漢尼拔";

/// A list of a game in which everything that may be named has such a name.
pub(crate) fn hostile(game: &str) -> String {
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

/// Every sheet of a list, laid out on both papers.
fn measure(path: &str, text: &str) {
    let library = Library::new(Vec::new());
    let opened = run::open(&library, path, text.as_bytes().to_vec());
    let report =
        run::report(&library, run::open(&library, path, text.as_bytes().to_vec()), &Options::default());
    let (list, rules) = (opened.list.as_ref().unwrap(), opened.rules.as_ref().unwrap());
    let army = resolve(list, rules, false, &opened.unread);
    let texts = Texts::read(&library, rules).unwrap();
    let made = |merge, all| build(Input { army: &army, report: &report, texts: &texts, merge }, all);
    for paper in [Paper::A4, Paper::Letter] {
        sheets(&made(true, false), paper, true);
        sheets(&made(false, true), paper, false);
    }
}

/// Every sheet of a document, with and without cards for the army and its commands.
fn sheets(document: &Document, paper: Paper, summary: bool) {
    let fonts = Fonts::default();
    for layout in [
        roster::lay(document, &fonts, paper),
        packing::lay(document, &fonts, paper),
        reference::lay(&document.reference, &[&document.army], &fonts, paper),
    ] {
        assert!(!layout.pages.is_empty());
        for column in layout.pages.iter().flat_map(|p| &p.columns) {
            let blocks: Vec<&Block> = column.items.iter().flat_map(|i| &i.blocks).collect();
            fits(&layout, &fonts, &blocks, column.width, column.height);
        }
    }
    for (card, gutter, fold, compact) in [
        ("poker", 0, false, false),
        ("bridge", 3, false, true),
        ("a7", 0, true, false),
        ("40x54", 0, false, false),
        ("tarot", 2, false, true),
    ] {
        let options = cards::Options {
            paper,
            card: Size::card(card).unwrap(),
            gutter: Um::mm(gutter),
            fold,
            compact,
            summary,
            back_offset: (Um(0), Um(0)),
        };
        let layout = cards::lay(&[document], &fonts, &options).unwrap();
        for placed in layout.pages.iter().flat_map(|p| &p.cards) {
            let blocks: Vec<&Block> = placed.blocks.iter().collect();
            fits(&layout, &fonts, &blocks, placed.width - INSIDE * 2, placed.height - INSIDE * 2 - Um(3_400));
            let foot: Um = placed.foot.iter().map(|f| fonts.width(f, false, Um(2_500))).sum();
            assert!(foot <= placed.width - Um(7_000), "{:?}", placed.foot);
        }
    }
}

/// Nothing is longer or higher than its place, by the font's own measures, and no letter is below 7 pt.
fn fits(layout: &Layout, fonts: &Fonts, blocks: &[&Block], width: Um, height: Um) {
    let high: Um = blocks.iter().map(|b| b.h).sum();
    assert!(high <= height, "{high} mm in {height} mm: {:?}", blocks.first());
    for block in blocks {
        let style = layout.styles.iter().find(|s| s.class == block.style);
        let wide: Um = block.cells.iter().map(|c| c.w).sum();
        assert!(wide <= width + Um(20), "{wide} mm in {width} mm: {block:?}");
        for cell in &block.cells {
            let size = cell.size.unwrap_or(style.unwrap().size);
            // 7 pt are 2.469 mm
            assert!(size >= Um(2_470), "{cell:?}");
            let lines = i64::try_from(cell.lines.len()).unwrap();
            assert!(style.unwrap().line * lines <= block.h, "{block:?}");
            for line in &cell.lines {
                let wide: Um = line.iter().map(|r| fonts.width(&r.text, r.bold, size)).sum();
                assert!(
                    wide <= cell.w - PAD * 2
                        || line.iter().map(|r| r.text.chars().count()).sum::<usize>() <= 1,
                    "{wide} mm in {cell:?}"
                );
            }
        }
        let marks: Um = block.marks.iter().map(|m| m.w).sum();
        assert!(marks <= width, "{marks} mm of boxes in {width} mm");
    }
}

fn written(game: &str) -> String {
    let file = folder(&format!("hostile-{game}")).join("list.yaml");
    std::fs::write(&file, hostile(game)).unwrap();
    file.to_string_lossy().into_owned()
}

/// The program's own words on standard error are about letters alone.
fn sheet(arguments: &[&str]) -> String {
    let output = crate::muster(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn html() {
    for game in ["fra", "wab", "quick", "six-mm"] {
        let list = written(game);
        for kind in ["roster", "cards", "reference", "packing"] {
            let text = sheet(&["render", kind, &list]);
            assert!(!text.contains("<script"), "{game} {kind}");
            assert!(text.contains("&lt;script&gt;alert(1)&lt;"), "{game} {kind}");
            assert!(!text.contains('\u{2028}'));
            assert_eq!(text.matches("</style>").count(), 1);
            // Every mark that opens is closed again
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

fn plain() {
    let list = written("fra");
    for kind in ["roster", "cards", "reference", "packing"] {
        let markdown = sheet(&["render", kind, &list, "--format", "markdown"]);
        assert!(!markdown.contains("<script") && !markdown.contains('\u{2028}'));
        let text = sheet(&["render", kind, &list, "--format", "text"]);
        assert!(text.contains("{{ army.name }}") && !text.contains('\u{2028}'), "{kind}");
    }
}
