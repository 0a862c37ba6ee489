//! What a finding explains about a broken limit: both sides of a formula, the size of its base, why it
//! applies; and the same as facts in JSON.

use serde_json::{Value, json};

use crate::common::{Folder, checked, labelled, rules};
use crate::limits::support::{army, message, with_limit};
use muster::check::report::ListReport;
use muster::finding::{Finding, Severity};
use muster::rules::library::Library;

/// Returns the only finding of a report.
fn only(report: &ListReport) -> &Finding {
    let _ = message(report);
    &report.findings[0]
}

#[test]
fn a_false_formula_is_reported_with_both_sides() {
    // Two for each 1,000 points, counting the last 800 as 1,000: 4 at 1,800
    let formula = "count({unit: horse}) <= 2 * floor((points + 200) / 1000)";
    let (_folder, library) = with_limit(&format!("{{holds: \"{formula}\", says: two for each 1000}}"));
    assert!(checked(&library, &army(1800, 4, 1)).findings.is_empty());
    let report = checked(&library, &army(1800, 5, 1));
    assert_eq!(
        message(&report),
        "this rule is not met: two for each 1000: count({unit: horse}) is 5, at most 4 needed: \
         2 * floor((points + 200) / 1000)"
    );
    assert_eq!(
        labelled(&report, only(&report)),
        ["Trial", "horse", "horse"],
        "the army, its horse, the rule"
    );
    assert_eq!(only(&report).labels[1].text, "counted");
}

#[test]
fn only_the_failed_parts_of_a_formula_are_reported() {
    let reported = |formula: &str, horse, foot| {
        let (_folder, library) = with_limit(&format!("{{holds: \"{formula}\", says: x}}"));
        let report = checked(&library, &army(1000, horse, foot));
        message(&report).to_owned()
    };
    let (horse, foot) = ("count({unit: horse})", "count({unit: foot})");
    // Of the parts of an `and`, only those that failed
    assert_eq!(
        reported(&format!("{horse} >= 2 and {foot} >= 3 and {foot} <= 9"), 4, 1),
        format!("this rule is not met: x: {foot} is 1, at least 3 needed")
    );
    // Both alternatives of an `or`
    assert_eq!(
        reported(&format!("{horse} = 2 or {foot} > 3 * {horse}"), 1, 2),
        format!(
            "this rule is not met: x: {horse} is 1, exactly 2 needed; {foot} is 2, more than 3 needed: 3 * {horse}"
        )
    );
    // Under a `not` the opposite is needed, and of an `if` the branch that applies
    assert_eq!(
        reported(&format!("not ({horse} < 5 and {foot} < 5)"), 2, 3),
        format!("this rule is not met: x: {horse} is 2, at least 5 needed; {foot} is 3, at least 5 needed")
    );
    assert_eq!(
        reported(&format!("if({horse} > 1, {foot} = 1, {foot} = 2)"), 1, 3),
        format!("this rule is not met: x: {foot} is 3, exactly 2 needed")
    );
    assert_eq!(
        reported(&format!("not {horse} != 2"), 3, 1),
        format!("this rule is not met: x: {horse} is 3, exactly 2 needed")
    );
}

#[test]
fn a_formula_names_what_its_numbers_count() {
    let text = "\
ruleset: toy
name: Toy
version: 1.0.0
points: none
stats: {melee: {name: Melee}}
options: {shield: {name: Shield}}
units:
  horse: {name: Horse, stats: {melee: 1}, options: [shield?]}
  foot: {name: Foot, stats: {melee: 1}, options: [shield?]}
numbers:
  riders: {for: army, name: Riders, is: \"count({unit: horse})\"}
limits:
  riders: {holds: riders < 2, says: few riders}
  shields: {holds: not has(shield), in: unit, says: no shields}
";
    let (_folder, library) = rules("toy", text, &[]);
    let list = "army: Trial\nruleset: toy\nunits:\n  - {unit: horse}\n  - {unit: foot}\n  - {unit: horse}\n";
    let report = checked(&library, list);
    assert_eq!(message(&report), "this rule is not met: few riders: riders is 2, less than 2 needed");
    assert_eq!(labelled(&report, only(&report)), ["Trial", "horse", "horse", "riders"]);
    let list = "army: Trial\nruleset: toy\nunits:\n  - {unit: foot, options: [shield]}\n";
    let report = checked(&library, list);
    assert_eq!(message(&report), "this rule is not met in \"Foot\": no shields: has(shield) is so");
}

#[test]
fn the_condition_of_a_limit_is_named_and_labelled() {
    let explained = |when: &str, points, horse, foot, more: &str| {
        let (_folder, library) = with_limit(&format!("{{count: {{unit: foot}}, max: 1, when: {when}}}"));
        let report = checked(&library, &(army(points, horse, foot) + more));
        let finding = only(&report);
        let message =
            finding.message.strip_prefix("2 \"Foot\", at most 1 allowed, since ").unwrap().to_owned();
        let why: Vec<&muster::finding::Label> =
            finding.labels.iter().filter(|l| l.text == "the rule applies because of this").collect();
        let words =
            |l: &&muster::finding::Label| report.sources.get(l.span.file).unwrap().text_at(l.span).to_owned();
        (message, why.iter().map(words).collect::<Vec<_>>())
    };
    let is = |explained: (String, Vec<String>), words: &str, labels: &[&str]| {
        assert_eq!(
            (explained.0.as_str(), explained.1),
            (words, labels.iter().map(|l| (*l).to_owned()).collect())
        );
    };
    is(explained("{present: {tag: horse}}", 1000, 1, 2, ""), "there are units tagged \"horse\"", &["horse"]);
    is(
        explained("{not: {present: {tag: horse}}}", 1000, 0, 2, ""),
        "there are no units tagged \"horse\"",
        &[],
    );
    is(
        explained("{points: {min: 500, below: 1500}}", 1000, 1, 2, ""),
        "1000 points are agreed, 500 or more and less than 1500",
        &["1000"],
    );
    is(
        explained("{not: {points: {above: 1500}}}", 1000, 1, 2, ""),
        "1000 points are agreed, not more than 1500",
        &["1000"],
    );
    is(explained("{spent: {max: 5}}", 1000, 1, 2, ""), "3 points are spent, 5 or less", &[]);
    is(
        explained("{date: {from: 220 BC, to: 201 BC}}", 1000, 1, 2, "date: 218 BC\n"),
        "the year is 218 BC, from 220 BC to 201 BC",
        &["218 BC"],
    );
    is(explained("{commands: {exactly: 1}}", 1000, 1, 2, ""), "there is 1 command, exactly 1", &[]);
    // If one of several conditions is enough, the one that holds
    is(
        explained("{any: [{points: {above: 1500}}, {present: {unit: horse}}]}", 1000, 1, 2, ""),
        "there are \"Horse\"",
        &["horse"],
    );
    is(
        explained("{points: {max: 1000}, all: [{present: {unit: horse}}]}", 1000, 1, 2, ""),
        "1000 points are agreed, 1000 or less and there are \"Horse\"",
        &["1000", "horse"],
    );
}

const BANDS: &str = "\
ruleset: bands
name: Bands
version: 1.0.0
points: none
size: {of: bases, min: 1}
stats: {armour: {name: Armour, default: 0}}
options: {mail: {name: Mail, add: {armour: 1}}}
units: {men: {name: Men, stats: {}, options: [mail?]}}
numbers:
  armoured: {for: [unit, army], name: Armoured bases, is: \"sum({option: mail}, size)\"}
";

const BOOK: &str = "\
book: hill
ruleset: bands
name: Hill
version: 1.0.0
entries:
  warband: {unit: men, name: Warband}
  chiefs: {unit: men, name: Chiefs}
limits:
  mail: {sum: armoured, of: {entry: chiefs}, max: {share: 1/2, of: {entry: warband}}}
";

#[test]
fn the_measure_of_a_base_is_named() {
    let (folder, library) = rules("bands", BANDS, &[("hill", BOOK)]);
    let list = "army: Trial\nruleset: bands\nbook: hill\nunits:\n  - {unit: chiefs, size: 4, options: [mail]}\n  \
                - {unit: warband, size: 6, options: [mail]}\n  - {unit: warband, size: 9}\n";
    // 6 of the 15 bases of the warband are armoured, and half of them are 3
    let report = checked(&library, list);
    assert_eq!(
        message(&report),
        "4 armoured bases of \"Chiefs\", at most 3 allowed: 1/2 of 6 armoured bases of \"Warband\", rounded down"
    );
    folder.write("a.yaml", list);
    let json = folder.muster(&["--rulesets", ".", "check", "a.yaml", "--format", "json"]).json();
    assert_eq!(
        json["lists"][0]["findings"][0]["facts"],
        json!([
            {"is": "found", "what": "armoured bases of \"Chiefs\"", "value": 4},
            {"is": "at-most", "what": "1/2 of 6 armoured bases of \"Warband\", rounded down", "value": 3},
            {"is": "base", "what": "armoured bases of \"Warband\"", "value": 6},
        ])
    );
    // The page of the book says it too, before there is any army
    let page = folder.muster(&["--rulesets", ".", "rules", "hill"]).out.replace("\n    ", " ");
    let words = "(armoured bases of \"Chiefs\": at most 1/2 of armoured bases of \"Warband\", rounded down)";
    assert!(page.contains(words), "{page}");
}

/// Returns the findings of a list as JSON.
fn json_of(folder: &Folder, list: &str) -> Vec<Value> {
    folder.write("a.yaml", list);
    let json = folder.muster(&["--rulesets", ".", "check", "a.yaml", "--format", "json"]).json();
    json["lists"][0]["findings"].as_array().unwrap().clone()
}

#[test]
fn json_has_both_sides_of_a_formula_and_the_conditions() {
    let formula = "count({unit: horse}) * 2 <= count({unit: foot})";
    let (folder, _library) =
        with_limit(&format!("{{holds: \"{formula}\", when: {{points: {{max: 1000}}}}}}"));
    let found = json_of(&folder, &army(1000, 2, 3));
    assert_eq!(
        found[0]["facts"],
        json!([
            {"is": "formula", "what": formula, "value": null},
            {"is": "comparison", "what": formula, "value": null},
            {"is": "left", "what": "count({unit: horse}) * 2", "value": 4},
            {"is": "right", "what": "count({unit: foot})", "value": 3},
            {"is": "condition", "what": "1000 points are agreed, 1000 or less", "value": 1000},
        ])
    );
    // A finding that is not about amounts has no facts
    let found = json_of(&folder, "army: Trial\nruleset: toy\npoints: 10\nunits: [{unit: hrose, size: 1}]\n");
    assert!(found.iter().all(|f| f.get("facts").is_none()), "{found:?}");
}

/// Returns rules with four kinds of men: exactly a quarter must be of each, and half of them may ride.
fn quarters() -> (Folder, Library) {
    let limit = |id: &str, share: &str| {
        format!(
            "  {id}: {{count: {{unit: {id}}}, exactly: {{share: {share}, of: {{tag: men}}, round: none}}}}\n"
        )
    };
    let unit = |id: &str| format!("  {id}: {{name: {}, tags: [men]}}\n", id.to_uppercase());
    let text = format!(
        "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nstats: {{m: {{name: M}}}}\nunits:\n{}limits:\n{}",
        ["a", "b", "c", "d"].map(unit).concat(),
        ["a", "b", "c", "d"].map(|id| limit(id, "1/4")).concat()
    );
    rules("toy", &text, &[])
}

fn men(counts: [u32; 4]) -> String {
    let row = |(id, n): (&str, u32)| {
        if n == 0 { String::new() } else { format!("  - {{unit: {id}, count: {n}}}\n") }
    };
    let rows = ["a", "b", "c", "d"].into_iter().zip(counts).map(row).collect::<Vec<_>>().concat();
    format!("army: Trial\nruleset: toy\nunits:\n{rows}")
}

#[test]
fn a_base_that_cannot_be_quartered_is_one_finding() {
    let (folder, library) = quarters();
    assert!(checked(&library, &men([5, 5, 5, 5])).findings.is_empty());
    // 19 cannot be quartered; adding a twentieth makes it 5 of each
    let report = checked(&library, &men([5, 5, 5, 4]));
    assert_eq!(
        message(&report),
        "19 units tagged \"men\", a multiple of 4 needed, so that exactly 1/4 can be \"A\", 1/4 can be \"B\", \
         1/4 can be \"C\" and 1/4 can be \"D\""
    );
    assert_eq!(only(&report).severity, Severity::Error);
    let facts = json_of(&folder, &men([5, 5, 5, 4]))[0]["facts"].clone();
    assert_eq!(
        facts,
        json!([
            {"is": "found", "what": "units tagged \"men\"", "value": 19},
            {"is": "multiple-of", "what": "units tagged \"men\"", "value": 4},
        ])
    );
    // A base that can be quartered is not the problem: of 20, the 6 and the 4 are each reported
    let report = checked(&library, &men([6, 5, 5, 4]));
    let words: Vec<&str> = report.findings.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(
        words,
        [
            "4 \"D\", exactly 5 needed: 1/4 of 20 units tagged \"men\"",
            "6 \"A\", exactly 5 allowed: 1/4 of 20 units tagged \"men\"",
        ]
    );
    // In a draft the number may still grow
    let report = checked(&library, &(men([1, 1, 1, 0]) + "draft: true\n"));
    assert_eq!(only(&report).severity, Severity::Note);
}

#[test]
fn an_entry_that_may_not_be_taken_says_why() {
    let book = BOOK.replace(
        "name: Chiefs}",
        "name: Chiefs, when: {present: {option: mail}, all: [{choice: {camp: wood}}]}}",
    ) + "choices: {camp: {name: Camp, one-of: {wood: {name: Wood}, hill: {name: Hill}}}}\n";
    let (_folder, library) = rules("bands", BANDS, &[("hill", &book)]);
    let list = "army: Trial\nruleset: bands\nbook: hill\nchoose: {camp: hill}\nunits:\n  - {unit: chiefs, size: 1}\n";
    let report = checked(&library, list);
    assert_eq!(
        message(&report),
        "\"Chiefs\" may not be taken, since there are no units with the option \"mail\" and camp is \"hill\", not \"wood\""
    );
    assert_eq!(
        labelled(&report, only(&report)),
        ["chiefs", "chiefs", "hill"],
        "the word, the rule, the answer"
    );
}
