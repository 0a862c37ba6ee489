//! Allies: their years, points, roles, entries and shares.

use crate::common::{Folder, checked, lines, ruled, rules};
use crate::rulesets::war_game::{BOOK, WAR};
use muster::finding::Code;
use muster::rules::library::Library;

const ALLIES: &str = "\
allies:
  south:
    book: south
    dates: {from: 200 BC, to: 150 BC}
    points: {min: 100, max: {share: 1/4, of: points, round: none}}
    roles: [captain]
    only: {spearmen: {max: 2}, lord: {}}
    limits:
      small: {sum: points, of: {tag: foot}, max: {share: 1/2, of: points, round: down}}
  east: {book: east}
";

const SOUTH: &str = "\
book: south
ruleset: war
name: The South
version: 1.0.0
entries:
  spearmen: {unit: guards, name: Spearmen}
  riders: {unit: men, name: Riders}
  lord: {name: The Lord, roles: [chief, captain]}
limits:
  riders-first: {count: {entry: riders}, min: 3}
  rich: {sum: points, of: {}, min: 40}
as-ally:
  drop: [limits/riders-first]
";

const EAST: &str = "\
book: east
ruleset: war
name: The East
version: 1.0.0
dates: {from: 180 BC, to: 170 BC}
entries:
  archers: {unit: men, name: Archers}
";

fn with_allies() -> (Folder, Library) {
    let book = BOOK.replace(
        "limits:\n",
        &format!(
            "{ALLIES}limits:\n  one-ally: {{sum: commands, of: {{ally: [south, east]}}, max: 1}}\n  own-foot: {{count: {{tag: foot}}, max: 3}}\n"
        ),
    );
    rules("war", WAR, &[("north", &book), ("south", SOUTH), ("east", EAST)])
}

/// Returns an army of the North with an ally command.
fn allied(date: &str, ally: &str, head: &str, rows: &str) -> String {
    format!(
        "army: Trial\nruleset: war\nbook: north\npoints: 1000\ndate: {date}\ncommands:\n  - name: Own\n    commander: \
         {{unit: king, with: Clansmen}}\n    units:\n      - {{unit: clansmen, size: 10}}\n  - name: Others\n    \
         ally: {ally}\n    {head}\n    units: [{rows}]\n"
    )
}

#[test]
fn allies_have_their_years_points_roles_and_entries() {
    const LORD: &str = "commander: {unit: lord, role: captain}";
    const GUARDS: &str = "{unit: spearmen}";
    let (_folder, library) = with_allies();
    let south = |date: &str, points: &str, head: &str, rows: &str| {
        checked(&library, &allied(date, "south", &format!("{points}\n    {head}"), rows))
    };
    let ally = vec!["error ally north/allies/south".to_owned()];
    let cases = [
        ("200 BC", "points: 250", LORD, GUARDS, vec![]),
        ("150 BC", "points: 100", LORD, GUARDS, vec![]),
        // Years stated by the army's book
        ("201 BC", "points: 250", LORD, GUARDS, ally.clone()),
        ("149 BC", "points: 250", LORD, GUARDS, ally.clone()),
        // A quarter of 1000, and at least 100
        ("180 BC", "points: 251", LORD, GUARDS, ally.clone()),
        ("180 BC", "points: 99", LORD, GUARDS, ally.clone()),
        ("180 BC", "notes: none", LORD, GUARDS, ally.clone()),
        // The lord may be a chief in his own army, but not here
        ("180 BC", "points: 250", "commander: {unit: lord, role: chief}", GUARDS, {
            vec!["error ally north/allies/south".to_owned(), "error too-many war/limits/one-chief".to_owned()]
        }),
        // Only some entries, and fewer of them; riders no longer come first, but stay at home
        ("180 BC", "points: 250", LORD, "{unit: riders, size: 5}", vec!["error unknown-unit -".to_owned()]),
        ("180 BC", "points: 250", LORD, "{unit: clansmen, size: 5}", vec!["error unknown-unit -".to_owned()]),
        (
            "180 BC",
            "points: 250",
            LORD,
            "{unit: spearmen, count: 3}",
            vec!["error too-many south/entries/spearmen".to_owned()],
        ),
        // The army's book limits the ally: 80 points of foot, since half of 159 is 79 rounded down
        ("180 BC", "points: 160", LORD, "{unit: spearmen, count: 2}", vec![]),
        (
            "180 BC",
            "points: 159",
            LORD,
            "{unit: spearmen, count: 2}",
            vec!["error too-many north/allies/south/limits/small".to_owned()],
        ),
        // The limit of the ally's own book still applies to the ally
        (
            "180 BC",
            "points: 250",
            LORD,
            "",
            vec!["error missing-key -".to_owned(), "error too-few south/limits/rich".to_owned()],
        ),
    ];
    for (date, points, head, rows, wanted) in cases {
        let report = south(date, points, head, rows);
        assert_eq!(ruled(&report), wanted, "{date} {points} {head} {rows}: {:#?}", lines(&report));
    }
}

#[test]
fn an_ally_s_years_default_to_those_of_its_book() {
    let (_folder, library) = with_allies();
    for (date, open) in [("181 BC", false), ("180 BC", true), ("170 BC", true), ("169 BC", false)] {
        let head = "points: 100\n    commander: {role: captain, name: C}";
        let report = checked(&library, &allied(date, "east", head, "{unit: archers, size: 5}"));
        let wanted = if open { vec![] } else { vec!["error ally north/allies/east"] };
        assert_eq!(ruled(&report), wanted, "{date}: {:#?}", lines(&report));
    }
}

#[test]
fn a_contingent_sees_itself_unless_its_limit_names_an_ally() {
    let (_folder, library) = with_allies();
    let head = "points: 200\n    commander: {role: captain, name: C}";
    // Four bodies of the ally's foot do not count as the three that the North may have
    let four = allied("175 BC", "east", head, "{unit: archers, size: 5, count: 4}");
    assert!(checked(&library, &four).findings.is_empty(), "{:#?}", lines(&checked(&library, &four)));
    let own = four.replace("{unit: clansmen, size: 10}", "{unit: clansmen, size: 10, count: 4}");
    assert_eq!(ruled(&checked(&library, &own)), ["error too-many north/limits/own-foot"]);
    // The agreed size of the North is what the ally leaves: 800, of which 10 guards are half
    let guards = |count: u32| {
        let rows = format!("- {{unit: clansmen, size: 10}}\n      - {{unit: guards, count: {count}}}");
        checked(&library, &four.replace("- {unit: clansmen, size: 10}", &rows).replace("max: 3", "max: 99"))
    };
    let of_guards = |count| {
        let found = ruled(&guards(count));
        found.contains(&"error too-many north/limits/few-guards".to_owned())
    };
    assert_eq!([of_guards(10), of_guards(11)], [false, true]);
    // Two allied commands are two
    let two = four.clone()
        + "  - name: More\n    ally: south\n    points: 100\n    commander: {unit: lord, role: captain}\n    units: [{unit: spearmen}]\n";
    assert_eq!(ruled(&checked(&library, &two)), ["error too-many north/limits/one-ally"]);
    let unknown = four.replace("ally: east", "ally: esat");
    let found = checked(&library, &unknown);
    assert!(found.findings.iter().any(|f| f.code.as_str() == "unknown-ally"), "{:#?}", lines(&found));
    // More than its own points
    let over = four.replace("points: 200", "points: 100").replace("count: 4", "count: 11");
    assert_eq!(
        ruled(&checked(&library, &over)),
        ["error over-points -"],
        "{:#?}",
        lines(&checked(&library, &over))
    );
}

#[test]
fn an_ally_s_share_may_be_a_rate_and_is_rounded() {
    for (bound, allowed) in [
        ("{share: 1/3, of: points, round: down}", 333),
        ("{share: 1/3, of: points, round: up}", 334),
        ("350", 350),
        ("{allow: 100, per: 300, of: points, round: down}", 300),
        ("{allow: 100, per: 300, of: points, round: up}", 400),
    ] {
        let ally = format!("allies:\n  east: {{book: east, points: {{max: {bound}}}}}\nlimits:\n");
        let book = BOOK.replace("limits:\n", &ally);
        let (_folder, library) = rules("war", WAR, &[("north", &book), ("east", EAST)]);
        for (points, wanted) in [(allowed, vec![]), (allowed + 1, vec!["error ally north/allies/east"])] {
            let head = format!("points: {points}\n    commander: {{role: captain, name: C}}");
            let report = checked(&library, &allied("175 BC", "east", &head, "{unit: archers, size: 5}"));
            assert_eq!(ruled(&report), wanted, "{bound} {points}: {:#?}", lines(&report));
        }
    }
}

#[test]
fn commands_of_allies_are_counted_apart_from_the_army_s_own() {
    let (_folder, library) = with_allies();
    let head = "points: 250\n    commander: {unit: lord, role: captain}";
    let one = allied("180 BC", "south", head, "{unit: spearmen}");
    assert_eq!(ruled(&checked(&library, &one)), Vec::<String>::new());
    let others = one.find("  - name: Others").unwrap();
    let two = format!("{one}{}", one[others..].replace("name: Others", "name: More"));
    let report = checked(&library, &two);
    let message = &report
        .findings
        .iter()
        .find(|f| f.rule_path.as_deref() == Some("north/limits/one-ally"))
        .unwrap()
        .message;
    assert!(message.starts_with("2 commands"), "{message}");
    // Even without troops it is the ally's command
    let empty = two.rfind("{unit: spearmen}").unwrap();
    let bare = format!("{}{}", &two[..empty], &two[empty..].replace("{unit: spearmen}", ""));
    let report = checked(&library, &bare.replace("commander: {unit: lord, role: captain}", ""));
    let one_ally = report.findings.iter().find(|f| f.rule_path.as_deref() == Some("north/limits/one-ally"));
    assert!(one_ally.is_some_and(|f| f.message.starts_with("2 commands")), "{:#?}", lines(&report));
}

#[test]
fn an_ally_with_years_makes_the_army_need_a_date() {
    let (_folder, library) = with_allies();
    let head = "points: 250\n    commander: {unit: lord, role: captain}";
    let asked = |ally: &str, rows: &str| {
        let text = allied("200 BC", ally, head, rows).replace("date: 200 BC\n", "");
        let report = checked(&library, &text);
        let finding = report.findings.into_iter().find(|f| f.code == Code::DateNeeded).unwrap();
        finding.help.unwrap().contains(&format!("the ally \"{ally}\""))
    };
    // The army's book states the years of the South; those of the East are in the East's own book
    assert!(asked("south", "{unit: spearmen}"));
    assert!(asked("east", "{unit: archers, size: 5}"));
    // If neither states years, the list needs no date
    let undated = BOOK.replace("limits:\n", "allies: {south: {book: south}}\nlimits:\n");
    let (_folder, library) = rules("war", WAR, &[("north", &undated), ("south", SOUTH)]);
    let text = allied("200 BC", "south", head, "{unit: spearmen}").replace("date: 200 BC\n", "");
    let helps: Vec<_> = checked(&library, &text).findings.into_iter().filter_map(|f| f.help).collect();
    assert!(helps.iter().all(|help| !help.contains("the ally")), "{helps:?}");
}

/// Returns an army of 600 points with two allied commands of these sizes.
fn with_two(first: &str, second: &str) -> String {
    let east = |name: &str, points: &str| {
        format!(
            "  - name: {name}\n    ally: east\n    points: {points}\n    commander: {{role: captain, name: {name}}}\n    \
             units: [{{unit: archers, size: 5}}]\n"
        )
    };
    format!(
        "army: Trial\nruleset: war\nbook: north\npoints: 600\ndate: 175 BC\ncommands:\n  - name: Own\n    commander: \
         {{unit: king, with: Clansmen}}\n    units:\n      - {{unit: clansmen, size: 10}}\n      - {{unit: guards}}\n{}{}",
        east("A", first),
        east("B", second)
    )
}

#[test]
fn the_sizes_of_allies_are_positive_parts_of_the_army_s() {
    let book = BOOK.replace("limits:\n", "allies: {east: {book: east, points: {max: 500}}}\nlimits:\n");
    let few = "limits:\n  few: {sum: points, of: {}, max: {share: 1/2, of: points, round: none}}\n";
    let (_folder, library) = rules("war", WAR, &[("north", &book), ("east", &format!("{EAST}{few}"))]);
    let found = |first: &str, second: &str| {
        let report = checked(&library, &with_two(first, second));
        let reported: Vec<String> = lines(&report);
        reported
    };
    // Within the army's size, or all of it: then the own guards may cost half of nothing, and 40 are too many
    assert_eq!(
        found("300", "299"),
        ["error[too-many]: 40 points of \"Guards\", at most 0.5 allowed: 1/2 of 1 point without the allies"]
    );
    assert_eq!(found("299", "200"), Vec::<String>::new());
    // More than the army has: reported once, without a share of a negative size
    assert_eq!(found("301", "300"), ["error[ally]: the allies have 601 points together, the whole army 600"]);
    // More than the ally's terms allow: a finding about the sum would only repeat it
    assert_eq!(found("501", "300"), ["error[ally]: the ally \"east\" has 501 points, at most 500 allowed"]);
    for size in ["0", "-1"] {
        let wanted = format!(
            "error[bad-value]: the points of the ally \"east\" are {size}, a number above 0 is needed"
        );
        assert_eq!(found(size, "300"), [wanted]);
    }
}
