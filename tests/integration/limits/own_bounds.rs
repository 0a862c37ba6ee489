//! Bounds that are written on what they count: unit types, roles, options and offers.

use std::path::Path;
use std::time::Duration;

use muster::check::check_files::FileKind;
use muster::lint::{LintFile, LintOptions, lint_files};
use muster::rules::library::{Library, RulesLookup};
use muster::rules::rule_lookup::RuleFinder;
use muster::solve::{Feasibility, ListRequirements, find_legal_list};

use crate::common::{Folder, checked, labelled, line, lines, ruled, rules};
use crate::rooms::support::lines_of;

fn game() -> (Folder, Library) {
    let text = "\
ruleset: hosts
name: Hosts
version: 1.0.0
stats: {ld: {name: Ld}}
options:
  standard: {name: Magic standard, cost: 5, max: {allow: 1, per: 1000, of: points}}
  veteran: {name: Veteran, cost: 1}
roles:
  boss: {name: Boss, max: 1}
units:
  hastati:
    name: Hastati
    cost: 20
    max: 3
    stats: {ld: 7}
    options:
      - standard?
      - veteran?: {cost: 5, max: 2}
  triarii: {name: Triarii, cost: 30, stats: {ld: 8}, roles: [boss], options: [standard?, veteran?]}
";
    let book = "book: rome\nruleset: hosts\nname: Rome\nversion: 1.0.0\nentries:\n  old: {unit: hastati, name: Old}\n  \
                young: {unit: hastati, name: Young, min: 1}\n";
    rules("hosts", text, &[("rome", book)])
}

fn told(book: &str, rows: &[&str]) -> Vec<String> {
    let (_folder, library) = game();
    let rows: String = rows.iter().map(|row| format!("  - {{{row}}}\n")).collect();
    let list = format!("army: Trial\nruleset: hosts\n{book}points: 1999\nunits:\n{rows}");
    checked(&library, &list).findings.iter().map(line).collect()
}

#[test]
fn an_option_is_limited_in_the_whole_army() {
    assert_eq!(told("", &["unit: hastati, options: [standard]", "unit: triarii"]), [""; 0]);
    // 1,999 points are one full step
    assert_eq!(
        told("", &["unit: hastati, options: [standard]", "unit: triarii, options: [standard]"]),
        [
            "error[too-many]: 2 \"Magic standard\" in the army, at most 1 allowed: 1 for each 1000 of 1999 points, rounded \
             down"
        ]
    );
}

#[test]
fn an_offer_is_limited_among_units_of_its_type() {
    let veterans = |count: u32| format!("unit: hastati, count: {count}, options: [veteran]");
    assert_eq!(told("", &[&veterans(2), "unit: triarii, count: 4, options: [veteran]"]), [""; 0]);
    assert_eq!(
        told("", &[&veterans(3)]),
        ["error[too-many]: 3 \"Veteran\" of \"Hastati\" in the army, at most 2 allowed"]
    );
}

#[test]
fn a_unit_type_is_limited_over_all_of_its_entries() {
    assert_eq!(told("", &["unit: hastati, count: 3"]), [""; 0]);
    assert_eq!(told("", &["unit: hastati, count: 4"]), ["error[too-many]: 4 \"Hastati\", at most 3 allowed"]);
    assert_eq!(told("book: rome\n", &["unit: old, count: 2", "unit: young"]), [""; 0]);
    assert_eq!(
        told("book: rome\n", &["unit: old, count: 2", "unit: young, count: 2"]),
        ["error[too-many]: 4 \"Hastati\", at most 3 allowed"]
    );
}

#[test]
fn a_role_is_limited_and_the_finding_names_its_rule_at_the_bound() {
    let (_folder, library) = game();
    let list = "army: Trial\nruleset: hosts\npoints: 500\nunits:\n  - {unit: triarii, role: boss}\n  - {unit: triarii, role: \
                boss}\n";
    let report = checked(&library, list);
    assert_eq!(
        report.findings.iter().map(line).collect::<Vec<_>>(),
        ["error[too-many]: 2 characters with the role \"boss\", at most 1 allowed"]
    );
    assert_eq!(ruled(&report), ["error too-many hosts/roles/boss"]);
    assert_eq!(labelled(&report, &report.findings[0]).last().unwrap(), "1");
}

#[test]
fn warnings_dates_and_rates_stand_on_things_as_in_limits() {
    let text = "\
ruleset: carts
name: Carts
version: 1.0.0
points: none
options:
  awning: {name: Awning, max: {warning: 1, error: 2}}
  wheel: {name: Wheel, some: true, min: 3, dates: {from: 200 BC}}
roles: {driver: {name: Driver, either: [{exactly: 0}, {min: 2}]}}
every-unit: {options: [awning?, wheel?: {max: 4}]}
units:
  cart: {name: Cart, multiple-of: 2, size: {of: models, min: 1, max: 9}, roles: [driver]}
";
    let (_folder, library) = rules("carts", text, &[]);
    let told = |date: &str, rows: &[&str]| {
        let rows: String = rows.iter().map(|row| format!("  - {{unit: cart, {row}}}\n")).collect();
        lines(&checked(&library, &format!("army: Trial\nruleset: carts\ndate: {date}\nunits:\n{rows}")))
    };
    let none: [String; 0] = [];
    assert_eq!(told("250 BC", &["size: 1", "size: 1, options: [awning]"]), none);
    assert_eq!(
        told("250 BC", &["size: 1, options: [awning]", "size: 1, options: [awning]"]),
        ["warning[too-many]: 2 \"Awning\" in the army, at most 1 allowed"]
    );
    assert_eq!(
        told("250 BC", &["size: 1, count: 4, options: [awning]"]),
        ["error[too-many]: 4 \"Awning\" in the army, at most 2 allowed"]
    );
    // A minimum asks only in the years of the option; models are counted, of which every unit's offer allows 4
    assert_eq!(
        told("150 BC", &["size: 5, options: [wheel: 2]", "size: 1"]),
        ["error[too-few]: 2 \"Wheel\" in the army, at least 3 needed"]
    );
    assert_eq!(told("150 BC", &["size: 5, options: [wheel: 3]", "size: 1"]), none);
    assert_eq!(told("150 BC", &["size: 5, options: [wheel: 3]", "size: 1, options: [wheel: 1]"]), none);
    assert_eq!(
        told("150 BC", &["size: 5, options: [wheel: 4]", "size: 1, options: [wheel: 1]"]),
        ["error[too-many]: 5 \"Wheel\" in the army, at most 4 allowed"]
    );
    assert_eq!(
        told("250 BC", &["size: 1", "size: 1, role: driver"]),
        ["error[does-not-hold]: 1 character with the role \"driver\", but exactly 0 or at least 2 needed"]
    );
    assert_eq!(told("250 BC", &["size: 1, role: driver", "size: 1, role: driver"]), none);
    assert_eq!(
        told("250 BC", &["size: 1, count: 3"]),
        ["error[not-a-multiple]: 3 \"Cart\", a multiple of 2 needed"]
    );
}

#[test]
fn an_offer_inside_an_option_is_counted_among_those_with_the_option() {
    let text = "\
ruleset: riders
name: Riders
version: 1.0.0
points: none
options:
  barding: {name: Barding}
  horse: {name: Horse, options: [barding?: {max: 1}]}
units:
  hero: {name: Hero, options: [horse?]}
  ox: {name: Ox, options: [barding?]}
";
    let (_folder, library) = rules("riders", text, &[]);
    let told = |heroes: u32| {
        let list = format!(
            "army: Trial\nruleset: riders\nunits:\n  - {{unit: hero, count: {heroes}, options: [horse, barding]}}\n  - \
             {{unit: ox, count: 3, options: [barding]}}\n"
        );
        lines(&checked(&library, &list))
    };
    assert_eq!(told(1), [""; 0]);
    assert_eq!(
        told(2),
        ["error[too-many]: 2 \"Barding\" of units with the option \"horse\" in the army, at most 1 allowed"]
    );
}

/// Returns the messages about a ruleset with these options and units.
fn faults(options: &str, units: &str) -> Vec<String> {
    let text = format!(
        "ruleset: faulty\nname: Faulty\nversion: 1.0.0\noptions:\n  bow: {{name: Bow{options}}}\n  sling: {{name: \
         Sling}}\nunits:\n  foot: {{name: Foot, cost: 1{units}}}\n"
    );
    let file = LintFile::from_path(FileKind::Ruleset, Path::new("faulty/ruleset.yaml"), &text);
    let report = lint_files(&[file], &LintOptions { sizes: Vec::new(), ..LintOptions::default() });
    let faults = report.findings.iter().filter(|f| !f.code.as_str().starts_with("missing-"));
    faults.map(line).collect()
}

#[test]
fn bounds_that_cannot_be_meant_are_told_in_the_ruleset() {
    assert_eq!(faults("", ", options: [bow?, sling?]"), [""; 0]);
    assert_eq!(
        faults(", max: 1, either: [{min: 1}]", ", options: [bow?, sling?]"),
        ["error[bad-value]: other bounds are not allowed next to `either`"]
    );
    assert_eq!(
        faults("", ", options: [at-most-one-of: {options: [bow?, sling?], max: 1}]"),
        ["error[unknown-key]: `max` is for a single option, and \"at-most-one-of\" is a group"]
    );
    assert_eq!(
        faults(", max: {share: 1/2, of: {unit: foot}}", ", options: [bow?, sling?]"),
        ["error[bad-value]: a share of what?"]
    );
    assert_eq!(
        faults(", min: 2, max: 1", ", options: [bow?, sling?]"),
        ["error[bad-value]: at least 2 and at most 1 is impossible"]
    );
    assert_eq!(
        faults("", ", options: [bow?: {min: 3, max: 2}, sling?]"),
        ["error[bad-value]: at least 3 and at most 2 is impossible"]
    );
}

#[test]
fn a_limit_that_says_the_same_as_a_bound_is_told() {
    let told = |limit: &str| {
        let units = format!(", max: 3, options: [bow?: {{max: 1}}, sling?]}}\nlimits:\n  same: {{{limit}");
        faults(", max: 2", &units)
    };
    let on =
        |name: &str| [format!("warning[never-matches]: \"same\" says the same as what stands on \"{name}\"")];
    assert_eq!(told("count: {unit: foot}, max: 3"), on("Foot"));
    assert_eq!(told("options: bow, max: 2"), on("Bow"));
    assert_eq!(told("options: [bow, sling], by: option, max: 2"), on("Bow"));
    // Another number, another place, a case, another severity
    for limit in [
        "count: {unit: foot}, max: 2",
        "count: {unit: foot}, in: command, max: 3",
        "count: {unit: foot}, max: 3, when: {commands: {min: 2}}",
        "options: bow, max: 2, severity: warning",
        "count: {option: bow}, max: 2",
    ] {
        assert_eq!(told(limit), [""; 0], "{limit}");
    }
}

#[test]
fn bounds_are_explained_where_they_stand() {
    let (folder, library) = game();
    let explained = |word: &str| {
        let found = RuleFinder::new(&library, None).find_rules(word);
        assert_eq!(found.len(), 1, "{word}");
        found[0].excerpt.join(" ")
    };
    assert!(explained("hosts/options/standard").contains("max: {allow: 1, per: 1000, of: points}"));
    assert!(explained("hosts/units/hastati/options/veteran").contains("veteran?: {cost: 5, max: 2}"));
    assert!(explained("hosts/roles/boss").contains("max: 1"));
    let printed = folder.muster(&["--rulesets", ".", "rules", "hosts"]).out;
    let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    for line in [
        "Magic standard (5). In an army at most 1 for each 1000 points, rounded down.",
        "Boss. In an army at most 1.",
        "In an army at most 3; \"Veteran\" at most 2.",
    ] {
        assert!(printed.contains(line), "{line}\n{printed}");
    }
}

#[test]
fn rooms_show_what_is_left_of_bounds() {
    let (_folder, library) = game();
    let list = "army: Trial\nruleset: hosts\npoints: 2000\nunits:\n  - {unit: hastati, name: H, options: [standard, \
                veteran]}\n  - {unit: triarii, name: T, options: [veteran]}\n";
    let room = |rule: &str| lines_of(&library, list, rule);
    assert_eq!(
        room("hosts/options/standard"),
        "Magic standard: open, 1 options, max 2 [1 per 1,000 of 2,000 points]; H"
    );
    assert_eq!(room("hosts/units/hastati/options/veteran"), "Veteran of Hastati: open, 1 options, max 2; H");
    assert_eq!(room("hosts/units/hastati"), "Hastati: open, 1 units, max 3; H");
    assert_eq!(room("hosts/roles/boss"), "Boss: unused, 0 characters, max 1");
}

#[test]
fn the_search_for_a_legal_list_keeps_bounds() {
    let search = |on_option: &str, on_type: &str, on_offer: &str| {
        let text = format!(
            "ruleset: few\nname: Few\nversion: 1.0.0\noptions:\n  bow: {{name: Bow, cost: 10{on_option}}}\nunits:\n  foot: \
             {{name: Foot, cost: 100{on_type}, options: [bow?: {{cost: 10{on_offer}}}]}}\n"
        );
        let (_folder, library) = rules("few", &text, &[]);
        let RulesLookup::Ready(rules) = library.rules_for("few", None) else {
            panic!("{:?}", library.findings())
        };
        let terms = ListRequirements {
            title: "a list",
            size: Some(500_i64.into()),
            date: None,
            min_cost: 430_i64.into(),
            answer: None,
            time_limit: Duration::from_secs(20),
        };
        find_legal_list(&rules, &terms)
    };
    // Four of foot and three bows cost 430; with two bows they cost 420, and five cost 500 without any
    assert!(matches!(search(", max: 3", ", max: 4", ""), Feasibility::Found(_)));
    assert!(matches!(search("", ", max: 4", ", max: 3"), Feasibility::Found(_)));
    assert!(matches!(search(", max: 2", ", max: 5", ""), Feasibility::Found(_)));
    assert!(!matches!(search(", max: 2", ", max: 4", ""), Feasibility::Found(_)));
    assert!(!matches!(search("", ", max: 4", ", max: 2"), Feasibility::Found(_)));
    assert!(!matches!(search(", min: 1", ", min: 5", ""), Feasibility::Found(_)));
    // No more bows than there can be foot
    assert!(matches!(search(", min: 5", ", max: 4", ""), Feasibility::Forbidden(_)));
    assert!(matches!(search("", ", max: 4", ", min: 5"), Feasibility::Forbidden(_)));
}
