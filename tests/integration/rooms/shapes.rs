//! Rooms of limits of every shape under invented rulesets.

use crate::limits::support::{army, commands, with_limit};
use crate::rooms::support::lines_of;

fn room(limit: &str, list: &str) -> String {
    let (_folder, library) = with_limit(limit);
    lines_of(&library, list, "toy/limits/horse")
}

#[test]
fn states_are_told_apart() {
    let three = army(10, 3, 2);
    for (limit, wanted) in [
        ("{count: {tag: horse}, max: 4}", "open, 3 units, max 4"),
        ("{count: {tag: horse}, max: 3}", "full, 3 units, max 3"),
        ("{count: {tag: horse}, max: 2}", "broken, 3 units, max 2"),
        ("{count: {tag: horse}, min: 3}", "settled, 3 units, min 3"),
        ("{count: {tag: horse}, min: 4}", "broken, 3 units, min 4"),
        ("{count: {tag: horse}, min: 1, max: 3}", "full, 3 units, min 1, max 3"),
        ("{count: {tag: horse}, exactly: 3}", "settled, 3 units, exactly 3"),
        ("{count: {tag: horse}, exactly: 2}", "broken, 3 units, exactly 2"),
        ("{count: {tag: horse}, multiple-of: 2}", "broken, 3 units, multiple of 2"),
        ("{count: {tag: horse}, multiple-of: 3}", "settled, 3 units, multiple of 3"),
        // Of fractions the whole numbers within are said as well
        (
            "{count: {tag: horse}, max: {share: 3/5, of: {}, round: none}}",
            "full, 3 units, max 3 [3/5 of the 5 units]",
        ),
        (
            "{count: {tag: horse}, max: {share: 2/3, of: {}, round: none}}",
            "full, 3 units, max 10/3 (3) [two thirds of the 5 units]",
        ),
        (
            "{count: {tag: horse}, min: {share: 1/3, of: {}, round: none}}",
            "settled, 3 units, min 5/3 (2) [a third of the 5 units]",
        ),
        // No whole number is a third of 5
        (
            "{count: {tag: horse}, exactly: {share: 1/3, of: {}, round: none}}",
            "broken, 3 units, exactly 5/3 [a third of the 5 units]",
        ),
        (
            "{sum: size, of: {tag: horse}, max: {share: 1, of: {tag: foot}, round: none}}",
            "broken, 3 models, max 2 [as many as the 2 models of foot]",
        ),
        (
            "{sum: points, of: {tag: horse}, max: {share: 1/2, of: spent, round: up}}",
            "full, 3 points, max 3 [half of the 5 points spent, rounded up]",
        ),
        (
            "{count: {tag: horse}, max: {allow: 2, per: 1, of: {tag: foot}}}",
            "open, 3 units, max 4 [2 for each of 2 foot]",
        ),
        (
            "{count: {tag: horse}, max: {allow: 8, per: 1000, of: points, at-least: 3}}",
            "full, 3 units, max 3 [8 per 1,000 of 10 points, at least 3]",
        ),
        (
            "{count: {tag: horse}, max: {allow: 1, per: 4, of: points, above: 2, enough: 3, plus: -1, at-most: 6}}",
            "broken, 3 units, max 1 [1 per 4 of 10 points above 2, 3 counting as 4, minus 1, at least 0, at most 6]",
        ),
        (
            "{count: {tag: horse}, max: {allow: 3/2, per: 4, of: points, round: nearest, then-round: up}}",
            "open, 3 units, max 5 [1.5 per 4 of 10 points, rounded to the nearest, then rounded up]",
        ),
        (
            "{sum: points, of: {tag: horse}, max: {share: 1/2, of: spent, above: 2, round: nearest}}",
            "broken, 3 points, max 2 [half of the 5 points spent above 2, rounded to the nearest]",
        ),
    ] {
        assert_eq!(room(limit, &three), format!("Horse: {wanted}; Horse"), "{limit}");
    }
    let none = army(10, 0, 2);
    assert_eq!(room("{count: {tag: horse}, max: 4}", &none), "Horse: unused, 0 units, max 4");
    assert_eq!(room("{count: {tag: horse}, min: 1}", &none), "Horse: broken, 0 units, min 1");
}

#[test]
fn the_alternative_that_is_met_is_in_force_or_else_the_nearest() {
    let limit = "{count: {tag: horse}, either: [{exactly: 0}, {min: 4, max: 6}]}";
    for (horse, wanted) in [
        (0, "Horse: unused, 0 units, exactly 0, in force 0 to 0, or 4 to 6"),
        (1, "Horse: broken, 1 units, exactly 0, in force 0 to 0, or 4 to 6; Horse"),
        // As far from one as from the other: the first that is written
        (2, "Horse: broken, 2 units, exactly 0, in force 0 to 0, or 4 to 6; Horse"),
        (3, "Horse: broken, 3 units, min 4, max 6, or 0 to 0, in force 4 to 6; Horse"),
        (6, "Horse: full, 6 units, min 4, max 6, or 0 to 0, in force 4 to 6; Horse"),
        (7, "Horse: broken, 7 units, min 4, max 6, or 0 to 0, in force 4 to 6; Horse"),
    ] {
        assert_eq!(room(limit, &army(10, horse, 2)), wanted);
    }
}

#[test]
fn commands_and_entries_have_rooms_of_their_own() {
    let two = commands(
        &["{unit: horse, size: 1, count: 2}", "{unit: camels, size: 1}"],
        &["{unit: foot, size: 1}"],
        &["{unit: horse, size: 1}"],
    );
    assert_eq!(
        room("{count: {tag: horse}, in: command, max: 2}", &two),
        "[0] Horse: broken, 3 units, max 2; Horse, Camels\n[1] Horse: unused, 0 units, max 2"
    );
    // Without a book, each unit type that would count has a room
    assert_eq!(
        room("{count: {tag: horse}, by: entry, max: 1}", &two),
        "Horse: broken, 2 units, max 1; Horse\nCamels: full, 1 units, max 1; Camels"
    );
    assert_eq!(
        room("{count: {tag: horse}, in: reserves, max: 2}", &two),
        "Horse in reserve: open, 1 units, max 2; Horse"
    );
    assert_eq!(room("{count: {tag: horse}, in: unit, max: 2}", &two), "");
}

#[test]
fn of_several_severities_the_broken_step_counts_or_else_the_next() {
    let limit = "{count: {tag: horse}, max: {warning: 2, error: 4}}";
    let severity = |horse: i64| {
        let (_folder, library) = with_limit(limit);
        crate::rooms::support::with_rooms(&library, &army(100, horse, 2), |_, rooms| {
            let room = rooms.rooms.iter().find(|room| room.rule_path.is_some()).unwrap();
            room.severity.as_str()
        })
    };
    assert_eq!(room(limit, &army(100, 2, 2)), "Horse: full, 2 units, max 2; Horse");
    assert_eq!(severity(2), "warning");
    assert_eq!(room(limit, &army(100, 3, 2)), "Horse: broken, 3 units, max 2; Horse");
    assert_eq!(severity(3), "warning");
    assert_eq!(room(limit, &army(100, 5, 2)), "Horse: broken, 5 units, max 4; Horse");
    assert_eq!(severity(5), "error");
}

#[test]
fn a_limit_that_does_not_apply_has_no_room() {
    let limit = "{count: {tag: horse}, max: 2, when: {points: {above: 50}}}";
    assert_eq!(room(limit, &army(10, 2, 2)), "");
    assert_eq!(room(limit, &army(100, 2, 2)), "Horse: full, 2 units, max 2; Horse");
    let without_size = army(10, 2, 2).replace("points: 10\n", "");
    assert_eq!(room(limit, &without_size), "Horse: open, 2 units, max ? without Points; Horse");
}

#[test]
fn formulas_are_met_or_not() {
    let list = army(10, 2, 3);
    assert_eq!(room("{holds: \"count({tag: horse}) <= 2\"}", &list), "Horse: settled; Horse");
    assert_eq!(room("{holds: \"count({tag: horse}) > 2\"}", &list), "Horse: broken; Horse");
    assert_eq!(room("{holds: \"count({unit: camels}) < 2\"}", &list), "Horse: unused");
    assert_eq!(room("{holds: \"points >= 10\"}", &list), "Horse: settled");
}
