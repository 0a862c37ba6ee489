//! Prices that depend on the army as other people's specifications assert them, and paper tests of published games.
//!
//! The cases of battlescribe-spec are retold: numbers and outcomes, in our own words.

use crate::common::{checked, lines, n, rules, with_army};

/// Returns what each unit of this name costs in an army of these rows.
fn cost_of(units: &str, charge: &str, rows: &str, name: &str) -> String {
    let text = format!(
        "ruleset: spec\nname: Spec\nversion: 1.0.0\nunits:\n{units}charges:\n  increment: {charge}\n"
    );
    let (_folder, library) = rules("spec", &text, &[]);
    let list = format!("army: T\nruleset: spec\npoints: 5000\nunits: [{rows}]\n");
    let report = checked(&library, &list);
    assert_eq!(lines(&report), [""; 0], "{charge} {rows}");
    with_army(&library, &list, |army| {
        army.units.iter().find(|unit| unit.name == name).unwrap().cost().unwrap().to_string()
    })
}

#[test]
fn modifier_conditional_increment_cost() {
    let units = "  target: {name: Target, cost: 100}\n  trigger: {name: Trigger, cost: 0}\n";
    let charge = "{cost: 50, when: {present: {unit: trigger}}, paid-by: {unit: target}}";
    assert_eq!(cost_of(units, charge, "{unit: target}", "Target"), "100");
    assert_eq!(cost_of(units, charge, "{unit: target}, {unit: trigger}", "Target"), "150");
    assert_eq!(cost_of(units, charge, "{unit: trigger, count: 2}, {unit: target}", "Target"), "150");
}

#[test]
fn modifier_repeat_basic_round_up_and_round_down() {
    let units = "  squad: {name: Squad, cost: 50}\n  model: {name: Model, cost: 0}\n";
    let pay = |steps: &str, models: u32| {
        let charge = format!("{{count: {{unit: model}}, {steps}cost: 20, paid-by: {{unit: squad}}}}");
        let rows = match models {
            0 => "{unit: squad}".to_owned(),
            _ => format!("{{unit: squad}}, {{unit: model, count: {models}}}"),
        };
        cost_of(units, &charge, &rows, "Squad")
    };
    // 50 and 20 for each of three
    assert_eq!([0, 1, 3].map(|models| pay("", models)), ["50", "70", "110"]);
    // For each two of three: two when a begun pair counts, else one
    assert_eq!(
        [0, 1, 2, 3, 4].map(|models| pay("per: 2, round: up, ", models)),
        ["50", "70", "70", "90", "90"]
    );
    assert_eq!([0, 1, 2, 3, 4].map(|models| pay("per: 2, ", models)), ["50", "50", "70", "70", "90"]);
}

#[test]
fn modifier_repeat_cost_field() {
    let units = "  unit: {name: Unit, cost: 50, parts: {gear: {unit: expensive}}}\n  \
                 expensive: {name: Expensive, cost: 200, per: model, size: {of: models, min: 1}}\n";
    let charge = "{sum: points, of: {unit: expensive}, per: 100, cost: 10, paid-by: {unit: unit}}";
    // Ten for each hundred of what costs 200 apiece: two, four and six tens
    for (size, cost) in [(1, "70"), (2, "90"), (3, "110")] {
        let rows = format!("{{unit: unit}}, {{unit: expensive, size: {size}}}");
        assert_eq!(cost_of(units, charge, &rows, "Unit"), cost, "{size}");
        // The same as a part of the unit, whose own 200 are then in its cost
        let within = n(cost).checked_add(n(&(200 * size).to_string())).unwrap();
        let rows = format!("{{unit: unit, parts: {{gear: {size}}}}}");
        assert_eq!(cost_of(units, charge, &rows, "Unit"), within.to_string(), "{size}");
    }
}

#[test]
fn modifier_repeat_fractional_cost() {
    let units = "  unit: {name: Unit, cost: 0}\n  marker: {name: Marker, cost: 1}\n";
    let charge = "{sum: points, of: {unit: marker}, cost: 0.1, paid-by: {unit: unit}}";
    // Exactly 0.3, and no rounding error
    assert_eq!(cost_of(units, charge, "{unit: unit}, {unit: marker, count: 3}", "Unit"), "0.3");
    assert_eq!(cost_of(units, charge, "{unit: unit}, {unit: marker, count: 10}", "Unit"), "1");
}

/// De Bellis Magistrorum prices generals by the troops they are with: irregular knights by the first line.
#[test]
fn a_general_costs_by_the_type_of_his_troops() {
    let text = "ruleset: dbm\nname: DBM\nversion: 1.0.0\nroles:\n  \
                general: {name: General, cost: [{of: {tag: kn}, each: 30}, {of: {tag: irr}, each: 10}, {otherwise: 20}]}\n\
                units:\n  regular-knights: {name: Regular knights, tags: [kn], cost: 10}\n  \
                irregular-knights: {name: Irregular knights, tags: [kn, irr], cost: 10}\n  \
                warband: {name: Warband, tags: [irr], cost: 5}\n  spears: {name: Spears, cost: 7}\n";
    let (_folder, library) = rules("dbm", text, &[]);
    for (unit, general) in
        [("regular-knights", "30"), ("irregular-knights", "30"), ("warband", "10"), ("spears", "20")]
    {
        let list = format!(
            "army: T\nruleset: dbm\npoints: 100\ncharacters: [{{role: general, name: G, with: Own}}]\nunits: [{{unit: {unit}, name: Own}}]\n"
        );
        assert_eq!(lines(&checked(&library, &list)), [""; 0], "{unit}");
        with_army(&library, &list, |army| assert_eq!(army.characters[0].cost(), Some(n(general)), "{unit}"));
    }
}

/// *Warhammer 40,000*, points of 2026: after two units of a kind each further one costs more.
#[test]
fn the_third_copy_costs_more() {
    let text = "ruleset: copies\nname: Copies\nversion: 1.0.0\nunits:\n  a: {name: A, tags: [special], cost: 100}\n  \
                b: {name: B, tags: [special], cost: 100}\n  c: {name: C, cost: 100}\ncharges:\n  \
                further: {name: Third and further, count: {tag: special}, by: entry, above: 2, cost: 20}\n";
    let (_folder, library) = rules("copies", text, &[]);
    for (rows, spent) in [
        ("{unit: a, count: 4}", "440"),
        ("{unit: a, count: 2}, {unit: b, count: 2}", "400"),
        ("{unit: a, count: 3}", "320"),
        ("{unit: a}, {unit: a}, {unit: a}", "320"),
        ("{unit: c, count: 4}", "400"),
    ] {
        with_army(&library, &format!("army: T\nruleset: copies\npoints: 500\nunits: [{rows}]\n"), |army| {
            assert_eq!(army.spent, n(spent), "{rows}");
        });
    }
}

/// *Impetus*: every command has a command structure at 12 points.
#[test]
fn every_command_pays_for_its_structure() {
    let text = "ruleset: structure\nname: Structure\nversion: 1.0.0\ncommands: {led-by: [leader]}\nroles: {leader: {name: Leader, cost: 0}}\n\
                units: {foot: {name: Foot, cost: 10}}\ncharges: {structure: {name: Command structure, in: command, cost: 12}}\n";
    let (_folder, library) = rules("structure", text, &[]);
    let command = |name: &str| {
        format!(
            "  - {{name: {name}, commander: {{role: leader, name: L {name}}}, units: [{{unit: foot}}]}}\n"
        )
    };
    let three = format!(
        "army: T\nruleset: structure\npoints: 500\ncommands:\n{}{}{}",
        command("A"),
        command("B"),
        command("C")
    );
    assert_eq!(lines(&checked(&library, &three)), [""; 0]);
    // Three times 10 and 12
    with_army(&library, &three, |army| assert_eq!(army.spent, n("66")));
    let none = "army: T\nruleset: structure\npoints: 500\nunits: [{unit: foot}]\n";
    with_army(&library, none, |army| assert_eq!(army.spent, n("22")));
}
