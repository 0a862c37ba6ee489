//! Purchases in the ledger, on sheets, in answers and in explanations.

use serde_json::Value;

use crate::common::Folder;
use crate::purchases::support::{RUSE, bare, two_commands};

fn folder(list: &str) -> Folder {
    let folder = Folder::new();
    folder.write("ruse/ruleset.yaml", RUSE);
    folder.write("list.yaml", list);
    folder
}

/// Returns what a command prints, with single blanks.
fn out(folder: &Folder, arguments: &[&str]) -> String {
    let ran = folder.muster(&[arguments, &["--rulesets", "."]].concat());
    ran.out.replace('\\', "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn the_ledger_has_lines_of_the_army_and_of_each_command() {
    let ledger = out(&folder(&two_commands("ambush", "good", "")), &["cost", "list.yaml"]);
    for wanted in [
        "Ambush 5 ruse/every-army/options/ambush Left 32 Good structure 12 ruse/every-command/options/good G 0",
        "Right 40 H 0",
        "total 77 of 200 points, 123 left",
    ] {
        assert!(ledger.contains(wanted), "{wanted}: {ledger}");
    }
    let ledger = out(&folder(&bare("ambush, good")), &["cost", "list.yaml"]);
    let wanted =
        "Ambush 5 ruse/every-army/options/ambush Good structure 12 ruse/every-command/options/good Foot 20";
    assert!(ledger.contains(wanted), "{ledger}");
}

#[test]
fn sheets_say_what_is_bought_and_its_rule() {
    let folder = folder(&two_commands("ambush", "good", ""));
    for format in ["text", "markdown", "html"] {
        let roster = out(&folder, &["render", "roster", "list.yaml", "--format", format]);
        for wanted in ["Ambush 5", "Two units wait out of sight.", "Good structure 12", "Plain structure"] {
            assert!(roster.contains(wanted), "{format} {wanted}: {roster}");
        }
    }
}

#[test]
fn the_call_army_has_lines_of_the_army_and_of_each_command() {
    let folder = folder("");
    let request = serde_json::json!({"op": "army", "list": {"text": two_commands("ambush", "good", "")}});
    let answer: Value = serde_json::from_str(&muster::call(&folder.library(), &request.to_string())).unwrap();
    let army = &answer["ok"];
    assert_eq!(
        army["lines"],
        serde_json::json!([
            {"what": "Ambush", "each": 5, "times": 1, "sum": 5, "rule": "ruse/every-army/options/ambush"}
        ])
    );
    assert_eq!(army["commands"][0]["lines"][0]["what"], "Good structure");
    assert_eq!(army["commands"][0]["total"], 32);
    assert_eq!(army["commands"][1]["lines"], serde_json::json!([]));
}

#[test]
fn offers_are_explained_and_shown_with_the_rules() {
    let folder = folder("");
    let told = out(&folder, &["explain", "ruse/every-army/options/ambush"]);
    assert!(told.contains("Ambush") && told.contains("the rules, Stratagems"), "{told}");
    let told = out(&folder, &["explain", "ruse/every-command"]);
    assert!(told.contains("what each command may buy"), "{told}");
    let told = out(&folder, &["rules", "ruse"]);
    assert!(told.contains("every army: ambush? 5, ditch? 10"), "{told}");
    assert!(told.contains("every command: one of plain / good? 12"), "{told}");
}

#[test]
fn a_difference_in_what_is_bought_is_told() {
    let folder = folder(&two_commands("ambush", "good", ""));
    folder.write("other.yaml", &two_commands("ditch", "", ""));
    let told = out(&folder, &["diff", "list.yaml", "other.yaml"]);
    for wanted in ["ambush", "ditch", "good"] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
}
