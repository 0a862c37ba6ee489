//! Signs of readings: what rests on a reading of unclear rules is marked, and the reading stands on the same sheet.

use std::collections::BTreeSet;

use libtest_mimic::Trial;

use crate::said::words;
use crate::{folder, printed, samples, trial};

/// What stands above the readings.
const HEAD: &str = "Readings of the rules";

pub(crate) fn trials() -> Vec<Trial> {
    vec![
        trial("readings: each sign of a sheet has its reading there, and each reading its sign", sheets),
        trial("readings: each card's back has those of its own front, or says where they are", backs),
        trial("readings: a card gives the question with the answer", question),
        trial("readings: the cards of the army and its commands have just their own", summary),
        trial("readings: cards in text have the army and its commands where they are wanted", in_text),
        trial("readings: a sign stands with the short form, the type or the unit's name", places),
        trial("readings: of what an army has not there is neither sign nor reading", absent),
        trial("readings: each has a line of its own on the reference sheet", lines),
        trial("readings: two armies share what only one of them rests on", shared),
        trial("readings: a note that is for some armies alone says when", when),
    ]
}

/// The signs in a text: a dagger with a number.
fn signs(text: &str) -> BTreeSet<u32> {
    let pieces = text.split('†').skip(1);
    let number = |piece: &str| -> String { piece.chars().take_while(char::is_ascii_digit).collect() };
    pieces.map(|piece| number(piece).parse().unwrap()).collect()
}

fn set(numbers: &[u32]) -> BTreeSet<u32> {
    numbers.iter().copied().collect()
}

/// What stands above the readings, and the readings.
fn halves(text: &str) -> (&str, &str) {
    text.split_once(HEAD).unwrap_or((text, ""))
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn sheets() {
    let mut seen = 0;
    for list in samples() {
        for sheet in [&["roster"][..], &["reference"], &["packing"], &["cards"], &["cards", "--summary"]] {
            for format in ["text", "markdown", "html"] {
                // In HTML each card has its own
                if format == "html" && sheet[0] == "cards" {
                    continue;
                }
                let text = printed(&[&["render", sheet[0], &list, "--format", format], &sheet[1..]].concat());
                let text = if format == "html" { words(&text) } else { text };
                let (above, below) = halves(&text);
                assert_eq!(signs(above), signs(below), "{list} {sheet:?} {format}");
                seen += signs(above).len();
            }
        }
    }
    assert!(seen > 200, "{seen}");
}

/// The cards in HTML, each as its front and its back; one that goes on is one with what it goes on on.
fn cards(arguments: &[&str]) -> Vec<(String, String)> {
    let html = printed(&[&["render", "cards"], arguments].concat());
    let all: Vec<&str> = html.split("<div class=\"card").skip(1).filter(|c| !c.contains("blank")).collect();
    let side = |back: bool| all.iter().filter(move |c| c.starts_with(" back") == back);
    assert_eq!(side(false).count(), side(true).count(), "{arguments:?}");
    let mut cards: Vec<(String, String)> = Vec::new();
    for (front, back) in side(false).zip(side(true)) {
        let both = [front, back].map(|side| words(&format!("<body><div class=\"{side}")));
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

/// The signs of the readings that are told there, and of those that only the roster has.
fn told(side: &str) -> (BTreeSet<u32>, BTreeSet<u32>) {
    let named = |piece: &str| piece.split(": see the roster.").next().unwrap().to_owned();
    let named: Vec<String> =
        side.match_indices("Reading").map(|(at, _)| named(&side[at..])).filter(|n| n.len() < 60).collect();
    // A reading begins with its sign and a blank, and has its answer
    let whole = side.split('†').skip(1).filter(|piece| {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_digit());
        rest.starts_with(' ') && rest.contains(" Here: ")
    });
    let whole: BTreeSet<u32> =
        whole.map(|p| p.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()).collect();
    (whole, signs(&named.concat()))
}

/// A small table that has no room on the front stands on the back, and so does its sign.
fn backs() {
    let mut seen = 0;
    for list in samples() {
        for more in
            [&[][..], &["--merge"], &["--summary"], &["--summary", "--merge", "--fold"], &["--compact"]]
        {
            for (front, back) in cards(&[&[list.as_str()], more].concat()) {
                let (whole, named) = told(&back);
                let (_, in_front) = told(&front);
                let below: BTreeSet<u32> = whole.union(&named).chain(&in_front).copied().collect();
                let both = signs(&front).union(&signs(&back)).copied().collect::<BTreeSet<u32>>();
                assert_eq!(both, below, "{list} {more:?}: {front} / {back}");
                // What is explained is printed: on the front, or beside a number on the back
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

fn card<'c>(cards: &'c [(String, String)], name: &str) -> &'c (String, String) {
    let found = cards.iter().find(|(front, _)| front.starts_with(name));
    found.unwrap_or_else(|| panic!("{name}: {cards:?}"))
}

/// The ruleset asks: Mobile baggage has no move and the stronger guard of the stationary kind no number.
fn question() {
    let all = cards(&["lists/fra/starter.yaml"]);
    let (front, back) = card(&all, "Baggage");
    assert!(front.contains("BG†8 2 bases"), "{front}");
    let wanted = "†8 Mobile baggage has no move and the stronger guard of the stationary kind no number. Here: one kind, standing still.";
    assert!(back.contains(wanted), "{back}");
    let all = cards(&["lists/wab/metaurus-carthage.yaml"]);
    let (_, back) = card(&all, "First Africans");
    let wanted = "†8 +1 for a large shield stands below a chart that counts shields already. Here: 1 better than a shield, and so 2 better than none.";
    assert!(back.contains(wanted), "{back}");
}

/// Victory points and scouting are the army's, the morale track each command's.
fn summary() {
    let all = cards(&["lists/fra/trebia-carthage.yaml", "--summary", "--merge"]);
    let (front, back) = &all[0];
    assert_eq!(signs(front), set(&[2, 31, 32, 33, 34]), "{front}");
    let (whole, named) = told(back);
    assert_eq!(whole.union(&named).copied().collect::<BTreeSet<u32>>(), signs(front), "{back}");
    for at in [1, 2] {
        let (front, back) = &all[at];
        assert_eq!(signs(front), set(&[2, 33, 34, 40]), "{front}");
        let (whole, named) = told(back);
        assert_eq!(whole.union(&named).copied().collect::<BTreeSet<u32>>(), signs(front), "{back}");
    }
    // The general's signs are on the general's card
    let (front, back) = &all[3];
    assert!(front.contains("General†3†18, leads Foot and elephants"), "{front}");
    assert_eq!(told(back).0, set(&[3, 18]), "{back}");
}

/// Five times 50 is what the hastati cost.
fn in_text() {
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
            printed(
                &[&["render", "cards", "lists/fra/trebia-carthage.yaml", "--format", format], more].concat(),
            )
        };
        let (with, without) = (print(&["--summary"]), print(&[]));
        for wanted in [army, command] {
            assert!(with.contains(wanted) && !without.contains(wanted), "{format}: {wanted}: {with}");
        }
        let flat = flat(&with);
        assert!(flat.contains("Mago Barca 0, 3 × Numidians 150, 2 × Iberian horse 120,"), "{flat}");
        // The morale track is the command's, and no unit's
        assert!(signs(&with).contains(&40) && !signs(&without).contains(&40), "{format}");
    }
}

fn places() {
    for (list, format, wanted) in [
        ("six-mm/trebia-carthage", "text", "\n2 × Elephants†6†15\n    3 elements\n"),
        ("six-mm/trebia-carthage", "markdown", "| **2 × Elephants†6†15** | 3 elements |"),
        ("six-mm/trebia-carthage", "html", "2 × Elephants †6†15"),
        ("fra/trebia-carthage", "text", "\n    BG†8 2 bases\n"),
        ("fra/trebia-carthage", "markdown", "| **Baggage** | BG†8 2 bases |"),
        ("fra/trebia-carthage", "html", "BG†8 2 bases"),
        ("fra/trebia-carthage", "text", "\n    EL†30\n"),
        ("fra/trebia-carthage", "html", "EL†30 · Elephant escorts†7"),
        ("quick/cannae-rome", "text", "\n    LI†4†9 Light infantry, 6 bases\n"),
        ("quick/cannae-rome", "html", "LI†4†9 Light infantry, 6 bases"),
        // With the option after what is printed of it
        ("fra/starter", "text", "Elite (Melee, Rally)†19 +10"),
        ("fra/starter", "html", "Elite (Melee, Rally)†19"),
        ("wab/metaurus-carthage", "text", "Large shield†8 +24"),
        ("wab/metaurus-carthage", "html", "Large shield†8"),
    ] {
        let text = printed(&["render", "roster", &format!("lists/{list}.yaml"), "--format", format]);
        let text = if format == "html" { words(&text).replace('\u{a0}', " ") } else { text };
        assert!(text.contains(wanted), "{list} {format}: {wanted}: {text}");
    }
    for (list, wanted) in [("six-mm/trebia-carthage", "Elephants†6†15 "), ("fra/trebia-carthage", "EL†30 ")]
    {
        let all = cards(&[&format!("lists/{list}.yaml"), "--merge"]);
        let (front, _) = card(&all, "Elephants");
        assert!(front.contains(wanted), "{front}");
    }
}

/// The numbers are those of the notes of each ruleset that have a reading and say what they concern.
fn absent() {
    for (list, sheet, without) in [
        // No elephants, chariots, escorts; a game in points; veterans that are not elite too
        ("fra/starter", "roster", &[7, 16, 20, 31][..]),
        ("fra/starter", "reference", &[7, 16, 20, 31]),
        ("fra/zama-carthage", "reference", &[16, 20]),
        // No large shield, no sling, no machine
        ("wab/carthage-1000", "roster", &[1, 7, 8]),
        ("wab/carthage-1000", "reference", &[1, 7, 8]),
        // No Greek foot, no elephants
        ("quick/cannae-rome", "reference", &[1, 5, 6, 8]),
        ("quick/cannae-rome", "roster", &[1, 2, 6, 8]),
        ("six-mm/zama-numidia", "roster", &[6, 15]),
    ] {
        for format in ["text", "markdown", "html"] {
            let text = printed(&["render", sheet, &format!("lists/{list}.yaml"), "--format", format]);
            let text = if format == "html" { words(&text) } else { text };
            for sign in without {
                assert!(!signs(&text).contains(sign), "{list} {sheet} {format} †{sign}: {text}");
            }
        }
    }
    // Where they are there, so is the sign
    for (list, sheet, wanted) in [
        ("fra/trebia-carthage", "roster", "Scouting points†31†32"),
        ("fra/trebia-carthage", "reference", "Missile modifiers†7"),
        ("wab/metaurus-carthage", "reference", "Saving throw†8"),
        ("wab/metaurus-carthage", "reference", "Missile weapons†1"),
        ("quick/zama-carthage", "reference", "Morale (d6)†5"),
        ("six-mm/trebia-carthage", "roster", "Men†15"),
    ] {
        let text = printed(&["render", sheet, &format!("lists/{list}.yaml"), "--format", "text"]);
        assert!(text.contains(wanted), "{list} {sheet}: {wanted}: {text}");
    }
}

fn lines() {
    for list in samples() {
        let html = printed(&["render", "reference", &list]);
        assert!(html.matches("<section class=\"sheet\">").count() <= 2, "{list}");
        let Some((_, below)) = html.split_once(HEAD) else { continue };
        let items: Vec<&str> = below.split("<div class=\"item note").skip(1).collect();
        for item in &items {
            let own = item.split("<div class=\"foot").next().unwrap();
            let own = own.split("<div class=\"item").next().unwrap();
            let text = words(&format!("<body><div class=\"{own}"));
            assert_eq!(text.matches(" Here: ").count(), 1, "{list}: {text}");
            assert!(!text.contains(" · "), "{list}: {text}");
        }
        assert!(!items.is_empty(), "{list}");
        let head = below.split("Sources").next().unwrap();
        assert!(head.rfind("<div class=\"gap").is_some(), "{list}: no space above the sources");
    }
}

/// Only the Carthaginians have elephants and escorts, so that their signs stand on the sheet of both, whoever is first.
fn shared() {
    let (rome, carthage) = ("lists/fra/starter.yaml", "lists/fra/trebia-carthage.yaml");
    for lists in [[rome, carthage], [carthage, rome]] {
        let text = printed(&["render", "reference", lists[0], lists[1], "--format", "text"]);
        for wanted in ["Missile modifiers†7", "Scouting†31†32", "†31 unclear: Whether elephants and chariots"]
        {
            assert!(text.contains(wanted), "{lists:?}: {wanted}: {text}");
        }
        let (above, below) = halves(&text);
        assert_eq!(signs(above), signs(below), "{lists:?}");
    }
}

/// The sheet of the whole game is for any army.
fn when() {
    let folder = folder("note-when");
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
            printed(&[arguments, &more].concat())
        };
        for sheet in ["roster", "reference", "cards"] {
            let text = print(&["render", sheet]);
            assert_eq!(signs(&text), set(wanted), "{mode}{horse} {sheet}: {text}");
        }
        assert_eq!(signs(&print(&["render", "reference", "--all"])), set(&[1, 2]), "{mode}{horse}");
    }
}
