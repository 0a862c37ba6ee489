//! Lists that prove a book playable, and the faults that `muster lint` finds in rules.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use muster::army::resolve_army;
use muster::check::check_files::{self, FileKind};
use muster::check::report::{Report, Verdict};
use muster::finding::{Code, FileId, Severity};
use muster::format::list::List;
use muster::format::read_exact_numbers::Number;
use muster::lint::{self, LintFile};
use muster::read::read_text;
use muster::rules::Rules;
use muster::rules::library::{Library, RulesLookup};
use muster::solve::{self, ListRequirements, find_legal_list};
use muster::yaml;

use crate::common::{Folder, checked, muster, root};

fn whole(n: i64) -> Number {
    n.into()
}

fn ask(rules: &Rules, size: i64, date: Option<&str>, at_least: Number) -> solve::Feasibility {
    let date = date.map(|d| d.parse().unwrap());
    let time = Duration::from_secs(30);
    find_legal_list(
        rules,
        &ListRequirements {
            title: "a witness",
            size: Some(whole(size)),
            date,
            min_cost: at_least,
            answer: None,
            time_limit: time,
        },
    )
}

fn linted(paths: &[&str]) -> Report {
    let files: Vec<LintFile> = paths
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).unwrap();
            let kind = check_files::file_kind(&yaml::parse_yaml(FileId::CHECKED, &text).root.unwrap());
            LintFile::from_path(kind, Path::new(path), &text)
        })
        .collect();
    lint::lint_files(&files, &lint::LintOptions::default())
}

/// Formats findings as in the `.out` files: line, code, severity and message.
fn shown(report: &Report) -> String {
    let mut lines = String::new();
    for finding in &report.findings {
        let span = finding.primary_label().unwrap().span;
        let source = report.sources.get(span.file).unwrap();
        let (line, words) = (source.position(span.start).line, source.text_at(span));
        let (code, severity) = (finding.code.as_str(), finding.severity.as_str());
        writeln!(lines, "{line} {code} {severity} \"{words}\"").unwrap();
    }
    lines
}

#[test]
fn each_planted_fault_is_found_and_nothing_else() {
    let books = "tests/data/lint/sound/books";
    for path in ["tests/data/lint/faulty/ruleset", &format!("{books}/bad"), &format!("{books}/at-war")] {
        let wanted = fs::read_to_string(format!("{path}.out")).unwrap();
        assert_eq!(shown(&linted(&[&format!("{path}.yaml")])), wanted, "{path}");
    }
    assert_eq!(
        shown(&linted(&["tests/data/lint/sound/ruleset.yaml", "tests/data/lint/sound/books/good.yaml"])),
        ""
    );
    assert_eq!(shown(&linted(&["tests/data/lint/events/upside-down.yaml"])), "3 impossible error \"900\"\n");
}

#[test]
fn a_misspelt_tag_gets_a_suggestion() {
    let report = linted(&["tests/data/lint/faulty/ruleset.yaml"]);
    let of = |rule: &str| report.findings.iter().find(|f| f.rule_path.as_deref() == Some(rule)).unwrap();
    let help = of("faulty/limits/foot-first").help.as_deref().unwrap();
    assert_eq!(help, "no unit has the tag \"fot\"; did you mean \"foot\"?");
}

/// A noble and a levy cost 130 points together, so six of each cost 780 and four of each 520.
#[test]
fn limits_that_only_together_forbid_every_list_are_named_with_size_and_years() {
    let report = linted(&["tests/data/lint/sound/books/unreachable.yaml"]);
    let errors: Vec<_> = report.findings.iter().filter(|f| f.severity == Severity::Error).collect();
    let reported: Vec<&str> = errors.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(
        reported,
        [
            "no list of 500 points of \"Unreachable\" is legal from 250 BC to 200 BC",
            "no list of 500 points of \"Unreachable\" is legal from 300 BC to 251 BC",
        ]
    );
    let limits = |at: usize| -> Vec<&str> {
        errors[at].labels[1..]
            .iter()
            .map(|l| report.sources.get(l.span.file).unwrap())
            .zip(&errors[at].labels[1..])
            .map(|(source, l)| source.text[l.span.start as usize..l.span.end as usize].to_owned())
            .map(|words| if words == "foot-for-horse" { "foot" } else { "nobles" })
            .collect()
    };
    assert_eq!((limits(0), limits(1)), (vec!["nobles", "foot"], vec!["nobles", "foot"]));
    assert!(errors.iter().all(|f| f.help.as_deref() == Some("these limits and the size forbid it together")));
    // There can be at most eight horse and eight foot: 1040 points, far less than 1425 or 1900
    let few: Vec<&str> = report
        .findings
        .iter()
        .filter(|f| f.severity == Severity::Warning)
        .map(|f| f.message.as_str())
        .collect();
    assert_eq!(
        few,
        [
            "no legal list of 1500 points of \"Unreachable\" spends 95% of them from 300 BC to 200 BC",
            "no legal list of 2000 points of \"Unreachable\" spends 95% of them from 300 BC to 200 BC",
        ]
    );
}

#[test]
fn two_files_of_one_id_are_named() {
    let text = fs::read_to_string("tests/data/lint/sound/books/good.yaml").unwrap();
    let file = |path: &str| LintFile::from_path(FileKind::Book, Path::new(path), &text);
    let files =
        [file("tests/data/lint/sound/books/good.yaml"), file("tests/data/lint/sound/books/again.yaml")];
    let report = lint::lint_files(&files, &lint::LintOptions::default());
    let codes: Vec<Code> = report.findings.iter().map(|f| f.code).collect();
    assert_eq!(codes, [Code::DuplicateName]);
    assert_eq!(report.findings[0].labels.len(), 2);
}

#[test]
fn every_shipped_book_with_points_has_a_legal_list_at_1000_and_2000_points() {
    let library = Library::new(Vec::new());
    let mut books = 0;
    for ruleset in library.list_rulesets() {
        for book in library.books_of_ruleset(&ruleset.id) {
            let RulesLookup::Ready(rules) = library.rules_for(&ruleset.id, Some(&book.id)) else {
                panic!("{book:?}")
            };
            if !rules.has_points {
                continue;
            }
            books += 1;
            for size in [1000, 2000] {
                let dates = rules.contingents[0].book.as_ref().unwrap().dates.clone().unwrap();
                let date = dates.first_year().unwrap().to_string();
                let enough = whole(size * 95 / 100);
                let solve::Feasibility::Found(found) = ask(&rules, size, Some(&date), enough) else {
                    panic!("{} {} at {size}", ruleset.id, book.id)
                };
                let report = muster::checked_list::check_list(
                    &library,
                    "found.yaml",
                    found.text.into_bytes(),
                    &check_files::CheckOptions::default(),
                );
                assert_eq!(report.verdict, Verdict::Legal, "{:?}", report.findings);
                let points = report.points.unwrap();
                assert!(points.complete && points.total >= enough && points.total <= whole(size));
                assert_eq!(points.total, found.cost);
            }
        }
    }
    assert!(books >= 6, "{books}");
}

/// A small pseudorandom generator.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: i64) -> i64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i64::try_from(self.0 >> 33).unwrap() % sides
    }
}

/// Returns a random ruleset: three unit types, at most two of each, one with an option and one in two sizes,
/// with random limits.
fn random_ruleset(id: &str, dice: &mut Dice) -> String {
    let mut text = format!("ruleset: {id}\nname: Random\nversion: 1.0.0\noptions:\n");
    writeln!(text, "  bow: {{name: Bow, cost: {}, gives-tags: [shooter]}}", dice.roll(9) - 2).unwrap();
    text.push_str("units:\n");
    writeln!(text, "  a: {{name: A, tags: [foot], cost: {}, options: [bow?]}}", 20 + dice.roll(20)).unwrap();
    writeln!(text, "  b: {{name: B, tags: [foot, odd], cost: {}}}", 15 + dice.roll(30)).unwrap();
    let each = 5 + dice.roll(10);
    writeln!(
        text,
        "  c: {{name: C, tags: [odd], cost: {each}, per: model, size: {{of: models, min: 2, max: 3}}}}"
    )
    .unwrap();
    text.push_str("limits:\n");
    for unit in ["a", "b", "c"] {
        writeln!(text, "  most-{unit}: {{count: {{unit: {unit}}}, max: 2}}").unwrap();
    }
    let selectors =
        ["{tag: foot}", "{tag: odd}", "{tag: shooter}", "{unit: a}", "{unit: c}", "{}", "{not: {tag: foot}}"];
    for at in 0..3 {
        let mut one = || selectors[usize::try_from(dice.roll(7)).unwrap()];
        let (what, base, present) = (one(), one(), one());
        let measure = match dice.roll(3) {
            0 => format!("count: {what}"),
            1 => format!("sum: points, of: {what}"),
            _ => format!("sum: size, of: {what}"),
        };
        let side = ["min", "max", "exactly"][usize::try_from(dice.roll(3)).unwrap()];
        let round = ["up", "down", "none"][usize::try_from(dice.roll(3)).unwrap()];
        let bound = match dice.roll(5) {
            0 => format!("{side}: {}", dice.roll(5)),
            1 => format!("{side}: {{share: {}/3, of: {base}, round: {round}}}", 1 + dice.roll(4)),
            2 => format!("{side}: {{allow: {}, per: 2, of: {base}, round: {round}}}", 1 + dice.roll(2)),
            3 => format!("multiple-of: {}", 2 + dice.roll(2)),
            _ => format!("either: [{{exactly: {}}}, {{min: {}}}]", dice.roll(3), 2 + dice.roll(3)),
        };
        let when = if dice.roll(3) == 0 { format!(", when: {{present: {present}}}") } else { String::new() };
        writeln!(text, "  random-{at}: {{{measure}, {bound}{when}}}").unwrap();
    }
    text
}

/// Returns `true` if some list is legal under such a ruleset, trying up to two of each of five rows.
fn any_legal(id: &str, rules: &Rules, size: i64, at_least: i64) -> bool {
    let rows = ["{unit: a", "{unit: a, options: [bow]", "{unit: b", "{unit: c, size: 2", "{unit: c, size: 3"];
    (1..243_usize).any(|code| {
        let mut text = format!("army: X\nruleset: {id}\npoints: {size}\nunits:\n");
        let mut rest = code;
        for row in rows {
            if rest % 3 > 0 {
                writeln!(text, "  - {row}, count: {}}}", rest % 3).unwrap();
            }
            rest /= 3;
        }
        let list = read_text::<List>(FileId::CHECKED, &text).value.unwrap();
        let army = resolve_army(&list, rules, false, false);
        army.spent >= whole(at_least)
            && !muster::check::check_army(&army).iter().any(|f| f.severity == Severity::Error)
    })
}

#[test]
fn the_solver_agrees_with_trying_every_list() {
    let folder = Folder::new();
    let mut dice = Dice(7);
    let (mut legal, mut forbidden, mut open) = (0, 0, 0);
    for round in 0..60 {
        let id = format!("random-{round}");
        let text = random_ruleset(&id, &mut dice);
        folder.write(&format!("{id}/ruleset.yaml"), &text);
        let library = folder.library();
        let RulesLookup::Ready(rules) = library.rules_for(&id, None) else {
            panic!("{text}\n{:?}", library.findings())
        };
        let (size, at_least) = (60 + dice.roll(100), 40 + dice.roll(60));
        let any = any_legal(&id, &rules, size, at_least);
        match ask(&rules, size, None, whole(at_least)) {
            solve::Feasibility::Found(found) => {
                assert!(any, "round {round}\n{text}\n{}", found.text);
                legal += 1;
            }
            solve::Feasibility::Forbidden(clash) => {
                assert!(!any, "round {round}, {size} points, {at_least} at least\n{text}\n{clash:?}");
                forbidden += 1;
            }
            solve::Feasibility::NoneFound => {
                assert!(!any, "round {round}, {size} points, {at_least} at least, there is one\n{text}");
                open += 1;
            }
        }
    }
    assert!(legal >= 10 && forbidden >= 10, "both happen: {legal} legal, {forbidden} forbidden, {open} open");
    assert!(open <= 6, "nearly all are settled: {open} open");
}

#[test]
#[ignore = "takes half a minute"]
fn the_program_lints_all_shipped_rules_and_events() {
    assert_lints_without_errors(&["rulesets", "lists/events"]);
}

fn assert_lints_without_errors(folders: &[&str]) {
    let all = muster(root(), &[&["lint"], folders, &["--format", "concise", "--time", "30"]].concat());
    assert_eq!(all.status, Some(0), "{all:?}");
    assert!(!all.out.contains("error[") && !all.out.contains("impossible"), "{all:?}");
}

#[test]
fn the_program_lints_shipped_rules_and_sets_its_exit_status() {
    assert_lints_without_errors(&["rulesets/quick", "rulesets/six-mm"]);
    // In other folders, the built-in ones are checked
    let inside = Folder::new().muster(&["lint", "--format", "json"]);
    assert_eq!(inside.status, Some(0));
    let bad = muster(root(), &["lint", "tests/data/lint/sound/books/bad.yaml"]);
    assert_eq!(bad.status, Some(1));
    let list = muster(root(), &["lint", "lists/fra/starter.yaml"]);
    assert_eq!(list.status, Some(2));
    let refusal = "lists/fra/starter.yaml is not a ruleset, book or event; use `muster check` for lists";
    assert!(list.trouble.contains(refusal));
}

/// A book whose answer `winter` forbids every army, and one that works with either answer.
#[test]
fn each_answer_to_a_choice_is_proved() {
    let folder = Folder::new();
    folder.write(
        "toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {m: {name: M}}\nunits: {men: {name: Men, cost: 50, stats: {m: 1}}}\n",
    );
    let book = |most: u32| {
        format!(
            "book: hill\nruleset: toy\nname: Hill\nversion: 1.0.0\nchoices:\n  camp:\n    name: Camp\n    one-of:\n      \
             summer: {{name: Summer}}\n      winter: {{name: Winter}}\nentries: {{clan: {{unit: men, name: Clan}}}}\nlimits:\n  \
             cold: {{count: {{entry: clan}}, max: {most}, when: {{choice: {{camp: winter}}}}, says: nobody comes in winter}}\n"
        )
    };
    folder.write("toy/books/hill.yaml", &book(0));
    let bad = folder.muster(&["lint", "toy/books/hill.yaml", "--format", "concise"]);
    assert_eq!(
        bad.out.lines().collect::<Vec<_>>(),
        [
            "toy/books/hill.yaml:10:7: error[impossible]: no list with `camp: winter` of \"Hill\" is legal (help: with this \
             answer, the limits, the years or the size rule out every army)",
            "1 error in 1 file, searched for lists of 500, 1000, 1500 and 2000 points",
        ]
    );
    assert_eq!(bad.status, Some(1));
    // An army of 50 points is legal in winter, whatever the size
    folder.write("toy/books/hill.yaml", &book(1));
    let good = folder.muster(&["lint", "toy/books/hill.yaml", "--format", "concise"]);
    assert_eq!(good.out, "ok: 1 file, searched for lists of 500, 1000, 1500 and 2000 points\n");
}

#[test]
fn rules_have_no_table_of_lists() {
    for format in ["table", "csv"] {
        let ran = muster(root(), &["lint", "--format", format, "rulesets/quick/ruleset.yaml"]);
        assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""), "{format}");
        assert!(ran.trouble.contains("`lint` checks rules; use --format concise"), "{}", ran.trouble);
    }
}

#[test]
fn only_the_requested_sizes_are_searched() {
    let folder = Folder::new();
    folder.write(
        "toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {m: {name: M}}\nunits: {men: {name: Men, cost: 50, stats: {m: 1}}}\n\
         limits: {odd: {count: {unit: men}, min: 16, when: {points: {exactly: 750}}}}\n",
    );
    // 16 men cost 800
    let usual = folder.muster(&["lint", "toy/ruleset.yaml", "--format", "concise"]);
    assert_eq!(usual.out, "ok: 1 file, searched for lists of 500, 1000, 1500 and 2000 points\n");
    let asked =
        folder.muster(&["lint", "toy/ruleset.yaml", "--format", "concise", "--size", "750", "--size", "800"]);
    assert_eq!(
        asked.out.lines().collect::<Vec<_>>(),
        [
            "toy/ruleset.yaml:1:10: error[impossible]: no list of 750 points of \"Toy\" is legal (help: this limit and the \
             size forbid it)",
            "1 error in 1 file, searched for lists of 750 and 800 points",
        ]
    );
}

#[test]
fn an_event_without_books_is_checked_with_every_book() {
    let folder = Folder::new();
    let unit = "stats: {m: {name: M}}\nunits: {men: {name: Men, tags: [foot], cost: 50, stats: {m: 1}}}\n";
    folder.write("rulesets/toy/ruleset.yaml", &format!("ruleset: toy\nname: Toy\nversion: 1.0.0\n{unit}"));
    let book = |id: &str| {
        format!("book: {id}\nruleset: toy\nname: {id}\nversion: 1.0.0\nentries: {{clan: {{unit: men}}}}\n")
    };
    folder.write("rulesets/toy/books/hill.yaml", &book("hill"));
    folder.write("rulesets/toy/books/dale.yaml", &book("dale"));
    let event = |min: u32| {
        format!(
            "event: cup\nname: Cup\nrulesets: [toy]\npoints: 500\nlimits: {{many: {{count: {{tag: foot}}, min: {min}, says: \
             many feet}}}}\n"
        )
    };
    // Sixty at 50 points each make 3,000 for a size of 500; ten are exactly 500
    folder.write("cup.yaml", &event(60));
    let bad = folder.muster(&["--rulesets", "rulesets", "lint", "cup.yaml", "--format", "json"]);
    let found = bad.json()["findings"].as_array().unwrap().clone();
    let words: Vec<&str> = found.iter().map(|f| f["message"].as_str().unwrap()).collect();
    assert_eq!(
        words,
        ["no list of 500 points of \"Toy\" is legal; likewise for \"dale\" and \"hill\""],
        "{bad:?}"
    );
    assert_eq!(found[0]["rule"], "cup/limits/many");
    folder.write("cup.yaml", &event(10));
    let good = folder.muster(&["--rulesets", "rulesets", "lint", "cup.yaml"]);
    assert_eq!(good.status, Some(0), "{good:?}");
}

/// Horses have all stats. Spears lack the rally, carts all but the move, and the ruleset says that carts do
/// not fight. The archers' default armour and everything hidden need no text, and no unit lacks a mark that
/// only horses have.
#[test]
fn a_stat_that_only_one_unit_type_lacks_is_reported() {
    let folder = Folder::new();
    let write = |spears: &str, carts: &str| {
        let text = format!(
            "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nstats:\n  fight: {{name: Fight}}\n  rally: {{name: \
             Rally}}\n  move: {{name: Move}}\n  shots: {{name: Shots}}\n  armour: {{name: Armour, default: 0}}\n  grip: \
             {{name: Grip, hidden: true}}\nunits:\n  spears: {{name: Spears, stats: {{fight: 3, move: 3, grip: 1, \
             armour: 1{spears}}}}}\n  archers: {{name: Archers, stats: {{fight: 1, rally: 4, move: 3, shots: 2, grip: \
             1}}}}\n  horses: {{name: Horses, stats: {{fight: 4, rally: 4, move: 8, armour: 1}}}}\n  carts: {{name: \
             Carts, stats: {{move: 2{carts}, grip: 1, armour: 1}}}}\n  crew: {{name: Crew}}\n"
        );
        folder.write("toy/ruleset.yaml", &text);
        let ran = folder.muster(&["lint", "toy/ruleset.yaml", "--format", "json"]);
        let found = ran.json()["findings"].as_array().unwrap().clone();
        let word = |finding: &serde_json::Value, key: &str| finding[key].as_str().unwrap().to_owned();
        let lines = found.iter().map(|f| {
            let (code, severity) = (word(f, "code"), word(f, "severity"));
            (
                format!("{code} {severity} line {}", f["labels"][0]["line"]),
                word(f, "message"),
                word(f, "help"),
            )
        });
        lines.collect::<Vec<_>>()
    };
    let told = |line: usize, message: &str, stat: &str| {
        let help = format!("write the value under `stats`, or `{stat}: none` if it has none on purpose");
        (format!("missing-key warning line {line}"), message.to_owned(), help)
    };
    let spears = told(
        13,
        "the unit type \"spears\" has no value for \"rally\", but all 3 others with stats do",
        "rally",
    );
    assert_eq!(write("", ", fight: 1, rally: 1"), std::slice::from_ref(&spears));
    assert_eq!(write("", ", fight: none, rally: none"), [spears]);
    let carts =
        "the unit type \"carts\" has no value for \"fight\" and \"rally\", but all 3 others with stats do";
    assert_eq!(write(", rally: 4", ""), [told(16, carts, "fight")]);
    assert_eq!(write(", rally: none", ", fight: none, rally: none"), []);
    // Two that lack the same are no exception
    let carts = "the unit type \"carts\" has no value for \"fight\", but all 3 others with stats do";
    assert_eq!(write("", ""), [told(16, carts, "fight")]);
}

#[test]
fn a_kind_of_missing_text_is_one_finding_and_errors_come_first() {
    let folder = Folder::new();
    let entries: String =
        (0..40).map(|n| format!("  e{n}: {{unit: men, max: 2}}\n")).collect::<Vec<_>>().concat();
    folder.write(
        "toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {m: {name: M}}\nunits: {men: {name: Men, cost: 50, stats: {m: 1}}}\n",
    );
    let text = format!(
        "book: hill\nruleset: toy\nname: Hill\nversion: 1.0.0\nsources: {{own: ours}}\nentries:\n{entries}limits:\n  \
         few: {{count: {{entry: e1}}, min: 3, source: own}}\n"
    );
    folder.write("toy/books/hill.yaml", &text);
    let ran = folder.muster(&["lint", "toy/books/hill.yaml", "--format", "json"]);
    let found = ran.json()["findings"].as_array().unwrap().clone();
    let reported: Vec<(&str, &str)> =
        found.iter().map(|f| (f["code"].as_str().unwrap(), f["message"].as_str().unwrap())).collect();
    assert_eq!(
        reported,
        [
            ("impossible", "no list of 1000 points of \"Hill\" is legal"),
            ("impossible", "no list of 1500 points of \"Hill\" is legal"),
            ("impossible", "no list of 2000 points of \"Hill\" is legal"),
            ("impossible", "no list of 500 points of \"Hill\" is legal"),
            (
                "missing-text",
                "40 entries do not say where they come from: \"e0\", \"e1\", \"e2\", \"e3\", \"e4\" and 35 more"
            ),
        ]
    );
    assert_eq!(found[4]["facts"], serde_json::json!([{"is": "found", "what": "places", "value": 40}]));
    // The first finding and twenty more are shown
    assert_eq!(found[4]["labels"].as_array().unwrap().len(), 21);
}

#[test]
fn a_sound_ruleset_book_or_event_is_confirmed() {
    let folder = Folder::new();
    folder.write(
        "rulesets/toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.2.3\nstats: {m: {name: M}}\nunits:\n  men: {name: Men, stats: {m: 1}}\n  \
         horse: {name: Horse, stats: {m: 2}}\n",
    );
    folder.write(
        "rulesets/toy/books/hill.yaml",
        "book: hill\nruleset: toy\nname: Hill\nversion: 1.0.0\nentries: {clan: {unit: men}}\n",
    );
    folder.write(
        "cup.yaml",
        "event: cup\nname: Cup\nlimits: {one: {count: {}, max: 9}, two: {count: {}, min: 1}}\n",
    );
    for (path, words) in [
        ("rulesets/toy/ruleset.yaml", "ok: ruleset toy 1.2.3, 2 units, 1 book"),
        ("rulesets/toy/books/hill.yaml", "ok: book hill 1.0.0 for toy, 1 entry"),
        ("cup.yaml", "ok: event cup, 2 limits"),
    ] {
        for format in ["human", "concise"] {
            let ran = folder.muster(&["check", path, "--format", format]);
            assert_eq!((ran.status, ran.out.trim_end()), (Some(0), words), "{path} {format} {ran:?}");
        }
        // GitHub's runner obeys some commands anywhere in a line, so this line has no name in it
        let ran = folder.muster(&["check", path, "--format", "github"]);
        assert_eq!(ran.out.trim_end(), "ok: 1 file", "{path}");
    }
    folder.write(
        "rulesets/toy/books/hill.yaml",
        "book: hill\nruleset: toy\nname: Hill\nversion: 1.0.0\nentries: {clan: {unit: mne}}\n",
    );
    let ran = folder.muster(&["check", "rulesets/toy/books/hill.yaml", "--format", "concise"]);
    assert_eq!(ran.status, Some(1));
    assert_eq!(ran.out.lines().last(), Some("1 error in book hill 1.0.0 for toy, 1 entry"));
}

/// Ten men cost 50 points. Their clan always has bows, for 2 points a man, and may say that four of them have: 58.
#[test]
fn what_some_models_leave_out_is_not_held_to_be_paid() {
    let folder = Folder::new();
    folder.write(
        "toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.0.0\nstats: {m: {name: M}}\n\
         options: {bow: {name: Bow, cost: 2, per: model, some: true}}\n\
         units: {men: {name: Men, cost: 5, per: model, size: 10, stats: {m: 1}, options: [bow?]}}\n",
    );
    folder.write(
        "toy/books/hill.yaml",
        "book: hill\nruleset: toy\nname: Hill\nversion: 1.0.0\n\
         entries: {clan: {unit: men, name: Clan, options: [bow]}}\nlimits: {one: {count: {entry: clan}, exactly: 1}}\n",
    );
    let library = folder.library();
    let text = "army: A\nruleset: toy\nbook: hill\npoints: 60\nunits: [{unit: clan, name: Clan, options: [bow: 4]}]\n";
    let report = checked(&library, text);
    assert_eq!((report.verdict, report.points.unwrap().total), (Verdict::Legal, whole(58)));
    let RulesLookup::Ready(rules) = library.rules_for("toy", Some("hill")) else { panic!() };
    let answer = ask(&rules, 60, None, whole(0));
    assert!(!matches!(answer, solve::Feasibility::Forbidden(_)), "{answer:?}");
}
