//! Books: years, amounts and options of entries, choices, limits of their own.

use crate::common::{checked, lines, n, ruled, rules, stat, unit, with_army};
use crate::rulesets::war_game::{BOOK, WAR, north};

#[test]
fn entries_have_their_years() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    #[rustfmt::skip]
    let cases = [
        // `from` and `to` include their years
        ("raiders", "219 BC", false), ("raiders", "218 BC", true), ("raiders", "217 BC", true),
        ("raiders", "216 BC", true), ("raiders", "215 BC", false),
        // `after` and `before` do not
        ("late", "200 BC", false), ("late", "199 BC", true), ("late", "191 BC", true), ("late", "190 BC", false),
        // There is no year 0
        ("turn", "2 BC", false), ("turn", "1 BC", true), ("turn", "AD 1", true), ("turn", "1 CE", true),
        ("turn", "AD 2", false),
    ];
    for (entry, date, open) in cases {
        let row = format!("{{unit: {entry}, size: 10}}");
        let report = checked(&library, &north(date, &[&row]));
        let wanted = if open { vec![] } else { vec![format!("error anachronism north/entries/{entry}")] };
        assert_eq!(ruled(&report), wanted, "{entry} {date}: {:#?}", lines(&report));
    }
    // The book's own years
    for (date, wanted) in [("301 BC", 1), ("300 BC", 0), ("AD 20", 0), ("AD 21", 1)] {
        let report = checked(&library, &north(date, &["{unit: sworn, size: 10}"]));
        let book = report.findings.iter().filter(|f| f.message.contains("The North")).count();
        assert_eq!(book, wanted, "{date}: {:#?}", lines(&report));
    }
}

#[test]
fn an_entry_s_minimum_holds_only_within_its_years() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    for (date, wanted) in [("251 BC", true), ("250 BC", true), ("249 BC", false), ("AD 1", false)] {
        let report = checked(&library, &north(date, &[]));
        let wanted = if wanted { vec!["error too-few north/entries/sworn"] } else { vec![] };
        assert_eq!(ruled(&report), wanted, "{date}");
    }
    // A minimum without years always applies
    let without = north("150 BC", &["{unit: guards}"]).replace("  - {unit: clansmen, size: 10}\n", "");
    assert_eq!(ruled(&checked(&library, &without)), ["error too-few north/entries/clansmen"]);
}

#[test]
fn how_many_of_an_entry() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let cases: &[(&str, u32, &[&str])] = &[
        ("raiders", 2, &[]),
        ("raiders", 3, &["error too-many north/entries/raiders"]),
        ("twins", 1, &["error does-not-hold north/entries/twins"]),
        ("twins", 2, &[]),
        ("twins", 3, &[]),
        ("twins", 4, &["error does-not-hold north/entries/twins"]),
        ("paired", 1, &["error not-a-multiple north/entries/paired"]),
        ("paired", 2, &[]),
        ("paired", 3, &["error not-a-multiple north/entries/paired"]),
    ];
    for (entry, count, wanted) in cases {
        let row = format!("{{unit: {entry}, size: 5, count: {count}}}");
        let report = checked(&library, &north("217 BC", &[&row]));
        assert_eq!(ruled(&report), *wanted, "{entry} {count}: {:#?}", lines(&report));
    }
}

#[test]
fn only_entries_may_be_taken_with_their_own_options_figures_and_costs() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let faults = |row: &str| ruled(&checked(&library, &north("150 BC", &[row])));
    // The ruleset's own type is not in the book
    assert_eq!(faults("{unit: men, size: 10}"), ["error unknown-unit -"]);
    // The book's options replace the type's; those for every unit stay
    assert_eq!(
        faults("{unit: clansmen, size: 10, options: [horse]}"),
        ["error option-unavailable north/entries/clansmen"]
    );
    assert!(faults("{unit: clansmen, size: 10, options: [tattoos, drill, bow]}").is_empty());
    assert_eq!(faults("{unit: clansmen, size: 10, options: [shield]}"), ["note option-included -"]);
    let cost =
        |row: &str| with_army(&library, &north("150 BC", &[row]), |army| army.units[1].cost().unwrap());
    // A shield that the entry always has is paid if the type marks it with `?`: 20 + 10/3
    assert_eq!(cost("{unit: clansmen, size: 10}"), n("70/3"));
    assert_eq!(cost("{unit: clansmen, size: 10, options: [tattoos, bow]}"), n("106/3")); // and 2 + 10
    // If the entry states its own cost, the shield is included: 6 x 10, and a bow is 10 more
    assert_eq!(cost("{unit: veterans, size: 10}"), n("60"));
    assert_eq!(cost("{unit: veterans, size: 10, options: [bow]}"), n("70"));
    with_army(&library, &north("150 BC", &[]), |army| {
        // 4 from the entry; 1 from the shield and 1 from the book's effect
        assert_eq!(stat(army, "Clansmen", "melee"), Some(n("4")));
        assert_eq!(stat(army, "Clansmen", "armour"), Some(n("2")));
        assert_eq!(stat(army, "Clansmen", "move"), Some(n("4")));
    });
    // A person costs what the entry and the role cost: 70/3 + 15 + 25
    let king = north("150 BC", &[]) + "characters: [{unit: king, with: Clansmen}]\n";
    with_army(&library, &king, |army| {
        assert_eq!(army.spent, n("190/3"));
        assert_eq!(stat(army, "Clansmen", "melee"), Some(n("6")));
        assert_eq!(unit(army, "Clansmen").joined_by.len(), 1);
    });
    let role = king.replace("{unit: king,", "{unit: king, role: captain,");
    assert_eq!(ruled(&checked(&library, &role)), ["error role-conflict north/entries/king"]);
}

#[test]
fn choices_are_given_or_settled_by_the_date() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let faults = |date: &str, choose: &str, entry: &str| {
        let row = format!("{{unit: {entry}, size: 10}}");
        ruled(&checked(&library, &(north(date, &[&row]) + choose)))
    };
    let shut = |entry: &str| [format!("error entry-unavailable north/entries/{entry}")];
    assert!(faults("101 BC", "", "ancients").is_empty());
    assert_eq!(faults("101 BC", "", "moderns"), shut("moderns"));
    assert!(faults("99 BC", "", "moderns").is_empty());
    assert_eq!(faults("99 BC", "", "ancients"), shut("ancients"));
    // In 100 BC both answers are possible, so the list must state one
    assert_eq!(faults("100 BC", "", "guards").len(), 1);
    assert!(faults("100 BC", "", "guards")[0].starts_with("error choice-missing"));
    assert!(faults("100 BC", "choose: {reform: old}\n", "ancients").is_empty());
    assert_eq!(faults("100 BC", "choose: {reform: old}\n", "moderns"), shut("moderns"));
    assert!(faults("100 BC", "choose: {reform: new}\n", "moderns").is_empty());
    // An answer out of its time, an unknown answer, and an unknown choice
    let late = faults("150 BC", "choose: {reform: new}\n", "guards");
    assert!(late.len() == 1 && late[0].starts_with("error anachronism"), "{late:?}");
    for choose in ["choose: {reform: newer}\n", "choose: {refrom: new}\n"] {
        let found = faults("99 BC", choose, "guards");
        assert!(found.len() == 1 && found[0].starts_with("error bad-value"), "{choose} {found:?}");
    }
}

#[test]
fn a_book_drops_a_limit_of_its_ruleset_and_adds_its_own() {
    let (_folder, library) = rules(
        "war",
        WAR,
        &[(
            "north",
            &BOOK.replace(
                "  guards: {unit: guards}\n",
                "  guards: {unit: guards}\n  driver: {unit: driver}\n",
            ),
        )],
    );
    let driver = north("150 BC", &["{unit: driver, size: 1}"]);
    assert!(checked(&library, &driver).findings.is_empty());
    // 25 guards are 1000 of 2000 points, half; 26 are more
    let guards = |count| checked(&library, &north("150 BC", &[&format!("{{unit: guards, count: {count}}}")]));
    assert!(guards(25).findings.is_empty());
    assert_eq!(ruled(&guards(26)), ["error too-many north/limits/few-guards"]);
}
