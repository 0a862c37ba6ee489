//! The numbers of an army and its commands, and the stats of the chart.

use crate::common::{built_in, n, unit, with_army};
use crate::games::fra::support::{COMMANDS, army_number, list};
use muster::army::Army;
use muster::army::evaluate_ruleset_numbers::{NumberResult, number_of_region, number_of_unit};
use muster::army::regions::Region;
use muster::format::read_exact_numbers::Number;

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
    // Troops in reserve are not at stake
    let reserve = text + "reserves:\n  - {unit: HW, count: 9}\n";
    assert_eq!(army_number(&library, &reserve, "exposure"), Some(n("7")));
}

#[test]
fn numbers_of_commands_are_as_the_multi_command_rules_state_them() {
    let library = built_in();
    let number = |army: &Army<'_>, id: &str, command: usize| {
        let id = army.rules.find_number(id).unwrap();
        number_of_region(army, id, Region::Command(command))
            .map(|shown| shown.unwrap().single_number().unwrap())
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
    // A single command plays without these numbers, except for the track, which standards and baggage shorten
    with_army(&library, &list("points", &["{unit: HW}"]), |army| {
        for id in ["orders", "order-range", "far-order-cost", "other-command-range", "other-command-cost"] {
            assert_eq!(number(army, id, 0), None, "{id}");
        }
        assert_eq!(number(army, "morale-track", 0), Some(n("10")));
    });
}

#[test]
fn the_morale_track_is_shaky_at_four_and_broken_at_zero() {
    let library = built_in();
    with_army(&library, COMMANDS, |army| {
        let track = &army.rules.numbers[army.rules.find_number("morale-track").unwrap().0];
        let marks: Vec<(Number, &str)> = track
            .boxes
            .iter()
            .flatten()
            .map(|(left, word)| (left.as_constant().unwrap(), word.as_str()))
            .collect();
        assert_eq!(marks, [(n("4"), "Shaky"), (n("0"), "Broken")]);
    });
}

#[test]
fn a_unit_takes_two_demoralizations_and_an_enraged_elephant_its_own() {
    let library = built_in();
    with_army(&library, &list("points", &["{unit: HW}", "{unit: EL}"]), |army| {
        let has = |id: &str, unit| number_of_unit(army, army.rules.find_number(id).unwrap(), unit).is_some();
        assert_eq!([has("demoralization", 0), has("elephant-demoralization", 0)], [true, false]);
        assert_eq!([has("demoralization", 1), has("elephant-demoralization", 1)], [false, true]);
        let lost = |unit| {
            let shown =
                number_of_unit(army, army.rules.find_number("victory-loss").unwrap(), unit).unwrap().unwrap();
            assert!(matches!(shown, NumberResult::One(_)));
            shown.single_number().unwrap()
        };
        assert_eq!([lost(0), lost(1)], [n("2"), n("2")]);
    });
}

/// A row for the unit X, further lines, and CF, Ch, TCF, RF, MF, move and move in terrain; `-` for no value.
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
    // A mark on a stat that the unit does not have does nothing
    ("unit: HW, options: [veteran: missile]", "", "3 0 -2 5 - 4 2"),
    // Options that move
    ("unit: HW, options: [heavy-armour]", "", "3 0 -2 5 - 3 1"),
    ("unit: HW, options: [heavy-armor]", "", "3 0 -2 5 - 3 1"),
    ("unit: LC, options: [exceptional-horsemen]", "", "2 0 -1 4 1 7 3"),
    // Wild charge is 1 more, except for units whose chart has it already
    ("unit: SC, options: [wild-charge]", "", "5 3 -3 5 - 5 1"),
    ("unit: HC, options: [{wild-charge: {because: trial}}]", "", "4 2 -2 5 - 5 2"),
    ("unit: WB, options: [wild-charge]", "", "3 2 -1 4 - 4 3"),
    // Unsteady, impetuous and the like change no stats
    ("unit: WB, options: [impetuous, unsteady: elephants, throwing-weapon]", "", "3 2 -1 4 - 4 3"),
];

#[test]
fn stats_are_the_chart_s_with_what_is_added() {
    let library = built_in();
    for (row, more, wanted) in STATS {
        let text = list("points", &[&format!("{{name: X, {row}}}")]) + more + "\n";
        let found: Vec<String> = with_army(&library, &text, |army| {
            let stats = &unit(army, "X").body.stats;
            stats.iter().map(|s| s.number().map_or_else(|| "-".to_owned(), |n| n.to_string())).collect()
        });
        assert_eq!(found.join(" "), *wanted, "{row} {more}");
    }
}
