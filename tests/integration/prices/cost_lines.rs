//! Costs of several lines: the first that fits is paid, wherever a cost may stand.

use crate::common::{Folder, checked, line, lines, n, rules, with_army};

const RULES: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
modes: {raid: {name: Raid, default: true}, battle: {name: Battle}}
size: {of: models, min: 1}
options:
  mail: {name: Mail, cost: 1, gives-tags: [armoured]}
  banner:
    name: Banner
    cost:
      - {of: {tag: armoured}, each: 50}
      - {of: {unit: levy}, each: {raid: 15, battle: 16}}
      - {otherwise: 30}
  lance: {name: Lance, per: model, cost: [{of: {tag: horse}, each: 3}, {otherwise: 2}]}
units:
  squad: {name: Squad, size: 1, cost: [{when: {present: {unit: trigger}}, each: 150}, {otherwise: 100}]}
  trigger: {name: Trigger, size: 1, cost: 1}
  levy: {name: Levy, per: model, cost: [{when: {points: {above: 500}}, each: 2}, {otherwise: 3}], options: [mail?, banner?, lance?]}
  riders:
    name: Riders
    tags: [horse]
    per: model
    cost: [{of: {option: mail}, each: size + 4}, {otherwise: 4}]
    options: [mail?, banner?, lance?: {cost: [{of: {option: mail}, each: 5}, {otherwise: 6}]}]
    parts: {hounds: {unit: hounds, cost: [{of: {tag: horse}, each: 9}, {otherwise: 1}]}}
  hounds: {name: Hounds, cost: 7, per: model}
  carts: {name: Carts, cost: [{when: {present: {unit: trigger}}, each: {for-size: {1: 40, 2: 70}}}, {otherwise: 30}], per: model}
";

fn total(library: &muster::rules::library::Library, points: u32, mode: &str, rows: &str) -> String {
    let text = format!("army: Trial\nruleset: toy\nmode: {mode}\npoints: {points}\nunits: [{rows}]\n");
    let report = checked(library, &text);
    assert!(report.findings.is_empty(), "{rows}: {:#?}", lines(&report));
    with_army(library, &text, |army| {
        assert!(army.cost_is_known, "{rows}");
        army.spent.to_string()
    })
}

#[test]
fn the_first_line_that_fits_is_paid() {
    let (_folder, library) = rules("toy", RULES, &[]);
    #[rustfmt::skip]
    let cases = [
        // 100 each, and 150 each where a trigger (1) is there
        ("{unit: squad}, {unit: squad}", "200"),
        ("{unit: squad, count: 2}, {unit: trigger}", "301"),
        // Levies of 10 are 3 each at 500 points; in mail (1) their banner is 50, though they are levies too
        ("{unit: levy, size: 10}", "30"),
        ("{unit: levy, size: 10, options: [banner]}", "45"),
        ("{unit: levy, size: 10, options: [mail, banner]}", "81"),
        // 2 for each of 10 lances, and 6 for each of 5 riders' by their own offer, 5 with mail
        ("{unit: levy, size: 10, options: [lance]}", "50"),
        ("{unit: riders, size: 5, options: [lance]}", "50"),
        // Mail 1, lances 5 x 5, and each rider 5 + 4
        ("{unit: riders, size: 5, options: [mail, lance]}", "71"),
        // Banners of others are 30
        ("{unit: riders, size: 5, options: [banner]}", "50"),
        // Hounds are no horse, whatever they run with: 20 and 3 x 1
        ("{unit: riders, size: 5, parts: {hounds: 3}}", "23"),
        // 30 each; where the trigger is there, 70 for the two of them
        ("{unit: carts, size: 2}", "60"),
        ("{unit: carts, size: 2}, {unit: trigger}", "71"),
    ];
    for (rows, wanted) in cases {
        assert_eq!(total(&library, 500, "raid", rows), wanted, "{rows}");
    }
    assert_eq!(total(&library, 501, "raid", "{unit: levy, size: 10}"), "20");
    assert_eq!(total(&library, 500, "battle", "{unit: levy, size: 10, options: [banner]}"), "46");
}

#[test]
fn a_line_looks_at_who_is_there_however_the_list_is_written() {
    let (_folder, library) = rules("toy", RULES, &[]);
    // The trigger may come before or after; in the reserves it is not in the army
    assert_eq!(total(&library, 500, "raid", "{unit: trigger}, {unit: squad}"), "151");
    let text = "army: T\nruleset: toy\npoints: 500\nunits: [{unit: squad}]\nreserves: [{unit: trigger}]\n";
    with_army(&library, text, |army| assert_eq!(army.spent, n("100")));
}

#[test]
fn a_book_s_lines_look_at_the_book_s_own_troops() {
    let base = "ruleset: toy\nname: Toy\nversion: 1.0.0\ncommands: {led-by: [boss]}\nroles: {boss: {name: Boss}}\nunits: {foot: {name: Foot, cost: 10, tags: [foot]}, drum: {name: Drum, cost: 1}}\n";
    let own = "book: own\nruleset: toy\nname: Own\nversion: 1.0.0\nentries:\n  foot: {unit: foot, cost: [{when: {present: {unit: drum}}, each: 4}, {otherwise: 8}]}\n  drum: {unit: drum}\nallies: {friends: {book: other}}\n";
    let other = "book: other\nruleset: toy\nname: Other\nversion: 1.0.0\nentries: {drum: {unit: drum}, foot: {unit: foot}}\n";
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", base);
    folder.write("toy/books/own.yaml", own);
    folder.write("toy/books/other.yaml", other);
    let library = folder.library();
    let army = |ours: &str, theirs: &str| {
        format!(
            "army: T\nruleset: toy\nbook: own\npoints: 100\ncommands:\n  - {{commander: {{role: boss, name: A}}, units: [{ours}]}}\n  \
             - {{ally: friends, points: 30, commander: {{role: boss, name: B}}, units: [{theirs}]}}\n"
        )
    };
    // The drum of the friends is not ours: 8, 1 and 10. With a drum of our own 4, 1 and 10
    for (ours, theirs, spent) in [
        ("{unit: foot}", "{unit: drum}, {unit: foot}", "19"),
        ("{unit: foot}, {unit: drum}", "{unit: foot}", "15"),
    ] {
        with_army(&library, &army(ours, theirs), |army| assert_eq!(army.spent, n(spent), "{ours}"));
    }
}

#[test]
fn what_is_missing_to_choose_a_line_is_reported_once() {
    let text = "\
ruleset: toy
name: Toy
version: 1.0.0
units:
  old: {name: Old, cost: [{when: {date: {to: 200 BC}}, each: 5}, {otherwise: 7}]}
  big: {name: Big, cost: [{when: {points: {above: 500}}, each: 5}, {otherwise: 7}]}
";
    let (_folder, library) = rules("toy", text, &[]);
    let check = |head: &str, unit: &str| {
        let report = checked(
            &library,
            &format!("army: T\nruleset: toy\n{head}units: [{{unit: {unit}, count: 2}}, {{unit: {unit}}}]\n"),
        );
        let points = report.points.clone().unwrap();
        let found: Vec<String> = report.findings.iter().map(line).collect();
        (points.total.to_string(), points.complete, found)
    };
    assert_eq!(check("points: 500\ndate: 200 BC\n", "old"), ("15".to_owned(), true, vec![]));
    assert_eq!(check("points: 500\ndate: 199 BC\n", "old"), ("21".to_owned(), true, vec![]));
    let (total, complete, found) = check("points: 500\n", "old");
    assert_eq!((total.as_str(), complete, found.len()), ("0", false, 1), "{found:?}");
    assert!(found[0].contains("[date-needed]"), "{found:?}");
    assert_eq!(check("points: 500\n", "big"), ("21".to_owned(), true, vec![]));
    let (total, complete, found) = check("", "big");
    assert_eq!((total.as_str(), complete, found.len()), ("0", false, 1), "{found:?}");
    assert!(found[0].contains("[points-needed]"), "{found:?}");
}
