//! What is still open where a limit is broken.

use crate::common::{Folder, built_in, file, rules, yaml_files};
use muster::build::edits::ListEdit;
use muster::build::open_rooms::report_with_open_rooms;
use muster::build::rooms::rooms;
use muster::finding::{Code, StillOpen};
use muster::rules::library::Library;
use muster::wording::text_of_what_may_be_added;
use muster::{CheckOptions, Checked, ListRows, TrialList};

/// Foot of three kinds, of which two are alike, and horse; leaders may be one in four of all.
const RULES: &str = "ruleset: toy
name: Toy
version: 1.0.0
commands: {led-by: [leader]}
stats: {melee: {name: Melee}}
size: {of: models, min: 1}
roles: {leader: {name: Leader, cost: 0}}
options: {veteran: {name: Veteran, cost: 0}}
tags: {foot: {name: foot}, heavy: {name: heavy foot}, horse: {name: horse}}
units:
  hastati: {name: Hastati, tags: [foot, heavy], cost: 1, options: [veteran?]}
  principes: {name: Principes, tags: [foot, heavy], cost: 1, options: [veteran?]}
  velites: {name: Velites, tags: [foot], cost: 1, options: [veteran?]}
  equites: {name: Equites, tags: [horse], cost: 1}
limits:
  hastati: {count: {unit: hastati}, max: 4}
  principes: {count: {unit: principes}, max: 6}
  velites: {count: {unit: velites}, max: 3}
  equites: {count: {unit: equites}, max: 2}
";

fn library(more: &str) -> (Folder, Library) {
    rules("toy", &format!("{RULES}{more}"), &[])
}

/// Returns a list with so many hastati, principes, velites and equites.
fn army(counts: [u32; 4]) -> String {
    let kinds = ["hastati", "principes", "velites", "equites"];
    let rows = kinds.iter().zip(counts).filter(|(_, count)| *count > 0);
    let rows: Vec<String> =
        rows.map(|(kind, count)| format!("  - {{unit: {kind}, size: 1, count: {count}}}\n")).collect();
    format!("army: A\nruleset: toy\npoints: 100\nunits:\n{}", rows.concat())
}

/// Returns what is open by the broken rule, of a list's findings that say it.
fn open(library: &Library, text: &str) -> Vec<(String, String)> {
    let checked = Checked::read(library, "list.yaml", text.into(), &CheckOptions::default());
    let report = report_with_open_rooms(checked);
    let open = |finding: &muster::Finding| {
        let rule = finding.rule_path.clone()?.replace("toy/limits/", "");
        Some((rule, text_of_what_may_be_added(finding.still_open.as_ref()?)))
    };
    report.findings.iter().filter_map(open).collect()
}

fn pairs(all: &[(&str, &str)]) -> Vec<(String, String)> {
    all.iter().map(|(rule, text)| ((*rule).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn where_there_are_too_many_others_are_open_the_most_similar_first() {
    let (_folder, library) = library("");
    // Heavy foot shares two tags with hastati, light foot one, and horse none
    assert_eq!(
        open(&library, &army([5, 4, 1, 1])),
        pairs(&[(
            "hastati",
            "still open: 2 more Principes (4 of 6), 2 more Velites (1 of 3) and 1 more Equites (1 of 2)"
        )])
    );
    // What is full is not open
    assert_eq!(
        open(&library, &army([5, 6, 1, 2])),
        pairs(&[("hastati", "still open: 2 more Velites (1 of 3)")])
    );
    assert_eq!(open(&library, &army([5, 6, 3, 2])), []);
    // Each broken limit says it
    let all = open(&library, &army([5, 4, 3, 3]));
    assert_eq!(
        all,
        pairs(&[
            ("hastati", "still open: 2 more Principes (4 of 6)"),
            ("equites", "still open: 2 more Principes (4 of 6)")
        ])
    );
}

#[test]
fn what_another_limit_stops_is_not_open() {
    let (_folder, all_foot) = library("  foot: {count: {tag: foot}, max: 10}\n");
    // 10 of 10 foot with the fifth hastati
    assert_eq!(
        open(&all_foot, &army([5, 4, 1, 1])),
        pairs(&[("hastati", "still open: 1 more Equites (1 of 2)")])
    );
    // 9 of 10 foot: of the two principes that their own limit allows, one
    assert_eq!(
        open(&all_foot, &army([5, 4, 0, 2])),
        pairs(&[("hastati", "still open: 1 more Principes (4 of 6) and 1 more Velites (0 of 3)")])
    );
    // Where the foot themselves are too many, only horse are open
    assert_eq!(
        open(&all_foot, &army([4, 5, 2, 1])),
        pairs(&[("foot", "still open: 1 more Equites (1 of 2)")])
    );
    // A limit on those with an option stops nobody who does without it
    let (_folder, veterans) = library("  veterans: {count: {tag: foot, option: veteran}, max: 0}\n");
    assert_eq!(
        open(&veterans, &army([5, 4, 3, 2])),
        pairs(&[("hastati", "still open: 2 more Principes (4 of 6)")])
    );
}

#[test]
fn where_there_are_too_few_what_counts_for_it_is_open() {
    let (_folder, library) = library(
        "  least-foot: {count: {tag: foot}, min: 8}\n  least-horse: {count: {unit: equites}, min: 1}\n",
    );
    // The hastati are full, and the limit on horse says itself what to add
    assert_eq!(
        open(&library, &army([4, 1, 1, 0])),
        pairs(&[("least-foot", "still open for it: 5 more Principes (1 of 6) and 2 more Velites (1 of 3)")])
    );
    // A draft may still be filled
    let draft = army([4, 1, 1, 0]) + "draft: true\n";
    assert_eq!(open(&library, &draft), []);
}

#[test]
fn roles_and_points_have_nothing_open_beside_them() {
    let (_folder, library) = library("  leader: {count: {role: leader}, max: 1}\n");
    let leaders =
        "characters: [{role: leader, name: A, with: Hastati}, {role: leader, name: B, with: Hastati}]\n";
    assert_eq!(open(&library, &(army([1, 1, 1, 1]) + leaders)), []);
    let over = army([4, 4, 1, 1]).replace("points: 100", "points: 5");
    assert_eq!(open(&library, &over), []);
}

fn three_elephants() -> Folder {
    let folder = Folder::new();
    let carthage = file("lists/fra/trebia-carthage.yaml");
    folder.write("x.yaml", &carthage.replace("name: Elephants,", "name: Elephants, count: 3,"));
    folder
}

/// 4 Gauls of 3 for every 2 of 8 African and Iberian foot, 5 Libyans of 2 for every 250 points, 3 scutarii likewise; then
/// caetrati, Ligurians, Gaesati and Punic horse. The slingers are full, and captured arms come with 217 BC.
#[test]
fn it_is_said_below_the_finding_and_in_json_and_nowhere_else() {
    let folder = three_elephants();
    let check = |format: &str| folder.muster(&["check", "--format", format, "x.yaml"]);
    let human = check("human").out;
    let lines = "           ╰────\n  still open: 8 more Gallic foot (4 of 12), 3 more Libyan spearmen (5 of 8), 5\n    \
                 more Iberian scutarii (3 of 8) and 4 more; `muster rooms` lists all\n\n";
    assert!(human.contains(lines), "{human}");
    assert_eq!(human.matches("still open").count(), 1);
    let json = check("json").json();
    let findings = json["lists"][0]["findings"].as_array().unwrap();
    let limit = |id: &str, label: &str, [more, now, max]: [i64; 3]| {
        serde_json::json!({"rule": format!("carthage-italy/{id}"), "label": label, "of": "units", "more": more,
            "now": now, "max": max})
    };
    let limits = [
        limit("limits/gauls-per-veterans", "Gallic foot", [8, 4, 12]),
        limit("entries/libyan-spearmen", "Libyan spearmen", [3, 5, 8]),
        limit("entries/iberian-scutarii", "Iberian scutarii", [5, 3, 8]),
    ];
    for finding in findings {
        let open = serde_json::json!({"limits": limits, "further": 4, "for_it": false});
        let expected = (finding["code"] == "too-many").then_some(open);
        assert_eq!(finding.get("still_open").cloned(), expected);
    }
    for format in ["concise", "github", "sarif", "table", "csv"] {
        let out = check(format).out;
        assert!(!out.contains("still open") && !out.contains("still_open"), "{format}: {out}");
    }
    let fixed = folder.muster(&["fix", "x.yaml"]).out;
    assert!(fixed.contains("still open: 8 more Gallic foot"), "{fixed}");
}

/// In every shipped list, a row of which there are too many: of each limit that is said to be open, there is an entry
/// that can be added without breaking a maximum that was not broken.
#[test]
fn what_is_said_to_be_open_can_be_taken() {
    let library = built_in();
    let mut seen = 0;
    for path in yaml_files("lists") {
        let text = file(&path);
        let rows = ListRows::of_text(&text);
        let checked = Checked::read(&library, &path, text.clone().into(), &CheckOptions::default());
        let trials = TrialList::new(&library, &text, &rows, &checked, false);
        let several = rows.rows.iter().filter(|row| row.path.contains("/units/"));
        for row in several {
            let more = ListEdit::Count { at: row.id.clone(), count: 30 };
            let Ok(broken) = trials.try_edits(&[more]) else { continue };
            let text = broken.edited.text.clone();
            let report =
                report_with_open_rooms(Checked::read(&library, &path, text.into(), &CheckOptions::default()));
            let found = report.findings.iter().filter(|f| f.code == Code::TooMany);
            let Some(open) = found.filter_map(|f| f.still_open.as_deref()).find(|open| !open.is_for_it)
            else {
                continue;
            };
            seen += 1;
            assert_can_be_taken(&path, open, &broken, &trials);
            break;
        }
    }
    // Games without limits on troops have none
    assert!(seen > 20, "{seen}");
}

fn assert_can_be_taken(
    path: &str,
    open: &StillOpen,
    broken: &muster::build::trial::Trial,
    trials: &TrialList<'_>,
) {
    let army = broken.checked.army().unwrap();
    let all = rooms(army).rooms;
    let trials = trials.after(broken);
    for limit in &open.limits {
        let room = all.iter().filter(|room| room.rule_path.as_ref() == Some(&limit.rule_path));
        let entries = room.flat_map(|room| &room.entries).map(|kind| &army.rules.kind(*kind).id);
        let commands = trials.rows().commands.iter().map(|command| &command.id);
        let takes = |entry: &&String| {
            commands.clone().any(|at| {
                let value = serde_json::json!({"unit": entry});
                let (kind, before, label) = (None, None, None);
                let add = ListEdit::Add { at: at.clone(), value, kind, before, label };
                let Ok(tried) = trials.try_edits(&[add]) else { return false };
                tried.result.breaks.iter().all(|broken| broken.finding.code != Code::TooMany)
            })
        };
        assert!(entries.clone().any(|entry| takes(&entry)), "{path}: {limit:?}");
    }
}
