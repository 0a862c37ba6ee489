//! A cost that is known in part counts in part: too much is an error, but how many points are left is
//! unknown.

use crate::common::{Folder, checked, lines};

const RULES: &str = "\
ruleset: toy
name: Toy
version: 1.0.0
commands: {led-by: [boss]}
options:
  banner: {name: Banner}
  horn: {name: Horn, cost: 7}
units:
  guard: {name: Guard, cost: 200, tags: [good], options: [banner?, horn?]}
  cart: {name: Cart, cost: 30, parts: {crew: {unit: crew}, rider: {unit: rider}}}
  crew: {name: Crew}
  rider: {name: Rider, cost: 12}
roles:
  boss: {name: Boss, cost: 40}
limits:
  few-good: {sum: points, of: {tag: good}, max: 250, severity: warning}
  many-good: {sum: points, of: {tag: good}, min: 150, severity: warning}
";

const BOOK: &str = "\
book: own
ruleset: toy
name: Own
version: 1.0.0
entries:
  guard: {unit: guard}
  friend: {name: The Friend, roles: [boss], max: 1}
allies:
  neighbours: {book: other}
";

const OTHER: &str = "\
book: other
ruleset: toy
name: Other
version: 1.0.0
entries:
  guard: {unit: guard}
";

fn folder() -> Folder {
    let folder = Folder::new();
    folder.write("rulesets/toy/ruleset.yaml", RULES);
    folder.write("rulesets/toy/books/own.yaml", BOOK);
    folder.write("rulesets/toy/books/other.yaml", OTHER);
    folder
}

/// Returns the total, whether all of it is known, and the findings.
fn check_total(text: &str) -> (String, bool, Vec<String>) {
    let folder = folder();
    let library = muster::rules::library::Library::new(vec![folder.path().join("rulesets")]);
    let report = checked(&library, text);
    let points = report.points.as_ref().unwrap();
    // That a price is missing, and what cannot be proven without it, are warnings
    let expected = ["[points-unknown]", "[not-checked]"];
    let found =
        lines(&report).into_iter().filter(|line| !expected.iter().any(|code| line.contains(code))).collect();
    (points.total.to_string(), points.complete, found)
}

fn army(points: u32, row: &str) -> String {
    format!("army: Trial\nruleset: toy\npoints: {points}\nunits:\n  - {row}\n")
}

#[test]
fn the_known_part_of_a_unit_is_what_the_agreed_size_is_compared_with() {
    let row = "{unit: guard, options: [banner]}";
    let over =
        "error[over-points]: the army costs at least 200 points, at least 100 more than the agreed 100";
    assert_eq!(check_total(&army(100, row)), ("200".to_owned(), false, vec![over.to_owned()]));
    assert_eq!(check_total(&army(200, row)), ("200".to_owned(), false, vec![]));
    // 200, and 7 for the horn
    let both = check_total(&army(300, "{unit: guard, options: [banner, horn]}"));
    assert_eq!((both.0.as_str(), both.1), ("207", false));
    // A cart of 30 with a rider of 12 and a crew of an unknown price, twice
    let cart = check_total(&army(300, "{unit: cart, count: 2, parts: {crew: 1, rider: 1}}"));
    assert_eq!((cart.0.as_str(), cart.1), ("84", false), "{cart:?}");
}

#[test]
fn limits_on_points_use_the_known_part() {
    // 207 points of good troops are within 250; two units make 414 and are not, whatever banners cost
    let row = "{unit: guard, options: [banner, horn]}";
    assert_eq!(check_total(&army(900, row)).2.iter().filter(|l| l.contains("too-many")).count(), 0);
    let two = check_total(&army(900, "{unit: guard, count: 2, options: [banner, horn]}"));
    let high: Vec<&String> = two.2.iter().filter(|l| l.contains("[too-many]")).collect();
    assert_eq!(
        high,
        ["warning[too-many]: 414 points of units tagged \"good\", at most 250 allowed"],
        "{two:?}"
    );
}

#[test]
fn an_ally_and_a_person_are_counted_as_far_as_they_are_known() {
    let text = "army: Trial\nruleset: toy\nbook: own\npoints: 900\ncommands:\n  - name: Ours\n    commander: {unit: \
                friend}\n    units:\n      - {unit: guard}\n  - ally: neighbours\n    points: 150\n    commander: \
                {role: boss, name: Bo}\n    units:\n      - {unit: guard, options: [banner]}\n";
    let (total, complete, found) = check_total(text);
    // 40 and 200, 40 and 200: the ally's 240 are 90 more than the ally's 150, at least
    assert_eq!((total.as_str(), complete), ("480", false), "{found:?}");
    let over: Vec<&String> = found.iter().filter(|l| l.contains("[over-points]")).collect();
    assert_eq!(over.len(), 1, "{found:?}");
    assert!(over[0].ends_with("costs at least 240 points, at least 90 more than the agreed 150"), "{over:?}");
}

#[test]
fn nothing_is_left_of_at_least() {
    let folder = folder();
    folder.write("army.yaml", &army(300, "{unit: guard, options: [banner]}"));
    let shown = folder.muster(&["cost", "army.yaml"]);
    assert!(shown.out.contains("total at least 200 of 300 points\n"), "{shown:?}");
    let json = folder.muster(&["check", "army.yaml", "--format", "json"]).json();
    let points = &json["lists"][0]["points"];
    assert_eq!(
        (&points["complete"], points["total"].to_string().contains("200")),
        (&false.into(), true),
        "{points}"
    );
    for format in ["text", "markdown"] {
        let roster = folder.muster(&["render", "roster", "army.yaml", "--format", format]);
        assert!(roster.out.contains("at least 200 of 300 points"), "{format}: {roster:?}");
        assert!(!roster.out.contains("left"), "{format}: {roster:?}");
    }
}
