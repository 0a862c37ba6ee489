//! A folder of lists under an event: who is admitted, which rules apply, what was handed in twice.

use serde_json::Value;

use crate::common::{Folder, file};

fn check(folder: &Folder, arguments: &[&str]) -> (Option<i32>, Value, String) {
    let ran = folder.muster(&[&["check", "--format", "json"], arguments].concat());
    (ran.status, serde_json::from_str(&ran.out).unwrap_or(Value::Null), ran.trouble)
}

fn codes(report: &Value, path: &str) -> Vec<String> {
    let lists = report["lists"].as_array().expect("lists");
    let list =
        lists.iter().find(|l| l["path"] == path).unwrap_or_else(|| panic!("{path} is not in {report}"));
    let findings = list["findings"].as_array().expect("findings");
    findings.iter().map(|f| f["code"].as_str().expect("a code").to_owned()).collect()
}

fn trebia() -> String {
    file("lists/fra/trebia-carthage.yaml")
}

fn event() -> String {
    file("lists/events/trebia-day.yaml")
}

#[test]
fn the_sample_armies_are_admitted_to_the_sample_event() {
    let folder = Folder::new();
    folder.write("day.yaml", &event());
    folder.write("handed-in/hannibal.yaml", &trebia());
    let rome = file("lists/fra/trebia-rome.yaml");
    folder.write("handed-in/sempronius.yml", &rome);
    let (status, report, _) = check(&folder, &["--event", "day.yaml", "handed-in"]);
    assert_eq!(status, Some(0), "{report}");
    assert_eq!(report["summary"]["legal"], 2);
    assert_eq!(report["lists"][0]["event"]["id"], "trebia-day");
}

#[test]
fn copies_are_noticed_whatever_their_layout() {
    let folder = Folder::new();
    folder.write("day.yaml", &event());
    folder.write("handed-in/a.yaml", &trebia());
    folder.write("handed-in/b.yaml", &trebia().replace("points: 1000", "# the size\npoints:   1000"));
    folder.write("handed-in/c.yaml", &trebia().replace("ruleset: fra", "ruleset: fra\nplayer: Cato"));
    let (_, report, _) = check(&folder, &["--event", "day.yaml", "handed-in"]);
    assert!(codes(&report, "handed-in/a.yaml").is_empty());
    assert_eq!(codes(&report, "handed-in/b.yaml"), ["handed-in-twice"]);
    // Another player's name does not make another army
    assert_eq!(codes(&report, "handed-in/c.yaml"), ["handed-in-twice"]);
}

#[test]
fn a_changed_ruleset_in_the_current_directory_is_not_used_under_an_event() {
    let folder = Folder::new();
    let rules = file("rulesets/fra/ruleset.yaml");
    let version = rules.lines().find(|line| line.starts_with("version: ")).expect("a version");
    let changed = rules.replace(version, "version: 9.9.9").replace("    cost: 70\n", "    cost: 700\n");
    folder.write("rulesets/fra/ruleset.yaml", &changed);
    folder.write("day.yaml", &event());
    folder.write("hannibal.yaml", &trebia());
    let (status, without, _) = check(&folder, &["hannibal.yaml"]);
    assert_eq!(without["lists"][0]["ruleset"]["version"], "9.9.9");
    assert_eq!(status, Some(1));
    assert_eq!(codes(&without, "hannibal.yaml"), ["over-points"]);
    let (status, with, _) = check(&folder, &["--event", "day.yaml", "hannibal.yaml"]);
    assert_eq!(with["lists"][0]["ruleset"]["version"], version.trim_start_matches("version: "));
    assert_eq!(with["lists"][0]["ruleset"]["from"], "built in");
    assert_eq!(status, Some(0));
    // A ruleset that only the current directory has is refused by its name and version
    folder.write("rulesets/club/ruleset.yaml", "ruleset: club\nextends: fra\nname: Club\nversion: 0.3.0\n");
    folder.write("club.yaml", &trebia().replace("ruleset: fra", "ruleset: club"));
    let (status, with, _) = check(&folder, &["--event", "day.yaml", "club.yaml"]);
    assert_eq!((status, codes(&with, "club.yaml")), (Some(1), vec!["not-admitted".to_owned()]));
    let message = with["lists"][0]["findings"][0]["message"].as_str().unwrap_or_default();
    assert!(message.contains("club 0.3.0 from rulesets/club/ruleset.yaml"), "{message}");
}

#[test]
fn an_event_that_cannot_be_used_is_refused_with_the_reason() {
    let folder = Folder::new();
    folder.write("hannibal.yaml", &trebia());
    folder.write("broken.yaml", "event: x\nname: X\nlimts: {}\n");
    for (event, words) in [
        ("missing.yaml", "there is no such file"),
        ("hannibal.yaml", "is not an event"),
        ("broken.yaml", "unknown key \"limts\""),
    ] {
        let (status, _, reported) = check(&folder, &["--event", event, "hannibal.yaml"]);
        assert_eq!(status, Some(2), "{event}");
        assert!(reported.contains(words), "{event}: {reported}");
    }
}

/// Returns the errors that a run printed, one line each.
fn faults(ran: &crate::common::Ran) -> Vec<String> {
    assert_eq!(ran.status, Some(1), "{}", ran.out);
    ran.out.lines().filter(|line| line.contains(": error[")).map(str::to_owned).collect()
}

/// Returns what is printed about an event with faulty terms, and the report on lists that were checked under
/// it.
fn refused(event: &str) -> (Vec<String>, Value) {
    let folder = Folder::new();
    folder.write("cup.yaml", event);
    folder.write("hannibal.yaml", &trebia());
    let (status, report, reported) = check(&folder, &["--event", "cup.yaml", "hannibal.yaml"]);
    assert_eq!(status, Some(2), "{reported}\n{report}");
    let found = faults(&folder.muster(&["check", "--format", "concise", "cup.yaml"]));
    for fault in &found {
        assert!(reported.contains(fault.as_str()), "{fault} is not in {reported}");
    }
    (found, report)
}

#[test]
fn unknown_names_in_an_event_are_reported_in_the_event_first() {
    let head = "event: cup\nname: Cup\n";
    for (terms, wanted) in [
        (
            "rulesets: [fra]\nlimits:\n  no-horse: {count: {tag: mounted-foot, not: {tag: cavalery}}, max: 0}\n",
            vec![
                "cup.yaml:5:27: error[bad-value]: there is no tag \"mounted-foot\"",
                "cup.yaml:5:52: error[bad-value]: there is no tag \"cavalery\" (help: did you mean \"cavalry\"?)",
            ],
        ),
        (
            "limits:\n  few:\n    count: {tag: foot}\n    max: {share: 1/2, of: {tag: foots}}\n    \
             when: {present: {tag: mountd}}\n",
            vec![
                "cup.yaml:6:33: error[bad-value]: there is no tag \"foots\" (help: did you mean \"foot\"?)",
                "cup.yaml:7:27: error[bad-value]: there is no tag \"mountd\" (help: did you mean \"mounted\"?)",
            ],
        ),
        (
            "limits:\n  formula: {holds: \"count({tag: cavalery}) < 3\"}\n",
            vec![
                "cup.yaml:4:33: error[bad-value]: there is no tag \"cavalery\" (help: did you mean \"cavalry\"?)",
            ],
        ),
        (
            "limits:\n  a: {count: {unit: elephannts}, max: 0}\n  b: {count: {option: slingg}, max: 0}\n",
            vec![
                "cup.yaml:4:21: error[unknown-unit]: there is no unit type \"elephannts\" (help: did you mean \"elephants\"?)",
                "cup.yaml:5:23: error[unknown-option]: there is no option \"slingg\" (help: did you mean \"sling\"?)",
            ],
        ),
        (
            "limits:\n  c: {count: {book: carthage-itlay}, max: 3}\n",
            vec![
                "cup.yaml:4:21: error[unknown-book]: there is no book \"carthage-itlay\" (help: did you mean \"carthage-italy\"?)",
            ],
        ),
        (
            "rulesets: [fraa]\n",
            vec![
                "cup.yaml:3:12: error[unknown-ruleset]: there is no ruleset \"fraa\" (help: did you mean \"fra\"?)",
            ],
        ),
        (
            "books: [carthage-itlay]\n",
            vec![
                "cup.yaml:3:9: error[unknown-book]: there is no book \"carthage-itlay\" (help: did you mean \"carthage-italy\"?)",
            ],
        ),
        (
            "rulesets: [fra]\nmodes: [pionts]\n",
            vec![
                "cup.yaml:4:9: error[bad-value]: there is no mode \"pionts\" (help: did you mean \"points\"?)",
            ],
        ),
        // All faults are reported at once, each on its own
        (
            "rulesets: [fraa]\nbooks: [carthage-itlay]\nmodes: [pionts]\nrequire: [palyer]\n",
            vec![
                "cup.yaml:3:12: error[unknown-ruleset]: there is no ruleset \"fraa\" (help: did you mean \"fra\"?)",
                "cup.yaml:4:9: error[unknown-book]: there is no book \"carthage-itlay\" (help: did you mean \"carthage-italy\"?)",
                "cup.yaml:5:9: error[bad-value]: there is no mode \"pionts\" (help: did you mean \"points\"?)",
                "cup.yaml:6:11: error[bad-value]: there is no key of a list \"palyer\" (help: did you mean \"player\"?)",
            ],
        ),
        (
            "rulesets: [fra, wab]\ndrop: [fra/limits/one-generall, fraa/limits/one-general]\n",
            vec![
                "cup.yaml:4:8: error[bad-value]: there is no limit \"fra/limits/one-generall\" (help: did you mean \"fra/limits/one-general\"?)",
                "cup.yaml:4:33: error[bad-value]: there is no limit \"fraa/limits/one-general\" (help: did you mean \"fra/limits/one-general\"?)",
            ],
        ),
        (
            "rulesets: [fra]\nbecause: {refuse: [fra/options/slingg]}\n",
            vec![
                "cup.yaml:4:20: error[bad-value]: there is no rule that a reason settles \"fra/options/slingg\" (help: did you mean \"fra/options/sling\"?)",
            ],
        ),
        (
            "points: 0\n",
            vec!["cup.yaml:3:9: error[bad-value]: the agreed size is 0; expected a number above 0"],
        ),
        (
            "points: {min: -5}\n",
            vec!["cup.yaml:3:15: error[bad-value]: the agreed size is -5; expected a number above 0"],
        ),
    ] {
        let (found, report) = refused(&format!("{head}{terms}"));
        assert_eq!(found, wanted, "{terms}");
        assert_eq!(report, Value::Null, "{terms}");
    }
}

#[test]
fn lint_and_check_agree_about_an_event() {
    let folder = Folder::new();
    folder.write(
        "cup.yaml",
        "event: cup\nname: Cup\nrulesets: [fra]\nmodes: [pionts]\nlimits: {a: {count: {tag: cavalery}, max: 0}}\n",
    );
    let checked = faults(&folder.muster(&["check", "--format", "concise", "cup.yaml"]));
    let linted = faults(&folder.muster(&["lint", "--format", "concise", "cup.yaml"]));
    assert_eq!(checked.len(), 2, "{checked:?}");
    assert_eq!(linted, checked);
}

/// Spears are foot, and no option makes them mounted: the ruleset has each word, but together they match
/// nothing. The baggage is of another game, where it does match.
#[test]
fn lint_reports_a_limit_of_an_event_that_matches_nothing() {
    let folder = Folder::new();
    let limits = "limits:\n  a: {count: {all: [{unit: spears}, {tag: mounted}]}, max: 1}\n  b: {count: {unit: spears}, max: 3}\n";
    folder.write(
        "cup.yaml",
        &format!("event: cup\nname: Cup\nrulesets: [fra]\nmodes: [points]\npoints: 1000\n{limits}"),
    );
    let ran = folder.muster(&["lint", "--format", "concise", "cup.yaml"]);
    let reported: Vec<&str> = ran.out.lines().filter(|line| line.contains("[never-matches]")).collect();
    assert_eq!(reported.len(), 1, "{}", ran.out);
    assert!(reported[0].starts_with("cup.yaml:7:3: warning[never-matches]: \"a\" "), "{}", reported[0]);
    // It may be of use under one of two admitted games
    folder.write(
        "two.yaml",
        "event: two\nname: Two\nrulesets: [fra, wab]\nmodes: [points]\nlimits: {a: {count: {tag: [pachyderm, elephant]}, max: 1}}\n",
    );
    let ran = folder.muster(&["lint", "--format", "concise", "two.yaml"]);
    assert!(!ran.out.contains("[never-matches]"), "{}", ran.out);
}

#[test]
fn a_name_that_one_admitted_game_knows_is_not_a_fault_of_the_event() {
    let folder = Folder::new();
    let event = "event: two\nname: Two\nrulesets: [fra, wab]\nmodes: [points]\nbooks: [carthage-italy, carthage]\n\
                 drop: [wab/limits/one-general]\nbecause: {refuse: [fra/unlisted-option]}\nlimits:\n  a: {count: \
                 {unit: spears}, max: 9}\n  b: {count: {entry: caetrati}, max: 9}\n";
    folder.write("two.yaml", event);
    let ran = folder.muster(&["check", "two.yaml"]);
    assert_eq!(ran.status, Some(0), "{}{}", ran.out, ran.trouble);
}

#[test]
fn a_draft_does_not_pass_unless_the_event_takes_drafts() {
    let folder = Folder::new();
    // At least two commands are needed, and this draft has one
    let open = "event: day\nname: Day\nlimits: {two: {sum: commands, min: 2}}\n";
    folder.write("day.yaml", open);
    folder.write("open.yaml", &format!("{open}drafts: true\n"));
    let draft = "army: Libyans\nruleset: fra\nmode: points\npoints: 200\ndraft: true\nbaggage: true\ncharacters:\n  - \
                 {role: general, name: H, with: Libyans}\nunits:\n  - {unit: SP, name: Libyans}\n";
    folder.write("draft.yaml", draft);
    let verdict = |arguments: &[&str]| {
        let (status, report, _) = check(&folder, arguments);
        let list = &report["lists"][0];
        (status, list["verdict"].as_str().unwrap_or_default().to_owned(), codes(&report, "draft.yaml"))
    };
    let refused = ["not-admitted".to_owned(), "too-few".to_owned()];
    let (status, word, mut found) = verdict(&["--event", "day.yaml", "draft.yaml"]);
    found.sort();
    assert_eq!((status, word.as_str(), found.as_slice()), (Some(1), "illegal", &refused[..]));
    let (status, word, found) = verdict(&["--event", "open.yaml", "draft.yaml"]);
    assert_eq!((status, word.as_str(), found), (Some(0), "draft", vec!["too-few".to_owned()]));
    // A draft that is otherwise complete is also refused, at the word `draft`
    folder.write("day.yaml", "event: day\nname: Day\n");
    let (status, report, _) = check(&folder, &["--event", "day.yaml", "draft.yaml"]);
    assert_eq!((status, codes(&report, "draft.yaml")), (Some(1), vec!["not-admitted".to_owned()]));
    let finding = &report["lists"][0]["findings"][0];
    assert_eq!(finding["message"], "Day takes no drafts");
    assert_eq!((&finding["labels"][0]["line"], &finding["labels"][0]["column"]), (&5.into(), &8.into()));
    // Nor may `--draft` be used
    let ran = folder.muster(&["check", "--draft", "--event", "day.yaml", "draft.yaml"]);
    assert_eq!((ran.status, ran.out.as_str()), (Some(2), ""));
    assert!(ran.trouble.contains("Day takes no drafts; leave out --draft"), "{}", ran.trouble);
}

#[test]
fn what_a_reason_settles_is_listed_everywhere_and_an_event_may_refuse_it() {
    let folder = Folder::new();
    let list = "army: Ilipa\nruleset: fra\nmode: points\npoints: 200\nbaggage: true\ncharacters:\n  - {role: general, \
                name: H, with: Libyans}\nunits:\n  - {unit: SP, name: Libyans}\n  - {unit: SP, name: Slingers, options: \
                [sling: {because: \"I like it\"}]}\n";
    folder.write("list.yaml", list);
    folder.write("cup.yaml", "event: cup\nname: Cup\n");
    folder.write("strict.yaml", "event: strict\nname: Strict\nbecause: false\n");
    let only = |rule: &str| format!("event: one\nname: One\nbecause: {{refuse: [{rule}]}}\n");
    let message = "\"sling\" is not offered to Spears; settled by \"I like it\"";
    for arguments in [&["list.yaml"][..], &["--event", "cup.yaml", "list.yaml"]] {
        let (status, report, _) = check(&folder, arguments);
        assert_eq!((status, &report["lists"][0]["verdict"]), (Some(0), &"legal".into()));
        let finding = &report["lists"][0]["findings"][0];
        assert_eq!(finding["message"], message);
        assert_eq!((&finding["code"], &finding["rule"]), (&"settled".into(), &"fra/units/spears".into()));
        for form in [&["--format", "human"][..], &["--format", "concise"], &["--format", "table"], &["--csv"]]
        {
            let ran = folder.muster(&[&["check"], form, arguments].concat());
            let shown = if form == ["--csv"] { message.replace('"', "\"\"") } else { message.to_owned() };
            let shown = if form[1..] == ["table"] { shown[..24].to_owned() } else { shown };
            assert!(ran.out.contains(&shown), "{form:?}: {}", ran.out);
        }
    }
    folder.write("option.yaml", &only("fra/options/sling"));
    folder.write("unlisted.yaml", &only("fra/unlisted-option"));
    folder.write("type.yaml", &only("fra/units/spears"));
    folder.write("other.yaml", &only("fra/options/bow"));
    for (event, refused) in [
        ("strict", true),
        ("option", true),
        ("unlisted", true),
        ("type", true),
        ("other", false),
        ("cup", false),
    ] {
        let (status, report, _) = check(&folder, &["--event", &format!("{event}.yaml"), "list.yaml"]);
        let (wanted, code) = if refused { (1, "option-unavailable") } else { (0, "settled") };
        assert_eq!((status, codes(&report, "list.yaml")), (Some(wanted), vec![code.to_owned()]), "{event}");
    }
    let (_, report, _) = check(&folder, &["--event", "strict.yaml", "list.yaml"]);
    let finding = &report["lists"][0]["findings"][0];
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["message"], "\"sling\" is not offered to Spears");
    assert_eq!(finding["help"], "leave it out; Strict takes no reason for it");
    // Without a reason it is also refused, since no reason would be accepted
    folder.write("list.yaml", &list.replace("[sling: {because: \"I like it\"}]", "[sling]"));
    let (status, report, _) = check(&folder, &["--event", "strict.yaml", "list.yaml"]);
    assert_eq!((status, codes(&report, "list.yaml")), (Some(1), vec!["option-unavailable".to_owned()]));
}

#[test]
fn every_soft_rule_names_its_reason_and_ignores_refused_ones() {
    let folder = Folder::new();
    let options = "sails: {name: Sails, cost: 0}\n  deck: {name: Deck, cost: 0}\n  pots: {name: Pots, cost: 0}\n  \
                   nets: {name: Nets, cost: 0}\n  picked: {name: Picked, cost: 0, places: {marks: 1, among: [hull, \
                   speed], add: 1, absent: warning}}\n  dreaded: {name: Dreaded, cost: 0, names: {what: a foe, from: \
                   [units, tags], except: {tag: idle, severity: warning}}}\n  towers: {name: Towers, cost: 0, \
                   excludes: {option: sails, severity: warning}}\n  heavy: {name: Heavy, cost: 0, excludes: {tag: \
                   idle, severity: warning}}\n";
    let rules = format!(
        "ruleset: soft\nname: Soft\nversion: 1.0.0\nstats: {{hull: {{name: Hull}}, speed: {{name: \
         Speed}}}}\noptions:\n  {options}units:\n  hulk:\n    name: Hulk\n    tags: [idle]\n    cost: 10\n    stats: \
         {{hull: 1}}\n    options: [picked?, dreaded?, sails?, towers?, heavy?, {{at-most-one-of: {{severity: warning, \
         options: [deck?, pots?, nets?]}}}}]\n"
    );
    folder.write("rulesets/soft/ruleset.yaml", &rules);
    folder.write("strict.yaml", "event: strict\nname: Strict\nbecause: false\n");
    let cases = [
        (
            "picked: {places: speed, because: A}",
            "marks",
            "a mark of \"picked\" on speed changes no figure, since \"Argo\" has none",
            "\"A\"",
            &["soft/options/picked"][..],
        ),
        (
            "dreaded: {names: hulk, because: A}",
            "unknown-target",
            "\"dreaded\" names \"hulk\", which is no use as a foe",
            "\"A\"",
            &["soft/options/dreaded"],
        ),
        (
            "sails, towers: {because: A}",
            "option-conflict",
            "\"sails\" and \"towers\" do not go together",
            "\"A\"",
            &["soft/options/towers", "soft/options/sails"],
        ),
        (
            "sails: {because: A}, towers: {because: B}",
            "option-conflict",
            "\"sails\" and \"towers\" do not go together",
            "\"A\" and \"B\"",
            &["soft/options/towers", "soft/options/sails"],
        ),
        (
            "heavy: {because: A}",
            "option-conflict",
            "\"heavy\" does not go with the tag \"idle\"",
            "\"A\"",
            &["soft/options/heavy"],
        ),
        (
            "deck, pots: {because: A}",
            "option-conflict",
            "\"deck\" and \"pots\" do not go together",
            "\"A\"",
            &["soft/options/deck", "soft/options/pots", "soft/units/hulk"],
        ),
        (
            "deck, pots: {because: A}, nets: {because: B}",
            "option-conflict",
            "\"deck\", \"pots\" and \"nets\" do not go together",
            "\"A\" and \"B\"",
            &["soft/options/nets", "soft/units/hulk"],
        ),
    ];
    for (taken, code, broken, reasons, rules) in cases {
        folder.write(
            "list.yaml",
            &format!("army: A\nruleset: soft\npoints: 10\nunits:\n  - {{unit: hulk, name: Argo, options: [{taken}]}}\n"),
        );
        let reported = |event: Option<&str>| {
            let event = event.map_or(Vec::new(), |event| vec!["--event", event, "--rulesets", "rulesets"]);
            let (status, report, trouble) = check(&folder, &[&event[..], &["list.yaml"]].concat());
            let all =
                report["lists"][0]["findings"].as_array().unwrap_or_else(|| panic!("{taken}: {trouble}"));
            let [only] = &all[..] else { panic!("{taken}: {all:?}") };
            let word = |key: &str| only[key].as_str().expect("a text").to_owned();
            (status, word("severity"), word("code"), word("message"))
        };
        let settled =
            (Some(0), "note".to_owned(), "settled".to_owned(), format!("{broken}; settled by {reasons}"));
        let refused = (Some(1), "error".to_owned(), code.to_owned(), broken.to_owned());
        assert_eq!(reported(None), settled, "{taken}");
        let table = folder.muster(&["check", "--format", "table", "list.yaml"]);
        assert!(table.out.contains(&broken[..20]), "{}", table.out);
        assert_eq!(reported(Some("strict.yaml")), refused, "{taken}");
        let only =
            |rule: &str| format!("event: one\nname: One\nbecause: {{refuse: [{rule}]}}\nrulesets: [soft]\n");
        for rule in rules {
            folder.write("one.yaml", &only(rule));
            assert_eq!(reported(Some("one.yaml")), refused, "{taken} {rule}");
        }
        folder.write("one.yaml", &only("soft/unlisted-option"));
        assert_eq!(reported(Some("one.yaml")), settled, "{taken}");
    }
    // One of three may be taken; with a reason for one of the other two there is still one too many
    let three = "army: A\nruleset: soft\npoints: 10\nunits:\n  - {unit: hulk, options: [deck, pots: {because: A}, nets]}\n";
    folder.write("list.yaml", three);
    let (_, report, _) = check(&folder, &["list.yaml"]);
    assert_eq!(codes(&report, "list.yaml"), ["option-conflict"]);
}

#[test]
fn verdicts_and_sheets_name_the_books_of_the_allies_that_a_list_has_called() {
    let folder = Folder::new();
    let rome = file("lists/fra/zama-rome.yaml");
    folder.write("rome.yaml", &rome);
    let book = file("rulesets/fra/books/numidia.yaml");
    let of = |key: &str| {
        let line = book.lines().find_map(|line| line.strip_prefix(&format!("{key}: ")));
        line.unwrap_or_else(|| panic!("the book has a {key}")).to_owned()
    };
    let (name, version) = (of("name"), of("version"));
    assert_ne!(name, "numidia", "the printed name is another than the word of the list");
    let (_, report, _) = check(&folder, &["rome.yaml"]);
    let allies = serde_json::json!([
        {"ally": "numidia", "id": "numidia", "name": name, "version": version, "from": "built in"}
    ]);
    assert_eq!(report["lists"][0]["allies"], allies);
    let judge = format!("ally {name} {version})");
    for arguments in [&["check", "rome.yaml"][..], &["check", "--format", "concise", "rome.yaml"]] {
        let ran = folder.muster(arguments);
        assert!(ran.out.contains(&judge), "{arguments:?}: {}", ran.out);
    }
    let compared = folder.muster(&["diff", "rome.yaml", "rome.yaml"]);
    assert!(compared.out.contains(&format!("ally {name} {version}")), "{}", compared.out);
    let cost = folder.muster(&["cost", "rome.yaml"]);
    assert!(cost.out.contains(&format!("{name} {version} (built in)")), "{}", cost.out);
    for form in ["text", "markdown"] {
        let roster = folder.muster(&["render", "roster", "rome.yaml", "--format", form]);
        for words in [format!("{name}, data {version}"), format!("Ally: {name}")] {
            let out = roster.out.split_whitespace().collect::<Vec<_>>().join(" ");
            assert!(out.contains(&words), "{words} is not in {out}{}", roster.trouble);
        }
    }
    // An ally that the list does not call adds no rules that a reader would look up
    let legions = rome.find("ally: numidia").and_then(|at| rome[..at].rfind("\n  - ")).unwrap_or(0);
    folder.write("legions.yaml", &rome[..=legions]);
    let (_, report, _) = check(&folder, &["legions.yaml"]);
    assert_eq!(report["lists"][0]["allies"], serde_json::json!([]));
}
