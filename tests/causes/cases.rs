//! Single cases in full words, worked out by hand.

use muster::check::report::ListReport;

use crate::common::{built_in, checked, file, lines, with_army};

fn found(text: &str) -> (ListReport, Vec<String>) {
    let report = checked(&built_in(), text);
    let said = lines(&report);
    (report, said)
}

/// Spears cost 40: five more than the size, which `impetuous` takes off again.
#[test]
fn an_option_that_nobody_knows_leaves_the_total_open() {
    let list = |option: &str| {
        format!(
            "army: A\nruleset: fra\nmode: points\npoints: 35\nbaggage: true\n\
             units: [{{unit: spears, options: [{option}]}}]\n"
        )
    };
    let (report, said) = found(&list("impetuus"));
    assert_eq!(said, ["error[unknown-option]: there is no option \"impetuus\" in FR!Ancients"]);
    let points = report.points.unwrap();
    assert!(!points.complete);
    assert_eq!(points.total, 40);
    let (report, said) = found(&list("impetuous"));
    assert!(said.is_empty(), "{said:?}");
    assert!(report.points.unwrap().complete);
    // What is known is too much by itself: two units of 40
    let more = list("impetuus").replace("[{unit", "[{unit: spears, count: 2}, {unit");
    let (_, said) = found(&more);
    assert_eq!(
        said,
        [
            "error[over-points]: the army costs at least 120 points, at least 85 more than the agreed 35",
            "error[unknown-option]: there is no option \"impetuus\" in FR!Ancients",
        ]
    );
}

#[test]
fn nothing_is_left_of_a_total_that_is_not_known() {
    let folder = crate::common::Folder::new();
    let list = "army: A\nruleset: fra\nmode: points\npoints: 100\nbaggage: true\nunits: [{unit: spears, options: [pilum]}]\n";
    folder.write("list.yaml", list);
    let ran = folder.muster(&["cost", "list.yaml"]);
    assert!(ran.out.contains("total at least 40 of 100 points\n"), "{}", ran.out);
    folder.write("list.yaml", &list.replace("pilum", "impetuous"));
    let ran = folder.muster(&["cost", "list.yaml"]);
    assert!(ran.out.contains("total 35 of 100 points, 65 left\n"), "{}", ran.out);
    folder.write("list.yaml", list);
    let ran = folder.muster(&["check", "list.yaml", "--format", "json"]);
    assert_eq!(ran.json()["lists"][0]["points"]["complete"], false);
}

/// `count: 20` where twenty models are meant: the size is missing, and nothing is known of the cost.
#[test]
fn a_count_in_place_of_a_size_is_said_and_not_what_it_costs() {
    let text = file("lists/wab/metaurus-carthage.yaml")
        .replace("name: First Africans, size: 24", "name: First Africans, count: 24");
    let (_, said) = found(&text);
    assert_eq!(said, ["error[unit-size]: \"First Africans\" does not say how many models it has"]);
}

/// Six of the eleven words of the list are in one book alone, and the year too.
#[test]
fn a_list_that_names_another_book_than_its_own_is_told_once() {
    let right = file("lists/fra/trebia-carthage.yaml");
    let text = right.replace("book: carthage-italy", "book: carthage-africa");
    let (report, said) = found(&text);
    assert_eq!(
        said,
        ["error[unknown-unit]: \"libyan-spearmen\" and 5 more are entries of the book \"carthage-italy\", \
             not of \"carthage-africa\""]
    );
    let finding = &report.findings[0];
    assert_eq!(finding.help.as_deref(), Some("write `book: carthage-italy`"));
    assert_eq!(
        &text[finding.labels[0].span.start as usize..finding.labels[0].span.end as usize],
        "carthage-africa"
    );
    assert_eq!(finding.mends.len(), 1);
    assert_eq!(finding.mends[0].text, "carthage-italy");
    // One strange entry is a fault of its own
    let (_, said) = found(&right.replace("unit: lonchophoroi, name: Mago", "unit: citizens, name: Mago"));
    assert_eq!(said, ["error[unknown-unit]: there is no entry \"citizens\" in Carthage in Italy"]);
}

/// Before 211 BC the legions' light men are the book's `leves`.
#[test]
fn an_entry_of_another_year_names_the_one_in_its_place() {
    let text = "army: A\nruleset: fra\nbook: republican-rome\npoints: 1000\ndate: 218 BC\nbaggage: true\n\
                units: [{unit: hastati}, {unit: principes}, {unit: velites}]\n";
    let (report, said) = found(text);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].starts_with("error[entry-unavailable]: \"Velites\" may not be taken"), "{said:?}");
    assert_eq!(report.findings[0].help.as_deref(), Some("for skirmishers the book has \"leves\" in 218 BC"));
}

#[test]
fn a_name_that_several_use_is_missing_once() {
    let text = file("lists/fra/trebia-carthage.yaml")
        .replace("name: African veterans, options", "name: African vets, options");
    let (report, said) = found(&text);
    assert_eq!(said, ["error[unknown-unit-name]: no unit is named \"African veterans\""]);
    let labels = &report.findings[0].labels;
    assert_eq!(labels.len(), 2);
    assert_eq!(labels[1].text, "named here too");
    // Both places are mended together
    assert!([0, 2].contains(&report.findings[0].mends.len()));
}

/// The mode decides what everything costs, so that with an unknown one nothing is known.
#[test]
fn an_unread_mode_is_not_taken_for_the_usual_one() {
    for mode in ["mode: [points]", "mdoe: points", "mode: pionts", "mode: points\nmode: historical"] {
        let text = file("lists/fra/trebia-carthage.yaml").replace("mode: points", mode);
        let (report, said) = found(&text);
        assert_eq!(said.len(), 1, "{mode}: {said:?}");
        assert!(!report.points.unwrap().complete, "{mode}");
        with_army(&built_in(), &text, |army| assert!(army.rules.has_points));
    }
}
