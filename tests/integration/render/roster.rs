//! The roster as a sheet for the table: one page for an army, tables with headings, each small table once, and signs.

use std::collections::BTreeSet;

use super::{muster_stdout, sample_lists};

fn pages(list: &str, more: &[&str]) -> Vec<String> {
    let mut arguments = vec!["render", "roster", list, "--paper", "a4"];
    arguments.extend(more);
    let html = muster_stdout(&arguments);
    html.split("<section class=\"sheet\">").skip(1).map(str::to_owned).collect()
}

/// Only the readings of unclear rules may stand on a second page. One army of 2000 points, with elephants, their crews and
/// reserves, needs two.
#[test]
fn the_armies_of_the_samples_take_one_page() {
    for list in sample_lists().into_iter().filter(|list| list != "lists/wab/metaurus-carthage.yaml") {
        let pages = pages(&list, &[]);
        assert!(pages.len() <= 2, "{list}: {} pages", pages.len());
        for page in &pages[1..] {
            assert!(!page.contains("<table") && page.contains("Readings of the rules"), "{list}");
        }
    }
}

/// 7.5 pt are 2.646 mm.
#[test]
fn no_letter_of_a_roster_is_smaller_than_seven_and_a_half_points() {
    for list in sample_lists() {
        for page in pages(&list, &[]) {
            for size in page.split("font-size:").skip(1) {
                let size: f64 = size.split("mm").next().unwrap().parse().unwrap();
                assert!(size >= 2.645, "{list}: {size}");
            }
            assert!(!page.contains("class=\"row small"), "{list}");
        }
    }
}

#[test]
fn every_table_has_headings_of_columns_and_rows() {
    for list in sample_lists() {
        let page = pages(&list, &[]).remove(0);
        let tables: Vec<&str> =
            page.split("<table").skip(1).map(|t| t.split("</table>").next().unwrap()).collect();
        assert!(!tables.is_empty(), "{list}");
        for table in tables {
            assert!(
                table.contains("role=\"columnheader\"") && !table.contains("aria-label=\"\""),
                "{list}: {table}"
            );
            for row in table.split("<tr ").skip(1) {
                let is_head = row.contains("role=\"columnheader\"");
                let is_more = row.starts_with("class=\"tr more\"");
                assert!(is_head || is_more || row.contains("role=\"rowheader\""), "{list}: {row}");
            }
        }
    }
}

/// The tables of the playsheet: by strength, weapon skill and toughness, and for shots.
#[test]
fn each_small_table_is_once_on_a_roster() {
    let page = pages("lists/wab/metaurus-rome.yaml", &[]).remove(0);
    for title in [
        "Save hand-to-hand, by enemy strength",
        "Hits on, by enemy weapon skill",
        "Wounds on, by enemy toughness",
        "Shots wound on, by enemy toughness",
    ] {
        assert_eq!(page.matches(&format!("level=\"3\">{title}<")).count(), 1, "{title}");
    }
    // S 3 of the hastati: 7 - 3 of light armour and large shield; the column of 6 to 10 is one
    assert!(page.contains(">6–10</th>") && page.contains(">All others<"));
}

/// The units of one command have its colour and its pattern; with one ink only the pattern is left.
#[test]
fn commands_have_a_colour_a_pattern_and_a_numeral() {
    let list = "lists/fra/trebia-carthage.yaml";
    let (colour, mono) = (pages(list, &[]).remove(0), pages(list, &["--mono"]).remove(0));
    assert!(colour.contains("background:#0b4f8a") && colour.contains("background:#a8430a"));
    assert!(
        !mono.contains("#0b4f8a") && mono.contains("background:#000") && mono.contains("stroke=\"#000\"")
    );
    for numeral in ["<b>I</b>", "<b>II</b>"] {
        assert!(colour.contains(numeral) && mono.contains(numeral));
    }
    // No line moves
    let places = |page: &str| -> Vec<String> {
        page.split("style=\"").skip(1).map(|s| s.split(['"', ';']).next().unwrap().to_owned()).collect()
    };
    assert_eq!(places(&colour), places(&mono));
}

/// Each name of the format has a drawing of its own, 30 by 20, in the colour of the text.
#[test]
fn every_sign_has_a_drawing() {
    let schema: serde_json::Value =
        serde_json::from_str(&muster::json_schema::SchemaKind::Ruleset.text()).unwrap();
    let names = schema["definitions"]["Symbol"]["oneOf"].as_array().unwrap();
    let names: Vec<&str> = names.iter().map(|word| word["const"].as_str().unwrap()).collect();
    assert_eq!(names.len(), 19);
    let mut drawings = BTreeSet::new();
    for name in names {
        let file = std::fs::read_to_string(format!("assets/signs/{name}.svg")).unwrap();
        assert!(file.contains("viewBox=\"0 0 30 20\"") && file.contains("currentColor"), "{name}");
        assert!(!file.contains("<text") && !file.contains("href") && !file.contains('#'), "{name}");
        let shapes = muster::render::signs::sign_drawing(name);
        assert!(shapes.starts_with("<path") && shapes.ends_with("/>"), "{name}: {shapes}");
        assert!(drawings.insert(shapes), "{name} looks like another");
    }
}

#[test]
fn the_stamp_says_what_is_over_the_limit() {
    let folder = crate::common::Folder::new();
    let list = std::fs::read_to_string("lists/fra/trebia-carthage.yaml").unwrap();
    folder.write("over.yaml", &list.replace("points: 1000", "points: 750"));
    let html = folder.muster(&["render", "roster", "over.yaml"]).out;
    // 985 of 750
    assert!(html.contains("<b>ILLEGAL</b>") && html.contains("<b>235 over</b>") && !html.contains("unspent"));
}
