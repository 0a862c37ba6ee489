//! Bodies that a character has with them, such as a mount.

use muster::army::army_and_rules_digests::compute_digests;

use crate::common::{checked, labelled, lines, rules, stat, with_army};

const STEED: &str = "\
ruleset: steed
name: Steed
version: 1.0.0
roles: {general: {name: General, cost: 0}}
size: 1
stats: {m: {name: Move}}
options: {barding: {name: Barding, cost: 4, add: {m: -1}}}
units:
  lord: {name: Lord, cost: 50, roles: [general], stats: {m: 5}, parts: {mount: {unit: horse, max: 1}, page: {unit: page, each: 1}}}
  horse: {name: Horse, cost: 10, stats: {m: 8}, options: [barding?]}
  page: {name: Page, cost: 1, stats: {m: 4}}
  foot: {name: Foot, cost: 20, stats: {m: 4}}
";

fn list(more: &str) -> String {
    format!(
        "army: Trial\nruleset: steed\npoints: 200\ncharacters:\n  - {{unit: lord, role: general, name: Nero, with: Old{more}}}\nunits:\n  \
         - {{unit: foot, name: Old}}\n"
    )
}

#[test]
fn a_mount_has_its_own_lines_stats_and_options() {
    let (folder, library) = rules("steed", STEED, &[]);
    let cost = |text: &str| with_army(&library, text, |army| army.spent.to_string());
    // 50 and 20; the page comes by himself, for 1
    assert_eq!(cost(&list("")), "71");
    assert_eq!(cost(&list(", parts: {mount: 1}")), "81");
    let mounted = list(", parts: {mount: {size: 1, options: [barding]}}");
    assert_eq!(cost(&mounted), "85");
    for text in [list(""), mounted.clone()] {
        assert_eq!(lines(&checked(&library, &text)), [""; 0], "{text}");
    }
    // The rider keeps his own move, and the mount has its own less 1
    with_army(&library, &mounted, |army| {
        assert_eq!(stat(army, "Nero", "m").unwrap().to_string(), "5");
        let nero = army.units.iter().find(|unit| unit.name == "Nero").unwrap();
        let words: Vec<&str> = nero.parts.iter().map(|(word, _)| *word).collect();
        assert_eq!(words, ["mount", "page"]);
        assert_eq!(nero.parts[0].1.stats[0].number(), Some(7_i64.into()));
    });
    folder.write("list.yaml", &mounted);
    let ledger = folder.muster(&["cost", "list.yaml", "--rulesets", "."]).out;
    for wanted in ["Lord", "Horse", "Barding", "Page", "total 85"] {
        assert!(ledger.contains(wanted), "{wanted}: {ledger}");
    }
    let roster = folder.muster(&["render", "roster", "list.yaml", "--format", "text", "--rulesets", "."]).out;
    assert!(roster.contains("Horse"), "{roster}");
}

#[test]
fn parts_of_characters_are_checked_as_those_of_units() {
    let (_folder, library) = rules("steed", STEED, &[]);
    assert_eq!(
        lines(&checked(&library, &list(", parts: {mount: 2}"))),
        ["error[unit-size]: \"Nero\" has 2 mount, 0 to 1 are needed"]
    );
    assert_eq!(
        lines(&checked(&library, &list(", parts: {mont: 1}"))),
        ["error[unknown-unit]: Lord has no part \"mont\""]
    );
    let person = list("").replace(
        "{unit: lord, role: general, name: Nero, with: Old}",
        "{role: general, name: Mago, with: Old, parts: {mount: 1}}",
    );
    let report = checked(&library, &person);
    assert_eq!(lines(&report), ["error[unknown-key]: \"Mago\" is a person without a body and has no parts"]);
    assert_eq!(labelled(&report, &report.findings[0]), ["mount"]);
}

#[test]
fn digests_tell_a_mount() {
    let (_folder, library) = rules("steed", STEED, &[]);
    let digest = |text: &str| with_army(&library, text, |army| compute_digests(army).army);
    let (without, with) = (list(""), list(", parts: {mount: 1}"));
    assert_ne!(digest(&without), digest(&with));
    assert_eq!(digest(&with), digest(&list(", parts: {mount: {size: 1}}")));
    assert_ne!(digest(&with), digest(&list(", parts: {mount: {size: 1, options: [barding]}}")));
}
