//! The options of `muster suggest`: names to keep, what alone may change, what is preferred, and what is
//! reported if that rules out every solution.

use muster::format::read_exact_numbers::Number;
use muster::suggest::{AllowedChanges, SuggestOptions, suggest_changes};

use crate::suggest::answers::{assert_keeps_promise, default_options, toy, written};

#[test]
fn kept_names_and_restrictions_are_respected() {
    let (folder, library) = toy();
    let text =
        written(150, &[("spears", 2, false, false), ("bows", 2, false, false), ("horse", 1, false, false)]);
    let upgrades = SuggestOptions { only: Some(AllowedChanges::Upgrades), ..default_options() };
    let found = suggest_changes(&library, "x.yaml", &text, &upgrades).unwrap();
    // 105 points are spent; a shield for either is 6, drill for the spears 11, and nothing else is possible
    assert_eq!(found.suggestions[0].total, Some(Number::from(105_i64 + 6 + 6 + 11)));
    assert!(found.proof.none_is_closer && found.proof.has_fewest_changes);
    let kept =
        SuggestOptions { unchanged_names: vec!["Row 0".to_owned(), "Row 1".to_owned()], ..default_options() };
    for way in suggest_changes(&library, "x.yaml", &text, &kept).unwrap().suggestions {
        let rows: Vec<&str> = text.lines().skip(4).take(2).collect();
        assert!(rows.iter().all(|row| way.text.contains(row)), "{}", way.text);
    }
    folder.write("x.yaml", &text);
    let (status, _, trouble) = folder.muster(&["--rulesets", ".", "suggest", "x.yaml", "--keep", "Nobody"]);
    assert_eq!(status, Some(2));
    assert!(trouble.contains("no unit of x.yaml is named \"Nobody\""), "{trouble}");
}

#[test]
fn if_nothing_helps_the_obstacles_are_named() {
    let (folder, _library) = toy();
    let run = |text: &str, more: &[&str]| {
        folder.write("x.yaml", text);
        folder.muster(&[&["--rulesets", ".", "suggest", "x.yaml", "--time", "60"][..], more].concat()).1
    };
    // The cheapest army is a row of bows for 17
    let small = run(&written(16, &[("spears", 1, false, false)]), &[]);
    assert!(small.contains("\nno list of 16 points is legal: the size alone rules it out\n"), "{small}");
    // Three horse for two spears: 133 of 140, and only with the horse less or the spears more
    let kept = written(140, &[("spears", 2, false, false), ("horse", 3, false, false)]);
    let kept = run(&kept, &["--keep", "Row 1", "--keep", "Row 0", "--only", "units"]);
    assert!(kept.contains("\n--keep rules out every solution; without it there is one\n"), "{kept}");
    let only = written(140, &[("spears", 2, false, false), ("horse", 3, false, false)]);
    let only = run(&only, &["--only", "upgrades"]);
    assert!(only.contains("\n--only rules out every solution; without it there is one\n"), "{only}");
    // Two spears are all, and half as many horse
    let tight = "ruleset: tight\nname: Tight\nversion: 1.0.0\nsize: 1\nunits:\n  spears: {name: Spears, tags: [foot], cost: 20}\n  horse: {name: Horse, tags: [horse], cost: 31}\nlimits:\n  few: {count: {unit: spears}, max: 2, says: spears are few}\n  foot-first: {count: {tag: horse}, max: {share: 1/2, of: {tag: foot}}}\n";
    folder.write("tight/ruleset.yaml", tight);
    let list =
        "army: A\nruleset: tight\npoints: 200\nunits:\n  - {unit: spears, count: 2}\n  - {unit: horse}\n";
    let full = run(list, &[]);
    let forbidden = "these limits together rule it out\n   spears are few (tight/limits/few)\n   foot first (tight/limits/foot-first)\n";
    assert!(full.contains("\nproven: no small changes (a count or size by up to 5, an option, a row) spend more and stay legal\n"), "{full}");
    assert!(full.ends_with(forbidden), "{full}");
    // At least three and at most two
    let never = tight
        .replace("limits:\n", "limits:\n  many: {count: {unit: spears}, min: 3, says: spears are many}\n");
    folder.write("tight/ruleset.yaml", &never);
    let never = run(list, &[]);
    let forbidden = "\nno list of 200 points is legal: these limits together rule it out\n   spears are many (tight/limits/many)\n   spears are few (tight/limits/few)\nstill to fix: 1 error\n";
    assert!(never.contains(forbidden), "{never}");
}

#[test]
fn what_is_preferred_comes_first() {
    let (folder, library) = toy();
    let text =
        written(150, &[("spears", 2, true, false), ("bows", 2, false, false), ("horse", 1, false, false)]);
    // 108 points are spent and 42 left: spears and shields get closer than horse, of which one costs 31
    let plain = suggest_changes(&library, "x.yaml", &text, &default_options()).unwrap();
    let horse = SuggestOptions { prefer: Some("tag: horse".to_owned()), ..default_options() };
    let found = suggest_changes(&library, "x.yaml", &text, &horse).unwrap();
    for way in &found.suggestions {
        assert_keeps_promise(&library, &text, way, &found);
        let of = |text: &str| -> usize {
            let rows = text.lines().filter(|l| l.contains("unit: horse"));
            rows.map(|l| l.split("count: ").nth(1).map_or(1, |n| n[..1].parse::<usize>().unwrap())).sum()
        };
        assert!(of(&way.text) > of(&text), "{}", way.text);
    }
    assert!(!found.suggestions.is_empty() && plain.suggestions[0].total >= found.suggestions[0].total);
    assert!(found.proof.only_of_preferred && !plain.proof.only_of_preferred);
    // Repairing a list keeps what is preferred: what is cut to reach 100 is the foot
    let text = written(100, &[("spears", 4, false, false), ("horse", 1, false, false)]);
    let found = suggest_changes(&library, "x.yaml", &text, &horse).unwrap();
    assert!(
        found.was_illegal && found.suggestions[0].text.contains("unit: horse, name: Row 1, count: 1"),
        "{:?}",
        found.suggestions
    );
    folder.write("x.yaml", &text);
    let run = |prefer: &str| folder.muster(&["--rulesets", ".", "suggest", "x.yaml", "--prefer", prefer]);
    let (status, out, _) = run("tag: hrose");
    assert_eq!(status, Some(2));
    assert!(out.contains("there is no tag \"hrose\" in Toy") && out.contains("--prefer:1:6"), "{out}");
    assert!(out.contains("did you mean \"horse\"?\n"), "{out}");
    let out = run("horse").1;
    assert!(out.contains("--prefer:1:1") && out.contains("write `tag: horse` or `unit: horse`"), "{out}");
    assert!(run("zzz").1.contains("write `tag: zzz` or `unit: zzz` or `entry: zzz`"));
    assert!(run("tags: horse").1.contains("help: write `tag`"));
    assert_eq!(run("").0, Some(2));
    let (status, _, trouble) = run("{tag: horse, option: drill}");
    assert_eq!(status, Some(2));
    assert!(
        trouble.contains("nothing that x.yaml can have matches `{tag: horse, option: drill}`"),
        "{trouble}"
    );
}

#[test]
fn an_applied_suggestion_has_the_promised_total() {
    let (folder, _library) = toy();
    folder.write("x.yaml", &written(100, &[("spears", 4, false, false)]));
    let run = |more: &[&str]| folder.muster(&[&["--rulesets", ".", "suggest", "x.yaml"][..], more].concat());
    let (status, out, trouble) = run(&["--time", "60"]);
    assert_eq!((status, trouble.as_str()), (Some(0), ""));
    let first = out.lines().find_map(|line| line.strip_prefix("1. ")).unwrap();
    let promised = first.rsplit_once(" (").unwrap().0.to_owned();
    let (status, out, _) = run(&["--apply", "1", "--time", "60"]);
    assert_eq!(status, Some(0));
    assert_eq!(out.lines().last(), Some(promised.as_str()));
    let (_, checked, _) = folder.muster(&["--rulesets", ".", "check", "--format", "json", "x.yaml"]);
    let checked: serde_json::Value = serde_json::from_str(&checked).unwrap();
    let total = checked["lists"][0]["points"]["total"].to_string();
    assert!(promised.starts_with(&format!("{total} of 100 points")), "{promised} {total}");
    let before = folder.read("x.yaml");
    for (word, said) in [
        ("4", "suggestion 4 is never shown: suggestions are numbered from 1 to 3 (--most)"),
        ("90", "suggestion 90 is never shown"),
        ("0", "suggestion 0 is never shown"),
        ("2nd", "\"2nd\" is neither the name of a suggestion"),
        ("bcdfghjk", "no suggestion is called bcdfghjk"),
    ] {
        let (status, _, trouble) = run(&["--apply", word]);
        assert_eq!(status, Some(2), "{trouble}");
        assert!(trouble.contains(said), "{trouble}");
    }
    assert_eq!(folder.read("x.yaml"), before);
}

/// Splits a command into words as a shell does.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut open, mut begun) = (Vec::new(), String::new(), false, false);
    let mut letters = command.chars();
    while let Some(c) = letters.next() {
        match c {
            '"' => (open, begun) = (!open, true),
            '\\' if open => word.extend(letters.next()),
            ' ' if !open => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            c => {
                word.push(c);
                begun = true;
            }
        }
    }
    words.push(word);
    words
}

/// The command that is printed applies the suggestion that was shown, and so does every other one by its
/// name.
#[test]
fn the_printed_command_applies_what_was_shown() {
    let (folder, _library) = toy();
    let rows = [("spears", 2, false, false), ("bows", 2, false, false), ("horse", 1, false, false)];
    let text =
        written(190, &rows).replace("Row 1", "Row $1 \\\"b\\\"").replace("name: Row $", "name: \"Row $");
    let text = text.replace("b\\\", count", "b\\\"\", count");
    for more in [
        &[][..],
        &["--keep", "Row $1 \"b\""],
        &["--only", "units", "--most", "7"],
        &["--prefer", "{tag: horse}", "--keep", "Row 0"],
    ] {
        folder.write("my x.yaml", &text);
        let asked = [&["--rulesets", ".", "suggest", "my x.yaml", "--time", "90"][..], more].concat();
        let (status, out, trouble) = folder.muster(&asked);
        assert_eq!((status, trouble.as_str()), (Some(0), ""), "{out}");
        let shown: Vec<&str> = out.split("\n\n").filter(|part| part.contains(". ")).collect();
        let command = out.lines().last().unwrap().strip_prefix("write one into the list: muster ").unwrap();
        let ways: Vec<&&str> =
            shown.iter().filter(|part| part.starts_with(|c: char| c.is_ascii_digit())).collect();
        assert!(ways.len() > 1, "{out}");
        for way in ways {
            let head = way.lines().next().unwrap();
            let (stand, name) = head.split_once(". ").unwrap().1.rsplit_once(" (").unwrap();
            let name = name.trim_end_matches(')');
            let mut words = words(command);
            if way.starts_with("1. ") {
                assert_eq!(words.last().map(String::as_str), Some(name));
            }
            *words.last_mut().unwrap() = name.to_owned();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            folder.write("my x.yaml", &text);
            let (status, out, trouble) = folder.muster(&words);
            assert_eq!(status, Some(0), "{words:?}: {trouble}");
            assert_eq!(out.lines().last(), Some(stand), "{words:?}");
            // After the list has changed, the name is no longer known
            let (status, _, trouble) = folder.muster(&words);
            assert_eq!(status, Some(2));
            assert!(trouble.contains("have changed since it was shown"), "{trouble}");
        }
    }
}

/// If a list declares its total, the suggestion changes the declaration too.
#[test]
fn a_declared_total_is_updated() {
    let (folder, library) = toy();
    let text = written(100, &[("spears", 4, false, false)]) + "declares: {points: 80}   # added up\n";
    let found = suggest_changes(&library, "x.yaml", &text, &default_options()).unwrap();
    for way in &found.suggestions {
        assert_keeps_promise(&library, &text, way, &found);
        let total = way.total.unwrap();
        assert!(way.text.contains(&format!("declares: {{points: {total}}}   # added up\n")), "{}", way.text);
        assert_eq!(way.descriptions.last().unwrap(), &format!("declares points: {total}"));
    }
    folder.write("x.yaml", &text);
    let (status, out, _) =
        folder.muster(&["--rulesets", ".", "suggest", "x.yaml", "--apply", "1", "--time", "60"]);
    assert_eq!(status, Some(0), "{out}");
    let (_, checked, _) = folder.muster(&["--rulesets", ".", "check", "--format", "json", "x.yaml"]);
    assert!(!checked.contains("declared-total"), "{checked}");
}
