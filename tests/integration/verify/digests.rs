//! What digests depend on: they stay the same if only the form of a list changes, and change with the army or
//! the rules. Lists with the same digest have the same verdict and price.

use std::sync::LazyLock;

use muster::check::report::ListReport;
use muster::compare::{ArmySnapshot, compare_snapshots};
use muster::rules::library::{Library, RulesLookup};
use proptest::prelude::*;
use serde_yaml::Value;

use crate::common::with;
use crate::common::{Folder, file};
use crate::event::sample_lists::{ARMIES, Dice, army, reformed};

static LIBRARY: LazyLock<Library> = LazyLock::new(|| Library::new(Vec::new()));

fn take_snapshot(text: &str) -> ArmySnapshot {
    ArmySnapshot::of_list_file(&LIBRARY, "list.yaml", text.as_bytes().to_vec()).unwrap()
}

fn digest(report: &ListReport) -> (&str, &str) {
    let digest = report.digest.as_ref().unwrap();
    (&digest.army, &digest.rules)
}

/// Returns a list's text in another layout, with comments between its lines.
fn laid_out(list: &Value, dice: &mut Dice) -> String {
    if dice.roll(3) == 0 {
        return serde_json::to_string(list).unwrap();
    }
    let mut text = String::from("# yaml-language-server: $schema=list.schema.json\n");
    for line in serde_yaml::to_string(list).unwrap().lines() {
        if dice.roll(3) == 0 {
            text += "\n# a word between\n";
        }
        text += line;
        text += ["\n", "   \n", "     # and one beside\n", "\r\n"][dice.roll(4)];
    }
    text
}

/// Returns every row of units in a list.
fn rows(list: &mut Value) -> Vec<&mut Value> {
    let mut all = Vec::new();
    let Value::Mapping(map) = list else { return all };
    for (key, value) in map {
        match (key.as_str(), value) {
            (Some("units"), Value::Sequence(units)) => all.extend(units),
            (Some("commands"), Value::Sequence(commands)) => all.extend(commands.iter_mut().flat_map(rows)),
            _ => {}
        }
    }
    all
}

/// Returns the ids of options and unit types that a list of this ruleset and book may use.
fn words(list: &Value) -> (Vec<String>, Vec<String>) {
    let book = list.get("book").and_then(Value::as_str);
    let RulesLookup::Ready(rules) = LIBRARY.rules_for(list["ruleset"].as_str().unwrap(), book) else {
        panic!("rules")
    };
    let options = rules.options.iter().map(|o| o.id.clone()).collect();
    let own = book.is_some();
    let kinds = rules.kinds.iter().filter(|k| k.entry_of.is_some_and(|c| c.0 == 0) == own);
    (options, kinds.map(|k| k.id.clone()).collect())
}

/// Changes one thing about one unit, and returns a description of the change.
fn change(list: &mut Value, dice: &mut Dice) -> Option<String> {
    let (options, kinds) = words(list);
    let mut rows = rows(list);
    let at = dice.roll(rows.len());
    let row = &mut *rows[at];
    let was = format!("{row:?}");
    let what = dice.roll(5);
    match what {
        0 => row["count"] = Value::from(row.get("count").and_then(Value::as_u64).unwrap_or(1) + 1),
        1 => row["size"] = Value::from(row.get("size").and_then(Value::as_u64)? + 1),
        2 => {
            let (old, new) = (row["unit"].as_str()?.to_owned(), kinds[dice.roll(kinds.len())].clone());
            // A code is another spelling of an id
            let book = row.get("book").is_some();
            if old == new || book || !kinds.contains(&old) {
                return None;
            }
            row["unit"] = Value::from(new);
        }
        3 => {
            let new = options[dice.roll(options.len())].clone();
            let taken = row.get("options").and_then(Value::as_sequence).cloned().unwrap_or_default();
            if format!("{taken:?}").contains(&format!("\"{new}\"")) {
                return None;
            }
            row["options"] = Value::Sequence(taken.into_iter().chain([Value::from(new)]).collect());
        }
        _ => {
            let options = row.get_mut("options")?.as_sequence_mut()?;
            let at = dice.roll(options.len());
            options.remove(at);
        }
    }
    Some(format!("{what}: {was} -> {row:?}"))
}

proptest! {
    #![proptest_config(crate::common::cases(150))]

    #[test]
    fn a_digest_does_not_depend_on_form(army_at in 0..ARMIES.len(), seed in any::<u64>()) {
        let before = take_snapshot(&army(ARMIES[army_at]));
        let mut dice = Dice::new(seed);
        let mut list: Value = serde_yaml::from_str(&army(ARMIES[army_at])).unwrap();
        reformed(&mut list, &mut dice);
        for outside in ["notes", "club", "declares"] {
            list.as_mapping_mut().unwrap().remove(outside);
        }
        let text = laid_out(&list, &mut dice);
        let after = take_snapshot(&text);
        prop_assert_eq!(digest(&before.report), digest(&after.report), "{}", text);
        let difference = compare_snapshots(&before, &after);
        prop_assert!(difference.is_empty(), "{}\n{:?}", text, difference.groups);
    }

    #[test]
    fn whatever_changes_the_army_changes_its_digest(army_at in 0..ARMIES.len(), seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let mut list: Value = serde_yaml::from_str(&army(ARMIES[army_at])).unwrap();
        let before = take_snapshot(&serde_yaml::to_string(&list).unwrap());
        let changed = change(&mut list, &mut dice);
        prop_assume!(changed.is_some());
        let after = take_snapshot(&serde_yaml::to_string(&list).unwrap());
        prop_assert_ne!(digest(&before.report).0, digest(&after.report).0, "{:?}", changed);
        prop_assert_eq!(digest(&before.report).1, digest(&after.report).1);
        let difference = compare_snapshots(&before, &after);
        prop_assert!(!difference.groups.is_empty(), "{:?}", changed);
    }
}

#[test]
fn a_name_a_size_and_a_player_are_part_of_the_army() {
    let list = army("fra/trebia-carthage");
    let before = take_snapshot(&list);
    for (old, new) in [
        ("name: Gallic horse}", "name: Gaulish horse}"),
        ("army: Hannibal at the Trebia", "army: Hannibal on the Trebia"),
        ("points: 1000", "points: 1001"),
        ("date: 218 BC", "date: 217 BC"),
        ("mode: points", "mode: historical"),
        ("ruleset: fra", "ruleset: fra\nplayer: Cato"),
        ("veteran: melee", "veteran: rally"),
        ("standard: African veterans", "standard: Libyans"),
        ("attached-to: Balearic slingers", "attached-to: Libyan javelinmen"),
        ("name: Horse and ambush", "name: Ambush"),
        ("role: sub-general, with: Iberian horse", "role: sub-general, with: Numidians"),
        ("{shared-with: Foot and elephants}", "true"),
    ] {
        let after = take_snapshot(&with(&list, old, new));
        assert_ne!(digest(&before.report).0, digest(&after.report).0, "{new}");
        assert!(!compare_snapshots(&before, &after).is_empty(), "{new}");
    }
}

#[test]
fn the_rules_have_a_digest_of_their_own() {
    let folder = Folder::new();
    let rules = file("rulesets/fra/ruleset.yaml");
    let list = army("fra/starter");
    let check_rules = |text: &str| {
        folder.write("fra/ruleset.yaml", text);
        let library = Library::new(vec![folder.path().to_owned()]);
        ArmySnapshot::of_list_file(&library, "list.yaml", list.clone().into_bytes()).unwrap()
    };
    let before = check_rules(&rules);
    let newer = check_rules(&with(&rules, "version: 2.0.0", "version: 2.0.1"));
    assert_eq!(digest(&before.report).0, digest(&newer.report).0);
    assert_ne!(digest(&before.report).1, digest(&newer.report).1);
    let commented = check_rules(&format!("# a comment\n{rules}\n# and one more\n"));
    assert_eq!(digest(&before.report), digest(&commented.report));
    // The same rules as the built-in ones, wherever they were found
    assert_eq!(digest(&before.report), digest(&take_snapshot(&list).report));
}
