//! `counted: false` leaves a unit out of limits and numbers; rules about the unit itself still see it.

use crate::common::{Folder, checked, n, ruled, rules, stat, with_army};
use muster::army::evaluate_ruleset_numbers::number_of_region;
use muster::army::regions::Region;
use muster::rules::library::Library;

/// Carts and their master are not counted.
const TRAIN: &str = "\
ruleset: train
name: Train
version: 1.0.0
commands: {led-by: [boss]}
size: 1
stats:
  move: {name: Move}
options:
  mail: {name: Mail, cost: 1, excludes: {option: plate}}
  plate: {name: Plate, cost: 2}
  sling: {name: Sling, cost: 3, needs: {tag: foot}}
  crown: {name: Crown, cost: 4, needs: {role: boss}}
  load: {name: Load, cost: \"5 * count({tag: train})\"}
  team: {name: Team, cost: 0, add: {move: \"count({tag: train})\"}}
  flag: {name: Flag, cost: 0, dates: {to: 200 BC, when: {present: {tag: train}}}}
every-unit: {options: [mail?, plate?, sling?, crown?, load?, team?, flag?]}
effects:
  mud: {where: {tag: train}, add: {move: -1}}
attach:
  escort: {name: Escort, who: {unit: men}, to: {tag: train}}
units:
  men: {name: Men, cost: 10, tags: [foot], stats: {move: 4}}
  cart: {name: Cart, cost: 20, tags: [foot, train], counted: false, stats: {move: 3}}
  master: {name: Master, cost: 30, roles: [boss], counted: false, stats: {move: 6}}
roles:
  boss: {name: Boss}
values:
  barrels: {for: unit, name: Barrels, of: {tag: train}, min: 1}
limits:
  no-train: {count: {tag: train}, max: 0}
  no-boss: {count: {role: boss}, max: 0}
  two-carts: {count: {unit: cart}, max: 2}
  not-beside-a-train: {count: {unit: men}, max: 0, when: {present: {tag: train}}}
  beside-a-cart: {count: {unit: men}, max: 3, when: {present: {unit: cart}}}
numbers:
  feet: {for: army, name: Feet, is: \"count({tag: foot})\"}
  carts: {for: army, name: Carts, is: \"count({unit: cart})\"}
";

fn train() -> (Folder, Library) {
    rules("train", TRAIN, &[])
}

fn army(rows: &str) -> String {
    format!("army: Trial\nruleset: train\npoints: 500\ndate: 300 BC\nunits:\n{rows}")
}

#[test]
fn options_need_and_exclude_uncounted_units() {
    let (_folder, library) = train();
    let found = |options: &str| {
        ruled(&checked(
            &library,
            &army(&format!("  - {{unit: cart, values: {{barrels: 1}}, options: [{options}]}}\n")),
        ))
    };
    assert_eq!(found("sling"), [""; 0], "it has the tag");
    assert_eq!(found("mail, plate"), ["error option-conflict train/options/mail"]);
    let crowned = "  - {unit: men}\ncharacters:\n  - {unit: master, name: Odo, options: [crown]}\n";
    assert_eq!(ruled(&checked(&library, &army(crowned))), [""; 0], "he holds the role");
    let crown =
        ruled(&checked(&library, &army("  - {unit: cart, values: {barrels: 1}, options: [crown]}\n")));
    assert_eq!(crown, ["error option-needs train/options/crown"]);
}

#[test]
fn effects_formulas_and_values_see_the_uncounted_unit_itself() {
    let (_folder, library) = train();
    let rows = "  - {unit: cart, name: Wain, values: {barrels: 2}, options: [load]}\n  \
                - {unit: cart, name: Sledge, values: {barrels: 1}, options: [team]}\n";
    with_army(&library, &army(rows), |army| {
        // 3, less 1 in the mud; with a team 1 more
        assert_eq!(stat(army, "Wain", "move"), Some(n("2")));
        assert_eq!(stat(army, "Sledge", "move"), Some(n("3")));
        // 20, and 5 for the only cart
        assert_eq!(army.units[0].cost(), Some(n("25")));
    });
    assert_eq!(ruled(&checked(&library, &army(rows))), [""; 0], "carts are asked for their barrels");
    let nothing_said = ruled(&checked(&library, &army("  - {unit: cart}\n")));
    assert_eq!(nothing_said, ["error choice-missing -"]);
}

#[test]
fn units_can_be_attached_to_an_uncounted_unit() {
    let (_folder, library) = train();
    let rows = "  - {unit: cart, name: Wain, values: {barrels: 2}}\n  - {unit: men, attached-to: Wain}\n";
    assert_eq!(ruled(&checked(&library, &army(rows))), [""; 0]);
}

#[test]
fn conditions_of_years_see_uncounted_units_but_limits_leave_them_out() {
    let (_folder, library) = train();
    let rows = "  - {unit: men, options: [flag]}\n  - {unit: cart, values: {barrels: 1}}\n";
    assert_eq!(ruled(&checked(&library, &army(rows))), [""; 0]);
    let late = army(rows).replace("300 BC", "100 BC");
    assert_eq!(ruled(&checked(&library, &late)), ["error anachronism train/options/flag"]);
    // Three carts and four men: only the limits that name carts are met
    let many = "  - {unit: cart, count: 3, values: {barrels: 1}}\n  - {unit: men, count: 4}\n";
    assert_eq!(
        ruled(&checked(&library, &army(many))),
        ["error too-many train/limits/beside-a-cart", "error too-many train/limits/two-carts"]
    );
    with_army(&library, &army(many), |army| {
        let number = |id: &str| {
            let id = army.rules.find_number(id).unwrap();
            number_of_region(army, id, Region::Army).unwrap().unwrap().single_number()
        };
        assert_eq!([number("feet"), number("carts")], [Some(n("4")), Some(n("3"))]);
    });
}

#[test]
fn lint_knows_that_uncounted_units_may_take_options() {
    let (folder, _) = train();
    let ran = folder.muster(&["lint", "train/ruleset.yaml", "--format", "concise"]);
    // The limits that ask for what only carts have; nothing of options, effects, attachments and values
    let told: Vec<&str> = ran.out.lines().filter(|l| l.contains("never-matches")).collect();
    let help = "limits and numbers leave out uncounted units; name them, such as {unit: cart}";
    let wanted = [
        format!(
            "train/ruleset.yaml:30:3: warning[never-matches]: \"no-train\" is about units tagged \"train\", and \
             there are none (help: {help})"
        ),
        format!(
            "train/ruleset.yaml:33:3: warning[never-matches]: \"not-beside-a-train\" never applies, since no \
             unit matches its condition (help: {help})"
        ),
    ];
    assert_eq!(told, wanted, "{ran:?}");
}
