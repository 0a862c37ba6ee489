//! One item is named in the singular, and what is counted is named once.

use std::fmt::Write as _;

use crate::common::{Folder, checked, labelled, line};
use crate::limits::support::{army, message, with_limit};

/// Returns the messages and labels of a list's findings.
fn report_text(limit: &str, list: &str) -> String {
    let (_folder, library) = with_limit(limit);
    let report = checked(&library, list);
    let mut all = String::new();
    for finding in &report.findings {
        let labels: Vec<&str> = finding.labels.iter().map(|label| label.text.as_str()).collect();
        let places = labelled(&report, finding).join(" ");
        writeln!(all, "{} | {} | {places}", line(finding), labels.join(" | ")).unwrap();
    }
    all
}

/// Horse and foot cost 1 point each.
#[test]
fn one_point_is_written_in_the_singular() {
    let whole = "{sum: points, of: {tag: horse}, max: {share: 1/2, of: points, round: down}}";
    let all = [
        (
            report_text("{sum: points, of: {tag: horse}, max: 1}", &army(10, 2, 0)),
            "2 points of units tagged \"horse\", at most 1",
        ),
        (
            report_text("{sum: points, of: {tag: horse}, min: 2}", &army(10, 1, 0)),
            "1 point of units tagged \"horse\", at least 2",
        ),
        (report_text(whole, &army(1, 1, 0)), "none allowed: 1/2 of 1 point, rounded down"),
        (
            report_text(&whole.replace("of: points,", "of: spent,"), &army(9, 1, 0)),
            "1/2 of 1 point spent, rounded down",
        ),
        (
            report_text("{count: {tag: foot}, max: 0, when: {points: {max: 1}}}", &army(1, 0, 1)),
            "1 point is agreed",
        ),
        (
            report_text("{count: {tag: foot}, max: 0, when: {spent: {max: 1}}}", &army(9, 0, 1)),
            "1 point is spent",
        ),
        (
            report_text("{count: {tag: foot}, max: 9}", &(army(9, 0, 2) + "declares: {points: 1}\n")),
            "declares 1 point and costs 2",
        ),
    ];
    for (reported, wanted) in all {
        assert!(reported.contains(wanted), "{wanted}: {reported}");
        assert!(!format!(" {reported}").contains(" 1 points"), "{reported}");
    }
    // The label of the unit that is too many
    let two = "army: Trial\nruleset: toy\npoints: 9\nunits:\n  - {unit: horse, size: 1}\n  - {unit: camels, size: 1}\n";
    let reported = report_text("{sum: points, of: {tag: horse}, max: 1}", two);
    assert!(reported.contains(" | 1 point | 1 point | "), "{reported}");
}

#[test]
fn a_further_condition_does_not_name_the_units_again() {
    for (limit, wanted) in [
        (
            "{count: {any: [{tag: horse}, {tag: foot}]}, max: 2}",
            "4 units tagged \"horse\" or tagged \"foot\", at most 2",
        ),
        (
            "{count: {tag: horse, all: [{not: {unit: camels}}, {tag: horse}]}, max: 1}",
            "2 units tagged \"horse\" but not \"Camels\" tagged \"horse\", at most 1",
        ),
        ("{count: {all: [{tag: horse}]}, max: 1}", "2 units tagged \"horse\", at most 1"),
    ] {
        let (_folder, library) = with_limit(limit);
        let report = checked(&library, &army(10, 2, 2));
        let reported = message(&report);
        assert!(!reported.contains("units that are units"), "{reported}");
        assert!(reported.starts_with(wanted), "{wanted}: {reported}");
    }
}

const BARE: &str = "ruleset: bare\nname: Bare\nversion: 1.0.0\nunits:\n  foot: {name: Foot, cost: 1}\n";
const LIST: &str = "army: Trial\nruleset: bare\npoints: 1\nunits:\n  - {unit: foot}\n";

/// Returns the headings in a text: underlined lines, or in Markdown those that begin with `#`.
fn heads_of(text: &str) -> Vec<(String, bool)> {
    let lines: Vec<&str> = text.lines().collect();
    let ruled = |line: &str| line.len() > 2 && line.chars().all(|c| c == '-');
    let head = |at: usize| lines.get(at + 1).is_some_and(|next| ruled(next)) || lines[at].starts_with("## ");
    (0..lines.len())
        .filter(|at| head(*at))
        .map(|at| {
            let below = (at + 1..lines.len()).filter(|n| !ruled(lines[*n]) && !lines[*n].trim().is_empty());
            let next = below.into_iter().next();
            let some = next.is_some_and(|n| !head(n) && !lines[n].contains("Made with Muster"));
            (lines[at].to_owned(), some)
        })
        .collect()
}

#[test]
fn no_heading_is_without_content() {
    let folder = Folder::new();
    folder.write("bare/ruleset.yaml", BARE);
    folder.write("list.yaml", LIST);
    folder.write("full.yaml", &crate::common::file("lists/fra/zama-rome.yaml"));
    for format in ["text", "markdown"] {
        let sheet = |list: &str| {
            let ran = folder.muster(&["render", "reference", list, "--rulesets", ".", "--format", format]);
            assert_eq!(ran.status, Some(0), "{ran:?}");
            ran.out
        };
        assert_eq!(heads_of(&sheet("list.yaml")), [], "{format}");
        let full = heads_of(&sheet("full.yaml"));
        assert!(full.len() > 20 && full.iter().all(|(_, some)| *some), "{format}: {full:?}");
    }
    let rules = folder.muster(&["rules", "bare", "--rulesets", "."]).out;
    assert!(rules.contains("Units") && !rules.contains("Options") && !rules.contains("Limits"), "{rules}");
    let cost = folder.muster(&["cost", "list.yaml", "--rulesets", "."]).out;
    assert!(cost.contains("total 1 of 1 point, 0 left"), "{cost}");
    let two = LIST.replace("points: 1", "points: 9").replace("unit: foot", "unit: foot, count: 2");
    folder.write("two.yaml", &two);
    for (kind, wanted) in [("roster", "1 point each"), ("cards", "1 point")] {
        for format in ["text", "markdown", "html"] {
            let sheet =
                folder.muster(&["render", kind, "two.yaml", "--rulesets", ".", "--format", format]).out;
            // In HTML the column says that these are points, and cards have a number alone
            let wanted = match (kind, format) {
                ("roster", "html") => "1 each",
                ("cards", "html") => "",
                _ => wanted,
            };
            assert!(sheet.contains(wanted), "{kind} {format}: {sheet}");
            assert!(!sheet.contains("1 points"), "{kind} {format}: {sheet}");
        }
    }
}
