//! Reading continues after faults.

#![allow(clippy::struct_field_names)] // the keys of the format

use std::str::FromStr;

use super::read;
use crate::finding::{Code, FileId};
use crate::read::{Located, Map, ValueError, from_text, read_partial, read_text, record, words};
use crate::yaml::parse_yaml;

#[derive(Debug, Default)]
struct Army {
    army: Located<String>,
    points: Option<u32>,
    draft: bool,
    mode: Option<Mode>,
    date: Option<Located<Year>>,
    commander: Option<Commander>,
    units: Vec<Unit>,
    values: Map<i64>,
}
record! { Army, "a map of one army": army, points, draft, mode, date, commander, units, values }

#[derive(Debug, PartialEq)]
enum Mode {
    Historical,
    Points,
}
words! { Mode: "historical" => Historical, "points" => Points }

#[derive(Debug, Default)]
struct Commander {
    role: String,
    name: Option<String>,
}
record! { Commander: role, name }

#[derive(Debug)]
struct Unit {
    unit: Located<String>,
    count: Option<u32>,
    options: Vec<String>,
}
record! { Unit: unit, count, options }

/// A type that is parsed from text.
#[derive(Debug, PartialEq)]
struct Year(i32);

impl FromStr for Year {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        let (digits, era) = text.split_once(' ').unwrap_or((text, "BC"));
        if era != "BC" {
            let from = digits.len() + 1;
            let error = ValueError::new(Code::BadValue, format!("\"{era}\" is no era"));
            return Err(error.with_range(from..text.len()).with_help("write `BC`"));
        }
        digits.parse().map(Year).map_err(|_| ValueError::new(Code::BadValue, "no year"))
    }
}

from_text! { Year, "a year", Year(0) }

#[test]
fn a_good_file_has_no_findings() {
    let text = "army: é\npoints: 1000\ndraft: true\nmode: points\ndate: 218 BC\ncommander: {role: general}\n\
                units:\n  - {unit: SP, count: 2, options: [+2, 4.10, NO, 1-2, 7]}\n  - unit: LC\nvalues: {b: -1, a: 2}\n";
    let (army, findings) = read::<Army>(text);
    assert_eq!(findings, [""; 0]);
    let army = army.unwrap();
    assert_eq!(
        (army.army.as_str(), army.points, army.draft, army.mode),
        ("é", Some(1000), true, Some(Mode::Points))
    );
    assert_eq!(army.units[0].options, ["+2", "4.10", "NO", "1-2", "7"]);
    assert_eq!(army.date.unwrap().value, Year(218));
    assert_eq!((army.commander.unwrap().role.as_str(), army.units.len()), ("general", 2));
    let keys: Vec<_> =
        army.values.keys().map(|k| (k.as_str(), &text[k.span.start as usize..][..1])).collect();
    assert_eq!(keys, [("b", "b"), ("a", "a")]);
    assert_eq!(army.values.get("a"), Some(&2));
}

#[test]
fn many_faults_are_each_reported_once_in_order() {
    let text = "\
army: [é]
pionts: 3
points: 99999999999
draft: yes
mode: pints
date: 218 XX
commander:
  name: é
  rank: 3
units:
  - {unt: SP}
  - {unit: LC, count: many, texture: red}
  - name
  - {count: 2}
  -
  - {unit: {x: 1}, options: sling}
values:
  é: 1
  b: two
  c:
";
    let (army, findings) = read::<Army>(text);
    assert_eq!(
        findings,
        [
            "wrong-type [[é]] `army` is a list; expected text",
            "unknown-key [pionts] unknown key \"pionts\" (the keys here are `army`, `points`, `draft`, `mode`, \
         `date`, `commander`, `units` and `values`)",
            "too-large [99999999999] `points` is the number 99999999999, which is out of range",
            "wrong-type [yes] `draft` is text \"yes\"; expected true or false (write `true`)",
            "bad-value [pints] `mode` is text \"pints\"; expected `historical` or `points` (write `points`)",
            "bad-value [XX] \"XX\" is no era (write `BC`)",
            "missing-key [name] missing key `role` in `commander` (write `role: …`)",
            "unknown-key [rank] unknown key \"rank\" in `commander` (the keys here are `role` and `name`)",
            "unknown-key [unt] unknown key \"unt\" in an item of `units` (write `unit`)",
            "wrong-type [many] `count` is text \"many\"; expected a whole number (write a whole number, such as 2)",
            "unknown-key [texture] unknown key \"texture\" in an item of `units` (the keys here are `unit`, `count` \
         and `options`)",
            "wrong-type [name] an item of `units` is text \"name\"; expected a map",
            "missing-key [count] missing key `unit` in an item of `units` (write `unit: …`)",
            "wrong-type [-] an item of `units` is empty; expected a map",
            "wrong-type [{x: 1}] `unit` is a map; expected text",
            "wrong-type [sling] `options` is text \"sling\"; expected a list (write it in brackets: `[sling]`)",
            "wrong-type [two] `b` is text \"two\"; expected a whole number (write `2`)",
            "wrong-type [c] `c` is empty; expected a whole number",
        ]
    );
    let army = army.unwrap();
    assert!(army.army.is_placeholder() && army.army.is_empty());
    assert_eq!(army.commander.unwrap().name.as_deref(), Some("é"));
    let units: Vec<_> = army.units.iter().map(|u| (u.unit.as_str(), u.count)).collect();
    assert_eq!(units, [("", None), ("LC", None), ("", Some(2)), ("", None)]);
    assert_eq!(army.values.iter().map(|(k, v)| (k.as_str(), *v)).collect::<Vec<_>>(), [("é", 1)]);
}

#[test]
fn a_key_is_not_both_misspelt_and_missing() {
    let (_, findings) = read::<Army>("amry: x\n");
    assert_eq!(findings, ["unknown-key [amry] unknown key \"amry\" (write `army`)"]);
    let (_, findings) = read::<Army>("army: x\narmys: y\n");
    assert!(findings[0].ends_with(
        "(the keys here are `army`, `points`, `draft`, `mode`, `date`, `commander`, `units` and `values`)"
    ));
}

#[test]
fn a_missing_key_is_shown_at_the_first_key_or_the_bracket() {
    assert_eq!(
        read::<Army>("units: []\npoints: 3\n").1,
        ["missing-key [units] missing key `army` (write `army: …`; expected here: a map of one army)"]
    );
    let (army, findings) = read::<Army>("army: a\ncommander: {}\n");
    assert_eq!(findings, ["missing-key [{}] missing key `role` in `commander` (write `role: …`)"]);
    assert!(army.unwrap().commander.is_some());
}

#[test]
fn an_empty_value_is_reported_where_its_key_needs_one() {
    let (army, findings) = read::<Army>("army:\npoints: ~\nunits:\nvalues:\ndate: null\ncommander:\n");
    assert_eq!(
        findings,
        [
            "wrong-type [army] `army` is empty; expected text",
            "wrong-type [~] `points` is empty; expected a whole number (write a whole number, or leave the key \
             out)",
            "wrong-type [null] `date` is empty; expected a year (write a year, or leave the key out)",
        ]
    );
    let army = army.unwrap();
    assert!(
        army.points.is_none() && army.units.is_empty() && army.date.is_none() && army.commander.is_none()
    );
    assert_eq!(read::<Army>("army: ~\n").1, ["wrong-type [~] `army` is empty; expected text"]);
    assert_eq!(read::<Army>("x\n").1, ["wrong-type [x] the file is text \"x\"; expected a map of one army"]);
}

#[test]
fn numbers_and_booleans_are_distinguished_from_text() {
    let wanted = |value: &str, rest: &str| {
        let text = format!("army: a\npoints: {value}\n");
        assert_eq!(read::<Army>(&text).1, [rest], "{value}");
    };
    wanted("-3", "bad-value [-3] `points` is the number -3; expected a whole number from 0 up");
    wanted("3.0", "wrong-type [3.0] `points` is text \"3.0\"; expected a whole number (write `3`)");
    wanted(
        "true",
        "wrong-type [true] `points` is `true`; expected a whole number (write a whole number, such as 2)",
    );
    for (word, meant) in
        [("NO", "false"), ("off", "false"), ("True", "true"), ("\"true\"", "true"), ("y", "true")]
    {
        let (army, findings) = read::<Army>(&format!("army: a\ndraft: {word}\n"));
        assert!(findings[0].ends_with(&format!("expected true or false (write `{meant}`)")), "{findings:?}");
        assert!(!army.unwrap().draft);
    }
}

#[test]
fn a_refused_part_of_a_value_has_its_span_in_the_file() {
    for (written, labelled) in [
        ("é: 0\ndate: 218 XX", "XX"),
        ("date: \"218 XX\"", "XX"),
        ("date: '218 XX'", "XX"),
        ("date: \"218\\x20XX\"", "\"218\\x20XX\""),
        ("date: |-\n  218 XX", "218 XX"),
    ] {
        let (_, findings) = read::<Army>(&format!("army: a\n{written}\n"));
        let findings: Vec<_> = findings.iter().filter(|f| f.starts_with("bad-value")).collect();
        assert_eq!(findings, [&format!("bad-value [{labelled}] \"XX\" is no era (write `BC`)")]);
    }
}

#[test]
fn missing_keys_are_not_reported_in_a_partial_tree() {
    let text = "points: x\ncommander: {name: a}\nunits:\n  - 1\n  - [2\n";
    let parsed = parse_yaml(FileId::CHECKED, text);
    let read = read_partial::<Army>(parsed.root.as_ref().unwrap());
    let codes: Vec<_> = read.findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, [Code::WrongType, Code::WrongType]);
    let whole = read_text::<Army>(FileId::CHECKED, text);
    assert!(whole.findings.iter().all(|f| f.code != Code::MissingKey), "{:?}", whole.findings);
    assert_eq!(whole.findings.len(), 3);
    assert!(whole.value.is_some());
}
