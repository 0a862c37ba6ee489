//! What units, options and the sample armies cost.

use crate::common::{built_in, checked, file, lines, with_army};
use crate::games::fra::support::list;
use muster::army::Army;
use muster::army::regions::Region;
use muster::check::report::Verdict;
use muster::format::read_exact_numbers::Number;
use muster::rules::library::Library;

fn first_cost(library: &Library, mode: &str, row: &str) -> Option<Number> {
    with_army(library, &list(mode, &[row]), |army| army.units[0].cost())
}

/// Unit, B of the chart, options, points game minus B, period game minus B.
#[rustfmt::skip]
const PRICES: &[(&str, i64, &str, i64, i64)] = &[
    // One missile, two abilities, elite, impetuous: 5 + 5 + 5 + 10 - 5; the period game counts only 10 of
    // them
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
    // Three options and veteran: 5 in the period game; 3 x 5 + 5 in the points game
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
    // What the chart lists without `?` is inside B
    ("AR", 40, "", 0, 0),
    ("EL", 70, "", 0, 0),
    ("WB", 45, "", 0, 0),
    ("LA", 45, "", 0, 0),
    ("HA", 60, "", 0, 0),
    ("Cm", 45, "bow", 5, 0),
    ("LCm", 40, "javelin", 5, 0),
    // What the chart does not offer at all costs as much as an option marked `?`
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

/// The five sample armies: the cost of each command in the points game and in the period game.
///
/// Worked out row by row; for example, 3 Iberians of 40 with throwing weapons marked `?` are 135 points.
const SAMPLES: &[(&str, &[i64], i64)] = &[
    ("starter", &[980], 840),
    ("trebia-carthage", &[635, 350], 920),
    ("trebia-rome", &[875, 110], 855),
    ("zama-carthage", &[890, 105], 970),
    ("zama-rome", &[705, 290], 815),
];

fn command_cost(army: &Army<'_>, command: usize) -> Number {
    let rows = Region::Command(command).units(army).map(|at| &army.units[at]);
    rows.fold(Number::ZERO, |sum, unit| {
        sum.checked_add(unit.cost().unwrap().checked_mul(i64::from(unit.count).into()).unwrap()).unwrap()
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
