//! In games without points, nothing about points is needed or printed.

use crate::common::{Folder, root};

fn muster(arguments: &[&str]) -> String {
    let ran = crate::common::muster(root(), arguments);
    assert_eq!(ran.status, Some(0), "{arguments:?}: {ran:?}");
    ran.out + &ran.trouble
}

const LISTS: [&str; 6] = [
    "lists/six-mm/trebia-carthage.yaml",
    "lists/six-mm/trebia-rome.yaml",
    "lists/six-mm/zama-numidia.yaml",
    "lists/quick/cannae-rome.yaml",
    "lists/quick/zama-carthage.yaml",
    "lists/quick/zama-rome.yaml",
];

#[test]
fn check_does_not_mention_points() {
    for list in LISTS {
        for format in ["human", "concise", "github"] {
            let text = muster(&["check", "--format", format, list]);
            assert!(!text.contains("point") && !text.contains("pts"), "{format} {list}: {text}");
        }
        let report: serde_json::Value =
            serde_json::from_str(&muster(&["check", "--format", "json", list])).unwrap();
        assert!(report["lists"][0]["points"].is_null(), "{list}");
        assert_eq!(report["lists"][0]["verdict"], "legal", "{list}");
        assert_eq!(report["lists"][0]["findings"].as_array().unwrap().len(), 0, "{list}");
    }
}

#[test]
fn cost_reports_that_there_are_no_points() {
    for list in LISTS {
        let text = muster(&["cost", list]);
        assert!(text.contains("has no points"), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
}

#[test]
fn a_new_list_has_no_points_and_is_correct() {
    let folder = Folder::new();
    for game in ["six-mm", "quick"] {
        let path = folder.path().join(format!("{game}.yaml"));
        let path = path.to_str().unwrap();
        muster(&["new", "--ruleset", game, path]);
        let text = std::fs::read_to_string(path).unwrap();
        assert!(!text.contains("point"), "{text}");
        let report: serde_json::Value =
            serde_json::from_str(&muster(&["check", "--format", "json", path])).unwrap();
        assert_eq!(report["lists"][0]["verdict"], "draft", "{report}");
    }
}

/// The game's own texts may mention points: fatigue points, double points for a captured general, and the
/// note that there are none.
#[test]
fn the_chart_prices_nothing() {
    for game in ["six-mm", "quick"] {
        let text = muster(&["rules", game]);
        let chart = text.split("\nWhat each unit has").next().unwrap();
        assert!(!chart.contains("point") && !chart.contains("unknown"), "{chart}");
        for line in text.lines().filter(|l| l.contains("point")) {
            let known = ["atigue point", "double points", "points.", "No points", "[points]"];
            assert!(known.iter().any(|k| line.contains(k)), "{game}: {line}");
        }
    }
}
