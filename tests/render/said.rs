//! What sheets say, whichever list they are made of.

use std::collections::BTreeSet;

use libtest_mimic::Trial;
use serde_json::Value;

use crate::{printed, samples, trial};

const SHEETS: [&str; 4] = ["roster", "cards", "reference", "packing"];

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("said: no head of a roster is broken inside a word", heads),
        trial("said: text is not wider than a terminal", narrow),
        trial("said: what a house chart must say stands on every sheet with its values", notices),
        trial("said: a packing list tells whose options and sizes they are", packed),
        trial("said: what one option says of others is not said again", once),
        trial("said: rules without room on a card's back are named there", left),
        trial("said: every sheet has the whole digest on every page that names the army", digest),
        trial("said: what a character adds is counted only where there is a unit", added),
        trial("said: texts of rules have true minus signs, no backticks, and readings end", rule_texts),
        trial("said: tracks of several beasts have a line each", beasts),
        trial("said: two sources of one id are told apart", sources),
    ]
}

/// What stands in HTML, each line of it behind a blank.
pub(crate) fn words(html: &str) -> String {
    let body = html.split("<body>").nth(1).unwrap().split("<template").next().unwrap();
    let mut text = String::new();
    for piece in body.split('<') {
        text.push(' ');
        text.push_str(piece.split_once('>').map_or("", |(_, words)| words));
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn heads() {
    for list in samples() {
        let data: Value = serde_json::from_str(&printed(&["render", "roster", &list, "--context"])).unwrap();
        let mut known: BTreeSet<String> = ["Unit", "Points"].map(str::to_owned).into();
        for unit in data["commands"].as_array().unwrap().iter().flat_map(|c| c["units"].as_array().unwrap()) {
            let stats = unit["stats"].as_array().unwrap();
            let abbrs = stats.iter().map(|s| s["abbr"].as_str().unwrap());
            known.extend(abbrs.flat_map(str::split_whitespace).map(str::to_owned));
        }
        let html = printed(&["render", "roster", &list]);
        let rows: Vec<&str> = html.split("<div class=\"row small heads\"").skip(1).collect();
        assert!(!rows.is_empty(), "{list}");
        for row in rows {
            let row = row.split("<div class=\"row ").next().unwrap();
            for line in row.split("<div class=\"line\">").skip(1) {
                for word in line.split('<').next().unwrap().split_whitespace() {
                    assert!(known.contains(word), "{list}: {word}");
                }
            }
        }
    }
}

/// However long the line is that it ends.
fn digest() {
    let folder = std::env::temp_dir().join(format!("muster-long-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let name = "The very long name of an army that goes on and on from one wing of it to the other";
    for list in ["fra/starter", "wab/carthage-1000", "six-mm/zama-numidia", "quick/cannae-rome"] {
        let text = std::fs::read_to_string(format!("lists/{list}.yaml")).unwrap();
        let army = text.lines().find(|l| l.starts_with("army: ")).unwrap();
        let path = folder.join("long.yaml");
        std::fs::write(&path, text.replace(army, &format!("army: {name}\nplayer: {name}"))).unwrap();
        let path = path.to_str().unwrap();
        let data: Value = serde_json::from_str(&printed(&["render", "roster", path, "--context"])).unwrap();
        let digest = data["army"]["digest"]["shown"].as_str().unwrap();
        for sheet in ["roster", "packing"] {
            let html = printed(&["render", sheet, path]);
            let feet: Vec<&str> = html.split("<div class=\"foot\"><span>").skip(1).collect();
            assert!(!feet.is_empty());
            for foot in feet {
                let foot = foot.split("</span>").next().unwrap();
                assert!(foot.ends_with(&format!(" · {digest}")), "{list} {sheet}: {foot}");
            }
        }
        for (sheet, format) in SHEETS.into_iter().zip(["text", "markdown", "text", "markdown"]) {
            let text = printed(&["render", sheet, path, "--format", format]).replace('\\', "");
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(text.contains(digest), "{list} {sheet} {format}");
        }
    }
}

fn narrow() {
    for list in samples() {
        for sheet in SHEETS {
            let whole: &[&str] = if sheet == "reference" { &["--all"] } else { &[] };
            for more in [&[], whole] {
                let arguments = [&["render", sheet, &list, "--format", "text"], more].concat();
                let text = printed(&arguments);
                let wide = text.lines().find(|line| line.chars().count() > 80);
                assert_eq!(wide, None, "{sheet} of {list}");
                assert!(!text.contains("\n\n\nReadings"), "{sheet} of {list}");
            }
        }
    }
}

/// Sempronius and Hannibal lead from no unit at the Trebia.
fn added() {
    let adds = "Combat against foot +1, Combat against mounted +1 to a unit that they join";
    let joined = "to it Melee +2, Rally +2 (counted there)";
    for sheet in ["roster", "cards"] {
        for format in ["text", "markdown", "html"] {
            let says = |list: &str| {
                let text = printed(&["render", sheet, list, "--format", format]);
                if format == "html" {
                    words(&text).replace("Adds to it: ", "Adds to it ")
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

fn rule_texts() {
    let lists = ["fra/zama-carthage", "wab/metaurus-rome", "six-mm/trebia-rome", "quick/zama-carthage"];
    for list in lists.map(|l| format!("lists/{l}.yaml")) {
        for format in ["text", "markdown", "html"] {
            for more in [&[][..], &["--all"]] {
                let arguments = [&["render", "reference", &list, "--format", format], more].concat();
                let text = printed(&arguments);
                let text = if format == "html" { words(&text) } else { text };
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
    let all = printed(&["render", "reference", "lists/wab/metaurus-rome.yaml", "--all", "--format", "text"]);
    let all = all.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(all.contains("Read here as: −2"), "{all}");
    for notes in all.split("Gaps and readings").skip(1) {
        for note in notes.split("Read here as: ").skip(1) {
            let reading = note.split(" Sources ").next().unwrap();
            assert!(reading.contains(". ") || reading.ends_with('.'), "{reading}");
        }
    }
}

/// Zama: 2 units of three elephants each; the words stand at the first of both.
fn beasts() {
    let text = printed(&["render", "roster", "lists/quick/zama-carthage.yaml", "--format", "text"]);
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|l| l.starts_with("    Hits on each beast: ")).unwrap();
    for beast in 1..=3 {
        let line = lines[at + beast];
        let wanted = format!("      beast {beast} [ ][ ] Half move and half dice [ ] Killed");
        assert!(line.starts_with(&wanted), "{line}");
    }
    let cards = printed(&["render", "cards", "lists/quick/zama-carthage.yaml", "--format", "markdown"]);
    assert!(cards.contains("\n  - beast 2 [ ][ ] Half move and half dice [ ] Killed\n"), "{cards}");
}

/// The ruleset's own house is a unit chart, the book's a reading.
fn sources() {
    let sheet = |more: &[&str], format| {
        let list = ["render", "reference", "lists/fra/trebia-carthage.yaml", "--format", format];
        printed(&[&list, more].concat())
    };
    for format in ["text", "markdown"] {
        let (own, all) = (sheet(&[], format), sheet(&["--all"], format));
        let of = |text: &str| {
            text.lines().filter(|l| l.contains("house") && l.contains("the project's own")).count()
        };
        assert_eq!((of(&own), of(&all)), (1, 2), "{format}");
        assert!(all.contains("house (Carthage in Italy): the project's own reading"), "{all}");
        assert!(own.contains("house: the project's own unit chart"), "{own}");
    }
}

fn notices() {
    for list in samples() {
        let data: Value = serde_json::from_str(&printed(&["render", "roster", &list, "--context"])).unwrap();
        let notices: Vec<&str> =
            data["army"]["notices"].as_array().unwrap().iter().map(|n| n.as_str().unwrap()).collect();
        assert_eq!(notices.is_empty(), !list.contains("/fra/") && !list.contains("/wab/"), "{list}");
        for sheet in ["roster", "cards", "reference"] {
            for format in ["text", "markdown", "html"] {
                let text = printed(&["render", sheet, &list, "--format", format]);
                let text = if format == "html" { words(&text).replace("&#39;", "'") } else { text };
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
                for notice in &notices {
                    assert!(text.contains(&notice.to_lowercase()), "{sheet} {format} of {list}: {notice}");
                }
            }
        }
    }
}

/// One of the five units of spears has the standard, the elements of a unit are its own.
fn packed() {
    let text = printed(&["render", "packing", "lists/fra/trebia-carthage.yaml", "--format", "text"]);
    assert!(
        text.contains("\n    African veterans: Battle standard, Veteran (Melee)\n    4 × Libyans\n"),
        "{text}"
    );
    let text = printed(&["render", "packing", "lists/six-mm/zama-numidia.yaml", "--format", "text"]);
    assert!(text.contains("\n    Masinissa's guard, 4 elements: Elite, Skirmishers\n"), "{text}");
    // A camp has no options and no name of its own
    assert!(text.contains("\n[ ] Camp: 1 unit\n\n"), "{text}");
    let text = printed(&["render", "packing", "lists/wab/carthage-1000.yaml", "--format", "text"]);
    assert!(text.contains("\n    Javelinmen: Javelin, Musician"), "{text}");
}

/// Leader, standard and musician at 5 points each.
fn once() {
    for format in ["text", "markdown"] {
        let text = printed(&["render", "roster", "lists/wab/carthage-1000.yaml", "--format", format]);
        assert!(text.contains("Full command +15") && !text.contains("Leader +"), "{format}");
    }
    let html = words(&printed(&["render", "roster", "lists/wab/carthage-1000.yaml"]));
    assert!(html.contains("Full command +15") && !html.contains("Leader +"), "{html}");
}

/// The warband's rule is too long for what its tables of saves and hits leave of the back.
fn left() {
    let html = words(&printed(&["render", "cards", "lists/wab/carthage-1000.yaml"]));
    let (rule, named) = ("Adds its rank bonus to Leadership", "In full on the reference sheet: Warband.");
    assert!(html.contains(named) && !html.contains(rule), "{html}");
    let sheet = words(&printed(&["render", "reference", "lists/wab/carthage-1000.yaml"]));
    assert!(sheet.contains(rule), "{sheet}");
}
