//! Limits of every shape under an invented ruleset, at sizes around every edge. Each allowed number is worked out
//! by hand; the message names the sum, the base and the rounding.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

mod common;

use common::{Folder, lines, ruled, rules};
use muster::check::report::{ListReport, Verdict};
use muster::finding::Severity;
use muster::rules::library::Library;

/// Checks a list that is there to be measured: its army or a command of it may be empty, which is a fault of its own
/// and set aside here, the verdict with it.
fn checked(library: &Library, text: &str) -> ListReport {
    let mut report = common::checked(library, text);
    report.findings.retain(|f| !f.message.ends_with("has no units"));
    if report.findings.iter().all(|f| f.severity < Severity::Error) && report.verdict == Verdict::Illegal {
        report.verdict = Verdict::Legal;
    }
    report
}

/// Foot of 1 point and horse of 1 point, so that any total can be spent, and a limit.
fn with_limit(limit: &str) -> (Folder, Library) {
    let text = format!(
        "ruleset: toy
name: Toy
version: 1.0.0
commands: {{led-by: [leader]}}
stats: {{melee: {{name: Melee}}}}
size: {{of: models, min: 1}}
roles: {{leader: {{name: Leader, cost: 0}}}}
attach: {{beside: {{name: Beside, who: {{tag: horse}}, to: {{tag: horse}}}}}}
units:
  foot: {{name: Foot, tags: [foot], cost: 1}}
  horse: {{name: Horse, tags: [horse], cost: 1}}
  camels: {{name: Camels, tags: [horse], cost: 1}}
  carts: {{name: Carts, cost: 1, counted: false}}
limits:
  horse: {limit}
"
    );
    rules("toy", &text, &[])
}

/// A list of a size with so many horse and foot.
fn army(points: i64, horse: i64, foot: i64) -> String {
    let row = |unit: &str, count: i64| match count {
        0 => String::new(),
        _ => format!("  - {{unit: {unit}, size: 1, count: {count}}}\n"),
    };
    let rows = row("horse", horse) + &row("foot", foot);
    let units = if rows.is_empty() { "units: []\n".to_owned() } else { format!("units:\n{rows}") };
    format!("army: Trial\nruleset: toy\npoints: {points}\n{units}")
}

/// The one message of a report.
fn message(report: &ListReport) -> &str {
    assert_eq!(report.findings.len(), 1, "{:#?}", lines(report));
    &report.findings[0].message
}

/// Of each size as many horse as allowed are legal, and one more is not and says `edge`, in which `{}` is the
/// allowed number.
fn most(limit: &str, edge: &str, cases: &[(i64, i64)]) {
    let (_folder, library) = with_limit(limit);
    for (points, allowed) in cases {
        let report = checked(&library, &army(*points, *allowed, 0));
        assert!(report.findings.is_empty(), "{points} {limit}: {:#?}", lines(&report));
        let report = checked(&library, &army(*points, allowed + 1, 0));
        let at_most =
            if *allowed == 0 { "none allowed".to_owned() } else { format!("at most {allowed} allowed") };
        let wanted = format!(", {at_most}: {}", edge.replace("{}", &points.to_string()));
        let said = message(&report);
        assert!(
            said.starts_with(&format!("{} ", allowed + 1)) && said.ends_with(&wanted),
            "{said}\n{wanted}"
        );
        assert_eq!(ruled(&report), ["error too-many toy/limits/horse"]);
    }
}

#[test]
fn a_rate_of_points_rounded_down() {
    most(
        "{count: {tag: horse}, max: {allow: 1, per: 1000, of: points, round: down}}",
        "1 for each 1000 of {} points, rounded down",
        &[(999, 0), (1000, 1), (1001, 1), (1500, 1), (1999, 1), (2000, 2), (3000, 3)],
    );
}

#[test]
fn a_rate_of_points_rounded_up() {
    most(
        "{count: {tag: horse}, max: {allow: 1, per: 1000, of: points, round: up}}",
        "1 for each 1000 of {} points, rounded up",
        &[(999, 1), (1000, 1), (1001, 2), (1500, 2), (1999, 2), (2000, 2), (3000, 3)],
    );
}

#[test]
fn a_rate_that_does_not_say_is_rounded_down() {
    most(
        "{count: {tag: horse}, max: {allow: 2, per: 500, of: points}}",
        "2 for each 500 of {} points, rounded down",
        &[(999, 2), (1000, 4), (1001, 4), (1500, 6), (1999, 6), (2000, 8), (3000, 12)],
    );
}

#[test]
fn a_share_of_points_rounded_down() {
    most(
        "{sum: points, of: {tag: horse}, max: {share: 1/3, of: points, round: down}}",
        "1/3 of {} points, rounded down",
        &[(999, 333), (1000, 333), (1001, 333), (1500, 500), (1999, 666), (2000, 666), (3000, 1000)],
    );
    // A quarter: 249.75, 250, 250.25, 375, 499.75, 500, 750
    most(
        "{sum: points, of: {tag: horse}, max: {share: 1/4, of: points, round: down}}",
        "1/4 of {} points, rounded down",
        &[(999, 249), (1000, 250), (1001, 250), (1500, 375), (1999, 499), (2000, 500), (3000, 750)],
    );
}

#[test]
fn a_share_of_points_rounded_up() {
    most(
        "{sum: points, of: {tag: horse}, max: {share: 1/3, of: points, round: up}}",
        "1/3 of {} points, rounded up",
        &[(999, 333), (1000, 334), (1001, 334), (1500, 500), (1999, 667), (2000, 667), (3000, 1000)],
    );
    most(
        "{sum: points, of: {tag: horse}, max: {share: 1/4, of: points, round: up}}",
        "1/4 of {} points, rounded up",
        &[(999, 250), (1000, 250), (1001, 251), (1500, 375), (1999, 500), (2000, 500), (3000, 750)],
    );
}

#[test]
fn a_share_that_is_not_rounded_keeps_its_fraction() {
    let (_folder, library) =
        with_limit("{sum: points, of: {tag: horse}, max: {share: 1/4, of: points, round: none}}");
    for (points, fits, allowed) in
        [(999, 249, "249.75"), (1000, 250, "250"), (1001, 250, "250.25"), (1999, 499, "499.75")]
    {
        assert!(checked(&library, &army(points, fits, 0)).findings.is_empty(), "{points}");
        let report = checked(&library, &army(points, fits + 1, 0));
        let said = message(&report);
        assert!(said.contains(&format!("at most {allowed} allowed")), "{said}");
        assert!(said.ends_with(&format!("1/4 of {points} points")), "{said}");
    }
}

/// Of each total spent, horse included, this many horse are allowed and no more.
fn most_of_spent(limit: &str, rounding: &str, cases: &[(i64, i64)]) {
    let (_folder, library) = with_limit(limit);
    for (spent, allowed) in cases {
        // The agreed size is far away and must not matter
        let report = checked(&library, &army(10_000, *allowed, spent - allowed));
        assert!(report.findings.is_empty(), "{spent}: {:#?}", lines(&report));
        let report = checked(&library, &army(10_000, allowed + 1, spent - allowed - 1));
        let said = message(&report);
        let at_most = if *allowed == 0 { "none".to_owned() } else { format!("at most {allowed}") };
        let wanted = format!("{at_most} allowed: 1 for each 1000 of {spent} points spent, {rounding}");
        assert!(said.ends_with(&wanted), "{said}\n{wanted}");
    }
}

#[test]
fn a_rate_of_what_is_spent() {
    most_of_spent(
        "{count: {tag: horse}, max: {allow: 1, per: 1000, of: spent, round: down}}",
        "rounded down",
        &[(999, 0), (1000, 1), (1001, 1), (1500, 1), (1999, 1), (2000, 2), (3000, 3)],
    );
    most_of_spent(
        "{count: {tag: horse}, max: {allow: 1, per: 1000, of: spent, round: up}}",
        "rounded up",
        &[(999, 1), (1000, 1), (1001, 2), (1500, 2), (1999, 2), (2000, 2), (3000, 3)],
    );
}

#[test]
fn a_share_of_what_is_spent_counts_the_horse_too() {
    let (_folder, library) =
        with_limit("{sum: points, of: {tag: horse}, max: {share: 1/2, of: spent, round: down}}");
    // 5 of 10 is half, 5 of 9 is above 4
    assert!(checked(&library, &army(1000, 5, 5)).findings.is_empty());
    let report = checked(&library, &army(1000, 5, 4));
    assert!(message(&report).contains("5 points") && message(&report).contains("at most 4 allowed"));
    assert!(message(&report).contains("of 9 points spent, rounded down"), "{}", message(&report));
}

#[test]
fn a_rate_on_other_units_counts_complete_groups() {
    let rate = |round: &str| {
        format!("{{count: {{tag: horse}}, max: {{allow: 1, per: 8, of: {{tag: foot}}{round}}}}}")
    };
    for (round, said, cases) in [
        ("", "rounded down", [(0, 0), (7, 0), (8, 1), (9, 1), (15, 1), (16, 2), (17, 2)]),
        (", round: down", "rounded down", [(0, 0), (7, 0), (8, 1), (9, 1), (15, 1), (16, 2), (17, 2)]),
        (", round: up", "rounded up", [(0, 0), (7, 1), (8, 1), (9, 2), (15, 2), (16, 2), (17, 3)]),
    ] {
        let (_folder, library) = with_limit(&rate(round));
        for (foot, allowed) in cases {
            assert!(checked(&library, &army(1000, allowed, foot)).findings.is_empty(), "{round} {foot}");
            let report = checked(&library, &army(1000, allowed + 1, foot));
            let message = message(&report);
            let at_most = if allowed == 0 { "none".to_owned() } else { format!("at most {allowed}") };
            let wanted = format!("{at_most} allowed: 1 for each 8 of {foot} ");
            assert!(message.contains(&wanted) && message.ends_with(said), "{message}\n{wanted}");
        }
    }
}

#[test]
fn minima_by_rate_and_share() {
    for (limit, cases) in [
        (
            "{count: {tag: horse}, min: {allow: 1, per: 1000, of: points, round: down}}",
            [(999, 0), (1000, 1), (1999, 1), (2000, 2)],
        ),
        (
            "{count: {tag: horse}, min: {allow: 1, per: 1000, of: points, round: up}}",
            [(999, 1), (1000, 1), (1999, 2), (2000, 2)],
        ),
        (
            "{sum: points, of: {tag: horse}, min: {share: 1/4, of: points, round: up}}",
            [(999, 250), (1000, 250), (1999, 500), (2000, 500)],
        ),
    ] {
        let (_folder, library) = with_limit(limit);
        for (points, least) in cases {
            assert!(checked(&library, &army(points, least, 0)).findings.is_empty(), "{limit} {points}");
            if least > 0 {
                let report = checked(&library, &army(points, least - 1, 0));
                let said = message(&report);
                assert!(said.contains(&format!("at least {least} wanted: ")), "{said}");
                assert!(said.contains(&format!(" of {points} points, rounded ")), "{said}");
                assert_eq!(ruled(&report), ["error too-few toy/limits/horse"]);
                let draft = army(points, least - 1, 0) + "draft: true\n";
                assert_eq!(ruled(&checked(&library, &draft)), ["note too-few toy/limits/horse"]);
            }
        }
    }
}

#[test]
fn exactly_is_both_edges() {
    let (_folder, library) =
        with_limit("{count: {tag: horse}, exactly: {share: 1/2, of: {tag: foot}, round: none}}");
    // Half of 7 is 3.5, which no number of units is
    for (horse, foot, wanted) in [
        (3, 6, None),
        (2, 6, Some("error too-few toy/limits/horse")),
        (4, 6, Some("error too-many toy/limits/horse")),
        (3, 7, Some("error too-few toy/limits/horse")),
        (4, 7, Some("error too-many toy/limits/horse")),
    ] {
        let report = checked(&library, &army(1000, horse, foot));
        assert_eq!(ruled(&report), wanted.into_iter().collect::<Vec<_>>(), "{horse} {foot}");
    }
}

#[test]
fn multiples() {
    let (_folder, library) = with_limit("{count: {tag: horse}, multiple-of: 3}");
    for horse in 0..10 {
        let report = checked(&library, &army(1000, horse, 1));
        if horse % 3 == 0 {
            assert!(report.findings.is_empty(), "{horse}");
        } else {
            assert_eq!(ruled(&report), ["error not-a-multiple toy/limits/horse"], "{horse}");
            let said = message(&report);
            assert!(said.starts_with(&format!("{horse} ")) && said.contains("a multiple of 3"), "{said}");
        }
    }
}

#[test]
fn either_of_several_ways() {
    let (_folder, library) = with_limit("{count: {tag: horse}, either: [{exactly: 0}, {min: 2, max: 4}]}");
    for (horse, legal) in [(0, true), (1, false), (2, true), (3, true), (4, true), (5, false)] {
        let report = checked(&library, &army(1000, horse, 1));
        if legal {
            assert!(report.findings.is_empty(), "{horse}");
        } else {
            assert_eq!(ruled(&report), ["error does-not-hold toy/limits/horse"], "{horse}");
            let said = message(&report);
            assert!(said.contains("exactly 0") && said.contains("2 to 4"), "{said}");
        }
    }
    // In a draft 1 may still become 2, and 5 may not become fewer by itself
    let draft = |horse| checked(&library, &(army(1000, horse, 1) + "draft: true\n"));
    assert_eq!(ruled(&draft(1)), ["note does-not-hold toy/limits/horse"]);
    assert_eq!(ruled(&draft(5)), ["error does-not-hold toy/limits/horse"]);
}

#[test]
fn of_several_severities_the_worst_broken_one_is_said() {
    let (_folder, library) = with_limit("{count: {tag: horse}, max: {warning: 1, error: 2}}");
    for (horse, wanted, edge) in [
        (1, None, ""),
        (2, Some("warning too-many toy/limits/horse"), "at most 1 "),
        (3, Some("error too-many toy/limits/horse"), "at most 2 "),
        (9, Some("error too-many toy/limits/horse"), "at most 2 "),
    ] {
        let report = checked(&library, &army(1000, horse, 1));
        assert_eq!(ruled(&report), wanted.into_iter().collect::<Vec<_>>(), "{horse}");
        if wanted.is_some() {
            assert!(message(&report).contains(edge), "{}", message(&report));
        }
        let illegal = wanted.is_some_and(|w| w.starts_with("error"));
        assert_eq!(report.verdict, if illegal { Verdict::Illegal } else { Verdict::Legal });
    }
    // Rates in each: at 2000 points more than 2 warn and more than 4 are illegal
    let (_folder, library) = with_limit(
        "{count: {tag: horse}, max: {warning: {allow: 1, per: 1000, of: points}, error: {allow: 2, per: 1000, of: points}}}",
    );
    for (horse, wanted) in [(2, None), (3, Some("warning")), (4, Some("warning")), (5, Some("error"))] {
        let report = checked(&library, &army(2000, horse, 0));
        let found: Vec<&str> = report.findings.iter().map(|f| f.severity.as_str()).collect();
        assert_eq!(found, wanted.into_iter().collect::<Vec<_>>(), "{horse}");
    }
}

#[test]
fn the_severity_of_a_limit() {
    for (severity, verdict) in
        [("error", Verdict::Illegal), ("warning", Verdict::Legal), ("note", Verdict::Legal)]
    {
        let (_folder, library) =
            with_limit(&format!("{{count: {{tag: horse}}, max: 1, severity: {severity}}}"));
        let report = checked(&library, &army(1000, 2, 0));
        assert_eq!(ruled(&report), [format!("{severity} too-many toy/limits/horse")]);
        assert_eq!(report.verdict, verdict);
    }
}

#[test]
fn brackets_by_the_agreed_size() {
    for (when, points_where_it_holds) in [
        ("max: 1000", [999, 1000].as_slice()),
        ("below: 1000", &[999]),
        ("above: 1000", &[1001, 1500, 1999, 2000, 3000]),
        ("min: 1000", &[1000, 1001, 1500, 1999, 2000, 3000]),
        ("min: 1000, below: 2000", &[1000, 1001, 1500, 1999]),
        ("exactly: 2000", &[2000]),
    ] {
        let (_folder, library) =
            with_limit(&format!("{{count: {{tag: horse}}, max: 1, when: {{points: {{{when}}}}}}}"));
        for points in [999, 1000, 1001, 1500, 1999, 2000, 3000] {
            let found = !checked(&library, &army(points, 2, 0)).findings.is_empty();
            assert_eq!(found, points_where_it_holds.contains(&points), "{when} {points}");
        }
    }
}

#[test]
fn conditions_of_other_kinds() {
    let cases: &[(&str, i64, i64, bool)] = &[
        ("{spent: {min: 10}}", 2, 7, false),
        ("{spent: {min: 10}}", 2, 8, true),
        ("{present: {tag: foot}}", 2, 0, false),
        ("{present: {tag: foot}}", 2, 1, true),
        ("{not: {present: {tag: foot}}}", 2, 0, true),
        ("{any: [{spent: {min: 10}}, {present: {tag: foot}}]}", 2, 1, true),
        ("{any: [{spent: {min: 10}}, {present: {tag: foot}}]}", 2, 0, false),
        ("{all: [{spent: {min: 10}}, {present: {tag: foot}}]}", 2, 1, false),
        ("{all: [{spent: {min: 10}}, {present: {tag: foot}}]}", 2, 8, true),
        ("{commands: {exactly: 1}}", 2, 0, true),
        ("{commands: {above: 1}}", 2, 0, false),
    ];
    for (when, horse, foot, holds) in cases {
        let (_folder, library) = with_limit(&format!("{{count: {{tag: horse}}, max: 1, when: {when}}}"));
        let report = checked(&library, &army(1000, *horse, *foot));
        assert_eq!(!report.findings.is_empty(), *holds, "{when} {horse} {foot}: {:#?}", lines(&report));
    }
}

/// Two commands and reserves with so many horse, each row a row of its own.
fn commands(left: &[&str], right: &[&str], reserves: &[&str]) -> String {
    let rows = |rows: &[&str]| rows.join(", ");
    format!(
        "army: Trial\nruleset: toy\npoints: 1000\ncommands:\n  - name: Left\n    commander: {{role: leader, name: A}}\n    \
         units: [{}]\n  - name: Right\n    commander: {{role: leader, name: B}}\n    units: [{}]\nreserves: [{}]\n",
        rows(left),
        rows(right),
        rows(reserves)
    )
}

#[test]
fn a_limit_in_each_command() {
    let (_folder, library) = with_limit("{count: {tag: horse}, in: command, max: 2}");
    let two = "{unit: horse, size: 1, count: 2}";
    let one = "{unit: horse, size: 1}";
    assert!(checked(&library, &commands(&[two], &[two], &[two])).findings.is_empty());
    let report = checked(&library, &commands(&[two], &[two, one], &[]));
    assert!(message(&report).contains("in \"Right\", at most 2 allowed"), "{}", message(&report));
    let report = checked(&library, &commands(&[two, one], &[one, two], &[]));
    assert_eq!(ruled(&report), ["error too-many toy/limits/horse"; 2]);
}

#[test]
fn a_limit_in_each_unit() {
    let (_folder, library) = with_limit("{sum: size, of: {tag: horse}, in: unit, max: 5}");
    // Each of 9 alike is measured by itself
    let fits = "{unit: horse, name: Fits, size: 5, count: 9}";
    let large = "{unit: horse, name: Large, size: 6}";
    assert!(checked(&library, &commands(&[fits], &["{unit: foot, size: 40}"], &[])).findings.is_empty());
    let report = checked(&library, &commands(&[fits], &[large], &[]));
    assert!(message(&report).starts_with("6 models"), "{}", message(&report));
    assert!(message(&report).contains("in \"Large\", at most 5 allowed"), "{}", message(&report));
}

#[test]
fn a_limit_in_the_reserves() {
    let (_folder, library) = with_limit("{count: {tag: horse}, in: reserves, max: 1}");
    let two = "{unit: horse, size: 1, count: 2}";
    assert!(checked(&library, &commands(&[two], &[two], &[])).findings.is_empty());
    let report = checked(&library, &commands(&[], &[], &[two]));
    assert!(message(&report).contains("in the reserves, at most 1 allowed"), "{}", message(&report));
}

#[test]
fn reserves_count_neither_for_limits_nor_for_points() {
    let (_folder, library) = with_limit("{count: {tag: horse}, max: 1}");
    let report =
        checked(&library, &commands(&["{unit: horse, size: 1}"], &[], &["{unit: horse, size: 1, count: 9}"]));
    assert!(report.findings.is_empty(), "{:#?}", lines(&report));
    assert_eq!(report.points.unwrap().total, muster::format::number::Number::from(1_i64));
}

#[test]
fn each_entry_apart() {
    let (_folder, library) = with_limit("{count: {tag: horse}, by: entry, max: 2}");
    let horse = "{unit: horse, size: 1, count: 2}";
    let camels = "{unit: camels, size: 1, count: 3}";
    assert!(
        checked(&library, &commands(&[horse], &["{unit: camels, size: 1, count: 2}"], &[]))
            .findings
            .is_empty()
    );
    let report = checked(&library, &commands(&[horse], &[camels], &[]));
    assert!(message(&report).contains("3 \"Camels\", at most 2 allowed"), "{}", message(&report));
}

#[test]
fn joined_units_count_once_where_the_limit_says_so() {
    let rows = &[
        "{unit: horse, name: A, size: 1}",
        "{unit: horse, size: 1, attached-to: A}",
        "{unit: camels, size: 1}",
    ];
    for (joined, wanted) in [("", 1), (", joined: one", 0)] {
        let (_folder, library) = with_limit(&format!("{{count: {{tag: horse}}, max: 2{joined}}}"));
        let report = checked(&library, &commands(rows, &[], &[]));
        assert_eq!(report.findings.len(), wanted, "{joined}: {:#?}", lines(&report));
    }
}

#[test]
fn what_is_not_counted_is_passed_over_unless_it_is_named() {
    let carts = &["{unit: carts, size: 1, count: 3}"];
    for (selector, wanted) in [("{}", 0), ("{not: {tag: foot}}", 0), ("{unit: carts}", 1)] {
        let (_folder, library) = with_limit(&format!("{{count: {selector}, max: 2}}"));
        let report = checked(&library, &commands(carts, &[], &[]));
        assert_eq!(report.findings.len(), wanted, "{selector}: {:#?}", lines(&report));
    }
}

#[test]
fn what_is_spent_is_the_whole_cost_also_of_what_is_not_counted() {
    let (_folder, library) =
        with_limit("{count: {tag: horse}, max: {allow: 1, per: 10, of: spent, round: down}}");
    // 1 horse, 6 foot and 3 carts are 10 points
    let rows =
        ["{unit: horse, size: 1}", "{unit: foot, size: 1, count: 6}", "{unit: carts, size: 1, count: 3}"];
    let report = checked(&library, &commands(&rows, &[], &[]));
    assert!(report.findings.is_empty(), "{:#?}", lines(&report));
}

#[test]
fn sums_of_sizes_commands_and_characters() {
    let one = "{unit: horse, size: 1}";
    let cases: &[(&str, &[&str], &str)] = &[
        ("{sum: size, of: {tag: horse}, max: 9}", &["{unit: horse, size: 5, count: 2}"], "10 models"),
        ("{sum: commands, max: 1}", &[], "2 commands"),
        ("{sum: commands, of: {tag: horse}, min: 2}", &[one], "1 command"),
        ("{count: {role: leader}, max: 1}", &[], "2 characters"),
        (
            "{count: {tag: horse}, max: {share: 1/2, of: commands}}",
            &["{unit: horse, size: 1, count: 2}"],
            "at most 1 ",
        ),
    ];
    for (limit, left, wanted) in cases {
        let (_folder, library) = with_limit(limit);
        let report = checked(&library, &commands(left, &[], &[]));
        assert!(message(&report).contains(wanted), "{limit}: {}", message(&report));
    }
}

#[test]
fn a_formula_that_must_hold() {
    let (_folder, library) = with_limit(
        "{holds: \"count({tag: horse}) * 2 <= count({tag: foot}) and points > 500\", says: two foot for each horse}",
    );
    assert!(checked(&library, &army(1000, 3, 6)).findings.is_empty());
    for (points, horse, foot) in [(1000, 3, 5), (500, 3, 6)] {
        let report = checked(&library, &army(points, horse, foot));
        assert_eq!(ruled(&report), ["error does-not-hold toy/limits/horse"]);
        assert!(message(&report).contains("two foot for each horse"), "{}", message(&report));
    }
}

#[test]
fn a_list_without_a_size_says_once_what_is_not_checked() {
    let (_folder, library) = with_limit("{count: {tag: horse}, max: {allow: 1, per: 1000, of: points}}");
    let report = checked(&library, &army(1000, 5, 0).replace("points: 1000\n", ""));
    assert_eq!(ruled(&report), ["warning points-needed -"], "{:#?}", lines(&report));
    let help = report.findings[0].help.as_deref().unwrap_or("");
    assert!(help.contains("horse"), "{help}");
}

#[test]
fn a_maximum_is_never_said_to_be_below_nought() {
    let (_folder, library) =
        with_limit("{count: {tag: horse}, max: {share: -1, of: {tag: foot}, round: none}}");
    let report = checked(&library, &army(1000, 1, 3));
    assert!(message(&report).contains("none allowed") && !message(&report).contains("at most -"));
}
