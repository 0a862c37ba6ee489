//! Rooms of the three games beside FR!Ancients.

use crate::common::{built_in, file};
use crate::rooms::support::lines_of;

fn room(path: &str, rule: &str) -> String {
    lines_of(&built_in(), &file(path), rule)
}

/// 20 hastati, 20 principes and 10 triarii are 50 men of the three lines; 5 equites and 10 allied horse.
#[test]
fn warhammer_counts_models_and_points() {
    let metaurus = "lists/wab/metaurus-rome.yaml";
    for (rule, wanted) in [
        (
            "republican-rome/limits/principes-match",
            "Principes: settled, 20 models, exactly 20 [as many as the 20 models of Hastati]; ",
        ),
        (
            "republican-rome/limits/equites-share",
            "Equites: full, 5 models, max 5 [a tenth of the 50 models of men of the three lines, at least 5]; ",
        ),
        (
            "republican-rome/limits/allied-horse-share",
            "Allied horse: open, 10 models, max 15 [3 times the 5 models of Equites]; ",
        ),
        (
            "wab/limits/characters-share",
            "Characters: open, 283 points, max 500 [a quarter of the 2,000 points]; ",
        ),
    ] {
        let found = room(metaurus, rule);
        assert!(found.starts_with(wanted), "{found}");
    }
    // Nero leads with 9, and nobody has more
    let leads = room(metaurus, "wab/limits/general-leads");
    assert_eq!(
        leads,
        "General leads: settled, 9 Leadership, min 9 [as much as the highest Leadership, 9]; Gaius Claudius Nero"
    );
}

/// 5 bodies of hastati and principes allow 5 velites, 7 of 7 1/2 allies, 1 of 1 1/4 triarii, and 2 Roman horse, since
/// these are rounded up.
#[test]
fn quick_ancients_counts_units_of_a_book() {
    let list = "army: Varro\nruleset: quick\nbook: republican-rome\ndate: 215 BC\nunits:
  - {unit: legionaries, count: 5}
  - {unit: triarii}
  - {unit: velites, count: 4}
  - {unit: italian-foot, count: 6}
  - {unit: roman-horse, count: 2}
";
    for (rule, wanted) in [
        ("points", ""),
        (
            "limits/light-men",
            "Velites: open, 4 units, max 5 [as many as the 5 Hastati and principes]; Velites",
        ),
        (
            "limits/allies-match",
            "Italian allies: open, 6 units, max 7 [3/2 of the 5 legionary foot, rounded down]; Italian allies",
        ),
        ("entries/triarii", "Triarii: full, 1 units, max 1 [1 per 4 of 5 Hastati and principes]; Triarii"),
        (
            "entries/roman-horse",
            "Roman horse: full, 2 units, max 2 [1 per 4 of 5 Hastati and principes, rounded up]; Roman horse",
        ),
        ("entries/gallic-allies", "Cenomani: unused, 0 units, max 2, closed from 225 BC to 218 BC"),
    ] {
        let rule = if rule == "points" { rule.to_owned() } else { format!("republican-rome/{rule}") };
        assert_eq!(lines_of(&built_in(), list, &rule), wanted, "{rule}");
    }
}

/// The foot are 18 elements; of 4 bodies of horse a third, rounded down, is 1.
#[test]
fn six_mm_counts_elements() {
    let list =
        "army: Hanno\nruleset: six-mm\nbook: carthage\ndate: 218 BC\ncharacters: [{role: general, name: Hanno}]\nunits:
  - {unit: african-foot, size: 10, options: [average]}
  - {unit: iberian-foot, size: 8, options: [average]}
  - {unit: gauls, size: 10, options: [average]}
  - {unit: numidians, size: 8, options: [average]}
  - {unit: heavy-horse, count: 3, size: 8, options: [average]}
";
    let gauls = lines_of(&built_in(), list, "carthage/limits/gauls-beside-africans");
    assert!(
        gauls.starts_with(
            "Gauls: open, 10 elements, max 18 [as many as the 18 elements of Africans and Iberians]; "
        ),
        "{gauls}"
    );
    let numidians = lines_of(&built_in(), list, "carthage/limits/some-numidians");
    assert!(
        numidians.starts_with("Numidians: settled, 1 units, min 1 [a third of the 4 horse, rounded down]; "),
        "{numidians}"
    );
    // A second general is a warning, a third an error, and units without any must roll
    assert!(
        lines_of(&built_in(), list, "six-mm/limits/generals")
            .starts_with("General: full, 1 characters, max 1; ")
    );
    assert!(
        lines_of(&built_in(), list, "six-mm/limits/a-general")
            .starts_with("General: settled, 1 characters, min 1; ")
    );
}
