//! Limits of generals, baggage, standards, attachments, dates, marks and the agreed size.

use crate::common::{built_in, checked, labelled, lines, ruled};
use crate::support::{COMMANDS, led, list};
use muster::finding::Code;

#[test]
fn how_many_generals_and_sub_generals_an_army_has() {
    const GENERAL: &str = "error too-many fra/limits/one-general";
    const NONE: &str = "error too-few fra/limits/general-of-commands";
    const SUBS: &str = "error too-many fra/limits/sub-generals";
    const SMALL: &str = "error too-many fra/limits/sub-general-of-commands";
    const LARGE: &str = "warning too-many fra/limits/sub-generals-of-large-commands";
    let library = built_in();
    let cases: &[(i64, usize, usize, bool, &[&str])] = &[
        // Without commands: one general; two sub-generals up to 1000 points, 1000 itself included
        (1000, 1, 0, false, &[]),
        (1000, 2, 0, false, &[GENERAL]),
        (1000, 1, 2, false, &[]),
        (1000, 1, 3, false, &[SUBS]),
        (1001, 1, 3, false, &[]),
        (1001, 2, 3, false, &[GENERAL]),
        // In commands: a general there must be; one sub-general, above 1000 points two
        (1000, 1, 1, true, &[]),
        (1000, 2, 0, true, &[GENERAL]),
        (1000, 2, 1, true, &[GENERAL]),
        (1000, 0, 2, true, &[NONE, SMALL]),
        (1000, 1, 2, true, &[SMALL]),
        (1001, 1, 2, true, &[]),
        (1001, 1, 3, true, &[LARGE]),
        (1000, 1, 3, true, &[SMALL]),
        // One command alone is no army in commands
        (1000, 1, 0, true, &[]),
    ];
    for (points, generals, subs, commands, wanted) in cases {
        let report = checked(&library, &led(*points, *generals, *subs, *commands));
        assert_eq!(ruled(&report), *wanted, "{points} {generals} {subs} {commands}: {:#?}", lines(&report));
    }
}

#[test]
fn of_two_generals_both_are_labelled_with_the_rule_and_its_words() {
    let library = built_in();
    let report = checked(&library, &led(1000, 2, 0, false));
    assert_eq!(report.findings.len(), 1, "{:#?}", lines(&report));
    let finding = &report.findings[0];
    assert!(finding.message.contains('2') && finding.message.contains("at most 1"), "{}", finding.message);
    assert_eq!(labelled(&report, finding), ["general", "general", "one-general"]);
    assert_ne!(finding.labels[0].span, finding.labels[1].span);
    assert_eq!(finding.labels[2].text, "an army has a single general");
}

#[test]
fn limits_of_baggage_and_standards() {
    const BAGGAGE: &str = "fra/limits/one-baggage";
    let library = built_in();
    let without = |command: &str| {
        let start = COMMANDS.find(&format!("name: {command}")).unwrap();
        let at = start + COMMANDS[start..].find("    baggage: true\n").unwrap();
        format!("{}{}", &COMMANDS[..at], &COMMANDS[at + "    baggage: true\n".len()..])
    };
    let cases: &[(String, Vec<String>)] = &[
        (COMMANDS.to_owned(), vec![]),
        (without("Left"), vec![format!("error too-few {BAGGAGE}")]),
        (without("Right"), vec![format!("error too-few {BAGGAGE}")]),
        (COMMANDS.replace("baggage: true", "baggage: false"), vec![format!("error too-few {BAGGAGE}"); 2]),
        // Its own baggage, standing with the other's
        (without("Right") + "    baggage: {shared-with: Left}\n", vec![]),
        (COMMANDS.to_owned() + "      - {unit: BG}\n", vec![format!("error too-many {BAGGAGE}")]),
        (COMMANDS.to_owned() + "    standard: Two\n", vec![]),
        (
            COMMANDS.replacen("baggage: true", "baggage: true\n    standard: One", 1) + "    standard: Two\n",
            vec!["error too-many fra/limits/one-standard".to_owned()],
        ),
        // Each of several alike carries one that all take as an option
        (
            COMMANDS.replace("count: 3}", "count: 3, options: [battle-standard]}"),
            vec!["error too-many fra/limits/one-standard".to_owned()],
        ),
    ];
    for (text, wanted) in cases {
        let report = checked(&library, text);
        assert_eq!(ruled(&report), *wanted, "{:#?}\n{text}", lines(&report));
    }
}

#[test]
fn attachments() {
    const DOUBLE: &str = "fra/attach/double-skirmish";
    const SCREEN: &str = "fra/attach/screen";
    let library = built_in();
    let army = |rows: &str| {
        format!(
            "army: T\nruleset: fra\npoints: 1000\nbaggage: true\nunits:\n  - {{unit: SK, name: A}}\n  \
             - {{unit: HW, name: Foot}}\n{rows}"
        )
    };
    let cases: &[(&str, Vec<String>)] = &[
        ("  - {unit: SK, attached-to: A}\n", vec![]),
        (
            "  - {unit: SK, attached-to: A}\n  - {unit: SK, attached-to: A}\n",
            vec![format!("error attachment {DOUBLE}")],
        ),
        ("  - {unit: SK, count: 2, attached-to: A}\n", vec![format!("error attachment {DOUBLE}")]),
        ("  - {unit: SK, attached-to: Foot}\n", vec![format!("warning attachment {SCREEN}")]),
        ("  - {unit: SK, attached-to: {unit: Foot, because: as at Cannae}}\n", vec![]),
        ("  - {unit: LC, attached-to: A}\n", vec!["error attachment -".to_owned()]),
        ("  - {unit: HW, attached-to: Foot}\n", vec!["error attachment -".to_owned()]),
        ("  - {unit: SK, name: B, attached-to: B}\n", vec!["error attachment -".to_owned()]),
        ("  - {unit: SK, attached-to: Nobody}\n", vec!["error unknown-unit-name -".to_owned()]),
    ];
    for (rows, wanted) in cases {
        let report = checked(&library, &army(rows));
        assert_eq!(ruled(&report), *wanted, "{:#?}\n{rows}", lines(&report));
    }
    let other = COMMANDS.to_owned() + "      - {unit: SK, attached-to: Screen}\n";
    let report = checked(&library, &other);
    assert_eq!(ruled(&report), [format!("error attachment {DOUBLE}")], "{:#?}", lines(&report));
    assert!(report.findings[0].message.contains("another command"), "{:#?}", lines(&report));
}

#[test]
fn a_name_that_nothing_bears_gets_each_name_there_is_once() {
    let rows = ["{unit: HW, name: Horse}", "{unit: LC, name: Horse}", "{unit: LC, name: Foot}"];
    let text = list("points", &rows) + "baggage: true\nstandard: Elephants\n";
    let report = checked(&built_in(), &text);
    assert_eq!(ruled(&report), ["error unknown-unit-name -"]);
    let help = report.findings[0].help.as_deref().unwrap();
    assert_eq!([help.matches("\"Horse\"").count(), help.matches("\"Foot\"").count()], [1, 1], "{help}");
}

#[test]
fn dates_of_the_tortoise_and_of_the_velites() {
    let library = built_in();
    let army = |date: &str, row: &str| {
        format!(
            "army: T\nruleset: fra\npoints: 1000\ndate: {date}\nbaggage: true\nunits:\n  - {{unit: HW, name: L, \
             options: [roman-battle-drill]}}\n  - {row}\n"
        )
    };
    let tortoise = "{unit: HW, options: [roman-battle-drill, tortoise]}";
    let velites = "{unit: SK, options: [javelin-and-shield, anti-elephant-tactics]}";
    let late = |severity: &str, option: &str| vec![format!("{severity} anachronism fra/options/{option}")];
    let cases = [
        ("201 BC", tortoise, late("error", "tortoise")),
        ("200 BC", tortoise, late("error", "tortoise")),
        ("199 BC", tortoise, vec![]),
        ("AD 14", tortoise, vec![]),
        ("212 BC", velites, late("warning", "anti-elephant-tactics")),
        ("211 BC", velites, vec![]),
        (
            "199 BC",
            "{unit: HW, options: [tortoise]}",
            vec!["warning option-needs fra/options/tortoise".to_owned()],
        ),
    ];
    for (date, row, wanted) in cases {
        let report = checked(&library, &army(date, row));
        assert_eq!(ruled(&report), wanted, "{date} {row}: {:#?}", lines(&report));
    }
    // Without Romans nobody learned it late
    let greek = army("300 BC", velites).replace("roman-battle-drill", "shieldwall");
    assert!(checked(&library, &greek).findings.is_empty());
}

#[test]
fn marks_and_names_that_options_ask_for() {
    let library = built_in();
    let cases: &[(&str, &[&str])] = &[
        ("{unit: HW, options: [elite: [melee, rally]]}", &[]),
        ("{unit: HW, options: [elite: [melee, melee]]}", &["warning marks fra/options/elite"]),
        ("{unit: HW, options: [elite: melee]}", &["error option-incomplete fra/options/elite"]),
        ("{unit: HW, options: [elite]}", &["error option-incomplete fra/options/elite"]),
        ("{unit: SK, options: [elite: [melee, rally, missile]]}", &["error marks fra/options/elite"]),
        ("{unit: HW, options: [veteran: move]}", &["error marks fra/options/veteran"]),
        // The ruleset reads it so: no figure, no mark
        ("{unit: HW, options: [veteran: missile]}", &["error marks fra/options/veteran"]),
        ("{unit: HW, options: [unsteady]}", &["error option-incomplete fra/options/unsteady"]),
        ("{unit: HW, options: [unsteady: dragons]}", &["error unknown-target fra/options/unsteady"]),
        ("{unit: SK, options: [bow, sling]}", &["error option-conflict fra/units/skirmishers"]),
        ("{unit: LI, options: [bow]}", &["warning option-unavailable fra/units/light-infantry"]),
        ("{unit: LI, options: [{bow: {because: as at Zama}}]}", &[]),
        ("{unit: SP, options: [hoplite]}", &["warning option-needs fra/options/hoplite"]),
    ];
    for (row, wanted) in cases {
        let report = checked(&library, &(list("points", &[row]) + "baggage: true\n"));
        assert_eq!(ruled(&report), *wanted, "{row}: {:#?}", lines(&report));
    }
}

#[test]
fn a_total_above_the_agreed_size_is_over_by_the_difference() {
    let library = built_in();
    // 25 x 40 = 1000 is within, 1 more is 40 over
    let exact = list("points", &["{unit: HW, count: 25}"]) + "baggage: true\n";
    assert!(checked(&library, &exact).findings.is_empty());
    let report = checked(&library, &exact.replace("count: 25", "count: 26"));
    let finding = &report.findings[0];
    assert_eq!((report.findings.len(), finding.code), (1, Code::OverPoints));
    for number in ["1040", "40 more", "1000"] {
        assert!(finding.message.contains(number), "{}", finding.message);
    }
    assert_eq!(labelled(&report, finding), ["1000"]);
}

#[test]
fn words_that_options_do_not_ask_for_are_told() {
    let library = built_in();
    let said = |row: &str| {
        let report = checked(&library, &(list("points", &[row]) + "baggage: true\n"));
        report.findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>()
    };
    // Javelins are carried, not placed; elite troops have marks and no enemies
    assert_eq!(said("{unit: LC, options: [javelin: {places: melee}]}"), ["\"javelin\" asks for no `places`"]);
    let names = said("{unit: HW, options: [elite: {places: [melee, rally], names: elephants}]}");
    assert_eq!(names, ["\"elite\" asks for no `names`"]);
}

#[test]
fn of_an_option_taken_twice_its_missing_marks_are_no_further_fault() {
    let report =
        checked(&built_in(), &(list("points", &["{unit: HW, options: [elite, elite]}"]) + "baggage: true\n"));
    assert_eq!(ruled(&report), ["error option-repeated -"], "{:#?}", lines(&report));
}

#[test]
fn entries_of_a_book_that_the_list_does_not_name_are_told_once() {
    let said = |rows: &[&str]| {
        let report = checked(&built_in(), &(list("points", rows) + "baggage: true\n"));
        report.findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>()
    };
    let end = "of the book \"carthage-italy\", which the list does not name";
    let one = ["{unit: libyans-in-roman-arms}"];
    assert_eq!(said(&one), [format!("\"libyans-in-roman-arms\" is an entry {end}")]);
    let two = ["{unit: libyans-in-roman-arms}", "{unit: libyans-in-roman-arms, name: B}"];
    assert_eq!(said(&two), [format!("\"libyans-in-roman-arms\" and 1 more are entries {end}")]);
}

#[test]
fn a_file_with_nothing_of_a_list_is_told_apart() {
    let said = |text: &str| {
        let report = checked(&built_in(), text);
        report.findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>()
    };
    let stranger = "this is no list that Muster knows: it has neither `army` nor `ruleset` nor `units`";
    assert_eq!(said("services: {web: {image: x}}\nvolumes: []\n"), [stranger]);
    // With a key near one of a list, it is one with faults
    assert!(said("servces: 1\narmie: X\n").iter().all(|message| message != stranger));
}

#[test]
fn of_several_books_the_one_that_has_most_of_the_entries_is_meant() {
    let said = |library: &muster::rules::library::Library, rows: &[&str]| {
        let report = checked(library, &(list("points", rows) + "baggage: true\n"));
        let found = report.findings.iter().map(|f| (f.message.clone(), f.help.clone().unwrap_or_default()));
        found.collect::<Vec<_>>()
    };
    let of_rome = |word: &str, rest: &str| {
        let message =
            format!("\"{word}\"{rest} of the book \"republican-rome\", which the list does not name");
        (message, "write `book: republican-rome` below `ruleset`".to_owned())
    };
    // Hastati and triarii are Rome's, libyans-in-roman-arms are Carthage's: two against one
    let rows = ["{unit: libyans-in-roman-arms}", "{unit: hastati}", "{unit: triarii}"];
    let all = said(&built_in(), &rows);
    assert_eq!(all.len(), 2, "{all:#?}");
    assert!(all[0].0.starts_with("there is no unit type \"libyans-in-roman-arms\""), "{all:#?}");
    assert_eq!(all[1], of_rome("hastati", " and 1 more are entries"));
    // An event that admits only Rome, where Carthage has more
    let event = "event: cup\nname: Cup\nrulesets: [fra]\nmodes: [points]\nbooks: [republican-rome]\nrequire: [book]\n";
    let library = built_in();
    let event = library.load_event(&muster::rules::load::Found::new("cup.yaml", event)).unwrap();
    let library = library.with_event(event);
    let rows = ["{unit: libyans-in-roman-arms}", "{unit: caetrati}", "{unit: hastati}"];
    let all = said(&library, &rows);
    let last = of_rome("hastati", " is an entry");
    assert_eq!(all.iter().filter(|(message, _)| message.contains("book")).collect::<Vec<_>>(), [&last]);
}
