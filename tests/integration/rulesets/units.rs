//! What units have and cost: prices, stats, options, parts, values and numbers.

use crate::common::{checked, lines, n, ruled, rules, stat, with_army};
use crate::rulesets::war_game::{WAR, army, war};
use muster::army::evaluate_ruleset_numbers::{number_of_region, number_of_unit};
use muster::army::regions::Region;
use muster::check::report::Verdict;
use muster::rules::library::Library;

#[test]
fn prices() {
    let (_folder, library) = war();
    #[rustfmt::skip]
    let cases = [
        ("{unit: M, size: 10}", "20"),
        ("{unit: troops, size: 5}", "10"),
        // Per model, per unit, in halves and thirds
        ("{unit: M, size: 10, options: [bow]}", "30"),
        ("{unit: M, size: 5, options: [sling]}", "12.5"),
        ("{unit: M, size: 10, options: [sling: 3]}", "21.5"),
        ("{unit: M, size: 10, options: [{sling: {some: 3}}]}", "21.5"),
        ("{unit: M, size: 10, options: [shield]}", "70/3"),
        ("{unit: M, size: 7, options: [shield, sling]}", "119/6"), // 14 + 7/3 + 7/2
        ("{unit: M, size: 10, options: [drill]}", "30"),
        ("{unit: M, size: 10, options: [slow]}", "15"),
        // What is always there is included in the cost
        ("{unit: guards}", "40"),
        // An offer's own cost is for what the option's cost is for, unless it says otherwise
        ("{unit: guards, options: [bow]}", "70"),
        ("{unit: guards, options: [shield]}", "47"),
        ("{unit: guards, options: [pike]}", "60"),
        // A formula; 4 slings at 1/2
        ("{unit: levy, size: 6}", "12"),
        ("{unit: levy, size: 6, options: [bow]}", "28"), // 12 + 10 + 6
        ("{unit: levy, size: 6, options: [sling: 4]}", "14"),
        ("{unit: levy, size: 6, options: [spear]}", "24"),
        ("{unit: levy, size: 6, options: [axe: 2]}", "14"),
        // By size
        ("{unit: engines, size: 1}", "150"),
        ("{unit: engines, size: 2}", "290"),
        // An option that includes others: their sum, or its own cost
        ("{unit: M, size: 10, options: [band]}", "29"),
        ("{unit: M, size: 10, options: [full-command]}", "27"),
        ("{unit: M, size: 10, options: [musician]}", "24"),
        // Elephants with three drivers each at 4, and archers at 3 with bows at 1
        ("{unit: elephants, size: 1}", "112"),
        ("{unit: elephants, size: 2}", "224"),
        ("{unit: elephants, size: 2, parts: {archers: 2}}", "230"),
        ("{unit: elephants, size: 2, parts: {archers: {size: 4, options: [bow]}}}", "240"),
    ];
    for (row, cost) in cases {
        let found = with_army(&library, &army(&[row]), |army| army.units[0].cost());
        assert_eq!(found, Some(n(cost)), "{row}");
    }
}

#[test]
fn thirds_add_up_to_whole_points() {
    let (_folder, library) = war();
    // 3 x (20 + 10/3) = 70, and a half
    let text = army(&[
        "{unit: M, size: 10, count: 3, options: [shield]}",
        "{unit: M, name: Slingers, size: 5, options: [sling]}",
    ]);
    let report = checked(&library, &(text.clone() + "declares: {points: 82.5}\n"));
    assert!(report.findings.is_empty(), "{:#?}", lines(&report));
    assert_eq!(report.points.unwrap().total, n("165/2"));
    let report = checked(&library, &text.replace("2000", "82"));
    assert_eq!(report.verdict, Verdict::Illegal);
    assert!(report.findings[0].message.contains("82.5"), "{:#?}", lines(&report));
    assert!(checked(&library, &text.replace("2000", "82.5")).findings.is_empty());
    let report = checked(&library, &(text + "declares: {points: 82}\n"));
    assert_eq!(ruled(&report), ["warning declared-total -"]);
}

#[test]
fn characters_and_their_roles_are_paid() {
    let (_folder, library) = war();
    let text = army(&["{unit: M, name: Men, size: 10}"]);
    let chief = "characters: [{role: chief, name: A, with: Men}]\n";
    with_army(&library, &(text.clone() + chief), |army| {
        assert_eq!(army.spent, n("45"));
        assert_eq!(stat(army, "Men", "melee"), Some(n("5")));
    });
    // A hero is bought like a unit, and his role adds to those whom he joins
    let hero = "characters: [{unit: hero, name: H, with: Men, options: [shield]}]\n";
    with_army(&library, &(text.clone() + hero), |army| {
        assert_eq!(army.spent, n("211/3")); // 20 + 50 + 1/3
        assert_eq!(stat(army, "Men", "melee"), Some(n("4")));
    });
    let both = "characters: [{role: chief, name: A, with: Men}, {role: captain, name: A, with: Men}]\n";
    assert_eq!(ruled(&checked(&library, &(text + both))), ["error role-conflict war/roles/captain"]);
}

#[test]
fn stats_are_set_first_and_then_added_to() {
    let (_folder, library) = war();
    let figures = |options: &str| {
        let text = army(&[&format!("{{unit: M, name: X, size: 10, options: [{options}]}}")]);
        with_army(&library, &text, |army| {
            ["melee", "armour", "move", "missile"]
                .map(|id| stat(army, "X", id).map_or("-".to_owned(), |n| n.to_string()))
                .join(" ")
        })
    };
    assert_eq!(figures(""), "3 0 4 -");
    assert_eq!(figures("light"), "3 0 5 -");
    assert_eq!(figures("light, slow"), "3 0 4 -");
    assert_eq!(figures("slow, light"), "3 0 4 -");
    assert_eq!(figures("shield"), "3 1 4 -");
    assert_eq!(figures("bow"), "3 0 4 2");
    assert_eq!(figures("blind"), "3 0 4 -");
    // Armour is set to the value of melee, and then the shield is added
    assert_eq!(figures("shield, fierce"), "3 4 4 -");
    // On horseback an effect adds 2, because of the tag that the horse gives
    assert_eq!(figures("horse"), "3 2 8 -");
    assert_eq!(figures("horse, light, shield"), "3 3 9 -");
    let clash = checked(&library, &army(&["{unit: M, size: 10, options: [slow, steady]}"]));
    assert_eq!(ruled(&clash), ["error option-conflict -"], "{:#?}", lines(&clash));
    assert!(
        clash.findings[0].message.contains("\"slow\"") && clash.findings[0].message.contains("\"steady\"")
    );
}

#[test]
fn default_replacing_and_included_options() {
    let (_folder, library) = war();
    let has = |row: &str, options: &[&str]| -> Vec<bool> {
        with_army(&library, &army(&[row]), |army| {
            let id = |word: &&str| army.rules.find_option(army.units[0].body.contingent, word).unwrap();
            options.iter().map(|word| army.units[0].body.has(id(word))).collect()
        })
    };
    let weapons = ["spear", "pike"];
    assert_eq!(has("{unit: guards}", &weapons), [true, false]);
    assert_eq!(has("{unit: guards, options: [pike]}", &weapons), [false, true]);
    let weapons = ["sword", "spear", "axe"];
    assert_eq!(has("{unit: levy, size: 6}", &weapons), [true, false, false]);
    assert_eq!(has("{unit: levy, size: 6, options: [spear]}", &weapons), [false, true, false]);
    // Two of six have axes, four keep the sword; if six have axes, none does
    assert_eq!(has("{unit: levy, size: 6, options: [axe: 2]}", &weapons), [true, false, true]);
    assert_eq!(has("{unit: levy, size: 6, options: [axe: 6]}", &weapons), [false, false, true]);
    let band = ["band", "musician", "drummer"];
    assert_eq!(has("{unit: M, size: 10, options: [band]}", &band), [true, true, true]);
    assert_eq!(has("{unit: M, size: 10, options: [musician]}", &band), [false, true, false]);
}

#[test]
fn faults_of_units() {
    let (_folder, library) = war();
    #[rustfmt::skip]
    let cases: &[(&str, &[&str])] = &[
        ("{unit: M, size: 5}", &[]),
        ("{unit: M, size: 30}", &[]),
        ("{unit: M, size: 4}", &["error unit-size war/units/men"]),
        ("{unit: M, size: 31}", &["error unit-size war/units/men"]),
        ("{unit: M}", &["error unit-size -"]),
        ("{unit: guards, size: 9}", &["error unit-size war/units/guards"]),
        ("{unit: engines, size: 3}", &["error unit-size war/units/engines"]),
        ("{unit: M, size: 10, options: [pike]}", &["error option-unavailable war/units/men"]),
        // If the rules do not let history override them, a reason settles nothing
        ("{unit: M, size: 10, options: [{pike: {because: of old}}]}", &["error option-unavailable war/units/men"]),
        ("{unit: M, size: 10, options: [sword]}", &["note option-included -"]),
        ("{unit: M, size: 10, options: [bow, bow]}", &["error option-repeated -"]),
        ("{unit: M, size: 10, options: [fear, drill]}", &["error option-conflict war/options/fear"]),
        ("{unit: M, size: 10, options: [guard]}", &["error option-needs war/options/guard"]),
        ("{unit: M, size: 10, options: [guard, shield]}", &[]),
        ("{unit: levy, size: 6, options: [bow, sling]}", &["error option-conflict war/units/levy"]),
        ("{unit: levy, size: 6, options: [spear, axe]}", &["error option-conflict war/units/levy"]),
        ("{unit: drafted, size: 1}", &["error choice-missing war/units/drafted"]),
        ("{unit: drafted, size: 1, options: [pike]}", &[]),
        ("{unit: elephants, size: 1, parts: {archers: 5}}", &["error unit-size war/units/elephants"]),
        ("{unit: elephants, size: 1, parts: {riders: 1}}", &["error unknown-unit -"]),
        ("{unit: driver, size: 1}", &["error too-many war/limits/no-drivers"]),
        ("{unit: unpriced, size: 1}", &["warning points-unknown war/units/unpriced"]),
        ("{unit: M, size: 10, values: {front: 1}}", &["error bad-value -"]),
        ("{unit: M, size: 10, values: {front: 21}}", &["error bad-value -"]),
        ("{unit: M, size: 10, values: {depth: 3}}", &["error bad-value -"]),
        ("{unit: engines, size: 1, values: {front: 3}}", &["error bad-value -"]),
        ("{unit: M, size: 10, count: 0}", &["error unit-size -"]),
    ];
    for (row, wanted) in cases {
        let report = checked(&library, &army(&[row]));
        assert_eq!(ruled(&report), *wanted, "{row}: {:#?}", lines(&report));
    }
}

#[test]
fn an_unknown_cost_leaves_the_total_open() {
    let (_folder, library) = war();
    let report = checked(&library, &army(&["{unit: unpriced, size: 1}", "{unit: M, size: 10}"]));
    let points = report.points.unwrap();
    assert_eq!((points.total, points.complete), (n("20"), false));
    assert_eq!(report.verdict, Verdict::Legal);
}

#[test]
fn values_and_numbers() {
    let (_folder, library) = war();
    let ranks = |row: &str| {
        with_army(&library, &army(&[row]), |army| {
            let id = army.rules.find_number("ranks").unwrap();
            number_of_unit(army, id, 0).map(|shown| shown.unwrap().single_number().unwrap())
        })
    };
    // Ten in ranks of 6, 4, 5 and 20
    assert_eq!(ranks("{unit: M, size: 10}"), Some(n("2")));
    assert_eq!(ranks("{unit: M, size: 10, values: {front: 4}}"), Some(n("3")));
    assert_eq!(ranks("{unit: M, size: 10, values: {front: 5}}"), Some(n("2")));
    assert_eq!(ranks("{unit: M, size: 10, values: {front: 20}}"), Some(n("1")));
    assert_eq!(ranks("{unit: engines, size: 1}"), None);
    let text = army(&[
        "{unit: M, size: 10, count: 2}",
        "{unit: guards}",
        "{unit: elephants, size: 2, parts: {archers: 4}}",
        "{unit: camp}",
    ]);
    with_army(&library, &text, |army| {
        let number = |id: &str| {
            number_of_region(army, army.rules.find_number(id).unwrap(), Region::Army).unwrap().unwrap()
        };
        // Three units are foot; the drivers and archers are bodies in units of beasts
        assert_eq!(number("half").single_number(), Some(n("3/2")));
        assert_eq!(number("thirds").single_number(), Some(n("1")));
        // 2 x 10 men, 10 guards, and 6 drivers with 4 archers inside the elephants
        assert_eq!(number("heads").single_number(), Some(n("40")));
    });
}

#[test]
fn a_sum_counts_bodies_inside_units_and_a_count_does_not() {
    for (limit, wanted) in [
        // 6 drivers at 4 and 4 archers at 3 with bows are 40 points of foot
        ("{sum: points, of: {tag: foot}, max: 40}", false),
        ("{sum: points, of: {tag: foot}, max: 39}", true),
        ("{sum: size, of: {tag: foot}, max: 10}", false),
        ("{sum: size, of: {tag: foot}, max: 9}", true),
        ("{count: {tag: foot}, max: 0}", false),
    ] {
        let text = WAR.replace("limits:\n", &format!("limits:\n  trial: {limit}\n"));
        let (_folder, library) = rules("war", &text, &[]);
        let rows = army(&["{unit: elephants, size: 2, parts: {archers: {size: 4, options: [bow]}}}"]);
        assert_eq!(!checked(&library, &rows).findings.is_empty(), wanted, "{limit}");
    }
}

#[test]
fn a_default_option_goes_to_the_models_that_its_group_leaves() {
    let blades = "numbers:\n  blades: {for: unit, name: Blades, of: {tag: levy}, is: taken(sword)}\n";
    let (_folder, library) = rules("war", &WAR.replace("numbers:\n", blades), &[]);
    let swords = |options: &str| {
        let row = format!("{{unit: levy, size: 10, options: [{options}]}}");
        with_army(&library, &army(&[&row]), |army| {
            let id = army.rules.find_number("blades").unwrap();
            number_of_unit(army, id, 0).unwrap().unwrap().single_number().unwrap()
        })
    };
    // Ten, less those with axes; bows are of another group, and everyone has a spear
    assert_eq!(swords(""), n("10"));
    assert_eq!(swords("axe: 4"), n("6"));
    assert_eq!(swords("axe: 4, bow"), n("6"));
    assert_eq!(swords("spear"), n("0"));
}

#[test]
fn a_number_of_the_army_is_the_same_for_each_unit_that_names_it() {
    let numbers = "numbers:\n  all: {for: unit, name: All, of: {tag: foot}, is: heads}\n";
    let (_folder, library) = rules("war", &WAR.replace("numbers:\n", numbers), &[]);
    with_army(&library, &army(&["{unit: M, size: 10}", "{unit: levy, size: 5}"]), |army| {
        let id = army.rules.find_number("all").unwrap();
        for unit in 0..2 {
            assert_eq!(number_of_unit(army, id, unit).unwrap().unwrap().single_number(), Some(n("15")));
        }
    });
}

#[test]
fn a_misspelt_role_does_not_also_break_a_minimum() {
    for limit in ["{count: {role: chief}, min: 1}", "{holds: \"count({role: chief}) >= 1\", says: a chief}"] {
        let limits = format!("limits:\n  a-chief: {limit}\n");
        let (_folder, library) = rules("war", &WAR.replace("limits:\n", &limits), &[]);
        let troops = army(&["{unit: M, name: X, size: 10}"]);
        let lead =
            |role: &str| troops.clone() + &format!("characters: [{{role: {role}, name: Y, with: X}}]\n");
        assert_eq!(ruled(&checked(&library, &lead("chef"))), ["error unknown-role -"], "{limit}");
        assert_eq!(ruled(&checked(&library, &lead("chief"))), Vec::<String>::new(), "{limit}");
        assert_eq!(ruled(&checked(&library, &troops)).len(), 1, "{limit}");
    }
}

#[test]
fn options_exclude_each_other_only_in_a_common_group() {
    let unit = "units:\n  scouts: {name: Scouts, cost: 1, stats: {move: 4}, options: [{at-most-one-of: [slow?, light?]}, steady?]}\n";
    let (_folder, library) = rules("war", &WAR.replace("units:\n", unit), &[]);
    let reported = |options: &str| {
        let row = format!("{{unit: scouts, size: 1, options: [{options}]}}");
        let report = checked(&library, &army(&[&row]));
        report.findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>()
    };
    let wanted = "\"slow\" and \"steady\" set move to different numbers";
    assert_eq!(reported("slow, steady"), [wanted]);
    assert_eq!(reported("light, steady"), Vec::<String>::new());
}

#[test]
fn an_option_that_is_not_offered_is_reported_with_those_that_are() {
    let (_folder, library) = war();
    let help = |row: &str| {
        let report = checked(&library, &army(&[row]));
        assert_eq!(ruled(&report), ["error option-unavailable war/units/guards"]);
        report.findings[0].help.clone().unwrap()
    };
    // The spear is there already; drill is for every unit
    let open = "Guards may take \"bow\", \"shield\", \"pike\" and \"drill\"";
    assert_eq!(help("{unit: guards, options: [light]}"), open);
}

#[test]
fn a_number_of_the_army_is_the_same_inside_a_part() {
    let numbers = "numbers:\n  inside: {for: army, name: Inside, is: \"sum({unit: bowmen}, half)\"}\n";
    let (_folder, library) = rules("war", &WAR.replace("numbers:\n", numbers), &[]);
    let rows = ["{unit: M, size: 10}", "{unit: elephants, size: 2, parts: {archers: 4}}"];
    with_army(&library, &army(&rows), |army| {
        let id = army.rules.find_number("inside").unwrap();
        // Half of the only unit of foot, once for the bowmen on the elephants
        assert_eq!(
            number_of_region(army, id, Region::Army).unwrap().unwrap().single_number(),
            Some(n("1/2"))
        );
    });
}

/// Three of the guard cost 20 points, their priced band included. Their eagle costs 5, and a list may name it as well.
#[test]
fn a_standard_that_is_always_there_is_paid_once() {
    let library = Library::new(vec!["tests/data/rulesets".into()]);
    let text = "army: A\nruleset: ways\nbook: means\npoints: 100\nunits: [{unit: eagles, size: 3}]\n";
    for text in [text.to_owned(), format!("{text}standard: Eagles\n")] {
        assert_eq!(checked(&library, &text).points.unwrap().total, 25, "{text}");
    }
}
