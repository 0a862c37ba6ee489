//! Two lists with the same digest have the same verdict, the same points, and findings of the same kinds.

use std::sync::LazyLock;

use muster::check::check_files::CheckOptions;
use muster::check::report::ListReport;
use muster::rules::library::Library;
use proptest::prelude::*;
use serde_yaml::{Mapping, Value};

use crate::common::with;
use crate::event::sample_lists::{ARMIES, Dice, army};

static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::new(Vec::new()));

fn checked(text: &str) -> ListReport {
    muster::checked_list::check_list(
        &LIBRARY,
        "list.yaml",
        text.as_bytes().to_vec(),
        &CheckOptions::default(),
    )
}

/// What must be equal under one digest.
fn comparable(report: &ListReport) -> (&'static str, String, Vec<&'static str>) {
    let points = report.points.as_ref().map(|p| format!("{} of {:?}, {}", p.total, p.limit, p.complete));
    let mut codes: Vec<&str> = report.findings.iter().map(|f| f.code.as_str()).collect();
    codes.sort_unstable();
    (report.verdict.as_str(), points.unwrap_or_default(), codes)
}

fn army_digest(report: &ListReport) -> Option<&str> {
    report.digest.as_ref().map(|d| d.army.as_str())
}

/// Returns every map that is under this key, alone or in a list.
fn rows<'v>(list: &'v mut Value, key: &str, all: &mut Vec<&'v mut Mapping>) {
    match list {
        Value::Mapping(map) => {
            let mut inner: Vec<&'v mut Value> = Vec::new();
            for (name, value) in map.iter_mut() {
                if name.as_str() == Some(key) {
                    match value {
                        Value::Sequence(items) => {
                            all.extend(items.iter_mut().filter_map(Value::as_mapping_mut));
                        }
                        Value::Mapping(one) => all.push(one),
                        _ => {}
                    }
                } else {
                    inner.push(value);
                }
            }
            inner.into_iter().for_each(|value| rows(value, key, all));
        }
        Value::Sequence(items) => items.iter_mut().for_each(|item| rows(item, key, all)),
        _ => {}
    }
}

fn pick<'v>(list: &'v mut Value, key: &str, dice: &mut Dice) -> Option<&'v mut Mapping> {
    let mut all = Vec::new();
    rows(list, key, &mut all);
    let at = if all.is_empty() { return None } else { dice.roll(all.len()) };
    all.into_iter().nth(at)
}

/// Parses a value.
fn value(text: &str) -> Value {
    serde_yaml::from_str(text).unwrap()
}

/// Keys with values, many of which are refused, ignored or the same as the default.
const OF_A_UNIT: [(&str, &[&str]); 8] = [
    ("count", &["0", "1", "2", "1000001"]),
    ("size", &["0", "1", "4", "12", "2000000"]),
    ("role", &["general", "sub-general", "genral"]),
    ("unit", &["nobody", "somebody"]),
    ("name", &["Twin", "Twain"]),
    ("attached-to", &["Twin", "{unit: Twin, because: they like it}", "{unit: Twin, because: ' '}"]),
    ("parts", &["{ghosts: 4}", "{ghosts: {size: 4, options: [bow]}}", "{ghosts: 5}"]),
    ("values", &["{ghosts: 1}", "{ghosts: 2}", "{front: 4}"]),
];
const OF_A_CHARACTER: [(&str, &[&str]); 6] = [
    ("role", &["general", "sub-general", "genral", "strategist"]),
    ("unit", &["nobody", "hannibal", "mago"]),
    ("name", &["Hanno", "Gisgo"]),
    ("with", &["Twin", "Nobody's men"]),
    ("options", &["[shield]", "[shield, shield]", "[ghost]", "[]"]),
    ("values", &["{ghosts: 1}", "{front: 4}"]),
];
const OF_A_COMMAND: [(&str, &[&str]); 6] = [
    ("name", &["Wing", "Foot and elephants"]),
    ("ally", &["numidia", "narnia"]),
    ("points", &["100", "0"]),
    ("choose", &["{campaign: italy}", "{campaign: narnia}"]),
    ("standard", &["Twin", "Twain"]),
    ("baggage", &["true", "false", "{options: [ghost]}", "{shared-with: Wing}", "{options: []}"]),
];
const OF_THE_ARMY: [(&str, &[&str]); 12] = [
    ("points", &["0", "-5", "1000", "12"]),
    ("mode", &["points", "historical", "pionts", "piontz"]),
    ("date", &["218 BC", "50 BC"]),
    ("choose", &["{campaign: italy}", "{campaign: narnia}", "{ghosts: yes-please}"]),
    ("standard", &["Twin", "Twain"]),
    ("baggage", &["true", "false", "{options: [fortified]}"]),
    ("units", &["[]"]),
    ("characters", &["[]"]),
    ("commands", &["[]"]),
    ("player", &["Cato"]),
    ("draft", &["true", "false"]),
    ("book", &["carthage-italy", "republican-rome"]),
];

/// Changes one thing, often to something that no rules know, and returns a description of the change.
fn change(list: &mut Value, dice: &mut Dice) -> Option<String> {
    let (places, keys): (&str, &[(&str, &[&str])]) = match dice.roll(6) {
        0 | 1 => ("units", &OF_A_UNIT),
        2 => ("characters", &OF_A_CHARACTER),
        3 => ("commander", &OF_A_CHARACTER),
        4 => ("commands", &OF_A_COMMAND),
        _ => ("", &OF_THE_ARMY),
    };
    let map = if places.is_empty() { list.as_mapping_mut() } else { pick(list, places, dice) }?;
    if places == "units" && dice.roll(2) == 0 {
        return Some(options(map, dice));
    }
    let (key, values) = keys[dice.roll(keys.len())];
    if dice.roll(4) == 0 {
        map.remove(key)?;
        return Some(format!("{places} without {key}"));
    }
    let new = values[dice.roll(values.len())];
    map.insert(Value::from(key), value(new));
    Some(format!("{places} {key}: {new}"))
}

/// Changes the options of a unit.
fn options(row: &mut Mapping, dice: &mut Dice) -> String {
    let mut all = row.get("options").and_then(Value::as_sequence).cloned().unwrap_or_default();
    let words = ["bow", "javelin", "sling", "shield", "ghost", "veteran", "elite", "impetuous", "standard"];
    let says = [
        "",
        "{}",
        "[]",
        "melee",
        "[melee, rally]",
        "[rally, melee]",
        "[ghost]",
        "4",
        "{because: Livy}",
        "{because: Polybius}",
        "{because: ' '}",
        "{some: 4}",
        "{names: elephants}",
    ];
    let what = match dice.roll(5) {
        0 if !all.is_empty() => {
            let at = dice.roll(all.len());
            all.push(all[at].clone());
            "repeated".to_owned()
        }
        1 if !all.is_empty() => {
            dice.shuffle(&mut all);
            "shuffled".to_owned()
        }
        2 if !all.is_empty() => {
            all.remove(dice.roll(all.len()));
            "one less".to_owned()
        }
        _ => {
            let (word, reported) = (words[dice.roll(words.len())], says[dice.roll(says.len())]);
            all.push(if reported.is_empty() {
                Value::from(word)
            } else {
                value(&format!("{{{word}: {reported}}}"))
            });
            format!("{word}: {reported}")
        }
    };
    row.insert(Value::from("options"), Value::Sequence(all));
    format!("options {what}")
}

/// Puts rows, commands and keys in another order.
fn shuffle(list: &mut Value, dice: &mut Dice) {
    match list {
        Value::Mapping(map) => {
            for (key, value) in map.iter_mut() {
                let ordered =
                    ["units", "commands", "characters", "reserves"].map(Some).contains(&key.as_str());
                if let (true, Value::Sequence(items)) = (ordered, &mut *value) {
                    dice.shuffle(items);
                }
                shuffle(value, dice);
            }
        }
        Value::Sequence(items) => items.iter_mut().for_each(|item| shuffle(item, dice)),
        _ => {}
    }
}

proptest! {
    #![proptest_config(crate::common::cases(400))]

    #[test]
    fn lists_with_one_digest_have_one_verdict_price_and_kinds_of_findings(
        army_at in 0..ARMIES.len(),
        seed in any::<u64>(),
    ) {
        let mut dice = Dice::new(seed);
        let mut list: Value = serde_yaml::from_str(&army(ARMIES[army_at])).unwrap();
        let mut seen: Vec<(ListReport, String)> = Vec::new();
        let mut done = Vec::new();
        for _ in 0..5 {
            let text = serde_yaml::to_string(&list).unwrap();
            let report = checked(&text);
            let mut turned = list.clone();
            shuffle(&mut turned, &mut dice);
            let turned = serde_yaml::to_string(&turned).unwrap();
            for (report, text) in [(report, text), (checked(&turned), turned)] {
                for (other, before) in &seen {
                    if army_digest(&report).is_some() && army_digest(&report) == army_digest(other) {
                        prop_assert_eq!(comparable(&report), comparable(other), "{:?}\n{}\n{}", done, before, text);
                    }
                }
                seen.push((report, text));
            }
            done.extend(change(&mut list, &mut dice));
        }
    }
}

const HEAD: &str = "army: A\nruleset: fra\npoints: 1000\nbaggage: true\n";

/// Pairs of lists that once had the same digest by mistake, or easily could.
#[test]
fn unknown_words_are_part_of_the_digest() {
    let fra = |more: &str| format!("{HEAD}{more}");
    let unit = |words: &str| fra(&format!("units: [{{unit: spears, {words}}}]\n"));
    let trebia = army("fra/trebia-carthage");
    let starter = army("fra/starter");
    for (one, other) in [
        (unit("options: [sling]"), unit("options: [sling, sling]")),
        (unit("options: [ghost]"), unit("options: [ghost, ghost]")),
        (unit("options: [sling]"), unit("options: [sling: {because: Livy}]")),
        (unit("options: [veteran: melee]"), unit("options: [veteran: ghost]")),
        (unit("count: 0"), unit("count: 1")),
        (unit("count: 1"), unit("count: 2000000")),
        (unit("role: genral"), unit("name: Spears")),
        (unit("parts: {ghosts: 4}"), unit("parts: {ghosts: 5}")),
        (unit("values: {ghosts: 4}"), unit("values: {ghosts: 5}")),
        (fra("units: [{unit: ghosts, name: A}]\n"), fra("units: [{unit: spirits, name: A}]\n")),
        (fra("units: []\n"), fra("characters: [{role: general}]\n")),
        (fra("characters: [{role: genral, name: A}]\n"), fra("characters: [{name: A}]\n")),
        (
            fra("characters: [{role: general, name: A}]\n"),
            fra("characters: [{role: general, name: A, options: [sling]}]\n"),
        ),
        (unit("name: A").replace("1000", "0"), unit("name: A").replace("1000", "-1")),
        (unit("name: A"), format!("{}mode: pionts\n", unit("name: A"))),
        (format!("{}mode: pionts\n", unit("name: A")), format!("{}mode: piontz\n", unit("name: A"))),
        (unit("name: A"), format!("{}choose: {{ghost: b}}\n", unit("name: A"))),
        (unit("name: A"), format!("{}standard: Nobody\n", unit("name: A"))),
        // A command in the list differs from units outside commands
        (unit("name: A"), "army: A\nruleset: fra\npoints: 1000\ncommands: [{baggage: true, units: [{unit: spears, name: A}]}]\n".to_owned()),
        (trebia.clone(), with(&trebia, "name: Horse and ambush\n", "name: Horse and ambush\n    points: 100\n")),
        (trebia.clone(), with(&trebia, "name: Horse and ambush\n", "name: Horse and ambush\n    ally: narnia\n")),
        (starter.clone(), with(&starter, "ruleset: fra\n", "ruleset: fra\ncommands: []\n")),
    ] {
        let (a, b) = (checked(&one), checked(&other));
        let (a, b) = (army_digest(&a), army_digest(&b));
        assert!(a.is_some() && b.is_some() && a != b, "{a:?} {b:?}\n{one}\n{other}");
    }
    // An empty list is a reading error, and a list that could not be read has no digest
    assert_eq!(army_digest(&checked(&unit("options: [sling: []]"))), None);
}

#[test]
fn an_unreadable_list_has_no_digest() {
    for options in ["[sling: []]", "[{}]"] {
        let report = checked(&format!("{HEAD}units: [{{unit: spears, options: {options}}}]\n"));
        assert!(report.read_with_errors && report.digest.is_none(), "{options}: {:?}", report.findings);
    }
}

#[test]
fn club_notes_declares_and_the_wording_of_reasons_are_not_part_of_the_digest() {
    let list = |player: &str, because: &str, more: &str| {
        format!(
            "{HEAD}player: {player}\n{more}units:\n  - {{unit: spears, name: A, options: [sling: {{because: {because}}}]}}\n  \
             - {{unit: SK, name: B, attached-to: {{unit: A, because: {because}}}}}\n"
        )
    };
    let own = checked(&list("Cato", "Livy", ""));
    for other in [
        list("Cato", "Polybius", ""),
        list("Cato", "Livy", "club: The Tuesday club\n"),
        list("Cato", "Livy", "notes: nothing to see\n"),
        list("Cato", "Livy", "declares: {points: 7}\n"),
        list("Cato", "Livy", "").replace("name: A,", "name: A, notes: old men,"),
    ] {
        assert_eq!(army_digest(&checked(&other)), army_digest(&own), "{other}");
    }
    for other in [
        list("Galba", "Livy", ""),
        list("Cato", "' '", ""),
        list("Cato", "Livy", "").replace("sling: {because: Livy}", "sling"),
        list("Cato", "Livy", "").replace("{unit: A, because: Livy}", "A"),
    ] {
        assert_ne!(army_digest(&checked(&other)), army_digest(&own), "{other}");
    }
}
