//! Costs, sheets and answers of armies with commands within commands.

use serde_json::Value;

use crate::commands::support::{FIELD, corps, list, patrol};
use crate::common::Folder;

/// Returns a folder with the rules and a list of 110 points: a corps of 65 with a patrol of 45 in it, and a patrol of 45.
///
/// The corps has 2 squads at 10 and a general at 0 of its own, each patrol 2 squads and a gun at 20, and a captain at 5.
fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("field/ruleset.yaml", FIELD);
    let men = "{unit: squad, count: 2}, {unit: gun}";
    let text = list(&[
        corps("{unit: squad, count: 2}", &[patrol("Scouts", men)]),
        patrol("Rear", men).replace("name: Rear,", "name: Rear, notes: Behind the hill.,"),
    ]);
    folder.write("list.yaml", &text);
    folder
}

fn out(folder: &Folder, arguments: &[&str]) -> String {
    let ran = folder.muster(&[arguments, &["--rulesets", "."]].concat());
    assert_eq!(ran.status, Some(0), "{ran:?}");
    ran.out
}

#[test]
fn the_ledger_nests_and_an_outer_command_costs_all_that_is_in_it() {
    let folder = folder();
    let ledger = out(&folder, &["cost", "list.yaml"]);
    let lines: Vec<String> = ledger
        .lines()
        .filter(|line| ["First", "Scouts", "Rear"].iter().any(|name| line.trim_start().starts_with(name)))
        .filter(|line| !line.contains("captain"))
        .map(|line| {
            let indent = line.len() - line.trim_start().len();
            format!("{indent} {}", line.split_whitespace().collect::<Vec<_>>().join(" "))
        })
        .collect();
    // 20 and 45 in First; Scouts and Rear 40 and 5 each
    let indents: Vec<&str> = lines.iter().map(|line| line.split_once(' ').unwrap().1).collect();
    assert_eq!(indents, ["First 65", "Scouts 45", "Rear 45"], "{ledger}");
    let indent = |at: usize| lines[at].split_once(' ').unwrap().0.parse::<usize>().unwrap();
    assert!(indent(1) > indent(0) && indent(2) == indent(0), "{ledger}");
    assert!(ledger.contains("total 110"), "{ledger}");
}

#[test]
fn sheets_say_the_kind_and_where_a_command_is() {
    let folder = folder();
    for format in ["text", "markdown"] {
        let roster = out(&folder, &["render", "roster", "list.yaml", "--format", format]);
        let text = roster.replace('\\', "").split_whitespace().collect::<Vec<_>>().join(" ");
        for wanted in ["Patrol, in First", "Patrols come last.", "Led by Scouts captain"] {
            assert!(text.contains(wanted), "{format} {wanted}: {text}");
        }
        assert_eq!(text.matches("Patrols come last.").count(), 2, "{text}");
        assert_eq!(text.matches("Patrol, in First").count(), 1, "{text}");
    }
    let html = out(&folder, &["render", "roster", "list.yaml"]);
    assert!(html.contains("<b>★ Scouts captain</b>") && html.contains("Patrol, in First."), "{html}");
    // The tiles have the two commands of the army, whose points are all of it
    let tiles = html
        .split("<div class=\"drawn tiles\"")
        .nth(1)
        .unwrap()
        .split("<div class=\"drawn cmd\"")
        .next()
        .unwrap();
    assert!(
        ["I First", "<b>65</b>", "III Rear", "<b>45</b>"].iter().all(|words| tiles.contains(words)),
        "{tiles}"
    );
    assert!(!tiles.contains("Scouts"), "{tiles}");
    let cards = out(&folder, &["render", "cards", "list.yaml", "--summary"]);
    assert!(cards.contains("Patrol, in First") && cards.contains("Scouts in First"), "{cards}");
    let data: Value =
        serde_json::from_str(&out(&folder, &["render", "roster", "list.yaml", "--context"])).unwrap();
    let commands = data["commands"].as_array().unwrap();
    let facts: Vec<(&str, &Value, &Value, &Value, &Value)> = commands
        .iter()
        .map(|c| (c["name"].as_str().unwrap(), &c["kind"], &c["within"], &c["depth"], &c["cost"]))
        .collect();
    assert_eq!(
        serde_json::to_value(facts).unwrap(),
        serde_json::json!([
            ["First", "Corps", null, 0, 65],
            ["Scouts", "Patrol", "First", 1, 45],
            ["Rear", "Patrol", null, 0, 45]
        ])
    );
}

#[test]
fn the_call_army_says_kind_and_place() {
    let folder = folder();
    let request = serde_json::json!({
        "op": "army",
        "list": {"text": folder.read("list.yaml")},
    });
    let answer: Value = serde_json::from_str(&muster::call(&folder.library(), &request.to_string())).unwrap();
    let commands = answer["ok"]["commands"].as_array().unwrap_or_else(|| panic!("{answer:#}"));
    let facts: Vec<(&Value, &Value, &Value, &Value)> =
        commands.iter().map(|c| (&c["command"], &c["kind"], &c["within"], &c["total"])).collect();
    assert_eq!(
        serde_json::to_value(facts).unwrap(),
        serde_json::json!([
            ["c1", "corps", null, 65],
            ["c2", "patrol", "c1", 45],
            ["c3", "patrol", null, 45]
        ])
    );
}

#[test]
fn a_difference_in_kind_or_place_is_told() {
    let folder = folder();
    let text = folder.read("list.yaml");
    folder.write("other.yaml", &text.replace("name: Rear,", "name: Rear, kind: corps,"));
    let told = folder.muster(&["diff", "list.yaml", "other.yaml", "--rulesets", "."]).out;
    assert!(told.contains("kind") && told.contains("corps"), "{told}");
    let men = "{unit: squad, count: 2}, {unit: gun}";
    let moved = list(&[
        corps("{unit: squad, count: 2}", &[]),
        patrol("Scouts", men),
        patrol("Rear", men).replace("name: Rear,", "name: Rear, notes: Behind the hill.,"),
    ]);
    folder.write("other.yaml", &moved);
    let told = folder.muster(&["diff", "list.yaml", "other.yaml", "--rulesets", "."]).out;
    assert!(told.contains("Scouts") && told.contains("First"), "{told}");
}
