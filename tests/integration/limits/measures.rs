//! Limits that measure options, the highest or lowest of something, or a number of the army, and shares of other
//! measures.

use muster::finding::Severity;
use muster::rules::library::Library;

use crate::common::{Folder, checked, labelled, line, rules};

/// Returns rules with warbands, heroes and relics, and a limit.
fn hosts(limits: &str) -> (Folder, Library) {
    let text = format!(
        "ruleset: hosts
name: Hosts
version: 1.0.0
stats: {{ld: {{name: Ld}}}}
size: {{of: models, min: 1, max: 40}}
options:
  bow: {{name: Bow, some: true, cost: 1, per: model}}
  javelins: {{name: Javelins, cost: 0}}
  crown: {{name: Crown, cost: 50}}
  horn: {{name: Horn, cost: 30}}
  eye: {{name: Eye, cost: 21}}
roles:
  general: {{name: General}}
units:
  warband: {{name: Warband, tags: [foot], cost: 2, per: model, stats: {{ld: 6}}, options: [bow?, javelins?]}}
  hero: {{name: Hero, tags: [character], size: 1, cost: 40, stats: {{ld: 8}}, roles: [general], options: [crown?, horn?, eye?]}}
  captain: {{name: Captain, tags: [character], size: 1, cost: 30, stats: {{ld: 9}}}}
numbers:
  break-point: {{for: army, name: Break point, is: \"ceil(count({{tag: foot}}) / 2)\"}}
limits:
{limits}"
    );
    rules("hosts", &text, &[])
}

/// Returns the findings of a list of these rows, without what is not about limits.
fn told(limits: &str, rows: &[&str]) -> Vec<String> {
    let (_folder, library) = hosts(limits);
    let report = checked(&library, &list(rows));
    report.findings.iter().filter(|f| f.severity > Severity::Note).map(line).collect()
}

fn list(rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("  - {{{row}}}\n")).collect();
    format!("army: Trial\nruleset: hosts\npoints: 1000\nunits:\n{rows}")
}

const FIVE_RELICS: [&str; 2] =
    ["unit: hero, name: Ajax, options: [crown, horn, eye]", "unit: hero, name: Bran, options: [horn, eye]"];

#[test]
fn options_are_counted_and_not_the_units_that_have_them() {
    let limit = |most: u32| format!("  relics: {{options: [crown, horn, eye], max: {most}}}\n");
    assert_eq!(told(&limit(5), &FIVE_RELICS), [""; 0]);
    let (_folder, library) = hosts(&limit(3));
    let report = checked(&library, &list(&FIVE_RELICS));
    assert_eq!(
        report.findings.iter().map(line).collect::<Vec<_>>(),
        ["error[too-many]: 5 \"Crown\", \"Horn\" or \"Eye\" in the army, at most 3 allowed"]
    );
    // The last one first, as the one to change, then the others and the rule
    assert_eq!(labelled(&report, &report.findings[0]), ["eye", "crown", "horn", "eye", "horn", "relics"]);
}

#[test]
fn each_option_is_measured_separately() {
    let limit = "  each-once: {options: [crown, horn, eye], by: option, max: 1}\n";
    assert_eq!(
        told(limit, &FIVE_RELICS),
        [
            "error[too-many]: 2 \"Horn\" in the army, at most 1 allowed",
            "error[too-many]: 2 \"Eye\" in the army, at most 1 allowed",
        ]
    );
    assert_eq!(told(limit, &FIVE_RELICS[..1]), [""; 0]);
}

#[test]
fn alike_things_count_once() {
    let sorts = |most: u32| format!("  sorts: {{options: [crown, horn, eye], alike: one, max: {most}}}\n");
    assert_eq!(told(&sorts(3), &FIVE_RELICS), [""; 0]);
    assert_eq!(
        told(&sorts(2), &FIVE_RELICS),
        [
            "error[too-many]: 3 different ones of \"Crown\", \"Horn\" and \"Eye\" in the army, at most 2 allowed"
        ]
    );
    let kinds = |most: u32| format!("  kinds: {{count: {{tag: character}}, alike: one, max: {most}}}\n");
    let rows = ["unit: hero, count: 3", "unit: captain", "unit: warband, size: 5"];
    assert_eq!(told(&kinds(2), &rows), [""; 0]);
    assert_eq!(
        told(&kinds(1), &rows),
        ["error[too-many]: 2 different types of units tagged \"character\", at most 1 allowed"]
    );
}

#[test]
fn what_options_cost_is_added_up() {
    // 50 + 30 + 21
    let limit = |most: u32| {
        format!(
            "  hundred: {{sum: points, options: [crown, horn, eye], of: {{tag: character}}, in: unit, max: {most}}}\n"
        )
    };
    assert_eq!(told(&limit(101), &FIVE_RELICS), [""; 0]);
    assert_eq!(
        told(&limit(100), &FIVE_RELICS),
        [
            "error[too-many]: 101 points of \"Crown\", \"Horn\" or \"Eye\" of units tagged \"character\" in \"Ajax\", at \
             most 100 allowed"
        ]
    );
}

#[test]
fn at_most_half_of_the_models_have_an_option() {
    let limit = "  half: {options: bow, of: {unit: warband}, in: unit, max: {share: 1/2, of: {sum: size, of: {unit: \
                 warband}}}}\n";
    let row = |options: &str| format!("unit: warband, name: Gauls, size: 11, options: [{options}]");
    assert_eq!(told(limit, &[&row("bow: 5")]), [""; 0]);
    let too_many = |n: u32| {
        format!(
            "error[too-many]: {n} \"Bow\" of \"Warband\" in \"Gauls\", at most 5 allowed: 1/2 of 11 models of \
             \"Warband\", rounded down"
        )
    };
    assert_eq!(told(limit, &[&row("bow: 6")]), [too_many(6)]);
    // Without a number all of the models take it
    assert_eq!(told(limit, &[&row("bow")]), [too_many(11)]);
    // Alike units count each
    let in_army = "  few: {options: bow, max: 10}\n";
    assert_eq!(told(in_army, &[&(row("bow: 5") + ", count: 2")]), [""; 0]);
    assert_eq!(
        told(in_army, &[&(row("bow: 6") + ", count: 2")]),
        ["error[too-many]: 12 \"Bow\" in the army, at most 10 allowed"]
    );
}

#[test]
fn a_share_of_another_measure_names_it_and_labels_both() {
    let limit = "  small-bows: {highest: size, of: {option: bow}, max: {share: 1, of: {lowest: size, of: {option: \
                 javelins}}}}\n";
    let rows = [
        "unit: warband, name: Archers, size: 12, options: [bow]",
        "unit: warband, name: Darts, size: 10, options: [javelins]",
        "unit: warband, name: More, size: 15, options: [javelins]",
    ];
    let (_folder, library) = hosts(limit);
    let report = checked(&library, &list(&rows));
    assert_eq!(
        report.findings.iter().map(line).collect::<Vec<_>>(),
        [
            "error[too-many]: the highest size of units with the option \"bow\" is 12, at most 10 allowed: as much as the \
             lowest size of units with the option \"javelins\""
        ]
    );
    assert_eq!(labelled(&report, &report.findings[0]), ["warband", "warband", "small-bows"]);
    // Nobody has javelins, so that nothing is asked; nor is it where nobody has bows
    assert_eq!(told(limit, &rows[..1]), [""; 0]);
    assert_eq!(told(limit, &rows[1..]), [""; 0]);
}

#[test]
fn the_general_has_the_highest_stat() {
    let limit = "  leads: {highest: ld, of: {role: general}, min: {share: 1, of: {tag: character}}, severity: warning}\n";
    let general = "unit: hero, role: general";
    assert_eq!(told(limit, &[general, "unit: hero"]), [""; 0]);
    assert_eq!(told(limit, &["unit: captain"]), [""; 0]);
    assert_eq!(
        told(limit, &[general, "unit: captain"]),
        [
            "warning[too-few]: the highest Ld of characters with the role \"general\" is 8, at least 9 needed: as much as \
             the highest Ld of units tagged \"character\""
        ]
    );
}

#[test]
fn a_number_of_the_army_is_taken_as_it_is() {
    // Nine warbands break at 5
    let foot = "unit: warband, size: 5, count: 9";
    let heroes = "  heroes: {count: {tag: character}, max: {share: 1/2, of: {number: break-point}}}\n";
    assert_eq!(told(heroes, &[foot, "unit: hero, count: 2"]), [""; 0]);
    assert_eq!(
        told(heroes, &[foot, "unit: hero, count: 3"]),
        [
            "error[too-many]: 3 units tagged \"character\", at most 2 allowed: 1/2 of 5, the number \"Break point\", \
             rounded down"
        ]
    );
    let steady = |least: u32| format!("  steady: {{number: break-point, min: {least}}}\n");
    assert_eq!(told(&steady(5), &[foot]), [""; 0]);
    assert_eq!(
        told(&steady(6), &[foot]),
        ["error[too-few]: the number \"Break point\" is 5, at least 6 needed"]
    );
}
