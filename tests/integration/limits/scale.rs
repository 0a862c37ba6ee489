//! Numbers of books that are scaled to another size than the books are meant for.

use crate::common::Folder;

const BOOK: &str = "book: valley
ruleset: toy
name: Valley
version: 1.0.0
entries:
  clansmen: {unit: foot, name: Clansmen, max: 6}
  slingers: {unit: foot, name: Slingers, min: 1, max: 10}
  chief: {unit: horse, name: The chief, exactly: 1}
limits:
  few: {count: {tag: horse}, max: {share: 1/2, of: {tag: foot}}}
";

/// Writes a ruleset with a book for 500 points, and an event with a line of its own.
fn with_event(line: &str) -> Folder {
    let folder = Folder::new();
    folder.write(
        "rulesets/toy/ruleset.yaml",
        "ruleset: toy
name: Toy
version: 1.0.0
stats: {melee: {name: Melee}}
units:
  foot: {name: Foot, tags: [foot], cost: 10, max: 12}
  horse: {name: Horse, tags: [horse], cost: 20}
",
    );
    folder.write("rulesets/toy/books/valley.yaml", BOOK);
    folder.write("cup.yaml", &format!("event: cup\nname: Cup\n{line}\n"));
    folder
}

/// Returns the findings about an army at an event, without their places.
fn findings(folder: &Folder, points: i64, clansmen: u32, slingers: u32, chiefs: u32) -> Vec<String> {
    let rows = [("clansmen", clansmen), ("slingers", slingers), ("chief", chiefs)];
    let rows = rows.iter().filter(|(_, count)| *count > 0);
    let rows: String = rows.map(|(unit, count)| format!("  - {{unit: {unit}, count: {count}}}\n")).collect();
    folder.write(
        "army.yaml",
        &format!("army: Trial\nruleset: toy\nbook: valley\npoints: {points}\nunits:\n{rows}"),
    );
    let run = folder.muster(&[
        "check",
        "--event",
        "cup.yaml",
        "--rulesets",
        "rulesets",
        "--format",
        "concise",
        "army.yaml",
    ]);
    let findings = run.out.lines().filter(|line| line.contains(": error[") || line.contains(": warning["));
    findings.map(|line| line.split_once("error[").map_or(line, |(_, rest)| rest).to_owned()).collect()
}

#[test]
fn three_hundred_and_fifty_points_of_five_hundred() {
    let folder = with_event("scale: {to: 350, of: 500, round: up}");
    // Six become 4.2, so 5; ten become 7; one becomes 0.7, so 1
    assert_eq!(findings(&folder, 350, 5, 7, 1), [""; 0]);
    assert_eq!(
        findings(&folder, 350, 6, 6, 1),
        ["too-many]: 6 \"Clansmen\", at most 5 allowed: 6 scaled by 350/500, rounded up"]
    );
    // Twelve units of a type are the ruleset's own number, which stays
    assert_eq!(
        findings(&folder, 350, 5, 8, 1),
        [
            "too-many]: 13 \"Foot\", at most 12 allowed",
            "too-many]: 8 \"Slingers\", at most 7 allowed: 10 scaled by 350/500, rounded up",
        ]
    );
    assert_eq!(
        findings(&folder, 350, 5, 0, 2),
        [
            "too-few]: 0 \"Slingers\", at least 1 needed: 1 scaled by 350/500, rounded up (help: add {unit: slingers})",
            "too-many]: 2 \"The chief\", exactly 1 allowed: 1 scaled by 350/500, rounded up",
        ]
    );
}

#[test]
fn what_was_one_stays_one_when_rounded_down() {
    let folder = with_event("scale: {to: 350, of: 500, round: down}");
    assert_eq!(findings(&folder, 350, 4, 7, 1), [""; 0]);
    assert_eq!(
        findings(&folder, 350, 4, 7, 0),
        [
            "too-few]: 0 \"The chief\", exactly 1 needed: 1 scaled by 350/500, rounded down, but at least 1 (help: add {unit: chief})"
        ]
    );
}

#[test]
fn the_agreed_size_may_be_what_is_scaled_to() {
    let folder = with_event("scale: {to: points, of: 500, round: up}");
    assert_eq!(findings(&folder, 500, 6, 6, 1), [""; 0]);
    // At 250 points six become 3 and ten become 5
    assert_eq!(
        findings(&folder, 250, 4, 6, 1),
        [
            "too-many]: 4 \"Clansmen\", at most 3 allowed: 6 scaled by 250/500, rounded up",
            "too-many]: 6 \"Slingers\", at most 5 allowed: 10 scaled by 250/500, rounded up",
        ]
    );
}

#[test]
fn shares_are_not_scaled() {
    let folder = with_event("scale: {to: 1000, of: 500, round: up}");
    // Exactly one chief becomes two; half of three is one and a half, so one
    assert_eq!(
        findings(&folder, 100, 1, 2, 2),
        [
            "too-many]: 2 units tagged \"horse\", at most 1 allowed: 1/2 of 3 units tagged \"foot\", rounded down (few)"
        ]
    );
}

#[test]
fn rooms_and_the_page_of_a_book_say_both_numbers() {
    let folder = with_event("scale: {to: 350, of: 500, round: up}");
    findings(&folder, 350, 3, 7, 1);
    let rooms = folder.muster(&["rooms", "--event", "cup.yaml", "--rulesets", "rulesets", "army.yaml"]);
    assert!(rooms.out.contains("6 scaled by 350/500, rounded up"), "{}", rooms.out);
    let path = "rulesets/toy/ruleset.yaml";
    let ruleset = folder.read(path);
    for (scale, wanted) in [
        ("scale: {to: 350, of: 500, round: up}\n", "at most 5 (6 scaled by 350/500, rounded up)"),
        (
            "scale: {to: points, of: 500, round: up}\n",
            "at most 6 scaled by the agreed points/500, rounded up",
        ),
    ] {
        folder.write(path, &format!("{ruleset}{scale}"));
        let page = folder.muster(&["rules", "valley", "--rulesets", "rulesets"]).out;
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(wanted), "{page}");
    }
}

#[test]
fn a_scale_without_sense_is_told_at_its_place() {
    for (line, wanted) in [
        (
            "scale: {to: 350, of: 0, round: up}",
            "cup.yaml:3:22: error[bad-value]: `of` of a scale is 0, a number above 0 is needed",
        ),
        (
            "scale: {to: -1, of: 500, round: up}",
            "cup.yaml:3:13: error[bad-value]: `to` of a scale is -1, a number above 0 is needed",
        ),
        ("scale: {to: 350, of: 500}", "cup.yaml:3:9: error[missing-key]: missing key `round` in `scale`"),
        ("scale: {to: size, of: 500, round: up}", "cup.yaml:3:13: error[wrong-type]"),
    ] {
        let folder = with_event(line);
        let run = folder.muster(&["check", "--format", "concise", "cup.yaml"]);
        assert!(run.out.starts_with(wanted), "{line}\n{}", run.out);
    }
}

#[test]
fn a_game_without_points_has_no_sizes() {
    let folder = Folder::new();
    folder.write(
        "none/ruleset.yaml",
        "ruleset: none
name: None
version: 1.0.0
points: none
scale: {to: 350, of: 500, round: up}
stats: {melee: {name: Melee}}
units: {foot: {name: Foot, stats: {melee: 1}}}
limits: {agreed-size: {sum: points, max: 500}}
",
    );
    let out = folder.muster(&["check", "--format", "concise", "none/ruleset.yaml"]).out;
    for wanted in [
        "ruleset.yaml:5:8: error[bad-value]: there is nothing to scale by, since the game has no points",
        "ruleset.yaml:8:10: error[bad-value]: no size is agreed, since the game has no points",
    ] {
        assert!(out.contains(wanted), "{wanted}\n{out}");
    }
}
