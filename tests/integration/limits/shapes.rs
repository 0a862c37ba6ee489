//! Limits other than rates: exact numbers, multiples, alternatives, severities, brackets, conditions.

use crate::common::{lines, ruled};
use crate::limits::support::{army, checked, message, with_limit};
use muster::check::report::Verdict;

#[test]
fn exactly_is_a_minimum_and_a_maximum() {
    let (_folder, library) =
        with_limit("{count: {tag: horse}, exactly: {share: 1/2, of: {tag: foot}, round: none}}");
    // Half of 7 is 3.5, which no number of units can be, so the finding is about the 7
    for (horse, foot, wanted) in [
        (3, 6, None),
        (2, 6, Some("error too-few toy/limits/horse")),
        (4, 6, Some("error too-many toy/limits/horse")),
        (3, 7, Some("error not-a-multiple toy/limits/horse")),
        (4, 7, Some("error not-a-multiple toy/limits/horse")),
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
            let reported = message(&report);
            assert!(
                reported.starts_with(&format!("{horse} ")) && reported.contains("a multiple of 3"),
                "{reported}"
            );
        }
    }
}

#[test]
fn alternatives() {
    let (_folder, library) = with_limit("{count: {tag: horse}, either: [{exactly: 0}, {min: 2, max: 4}]}");
    for (horse, legal) in [(0, true), (1, false), (2, true), (3, true), (4, true), (5, false)] {
        let report = checked(&library, &army(1000, horse, 1));
        if legal {
            assert!(report.findings.is_empty(), "{horse}");
        } else {
            assert_eq!(ruled(&report), ["error does-not-hold toy/limits/horse"], "{horse}");
            let reported = message(&report);
            assert!(reported.contains("exactly 0") && reported.contains("2 to 4"), "{reported}");
        }
    }
    // In a draft, 1 may still become 2, but 5 cannot become fewer by adding units
    let draft = |horse| checked(&library, &(army(1000, horse, 1) + "draft: true\n"));
    assert_eq!(ruled(&draft(1)), ["note does-not-hold toy/limits/horse"]);
    assert_eq!(ruled(&draft(5)), ["error does-not-hold toy/limits/horse"]);
}

#[test]
fn of_several_severities_the_worst_broken_one_is_reported() {
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
    // Each bound is a rate: at 2000 points, more than 2 give a warning and more than 4 are illegal
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
