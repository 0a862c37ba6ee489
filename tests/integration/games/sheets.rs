//! What the rules documents state appears on the reference sheets of the armies that need it: the numbers,
//! and the words that each rule turns on.

use std::fmt::Write as _;

use crate::common::{Folder, muster, root};

/// Returns the reference sheet of a shipped list, with its lines joined; or in Markdown, where a row of a
/// table is one line.
fn sheet(list: &str, format: &str) -> String {
    let ran = muster(root(), &["render", "reference", list, "--format", format]);
    assert!(ran.status == Some(0) && ran.trouble.is_empty(), "{list}: {ran:?}");
    joined(&ran.out)
}

/// Returns the reference sheet of a list that is not shipped.
fn sheet_of(list: &str) -> String {
    let folder = Folder::new();
    folder.write("list.yaml", list);
    let ran = folder.muster(&["render", "reference", "list.yaml", "--format", "text"]);
    assert!(ran.status == Some(0), "{ran:?}");
    joined(&ran.out)
}

fn joined(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that the sheet contains each of these texts.
fn says(sheet: &str, all: &[&str]) {
    let mut missing = String::new();
    for words in all.iter().filter(|words| !sheet.contains(**words)) {
        writeln!(missing, "  {words}").unwrap();
    }
    assert!(missing.is_empty(), "missing:\n{missing}of\n{sheet}");
}

/// Asserts that the sheet contains none of these texts.
fn does_not_say(sheet: &str, all: &[&str]) {
    for words in all {
        assert!(!sheet.contains(words), "{words}: {sheet}");
    }
}

#[test]
fn fr_ancients() {
    let commands = sheet("lists/fra/trebia-carthage.yaml", "text");
    says(
        &commands,
        &[
            "Light mounted 4 Skirmishers 2 Other mounted 1",
            // Units that evade, and those that pursue them
            "Chargers with a Ch above 0 move their full move after it, others may",
            "attached units as fast or faster go along, slower ones stay behind",
            "failed, it stays and checks fear before the melee; passed, it goes and checks on impact",
            // Rage and panic
            "double demoralized, goes away from it and not from its other enemy",
            "an enraged elephant counts as an enemy",
            "Units of several commands may support each other",
            "but not attach to each other",
            "stays with its captor until that unit is destroyed, when this table is rolled again",
            // A lost commander: doubled for the own command, the ordinary reduction for the others, and only
            // once
            "track falls by twice his value, each other command's by his value, once",
            "His command gives no more orders to other commands.",
            "captured and escapes, his command's track regains his value and he orders other commands again",
            "Range 24\"; farther or out of sight counts 2",
        ],
    );
    // An army in one command has the track without the rules of games in commands
    let one = sheet("lists/fra/starter.yaml", "text");
    says(&one, &["Morale", "takes 1 from the track"]);
    does_not_say(&one, &["Range 24\"", "Commander lost", "Between commands ["]);
    let others = sheet_of(
        "army: A\nruleset: fra\npoints: 1000\nbaggage: true\ncharacters:\n  - {role: general, name: G, with: H}\n\
         units:\n  - {unit: HW, name: H}\n  - {unit: DP}\n  - {unit: WB}\n  - {unit: SCh}\n  - {unit: SK, options: \
         [anti-elephant-tactics]}\n",
    );
    says(
        &others,
        &[
            // Deep pikes
            "rear base may support the front base of a deep pike beside it",
            "which gives no support back",
            "does not turn to face a single enemy there",
            "fights at −3 CF",
            // Tribal
            "Tribal with a unit behind +1",
            "+1 support from the unit behind as well as from each side",
            "joined in melee only; the rear one may move away",
            "a front one that shooting forces back is destroyed",
            "or to support the nearest fight if that enemy is engaged in front",
            // Scythed chariots
            "It causes fear. Halts a base away and makes an impact check before it charges",
            "Double demoralized so, it falls back before that combat",
            // 1 more than the ordinary bonus in flank and rear
            "Anti-elephant tactics, front / flank / rear +1 / +2 / +3",
        ],
    );
}

#[test]
fn quick_ancients() {
    let list = "lists/quick/zama-carthage.yaml";
    says(
        &sheet(list, "text"),
        &[
            "tosses 6 dice in melee, 3 after its second hit",
            "a driver and two soldiers in a howdah",
            "Heavy infantry and all cavalry always",
            "Medium infantry as it starts, or skirmishing",
            "Light infantry never",
            "To reform, which brings the rear ranks back into touch, it may neither move nor be in melee",
            "until a whole turn is spent reforming",
        ],
    );
    says(
        &sheet(list, "markdown"),
        &[
            "| Heavy foot and cavalry | one wide and six deep, or two wide and three deep | three across and two deep |",
            "| Greek foot | one wide and six deep, or two wide and three deep | two across and three deep |",
            "| Elephants | one wide and three deep | three across |",
        ],
    );
    // Of engines the document does not state a rout
    let engines = sheet_of("army: A\nruleset: quick\nunits:\n  - {unit: HI}\n  - {unit: engines}\n");
    says(&engines, &["Engines", "Formed units 3 figures left"]);
    does_not_say(&engines, &["Engines 1 left", "Elephants 1 left"]);
}

#[test]
fn six_mm() {
    let sheet = sheet("lists/six-mm/trebia-rome.yaml", "text");
    says(
        &sheet,
        &[
            "a tactical move only wheels, a non-tactical one changes direction freely",
            "An element 1 fatigue point at the start",
            "The unit he is with fights at +1, two generals with it no better",
            "Units move through deployed skirmishers only tactically, and remove them",
        ],
    );
    does_not_say(&sheet, &["Friends move through", "friends move through"]);
}

#[test]
fn wab() {
    let sheet = sheet("lists/wab/metaurus-carthage.yaml", "text");
    says(
        &sheet,
        &[
            "may be pursued at once by those who won its last round",
            "goes its full move through them and destroys them all",
            "back at the same point in its next movement phase; no other move, but it may shoot and fight",
            "a defender that fails terror flees whatever the numbers, one that fails fear if fewer",
            "Terror within 8\"; failed, it flees in the compulsory moves",
            "Large shield 1 better than a shield",
        ],
    );
}
