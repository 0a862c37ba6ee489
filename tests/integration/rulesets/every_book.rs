//! Entries that a ruleset gives every book.

use crate::common::{Folder, checked, lines, n, ruled};

const TOY: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
sources: {rules: The rules, house: {name: our own reading, notice: house values}}
commands: {led-by: [chief]}
roles: {chief: {name: Chief, source: rules}}
units:
  foot: {name: Foot, cost: 10, tags: [foot], source: rules}
  horse: {name: Horse, cost: 20, tags: [horse], source: rules}
every-book:
  entries:
    camp: {unit: foot, name: Camp guards, cost: 5, max: 1, source: {unit: rules, cost: house, max: rules}}
    cooks: {unit: foot, name: Cooks, cost: 2, source: rules}
  except: [east]
";

const SOUTH: &str = "\
book: south
ruleset: toy
name: The south
version: 1.0.0
entries: {guards: {unit: foot, name: Guards, cost: 12}}
";

const NORTH: &str = "\
book: north
ruleset: toy
name: The north
version: 1.0.0
entries: {levy: {unit: foot, name: Levy}, camp: {unit: foot, name: Waggoners, cost: 7}}
allies: {south: {book: south, points: {max: 100}, only: {guards: {}, camp: {max: 2}}}}
";

const EAST: &str = "\
book: east
ruleset: toy
name: The east
version: 1.0.0
entries: {archers: {unit: foot, name: Archers}}
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", TOY);
    folder.write("rulesets/toy/books/south.yaml", SOUTH);
    folder.write("rulesets/toy/books/north.yaml", NORTH);
    folder.write("rulesets/toy/books/east.yaml", EAST);
    let club = "extends: south\nruleset: toy\nname: Club\nversion: 1.0.0\ndrop: [every-book/entries/cooks]\n";
    folder.write("rulesets/toy/books/south-club.yaml", &format!("book: south-club\n{club}"));
    let club = "extends: east\nruleset: toy\nname: Club\nversion: 1.0.0\n";
    folder.write("rulesets/toy/books/east-club.yaml", &format!("book: east-club\n{club}"));
    folder
}

fn library(folder: &Folder) -> muster::Library {
    muster::Library::new(vec![folder.path().join("rulesets")])
}

/// A list of 200 points by a book, with these rows.
fn list(book: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("  - {row}\n")).collect();
    format!("army: Trial\nruleset: toy\nbook: {book}\npoints: 200\nunits:\n{rows}")
}

/// Returns the findings of a file as the program prints them, without its path.
fn findings(folder: &Folder, command: &str, path: &str) -> Vec<String> {
    let ran = folder.muster(&[command, "--format", "concise", path]);
    let lines = ran.out.lines().filter_map(|line| line.strip_prefix(path)?.strip_prefix(':'));
    lines.filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned).collect()
}

#[test]
fn every_book_gains_the_entries_that_it_has_not_got() {
    let folder = folder();
    let library = library(&folder);
    let of = |book: &str, rows: &[&str]| ruled(&checked(&library, &list(book, rows)));
    let report = checked(&library, &list("south", &["{unit: guards}", "{unit: camp}", "{unit: cooks}"]));
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    // 12 + 5 + 2
    assert_eq!(report.points.unwrap().total, n("19"));
    let twice = ["{unit: camp, count: 2}"];
    assert_eq!(of("south", &twice), ["error too-many toy/every-book/entries/camp"]);
    // A book's own entry stands, without the other's maximum and at its own price
    let report = checked(&library, &list("north", &["{unit: camp, count: 2}", "{unit: cooks}"]));
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    assert_eq!(report.points.unwrap().total, n("16"));
    // Books in `except`, books that extend them, and what a book drops
    let unknown = ["error unknown-unit -"];
    assert_eq!(of("east", &["{unit: archers}", "{unit: camp}"]), unknown);
    assert_eq!(of("east-club", &["{unit: archers}", "{unit: camp}"]), unknown);
    assert_eq!(of("south-club", &["{unit: camp}", "{unit: cooks}"]), unknown);
    assert_eq!(of("south-club", &["{unit: guards}", "{unit: camp}"]), [""; 0]);
    // Without a book there are the unit types alone
    let bare = list("x", &["{unit: camp}"]).replace("book: x\n", "");
    assert!(!checked(&library, &bare).findings.is_empty());
}

#[test]
fn an_ally_is_bounded_by_only() {
    let folder = folder();
    let library = library(&folder);
    let army = |ally: &str| {
        format!(
            "army: Trial\nruleset: toy\nbook: north\npoints: 200\ncommands:\n  - {{name: Own, commander: {{role: \
             chief, name: Ado, with: Levy}}, units: [{{unit: levy}}]}}\n  - {{name: South, ally: south, points: 100, \
             commander: {{role: chief, name: Bo, with: Guards}}, units: [{ally}]}}\n"
        )
    };
    let report = checked(&library, &army("{unit: guards}, {unit: camp, count: 2}"));
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    // 10 + 12 + 2 x 5
    assert_eq!(report.points.unwrap().total, n("32"));
    let third = checked(&library, &army("{unit: guards}, {unit: camp, count: 3}"));
    assert_eq!(ruled(&third), ["error too-many toy/every-book/entries/camp"]);
    let cooks = checked(&library, &army("{unit: guards}, {unit: cooks}"));
    assert_eq!(ruled(&cooks), ["error unknown-unit -"]);
}

#[test]
fn rules_and_explain_show_them_with_their_sources() {
    let folder = folder();
    let explained = |word: &str| -> Vec<String> {
        let lines = folder.muster(&["explain", word]).out;
        lines.lines().take_while(|line| !line.is_empty()).map(|line| line.trim().to_owned()).collect()
    };
    let cooks = ["toy/every-book/entries/cooks", "Cooks", "source: The rules"];
    assert_eq!(explained("toy/every-book/entries/cooks"), cooks);
    assert_eq!(explained("cooks"), cooks);
    let rules = folder.muster(&["rules", "toy"]).out;
    assert!(rules.contains("every book: camp, cooks; not east"), "{rules}");
    let rules = folder.muster(&["rules", "south"]).out;
    assert!(rules.contains("camp: Camp guards; foot; 5 points; at most 1"), "{rules}");
    // A club's ruleset changes the price, and books of the other ruleset gain the entry at that price
    folder.write(
        "rulesets/club/ruleset.yaml",
        "ruleset: club\nextends: toy\nname: Club\nversion: 1.0.0\nsources: {ours: our meeting}\nevery-book: {entries: \
         {cooks: {cost: 3}}}\n",
    );
    assert_eq!(
        explained("club/every-book/entries/cooks"),
        [
            "club/every-book/entries/cooks",
            "Cooks",
            "source of cost: our meeting",
            "source of everything else: The rules"
        ]
    );
    assert_eq!(explained("club/every-book/entries/camp")[0], "toy/every-book/entries/camp");
    let club = list("south", &["{unit: guards}", "{unit: cooks}"]).replace("ruleset: toy", "ruleset: club");
    let report = checked(&library(&folder), &club);
    assert!(report.findings.is_empty(), "{:#?}", lines(&report));
    assert_eq!(report.points.unwrap().total, n("15"));
    // The price of the camp guards is marked on the sheet, that of the cooks is not
    folder.write("army.yaml", &list("south", &["{unit: camp}", "{unit: cooks}"]));
    let sheet = folder.muster(&["render", "roster", "army.yaml", "--format", "text"]).out;
    let marked: Vec<&str> = sheet.lines().filter(|line| line.contains("house: price")).collect();
    assert_eq!(marked.len(), 1, "{sheet}");
    assert!(sheet.contains("5\n    Foot, house: price"), "{sheet}");
}

#[test]
fn faults_are_told_in_the_ruleset() {
    let path = "rulesets/toy/ruleset.yaml";
    let with = |old: &str, new: &str| {
        let folder = folder();
        assert!(TOY.contains(old));
        folder.write(path, &TOY.replace(old, new));
        folder
    };
    assert_eq!(findings(&folder(), "check", path), [""; 0]);
    assert_eq!(
        findings(&with("cooks: {unit: foot,", "cooks: {unit: fot,"), "check", path),
        ["13:19: error[unknown-unit]: there is no unit type \"fot\" (help: did you mean \"foot\"?)"]
    );
    assert_eq!(
        findings(&with("cooks: {unit: foot,", "Cooks!: {unit: foot,"), "check", path),
        ["13:5: error[bad-value]: \"Cooks!\" is not an id: ids have lowercase letters, digits and hyphens"]
    );
    assert_eq!(
        findings(&with("  except: [east]", "  excpet: [east]"), "check", path),
        ["14:3: error[unknown-key]: unknown key \"excpet\" in `every-book` (help: write `except`)"]
    );
    let lint = |folder: &Folder| -> Vec<String> {
        findings(folder, "lint", path).into_iter().filter(|line| !line.contains("[impossible]")).collect()
    };
    assert_eq!(lint(&folder()), [""; 0]);
    assert_eq!(
        lint(&with("except: [east]", "except: [eats]")),
        ["14:12: warning[unknown-book]: there is no book \"eats\" for Toy (help: did you mean \"east\"?)"]
    );
    assert_eq!(
        lint(&with("except: [east]", "except: [east, south]")),
        ["12:5: warning[never-matches]: no book gains \"camp\": each has one of its own, or is left out"]
    );
    // A book that says the same as the ruleset
    let same = folder();
    let own = "cooks: {unit: foot, name: Cooks, cost: 2}";
    same.write("rulesets/toy/books/south.yaml", &SOUTH.replace("entries: {", &format!("entries: {{{own}, ")));
    assert_eq!(
        findings(&same, "lint", "rulesets/toy/books/south.yaml"),
        [
            "5:11: warning[never-matches]: \"cooks\" changes nothing, since \"toy\" has the same (help: leave it out)"
        ]
    );
}
