//! What players call the entries of a book (`aka`), and how many a full army usually has (`typical`).

use crate::common::{Folder, checked, lines, ruled, rules, with_army};
use muster::army::army_and_rules_digests::compute_digests;
use muster::fix::fix_list;
use serde_json::json;

const GAME: &str = "\
ruleset: toy
name: Toy War
version: 1.0.0
units:
  spears: {code: SP, name: Spears, aka: [spearmen], tags: [foot], cost: 10}
  horse: {name: Horse, cost: 20}
roles: {boss: {name: Boss}}
";

const BOOK: &str = "\
book: punic
ruleset: toy
name: Carthage
version: 1.0.0
entries:
  libyans: {unit: spears, name: Libyan spearmen, aka: [Hoplites, Punic foot], min: 1, max: 6, typical: 4}
  citizens: {unit: spears, name: Citizens}
  hanno: {name: Hanno, roles: [boss], aka: [The Great]}
limits:
  few: {count: {entry: Punic foot}, max: 5}
";

fn list(word: &str) -> String {
    format!("army: A\nruleset: toy\nbook: punic\npoints: 500\nunits:\n  - {{unit: {word}, name: First}}\n")
}

/// Returns the findings of a book in a game without points, as a command prints them.
fn found_by(command: &str, entries: &str) -> String {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", &format!("{GAME}points: none\n"));
    let head = "book: punic\nruleset: toy\nname: Carthage\nversion: 1.0.0\nentries:\n";
    folder.write("rulesets/toy/books/punic.yaml", &format!("{head}{entries}"));
    let path = "rulesets/toy/books/punic.yaml";
    let ran = folder.muster(&[command, "--format", "concise", path]);
    let of_book = ran.out.lines().filter_map(|line| line.strip_prefix(&format!("{path}:")));
    of_book.filter(|line| line.starts_with(char::is_numeric)).map(|line| format!("{line}\n")).collect()
}

#[test]
fn a_list_may_write_any_name_of_an_entry_and_means_the_same_army() {
    let (_folder, library) = rules("toy", GAME, &[("punic", BOOK)]);
    let digest = |word: &str| {
        let text = list(word);
        assert_eq!(lines(&checked(&library, &text)), [""; 0], "{word}");
        with_army(&library, &text, |army| compute_digests(army).army)
    };
    assert_eq!(digest("Hoplites"), digest("libyans"));
    assert_eq!(digest("Punic foot"), digest("libyans"));
    // A person too
    let text = list("libyans") + "characters:\n  - {unit: The Great, with: First}\n";
    assert_eq!(lines(&checked(&library, &text)), [""; 0]);
}

#[test]
fn a_name_that_is_nearly_right_is_mended() {
    let (_folder, library) = rules("toy", GAME, &[("punic", BOOK)]);
    for (written, meant) in [("hoplites", "Hoplites"), ("punic-foot", "Punic foot"), ("Hoplits", "Hoplites")]
    {
        let text = list(written);
        let report = checked(&library, &text);
        let help = report.findings[0].help.as_deref();
        assert_eq!(help, Some(format!("did you mean \"{meant}\"?").as_str()), "{written}");
        assert_eq!(fix_list(&library, "x.yaml", &text).edited.text, list(meant), "{written}");
    }
}

#[test]
fn a_limit_that_names_the_entry_by_another_name_counts_it() {
    let (_folder, library) = rules("toy", GAME, &[("punic", BOOK)]);
    let of = |count: u32| list("libyans").replace("name: First", &format!("name: First, count: {count}"));
    assert_eq!(ruled(&checked(&library, &of(5))), [""; 0]);
    assert_eq!(ruled(&checked(&library, &of(6))), ["error too-many punic/limits/few"]);
}

#[test]
fn a_name_of_two_entries_is_an_error_at_the_second() {
    let id_of_another = "  a: {unit: spears, aka: [b]}\n  b: {unit: horse}\n";
    assert_eq!(
        found_by("check", id_of_another),
        "6:27: error[duplicate-name]: two entries are called \"b\"\n"
    );
    let twice = "  a: {unit: spears, aka: [Men]}\n  b: {unit: horse, aka: [Men]}\n";
    assert_eq!(found_by("check", twice), "7:26: error[duplicate-name]: two entries are called \"Men\"\n");
    // Its own id or printed name may be among them
    let own = "  a: {unit: spears, name: Men, aka: [a, Men]}\n  b: {unit: horse}\n";
    assert_eq!(found_by("check", own) + &found_by("lint", own), "");
}

#[test]
fn names_that_read_alike_are_told_once_by_lint() {
    for (entries, wanted) in [
        (
            "  a: {unit: spears, aka: [Heavy foot]}\n  b: {unit: horse, aka: [heavy-foot]}\n",
            "7:26: warning[duplicate-name]: \"heavy-foot\" means \"b\", but reads like \"Heavy foot\", which is \"a\" \
             (help: leave the name to one of them)\n",
        ),
        (
            "  a: {unit: spears, aka: [Gauls]}\n  b: {unit: horse, name: Gauls}\n",
            "6:27: warning[duplicate-name]: \"Gauls\" means \"a\", but reads like \"Gauls\", which is \"b\" \
             (help: leave the name to one of them)\n",
        ),
        ("  a: {unit: spears, aka: [Men]}\n  b: {unit: horse, aka: [Mules]}\n", ""),
    ] {
        assert_eq!(found_by("lint", entries), wanted, "{entries}");
    }
}

#[test]
fn the_usual_number_is_above_0_and_within_the_entry_s_own_bounds() {
    for (bounds, wanted) in [
        ("typical: 4, min: 4, max: 4", ""),
        ("typical: 4, max: {allow: 1, per: 500, of: points}", ""),
        ("typical: 3, either: [{exactly: 0}, {min: 2, max: 3}]", ""),
        ("typical: 0", "`typical` is 0, but the usual number is above 0"),
        ("typical: 5, max: 4", "`typical` is 5, but at most 4 are allowed"),
        ("typical: 5, max: {warning: 3, error: 4}", "`typical` is 5, but at most 4 are allowed"),
        ("typical: 1, min: 2", "`typical` is 1, but at least 2 are needed"),
        ("typical: 1, exactly: 2", "`typical` is 1, but exactly 2 are needed"),
        ("typical: 3, multiple-of: 2", "`typical` is 3, but a multiple of 2 is needed"),
        ("typical: 4, either: [{exactly: 0}, {min: 2, max: 3}]", "`typical` is 4, but exactly 0 are needed"),
    ] {
        let found = found_by("check", &format!("  a: {{unit: spears, {bounds}}}\n"));
        let message = found.lines().next().unwrap_or_default();
        assert!(message.contains(wanted), "{bounds}: {found}");
        assert_eq!(message.is_empty(), wanted.is_empty(), "{bounds}: {found}");
    }
    // Whole numbers only
    assert!(found_by("check", "  a: {unit: spears, typical: 2.5}\n").contains("error[wrong-type]"));
}

#[test]
fn an_ally_may_bring_fewer_than_usual_in_the_full_army() {
    let home = "\
book: home
ruleset: toy
name: Home
version: 1.0.0
entries: {citizens: {unit: spears}}
allies: {punic: {book: punic, only: {libyans: {max: 2}}}}
";
    rules("toy", GAME, &[("punic", BOOK), ("home", home)]);
}

#[test]
fn the_usual_number_judges_nobody() {
    let (_folder, library) = rules("toy", GAME, &[("punic", BOOK)]);
    for count in [1, 5] {
        let text = list("libyans").replace("name: First", &format!("name: First, count: {count}"));
        assert_eq!(lines(&checked(&library, &text)), [""; 0]);
    }
}

#[test]
fn rules_explain_and_call_show_them() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", GAME);
    folder.write("rulesets/toy/books/punic.yaml", BOOK);
    let shown = folder.muster(&["rules", "punic"]).out;
    let entry = "  libyans: Libyan spearmen (or Hoplites, Punic foot); spears; 10 points; at least 1, at most 6; usually 4";
    let joined = shown.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(joined.contains(entry.trim()), "{shown}");
    assert!(joined.contains("hanno: Hanno (or The Great); boss"), "{shown}");
    let game = folder.muster(&["rules", "toy"]).out;
    assert!(game.contains("spears: Spears (or spearmen)."), "{game}");
    let explained = folder.muster(&["explain", "Punic foot"]).out;
    assert!(explained.contains("punic/entries/libyans"), "{explained}");

    let (_folder, library) = rules("toy", GAME, &[("punic", BOOK)]);
    let answer = muster::call(&library, r#"{"op": "book", "game": "toy", "book": "punic"}"#);
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let entries = &answer["ok"]["entries"];
    assert_eq!(entries[0]["aka"], json!(["Hoplites", "Punic foot"]), "{answer}");
    assert_eq!((&entries[0]["typical"], &entries[1]["typical"]), (&json!(4), &json!(null)));
}
