//! Rules that umpires have had to rule on, each with a book of its own in `tests/data/rulings`. A body costs
//! 10 points, or 1 if the book says so.

use std::fmt::Write as _;
use std::path::PathBuf;

use muster::check::check_files::CheckOptions;
use muster::rules::library::Library;

/// Returns a list for a book, with this many units of each entry.
fn list(book: &str, points: u32, units: &[(&str, u32)]) -> String {
    let mut text = format!("army: X\nruleset: rulings\nbook: {book}\npoints: {points}\nunits:\n");
    for (unit, count) in units.iter().filter(|(_, count)| *count > 0) {
        writeln!(text, "  - {{unit: {unit}, count: {count}}}").unwrap();
    }
    text
}

/// Returns the findings on a list: the code with its rule, and the message.
fn found(list: &str) -> Vec<(String, String)> {
    let library = Library::new(vec![PathBuf::from("tests/data/rulings")]);
    let report = muster::checked_list::check_list(
        &library,
        "list.yaml",
        list.as_bytes().to_vec(),
        &CheckOptions::default(),
    );
    assert!(library.findings().is_empty(), "{:?}", library.findings());
    assert!(report.ruleset.is_some(), "{list}");
    let named = |rule: Option<String>| rule.unwrap_or_else(|| "no rule".to_owned());
    report
        .findings
        .into_iter()
        .map(|f| (format!("{} {}", f.code.as_str(), named(f.rule_path)), f.message))
        .collect()
}

fn holds(list: &str) {
    assert_eq!(found(list), [], "{list}");
}

/// Asserts that a list breaks exactly this rule, with a message that contains `words`.
fn breaks(list: &str, rule: &str, words: &str) {
    let found = found(list);
    assert_eq!(found.len(), 1, "{list}{found:?}");
    assert_eq!(found[0].0, rule, "{list}{found:?}");
    assert!(found[0].1.contains(words), "{list}{found:?}");
}

#[test]
fn one_per_eight_means_complete_groups() {
    for (spears, allowed) in [(1, 0), (7, 0), (8, 1), (15, 1), (16, 2), (23, 2), (24, 3)] {
        let list = |camels| list("eight", 1000, &[("spears", spears), ("camels", camels)]);
        holds(&list(allowed));
        let words =
            if allowed == 0 { "none allowed".to_owned() } else { format!("at most {allowed} allowed") };
        breaks(&list(allowed + 1), "too-many eight/limits/camels", &words);
    }
}

#[test]
fn a_share_has_its_base_and_its_rounding() {
    // A third of the agreed 100 points is 33 1/3, rounded up to 34, whatever is spent
    for spears in [1, 3] {
        let list = |camels| list("shares", 100, &[("spears", spears), ("camels", camels)]);
        holds(&list(34));
        breaks(&list(35), "too-many shares/limits/camels", "at most 34 allowed");
    }
    // A third of what is spent: 20 points of spears and 10 of horse are 30; 20 and 11 are 31, a third of
    // which is 10 1/3
    let list = |spears, horse| list("shares", 100, &[("spears", spears), ("horse", horse)]);
    holds(&list(2, 10));
    breaks(&list(2, 11), "too-many shares/limits/horse", "at most 10 allowed");
    holds(&list(4, 20));
    breaks(&list(4, 21), "too-many shares/limits/horse", "at most 20 allowed");
}

#[test]
fn two_categories_share_one_half() {
    // Each on its own would be far below half of 100 points
    let list =
        |horse, elephants| list("half", 100, &[("spears", 3), ("horse", horse), ("elephants", elephants)]);
    holds(&list(5, 0));
    holds(&list(3, 2));
    holds(&list(0, 5));
    breaks(&list(3, 3), "too-many half/limits/horse-and-elephants", "60");
    // And half of 110 is 55, not 60
    let odd = self::list("half", 110, &[("horse", 3), ("elephants", 3)]);
    breaks(&odd, "too-many half/limits/horse-and-elephants", "at most 55");
}

#[test]
fn pairs_are_counted_as_the_rule_says() {
    let list = |spears, bows| list("pairs", 200, &[("spears", spears), ("bows", bows)]);
    holds(&list(2, 2));
    holds(&list(4, 0));
    breaks(&list(3, 2), "not-a-multiple pairs/limits/foot", "5");
    // Four foot are two pairs, but three bows are none
    breaks(&list(1, 3), "not-a-multiple pairs/entries/bows", "3");
}

#[test]
fn generals_count_as_their_troop_type() {
    let list = |horse, general: &str| {
        format!("{}{general}\n", list("generals", 100, &[("spears", 2), ("horse", horse)]))
    };
    let own_body = "characters:\n  - {unit: companions, role: general}";
    let joined = "characters:\n  - {role: general, name: X, with: Spears}";
    holds(&list(2, own_body));
    breaks(&list(3, own_body), "too-many generals/limits/mounted", "4");
    // A general who only joins a unit is not a body himself
    holds(&list(3, joined));
    let as_unit = |horse| {
        let rows = self::list("generals", 100, &[("spears", 2), ("horse", horse)]);
        format!("{rows}  - {{unit: companions, role: general}}\n")
    };
    holds(&as_unit(2));
    breaks(&as_unit(3), "too-many generals/limits/mounted", "4");
}

#[test]
fn the_dates_of_ally_and_list_must_overlap() {
    let list = |date: &str, ally: &str| {
        format!(
            "army: X\nruleset: rulings\nbook: friends\npoints: 100\ndate: {date}\ncommands:\n  \
             - commander: {{role: general, name: A, with: Spears}}\n    units: [{{unit: spears}}]\n  \
             - ally: {ally}\n    points: 50\n    commander: {{role: ally-general, name: B, with: Bows}}\n    \
             units: [{{unit: bows}}]\n"
        )
    };
    // The helpers have a book of 250 to 150 BC, the friends of 300 to 200 BC
    for date in ["250 BC", "225 BC", "200 BC"] {
        holds(&list(date, "helpers"));
    }
    let early = found(&list("251 BC", "helpers"));
    assert!(early.iter().any(|f| f.0.starts_with("ally ")), "{early:?}");
    // The early friends have dates of their own, which replace the book's
    for date in ["250 BC", "240 BC"] {
        holds(&list(date, "early"));
    }
    for date in ["261 BC", "239 BC"] {
        let found = found(&list(date, "early"));
        assert!(found.iter().any(|f| f.0.starts_with("ally ")), "{date}: {found:?}");
    }
}
