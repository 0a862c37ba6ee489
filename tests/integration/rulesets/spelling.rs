//! Misspellings with only one possible correction: printed names, codes, and what sheets print.

use crate::common::{checked, rules};
use muster::check::report::ListReport;
use muster::fix::fix_list;

const TOY: &str = "\
ruleset: toy
name: Toy War
version: 1.0.0
modes: {points: {name: Points game, default: true}, free: {name: Free game}}
stats: {melee: {name: Close combat, abbr: CF}, rally: {name: Rally}}
roles: {boss: {name: Commander in chief}}
options:
  elite: {name: Elite, cost: 10, places: {marks: 2, among: [melee, rally], add: 1}}
  fear: {name: Unsteady, cost: 1, names: {what: an enemy, from: [units, tags]}}
  some: {name: Some bows, cost: 1, some: true}
  drill: {name: Drill, cost: 5}
  small: {name: Shield, cost: 1}
  large: {name: Shield, cost: 2}
units:
  spears:
    code: SP
    name: Spears
    cost: 10
    stats: {melee: 3, rally: 5}
    options: [elite?, fear?, some?, drill?, small?, large?]
    roles: [boss]
  war-bands: {code: WB, name: Tribal foot, tags: [tribe], cost: 8, stats: {melee: 4, rally: 4}}
";
const BOOK: &str = "\
book: one
ruleset: toy
name: Rome in Spain
version: 1.0.0
entries: {hastati: {unit: spears, name: Front line}, triarii: {unit: spears, name: Third line}}
";

fn toy(text: &str) -> (ListReport, String) {
    let (_folder, library) = rules("toy", TOY, &[("one", BOOK)]);
    (checked(&library, text), fix_list(&library, "x.yaml", text).edited.text)
}

/// Returns a list of one unit with this text in it.
fn with(unit: &str, options: &str) -> String {
    format!("army: A\nruleset: toy\npoints: 500\nunits:\n  - {{unit: {unit}, options: [{options}]}}\n")
}

/// Returns the only finding: its code and its help.
fn one(report: &ListReport) -> (&'static str, &str) {
    let [finding] = report.findings.as_slice() else { panic!("{:#?}", report.findings) };
    (finding.code.as_str(), finding.help.as_deref().unwrap_or(""))
}

#[test]
fn printed_names_are_fixed_like_ids_and_ids_come_before_codes() {
    let list = |key: &str, value: &str| match key {
        "ruleset" => with("spears", "").replace("ruleset: toy", &format!("ruleset: {value}")),
        "mode" => with("spears", "") + &format!("mode: {value}\n"),
        "book" => with("hastati", "") + &format!("book: {value}\n"),
        "entry" => with(value, "") + "book: one\n",
        "role" => with("spears", "").replace("options: []", &format!("role: {value}")),
        "option" => with("spears", value),
        _ => with(value, ""),
    };
    for (key, written, meant, code) in [
        ("unit", "Spears", "spears", "unknown-unit"),
        ("unit", "SPEARS", "spears", "unknown-unit"),
        ("unit", "sp", "SP", "unknown-unit"),
        ("unit", "Tribal Foot", "war-bands", "unknown-unit"),
        ("unit", "tribal-foots", "war-bands", "unknown-unit"),
        ("unit", "War bands", "war-bands", "unknown-unit"),
        ("entry", "third line", "triarii", "unknown-unit"),
        ("option", "DRILL", "drill", "unknown-option"),
        ("role", "Commander in chief", "boss", "unknown-role"),
        ("ruleset", "Toy War", "toy", "unknown-ruleset"),
        ("ruleset", "toy-war", "toy", "unknown-ruleset"),
        ("book", "Rome in Spain", "one", "unknown-book"),
        ("mode", "Points game", "points", "bad-value"),
    ] {
        let text = list(key, written);
        let (report, mended) = toy(&text);
        let help = format!("did you mean \"{meant}\"?");
        let found = report.findings.iter().find(|f| f.code.as_str() == code).expect(written);
        assert_eq!(found.help.as_deref(), Some(help.as_str()), "{written}");
        assert_eq!(mended, list(key, meant), "{written}");
    }
}

#[test]
fn a_name_of_two_options_is_not_fixed() {
    let text = with("spears", "Shield");
    let (report, mended) = toy(&text);
    assert_eq!(one(&report), ("unknown-option", "did you mean \"large\"?"));
    assert_eq!(mended, text);
}

#[test]
fn an_unknown_option_lists_what_the_unit_may_take() {
    let (report, _) = toy(&with("spears", "pilum"));
    let help = "Spears may take \"elite\", \"fear\", \"some\", \"drill\", \"small\" and 1 more";
    assert_eq!(one(&report), ("unknown-option", help));
    let (report, _) = toy(&with("war-bands", "pilum"));
    assert_eq!(one(&report), ("unknown-option", "Tribal foot takes no options"));
}

#[test]
fn options_as_sheets_print_them_are_written_as_lists_do() {
    for (printed, written) in [
        ("\"Elite (Close combat, Rally)\"", "elite: [melee, rally]"),
        ("\"Elite (Close combat, Rally) +10\"", "elite: [melee, rally]"),
        // YAML reads the comma as the end of an item
        ("Elite (Close combat, Rally)", "elite: [melee, rally]"),
        ("elite (melee, rally)", "elite: [melee, rally]"),
        ("Unsteady (Tribal foot)", "fear: war-bands"),
        ("Unsteady (tribe)", "fear: tribe"),
        ("Some bows (1)", "some: 1"),
        ("Drill +5", "drill"),
        ("Drill", "drill"),
    ] {
        let (report, mended) = toy(&with("spears", printed));
        assert_eq!(report.findings.len(), 1, "{printed}: {:#?}", report.findings);
        assert_eq!(mended, with("spears", written), "{printed}");
    }
    // The text in brackets is not what the option needs
    let text = with("spears", "Elite (melee, courage)");
    let (report, mended) = toy(&text);
    assert_eq!(one(&report).0, "unknown-option");
    assert_eq!(mended, text);
}

#[test]
fn missing_brackets_are_one_finding_with_a_fix() {
    let list = |word: &str| {
        format!("army: A\nruleset: toy\npoints: 500\nunits:\n- unit: spears\n  options:\n  - {word}\n")
    };
    for (written, meant, code) in [
        ("elite: melee, rally", "elite: [melee, rally]", "marks"),
        ("elite: Close combat/Rally", "elite: [melee, rally]", "marks"),
        ("elite: CF and Rally", "elite: [melee, rally]", "marks"),
        ("fear: spears + tribe", "fear: [spears, tribe]", "unknown-target"),
    ] {
        let (report, mended) = toy(&list(written));
        assert_eq!(one(&report).0, code, "{written}");
        assert_eq!(mended, list(meant), "{written}");
    }
    let (report, _) = toy(&list("elite: melee, rally"));
    assert_eq!(one(&report), ("marks", "write `elite: [melee, rally]`"));
}

#[test]
fn a_word_with_a_quote_in_it_is_not_replaced() {
    let text = "army: A\nruleset: toy\npoints: 500\nunits:\n- {unit: 'triarii\"x'}\n- {unit: Third line}\n";
    let (report, _) = toy(text);
    let reported: Vec<&str> = report.findings.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(
        reported,
        [
            "there is no unit type \"triarii\"x\" in Toy War",
            "\"Third line\" is an entry of the book \"one\", which the list does not name",
        ]
    );
}

#[test]
fn the_command_line_accepts_printed_names() {
    let (folder, _) = rules("toy", TOY, &[("one", BOOK)]);
    for (asked, meant) in [
        (&["rules", "Toy War"][..], "did you mean \"toy\"?"),
        (&["rules", "rome in spain"], "did you mean \"one\"?"),
        (&["new", "x.yaml", "--ruleset", "Toy War"], "did you mean \"toy\"?"),
        (&["new", "x.yaml", "--ruleset", "toy", "--book", "Rome in Spain"], "did you mean \"one\"?"),
    ] {
        let arguments: Vec<&str> = ["--rulesets", "."].iter().chain(asked).copied().collect();
        let ran = folder.muster(&arguments);
        assert!(ran.trouble.contains(meant), "{asked:?}: {ran:?}");
    }
}

#[test]
fn an_odd_space_is_reported_once_and_does_not_break_names() {
    let list = |name: &str, named: &str| {
        format!(
            "army: A\nruleset: toy\npoints: 500\ncharacters: [{{role: boss, name: B, with: {named}}}]\nunits:\n\
             - {{unit: spears, name: {name}}}\n- {{unit: spears, name: Other}}\n"
        )
    };
    for (name, named) in [
        ("Old\u{a0}Guard", "Old Guard"),
        ("Old Guard", "Old\u{a0}Guard"),
        ("Old Guard", "Old\u{2003}Guard"),
        ("Guard\u{200b}s", "Guards"),
    ] {
        let (report, _) = toy(&list(name, named));
        let [finding] = report.findings.as_slice() else { panic!("{:#?}", report.findings) };
        assert_eq!(finding.severity.as_str(), "warning");
        assert!(finding.message.ends_with(" space"), "{}", finding.message);
    }
    let (report, _) = toy(&list("Old Guard", "Old Guard"));
    assert!(report.findings.is_empty(), "{:#?}", report.findings);
}
