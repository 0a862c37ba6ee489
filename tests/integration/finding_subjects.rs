//! What each finding is about and how far one must look to fix it, as `--format json` has it.

use serde_json::{Value, json};

use crate::common::Folder;

/// The scope and the subject of each finding of a code in a JSON report.
fn of(report: &Value, code: &str) -> Vec<(String, Value)> {
    let lists = report["lists"].as_array().unwrap().iter().map(|list| &list["findings"]);
    let all = lists.chain([&report["findings"]]).flat_map(|findings| findings.as_array().unwrap());
    let of_code = all.filter(|finding| finding["code"] == code);
    of_code.map(|f| (f["scope"].as_str().unwrap().to_owned(), f["subject"].clone())).collect()
}

fn checked(list: &str, code: &str) -> Vec<(String, Value)> {
    let folder = Folder::new();
    folder.write("a.yaml", list);
    of(&folder.muster(&["check", "--format", "json", "a.yaml"]).json(), code)
}

fn one(scope: &str, kind: &str, name: &str) -> Vec<(String, Value)> {
    vec![(scope.to_owned(), json!({"kind": kind, "name": name}))]
}

/// A list of the ruleset without commands that is legal but for what is put into it.
fn fra(units: &str) -> String {
    format!("army: Trial\nruleset: fra\npoints: 1000\ndraft: true\nunits:\n{units}")
}

#[test]
fn words_of_a_row_are_about_the_row() {
    let wrong = "- {unit: spaers, name: One}\n- {unit: SP, name: Two, options: [javelns]}\n";
    assert_eq!(checked(&fra(wrong), "unknown-unit"), one("row", "unit-type", "spaers"));
    assert_eq!(checked(&fra(wrong), "unknown-option"), one("row", "option", "javelns"));
    let small = "- {unit: SP, name: Libyans, size: 9}\n";
    assert_eq!(checked(&fra(small), "unit-size"), one("row", "unit", "Libyans"));
    let offered = "- {unit: HC, name: Horse, options: [shieldwall]}\n";
    assert_eq!(checked(&fra(offered), "option-unavailable"), one("row", "option", "shieldwall"));
    let role = format!("{}characters:\n- {{role: genreal, name: Hanno}}\n", fra("- {unit: SP}\n"));
    assert_eq!(checked(&role, "unknown-role"), one("row", "role", "genreal"));
}

#[test]
fn names_and_sums_are_about_the_army() {
    let twice = "- {unit: LI, name: Gauls}\n- {unit: WB, name: Gauls}\n";
    let standard = format!("{}standard: Gauls\n", fra(twice));
    assert_eq!(checked(&standard, "duplicate-name"), one("army", "unit", "Gauls"));
    let large = "army: Trial\nruleset: fra\npoints: 20\ndraft: true\nunits:\n- {unit: SP, count: 9}\n";
    assert_eq!(checked(large, "over-points"), one("army", "army", "Trial"));
    let generals = "characters:\n- {role: general, name: A}\n- {role: general, name: B}\n";
    let generals = format!("{}{generals}", fra("- {unit: SP}\n"));
    assert_eq!(checked(&generals, "too-many"), one("army", "rule", "fra/limits/one-general"));
}

#[test]
fn commands_and_allies_are_about_the_command() {
    let list = "army: Trial\nruleset: fra\nbook: republican-rome\npoints: 1000\ndate: 204 BC\ncommands:\n\
                - {name: Left, units: [{unit: hastati}]}\n\
                - {name: Right, ally: numidai, points: 100, units: [{unit: velites}]}\n";
    assert_eq!(checked(list, "commander")[0], one("command", "command", "Left")[0]);
    assert_eq!(checked(list, "unknown-ally"), one("command", "ally", "numidai"));
    let known = list.replace("numidai, points: 100", "numidia");
    assert_eq!(checked(&known, "ally"), one("command", "ally", "numidia"));
}

#[test]
fn how_a_file_is_written_is_about_the_file() {
    assert_eq!(
        checked("army: A\nruleset: frs\nunits: []\n", "unknown-ruleset"),
        one("file", "ruleset", "frs")
    );
    let book = fra("- {unit: SP}\n").replace("points", "book: carthage-itlay\npoints");
    assert_eq!(checked(&book, "unknown-book"), one("file", "book", "carthage-itlay"));
    let key = fra("- {unit: SP, cuont: 2}\n");
    assert_eq!(checked(&key, "unknown-key"), one("file", "key", "cuont"));
    let mode = fra("- {unit: SP}\n").replace("points", "mode: battle\npoints");
    assert_eq!(checked(&mode, "bad-value"), one("file", "mode", "battle"));
    let syntax = fra("- {unit: SP, name: Gauls: wild}\n");
    assert_eq!(checked(&syntax, "yaml-syntax"), [("file".to_owned(), Value::Null)]);
    let folder = Folder::new();
    let report = folder.muster(&["check", "--format", "json", "none.yaml"]).json();
    assert_eq!(of(&report, "unreadable-file"), one("file", "file", "none.yaml"));
}

#[test]
fn events_choices_and_words_of_rules_are_named() {
    let folder = Folder::new();
    folder.write("cup.yaml", "event: cup\nname: The Cup\nrulesets: [fra]\nrequire: [player]\n");
    folder.write("a.yaml", &fra("- {unit: SP}\n").replace("draft: true\n", ""));
    let report = folder.muster(&["check", "--event", "cup.yaml", "--format", "json", "a.yaml"]).json();
    assert_eq!(of(&report, "entry-missing"), one("army", "event", "The Cup"));
    let choice = "army: A\nruleset: fra\nbook: carthage-italy\ndate: 218 BC\nchoose: {campaign: itly}\n\
                  points: 100\ndraft: true\nunits: []\n";
    assert_eq!(checked(choice, "bad-value"), one("file", "choice", "campaign"));
    let rules = "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nunits:\n  foot: {name: Foot}\n\
                 limits:\n  one: {count: {role: genral}, max: 1}\n";
    folder.write("rules/ruleset.yaml", rules);
    let report = folder.muster(&["lint", "--format", "json", "rules/ruleset.yaml"]).json();
    assert_eq!(of(&report, "unknown-role"), one("file", "word", "genral"));
}

/// The subjects of all findings about a ruleset with this beginning.
fn subjects_of_rules(rules: &str) -> Vec<Value> {
    let folder = Folder::new();
    let head = "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\n";
    folder.write("rules/ruleset.yaml", &format!("{head}{rules}"));
    let report = folder.muster(&["lint", "--format", "json", "rules/ruleset.yaml"]).json();
    let errors = report["findings"].as_array().unwrap().iter().filter(|f| f["severity"] == "error");
    errors.map(|finding| finding["subject"].clone()).collect()
}

#[test]
fn faults_of_rules_are_about_the_part_of_the_file_that_has_them() {
    let subject = |kind: &str, name: &str| vec![json!({"kind": kind, "name": name})];
    let units = "units:\n  foot: {name: Foot}\n";
    let limit = format!("{units}limits:\n  few: {{count: {{unit: foot}}, min: 3, max: 2}}\n");
    assert_eq!(subjects_of_rules(&limit), subject("rule", "toy/limits/few"));
    let size = "units:\n  foot: {name: Foot, size: {min: 3, max: 2}}\n";
    assert_eq!(subjects_of_rules(size), subject("unit-type", "foot"));
    let option = format!(
        "{units}stats:\n  hits: {{name: Hits}}\noptions:\n  elite: {{name: Elite, set: {{hits: hist + 1}}}}\n"
    );
    assert_eq!(subjects_of_rules(&option), subject("option", "elite"));
    let circle = "units:\n  foot: {name: Foot}\nnumbers:\n  a: {name: A, for: unit, is: b}\n  b: {name: B, for: unit, is: a}\n";
    assert_eq!(subjects_of_rules(circle), subject("rule", "toy/numbers/a"));
    let id = "units:\n  Foot: {name: Foot}\n";
    assert_eq!(subjects_of_rules(id), subject("word", "Foot"));
    let twice = "units:\n  foot: {name: Foot}\n  horse: {name: Horse, aka: [foot]}\n";
    assert_eq!(subjects_of_rules(twice), subject("word", "foot"));
    // A note has no name, so its finding is about the ruleset
    let note = format!("{units}notes:\n- {{gap: No cost, unclear: The date}}\n");
    assert_eq!(subjects_of_rules(&note), subject("ruleset", "toy"));
    let modes =
        format!("{units}modes:\n  one: {{name: One, default: true}}\n  two: {{name: Two, default: true}}\n");
    assert_eq!(subjects_of_rules(&modes), subject("mode", "two"));
}
