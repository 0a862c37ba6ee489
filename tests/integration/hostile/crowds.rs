//! Very large numbers of names, options, limits or keys.

use std::fmt::Write as _;

use super::support::{Folder, HEAD};

/// Comparing each unknown name with each known one would take 4 million comparisons.
#[test]
#[ignore = "takes half a minute"]
fn near_misses_of_many_names() {
    let mut ruleset = "ruleset: big\nname: Big\nversion: 1.0.0\nsources: {h: x}\nunits:\n".to_owned();
    let mut list = "army: x\nruleset: big\npoints: 1\nunits:\n".to_owned();
    for at in 0..2_000 {
        writeln!(ruleset, "  spearmen-number-{at:05}-x: {{name: S, cost: 1, source: h}}").unwrap();
        writeln!(list, "- {{unit: spearmxn-nomber-{at:05}-q}}").unwrap();
    }
    let folder = Folder::with("big/ruleset.yaml", ruleset);
    let ran = folder.check(list);
    ran.says(1, "there is no unit type \"spearmxn-nomber-00000-q\" in Big (help: did you mean \"spearmen-number-00000-x\"?");
    ran.says(1, "l.yaml: illegal: 2000 errors");
}

#[test]
fn many_options_on_a_unit() {
    let mut ruleset = "ruleset: o\nname: O\nversion: 1.0.0\nsources: {h: x}\noptions:\n".to_owned();
    let mut offers = String::new();
    for at in 0..3_000 {
        writeln!(ruleset, "  option-{at}: {{name: O, cost: 1, source: h}}").unwrap();
        writeln!(offers, "      - option-{at}?").unwrap();
    }
    write!(ruleset, "units:\n  a:\n    name: A\n    cost: 1\n    source: h\n    options:\n{offers}").unwrap();
    let all: Vec<String> = (0..3_000).map(|at| format!("option-{at}")).collect();
    let folder = Folder::with("o/ruleset.yaml", ruleset);
    let units = format!("units:\n- {{unit: a, options: [{}]}}\n", all.join(", "));
    // 1 for the unit and 1 for each option
    folder.check(format!("army: x\nruleset: o\npoints: 3001\n{units}")).says(0, "3001 of 3001 points, legal");
    folder
        .check(format!("army: x\nruleset: o\npoints: 3000\n{units}"))
        .says(1, "the army costs 3001 points, 1 more");
}

#[test]
fn one_option_many_times() {
    let folder = Folder::new();
    let ran =
        folder.check(format!("{HEAD}units:\n- {{unit: SP, options: [{}]}}\n", "elite, ".repeat(20_000)));
    ran.says(1, "takes \"elite\" twice");
}

#[test]
fn many_limits() {
    let mut ruleset = "ruleset: m\nname: M\nversion: 1.0.0\nsources: {h: x}\nunits: {a: {name: A, cost: 1, source: h}}\nlimits:\n".to_owned();
    for at in 0..20_000 {
        writeln!(ruleset, "  l{at}: {{count: {{unit: a}}, max: 1, source: h}}").unwrap();
    }
    let folder = Folder::with("m/ruleset.yaml", ruleset);
    let ran = folder.check("army: x\nruleset: m\npoints: 2\nunits: [{unit: a}, {unit: a}]\n");
    ran.says(1, "l.yaml: illegal: 20000 errors");
}

#[test]
fn many_keys() {
    let folder = Folder::new();
    let same = folder.check(format!("{HEAD}units: [{{unit: SP}}]\n{}", "notes: a\n".repeat(100_000)));
    same.says(1, "error[duplicate-key]: \"notes\" is given twice");
    same.says(1, "more faults from here on are not listed");
    let other: Vec<String> = (0..100_000).map(|at| format!("k{at}: 1\n")).collect();
    folder.check(format!("{HEAD}units: [{{unit: SP}}]\n{}", other.concat())).says(1, "unknown key \"k0\"");
    folder.check(format!("{}: 1\n{HEAD}units: [{{unit: SP}}]\n", "k".repeat(1 << 20))).says(1, "l.yaml:1:1");
}

#[test]
fn many_commands_and_characters() {
    let mut commands = "army: x\nruleset: fra\npoints: 1000\ncommands:\n".to_owned();
    let mut characters = format!("{HEAD}units: [{{unit: SP, name: a}}]\ncharacters:\n");
    for at in 0..10_000 {
        writeln!(
            commands,
            "- {{name: c{at}, commander: {{role: general, name: g{at}, with: w{at}}}, units: [{{unit: SP, name: w{at}}}]}}"
        )
        .unwrap();
        writeln!(characters, "- {{role: general, name: g{at}, with: w{at}}}").unwrap();
    }
    let folder = Folder::new();
    folder.check(commands).says(1, "the army costs 400000 points");
    folder.check(characters).says(1, "no unit is named \"w9\"");
}

/// The largest list that is read at all.
#[test]
fn many_units() {
    let units: Vec<String> = (0..100_000).map(|at| format!("- {{unit: SP, name: n{at}}}\n")).collect();
    let ran = Folder::new().check(format!("{HEAD}units:\n{}", units.concat()));
    ran.says(1, "the army costs 4000000 points, 3999000 more than the agreed 1000");
}

/// `suggest` ends when its time is over, whatever it is doing; checking the list itself takes extra time.
#[test]
fn suggest_among_many_rows_and_limits() {
    let mut ruleset = "ruleset: m\nname: M\nversion: 1.0.0\nsources: {h: x}\noptions:\n".to_owned();
    for at in 0..8 {
        writeln!(ruleset, "  o{at}: {{name: O{at}, cost: {at}.5, source: h}}").unwrap();
    }
    ruleset += "units:\n";
    for at in 0..60 {
        let options: Vec<String> = (0..8).map(|o| format!("\"o{o}?\"")).collect();
        writeln!(
            ruleset,
            "  u{at}: {{name: U{at}, tags: [t{}], cost: {}, options: [{}], source: h}}",
            at % 7,
            7 + at * 3,
            options.join(", ")
        )
        .unwrap();
    }
    ruleset += "limits:\n";
    for at in 0..120 {
        writeln!(
            ruleset,
            "  l{at}: {{count: {{tag: t{}}}, max: {{share: {}/97, of: {{tag: [t{}, t{}]}}}}, source: h}}",
            at % 7,
            61 + at % 30,
            at % 7,
            (at + 1 + at / 7 % 6) % 7
        )
        .unwrap();
    }
    let mut list = "army: x\nruleset: m\npoints: 90000\nunits:\n".to_owned();
    for at in 0..400 {
        writeln!(
            list,
            "- {{unit: u{}, name: r{at}, count: 2, options: [o{}, o{}]}}",
            at % 60,
            at % 8,
            (at + 3) % 8
        )
        .unwrap();
    }
    let folder = Folder::with("m/ruleset.yaml", ruleset);
    let begun = std::time::Instant::now();
    folder.check(&list);
    let judging = begun.elapsed();
    // Legal with points left, and far over the size
    for size in [90_000, 100] {
        folder.write("l.yaml", list.replace("90000", &size.to_string()));
        for more in [&[][..], &["--prefer", "tag: t3", "--keep", "r7", "--only", "units"]] {
            let begun = std::time::Instant::now();
            let ran =
                folder.muster(&[&["suggest", "--rulesets", ".", "--time", "3", "l.yaml"][..], more].concat());
            let took = begun.elapsed();
            assert!(ran.status.is_some_and(|status| status < 2), "{ran:?}");
            assert!(
                took.as_secs_f64() < 3.3 + 2.0 * judging.as_secs_f64(),
                "{took:?} and {judging:?} for {ran:?}"
            );
        }
    }
}

/// A list that needs more cards or rows than anyone prints is refused, and the others of its folder are
/// printed.
#[test]
fn sheets_of_very_many_units() {
    let list = |count: u32| {
        format!("army: x\nruleset: quick\nunits: [{{unit: HI, count: {count}}}, {{unit: LI}}]\n")
    };
    let folder = Folder::with("in/a.yaml", list(3));
    folder.write("in/b.yaml", list(20_000));
    folder.write("in/c.yaml", list(4));
    let ran = folder.muster(&["render", "cards", "in", "-o", "out/"]);
    // 20,000 and the one of light infantry
    ran.says(1, "the sheet would have 20001 cards, at most 2000 can be printed for a list");
    ran.says(1, "2 sheets printed");
    assert_eq!(Folder::names(&Folder(folder.path("out"))), ["a-cards.html", "c-cards.html"]);
    let ran = folder.muster(&["render", "roster", "in/b.yaml", "--no-merge", "-o", "b.txt"]);
    ran.says(1, "the sheet would have 20001 rows, at most 2000 can be printed for a list");
    // Units alike are one row, however many
    folder.muster(&["render", "roster", "in/b.yaml", "-o", "b.txt"]).says(0, "");
    folder.muster(&["render", "cards", "in/b.yaml", "--merge", "-o", "b.md"]).says(0, "");
}
