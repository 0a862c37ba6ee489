//! Tags have names for people, and every message uses them.

use crate::common::{Folder, built_in, checked, file, rules, with};
use crate::limits::support::message;

/// Hannibal's army at the Trebia with 1 unit of Numidians in place of 3. It then has 4 units of horse.
#[test]
fn a_share_of_horse_is_told_by_that_name() {
    let list = with(
        &file("lists/fra/trebia-carthage.yaml"),
        "{unit: numidian-cavalry, name: Numidians, count: 3}",
        "{unit: numidian-cavalry, name: Numidians}",
    );
    let report = checked(&built_in(), &list);
    assert_eq!(message(&report), "1 unit of Numidians, at least 1 1/3 needed: 1/3 of 4 horse");
}

/// A game with a tag that has a name, and with another that only the book of one army names.
fn named(limit: &str, need: &str) -> (Folder, muster::rules::library::Library) {
    let ruleset = format!(
        "ruleset: toy
name: Toy
version: 1.0.0
tags:
  horse: {{name: riders, one: rider}}
  poor: {{name: the poor}}
options: {{lance: {{name: Lance, cost: 0, needs: {need}}}}}
every-unit: {{options: [lance?]}}
units:
  foot: {{name: Foot, tags: [foot, poor], cost: 1}}
  horse: {{name: Horse, tags: [horse], cost: 1}}
limits:
  horse: {limit}
"
    );
    let book = "book: hills\nruleset: toy\nname: Hills\nversion: 1.0.0\ntags: {foot: {name: hillmen}, poor: {name: herdsmen}}
entries: {foot: {unit: foot}, horse: {unit: horse}}\n";
    rules("toy", &ruleset, &[("hills", book)])
}

fn list(book: &str, foot: &str) -> String {
    format!(
        "army: Trial\nruleset: toy\n{book}points: 100\nunits:\n  - {{unit: horse, count: 3}}\n  - {{unit: foot, count: 2{foot}}}\n"
    )
}

#[test]
fn a_book_names_tags_for_its_own_army() {
    let limit = "{count: {tag: horse}, max: {share: 1, of: {tag: [foot, poor]}, round: down}}";
    let (_folder, library) = named(limit, "{tag: horse}");
    // Without names for both, the tags are told as they are written
    let plain = checked(&library, &list("", ""));
    assert_eq!(
        message(&plain),
        "3 riders, at most 2 allowed: as much as 2 units tagged \"foot\" or \"poor\", rounded down"
    );
    let named = checked(&library, &list("book: hills\n", ""));
    assert_eq!(
        message(&named),
        "3 riders, at most 2 allowed: as much as 2 hillmen and herdsmen, rounded down"
    );
}

#[test]
fn needs_and_parts_of_selectors_use_the_names() {
    for (limit, need, wanted) in [
        ("{count: {tag: horse}, max: 9}", "{tag: horse}", "\"lance\" needs riders"),
        (
            "{count: {tag: horse}, max: 9}",
            "{tag: [horse, poor], option: lance, not: {unit: foot}}",
            "\"lance\" needs riders or the poor with the option \"lance\" but not \"Foot\"",
        ),
    ] {
        let (_folder, library) = named(limit, need);
        let report = checked(&library, &list("", ", options: [lance]"));
        assert_eq!(message(&report), wanted);
    }
    for (limit, wanted) in [
        ("{count: {tag: horse, not: {tag: poor}}, min: 4}", "3 riders but not the poor, at least 4 needed"),
        ("{count: {tag: horse, unit: horse}, min: 4}", "3 \"Horse\" that are riders, at least 4 needed"),
        (
            "{count: {tag: horse}, max: 0, when: {present: {tag: poor}}}",
            "3 riders, none allowed, since there are the poor",
        ),
    ] {
        let (_folder, library) = named(limit, "{tag: horse}");
        assert_eq!(message(&checked(&library, &list("", ""))), wanted);
    }
}

#[test]
fn a_name_for_a_tag_that_no_unit_has_is_reported_by_lint() {
    let (folder, _) = named("{count: {tag: horse}, max: 9}", "{tag: horse}");
    let ruleset = folder.read("toy/ruleset.yaml");
    folder.write("toy/ruleset.yaml", &with(&ruleset, "  poor: {name: the poor}", "  hores: {name: horse}"));
    let lint = folder.muster(&["lint", "--format", "concise", "toy"]).out;
    let line = lint.lines().find(|line| line.contains("hores")).unwrap_or_else(|| panic!("{lint}"));
    assert!(
        line.contains(":6:3: warning[never-matches]: the tag \"hores\" has a name, but no unit has the tag"),
        "{lint}"
    );
}

#[test]
fn names_are_shown_and_explained() {
    let folder = Folder::new();
    let page = folder.muster(&["rules", "carthage-italy"]).out;
    assert!(page.contains("\nTags\n"), "{page}");
    assert!(page.contains("\n  veteran-foot: African and Iberian foot\n"), "{page}");
    assert!(folder.muster(&["rules", "fra"]).out.contains("\n  cavalry: horse\n"));
    let explained = folder.muster(&["explain", "carthage-italy/tags/numidian"]).out;
    assert!(explained.starts_with("carthage-italy/tags/numidian\n  Numidians\n"), "{explained}");
}
