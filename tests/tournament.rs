//! A folder of lists under an event: who is admitted, what judges, what was handed in twice.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may stop where something is amiss")]

mod common;

use serde_json::Value;

use common::{Folder, file};

fn check(folder: &Folder, arguments: &[&str]) -> (Option<i32>, Value, String) {
    let ran = folder.muster(&[&["check", "--format", "json"], arguments].concat());
    (ran.status, serde_json::from_str(&ran.out).unwrap_or(Value::Null), ran.trouble)
}

fn codes(report: &Value, path: &str) -> Vec<String> {
    let lists = report["lists"].as_array().expect("lists");
    let list =
        lists.iter().find(|l| l["path"] == path).unwrap_or_else(|| panic!("{path} is not in {report}"));
    let findings = list["findings"].as_array().expect("findings");
    findings.iter().map(|f| f["code"].as_str().expect("a code").to_owned()).collect()
}

fn trebia() -> String {
    file("lists/fra/trebia-carthage.yaml")
}

fn event() -> String {
    file("lists/events/trebia-day.yaml")
}

#[test]
fn the_sample_armies_are_admitted_to_the_sample_event() {
    let folder = Folder::new();
    folder.write("day.yaml", &event());
    folder.write("handed-in/hannibal.yaml", &trebia());
    let rome = file("lists/fra/trebia-rome.yaml");
    folder.write("handed-in/sempronius.yml", &rome);
    let (status, report, _) = check(&folder, &["--event", "day.yaml", "handed-in"]);
    assert_eq!(status, Some(0), "{report}");
    assert_eq!(report["summary"]["legal"], 2);
    assert_eq!(report["lists"][0]["event"]["id"], "trebia-day");
}

#[test]
fn the_same_army_is_noticed_whatever_its_layout() {
    let folder = Folder::new();
    folder.write("day.yaml", &event());
    folder.write("handed-in/a.yaml", &trebia());
    folder.write("handed-in/b.yaml", &trebia().replace("points: 1000", "# the size\npoints:   1000"));
    folder.write("handed-in/c.yaml", &trebia().replace("ruleset: fra", "ruleset: fra\nplayer: Cato"));
    let (_, report, _) = check(&folder, &["--event", "day.yaml", "handed-in"]);
    assert!(codes(&report, "handed-in/a.yaml").is_empty());
    assert_eq!(codes(&report, "handed-in/b.yaml"), ["handed-in-twice"]);
    assert!(codes(&report, "handed-in/c.yaml").is_empty());
}

#[test]
fn a_changed_ruleset_in_the_working_folder_judges_nobody_under_an_event() {
    let folder = Folder::new();
    let rules = file("rulesets/fra/ruleset.yaml");
    assert!(rules.contains("version: 2.0.0"));
    let changed =
        rules.replace("version: 2.0.0", "version: 9.9.9").replace("    cost: 70\n", "    cost: 700\n");
    folder.write("rulesets/fra/ruleset.yaml", &changed);
    folder.write("day.yaml", &event());
    folder.write("hannibal.yaml", &trebia());
    let (status, without, _) = check(&folder, &["hannibal.yaml"]);
    assert_eq!(without["lists"][0]["ruleset"]["version"], "9.9.9");
    assert_eq!(status, Some(1));
    assert_eq!(codes(&without, "hannibal.yaml"), ["over-points"]);
    let (status, with, _) = check(&folder, &["--event", "day.yaml", "hannibal.yaml"]);
    assert_eq!(with["lists"][0]["ruleset"]["version"], "2.0.0");
    assert_eq!(with["lists"][0]["ruleset"]["from"], "built in");
    assert_eq!(status, Some(0));
    // One that only the working folder has is refused by its name and version
    folder.write("rulesets/club/ruleset.yaml", "ruleset: club\nextends: fra\nname: Club\nversion: 0.3.0\n");
    folder.write("club.yaml", &trebia().replace("ruleset: fra", "ruleset: club"));
    let (status, with, _) = check(&folder, &["--event", "day.yaml", "club.yaml"]);
    assert_eq!((status, codes(&with, "club.yaml")), (Some(1), vec!["not-admitted".to_owned()]));
    let message = with["lists"][0]["findings"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("club 0.3.0 from rulesets/club/ruleset.yaml"), "{message}");
}

#[test]
fn an_event_that_cannot_be_used_is_refused_in_words() {
    let folder = Folder::new();
    folder.write("hannibal.yaml", &trebia());
    folder.write("broken.yaml", "event: x\nname: X\nlimts: {}\n");
    for (event, words) in [
        ("missing.yaml", "there is no such file"),
        ("hannibal.yaml", "is no event"),
        ("broken.yaml", "unknown key \"limts\""),
    ] {
        let (status, _, said) = check(&folder, &["--event", event, "hannibal.yaml"]);
        assert_eq!(status, Some(2), "{event}");
        assert!(said.contains(words), "{event}: {said}");
    }
}
