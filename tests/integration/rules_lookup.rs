//! Where rules are searched for, and that the verdict names those that were used.
use crate::common::{Folder, built_in, checked, file, lines, ruled};
use muster::check::report::{RulesSource, Verdict};
use muster::rules::library::{Library, RulesLookup};

/// Returns a ruleset of this id, with one unit of this cost.
fn ruleset(id: &str, version: &str, cost: u32) -> String {
    format!(
        "ruleset: {id}\nname: Own {id}\nversion: {version}\nunits: {{foot: {{name: Foot, cost: {cost}}}}}\n"
    )
}

fn list(ruleset: &str) -> String {
    format!("army: A\nruleset: {ruleset}\npoints: 100\nunits: [{{unit: foot}}]\n")
}

#[test]
fn earlier_folders_win_and_built_in_rules_come_last() {
    let (first, second) = (Folder::new(), Folder::new());
    first.write("toy/ruleset.yaml", &ruleset("toy", "1.0.0", 3));
    second.write("toy/ruleset.yaml", &ruleset("toy", "2.0.0", 7));
    second.write("other/ruleset.yaml", &ruleset("other", "3.0.0", 9));
    second.write("fra/ruleset.yaml", &ruleset("fra", "9.9.9", 1));
    let check_with = |folders: &[&Folder], id: &str| {
        let library = Library::new(folders.iter().map(|f| f.path().to_path_buf()).collect());
        let report = checked(&library, &list(id));
        assert_eq!(report.verdict, Verdict::Legal, "{:#?}", lines(&report));
        let judge = report.ruleset.unwrap();
        (judge.version.unwrap(), judge.found_in, report.points.unwrap().total.to_string())
    };
    let at = |folder: &Folder, id: &str| {
        folder.path().join(id).join("ruleset.yaml").to_string_lossy().into_owned()
    };
    let wanted = |version: &str, from: String, total: &str| (version.to_owned(), from, total.to_owned());
    assert_eq!(check_with(&[&first, &second], "toy"), wanted("1.0.0", at(&first, "toy"), "3"));
    assert_eq!(check_with(&[&second, &first], "toy"), wanted("2.0.0", at(&second, "toy"), "7"));
    assert_eq!(check_with(&[&first, &second], "other"), wanted("3.0.0", at(&second, "other"), "9"));
    // A file of the user's own takes precedence over a built-in one of the same id
    assert_eq!(check_with(&[&first, &second], "fra"), wanted("9.9.9", at(&second, "fra"), "1"));
    // Without it, the built-in one is used
    let report = checked(&first.library(), &file("lists/fra/starter.yaml"));
    assert_eq!(report.ruleset.unwrap().found_in, "built in");
}

#[test]
fn a_changed_ruleset_changes_the_verdict_and_the_digest_of_the_rules() {
    let folder = Folder::new();
    let text = file("rulesets/fra/ruleset.yaml");
    assert!(text.contains("\nversion: 2."));
    // A club that prices hand weapons at 41: 10 of them in the starter list make 980 + 10
    let at = text.find("  hand-weapons:").unwrap();
    let changed = format!("{}{}", &text[..at], text[at..].replacen("cost: 40", "cost: 41", 1));
    folder.write("fra/ruleset.yaml", &changed);
    let starter = file("lists/fra/starter.yaml");
    let (own, shipped) = (checked(&folder.library(), &starter), checked(&built_in(), &starter));
    assert_eq!(own.points.unwrap().total.to_string(), "990");
    assert_eq!(shipped.points.unwrap().total.to_string(), "980");
    let (own, shipped) = (own.digest.unwrap(), shipped.digest.unwrap());
    assert_eq!(own.army, shipped.army);
    assert_ne!(own.rules, shipped.rules);
}

#[test]
fn a_book_may_extend_a_built_in_ruleset() {
    let folder = Folder::new();
    folder.write(
        "fra/books/mine.yaml",
        "book: mine\nruleset: fra\nname: Mine\nversion: 0.1.0\nentries:\n  men: {unit: spears}\n  baggage: {unit: baggage}\n",
    );
    let text = "army: A\nruleset: fra\nbook: mine\npoints: 100\nbaggage: true\nunits: [{unit: men}]\n";
    let report = checked(&folder.library(), text);
    assert_eq!(report.verdict, Verdict::Legal, "{:#?}", lines(&report));
    assert_eq!(report.ruleset.unwrap().found_in, "built in");
    let from = folder.path().join("fra/books/mine.yaml").to_string_lossy().into_owned();
    assert_eq!(
        report.book,
        Some(RulesSource {
            id: "mine".to_owned(),
            version: Some("0.1.0".to_owned()),
            found_in: from,
            bases: Vec::new()
        })
    );
    assert_eq!(ruled(&checked(&built_in(), text)), ["error unknown-book -"]);
    // The built-in books are still found
    let trebia = checked(&folder.library(), &file("lists/fra/trebia-rome.yaml"));
    assert_eq!((trebia.verdict, trebia.book.unwrap().found_in.as_str()), (Verdict::Legal, "built in"));
}

#[test]
fn a_book_is_found_by_its_id_whatever_its_file_is_called() {
    let folder = Folder::new();
    folder.write("toy/ruleset.yml", &ruleset("toy", "1.0.0", 3));
    folder.write(
        "toy/books/a.yml",
        "book: real\nruleset: toy\nname: R\nversion: 1\nentries: {men: {unit: foot}}\n",
    );
    // A file that is named like another book's id does not become that book
    folder.write(
        "toy/books/fake.yaml",
        "book: else\nruleset: toy\nname: E\nversion: 1\nentries: {men: {unit: foot}}\n",
    );
    let library = folder.library();
    assert!(matches!(library.rules_for("toy", Some("real")), RulesLookup::Ready(_)));
    assert!(matches!(library.rules_for("toy", Some("else")), RulesLookup::Ready(_)));
    assert!(matches!(library.rules_for("toy", Some("fake")), RulesLookup::NoBook));
    let ids: Vec<String> = library.books_of_ruleset("toy").into_iter().map(|k| k.id).collect();
    assert_eq!(ids, ["else", "real"]);
}

#[test]
fn a_folder_whose_ruleset_has_another_id_is_skipped() {
    let folder = Folder::new();
    folder.write("toy/ruleset.yaml", &ruleset("other", "1.0.0", 3));
    assert!(matches!(folder.library().rules_for("toy", None), RulesLookup::NoRuleset));
    assert!(folder.library().list_rulesets().iter().all(|k| k.id != "toy"));
}

#[test]
fn ids_are_never_paths() {
    let folder = Folder::new();
    folder.write("inner/toy/ruleset.yaml", &ruleset("toy", "1.0.0", 3));
    folder.write(
        "inner/toy/books/b.yaml",
        "book: b\nruleset: toy\nname: B\nversion: 1\nentries: {men: {unit: foot}}\n",
    );
    let whole = folder.path().join("inner/toy").to_string_lossy().into_owned();
    let library = Library::new(vec![folder.path().join("inner")]);
    let report = checked(&library, &list("toy"));
    assert_eq!(report.verdict, Verdict::Legal, "{:#?}", lines(&report));
    for word in ["../inner/toy", "./toy", "toy/", "toy/../toy", "TOY", whole.as_str(), "\"toy\\0\""] {
        let report = checked(&library, &list(word));
        assert_eq!(ruled(&report), ["error unknown-ruleset -"], "{word}: {:#?}", lines(&report));
        assert_eq!(report.verdict, Verdict::Illegal);
        assert!(report.ruleset.is_none() && report.digest.is_none());
    }
    for word in ["books/b", "../books/b", "b.yaml", "/etc/passwd"] {
        let text = list("toy").replace("points", &format!("book: {word}\npoints")).replace("foot", "men");
        let report = checked(&library, &text);
        assert_eq!(ruled(&report), ["error unknown-book -"], "{word}: {:#?}", lines(&report));
    }
    // Also for built-in rules
    for word in ["fra/books", "../rulesets/fra", "fra/ruleset.yaml"] {
        assert!(matches!(built_in().rules_for(word, None), RulesLookup::NoRuleset), "{word}");
    }
}

#[test]
fn a_faulty_ruleset_is_neither_used_nor_replaced() {
    let folder = Folder::new();
    folder.write("fra/ruleset.yaml", "ruleset: fra\nname: Broken\nversion: 1\nunits: {foot: {nmae: Foot}}\n");
    let library = folder.library();
    let report = checked(&library, &file("lists/fra/starter.yaml"));
    assert_eq!(report.verdict, Verdict::Illegal);
    assert!(report.ruleset.is_none(), "{:?}", report.ruleset);
    assert_eq!(ruled(&report), ["error unknown-ruleset -"], "{:#?}", lines(&report));
    let faults: Vec<&str> = library.findings().iter().map(|f| f.code.as_str()).collect();
    // A misspelt key is not also reported as a missing one
    assert_eq!(faults, ["unknown-key"]);
}

#[test]
fn rulesets_of_the_current_directory_come_after_named_folders() {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", &ruleset("toy", "1.0.0", 3));
    folder.write("club/toy/ruleset.yaml", &ruleset("toy", "2.0.0", 7));
    folder.write("later/toy/ruleset.yaml", &ruleset("toy", "3.0.0", 9));
    folder.write("a.yaml", &list("toy"));
    let from = |arguments: &[&str]| {
        let mut all = vec!["check", "a.yaml", "--format", "json"];
        all.extend(arguments);
        let ran = folder.muster(&all);
        assert_eq!(ran.status, Some(0), "{ran:?}");
        let json = ran.json();
        let ruleset = &json["lists"][0]["ruleset"];
        let from = ruleset["from"].as_str().unwrap().replace('\\', "/");
        (ruleset["version"].as_str().unwrap().to_owned(), from)
    };
    let (version, place) = from(&[]);
    assert_eq!(version, "1.0.0");
    assert!(place.ends_with("rulesets/toy/ruleset.yaml"), "{place}");
    let (version, place) = from(&["--rulesets", "club"]);
    assert_eq!(version, "2.0.0");
    assert!(place.ends_with("club/toy/ruleset.yaml"), "{place}");
    assert_eq!(from(&["--rulesets", "later", "--rulesets", "club"]).0, "3.0.0");
    // The text output names them too
    let shown = folder.muster(&["rules"]).out;
    assert!(shown.contains("toy") && shown.contains("rulesets"), "{shown}");
}

/// A list cannot write `Long Bow`; in a formula `min` is a function, and `size` is the unit's own size.
#[test]
fn ids_are_what_lists_and_formulas_can_name() {
    let folder = Folder::new();
    folder.write(
        "toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {size: {name: Size}, rank-cap: {name: Cap}}\n\
         options: {Long Bow: {name: B, cost: 1, text: T}, min: {name: M, cost: 1, text: T}}\n\
         units: {foot!: {name: F, cost: 5, options: [{min: 1}]}}\n\
         numbers: {min: {name: M, for: unit, is: rank-cap + 1}}\nvalues: {not: 3}\n",
    );
    let library = folder.library();
    assert!(matches!(library.rules_for("toy", None), RulesLookup::Faulty(_, 5)));
    let reported: Vec<(String, Option<String>)> =
        library.findings().into_iter().map(|f| (f.message, f.help)).collect();
    let no_id = |id: &str, help: Option<&str>| {
        (
            format!("\"{id}\" is not an id: ids have lowercase letters, digits and hyphens"),
            help.map(str::to_owned),
        )
    };
    let taken = |what: &str, id: &str| {
        let message = format!("a {what} cannot be called \"{id}\", which has another meaning in formulas");
        (message, Some("give it another id".to_owned()))
    };
    // In the order of the file; options are never named bare in formulas, so an option may be called `min`
    let wanted = [
        taken("stat", "size"),
        no_id("Long Bow", Some("write `long-bow`")),
        no_id("foot!", None),
        taken("number", "min"),
        taken("value", "not"),
    ];
    assert_eq!(reported, wanted);
}

#[test]
fn a_book_of_several_rulesets_is_shown_with_the_others_of_its_id() {
    let folder = Folder::new();
    for id in ["toy-a", "toy-b", "toy-c"] {
        folder.write(&format!("rulesets/{id}/ruleset.yaml"), &ruleset(id, "1.0.0", 3));
        let book = format!(
            "book: gauls\nruleset: {id}\nname: Gauls\nversion: 1.0.0\nentries: {{a: {{unit: foot}}}}\n"
        );
        folder.write(&format!("rulesets/{id}/books/gauls.yaml"), &book);
    }
    let said = |word: &str| folder.muster(&["--rulesets", "rulesets", "rules", word]).out;
    let shown = said("gauls");
    assert!(shown.contains(", a book for Own toy-a\n"), "{shown}");
    let others = "  other books of this id: muster rules toy-b/gauls, muster rules toy-c/gauls\n";
    assert!(shown.contains(others), "{shown}");
    let shown = said("toy-b/gauls");
    assert!(shown.contains(", a book for Own toy-b\n") && !shown.contains("of this id"), "{shown}");
}

#[test]
fn names_in_help_have_the_right_verb() {
    let help = |book: &str, entries: &str| {
        let folder = Folder::new();
        folder.write("rulesets/toy/ruleset.yaml", &ruleset("toy", "1.0.0", 3));
        folder.write("cup.yaml", "event: cup\nname: Cup\nrulesets: [toy]\nbooks: [xxxx]\n");
        for id in entries.split(' ') {
            let text = format!(
                "book: {id}\nruleset: toy\nname: {book}\nversion: 1.0.0\nentries: {{a: {{unit: foot}}}}\n"
            );
            folder.write(&format!("rulesets/toy/books/{id}.yaml"), &text);
        }
        let report = folder.muster(&["lint", "--format", "json", "cup.yaml"]).json();
        report["findings"][0]["help"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!(help("Gauls", "gauls"), "there is \"gauls\"");
    assert_eq!(help("Gauls", "romans gauls"), "there are \"gauls\" and \"romans\"");
}
