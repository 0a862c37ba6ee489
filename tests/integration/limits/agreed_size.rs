//! Armies that may cost more than the agreed size, since a rule stands in its place.

use crate::common::{Folder, checked, lines, rules};
use muster::check::report::ListReport;
use muster::rules::library::Library;

const TOY: &str = "ruleset: toy
name: Toy
version: 1.0.0
stats: {melee: {name: Melee}}
units:
  foot: {name: Foot, tags: [foot], cost: 10}
";

fn with_rule(rule: &str) -> (Folder, Library) {
    rules("toy", &format!("{TOY}limits:\n  agreed-size: {rule}\n"), &[])
}

fn army(points: i64, count: i64) -> String {
    format!("army: Trial\nruleset: toy\npoints: {points}\nunits: [{{unit: foot, count: {count}}}]\n")
}

fn findings(report: &ListReport) -> Vec<String> {
    lines(report)
}

#[test]
fn an_attacker_may_field_a_quarter_more() {
    let (_folder, library) = with_rule(
        "{sum: points, max: {share: 5/4, of: points}, says: the attacker may field a quarter more}",
    );
    let report = checked(&library, &army(100, 12));
    assert!(report.findings.is_empty(), "{:?}", findings(&report));
    assert_eq!(report.points.unwrap().limit, Some("125".parse().unwrap()));
    let report = checked(&library, &army(100, 13));
    let only = &report.findings[0];
    assert_eq!(report.findings.len(), 1);
    assert_eq!(only.code.as_str(), "over-points");
    assert_eq!(
        only.message,
        "the army costs 130 points, at most 125 allowed: 5/4 of 100 points, rounded down"
    );
    assert_eq!(only.rule_path.as_deref(), Some("toy/limits/agreed-size"));
    assert!(only.labels.iter().any(|label| label.text == "the attacker may field a quarter more"));
}

#[test]
fn the_rule_may_be_a_number() {
    let (_folder, library) = with_rule("{sum: points, max: 150}");
    assert!(checked(&library, &army(100, 15)).findings.is_empty());
    let report = checked(&library, &army(100, 16));
    assert_eq!(report.findings[0].message, "the army costs 160 points, at most 150 allowed");
}

#[test]
fn suggest_spends_up_to_what_the_rule_allows() {
    let (folder, _library) = with_rule("{sum: points, max: {share: 5/4, of: points}}");
    folder.write("army.yaml", &army(100, 10));
    let run = folder.muster(&["suggest", "army.yaml", "--rulesets", "."]);
    assert!(run.out.contains("120 of 125 points"), "{}", run.out);
}

#[test]
fn an_event_replaces_or_drops_the_limit() {
    let (folder, _library) = rules("toy", TOY, &[]);
    folder.write("army.yaml", &army(100, 12));
    let check = |event: &str| {
        folder.write("cup.yaml", &format!("event: cup\nname: Cup\n{event}\n"));
        let run = folder.muster(&[
            "check",
            "--event",
            "cup.yaml",
            "--rulesets",
            ".",
            "--format",
            "concise",
            "army.yaml",
        ]);
        (run.status, run.out)
    };
    assert_eq!(check("").0, Some(1));
    assert_eq!(check("drop: [toy/limits/agreed-size]").0, Some(0));
    assert_eq!(check("limits: {agreed-size: {sum: points, max: {share: 5/4, of: points}}}").0, Some(0));
    let (status, out) =
        check("limits: {agreed-size: {sum: points, max: {share: 6/5, of: points, plus: -1}}}");
    assert_eq!(status, Some(1));
    assert!(out.contains("the army costs 120 points, at most 119 allowed"), "{out}");
}

#[test]
fn what_the_limit_cannot_be_is_told() {
    for limit in [
        "{sum: points, min: 100}",
        "{count: {}, max: 3}",
        "{sum: points, of: {tag: foot}, max: 100}",
        "{sum: points, max: {share: 1/2, of: spent}}",
        "{sum: points, max: 100, when: {points: {above: 100}}}",
        "{sum: points, in: command, max: 100}",
        "{sum: points, max: {warning: 100, error: 120}}",
    ] {
        let folder = Folder::new();
        folder.write("toy/ruleset.yaml", &format!("{TOY}limits:\n  agreed-size: {limit}\n"));
        let run = folder.muster(&["check", "--format", "concise", "toy/ruleset.yaml"]);
        let wanted = "ruleset.yaml:8:3: error[bad-value]: `agreed-size` is the most that an army may cost, worked out \
                      from the agreed points alone";
        assert!(run.out.contains(wanted), "{limit}\n{}", run.out);
    }
}

#[test]
fn a_book_has_no_say_in_it() {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", TOY);
    folder.write(
        "toy/books/hill.yaml",
        "book: hill\nruleset: toy\nname: Hill\nversion: 1.0.0\nentries: {clan: {unit: foot}}\nlimits:\n  agreed-size: \
         {sum: points, max: 100}\n",
    );
    let run = folder.muster(&["check", "--format", "concise", "toy/books/hill.yaml"]);
    let wanted = "hill.yaml:7:3: error[bad-value]: how much an army may cost is for the game or the event to say, not \
                  for a book";
    assert!(run.out.contains(wanted), "{}", run.out);
}

/// A list that spends nearly all that the rule allows is there, though half of the agreed points are left.
#[test]
fn lint_asks_for_lists_that_spend_what_the_rule_allows() {
    let (folder, _library) = with_rule("{sum: points, max: {share: 1/2, of: points}}");
    let run = folder.muster(&["lint", "toy/ruleset.yaml"]);
    assert_eq!(run.status, Some(0));
    assert!(!run.out.contains("impossible"), "{}", run.out);
}
