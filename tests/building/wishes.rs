//! What a player wishes of `muster suggest`, as it is typed: names kept, what alone may change, what is preferred, and
//! what is said where that leaves no way.

use muster::format::number::Number;
use muster::suggest::{Only, Wish, suggest};

use crate::suggest::{is_what_it_says, toy, wish, written};

#[test]
fn what_is_kept_and_what_alone_may_change_is_heeded() {
    let (folder, library) = toy();
    let text =
        written(150, &[("spears", 2, false, false), ("bows", 2, false, false), ("horse", 1, false, false)]);
    let upgrades = Wish { only: Some(Only::Upgrades), ..wish() };
    let found = suggest(&library, "x.yaml", &text, &upgrades).unwrap();
    // 105 are spent; a shield for either is 6, drill for the spears 11, and there is nothing else
    assert_eq!(found.ways[0].total, Some(Number::from(105_i64 + 6 + 6 + 11)));
    assert!(found.proof.closest && found.proof.fewest);
    let kept = Wish { keep: vec!["Row 0".to_owned(), "Row 1".to_owned()], ..wish() };
    for way in suggest(&library, "x.yaml", &text, &kept).unwrap().ways {
        let rows: Vec<&str> = text.lines().skip(4).take(2).collect();
        assert!(rows.iter().all(|row| way.text.contains(row)), "{}", way.text);
    }
    folder.write("x.yaml", &text);
    let (status, _, trouble) = folder.muster(&["--rulesets", ".", "suggest", "x.yaml", "--keep", "Nobody"]);
    assert_eq!(status, Some(2));
    assert!(trouble.contains("no unit of x.yaml is named \"Nobody\""), "{trouble}");
}

#[test]
fn where_nothing_helps_it_is_said_what_forbids_it() {
    let (folder, _library) = toy();
    let run = |text: &str, more: &[&str]| {
        folder.write("x.yaml", text);
        folder.muster(&[&["--rulesets", ".", "suggest", "x.yaml", "--time", "60"][..], more].concat()).1
    };
    // The cheapest army is a row of bows for 17
    let small = run(&written(16, &[("spears", 1, false, false)]), &[]);
    assert!(small.contains("\nno list of 16 points is legal at all: the size alone forbids it\n"), "{small}");
    // Three horse for two spears: 133 of 140, and only with the horse less or the spears more
    let kept = written(140, &[("spears", 2, false, false), ("horse", 3, false, false)]);
    let kept = run(&kept, &["--keep", "Row 1", "--keep", "Row 0", "--only", "units"]);
    assert!(kept.contains("\nwhat is kept stands in the way: without --keep there is a way\n"), "{kept}");
    let only = written(140, &[("spears", 2, false, false), ("horse", 3, false, false)]);
    let only = run(&only, &["--only", "upgrades"]);
    assert!(only.contains("\n--only stands in the way: without it there is a way\n"), "{only}");
    // Two spears are all, and half as many horse
    let tight = "ruleset: tight\nname: Tight\nversion: 1.0.0\nsize: 1\nunits:\n  spears: {name: Spears, tags: [foot], cost: 20}\n  horse: {name: Horse, tags: [horse], cost: 31}\nlimits:\n  few: {count: {unit: spears}, max: 2, says: spears are few}\n  foot-first: {count: {tag: horse}, max: {share: 1/2, of: {tag: foot}}}\n";
    folder.write("tight/ruleset.yaml", tight);
    let list =
        "army: A\nruleset: tight\npoints: 200\nunits:\n  - {unit: spears, count: 2}\n  - {unit: horse}\n";
    let full = run(list, &[]);
    let forbidden = "these limits forbid it together\n   spears are few (tight/limits/few)\n   foot first (tight/limits/foot-first)\n";
    assert!(full.contains("\nproven: nothing spends more and is legal among small changes"), "{full}");
    assert!(full.ends_with(forbidden), "{full}");
    // Three at least and two at most
    let never = tight
        .replace("limits:\n", "limits:\n  many: {count: {unit: spears}, min: 3, says: spears are many}\n");
    folder.write("tight/ruleset.yaml", &never);
    let never = run(list, &[]);
    let forbidden = "\nno list of 200 points is legal at all: these limits forbid it together\n   spears are many (tight/limits/many)\n   spears are few (tight/limits/few)\nin the way: 1 error\n";
    assert!(never.contains(forbidden), "{never}");
}

#[test]
fn what_is_preferred_comes_first() {
    let (folder, library) = toy();
    let text =
        written(150, &[("spears", 2, true, false), ("bows", 2, false, false), ("horse", 1, false, false)]);
    // 108 are spent and 42 left: spears and shields are nearer than horse, of which one costs 31
    let plain = suggest(&library, "x.yaml", &text, &wish()).unwrap();
    let horse = Wish { prefer: Some("tag: horse".to_owned()), ..wish() };
    let found = suggest(&library, "x.yaml", &text, &horse).unwrap();
    for way in &found.ways {
        is_what_it_says(&library, &text, way, &found);
        let of = |text: &str| -> usize {
            let rows = text.lines().filter(|l| l.contains("unit: horse"));
            rows.map(|l| l.split("count: ").nth(1).map_or(1, |n| n[..1].parse::<usize>().unwrap())).sum()
        };
        assert!(of(&way.text) > of(&text), "{}", way.text);
    }
    assert!(!found.ways.is_empty() && plain.ways[0].total >= found.ways[0].total);
    assert!(found.proof.of_preferred && !plain.proof.of_preferred);
    // A broken list keeps it: what is cut to 100 is the foot
    let text = written(100, &[("spears", 4, false, false), ("horse", 1, false, false)]);
    let found = suggest(&library, "x.yaml", &text, &horse).unwrap();
    assert!(
        found.broken && found.ways[0].text.contains("unit: horse, name: Row 1, count: 1"),
        "{:?}",
        found.ways
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
    assert!(trouble.contains("nothing that x.yaml may have is `{tag: horse, option: drill}`"), "{trouble}");
}

#[test]
fn a_way_is_applied_and_the_list_has_the_promised_total() {
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
        ("4", "way 4 is never shown: ways are numbered from 1 to 3, as --most says"),
        ("90", "way 90 is never shown"),
        ("0", "way 0 is never shown"),
        ("2nd", "\"2nd\" is neither the name of a way"),
        ("bcdfghjk", "no way is called bcdfghjk"),
    ] {
        let (status, _, trouble) = run(&["--apply", word]);
        assert_eq!(status, Some(2), "{trouble}");
        assert!(trouble.contains(said), "{trouble}");
    }
    assert_eq!(folder.read("x.yaml"), before);
}

/// The words of a command as a shell takes them.
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

/// Whatever was asked for, the command that is shown does what was shown, and so does every other way by its name.
#[test]
fn the_printed_command_does_what_was_shown() {
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
            // To a list that was changed it says nothing any more
            let (status, _, trouble) = folder.muster(&words);
            assert_eq!(status, Some(2));
            assert!(
                trouble.contains("was changed since it was shown") || trouble.contains("were changed since"),
                "{trouble}"
            );
        }
    }
}

/// A list that says what it costs says so of the list with the changes too.
#[test]
fn a_declared_total_goes_along() {
    let (folder, library) = toy();
    let text = written(100, &[("spears", 4, false, false)]) + "declares: {points: 80}   # added up\n";
    let found = suggest(&library, "x.yaml", &text, &wish()).unwrap();
    for way in &found.ways {
        is_what_it_says(&library, &text, way, &found);
        let total = way.total.unwrap();
        assert!(way.text.contains(&format!("declares: {{points: {total}}}   # added up\n")), "{}", way.text);
        assert_eq!(way.words.last().unwrap(), &format!("declares: {total} points instead of 80"));
    }
    folder.write("x.yaml", &text);
    let (status, out, _) =
        folder.muster(&["--rulesets", ".", "suggest", "x.yaml", "--apply", "1", "--time", "60"]);
    assert_eq!(status, Some(0), "{out}");
    let (_, checked, _) = folder.muster(&["--rulesets", ".", "check", "--format", "json", "x.yaml"]);
    assert!(!checked.contains("declared-total"), "{checked}");
}
