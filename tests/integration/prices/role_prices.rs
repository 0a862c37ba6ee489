//! The price of a role goes by the unit that receives what the role adds.

use crate::common::{checked, labelled, lines, n, rules, with_army};

const RULES: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
stats: {move: {name: Move}}
options:
  drilled: {name: Drilled, cost: 3, gives-tags: [drilled]}
roles:
  boss: {name: Boss, cost: \"if(is(knights), 5, 10)\"}
  guide: {name: Guide, cost: 2 * move}
  quartermaster: {name: Quartermaster, cost: 2 * size}
  master: {name: Master, cost: \"if(has(drilled), 1, 6)\"}
  counter: {name: Counter, cost: \"4 - count({tag: knights})\"}
  envoy: {name: Envoy, cost: points / 100}
  captain: {name: Captain, cost: [{of: {tag: knights}, each: 30}, {of: {tag: drilled}, each: 20}]}
units:
  knights: {name: Knights, tags: [knights], cost: 40, stats: {move: 8}}
  spears: {name: Spears, cost: 20, stats: {move: 4}, options: [drilled?], roles: [boss, captain]}
  lord: {name: Lord, tags: [knights], cost: 70, roles: [boss, captain]}
";

fn army(rows: &str) -> String {
    format!("army: Trial\nruleset: toy\npoints: 1000\n{rows}")
}

#[test]
fn a_formula_sees_the_unit_that_the_character_joins() {
    let (_folder, library) = rules("toy", RULES, &[]);
    let units = "units: [{unit: knights, name: K}, {unit: spears, name: S}]\n";
    for (character, cost) in [
        // 5 with knights, 10 with anyone else
        ("{role: boss, name: Hanno, with: K}", "5"),
        ("{role: boss, name: Hanno, with: S}", "10"),
        // Twice the move of 8, or of 4
        ("{role: guide, name: Hanno, with: K}", "16"),
        ("{role: guide, name: Hanno, with: S}", "8"),
        // A hundredth of the 1,000 points, whomever he joins
        ("{role: envoy, name: Hanno, with: S}", "10"),
        ("{role: envoy, name: Hanno}", "10"),
    ] {
        let text = army(&format!("characters: [{character}]\n{units}"));
        let report = checked(&library, &text);
        assert!(report.findings.is_empty(), "{character}: {:#?}", lines(&report));
        with_army(&library, &text, |army| {
            assert_eq!(army.characters[0].cost(), Some(n(cost)), "{character}");
            // 40 and 20 besides
            assert_eq!(army.spent, n("60").checked_add(n(cost)).unwrap(), "{character}");
        });
    }
}

#[test]
fn a_price_that_goes_by_the_unit_is_not_guessed_for_who_joins_nobody() {
    let (_folder, library) = rules("toy", RULES, &[]);
    let units = "units: [{unit: knights, name: K}, {unit: spears, name: S}]\n";
    for (role, name) in [
        ("boss", "Boss"),
        ("guide", "Guide"),
        ("quartermaster", "Quartermaster"),
        ("master", "Master"),
        ("counter", "Counter"),
    ] {
        let report =
            checked(&library, &army(&format!("characters: [{{role: {role}, name: Hanno}}]\n{units}")));
        let wanted = format!(
            "warning[points-unknown]: the cost of \"{name}\" goes by the unit that is joined, and there is none for Hanno, \
             who joins nobody"
        );
        assert_eq!(lines(&report), [wanted]);
        assert_eq!(report.findings[0].help.as_deref(), Some("name the unit with `with`"));
        assert_eq!(labelled(&report, &report.findings[0])[0], role);
        // 40 and 20 besides
        let points = report.points.unwrap();
        assert_eq!((points.total, points.complete), (n("60"), false), "{role}");
        // An unknown name is the cause, and no price follows from it
        let lost = army(&format!("characters: [{{role: {role}, name: Hanno, with: X}}]\n{units}"));
        assert_eq!(checked(&library, &lost).findings.len(), 1, "{role}");
    }
}

#[test]
fn a_unit_that_holds_a_role_is_priced_by_itself_unless_it_joins_another() {
    let (_folder, library) = rules("toy", RULES, &[]);
    for (rows, cost) in [
        // A lord is of the knights himself: 70 and 5; with spears, 70 and 10
        ("characters: [{unit: lord, name: L, role: boss}]\nunits: [{unit: spears}]\n", "75"),
        (
            "characters: [{unit: lord, name: L, role: boss, with: S}]\nunits: [{unit: spears, name: S}]\n",
            "80",
        ),
        (
            "characters: [{unit: lord, name: L, role: boss, with: K}]\nunits: [{unit: knights, name: K}]\n",
            "75",
        ),
        ("units: [{unit: spears, name: L, role: boss}]\n", "30"),
        // Drilled spears: 20, 3 and 20
        ("units: [{unit: spears, name: L, role: captain, options: [drilled]}]\n", "43"),
    ] {
        with_army(&library, &army(rows), |army| {
            let unit = army.units.iter().find(|unit| unit.name == "L").unwrap();
            assert_eq!(unit.cost(), Some(n(cost)), "{rows}");
        });
    }
}

#[test]
fn a_price_of_which_no_line_fits_is_not_known_and_said_once() {
    let (_folder, library) = rules("toy", RULES, &[]);
    let units = "units: [{unit: knights, name: K}, {unit: spears, name: S}]\n";
    for (character, who) in [
        ("{role: captain, name: Hanno}", "Hanno, who joins nobody"),
        ("{role: captain, name: Hanno, with: S}", "Hanno, who joins \"S\""),
        ("{role: captain}", "a character, who joins nobody"),
    ] {
        let report = checked(&library, &army(&format!("characters: [{character}]\n{units}")));
        let wanted = format!("warning[points-unknown]: no line of the cost of \"Captain\" fits {who}");
        assert_eq!(lines(&report), [wanted], "{character}");
        let points = report.points.unwrap();
        assert_eq!((points.total, points.complete), (n("60"), false), "{character}");
    }
    let report = checked(&library, &army("units: [{unit: spears, role: captain}]\n"));
    assert_eq!(
        lines(&report),
        ["warning[points-unknown]: no line of the cost of \"Captain\" fits \"Spears\""]
    );
    // An unknown name is the cause, and no price follows from it
    let report =
        checked(&library, &army(&format!("characters: [{{role: captain, name: H, with: X}}]\n{units}")));
    assert_eq!(report.findings.len(), 1, "{:#?}", lines(&report));
}
