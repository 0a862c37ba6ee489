//! `muster suggest`: against a search of its own over all lists, and on the armies that ship.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use muster::check::report::{ListReport, Verdict};
use muster::check::run::{Options, check};
use muster::format::number::Number;
use muster::mend::apply;
use muster::rules::library::Library;
use muster::suggest::{Only, Way, Ways, Wish, suggest};

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
    Wish { most: 3, keep: Vec::new(), only: None, time: Duration::from_secs(120) }
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

/// Every list that is one change away, by the rules of the game as they stand above.
fn one_change(rows: &[Row]) -> Vec<Vec<Row>> {
    let mut all = Vec::new();
    for at in 0..rows.len() {
        let (unit, count, shield, drill) = rows[at];
        let mut with = |row: Row| {
            let mut changed = rows.to_vec();
            changed[at] = row;
            all.push(changed);
        };
        for other in count.saturating_sub(5).max(1)..=count + 5 {
            if other != count {
                with((unit, other, shield, drill));
            }
        }
        if unit != "horse" {
            with((unit, count, !shield, drill));
        }
        if unit == "spears" {
            with((unit, count, shield, !drill));
        }
        let mut fewer = rows.to_vec();
        fewer.remove(at);
        all.push(fewer);
    }
    for unit in ["spears", "bows", "horse"] {
        let mut more = rows.to_vec();
        more.push((unit, 1, false, false));
        all.push(more);
    }
    all
}

/// What rows cost in half points, where they are legal: worked out here, without the program.
fn cost(size: u32, rows: &[Row]) -> Option<u32> {
    let (mut sum, mut foot, mut horse, mut bows) = (0, 0, 0, 0);
    for (unit, count, shield, drill) in rows {
        let base = match *unit {
            "spears" => 40,
            "bows" => 34,
            _ => 62,
        };
        sum += count * (base + if *shield { 6 } else { 0 } + if *drill { 11 } else { 0 });
        match *unit {
            "horse" => horse += count,
            _ => foot += count,
        }
        if *unit == "bows" {
            bows += count;
        }
    }
    (sum <= 2 * size && horse <= foot / 2 && bows <= 3).then_some(sum)
}

/// The nearest total to the size that one or two changes reach, in half points, and with how many changes.
fn best(size: u32, rows: &[Row]) -> Option<(u32, usize)> {
    let now = cost(size, rows)?;
    let one = one_change(rows);
    let two: Vec<Vec<Row>> = one.iter().flat_map(|rows| one_change(rows)).collect();
    let of = |all: &[Vec<Row>]| {
        all.iter().filter(|r| !r.is_empty()).filter_map(|r| cost(size, r)).filter(|c| *c > now).max()
    };
    match (of(&one), of(&two)) {
        (Some(one), Some(two)) if one >= two => Some((one, 1)),
        (_, Some(two)) => Some((two, 2)),
        (one, None) => one.map(|one| (one, 1)),
    }
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
fn spending_is_what_a_search_over_all_lists_finds() {
    let (_folder, library) = toy();
    let armies: [(u32, &[Row]); 6] = [
        (100, &[("spears", 2, false, false), ("horse", 1, false, false)]),
        (100, &[("spears", 4, false, false)]),
        (150, &[("spears", 2, true, false), ("bows", 2, false, false), ("horse", 1, false, false)]),
        (77, &[("bows", 3, true, false)]),
        (200, &[("spears", 3, false, true), ("horse", 1, false, false), ("bows", 1, true, false)]),
        (61, &[("spears", 3, false, false)]),
    ];
    for (size, rows) in armies {
        let text = written(size, rows);
        let found = suggest(&library, "x.yaml", &text, &wish()).unwrap();
        assert!(!found.broken && found.exhaustive, "{text}");
        let wanted = best(size, rows);
        let first = found.ways.first().map(|way| (way.total.unwrap(), way.words.len()));
        let wanted = wanted.map(|(half, changes)| (Number::fraction(i128::from(half), 2).unwrap(), changes));
        assert_eq!(first, wanted, "{text}\n{:?}", found.ways);
        for way in &found.ways {
            is_what_it_says(&library, &text, way, &found);
            assert_eq!(way.text.lines().next(), Some("army: A   # mine"));
        }
        let texts: BTreeSet<&str> = found.ways.iter().map(|way| way.text.as_str()).collect();
        assert_eq!(texts.len(), found.ways.len(), "no way is shown twice");
    }
}

#[test]
fn a_broken_list_gets_legal_by_the_fewest_changes() {
    let (_folder, library) = toy();
    for (size, rows) in [
        // Over the size; too many horse; both, which takes two changes
        (100, vec![("spears", 6, false, false)]),
        (200, vec![("spears", 2, false, false), ("horse", 3, false, false)]),
        (150, vec![("spears", 2, false, false), ("bows", 9, false, false), ("horse", 7, false, false)]),
    ] {
        assert_eq!(cost(size, &rows), None);
        let text = written(size, &rows);
        let found = suggest(&library, "x.yaml", &text, &wish()).unwrap();
        assert!(found.broken && found.exhaustive);
        let one = one_change(&rows);
        let legal = |all: &[Vec<Row>]| all.iter().any(|r| !r.is_empty() && cost(size, r).is_some());
        let fewest = if legal(&one) { 1 } else { 2 };
        assert!(fewest == 1 || legal(&one.iter().flat_map(|r| one_change(r)).collect::<Vec<_>>()));
        assert_eq!(found.ways[0].words.len(), fewest, "{:?}", found.ways);
        found.ways.iter().for_each(|way| is_what_it_says(&library, &text, way, &found));
    }
}

#[test]
fn what_is_kept_and_what_alone_may_change_is_heeded() {
    let (folder, library) = toy();
    let text =
        written(150, &[("spears", 2, false, false), ("bows", 2, false, false), ("horse", 1, false, false)]);
    let upgrades = Wish { only: Some(Only::Upgrades), ..wish() };
    let found = suggest(&library, "x.yaml", &text, &upgrades).unwrap();
    // 105 are spent; a shield for either is 6, drill for the spears 11, and two of these are the most
    assert_eq!(found.ways[0].total, Some(Number::from(105_i64 + 6 + 11)));
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

#[test]
fn a_row_that_somebody_joined_is_still_one_row() {
    let text = "army: A\nruleset: fra\nmode: points\npoints: 300\ndraft: true\ncharacters:\n  - {role: general, name: B, with: Spears}\nunits:\n  - {unit: SP, name: Spears, count: 4}\n";
    let found = suggest(&Library::new(Vec::new()), "x.yaml", text, &Wish { most: 60, ..wish() }).unwrap();
    assert!(found.exhaustive && !found.ways.is_empty());
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
