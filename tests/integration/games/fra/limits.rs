//! Limits of generals, baggage, standards, attachments, dates, marks and the agreed size.

use crate::common::{built_in, checked, labelled, lines, ruled};
use crate::games::fra::support::{COMMANDS, led, list};
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
        // In commands: there must be a general; one sub-general, or two above 1000 points
        (1000, 1, 1, true, &[]),
        (1000, 2, 0, true, &[GENERAL]),
        (1000, 2, 1, true, &[GENERAL]),
        (1000, 0, 2, true, &[NONE, SMALL]),
        (1000, 1, 2, true, &[SMALL]),
        (1001, 1, 2, true, &[]),
        (1001, 1, 3, true, &[LARGE]),
        (1000, 1, 3, true, &[SMALL]),
        // A single command is not an army in commands
        (1000, 1, 0, true, &[]),
    ];
    for (points, generals, subs, commands, wanted) in cases {
        // 25 units of 40 points fill the size
        let others = if *commands { generals + subs - 1 } else { 0 };
        let filled = format!("count: {}, name: U", 25 - others);
        let text = led(*points, *generals, *subs, *commands).replacen("name: U", &filled, 1);
        let report = checked(&library, &text);
        assert_eq!(ruled(&report), *wanted, "{points} {generals} {subs} {commands}: {:#?}", lines(&report));
    }
}

/// Up to 1000 points an army has two sub-generals, or one if it has commands.
///
/// If no size is agreed, the army's cost counts as its size. 1001 agreed points are more than a tenth above
/// 910, since 1001 = 910 x 11/10.
#[test]
fn without_an_agreed_size_the_cost_counts_as_the_size() {
    let library = built_in();
    let without = |text: String| text.replacen("points: 1\n", "mode: historical\n", 1);
    let reported = |text: &str| ruled(&checked(&library, text));
    let needed = "warning points-needed -";
    let four = without(led(1, 1, 4, false));
    assert_eq!(reported(&four), ["error too-many fra/limits/sub-generals", needed]);
    let report = checked(&library, &four);
    assert!(report.findings[1].message.contains("4 ") && report.findings[1].message.contains(" 40 points"));
    let commands = without(led(1, 1, 2, true));
    assert_eq!(reported(&commands), ["error too-many fra/limits/sub-general-of-commands", needed]);
    // 26 units of 40 points cost 1040
    let large = four.replacen("name: U", "count: 26, name: U", 1);
    assert_eq!(reported(&large), [needed]);
    // A draft may still come to cost more
    assert_eq!(reported(&format!("{four}draft: true\n")), [needed]);
    // 22 units of 40, one of 15 and one of 15: 910, and then 20 more
    let cost = |more: &str| {
        led(1001, 1, 3, false).replacen(
            "units: [{unit: HW, name: U}]",
            &format!("units: [{{unit: HW, count: 22, name: U}}, {{unit: RB, count: 2}}{more}]"),
            1,
        )
    };
    assert!(reported(&cost("")).is_empty());
    let below = cost("").replacen("count: 2}", "count: 1}", 1);
    assert_eq!(reported(&below), ["warning too-many fra/limits/sub-generals"]);
    let report = checked(&library, &below);
    let finding = &report.findings[0];
    assert!(finding.message.contains("895") && finding.message.contains("1001"), "{}", finding.message);
    assert!(labelled(&report, finding).contains(&"1001".to_owned()));
    assert!(reported(&format!("{below}draft: true\n")).is_empty());
}

/// Only `commander` leads a command. Anyone under `characters` is a further officer, whether the role is
/// written or comes from the entry, as Maharbal's does.
#[test]
fn a_character_is_not_a_second_commander() {
    let library = built_in();
    let text = |role: &str| {
        format!(
            "army: T\nruleset: fra\nbook: carthage-italy\npoints: 1000\ndate: 218 BC\ncommands:\n  - name: All\n    \
             commander: {{unit: hannibal, with: L}}\n    characters: [{{unit: maharbal, {role}with: L}}]\n    \
             baggage: true\n    units: [{{unit: libyan-spearmen, name: L, count: 2}}, {{unit: gauls}}]\n"
        )
    };
    for role in ["", "role: sub-general, "] {
        let report = checked(&library, &text(role));
        assert!(report.findings.is_empty(), "{role}: {:#?}", lines(&report));
    }
    let two = text("").replace(
        "{unit: maharbal, with: L}",
        "{role: sub-general, name: A, with: L}, {role: sub-general, name: B, with: L}",
    );
    assert!(checked(&library, &two).findings.is_empty(), "two are allowed up to 1000 points");
}

#[test]
fn characters_start_with_units_of_their_own_command() {
    let library = built_in();
    let reported = |text: &str| ruled(&checked(&library, text));
    assert!(reported(COMMANDS).is_empty());
    let astray = COMMANDS.replace("name: B, with: Two", "name: B, with: One");
    let report = checked(&library, &astray);
    assert_eq!(ruled(&report), ["warning commander -"], "{:#?}", lines(&report));
    let finding = &report.findings[0];
    for word in ["\"B\"", "\"Right\"", "\"One\"", "\"Left\""] {
        assert!(finding.message.contains(word), "{}", finding.message);
    }
    assert_eq!(labelled(&report, finding), ["One", "One"]);
    // A name that both commands have means the unit in the same command
    let same = astray.replace("name: Two", "name: One");
    assert!(reported(&same).is_empty());
    let officer = COMMANDS.replace(
        "    baggage: true\n    units:\n      - {unit: HW, name: Two",
        "    characters: [{role: sub-general, name: C, with: Screen}]\n    baggage: true\n    units:\n      - {unit: HW, name: Two",
    );
    let reported = reported(&officer.replace("points: 1000", "points: 1001\nmode: points"));
    assert!(reported.contains(&"warning commander -".to_owned()), "{reported:?}");
}

/// A rabble costs 15: unsteady takes 10 off and impetuous 5. Baggage costs nothing even before discounts.
#[test]
fn free_discounts_are_reported() {
    const FREE: &str = "warning too-few fra/limits/worth-its-place";
    const GRADED: &str = "warning too-many fra/limits/grades-of-baggage";
    const REASON: &str = "note settled fra/units/baggage";
    const IDLE: &str = "warning unknown-target fra/options/unsteady";
    let library = built_in();
    let reported = |rows: &[&str], baggage: &str| {
        ruled(&checked(&library, &(list("points", rows) + &format!("baggage: {baggage}\n"))))
    };
    assert_eq!(
        reported(&["{unit: RB, count: 10, options: [impetuous, unsteady: elephants]}"], "true"),
        [FREE]
    );
    assert!(reported(&["{unit: RB, options: [unsteady: elephants]}"], "true").is_empty());
    let graded = "{options: [{unsteady: {names: elephants, because: x}}, {impetuous: {because: x}}]}";
    // Baggage is offered no grade, so each is reported with a reason
    assert_eq!(reported(&["{unit: HW}"], graded), [REASON, REASON, GRADED]);
    let elite = "{options: [{elite: {places: [melee, rally], because: x}}]}";
    assert_eq!(reported(&["{unit: HW}"], elite), [REASON, GRADED]);
    // Nobody fears an enemy that cannot be fielded for battle
    for word in ["baggage", "BG"] {
        assert_eq!(
            reported(&[&format!("{{unit: HW, options: [unsteady: {word}]}}")], "true"),
            [IDLE],
            "{word}"
        );
    }
    assert!(reported(&["{unit: HW, options: [unsteady: [elephants, no-loss]]}"], "true").is_empty());
    let settled = "{unit: HW, options: [{unsteady: {names: baggage, because: as at X}}]}";
    assert_eq!(reported(&[settled], "true"), ["note settled fra/options/unsteady"]);
}

#[test]
fn of_two_generals_both_are_labelled_with_the_rule() {
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
        // Its own baggage, together with the other command's
        (without("Right") + "    baggage: {shared-with: Left}\n", vec![]),
        (COMMANDS.to_owned() + "      - {unit: BG}\n", vec![format!("error too-many {BAGGAGE}")]),
        (COMMANDS.to_owned() + "    standard: Two\n", vec![]),
        (
            COMMANDS.replacen("baggage: true", "baggage: true\n    standard: One", 1) + "    standard: Two\n",
            vec!["error too-many fra/limits/one-standard".to_owned()],
        ),
        // Each of several identical units carries one if all take it as an option
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
        (
            "  - {unit: SK, attached-to: {unit: Foot, because: as at Cannae}}\n",
            vec![format!("note settled {SCREEN}")],
        ),
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
fn an_unknown_name_lists_each_existing_name_once() {
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
    // Without Romans, nobody learned it late
    let greek = army("300 BC", velites).replace("roman-battle-drill", "shieldwall");
    assert!(checked(&library, &greek).findings.is_empty());
}

#[test]
fn marks_and_names_that_options_need() {
    let library = built_in();
    let cases: &[(&str, &[&str])] = &[
        ("{unit: HW, options: [elite: [melee, rally]]}", &[]),
        ("{unit: HW, options: [elite: [melee, melee]]}", &["warning marks fra/options/elite"]),
        ("{unit: HW, options: [elite: melee]}", &["error option-incomplete fra/options/elite"]),
        ("{unit: HW, options: [elite]}", &["error option-incomplete fra/options/elite"]),
        ("{unit: SK, options: [elite: [melee, rally, missile]]}", &["error marks fra/options/elite"]),
        ("{unit: HW, options: [veteran: move]}", &["error marks fra/options/veteran"]),
        // Units whose weapon has no printed number may still be better with it; a reason settles it
        ("{unit: HW, options: [veteran: missile]}", &["warning marks fra/options/veteran"]),
        ("{unit: HC, options: [bow, veteran: missile]}", &["warning marks fra/options/veteran"]),
        ("{unit: RB, options: [sling, elite: [melee, missile]]}", &["warning marks fra/options/elite"]),
        (
            "{unit: EL, options: [elephant-escorts, {veteran: {places: missile, because: x}}]}",
            &["note settled fra/options/veteran"],
        ),
        ("{unit: SK, options: [sling, veteran: missile]}", &[]),
        ("{unit: HW, options: [unsteady]}", &["error option-incomplete fra/options/unsteady"]),
        ("{unit: HW, options: [unsteady: dragons]}", &["error unknown-target fra/options/unsteady"]),
        // If the house chart gives one option instead of another, history may still have both
        ("{unit: SK, options: [bow, sling]}", &["warning option-conflict fra/units/skirmishers"]),
        (
            "{unit: SK, options: [javelin-and-shield, {sling: {because: Livy 21.55}}]}",
            &["note settled fra/units/skirmishers"],
        ),
        (
            "{unit: SK, options: [{javelin-and-shield: {because: x}}, sling]}",
            &["note settled fra/units/skirmishers"],
        ),
        (
            "{unit: SK, options: [javelin-and-shield, bow, {sling: {because: x}}]}",
            &["warning option-conflict fra/units/skirmishers"],
        ),
        ("{unit: LI, options: [bow]}", &["warning option-unavailable fra/units/light-infantry"]),
        ("{unit: LI, options: [{bow: {because: as at Zama}}]}", &["note settled fra/units/light-infantry"]),
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
    // 25 x 40 = 1000 is within the size, and 1 more is 40 over
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
fn unneeded_details_of_options_are_reported() {
    let library = built_in();
    let reported = |row: &str| {
        let report = checked(&library, &(list("points", &[row]) + "baggage: true\n"));
        report.findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>()
    };
    // Javelins are carried, not placed; elite troops have marks but name no enemies
    assert_eq!(
        reported("{unit: LC, options: [javelin: {places: melee}]}"),
        ["\"javelin\" asks for no `places`"]
    );
    let names = reported("{unit: HW, options: [elite: {places: [melee, rally], names: elephants}]}");
    assert_eq!(names, ["\"elite\" asks for no `names`"]);
}

#[test]
fn an_option_taken_twice_is_not_also_missing_its_marks() {
    let report =
        checked(&built_in(), &(list("points", &["{unit: HW, options: [elite, elite]}"]) + "baggage: true\n"));
    assert_eq!(ruled(&report), ["error option-repeated -"], "{:#?}", lines(&report));
}

#[test]
fn entries_of_an_unnamed_book_are_reported_once() {
    let reported = |rows: &[&str]| {
        let report = checked(&built_in(), &(list("points", rows) + "baggage: true\n"));
        report.findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>()
    };
    let end = "of the book \"carthage-italy\", which the list does not name";
    let one = ["{unit: libyans-in-roman-arms}"];
    assert_eq!(reported(&one), [format!("\"libyans-in-roman-arms\" is an entry {end}")]);
    let two = ["{unit: libyans-in-roman-arms}", "{unit: libyans-in-roman-arms, name: B}"];
    assert_eq!(reported(&two), [format!("\"libyans-in-roman-arms\" and 1 more are entries {end}")]);
}

#[test]
fn a_file_that_is_not_a_list_is_recognised() {
    let reported = |text: &str| {
        let report = checked(&built_in(), text);
        report.findings.iter().map(|f| f.message.clone()).collect::<Vec<_>>()
    };
    let stranger = "this is not an army list: it has no `army`, `ruleset` or `units`";
    assert_eq!(reported("services: {web: {image: x}}\nvolumes: []\n"), [stranger]);
    // If some key resembles one of a list's, the file is a list with errors
    assert!(reported("servces: 1\narmie: X\n").iter().all(|message| message != stranger));
}

#[test]
fn the_book_with_most_of_the_entries_is_suggested() {
    let reported = |library: &muster::rules::library::Library, rows: &[&str]| {
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
    let all = reported(&built_in(), &rows);
    assert_eq!(all.len(), 2, "{all:#?}");
    assert!(all[0].0.starts_with("there is no unit type \"libyans-in-roman-arms\""), "{all:#?}");
    assert_eq!(all[1], of_rome("hastati", " and 1 more are entries"));
    // An event that admits only Rome, while most of the entries are Carthage's
    let event = "event: cup\nname: Cup\nrulesets: [fra]\nmodes: [points]\nbooks: [republican-rome]\nrequire: [book]\n";
    let library = built_in();
    let event = library
        .load_event(&muster::rules::read_and_merge_rulesets::RulesFile::new("cup.yaml", event))
        .unwrap();
    let library = library.with_event(event);
    let rows = ["{unit: libyans-in-roman-arms}", "{unit: caetrati}", "{unit: hastati}"];
    let all = reported(&library, &rows);
    let last = of_rome("hastati", " is an entry");
    assert_eq!(all.iter().filter(|(message, _)| message.contains("book")).collect::<Vec<_>>(), [&last]);
}
