//! `muster diff`: what was added, removed or changed, what that costs, and how it changes the verdict.

use serde_json::{Value, json};

use crate::common::with;
use crate::common::{Folder, file};

const TREBIA: &str = "lists/fra/trebia-carthage.yaml";

/// The sample with another year, a fifth body of Libyans (all of them elite) and two more bodies of Gauls,
/// without the second slingers and the Gallic horse, and with Mago's foot moved to the first command.
fn changed() -> String {
    let list = file(TREBIA);
    let list = with(&list, "date: 218 BC ", "date: 217 BC ");
    let list =
        with(&list, "name: Libyans, count: 4}", "name: Libyans, count: 5, options: [elite: [melee, rally]]}");
    let lines = list.lines().filter(|l| !l.contains("More slingers") && !l.contains("name: Gallic horse"));
    let mut text = String::new();
    for line in lines.filter(|l| !l.contains("Mago's foot")) {
        text += line;
        text += "\n";
        if line.contains("name: Libyans") {
            text += "      - {unit: lonchophoroi, name: Mago's foot}\n";
        }
        if line.contains("name: Numidians") {
            text += "      - {unit: gauls, name: Gaesati, count: 2, options: [impetuous]}\n";
        }
    }
    text
}

fn unit<'j>(difference: &'j Value, name: &str) -> &'j Value {
    let commands = difference["commands"].as_array().unwrap().iter();
    let mut units = commands.flat_map(|c| c["units"].as_array().unwrap());
    units.find(|u| u["name"] == name).unwrap_or_else(|| panic!("{name}: {difference}"))
}

#[test]
fn every_difference_is_reported_once() {
    let folder = Folder::new();
    folder.write("a.yaml", &file(TREBIA));
    folder.write("b.yaml", &changed());
    let ran = folder.muster(&["diff", "a.yaml", "b.yaml", "--format", "json"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    let difference = ran.json();
    assert_eq!(difference["version"], 1);
    assert_eq!(
        (&difference["same"], &difference["same_army"], &difference["same_rules"]),
        (&json!(false), &json!(false), &json!(true))
    );
    assert_eq!(
        difference["facts"],
        json!([{"change": "changed", "what": "date", "before": "218 BC", "after": "217 BC"}])
    );
    // A body of Libyans is 40 points, elite 10 more
    let libyans = unit(&difference, "Libyans");
    assert_eq!(libyans["points"], json!({"before": 160, "after": 250}));
    assert_eq!(
        libyans["facts"],
        json!([
            {"change": "changed", "what": "count", "before": "4", "after": "5"},
            {"change": "added", "what": "option", "before": null, "after": "elite (melee, rally)"}
        ])
    );
    // Gauls are 35, and impetuous ones 5 less
    let gaesati = unit(&difference, "Gaesati");
    assert_eq!((&gaesati["change"], &gaesati["count"]), (&json!("added"), &json!(2)));
    assert_eq!(gaesati["points"], json!({"before": null, "after": 60}));
    assert_eq!(unit(&difference, "More slingers")["change"], "removed");
    assert_eq!(unit(&difference, "Gallic horse")["points"], json!({"before": 55, "after": null}));
    let foot = unit(&difference, "Mago's foot");
    assert_eq!((&foot["change"], &foot["from"]), (&json!("changed"), &json!("Horse and ambush")));
    let units: usize =
        difference["commands"].as_array().unwrap().iter().map(|c| c["units"].as_array().unwrap().len()).sum();
    assert_eq!(units, 5, "{difference}");
    // 985 + 90 + 60 - 25 - 55
    assert_eq!(
        (&difference["before"]["points"], &difference["after"]["points"]),
        (&json!(985), &json!(1055))
    );
    assert_eq!(difference["before"]["verdict"], "legal");
    assert_eq!(difference["after"]["verdict"], "illegal");
    assert_eq!(difference["findings"]["gone"], json!([]));
    let new = difference["findings"]["new"].as_array().unwrap();
    let codes: Vec<&Value> = new.iter().map(|f| &f["code"]).collect();
    assert_eq!(codes, ["over-points"]);
    assert_eq!((&new[0]["path"], &new[0]["line"]), (&json!("b.yaml"), &json!(7)));
}

#[test]
fn the_text_has_no_colours() {
    let folder = Folder::new();
    folder.write("a.yaml", &file(TREBIA));
    folder.write("b.yaml", &changed());
    let ran = folder.muster(&["diff", "a.yaml", "b.yaml"]);
    for line in [
        "  ~ date: 218 BC -> 217 BC",
        "  ~ Libyans                               160    250     +90",
        "      ~ count: 4 -> 5",
        "      + option: elite (melee, rally)",
        "  - More slingers (balearic-slingers)      25            -25",
        "  + 2 x Gaesati (gauls)                           60     +60",
        "      ~ command: from Horse and ambush",
        "total                                     985   1055     +70",
        "verdict: legal -> illegal",
    ] {
        assert!(ran.out.lines().any(|l| l == line), "{line}\n{}", ran.out);
    }
    assert!(!ran.out.contains('\u{1b}'));
    // In the other direction, additions are removals
    let back = folder.muster(&["diff", "b.yaml", "a.yaml"]);
    assert!(
        back.out.lines().any(|l| l.starts_with("  - 2 x Gaesati (gauls)") && l.ends_with("-60")),
        "{}",
        back.out
    );
    assert!(back.out.contains("verdict: illegal -> legal\n  - error[over-points]:"), "{}", back.out);
}

#[test]
fn the_same_army_in_another_form_does_not_differ() {
    let folder = Folder::new();
    let list = file(TREBIA);
    folder.write("a.yaml", &list);
    // Identical units written apart, another spelling of an id, no notes or comments
    let apart = with(
        &list,
        "      - {unit: libyan-spearmen, name: Libyans, count: 4}",
        "      - {unit: libyan-spearmen, name: Libyans}\n      - {name: Libyans, count: 3, unit: libyan-spearmen}",
    );
    let apart: Vec<&str> =
        apart.lines().filter(|l| !l.starts_with("notes:") && !l.starts_with('#')).collect();
    folder.write("b.yaml", &apart.join("\n"));
    let ran = folder.muster(&["diff", "a.yaml", "b.yaml"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    assert!(ran.out.ends_with("\nno difference: the same army with the same verdict\n"), "{}", ran.out);
}

#[test]
fn a_list_is_shown_under_two_versions_of_its_rules() {
    let folder = Folder::new();
    let rules = file("rulesets/fra/ruleset.yaml");
    let book = file("rulesets/fra/books/carthage-italy.yaml");
    folder.write("list.yaml", &file(TREBIA));
    // Elephants cost 20 points more in the second version
    let old = with(&rules, "version: 2.0.0", "version: 0.9.0");
    let at = old.find("\n  elephants:").unwrap();
    let cost = at + old[at..].find("cost: 70").unwrap();
    let old = format!("{}cost: 90{}", &old[..cost], &old[cost + "cost: 70".len()..]);
    folder.write("old/fra/ruleset.yaml", &old);
    let ran = folder.muster(&["diff", "list.yaml", "--rules-before", "old", "--format", "json"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    let difference = ran.json();
    assert_eq!((&difference["same_army"], &difference["same_rules"]), (&json!(true), &json!(false)));
    assert_eq!(unit(&difference, "Elephants")["points"], json!({"before": 95, "after": 75}));
    assert_eq!(
        (&difference["before"]["points"], &difference["after"]["points"]),
        (&json!(1005), &json!(985))
    );
    assert_eq!(difference["before"]["verdict"], "illegal");
    assert_eq!(difference["findings"]["gone"][0]["code"], "over-points");
    let reported = difference["facts"].as_array().unwrap();
    assert!(
        reported
            .iter()
            .any(|f| f["what"] == "ruleset" && f["before"] == "fra 0.9.0" && f["after"] == "fra 2.0.0"),
        "{difference}"
    );
    // The other version may also be of a book alone
    std::fs::remove_dir_all(folder.path().join("old")).unwrap();
    folder.write("old/fra/books/carthage-italy.yaml", &with(&book, "version: 1.1.0", "version: 0.8.0"));
    let ran = folder.muster(&["diff", "list.yaml", "--rules-before", "old"]);
    assert_eq!(ran.status, Some(1), "{ran:?}");
    assert!(ran.out.contains("\n  ~ book: carthage-italy 0.8.0 -> carthage-italy 1.1.0\n"), "{}", ran.out);
    assert!(ran.out.ends_with("\nverdict: legal, as before\n"), "{}", ran.out);
}

#[test]
fn what_cannot_be_compared_is_reported() {
    let folder = Folder::new();
    folder.write("a.yaml", &file(TREBIA));
    folder.write("b.yaml", "army: X\nruleset: fraa\nunits: []\n");
    folder.write("c.yaml", "army: [\n");
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    for (arguments, words) in [
        (vec!["a.yaml", "none.yaml"], "cannot read none.yaml: there is no such file"),
        (vec!["a.yaml", "b.yaml"], "b.yaml cannot be compared: there is no ruleset \"fraa\" (b.yaml:2:10)"),
        (vec!["c.yaml", "a.yaml"], "c.yaml cannot be compared: "),
        (vec!["a.yaml", "--rules-before", "nowhere"], "nowhere is not a folder of rulesets"),
        (vec!["a.yaml", "--rules-before", "empty"], "empty has no rules that a.yaml uses"),
        (vec!["a.yaml"], "required"),
    ] {
        let ran = folder.muster(&[vec!["diff"], arguments].concat());
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{ran:?}");
        assert!(ran.trouble.contains(words), "{words}: {}", ran.trouble);
    }
}

/// The message names the command, but the broken limit and its amounts are what they were.
#[test]
fn a_finding_is_the_same_under_another_name_of_its_command() {
    let folder = Folder::new();
    folder.write(
        "rulesets/little/ruleset.yaml",
        "ruleset: little\nname: Little\nversion: 1.0.0\nunits: {horse: {name: Horse}}\n\
         limits: {few-horse: {says: Few horse., count: {unit: horse}, in: command, max: 1}}\n",
    );
    let list = |commands: &[(&str, u32)]| {
        let command = |(name, count): &(&str, u32)| {
            format!("- {{name: {name}, units: [{{unit: horse, count: {count}}}]}}\n")
        };
        let commands: String = commands.iter().map(command).collect();
        format!("army: A\nruleset: little\ncommands:\n{commands}")
    };
    folder.write("left.yaml", &list(&[("Left", 2)]));
    folder.write("wing.yaml", &list(&[("Wing", 2)]));
    folder.write("more.yaml", &list(&[("Left", 3)]));
    folder.write("both.yaml", &list(&[("Van", 2), ("Left", 2)]));
    let difference = |before: &str, after: &str| {
        let ran = folder.muster(&["diff", before, after, "--rulesets", "rulesets", "--format", "json"]);
        let difference = ran.json()["findings"].clone();
        let messages = |which: &str| -> Vec<String> {
            let all = difference[which].as_array().unwrap().iter().filter(|f| f["code"] == "too-many");
            all.map(|f| f["message"].as_str().unwrap().to_owned()).collect()
        };
        (messages("new"), messages("gone"))
    };
    assert_eq!(difference("left.yaml", "wing.yaml"), (vec![], vec![]));
    let (new, gone) = difference("left.yaml", "more.yaml");
    assert!(matches!(&new[..], [one] if one.starts_with("3 ")), "{new:?}");
    assert!(matches!(&gone[..], [one] if one.starts_with("2 ")), "{gone:?}");
    // The limit is broken in one more command, which comes first in the list
    let (new, gone) = difference("left.yaml", "both.yaml");
    assert!(matches!(&new[..], [one] if one.contains("\"Van\"")), "{new:?}");
    assert_eq!(gone, Vec::<String>::new());
}
