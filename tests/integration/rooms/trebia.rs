//! Hannibal's army at the Trebia, whose rooms `docs/call.md` shows.
//!
//! 985 points of 1,000 in 218 BC: 5 Libyan spearmen and 3 Iberians (8 African and Iberian foot), 4 Gauls, 2 rows of
//! slingers, 1 elephants; 3 Numidians, 2 Iberian and 1 Gallic horse (6 horse).

use crate::common::{built_in, file, with};
use crate::rooms::support::{lines_of, with_rooms};
use muster::build::rooms::{RoomGroup, RoomState};

fn trebia() -> String {
    file("lists/fra/trebia-carthage.yaml")
}

fn room(text: &str, rule: &str) -> String {
    lines_of(&built_in(), text, rule)
}

#[test]
fn the_rooms_are_those_of_the_contract() {
    let all = [
        ("points", "Points: open, 985 points, max 1000; "),
        (
            "carthage-italy/entries/balearic-slingers",
            "Balearic slingers: full, 2 units, max 2 [1 per 3 of 8 African and Iberian foot]; \
             Balearic slingers, More slingers",
        ),
        (
            "carthage-italy/limits/numidian-third",
            "Numidians: settled, 3 units, min 2 [a third of the 6 horse]; Numidians",
        ),
        (
            "carthage-italy/entries/elephants",
            "Elephants: open, 1 units, max 2 [1 per 500 of 1,000 points]; Elephants",
        ),
        (
            "carthage-italy/limits/gauls-per-veterans",
            "Gallic foot: open, 4 units, min 4 [1 per 2 of 8 African and Iberian foot], \
             max 12 [3 per 2 of 8 African and Iberian foot]; Cisalpine Gauls",
        ),
        ("carthage-italy/entries/caetrati", "Iberian caetrati: unused, 0 units, max 2"),
        (
            "carthage-italy/entries/bruttians",
            "Bruttians: unused, 0 units, exactly 0, closed from 215 BC, in force 0 to 0, or 2 to 4",
        ),
        // 1,000 points allow 2 and 8; half of the 5 Libyans, rounded up, is 3, but not before 217 BC
        (
            "carthage-italy/entries/libyan-spearmen",
            "Libyan spearmen: open, 5 units, min 2 [1 per 500 of 1,000 points], \
             max 8 [2 per 250 of 1,000 points]; African veterans, Libyans",
        ),
        (
            "carthage-italy/entries/libyans-in-roman-arms",
            "Libyans in captured Roman arms: unused, 0 units, max 8 [2 per 250 of 1,000 points], closed from 217 BC",
        ),
        ("fra/limits/one-general", "General: full, 1 characters, max 1; Hannibal Barca"),
        ("fra/limits/general-of-commands", "General: settled, 1 characters, min 1; Hannibal Barca"),
        ("fra/limits/one-standard", "Battle standard: full, 1 units, max 1; African veterans"),
        // Above 1,000 points, or without commands, other limits apply
        ("fra/limits/sub-generals", ""),
        ("fra/limits/sub-generals-of-large-commands", ""),
        // A limit within a unit is no room
        ("fra/limits/worth-its-place", ""),
        // Four conditions make no label
        ("fra/limits/grades-of-baggage", "Grades of baggage: unused, 0 units, max 0"),
    ];
    for (rule, wanted) in all {
        let found = room(&trebia(), rule);
        // All units and characters count for the points
        let found = if rule == "points" { found.split_inclusive("; ").next().unwrap() } else { &found };
        assert_eq!(found, wanted, "{rule}");
    }
    let baggage = room(&trebia(), "fra/limits/one-baggage");
    let lines: Vec<&str> = baggage.lines().collect();
    assert_eq!(lines.len(), 2, "{baggage}");
    assert!(lines[0].starts_with("[0] Baggage: settled, 1 units, exactly 1; "), "{baggage}");
    assert!(lines[1].starts_with("[1] Baggage: settled, 1 units, exactly 1; "), "{baggage}");
}

#[test]
fn rooms_come_in_the_order_of_the_rules_with_ids_of_their_own() {
    with_rooms(&built_in(), &trebia(), |army, rooms| {
        assert_eq!(rooms.left_out, 0);
        let ids: Vec<String> = rooms
            .rooms
            .iter()
            .map(|room| room.id_in_command(room.command.map(|at| format!("c{}", at + 1)).as_deref()))
            .collect();
        assert_eq!(ids[0], "points");
        let place =
            |id: &str| ids.iter().position(|known| known == id).unwrap_or_else(|| panic!("{id}: {ids:?}"));
        assert!(place("fra/limits/one-baggage c1") < place("fra/limits/one-baggage c2"));
        assert!(place("fra/limits/one-baggage c2") < place("carthage-italy/limits/gauls-per-veterans"));
        assert!(
            place("carthage-italy/limits/numidian-third") < place("carthage-italy/entries/libyan-spearmen")
        );
        let unique: std::collections::HashSet<&String> = ids.iter().collect();
        assert_eq!(unique.len(), ids.len());

        let entries = |id: &str| -> Vec<&str> {
            let room = &rooms.rooms[place(id)];
            room.entries.iter().map(|kind| army.rules.kind(*kind).id.as_str()).collect()
        };
        assert_eq!(entries("carthage-italy/limits/gauls-per-veterans"), ["gauls", "gaesati"]);
        assert_eq!(entries("carthage-italy/limits/numidian-third"), ["numidian-cavalry"]);
        assert_eq!(entries("carthage-italy/entries/elephants"), ["elephants"]);
        assert_eq!(entries("fra/limits/one-general"), ["hannibal", "mago", "hasdrubal-barca"]);
        // Any unit may take the standard, and only baggage can be graded baggage
        assert!(entries("fra/limits/one-standard").contains(&"libyan-spearmen"));
        assert_eq!(entries("fra/limits/grades-of-baggage"), ["baggage"]);

        let group = |id: &str| rooms.rooms[place(id)].group;
        assert_eq!(group("points"), RoomGroup::Points);
        assert_eq!(group("fra/limits/one-general"), RoomGroup::Army);
        assert_eq!(group("carthage-italy/entries/hannibal"), RoomGroup::Army);
        assert_eq!(group("carthage-italy/limits/numidian-third"), RoomGroup::Troops);
        assert_eq!(group("fra/limits/one-baggage c1"), RoomGroup::Command);
        let says = rooms.rooms[place("carthage-italy/limits/numidian-third")].says.as_deref();
        assert_eq!(says, Some("at least a third of the horse is Numidian"));
    });
}

#[test]
fn broken_limits_are_broken_rooms() {
    // 3 elephants of 2, and 4 horse of which a third, 4/3, must be Numidians: 2 of them, where there is 1
    let text = with(&trebia(), "name: Elephants, options", "name: Elephants, count: 3, options");
    let text = with(&text, "name: Numidians, count: 3", "name: Numidians");
    assert_eq!(
        room(&text, "carthage-italy/entries/elephants"),
        "Elephants: broken, 3 units, max 2 [1 per 500 of 1,000 points]; Elephants"
    );
    let numidians = "1 units, min 4/3 (2) [a third of the 4 horse]; Numidians";
    assert_eq!(
        room(&text, "carthage-italy/limits/numidian-third"),
        format!("Numidians: broken, {numidians}")
    );
    // In a draft a minimum may still be reached, a maximum not
    let draft = with(&text, "points: 1000\n", "points: 1000\ndraft: true\n");
    assert_eq!(
        room(&draft, "carthage-italy/limits/numidian-third"),
        format!("Numidians: missing, {numidians}")
    );
    assert!(room(&draft, "carthage-italy/entries/elephants").starts_with("Elephants: broken"));
    // 985, with two more elephants and two Numidians fewer
    assert!(room(&text, "points").starts_with("Points: broken, 1035 points, max 1000; "));
}

#[test]
fn what_the_list_does_not_say_is_asked() {
    let text = with(&trebia(), "points: 1000\n", "");
    assert!(room(&text, "points").starts_with("Points: open, 985 points, max ? without Points; "));
    assert_eq!(
        room(&text, "carthage-italy/entries/elephants"),
        "Elephants: open, 1 units, max ? [1 per 500 points] without Points; Elephants"
    );
    let text = with(&trebia(), "date: 218 BC", "# date");
    // Whether the Libyans must be there depends on the year; how many there may be does not
    assert_eq!(
        room(&text, "carthage-italy/entries/libyan-spearmen"),
        "Libyan spearmen: open, 5 units, min ? [1 per 500 of 1,000 points] without Date, \
         max 8 [2 per 250 of 1,000 points]; African veterans, Libyans"
    );
    assert_eq!(
        room(&text, "carthage-italy/limits/roman-arms-share"),
        "Libyans in captured Roman arms: unused, 0 units, max ? [half of the 5 Libyans, rounded up] without Date"
    );
}

#[test]
fn rooms_that_an_unknown_word_might_count_for_are_left_out() {
    let text = with(&trebia(), "unit: elephants", "unit: elefants");
    let library = built_in();
    assert_eq!(lines_of(&library, &text, "carthage-italy/entries/elephants"), "");
    assert!(lines_of(&library, &text, "carthage-italy/limits/numidian-third").contains("settled"));
    with_rooms(&library, &text, |_, rooms| {
        assert_eq!(rooms.left_out, 1, "{:?}", rooms.rooms.iter().map(|r| &r.id).collect::<Vec<_>>());
        assert!(rooms.rooms.iter().all(|room| room.state != RoomState::Broken));
    });
}
