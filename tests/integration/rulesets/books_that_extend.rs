//! Books that extend other books: a club adds to a shipped army, changes it and drops parts of it.

use serde_json::{Value, json};

use crate::common::{Folder, checked, file, lines, n, ruled};

const TOY: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
sources: {rules: The rules}
units:
  foot: {name: Foot, cost: 10, tags: [foot], source: rules}
  horse: {name: Horse, cost: 20, tags: [horse], source: rules}
limits:
  few: {count: {tag: horse}, max: 4, source: rules}
  some: {count: {tag: foot}, min: 1, source: rules}
";

const SOUTH: &str = "\
book: south
ruleset: toy
name: The south
version: 1.2.0
sources: {livy: Livy, house: {name: our own reading, notice: house values}}
dates: {from: 300 BC, to: 200 BC}
source: {dates: \"livy: 1\"}
entries:
  guards: {unit: foot, name: Guards, cost: 12, max: 3, source: house}
  riders: {unit: horse, name: Riders, cost: 22, source: {unit: \"livy: 2\", cost: house}}
  slingers: {unit: foot, name: Slingers, max: 2, source: \"livy: 3\"}
limits:
  one-riders: {count: {entry: riders}, max: 1, says: one body of riders, source: \"livy: 4\"}
  few-slingers: {count: {entry: slingers}, max: {allow: 1, per: 1, of: {entry: guards}}, says: no more slingers than guards, source: house}
as-ally: {drop: [limits/one-riders], entries: {slingers: {max: 1}}}
drop: [limits/few]
";

const CLUB: &str = "\
book: south-club
extends: south
ruleset: toy
name: The south, our club
version: 0.1.0
sources: {ours: our meeting of May}
entries:
  guards: {cost: 15}
  camp: {unit: foot, name: Camp guards, cost: 5, max: 1}
drop: [limits/one-riders]
";

/// A folder with the game, the book of the south and this book of the club.
fn folder(club: &str) -> Folder {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", TOY);
    folder.write("rulesets/toy/books/south.yaml", SOUTH);
    folder.write("rulesets/toy/books/south-club.yaml", club);
    folder
}

/// A list of 200 points by a book, with these rows.
fn list(book: &str, rows: &[&str]) -> String {
    let rows: String = rows.iter().map(|row| format!("  - {row}\n")).collect();
    format!("army: Trial\nruleset: toy\nbook: {book}\npoints: 200\ndate: 250 BC\nunits:\n{rows}")
}

const GUARDS: &str = "{unit: guards}";
const RIDERS: &str = "{unit: riders, count: 2}";

/// Returns the findings of a file as the program prints them, without its path.
fn findings(folder: &Folder, command: &str, path: &str) -> Vec<String> {
    let ran = folder.muster(&[command, "--format", "concise", path]);
    let lines = ran.out.lines().filter_map(|line| line.strip_prefix(path)?.strip_prefix(':'));
    lines.filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).map(str::to_owned).collect()
}

#[test]
fn what_the_club_adds_may_be_taken_and_what_it_drops_is_gone() {
    let folder = folder(CLUB);
    let library = muster::Library::new(vec![folder.path().join("rulesets")]);
    let rows = [GUARDS, RIDERS, "{unit: slingers}", "{unit: camp}"];
    let report = checked(&library, &list("south-club", &rows));
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    // 15 as the club says, 2 x 22 and 10 as in the south, 5
    assert_eq!(report.points.unwrap().total, n("74"));
    // The south itself is unchanged: 12, 2 x 22, and one body of riders
    let report = checked(&library, &list("south", &rows[..2]));
    assert_eq!(ruled(&report), ["error too-many south/limits/one-riders"]);
    assert_eq!(report.points.unwrap().total, n("56"));
    // The other limits of the south hold, under the name of the club's book
    let of_club = |rows: &[&str]| ruled(&checked(&library, &list("south-club", rows)));
    assert_eq!(of_club(&["{unit: slingers}"]), ["error too-many south-club/limits/few-slingers"]);
    assert_eq!(
        of_club(&[GUARDS, "{unit: slingers, count: 2}"]),
        ["error too-many south-club/limits/few-slingers"]
    );
    assert_eq!(of_club(&["{unit: guards, count: 4}"]), ["error too-many south-club/entries/guards"]);
    assert_eq!(of_club(&["{unit: camp, count: 2}"]), ["error too-many south-club/entries/camp"]);
    // What the south drops of the game stays dropped: five riders cost 110
    assert_eq!(of_club(&[GUARDS, "{unit: riders, count: 5}"]), [""; 0]);
    assert_eq!(of_club(&[RIDERS]), ["error too-few toy/limits/some"]);
}

#[test]
fn fields_keep_their_sources_and_marks() {
    let folder = folder(CLUB);
    let explained = |rule: &str| -> Vec<String> {
        let ran = folder.muster(&["explain", rule]);
        let lines = ran.out.lines().take_while(|line| !line.is_empty());
        lines.map(|line| line.trim().to_owned()).collect()
    };
    assert_eq!(
        explained("south-club/entries/guards"),
        [
            "south-club/entries/guards",
            "Guards",
            "source of cost: our meeting of May",
            "source of everything else: our own reading"
        ]
    );
    // What the club says nothing about is explained in the south
    assert_eq!(
        explained("south-club/limits/few-slingers"),
        ["south/limits/few-slingers", "no more slingers than guards", "source: our own reading"]
    );
    assert_eq!(
        explained("south-club/entries/riders"),
        ["south/entries/riders", "Riders", "source of unit: Livy, 2", "source of cost: our own reading"]
    );
    assert_eq!(explained("south-club/entries/camp"), ["south-club/entries/camp", "Camp guards"]);
    assert_eq!(explained("south-club/limits/one-riders"), [""; 0]);
    // The price of the guards is no longer that of the house, the price of the riders still is
    let marks = |book: &str| -> Vec<String> {
        let rows = [GUARDS, "{unit: riders}", "{unit: slingers}"];
        folder.write("army.yaml", &list(book, &rows));
        let ran = folder.muster(&["render", "roster", "army.yaml", "--format", "text"]);
        let marked = ran.out.lines().filter(|line| line.contains("house: price"));
        marked.map(|line| line.trim().to_owned()).collect()
    };
    // The guards are foot, the riders horse
    assert_eq!(marks("south"), ["Foot, house: price", "Horse, house: price"]);
    assert_eq!(marks("south-club"), ["Horse, house: price"]);
    // A source alone is that of the whole entry
    folder.write("rulesets/toy/books/south-club.yaml", &CLUB.replace("{cost: 15}", "{source: ours}"));
    assert_eq!(
        explained("south-club/entries/guards"),
        ["south-club/entries/guards", "Guards", "source: our meeting of May"]
    );
    assert_eq!(marks("south-club"), ["Horse, house: price"]);
    folder.write("rulesets/toy/books/south-club.yaml", CLUB);
    // New years are the club's
    let dated = folder_with_more("dates: {from: 290 BC, to: 210 BC}\n");
    let ran = dated.muster(&["rules", "south-club"]);
    assert!(ran.out.contains("years: from 290 BC to 210 BC (our meeting of May)"), "{}", ran.out);
    let ran = folder.muster(&["rules", "south-club"]);
    assert!(ran.out.contains("years: from 300 BC to 200 BC (Livy, 1)"), "{}", ran.out);
}

/// A folder with the club's book and more in it.
fn folder_with_more(more: &str) -> Folder {
    folder(&format!("{CLUB}{more}"))
}

#[test]
fn the_verdict_and_the_digest_of_the_rules_name_both_books() {
    let folder = folder(CLUB);
    folder.write("army.yaml", &list("south-club", &[GUARDS]));
    let ran = folder.muster(&["check", "--format", "concise", "army.yaml"]);
    let from = "from rulesets/toy";
    let wanted = format!(
        "ok: Trial, 15 of 200 points, legal (toy 1.0.0 {from}/ruleset.yaml, south-club 0.1.0 \
         {from}/books/south-club.yaml, extending south 1.2.0 {from}/books/south.yaml)"
    );
    assert_eq!(ran.out.trim(), wanted);
    let report = || folder.muster(&["check", "--format", "json", "army.yaml"]).json()["lists"][0].clone();
    let before = report();
    assert_eq!(
        before["book"],
        json!({
            "id": "south-club", "version": "0.1.0", "from": "rulesets/toy/books/south-club.yaml",
            "extends": [{"id": "south", "version": "1.2.0", "from": "rulesets/toy/books/south.yaml"}],
        })
    );
    let digest = |report: &Value| report["digest"]["rules"].as_str().unwrap().to_owned();
    folder.write("rulesets/toy/books/south.yaml", &format!("# read again\n{SOUTH}"));
    assert_eq!(digest(&report()), digest(&before));
    folder.write("rulesets/toy/books/south.yaml", &SOUTH.replace("version: 1.2.0", "version: 1.2.1"));
    assert_ne!(digest(&report()), digest(&before));
    folder.write("rulesets/toy/books/south.yaml", &SOUTH.replace("cost: 22", "cost: 23"));
    assert_ne!(digest(&report()), digest(&before));
    let sheet = folder.muster(&["render", "roster", "army.yaml", "--format", "text"]);
    let shown = "The south, our club, data 0.1.0, extending The south, data 1.2.0";
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&sheet.out).contains(shown), "{}", sheet.out);
}

/// Each fault is one finding, at the words that are wrong.
#[test]
fn faults_of_a_book_that_extends_are_told_where_they_are() {
    let club = |more: &str| {
        format!("book: south-club\nextends: south\nruleset: toy\nname: Club\nversion: 0.1.0\n{more}")
    };
    let cases = [
        ("drop: [limits/some]\n", vec![]),
        ("drop: [toy/limits/some, south/limits/one-riders]\n", vec![]),
        ("drop: [entries/slingers, dates]\n", vec![]),
        (
            "drop: [limits/one-rider]\n",
            vec![
                "6:8: error[bad-value]: there is no \"limits/one-rider\" to drop in \"south\" or \"toy\" (help: did you mean \
                 \"limits/one-riders\"?)",
            ],
        ),
        (
            "drop: [south/limits/some]\n",
            vec!["6:8: error[bad-value]: there is no \"limits/some\" to drop in \"south\""],
        ),
        (
            "drop: [slingers]\n",
            vec![
                "6:8: error[bad-value]: there is no \"slingers\" to drop in \"south\" or \"toy\" (help: name the section and \
                 the id, such as limits/one-general)",
            ],
        ),
        (
            "drop: [limits/few]\n",
            vec![
                "6:8: error[bad-value]: \"south\" already drops \"limits/few\" of \"toy\" (help: leave it out)",
            ],
        ),
        (
            "sources: {livy: \"Livy, Summaries\"}\n",
            vec![
                "6:11: error[bad-value]: the source \"livy\" is another work in \"south\": Livy (help: give it another id)",
            ],
        ),
        ("sources: {livy: Livy}\n", vec![]),
        (
            "entries: {guards: {source: livi}}\n",
            vec![
                "6:28: error[bad-value]: there is no source \"livi\" among the file's `sources` (help: did you mean \"livy\"?)",
            ],
        ),
        (
            "entries: {gaurds: {max: 2}}\n",
            vec![
                "6:11: error[missing-key]: the entry \"gaurds\" has no unit (help: give it a unit type, or roles if it is a \
                 character)",
            ],
        ),
    ];
    let path = "rulesets/toy/books/south-club.yaml";
    for (more, wanted) in cases {
        assert_eq!(findings(&folder(&club(more)), "check", path), wanted, "{more}");
    }
    // A name that both files have is written in full
    let both = folder(&club("drop: [limits/some]\n"));
    let south =
        SOUTH.replace("limits:\n", "limits:\n  some: {count: {entry: guards}, min: 1, source: house}\n");
    both.write("rulesets/toy/books/south.yaml", &south);
    assert_eq!(
        findings(&both, "check", path),
        [
            "6:8: error[bad-value]: \"limits/some\" is in \"south\" and in \"toy\" (help: write south/limits/some or \
             toy/limits/some)"
        ]
    );
    for full in ["south/limits/some", "toy/limits/some"] {
        both.write(path, &club(&format!("drop: [{full}]\n")));
        assert_eq!(findings(&both, "check", path), [""; 0], "{full}");
    }
}

#[test]
fn circles_and_unknown_bases_are_one_finding() {
    let path = "rulesets/toy/books/south-club.yaml";
    let of = |base: &str| CLUB.replace("extends: south", &format!("extends: {base}"));
    assert_eq!(
        findings(&folder(&of("soth")), "check", path),
        ["2:10: error[unknown-book]: there is no book \"soth\" to extend (help: did you mean \"south\"?)"]
    );
    assert_eq!(
        findings(&folder(&of("south-club")), "check", path),
        ["2:10: error[bad-value]: \"south-club\" extends itself through other books"]
    );
    let circle = folder(&of("other"));
    let other = "book: other\nextends: south-club\nruleset: toy\nname: Other\nversion: 0.1.0\n";
    circle.write("rulesets/toy/books/other.yaml", other);
    let library = muster::Library::new(vec![circle.path().join("rulesets")]);
    library.rules_for("toy", Some("south-club"));
    let said: Vec<String> = library.findings().iter().map(crate::common::line).collect();
    assert_eq!(said, ["error[bad-value]: \"south-club\" extends itself through other books"]);
    // Nothing loops, whoever asks
    let explained = circle.muster(&["explain", "south-club/limits/none"]);
    assert!(explained.status != Some(0) && !explained.trouble.contains("panicked"), "{explained:?}");
    assert_eq!(circle.muster(&["explain", "south-club/entries/guards"]).status, Some(0));
    // A book whose ruleset is not known is not told about its base as well
    let lost = folder(&CLUB.replace("ruleset: toy", "ruleset: tyo"));
    assert_eq!(
        findings(&lost, "check", path),
        ["3:10: error[unknown-ruleset]: there is no ruleset \"tyo\" for this book"]
    );
    // Each file has its own name and version
    let nameless = folder(&CLUB.replace("version: 0.1.0\n", ""));
    assert_eq!(
        findings(&nameless, "check", path),
        [
            "1:1: error[missing-key]: missing key `version` (help: write `version: …`; expected here: a book with at least \
             book, ruleset, name and version)"
        ]
    );
}

/// The limit of the slingers and the `as-ally` of the south name entries and limits that the club drops.
#[test]
fn what_is_dropped_may_still_be_named_by_the_base() {
    let folder = folder(&CLUB.replace("drop: [", "drop: [entries/slingers, "));
    folder.write(
        "rulesets/toy/books/north.yaml",
        "book: north\nruleset: toy\nname: The north\nversion: 1.0.0\nentries: {levy: {unit: foot, name: Levy}}\nallies: \
         {south: {book: south-club, points: {max: 100}}}\n",
    );
    assert_eq!(findings(&folder, "check", "rulesets/toy/books/south-club.yaml"), [""; 0]);
    assert_eq!(findings(&folder, "check", "rulesets/toy/books/north.yaml"), [""; 0]);
    let library = muster::Library::new(vec![folder.path().join("rulesets")]);
    assert_eq!(
        ruled(&checked(&library, &list("south-club", &["{unit: slingers}", GUARDS]))),
        ["error unknown-unit -"]
    );
    // 10 of the north; of the ally 15 + 5 and 3 x 22: the club has the riders as often as it likes
    let army = |ally: &str| {
        format!(
            "army: Trial\nruleset: toy\nbook: north\npoints: 200\ndate: 250 BC\ncommands:\n  - {{name: Own, commander: \
             {{role: chief, name: Ado, with: Levy}}, units: [{{unit: levy}}]}}\n  - {{name: South, ally: south, points: \
             100, commander: {{role: chief, name: Bo, with: Guards}}, units: [{ally}]}}\n"
        )
    };
    let game =
        TOY.replace("units:\n", "commands: {led-by: [chief]}\nroles: {chief: {name: Chief}}\nunits:\n");
    folder.write("rulesets/toy/ruleset.yaml", &game);
    let library = muster::Library::new(vec![folder.path().join("rulesets")]);
    let report = checked(&library, &army("{unit: guards}, {unit: camp}, {unit: riders, count: 3}"));
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    assert_eq!(report.points.unwrap().total, n("96"));
    assert_eq!(report.allies[0].book.bases[0].id, "south");
    let twice = checked(&library, &army("{unit: guards}, {unit: camp, count: 2}"));
    assert_eq!(ruled(&twice), ["error too-many south-club/entries/camp"]);
}

#[test]
fn an_event_that_admits_the_base_does_not_admit_the_club_s_book() {
    let folder = folder(CLUB);
    folder.write("army.yaml", &list("south-club", &[GUARDS]));
    folder.write("cup.yaml", "event: cup\nname: Cup\nbooks: [south]\n");
    assert_eq!(
        folder
            .muster(&[
                "check",
                "--format",
                "concise",
                "--rulesets",
                "rulesets",
                "--event",
                "cup.yaml",
                "army.yaml"
            ])
            .out
            .lines()
            .next(),
        Some(
            "army.yaml:3:7: error[not-admitted]: Cup admits the book \"south\", but not \"south-club\", which extends \
             it (help: it admits \"south\")"
        )
    );
    folder.write("cup.yaml", "event: cup\nname: Cup\nbooks: [south, south-club]\n");
    let ran = folder.muster(&["check", "--rulesets", "rulesets", "--event", "cup.yaml", "army.yaml"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
}

#[test]
fn lint_tells_what_changes_nothing_and_nothing_about_the_base() {
    let path = "rulesets/toy/books/south-club.yaml";
    assert_eq!(findings(&folder(CLUB), "lint", path), [""; 0]);
    let repeats = CLUB
        .replace("  camp:", "  slingers: {name: Slingers, max: 2}\n  riders: {cost: 22, max: 3}\n  camp:");
    let repeats = format!("{repeats}limits:\n  few-slingers: {{says: no more slingers than guards}}\n");
    // With so few riders and slingers, no list spends all points; that is no matter here
    let mut told = findings(&folder(&repeats), "lint", path);
    told.retain(|line| !line.contains("[impossible]"));
    assert_eq!(
        told,
        [
            "9:3: warning[never-matches]: \"slingers\" changes nothing, since \"south\" has the same (the same; help: leave it out)",
            "14:3: warning[never-matches]: \"few-slingers\" changes nothing, since \"south\" has the same (the same; help: leave it out)",
        ]
    );
}

#[test]
fn listings_new_lists_and_calls_know_a_book_that_extends() {
    let folder = folder(CLUB);
    let rules = folder.muster(&["rules", "south-club"]).out;
    for wanted in [
        "The south, our club 0.1.0 (rulesets/toy/books/south-club.yaml), a book for Toy",
        "extends: south 1.2.0 (The south)",
        "camp: Camp guards; foot; 5 points; at most 1",
        "riders: Riders; horse; 22 points",
        "few-slingers: no more slingers than guards",
    ] {
        assert!(rules.contains(wanted), "{wanted}\n{rules}");
    }
    assert!(!rules.contains("one-riders"), "{rules}");
    let ran = folder.muster(&["new", "--ruleset", "toy", "--book", "south-club"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let new = folder.read("army.yaml");
    assert!(new.contains("book: south-club") && new.contains("camp"), "{new}");
    assert_eq!(folder.muster(&["check", "army.yaml"]).status, Some(0));
    // Rules in memory
    let files =
        [("toy/ruleset.yaml", TOY), ("toy/books/south.yaml", SOUTH), ("toy/books/south-club.yaml", CLUB)];
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned()));
    let library = muster::Library::from_files(false, files.into());
    let report = checked(&library, &list("south-club", &[GUARDS, "{unit: camp}"]));
    assert!(report.findings.is_empty(), "{:#?} {:#?}", lines(&report), library.findings());
    assert_eq!(report.points.unwrap().total, n("20"));
    // A list by another book whose entries are all the south's is told the south, which the club's book extends
    folder.write(
        "rulesets/toy/books/north.yaml",
        "book: north\nruleset: toy\nname: The north\nversion: 1.0.0\nentries: {levy: {unit: foot, name: Levy}}\n",
    );
    let library = muster::Library::new(vec![folder.path().join("rulesets")]);
    let wrong = checked(&library, &list("north", &[GUARDS, RIDERS]));
    let said = wrong.findings.iter().map(|f| f.help.as_deref().unwrap_or("")).collect::<Vec<_>>();
    assert_eq!(said, ["write `book: south`"]);
    assert_eq!(wrong.findings[0].edits.len(), 1);
    let camp = checked(&library, &list("north", &[GUARDS, "{unit: camp}"]));
    let said = camp.findings.iter().map(|f| f.help.as_deref().unwrap_or("")).collect::<Vec<_>>();
    assert_eq!(said, ["write `book: south-club`"]);
}

/// The army of the Trebia costs 985 points; the camp guards of the club 12.
#[test]
fn a_club_adds_to_a_shipped_book() {
    let folder = Folder::new();
    folder.write(
        "our-chart/ruleset.yaml",
        "ruleset: our-chart\nextends: fra\nname: Our chart\nversion: 1.0.0\nsources: {chart: our chart}\nunits:\n  \
         camp-guards: {name: Camp guards, tags: [foot], cost: 12, stats: {melee: 1, rally: 2, move: 3}}\n",
    );
    folder.write(
        "our-chart/books/carthage-club.yaml",
        "book: carthage-club\nextends: carthage-italy\nruleset: our-chart\nname: Carthage in Italy, our \
         club\nversion: 1.0.0\nentries: {camp-guards: {unit: camp-guards, max: 1}}\ndrop: [limits/few-ligurians, \
         limits/one-general]\n",
    );
    let library = folder.library();
    let trebia = file("lists/fra/trebia-carthage.yaml");
    let club = |more: &str| {
        let list = trebia.replace("ruleset: fra", "ruleset: our-chart");
        list.replace("book: carthage-italy", "book: carthage-club")
            .replace("points: 1000", "points: 1500")
            .replacen("    units:\n", &format!("    units:\n    {more}"), 1)
    };
    let ruled_of = |list: &str| ruled(&checked(&library, list));
    let report = checked(&library, &club("  - {unit: camp-guards}\n"));
    let errors: Vec<String> = lines(&report).into_iter().filter(|line| line.starts_with("error")).collect();
    assert_eq!(errors, [""; 0], "{:#?}", library.findings());
    assert_eq!(report.points.unwrap().total, n("997"));
    let of_club = ruled_of(&club("  - {unit: camp-guards, count: 2}\n"));
    assert!(of_club.contains(&"error too-many carthage-club/entries/camp-guards".to_owned()), "{of_club:?}");
    let three = "  - {unit: ligurians, count: 3}\n";
    let of_shipped = ruled_of(&trebia.replacen("    units:\n", &format!("    units:\n    {three}"), 1));
    assert!(
        of_shipped.contains(&"error too-many carthage-italy/limits/few-ligurians".to_owned()),
        "{of_shipped:?}"
    );
    let of_club = ruled_of(&club(three));
    assert!(!of_club.iter().any(|line| line.contains("ligurians")), "{of_club:?}");
    // The shipped book's other limits hold: more than three Gallic bodies for two of the veteran foot
    let of_club = ruled_of(&club("  - {unit: gauls, count: 9}\n"));
    assert!(
        of_club.contains(&"error too-many carthage-club/limits/gauls-per-veterans".to_owned()),
        "{of_club:?}"
    );
}
