//! Which books fought each other, in listings, and the lists of battles that are part of the program.

use serde_json::{Value, json};

use muster::check::report::Verdict;

use crate::common::{Folder, Ran, built_in, checked, file, lines, root};

const TOY: &str = "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nunits: {foot: {name: Foot}}\n";

/// Returns a book of the toy game with an entry.
fn book(id: &str, dates: &str, more: &str) -> String {
    format!(
        "book: {id}\nruleset: toy\nname: Army {id}\nversion: 1.0.0\ndates: {dates}\nentries: {{men: {{unit: foot}}}}\n{more}"
    )
}

/// Three books: the first names both others as enemies, one of them for a few years and once more later.
fn three_books() -> Folder {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", TOY);
    let enemies = "enemies:\n  - second\n  - {book: third, dates: {from: 250 BC, to: 240 BC}}\n  - {book: third, dates: {from: 220 BC}}\n";
    folder.write("rulesets/toy/books/first.yaml", &book("first", "{from: 300 BC, to: 200 BC}", enemies));
    folder.write("rulesets/toy/books/second.yaml", &book("second", "{from: 260 BC, to: 150 BC}", ""));
    folder.write("rulesets/toy/books/third.yaml", &book("third", "{from: 300 BC}", "enemies: [third]\n"));
    folder
}

fn rules(folder: &Folder, arguments: &[&str]) -> Ran {
    let mut all = vec!["rules"];
    all.extend(arguments);
    folder.muster(&all)
}

#[test]
fn the_books_of_a_year_are_listed_with_their_enemies() {
    let folder = three_books();
    // 245 BC: all three, and both wars of the first; a war is one of both books
    let ran = rules(&folder, &["toy", "--date", "245 BC"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    let wanted = "toy (Toy)
  first                Army first, 300 BC to 200 BC
    enemies: second, third
  second               Army second, 260 BC to 150 BC
    enemies: first
  third                Army third, from 300 BC
    enemies: first, third

next: muster rules toy/first, or muster new --ruleset toy --book first --date \"245 BC\"
";
    assert_eq!(ran.out, wanted);
    // 230 BC lies between the two wars with the third
    let ran = rules(&folder, &["toy", "--date", "230 BC"]);
    assert!(ran.out.contains("200 BC\n    enemies: second\n"), "{ran:?}");
    // The second war goes on to the end of the first book, and 270 BC is before the second
    let ran = rules(&folder, &["toy", "--date", "200 BC"]);
    assert!(ran.out.contains("enemies: second, third\n"), "{ran:?}");
    let ran = rules(&folder, &["toy", "--date", "270 BC"]);
    assert!(!ran.out.contains("second"), "{ran:?}");
    assert!(ran.out.contains("    enemies: third\n"), "a book may fight itself: {ran:?}");
}

#[test]
fn a_book_is_shown_with_the_years_of_its_wars() {
    let folder = three_books();
    let first = rules(&folder, &["toy/first"]);
    let wanted =
        "  enemies: second (260 BC to 200 BC), third (250 BC to 240 BC), third (220 BC to\n    200 BC)\n";
    assert!(first.out.contains(wanted), "{first:?}");
    let second = rules(&folder, &["toy/second"]);
    assert!(second.out.contains("  enemies: first (260 BC to 200 BC)\n"), "{second:?}");
}

#[test]
fn programs_are_told_the_enemies_of_each_book() {
    let files = ["ruleset.yaml", "books/first.yaml", "books/second.yaml", "books/third.yaml"];
    let folder = three_books();
    let held = files.map(|path| (format!("toy/{path}"), folder.read(&format!("rulesets/toy/{path}"))));
    let library = muster::Library::from_files(false, held.into());
    let answer: Value = serde_json::from_str(&muster::call(&library, r#"{"op": "games"}"#)).unwrap();
    let books = &answer["ok"]["games"][0]["books"];
    assert_eq!(books[1]["id"], "second");
    assert_eq!(books[1]["enemies"], json!([{"book": "first", "years": "260 BC to 200 BC"}]));
    assert_eq!(books[2]["enemies"][2], json!({"book": "third", "years": "from 300 BC"}));
}

#[test]
fn a_year_or_a_game_without_books_is_told() {
    let folder = three_books();
    for (arguments, message) in [
        (&["--date", "245"][..], "\"245\" does not say which era; write 245 BC or AD 245"),
        (&["toy", "--date", "301 BC"], "no book of toy is for 301 BC; `muster rules` lists all"),
        (&["--date", "900 BC"], "no book is for 900 BC; `muster rules` lists all"),
    ] {
        let ran = rules(&folder, arguments);
        assert_eq!((ran.status, ran.trouble.trim_end()), (Some(2), format!("muster: {message}").as_str()));
    }
    let ran = rules(&folder, &["toys", "--date", "245 BC"]);
    assert!(ran.trouble.contains("there is no ruleset \"toys\" to list the books of; did you mean \"toy\"?"));
}

#[test]
fn enemies_that_cannot_be_read_are_told_at_the_words() {
    for (enemies, wanted) in [
        (
            "enemies: second",
            "7:10: error[wrong-type]: `enemies` is text \"second\"; expected a list (help: write it in brackets: `[second]`)",
        ),
        (
            "enemies: [[second]]",
            "7:11: error[wrong-type]: an item of `enemies` is a list; expected text or a map",
        ),
        (
            "enemies: [{dates: {from: 250 BC}}]",
            "7:12: error[missing-key]: missing key `book` in an item of `enemies`",
        ),
        (
            "enemies: [{book: second, date: 250 BC}]",
            "7:26: error[unknown-key]: unknown key \"date\" in an item of `enemies` (help: write `dates`)",
        ),
        (
            "enemies: [{book: second, dates: {from: 200 BC, to: 250 BC}}]",
            "7:40: error[bad-value]: these dates end in 250 BC before they begin in 200 BC",
        ),
        (
            "enemies: [{book: second, source: livy}]",
            "7:34: error[bad-value]: there is no source \"livy\" among the file's `sources`",
        ),
    ] {
        let folder = three_books();
        let text = book("first", "{from: 300 BC, to: 200 BC}", &format!("{enemies}\n"));
        folder.write("rulesets/toy/books/first.yaml", &text);
        let ran = folder.muster(&["check", "--format", "concise", "rulesets/toy/books/first.yaml"]);
        assert_eq!(ran.status, Some(1), "{enemies}: {ran:?}");
        assert!(ran.out.contains(&format!("first.yaml:{wanted}")), "{enemies}: {ran:?}");
    }
}

#[test]
fn enemies_change_no_digest_and_need_no_book() {
    let list = "army: A\nruleset: toy\nbook: first\ndate: 245 BC\nunits: [{unit: men}]\n";
    let digest = |folder: &Folder| {
        let library = muster::Library::new(vec![folder.path().join("rulesets")]);
        let report = checked(&library, list);
        assert!(report.findings.is_empty(), "{:?}", lines(&report));
        report.digest.unwrap()
    };
    let folder = three_books();
    let with = digest(&folder);
    let path = "rulesets/toy/books/first.yaml";
    folder.write(path, &book("first", "{from: 300 BC, to: 200 BC}", ""));
    assert_eq!(digest(&folder), with);
    folder.write(path, &book("first", "{from: 300 BC, to: 200 BC}", "enemies: [nobody]\n"));
    assert_eq!(digest(&folder), with);
    // Anything else that the book says is in it
    folder.write(path, &book("first", "{from: 300 BC, to: 201 BC}", ""));
    assert_ne!(digest(&folder), with);
}

/// Returns the paths of the files in a folder of the repository, sorted.
fn files_in(folder: &str) -> Vec<String> {
    let entries = std::fs::read_dir(root().join(folder)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
    let mut names: Vec<String> =
        paths.map(|path| format!("{folder}/{}", path.file_name().unwrap().to_str().unwrap())).collect();
    names.sort();
    names
}

/// Returns the words that the completions offer for a battle.
fn battle_words() -> Vec<String> {
    let ran = Folder::new().muster(&["new", "--battle"]);
    let list = ran.trouble.split("[possible values: ").nth(1).unwrap().split(']').next().unwrap();
    list.split(", ").map(str::to_owned).collect()
}

/// Each list, as `new` writes it but for the line of its schema, is legal without a warning. The few that the program
/// writes here stand for all.
#[test]
fn every_list_of_a_battle_is_in_the_program_and_legal() {
    let words = battle_words();
    let library = built_in();
    let mut seen = 0;
    for game in ["fra", "quick", "six-mm", "wab"] {
        let beside = ["cannae", "metaurus", "trebia", "zama"];
        let older = files_in(&format!("lists/{game}"));
        let older = older.iter().filter(|p| beside.iter().any(|battle| p.contains(&format!("/{battle}-"))));
        for path in older.chain(&files_in(&format!("lists/{game}/battles"))) {
            let report = checked(&library, &file(path));
            assert_eq!((report.verdict, lines(&report)), (Verdict::Legal, vec![]), "{path}");
            let name = path.rsplit('/').next().unwrap().trim_end_matches(".yaml");
            assert!(words.iter().any(|word| word == name), "{path} is missing among {words:?}");
            seen += 1;
        }
    }
    assert!(seen >= 80, "{seen}");
    for (word, game) in [("telamon-rome", "fra"), ("tunis-carthage", "wab"), ("nepheris-rome", "six-mm")] {
        let folder = Folder::new();
        let ran = folder.muster(&["new", "army.yaml", "--battle", word, "--ruleset", game]);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        assert!(folder.read("army.yaml").starts_with("# yaml-language-server: $schema=list.schema.json\n"));
        let check = folder.muster(&["check", "--deny", "warnings", "army.yaml"]);
        assert_eq!(check.status, Some(0), "{word} for {game}: {check:?}");
    }
}

/// A player who is asked for the Romans at Telamon with 1000 points needs the two commands alone.
#[test]
fn the_romans_at_telamon_are_found_by_rules_and_new() {
    let folder = Folder::new();
    let all = rules(&folder, &[]);
    assert!(all.out.split_whitespace().collect::<Vec<_>>().join(" ").contains("telamon (225 BC)"), "{all:?}");
    let year = rules(&folder, &["fra", "--date", "225 BC"]);
    assert!(year.out.contains("    battles: telamon-rome (1000 points)\n"), "{year:?}");
    let sides = folder.muster(&["new", "--battle", "telamon"]);
    assert!(sides.trouble.contains("`--battle telamon-rome` (Aemilius at Telamon)"), "{sides:?}");
    assert_eq!(folder.muster(&["new", "--battle", "telamon-rome"]).status, Some(0));
    let text = folder.read("army.yaml");
    assert!(text.contains("\nbook: republican-rome\n") && text.contains("\npoints: 1000\n"), "{text}");
}

#[test]
fn a_battle_is_started_from_the_list_of_the_side_that_is_meant() {
    let folder = Folder::new();
    let new = |arguments: &[&str]| {
        let mut all = vec!["new", "army.yaml"];
        all.extend(arguments);
        drop(std::fs::remove_file(folder.path().join("army.yaml")));
        folder.muster(&all)
    };
    let ran = new(&["--battle", "trebia"]);
    let message = "muster: \"trebia\" has 2 sides; write `--battle trebia-carthage` (Hannibal at the Trebia) or \
                   `--battle trebia-rome` (Sempronius at the Trebia)\n";
    assert_eq!((ran.status, ran.trouble.as_str()), (Some(2), message));
    assert!(!folder.path().join("army.yaml").exists());
    // The name of the side, the book or the only list there is
    assert_eq!(new(&["--battle", "trebia-rome"]).status, Some(0));
    let shipped = file("lists/fra/trebia-rome.yaml").replace("../../schemas/", "");
    assert_eq!(folder.read("army.yaml"), shipped);
    assert_eq!(new(&["--battle", "Trebia", "--book", "republican-rome"]).status, Some(0));
    assert_eq!(folder.read("army.yaml"), shipped);
    assert_eq!(new(&["--battle", "cannae"]).status, Some(0));
    assert!(folder.read("army.yaml").contains("\nruleset: quick\n"));
    // Another game, and a name of one's own
    assert_eq!(
        new(&["--battle", "trebia-rome", "--ruleset", "six-mm", "--army", "Ours: first"]).status,
        Some(0)
    );
    let text = folder.read("army.yaml");
    assert!(text.contains("\narmy: 'Ours: first'\nruleset: six-mm\n"), "{text}");
    for (arguments, message) in [
        (&["--battle", "trebja"][..], "there is no list of a battle \"trebja\"; did you mean \"trebia\"?"),
        (
            &["--battle", "Agincourt"],
            "there is no list of a battle \"Agincourt\"; `muster rules` lists the battles",
        ),
        (
            &["--battle", "cannae", "--ruleset", "fra"],
            "there is no list of \"cannae\" for fra; there is one for \"quick\"",
        ),
        (
            &["--battle", "trebia", "--book", "numidia"],
            "no list of \"trebia\" is of the book \"numidia\"; write `--battle trebia-carthage`",
        ),
        (&["--battle", "trebia", "--date", "218 BC"], "cannot be used with"),
    ] {
        let ran = new(arguments);
        assert_eq!(ran.status, Some(2), "{ran:?}");
        assert!(ran.trouble.contains(message), "{ran:?}");
    }
}

#[test]
fn listings_name_the_battles() {
    let folder = Folder::new();
    let all = rules(&folder, &[]);
    assert!(all.out.contains("trebia (218 BC), "), "{all:?}");
    assert!(all.out.ends_with("\n`muster new --battle NAME` starts from the list of a battle.\n"), "{all:?}");
    let book = rules(&folder, &["fra/republican-rome"]);
    let lists = book.out.split("  lists of battles: ").nth(1).unwrap();
    assert!(
        lists.split_whitespace().collect::<Vec<_>>().join(" ").contains("trebia-rome (218 BC, 1000 points)")
    );
    let year = rules(&folder, &["--date", "218 BC"]);
    assert!(year.out.contains("    battles: trebia-carthage (1000 points)\n"), "{year:?}");
    let help = folder.muster(&["new", "--help"]);
    assert!(help.out.contains("--battle <BATTLE>") && !help.out.contains("cannae"), "{help:?}");
    let completions = folder.muster(&["completions", "bash"]);
    assert!(completions.out.contains("cannae-rome"));
}

/// The picture is made by docs/pictures/timeline.py from the books and lists, and is to be made again when one changes.
#[test]
fn the_time_line_has_the_years_of_the_books() {
    let picture = file("docs/pictures/punic-wars.svg");
    let mut bars = 0;
    for path in files_in("rulesets/fra/books") {
        let text = file(&path);
        let id = path.rsplit('/').next().unwrap().trim_end_matches(".yaml");
        let dates = text.split("\ndates: {from: ").nth(1).unwrap().split(" BC}").next().unwrap();
        let (from, to) = dates.split_once(" BC, to: ").unwrap();
        assert!(picture.contains(&format!("<title>{id}: {from} to {to} BC</title>")), "{id}: {dates}");
        bars += 1;
    }
    assert_eq!(picture.matches("<title>").count(), bars);
    let battles = files_in("lists/fra/battles").len();
    assert!(battles >= 30 && picture.contains(">Great Plains 203</text>"), "{battles}");
    for path in files_in("lists/fra/battles") {
        let name = path.rsplit('/').next().unwrap().rsplit_once('-').unwrap().0.replace('-', " ");
        let year = file(&path).split("\ndate: ").nth(1).unwrap().split(' ').next().unwrap().to_owned();
        let label = format!(">{name} {year}</text>");
        assert!(picture.to_lowercase().contains(&label), "{label}");
    }
}

/// The tortoise is learnt after 200 BC, and the Numidians are allies from 204 BC.
#[test]
fn a_new_list_offers_what_its_year_has() {
    let folder = Folder::new();
    let written = |year: &str| {
        let name = format!("{}.yaml", &year[..3]);
        let run = folder.muster(&["new", "--book", "republican-rome", "--date", year, &name]);
        assert_eq!(run.status, Some(0), "{run:?}");
        folder.read(&name)
    };
    let telamon = written("225 BC");
    assert!(!telamon.contains("tortoise") && !telamon.contains("# Allies"), "{telamon}");
    let thermopylae = written("191 BC");
    assert!(thermopylae.contains("tortoise") && thermopylae.contains("numidia"), "{thermopylae}");
}

#[test]
fn a_book_says_when_its_limits_apply() {
    let page =
        rules(&Folder::new(), &["republican-rome"]).out.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in [
        "(\"Hastati\": a multiple of 2; if the agreed points are more than 1000)",
        "(\"Italian allies\": at most 2 of legionary foot; if the year is 225 BC)",
        "rounded down; unless the year is 225 BC)",
    ] {
        assert!(page.contains(wanted), "{wanted}\n{page}");
    }
}
