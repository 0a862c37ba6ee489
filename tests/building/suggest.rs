//! `muster suggest`, as it is typed and on the armies that ship.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use muster::check::report::{ListReport, Verdict};
use muster::check::run::{Options, check};
use muster::format::number::Number;
use muster::mend::apply;
use muster::rules::library::Library;
use muster::suggest::{Only, Way, Ways, Wish, suggest};
use proptest::prelude::*;

use crate::support::{Folder, lists};

const TOY: &str = "ruleset: toy
name: Toy
version: 1.0.0
size: 1
options:
  shield: {name: Shield, cost: 3}
  drill: {name: Drill, cost: 5.5}
units:
  spears: {name: Spears, tags: [foot], cost: 20, options: [\"shield?\", \"drill?\"]}
  bows: {name: Bows, tags: [foot], cost: 17, options: [\"shield?\"]}
  horse: {name: Horse, tags: [horse], cost: 31}
limits:
  foot-first: {count: {tag: horse}, max: {share: 1/2, of: {tag: foot}}}
  few: {count: {unit: bows}, max: 3}
";

fn toy() -> (Folder, Library) {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", TOY);
    let library = Library::new(vec![folder.0.clone()]);
    (folder, library)
}

fn wish() -> Wish {
    Wish { most: 3, keep: Vec::new(), only: None, prefer: None, time: Duration::from_secs(120) }
}

fn judged(library: &Library, text: &str) -> ListReport {
    check(library, "x.yaml", text.as_bytes().to_vec(), &Options::default())
}

fn total(report: &ListReport) -> Number {
    report.points.as_ref().unwrap().total
}

/// A row as the search of the test has it: what, how many, with a shield, with drill.
type Row = (&'static str, u32, bool, bool);

fn written(size: u32, rows: &[Row]) -> String {
    let mut text = format!("army: A   # mine\nruleset: toy\npoints: {size}\nunits:\n");
    for (at, (unit, count, shield, drill)) in rows.iter().enumerate() {
        let options: Vec<&str> =
            [("shield", shield), ("drill", drill)].iter().filter(|(_, has)| **has).map(|(o, _)| *o).collect();
        let _ = writeln!(
            text,
            "  - {{unit: {unit}, name: Row {at}, count: {count}, options: [{}]}}   # row {at}",
            options.join(", ")
        );
    }
    text
}

fn is_what_it_says(library: &Library, text: &str, way: &Way, found: &Ways) {
    assert_eq!(apply(text, &way.edits), way.text);
    let after = judged(library, &way.text);
    assert!(matches!(after.verdict, Verdict::Legal | Verdict::Draft), "{:?}: {}", after.findings, way.text);
    assert_eq!(Some(total(&after)), way.total, "{}", way.text);
    let size = after.points.as_ref().unwrap().limit.unwrap();
    assert!(total(&after) <= size);
    assert!(found.broken || total(&after) > total(&found.before));
}

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
fn rows_in_lines_are_written_in_lines() {
    let (_folder, library) = toy();
    let text = "army: A\nruleset: toy\npoints: 100\nunits:\n  - unit: spears   # the line\n    name: Hill men\n    count: 2\n    options:\n      - shield   # theirs\n  - unit: bows\n";
    let found = suggest(&library, "x.yaml", text, &Wish { most: 40, ..wish() }).unwrap();
    assert!(found.ways.len() > 10);
    for way in &found.ways {
        is_what_it_says(&library, text, way, &found);
        assert!(way.text.contains("# the line\n") || way.words.iter().any(|w| w == "leave out Hill men"));
    }
}

/// Ways for a list that stands alone, each legal and costing what it says.
fn all_ways(text: &str, wish: &Wish) -> Ways {
    let library = Library::new(Vec::new());
    let found = suggest(&library, "x.yaml", text, wish).unwrap();
    found.ways.iter().for_each(|way| is_what_it_says(&library, text, way, &found));
    found
}

/// More rows than there is time for: what was found is shown, and nothing is called proven that is not.
#[test]
fn a_huge_list_gets_ways_though_time_runs_out() {
    let mut text = "army: A\nruleset: fra\nmode: points\npoints: 20003\ndraft: true\nunits:\n".to_owned();
    for at in 0..250 {
        let _ = writeln!(text, "  - {{unit: SP, name: Spears {at}, options: [heavy-armour]}}");
    }
    let found = all_ways(&text, &Wish { time: Duration::from_secs(4), ..wish() });
    assert!(!found.broken && !found.ways.is_empty(), "{:?}", found.proof);
    assert!(found.proof.late && !found.proof.closest && !found.proof.fewest, "{:?}", found.proof);
}

#[test]
fn a_command_without_units_gets_its_first_ones() {
    const HEAD: &str = "army: A\nruleset: fra\nmode: points\npoints: 300\ndraft: true\n";
    for (units, first) in [
        ("units: []   # none yet\nnotes: x\n", "units:   # none yet\n  - {unit: "),
        ("units:\n# none yet\n", "units:\n  - {unit: "),
        ("commands:\n  - name: Left\n    units: []\n", "    units:\n      - {unit: "),
    ] {
        let found = all_ways(&format!("{HEAD}{units}"), &wish());
        assert_eq!(found.ways.len(), 3, "{units}");
        for way in &found.ways {
            assert!(way.text.contains(first), "{}", way.text);
            assert!(way.words.iter().all(|w| w.starts_with("add ")), "{:?}", way.words);
        }
    }
    // Where a row would have to be put is not known here, and so nothing is called proven
    let text = format!("{HEAD}commands:\n  - name: Left\n    commander: {{role: general, name: B}}\n");
    let found = all_ways(&text, &wish());
    assert!(found.ways.is_empty() && !found.proof.none);
}

/// An army with an ally at a size at which the lines of its book come in twos.
#[test]
fn limits_of_each_contingent_lead_to_the_fewest_changes() {
    let (_, text) = lists().into_iter().find(|(path, _)| path.ends_with("fra/zama-rome.yaml")).unwrap();
    let text = text.replacen("\npoints: 1000", "\npoints: 1501", 1);
    let found = all_ways(&text, &wish());
    assert!(found.broken && found.proof.fewest, "{:?}", found.proof);
    // Hastati are two or four, principes as many, and the third line half of that or the Italians with them
    assert_eq!(found.ways[0].words.len(), 3, "{:?}", found.ways);
    assert!(found.ways[0].words.iter().any(|w| w.starts_with("Hastati: ")));
    assert!(found.ways[0].words.iter().any(|w| w.starts_with("Principes: ")));
}

#[test]
fn baggage_that_a_game_wants_is_added() {
    const HEAD: &str = "army: A\nruleset: fra\nmode: points\npoints: 300\n";
    const GENERAL: &str = "{role: general, name: B}";
    for (rest, made) in [
        (
            format!("characters: [{GENERAL}]\nunits:   # mine\n- {{unit: SP}}\n"),
            "\nbaggage: true\nunits:   # mine\n",
        ),
        (
            format!(
                "commands:\n  - units:\n      - {{unit: SP}}\n    name: Left\n    commander: {GENERAL}\n"
            ),
            "\n  - baggage: true\n    units:\n",
        ),
        (
            format!("commands:\n- {{name: L, commander: {GENERAL}, units: [{{unit: SP}}]}}\n"),
            ", baggage: true, units: [",
        ),
    ] {
        let found = all_ways(&format!("{HEAD}{rest}"), &wish());
        assert!(found.broken, "{:?}", found.before.findings);
        assert_eq!(found.ways[0].words.len(), 1, "{:?}", found.ways);
        assert_eq!(found.ways[0].words[0], "add baggage");
        assert!(found.ways[0].text.contains(made), "{}", found.ways[0].text);
        assert!(found.proof.fewest);
    }
}

#[test]
fn a_list_in_json_stays_json() {
    let text = "{\"army\": \"J\", \"ruleset\": \"fra\", \"mode\": \"points\", \"points\": 200, \"draft\": true,\n \"units\": [\n  {\"unit\": \"SP\", \"name\": \"A\", \"options\": []},\n  {\"unit\": \"SK\", \"name\": \"B\"}]}\n";
    let found = all_ways(text, &Wish { most: 60, ..wish() });
    assert!(found.ways.len() > 10);
    for way in &found.ways {
        assert!(serde_json::from_str::<serde_json::Value>(&way.text).is_ok(), "{}", way.text);
    }
    let upgrades = all_ways(text, &Wish { most: 20, only: Some(Only::Upgrades), ..wish() });
    for way in &upgrades.ways {
        assert!(serde_json::from_str::<serde_json::Value>(&way.text).is_ok(), "{}", way.text);
    }
    assert!(upgrades.ways.iter().any(|way| way.words.iter().any(|w| w.contains("add elite: ["))));
}

#[test]
fn several_options_of_one_row_go_and_come_together() {
    // Of four wrong words three go; the row itself is kept by the player's wish for upgrades alone
    for options in [
        "[wild-charge, heavy-armour, wild-charge, howdah]",
        "\n      - wild-charge\n      - heavy-armour   # theirs\n      - wild-charge\n      - howdah\n",
    ] {
        let text = format!(
            "army: A\nruleset: fra\nmode: points\npoints: 300\ndraft: true\nunits:\n  - unit: SP\n    name: B\n    options: {options}\n"
        );
        let text = text.replace("options: \n", "options:\n");
        let found = all_ways(&text, &Wish { only: Some(Only::Upgrades), ..wish() });
        assert!(found.broken, "{:?}", found.before.findings);
        assert!(!found.ways.is_empty(), "{:?}", found.before.findings);
        for way in &found.ways {
            for words in &way.words {
                let gone = words.strip_prefix("B: leave out ").unwrap();
                assert!(way.text.matches(gone).count() < text.matches(gone).count(), "{}", way.text);
            }
        }
    }
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
    assert!(run("horse").1.contains("--prefer:1:1"));
    assert!(run("tags: horse").1.contains("help: write `tag`"));
    assert_eq!(run("").0, Some(2));
    let (status, _, trouble) = run("{tag: horse, option: drill}");
    assert_eq!(status, Some(2));
    assert!(trouble.contains("nothing that x.yaml may have is `{tag: horse, option: drill}`"), "{trouble}");
}

#[test]
fn a_row_that_somebody_joined_is_still_one_row() {
    let text = "army: A\nruleset: fra\nmode: points\npoints: 300\ndraft: true\ncharacters:\n  - {role: general, name: B, with: Spears}\nunits:\n  - {unit: SP, name: Spears, count: 4}\n";
    let found = suggest(&Library::new(Vec::new()), "x.yaml", text, &Wish { most: 60, ..wish() }).unwrap();
    assert!(found.proof.fewest && !found.ways.is_empty());
    for way in &found.ways {
        is_what_it_says(&Library::new(Vec::new()), text, way, &found);
        assert!(
            way.words.iter().all(|w| !w.contains("instead of") || w.contains("instead of 4")),
            "{:?}",
            way.words
        );
    }
}

#[test]
fn a_way_is_applied_and_the_list_has_the_promised_total() {
    let (folder, _library) = toy();
    folder.write("x.yaml", &written(100, &[("spears", 4, false, false)]));
    let run = |more: &[&str]| folder.muster(&[&["--rulesets", ".", "suggest", "x.yaml"][..], more].concat());
    let (status, out, trouble) = run(&["--time", "60"]);
    assert_eq!((status, trouble.as_str()), (Some(0), ""));
    let promised = out.lines().find_map(|line| line.strip_prefix("1. ")).unwrap().to_owned();
    let (status, out, _) = run(&["--apply", "1", "--time", "60"]);
    assert_eq!(status, Some(0));
    assert_eq!(out.lines().last(), Some(promised.as_str()));
    let (_, checked, _) = folder.muster(&["--rulesets", ".", "check", "--format", "json", "x.yaml"]);
    let checked: serde_json::Value = serde_json::from_str(&checked).unwrap();
    let total = checked["lists"][0]["points"]["total"].to_string();
    assert!(promised.starts_with(&format!("{total} of 100 points")), "{promised} {total}");
    let before = folder.read("x.yaml");
    assert_eq!(run(&["--apply", "90"]).0, Some(2));
    assert_eq!(folder.read("x.yaml"), before);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Sample armies of all games with another size, other counts and rows left out: whatever is promised is so.
    #[test]
    fn every_way_for_any_army_is_what_it_says(
        list in any::<prop::sample::Index>(),
        size in -150_i64..300,
        rows in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..4), 0..4),
        draft in any::<bool>(),
    ) {
        let (path, sound) = list.get(&lists()).clone();
        let library = Library::new(Vec::new());
        let points = judged(&library, &sound).points.and_then(|p| p.limit);
        let mut text = match points {
            Some(limit) => {
                let other = limit.plus(size.into()).unwrap();
                sound.replacen(&format!("\npoints: {limit}"), &format!("\npoints: {other}"), 1)
            }
            None => sound,
        };
        if draft {
            text = text.replacen("\nruleset:", "\ndraft: true\nruleset:", 1);
        }
        for (row, how) in rows {
            let all: Vec<(usize, &str)> = text.match_indices("- {unit: ").collect();
            let (at, _) = *row.get(&all);
            let (end, _) = text[at..].match_indices('\n').next().unwrap();
            let line = text[at..at + end].to_owned();
            let changed = match how {
                0 => String::new(),
                1 if !line.contains("count: ") => line.replacen(", ", ", count: 4, ", 1),
                2 => line.replacen("options: [", "options: [elite, ", 1),
                _ => line.replacen("count: ", "count: 1", 1),
            };
            text.replace_range(at..at + end, &changed);
        }
        // What is found in a short time is as true as what is found in a long one
        let found = suggest(&library, &path, &text, &Wish { time: Duration::from_secs(3), ..wish() });
        prop_assume!(found.is_ok());
        let found = found.unwrap();
        let commented = |text: &str| text.matches('#').count();
        for way in &found.ways {
            prop_assert_eq!(&apply(&text, &way.edits), &way.text);
            let after = judged(&library, &way.text);
            prop_assert!(matches!(after.verdict, Verdict::Legal | Verdict::Draft), "{}", way.text);
            let total = after.points.as_ref().map(|p| p.total);
            prop_assert_eq!(total, way.total);
            if let Some(limit) = after.points.and_then(|p| p.limit) {
                prop_assert!(total.unwrap() <= limit);
            }
            prop_assert_eq!(commented(&way.text), commented(&text));
        }
        prop_assert!(!found.proof.none || found.ways.is_empty());
    }
}

/// The sample armies, with fewer points spent than they have: half again of their size.
#[test]
fn sample_armies_get_ways_in_a_second() {
    let library = Library::new(Vec::new());
    let mut seen = 0;
    for (path, text) in lists() {
        let report = judged(&library, &text);
        let Some(limit) = report.points.as_ref().and_then(|p| p.limit) else { continue };
        let more = limit.plus(50_i64.into()).unwrap();
        let text = text.replacen(&format!("\npoints: {limit}"), &format!("\npoints: {more}"), 1);
        let start = Instant::now();
        let time = if cfg!(debug_assertions) { 20 } else { 1 };
        let found =
            suggest(&library, &path, &text, &Wish { time: Duration::from_secs(time), ..wish() }).unwrap();
        if found.broken {
            continue;
        }
        assert!(start.elapsed() < Duration::from_secs(time + 1), "{path}: {:?}", start.elapsed());
        assert!(!found.ways.is_empty(), "{path}");
        found.ways.iter().for_each(|way| is_what_it_says(&library, &text, way, &found));
        seen += 1;
    }
    assert!(seen >= 5, "{seen}");
}
