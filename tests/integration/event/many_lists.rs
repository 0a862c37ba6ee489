//! With more lists than are held in memory at once, printing in parts gives the same output as printing
//! everything at the end.

use std::fmt::Write as _;

use crate::common::Folder;

const LISTS: usize = 300;
/// Every seventh list is faulty: 0, 7, …, 294.
const BROKEN: usize = 43;
const TOY: &str = "ruleset: toy\nname: Toy\nversion: 1.0.0\nunits: {foot: {name: Foot, cost: 10}}\n";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", TOY);
    folder.write("rulesets/odd/ruleset.yaml", &TOY.replace("toy", "odd").replace("cost: 10", "cost: 1 +"));
    folder.write("day.yaml", "event: day\nname: The day\n");
    for at in 0..LISTS {
        // The same army twice, far apart
        let name = if at == 290 { 3 } else { at };
        let unit = if at % 7 == 0 { "fot" } else { "foot" };
        // Rules that are first used late in the run
        let ruleset = if at == 285 { "odd" } else { "toy" };
        let text = format!("army: A{name}\nruleset: {ruleset}\npoints: 100\nunits: [{{unit: {unit}}}]\n");
        folder.write(&format!("in/{at:04}.yaml"), &text);
    }
    folder.write("in/notes.txt", "not a list");
    folder
}

#[test]
fn every_list_is_reported_once_in_order_and_counted() {
    let folder = folder();
    let ran = folder.muster(&["check", "in", "--format", "json"]);
    assert_eq!(ran.status, Some(1));
    let json = ran.json();
    let paths: Vec<&str> =
        json["lists"].as_array().unwrap().iter().map(|l| l["path"].as_str().unwrap()).collect();
    let wanted: Vec<String> = (0..LISTS).map(|at| format!("in/{at:04}.yaml")).collect();
    assert_eq!(paths, wanted);
    // The list with the faulty ruleset is the one additional illegal list
    let sum = &json["summary"];
    assert_eq!(
        (sum["lists"].as_u64(), sum["illegal"].as_u64()),
        (Some(LISTS as u64), Some(BROKEN as u64 + 1))
    );
    let general: Vec<&str> =
        json["findings"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap()).collect();
    assert!(general.contains(&"unreadable-file") && general.contains(&"bad-formula"), "{general:?}");
}

#[test]
fn each_format_reports_every_faulty_list_alike() {
    let folder = folder();
    let each = |format: &str, is: fn(&str) -> bool| {
        folder.muster(&["check", "in", "--format", format]).out.lines().filter(|l| is(l)).count()
    };
    let unknown = |line: &str| line.contains("error[unknown-unit]");
    assert_eq!(each("human", unknown), BROKEN);
    assert_eq!(each("human", |l| l.starts_with("in/") && l.contains(": illegal: 1 error")), BROKEN + 1);
    assert_eq!(each("concise", unknown), BROKEN);
    assert_eq!(each("github", |l| l.starts_with("::error") && l.contains("unknown-unit")), BROKEN);
    assert_eq!(each("sarif", |l| l.contains("\"ruleId\": \"unknown-unit\"")), BROKEN);
    assert_eq!(each("table", |l| l.starts_with("in/")), LISTS);
    let csv = folder.muster(&["check", "in", "--csv"]).out;
    assert_eq!(csv.lines().filter(|l| l.starts_with("in/")).count(), LISTS);
}

#[test]
fn copies_are_recognised_however_far_apart() {
    let folder = folder();
    let json = folder
        .muster(&["--rulesets", "rulesets", "check", "in", "--event", "day.yaml", "--format", "json"])
        .json();
    let twice: Vec<String> = json["lists"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|l| l["findings"].as_array().unwrap().iter().any(|f| f["code"] == "handed-in-twice"))
        .map(|l| l["path"].as_str().unwrap().to_owned())
        .collect();
    assert_eq!(twice, ["in/0290.yaml"]);
}

#[test]
fn at_most_a_thousand_findings_are_printed_in_all() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", TOY);
    let mut rows = String::new();
    // Four findings in each of 300 lists are 1200; the first thousand come from the first 250 lists
    for at in 0..4 {
        let _ = writeln!(rows, "  - {{unit: nothing-{at}}}");
    }
    for at in 0..300 {
        folder.write(
            &format!("in/{at:03}.yaml"),
            &format!("army: A{at}\nruleset: toy\npoints: 9\nunits:\n{rows}"),
        );
    }
    let out = folder.muster(&["check", "in", "--format", "concise"]).out;
    assert_eq!(out.lines().filter(|l| l.contains("error[unknown-unit]")).count(), 1000);
    let last: Vec<&str> = out.lines().rev().take(3).collect();
    assert!(last[0].starts_with("1200 errors in 300 lists"), "{last:?}");
    assert_eq!(last[1], "and 200 more findings that are not shown");
    assert!(last[2].starts_with("in/249.yaml:8:"), "{last:?}");
}
