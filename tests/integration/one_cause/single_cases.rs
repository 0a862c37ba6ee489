//! Single cases with complete messages, worked out by hand.

use muster::check::report::ListReport;

use crate::common::{built_in, checked, file, lines, with_army};

fn found(text: &str) -> (ListReport, Vec<String>) {
    let report = checked(&built_in(), text);
    let reported = lines(&report);
    (report, reported)
}

/// Spears cost 40, five more than the size, which `impetuous` would take off again.
#[test]
fn an_unknown_option_leaves_the_total_open() {
    let list = |option: &str| {
        format!(
            "army: A\nruleset: fra\nmode: points\npoints: 35\nbaggage: true\n\
             units: [{{unit: spears, options: [{option}]}}]\n"
        )
    };
    let (report, reported) = found(&list("impetuus"));
    assert_eq!(reported, ["error[unknown-option]: there is no option \"impetuus\" in FR!Ancients"]);
    let points = report.points.unwrap();
    assert!(!points.complete);
    assert_eq!(points.total, 40);
    let (report, reported) = found(&list("impetuous"));
    assert!(reported.is_empty(), "{reported:?}");
    assert!(report.points.unwrap().complete);
    // The known part is already too much: two units of 40
    let more = list("impetuus").replace("[{unit", "[{unit: spears, count: 2}, {unit");
    let (_, reported) = found(&more);
    assert_eq!(
        reported,
        [
            "error[over-points]: the army costs at least 120 points, at least 85 more than the agreed 35",
            "error[unknown-option]: there is no option \"impetuus\" in FR!Ancients",
        ]
    );
}

#[test]
fn no_points_are_left_of_an_unknown_total() {
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

/// `count: 20` where twenty models are meant: the size is missing, and the cost is unknown.
#[test]
fn a_count_in_place_of_a_size_is_reported_but_not_its_cost() {
    let text = file("lists/wab/metaurus-carthage.yaml")
        .replace("name: First Africans, size: 24", "name: First Africans, count: 24");
    let (_, reported) = found(&text);
    assert_eq!(reported, ["error[unit-size]: \"First Africans\" does not say how many models it has"]);
}

/// Six of the eleven words of the list, and its year, fit only one other book.
#[test]
fn a_list_that_names_the_wrong_book_gets_one_finding() {
    let right = file("lists/fra/trebia-carthage.yaml");
    let text = right.replace("book: carthage-italy", "book: carthage-africa");
    let (report, reported) = found(&text);
    assert_eq!(
        reported,
        ["error[unknown-unit]: \"libyan-spearmen\" and 5 more are entries of the book \"carthage-italy\", \
             not of \"carthage-africa\""]
    );
    let finding = &report.findings[0];
    assert_eq!(finding.help.as_deref(), Some("write `book: carthage-italy`"));
    assert_eq!(
        &text[finding.labels[0].span.start as usize..finding.labels[0].span.end as usize],
        "carthage-africa"
    );
    assert_eq!(finding.edits.len(), 1);
    assert_eq!(finding.edits[0].text, "carthage-italy");
    // One unknown entry is a fault of its own
    let (_, reported) = found(&right.replace("unit: lonchophoroi, name: Mago", "unit: citizens, name: Mago"));
    assert_eq!(reported, ["error[unknown-unit]: there is no entry \"citizens\" in Carthage in Italy"]);
}

/// Before 211 BC the light infantry of the legions are the book's `leves`.
#[test]
fn an_entry_of_another_year_suggests_its_replacement() {
    let text = "army: A\nruleset: fra\nbook: republican-rome\npoints: 1000\ndate: 218 BC\nbaggage: true\n\
                units: [{unit: hastati}, {unit: principes}, {unit: velites}]\n";
    let (report, reported) = found(text);
    assert_eq!(reported.len(), 1, "{reported:?}");
    assert!(
        reported[0].starts_with("error[entry-unavailable]: \"Velites\" may not be taken"),
        "{reported:?}"
    );
    assert_eq!(report.findings[0].help.as_deref(), Some("for skirmishers the book has \"leves\" in 218 BC"));
}

#[test]
fn a_missing_name_that_several_use_is_reported_once() {
    let text = file("lists/fra/trebia-carthage.yaml")
        .replace("name: African veterans, options", "name: African vets, options");
    let (report, reported) = found(&text);
    assert_eq!(reported, ["error[unknown-unit-name]: no unit is named \"African veterans\""]);
    let labels = &report.findings[0].labels;
    assert_eq!(labels.len(), 2);
    assert_eq!(labels[1].text, "named here too");
    // Both places are fixed together
    assert!([0, 2].contains(&report.findings[0].edits.len()));
}

/// The mode determines all costs, so with an unknown mode no cost is known.
#[test]
fn an_unreadable_mode_is_not_replaced_by_the_default() {
    for mode in ["mode: [points]", "mdoe: points", "mode: pionts", "mode: points\nmode: historical"] {
        let text = file("lists/fra/trebia-carthage.yaml").replace("mode: points", mode);
        let (report, reported) = found(&text);
        assert_eq!(reported.len(), 1, "{mode}: {reported:?}");
        assert!(!report.points.unwrap().complete, "{mode}");
        with_army(&built_in(), &text, |army| assert!(army.rules.has_points));
    }
}
