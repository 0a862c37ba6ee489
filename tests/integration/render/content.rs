//! The content of sheets, for every sample list.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{muster_stdout, sample_lists};

const SHEETS: [&str; 5] = ["roster", "cards", "reference", "packing", "form"];

/// Returns the text of an HTML body, with a space before each piece of text.
pub(crate) fn body_text(html: &str) -> String {
    let body = html.split("<body>").nth(1).unwrap().split("<template").next().unwrap();
    let mut text = String::new();
    for piece in body.split('<') {
        text.push(' ');
        text.push_str(piece.split_once('>').map_or("", |(_, words)| words));
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn roster_headings_are_not_broken_inside_words() {
    for list in sample_lists() {
        let data: Value =
            serde_json::from_str(&muster_stdout(&["render", "roster", &list, "--context"])).unwrap();
        let mut known: BTreeSet<String> = ["Unit", "Points", "then"].map(str::to_owned).into();
        for unit in data["commands"].as_array().unwrap().iter().flat_map(|c| c["units"].as_array().unwrap()) {
            let stats = unit["stats"].as_array().unwrap();
            let numbers = unit["numbers"].as_array().unwrap();
            let of_numbers = numbers
                .iter()
                .map(|n| format!("{}{}", n["short"].as_str().unwrap(), n["sign"].as_str().unwrap()));
            // The heading of boxes has their words
            let boxes = numbers.iter().flat_map(|n| n["boxes"].as_array().unwrap());
            let marks = boxes.filter_map(|b| Some(format!("{0} {0},", b["mark"].as_str()?)));
            let heads = stats.iter().map(|s| s["short"].as_str().unwrap().to_owned());
            let heads: Vec<String> = heads.chain(of_numbers).chain(marks).collect();
            known.extend(heads.iter().flat_map(|head| head.split_whitespace()).map(str::to_owned));
        }
        let html = muster_stdout(&["render", "roster", &list]);
        let rows: Vec<&str> = html.split("<tr class=\"tr thead\"").skip(1).collect();
        assert!(!rows.is_empty(), "{list}");
        for row in rows {
            let row = row.split("</tr>").next().unwrap();
            if row.contains(", continued") {
                continue;
            }
            for line in row.split("<div class=\"line\"").skip(1) {
                let words = line.split_once('>').unwrap().1.replace("<b>", "");
                for word in words.split('<').next().unwrap().split_whitespace() {
                    assert!(known.contains(word), "{list}: {word}");
                }
            }
        }
    }
}

/// The digest is whole even if names are so long that the footer must leave out other parts.
#[test]
fn every_sheet_has_the_whole_digest_on_every_page_that_names_the_army() {
    let folder = std::env::temp_dir().join(format!("muster-long-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let name = "The very long name of an army that goes on and on from one wing of it to the other";
    for list in ["fra/starter", "wab/carthage-1000", "six-mm/zama-numidia", "quick/cannae-rome"] {
        let text = std::fs::read_to_string(format!("lists/{list}.yaml")).unwrap();
        let army = text.lines().find(|l| l.starts_with("army: ")).unwrap();
        let path = folder.join("long.yaml");
        std::fs::write(&path, text.replace(army, &format!("army: {name}\nplayer: {name}"))).unwrap();
        let path = path.to_str().unwrap();
        let data: Value =
            serde_json::from_str(&muster_stdout(&["render", "roster", path, "--context"])).unwrap();
        let digest = data["army"]["digest"]["shown"].as_str().unwrap();
        for sheet in ["roster", "packing"] {
            let html = muster_stdout(&["render", sheet, path]);
            let feet: Vec<&str> = html.split("<div class=\"foot\"><span>").skip(1).collect();
            assert!(!feet.is_empty());
            for foot in feet {
                let foot = foot.split("</span>").next().unwrap();
                assert!(foot.ends_with(&format!(" · {digest}")), "{list} {sheet}: {foot}");
            }
        }
        for (sheet, format) in SHEETS.into_iter().zip(["text", "markdown", "text", "markdown"]) {
            let text = muster_stdout(&["render", sheet, path, "--format", format]).replace('\\', "");
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(digest), "{list} {sheet} {format}");
        }
    }
}

#[test]
fn text_is_not_wider_than_a_terminal() {
    for list in sample_lists() {
        for sheet in SHEETS {
            let whole: &[&str] = if sheet == "reference" { &["--all"] } else { &[] };
            for more in [&[], whole] {
                let arguments = [&["render", sheet, &list, "--format", "text"], more].concat();
                let text = muster_stdout(&arguments);
                let wide = text.lines().find(|line| line.chars().count() > 80);
                assert_eq!(wide, None, "{sheet} of {list}");
                assert!(!text.contains("\n\n\nReadings"), "{sheet} of {list}");
            }
        }
    }
}

/// Sempronius and Hannibal have joined no unit at the Trebia.
#[test]
fn additions_of_a_character_count_only_with_a_unit() {
    let adds = "Combat against foot +1, Combat against mounted +1 to a unit that they join";
    let joined = "Melee +2, Rally +2 (counted there)";
    for sheet in ["roster", "cards"] {
        for format in ["text", "markdown", "html"] {
            let says = |list: &str| {
                let text = muster_stdout(&["render", sheet, list, "--format", format]);
                if format == "html" {
                    body_text(&text).replace("Adds to it: ", "Adds to it ")
                } else {
                    text.split_whitespace().collect::<Vec<_>>().join(" ")
                }
            };
            for side in ["rome", "carthage"] {
                let text = says(&format!("lists/six-mm/trebia-{side}.yaml"));
                assert!(text.contains(adds) && !text.contains("counted there"), "{sheet} {format}: {text}");
            }
            let text = says("lists/fra/trebia-rome.yaml");
            assert!(text.contains(joined), "{sheet} {format}: {text}");
        }
    }
}

#[test]
fn rule_texts_have_true_minus_signs_and_no_backticks() {
    let lists = ["fra/zama-carthage", "wab/metaurus-rome", "six-mm/trebia-rome", "quick/zama-carthage"];
    for list in lists.map(|l| format!("lists/{l}.yaml")) {
        for format in ["text", "markdown", "html"] {
            for more in [&[][..], &["--all"]] {
                let arguments = [&["render", "reference", &list, "--format", format], more].concat();
                let text = muster_stdout(&arguments);
                let text = if format == "html" { body_text(&text) } else { text };
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                assert!(!text.contains('`'), "{list} {format}: {:?}", text.split_once('`'));
                let signed = text.split(' ').find(|word| {
                    let number = word.trim_start_matches(['(', '"']).strip_prefix('-');
                    number.is_some_and(|n| n.starts_with(|c: char| c.is_ascii_digit()))
                });
                assert_eq!(signed, None, "{list} {format}");
                assert!(!text.contains(" ."), "{list} {format}");
            }
        }
    }
    let all =
        muster_stdout(&["render", "reference", "lists/wab/metaurus-rome.yaml", "--all", "--format", "text"]);
    let all = all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.contains("Our reading: −2"), "{all}");
    for notes in all.split("Gaps and interpretations").skip(1) {
        for note in notes.split("Our reading: ").skip(1) {
            let reading = note.split(" Sources ").next().unwrap();
            assert!(reading.contains(". ") || reading.ends_with('.'), "{reading}");
        }
    }
}

/// Zama has 2 units of three elephants each; the words are at the first of both.
#[test]
fn tracks_of_several_beasts_have_a_line_each() {
    let text = muster_stdout(&["render", "roster", "lists/quick/zama-carthage.yaml", "--format", "text"]);
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|l| l.starts_with("    Hits on each beast: ")).unwrap();
    for beast in 1..=3 {
        let line = lines[at + beast];
        let wanted = format!("      beast {beast} [ ][ ] Half move and half dice [ ] Killed");
        assert!(line.starts_with(&wanted), "{line}");
    }
    let cards = muster_stdout(&["render", "cards", "lists/quick/zama-carthage.yaml", "--format", "markdown"]);
    assert!(cards.contains("\n  - beast 2 [ ][ ] Half move and half dice [ ] Killed\n"), "{cards}");
}

/// The source `house` of the ruleset is a unit chart, those of the book and of its ally's book are readings.
#[test]
fn two_sources_with_the_same_id_are_distinguished() {
    let sheet = |more: &[&str], format| {
        let list = ["render", "reference", "lists/fra/trebia-carthage.yaml", "--format", format];
        muster_stdout(&[&list, more].concat())
    };
    for format in ["text", "markdown"] {
        let (own, all) = (sheet(&[], format), sheet(&["--all"], format));
        let of = |text: &str| {
            text.lines().filter(|l| l.contains("house") && l.contains("the project's own")).count()
        };
        assert_eq!((of(&own), of(&all)), (1, 3), "{format}");
        assert!(
            all.contains("house (Italians who went over to Hannibal): the project's own reading"),
            "{all}"
        );
        assert!(all.contains("house (Carthage in Italy): the project's own reading"), "{all}");
        assert!(own.contains("house: the project's own unit chart"), "{own}");
    }
}

#[test]
fn notices_are_on_every_sheet_with_values_of_the_game() {
    for list in sample_lists() {
        let data: Value =
            serde_json::from_str(&muster_stdout(&["render", "roster", &list, "--context"])).unwrap();
        let notices: Vec<&str> =
            data["army"]["notices"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
        assert_eq!(notices.is_empty(), !list.contains("/fra/") && !list.contains("/wab/"), "{list}");
        for sheet in ["roster", "cards", "reference"] {
            for format in ["text", "markdown", "html"] {
                let text = muster_stdout(&["render", sheet, &list, "--format", format]);
                let text = if format == "html" { body_text(&text).replace("&#39;", "'") } else { text };
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
                for notice in &notices {
                    assert!(text.contains(&notice.to_lowercase()), "{sheet} {format} of {list}: {notice}");
                }
            }
        }
    }
}

/// One of the five units of spears has the standard. Sizes are those of each unit.
#[test]
fn a_packing_list_says_which_units_have_which_options_and_sizes() {
    let text = muster_stdout(&["render", "packing", "lists/fra/trebia-carthage.yaml", "--format", "text"]);
    assert!(
        text.contains("\n    African veterans: Battle standard, Veteran (Melee)\n    4 × Libyans\n"),
        "{text}"
    );
    let text = muster_stdout(&["render", "packing", "lists/six-mm/zama-numidia.yaml", "--format", "text"]);
    assert!(text.contains("\n    Masinissa's guard, 4 elements: Elite, Skirmishers\n"), "{text}");
    // A camp has no options and no name
    assert!(text.contains("\n[ ] Camp: 1 unit\n\n"), "{text}");
    let text = muster_stdout(&["render", "packing", "lists/wab/carthage-1000.yaml", "--format", "text"]);
    assert!(text.contains("\n    Javelinmen: Javelin, Musician"), "{text}");
}

/// Full command implies leader, standard and musician at 5 points each.
#[test]
fn implied_options_are_not_repeated() {
    for format in ["text", "markdown"] {
        let text = muster_stdout(&["render", "roster", "lists/wab/carthage-1000.yaml", "--format", format]);
        assert!(text.contains("Full command +15") && !text.contains("Leader +"), "{format}");
    }
    let html = body_text(&muster_stdout(&["render", "roster", "lists/wab/carthage-1000.yaml"]));
    // A roster has the names; the prices are on the form for the organiser
    assert!(html.contains("Full command") && !html.contains("Leader ·"), "{html}");
}

/// The rule of the warband is too long for the room that its tables leave on the back.
#[test]
fn rules_that_do_not_fit_on_a_cards_back_are_listed_there() {
    let html = body_text(&muster_stdout(&["render", "cards", "lists/wab/carthage-1000.yaml"]));
    let (rule, named) = ("Adds its rank bonus to Leadership", "In full on the reference sheet: Warband.");
    assert!(html.contains(named) && !html.contains(rule), "{html}");
    let sheet = body_text(&muster_stdout(&["render", "reference", "lists/wab/carthage-1000.yaml"]));
    assert!(sheet.contains(rule), "{sheet}");
}
