//! Stats in words, such as "3/1" in a column of numbers, and facts about unit types.

use serde_json::json;

use crate::common::{Folder, checked, lines, n, rules, stat, unit, with_army};

const TOY: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
stats:
  attack: {name: Attack, abbr: A}
  range: {name: Range, abbr: R, show: '{}\"'}
  speed: {name: Speed, abbr: S}
options:
  drilled: {name: Drilled, cost: 2, text: Fights better., brief: Fights better, add: {attack: 1}}
  mortar: {name: Mortar, cost: 5, text: Throws far., brief: Throws far, set: {range: {words: special}}, add: {speed: -1}}
  limbers: {name: Limbers, cost: 3, text: Moves., brief: Moves, set: {attack: 2, speed: 4}}
  sling: {name: Sling, cost: 1, facts: {Range: 12, Dice: 1}}
  marked: {name: Marked, cost: 1, text: A mark., brief: A mark, places: {marks: 1, among: [attack, speed], add: 1, absent: warning}}
effects:
  swift: {where: {tag: quick}, add: {speed: 1}}
units:
  artillery:
    name: Artillery
    tags: [quick]
    cost: 20
    stats: {attack: {words: 3/1}, range: {words: 2x40cm}, speed: 1}
    facts: {Crew: 4 on each base}
    options: [drilled?, mortar?, limbers?, marked?]
  foot:
    name: Foot
    cost: 10
    stats: {attack: 3, range: none, speed: 1/4}
    options: [drilled?, sling?, mortar?]
  horse: {name: Horse, cost: 12, stats: {attack: 3, range: none, speed: 2}}
numbers:
  punch: {for: unit, name: Punch, is: attack * 2, otherwise: none}
limits:
  blows: {sum: attack, of: {unit: [artillery, foot]}, max: 7}
";

fn toy() -> String {
    // A limit adds up numbers of the ruleset, not stats
    let blows = "numbers:\n  blow: {for: unit, name: Blow, is: \"or-else(attack, 0)\"}\n";
    TOY.replace("numbers:\n", blows).replace("sum: attack", "sum: blow")
}

fn list(rows: &str) -> String {
    format!("army: Trial\nruleset: toy\npoints: 100\nunits: [{rows}]\n")
}

#[test]
fn words_are_absent_from_formulas_and_nothing_is_added_to_them() {
    let (_folder, library) = rules("toy", &toy(), &[]);
    let rows =
        "{unit: artillery, name: Guns, options: [drilled]}, {unit: foot, name: Foot, options: [drilled]}";
    with_army(&library, &list(rows), |army| {
        let words = |name: &str, id: &str| {
            let at = army.rules.find_stat(id).unwrap();
            unit(army, name).body.stats[at.0].words().map(str::to_owned)
        };
        assert_eq!((words("Guns", "attack").as_deref(), stat(army, "Guns", "attack")), (Some("3/1"), None));
        assert_eq!(words("Guns", "range").as_deref(), Some("2x40cm"));
        // 1, and 1 by the effect; a quarter stays a quarter
        assert_eq!(stat(army, "Guns", "speed"), Some(n("2")));
        assert_eq!(
            (stat(army, "Foot", "attack"), stat(army, "Foot", "speed")),
            (Some(n("4")), Some(n("1/4")))
        );
    });
    // The guns strike no blows that count: 4 of 7, and 8 with two drilled bodies of foot
    assert_eq!(lines(&checked(&library, &list(rows))), Vec::<String>::new());
    let two = format!("{rows}, {{unit: foot, options: [drilled]}}");
    assert_eq!(
        lines(&checked(&library, &list(&two))),
        ["error[too-many]: 8 blow of \"Artillery\" or \"Foot\", at most 7 allowed"]
    );
}

#[test]
fn options_set_words_and_replace_them() {
    let (_folder, library) = rules("toy", &toy(), &[]);
    let rows = "{unit: artillery, name: Guns, options: [mortar, limbers, drilled]}, {unit: foot, name: Foot, options: [mortar]}";
    with_army(&library, &list(rows), |army| {
        let words = |name: &str, id: &str| {
            let at = army.rules.find_stat(id).unwrap();
            unit(army, name).body.stats[at.0].words().map(str::to_owned)
        };
        assert_eq!(words("Guns", "range").as_deref(), Some("special"));
        assert_eq!(words("Foot", "range").as_deref(), Some("special"));
        // Every `set` comes before every `add`: 2 and 1; 4, less 1, and 1 by the effect
        assert_eq!(stat(army, "Guns", "attack"), Some(n("3")));
        assert_eq!(stat(army, "Guns", "speed"), Some(n("4")));
    });
}

#[test]
fn a_mark_on_words_is_told_apart_from_a_mark_on_nothing() {
    let (_folder, library) = rules("toy", &toy(), &[]);
    let report = checked(&library, &list("{unit: artillery, name: Guns, options: [marked: attack]}"));
    assert_eq!(
        lines(&report),
        [
            "warning[marks]: a mark of \"marked\" on attack changes no figure, since \"Guns\" has no number there but \"3/1\""
        ]
    );
    assert!(lines(&checked(&library, &list("{unit: artillery, options: [marked: speed]}"))).is_empty());
}

#[test]
fn books_and_extensions_replace_words_and_numbers() {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", &toy());
    let book = "book: own\nruleset: toy\nname: Own\nversion: 1.0.0\nentries:\n  \
        guns: {unit: artillery, stats: {attack: 5, range: none}, facts: {Crew: 3 on each base, Shot: stones}}\n  \
        wild: {unit: foot, stats: {attack: {words: 2d6}}}\n";
    folder.write("toy/books/own.yaml", book);
    folder.write(
        "over/ruleset.yaml",
        "ruleset: over\nextends: toy\nname: Over\nversion: 1.0.0\nunits:\n  \
         artillery: {stats: {attack: {words: special}}}\n  foot: {stats: {attack: {words: 1/4}}}\n",
    );
    let library = folder.library();
    let head =
        "army: A\nruleset: toy\nbook: own\nunits: [{unit: guns, name: Guns}, {unit: wild, name: Wild}]\n";
    with_army(&library, head, |army| {
        assert_eq!((stat(army, "Guns", "attack"), stat(army, "Guns", "range")), (Some(n("5")), None));
        assert!(unit(army, "Guns").body.stats[1].is_absent());
        assert_eq!(unit(army, "Wild").body.stats[0].words(), Some("2d6"));
    });
    let over = "army: A\nruleset: over\nunits: [{unit: artillery, name: Guns}, {unit: foot, name: Foot}]\n";
    with_army(&library, over, |army| {
        assert_eq!(unit(army, "Guns").body.stats[0].words(), Some("special"));
        assert_eq!(unit(army, "Foot").body.stats[0].words(), Some("1/4"));
    });
}

/// Returns the findings in a ruleset, one line each with its help.
fn ruleset_findings(rest: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.write("x/ruleset.yaml", &format!("ruleset: x\nname: X\nversion: 1.0.0\n{rest}"));
    let ran = folder.muster(&["check", "--format", "concise", "x/ruleset.yaml"]);
    let lines = ran.out.lines().filter_map(|line| line.strip_prefix("x/ruleset.yaml:"));
    lines.map(str::to_owned).collect()
}

#[test]
fn text_without_braces_gets_help_for_words() {
    let stats = "stats: {hold: {name: Hold}}\n";
    #[rustfmt::skip]
    let cases = [
        ("units: {a: {name: A, stats: {hold: special}}}\n",
         "5:36: error[wrong-type]: \"special\" is not a number; write one such as 12, 0.5, 1/4 or 86% (help: for words write `{words: special}`)"),
        ("units: {a: {name: A, stats: {hold: 3/x}}}\n",
         "5:36: error[wrong-type]: \"3/x\" is not a fraction; write one such as 1/4 (help: for words write `{words: 3/x}`)"),
        ("units: {a: {name: A, stats: {hold: \"a, b\"}}}\n",
         "5:36: error[wrong-type]: \"a, b\" is not a number; write one such as 12, 0.5, 1/4 or 86% (help: for words write `{words: \"a, b\"}`)"),
        // A number that can be guessed is meant
        ("units: {a: {name: A, stats: {hold: 10 men}}}\n",
         "5:36: error[wrong-type]: \"10 men\" is not a number; write one such as 12, 0.5, 1/4 or 86% (help: write `10`)"),
        ("units: {a: {name: A, stats: {hold: {words: ''}}}}\n",
         "5:44: error[bad-value]: the words of \"hold\" are empty (help: write what is printed, or `none` if there is no value)"),
        ("units: {a: {name: A, stats: {hold: {word: x}}}}\n",
         "5:37: error[unknown-key]: unknown key \"word\" in `hold` (help: write `words`)"),
        ("options: {o: {name: O, set: {hold: special}}}\nunits: {a: {name: A, options: [o]}}\n",
         "5:36: error[bad-formula]: there is no stat, value or number \"special\" (help: for words write `{words: special}`)"),
        ("options: {o: {name: O, set: {hold: 2x40cm}}}\nunits: {a: {name: A, options: [o]}}\n",
         "5:36: error[bad-formula]: \"2x40cm\" is neither a number nor a name (help: for words write `{words: 2x40cm}`)"),
    ];
    for (rest, wanted) in cases {
        assert_eq!(ruleset_findings(&format!("{stats}{rest}")), [wanted], "{rest}");
    }
}

#[test]
fn lint_finds_words_that_are_read_as_numbers_and_additions_to_words() {
    let folder = Folder::new();
    let text = toy()
        .replace(
            "stats: {attack: 3, range: none, speed: 1/4}",
            "stats: {attack: \"3/1\", range: none, speed: 1/4}",
        )
        .replace("set: {attack: 2, speed: 4}", "set: {attack: 2/1, speed: 4}");
    folder.write("toy/ruleset.yaml", &text);
    let ran = folder.muster(&["lint", "--format", "concise", "toy/ruleset.yaml"]);
    let found: Vec<&str> = ran.out.lines().filter_map(|l| l.strip_prefix("toy/ruleset.yaml:")).collect();
    assert_eq!(
        found,
        [
            "11:79: warning[bad-value]: \"2/1\" is the number 2 (help: for words write `{words: 2/1}`)",
            "27:21: warning[bad-value]: \"3/1\" is the number 3 (help: for words write `{words: 3/1}`)",
            "9:3: note[never-matches]: \"Drilled\" adds to Attack, which is \"3/1\" for Artillery and stays so (help: write the other words with `set`, or give a number in place of the words)",
        ]
    );
}

#[test]
fn sheets_and_comparisons_print_words_and_facts() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", &toy());
    folder
        .write("a.yaml", &list("{unit: artillery, name: Guns}, {unit: foot, name: Foot, options: [sling]}"));
    folder.write(
        "b.yaml",
        &list(
            "{unit: artillery, name: Guns, options: [limbers]}, {unit: foot, name: Foot, options: [sling]}",
        ),
    );
    let printed = |list: &str, kind: &str, extension: &str| {
        let ran = folder.muster(&["render", kind, list, "-o", &format!("out.{extension}")]);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        folder.read(&format!("out.{extension}"))
    };
    let roster = printed("a.yaml", "roster", "txt");
    assert!(roster.contains("    A 3/1, R 2x40cm, S 2 (1)\n    Crew: 4 on each base\n"), "{roster}");
    assert!(printed("b.yaml", "roster", "txt").contains("    A 2 (3/1), R 2x40cm, S 5 (1)\n"));
    let cards = printed("a.yaml", "cards", "md");
    assert!(cards.contains("| A | R | S |\n|--|--|--|\n| 3/1 | 2x40cm | 2 (1) |\n"), "{cards}");
    assert!(cards.contains("- Crew: 4 on each base\n"), "{cards}");
    // An option without texts has its facts
    assert!(cards.contains("- **Sling**: Range: 12; Dice: 1\n"), "{cards}");
    let reference = printed("a.yaml", "reference", "md");
    assert!(reference.contains("- **Artillery**: Crew: 4 on each base\n"), "{reference}");
    assert!(reference.contains("- **Sling**: Range: 12; Dice: 1\n"), "{reference}");
    for kind in ["roster", "cards"] {
        let page = printed("a.yaml", kind, "html");
        assert!(
            page.contains(">3/1<") && page.contains("2x40cm") && page.contains("Crew: 4 on each base"),
            "{kind}"
        );
    }
    let rules = folder.muster(&["rules", "toy"]).out;
    let row = rules.lines().find(|line| line.trim_start().starts_with("artillery")).unwrap();
    assert_eq!(row.split_whitespace().collect::<Vec<_>>(), ["artillery", "3/1", "2x40cm", "1", "20"]);
    assert!(rules.contains("Range special"), "{rules}");
    folder.write("old/toy/ruleset.yaml", &toy().replace("words: 3/1", "words: 2/1"));
    let ran = folder.muster(&["diff", "a.yaml", "--rules-before", "old", "--format", "json"]);
    let units = &ran.json()["commands"][0]["units"];
    assert_eq!(
        units[0]["facts"],
        json!([{"change": "changed", "what": "attack", "before": "2/1", "after": "3/1"}])
    );
}

#[test]
fn a_form_may_be_in_words() {
    let folder = Folder::new();
    let text = toy().replace(
        "limbers: {name: Limbers,",
        "limbers: {name: Limbers, forms: {limbered: {name: Limbered, set: {range: {words: none yet}, attack: 4}, add: {attack: 1}}},",
    );
    folder.write("rulesets/toy/ruleset.yaml", &text);
    folder.write("a.yaml", &list("{unit: artillery, name: Guns, options: [limbers]}"));
    folder.muster(&["render", "roster", "a.yaml", "-o", "out.txt"]);
    let roster = folder.read("out.txt");
    assert!(roster.contains("    Limbered: A 5 R none yet\n"), "{roster}");
}
