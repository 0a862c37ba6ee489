//! Rates and shares of points, of points spent and of other units.

use crate::common::{lines, ruled};
use crate::limits::support::{army, checked, message, with_limit};

/// Asserts that at each size the allowed number of horse is legal, and that one more is not and reports
/// `edge`, in which `{}` is replaced by the allowed number.
pub(super) fn most(limit: &str, edge: &str, cases: &[(i64, i64)]) {
    let (_folder, library) = with_limit(limit);
    for (points, allowed) in cases {
        let report = checked(&library, &army(*points, *allowed, 0));
        assert!(report.findings.is_empty(), "{points} {limit}: {:#?}", lines(&report));
        let report = checked(&library, &army(*points, allowed + 1, 0));
        let at_most =
            if *allowed == 0 { "none allowed".to_owned() } else { format!("at most {allowed} allowed") };
        let wanted = format!(", {at_most}: {}", edge.replace("{}", &points.to_string()));
        let reported = message(&report);
        assert!(
            reported.starts_with(&format!("{} ", allowed + 1)) && reported.ends_with(&wanted),
            "{reported}\n{wanted}"
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
fn a_rate_is_rounded_down_by_default() {
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
        let reported = message(&report);
        assert!(reported.contains(&format!("at most {allowed} allowed")), "{reported}");
        assert!(reported.ends_with(&format!("1/4 of {points} points")), "{reported}");
    }
}

/// Asserts that with each total spent, including the horse, exactly this many horse are allowed.
fn most_of_spent(limit: &str, rounding: &str, cases: &[(i64, i64)]) {
    let (_folder, library) = with_limit(limit);
    for (spent, allowed) in cases {
        // The agreed size is far larger and must not matter
        let report = checked(&library, &army(10_000, *allowed, spent - allowed));
        assert!(report.findings.is_empty(), "{spent}: {:#?}", lines(&report));
        let report = checked(&library, &army(10_000, allowed + 1, spent - allowed - 1));
        let reported = message(&report);
        let at_most = if *allowed == 0 { "none".to_owned() } else { format!("at most {allowed}") };
        let wanted = format!("{at_most} allowed: 1 for each 1000 of {spent} points spent, {rounding}");
        assert!(reported.ends_with(&wanted), "{reported}\n{wanted}");
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
    // 5 of 10 is half; 5 of 9 is more than 4
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
    for (round, reported, cases) in [
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
            assert!(message.contains(&wanted) && message.ends_with(reported), "{message}\n{wanted}");
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
                let reported = message(&report);
                assert!(reported.contains(&format!("at least {least} needed: ")), "{reported}");
                assert!(reported.contains(&format!(" of {points} points, rounded ")), "{reported}");
                assert_eq!(ruled(&report), ["error too-few toy/limits/horse"]);
                let draft = army(points, least - 1, 0) + "draft: true\n";
                assert_eq!(ruled(&checked(&library, &draft)), ["note too-few toy/limits/horse"]);
            }
        }
    }
}
