//! Unfinished lists: drafts, and lists without a date or a size.

use crate::common::{checked, lines, ruled, rules};
use crate::rulesets::war_game::{BOOK, WAR, army, north, war};
use muster::check::report::Verdict;

#[test]
fn a_draft_turns_unmet_minimums_into_notes() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let draft = |text: &str| checked(&library, &(text.to_owned() + "draft: true\n"));
    let bare = north("100 BC", &["{unit: twins, size: 5}", "{unit: paired, size: 4}"])
        .replace("  - {unit: clansmen, size: 10}\n", "");
    let report = draft(&bare);
    assert_eq!(report.verdict, Verdict::Draft, "{:#?}", lines(&report));
    let found: Vec<(&str, &str)> =
        report.findings.iter().map(|f| (f.severity.as_str(), f.code.as_str())).collect();
    assert_eq!(found.len(), 5, "{:#?}", lines(&report));
    for code in ["too-few", "choice-missing", "does-not-hold", "not-a-multiple", "unit-size"] {
        assert!(found.contains(&("note", code)), "{code}: {:#?}", lines(&report));
    }
    assert_eq!(checked(&library, &bare).verdict, Verdict::Illegal);
    // Too many is still too many, and makes a draft illegal
    let many = draft(&north("217 BC", &["{unit: raiders, size: 5, count: 3}"]));
    assert_eq!(many.verdict, Verdict::Illegal);
    assert_eq!(ruled(&many), ["error too-many north/entries/raiders"]);
    assert_eq!(draft(&north("217 BC", &[])).verdict, Verdict::Draft);
}

#[test]
fn a_missing_date_or_size_is_reported_once_for_all_rules() {
    let (_folder, library) = rules("war", WAR, &[("north", BOOK)]);
    let rows = ["{unit: raiders, size: 5}", "{unit: late, size: 5}", "{unit: turn, size: 5}"];
    let text = north("", &rows) + "choose: {reform: old}\n";
    let report = checked(&library, &text);
    assert_eq!(ruled(&report), ["warning date-needed -"], "{:#?}", lines(&report));
    assert_eq!(report.verdict, Verdict::Legal);
    let help = report.findings[0].help.clone().unwrap();
    assert!(["Raiders", "Late", "Turn"].iter().all(|name| help.contains(name)), "{help}");
    let report = checked(&library, &text.replace("points: 2000\n", ""));
    assert_eq!(ruled(&report), ["warning date-needed -", "warning points-needed -"]);
    // If nothing depends on the date, none is needed
    let (_other, plain) = war();
    assert!(checked(&plain, &army(&["{unit: M, size: 10}"])).findings.is_empty());
}

#[test]
fn a_limit_or_a_minimum_that_depends_on_the_date_makes_it_needed() {
    let limit = "limits:\n  late: {count: {tag: foot}, max: 0, when: {date: {from: 200 BC}}}\n";
    let (_folder, library) = rules("war", &WAR.replace("limits:\n", limit), &[]);
    let text = army(&["{unit: M, size: 10}"]);
    let report = checked(&library, &text);
    assert_eq!(ruled(&report), ["warning date-needed -"], "{:#?}", lines(&report));
    assert!(checked(&library, &(text.clone() + "date: 201 BC\n")).findings.is_empty());
    assert_eq!(ruled(&checked(&library, &(text + "date: 200 BC\n"))), ["error too-many war/limits/late"]);
    let book = "book: north\nruleset: war\nname: N\nversion: 1\nentries:\n  clansmen: {unit: men}\n  \
                sworn: {unit: men, name: Sworn, dates: {to: 250 BC}, min: 1}\n";
    let (_folder, library) = rules("war", WAR, &[("north", book)]);
    let report = checked(&library, &north("", &[]));
    assert_eq!(ruled(&report), ["warning date-needed -"], "{:#?}", lines(&report));
}

#[test]
fn a_minimum_of_an_entry_applies_only_after_the_answer_that_allows_it() {
    let book = BOOK.replace("when: {choice: {reform: new}}", "when: {choice: {reform: new}}, min: 1");
    let (_folder, library) = rules("war", WAR, &[("north", &book)]);
    let faults = |choose: &str| ruled(&checked(&library, &(north("100 BC", &[]) + choose)));
    let open = faults("");
    assert!(open.len() == 1 && open[0].starts_with("error choice-missing"), "{open:?}");
    assert_eq!(faults("choose: {reform: new}\n"), ["error too-few north/entries/moderns"]);
    assert!(faults("choose: {reform: old}\n").is_empty());
}
