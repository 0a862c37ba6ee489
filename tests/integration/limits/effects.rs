//! Effects on a condition, and the tags that they give and take.

use crate::common::{Folder, checked, labelled, lines, rules, stat, unit, with_army};
use crate::limits::support::message;
use crate::rooms::support::lines_of;
use muster::format::read_exact_numbers::Number;
use muster::rules::library::Library;

/// A court: guards are core troops under the king as general, and foot dislikes many horse.
const COURT: &str = "\
ruleset: court
name: Court
version: 1.0.0
points: none
stats: {ld: {name: Leadership}}
roles: {general: {name: General}, hero: {name: Hero}}
commands: {led-by: [general, hero]}
units:
  king: {name: King, roles: [general, hero], stats: {ld: 9}}
  duke: {name: Duke, roles: [general, hero], stats: {ld: 9}}
  guard: {name: Guard, tags: [foot, special], stats: {ld: 8}}
  levy: {name: Levy, tags: [foot, core], stats: {ld: 6}}
  horse: {name: Horse, tags: [horse], stats: {ld: 7}}
effects:
  kings-own: {where: {unit: guard}, when: {present: {unit: king, role: general}}, gives-tags: [core], takes-tags: [special]}
  crowded: {where: {tag: foot}, in: command, when: {measured: {count: {tag: horse}, above: 2}}, add: {ld: -1}}
limits:
  few-special: {count: {tag: special}, max: 2}
  enough-core: {count: {tag: core}, min: 2, max: 4}
";

fn court() -> (Folder, Library) {
    rules("court", COURT, &[])
}

/// Returns a list under the court's rules, with a person and some rows of units.
fn led_by(person: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("  - {{unit: {row}}}\n")).collect();
    format!("army: Trial\nruleset: court\ncharacters: [{{unit: {person}}}]\nunits:\n{rows}")
}

#[test]
fn guards_are_core_only_under_the_king_as_general() {
    let (_folder, library) = court();
    let told = |person: &str, guards: u32| {
        lines(&checked(&library, &led_by(person, &[&format!("guard, count: {guards}")])))
    };
    let none: [String; 0] = [];
    assert_eq!(told("king, role: general", 3), none);
    // Neither another general nor the king as a hero will do
    for person in ["duke, role: general", "king, role: hero"] {
        assert_eq!(
            told(person, 3),
            [
                "error[too-few]: 0 units tagged \"core\", at least 2 needed",
                "error[too-many]: 3 units tagged \"special\", at most 2 allowed"
            ],
            "{person}"
        );
    }
    // At the edges: 2 to 4 core under the king, at most 2 special under the duke
    assert_eq!(told("king, role: general", 4), none);
    assert_eq!(
        told("duke, role: general", 2),
        ["error[too-few]: 0 units tagged \"core\", at least 2 needed"]
    );
}

#[test]
fn a_limit_broken_by_such_a_tag_says_what_made_it_so() {
    let (_folder, library) = court();
    let report = checked(&library, &led_by("king, role: general", &["guard, count: 3", "levy, count: 2"]));
    assert_eq!(
        message(&report),
        "5 units tagged \"core\", at most 4 allowed; \"Guard\" counts as \"core\" since there are \"King\" with the role \
         \"general\""
    );
    let finding = &report.findings[0];
    assert_eq!(labelled(&report, finding), ["levy", "guard", "enough-core", "kings-own", "king"]);
    let texts: Vec<&str> = finding.labels.iter().skip(3).map(|l| l.text.as_str()).collect();
    assert_eq!(texts, ["the tag comes from this", "an effect applies because of this"]);
    let facts: Vec<(&str, &str)> = finding.facts.iter().map(|f| (f.is.as_str(), f.what.as_str())).collect();
    let why = "\"Guard\" counts as \"core\" since there are \"King\" with the role \"general\"";
    assert_eq!(facts.last(), Some(&("tag", why)));
    // One guard too few are core, and the levies are themselves
    let report = checked(&library, &led_by("king, role: general", &["guard"]));
    assert_eq!(
        message(&report),
        "1 unit tagged \"core\", at least 2 needed; \"Guard\" counts as \"core\" since there are \"King\" with the role \
         \"general\""
    );
    let report = checked(&library, &led_by("king, role: general", &["levy"]));
    assert_eq!(message(&report), "1 unit tagged \"core\", at least 2 needed");
}

#[test]
fn a_tag_that_was_taken_is_told_where_it_is_missed() {
    let text = COURT.replace(
        "few-special: {count: {tag: special}, max: 2}",
        "few-special: {count: {tag: special}, min: 1}",
    );
    let (_folder, library) = rules("court", &text, &[]);
    let report = checked(&library, &led_by("king, role: general", &["guard, count: 2"]));
    assert_eq!(
        message(&report),
        "0 units tagged \"special\", at least 1 needed; \"Guard\" does not count as \"special\" since there are \"King\" \
         with the role \"general\""
    );
}

#[test]
fn stats_change_in_the_command_where_the_condition_holds() {
    let (_folder, library) = court();
    let list = |horse: u32| {
        format!(
            "army: Trial\nruleset: court\ncommands:\n  - name: Left\n    commander: {{unit: king, role: general}}\n    \
             units: [{{unit: guard, name: G}}, {{unit: horse, name: H, count: {horse}}}]\n  - name: Right\n    commander: \
             {{unit: duke, role: hero}}\n    units: [{{unit: levy, name: L}}, {{unit: horse, count: 1}}]\nreserves: [{{unit: \
             levy, name: R}}]\n"
        )
    };
    let found = |horse: u32| {
        with_army(&library, &list(horse), |army| {
            ["G", "H", "L", "R"].map(|name| stat(army, name, "ld").unwrap().to_string()).join(" ")
        })
    };
    // More than two horse are in the left command alone; horse is not foot, and the reserve is in no command
    assert_eq!(found(2), "8 7 6 6");
    assert_eq!(found(3), "7 7 6 6");
}

/// Returns the tags and the leadership of a unit `a` under effects, in any order of writing.
fn tags_under(effects: &[&str]) -> (Vec<String>, Number) {
    let mut seen = Vec::new();
    for order in [effects.to_vec(), effects.iter().rev().copied().collect()] {
        let effects: String = order.iter().map(|effect| format!("  {effect}\n")).collect();
        let text = format!(
            "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nstats: {{ld: {{name: Leadership}}}}\noptions: {{drill: \
             {{name: Drill, gives-tags: [drilled]}}}}\nunits:\n  a: {{name: A, tags: [x], stats: {{ld: 5}}, options: \
             [drill]}}\neffects:\n{effects}"
        );
        let (_folder, library) = rules("toy", &text, &[]);
        let list = "army: Trial\nruleset: toy\nunits: [{unit: a, name: A}]\n";
        seen.push(with_army(&library, list, |army| {
            let body = &unit(army, "A").body;
            let mut tags: Vec<String> = body.tags.iter().map(|tag| army.rules.tags[tag.0].clone()).collect();
            tags.sort();
            (tags, stat(army, "A", "ld").unwrap())
        }));
    }
    assert_eq!(seen[0], seen[1], "the order of writing matters: {effects:?}");
    seen.remove(0)
}

#[test]
fn effects_that_change_tags_are_judged_once_by_the_tags_before() {
    let ld = |n: i64| Number::from(n);
    let (first, second) =
        ("one: {where: {tag: x}, gives-tags: [y]}", "two: {where: {tag: y}, gives-tags: [z]}");
    assert_eq!(tags_under(&[first]), (vec!["drilled".into(), "x".into(), "y".into()], ld(5)));
    assert_eq!(tags_under(&[first, second]).0, ["drilled", "x", "y"]);
    // What options give is there before; what changes stats alone comes after
    assert_eq!(tags_under(&["one: {where: {tag: drilled}, gives-tags: [y]}"]).0, ["drilled", "x", "y"]);
    assert_eq!(tags_under(&[first, "more: {where: {tag: y}, add: {ld: 2}}"]).1, ld(7));
    assert_eq!(tags_under(&[first, "more: {where: {tag: y}, gives-tags: [w], add: {ld: 2}}"]).1, ld(5));
    assert_eq!(tags_under(&["one: {where: {tag: x}, gives-tags: [y], add: {ld: 1}}"]).1, ld(6));
    // Giving wins, and each takes what was there before
    assert_eq!(tags_under(&["one: {where: {}, takes-tags: [x]}"]).0, ["drilled"]);
    assert_eq!(
        tags_under(&["one: {where: {}, takes-tags: [x]}", "two: {where: {tag: x}, gives-tags: [x]}"]).0,
        ["drilled", "x"]
    );
    let absent = "two: {where: {}, when: {not: {present: {tag: x}}}, gives-tags: [none-left]}";
    assert_eq!(tags_under(&["one: {where: {}, takes-tags: [x]}", absent]).0, ["drilled"]);
}

#[test]
fn an_effect_that_nothing_decides_leaves_limits_open() {
    let (_folder, library) = court();
    // `kingg` is probably the king
    let list = led_by("kingg, role: general", &["guard, count: 3"]);
    let report = checked(&library, &list);
    let codes: Vec<&str> = report.findings.iter().map(|f| f.code.as_str()).collect();
    assert_eq!(codes, ["unknown-unit"]);
    let dated = COURT.replace("when: {present: {unit: king, role: general}}", "when: {date: {from: 200 BC}}");
    let (_folder, library) = rules("court", &dated, &[]);
    let list = led_by("king, role: general", &["guard, count: 3"]);
    let report = checked(&library, &list);
    assert_eq!(
        lines(&report),
        ["warning[date-needed]: the list has no date, and some of its rules ask for one"]
    );
    let help = report.findings[0].help.as_deref().unwrap_or_default();
    assert!(help.contains("court/effects/kings-own"), "{help}");
    let none: [String; 0] = [];
    assert_eq!(lines(&checked(&library, &format!("{list}date: 190 BC\n"))), none);
}

#[test]
fn faults_of_effects_are_reported() {
    let told = |effect: &str, command: &str| {
        let folder = Folder::new();
        let text = COURT.replace("  crowded: {where", &format!("  trial: {effect}\n  crowded: {{where"));
        let text = text.replace("limits:", "numbers:\n  nerve: {for: unit, name: Nerve, is: ld + 1}\n  men: {for: unit, name: Men, is: count * 2}\nlimits:");
        folder.write("court/ruleset.yaml", &text);
        let ran = folder.muster(&[command, "court/ruleset.yaml", "--format", "concise"]);
        let line = ran
            .out
            .lines()
            .find(|line| !line.contains("missing-text") && line.contains("court/ruleset.yaml:16"));
        let line = line.unwrap_or_default();
        line.split_once("[court/")
            .map_or(line, |(line, _)| line.trim_end())
            .trim_start_matches("court/ruleset.yaml:16:")
            .to_owned()
    };
    let help =
        " (help: an effect can ask for the agreed `points`, and for units, sizes, options, roles and tags)";
    for (effect, word, wanted) in [
        (
            "{where: {}, when: {spent: {above: 3}}, add: {ld: 1}}",
            "3}",
            format!("bad-value]: an effect cannot depend on \"spent\", which are only known once effects are{help}"),
        ),
        (
            "{where: {}, when: {measured: {sum: points, above: 3}}, add: {ld: 1}}",
            "points",
            format!("bad-value]: an effect cannot depend on \"points\", which are only known once effects are{help}"),
        ),
        (
            "{where: {}, when: {any: [{measured: {sum: nerve, above: 3}}]}, add: {ld: 1}}",
            "nerve",
            format!(
                "bad-value]: an effect cannot depend on \"nerve\", which is worked out from stats or costs, which are \
                 only known once effects are{help}"
            ),
        ),
        (
            "{where: {}, when: {worth: {above: 3}}, add: {ld: 1}}",
            "3}",
            format!("bad-value]: an effect cannot depend on \"worth\", which is what the army costs if no size is agreed{help}"),
        ),
        (
            "{where: {}, in: unit, add: {ld: 1}}",
            "unit",
            "bad-value]: an effect looks in the army or in the command of the unit (help: write `in: army` or `in: \
             command`)"
                .to_owned(),
        ),
        (
            "{where: {}, when: {present: {unit: kin}}, add: {ld: 1}}",
            "kin}",
            "unknown-unit]: there is no unit type \"kin\" (help: did you mean \"king\"?)".to_owned(),
        ),
    ] {
        let column = format!("  trial: {effect}").find(word).unwrap() + 1;
        assert_eq!(told(effect, "check"), format!("{column}: error[{wanted}"), "{effect}");
    }
    // A number that only counts is known early enough
    assert_eq!(told("{where: {}, when: {measured: {sum: men, above: 3}}, add: {ld: 1}}", "check"), "");
    for (effect, wanted) in [
        (
            "{where: {tag: foot}}",
            "3: warning[never-matches]: \"trial\" changes nothing (help: give it add, set, gives-tags or takes-tags)",
        ),
        (
            "{where: {tag: foot}, gives-tags: [a], takes-tags: [a]}",
            "3: warning[never-matches]: \"trial\" gives and takes the tag \"a\", and giving wins (help: leave it out under takes-tags)",
        ),
        (
            "{where: {tag: foot}, when: {present: {tag: camel}}, add: {ld: 1}}",
            "3: warning[never-matches]: \"trial\" never applies, since no unit matches its condition (help: correct the condition, or remove the effect)",
        ),
        (
            "{where: {tag: royal}, gives-tags: [a]}\n  royal: {where: {unit: guard}, gives-tags: [royal]}",
            "3: warning[never-matches]: \"royal\" is given by effects, which are judged all at once: \"trial\" never sees it (help: ask for what the other effect asks for)",
        ),
        ("{where: {tag: royal}, add: {ld: 1}}\n  royal: {where: {unit: guard}, gives-tags: [royal]}", ""),
    ] {
        assert_eq!(told(effect, "lint"), wanted, "{effect}");
    }
}

#[test]
fn rooms_count_tags_from_effects() {
    let (_folder, library) = court();
    let list = led_by("king, role: general", &["guard, count: 3"]);
    let room = lines_of(&library, &list, "court/limits/enough-core");
    assert!(room.ends_with(": open, 3 units, min 2, max 4; Guard"), "{room}");
}

#[test]
fn an_effect_is_explained_with_its_words() {
    let (folder, _) = court();
    let ran = folder.muster(&["explain", "court/effects/kings-own", "--rulesets", "."]);
    assert!(ran.out.contains("kings own") && ran.out.contains("gives-tags: [core]"), "{}", ran.out);
}
