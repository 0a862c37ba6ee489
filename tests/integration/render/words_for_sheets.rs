//! Words that only sheets use: what templates see of them, what is wrong with them, and that no digest depends on them.

use serde_json::Value;

use crate::common::Folder;

/// A game with foot that may be mounted, boxes in groups of its own size, and a small table.
const GAME: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
commands: {led-by: []}
size: {of: models, min: 1}
stats:
  fight: {name: Fight, abbr: F}
  pace: {name: Pace over open ground}
options:
  horses: {name: Horses, cost: 0, text: Rides., brief: Rides}
  mail: {name: Mail, cost: 0, text: Iron., brief: Iron}
units:
  foot: {name: Foot, cost: 10, stats: {fight: 3, pace: 4}, options: [horses?, mail?]}
  carts: {name: Carts, cost: 1}
numbers:
  hits: {for: unit, name: Hits, is: size, boxes: {marks: [[2, Runs]]}}
  saves: {for: unit, name: Saves, each: {enemy: [1, 2, 3, 4]}, is: \"if(enemy < 3, 4, 5)\", show: \"{}+\"}
tables:
  turn: {name: Turn, lines: [Move and fight.]}
";

/// The same with every word for sheets.
fn with_words() -> String {
    let changes = [
        ("abbr: F}", "abbr: F, key: 1}"),
        ("Pace over open ground}", "Pace over open ground, key: 2, short: Pace}"),
        ("name: Horses,", "name: Horses, symbol: horse-light, weight: 2, phase: move,"),
        ("{name: Foot,", "{name: Foot, symbol: foot-medium, phase: move,"),
        (
            "[[2, Runs]]}}",
            "[[2, Runs]]}, group: 3, gone-at: 2, key: 3, short: Blows, column: true, at: track}",
        ),
        ("{name: Turn,", "{name: Turn, phase: move,"),
        ("tables:", "phases: {move: Move}\nsymbols: [{of: {option: mail}, symbol: horse-heavy}]\ntables:"),
    ];
    changes.iter().fold(GAME.to_owned(), |game, (old, new)| {
        assert!(game.contains(old), "{old}");
        game.replacen(old, new, 1)
    })
}

const LIST: &str = "\
army: Small
ruleset: toy
points: 100
commands:
  - name: First
    units:
      - {unit: foot, name: Plain, size: 4}
      - {unit: foot, name: Riders, size: 1, options: [horses]}
  - name: Second
    colour: 6
    numeral: X
    units:
      - {unit: foot, name: Knights, size: 1, options: [horses, mail]}
      - {unit: carts, size: 1}
";

fn folder(game: &str) -> Folder {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", game);
    folder.write("small.yaml", LIST);
    folder
}

fn context(game: &str) -> Value {
    folder(game).muster(&["render", "roster", "small.yaml", "--context"]).json()
}

/// Returns what a check or a lint says about a ruleset, a line for each finding.
fn said(game: &str, command: &str) -> Vec<String> {
    let ran = folder(game).muster(&[command, "--format", "concise", "rulesets/toy/ruleset.yaml"]);
    let start = "rulesets/toy/ruleset.yaml:";
    let lines = ran.out.lines().filter_map(|line| line.strip_prefix(start));
    lines.map(|line| line.split_once(' ').map_or(line, |(_, words)| words).to_owned()).collect()
}

#[test]
fn templates_see_signs_key_figures_boxes_and_colours() {
    let data = context(&with_words());
    let units = |at: usize| data["commands"][at]["units"].as_array().unwrap().clone();
    // By its type; by its option, before its type; by the selector, before both; and without any
    let signs: Vec<Value> = units(0).iter().chain(&units(1)).map(|unit| unit["symbol"].clone()).collect();
    assert_eq!(signs, ["foot-medium", "horse-light", "horse-heavy", "unknown"]);
    let plain = &units(0)[0];
    let stat = |at: usize| (plain["stats"][at]["key"].clone(), plain["stats"][at]["short"].clone());
    assert_eq!((stat(0), stat(1)), ((1.into(), "F".into()), (2.into(), "Pace".into())));
    let hits = &plain["numbers"][0];
    let of_hits: Vec<&Value> =
        ["group", "key", "short", "column", "at"].iter().map(|key| &hits[*key]).collect();
    let wanted: [Value; 5] = [3.into(), 3.into(), "Blows".into(), true.into(), "track".into()];
    assert_eq!(of_hits, wanted.iter().collect::<Vec<_>>());
    // Of four boxes the unit runs with two left, which are then gone
    let gone: Vec<&Value> = hits["boxes"].as_array().unwrap().iter().map(|b| &b["gone"]).collect();
    assert_eq!(gone, [&false.into(), &false.into(), &true.into(), &true.into()] as [&Value; 4]);
    let ranges = plain["numbers"][1]["ranges"].as_array().unwrap();
    let shown: Vec<(&Value, &Value)> =
        ranges.iter().map(|range| (&range["at_shown"], &range["shown"])).collect();
    assert_eq!(
        shown,
        [(&"1–2".into(), &"4+".into()), (&"3–4".into(), &"5+".into())] as [(&Value, &Value); 2]
    );
    let command =
        |at: usize| (data["commands"][at]["colour"].clone(), data["commands"][at]["numeral"].clone());
    assert_eq!((command(0), command(1)), ((1.into(), "I".into()), (6.into(), "X".into())));
    let riders = &units(0)[1]["options"][0];
    assert_eq!((&riders["weight"], &riders["phase"]), (&2.into(), &"move".into()));
    assert_eq!(
        (&data["reference"]["phases"][0]["name"], &data["reference"]["tables"][0]["phase"]),
        (&"Move".into(), &"move".into())
    );
    // 3 × 10 and 1 of 100
    assert_eq!(
        (&data["army"]["points"]["left"], &data["army"]["points"]["over"]),
        (&69.into(), &Value::Null)
    );
}

#[test]
fn without_the_words_the_defaults_hold() {
    let data = context(GAME);
    let plain = &data["commands"][0]["units"][0];
    assert_eq!((&plain["symbol"], &plain["stats"][0]["key"]), (&"unknown".into(), &Value::Null));
    let hits = &plain["numbers"][0];
    assert_eq!((&hits["group"], &hits["short"], &hits["column"]), (&5.into(), &"Hits".into(), &false.into()));
    assert!(hits["boxes"].as_array().unwrap().iter().all(|b| b["gone"] == false));
}

#[test]
fn no_digest_depends_on_words_for_sheets() {
    let digests = |game: &str| context(game)["army"]["digest"]["shown"].clone();
    assert_eq!(digests(GAME), digests(&with_words()));
    // Whatever lists are judged by is still in it
    assert_ne!(digests(GAME), digests(&GAME.replace("cost: 10", "cost: 11")));
}

#[test]
fn wrong_words_for_sheets_are_told() {
    let one = |old: &str, new: &str| said(&with_words().replacen(old, new, 1), "check");
    assert!(said(&with_words(), "check").is_empty());
    let ranks = one("key: 2,", "key: 5,");
    assert_eq!(ranks.len(), 1);
    assert!(ranks[0].contains("\"5\" is not a rank; expected a whole number from 1 to 4"), "{ranks:?}");
    let labels = one("short: Pace", "short: Pace over open ground");
    assert_eq!(labels.len(), 1);
    assert!(labels[0].contains("has 21 letters; a label for narrow places has 1 to 12"), "{labels:?}");
    let signs = one("symbol: foot-medium", "symbol: foot-medum");
    assert_eq!(signs.len(), 1);
    assert!(signs[0].contains("foot-medum"), "{signs:?}");
    let phases = one("{name: Turn, phase: move,", "{name: Turn, phase: mov,");
    assert_eq!(phases.len(), 1);
    assert!(phases[0].contains("there is no phase \"mov\""), "{phases:?}");
    let folder = folder(&with_words());
    folder.write("small.yaml", &LIST.replace("colour: 6", "colour: 7"));
    let list = folder.muster(&["check", "--format", "concise", "small.yaml"]).out;
    assert!(list.contains("\"7\" is not a colour; expected a whole number from 1 to 6"), "{list}");
}

#[test]
fn words_that_no_sheet_can_follow_are_told() {
    let one = |old: &str, new: &str| said(&with_words().replacen(old, new, 1), "lint");
    assert!(said(&with_words(), "lint").is_empty(), "{:?}", said(&with_words(), "lint"));
    let hidden = one("abbr: F, key: 1}", "abbr: F, key: 1, hidden: true}");
    assert!(
        hidden.len() == 1 && hidden[0].contains("`key` changes nothing, since \"fight\" is hidden"),
        "{hidden:?}"
    );
    let boxes = one("boxes: {marks: [[2, Runs]]}, ", "");
    let wanted = [
        "`group` changes nothing, since \"hits\" has no `boxes`",
        "`gone-at` changes nothing, since \"hits\" has no `boxes`",
    ];
    assert!(
        boxes.len() == 2 && wanted.iter().all(|words| boxes.iter().any(|line| line.contains(words))),
        "{boxes:?}"
    );
    let army = one(
        "column: true, at: track}",
        "column: true, at: track}\n  all: {for: army, name: All, is: \"1\", key: 4}",
    );
    assert!(
        army.len() == 1 && army[0].contains("`key` changes nothing, since \"all\" is not a number of units"),
        "{army:?}"
    );
    let empty = one("phases: {move: Move}", "phases: {move: Move, wait: Wait}");
    assert!(
        empty.len() == 1 && empty[0].contains("no rule and no table is in the phase \"wait\""),
        "{empty:?}"
    );
}
