//! 6mm Ancient Rules, 2nd edition.

use std::fmt::Write as _;

use crate::games::{army, assert_none_wrong, legal, report, rules, stat, total, unit};

const ONE: &str = "[{role: general, name: G}]";
const TWO: &str = "[{role: general, name: G}, {role: general, name: H}]";

/// A list whose units all have 5 figures an element, unless they say otherwise.
fn list_of(characters: &str, units: &str) -> String {
    let mut text = format!("army: A\nruleset: six-mm\ncharacters: {characters}\nunits:\n");
    for line in units.lines() {
        let stands = line.contains("unit: ") && !line.contains("elephants") && !line.contains("figures");
        text += &if stands { line.replace('}', ", values: {figures: 5}}") } else { line.to_owned() };
        text += "\n";
    }
    text
}

fn list(units: &str) -> String {
    list_of(ONE, units)
}

/// Sections 3.1, 4.2, 4.3: moves in yards, combat against foot and mounted, fall-back in yards (0 if not
/// stated).
const TYPES: [(&str, u32, u32, u32, u32, u32); 11] = [
    ("elephants", 200, 1000, 4, 5, 0),
    ("knights", 300, 1000, 4, 4, 200),
    ("cavalry", 400, 1500, 3, 3, 200),
    ("chariots", 400, 1500, 3, 3, 200),
    ("light-horse", 500, 2000, 2, 2, 300),
    ("pikemen", 200, 1000, 3, 3, 100),
    ("swordsmen", 200, 1000, 5, 3, 100),
    ("spearmen", 200, 1000, 4, 4, 100),
    ("auxilia", 300, 1000, 3, 3, 100),
    ("psiloi", 300, 1000, 2, 2, 100),
    ("warband", 200, 1000, 3, 3, 100),
];

#[test]
fn moves_and_combat_factors_of_every_type() {
    let mut wrong = Vec::new();
    for (kind, tactical, fast, foot, mounted, back) in TYPES {
        let text = list(&format!("  - {{unit: {kind}, name: U, size: 4, options: [average]}}\n"));
        legal(&text);
        let inches = |yards: u32| if yards == 0 { "-".to_owned() } else { (yards / 100).to_string() };
        army(&text, |a| {
            for (word, want) in [
                ("tactical", inches(tactical)),
                ("non-tactical", inches(fast)),
                ("against-foot", foot.to_string()),
                ("against-mounted", mounted.to_string()),
                ("fall-back", inches(back)),
            ] {
                let got = stat(a, "U", word);
                if got != want {
                    wrong.push(format!("{kind} {word}: {got}, not {want}"));
                }
            }
            for (number, want) in [("tactical-yards", tactical), ("non-tactical-yards", fast)] {
                let got = unit(a, "U", number);
                if got != want.to_string() {
                    wrong.push(format!("{kind} {number}: {got}, not {want}"));
                }
            }
        });
    }
    assert_none_wrong(&wrong);
    let types: Vec<String> =
        rules("six-mm").kinds.iter().map(|k| k.id.clone()).filter(|k| k != "camp").collect();
    assert_eq!(types, TYPES.map(|t| t.0), "these and no others");
}

/// Sections 1.2, 2.4, 4.5, 4.7: the highest d6 that passes, or for `routs-on` that fails.
#[test]
fn die_targets_of_each_grade() {
    for (grade, alone, tired, routs, rallies) in
        [("poor", "2", "1", "4", "1"), ("average", "3", "3", "2", "2"), ("elite", "5", "5", "1", "4")]
    {
        army(&list(&format!("  - {{unit: auxilia, name: U, size: 4, options: [{grade}]}}\n")), |a| {
            assert_eq!(stat(a, "U", "acts-alone"), alone, "{grade}");
            assert_eq!(stat(a, "U", "charges-tired"), tired, "{grade}");
            assert_eq!(stat(a, "U", "routs-on"), routs, "{grade}");
            assert_eq!(stat(a, "U", "rallies-on"), rallies, "{grade}");
        });
    }
}

/// Section 2.3: a fatigue point an element. Closing notes: 8 figures are 400 men and 10 such stands 4000.
#[test]
fn fatigue_points_and_men() {
    for (size, figures, men) in
        [(1, 8, "400"), (10, 8, "4000"), (12, 4, "2400"), (6, 5, "1500"), (7, 3, "1050")]
    {
        let text = list(&format!(
            "  - {{unit: swordsmen, name: U, size: {size}, options: [poor], values: {{figures: {figures}}}}}\n"
        ));
        legal(&text);
        army(&text, |a| {
            assert_eq!(unit(a, "U", "fatigue"), size.to_string());
            assert_eq!(unit(a, "U", "stands"), size.to_string());
            assert_eq!(unit(a, "U", "men"), men, "{size} {figures}");
        });
    }
    // 2 x 10 x 8 x 50 = 8000 and 8 x 5 x 50 = 2000; elephants do not represent men
    let text = list(concat!(
        "  - {unit: spearmen, name: S, count: 2, size: 10, options: [elite], values: {figures: 8}}\n",
        "  - {unit: light-horse, name: L, size: 8, options: [elite], values: {figures: 5}}\n",
        "  - {unit: elephants, name: E, size: 3, options: [poor]}\n",
        "baggage: true\n",
    ));
    legal(&text);
    army(&text, |a| {
        assert_eq!(total(a, "army-men"), "10000");
        assert_eq!(unit(a, "E", "men"), "none");
    });
}

/// The closing notes count figures only for the scale, so a list need not state them. For 10 elements of 8
/// figures, and pikemen without a number of figures, 4000 men are known; for pikemen alone none.
#[test]
fn figures_are_optional() {
    let silent = "army: A\nruleset: six-mm\ncharacters: [{role: general, name: G}]\nunits:\n  \
                  - {unit: pikemen, name: P, size: 8, options: [elite]}\n";
    assert!(report(silent).findings.is_empty());
    army(silent, |a| assert_eq!((unit(a, "P", "men"), total(a, "army-men")), ("-".into(), "-".into())));
    let partly = format!(
        "{silent}  - {{unit: swordsmen, name: S, size: 10, options: [poor], values: {{figures: 8}}}}\n"
    );
    assert!(report(&partly).findings.is_empty());
    army(&partly, |a| assert_eq!(total(a, "army-men"), "4000 incomplete"));
}

/// Section 6.1: the total, and 30%, 50% and 86% of it with fractions up. 10 and 3 is the document's example.
#[test]
fn the_army_total_and_its_break_points() {
    for (plain, skirmishers, sum, weak, shaken, routs) in [
        (10, 3, "11", "4", "6", "10"),
        (8, 0, "8", "3", "4", "7"),
        (6, 1, "19/3", "2", "4", "6"),
        (10, 2, "32/3", "4", "6", "10"),
        (12, 4, "40/3", "4", "7", "12"),
        (5, 5, "20/3", "2", "4", "6"),
    ] {
        let mut units =
            format!("  - {{unit: spearmen, name: A, count: {plain}, size: 8, options: [poor]}}\n");
        if skirmishers > 0 {
            writeln!(
                units,
                "  - {{unit: psiloi, name: B, count: {skirmishers}, size: 4, options: [poor, skirmish]}}"
            )
            .unwrap();
        }
        // A camp is not a unit
        for camp in ["", "baggage: true\n"] {
            let text = list(&format!("{units}{camp}"));
            legal(&text);
            army(&text, |a| {
                assert_eq!(total(a, "unit-total"), sum, "{plain} and {skirmishers}");
                assert_eq!(total(a, "weakened-at"), weak, "{plain} and {skirmishers}");
                assert_eq!(total(a, "shaken-at"), shaken, "{plain} and {skirmishers}");
                assert_eq!(total(a, "army-routs-at"), routs, "{plain} and {skirmishers}");
            });
        }
    }
}

/// Sections 2.1, 2.6, 5.1, where "light" applies to all three: light horse always, psiloi and light chariots
/// as the list says, others never.
#[test]
fn who_skirmishes() {
    for (kind, always, may) in TYPES.map(|t| match t.0 {
        "light-horse" => (t.0, true, true),
        "psiloi" | "chariots" => (t.0, false, true),
        other => (other, false, false),
    }) {
        let plain = list(&format!("  - {{unit: {kind}, name: U, size: 4, options: [poor]}}\n"));
        army(&plain, |a| {
            assert_eq!(total(a, "unit-total"), if always { "1/3" } else { "1" }, "{kind}");
        });
        let chosen = list(&format!("  - {{unit: {kind}, name: U, size: 4, options: [poor, skirmish]}}\n"));
        let errors =
            report(&chosen).findings.iter().filter(|f| f.code.as_str() == "option-unavailable").count();
        assert_eq!(errors, usize::from(!may), "{kind}");
    }
}

/// Section 1.2 and the closing notes: 3 units, or 6 for the single general of a cavalry army.
#[test]
fn orders_a_turn() {
    let horse = "  - {unit: light-horse, name: L, size: 4, options: [poor]}\n  - {unit: knights, name: K, size: 4, options: [poor]}\n  - {unit: cavalry, name: C, size: 4, options: [poor]}\n";
    for (head, more, orders) in [
        (ONE, "", "6"),
        (ONE, "baggage: true\n", "6"),
        (TWO, "", "3"),
        (ONE, "  - {unit: psiloi, name: P, size: 4, options: [poor]}\n", "3"),
        (ONE, "  - {unit: elephants, name: E, size: 4, options: [poor]}\n", "3"),
        (ONE, "  - {unit: chariots, name: W, size: 4, options: [poor]}\n", "3"),
    ] {
        let text = list_of(head, &format!("{horse}{more}"));
        legal(&text);
        army(&text, |a| assert_eq!(total(a, "orders"), orders, "{more}"));
    }
}

/// Section 4.2: a general adds 1 to the unit he is with, and to no other.
#[test]
fn the_general_helps_the_unit_he_is_with() {
    let units = "  - {unit: swordsmen, name: A, size: 4, options: [elite]}\n  - {unit: swordsmen, name: B, size: 4, options: [elite]}\n";
    let text = list_of("[{role: general, name: G, with: A}]", units);
    legal(&text);
    army(&text, |a| {
        assert_eq!((stat(a, "A", "against-foot"), stat(a, "A", "against-mounted")), ("6".into(), "4".into()));
        assert_eq!((stat(a, "B", "against-foot"), stat(a, "B", "against-mounted")), ("5".into(), "3".into()));
    });
}

/// Section 4.2 gives 1 "if general attached", and two generals do not make it 2.
#[test]
fn two_generals_with_a_unit_help_it_no_more_than_one() {
    let units = "  - {unit: swordsmen, name: A, size: 4, options: [elite]}\n";
    let text = list_of("[{role: general, name: G, with: A}, {role: general, name: H, with: A}]", units);
    legal(&text);
    army(&text, |a| {
        assert_eq!((stat(a, "A", "against-foot"), stat(a, "A", "against-mounted")), ("6".into(), "4".into()));
    });
}

/// 4 + 2 + 4 + 1 + 1 + 1 units and 3 of skirmishers are 14: 4.2, 7 and 12.04 of them, fractions up.
/// Men: 9600 + 2400 + 16000 + 2000 + 6000 + 1000 + 3000.
#[test]
fn sempronius_at_the_trebia() {
    army(&std::fs::read_to_string("lists/six-mm/trebia-rome.yaml").unwrap(), |a| {
        assert_eq!(total(a, "unit-total"), "14");
        assert_eq!(total(a, "weakened-at"), "5");
        assert_eq!(total(a, "shaken-at"), "7");
        assert_eq!(total(a, "army-routs-at"), "13");
        assert_eq!(total(a, "army-men"), "40000");
        assert_eq!(total(a, "orders"), "3");
    });
}

/// 4 thirds and 1 are 7/3: 0.7, 7/6 and 2.00667 of it, fractions up. Men: 22 elements and 6, of 250 men each.
#[test]
fn masinissa_rides() {
    army(&std::fs::read_to_string("lists/six-mm/zama-numidia.yaml").unwrap(), |a| {
        assert_eq!(total(a, "unit-total"), "7/3");
        assert_eq!(total(a, "weakened-at"), "1");
        assert_eq!(total(a, "shaken-at"), "2");
        assert_eq!(total(a, "army-routs-at"), "3");
        assert_eq!(total(a, "army-men"), "7000");
        assert_eq!(total(a, "orders"), "6");
    });
}
