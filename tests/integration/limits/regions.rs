//! Where a limit applies, and what it counts.

use crate::common::{lines, ruled};
use crate::limits::support::{army, checked, commands, message, with_limit};

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
    // Each of 9 identical units is measured on its own
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
    assert_eq!(report.points.unwrap().total, muster::format::read_exact_numbers::Number::from(1_i64));
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
fn uncounted_units_are_left_out_unless_named() {
    let carts = &["{unit: carts, size: 1, count: 3}"];
    for (selector, wanted) in [("{}", 0), ("{not: {tag: foot}}", 0), ("{unit: carts}", 1)] {
        let (_folder, library) = with_limit(&format!("{{count: {selector}, max: 2}}"));
        let report = checked(&library, &commands(carts, &[], &[]));
        assert_eq!(report.findings.len(), wanted, "{selector}: {:#?}", lines(&report));
    }
}

#[test]
fn what_is_spent_includes_uncounted_units() {
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
fn a_list_without_a_size_reports_once_what_is_not_checked() {
    let (_folder, library) = with_limit("{count: {tag: horse}, max: {allow: 1, per: 1000, of: points}}");
    let report = checked(&library, &army(1000, 5, 0).replace("points: 1000\n", ""));
    assert_eq!(ruled(&report), ["warning points-needed -"], "{:#?}", lines(&report));
    let help = report.findings[0].help.as_deref().unwrap_or("");
    assert!(help.contains("horse"), "{help}");
}

#[test]
fn a_maximum_is_never_reported_as_negative() {
    // A negative share is a fault of the ruleset; the sum of a number may still be negative
    let (_folder, library) = crate::common::rules(
        "toy",
        "ruleset: toy
name: Toy
version: 1.0.0
size: {of: models, min: 1}
units:
  foot: {name: Foot, tags: [foot], cost: 1}
  horse: {name: Horse, tags: [horse], cost: 1}
numbers:
  credit: {for: unit, name: Credit, is: \"if(is(foot), 0 - 2, 1)\"}
limits:
  horse: {sum: credit, of: {tag: horse}, max: {share: 1, of: {tag: foot}, round: none}}
",
        &[],
    );
    // One horse has a credit of 1, and three foot of -6
    let report = checked(&library, &army(1000, 1, 3));
    assert!(message(&report).contains("none allowed") && !message(&report).contains("at most -"));
}

#[test]
fn commands_as_a_base_are_reported_with_their_number() {
    let limit = "{count: {tag: horse}, max: {allow: 1, per: 1, of: commands, round: down}}";
    let (_folder, library) = with_limit(limit);
    let reported = |text: &str| message(&checked(&library, text)).to_owned();
    let one = reported(&army(1000, 2, 0));
    assert!(one.contains("at most 1 allowed") && one.contains("1 command,"), "{one}");
    let two = reported(&commands(&["{unit: horse, size: 1, count: 3}"], &[], &[]));
    assert!(two.contains("at most 2 allowed") && two.contains("2 commands,"), "{two}");
}

#[test]
fn one_unit_as_a_base_is_written_in_the_singular() {
    let reported = |limit: &str, foot: i64| {
        let (_folder, library) = with_limit(limit);
        message(&checked(&library, &army(1000, 9, foot))).to_owned()
    };
    let rate = "{count: {tag: horse}, max: {allow: 1, per: 1, of: {tag: foot}, round: down}}";
    let sizes = "{sum: size, of: {tag: horse}, max: {allow: 1, per: 1, of: {tag: foot}, round: down}}";
    assert!(reported(rate, 1).ends_with("1 for each of 1 unit tagged \"foot\", rounded down"));
    assert!(reported(rate, 2).ends_with("1 for each of 2 units tagged \"foot\", rounded down"));
    // There is one model, but the noun for its units stays plural
    assert!(reported(sizes, 1).ends_with("1 for each of 1 model of units tagged \"foot\", rounded down"));
    assert!(reported(sizes, 2).ends_with("1 for each of 2 models of units tagged \"foot\", rounded down"));
}
