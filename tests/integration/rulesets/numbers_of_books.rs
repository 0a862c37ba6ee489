//! Numbers of a book, and numbers that are hidden.

use muster::check::check_files::FileKind;
use muster::lint::{LintFile, LintOptions, lint_files};
use muster::rules::library::Library;
use muster::rules::rule_lookup::RuleFinder;

use crate::common::{Folder, checked, labelled, line, lines, rules};

const HOSTS: &str = "\
ruleset: hosts
name: Hosts
version: 1.0.0
points: none
size: {of: models, min: 1}
stats: {ld: {name: Ld}}
options: {mail: {name: Mail, some: true}}
roles: {boss: {name: Boss}}
commands: {led-by: [boss]}
units:
  spears: {name: Spears, tags: [foot], stats: {ld: 7}, options: [mail?], roles: [boss]}
numbers:
  strength: {for: army, name: Strength, is: \"sum({}, size)\"}
";

const ROME: &str = "\
book: rome
ruleset: hosts
name: Rome
version: 1.0.0
entries:
  legion: {unit: spears, name: Legion}
numbers:
  armoured: {for: unit, name: Armoured, is: taken(mail), hidden: true}
  resolve: {for: army, name: Resolve, is: \"count({tag: foot}) + 1\"}
  ranks: {for: army, name: Ranks, score: [{of: {tag: foot}, each: 2}]}
  bare: {for: army, name: Bare, is: \"count + 0 * strength\"}
limits:
  half-armoured: {sum: armoured, in: unit, max: {share: 1/2, of: {sum: size}}}
  few: {number: resolve, max: 3}
  few-ranks: {holds: ranks <= 4, says: few ranks}
  few-bare: {holds: bare <= 2, says: few bodies}
allies: {greeks: {book: greece}}
";

const GREECE: &str = "\
book: greece
ruleset: hosts
name: Greece
version: 1.0.0
entries:
  hoplites: {unit: spears, name: Hoplites}
numbers:
  resolve: {for: [army, command], name: Resolve of Greece, is: \"10 * count({tag: foot})\"}
limits:
  few: {number: resolve, max: 20}
";

fn hosts() -> (Folder, Library) {
    rules("hosts", HOSTS, &[("greece", GREECE), ("rome", ROME)])
}

/// Returns a list of Rome with this many legions and, in an ally's command, hoplites.
fn army(legions: u32, hoplites: u32) -> String {
    format!(
        "army: Trial\nruleset: hosts\nbook: rome\ncommands:\n  - name: Romans\n    commander: {{role: boss, name: Cotta}}\n    \
         units: [{{unit: legion, size: 4, count: {legions}}}]\n  - name: Greeks\n    ally: greeks\n    commander: {{role: \
         boss, name: Leon}}\n    units: [{{unit: hoplites, size: 2, count: {hoplites}}}]\n"
    )
}

fn told(list: &str) -> Vec<String> {
    let (_folder, library) = hosts();
    lines(&checked(&library, list))
}

#[test]
fn numbers_of_a_book_look_at_its_own_troops_and_keep_apart() {
    // Rome's resolve is 2 + 1 with any number of Greeks, theirs is 10 for each of them alone
    assert_eq!(told(&army(2, 2)), [""; 0]);
    assert_eq!(
        told(&army(2, 3)),
        ["error[too-many]: the number \"Resolve of Greece\" is 30, at most 20 allowed"]
    );
}

#[test]
fn what_breaks_a_limit_on_a_books_number_is_told_with_it() {
    // 3 legions: 3 + 1, and 2 for each
    let mut told = told(&army(3, 1));
    told.sort();
    assert_eq!(
        told,
        [
            "error[does-not-hold]: this rule is not met: few bodies: bare is 3, at most 2 needed",
            "error[does-not-hold]: this rule is not met: few ranks: ranks is 6, at most 4 needed",
            "error[too-many]: the number \"Resolve\" is 4, at most 3 allowed",
        ]
    );
}

#[test]
fn a_hidden_number_is_measured_and_never_printed() {
    let (folder, library) = hosts();
    let list = |mail: u32| army(1, 1).replace("size: 4", &format!("size: 4, options: [mail: {mail}]"));
    assert_eq!(lines(&checked(&library, &list(2))), [""; 0]);
    let report = checked(&library, &list(3));
    assert_eq!(
        lines(&report),
        ["error[too-many]: 3 armoured in \"Legion\", at most 2 allowed: 1/2 of 4 models, rounded down"]
    );
    assert!(labelled(&report, &report.findings[0]).contains(&"half-armoured".to_owned()));
    folder.write("list.yaml", &list(2));
    for (sheet, format) in [("roster", "text"), ("roster", "html"), ("cards", "html"), ("roster", "markdown")]
    {
        let printed =
            folder.muster(&["--rulesets", ".", "render", sheet, "list.yaml", "--format", format]).out;
        assert!(!printed.contains("Armoured"), "{sheet} {format}");
        assert!(sheet == "cards" || printed.contains("Resolve of Greece"), "{sheet} {format}\n{printed}");
    }
    let context = folder.muster(&["--rulesets", ".", "render", "roster", "list.yaml", "--context"]).out;
    assert!(!context.contains("armoured") && context.contains("\"resolve\""));
}

#[test]
fn numbers_of_a_book_are_listed_and_explained() {
    let (folder, library) = hosts();
    let printed = folder.muster(&["--rulesets", ".", "rules", "rome"]).out;
    assert!(printed.contains("armoured: Armoured = taken(mail) (not printed on sheets)"), "{printed}");
    assert!(printed.contains("resolve: Resolve = count({tag: foot}) + 1"), "{printed}");
    let found = RuleFinder::new(&library, None).find_rules("rome/numbers/armoured");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].words.name.as_deref(), Some("Armoured"));
}

/// Returns the findings of a ruleset and a book, changed, without those about missing texts.
fn faults(ruleset: &str, book: &str) -> Vec<String> {
    let folder = Folder::new();
    folder.write("hosts/ruleset.yaml", ruleset);
    folder.write("hosts/books/greece.yaml", GREECE);
    folder.write("hosts/books/rome.yaml", book);
    let files = [(FileKind::Ruleset, "ruleset.yaml", ruleset), (FileKind::Book, "books/rome.yaml", book)];
    let path = folder.path().join("hosts");
    let files = files.map(|(kind, file, text)| LintFile::from_path(kind, &path.join(file), text));
    let options =
        LintOptions { folders: vec![folder.path().to_owned()], sizes: Vec::new(), ..LintOptions::default() };
    let report = lint_files(&files, &options);
    // What is told of texts, of lists and of the formulas here is tested elsewhere
    let other = |text: &str| {
        ["missing-", "impossible", "can say what it measures"].iter().any(|word| text.contains(word))
    };
    report.findings.iter().map(line).filter(|text| !other(text)).collect()
}

#[test]
fn numbers_that_cannot_be_meant_are_told() {
    assert_eq!(faults(HOSTS, ROME), [""; 0]);
    let with = |number: &str| faults(HOSTS, &ROME.replace("numbers:\n", &format!("numbers:\n  {number}\n")));
    for (id, what) in [("strength", "number"), ("ld", "stat")] {
        assert_eq!(
            with(&format!("{id}: {{for: army, name: X, is: \"1\"}}"))[0],
            format!("error[duplicate-name]: the ruleset has a {what} \"{id}\" already")
        );
    }
    assert_eq!(
        with("idle: {for: army, name: Idle, is: \"1\", hidden: true}"),
        ["warning[never-matches]: the number \"idle\" is hidden, and nothing names it"]
    );
    assert_eq!(
        with("idle: {for: army, name: Idle, is: 0 * armoured, hidden: true, show: \"{}+\"}"),
        [
            "warning[never-matches]: `show` changes nothing, since \"idle\" is hidden",
            "warning[never-matches]: the number \"idle\" is hidden, and nothing names it"
        ]
    );
    assert_eq!(
        with("idle: {for: army, name: Idle, is: idle + 1}")[0],
        "error[bad-formula]: \"idle\" depends on itself"
    );
    // The ruleset does not know the numbers of books
    let ruleset = format!("{HOSTS}limits: {{few: {{number: resolve, max: 3}}}}\n");
    assert_eq!(faults(&ruleset, ROME)[0], "error[bad-value]: there is no number \"resolve\"");
    // A hidden number of the ruleset may be there for a book
    let ruleset = format!("{HOSTS}  hulk: {{for: army, name: Hulk, is: \"1\", hidden: true}}\n");
    assert_eq!(
        faults(&ruleset, ROME),
        ["warning[never-matches]: the number \"hulk\" is hidden, and nothing names it"]
    );
    let book = ROME.replace("ranks <= 4", "ranks <= 4 * hulk");
    assert_eq!(faults(&ruleset, &book), [""; 0]);
}

#[test]
fn a_book_that_extends_another_has_its_numbers() {
    let club = "\
book: rome-club
extends: rome
ruleset: hosts
name: Rome, our club
version: 1.0.0
numbers:
  twice: {for: army, name: Twice, is: 2 * resolve, hidden: true}
limits:
  few: {number: twice, max: 6}
  few-armoured: {sum: armoured, max: 1}
";
    let books = [("greece", GREECE), ("rome", ROME), ("rome-club", club)];
    let (_folder, library) = rules("hosts", HOSTS, &books);
    let told = |list: String| lines(&checked(&library, &list.replace("book: rome", "book: rome-club")));
    // 2 legions: 2 * (2 + 1)
    assert_eq!(told(army(2, 1)), [""; 0]);
    let list = army(1, 1).replace("size: 4", "size: 4, options: [mail: 2]");
    assert_eq!(told(list), ["error[too-many]: 2 armoured, at most 1 allowed"]);
    let more = told(army(3, 1));
    let twice = "error[too-many]: the number \"Twice\" is 8, at most 6 allowed";
    assert!(more.contains(&twice.to_owned()), "{more:#?}");
}
