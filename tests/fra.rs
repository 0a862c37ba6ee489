//! What the rules of FR!Ancients and the house chart say, against what the program makes of them. B is the
//! cost of a unit in the chart.
#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]
#![allow(clippy::format_push_string, clippy::format_collect, reason = "lists are texts")]

mod common;

use common::{built_in, checked, file, labelled, lines, n, ruled, unit, with_army};
use muster::army::Army;
use muster::army::measure::Where;
use muster::army::number::{Shown, of_place, of_unit};
use muster::check::report::Verdict;
use muster::finding::Code;
use muster::format::number::Number;
use muster::rules::library::Library;

/// A list of these rows in a mode.
fn list(mode: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("  - {row}\n")).collect();
    format!("army: Trial\nruleset: fra\nmode: {mode}\npoints: 1000\ndate: 216 BC\nunits:\n{rows}")
}

fn first_cost(library: &Library, mode: &str, row: &str) -> Option<Number> {
    with_army(library, &list(mode, &[row]), |army| army.units[0].cost())
}

/// Unit, B of the chart, options, points game less B, period game less B.
#[rustfmt::skip]
const PRICES: &[(&str, i64, &str, i64, i64)] = &[
    // One missile, two abilities, elite, impetuous: 5 + 5 + 5 + 10 - 5; the period game has 10 of them
    ("HW", 40, "throwing-weapon, heavy-armour, shieldwall, elite: [melee, rally], impetuous", 20, 10),
    ("SP", 40, "javelin, hoplite, shieldwall, elite: [melee, rally], impetuous", 20, 10),
    ("LI", 35, "javelin, shieldwall, {heavy-armour: {because: trial}}, elite: [melee, melee], impetuous", 20, 10),
    ("LC", 40, "javelin, exceptional-horsemen, {fear: {names: elephants, because: trial}}, elite: [melee, missile], impetuous", 20, 10),
    ("HC", 55, "bow, heavy-armour, {wild-charge: {because: trial}}, elite: [melee, rally], impetuous", 20, 10),
    // Elite, veteran and unsteady: 10 + 5 - 10, in both games
    ("HW", 40, "elite: [melee, rally], veteran: melee, unsteady: elephants", 5, 5),
    ("AR", 40, "elite: [melee, missile], veteran: missile, unsteady: cavalry", 5, 5),
    ("WB", 45, "elite: [melee, rally], veteran: rally, unsteady: elephants", 5, 5),
    ("EL", 70, "elite: [melee, rally], veteran: melee, unsteady: EL", 5, 5),
    ("SK", 20, "elite: [missile, rally], veteran: missile, unsteady: heavy-cavalry", 5, 5),
    ("SCh", 40, "elite: [melee, rally], veteran: melee, unsteady: elephants", 5, 5),
    // Three options and veteran: nothing and 5 in the period game; 3 x 5 + 5 in the points game
    ("HW", 40, "throwing-weapon, heavy-armour, roman-battle-drill, veteran: melee", 20, 5),
    ("SP", 40, "javelin, hoplite, shieldwall, veteran: rally", 20, 5),
    ("LC", 40, "javelin, bow, exceptional-horsemen, veteran: missile", 20, 5),
    ("HC", 55, "javelin, bow, heavy-armour, veteran: melee", 20, 5),
    // Three options and elite: 10 in the period game; 3 x 5 + 10 in the points game
    ("HW", 40, "throwing-weapon, heavy-armour, roman-battle-drill, elite: [melee, rally]", 25, 10),
    ("HC", 55, "javelin, bow, heavy-armour, elite: [melee, rally]", 25, 10),
    ("LC", 40, "javelin, bow, exceptional-horsemen, elite: [melee, rally]", 25, 10),
    // Unsteady: -10 in both
    ("RB", 15, "unsteady: elephants", -10, -10),
    ("SC", 70, "unsteady: elephants", -10, -10),
    ("DP", 60, "unsteady: tribal", -10, -10),
    // Impetuous: -5 in the points game only
    ("WB", 45, "impetuous", -5, 0),
    // What the chart lists without ? is inside B
    ("AR", 40, "", 0, 0),
    ("EL", 70, "", 0, 0),
    ("WB", 45, "", 0, 0),
    ("LA", 45, "", 0, 0),
    ("HA", 60, "", 0, 0),
    ("Cm", 45, "bow", 5, 0),
    ("LCm", 40, "javelin", 5, 0),
    // What the chart does not offer at all costs what a ? costs
    ("RB", 15, "{shieldwall: {because: trial}}", 5, 0),
    // A standard is free, written either way
    ("HW", 40, "battle-standard", 0, 0),
    ("BG", 0, "fortified", 5, 0),
];

#[test]
fn a_unit_costs_its_base_and_its_options() {
    let library = built_in();
    for (unit, base, options, points, historical) in PRICES {
        let row = format!("{{unit: {unit}, options: [{options}]}}");
        for (mode, more) in [("points", points), ("historical", historical)] {
            let cost = first_cost(&library, mode, &row);
            assert_eq!(cost, Some(Number::from(base + more)), "{mode}: {row}");
        }
    }
}

#[test]
fn a_game_without_a_mode_is_a_period_game() {
    let text = list("historical", &["{unit: HW, options: [heavy-armour, veteran: melee]}"]);
    let library = built_in();
    let bare = text.replace("mode: historical\n", "");
    assert_eq!(with_army(&library, &bare, |army| army.spent), Number::from(45_i64));
}

/// The five sample armies: each command in the points game and in the period game. Worked out row by row, as
/// 3 Iberians of 40 with throwing weapons marked ? are 135 points.
const SAMPLES: &[(&str, &[i64], i64)] = &[
    ("starter", &[980], 840),
    ("trebia-carthage", &[635, 350], 920),
    ("trebia-rome", &[875, 110], 855),
    ("zama-carthage", &[890, 105], 970),
    ("zama-rome", &[705, 290], 815),
];

fn command_cost(army: &Army<'_>, command: usize) -> Number {
    let rows = Where::Command(command).units(army).map(|at| &army.units[at]);
    rows.fold(Number::ZERO, |sum, unit| {
        sum.plus(unit.cost().unwrap().times(i64::from(unit.count).into()).unwrap()).unwrap()
    })
}

#[test]
fn the_sample_armies_cost_what_a_hand_adds_up() {
    let library = built_in();
    for (name, commands, historical) in SAMPLES {
        let text = file(&format!("lists/fra/{name}.yaml"));
        with_army(&library, &text, |army| {
            let found: Vec<Number> = (0..army.commands.len()).map(|at| command_cost(army, at)).collect();
            let wanted: Vec<Number> = commands.iter().map(|c| Number::from(*c)).collect();
            assert_eq!(found, wanted, "{name}");
            assert_eq!(army.spent, Number::from(commands.iter().sum::<i64>()), "{name}");
        });
        let text = text.replace("mode: points", "mode: historical");
        assert_eq!(with_army(&library, &text, |army| army.spent), Number::from(*historical), "{name}");
    }
}

#[test]
fn the_sample_armies_are_legal() {
    let library = built_in();
    for (name, ..) in SAMPLES {
        let report = checked(&library, &file(&format!("lists/fra/{name}.yaml")));
        assert_eq!(report.verdict, Verdict::Legal, "{name}");
        assert!(report.findings.is_empty(), "{name}: {:#?}", lines(&report));
    }
}

fn army_number(library: &Library, text: &str, id: &str) -> Option<Number> {
    with_army(library, text, |army| {
        let id = army.rules.number(id).unwrap();
        of_place(army, id, Where::Army).map(|shown| shown.unwrap().number().unwrap())
    })
}

#[test]
fn scouting_counts_each_unit_in_its_narrowest_class() {
    let library = built_in();
    // 3 x 4 + 2 x 1 + 4 x 2
    let rows = ["{unit: LC, count: 2}", "{unit: LCm}", "{unit: HC, count: 2}", "{unit: SK, count: 4}"];
    assert_eq!(army_number(&library, &list("points", &rows), "scouting"), Some(n("22")));
    // Elephants and chariots are mounted; foot and baggage scout nothing
    let rows = ["{unit: EL}", "{unit: SCh}", "{unit: HW, count: 5}", "{unit: BG}"];
    assert_eq!(army_number(&library, &list("points", &rows), "scouting"), Some(n("2")));
}

#[test]
fn exposure_counts_skirmishers_once_others_twice_and_rabble_not_at_all() {
    let library = built_in();
    let rows = ["{unit: SK, count: 3}", "{unit: HW, count: 2}", "{unit: RB}"];
    let text = list("points", &rows);
    assert_eq!(army_number(&library, &text, "exposure"), Some(n("7"))); // 3 + 2 x 2 + 0
    let with_baggage = text.clone() + "baggage: true\n";
    assert_eq!(army_number(&library, &with_baggage, "exposure"), Some(n("9"))); // and 2
    let chariots = list("points", &["{unit: SCh, count: 3}"]);
    assert_eq!(army_number(&library, &chariots, "exposure"), Some(n("0")));
    // Troops left at home are not at stake
    let reserve = text + "reserves:\n  - {unit: HW, count: 9}\n";
    assert_eq!(army_number(&library, &reserve, "exposure"), Some(n("7")));
}

/// Two commands under a general and a sub-general.
const COMMANDS: &str = "\
army: Trial
ruleset: fra
points: 1000
date: 216 BC
commands:
  - name: Left
    commander: {role: general, name: A, with: One}
    baggage: true
    units:
      - {unit: HW, name: One}
      - {unit: SK, name: Screen, count: 2}
  - name: Right
    commander: {role: sub-general, name: B, with: Two}
    baggage: true
    units:
      - {unit: HW, name: Two, count: 3}
";

#[test]
fn numbers_of_commands_are_as_the_multi_command_rules_state_them() {
    let library = built_in();
    let number = |army: &Army<'_>, id: &str, command: usize| {
        let id = army.rules.number(id).unwrap();
        of_place(army, id, Where::Command(command)).map(|shown| shown.unwrap().number().unwrap())
    };
    with_army(&library, COMMANDS, |army| {
        // Left: 2 for One, 1 each for the screen, 2 for baggage; right: 3 x 2 and 2
        for (id, left, right) in [
            ("exposure", 6_i64, 8_i64),
            ("orders", 5, 5),
            ("morale-track", 10, 10),
            ("order-range", 24, 24),
            ("far-order-cost", 2, 2),
            ("other-command-range", 12, 12),
            ("other-command-cost", 1, 2),
        ] {
            let wanted = [Some(Number::from(left)), Some(Number::from(right))];
            assert_eq!([number(army, id, 0), number(army, id, 1)], wanted, "{id}");
        }
    });
    // With a single command there is no other one to give orders to
    with_army(&library, &list("points", &["{unit: HW}"]), |army| {
        for id in ["other-command-range", "other-command-cost"] {
            assert_eq!(number(army, id, 0), None, "{id}");
        }
        assert_eq!(number(army, "orders", 0), Some(n("5")));
    });
}

#[test]
fn the_morale_track_is_shaky_at_four_and_broken_at_nought() {
    let library = built_in();
    with_army(&library, COMMANDS, |army| {
        let track = &army.rules.numbers[army.rules.number("morale-track").unwrap().0];
        let marks: Vec<(Number, &str)> = track
            .boxes
            .iter()
            .flatten()
            .map(|(left, word)| (left.constant().unwrap(), word.as_str()))
            .collect();
        assert_eq!(marks, [(n("4"), "Shaky"), (n("0"), "Broken")]);
    });
}

#[test]
fn a_unit_takes_two_demoralizations_and_an_enraged_elephant_its_own() {
    let library = built_in();
    with_army(&library, &list("points", &["{unit: HW}", "{unit: EL}"]), |army| {
        let has = |id: &str, unit| of_unit(army, army.rules.number(id).unwrap(), unit).is_some();
        assert_eq!([has("demoralization", 0), has("elephant-demoralization", 0)], [true, false]);
        assert_eq!([has("demoralization", 1), has("elephant-demoralization", 1)], [false, true]);
        let lost = |unit| {
            let shown = of_unit(army, army.rules.number("victory-loss").unwrap(), unit).unwrap().unwrap();
            assert!(matches!(shown, Shown::One(_)));
            shown.number().unwrap()
        };
        assert_eq!([lost(0), lost(1)], [n("2"), n("2")]);
    });
}

/// A row for the unit X, further lines, and CF, Ch, TCF, RF, MF, move and move in terrain; `-` for none.
#[rustfmt::skip]
const STATS: &[(&str, &str, &str)] = &[
    // The chart as it is
    ("unit: HW", "", "3 0 -2 5 - 4 2"),
    ("unit: SP", "", "3 0 -2 5 - 4 2"),
    ("unit: DP", "", "5 1 -3 5 - 4 1"),
    ("unit: AR", "", "1 0 -2 4 2 4 2"),
    ("unit: WB", "", "3 2 -1 4 - 4 3"),
    ("unit: EL", "", "5 1 -1 3 - 4 2"),
    ("unit: RB", "", "1 0 -2 2 - 4 2"),
    ("unit: LI", "", "2 0 0 4 - 5 4"),
    ("unit: SK", "", "0 0 0 4 1 6 5"),
    ("unit: LC", "", "2 0 -1 4 1 6 3"),
    ("unit: LCm", "", "1 0 -1 4 1 6 3"),
    ("unit: HC", "", "4 1 -2 5 - 5 2"),
    ("unit: Cm", "", "2 1 -2 4 - 5 3"),
    ("unit: SC", "", "5 2 -3 5 - 5 1"),
    ("unit: SCh", "", "3 2 -3 4 - 5 0"),
    ("unit: LA", "", "0 0 -3 4 2 2 0"),
    ("unit: HA", "", "0 0 -3 4 3 0 0"),
    ("unit: BG", "", "0 0 0 3 - 0 0"),
    // A general adds 2 and 2, a sub-general 1 and 1, a standard 1 and 2, all together 4 and 5
    ("unit: HW", "characters: [{role: general, name: A, with: X}]", "5 0 -2 7 - 4 2"),
    ("unit: HW", "characters: [{role: cinc, name: A, with: X}]", "5 0 -2 7 - 4 2"),
    ("unit: HW", "characters: [{role: sub-general, name: A, with: X}]", "4 0 -2 6 - 4 2"),
    ("unit: HW", "standard: X", "4 0 -2 7 - 4 2"),
    ("unit: HW", "characters: [{role: general, name: A, with: X}, {role: sub-general, name: B, with: X}]\nstandard: X", "7 0 -2 10 - 4 2"),
    // Marks
    ("unit: SK, options: [elite: [melee, missile]]", "", "1 0 0 4 2 6 5"),
    ("unit: HW, options: [elite: [melee, melee], veteran: melee]", "", "6 0 -2 5 - 4 2"),
    ("unit: HW, options: [{elite: {places: [rally, melee]}}]", "", "4 0 -2 6 - 4 2"),
    // A mark on a value that the unit has not does nothing
    ("unit: HW, options: [veteran: missile]", "", "3 0 -2 5 - 4 2"),
    // Options that move
    ("unit: HW, options: [heavy-armour]", "", "3 0 -2 5 - 3 1"),
    ("unit: HW, options: [heavy-armor]", "", "3 0 -2 5 - 3 1"),
    ("unit: LC, options: [exceptional-horsemen]", "", "2 0 -1 4 1 7 3"),
    // Wild charge is 1 more, but for those whose chart has it already
    ("unit: SC, options: [wild-charge]", "", "5 3 -3 5 - 5 1"),
    ("unit: HC, options: [{wild-charge: {because: trial}}]", "", "4 2 -2 5 - 5 2"),
    ("unit: WB, options: [wild-charge]", "", "3 2 -1 4 - 4 3"),
    // Unsteady, impetuous and the like change no figure
    ("unit: WB, options: [impetuous, unsteady: elephants, throwing-weapon]", "", "3 2 -1 4 - 4 3"),
];

#[test]
fn figures_are_the_chart_s_with_what_is_added() {
    let library = built_in();
    for (row, more, wanted) in STATS {
        let text = list("points", &[&format!("{{name: X, {row}}}")]) + more + "\n";
        let found: Vec<String> = with_army(&library, &text, |army| {
            let stats = &unit(army, "X").body.stats;
            stats.iter().map(|s| s.map_or_else(|| "-".to_owned(), |n| n.to_string())).collect()
        });
        assert_eq!(found.join(" "), *wanted, "{row} {more}");
    }
}

/// An army of `commands` commands, the first under a general, with as many sub-generals over the others; without
/// commands all of them are characters.
fn led(points: i64, generals: usize, subs: usize, in_commands: bool) -> String {
    let roles = std::iter::repeat_n("general", generals).chain(std::iter::repeat_n("sub-general", subs));
    let mut text = format!("army: Trial\nruleset: fra\npoints: {points}\n");
    if in_commands {
        text += "commands:\n";
        for (at, role) in roles.enumerate() {
            text += &format!(
                "  - name: C{at}\n    commander: {{role: {role}, name: P{at}, with: U{at}}}\n    baggage: true\n    \
                 units: [{{unit: HW, name: U{at}}}]\n"
            );
        }
    } else {
        text += "baggage: true\nunits: [{unit: HW, name: U}]\ncharacters:\n";
        for (at, role) in roles.enumerate() {
            text += &format!("  - {{role: {role}, name: P{at}, with: U}}\n");
        }
    }
    text
}

#[test]
fn how_many_generals_and_sub_generals_an_army_has() {
    const GENERAL: &str = "error too-many fra/limits/one-general";
    const NONE: &str = "error too-few fra/limits/general-of-commands";
    const SUBS: &str = "error too-many fra/limits/sub-generals";
    const SMALL: &str = "error too-many fra/limits/sub-general-of-commands";
    const LARGE: &str = "warning too-many fra/limits/sub-generals-of-large-commands";
    let library = built_in();
    let cases: &[(i64, usize, usize, bool, &[&str])] = &[
        // Without commands: one general; two sub-generals up to 1000 points, 1000 itself included
        (1000, 1, 0, false, &[]),
        (1000, 2, 0, false, &[GENERAL]),
        (1000, 1, 2, false, &[]),
        (1000, 1, 3, false, &[SUBS]),
        (1001, 1, 3, false, &[]),
        (1001, 2, 3, false, &[GENERAL]),
        // In commands: a general there must be; one sub-general, above 1000 points two
        (1000, 1, 1, true, &[]),
        (1000, 2, 0, true, &[GENERAL]),
        (1000, 2, 1, true, &[GENERAL]),
        (1000, 0, 2, true, &[NONE, SMALL]),
        (1000, 1, 2, true, &[SMALL]),
        (1001, 1, 2, true, &[]),
        (1001, 1, 3, true, &[LARGE]),
        (1000, 1, 3, true, &[SMALL]),
        // One command alone is no army in commands
        (1000, 1, 0, true, &[]),
    ];
    for (points, generals, subs, commands, wanted) in cases {
        let report = checked(&library, &led(*points, *generals, *subs, *commands));
        assert_eq!(ruled(&report), *wanted, "{points} {generals} {subs} {commands}: {:#?}", lines(&report));
    }
}

#[test]
fn of_two_generals_both_are_labelled_with_the_rule_and_its_words() {
    let library = built_in();
    let report = checked(&library, &led(1000, 2, 0, false));
    assert_eq!(report.findings.len(), 1, "{:#?}", lines(&report));
    let finding = &report.findings[0];
    assert!(finding.message.contains('2') && finding.message.contains("at most 1"), "{}", finding.message);
    assert_eq!(labelled(&report, finding), ["general", "general", "one-general"]);
    assert_ne!(finding.labels[0].span, finding.labels[1].span);
    assert_eq!(finding.labels[2].text, "an army has a single general");
}

#[test]
fn limits_of_baggage_and_standards() {
    const BAGGAGE: &str = "fra/limits/one-baggage";
    let library = built_in();
    let without = |command: &str| {
        let start = COMMANDS.find(&format!("name: {command}")).unwrap();
        let at = start + COMMANDS[start..].find("    baggage: true\n").unwrap();
        format!("{}{}", &COMMANDS[..at], &COMMANDS[at + "    baggage: true\n".len()..])
    };
    let cases: &[(String, Vec<String>)] = &[
        (COMMANDS.to_owned(), vec![]),
        (without("Left"), vec![format!("error too-few {BAGGAGE}")]),
        (without("Right"), vec![format!("error too-few {BAGGAGE}")]),
        (COMMANDS.replace("baggage: true", "baggage: false"), vec![format!("error too-few {BAGGAGE}"); 2]),
        // Its own baggage, standing with the other's
        (without("Right") + "    baggage: {shared-with: Left}\n", vec![]),
        (COMMANDS.to_owned() + "      - {unit: BG}\n", vec![format!("error too-many {BAGGAGE}")]),
        (COMMANDS.to_owned() + "    standard: Two\n", vec![]),
        (
            COMMANDS.replacen("baggage: true", "baggage: true\n    standard: One", 1) + "    standard: Two\n",
            vec!["error too-many fra/limits/one-standard".to_owned()],
        ),
        // Each of several alike carries one that all take as an option
        (
            COMMANDS.replace("count: 3}", "count: 3, options: [battle-standard]}"),
            vec!["error too-many fra/limits/one-standard".to_owned()],
        ),
    ];
    for (text, wanted) in cases {
        let report = checked(&library, text);
        assert_eq!(ruled(&report), *wanted, "{:#?}\n{text}", lines(&report));
    }
}

#[test]
fn attachments() {
    const DOUBLE: &str = "fra/attach/double-skirmish";
    const SCREEN: &str = "fra/attach/screen";
    let library = built_in();
    let army = |rows: &str| {
        format!(
            "army: T\nruleset: fra\npoints: 1000\nbaggage: true\nunits:\n  - {{unit: SK, name: A}}\n  \
             - {{unit: HW, name: Foot}}\n{rows}"
        )
    };
    let cases: &[(&str, Vec<String>)] = &[
        ("  - {unit: SK, attached-to: A}\n", vec![]),
        (
            "  - {unit: SK, attached-to: A}\n  - {unit: SK, attached-to: A}\n",
            vec![format!("error attachment {DOUBLE}")],
        ),
        ("  - {unit: SK, count: 2, attached-to: A}\n", vec![format!("error attachment {DOUBLE}")]),
        ("  - {unit: SK, attached-to: Foot}\n", vec![format!("warning attachment {SCREEN}")]),
        ("  - {unit: SK, attached-to: {unit: Foot, because: as at Cannae}}\n", vec![]),
        ("  - {unit: LC, attached-to: A}\n", vec!["error attachment -".to_owned()]),
        ("  - {unit: HW, attached-to: Foot}\n", vec!["error attachment -".to_owned()]),
        ("  - {unit: SK, name: B, attached-to: B}\n", vec!["error attachment -".to_owned()]),
        ("  - {unit: SK, attached-to: Nobody}\n", vec!["error unknown-unit-name -".to_owned()]),
    ];
    for (rows, wanted) in cases {
        let report = checked(&library, &army(rows));
        assert_eq!(ruled(&report), *wanted, "{:#?}\n{rows}", lines(&report));
    }
    let other = COMMANDS.to_owned() + "      - {unit: SK, attached-to: Screen}\n";
    let report = checked(&library, &other);
    assert_eq!(ruled(&report), [format!("error attachment {DOUBLE}")], "{:#?}", lines(&report));
    assert!(report.findings[0].message.contains("another command"), "{:#?}", lines(&report));
}

#[test]
fn a_name_that_nothing_bears_gets_each_name_there_is_once() {
    let rows = ["{unit: HW, name: Horse}", "{unit: LC, name: Horse}", "{unit: LC, name: Foot}"];
    let text = list("points", &rows) + "baggage: true\nstandard: Elephants\n";
    let report = checked(&built_in(), &text);
    assert_eq!(ruled(&report), ["error unknown-unit-name -"]);
    let help = report.findings[0].help.as_deref().unwrap();
    assert_eq!([help.matches("\"Horse\"").count(), help.matches("\"Foot\"").count()], [1, 1], "{help}");
}

#[test]
fn dates_of_the_tortoise_and_of_the_velites() {
    let library = built_in();
    let army = |date: &str, row: &str| {
        format!(
            "army: T\nruleset: fra\npoints: 1000\ndate: {date}\nbaggage: true\nunits:\n  - {{unit: HW, name: L, \
             options: [roman-battle-drill]}}\n  - {row}\n"
        )
    };
    let tortoise = "{unit: HW, options: [roman-battle-drill, tortoise]}";
    let velites = "{unit: SK, options: [javelin-and-shield, anti-elephant-tactics]}";
    let late = |severity: &str, option: &str| vec![format!("{severity} anachronism fra/options/{option}")];
    let cases = [
        ("201 BC", tortoise, late("error", "tortoise")),
        ("200 BC", tortoise, late("error", "tortoise")),
        ("199 BC", tortoise, vec![]),
        ("AD 14", tortoise, vec![]),
        ("212 BC", velites, late("warning", "anti-elephant-tactics")),
        ("211 BC", velites, vec![]),
        (
            "199 BC",
            "{unit: HW, options: [tortoise]}",
            vec!["warning option-needs fra/options/tortoise".to_owned()],
        ),
    ];
    for (date, row, wanted) in cases {
        let report = checked(&library, &army(date, row));
        assert_eq!(ruled(&report), wanted, "{date} {row}: {:#?}", lines(&report));
    }
    // Without Romans nobody learned it late
    let greek = army("300 BC", velites).replace("roman-battle-drill", "shieldwall");
    assert!(checked(&library, &greek).findings.is_empty());
}

#[test]
fn marks_and_names_that_options_ask_for() {
    let library = built_in();
    let cases: &[(&str, &[&str])] = &[
        ("{unit: HW, options: [elite: [melee, rally]]}", &[]),
        ("{unit: HW, options: [elite: [melee, melee]]}", &["warning marks fra/options/elite"]),
        ("{unit: HW, options: [elite: melee]}", &["error option-incomplete fra/options/elite"]),
        ("{unit: HW, options: [elite]}", &["error option-incomplete fra/options/elite"]),
        ("{unit: SK, options: [elite: [melee, rally, missile]]}", &["error marks fra/options/elite"]),
        ("{unit: HW, options: [veteran: move]}", &["error marks fra/options/veteran"]),
        // The ruleset reads it so: no figure, no mark
        ("{unit: HW, options: [veteran: missile]}", &["error marks fra/options/veteran"]),
        ("{unit: HW, options: [unsteady]}", &["error option-incomplete fra/options/unsteady"]),
        ("{unit: HW, options: [unsteady: dragons]}", &["error unknown-target fra/options/unsteady"]),
        ("{unit: SK, options: [bow, sling]}", &["error option-conflict fra/units/skirmishers"]),
        ("{unit: LI, options: [bow]}", &["warning option-unavailable fra/units/light-infantry"]),
        ("{unit: LI, options: [{bow: {because: as at Zama}}]}", &[]),
        ("{unit: SP, options: [hoplite]}", &["warning option-needs fra/options/hoplite"]),
    ];
    for (row, wanted) in cases {
        let report = checked(&library, &(list("points", &[row]) + "baggage: true\n"));
        assert_eq!(ruled(&report), *wanted, "{row}: {:#?}", lines(&report));
    }
}

#[test]
fn a_total_above_the_agreed_size_is_over_by_the_difference() {
    let library = built_in();
    // 25 x 40 = 1000 is within, 1 more is 40 over
    let exact = list("points", &["{unit: HW, count: 25}"]) + "baggage: true\n";
    assert!(checked(&library, &exact).findings.is_empty());
    let report = checked(&library, &exact.replace("count: 25", "count: 26"));
    let finding = &report.findings[0];
    assert_eq!((report.findings.len(), finding.code), (1, Code::OverPoints));
    for number in ["1040", "40 more", "1000"] {
        assert!(finding.message.contains(number), "{}", finding.message);
    }
    assert_eq!(labelled(&report, finding), ["1000"]);
}
