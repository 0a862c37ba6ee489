//! Rules that apply only if something measured passes a test.

use muster::solve::Feasibility;

use crate::common::edits_and_searches::search_for_list;
use crate::common::{Folder, checked as checked_whole, lines, rules};
use crate::limits::support::{army, checked, commands, message, with_limit};

/// Returns whether a limit of 1 foot applies to an army with this many horse, which always has 2 foot.
fn applies(when: &str, horse: i64) -> bool {
    let (_folder, library) = with_limit(&format!("{{count: {{unit: foot}}, max: 1, when: {when}}}"));
    let report = checked(&library, &army(1000, horse, 2));
    assert!(report.findings.len() < 2, "{when}: {:#?}", lines(&report));
    report.findings.iter().any(|f| f.message.starts_with("2 \"Foot\", at most 1 allowed"))
}

#[test]
fn each_comparison_has_its_edge() {
    for (test, passes) in [
        ("min: 2", [false, false, true, true]),
        ("above: 2", [false, false, false, true]),
        ("max: 1", [true, true, false, false]),
        ("below: 1", [true, false, false, false]),
        ("exactly: 2", [false, false, true, false]),
        ("min: 1, max: 2", [false, true, true, false]),
    ] {
        for (horse, wanted) in (0..).zip(passes) {
            let when = format!("{{measured: {{count: {{tag: horse}}, {test}}}}}");
            assert_eq!(applies(&when, horse), wanted, "{horse} horse, {test}");
            assert_eq!(applies(&format!("{{not: {when}}}"), horse), !wanted, "{horse} horse, not {test}");
        }
    }
}

#[test]
fn points_and_sizes_are_measured_as_limits_measure_them() {
    // Each unit has a size of 1 and costs 1 point
    assert!(applies("{measured: {sum: size, of: {tag: horse}, above: 2}}", 3));
    assert!(!applies("{measured: {sum: size, of: {tag: horse}, above: 2}}", 2));
    // With the 2 foot these are 5 points
    assert!(applies("{measured: {sum: points, min: 5}}", 3));
    assert!(!applies("{measured: {sum: points, min: 5}}", 2));
    assert!(applies("{measured: {sum: commands, exactly: 1}}", 0));
}

#[test]
fn a_condition_looks_where_the_limit_measures() {
    let limit =
        "{count: {unit: foot}, in: command, max: 1, when: {measured: {count: {tag: horse}, above: 1}}}";
    let (_folder, library) = with_limit(limit);
    let (foot, horse) = ("{unit: foot, size: 1, count: 2}", "{unit: horse, size: 1}");
    // One horse in each command is not more than one in any
    let report = checked(&library, &commands(&[foot, horse], &[foot, horse], &[]));
    assert!(report.findings.is_empty(), "{:#?}", lines(&report));
    let report = checked(&library, &commands(&[foot, horse], &[foot, horse, horse], &[horse]));
    assert_eq!(
        message(&report),
        "2 \"Foot\" in \"Right\", at most 1 allowed, since there are 2 units tagged \"horse\", more than 1"
    );
}

#[test]
fn attached_units_count_once_if_the_condition_says_so() {
    let rows = [
        "{unit: horse, name: A, size: 1}",
        "{unit: horse, size: 1, attached-to: A}",
        "{unit: foot, size: 1, count: 2}",
    ];
    for (joined, wanted) in [("", 1), (", joined: one", 0)] {
        let when = format!("{{measured: {{count: {{tag: horse}}, above: 1{joined}}}}}");
        let (_folder, library) = with_limit(&format!("{{count: {{unit: foot}}, max: 1, when: {when}}}"));
        let report = checked(&library, &commands(&rows, &[], &[]));
        assert_eq!(report.findings.len(), wanted, "{joined}: {:#?}", lines(&report));
    }
}

#[test]
fn what_is_measured_is_labelled() {
    let limit = "{count: {unit: foot}, max: 1, when: {measured: {count: {tag: horse}, above: 1}}}";
    let (_folder, library) = with_limit(limit);
    let report = checked(&library, &army(1000, 2, 2));
    let finding = &report.findings[0];
    let why = finding.labels.iter().filter(|l| l.text == "the rule applies because of this");
    let words: Vec<String> =
        why.map(|l| report.sources.get(l.span.file).unwrap().text_at(l.span).to_owned()).collect();
    assert_eq!(words, ["horse"]);
    let fact = finding.facts.iter().find(|f| f.is.as_str() == "condition").unwrap();
    assert_eq!(
        (fact.what.as_str(), fact.value),
        ("there are 2 units tagged \"horse\", more than 1", Some(2_i64.into()))
    );
    // Where the rule applies for want of something, there is nothing to label
    let limit = "{count: {unit: foot}, max: 1, when: {not: {measured: {count: {tag: horse}, above: 1}}}}";
    let (_folder, library) = with_limit(limit);
    assert_eq!(
        message(&checked(&library, &army(1000, 1, 2))),
        "2 \"Foot\", at most 1 allowed, since there is 1 unit tagged \"horse\", not more than 1"
    );
}

#[test]
fn a_word_that_may_be_counted_leaves_the_condition_open() {
    let limit = |test: &str| {
        format!("{{count: {{unit: foot}}, max: 1, when: {{measured: {{count: {{tag: horse}}, {test}}}}}}}")
    };
    let list = "army: Trial\nruleset: toy\npoints: 1000\nunits:\n  - {unit: foot, size: 1, count: 2}\n  \
                - {unit: horse, size: 1, count: 2}\n  - {unit: hors, size: 1}\n";
    let told = |test: &str| {
        let (_folder, library) = with_limit(&limit(test));
        let report = checked(&library, list);
        report.findings.iter().map(|f| f.code.as_str()).collect::<Vec<_>>().join(" ")
    };
    // `hors` is probably a third horse, so that only two are certain
    assert_eq!(told("above: 2"), "unknown-unit");
    assert_eq!(told("max: 2"), "unknown-unit");
    assert_eq!(told("above: 1"), "too-many unknown-unit");
    assert_eq!(told("max: 1"), "unknown-unit");
}

#[test]
fn mistakes_are_reported_at_the_word() {
    let folder = Folder::new();
    let told = |measured: &str| {
        let text = format!(
            "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {{hold: {{name: Hold}}}}\nunits: {{foot: {{name: Foot, \
             tags: [foot]}}}}\nlimits:\n  a:\n    count: {{unit: foot}}\n    max: 1\n    when:\n      measured: {measured}\n"
        );
        folder.write("toy/ruleset.yaml", &text);
        let ran = folder.muster(&["check", "toy/ruleset.yaml", "--format", "concise"]);
        let line = ran.out.lines().next().unwrap();
        line.split_once("[toy").map_or(line, |(line, _)| line.trim_end()).to_owned()
    };
    for (measured, wanted) in [
        (
            "{above: 2}",
            "11:17: error[missing-key]: `measured` must say what it measures (help: give it exactly one of \
             count, sum, options, highest, lowest and number)",
        ),
        (
            "{count: {unit: foot}}",
            "11:17: error[missing-key]: `measured` must compare what it measures (help: give it min, max, above, below \
             or exactly)",
        ),
        (
            "{sum: hold, min: 1}",
            "11:23: error[bad-value]: \"hold\" is a stat, but a condition can only sum numbers (help: define a number \
             that is hold, and sum that)",
        ),
        (
            "{sum: sise, min: 1}",
            "11:23: error[bad-value]: there is no number \"sise\" (help: did you mean \"size\"?)",
        ),
        (
            "{count: {unit: fot}, min: 1}",
            "11:32: error[unknown-unit]: there is no unit type \"fot\" (help: did you mean \"foot\"?)",
        ),
        (
            "{count: {}, min: 3, max: 2}",
            "11:42: error[bad-value]: no number meets both conditions, from 3 and to 2",
        ),
        (
            "{count: {}, sum: size, min: 3}",
            "11:17: error[missing-key]: `measured` must say what it measures (help: give it exactly one of \
             count, sum, options, highest, lowest and number)",
        ),
    ] {
        assert_eq!(told(measured), format!("toy/ruleset.yaml:{wanted}"), "{measured}");
    }
    let ran = {
        folder.write(
            "toy/ruleset.yaml",
            "ruleset: toy\nname: Toy\nversion: 1.0.0\nunits: {foot: {name: Foot}}\nlimits:\n  a: {count: {}, max: 1, \
             when: {measured: {count: {tag: fot}, above: 1}}}\n",
        );
        folder.muster(&["lint", "toy/ruleset.yaml", "--format", "concise"])
    };
    let message = "warning[never-matches]: \"a\" never applies, since no unit matches its condition";
    assert!(ran.out.contains(message), "{}", ran.out);
}

/// Returns what the solver finds for a game of foot and horse with some limits.
fn solve(limits: &str) -> Feasibility {
    let text = format!(
        "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nunits:\n  foot: {{name: Foot, tags: [foot]}}\n  horse: \
         {{name: Horse, tags: [horse]}}\nlimits:\n{limits}"
    );
    search_for_list("toy", &text, None)
}

#[test]
fn the_solver_knows_both_ways_of_a_measured_condition() {
    let three = "  three: {count: {tag: foot}, min: 3}\n";
    let two = |test: &str| {
        format!(
            "{three}  two: {{count: {{tag: foot}}, max: 2, when: {{measured: {{count: {{tag: foot}}, {test}}}}}}}\n"
        )
    };
    // Three foot are wanted. Where the maximum of two applies to three or more, no army can have them
    for test in ["min: 3", "above: 2", "min: 1"] {
        let Feasibility::Forbidden(conflict) = solve(&two(test)) else {
            panic!("{test}: {:?}", solve(&two(test)))
        };
        assert_eq!(conflict.limits, [0, 1], "{test}");
    }
    // Where it applies only to some other number, there is an army
    for test in ["min: 4", "max: 2", "below: 3", "exactly: 5"] {
        assert!(matches!(solve(&two(test)), Feasibility::Found(_)), "{test}");
    }
    // If horse are there, foot are not, and both are wanted
    let both = "  horse: {count: {tag: horse}, min: 2}\n  none: {count: {tag: foot}, max: 0, when: {measured: {count: \
                {tag: horse}, exactly: 2}}}\n";
    assert!(matches!(solve(&format!("{three}{both}")), Feasibility::Found(_)), "three horse are a way out");
    let both = both.replace("min: 2", "exactly: 2");
    assert!(matches!(solve(&format!("{three}{both}")), Feasibility::Forbidden(_)));
}

/// A game with options, stats and numbers to measure.
const WARDENS: &str = "\
ruleset: wardens
name: Wardens
version: 1.0.0
size: {of: models, min: 1}
commands: {led-by: [leader]}
roles: {leader: {name: Leader, cost: 0}}
stats: {ld: {name: Ld}}
options: {bow: {name: Bow, cost: 2}, horn: {name: Horn, cost: 3}}
units:
  foot: {name: Foot, tags: [foot], cost: 1, stats: {ld: 6}, options: [bow?, horn?]}
  horse: {name: Horse, tags: [horse], cost: 1, stats: {ld: 8}, options: [bow?, horn?]}
  carts: {name: Carts, cost: 1}
numbers:
  wings: {for: army, name: Wings, is: \"2 * count({tag: horse})\"}
  wing: {for: command, name: Wing, is: \"count({tag: horse})\"}
limits:
  few: LIMIT
";

fn wardens(limit: &str) -> (Folder, muster::rules::library::Library) {
    rules("wardens", &WARDENS.replace("LIMIT", limit), &[])
}

/// Returns why a limit of no carts applies to an army with these rows and one cart. `None` if it does not apply.
fn reason_under(measured: &str, rows: &[&str]) -> Option<String> {
    let (_folder, library) =
        wardens(&format!("{{count: {{unit: carts}}, max: 0, when: {{measured: {{{measured}}}}}}}"));
    let rows: String = rows.iter().map(|row| format!("  - {{unit: {row}}}\n")).collect();
    let list =
        format!("army: Trial\nruleset: wardens\npoints: 100\nunits:\n{rows}  - {{unit: carts, size: 1}}\n");
    let report = checked_whole(&library, &list);
    assert!(report.findings.len() < 2, "{measured}: {:#?}", lines(&report));
    let told = report.findings.first().map(|finding| finding.message.clone());
    told.map(|told| told.strip_prefix("1 \"Carts\", none allowed, since ").expect(&told).to_owned())
}

#[test]
fn conditions_take_every_measure_of_limits() {
    let (bows, horns) = ("foot, size: 1, options: [bow]", "foot, size: 1, count: 2, options: [horn]");
    let why = |measured: &str, rows: &[&str]| reason_under(measured, rows);
    assert_eq!(why("options: [bow, horn], min: 3", &[bows]), None);
    assert_eq!(
        why("options: [bow, horn], min: 3", &[bows, horns]).unwrap(),
        "there are 3 \"Bow\" or \"Horn\", 3 or more"
    );
    assert_eq!(why("options: [bow, horn], alike: one, min: 2", &[horns]), None);
    assert_eq!(
        why("options: [bow, horn], alike: one, min: 2", &[bows, horns]).unwrap(),
        "there are 2 different ones of \"Bow\" and \"Horn\", 2 or more"
    );
    // A bow of 2 points, two horns of 3
    assert_eq!(why("options: [bow, horn], sum: points, above: 8", &[bows, horns]), None);
    assert_eq!(
        why("options: [bow, horn], sum: points, min: 8", &[bows, horns]).unwrap(),
        "there are 8 points of \"Bow\" or \"Horn\", 8 or more"
    );
    assert_eq!(why("count: {tag: [foot, horse]}, alike: one, min: 2", &["foot, size: 1, count: 3"]), None);
    assert_eq!(why("highest: ld, of: {tag: foot}, min: 7", &["foot, size: 1"]), None);
    assert_eq!(
        why("highest: ld, of: {tag: [foot, horse]}, min: 7", &["foot, size: 1", "horse, size: 1"]).unwrap(),
        "the highest Ld of units tagged \"foot\" or \"horse\" is 8, 7 or more"
    );
    assert_eq!(
        why("lowest: size, of: {tag: foot}, below: 3", &["foot, size: 4", "foot, size: 2"]).unwrap(),
        "the lowest size of units tagged \"foot\" is 2, less than 3"
    );
    assert_eq!(why("lowest: size, of: {tag: foot}, below: 2", &["foot, size: 4", "foot, size: 2"]), None);
    assert_eq!(
        why("number: wings, exactly: 4", &["horse, size: 1, count: 2"]).unwrap(),
        "the number \"Wings\" is 4, exactly 4"
    );
    assert_eq!(why("number: wings, exactly: 4", &["horse, size: 1, count: 3"]), None);
}

#[test]
fn what_nobody_has_passes_no_test() {
    for measured in ["highest: ld, of: {tag: horse}, max: 9", "lowest: ld, of: {tag: horse}, min: 0"] {
        assert_eq!(reason_under(measured, &["foot, size: 1"]), None, "{measured}");
    }
    let (_folder, library) = wardens(
        "{count: {unit: carts}, max: 0, when: {not: {measured: {highest: ld, of: {tag: horse}, max: 9}}}}",
    );
    let list = "army: Trial\nruleset: wardens\npoints: 100\nunits: [{unit: carts, size: 1}]\n";
    assert_eq!(
        lines(&checked_whole(&library, list)),
        [
            "error[too-many]: 1 \"Carts\", none allowed, since nobody has the highest Ld of units tagged \"horse\""
        ]
    );
}

#[test]
fn a_condition_on_a_number_of_commands_belongs_into_commands() {
    let limit = |place: &str| {
        format!("{{count: {{unit: carts}}{place}, max: 0, when: {{measured: {{number: wing, min: 1}}}}}}")
    };
    let (_folder, library) = wardens(&limit(", in: command"));
    let list = "army: Trial\nruleset: wardens\npoints: 100\ncommands:\n  - name: Left\n    commander: {role: leader, name: \
                A}\n    units: [{unit: carts, size: 1}]\n  - name: Right\n    commander: {role: leader, name: B}\n    units: \
                [{unit: horse, size: 1}, {unit: carts, size: 1}]\n";
    assert_eq!(
        lines(&checked_whole(&library, list)),
        [
            "error[too-many]: 1 \"Carts\" in \"Right\", none allowed, since the number \"Wing\" is 1, 1 or more"
        ]
    );
    assert_eq!(faults(&limit("")), ["\"wing\" is a number of each command"]);
}

/// Returns the messages about a ruleset with this limit.
fn faults(limit: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.write("wardens/ruleset.yaml", &WARDENS.replace("LIMIT", limit));
    let library = folder.library();
    let _ = library.rules_for("wardens", None);
    library.findings().iter().map(|finding| finding.message.clone()).collect()
}

#[test]
fn measures_that_cannot_be_meant_in_conditions_are_told() {
    let when = |measured: &str| format!("{{count: {{}}, max: 9, when: {{measured: {{{measured}}}}}}}");
    assert_eq!(faults(&when("highest: ld, min: 1")), [""; 0]);
    for (measured, told) in [
        ("min: 1", "`measured` must say what it measures"),
        ("highest: ld, lowest: ld, min: 1", "`measured` must say what it measures"),
        ("highest: ld", "`measured` must compare what it measures"),
        ("highest: hold, min: 1", "there is no stat or number \"hold\""),
        ("number: wing-s, min: 1", "there is no number \"wing-s\""),
        ("sum: wings, min: 1", "\"wings\" is one number of the army and cannot be added up"),
        ("highest: ld, alike: one, min: 1", "`alike` belongs to `count` and `options`, which count things"),
    ] {
        assert_eq!(faults(&when(measured)), [told], "{measured}");
    }
    let effect = |measured: &str| {
        faults(&format!(
            "{{count: {{}}, max: 9}}\neffects:\n  x: {{where: {{tag: foot}}, when: {{measured: {{{measured}}}}}, \
                         add: {{ld: 1}}}}"
        ))
    };
    assert_eq!(effect("options: bow, min: 1"), [""; 0]);
    assert_eq!(effect("number: wings, min: 1"), [""; 0]);
    assert_eq!(
        effect("highest: ld, min: 1"),
        ["an effect cannot depend on \"ld\", which is a stat, and stats are only known once effects are"]
    );
    assert_eq!(
        effect("lowest: points, min: 1"),
        ["an effect cannot depend on \"points\", which are only known once effects are"]
    );
    let number = "{count: {}, max: 9}\n  more: {count: {}, max: 9}";
    let text = WARDENS.replace("LIMIT", number).replace(
        "numbers:\n",
        "numbers:\n  loop: {for: army, name: Loop, is: \"1\", when: {measured: {number: loop, min: 1}}}\n",
    );
    let folder = Folder::new();
    folder.write("wardens/ruleset.yaml", &text);
    let library = folder.library();
    let _ = library.rules_for("wardens", None);
    let found: Vec<String> = library.findings().iter().map(|f| f.message.clone()).collect();
    assert_eq!(found, ["\"loop\" depends on itself"]);
}
