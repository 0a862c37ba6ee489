//! What `lint` says of limits that can be written in plainer words.

use std::path::Path;

use muster::check::check_files::FileKind;
use muster::lint::{LintFile, LintOptions, lint_files};

use crate::common::line;

/// Returns what is told about a limit in a small game, with the help.
fn told(limit: &str) -> Vec<String> {
    let text = format!(
        "\
ruleset: ships
name: Ships
version: 1.0.0
size: {{of: models, min: 1}}
stats: {{hull: {{name: Hull}}}}
options: {{bow: {{name: Bow, some: true}}, flag: {{name: Flag}}}}
units:
  ship: {{name: Ship, tags: [ship], cost: 1, stats: {{hull: 3}}, options: [bow?, flag?]}}
  boat: {{name: Boat, tags: [light], cost: 1, stats: {{hull: 1}}}}
numbers:
  rowers: {{for: unit, name: Rowers, is: 2 * size}}
  will: {{for: army, name: Will, is: \"count({{}})\"}}
limits:
  trial: {limit}
"
    );
    let file = LintFile::from_path(FileKind::Ruleset, Path::new("ships/ruleset.yaml"), &text);
    let report = lint_files(&[file], &LintOptions { sizes: Vec::new(), ..LintOptions::default() });
    let all = report.findings.iter().filter(|f| !f.code.as_str().starts_with("missing-"));
    all.map(|f| format!("{} ({})", line(f), f.help.as_deref().unwrap_or_default())).collect()
}

#[test]
fn a_formula_of_a_measure_against_a_measure_is_shown_as_a_limit() {
    for (formula, words) in [
        (
            "highest({tag: ship}, hull) >= highest({}, hull)",
            "highest: hull, of: {tag: ship}, min: {share: 1, of: {}}",
        ),
        (
            "highest({option: flag}, hull) >= highest({tag: ship}, hull) - 1",
            "highest: hull, of: {option: flag}, min: {share: 1, of: {tag: ship}, plus: -1}",
        ),
        (
            "highest({option: flag}, size) <= lowest({tag: ship}, size)",
            "highest: size, of: {option: flag}, max: {share: 1, of: {lowest: size, of: {tag: ship}}}",
        ),
        ("count({tag: light}) <= 3", "count: {tag: light}, max: 3"),
        ("5 >= count({tag: light})", "count: {tag: light}, max: 5"),
        (
            "count({tag: light}) = 2 * count({tag: ship})",
            "count: {tag: light}, exactly: {share: 2, of: {tag: ship}, round: none}",
        ),
        (
            "sum({tag: ship}, rowers) <= points / 4",
            "sum: rowers, of: {tag: ship}, max: {share: 1/4, of: points, round: none}",
        ),
        ("sum({}, size) >= will", "sum: size, min: {share: 1, of: {number: will}}"),
        ("will >= 2", "number: will, min: 2"),
    ] {
        assert_eq!(
            told(&format!("{{holds: \"{formula}\"}}")),
            [format!(
                "note[bad-value]: \"trial\" can say what it measures, so that messages have its figures (in place of \
                 `holds` write `{words}`)"
            )],
            "{formula}"
        );
    }
}

#[test]
fn other_formulas_stay() {
    for formula in [
        "count({tag: light}) < 3 or count({tag: ship}) > 1",
        "count({tag: light}) != 3",
        "highest({tag: ship}, hull * 2) >= 3",
        "count({tag: light}) <= count({tag: ship}) * will",
        "count({tag: light}) <= 2 * floor(points / 1000)",
        "max(count({tag: light}), 2) <= 3",
    ] {
        assert_eq!(told(&format!("{{holds: \"{formula}\"}}")), [""; 0], "{formula}");
    }
}

#[test]
fn a_sum_of_sizes_by_an_option_of_some_models_is_pointed_out() {
    let note = [
        "note[bad-value]: \"trial\" adds up all models of each unit in which any have \"Bow\" (for the models that have it \
         write `options: bow`)",
    ];
    assert_eq!(told("{sum: size, of: {option: bow}, max: 9}"), note);
    assert_eq!(told("{sum: size, of: {option: bow, tag: ship}, max: 9}"), note);
    assert_eq!(told("{count: {tag: ship}, max: {share: 1/2, of: {sum: size, of: {option: bow}}}}"), note);
    // All models of a unit have the flag
    for limit in [
        "{sum: size, of: {option: flag}, max: 9}",
        "{options: bow, max: 9}",
        "{count: {option: bow}, max: 9}",
        "{sum: size, of: {not: {option: bow}}, max: 9}",
    ] {
        assert_eq!(told(limit), [""; 0], "{limit}");
    }
}
