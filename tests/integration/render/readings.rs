//! Signs of readings: what rests on a reading of unclear rules is marked, and the reading is on the same
//! sheet.

use std::collections::BTreeSet;

use super::content::body_text;
use super::{fresh_folder, muster_stdout, sample_lists};

/// The heading of the readings.
const READINGS_HEAD: &str = "Readings of the rules";

/// Returns the numbers of the signs in a text. A sign is a dagger with a number.
fn signs_in(text: &str) -> BTreeSet<u32> {
    let pieces = text.split('†').skip(1);
    let number = |piece: &str| -> String { piece.chars().take_while(char::is_ascii_digit).collect() };
    pieces.map(|piece| number(piece).parse().unwrap()).collect()
}

fn number_set(numbers: &[u32]) -> BTreeSet<u32> {
    numbers.iter().copied().collect()
}

/// Splits a text into what is above the heading of the readings and what is below.
fn split_at_readings(text: &str) -> (&str, &str) {
    text.split_once(READINGS_HEAD).unwrap_or((text, ""))
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn signs_and_readings_of_a_sheet_match() {
    let mut seen = 0;
    for list in sample_lists() {
        for sheet in [&["roster"][..], &["reference"], &["packing"], &["cards"], &["cards", "--summary"]] {
            for format in ["text", "markdown", "html"] {
                // In HTML each card has its own readings
                if format == "html" && sheet[0] == "cards" {
                    continue;
                }
                let text =
                    muster_stdout(&[&["render", sheet[0], &list, "--format", format], &sheet[1..]].concat());
                let text = if format == "html" { body_text(&text) } else { text };
                let (above, below) = split_at_readings(&text);
                assert_eq!(signs_in(above), signs_in(below), "{list} {sheet:?} {format}");
                seen += signs_in(above).len();
            }
        }
    }
    assert!(seen > 200, "{seen}");
}

/// Returns the text of the HTML cards, each as its front and back. Continuation cards are joined to the
/// first.
fn html_cards(arguments: &[&str]) -> Vec<(String, String)> {
    let html = muster_stdout(&[&["render", "cards"], arguments].concat());
    let all: Vec<&str> = html.split("<div class=\"card").skip(1).filter(|c| !c.contains("blank")).collect();
    let side = |back: bool| all.iter().filter(move |c| c.starts_with(" back") == back);
    assert_eq!(side(false).count(), side(true).count(), "{arguments:?}");
    let mut cards: Vec<(String, String)> = Vec::new();
    for (front, back) in side(false).zip(side(true)) {
        let both = [front, back].map(|side| body_text(&format!("<body><div class=\"{side}")));
        let [front, back] = both;
        let goes_on = front.contains("card ") && (2..9).any(|n| front.contains(&format!("card {n} of ")));
        match cards.last_mut().filter(|_| goes_on) {
            Some(card) => {
                card.0.push_str(&front);
                card.1.push_str(&back);
            }
            None => cards.push((front, back)),
        }
    }
    cards
}

/// Returns the signs whose readings are on this side, and those that only refer to the roster.
fn explained_signs(side: &str) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let named = |piece: &str| piece.split(": see the roster.").next().unwrap().to_owned();
    let named: Vec<String> =
        side.match_indices("Reading").map(|(at, _)| named(&side[at..])).filter(|n| n.len() < 60).collect();
    // A reading begins with its sign and a space, and has its answer
    let whole = side.split('†').skip(1).filter(|piece| {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.starts_with(' ') && rest.contains(" Here: ")
    });
    let whole: BTreeSet<u32> =
        whole.map(|p| p.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()).collect();
    (whole, signs_in(&named.concat()))
}

/// A small table without room on the front is on the back, and so is its sign.
#[test]
fn card_backs_have_the_readings_of_their_card_or_say_where_they_are() {
    let mut seen = 0;
    for list in sample_lists() {
        for more in
            [&[][..], &["--merge"], &["--summary"], &["--summary", "--merge", "--fold"], &["--compact"]]
        {
            for (front, back) in html_cards(&[&[list.as_str()], more].concat()) {
                let (whole, named) = explained_signs(&back);
                let (_, in_front) = explained_signs(&front);
                let below: BTreeSet<u32> = whole.union(&named).chain(&in_front).copied().collect();
                let both = signs_in(&front).union(&signs_in(&back)).copied().collect::<BTreeSet<u32>>();
                assert_eq!(both, below, "{list} {more:?}: {front} / {back}");
                // Every explained sign is printed: on the front, or beside a number on the back
                let beside = back.split('†').next().unwrap_or("");
                for sign in &below {
                    let marked = front.contains(&format!("†{sign}")) || beside.len() < back.len();
                    assert!(marked, "{list} {more:?} †{sign}: {front} / {back}");
                    seen += 1;
                }
            }
        }
    }
    assert!(seen > 100, "{seen}");
}

fn find_card<'c>(cards: &'c [(String, String)], name: &str) -> &'c (String, String) {
    let found = cards.iter().find(|(front, _)| front.starts_with(name));
    found.unwrap_or_else(|| panic!("{name}: {cards:?}"))
}

/// The note of the ruleset is: Mobile baggage has no move and the stronger guard of the stationary kind no
/// number.
#[test]
fn a_card_gives_the_question_with_the_answer() {
    let all = html_cards(&["lists/fra/starter.yaml"]);
    let (front, back) = find_card(&all, "Baggage");
    assert!(front.contains("BG†8 2 bases"), "{front}");
    let wanted = "†8 Mobile baggage has no move and the stronger guard of the stationary kind no number. Here: one kind, standing still.";
    assert!(back.contains(wanted), "{back}");
    let all = html_cards(&["lists/wab/metaurus-carthage.yaml"]);
    let (_, back) = find_card(&all, "First Africans");
    let wanted = "†8 +1 for a large shield stands below a chart that counts shields already. Here: 1 better than a shield, and so 2 better than none.";
    assert!(back.contains(wanted), "{back}");
}

/// Victory points and scouting belong to the army, the morale track to each command.
#[test]
fn summary_cards_have_only_their_own_readings() {
    let all = html_cards(&["lists/fra/trebia-carthage.yaml", "--summary", "--merge"]);
    let (front, back) = &all[0];
    assert_eq!(signs_in(front), number_set(&[2, 31, 32, 33, 34]), "{front}");
    let (whole, named) = explained_signs(back);
    assert_eq!(whole.union(&named).copied().collect::<BTreeSet<u32>>(), signs_in(front), "{back}");
    for at in [1, 2] {
        let (front, back) = &all[at];
        assert_eq!(signs_in(front), number_set(&[2, 33, 34, 40]), "{front}");
        let (whole, named) = explained_signs(back);
        assert_eq!(whole.union(&named).copied().collect::<BTreeSet<u32>>(), signs_in(front), "{back}");
    }
    // The general's signs are on the general's card
    let (front, back) = &all[3];
    assert!(front.contains("General†3†18, leads Foot and elephants"), "{front}");
    assert_eq!(explained_signs(back).0, number_set(&[3, 18]), "{back}");
}

/// The commands list their units with the costs.
#[test]
fn text_cards_have_the_army_and_its_commands_only_with_summary() {
    for (format, army, command) in [
        (
            "text",
            "\nHannibal at the Trebia                                      985 of 1000 points\n    Scouting points†31†32: 26\n",
            "\nHorse and ambush                                                    350 points\n    Led by Mago Barca\n",
        ),
        (
            "markdown",
            "\n## Hannibal at the Trebia (985 of 1000 points)\n\n- Scouting points†31†32: 26\n",
            "\n## Horse and ambush (350 points)\n\n- Led by Mago Barca; baggage",
        ),
    ] {
        let print = |more: &[&str]| {
            muster_stdout(
                &[&["render", "cards", "lists/fra/trebia-carthage.yaml", "--format", format], more].concat(),
            )
        };
        let (with, without) = (print(&["--summary"]), print(&[]));
        for wanted in [army, command] {
            assert!(with.contains(wanted) && !without.contains(wanted), "{format}: {wanted}: {with}");
        }
        let flat = single_spaced(&with);
        assert!(flat.contains("Mago Barca 0, 3 × Numidians 150, 2 × Iberian horse 120,"), "{flat}");
        // The morale track belongs to the command, not to a unit
        assert!(signs_in(&with).contains(&40) && !signs_in(&without).contains(&40), "{format}");
    }
}

#[test]
fn a_sign_follows_the_code_the_type_or_the_units_name() {
    for (list, format, wanted) in [
        ("six-mm/trebia-carthage", "text", "\n2 × Elephants†6†15\n    3 elements\n"),
        ("six-mm/trebia-carthage", "markdown", "| **2 × Elephants†6†15** | 3 elements |"),
        ("six-mm/trebia-carthage", "html", "2 × Elephants †6†15"),
        ("fra/trebia-carthage", "text", "\n    BG†8 2 bases\n"),
        ("fra/trebia-carthage", "markdown", "| **Baggage** | BG†8 2 bases |"),
        ("fra/trebia-carthage", "html", "BG†8 2 bases"),
        ("fra/trebia-carthage", "text", "\n    EL†30†46†47\n"),
        ("fra/trebia-carthage", "html", "EL†30†46†47 · Elephant escorts†7"),
        ("quick/cannae-rome", "text", "\n    LI†4†9 Light infantry, 6 bases\n"),
        ("quick/cannae-rome", "html", "LI†4†9 Light infantry, 6 bases"),
        // After the option, with its details
        ("fra/starter", "text", "Elite (Melee, Rally)†19 +10"),
        ("fra/starter", "html", "Elite (Melee, Rally)†19"),
        ("wab/metaurus-carthage", "text", "Large shield†8 +24"),
        ("wab/metaurus-carthage", "html", "Large shield†8"),
    ] {
        let text = muster_stdout(&["render", "roster", &format!("lists/{list}.yaml"), "--format", format]);
        let text = if format == "html" { body_text(&text).replace('\u{a0}', " ") } else { text };
        assert!(text.contains(wanted), "{list} {format}: {wanted}: {text}");
    }
    for (list, wanted) in
        [("six-mm/trebia-carthage", "Elephants†6†15 "), ("fra/trebia-carthage", "EL†30†46†47 ")]
    {
        let all = html_cards(&[&format!("lists/{list}.yaml"), "--merge"]);
        let (front, _) = find_card(&all, "Elephants");
        assert!(front.contains(wanted), "{front}");
    }
}

/// The numbers are those of the ruleset's notes that have a reading and name the rules they concern.
#[test]
fn readings_that_do_not_concern_the_army_are_left_out() {
    for (list, sheet, without) in [
        // No elephants, chariots or escorts; a game in points; no veterans that are elite too
        ("fra/starter", "roster", &[7, 16, 20, 31][..]),
        ("fra/starter", "reference", &[7, 16, 20, 31]),
        ("fra/zama-carthage", "reference", &[16, 20]),
        // No large shield, sling or machine
        ("wab/carthage-1000", "roster", &[1, 7, 8]),
        ("wab/carthage-1000", "reference", &[1, 7, 8]),
        // No Greek foot or elephants
        ("quick/cannae-rome", "reference", &[1, 5, 6, 8]),
        ("quick/cannae-rome", "roster", &[1, 2, 6, 8]),
        ("six-mm/zama-numidia", "roster", &[6, 15]),
    ] {
        for format in ["text", "markdown", "html"] {
            let text = muster_stdout(&["render", sheet, &format!("lists/{list}.yaml"), "--format", format]);
            let text = if format == "html" { body_text(&text) } else { text };
            for sign in without {
                assert!(!signs_in(&text).contains(sign), "{list} {sheet} {format} †{sign}: {text}");
            }
        }
    }
    // If the army has them, the sign is there
    for (list, sheet, wanted) in [
        ("fra/trebia-carthage", "roster", "Scouting points†31†32"),
        ("fra/trebia-carthage", "reference", "Missile modifiers†7"),
        ("wab/metaurus-carthage", "reference", "Saving throw†8"),
        ("wab/metaurus-carthage", "reference", "Missile weapons†1"),
        ("quick/zama-carthage", "reference", "Morale (d6)†5"),
        ("six-mm/trebia-carthage", "roster", "Men†15"),
    ] {
        let text = muster_stdout(&["render", sheet, &format!("lists/{list}.yaml"), "--format", "text"]);
        assert!(text.contains(wanted), "{list} {sheet}: {wanted}: {text}");
    }
}

#[test]
fn readings_have_separate_lines_on_the_reference_sheet() {
    for list in sample_lists() {
        let html = muster_stdout(&["render", "reference", &list]);
        assert!(html.matches("<section class=\"sheet\">").count() <= 2, "{list}");
        let Some((_, below)) = html.split_once(READINGS_HEAD) else { continue };
        let items: Vec<&str> = below.split("<div class=\"item note").skip(1).collect();
        for item in &items {
            let own = item.split("<div class=\"foot").next().unwrap();
            let own = own.split("<div class=\"item").next().unwrap();
            let text = body_text(&format!("<body><div class=\"{own}"));
            assert_eq!(text.matches(" Here: ").count(), 1, "{list}: {text}");
            assert!(!text.contains(" · "), "{list}: {text}");
        }
        assert!(!items.is_empty(), "{list}");
        let head = below.split("Sources").next().unwrap();
        assert!(head.rfind("<div class=\"gap").is_some(), "{list}: no space above the sources");
    }
}

/// Only the Carthaginians have elephants and escorts. Their signs are on the sheet of both, in either order.
#[test]
fn a_sheet_for_two_armies_has_the_readings_of_both() {
    let (rome, carthage) = ("lists/fra/starter.yaml", "lists/fra/trebia-carthage.yaml");
    for lists in [[rome, carthage], [carthage, rome]] {
        let text = muster_stdout(&["render", "reference", lists[0], lists[1], "--format", "text"]);
        for wanted in ["Missile modifiers†7", "Scouting†31†32", "†31 unclear: Whether elephants and chariots"]
        {
            assert!(text.contains(wanted), "{lists:?}: {wanted}: {text}");
        }
        let (above, below) = split_at_readings(&text);
        assert_eq!(signs_in(above), signs_in(below), "{lists:?}");
    }
}

/// A sheet of the whole game has the notes for any army.
#[test]
fn conditional_notes_are_printed_only_for_armies_they_concern() {
    let folder = fresh_folder("note-when");
    std::fs::create_dir_all(folder.join("rulesets/little")).unwrap();
    std::fs::write(
        folder.join("rulesets/little/ruleset.yaml"),
        "ruleset: little\nname: Little\nversion: 1.0.0\nmodes: {long: {name: Long, default: true}, short: {name: Short}}\n\
         options:\n  axe: {name: Axe, text: Cuts.}\nunits:\n  foot: {name: Foot, options: [axe?]}\n\
         \x20 horse: {name: Horse}\nnotes:\n\
         \x20 - {unclear: whether it counts, reading: it does, at: options/axe, when: {mode: short}}\n\
         \x20 - {unclear: whether horse fears it, reading: it does, at: [options/axe, units/foot], when: {present: {unit: horse}}}\n",
    )
    .unwrap();
    for (mode, horse, wanted) in [
        ("long", "", &[][..]),
        ("short", "", &[1]),
        ("long", ", {unit: horse}", &[2]),
        ("short", ", {unit: horse}", &[1, 2]),
    ] {
        let list = folder.join("list.yaml");
        let text = format!(
            "army: A\nruleset: little\nmode: {mode}\nunits: [{{unit: foot, options: [axe]}}{horse}]\n"
        );
        std::fs::write(&list, text).unwrap();
        let print = |arguments: &[&str]| {
            let rules = folder.join("rulesets");
            let more = [list.to_str().unwrap(), "--format", "text", "--rulesets", rules.to_str().unwrap()];
            muster_stdout(&[arguments, &more].concat())
        };
        for sheet in ["roster", "reference", "cards"] {
            let text = print(&["render", sheet]);
            assert_eq!(signs_in(&text), number_set(wanted), "{mode}{horse} {sheet}: {text}");
        }
        assert_eq!(signs_in(&print(&["render", "reference", "--all"])), number_set(&[1, 2]), "{mode}{horse}");
    }
}

/// The note of the ruleset is †1 for both. Each book has a note of its own, which is †2 on the sheet of one
/// army.
#[test]
fn a_sign_means_one_reading_on_a_sheet_for_two_books() {
    let folder = fresh_folder("two-books");
    let books = folder.join("rulesets/little/books");
    std::fs::create_dir_all(&books).unwrap();
    std::fs::write(
        folder.join("rulesets/little/ruleset.yaml"),
        "ruleset: little\nname: Little\nversion: 1.0.0\noptions: {axe: {name: Axe, text: Cuts.}}\n\
         units: {foot: {name: Foot, options: [axe]}}\n\
         notes: [{unclear: whether axes cut, reading: they do, at: options/axe}]\n",
    )
    .unwrap();
    for (book, entry) in [("red", "Guards"), ("blue", "Rowers")] {
        let id = entry.to_lowercase();
        let text = format!(
            "book: {book}\nruleset: little\nname: The {book}\nversion: 1.0.0\n\
             entries: {{{id}: {{unit: foot, name: {entry}, text: Stand.}}}}\n\
             notes: [{{unclear: whether {id} run, reading: they do not, at: entries/{id}}}]\n"
        );
        std::fs::write(books.join(format!("{book}.yaml")), text).unwrap();
        let list =
            format!("army: {book}\nruleset: little\nbook: {book}\nunits: [{{unit: {id}, options: [axe]}}]\n");
        std::fs::write(folder.join(format!("{book}.yaml")), list).unwrap();
    }
    let print = |lists: &[&str]| {
        let paths: Vec<String> =
            lists.iter().map(|l| folder.join(format!("{l}.yaml")).to_str().unwrap().to_owned()).collect();
        let paths: Vec<&str> = paths.iter().map(String::as_str).collect();
        let rules = folder.join("rulesets");
        let more = ["--format", "text", "--rulesets", rules.to_str().unwrap()];
        muster_stdout(&[&["render", "reference"], &paths[..], &more].concat())
    };
    for (lists, wanted) in [
        (
            &["red"][..],
            &["Axe†1", "Guards†2", "†1 unclear: whether axes cut", "†2 unclear: whether guards run"][..],
        ),
        (
            &["red", "blue"],
            &[
                "Axe†1",
                "Guards†2",
                "Rowers†3",
                "†1 unclear: whether axes cut",
                "†2 unclear: whether guards run",
                "†3 unclear: whether rowers run",
            ],
        ),
        (
            &["blue", "red"],
            &["Rowers†2", "Guards†3", "†2 unclear: whether rowers run", "†3 unclear: whether guards run"],
        ),
    ] {
        let text = print(lists);
        for wanted in wanted {
            assert!(text.contains(wanted), "{lists:?}: {wanted}: {text}");
        }
        assert_eq!(text.matches(" unclear: ").count(), lists.len() + 1, "{lists:?}: {text}");
    }
}
