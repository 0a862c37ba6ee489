//! What is checked of purchases, and what limits and conditions see of them.

use muster::army::army_and_rules_digests::compute_digests;

use crate::common::{checked, labelled, lines, rules, with_army};
use crate::purchases::support::{NONE, RUSE, bare, ruse, ruse_with_limits, told, two_commands};

#[test]
fn the_army_and_its_commands_pay_for_what_they_buy() {
    let (_folder, library) = ruse();
    let costs = |text: &str| {
        with_army(&library, text, |army| {
            let commands = (0..army.commands.len()).map(|at| army.cost_of_command(at).unwrap().to_string());
            (army.spent.to_string(), commands.collect::<Vec<_>>())
        })
    };
    let pair = |total: &str, commands: &[&str]| {
        (total.to_owned(), commands.iter().map(|cost| (*cost).to_owned()).collect::<Vec<_>>())
    };
    // Foot 20 each; the plain structure comes by itself and is free
    assert_eq!(costs(&two_commands("", "", "")), pair("60", &["20", "40"]));
    // 5 for the ambush, 12 for Left
    assert_eq!(costs(&two_commands("ambush", "good", "")), pair("77", &["32", "40"]));
    assert_eq!(costs(&two_commands("ambush, ditch", "good", "good")), pair("99", &["32", "52"]));
    // An army without commands is one command, and buys for both
    assert_eq!(costs(&bare("ambush, good")), pair("37", &["37"]));
    for text in [two_commands("ambush", "good", ""), bare("ambush, good"), bare("")] {
        assert_eq!(told(&library, &text), NONE, "{text}");
    }
    // They count for the agreed size
    let small = two_commands("ambush", "good", "").replace("points: 200", "points: 76");
    assert!(told(&library, &small)[0].starts_with("error[over-points]"), "{:?}", told(&library, &small));
    assert_eq!(told(&library, &small.replace("points: 76", "points: 77")), NONE);
}

#[test]
fn a_word_at_the_wrong_place_is_told_where_it_goes() {
    let (_folder, library) = ruse();
    let with_unit = |options: &str| {
        two_commands("", "", "").replacen("{unit: foot}", &format!("{{unit: foot, options: [{options}]}}"), 1)
    };
    for (text, message, help) in [
        (two_commands("good", "", ""), "\"good\" is bought by a command", "write it under one"),
        (
            two_commands("", "ambush", ""),
            "\"ambush\" is bought by the army",
            "write it under `options` beside `commands`",
        ),
        (with_unit("ditch"), "\"ditch\" is bought by the army", "write it under `options` beside `commands`"),
        (with_unit("good"), "\"good\" is bought by a command", "write it under one"),
        (
            bare("").replace("{unit: foot}", "{unit: foot, options: [good]}"),
            "\"good\" is bought by a command",
            "write it under `options` beside `units`",
        ),
        (
            two_commands("bow", "", ""),
            "\"bow\" is for units, and not bought by the army",
            "write it under the `options` of a unit such as Foot",
        ),
    ] {
        let report = checked(&library, &text);
        assert_eq!(lines(&report), [format!("error[option-unavailable]: {message}")], "{text}");
        assert_eq!(report.findings[0].help.as_deref(), Some(help), "{text}");
    }
}

#[test]
fn words_are_checked_as_those_of_units_are() {
    let (_folder, library) = ruse();
    let report = checked(&library, &two_commands("ambsh", "", ""));
    assert_eq!(lines(&report), ["error[unknown-option]: there is no option \"ambsh\" in Ruse"]);
    assert_eq!(report.findings[0].help.as_deref(), Some("did you mean \"ambush\"?"));
    let report = checked(&library, &two_commands("ambush, ambush", "", ""));
    assert_eq!(lines(&report), ["error[option-repeated]: \"Trial\" takes \"ambush\" twice"]);
    assert_eq!(labelled(&report, &report.findings[0]), ["ambush", "ambush"]);
    assert_eq!(
        told(&library, &two_commands("", "plain, good", "")),
        ["error[option-conflict]: \"plain\" and \"good\" do not go together"]
    );
    // A group without a default asks for one of its options, of each command
    let text = RUSE.replace("one-of: [plain, good?: 12]", "one-of: [plain?, good?: 12]");
    let (_folder, library) = rules("ruse", &text, &[]);
    assert_eq!(
        told(&library, &two_commands("", "good", "")),
        ["error[choice-missing]: \"Right\" must take one of \"plain\" and \"good\""]
    );
    // Options may need each other
    let text = RUSE.replace("ditch: {name: Ditch}", "ditch: {name: Ditch, needs: {option: ambush}}");
    let (_folder, library) = rules("ruse", &text, &[]);
    assert_eq!(told(&library, &two_commands("ambush, ditch", "", "")), NONE);
    let report = checked(&library, &two_commands("ditch", "", ""));
    assert_eq!(report.findings.len(), 1);
    assert_eq!(report.findings[0].code.as_str(), "option-needs");
}

#[test]
fn a_purchase_without_a_price_is_told() {
    let (_folder, library) = rules("ruse", &RUSE.replace("ditch?: 10", "ditch?"), &[]);
    let report = checked(&library, &two_commands("ditch", "", ""));
    assert_eq!(
        lines(&report),
        ["warning[points-unknown]: what \"Ditch\" costs is not known, so the total is incomplete"]
    );
    assert_eq!(labelled(&report, &report.findings[0]), ["ditch"]);
}

#[test]
fn a_purchase_is_paid_by_the_first_line_that_fits() {
    let price = |lines: &str| RUSE.replace("ditch?: 10", &format!("ditch?: {{cost: [{lines}]}}"));
    let (_folder, library) = rules("ruse", &price("{of: {option: ambush}, each: 3}, {otherwise: 10}"), &[]);
    // Three foot are 60; a ditch alone is 10, and beside an ambush of 5 it is 3
    for (bought, total) in [("ditch", "70"), ("ambush, ditch", "68")] {
        let report = checked(&library, &two_commands(bought, "", ""));
        assert_eq!(lines(&report), NONE, "{bought}");
        assert_eq!(report.points.unwrap().total.to_string(), total, "{bought}");
    }
    let (_folder, library) = rules("ruse", &price("{of: {option: ambush}, each: 3}"), &[]);
    let report = checked(&library, &two_commands("ditch", "", ""));
    assert_eq!(lines(&report), ["warning[points-unknown]: no line of the cost of \"Ditch\" fits the army"]);
    assert_eq!(labelled(&report, &report.findings[0])[0], "ditch");
    let points = report.points.unwrap();
    assert_eq!((points.total.to_string().as_str(), points.complete), ("60", false));
}

/// Battlecry gave 10 points for stratagems alone.
#[test]
fn charges_measure_what_is_bought() {
    let charges = "charges:\n  gift: {name: Given, sum: points, options: [ambush, ditch], at-most: 10, cost: -1}\n  \
                   staff: {name: Staff, options: good, in: command, cost: 2}\n  tenth: {name: Tenth, sum: points, per: 10, cost: 1}\n";
    let (_folder, library) = rules("ruse", &format!("{RUSE}{charges}"), &[]);
    for (army, left, total) in [
        // 60, and a tenth of it
        ("", "", "66"),
        // 60 and 5, of which 5 are given; 6 tenths of 65
        ("ambush", "", "66"),
        // 60 and 15, of which 10 are given; 7 tenths of 75
        ("ambush, ditch", "", "72"),
        // 60 and 12, 2 for the staff of Left, 7 tenths of 72
        ("", "good", "81"),
    ] {
        let report = checked(&library, &two_commands(army, left, ""));
        assert_eq!(lines(&report), NONE, "{army}, {left}");
        assert_eq!(report.points.unwrap().total.to_string(), total, "{army}, {left}");
    }
}

#[test]
fn a_game_that_offers_nothing_has_no_such_options() {
    let text = RUSE.lines().filter(|line| !line.starts_with("every-")).collect::<Vec<_>>().join("\n");
    let (_folder, library) = rules("ruse", &text, &[]);
    let list = two_commands("ambush", "", "").replace("options: [], ", "");
    assert_eq!(told(&library, &list), ["error[unknown-key]: Ruse has no options of an army or a command"]);
}

#[test]
fn limits_on_options_count_what_is_bought() {
    let (_folder, library) = ruse_with_limits(
        "  one: {options: [ambush, ditch], max: 1}\n  points: {sum: points, options: [ambush, ditch], max: 10}\n  good: {options: \
         good, in: command, max: 0}\n  units: {count: {option: ambush}, max: 0}\n",
    );
    assert_eq!(told(&library, &two_commands("ambush", "", "")), NONE);
    let report = checked(&library, &two_commands("ambush, ditch", "", "good"));
    let found = lines(&report);
    assert_eq!(found.len(), 3, "{found:#?}");
    assert!(
        found.contains(
            &"error[too-many]: 2 \"Ambush\" or \"Ditch\" in the army, at most 1 allowed".to_owned()
        ),
        "{found:#?}"
    );
    assert!(
        found.contains(&"error[too-many]: 1 \"Good structure\" in \"Right\", none allowed".to_owned()),
        "{found:#?}"
    );
    // 5 and 10
    assert!(found.iter().any(|line| line.contains("15") && line.contains("10")), "{found:#?}");
    let two = report.findings.iter().find(|finding| finding.message.starts_with("2 ")).unwrap();
    let words = labelled(&report, two);
    assert!(words.contains(&"ambush".to_owned()) && words.contains(&"ditch".to_owned()), "{words:?}");
}

#[test]
fn conditions_see_what_is_bought_and_sums_of_points_too() {
    let (_folder, library) = ruse_with_limits(
        "  few: {count: {}, max: 2, when: {present: {option: ambush}}}\n  cheap: {sum: points, max: 80}\n  of-foot: {sum: \
         points, of: {unit: foot}, max: 60}\n",
    );
    assert_eq!(told(&library, &two_commands("ditch", "", "")), NONE);
    let found = told(&library, &two_commands("ambush", "", ""));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].starts_with("error[too-many]: 3 units, at most 2 allowed"), "{found:#?}");
    // 60 and 12 twice are 84; the foot alone stay at 60
    let found = told(&library, &two_commands("", "good", "good"));
    assert_eq!(found.len(), 1, "{found:#?}");
    assert!(found[0].contains("84") && found[0].contains("80"), "{found:#?}");
}

#[test]
fn bounds_on_an_offer_count_what_is_bought() {
    let text = RUSE.replace("good?: 12", "good?: {cost: 12, max: 1}");
    let (_folder, library) = rules("ruse", &text, &[]);
    assert_eq!(told(&library, &two_commands("", "good", "")), NONE);
    assert_eq!(
        told(&library, &two_commands("", "good", "good")),
        ["error[too-many]: 2 \"Good structure\" in the army, at most 1 allowed"]
    );
}

#[test]
fn digests_have_what_is_bought_only_where_something_is() {
    let (_folder, library) = ruse();
    let digest = |text: &str| with_army(&library, text, |army| compute_digests(army).army);
    let plain = two_commands("", "", "");
    let unwritten = plain.replace("options: []\n", "").replace("options: [], ", "");
    assert_ne!(plain, unwritten);
    assert_eq!(digest(&plain), digest(&unwritten));
    assert_ne!(digest(&plain), digest(&two_commands("ambush", "", "")));
    assert_ne!(digest(&plain), digest(&two_commands("", "good", "")));
    assert_eq!(
        digest(&two_commands("ambush, ditch", "", "")),
        digest(&two_commands("ditch, ambush", "", ""))
    );
    assert_ne!(digest(&two_commands("", "good", "")), digest(&two_commands("", "", "good")));
}

#[test]
fn a_book_offers_more_and_an_ally_is_a_command() {
    let ours = "book: ours\nruleset: ruse\nname: Ours\nversion: 1.0.0\nallies: {friends: {book: theirs}}\nentries: {men: {unit: \
                foot}}\noptions: {spies: {name: Spies}}\nevery-army: {options: [spies?: 7, ambush?: 4]}\n";
    let theirs =
        "book: theirs\nruleset: ruse\nname: Theirs\nversion: 1.0.0\nentries: {guests: {unit: foot}}\n";
    let (_folder, library) = rules("ruse", RUSE, &[("ours", ours), ("theirs", theirs)]);
    let text = |army: &str, ally: &str| {
        format!(
            "army: Trial\nruleset: ruse\nbook: ours\npoints: 200\noptions: [{army}]\ncommands:\n  - {{name: Left, commander: \
             {{role: general, name: G}}, units: [{{unit: men}}]}}\n  - {{name: Guests, ally: friends, points: 50, options: \
             [{ally}], commander: {{role: general, name: H}}, units: [{{unit: guests}}]}}\n"
        )
    };
    // 40 for the foot, 7 for the spies, 4 for the ambush as the book has it, 12 for the ally's structure
    let cost = |text: &str| with_army(&library, text, |army| army.spent.to_string());
    assert_eq!(cost(&text("spies, ambush", "good")), "63");
    assert_eq!(told(&library, &text("spies, ambush", "good")), NONE);
    assert_eq!(
        told(&library, &text("", "ambush")),
        ["error[option-unavailable]: \"ambush\" is bought by the army"]
    );
}
