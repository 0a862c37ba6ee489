//! Charges: who pays, how often, and what sees what they pay.

use crate::common::{Folder, checked, labelled, lines, n, rules, with_army};
use muster::army::Army;
use muster::army::cost_lines::CostLine;
use muster::rules::library::Library;

/// Returns rules with two kinds of special foot at 40 and 50, horse at 60 and carts at 4, and these charges.
fn with_charges(charges: &str) -> (Folder, Library) {
    let text = format!(
        "ruleset: toy\nname: Toy\nversion: 1.0.0\ncommands: {{led-by: [chief]}}\nroles: {{chief: {{name: Chief, cost: 10}}}}\n\
         options: {{crest: {{name: Crest, cost: 5, gives-tags: [crested]}}, horn: {{name: Horn, cost: 0}}}}\n\
         numbers: {{bands: {{for: army, name: Bands, is: \"count({{tag: special}})\"}}}}\nunits:\n  \
         elite: {{name: Elite, tags: [special, foot], cost: 40, options: [crest?]}}\n  \
         guard: {{name: Guard, tags: [special, foot], cost: 50, options: [horn?]}}\n  horse: {{name: Horse, tags: [horse], cost: 60}}\n  \
         levy: {{name: Levy, tags: [foot], size: {{of: models, min: 1}}, cost: 3, per: model}}\n  \
         cart: {{name: Cart, cost: 4, counted: false}}\n  \
         lord: {{name: Lord, cost: [{{of: {{tag: noble}}, each: 30}}, {{otherwise: 45}}]}}\ncharges:\n{charges}"
    );
    rules("toy", &text, &[])
}

fn list(points: u32, units: &str) -> String {
    format!("army: Trial\nruleset: toy\npoints: {points}\nunits: [{units}]\n")
}

/// Returns lines as text: `Further 2 x 20 (2 above 2 of 4 "Elite")`.
fn texts(lines: &[CostLine<'_>]) -> Vec<String> {
    let text = |line: &CostLine<'_>| {
        let how = line.explanation.as_ref().map_or_else(String::new, |how| format!(" ({how})"));
        format!("{} {} x {}{how}", line.name, line.times, line.cost_of_one.unwrap())
    };
    lines.iter().map(text).collect()
}

/// Returns what the unit of this name pays for charges, and its cost with them.
fn paid_by(army: &Army<'_>, name: &str) -> (Vec<String>, String) {
    let unit = army.units.iter().find(|unit| unit.name == name).unwrap();
    let charges: Vec<CostLine<'_>> =
        unit.body.cost_lines.iter().filter(|line| !line.is_list_price()).cloned().collect();
    (texts(&charges), unit.cost().unwrap().to_string())
}

#[test]
fn every_copy_of_a_kind_beyond_the_second_costs_more() {
    let (_folder, library) =
        with_charges("  further: {name: Further, count: {tag: special}, by: entry, above: 2, cost: 20}\n");
    #[rustfmt::skip]
    let cases: [(&str, &str, &[&str]); 6] = [
        ("{unit: elite, count: 2}", "80", &[]),
        ("{unit: elite, count: 3}", "140", &["Further 1 x 20 (1 above 2 of 3 \"Elite\")"]),
        ("{unit: elite, count: 4}", "200", &["Further 2 x 20 (2 above 2 of 4 \"Elite\")"]),
        // Two and two are none beyond the second of a kind
        ("{unit: elite, count: 2}, {unit: guard, count: 2}", "180", &[]),
        ("{unit: elite, count: 3}, {unit: guard, count: 3}", "310",
            &["Further 1 x 20 (1 above 2 of 3 \"Elite\")", "Further 1 x 20 (1 above 2 of 3 \"Guard\")"]),
        ("{unit: horse, count: 5}", "300", &[]),
    ];
    for (units, spent, charges) in cases {
        with_army(&library, &list(1000, units), |army| {
            assert_eq!(army.spent, n(spent), "{units}");
            assert_eq!(texts(&army.charges), charges, "{units}");
        });
    }
}

#[test]
fn it_does_not_matter_which_copy_is_written_first() {
    let (_folder, library) = with_charges(
        "  further: {name: Further, count: {unit: elite}, above: 1, cost: 20, paid-by: {unit: elite}}\n",
    );
    // Two beyond the first: each of the three pays twice 20, crested or not
    let rows =
        ["{unit: elite, name: A}", "{unit: elite, name: B, options: [crest]}", "{unit: elite, name: C}"];
    for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0]] {
        let units = order.map(|at| rows[at]).join(", ");
        with_army(&library, &list(1000, &units), |army| {
            assert_eq!(army.spent, n("245"), "{units}");
            assert_eq!(paid_by(army, "B").1, "85", "{units}");
            let both = vec!["Further 2 x 20 (2 above 1 of 3 \"Elite\")".to_owned()];
            assert_eq!(paid_by(army, "A"), (both, "80".to_owned()), "{units}");
        });
    }
}

#[test]
fn what_is_measured_is_counted_in_full_steps() {
    let cases = [
        // 100 levies are 300 points: three full hundreds
        ("sum: points, of: {unit: levy}, per: 100", "3"),
        ("sum: points, of: {unit: levy}, per: 120", "2"),
        ("sum: points, of: {unit: levy}, per: 120, round: up", "3"),
        ("sum: points, of: {unit: levy}, per: 120, round: none", "5/2"),
        // The third hundred and twenty is there by 60
        ("sum: points, of: {unit: levy}, per: 120, enough: 61", "2"),
        ("sum: points, of: {unit: levy}, per: 120, enough: 60", "3"),
        ("sum: points, of: {unit: levy}, above: 120, per: 100", "1"),
        ("sum: points, of: {unit: levy}, above: 300, per: 100", "0"),
        ("sum: points, of: {unit: levy}, above: 400, per: 100", "0"),
        ("sum: size, of: {unit: levy}, above: 90, at-most: 7", "7"),
        ("sum: size, of: {unit: levy}, above: 95, at-most: 7", "5"),
        ("count: {unit: levy}, per: 2, round: up", "1"),
        ("sum: points", "300"),
        ("sum: commands", "1"),
    ];
    for (measure, times) in cases {
        let (_folder, library) = with_charges(&format!("  toll: {{name: Toll, {measure}, cost: 1}}\n"));
        with_army(&library, &list(1000, "{unit: levy, size: 100}"), |army| {
            assert_eq!(army.spent, n("300").checked_add(n(times)).unwrap(), "{measure}");
            assert_eq!(army.charges.len(), usize::from(times != "0"), "{measure}");
        });
    }
}

#[test]
fn a_charge_measures_whatever_a_limit_can() {
    let units = "{unit: elite, options: [crest], count: 2}, {unit: elite}, {unit: guard, options: [horn], count: 3}, \
                 {unit: levy, size: 7}";
    // 90, 40, 150 and 21
    #[rustfmt::skip]
    let cases: [(&str, &[&str]); 11] = [
        ("options: crest", &["Toll 2 x 1 (2 \"Crest\")"]),
        ("options: [crest, horn], per: 2", &["Toll 2 x 1 (1 for each 2 of 5 \"Crest\" or \"Horn\", rounded down)"]),
        ("options: crest, sum: points", &["Toll 10 x 1 (10 points of \"Crest\")"]),
        ("options: crest, alike: one", &["Toll 1 x 1 (1 one of \"Crest\")"]),
        ("options: [crest, horn], by: option, above: 1",
            &["Toll 1 x 1 (1 above 1 of 2 \"Crest\")", "Toll 2 x 1 (2 above 1 of 3 \"Horn\")"]),
        ("count: {tag: special}, alike: one", &["Toll 2 x 1 (2 different types of units tagged \"special\")"]),
        ("highest: size", &["Toll 7 x 1 (7 as the highest size)"]),
        ("highest: size, above: 5, cost: 3", &["Toll 2 x 3 (2 above 5 of 7 as the highest size)"]),
        ("highest: size, of: {unit: horse}", &[]),
        ("lowest: points", &["Toll 21 x 1 (21 as the lowest points)"]),
        ("number: bands", &["Toll 6 x 1 (6 as the number \"Bands\")"]),
    ];
    for (measure, charges) in cases {
        let cost = if measure.contains("cost") { "" } else { ", cost: 1" };
        let (_folder, library) = with_charges(&format!("  toll: {{name: Toll, {measure}{cost}}}\n"));
        with_army(&library, &list(1000, units), |army| {
            assert_eq!(texts(&army.charges), charges, "{measure}");
        });
    }
}

#[test]
fn a_line_says_how_often_it_is_paid_and_why() {
    // 300 and 40 points of foot, in two units or in five
    let (two, five) =
        ("{unit: levy, size: 100}, {unit: elite}", "{unit: levy, size: 100}, {unit: elite, count: 4}");
    for (units, charge, how) in [
        (
            two,
            "sum: points, of: {tag: foot}, per: 100, cost: 10",
            "10 for each 100 of 340 points of units tagged \"foot\", rounded down",
        ),
        (
            two,
            "sum: points, of: {tag: foot}, per: 100, cost: 10, paid-by: {unit: elite}",
            "10 for each 100 of 340 points of units tagged \"foot\" before charges, rounded down",
        ),
        (
            two,
            "sum: points, of: {tag: foot}, above: 40, per: 100, round: none, at-most: 2, cost: 10",
            "10 for each 100 above 40 of 340 points of units tagged \"foot\", at most 2 times",
        ),
        (
            five,
            "count: {tag: foot}, per: 3, enough: 2, cost: 4",
            "4 for each 3 of 5 units tagged \"foot\", 2 counting as 3",
        ),
    ] {
        let (_folder, library) = with_charges(&format!("  toll: {{name: Toll, {charge}}}\n"));
        with_army(&library, &list(1000, units), |army| {
            let of_units = army.units.iter().flat_map(|unit| &unit.body.cost_lines);
            let mut lines = army.charges.iter().chain(of_units).filter(|line| !line.is_list_price());
            assert_eq!(lines.next().unwrap().explanation.as_deref(), Some(how), "{charge}");
        });
    }
}

#[test]
fn charges_see_list_prices_and_never_each_other() {
    let (_folder, library) = with_charges(
        "  a: {name: A, sum: points, of: {unit: elite}, per: 10, cost: 1, paid-by: {unit: guard}}\n  \
         b: {name: B, sum: points, of: {unit: guard}, per: 10, cost: 1, paid-by: {unit: elite}}\n  \
         c: {name: C, sum: points, per: 10, cost: 1}\n",
    );
    // 4 tens of the elite and 5 of the guard, each paid by the other; 9 tens of the 90 of both
    with_army(&library, &list(1000, "{unit: elite}, {unit: guard}"), |army| {
        assert_eq!(paid_by(army, "Guard").1, "54");
        assert_eq!(paid_by(army, "Elite").1, "45");
        assert_eq!(
            texts(&army.charges),
            ["C 9 x 1 (1 for each 10 of 90 points before charges, rounded down)"]
        );
        assert_eq!(army.spent, n("108"));
    });
}

#[test]
fn units_and_characters_pay_also_those_that_limits_leave_out() {
    let (_folder, library) = with_charges(
        "  fodder: {name: Fodder, count: {tag: horse}, cost: 2, paid-by: {unit: cart}}\n  \
         carts: {name: Carts, count: {}, cost: 1, paid-by: {role: chief}}\n  seat: {name: Seat, cost: 7, paid-by: {role: chief}}\n",
    );
    let text = "army: T\nruleset: toy\npoints: 500\ncharacters: [{role: chief, name: Hanno}]\n\
                units: [{unit: horse, count: 3}, {unit: cart, count: 2}, {unit: elite}]\nreserves: [{unit: cart, name: Spare}, {unit: horse}]\n";
    with_army(&library, text, |army| {
        // Each of the two carts pays for three horse; carts in reserve pay nothing and its horse is not counted
        assert_eq!(
            paid_by(army, "Cart"),
            (vec!["Fodder 3 x 2 (3 units tagged \"horse\")".to_owned()], "10".to_owned())
        );
        assert_eq!(paid_by(army, "Spare"), (vec![], "4".to_owned()));
        // Four units count, since carts do not
        assert_eq!(texts(&army.characters[0].cost_lines)[1..], ["Carts 4 x 1 (4 units)", "Seat 1 x 7"]);
        // 180, twice 10, 40, and 10 + 4 + 7
        assert_eq!(army.spent, n("261"));
    });
}

#[test]
fn each_command_measures_and_pays_by_itself() {
    let (_folder, library) = with_charges(
        "  staff: {name: Staff, in: command, cost: 12}\n  crowd: {name: Crowd, in: command, count: {tag: foot}, above: 1, cost: 3}\n  \
         spares: {name: Spares, in: command, count: {tag: foot}, cost: 1, paid-by: {tag: horse}}\n",
    );
    let text = "army: T\nruleset: toy\npoints: 500\ncommands:\n  \
                - {name: Left, commander: {role: chief, name: A}, units: [{unit: elite, count: 3}, {unit: horse, name: Riders}]}\n  \
                - {name: Right, commander: {role: chief, name: B}, units: [{unit: elite}, {unit: horse, name: Lancers}]}\n  \
                - {name: Rear, commander: {role: chief, name: C}, units: [{unit: horse, name: Scouts}]}\n";
    with_army(&library, text, |army| {
        let paid: Vec<Vec<String>> = army.commands.iter().map(|command| texts(&command.charges)).collect();
        assert_eq!(
            paid,
            [
                vec![
                    "Staff 1 x 12".to_owned(),
                    "Crowd 2 x 3 (2 above 1 of 3 units tagged \"foot\")".to_owned()
                ],
                vec!["Staff 1 x 12".to_owned()],
                vec!["Staff 1 x 12".to_owned()],
            ]
        );
        assert_eq!(["Riders", "Lancers", "Scouts"].map(|name| paid_by(army, name).1), ["63", "61", "60"]);
        // 10 + 120 + 63 + 18, 10 + 40 + 61 + 12, and 10 + 60 + 12
        let costs: Vec<String> = (0..3).map(|at| army.cost_of_command(at).unwrap().to_string()).collect();
        assert_eq!(costs, ["211", "123", "82"]);
        assert_eq!(army.spent, n("416"));
    });
    // An army without commands is one
    with_army(&library, &list(500, "{unit: elite, count: 2}"), |army| assert_eq!(army.spent, n("95")));
}

#[test]
fn each_command_of_a_kind_pays_and_commands_within_it_are_part_of_it() {
    let text = "ruleset: toy\nname: Toy\nversion: 1.0.0\nroles: {chief: {name: Chief}}\nunits: {foot: {name: Foot, cost: 10}}\n\
                commands: {led-by: [chief], kinds: {corps: {name: Corps}, patrol: {name: Patrol, within: [army, corps], default: true}}}\n\
                charges:\n  staff: {name: Staff, in: corps, cost: 12}\n  pay: {name: Pay, in: command, count: {}, above: 1, cost: 3}\n\
                limits: {poor: {sum: points, in: corps, max: 50}}\n";
    let (_folder, library) = rules("toy", text, &[]);
    let list = "army: T\nruleset: toy\npoints: 500\ncommands:\n  - name: Left\n    kind: corps\n    commander: {role: chief, name: A}\n    \
                units: [{unit: foot}]\n    commands: [{name: Inner, commander: {role: chief, name: B}, units: [{unit: foot, count: 2}]}]\n  \
                - {name: Right, commander: {role: chief, name: C}, units: [{unit: foot}]}\n";
    with_army(&library, list, |army| {
        let paid: Vec<Vec<String>> = army.commands.iter().map(|command| texts(&command.charges)).collect();
        // The corps has three units and pays for itself; the patrol in it has two, and the other one
        let inner = vec!["Pay 1 x 3 (1 above 1 of 2 units)".to_owned()];
        let outer = vec!["Staff 1 x 12".to_owned(), "Pay 2 x 3 (2 above 1 of 3 units)".to_owned()];
        assert_eq!(paid, [outer, inner, vec![]]);
        // 10 and 18, and 20 and 3 within; 20 and 3; 10
        let costs: Vec<String> = (0..3).map(|at| army.cost_of_command(at).unwrap().to_string()).collect();
        assert_eq!(costs, ["51", "23", "10"]);
        assert_eq!(army.spent, n("61"));
    });
    assert_eq!(
        lines(&checked(&library, list)),
        ["error[too-many]: 51 points in \"Left\" with the command in it, at most 50 allowed"]
    );
}

#[test]
fn discounts_have_bounds_and_conditions() {
    let (_folder, library) = with_charges(
        "  gift: {name: Gift, sum: points, of: {tag: foot}, at-most: 10, cost: -1, when: {not: {present: {tag: horse}}}}\n  \
         big: {name: Big, cost: 8, when: {points: {above: 500}}}\n  toll: {name: Toll, cost: [{when: {present: {unit: elite}}, each: 3}, {otherwise: 1}]}\n",
    );
    for (points, units, spent) in [
        // Ten off 40, and 3 for an elite; or 6 off 6, and 1
        (500, "{unit: elite}", "33"),
        (500, "{unit: levy, size: 2}", "1"),
        (501, "{unit: elite}", "41"),
        // Horse takes the gift away: 40, 60 and 3
        (500, "{unit: elite}, {unit: horse}", "103"),
    ] {
        with_army(&library, &list(points, units), |army| {
            assert_eq!(army.spent, n(spent), "{points} {units}");
        });
    }
}

#[test]
fn the_lines_of_a_charge_test_who_pays() {
    let (_folder, library) = with_charges(
        "  toll: {name: Toll, count: {tag: horse}, cost: [{of: {tag: crested}, each: 3}, {of: {tag: special}, each: 2}], paid-by: {unit: [elite, guard]}}\n",
    );
    let units = "{unit: horse, count: 2}, {unit: elite, name: E}, {unit: elite, name: C, options: [crest]}, {unit: guard, name: G}";
    with_army(&library, &list(500, units), |army| {
        // Two horse at 2, at 3, and at 2
        assert_eq!(["E", "C", "G"].map(|name| paid_by(army, name).1), ["44", "51", "54"]);
    });
}

#[test]
fn limits_see_what_units_pay_and_what_the_army_pays_only_where_all_is_added_up() {
    let limits = |charges: &str| {
        let text = format!(
            "{charges}limits:\n  foot: {{sum: points, of: {{tag: foot}}, max: 45}}\n  all: {{sum: points, max: 150}}\n  \
             share: {{sum: points, of: {{tag: horse}}, max: {{share: 1/2, of: spent}}}}\n"
        );
        with_charges(&text)
    };
    let check = |charges: &str, units: &str| {
        let (_folder, library) = limits(charges);
        lines(&checked(&library, &list(500, units)))
    };
    let units = "{unit: elite}, {unit: horse}";
    // 40 and 60: horse are three fifths
    let horse = |spent: &str| {
        format!("error[too-many]: 60 points of units tagged \"horse\", at most {spent} allowed")
    };
    let found = check("  none: {name: None, cost: 1, when: {points: {above: 9999}}}\n", units);
    assert_eq!(found, [format!("{}: 1/2 of 100 points spent, rounded down", horse("50"))]);
    // Paid by the elite, 6 are part of the foot: 46; the half is then of 106
    let found = check("  toll: {name: Toll, cost: 6, paid-by: {unit: elite}}\n", units);
    assert_eq!(
        found,
        [
            "error[too-many]: 46 points of units tagged \"foot\", at most 45 allowed".to_owned(),
            format!("{}: 1/2 of 106 points spent, rounded down", horse("53")),
        ]
    );
    // Paid by the army, 60 are part of all, 160, and of what is spent
    let found = check("  toll: {name: Toll, cost: 60}\n", units);
    assert_eq!(found, ["error[too-many]: 160 points, at most 150 allowed"]);
}

#[test]
fn an_army_that_is_over_by_a_charge_has_it_labelled() {
    let (_folder, library) = with_charges(
        "  further: {name: Third and further, count: {tag: special}, by: entry, above: 2, cost: 20}\n  seat: {name: Seat, cost: 1, paid-by: {unit: elite}}\n",
    );
    let fits = checked(&library, &list(203, "{unit: elite, count: 3}, {unit: horse}"));
    assert_eq!(lines(&fits), [""; 0]);
    let over = checked(&library, &list(202, "{unit: elite, count: 3}, {unit: horse}"));
    assert_eq!(lines(&over), ["error[over-points]: the army costs 203 points, 1 more than the agreed 202"]);
    assert_eq!(labelled(&over, &over.findings[0]), ["202", "further", "seat"]);
    let texts: Vec<&str> = over.findings[0].labels.iter().map(|label| label.text.as_str()).collect();
    assert_eq!(texts, ["202 agreed", "\"Third and further\" adds 20 points", "\"Seat\" adds 3 points"]);
}

#[test]
fn a_charge_that_depends_on_something_unknown_is_not_known_and_said_once() {
    let (_folder, library) = with_charges(
        "  old: {name: Old, cost: 5, when: {date: {to: 200 BC}}}\n  half: {name: Half, cost: [{when: {present: {unit: horse}}, each: 5}]}\n",
    );
    let report = checked(&library, &list(500, "{unit: horse}"));
    assert_eq!(report.findings.len(), 1, "{:#?}", lines(&report));
    assert!(lines(&report)[0].contains("[date-needed]"), "{:#?}", lines(&report));
    let dated = list(500, "{unit: horse}").replace("units", "date: 200 BC\nunits");
    with_army(&library, &dated, |army| assert_eq!((army.spent, army.cost_is_known), (n("70"), true)));
    let none = list(500, "{unit: elite}").replace("units", "date: 100 BC\nunits");
    let report = checked(&library, &none);
    assert_eq!(lines(&report), ["warning[points-unknown]: no line of the cost of \"Half\" fits the army"]);
}

#[test]
fn a_limit_on_the_points_spent_is_silent_about_a_charge_that_an_unknown_word_leaves_open() {
    let (_folder, library) = with_charges(
        "  packs: {name: Packs, count: {tag: foot}, joined: one, cost: 5}\n\
         attach: {beside: {name: Beside, who: {tag: foot}, to: {tag: foot}}}\nlimits:\n  few: {count: {tag: horse}, \
         max: {share: 1/9, of: spent}}\neffects: {bold: {where: {tag: foot}, when: {measured: {count: {tag: foot}, joined: one, \
         above: 1}}, gives-tags: [noble]}}\n",
    );
    let text = |to: &str| list(500, &format!("{{unit: elite, name: A}}, {{unit: elite, attached-to: {to}}}"));
    // Two foot that are joined pay once
    with_army(&library, &text("A"), |army| assert_eq!(army.spent, n("85")));
    let report = checked(&library, &text("Q"));
    assert_eq!(lines(&report), ["error[unknown-unit-name]: no unit is named \"Q\""]);
}

#[test]
fn charges_see_the_points_before_charges_and_limits_those_after() {
    let (_folder, library) = with_charges(
        "  a: {name: A, cost: 7, when: {measured: {sum: points, min: 100}}}\n  b: {name: B, cost: 50, when: {not: {measured: {sum: \
         points, above: 100}}}}\nlimits:\n  rich: {count: {unit: horse}, max: 0, when: {measured: {sum: points, min: 150}}}\n  \
         poor: {count: {unit: horse}, max: 0, when: {measured: {sum: points, below: 150}}}\n",
    );
    // 40 and 60, then 7 and 50
    with_army(&library, &list(500, "{unit: elite}, {unit: horse}"), |army| assert_eq!(army.spent, n("157")));
    let found = checked(&library, &list(500, "{unit: elite}, {unit: horse}"));
    let rules: Vec<Option<&str>> =
        found.findings.iter().map(|finding| finding.rule_path.as_deref()).collect();
    assert_eq!(rules, [Some("toy/limits/rich")], "{:#?}", lines(&found));
}

#[test]
fn prices_and_charges_wait_for_the_tags_that_effects_may_give() {
    let (_folder, library) = with_charges(
        "  toll: {name: Toll, count: {tag: noble}, cost: 5}\n  ring: {name: Ring, cost: 2, paid-by: {tag: noble}}\n\
         effects:\n  noble: {where: {unit: lord}, when: {date: {to: 200 BC}}, gives-tags: [noble]}\n",
    );
    let list =
        |date: &str| list(500, "{unit: lord}, {unit: elite}").replace("units", &format!("{date}units"));
    // A lord costs 30, and 5 and 2 more; or 45
    for (date, spent) in [("date: 210 BC\n", "77"), ("date: 100 BC\n", "85")] {
        with_army(&library, &list(date), |army| {
            assert_eq!((army.spent, army.cost_is_known), (n(spent), true), "{date}");
        });
    }
    let report = checked(&library, &list(""));
    assert_eq!(report.findings.len(), 1, "{:#?}", lines(&report));
    assert!(lines(&report)[0].contains("[date-needed]"), "{:#?}", lines(&report));
    with_army(&library, &list(""), |army| assert!(!army.cost_is_known));
}

const BASE: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
commands: {led-by: [chief]}
roles: {chief: {name: Chief}}
units: {foot: {name: Foot, cost: 10}, drum: {name: Drum, cost: 1}}
charges:
  toll: {name: Toll, count: {unit: foot}, cost: 2}
  staff: {name: Staff, in: command, cost: 4}
";

#[test]
fn books_and_events_have_charges_of_their_own_and_drop_others() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", BASE);
    let entries = "entries: {foot: {unit: foot}, drum: {unit: drum}}\n";
    folder.write(
        "rulesets/toy/books/own.yaml",
        &format!("book: own\nruleset: toy\nname: Own\nversion: 1.0.0\n{entries}charges: {{drums: {{count: {{unit: drum}}, cost: 5}}}}\ndrop: [charges/staff]\nallies: {{friends: {{book: other}}}}\n"),
    );
    folder.write(
        "rulesets/toy/books/other.yaml",
        &format!("book: other\nruleset: toy\nname: Other\nversion: 1.0.0\n{entries}charges: {{tribute: {{count: {{}}, cost: 3}}, pride: {{cost: 50}}}}\nas-ally: {{drop: [charges/pride]}}\n"),
    );
    let library = Library::new(vec![folder.path().join("rulesets")]);
    let army = |theirs: &str| {
        format!(
            "army: T\nruleset: toy\nbook: own\npoints: 500\ncommands:\n  - {{commander: {{role: chief, name: A}}, units: [{{unit: foot, count: 2}}, {{unit: drum}}]}}\n  \
             - {{ally: friends, points: 30, commander: {{role: chief, name: B}}, units: [{theirs}]}}\n"
        )
    };
    // Ours: 21, and 5 for the one drum of our book. Theirs: 11, and 3 for each of two. Foot of both: three tolls of 2
    with_army(&library, &army("{unit: foot}, {unit: drum}"), |army| {
        assert_eq!(texts(&army.charges), ["Toll 3 x 2 (3 \"Foot\")", "drums 1 x 5 (1 \"Drum\")"]);
        assert_eq!(texts(&army.commands[1].charges), ["tribute 2 x 3 (2 units)"]);
        assert_eq!(army.spent, n("49"));
    });
    // An ally's 30 points pay for its tribute too: 20 + 6 are within, 30 + 9 are not
    assert_eq!(lines(&checked(&library, &army("{unit: foot, count: 2}"))), [""; 0]);
    let over = lines(&checked(&library, &army("{unit: foot, count: 3}")));
    assert_eq!(over, ["error[over-points]: command 2 costs 39 points, 9 more than the agreed 30"]);
    folder.write("cup.yaml", "event: cup\nname: Cup\ncharges: {toll: {name: Cup toll, count: {unit: foot}, cost: 7}}\ndrop: [toy/charges/staff]\n");
    folder.write("army.yaml", "army: T\nruleset: toy\npoints: 500\nunits: [{unit: foot, count: 3}]\n");
    let total = |arguments: &[&str]| {
        let json = folder.muster(arguments).json();
        let list = &json["lists"][0];
        (list["verdict"].clone(), list["points"]["total"].to_string(), list["charges"].clone())
    };
    // 30, 6 and 4; under the event 30 and 21
    let (verdict, points, charges) = total(&["check", "army.yaml", "--format", "json"]);
    assert_eq!((verdict, points.as_str()), ("legal".into(), "40"), "{charges}");
    let (verdict, points, charges) =
        total(&["check", "army.yaml", "--format", "json", "--event", "cup.yaml", "--rulesets", "rulesets"]);
    assert_eq!((verdict, points.as_str()), ("legal".into(), "51"));
    let wanted = serde_json::json!([{
        "rule": "cup/charges/toll", "name": "Cup toll", "paid_by": {"kind": "army", "name": "T"}, "count": 1, "times": 3,
        "each": 7, "total": 21, "how": "3 \"Foot\""
    }]);
    assert_eq!(charges, wanted);
}

#[test]
fn a_book_that_extends_another_keeps_changes_and_drops_its_charges() {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", BASE);
    let base = "book: own\nruleset: toy\nname: Own\nversion: 1.0.0\nentries: {foot: {unit: foot}, drum: {unit: drum}}\n\
                charges:\n  drums: {name: Drums, count: {unit: drum}, cost: 5}\n  camp: {name: Camp, cost: 9}\n";
    folder.write("toy/books/own.yaml", base);
    folder.write(
        "toy/books/club.yaml",
        "book: club\nextends: own\nruleset: toy\nname: Club\nversion: 1.0.0\ncharges: {drums: {cost: 6}}\ndrop: [charges/camp, charges/staff]\n",
    );
    let library = folder.library();
    let spent = |book: &str| {
        let text = format!(
            "army: T\nruleset: toy\nbook: {book}\npoints: 500\nunits: [{{unit: foot}}, {{unit: drum}}]\n"
        );
        assert_eq!(lines(&checked(&library, &text)), [""; 0], "{book}");
        with_army(&library, &text, |army| army.spent.to_string())
    };
    // 11, the toll of 2 and the staff of 4; with drums of 5 and a camp of 9, or with drums of 6 alone
    assert_eq!((spent("own").as_str(), spent("club").as_str()), ("31", "19"));
}
