//! Faults in the lines of a cost, each reported at the words to correct.

use crate::common::Folder;

/// Returns what a command prints about a ruleset: position, code, message and help of each finding.
fn told(command: &str, ruleset: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", ruleset);
    let ran = folder.muster(&[command, "toy/ruleset.yaml", "--format", "concise"]);
    let found = ran.out.lines().filter_map(|line| line.strip_prefix("toy/ruleset.yaml:"));
    found.map(|line| line.split_once("[toy").map_or(line, |(line, _)| line.trim_end()).to_owned()).collect()
}

/// Returns a ruleset in which the unit `a` has this cost, in a line of its own.
fn with_cost(cost: &str) -> String {
    format!(
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nunits:\n  a:\n    name: Axes\n    tags: [foot]\n    options: [mail?]\n    \
         cost: {cost}\n  b: {{name: Beasts, tags: [horse], cost: 9}}\noptions: {{mail: {{name: Mail, text: Mail, brief: Mail, cost: 1, gives-tags: [armoured]}}}}\n\
         numbers: {{front: {{name: Front, for: unit, is: size}}, dear: {{name: Dear, for: unit, is: cost}}, purse: {{name: Purse, for: army, is: spent}}}}\n"
    )
}

/// Returns the position of words in the line of the cost, such as `9:20`.
fn place(cost: &str, words: &str) -> String {
    format!("9:{}", 11 + cost.find(words).unwrap())
}

#[test]
fn a_line_says_who_pays_and_how_much() {
    for (cost, at, wanted) in [
        (
            "[{of: {tag: foot}}]",
            "{of",
            "error[missing-key]: a line of a cost must say what is paid (help: write {of: {tag: irr}, each: 5} or \
             {otherwise: 10})",
        ),
        (
            "[{each: 5, otherwise: 10}]",
            "{each",
            "error[missing-key]: a line of a cost must say what is paid (help: write {of: {tag: irr}, each: 5} or \
             {otherwise: 10})",
        ),
        (
            "[{each: 3, of: {tag: armoured}}, {of: {tag: foot}, otherwise: 5}]",
            "{of: {tag: foot}",
            "error[bad-value]: `otherwise` is for all whom no line before fits, so `of` cannot go with it (help: write \
             `each` in place of `otherwise`)",
        ),
        (
            "[{each: 3, of: {tag: armoured}}, {when: {points: {min: 5}}, otherwise: 5}]",
            "{when",
            "error[bad-value]: `otherwise` is for all whom no line before fits, so `when` cannot go with it (help: write \
             `each` in place of `otherwise`)",
        ),
        (
            "[]",
            "[]",
            "error[bad-value]: a cost needs at least one line (help: write a number, or lines such as [{of: {tag: irr}, each: 5}, {otherwise: 10}])",
        ),
    ] {
        assert_eq!(told("check", &with_cost(cost)), [format!("{}: {wanted}", place(cost, at))], "{cost}");
    }
}

#[test]
fn a_price_cannot_depend_on_prices() {
    let help = "(help: a charge may measure sum: points, the prices before any charge)";
    for (cost, at, wanted) in [
        (
            "\"5 + spent\"",
            "spent",
            format!("error[bad-formula]: a price cannot depend on \"spent\", which is the sum of prices {help}"),
        ),
        (
            "\"2 * cost\"",
            "cost",
            format!("error[bad-formula]: a price cannot depend on \"cost\", which is only known once all prices are {help}"),
        ),
        (
            "[{of: {tag: foot}, each: \"spent / 100\"}, {otherwise: 3}]",
            "spent",
            format!("error[bad-formula]: a price cannot depend on \"spent\", which is the sum of prices {help}"),
        ),
        (
            "[{when: {spent: {above: 500}}, each: 4}, {otherwise: 3}]",
            "500",
            format!("error[bad-value]: a price cannot depend on \"spent\", which is the sum of prices {help}"),
        ),
        (
            "[{when: {not: {all: [{worth: {max: 500}}]}}, each: 4}, {otherwise: 3}]",
            "500",
            "error[bad-value]: a price cannot depend on \"worth\", which is the sum of prices if no size is agreed (help: \
             write `points`, the agreed size, in place of `worth`)"
                .to_owned(),
        ),
        (
            "[{when: {measured: {sum: points, above: 500}}, each: 4}, {otherwise: 3}]",
            "points",
            format!(
                "error[bad-value]: a price cannot depend on points in a condition, which are prices {help}"
            ),
        ),
        (
            "[{when: {measured: {highest: points, above: 500}}, each: 4}, {otherwise: 3}]",
            "points",
            format!(
                "error[bad-value]: a price cannot depend on points in a condition, which are prices {help}"
            ),
        ),
        (
            "[{when: {any: [{measured: {lowest: points, above: 500}}]}, each: 4}, {otherwise: 3}]",
            "points",
            format!(
                "error[bad-value]: a price cannot depend on points in a condition, which are prices {help}"
            ),
        ),
        (
            "[{when: {measured: {options: mail, sum: points, above: 5}}, each: 4}, {otherwise: 3}]",
            "points",
            format!(
                "error[bad-value]: a price cannot depend on points in a condition, which are prices {help}"
            ),
        ),
        (
            "[{when: {measured: {number: purse, above: 500}}, each: 4}, {otherwise: 3}]",
            "purse",
            format!(
                "error[bad-value]: a price cannot depend on \"purse\", which depends on \"spent\" and so on all prices {help}"
            ),
        ),
        (
            "[{when: {not: {measured: {sum: dear, above: 500}}}, each: 4}, {otherwise: 3}]",
            "dear",
            format!(
                "error[bad-value]: a price cannot depend on \"dear\", which depends on \"cost\" and so on all prices {help}"
            ),
        ),
        (
            "[{otherwise: front}]",
            "front",
            "error[bad-formula]: a cost cannot use \"front\", which is only known once costs are (help: a cost can use \
             stats, values, size and points)"
                .to_owned(),
        ),
    ] {
        assert_eq!(told("check", &with_cost(cost)), [format!("{}: {wanted}", place(cost, at))], "{cost}");
    }
}

/// A book's numbers may work with those of the ruleset, and so with prices.
#[test]
fn a_price_or_a_charge_of_a_book_cannot_depend_on_prices_through_its_numbers() {
    let folder = Folder::new();
    folder.write(
        "toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nunits: {a: {name: A, cost: 5}}\nnumbers: {purse: {name: Purse, for: army, is: spent}}\n",
    );
    folder.write(
        "toy/books/own.yaml",
        "book: own\nruleset: toy\nname: Own\nversion: 1.0.0\nnumbers: {wealth: {name: Wealth, for: army, is: 2 * purse}}\n\
         entries: {a: {unit: a, cost: [{when: {measured: {number: wealth, above: 3}}, each: 2}, {otherwise: 3}]}}\n\
         charges: {toll: {number: wealth, cost: 2}}\n",
    );
    let ran = folder.muster(&["check", "toy/books/own.yaml", "--format", "concise"]);
    let found: Vec<&str> = ran.out.lines().filter(|line| line.contains("error[")).collect();
    let late = "cannot depend on \"wealth\", which depends on \"spent\" and so on all prices (help: a charge may measure sum: \
                points, the prices before any charge)";
    let at = |place: &str, what: &str| format!("toy/books/own.yaml:{place}: error[bad-value]: {what} {late}");
    assert_eq!(found, [at("6:58", "a price"), at("7:26", "a charge")], "{found:#?}");
}

#[test]
fn a_change_of_stats_cannot_depend_on_prices_either() {
    let text = "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {ld: {name: Ld}}\nunits: {a: {name: A, cost: 5}}\neffects:\n  \
                poor: {where: {unit: a}, add: {ld: spent / 100}}\n";
    assert_eq!(
        told("check", text),
        [
            "7:38: error[bad-formula]: a stat cannot depend on \"spent\", which is the sum of prices (help: a stat can use \
          stats, values, size and points, the agreed size)"
        ]
    );
}

#[test]
fn lint_marks_the_lines_that_nobody_pays_by() {
    let first = "everyone whom it fits pays by a line before (help: the first line that fits is paid, so put the narrower \
                 line first)";
    let never =
        |why: &str| format!("warning[never-matches]: this line of the cost of \"a\" is never reached: {why}");
    for (cost, at, why) in [
        ("[{of: {tag: foot}, each: 5}, {otherwise: 3}]", "{otherwise", first),
        ("[{otherwise: 3}, {of: {tag: foot}, each: 5}]", "{of", first),
        (
            "[{of: {option: mail}, each: 2}, {of: {tag: foot}, each: 5}, {of: {tag: armoured}, each: 3}]",
            "{of: {tag: armoured",
            first,
        ),
        ("[{of: {tag: horse}, each: 5}, {otherwise: 3}]", "{of", "none of those who pay it are such units"),
        (
            "[{when: {present: {tag: camel}}, each: 5}, {otherwise: 3}]",
            "{when",
            "no unit matches its condition",
        ),
    ] {
        assert_eq!(
            told("lint", &with_cost(cost)),
            [format!("{}: {}", place(cost, at), never(why))],
            "{cost}"
        );
    }
    for cost in [
        "[{of: {option: mail}, each: 5}, {otherwise: 3}]",
        "[{when: {present: {unit: b}}, each: 5}, {of: {tag: foot}, each: 4}]",
        "[{of: {tag: armoured}, each: 5}, {of: {tag: foot}, each: 4}]",
    ] {
        assert_eq!(told("lint", &with_cost(cost)), [""; 0], "{cost}");
    }
}

#[test]
fn a_line_that_a_unit_of_a_book_pays_by_is_reached() {
    let ruleset = "ruleset: toy\nname: Toy\nversion: 1.0.0\nunits: {a: {name: A, cost: [{of: {tag: guard}, each: 5}, {otherwise: 3}]}, b: {name: B, cost: 1}}\n";
    let book = "book: own\nruleset: toy\nname: Own\nversion: 1.0.0\nentries: {guards: {unit: a, tags: [guard]}, a: {unit: a}}\n";
    let other = "book: other\nruleset: toy\nname: Other\nversion: 1.0.0\nentries: {b: {unit: b}}\n";
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", ruleset);
    let lint = |folder: &Folder| folder.muster(&["lint", "toy/ruleset.yaml", "--format", "concise"]).out;
    assert!(lint(&folder).contains("never reached: none of those who pay it"), "{}", lint(&folder));
    // A book of other troops says nothing of the line
    folder.write("toy/books/other.yaml", other);
    assert!(lint(&folder).contains("never reached: none of those who pay it"), "{}", lint(&folder));
    folder.write("toy/books/own.yaml", book);
    assert!(!lint(&folder).contains("never reached"), "{}", lint(&folder));
}
