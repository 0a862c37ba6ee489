//! Years that do not follow each other, the terms of allies by year and by answer, sources of several works, and
//! tags of other books.

use crate::common::{Folder, checked, labelled, lines, rules, with};
use muster::rules::library::Library;
use serde_json::{Value, json};

const GAME: &str = "\
ruleset: toy
name: Toy War
version: 1.0.0
commands: {led-by: [boss]}
sources: {chart: The chart}
stats: {fight: {name: Fight}}
options:
  bow: {name: Bow, cost: 1, dates: {any: [{to: 226 BC}, 222 BC]}}
  fear: {name: Fear, cost: 0, names: {what: an enemy, from: [units, tags], except: {tag: camp, severity: warning}}}
units:
  spears: {name: Spears, tags: [foot], cost: 10, stats: {fight: 3}, options: [bow?, fear?]}
  camp: {name: Camp, tags: [camp], cost: 0, stats: {fight: 0}}
roles: {boss: {name: Boss}}
";

const GAULS: &str = "\
book: gauls
ruleset: toy
name: Gauls
version: 1.0.0
dates: {any: [{from: 226 BC, to: 225 BC}, 222 BC]}
sources: {polybius: \"Polybius, Histories\", livy: \"Livy, From the City\"}
source: {dates: [\"polybius: 2.22\", \"livy: summary 20\"]}
choices:
  league:
    name: League
    one-of:
      boii: {name: Boii, source: \"polybius: 2.23\"}
      insubres: {name: Insubres, dates: {any: [225 BC, 222 BC]}}
entries:
  warriors: {unit: spears, source: [\"polybius: 2.28\", \"livy: 22.2\"]}
  gaesati: {unit: spears, name: Gaesati, tags: [naked], dates: {any: [225 BC, 222 BC]}}
  chief: {name: Chief, roles: [boss]}
allies:
  veneti:
    book: veneti
    when: {choice: {league: insubres}}
    points:
      - {when: {date: {to: 225 BC}}, min: 50, max: 100}
      - {when: {choice: {league: boii}}, exactly: 10}
      - {max: {share: 1/2, of: points}, multiple-of: 20}
";

const VENETI: &str = "\
book: veneti
ruleset: toy
name: Veneti
version: 1.0.0
entries:
  spears: {unit: spears, tags: [traders]}
  captain: {name: Captain, roles: [boss]}
tags: {sailors: {name: sailors}}
";

/// A book that is no ally of anyone.
const ETRUSCANS: &str = "\
book: etruscans
ruleset: toy
name: Etruscans
version: 1.0.0
entries: {citizens: {unit: spears, tags: [hoplites]}}
";

fn library() -> (Folder, Library) {
    rules("toy", GAME, &[("gauls", GAULS), ("veneti", VENETI), ("etruscans", ETRUSCANS)])
}

/// Returns a list of Gauls in a year with these rows.
fn gauls(date: &str, rows: &str) -> String {
    format!(
        "army: A\nruleset: toy\nbook: gauls\npoints: 200\ndate: {date}\nchoose: {{league: boii}}\nunits:\n{rows}"
    )
}

/// Returns what a command prints about a book in concise form, without the path.
fn found_by(command: &str, game: &str, book: &str) -> String {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", game);
    let path = "rulesets/toy/books/x.yaml";
    folder.write(path, &format!("book: x\nruleset: toy\nname: X\nversion: 1.0.0\n{book}"));
    let out = folder.muster(&[command, "--format", "concise", path]).out;
    let own = out.lines().filter_map(|line| line.strip_prefix(&format!("{path}:")));
    own.filter(|line| line.starts_with(char::is_numeric)).map(|line| format!("{line}\n")).collect()
}

#[test]
fn one_of_several_years_is_enough_for_books_entries_options_and_answers() {
    let (_folder, library) = library();
    let warriors = "  - {unit: warriors}\n";
    let outside = |year: &str| {
        format!("error[anachronism]: Gauls is for the years 226 BC to 225 BC or 222 BC, not for {year}")
    };
    let cases: &[(&str, &str, Vec<String>)] = &[
        ("227 BC", warriors, vec![outside("227 BC")]),
        ("226 BC", warriors, vec![]),
        ("225 BC", warriors, vec![]),
        ("224 BC", warriors, vec![outside("224 BC")]),
        ("223 BC", warriors, vec![outside("223 BC")]),
        ("222 BC", warriors, vec![]),
        ("221 BC", warriors, vec![outside("221 BC")]),
        ("225 BC", "  - {unit: gaesati}\n", vec![]),
        ("222 BC", "  - {unit: gaesati}\n", vec![]),
        (
            "226 BC",
            "  - {unit: gaesati}\n",
            vec![
                "error[anachronism]: \"Gaesati\" belongs to the years 225 BC or 222 BC, and the army is of 226 BC"
                    .to_owned(),
            ],
        ),
        ("226 BC", "  - {unit: warriors, options: [bow]}\n", vec![]),
        ("222 BC", "  - {unit: warriors, options: [bow]}\n", vec![]),
        (
            "225 BC",
            "  - {unit: warriors, options: [bow]}\n",
            vec![
                "error[anachronism]: \"bow\" belongs to the years 226 BC and before or 222 BC, and the army is of 225 BC"
                    .to_owned(),
            ],
        ),
    ];
    for (year, rows, wanted) in cases {
        assert_eq!(lines(&checked(&library, &gauls(year, rows))), *wanted, "{year} {rows}");
    }
    let insubres = |year| gauls(year, warriors).replace("boii", "insubres");
    assert_eq!(lines(&checked(&library, &insubres("222 BC"))), [""; 0]);
    assert_eq!(checked(&library, &insubres("226 BC")).findings.len(), 1);
}

#[test]
fn the_first_of_the_years_is_where_a_new_list_begins() {
    let (_folder, library) = library();
    let answer = muster::call(&library, r#"{"op": "start", "game": "toy", "book": "gauls"}"#);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert!(answer["ok"]["text"].as_str().unwrap().contains("\ndate: 226 BC\n"), "{answer}");
}

#[test]
fn years_that_cannot_be_meant_are_told_in_the_book() {
    let entry = |dates: &str| format!("entries:\n  a: {{unit: spears, dates: {dates}}}\n");
    for (dates, wanted) in [
        (
            "{any: [225 BC], from: 220 BC}",
            "6:50: error[bad-value]: `any` stands in place of other years (help: write these years into `any`, \
             such as `any: [225 BC, {from: 222 BC}]`)\n",
        ),
        (
            "{any: []}",
            "6:34: error[bad-value]: `any` has no years, so no date will do (help: write `any: [225 BC, 222 BC]`)\n",
        ),
        (
            "{any: [225 BC, {from: 220 BC, to: 222 BC}]}",
            "6:50: error[bad-value]: these dates end in 222 BC before they begin in 220 BC\n",
        ),
        (
            "[{to: 225 BC}, {from: 222 BC}]",
            "6:50: error[bad-value]: no year is both to 225 BC and from 222 BC, and dates in a list must all hold \
             (help: for years of which one is enough, write `dates: {any: […]}`)\n",
        ),
        // A warning outside the one and an error outside the other need not meet
        ("[{to: 225 BC}, {from: 222 BC, severity: warning}]", ""),
        ("[{to: 222 BC}, {from: 225 BC}]", ""),
    ] {
        assert_eq!(found_by("check", GAME, &entry(dates)), wanted, "{dates}");
    }
    let text = found_by("check", GAME, &entry("{any: [spring]}"));
    assert!(text.contains("\"spring\" is not a year"), "{text}");
}

#[test]
fn lint_tells_years_outside_the_book_s_and_years_given_twice() {
    let game = with(GAME, "commands:", "points: none\ncommands:");
    let book = "\
dates: {any: [225 BC, {from: 222 BC, to: 220 BC}]}
entries:
  a: {unit: spears, dates: {any: [225 BC, 224 BC]}}
  b: {unit: spears, dates: {any: [{from: 222 BC}, 221 BC]}}
  c: {unit: spears, dates: {any: [224 BC, 223 BC]}}
  d: {unit: spears}
";
    let found = found_by("lint", &game, book);
    let wanted = "\
7:43: warning[never-matches]: \"Spears\" is in 224 BC, but the army is in 225 BC or from 222 BC to 220 BC
8:51: warning[never-matches]: \"Spears\" is from 222 BC already, so in 221 BC adds nothing (help: leave it out)
9:34: warning[never-matches]: \"Spears\" is in 224 BC or in 223 BC, but the army is in 225 BC or from 222 BC to 220 BC
";
    assert_eq!(found, wanted);
}

/// Returns an army of Gauls with the Veneti as an ally of this size.
fn with_veneti(date: &str, league: &str, points: &str) -> String {
    format!(
        "army: A\nruleset: toy\nbook: gauls\npoints: 200\ndate: {date}\nchoose: {{league: {league}}}\ncommands:\n  \
         - name: Own\n    commander: {{unit: chief, with: Warriors}}\n    units:\n      - {{unit: warriors, name: Warriors}}\n  \
         - name: Sea\n    ally: veneti\n    points: {points}\n    commander: {{unit: captain, with: Ships}}\n    units:\n      \
         - {{unit: spears, name: Ships}}\n"
    )
}

#[test]
fn an_ally_joins_under_one_answer_and_has_other_sizes_in_other_years() {
    let (_folder, library) = library();
    let cases: &[(&str, &str, &str, &[&str])] = &[
        ("225 BC", "insubres", "50", &[]),
        ("225 BC", "insubres", "100", &[]),
        (
            "225 BC",
            "insubres",
            "49",
            &[
                "error[ally]: the ally \"veneti\" has 49 points, at least 50 allowed, since the year is 225 BC, to 225 BC",
            ],
        ),
        (
            "225 BC",
            "insubres",
            "101",
            &[
                "error[ally]: the ally \"veneti\" has 101 points, at most 100 allowed, since the year is 225 BC, to 225 BC",
            ],
        ),
        ("222 BC", "insubres", "40", &[]),
        ("222 BC", "insubres", "100", &[]),
        (
            "222 BC",
            "insubres",
            "120",
            &[
                "error[ally]: the ally \"veneti\" has 120 points, at most 100 allowed: 1/2 of 200 points, rounded down",
            ],
        ),
        (
            "222 BC",
            "insubres",
            "50",
            &["error[ally]: the ally \"veneti\" has 50 points, a multiple of 20 wanted"],
        ),
        (
            "225 BC",
            "boii",
            "50",
            &["error[ally]: the ally \"veneti\" may not join, since league is \"boii\", not \"insubres\""],
        ),
    ];
    for (date, league, points, wanted) in cases {
        let text = with_veneti(date, league, points);
        assert_eq!(lines(&checked(&library, &text)), *wanted, "{date} {league} {points}");
    }
    // Both sides are labelled: the answer and the ally in the book
    let report = checked(&library, &with_veneti("225 BC", "boii", "50"));
    assert_eq!(labelled(&report, &report.findings[0]), ["veneti", "veneti", "boii"]);
}

#[test]
fn without_a_date_the_case_of_an_ally_is_left_open() {
    let (_folder, library) = library();
    let text = with_veneti("225 BC", "insubres", "7").replace("date: 225 BC\n", "");
    let report = checked(&library, &text);
    let help =
        report.findings.iter().find(|f| f.code.as_str() == "date-needed").unwrap().help.clone().unwrap();
    assert!(help.contains("the points of the ally \"veneti\""), "{help}");
    assert!(report.findings.iter().all(|f| f.code.as_str() != "ally"), "{:#?}", lines(&report));
}

#[test]
fn the_book_operation_says_what_an_ally_may_have_on_the_terms() {
    let (_folder, library) = library();
    let ally = |terms: &str| {
        let request = format!(r#"{{"op": "book", "game": "toy", "book": "gauls"{terms}}}"#);
        let answer: Value = serde_json::from_str(&muster::call(&library, &request)).unwrap();
        let ally = &answer["ok"]["allies"][0];
        json!([ally["closed"], ally["min"], ally["max"]])
    };
    assert_eq!(ally(""), json!([null, null, null]));
    assert_eq!(ally(r#", "date": "225 BC""#), json!([null, 50, 100]));
    let boii = r#", "date": "222 BC", "choose": {"league": "boii"}"#;
    assert_eq!(ally(boii), json!(["if league is \"insubres\"", 10, 10]));
    let insubres = r#", "date": "222 BC", "choose": {"league": "insubres"}"#;
    assert_eq!(ally(insubres), json!([null, null, null]));
}

#[test]
fn rules_prints_the_terms_of_allies_and_the_sources_of_years_and_answers() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", GAME);
    folder.write("rulesets/toy/books/gauls.yaml", GAULS);
    folder.write("rulesets/toy/books/veneti.yaml", VENETI);
    let printed = folder.muster(&["rules", "gauls"]).out;
    let printed = printed.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "years: from 226 BC to 225 BC or in 222 BC (Polybius, Histories, 2.22; Livy, From the City, summary 20)",
        "boii (Boii) (Polybius, Histories, 2.23); insubres (Insubres, in 225 BC or in 222 BC)",
        "veneti: book veneti; if league is \"insubres\"; points: at least 50, at most 100 if the year is 225 BC and \
         before; points: exactly 10 if league is \"boii\"; points: at most 1/2 of the agreed points, rounded down, a \
         multiple of 20",
    ] {
        assert!(printed.contains(wanted), "{wanted}\n{printed}");
    }
}

#[test]
fn explain_prints_every_work_of_a_source() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", GAME);
    folder.write("rulesets/toy/books/gauls.yaml", GAULS);
    let explained = |word: &str| folder.muster(&["explain", word]).out;
    for (word, wanted) in [
        (
            "gauls/entries/warriors",
            "  source: Polybius, Histories, 2.28\n  source: Livy, From the City, 22.2\n",
        ),
        ("gauls/dates", "  source: Polybius, Histories, 2.22\n  source: Livy, From the City, summary 20\n"),
        ("gauls/choices/league/one-of/boii", "  Boii\n  source: Polybius, Histories, 2.23\n"),
    ] {
        let out = explained(word);
        assert!(out.contains(wanted), "{word}: {out}");
    }
    assert!(explained("gauls/dates").starts_with("gauls/dates\n  the years of the army\n"));
}

#[test]
fn an_unknown_work_in_a_list_of_sources_is_told_at_its_word() {
    let book = "sources: {livy: Livy}\nentries:\n  a: {unit: spears, source: [\"livy: 3\", \"livi: 4\"]}\n";
    let wanted = "7:41: error[bad-value]: there is no source \"livi\" among the file's `sources` (help: did you mean \"livy\"?)\n";
    assert_eq!(found_by("check", GAME, book), wanted);
}

#[test]
fn lint_tells_two_works_in_one_text() {
    let game = with(GAME, "commands:", "points: none\ncommands:");
    let book = "sources: {livy: Livy, polybius: Polybius}\nentries:\n  a: {unit: spears, source: {name: \"polybius: 1.9; \
                livy: 24.30; 31\", unit: \"livy: 3; 4\"}}\n";
    let wanted = "7:36: warning[missing-text]: the source \"livy\" is not printed by its title, since it stands in the \
                  text of another (help: write `[\"polybius: 1.9\", \"livy: 24.30; 31\"]`)\n";
    assert_eq!(found_by("lint", &game, book), wanted);
}

#[test]
fn a_value_that_a_ruleset_changes_cites_both_works_of_the_change() {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", GAME);
    folder.write(
        "club/ruleset.yaml",
        "ruleset: club\nextends: toy\nname: Club\nversion: 1.0.0\nsources: {vote: A vote, poll: A poll}\nunits: {spears: \
         {cost: 12, source: {cost: [vote, \"poll: 2\"]}}}\n",
    );
    let explained = folder.muster(&["explain", "--rulesets", ".", "club/units/spears"]).out;
    assert!(explained.contains("  source of cost: A vote\n  source of cost: A poll, 2\n"), "{explained}");
}

#[test]
fn an_option_may_name_a_tag_of_the_own_book_or_of_another() {
    let (_folder, library) = library();
    let fears = |word: &str| gauls("225 BC", &format!("  - {{unit: warriors, options: [fear: {word}]}}\n"));
    for word in ["naked", "traders", "sailors", "hoplites", "spears", "foot"] {
        assert_eq!(lines(&checked(&library, &fears(word))), [""; 0], "{word}");
    }
    let report = checked(&library, &fears("hoplite"));
    assert_eq!(lines(&report).len(), 1);
    assert_eq!(report.findings[0].code.as_str(), "unknown-target");
    assert_eq!(report.findings[0].help.as_deref(), Some("did you mean \"hoplites\"?"));
    // What is no use as an enemy stays so
    assert_eq!(
        lines(&checked(&library, &fears("camp"))),
        ["warning[unknown-target]: \"fear\" names \"camp\", which is no use as an enemy"]
    );
}

#[test]
fn under_an_event_only_tags_of_admitted_books_may_be_named() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", GAME);
    folder.write("rulesets/toy/books/gauls.yaml", GAULS);
    folder.write("rulesets/toy/books/veneti.yaml", VENETI);
    folder.write("rulesets/toy/books/etruscans.yaml", ETRUSCANS);
    folder.write("list.yaml", &gauls("225 BC", "  - {unit: warriors, options: [fear: hoplites]}\n"));
    for (books, status) in [("[gauls, etruscans]", 0), ("[gauls]", 1)] {
        folder.write("cup.yaml", &format!("event: cup\nname: Cup\nbooks: {books}\n"));
        let ran = folder.muster(&["check", "--rulesets", "rulesets", "--event", "cup.yaml", "list.yaml"]);
        assert_eq!(ran.status, Some(status), "{books}: {ran:?}");
    }
}

#[test]
fn lint_points_at_rates_that_read_like_proportions() {
    let game = with(GAME, "commands:", "points: none\ncommands:");
    let limit = |max: &str| {
        let book = format!(
            "entries:\n  a: {{unit: spears, tags: [a]}}\n  b: {{unit: spears}}\nlimits:\n  x: {{count: {{entry: b}}, max: {max}}}\n"
        );
        found_by("lint", &game, &book)
    };
    let wanted = "9:39: note[bad-value]: 5 for each 4 counts complete groups of 4: 3 of them give 0, where a share of 5/4 \
                  gives 3 (help: for a proportion write `share: 5/4`, else add `round: down` to say that only complete \
                  groups count)\n";
    assert_eq!(limit("{allow: 5, per: 4, of: {tag: a}}"), wanted);
    for silent in [
        "{allow: 5, per: 4, of: {tag: a}, round: down}",
        "{allow: 1, per: 4, of: {tag: a}}",
        "{allow: 5, per: 1, of: {tag: a}}",
        "{share: 5/4, of: {tag: a}}",
    ] {
        assert_eq!(limit(silent), "", "{silent}");
    }
}

#[test]
fn lint_tells_a_case_of_an_ally_that_is_never_reached() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", &with(GAME, "commands:", "points: none\ncommands:"));
    folder.write("rulesets/toy/books/veneti.yaml", VENETI);
    let path = "rulesets/toy/books/x.yaml";
    let book = "book: x\nruleset: toy\nname: X\nversion: 1.0.0\nentries:\n  a: {unit: spears}\n  b: {name: B, roles: [boss]}\nallies:\n  \
                sea: {book: veneti, points: [{max: 50}, {when: {date: {to: 225 BC}}, max: 80}]}\n";
    folder.write(path, book);
    let out = folder.muster(&["lint", "--format", "concise", path]).out;
    let wanted = "rulesets/toy/books/x.yaml:9:43: warning[never-matches]: these points of the ally \"sea\" are never \
                  reached: the first case that applies counts (help: put it before the case without a `when`)\n";
    assert!(out.contains(wanted), "{out}");
}
