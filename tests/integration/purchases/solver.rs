//! The search for a legal list buys what limits ask for, and proves that it cannot be paid.

use std::fmt::Write as _;

use muster::solve::Feasibility;

use crate::common::edits_and_searches::search_for_list;
use crate::limits::solver::{Dice, compare, random_ruleset};
use crate::purchases::support::RUSE;

/// Searches for a list of this size under these limits. Returns its text, or whether there is proof that none exists.
fn search(limits: &str, size: i64) -> Result<String, bool> {
    match search_for_list("ruse", &format!("{RUSE}limits:\n{limits}"), Some(size)) {
        Feasibility::Found(list) => Ok(list.text),
        Feasibility::Forbidden(_) => Err(true),
        Feasibility::NoneFound => Err(false),
    }
}

#[test]
fn what_limits_ask_for_is_bought_or_proved_too_dear() {
    for (limits, size, bought) in [
        // Foot is 20; an ambush 5, a ditch 10
        ("  one: {options: ambush, min: 1}\n", 25, Some("options: [ambush]")),
        ("  one: {options: ambush, min: 1}\n", 24, None),
        ("  both: {options: [ambush, ditch], min: 2}\n", 35, Some("options: [ambush, ditch]")),
        ("  both: {options: [ambush, ditch], min: 2}\n", 34, None),
        // No army buys one twice
        ("  two: {options: ambush, min: 2}\n", 400, None),
        // 10 points of the two are a ditch
        ("  dear: {sum: points, options: [ambush, ditch], min: 10, max: 10}\n", 30, Some("options: [ditch]")),
        // 25 points are foot and an ambush
        ("  all: {sum: points, min: 25, max: 25}\n", 100, Some("options: [ambush]")),
        (
            "  none: {count: {}, max: 0, when: {not: {present: {option: ambush}}}}\n",
            25,
            Some("options: [ambush]"),
        ),
        // Each of two commands has foot and a good structure: 2 x 32
        ("  two: {options: good, min: 2}\n", 64, Some("options: [good]")),
        // Two good structures are 24, and there is some foot
        ("  two: {options: good, min: 2}\n", 43, None),
    ] {
        let found = search(limits, size);
        match bought {
            Some(bought) => {
                assert!(found.as_ref().is_ok_and(|text| text.contains(bought)), "{limits}{size}: {found:?}");
            }
            None => assert_eq!(found, Err(true), "{limits}{size}"),
        }
    }
}

#[test]
fn charges_for_what_is_bought_are_paid() {
    // Foot 20 and an ambush 5, of which 3 are given; then 22, and with a camp of 2 it is 24
    let charges = "charges:\n  gift: {name: Given, options: ambush, cost: -3, at-most: 1}\n  camp: {name: Camp, cost: 2}\n";
    let rules = format!("{RUSE}limits:\n  one: {{options: ambush, min: 1}}\n{charges}");
    assert!(matches!(search_for_list("ruse", &rules, Some(24)), Feasibility::Found(_)));
    assert!(matches!(search_for_list("ruse", &rules, Some(23)), Feasibility::Forbidden(_)));
}

/// Returns a random game of three unit types whose army may buy an ambush and a ditch, with limits and charges on these.
/// With `by_each_other`, the price of the ambush may depend on whether there is a ditch.
fn random_purchases(id: &str, dice: &mut Dice, by_each_other: bool) -> String {
    let mut text = random_ruleset(id, dice);
    let ambush = match dice.roll(4) {
        0 if by_each_other => format!(
            "{{cost: [{{of: {{option: ditch}}, each: {}}}, {{otherwise: {}}}]}}",
            dice.roll(20),
            dice.roll(20)
        ),
        1 => format!("-{}", 1 + dice.roll(15)),
        _ => format!("{}", dice.roll(40)),
    };
    let ditch = dice.roll(30);
    let group = dice.roll(3) == 0;
    let offers = format!("ambush?: {ambush}, ditch?: {ditch}");
    let offers = if group { format!("at-most-one-of: [{offers}]") } else { offers };
    text = text.replacen("options:\n", &format!("every-army: {{options: [{offers}]}}\noptions:\n  ambush: {{name: Ambush}}\n  ditch: {{name: Ditch}}\n"), 1);
    let limit = match dice.roll(5) {
        0 => format!("{{options: [ambush, ditch], min: {}}}", 1 + dice.roll(3)),
        1 => format!("{{sum: points, options: [ambush, ditch], min: {}, max: 40}}", dice.roll(40)),
        2 => format!("{{sum: points, min: {0}, max: {0}}}", 60 + dice.roll(60)),
        3 => "{count: {}, max: 1, when: {present: {option: ambush}}}".to_owned(),
        _ => "{count: {}, max: 0, when: {not: {present: {option: ditch}}}}".to_owned(),
    };
    writeln!(text, "  bought: {limit}").unwrap();
    if dice.roll(3) == 0 {
        writeln!(
            text,
            "charges:\n  gift: {{options: [ambush, ditch], at-most: 1, cost: {}}}",
            dice.roll(20) - 10
        )
        .unwrap();
    }
    text
}

#[test]
fn purchases_are_searched_and_proved() {
    let found = compare(16, 11, &|id, dice| random_purchases(id, dice, false));
    assert!(found.legal >= 4 && found.forbidden >= 2, "both happen: {found:?}");
    assert!(found.missed == 0 && found.open <= 5, "{found:?}");
}

/// Such a price is no sum: the search takes the highest, and may miss a list. What it finds and proves stays right.
#[test]
fn purchases_with_prices_that_depend_on_each_other_are_never_judged_wrong() {
    let found = compare(16, 11, &|id, dice| random_purchases(id, dice, true));
    assert!(found.legal >= 4 && found.forbidden >= 2, "both happen: {found:?}");
}
