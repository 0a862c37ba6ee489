//! What is done to a share or a rate: what is left out, what counts as a whole step, what is added, and the ends
//! within which it is kept.

use muster::rules::library::RulesLookup;
use muster::rules::limit_text::bounds_of;

use crate::common::{lines, ruled};
use crate::limits::rates::most;
use crate::limits::support::{army, checked, message, with_limit};

#[test]
fn one_fewer_than_there_are_steps_but_not_less_than_none() {
    let sizes = [(0, 0), (999, 0), (1000, 0), (1999, 0), (2000, 1), (2999, 1), (3000, 2)];
    let limit =
        |ends: &str| format!("{{count: {{tag: horse}}, max: {{allow: 1, per: 1000, of: points, {ends}}}}}");
    let words = "1 for each 1000 of {} points, rounded down, minus 1, but at least 0";
    most(&limit("plus: -1, at-least: 0"), words, &sizes[1..]);
    // An army without horse never has too many
    most(&limit("plus: -1"), words, &sizes[1..]);
}

#[test]
fn some_and_one_more_for_each_step_above() {
    most(
        "{count: {tag: horse}, max: {allow: 1, per: 1000, of: points, above: 2000, plus: 4}}",
        "1 for each 1000 above 2000 of {} points, rounded down, plus 4",
        &[(100, 4), (1999, 4), (2000, 4), (2999, 4), (3000, 5), (3999, 5), (4000, 6)],
    );
}

#[test]
fn a_started_step_counts_from_what_is_enough() {
    most(
        "{count: {tag: horse}, max: {allow: 2, per: 1000, of: points, enough: 800}}",
        "2 for each 1000 of {} points, 800 counting as 1000",
        &[(799, 0), (800, 2), (1000, 2), (1799, 2), (1800, 4), (2799, 4), (2800, 6)],
    );
}

#[test]
fn an_amount_is_kept_between_its_ends() {
    most(
        "{count: {tag: horse}, max: {allow: 2, per: 500, of: points, at-least: 3, at-most: 5}}",
        "2 for each 500 of {} points, rounded down, but at least 3 and at most 5",
        &[(499, 3), (999, 3), (1000, 4), (1499, 4), (1500, 5), (5000, 5)],
    );
}

#[test]
fn a_half_is_rounded_up_to_the_nearest() {
    most(
        "{count: {tag: horse}, max: {allow: 1, per: 1000, of: points, round: nearest}}",
        "1 for each 1000 of {} points, rounded to the nearest",
        &[(499, 0), (500, 1), (1499, 1), (1500, 2), (2000, 2)],
    );
    // 249.25, 249.5 and 249.75
    most(
        "{sum: points, of: {tag: horse}, max: {share: 1/4, of: points, round: nearest}}",
        "1/4 of {} points, rounded to the nearest",
        &[(997, 249), (998, 250), (999, 250)],
    );
}

#[test]
fn a_share_of_what_is_above() {
    most(
        "{sum: points, of: {tag: horse}, max: {share: 1/2, of: points, above: 1000, plus: 2}}",
        "1/2 of what is above 1000 of {} points, rounded down, plus 2",
        &[(900, 2), (1001, 2), (1002, 3), (1010, 7)],
    );
}

#[test]
fn the_result_of_a_rate_is_rounded_after_its_steps() {
    // 1 1/2 for each full 1,000: 0, 1 1/2, 3, 4 1/2
    let (_folder, library) =
        with_limit("{count: {tag: horse}, min: {allow: 3/2, per: 1000, of: points, then-round: up}}");
    for (points, least) in [(999, 0), (1000, 2), (1999, 2), (2000, 3), (3000, 5)] {
        assert!(checked(&library, &army(points, least, 0)).findings.is_empty(), "{points}");
        if least > 0 {
            let report = checked(&library, &army(points, least - 1, 0));
            let wanted = format!(
                ", at least {least} needed: 1.5 for each 1000 of {points} points, rounded down, then rounded up"
            );
            assert!(message(&report).ends_with(&wanted), "{}\n{wanted}", message(&report));
        }
    }
}

#[test]
fn other_units_are_counted_above_a_number() {
    let (_folder, library) =
        with_limit("{count: {tag: horse}, max: {allow: 1, per: 2, of: {tag: foot}, above: 3, plus: 1}}");
    for (foot, most) in [(0, 1), (3, 1), (4, 1), (5, 2), (6, 2), (7, 3)] {
        assert!(checked(&library, &army(1000, most, foot)).findings.is_empty(), "{foot}");
        let report = checked(&library, &army(1000, most + 1, foot));
        let units = if foot == 1 { "unit" } else { "units" };
        let wanted = format!(
            "{} units tagged \"horse\", at most {most} allowed: 1 for each 2 above 3 of {foot} {units} tagged \
             \"foot\", rounded down, plus 1",
            most + 1
        );
        assert_eq!(message(&report), wanted, "{:#?}", lines(&report));
        assert_eq!(ruled(&report), ["error too-many toy/limits/horse"]);
    }
}

#[test]
fn shares_by_entry_of_what_cannot_be_divided_are_one_finding() {
    let (_folder, library) =
        with_limit("{count: {tag: horse}, by: entry, exactly: {share: 1/4, of: {tag: horse}, round: none}}");
    // No two of the four types that are wanted can have as many of 19
    let report = checked(&library, &army(1000, 19, 2));
    assert_eq!(
        message(&report),
        "19 units tagged \"horse\", a multiple of 4 needed, so that exactly 1/4 can be of each type"
    );
    assert_eq!(ruled(&report), ["error not-a-multiple toy/limits/horse"]);
    // Of 20 there can be 5 of each
    let report = checked(&library, &army(1000, 20, 2));
    assert_eq!(message(&report), "20 \"Horse\", exactly 5 allowed: 1/4 of 20 units tagged \"horse\"");
    assert!(checked(&library, &army(1000, 0, 2)).findings.is_empty());
}

/// Returns the bounds of a limit as `muster rules` has them, before any army is there.
fn in_words(limit: &str) -> String {
    let (_folder, library) = with_limit(limit);
    let RulesLookup::Ready(rules) = library.rules_for("toy", None) else { panic!("{limit}") };
    bounds_of(&rules, &rules.limits[0])
}

#[test]
fn steps_are_told_without_an_army() {
    for (bound, wanted) in [
        (
            "max: {allow: 8, per: 1000, of: spent, at-least: 8}",
            "at most 8 for each 1000 points spent, rounded down, but at least 8",
        ),
        (
            "max: {allow: 1, per: 1000, of: points, above: 2000, plus: 4}",
            "at most 1 for each 1000 points above 2000, rounded down, plus 4",
        ),
        (
            "max: {allow: 2, per: 1000, of: points, enough: 800}",
            "at most 2 for each 1000 points, 800 counting as 1000",
        ),
        (
            "min: {share: 1/4, of: points, above: 100, round: nearest}",
            "at least 1/4 of the agreed points above 100, rounded to the nearest",
        ),
    ] {
        assert_eq!(in_words(&format!("{{count: {{tag: horse}}, {bound}}}")), wanted);
    }
}
