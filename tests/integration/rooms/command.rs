//! What `muster rooms` prints.

use crate::common::{Folder, file, root, yaml_files};

fn copied() -> Folder {
    let folder = Folder::new();
    folder.write("army.yaml", &file("lists/fra/trebia-carthage.yaml"));
    folder
}

#[test]
fn json_has_the_rooms_of_the_contract() {
    let run = copied().muster(&["rooms", "--format", "json", "army.yaml"]);
    assert_eq!(run.status, Some(0), "{}", run.trouble);
    assert_eq!(run.out.lines().count(), 1);
    let list = run.json();
    assert_eq!(list["path"], "army.yaml");
    assert_eq!(list["verdict"], "legal");
    assert_eq!(list["left_out"], 0);
    let room = |id: &str| {
        let all = list["rooms"].as_array().unwrap();
        let mut room = all.iter().find(|room| room["id"] == id).unwrap_or_else(|| panic!("{id}")).clone();
        // Beyond the contract, which a room without a multiple does not need
        assert_eq!(room.as_object_mut().unwrap().remove("multiple_of"), Some(serde_json::Value::Null));
        room
    };
    let slingers = r#"{"id": "carthage-italy/entries/balearic-slingers", "rule": "carthage-italy/entries/balearic-slingers", "severity": "error", "group": "troops", "label": "Balearic slingers",
        "says": null, "state": "full", "missing": false, "command": null, "entry": "balearic-slingers", "closed": null, "of": "units", "now": 2, "min": null,
        "max": {"amount": 2, "whole": 2, "how": "1 per 3 of 8 African and Iberian foot", "asks": null}, "exactly": false, "branches": [], "entries": ["balearic-slingers"], "rows": ["r6", "r7"]}"#;
    let numidians = r#"{"id": "carthage-italy/limits/numidian-third", "rule": "carthage-italy/limits/numidian-third", "severity": "error", "group": "troops", "label": "Numidians",
        "says": "at least a third of the horse is Numidian", "state": "settled", "missing": false, "command": null, "entry": null, "closed": null, "of": "units", "now": 3,
        "min": {"amount": 2, "whole": 2, "how": "a third of the 6 horse", "asks": null}, "max": null, "exactly": false, "branches": [], "entries": ["numidian-cavalry"], "rows": ["r11"]}"#;
    for text in [slingers, numidians] {
        let wanted: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(room(wanted["id"].as_str().unwrap()), wanted);
    }
    let baggage = room("fra/limits/one-baggage c2");
    assert_eq!((&baggage["command"], &baggage["exactly"]), (&"c2".into(), &true.into()));
    assert_eq!(baggage["state"], "settled");
    let bruttians = room("carthage-italy/entries/bruttians");
    assert_eq!(bruttians["closed"], "from 215 BC");
    assert_eq!(bruttians["branches"][0]["in_force"], true);
    assert_eq!(bruttians["branches"][1]["max"]["amount"], 4);
    assert_eq!(room("points")["max"]["amount"], 1000);
}

#[test]
fn a_fraction_is_a_text_in_json() {
    let folder = Folder::new();
    let text = file("lists/fra/trebia-carthage.yaml");
    folder.write("army.yaml", &text.replace("name: Numidians, count: 3", "name: Numidians"));
    let run = folder.muster(&["rooms", "--format", "json", "army.yaml"]);
    assert_eq!(run.status, Some(1));
    assert!(
        run.out.contains(r#""min":{"amount":"4/3","whole":2,"how":"a third of the 4 horse","asks":null}"#),
        "{}",
        run.out
    );
}

/// A third of 4 horse is 4/3; of whole units that is 2.
#[test]
fn people_read_whole_numbers_and_what_a_draft_still_lacks() {
    let folder = Folder::new();
    let text = file("lists/fra/trebia-carthage.yaml");
    let text = text.replace("name: Numidians, count: 3", "name: Numidians");
    folder.write("army.yaml", &text.replace("points: 1000", "draft: true\npoints: 1000"));
    let run = folder.muster(&["rooms", "army.yaml"]);
    let line = run.out.lines().find(|line| line.starts_with("  Numidians ")).unwrap();
    assert_eq!(line.split_whitespace().collect::<Vec<_>>().join(" "), "Numidians 1 2 or more 1 to come");
}

#[test]
fn people_read_a_line_for_each_room() {
    let folder = Folder::new();
    folder.write(
        "rulesets/toy/ruleset.yaml",
        "ruleset: toy
name: Toy
version: 1.0.0
commands: {led-by: [leader]}
roles: {leader: {name: Leader, cost: 0}}
tags: {horse: {name: riders, one: rider}}
units:
  foot: {name: Foot, tags: [foot], cost: 10}
  horse: {name: Horse, tags: [horse], cost: 20}
limits:
  leaders: {count: {role: leader}, max: 2}
  few-riders: {count: {tag: horse}, min: 1, max: {share: 1/2, of: {tag: foot}, round: down}, says: half as many riders as foot}
  much-foot: {count: {tag: foot}, min: {allow: 1, per: 20, of: points}}
  rich-horse: {sum: points, of: {tag: horse}, max: {share: 1/2, of: points, round: none}}
  odd-foot: {count: {tag: foot}, multiple-of: 2}
  a-command: {count: {tag: horse}, in: command, max: 2}
",
    );
    folder.write(
        "army.yaml",
        "army: Trial
ruleset: toy
points: 100
commands:
  - name: Left
    commander: {role: leader}
    units: [{unit: foot, count: 3}, {unit: horse, count: 2}]
  - name: Right
    commander: {role: leader}
    units: [{unit: foot}]
",
    );
    // 4 foot at 10 and 2 horse at 20: 80 points. 1 foot for each 20 points are 5
    let wanted = "Trial

Points
  Points         80  up to 100        20 left

Army
  Leader          2  up to 2          full

Troops
  Foot            4  5 or more        BROKEN: 1 too few  1 per 20 of 100 points
  Riders          2  1 to 2           full               half of the 4 foot
  Riders  40 points  up to 50         10 left            half of the 100 points
  Foot            4  a multiple of 2  met

Command: Left
  Riders          2  up to 2          full

Command: Right
  Riders          0  up to 2          not used

illegal: 1 finding; see `muster check army.yaml`
";
    let run = folder.muster(&["rooms", "army.yaml"]);
    assert_eq!(run.out, wanted);
    assert_eq!(run.status, Some(1));
    assert!(run.out.lines().all(|line| line.chars().count() <= 80));
}

#[test]
fn several_lists_follow_each_other_and_unreadable_ones_are_reported() {
    let folder = copied();
    folder.write("broken.yaml", "[1]\n");
    let run = folder.muster(&["rooms", "army.yaml", "broken.yaml"]);
    assert_eq!(run.status, Some(1));
    assert!(run.out.starts_with("Hannibal at the Trebia\n\nPoints\n  Points "), "{}", run.out);
    assert!(run.out.contains("broken.yaml: unreadable"), "{}", run.out);
    let run = folder.muster(&["rooms", "--format", "json", "army.yaml", "broken.yaml"]);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[1], r#"{"path":"broken.yaml","verdict":"unreadable"}"#);
    let run = folder.muster(&["rooms", "missing.yaml"]);
    assert_eq!(run.status, Some(2));
    assert!(run.trouble.contains("cannot read missing.yaml"), "{}", run.trouble);
}

#[test]
fn all_shipped_lists_fit_eighty_columns() {
    let folder = Folder::new();
    for game in ["fra", "quick", "six-mm", "wab"] {
        for list in yaml_files(&format!("lists/{game}")) {
            let run = folder.muster(&["rooms", root().join(&list).to_str().unwrap()]);
            assert_eq!(run.status, Some(0), "{list}: {}", run.trouble);
            let long = run.out.lines().find(|line| line.chars().count() > 80);
            assert_eq!(long, None, "{list}");
        }
    }
}
