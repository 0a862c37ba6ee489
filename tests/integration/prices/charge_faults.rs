//! Faults of charges, each reported at the words to correct.

use crate::common::Folder;

/// Returns what a command prints about a ruleset with this charge: position, code, message and help of each finding.
fn told(command: &str, charge: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", &with_charge(charge));
    let ran = folder.muster(&[command, "toy/ruleset.yaml", "--format", "concise"]);
    let found = ran.out.lines().filter_map(|line| line.strip_prefix("toy/ruleset.yaml:"));
    found.map(|line| line.split_once("[toy").map_or(line, |(line, _)| line.trim_end()).to_owned()).collect()
}

/// Returns a ruleset in which the charge `toll` is this, in a line of its own.
fn with_charge(charge: &str) -> String {
    format!(
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nunits:\n  a: {{name: Axes, tags: [foot], cost: 5}}\n  \
         b: {{name: Beasts, tags: [horse], cost: 9}}\nnumbers:\n  foes: {{for: unit, name: Foes, is: size}}\n  \
         dear: {{for: unit, name: Dear, is: dearer + 1}}\n  dearer: {{for: unit, name: Dearer, is: cost}}\n  \
         all: {{for: army, name: All, is: spent / 2}}\n  rich: {{for: unit, name: Rich, is: 1, when: {{spent: {{above: 5}}}}}}\n  \
         grand: {{for: unit, name: Grand, is: 1, when: {{measured: {{sum: points, above: 5}}}}}}\n\
         charges:\n  toll: {charge}\n"
    )
}

/// Returns the position of words in the line of the charge, such as `14:20`.
fn place(charge: &str, words: &str) -> String {
    format!("15:{}", 9 + charge.find(words).unwrap())
}

#[test]
fn a_charge_says_what_it_costs_and_measures_what_its_keys_are_about() {
    let without = |key: &str| {
        format!(
            "error[missing-key]: `{key}` is about what a charge measures, and this one measures nothing (help: write `count` \
             or `sum`, such as `count: {{tag: special}}`)"
        )
    };
    let cases = [
        ("{name: Toll, per: 2, cost: 3}", "2,", without("per")),
        ("{name: Toll, above: 2, cost: 3}", "2,", without("above")),
        ("{name: Toll, at-most: 2, cost: 3}", "2,", without("at-most")),
        ("{name: Toll, by: entry, cost: 3}", "entry", without("by")),
        ("{name: Toll, of: {tag: foot}, cost: 3}", "{tag", without("of")),
        (
            "{count: {tag: foot}, sum: points, cost: 3}",
            "points",
            "error[bad-value]: a charge measures one thing, so `count` and `sum` cannot go together (help: keep one of them)"
                .to_owned(),
        ),
        (
            "{count: {tag: foot}, highest: size, cost: 3}",
            "size",
            "error[bad-value]: a charge measures one thing, so `count` and `highest` cannot go together (help: keep one of \
             them)"
                .to_owned(),
        ),
        (
            "{number: all, of: {tag: foot}, cost: 3}",
            "{tag: foot}, cost",
            "error[bad-value]: `of` says what `sum` is taken over; `number` is taken as it is (help: leave `of` out)"
                .to_owned(),
        ),
        (
            "{count: {tag: foot}, by: option, cost: 3}",
            "option",
            "error[unknown-key]: `by: option` belongs to `options` (help: write `options: [...]` in place of what is measured)"
                .to_owned(),
        ),
        (
            "{alike: one, cost: 3}",
            "one",
            without("alike"),
        ),
        (
            "{count: {tag: foot}, of: {tag: foot}, cost: 3}",
            "{tag: foot}, cost",
            "error[bad-value]: `of` says what `sum` is taken over; `count` has its own selector (help: leave `of` out)"
                .to_owned(),
        ),
        (
            "{count: {tag: foot}, in: unit, cost: 3}",
            "unit",
            "error[bad-value]: a charge looks at the army or at each command, not at each unit (help: write a formula as the \
             unit's `cost`, such as `cost: \"10 + 2 * size\"`)"
                .to_owned(),
        ),
        (
            "{count: {tag: foot}, in: reserves, cost: 3}",
            "reserves",
            "error[bad-value]: a charge looks at the army or at each command, and reserves are outside the total (help: \
             write `in: army` or `in: command`)"
                .to_owned(),
        ),
        (
            "{count: {tag: foot}, round: up, cost: 3}",
            "up",
            "error[missing-key]: `round` is about a last step that is only begun, and there is no `per` (help: write `per` \
             next to `round`, such as `per: 100`)"
                .to_owned(),
        ),
        (
            "{count: {tag: foot}, enough: 2, cost: 3}",
            "2,",
            "error[missing-key]: `enough` is about a last step that is only begun, and there is no `per` (help: write `per` \
             next to `enough`, such as `per: 100`)"
                .to_owned(),
        ),
        (
            "{count: {tag: foot}, per: 4, round: up, enough: 2, cost: 3}",
            "2,",
            "error[bad-value]: `round` and `enough` both say when a last step counts (help: keep one of them)".to_owned(),
        ),
        (
            "{count: {tag: foot}, per: 4, enough: 5, cost: 3}",
            "5,",
            "error[bad-value]: `enough` is 5, but a step is full at 4 (help: write a number above 0 and up to 4)".to_owned(),
        ),
        ("{count: {tag: foot}, per: 0, cost: 3}", "0,", "error[bad-value]: `per` must be above 0".to_owned()),
        (
            "{count: {tag: foot}, above: -1, cost: 3}",
            "-1",
            "error[bad-value]: `above` is -1, but what is left out is never below 0 (help: write 0 or more)".to_owned(),
        ),
        (
            "{count: {tag: foot}, at-most: 0, cost: 3}",
            "0,",
            "error[bad-value]: `at-most` is 0, so the charge is never paid (help: write a number above 0)".to_owned(),
        ),
        (
            "{count: {tag: foot}, cost: {for-size: {1: 2}}}",
            "for-size",
            "error[bad-value]: a charge has no cost by size, since it is paid for what it measures (help: measure the size, \
             such as `sum: size`, or write a formula as the unit's `cost`)"
                .to_owned(),
        ),
        (
            "{count: {tag: foot}, cost: [{of: {tag: foot}, each: 2}, {otherwise: 1}]}",
            "{of",
            "error[bad-value]: `of` tests who pays, and this charge is paid by the army (help: say who pays with `paid-by`, \
             or when the line fits with `when`)"
                .to_owned(),
        ),
    ];
    for (charge, at, wanted) in cases {
        assert_eq!(told("check", charge), [format!("{}: {wanted}", place(charge, at))], "{charge}");
    }
    let found = told("check", "{name: Toll, count: {tag: foot}}");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("error[missing-key]: missing key `cost`"), "{found:?}");
    let found = told("check", "{cuont: {tag: foot}, cost: 3}");
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].contains("unknown-key") && found[0].contains("count"), "{found:?}");
    assert_eq!(told("check", "{count: {tag: foot}, cost: 3}"), [""; 0]);
}

#[test]
fn a_charge_cannot_depend_on_what_the_army_spends() {
    let help = "(help: a charge may measure sum: points, the prices before any charge)";
    let late = |word: &str, name: &str| {
        format!(
            "error[bad-value]: a charge cannot depend on \"{word}\", which depends on \"{name}\" and so on all prices {help}"
        )
    };
    let cases = [
        (
            "{cost: \"spent / 10\"}",
            "spent",
            format!("error[bad-formula]: a charge cannot depend on \"spent\", which is the sum of prices {help}"),
        ),
        (
            "{cost: 2, when: {any: [{spent: {above: 5}}]}}",
            "5}",
            format!("error[bad-value]: a charge cannot depend on \"spent\", which is the sum of prices {help}"),
        ),
        (
            "{cost: 2, when: {worth: {max: 500}}}",
            "500",
            "error[bad-value]: a charge cannot depend on \"worth\", which is the sum of prices if no size is agreed (help: \
             write `points`, the agreed size, in place of `worth`)"
                .to_owned(),
        ),
        ("{sum: dear, cost: 2}", "dear", late("dear", "cost")),
        ("{sum: dearer, cost: 2}", "dearer", late("dearer", "cost")),
        ("{sum: rich, cost: 2}", "rich", late("rich", "spent")),
        ("{number: all, cost: 2}", "all", late("all", "spent")),
        ("{highest: dear, cost: 2}", "dear", late("dear", "cost")),
        ("{sum: grand, cost: 2}", "grand", late("grand", "points")),
        ("{cost: 2, when: {measured: {sum: dear, above: 5}}}", "dear", late("dear", "cost")),
        ("{count: {}, cost: \"2 * all\"}", "all", late("all", "spent")),
        (
            "{sum: all, cost: 2}",
            "all",
            "error[bad-value]: \"all\" is one number of the army and cannot be added up (help: take it as it is: number: \
             all)"
                .to_owned(),
        ),
    ];
    for (charge, at, wanted) in cases {
        assert_eq!(told("check", charge), [format!("{}: {wanted}", place(charge, at))], "{charge}");
    }
    assert_eq!(told("check", "{sum: foes, cost: 2}"), [""; 0]);
    // The points that a charge sees are the prices before any charge
    let on_points = "{cost: 2, when: {measured: {sum: points, above: 5}}}";
    assert_eq!(told("check", on_points), [""; 0]);
}

#[test]
fn lint_finds_charges_that_nobody_pays_and_those_on_points_of_payers() {
    let never =
        |why: &str| format!("15:3: warning[never-matches]: the charge \"toll\" is never paid, since {why}");
    for (charge, wanted) in [
        (
            "{count: {tag: fot}, cost: 2}",
            "it is for units tagged \"fot\", and there are none (help: no unit has the tag \"fot\"; did you mean \"foot\"?)",
        ),
        (
            "{count: {tag: foot}, cost: 2, paid-by: {tag: camel}}",
            "units tagged \"camel\" pay it, and there are none (help: no unit has the tag \"camel\")",
        ),
        (
            "{cost: 2, when: {present: {tag: camel}}}",
            "no unit matches its condition (help: no unit has the tag \"camel\")",
        ),
    ] {
        assert_eq!(told("lint", charge), [never(wanted)], "{charge}");
    }
    assert_eq!(
        told("lint", "{name: Toll, sum: points, of: {tag: foot}, per: 5, cost: 1, paid-by: {unit: a}}"),
        [
            "15:3: warning[bad-value]: \"Toll\" counts points before charges, and some of the units that it counts pay \"Toll\" \
          (help: count units that pay no charge, or leave it if the prices before charges are meant)"
        ]
    );
    assert_eq!(told("lint", "{sum: points, of: {tag: foot}, per: 5, cost: 1, paid-by: {unit: b}}"), [""; 0]);
}
