//! Where charges are shown: the ledger, sheets, listings, differences, calls and searches.

use muster::rules::library::Library;
use serde_json::{Value, json};

use crate::common::{Folder, file};

/// 236 and 65 points in the commands, and 18 that the army pays.
const ARMY: &str = "\
army: Men of the bridge
ruleset: tolls
points: 400
commands:
  - name: Left
    commander: {role: chief, name: Hanno, with: Lancers}
    units:
      - {unit: riders, name: Lancers, options: [mail]}
      - {unit: elite, name: Elite, count: 3}
      - {unit: cart, name: Wagons, count: 2}
  - name: Right
    commander: {role: captain, name: Mago, with: Drums}
    units:
      - {unit: drum, name: Drums}
      - {unit: levy, name: Peasants, size: 20}
";

/// Returns a folder with the rules of the tolls, and the army.
fn bridge() -> Folder {
    let folder = Folder::new();
    folder.write("rulesets/tolls/ruleset.yaml", &file("tests/data/rulesets/tolls/ruleset.yaml"));
    folder.write("army.yaml", ARMY);
    folder
}

/// Returns the lines of a page, each with its words one space apart.
fn words(page: &str) -> Vec<String> {
    page.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

/// Asserts that a page has these lines, in this order.
fn has_in_order(page: &str, wanted: &[&str]) {
    let lines = words(page);
    let mut rest = lines.iter();
    for line in wanted {
        assert!(rest.any(|found| found == line), "{line}\n\n{}", lines.join("\n"));
    }
}

#[test]
fn the_ledger_has_a_line_for_each_charge_and_who_pays_it() {
    let ran = bridge().muster(&["cost", "army.yaml"]);
    assert_eq!(ran.status, Some(0), "{ran:?}");
    has_in_order(
        &ran.out,
        &[
            "Left 236",
            // A drum is there, so riders cost 45, and their chief 30
            "Chief 30 tolls/roles/chief",
            "Riders 45 tolls/units/riders",
            "3 x Elite 120",
            "2 x Wagons 26",
            "Cart, 2 x 4 8 tolls/units/cart",
            "Fodder (9 for each 2 of 1 unit tagged \"horse\", rounded up), 2 x 9 18 tolls/charges/fodder",
            "paid by the command 12",
            "Staff 12 tolls/charges/staff",
            "Right 65",
            "Pay 1 tolls/charges/pay",
            "paid by the command 12",
            "paid by the army 18",
            "Third and further (1 above 2 of 3 \"Elite\") 20 tolls/charges/further",
            "Plunder (-2 for each 25 of 40 points of units tagged \"irregular\", rounded down) -2 tolls/charges/plunder",
            "total 319 of 400 points, 81 left",
        ],
    );
}

#[test]
fn rosters_have_the_charges_of_the_army_of_commands_and_of_units() {
    let folder = bridge();
    let sheet = |format: &str| folder.muster(&["render", "roster", "army.yaml", "--format", format]).out;
    has_in_order(
        &sheet("text"),
        &[
            "2 × Wagons 26",
            "Fodder 9 (9 for each 2 of 1 unit tagged \"horse\", rounded up)",
            "Staff 12",
            "Drums 8",
            "Pay 1",
            "Staff 12",
            "Paid by the army",
            "Third and further 20",
            "1 above 2 of 3 \"Elite\"",
            "Plunder −2",
            "−2 for each 25 of 40 points of units tagged \"irregular\", rounded down",
            "Total 319 of 400 points",
        ],
    );
    has_in_order(
        &sheet("markdown"),
        &[
            "| **2 × Wagons** | Cart, 13 points each | | Fodder 9 (9 for each 2 of 1 unit tagged \"horse\", rounded up) | 26 |",
            "| **Staff** | | | | 12 |",
            "| **Drums** | Drum | | Pay 1; with Mago (Captain) | 8 |",
            "## Paid by the army",
            "- Third and further: 20 (1 above 2 of 3 \"Elite\")",
        ],
    );
    let html = sheet("html");
    for text in ["Paid by the army", "Third and further", "Charges:", "Plunder", "Staff"] {
        assert!(html.contains(text), "{text}");
    }
}

#[test]
fn cards_and_summaries_have_them_too() {
    let folder = bridge();
    let cards = folder.muster(&["render", "cards", "army.yaml", "--format", "text", "--summary"]).out;
    has_in_order(
        &cards,
        &[
            "Third and further: 20",
            "Plunder: −2",
            "Hanno 30, Lancers 48, 3 × Elite 120, 2 × Wagons 26, Staff 12",
            "Wagons, 1 of 2 13 points",
            "Cart",
            "Fodder 9 (9 for each 2 of 1 unit tagged \"horse\", rounded up)",
        ],
    );
    let context = folder.muster(&["render", "roster", "army.yaml", "--context"]).json();
    let charge = json!({
        "what": "Third and further", "each": 20, "times": 1, "total": 20, "shown": "20", "rule": "tolls/charges/further",
        "how": "1 above 2 of 3 \"Elite\""
    });
    assert_eq!(context["army"]["charges"][0], charge);
    assert_eq!(context["commands"][0]["charges"][0]["what"], "Staff");
    assert_eq!(context["commands"][0]["units"][2]["charges"][0]["rule"], "tolls/charges/fodder");
    assert_eq!(context["commands"][0]["units"][0]["charges"], json!([]));
}

#[test]
fn rules_and_explain_say_what_is_paid_for_and_by_whom() {
    let folder = bridge();
    let rules = folder.muster(&["rules", "tolls"]).out;
    let together = words(&rules).join(" ");
    for text in [
        "riders 45 if there are \"Drum\", else 60",
        "banner: Banner (50 for units tagged \"armoured\", 30 for units tagged \"horse\", else 15).",
        "further: Third and further: 20 for each unit tagged \"special\" above 2, each entry apart, paid by the army",
        "fodder: Fodder: 9 for each 2 units tagged \"horse\", rounded up, paid by \"Cart\"",
        "staff: Staff: 12, paid by each command",
        "plunder: Plunder: -2 for each 25 points of units tagged \"irregular\", rounded down, at most 3 times, paid by the army",
        "pay: Pay: 1, paid by units tagged \"drum\"",
    ] {
        assert!(together.contains(text), "{text}\n\n{rules}");
    }
    let explained = folder.muster(&["explain", "tolls/charges/further"]);
    assert_eq!(explained.status, Some(0), "{explained:?}");
    has_in_order(
        &explained.out,
        &[
            "tolls/charges/further",
            "Third and further",
            "paid by the army",
            "further: {name: Third and further, count: {tag: special}, by: entry, above: 2, cost: 20}",
        ],
    );
}

#[test]
fn a_charge_that_is_gone_is_a_difference() {
    let folder = bridge();
    folder.write("fewer.yaml", &ARMY.replace("count: 3", "count: 2"));
    let ran = folder.muster(&["diff", "army.yaml", "fewer.yaml"]);
    has_in_order(
        &ran.out,
        &["army", "- charge Third and further: 20", "Left 236 196 -40", "total 319 259 -60"],
    );
}

#[test]
fn listings_and_rooms_count_charges() {
    let folder = bridge();
    let csv = folder.muster(&["check", "army.yaml", "--format", "csv"]).out;
    assert!(csv.contains(",Men of the bridge,319,400,legal,"), "{csv}");
    let rooms = folder.muster(&["rooms", "army.yaml"]).out;
    has_in_order(&rooms, &["Points 319 up to 400 81 left"]);
}

#[test]
fn a_call_says_how_often_each_is_paid() {
    let request = json!({"op": "army", "list": {"text": ARMY}}).to_string();
    let folder = bridge();
    let library = Library::new(vec![folder.path().join("rulesets")]);
    let answer: Value = serde_json::from_str(&muster::call(&library, &request)).unwrap();
    let army = &answer["ok"];
    assert_eq!(
        army["lines"][0],
        json!({"what": "Third and further", "each": 20, "times": 1, "sum": 20, "rule": "tolls/charges/further",
            "how": "1 above 2 of 3 \"Elite\""}),
        "{answer}"
    );
    assert_eq!(
        army["commands"][0]["lines"],
        json!([{"what": "Staff", "each": 12, "times": 1, "sum": 12, "rule": "tolls/charges/staff"}])
    );
    let wagons = army["rows"].as_array().unwrap().iter().find(|row| row["name"] == "Wagons").unwrap();
    assert_eq!((&wagons["each"], &wagons["cost"]), (&json!(13), &json!(26)));
    assert_eq!(wagons["lines"][1]["how"], "9 for each 2 of 1 unit tagged \"horse\", rounded up");
}

#[test]
fn suggestions_count_charges() {
    let folder = bridge();
    folder.write("over.yaml", &ARMY.replace("points: 400", "points: 318"));
    let ran = folder.muster(&["suggest", "over.yaml", "--time", "60"]);
    // One peasant fewer is two points fewer, and leaves a full 25 points of them
    has_in_order(&ran.out, &["Peasants: size 19", "Lancers lose mail"]);
    assert!(ran.out.contains("1. 317 of 318 points, 1 left"), "{}", ran.out);
}
