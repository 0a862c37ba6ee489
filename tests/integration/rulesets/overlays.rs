//! Overlays of a club, a player's own chart, and faulty files, which are not used.

use crate::common::{Folder, built_in, checked, file, lines, n, ruled, stat, with_army};
use crate::rulesets::war_game::{BOOK, WAR, army, north};
use muster::format::read_exact_numbers::Number;
use muster::rules::library::RulesLookup;

const CLUB: &str = "\
ruleset: club
extends: war
name: Club war
version: 0.1.0
sources: {club: the club's sheet}
units:
  men: {cost: 3, stats: {melee: 4}}
  boats: {name: Boats, cost: 60}
options:
  shield: {cost: 1}
drop: [limits/one-chief, units/engines]
";

#[test]
fn an_overlay_changes_adds_and_drops() {
    let folder = Folder::new();
    folder.write("war/ruleset.yaml", WAR);
    folder.write("war/books/north.yaml", BOOK);
    folder.write("club/ruleset.yaml", CLUB);
    let library = folder.library();
    let club = |rows: &[&str]| army(rows).replace("ruleset: war", "ruleset: club");
    let report = checked(
        &library,
        &club(&["{unit: M, name: X, size: 10, options: [shield]}", "{unit: boats, size: 1}"]),
    );
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    let judge = report.ruleset.unwrap();
    assert_eq!((judge.id.as_str(), judge.version.as_deref()), ("club", Some("0.1.0")));
    // 30 + 10 and 60; the move and the rest of the men are unchanged
    assert_eq!(report.points.unwrap().total, n("100"));
    with_army(&library, &club(&["{unit: M, name: X, size: 10}"]), |army| {
        assert_eq!([stat(army, "X", "melee"), stat(army, "X", "move")], [Some(n("4")), Some(n("4"))]);
    });
    let engines = checked(&library, &club(&["{unit: engines, size: 1}"]));
    assert!(ruled(&engines).contains(&"error unknown-unit -".to_owned()), "{:#?}", lines(&engines));
    let chiefs = "characters: [{role: chief, name: A}, {role: chief, name: B}]\n";
    let men = ["{unit: M, size: 10}"];
    assert!(checked(&library, &(club(&men) + chiefs)).findings.is_empty());
    assert_eq!(ruled(&checked(&library, &(army(&men) + chiefs))), ["error too-many war/limits/one-chief"]);
    // The base ruleset is unchanged
    assert_eq!(checked(&library, &army(&men)).points.unwrap().total, n("20"));
    // Its books also work for the club, at the club's prices: 10 x 3 + 10
    let own = north("150 BC", &[]).replace("ruleset: war", "ruleset: club");
    let report = checked(&library, &own);
    assert!(report.findings.is_empty(), "{:#?}", lines(&report));
    assert_eq!(report.points.unwrap().total, n("40"));
}

#[test]
fn a_player_s_chart_replaces_the_house_chart() {
    let folder = Folder::new();
    folder.write(
        "our-fra/ruleset.yaml",
        "ruleset: our-fra\nextends: fra\nname: Our chart\nversion: 1.0.0\nsources: {ours: our table}\nunits:\n  \
         spears: {cost: 44}\n  light-infantry: {cost: 30, stats: {melee: 3}}\n",
    );
    let library = folder.library();
    let text = file("lists/fra/trebia-carthage.yaml");
    let report = checked(&library, &text.replace("ruleset: fra", "ruleset: our-fra"));
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    // 985, 5 Libyans 4 more each, 4 Gauls 5 less each
    assert_eq!(report.points.unwrap().total, Number::from(985 + 20 - 20_i64));
    let veterans = text
        .replace("ruleset: fra", "ruleset: our-fra")
        .replace("count: 4, options: [impetuous]", "options: [impetuous]");
    with_army(&library, &veterans, |army| {
        assert_eq!(stat(army, "Cisalpine Gauls", "melee"), Some(n("3")));
        assert_eq!(stat(army, "Cisalpine Gauls", "move"), Some(n("5")));
    });
    assert_eq!(checked(&built_in(), &text).points.unwrap().total, n("985"));
}

#[test]
fn faulty_overlays_and_books_are_reported_and_not_used() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\ndrop: [limits/one-cheif]\n",
            "bad-value",
        ),
        ("club/ruleset.yaml", "ruleset: club\nextends: wra\nname: C\nversion: 1\n", "unknown-ruleset"),
        ("club/ruleset.yaml", "ruleset: club\nextends: club\nname: C\nversion: 1\n", "bad-value"),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nunits: {men: {cots: 1}}\n",
            "unknown-key",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nunits: {men: {options: [bwo?]}}\n",
            "unknown-option",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nlimits: {x: {count: {tag: foto}, max: 1}}\n",
            "-",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nlimits: {x: {count: {unit: mne}, max: 1}}\n",
            "unknown-unit",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nlimits: {x: {max: 1}}\n",
            "missing-key",
        ),
        (
            "club/ruleset.yaml",
            "ruleset: club\nextends: war\nname: C\nversion: 1\nnumbers: {x: {for: army, name: X, is: melle + 1}}\n",
            "bad-formula",
        ),
    ];
    for (path, text, code) in cases {
        let folder = Folder::new();
        folder.write("war/ruleset.yaml", WAR);
        folder.write(path, text);
        let library = folder.library();
        let answer = library.rules_for("club", None);
        let codes: Vec<&str> = library.findings().iter().map(|f| f.code.as_str()).collect();
        if *code == "-" {
            // A tag that nothing has is not a reading error; it never matches
            assert!(matches!(answer, RulesLookup::Ready(_)), "{text}: {codes:?}");
        } else {
            assert!(!matches!(answer, RulesLookup::Ready(_)), "{text}");
            assert!(codes.contains(code), "{text}: {codes:?}");
        }
    }
}
