//! Armies that are handed in more than once, even if everything in them is renamed.

use serde_json::Value;

use crate::common::Folder;
use crate::common::with;
use crate::event::sample_lists::army;

fn folder(lists: &[(&str, String)]) -> Folder {
    let folder = Folder::new();
    folder.write("day.yaml", "event: day\nname: The day\n");
    lists.iter().for_each(|(path, text)| folder.write(&format!("in/{path}.yaml"), text));
    folder
}

/// Returns the findings about copies in each list, such as `b: warning[code]: message`.
fn copy_findings(folder: &Folder) -> Vec<String> {
    let json = folder.muster(&["check", "in", "--event", "day.yaml", "--format", "json"]).json();
    let mut reported = Vec::new();
    for list in json["lists"].as_array().unwrap() {
        let path = list["path"].as_str().unwrap().trim_start_matches("in/").trim_end_matches(".yaml");
        for finding in list["findings"].as_array().unwrap() {
            let text = |key: &str| Value::as_str(&finding[key]).unwrap().to_owned();
            if ["handed-in-twice", "player-twice"].contains(&text("code").as_str()) {
                reported.push(format!("{path}: {}[{}]: {}", text("severity"), text("code"), text("message")));
            }
        }
    }
    reported
}

fn of(player: &str, list: &str) -> String {
    format!("player: {player}\n{list}")
}

/// The army of the Trebia with every name changed, and rows and commands in another order.
fn renamed() -> String {
    let mut text = army("fra/trebia-carthage");
    for (old, new) in [
        ("Hannibal at the Trebia", "My own army"),
        ("African veterans", "Old guard"),
        ("name: Libyans", "name: Second line"),
        ("Iberians", "Third line"),
        ("Cisalpine Gauls", "Wild men"),
        ("Balearic slingers", "Stones"),
        ("More slingers", "More stones"),
        ("Libyan javelinmen", "Runners"),
        ("name: Elephants", "name: Big ones"),
        ("Foot and elephants", "Left"),
        ("Horse and ambush", "Right"),
        ("Numidians", "Riders"),
        ("Iberian horse", "Other riders"),
        ("Gallic horse", "Further riders"),
        ("Mago's foot", "Hidden ones"),
        ("points: 1000", "points: 1100"),
    ] {
        assert!(text.contains(old), "{old}");
        text = text.replace(old, new);
    }
    let first = "      - {unit: numidian-cavalry, name: Riders, count: 3}\n";
    let moved = with(&text, first, "");
    format!("{moved}{first}")
}

#[test]
fn a_renamed_copy_by_another_player_is_recognised() {
    let folder = folder(&[("a", of("Cato", &army("fra/trebia-carthage"))), ("b", of("Sulla", &renamed()))]);
    assert_eq!(
        copy_findings(&folder),
        ["b: warning[handed-in-twice]: this is the same army as in/a.yaml of \"Cato\", under other names"]
    );
    // If warnings are errors, so is this one
    let ran = folder.muster(&["check", "in", "--event", "day.yaml", "--deny", "warnings"]);
    assert_eq!(ran.status, Some(1));
    // Without an event, lists are not handed in and copies do not matter
    let ran = folder.muster(&["check", "in", "--format", "concise"]);
    assert!(!ran.out.contains("handed-in-twice"), "{}", ran.out);
}

#[test]
fn an_event_sets_the_severity_of_copies() {
    let own = army("fra/trebia-carthage");
    let near = with(&renamed(), "name: Big ones, options: [elephant-escorts]", "name: Big ones");
    let folder = folder(&[
        ("a", of("Cato", &own)),
        ("b", of("Sulla", &renamed())),
        ("c", of("Galba", &near)),
        ("d", of("Cato", &army("fra/zama-rome"))),
    ]);
    let severities = |folder: &Folder| -> Vec<String> {
        copy_findings(folder).iter().map(|line| line.split(']').next().unwrap().to_owned() + "]").collect()
    };
    let usual = ["b: warning[handed-in-twice]", "c: note[handed-in-twice]", "d: warning[player-twice]"];
    assert_eq!(severities(&folder), usual);
    let ran = folder.muster(&["check", "in", "--event", "day.yaml"]);
    assert_eq!(ran.status, Some(0), "{}", ran.out);
    for (copies, errors) in [
        ("{same: error}", ["b: error[handed-in-twice]", usual[1], usual[2]]),
        ("{alike: error}", [usual[0], "c: error[handed-in-twice]", usual[2]]),
        ("{player: error}", [usual[0], usual[1], "d: error[player-twice]"]),
        (
            "{same: note, alike: warning, player: note}",
            ["b: note[handed-in-twice]", "c: warning[handed-in-twice]", "d: note[player-twice]"],
        ),
    ] {
        folder.write("day.yaml", &format!("event: day\nname: The day\ncopies: {copies}\n"));
        assert_eq!(severities(&folder), errors, "{copies}");
        let refused = errors.iter().filter(|line| line.contains("error")).count();
        let ran = folder.muster(&["check", "in", "--event", "day.yaml", "--format", "json"]);
        let lists = ran.json()["lists"].as_array().unwrap().clone();
        let illegal = lists.iter().filter(|list| list["verdict"] == "illegal").count();
        assert_eq!((illegal, ran.status), (refused, Some(i32::from(refused > 0))), "{copies}");
    }
    folder.write("day.yaml", "event: day\nname: The day\ncopies: {same: forbidden}\n");
    let ran = folder.muster(&["check", "in", "--event", "day.yaml", "--format", "concise"]);
    assert!(
        format!("{}{}", ran.out, ran.trouble).contains("day.yaml:3:16: error[bad-value]"),
        "{}",
        ran.trouble
    );
}

/// The sample has two commands with two characters. The foot has veterans, Libyans, Iberians, Gauls, two
/// kinds of slingers (since some are attached), javelinmen, elephants and baggage; the horse has Numidians,
/// Iberian horse with and without a general, Gallic horse, foot and baggage. The javelinmen of both commands
/// are of one kind, and so is the baggage.
#[test]
fn armies_that_differ_in_one_or_two_rows_get_a_note() {
    let own = army("fra/trebia-carthage");
    let one = with(&renamed(), "name: Big ones, options: [elephant-escorts]", "name: Big ones");
    let two = with(&one, "name: Wild men, count: 4", "name: Wild men, count: 3");
    let three = with(&two, "name: Third line, count: 3", "name: Third line, count: 2");
    let folder = folder(&[("a", of("Cato", &own)), ("b", of("Galba", &two)), ("c", of("Sulla", &three))]);
    let all = copy_findings(&folder);
    // The third list differs from the first in three rows, and from the second in one
    assert_eq!(all.len(), 2, "{all:?}");
    let all_but = "different units and characters of this army are those of in/";
    assert!(all[0].starts_with("b: note[handed-in-twice]: all but 2 of the "), "{}", all[0]);
    assert!(all[0].ends_with(&format!("{all_but}a.yaml of \"Cato\"")), "{}", all[0]);
    assert!(all[1].starts_with("c: note[handed-in-twice]: all but 1 of the "), "{}", all[1]);
    assert!(all[1].ends_with(&format!("{all_but}b.yaml of \"Galba\"")), "{}", all[1]);
}

#[test]
fn the_same_troops_in_other_commands_get_a_note() {
    let own = army("fra/trebia-carthage");
    let row = "      - {unit: gallic-cavalry, name: Gallic horse}\n";
    let elsewhere = with(&own, row, "");
    let elephants = "      - {unit: elephants, name: Elephants, options: [elephant-escorts]}\n";
    let elsewhere = with(&elsewhere, elephants, &format!("{elephants}{row}"));
    let folder = folder(&[("a", of("Cato", &own)), ("b", of("Sulla", &elsewhere))]);
    let all = copy_findings(&folder);
    assert_eq!(all.len(), 1, "{all:?}");
    assert!(all[0].starts_with("b: note[handed-in-twice]: all 1"), "{}", all[0]);
}

#[test]
fn a_player_has_one_army() {
    let own = army("fra/trebia-carthage");
    let fewer = with(&own, "name: Cisalpine Gauls, count: 4", "name: Cisalpine Gauls, count: 3");
    let folder = folder(&[
        ("a", of("Marcus Cato", &own)),
        ("b", of("marcus  CATO", &fewer)),
        ("c", of("Galba", &army("fra/trebia-rome"))),
        ("d", of("Galba", &army("fra/zama-rome"))),
        // The same pair of lists is reported once
        ("e", of("Galba", &army("fra/zama-rome"))),
        ("f", army("fra/starter")),
        ("g", army("quick/zama-rome")),
    ]);
    assert_eq!(
        copy_findings(&folder),
        [
            "b: warning[player-twice]: \"marcus  CATO\" has handed in another army, in/a.yaml",
            "d: warning[player-twice]: \"Galba\" has handed in another army, in/c.yaml",
            "e: warning[handed-in-twice]: this is the same army as in/d.yaml",
        ]
    );
}

#[test]
fn armies_of_three_units_may_be_identical_by_chance() {
    let small = |player: &str, name: &str| {
        format!(
            "army: {name}\nplayer: {player}\nruleset: quick\nunits: [{{unit: MI, name: {name}}}, {{unit: LI}}, {{unit: MC}}]\n"
        )
    };
    let folder = folder(&[("a", small("Cato", "A")), ("b", small("Galba", "B"))]);
    assert_eq!(copy_findings(&folder), [""; 0]);
}
