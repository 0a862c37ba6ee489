//! Options that are had several times, and options of options.

use crate::common::{Folder, checked, lines, n, rules, stat, unit, with_army};

const TOY: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
size: {of: models, min: 1}
stats:
  fight: {name: Fight}
  move: {name: Move}
options:
  javelin: {name: Javelin, cost: 4, per: model, times: 3, add: {fight: 1}, text: Thrown., brief: Thrown}
  horse: {name: Horse, cost: 20, gives-tags: [mounted], set: {move: 8}, options: [barding?: 4, saddle], text: Rides., brief: Rides}
  barding: {name: Barding, cost: 9, add: {move: -1}, text: Slower., brief: Slower}
  saddle: {name: Saddle, options: [bells?: 1], text: Sits., brief: Sits}
  bells: {name: Bells, text: Rings., brief: Rings}
  rifle: {name: Rifle, cost: 5, options: [sight?: 2], some: true, text: Shoots., brief: Shoots}
  pistol: {name: Pistol, cost: 3, options: [sight?: 1], text: Shoots., brief: Shoots}
  sight: {name: Sight, per: model, text: Aims., brief: Aims}
  bow: {name: Bow, cost: 6, some: true, per: model, options: [fire?: 2], text: Shoots., brief: Shoots}
  fire: {name: Fire, per: model, some: true, text: Burns., brief: Burns}
units:
  hero: {name: Hero, size: 1, cost: 50, stats: {fight: 5, move: 4}, options: [javelin?, horse?, rifle?, pistol?]}
  warriors: {name: Warriors, cost: 6, per: model, stats: {fight: 3, move: 4}, options: [javelin?: {times: 2}, bow?]}
  knight:
    name: Knight
    size: 1
    cost: 60
    stats: {fight: 5, move: 4}
    options:
      - horse: {options: [barding?: 3]}
tags:
  mounted: {name: horse}
";

fn list(rows: &str) -> String {
    format!("army: Trial\nruleset: toy\npoints: 1000\nunits: [{rows}]\n")
}

/// Returns the findings of one row, one line each with its help.
fn findings(row: &str) -> Vec<String> {
    let (_folder, library) = rules("toy", TOY, &[]);
    let report = checked(&library, &list(row));
    let line = |f: &muster::finding::Finding| match &f.help {
        Some(help) => format!("{}: {} ({help})", f.code.as_str(), f.message),
        None => format!("{}: {}", f.code.as_str(), f.message),
    };
    report.findings.iter().map(line).collect()
}

#[test]
fn cost_and_additions_are_multiplied() {
    let (_folder, library) = rules("toy", TOY, &[]);
    let cost = |row: &str, name: &str| {
        let text = list(row);
        assert_eq!(lines(&checked(&library, &text)), Vec::<String>::new(), "{row}");
        with_army(&library, &text, |army| {
            (unit(army, name).cost().unwrap(), stat(army, name, "fight").unwrap())
        })
    };
    // 50, and 4 for each time; 5 and 1 for each time
    for (times, points, fight) in [(1, "54", "6"), (2, "58", "7"), (3, "62", "8")] {
        let row = format!("{{unit: hero, name: X, options: [javelin: {{times: {times}}}]}}");
        assert_eq!(cost(&row, "X"), (n(points), n(fight)));
    }
    // 10 x 6, and 2 x 10 x 4
    let row = "{unit: warriors, name: X, size: 10, options: [javelin: {times: 2}]}";
    assert_eq!(cost(row, "X"), (n("140"), n("5")));
}

#[test]
fn more_times_than_allowed_are_reported_with_both_numbers() {
    assert_eq!(
        findings("{unit: hero, options: [javelin: {times: 4}]}"),
        ["option-repeated: \"Javelin\" 4 times, at most 3 on one model (write `times: 3` or fewer)"]
    );
    // The offer says 2
    assert_eq!(
        findings("{unit: warriors, size: 5, options: [javelin: {times: 3}]}"),
        ["option-repeated: \"Javelin\" 3 times, at most 2 on one model (write `times: 2` or fewer)"]
    );
    assert_eq!(
        findings("{unit: hero, options: [horse: {times: 2}]}"),
        ["option-repeated: \"Horse\" 2 times, but only once on one unit (leave out \"times\")"]
    );
    assert_eq!(
        findings("{unit: hero, options: [javelin: {times: 0}]}"),
        ["bad-value: \"Javelin\" 0 times (leave it out)"]
    );
    assert_eq!(
        findings("{unit: hero, options: [javelin, javelin]}"),
        ["option-repeated: \"Hero\" takes \"javelin\" twice (write `javelin: {times: 2}`)"]
    );
    assert_eq!(
        findings("{unit: hero, options: [javelin: 2]}"),
        [
            "bad-value: \"javelin\" takes no details, so \"2\" has no meaning here (write `javelin: {times: 2}`)"
        ]
    );
}

#[test]
fn flat_and_nested_options_mean_the_same() {
    let (_folder, library) = rules("toy", TOY, &[]);
    let digest = |row: &str| {
        let report = checked(&library, &list(row));
        assert_eq!(lines(&report), Vec::<String>::new(), "{row}");
        report.digest.unwrap().army
    };
    for (flat, nested, points) in [
        // 50 + 20 + 4: the offer inside the horse states the price
        ("horse, barding", "horse: {options: [barding]}", "74"),
        ("barding, horse", "horse: {options: [barding]}", "74"),
        // The saddle is always on the horse; its bells cost 1
        ("horse, bells", "horse: {options: [saddle: {options: [bells]}]}", "71"),
        ("rifle, sight", "rifle: {options: [sight]}", "57"),
        ("javelin", "javelin: {times: 1}", "54"),
    ] {
        let row = |options: &str| format!("{{unit: hero, name: X, options: [{options}]}}");
        assert_eq!(digest(&row(flat)), digest(&row(nested)), "{flat}");
        let cost = |options: &str| with_army(&library, &list(&row(options)), |army| army.units[0].cost());
        assert_eq!((cost(flat), cost(nested)), (Some(n(points)), Some(n(points))), "{flat}");
    }
    let row = |options: &str| digest(&format!("{{unit: hero, name: X, options: [{options}]}}"));
    assert_ne!(row("javelin"), row("javelin: {times: 2}"));
    assert_ne!(row("horse"), row("horse, barding"));
    assert_ne!(row("rifle: {options: [sight]}, pistol"), row("rifle, pistol: {options: [sight]}"));
    // 50 + 5 + 2 + 3 + 1
    let both =
        list("{unit: hero, name: X, options: [rifle: {options: [sight]}, pistol: {options: [sight]}]}");
    assert_eq!(with_army(&library, &both, |army| army.units[0].cost()), Some(n("61")));
    // What is always there offers its own: 60 + 3, by the offer of the unit type
    let knight = list("{unit: knight, name: X, options: [barding]}");
    assert_eq!(lines(&checked(&library, &knight)), Vec::<String>::new());
    assert_eq!(with_army(&library, &knight, |army| army.units[0].cost()), Some(n("63")));
}

#[test]
fn inner_options_go_to_the_models_that_have_the_outer() {
    let (_folder, library) = rules("toy", TOY, &[]);
    let cost = |options: &str| {
        let text = list(&format!("{{unit: warriors, size: 10, options: [{options}]}}"));
        assert_eq!(lines(&checked(&library, &text)), Vec::<String>::new(), "{options}");
        with_army(&library, &text, |army| army.units[0].cost().unwrap())
    };
    // 60, 4 bows at 6, and 2 for the fire of each; then for 3 of the 4; then for all
    assert_eq!(cost("bow: 4, fire"), n("92"));
    assert_eq!(cost("bow: {some: 4, options: [fire: 3]}"), n("90"));
    assert_eq!(cost("bow, fire"), n("140"));
    assert_eq!(
        findings("{unit: warriors, size: 10, options: [bow: 4, fire: 5]}"),
        ["unit-size: \"fire\" goes to 5 models, and 4 have \"bow\""]
    );
}

#[test]
fn misplaced_options_are_reported_once() {
    assert_eq!(
        findings("{unit: hero, options: [barding]}"),
        [
            "option-needs: \"barding\" comes with \"horse\", which this unit has not (take `horse`, or leave it out)"
        ]
    );
    assert_eq!(
        findings("{unit: hero, options: [rifle, pistol, sight]}"),
        [
            "option-incomplete: which has \"sight\", \"rifle\" or \"pistol\"? (write `pistol: {options: [sight]}`)"
        ]
    );
    assert_eq!(
        findings("{unit: hero, options: [horse: {options: [sight]}]}"),
        [
            "option-unavailable: \"sight\" is not offered with \"horse\" (\"horse\" may have \"barding\" and \"saddle\")"
        ]
    );
    assert_eq!(
        findings("{unit: hero, options: [horse: {options: [barding]}, barding]}"),
        ["option-repeated: \"Hero\" takes \"barding\" twice (leave one out)"]
    );
}

#[test]
fn ledger_sheets_and_explain_show_them() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", TOY);
    let row = "{unit: hero, name: X, options: [horse, javelin: {times: 2}, barding]}, {unit: knight, name: Y, options: [barding]}";
    folder.write("a.yaml", &list(row));
    let cost = folder.muster(&["cost", "a.yaml"]).out;
    let ledger: Vec<Vec<&str>> = cost.lines().map(|line| line.split_whitespace().collect()).collect();
    let at = |words: &[&str]| {
        ledger.iter().position(|line| line == words).unwrap_or_else(|| panic!("{words:?}\n{cost}"))
    };
    let horse = at(&["Horse", "20", "toy/options/horse"]);
    // Inside the horse, though the list writes it last
    assert_eq!(at(&["Barding", "4", "toy/options/horse/options/barding"]), horse + 1);
    at(&["Javelin,", "2", "x", "4", "8", "toy/options/javelin"]);
    at(&["Barding", "3", "toy/units/knight/options/horse/options/barding"]);
    for path in ["toy/options/horse/options/barding", "toy/units/knight/options/horse/options/barding"] {
        let explained = folder.muster(&["explain", path]);
        assert_eq!(explained.status, Some(0), "{explained:?}");
    }
    folder.muster(&["render", "roster", "a.yaml", "-o", "out.txt"]);
    let roster = folder.read("out.txt");
    assert!(roster.contains("Horse +20, Barding +4, Saddle, Javelin × 2 +8"), "{roster}");
}

#[test]
fn rules_that_cannot_be_meant_are_refused() {
    let told = |options: &str, offers: &str| {
        let folder = Folder::new();
        let text = format!(
            "ruleset: x\nname: X\nversion: 1.0.0\nstats: {{hold: {{name: Hold}}}}\noptions: {{{options}}}\n\
             units: {{u: {{name: U, options: [{offers}]}}}}\n"
        );
        folder.write("x/ruleset.yaml", &text);
        let ran = folder.muster(&["check", "--format", "concise", "x/ruleset.yaml"]);
        let all = ran.out.lines().filter_map(|line| line.strip_prefix("x/ruleset.yaml:"));
        all.map(|line| line.split_once("]: ").unwrap().1.to_owned()).collect::<Vec<String>>()
    };
    assert_eq!(
        told("a: {name: A, times: 2, names: {what: a foe}}", "a?"),
        [
            "`times` does not go with `names`, since each time would need its own (help: leave one of them out)"
        ]
    );
    assert_eq!(
        told("a: {name: A, times: 0}", "a?"),
        ["`times` is 0 (help: leave it out, or write how many times it may be had)"]
    );
    assert_eq!(
        told("a: {name: A}", "a: {times: 2}"),
        ["\"a\" is always there, and then once (help: write `a?`, so that a list says how many times)"]
    );
    assert_eq!(
        told("a: {name: A, options: [b?: 1]}, b: {name: B, options: [a?: 1]}", "a?"),
        [
            "\"a\" is offered within itself through \"b\" (help: no option may be offered with one that comes with it)"
        ]
    );
    assert_eq!(
        told("a: {name: A}", "onee-of: {options: [a?: 1]}"),
        ["there is no group of offers \"onee-of\" (help: did you mean \"one-of\"?)"]
    );
}

/// Cases of a public collection of checks for army builders, with the values that it asserts: 2 of a weapon for each
/// model are legal and 3 are not; a weapon at 15 with ammunition at 3 on a unit of 80 costs 98, and two of these 196.
#[test]
fn cases_that_others_assert() {
    let game = "ruleset: toy\nname: Toy\nversion: 1.0.0\noptions:\n  \
        weapon: {name: Weapon, cost: 15, per: model, times: 2, options: [ammo?: 3]}\n  ammo: {name: Ammo}\n\
        units:\n  squad: {name: Squad, size: 1, cost: 80, options: [weapon?]}\n";
    let (_folder, library) = rules("toy", game, &[]);
    let report = |row: &str| checked(&library, &list(row));
    assert!(lines(&report("{unit: squad, options: [weapon: {times: 2}]}")).is_empty());
    assert_eq!(
        lines(&report("{unit: squad, options: [weapon: {times: 3}]}")),
        ["error[option-repeated]: \"Weapon\" 3 times, at most 2 on one model"]
    );
    let total = |row: &str| report(row).points.unwrap().total;
    assert_eq!(total("{unit: squad, options: [weapon, ammo]}"), n("98"));
    assert_eq!(total("{unit: squad, count: 2, options: [weapon: {options: [ammo]}]}"), n("196"));
}
