//! Rules that apply only if something measured passes a test.

use std::time::Duration;

use muster::rules::library::RulesLookup;
use muster::solve::{Feasibility, ListRequirements, find_legal_list};

use crate::common::{Folder, checked as checked_whole, lines, rules};
use crate::limits::support::{army, checked, commands, message, with_limit};

/// Returns whether a limit of 1 foot applies to an army with this many horse, which always has 2 foot.
fn applies(when: &str, horse: i64) -> bool {
    let (_folder, library) = with_limit(&format!("{{count: {{unit: foot}}, max: 1, when: {when}}}"));
    let report = checked(&library, &army(1000, horse, 2));
    assert!(report.findings.len() < 2, "{when}: {:#?}", lines(&report));
    report.findings.iter().any(|f| f.message.starts_with("2 \"Foot\", at most 1 allowed"))
}

#[test]
fn each_comparison_has_its_edge() {
    for (test, passes) in [
        ("min: 2", [false, false, true, true]),
        ("above: 2", [false, false, false, true]),
        ("max: 1", [true, true, false, false]),
        ("below: 1", [true, false, false, false]),
        ("exactly: 2", [false, false, true, false]),
        ("min: 1, max: 2", [false, true, true, false]),
    ] {
        for (horse, wanted) in (0..).zip(passes) {
            let when = format!("{{measured: {{count: {{tag: horse}}, {test}}}}}");
            assert_eq!(applies(&when, horse), wanted, "{horse} horse, {test}");
            assert_eq!(applies(&format!("{{not: {when}}}"), horse), !wanted, "{horse} horse, not {test}");
        }
    }
}

#[test]
fn points_and_sizes_are_measured_as_limits_measure_them() {
    // Each unit has a size of 1 and costs 1 point
    assert!(applies("{measured: {sum: size, of: {tag: horse}, above: 2}}", 3));
    assert!(!applies("{measured: {sum: size, of: {tag: horse}, above: 2}}", 2));
    // With the 2 foot these are 5 points
    assert!(applies("{measured: {sum: points, min: 5}}", 3));
    assert!(!applies("{measured: {sum: points, min: 5}}", 2));
    assert!(applies("{measured: {sum: commands, exactly: 1}}", 0));
}

#[test]
fn a_condition_looks_where_the_limit_measures() {
    let limit =
        "{count: {unit: foot}, in: command, max: 1, when: {measured: {count: {tag: horse}, above: 1}}}";
    let (_folder, library) = with_limit(limit);
    let (foot, horse) = ("{unit: foot, size: 1, count: 2}", "{unit: horse, size: 1}");
    // One horse in each command is not more than one in any
    let report = checked(&library, &commands(&[foot, horse], &[foot, horse], &[]));
    assert!(report.findings.is_empty(), "{:#?}", lines(&report));
    let report = checked(&library, &commands(&[foot, horse], &[foot, horse, horse], &[horse]));
    assert_eq!(
        message(&report),
        "2 \"Foot\" in \"Right\", at most 1 allowed, since there are 2 units tagged \"horse\", more than 1"
    );
}

#[test]
fn attached_units_count_once_if_the_condition_says_so() {
    let rows = [
        "{unit: horse, name: A, size: 1}",
        "{unit: horse, size: 1, attached-to: A}",
        "{unit: foot, size: 1, count: 2}",
    ];
    for (joined, wanted) in [("", 1), (", joined: one", 0)] {
        let when = format!("{{measured: {{count: {{tag: horse}}, above: 1{joined}}}}}");
        let (_folder, library) = with_limit(&format!("{{count: {{unit: foot}}, max: 1, when: {when}}}"));
        let report = checked(&library, &commands(&rows, &[], &[]));
        assert_eq!(report.findings.len(), wanted, "{joined}: {:#?}", lines(&report));
    }
}

#[test]
fn what_is_measured_is_labelled() {
    let limit = "{count: {unit: foot}, max: 1, when: {measured: {count: {tag: horse}, above: 1}}}";
    let (_folder, library) = with_limit(limit);
    let report = checked(&library, &army(1000, 2, 2));
    let finding = &report.findings[0];
    let why = finding.labels.iter().filter(|l| l.text == "the rule applies because of this");
    let words: Vec<String> =
        why.map(|l| report.sources.get(l.span.file).unwrap().text_at(l.span).to_owned()).collect();
    assert_eq!(words, ["horse"]);
    let fact = finding.facts.iter().find(|f| f.is.as_str() == "condition").unwrap();
    assert_eq!(
        (fact.what.as_str(), fact.value),
        ("there are 2 units tagged \"horse\", more than 1", Some(2_i64.into()))
    );
    // Where the rule applies for want of something, there is nothing to label
    let limit = "{count: {unit: foot}, max: 1, when: {not: {measured: {count: {tag: horse}, above: 1}}}}";
    let (_folder, library) = with_limit(limit);
    assert_eq!(
        message(&checked(&library, &army(1000, 1, 2))),
        "2 \"Foot\", at most 1 allowed, since there is 1 unit tagged \"horse\", not more than 1"
    );
}

#[test]
fn a_word_that_may_be_counted_leaves_the_condition_open() {
    let limit = |test: &str| {
        format!("{{count: {{unit: foot}}, max: 1, when: {{measured: {{count: {{tag: horse}}, {test}}}}}}}")
    };
    let list = "army: Trial\nruleset: toy\npoints: 1000\nunits:\n  - {unit: foot, size: 1, count: 2}\n  \
                - {unit: horse, size: 1, count: 2}\n  - {unit: hors, size: 1}\n";
    let told = |test: &str| {
        let (_folder, library) = with_limit(&limit(test));
        let report = checked(&library, list);
        report.findings.iter().map(|f| f.code.as_str()).collect::<Vec<_>>().join(" ")
    };
    // `hors` is probably a third horse, so that only two are certain
    assert_eq!(told("above: 2"), "unknown-unit");
    assert_eq!(told("max: 2"), "unknown-unit");
    assert_eq!(told("above: 1"), "too-many unknown-unit");
    assert_eq!(told("max: 1"), "unknown-unit");
}

#[test]
fn mistakes_are_reported_at_the_word() {
    let folder = Folder::new();
    let told = |measured: &str| {
        let text = format!(
            "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {{hold: {{name: Hold}}}}\nunits: {{foot: {{name: Foot, \
             tags: [foot]}}}}\nlimits:\n  a:\n    count: {{unit: foot}}\n    max: 1\n    when:\n      measured: {measured}\n"
        );
        folder.write("toy/ruleset.yaml", &text);
        let ran = folder.muster(&["check", "toy/ruleset.yaml", "--format", "concise"]);
        let line = ran.out.lines().next().unwrap();
        line.split_once("[toy").map_or(line, |(line, _)| line.trim_end()).to_owned()
    };
    for (measured, wanted) in [
        (
            "{above: 2}",
            "11:17: error[missing-key]: `measured` must say what it measures (help: give it exactly one of count and sum)",
        ),
        (
            "{count: {unit: foot}}",
            "11:17: error[missing-key]: `measured` must compare what it measures (help: give it min, max, above, below \
             or exactly)",
        ),
        (
            "{sum: hold, min: 1}",
            "11:23: error[bad-value]: \"hold\" is a stat, but a condition can only sum numbers (help: define a number \
             that is hold, and sum that)",
        ),
        (
            "{sum: sise, min: 1}",
            "11:23: error[bad-value]: there is no number \"sise\" (help: did you mean \"size\"?)",
        ),
        (
            "{count: {unit: fot}, min: 1}",
            "11:32: error[unknown-unit]: there is no unit type \"fot\" (help: did you mean \"foot\"?)",
        ),
        (
            "{count: {}, min: 3, max: 2}",
            "11:42: error[bad-value]: no number meets both conditions, from 3 and to 2",
        ),
        (
            "{count: {}, sum: size, min: 3}",
            "11:17: error[missing-key]: `measured` must say what it measures (help: give it exactly one of count and sum)",
        ),
    ] {
        assert_eq!(told(measured), format!("toy/ruleset.yaml:{wanted}"), "{measured}");
    }
    let ran = {
        folder.write(
            "toy/ruleset.yaml",
            "ruleset: toy\nname: Toy\nversion: 1.0.0\nunits: {foot: {name: Foot}}\nlimits:\n  a: {count: {}, max: 1, \
             when: {measured: {count: {tag: fot}, above: 1}}}\n",
        );
        folder.muster(&["lint", "toy/ruleset.yaml", "--format", "concise"])
    };
    let message = "warning[never-matches]: \"a\" never applies, since no unit matches its condition";
    assert!(ran.out.contains(message), "{}", ran.out);
}

/// Returns what the solver finds for a game of foot and horse with some limits.
fn solve(limits: &str) -> Feasibility {
    let text = format!(
        "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nunits:\n  foot: {{name: Foot, tags: [foot]}}\n  horse: \
         {{name: Horse, tags: [horse]}}\nlimits:\n{limits}"
    );
    let (_folder, library) = rules("toy", &text, &[]);
    let RulesLookup::Ready(rules) = library.rules_for("toy", None) else { panic!() };
    let time = Duration::from_secs(30);
    let terms = ListRequirements {
        title: "a witness",
        size: None,
        date: None,
        min_cost: 0_i64.into(),
        answer: None,
        time_limit: time,
    };
    let found = find_legal_list(&rules, &terms);
    if let Feasibility::Found(list) = &found {
        assert!(checked_whole(&library, &list.text).findings.is_empty(), "{}", list.text);
    }
    found
}

#[test]
fn the_solver_knows_both_ways_of_a_measured_condition() {
    let three = "  three: {count: {tag: foot}, min: 3}\n";
    let two = |test: &str| {
        format!(
            "{three}  two: {{count: {{tag: foot}}, max: 2, when: {{measured: {{count: {{tag: foot}}, {test}}}}}}}\n"
        )
    };
    // Three foot are wanted. Where the maximum of two applies to three or more, no army can have them
    for test in ["min: 3", "above: 2", "min: 1"] {
        let Feasibility::Forbidden(conflict) = solve(&two(test)) else {
            panic!("{test}: {:?}", solve(&two(test)))
        };
        assert_eq!(conflict.limits, [0, 1], "{test}");
    }
    // Where it applies only to some other number, there is an army
    for test in ["min: 4", "max: 2", "below: 3", "exactly: 5"] {
        assert!(matches!(solve(&two(test)), Feasibility::Found(_)), "{test}");
    }
    // If horse are there, foot are not, and both are wanted
    let both = "  horse: {count: {tag: horse}, min: 2}\n  none: {count: {tag: foot}, max: 0, when: {measured: {count: \
                {tag: horse}, exactly: 2}}}\n";
    assert!(matches!(solve(&format!("{three}{both}")), Feasibility::Found(_)), "three horse are a way out");
    let both = both.replace("min: 2", "exactly: 2");
    assert!(matches!(solve(&format!("{three}{both}")), Feasibility::Forbidden(_)));
}
