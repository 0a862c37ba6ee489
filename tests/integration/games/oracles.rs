//! Published rosters with prices: the program must arrive at the printed totals.

use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;

use muster::army::resolve_army;
use muster::check::check_files::{self, CheckOptions};
use muster::check::report::Verdict;
use muster::format::read_exact_numbers::Number;
use muster::rules::library::Library;

use crate::games::{army_in, cost, part, stat, unit};

/// A library of the oracles' books and the shipped rulesets only.
fn books() -> &'static Library {
    static BOOKS: LazyLock<Library> =
        LazyLock::new(|| Library::new(["tests/data/oracles", "rulesets"].map(PathBuf::from).to_vec()));
    &BOOKS
}

/// Checks a list's total, and the price of each row as the roster prints it.
fn prices(path: &str, sum: i64, rows: &[(&str, i64)]) {
    let library = books();
    let bytes = fs::read(path).unwrap();
    let report = muster::checked_list::check_list(library, path, bytes.clone(), &CheckOptions::default());
    let reported: Vec<&str> = report.findings.iter().map(|f| f.message.as_str()).collect();
    assert_eq!((report.verdict, reported.len()), (Verdict::Legal, 0), "{path}: {reported:?}");
    let points = report.points.unwrap();
    assert_eq!((points.total, points.complete), (sum.into(), true), "{path}");
    let opened = check_files::open_list(library, path, bytes);
    let rules = opened.rules.unwrap();
    let list = opened.list.unwrap();
    let army = resolve_army(&list, &rules, false, false);
    for (name, want) in rows {
        assert_eq!(cost(&army, name), Some(Number::from(*want)), "{path}: {name}");
    }
    // The rows are complete: a row that is printed several times counts that often
    let counted: i64 =
        army.units.iter().map(|u| i64::from(u.count) * u.cost().unwrap().to_integer().unwrap()).sum();
    assert_eq!(counted, sum, "{path}");
    let named: Vec<&str> = army.units.iter().map(|u| u.name.as_str()).collect();
    assert_eq!(named.len(), rows.len(), "{path}: {named:?}");
}

/// Cold Wars 2001; 141 + 71 + 308 + 2 x 260 + 195 + 135 + 72 + 130 + 61 + 189 = 1822.
#[test]
fn imperial_romans() {
    prices(
        "tests/data/oracles/wab/imperial-rome-2001.yaml",
        1822,
        &[
            ("General", 141),
            ("Army standard bearer", 71),
            ("Tribune", 61),
            ("First cohort", 308),
            ("Second cohort", 260),
            ("Auxilia", 195),
            ("Small auxilia", 135),
            ("Archers", 72),
            ("Stone thrower", 130),
            ("Nobles", 189),
        ],
    );
}

/// 212 + 87 + 403 + 443 + 399 = 1544.
#[test]
fn byzantines_with_archers_inside() {
    prices(
        "tests/data/oracles/wab/byzantine-bodies.yaml",
        1544,
        &[
            ("Byzantine general", 212),
            ("Byzantine standard bearer", 87),
            ("First horse", 403),
            ("Second horse", 443),
            ("Skutatoi", 399),
        ],
    );
}

/// 88 + 255 + 159 + 159 + 45 + 129 + 165 = 1000.
#[test]
fn carthaginians() {
    prices(
        "lists/wab/carthage-1000.yaml",
        1000,
        &[
            ("Hasdrubal", 88),
            ("Trained Africans", 255),
            ("Boii", 159),
            ("Insubres", 159),
            ("Javelinmen", 45),
            ("Gallic horse", 129),
            ("Spanish horse", 165),
        ],
    );
}

/// The cost of one more model: 16, 10, 9, 29; 35 barded and 32, 27 for an archer inside; 18 and 10; 10, 6, 4,
/// 19, 25.
#[test]
fn one_model_more() {
    for (book, unit_, least, price) in [
        ("public-rosters", "legionaries", 15, 16),
        ("public-rosters", "auxilia", 12, 10),
        ("public-rosters", "auxiliary-archers", 8, 9),
        ("public-rosters", "noble-cavalry", 6, 29),
        ("public-rosters", "cataphracts", 10, 32),
        ("public-rosters", "cataphracts, options: [barding]", 8, 35),
        ("public-rosters", "skutatoi", 18, 18),
        ("carthage", "african-veterans", 24, 10),
        ("carthage", "gauls", 24, 6),
        ("carthage", "skirmishers", 10, 4),
        ("carthage", "gallic-cavalry", 6, 19),
        ("carthage", "spanish-heavy-cavalry", 6, 25),
    ] {
        let one = |size: i64| {
            let text = format!(
                "army: A\nruleset: wab\nbook: {book}\npoints: 2000\ndate: 216 BC\nchoose: {{campaign: italy}}\nunits:\n  - {{unit: {unit_}, name: U, size: {size}}}\n"
            );
            let text = if book == "carthage" {
                text
            } else {
                text.replace("date: 216 BC\nchoose: {campaign: italy}\n", "")
            };
            army_in(books(), &text, |a| cost(a, "U").unwrap().to_integer().unwrap())
        };
        assert_eq!(one(least), least * price, "{unit_}");
        assert_eq!(one(least + 1), (least + 1) * price, "{unit_}");
    }
}

/// 8 x 35 is 280, 15 for the command and 4 x 27 = 108 inside make 403; 18 x 18 + 15 and 6 x 10 make 399.
#[test]
fn bodies_inside_have_prices_of_their_own() {
    let text = fs::read_to_string("tests/data/oracles/wab/byzantine-bodies.yaml").unwrap();
    army_in(books(), &text, |a| {
        for (name, own, inside) in
            [("First horse", 295i64, 108i64), ("Second horse", 335, 108), ("Skutatoi", 339, 60)]
        {
            let it = a.units.iter().find(|u| u.name == name).unwrap();
            assert_eq!(it.body.cost(), Some(Number::from(own)), "{name}");
            assert_eq!(it.parts[0].1.cost(), Some(Number::from(inside)), "{name}");
        }
        // They count as models, but not as units: 1 + 1 + 12 + 14 + 24
        assert_eq!(crate::games::total(a, "models-total"), "52");
        assert_eq!(unit(a, "Skutatoi", "models"), "24");
        assert_eq!(a.units.len(), 5);
    });
}

/// The saves and moves that the rosters print: barding takes 1" of 8.
#[test]
fn saves_that_the_rosters_print() {
    let rome = fs::read_to_string("tests/data/oracles/wab/imperial-rome-2001.yaml").unwrap();
    army_in(books(), &rome, |a| {
        for (name, save) in [
            ("General", "5"),
            ("Army standard bearer", "5"),
            ("First cohort", "4"),
            ("Auxilia", "5"),
            ("Archers", "6"),
            ("Tribune", "5"),
            ("Nobles", "4"),
        ] {
            assert_eq!(unit(a, name, "save-shooting"), save, "{name}");
        }
        // M WS BS S T W I A Ld of the legionaries and the archers
        for (name, profile) in [
            ("First cohort", ["4", "3", "3", "3", "3", "1", "3", "1", "7"]),
            ("Archers", ["4", "2", "3", "3", "3", "1", "3", "1", "5"]),
        ] {
            for (word, want) in ["m", "ws", "bs", "s", "t", "w", "i", "a", "ld"].iter().zip(profile) {
                assert_eq!(stat(a, name, word), want, "{name} {word}");
            }
        }
        for (word, want) in ["m", "ws", "bs", "s", "t", "w", "i", "a", "ld"]
            .iter()
            .zip(["8", "4", "4", "3", "3", "1", "4", "1", "6"])
        {
            assert_eq!(stat(a, "Nobles", word), want, "Nobles {word}");
        }
    });
    let byzantium = fs::read_to_string("tests/data/oracles/wab/byzantine-bodies.yaml").unwrap();
    army_in(books(), &byzantium, |a| {
        assert_eq!(unit(a, "First horse", "save-shooting"), "3");
        assert_eq!((stat(a, "First horse", "m"), stat(a, "Second horse", "m")), ("7".into(), "8".into()));
        // Horse archers in light armour, mounted
        assert_eq!(part(a, "First horse", "archers", "save-shooting"), "5");
    });
}
