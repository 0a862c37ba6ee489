//! The solver agrees with trying every list, for costs of several lines and for charges.

use std::fmt::Write as _;

use crate::common::Folder;
use crate::limits::solver::{Dice, SELECTORS, compare, random_limit};

/// Returns a price of several lines, at random.
fn random_lines(dice: &mut Dice, testing: &[&str]) -> String {
    let line = match dice.roll(3) {
        0 => format!("when: {{present: {}}}", dice.pick(&SELECTORS)),
        1 => format!("when: {{points: {{above: {}}}}}", 60 + dice.roll(100)),
        _ => format!("of: {}", dice.pick(testing)),
    };
    let (each, otherwise) = (5 + dice.roll(30), 5 + dice.roll(30));
    format!("[{{{line}, each: {each}}}, {{otherwise: {otherwise}}}]")
}

/// Returns a charge at random, with these keys besides.
fn random_charge(dice: &mut Dice, more: &str) -> String {
    let what = dice.pick(&SELECTORS);
    let (measure, unit) = match dice.roll(5) {
        0 => (String::new(), 0),
        1 => (format!("sum: size, of: {what}, "), 1),
        2 => (format!("sum: points, of: {what}, "), 12),
        3 => ("options: [bow, flag], ".to_owned(), 1),
        _ => (format!("count: {what}, "), 1),
    };
    let mut steps = String::new();
    if unit > 0 {
        if dice.roll(2) == 0 {
            write!(steps, "above: {}, ", unit * (1 + dice.roll(2))).unwrap();
        }
        let per = unit * (1 + dice.roll(3));
        match dice.roll(3) {
            0 => {}
            1 => write!(steps, "per: {per}, enough: {}, ", 1 + dice.roll(per)).unwrap(),
            _ => write!(steps, "per: {per}, round: {}, ", dice.pick(&["up", "down", "nearest", "none"]))
                .unwrap(),
        }
        if dice.roll(3) == 0 {
            write!(steps, "at-most: {}, ", 1 + dice.roll(3)).unwrap();
        }
        if measure.starts_with("count") && dice.roll(3) == 0 {
            steps.push_str("by: entry, ");
        }
    }
    let discount = dice.roll(3) == 0 && (unit == 0 || steps.contains("at-most"));
    let cost = match dice.roll(4) {
        _ if discount => format!("{}", -1 - dice.roll(12)),
        0 => format!(
            "[{{when: {{present: {}}}, each: {}}}, {{otherwise: 3}}]",
            dice.pick(&SELECTORS),
            1 + dice.roll(9)
        ),
        _ => format!("{}", 1 + dice.roll(20)),
    };
    let when = match dice.roll(4) {
        0 => format!(", when: {{present: {}}}", dice.pick(&SELECTORS)),
        1 => format!(", when: {{points: {{above: {}}}}}", 60 + dice.roll(100)),
        _ => String::new(),
    };
    format!("{{{measure}{steps}cost: {cost}{when}{more}}}")
}

/// Returns a random ruleset of three unit types, at most two of each.
fn random_ruleset(id: &str, dice: &mut Dice, lines: bool, charges: &[String]) -> String {
    let mut text = format!("ruleset: {id}\nname: Random\nversion: 1.0.0\noptions:\n");
    let bow = 1 + dice.roll(9);
    let bow = if lines { random_lines(dice, &["{unit: a}", "{tag: odd}"]) } else { bow.to_string() };
    writeln!(text, "  bow: {{name: Bow, gives-tags: [shooter], cost: {bow}}}").unwrap();
    writeln!(text, "  flag: {{name: Flag, some: true, cost: {}}}", dice.roll(3)).unwrap();
    text.push_str("units:\n");
    let a = if lines { random_lines(dice, &["{tag: shooter}", "{option: bow}"]) } else { "30".to_owned() };
    writeln!(text, "  a: {{name: A, tags: [foot], options: [bow?], cost: {a}}}").unwrap();
    writeln!(text, "  b: {{name: B, tags: [foot, odd], cost: {}}}", 15 + dice.roll(30)).unwrap();
    let each = 5 + dice.roll(10);
    writeln!(
        text,
        "  c: {{name: C, tags: [odd], cost: {each}, per: model, size: {{of: models, min: 2, max: 3}}, options: [flag?]}}"
    )
    .unwrap();
    if !charges.is_empty() {
        text.push_str("charges:\n");
        for (at, charge) in charges.iter().enumerate() {
            writeln!(text, "  charge-{at}: {charge}").unwrap();
        }
    }
    text.push_str("limits:\n");
    for unit in ["a", "b", "c"] {
        writeln!(text, "  most-{unit}: {{count: {{unit: {unit}}}, max: 2}}").unwrap();
    }
    writeln!(text, "  random: {}", random_limit(dice)).unwrap();
    text
}

#[test]
fn costs_of_several_lines_are_searched_and_proved() {
    let found = compare(60, 5, &|id, dice| random_ruleset(id, dice, true, &[]));
    assert!(found.legal >= 15 && found.forbidden >= 4, "both happen: {found:?}");
    // A line that looks at the army leaves the price open, so that only the check decides
    assert!(found.missed <= 6 && found.open <= 12, "{found:?}");
}

#[test]
fn what_the_army_pays_is_searched_and_proved() {
    let found = compare(80, 7, &|id, dice| {
        let charges = [random_charge(dice, ""), random_charge(dice, ", in: command")];
        random_ruleset(id, dice, false, &charges)
    });
    assert!(found.legal >= 15 && found.forbidden >= 8, "both happen: {found:?}");
    assert!(found.missed <= 4 && found.open <= 16, "{found:?}");
}

#[test]
fn what_units_pay_is_left_open_unless_it_is_settled() {
    let found = compare(60, 9, &|id, dice| {
        let payer =
            dice.pick(&[", paid-by: {unit: a}", ", paid-by: {tag: odd}", ", paid-by: {tag: shooter}"]);
        let charges = [random_charge(dice, payer)];
        random_ruleset(id, dice, false, &charges)
    });
    assert!(found.legal >= 15 && found.forbidden >= 4, "both happen: {found:?}");
}

/// Returns what `lint` says of lists of 100 points, as position, code and message.
fn lint(units: &str, charges: &str) -> Vec<String> {
    let folder = Folder::new();
    let text = format!(
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nunits:\n{units}charges:\n{charges}limits:\n  enough: {{count: {{}}, min: 2}}\n"
    );
    folder.write("toy/ruleset.yaml", &text);
    let ran = folder.muster(&["lint", "toy/ruleset.yaml", "--size", "100", "--format", "concise"]);
    let found = ran.out.lines().filter_map(|line| line.strip_prefix("toy/ruleset.yaml:"));
    found
        .filter(|line| line.contains("list of 100 points"))
        .map(|line| line.split_once(" (help").map_or(line, |(line, _)| line).to_owned())
        .collect()
}

#[test]
fn lint_proves_with_what_the_army_pays() {
    let units = "  foot: {name: Foot, text: Foot, cost: 40}\n";
    let none = "1:10: error[impossible]: no list of 100 points of \"Toy\" is legal";
    // Two foot at 40 leave 20
    assert_eq!(lint(units, "  toll: {name: Toll, cost: 20}\n"), [""; 0]);
    let found = lint(units, "  toll: {name: Toll, cost: 21}\n");
    assert_eq!(found, [none], "{found:?}");
    // Two are 1 above 1, or 2 above 0
    assert_eq!(lint(units, "  toll: {name: Toll, count: {}, above: 1, cost: 20}\n"), [""; 0]);
    let found = lint(units, "  toll: {name: Toll, count: {}, cost: 11}\n");
    assert_eq!(found, [none], "{found:?}");
}
