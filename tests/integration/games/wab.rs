//! Warhammer Ancient Battles, the playsheet.

use std::fmt::Write as _;

use crate::common::{muster, root};
use crate::games::{army, assert_none_wrong, library, stat, total, unit};

/// A list of the ruleset's own types, or of the invented ones of
/// `tests/data/games/wab/books/drill-ground.yaml`.
fn list(units: &str) -> String {
    format!(
        "army: A\nruleset: wab\npoints: 2000\ncharacters: [{{unit: general, role: general}}]\nunits:\n{units}"
    )
}

fn drill(units: &str) -> String {
    format!("army: A\nruleset: wab\nbook: drill-ground\npoints: 2000\nunits:\n{units}")
}

/// The save chart, and what the errata and the sum of the pieces add to it. `0` for no save.
/// Foot or horse, pieces, save against shooting, save hand-to-hand.
const SAVES: [(&str, &str, u32, u32); 28] = [
    // Printed rows
    ("infantry", "", 0, 0),
    ("infantry", "shield", 6, 6),
    ("infantry", "light-armour", 6, 6),
    ("cavalry", "", 6, 6),
    ("infantry", "light-armour, shield", 5, 5),
    ("infantry", "heavy-armour", 5, 5),
    ("cavalry", "barding", 5, 5),
    ("infantry", "heavy-armour, shield", 4, 4),
    ("cavalry", "light-armour, shield", 4, 4),
    ("cavalry", "heavy-armour", 4, 4),
    ("cavalry", "light-armour, barding", 4, 4),
    ("cavalry", "shield, barding", 4, 4),
    ("cavalry", "light-armour, shield, barding", 3, 3),
    ("cavalry", "heavy-armour, barding", 3, 3),
    ("cavalry", "heavy-armour, shield, barding", 2, 2),
    // "+1 if a large shield"
    ("infantry", "large-shield", 5, 5),
    ("infantry", "light-armour, large-shield", 4, 4),
    ("infantry", "heavy-armour, large-shield", 3, 3),
    ("cavalry", "large-shield", 4, 4),
    ("cavalry", "heavy-armour, large-shield", 2, 2),
    // "Bucklers count as shields in HTH combat only"
    ("infantry", "buckler", 0, 6),
    ("infantry", "light-armour, buckler", 6, 5),
    ("infantry", "heavy-armour, buckler", 5, 4),
    ("cavalry", "buckler", 6, 5),
    // Errata of 1999: light armour is 6+ on foot (above) and 5+ mounted
    ("cavalry", "light-armour", 5, 5),
    // Not printed, but the sum of the pieces
    ("cavalry", "shield", 5, 5),
    ("cavalry", "heavy-armour, shield", 3, 3),
    ("cavalry", "heavy-armour, large-shield, barding", 1, 1),
];

#[test]
fn saves_of_every_row() {
    let mut wrong = Vec::new();
    for (kind, pieces, shooting, melee) in SAVES {
        let text = list(&format!("  - {{unit: {kind}, name: U, size: 10, options: [{pieces}]}}\n"));
        army(&text, |a| {
            let want = |n: u32| if n == 0 { "-".to_owned() } else { n.to_string() };
            let got = (unit(a, "U", "save-shooting"), unit(a, "U", "save-melee"));
            if got != (want(shooting), want(melee)) {
                wrong.push(format!("{kind} {pieces}: {got:?}, not {shooting} and {melee}"));
            }
            // Each point of strength above 3 worsens it by 1; above 6 there is none
            let by_strength: Vec<String> =
                (0..8)
                    .map(|worse| {
                        if melee == 0 || melee + worse > 6 { "-".into() } else { (melee + worse).to_string() }
                    })
                    .collect();
            let got = unit(a, "U", "saves-by-strength");
            if got != by_strength.join(" ") {
                wrong.push(format!("{kind} {pieces} by strength: {got}, not {by_strength:?}"));
            }
        });
    }
    assert_none_wrong(&wrong);
}

/// Three of the rows in full, S3 to S10.
#[test]
fn saves_against_strength() {
    for (kind, pieces, want) in [
        ("infantry", "shield", "6 - - - - - - -"),
        ("infantry", "light-armour, large-shield", "4 5 6 - - - - -"),
        ("cavalry", "heavy-armour, shield, barding", "2 3 4 5 6 - - -"),
        ("infantry", "", "- - - - - - - -"),
    ] {
        let text = list(&format!("  - {{unit: {kind}, name: U, size: 10, options: [{pieces}]}}\n"));
        army(&text, |a| assert_eq!(unit(a, "U", "saves-by-strength"), want, "{pieces}"));
    }
}

/// The chart of the playsheet: a row for each weapon skill of the attacker, a column for each of the
/// defender.
const TO_HIT: [&str; 10] = [
    "4 4 5 5 5 5 5 5 5 5",
    "3 4 4 4 5 5 5 5 5 5",
    "3 3 4 4 4 4 5 5 5 5",
    "3 3 3 4 4 4 4 4 5 5",
    "3 3 3 3 4 4 4 4 4 4",
    "3 3 3 3 3 4 4 4 4 4",
    "3 3 3 3 3 3 4 4 4 4",
    "3 3 3 3 3 3 3 4 4 4",
    "3 3 3 3 3 3 3 3 4 4",
    "3 3 3 3 3 3 3 3 3 4",
];

/// A row for each strength of the attacker, a column for each toughness of the defender.
const TO_WOUND: [&str; 10] = [
    "4 5 6 6 - - - - - -",
    "3 4 5 6 6 - - - - -",
    "2 3 4 5 6 6 - - - -",
    "2 2 3 4 5 6 6 - - -",
    "2 2 2 3 4 5 6 6 - -",
    "2 2 2 2 3 4 5 6 6 -",
    "2 2 2 2 2 3 4 5 6 6",
    "2 2 2 2 2 2 3 4 5 6",
    "2 2 2 2 2 2 2 3 4 5",
    "2 2 2 2 2 2 2 2 3 4",
];

/// Units whose weapon skill, ballistic skill and strength are all 1, all 2 and so on to 10.
#[test]
fn all_cells_of_the_charts() {
    let mut units = String::new();
    for skill in 1..=10 {
        writeln!(units, "  - {{unit: skill-{skill}, name: U{skill}, size: 5, options: [short-bow]}}")
            .unwrap();
    }
    army(&drill(&units), |a| {
        // Shooting: 7 less the ballistic skill, as in the playsheet's own row
        let shots = ["6", "5", "4", "3", "2", "1", "0", "-1", "-2", "-3"];
        for row in 0..10 {
            let name = format!("U{}", row + 1);
            assert_eq!(unit(a, &name, "hits-on"), TO_HIT[row], "{name}");
            assert_eq!(unit(a, &name, "wounds-on"), TO_WOUND[row], "{name}");
            assert_eq!(unit(a, &name, "shots-hit-on"), shots[row], "{name}");
        }
    });
}

/// The strength of the weapon, or with a javelin the thrower's.
#[test]
fn shots_wound_with_the_strength_of_the_weapon() {
    for (skill, weapon, row) in [
        (5, "short-bow", 3),
        (5, "longbow", 3),
        (5, "composite-bow", 3),
        (5, "repeating-crossbow", 3),
        (5, "crossbow", 4),
        (5, "sling", 3),
        (5, "javelin", 5),
        (2, "javelin", 2),
    ] {
        let text = drill(&format!("  - {{unit: skill-{skill}, name: U, size: 5, options: [{weapon}]}}\n"));
        army(&text, |a| assert_eq!(unit(a, "U", "shots-wound-on"), TO_WOUND[row - 1], "{weapon}"));
    }
}

/// A bow carried with javelins shoots with its own strength, a machine with the 7 of its roster, and troops
/// without a profile with none.
#[test]
fn shots_of_other_troops() {
    let text = list(concat!(
        "  - {unit: cavalry, name: C, size: 5, options: [javelin, composite-bow]}\n",
        "  - {unit: stone-thrower, name: M, parts: {crew: 8}}\n",
        "  - {unit: light-chariots, name: L, size: 3, options: [javelin]}\n",
        "  - {unit: light-chariots, name: B, size: 3, options: [javelin, short-bow]}\n",
        "  - {unit: elephants, name: E, size: 1}\n",
        "  - {unit: infantry, name: I, size: 10}\n",
    ));
    crate::games::legal(&text);
    army(&text, |a| {
        assert_eq!(unit(a, "C", "shots-wound-on"), TO_WOUND[2]);
        assert_eq!(unit(a, "C", "shots-hit-on"), "3");
        assert_eq!(unit(a, "M", "shot-strength"), "7");
        assert_eq!(unit(a, "M", "shots-wound-on"), TO_WOUND[6]);
        assert_eq!(unit(a, "L", "shot-strength"), "-");
        assert_eq!(unit(a, "B", "shot-strength"), "3");
        assert_eq!(unit(a, "I", "shot-strength"), "none");
        // The crew of an elephant throws javelins, but the beast does not
        assert_eq!(crate::games::part(a, "E", "crew", "shot-strength"), "3");
        assert_eq!(crate::games::part(a, "E", "crew", "shots-wound-on"), TO_WOUND[2]);
        assert_eq!(unit(a, "E", "shot-strength"), "none");
        assert_eq!(crate::games::part(a, "E", "crew", "shots-hit-on"), "4");
        assert_eq!(crate::games::part(a, "E", "crew", "wounds"), "3");
        assert_eq!(unit(a, "E", "models"), "1");
    });
}

/// Heavy armour and a shield slow foot by 1", and barding slows horse by 1"; either piece alone does not.
#[test]
fn what_slows_troops() {
    for (kind, options, inches) in [
        ("infantry", "", "4"),
        ("infantry", "heavy-armour", "4"),
        ("infantry", "light-armour, large-shield", "4"),
        ("infantry", "heavy-armour, shield", "3"),
        ("infantry", "heavy-armour, large-shield", "3"),
        ("infantry", "heavy-armour, buckler", "4"),
        ("cavalry", "heavy-armour, shield", "8"),
        ("cavalry", "heavy-armour, shield, barding", "7"),
    ] {
        let text = list(&format!("  - {{unit: {kind}, name: U, size: 10, options: [{options}]}}\n"));
        army(&text, |a| assert_eq!(crate::games::stat(a, "U", "m"), inches, "{kind} {options}"));
    }
}

/// Full ranks of 4 or more behind the first, and a last one of at least 4; at most 3, light infantry 2.
#[test]
fn rank_and_static_bonus() {
    for (kind, size, front, options, ranks, bonus) in [
        ("infantry", 20, 5, "", "3", "3"),         // 5 5 5 5
        ("infantry", 20, 5, "standard", "3", "4"), // and the standard
        ("infantry", 30, 5, "", "3", "3"),         // five ranks behind, 3 count
        ("infantry", 19, 5, "", "3", "3"),         // 5 5 5 4: a last rank of 4 counts
        ("infantry", 18, 5, "", "2", "2"),         // 5 5 5 3: one of 3 does not
        ("infantry", 16, 6, "", "2", "2"),         // 6 6 4
        ("infantry", 15, 6, "", "1", "1"),         // 6 6 3
        ("infantry", 24, 6, "full-command", "3", "4"),
        ("infantry", 24, 8, "", "2", "2"),  // 8 8 8
        ("infantry", 24, 12, "", "1", "1"), // 12 12
        ("infantry", 24, 24, "", "0", "0"), // a single rank
        ("infantry", 20, 4, "", "3", "3"),
        ("infantry", 21, 3, "", "0", "0"), // ranks of 3 do not count
        ("infantry", 5, 8, "", "0", "0"),  // not even one full rank
        ("infantry", 20, 5, "light-infantry", "2", "2"),
        ("infantry", 10, 5, "light-infantry", "1", "1"),
        ("infantry", 20, 5, "light-infantry, standard", "2", "3"),
        ("warband", 24, 8, "full-command", "2", "3"),
        ("cavalry", 20, 5, "", "0", "0"), // infantry ranks only
        ("cavalry", 20, 5, "standard", "0", "1"),
    ] {
        let text = list(&format!(
            "  - {{unit: {kind}, name: U, size: {size}, values: {{front: {front}}}, options: [{options}]}}\n"
        ));
        army(&text, |a| {
            assert_eq!(unit(a, "U", "rank-bonus"), ranks, "{kind} {size} {front} {options}");
            assert_eq!(unit(a, "U", "static-bonus"), bonus, "{kind} {size} {front} {options}");
        });
    }
    army(&list("  - {unit: skirmishers, name: U, size: 20}\n"), |a| {
        assert_eq!(unit(a, "U", "rank-bonus"), "0");
    });
}

/// "If you have a standard and Battle Standard in one unit you count both": 20 in fives are 3, and 2 more.
#[test]
fn both_standards_count() {
    let text = "army: A\nruleset: wab\npoints: 2000\ncharacters:\n  - {unit: army-standard-bearer, role: battle-standard, with: U}\nunits:\n  - {unit: infantry, name: U, size: 20, values: {front: 5}, options: [standard]}\n";
    army(text, |a| assert_eq!(unit(a, "U", "static-bonus"), "5"));
}

/// 25% casualties, and the fewest models that may rally.
#[test]
fn panic_and_rally() {
    for (size, casualties) in
        [(5, "2"), (8, "2"), (9, "3"), (10, "3"), (12, "3"), (20, "5"), (24, "6"), (30, "8")]
    {
        army(&list(&format!("  - {{unit: infantry, name: U, size: {size}}}\n")), |a| {
            assert_eq!(unit(a, "U", "panic-at"), casualties, "{size}");
            assert_eq!(unit(a, "U", "rally-floor"), "5");
        });
    }
}

/// A warband's leadership of 5 (house) rises by its ranks, and one of 9 stops at 10.
#[test]
fn leadership_of_warbands() {
    for (size, front, ld) in [(24, 8, "7"), (24, 6, "8"), (8, 8, "5"), (40, 5, "8")] {
        let text =
            list(&format!("  - {{unit: warband, name: U, size: {size}, values: {{front: {front}}}}}\n"));
        army(&text, |a| assert_eq!(unit(a, "U", "warband-ld"), ld, "{size} {front}"));
    }
    let text = drill("  - {unit: chosen-warband, name: U, size: 24, values: {front: 6}}\n");
    army(&text, |a| assert_eq!(unit(a, "U", "warband-ld"), "10"));
    army(&list("  - {unit: infantry, name: U, size: 24}\n"), |a| {
        assert_eq!(unit(a, "U", "warband-ld"), "none");
    });
}

/// A quarter of the starting models or fewer, rounded down; an elephant with its crew is one model, and so is
/// a rider.
#[test]
fn when_the_army_breaks() {
    for (units, models, breaks) in [
        ("  - {unit: infantry, name: A, size: 20}\n  - {unit: cavalry, name: B, size: 6}\n", "27", "6"),
        ("  - {unit: infantry, name: A, size: 20, count: 2}\n", "41", "10"),
        ("  - {unit: infantry, name: A, size: 20}\n  - {unit: elephants, name: E, size: 2}\n", "23", "5"),
        ("  - {unit: infantry, name: A, size: 6}\n", "7", "1"),
    ] {
        army(&list(units), |a| {
            assert_eq!(total(a, "models-total"), models, "{units}");
            assert_eq!(total(a, "break-at"), breaks, "{units}");
        });
    }
}

/// 120 for the general, 20 x 6 foot, 10 x 3 skirmishers with javelins at 1, 6 x 22 horse. The book states 290
/// for other elephants; two are 300 here. 120 + 120 + 40 + 132 + 300 = 712.
#[test]
fn points_by_category_make_up_the_total() {
    let text = list(concat!(
        "  - {unit: infantry, name: A, size: 20}\n",
        "  - {unit: skirmishers, name: S, size: 10, options: [javelin]}\n",
        "  - {unit: cavalry, name: B, size: 6}\n",
        "  - {unit: elephants, name: E, size: 2}\n",
    ));
    army(&text, |a| {
        assert_eq!(total(a, "characters-points"), "120");
        assert_eq!(total(a, "infantry-points"), "160");
        assert_eq!(total(a, "cavalry-points"), "132");
        assert_eq!(total(a, "machines-points"), "300");
        assert_eq!(a.spent.to_string(), "712");
        // 12000/712 = 16.85..., 16000/712 = 22.47..., 13200/712 = 18.53..., 30000/712 = 42.13...
        for (number, share) in [
            ("characters-percent", "16.9"),
            ("infantry-percent", "22.5"),
            ("cavalry-percent", "18.5"),
            ("machines-percent", "42.1"),
        ] {
            assert_eq!(total(a, number), share, "{number}");
        }
    });
}

/// Every army that is shipped or kept as an oracle falls into the four categories without a remainder.
#[test]
fn categories_leave_nothing_out() {
    for path in [
        "lists/wab/carthage-1000.yaml",
        "lists/wab/metaurus-carthage.yaml",
        "lists/wab/metaurus-rome.yaml",
        "tests/data/oracles/wab/imperial-rome-2001.yaml",
        "tests/data/oracles/wab/byzantine-bodies.yaml",
    ] {
        let text = std::fs::read_to_string(path).unwrap();
        crate::games::army_in(library(), &text, |a| {
            let parts = ["characters", "infantry", "cavalry", "machines"];
            // An army without machines has no such number
            let points = |p: &str| total(a, &format!("{p}-points")).parse::<i64>().unwrap_or(0);
            let sum: i64 = parts.iter().map(|p| points(p)).sum();
            assert_eq!(sum.to_string(), a.spent.to_string(), "{path}");
        });
    }
}

/// The consuls: 135 + 85 + 63, foot 295 + 295 + 155 + 2 x 55 + 2 x 235, horse 140 + 235.
#[test]
fn the_consuls_on_the_metaurus() {
    army(&std::fs::read_to_string("lists/wab/metaurus-rome.yaml").unwrap(), |a| {
        for (name, price) in [
            ("Gaius Claudius Nero", 135i64),
            ("Marcus Livius Salinator", 85),
            ("Hastati", 295),
            ("Principes", 295),
            ("Triarii", 155),
            ("Velites", 55),
            ("Italian allies", 235),
            ("Equites", 140),
            ("Allied horse", 235),
        ] {
            assert_eq!(crate::games::cost(a, name), Some(price.into()), "{name}");
        }
        assert_eq!(a.spent.to_string(), "1983");
        assert_eq!(total(a, "characters-points"), "283");
        assert_eq!(total(a, "infantry-points"), "1325");
        assert_eq!(total(a, "cavalry-points"), "375");
        // 28300/1983 = 14.27..., 132500/1983 = 66.81..., 37500/1983 = 18.91...
        assert_eq!(total(a, "characters-percent"), "14.3");
        assert_eq!(total(a, "infantry-percent"), "66.8");
        assert_eq!(total(a, "cavalry-percent"), "18.9");
        // 3 + 20 + 20 + 10 + 20 + 40 + 5 + 10 = 128, a quarter of it
        assert_eq!(total(a, "models-total"), "128");
        assert_eq!(total(a, "break-at"), "32");
        // Light armour and large shield 4+; three ranks, the standard and the army's
        assert_eq!(unit(a, "Hastati", "save-shooting"), "4");
        assert_eq!(unit(a, "Hastati", "saves-by-strength"), "4 5 6 - - - - -");
        assert_eq!(unit(a, "Hastati", "static-bonus"), "5");
        assert_eq!(unit(a, "Principes", "static-bonus"), "4");
    });
}

/// The book of Republican Rome covers the years 240 to 150 BC: a list of another year would be illegal at
/// once.
#[test]
fn a_new_list_outside_the_years_of_its_book_is_refused() {
    let folder = crate::common::Folder::new();
    let new = |date: &str| {
        folder.muster(&["new", "a.yaml", "--ruleset", "wab", "--book", "republican-rome", "--date", date])
    };
    for date in ["500 BC", "241 BC", "149 BC"] {
        let ran = new(date);
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.trouble.contains(date), "{ran:?}");
        assert!(ran.trouble.contains("\"republican-rome\": from 240 BC to 150 BC"), "{ran:?}");
        assert!(!folder.path().join("a.yaml").exists());
    }
    assert_eq!(new("150 BC").status, Some(0));
}

/// Armour and shield save on 5 or 6 on foot, and on 4 to 6 on horse. The playsheet does not mention the
/// horse's move.
#[test]
fn a_character_on_a_warhorse_keeps_his_move_and_sheets_call_this_an_interpretation() {
    let who = |name: &str, more: &str| {
        format!("  - {{unit: consul, role: general, name: {name}, options: [light-armour, shield{more}]}}\n")
    };
    let text = |who: &str| {
        format!(
            "army: A\nruleset: wab\nbook: republican-rome\npoints: 2000\ndate: 207 BC\ncharacters:\n{who}units:\n  - \
             {{unit: hastati, size: 20}}\n"
        )
    };
    for (more, save) in [("", "5"), (", warhorse", "4")] {
        army(&text(&who("Nero", more)), |a| {
            assert_eq!(
                (stat(a, "Nero", "m"), unit(a, "Nero", "save-melee")),
                ("4".into(), save.into()),
                "{more}"
            );
        });
    }
    for kind in ["roster", "reference"] {
        let ran = muster(root(), &["render", kind, "lists/wab/metaurus-rome.yaml", "--format", "text"]);
        let sheet = ran.out.split_whitespace().collect::<Vec<_>>().join(" ");
        let (above, below) = sheet.split_once("Readings of the rules").unwrap();
        let (before, after) = below.split_once(" gap: The playsheet gives no move for a warhorse.").unwrap();
        assert!(after.starts_with(" Our reading: the rider's own is printed"), "{after}");
        let sign = before.rsplit(' ').next().unwrap();
        assert!(sign.starts_with('†'), "{sign}");
        assert!(above.contains(&format!("Warhorse{sign}")), "{kind}: Warhorse{sign} in\n{above}");
    }
}

/// These four are offered at prices of our own, in points for each model: fear 3, hatred 1, ferocious charge
/// 2; stupidity of elephants is free. A foot model costs 6, one of horse 22 and an elephant 150, all ours.
#[test]
fn special_rules_of_army_lists_are_offered_and_priced() {
    let price = |unit: &str, options: &str| -> i64 {
        let text = list(&format!("  - {{unit: {unit}, name: U, options: [{options}]}}\n"));
        army(&text, |a| crate::games::cost(a, "U").unwrap().to_integer().unwrap())
    };
    for (options, added) in [("fear", 3), ("hatred: {names: [Romans]}", 1), ("ferocious-charge", 2)] {
        assert_eq!(price("infantry, size: 20", options), 20 * (6 + added), "{options}");
        assert_eq!(price("cavalry, size: 10", options), 10 * (22 + added), "{options}");
        let bare = price("warband, size: 20", "");
        assert_eq!(price("warband, size: 20", options), bare + 20 * added, "{options}");
    }
    assert_eq!(price("elephants, size: 2", "stupidity"), 2 * 150);
}
