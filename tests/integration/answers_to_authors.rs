//! The answers of `docs/how-do-i-say.md` do what the questions ask: lists at the edge of each are judged by hand.

use serde_yaml::Value as Yaml;

use crate::common::{Folder, file};
use crate::format_pages::{blocks, check_list, merge};

/// A question, a list in the game of the page with its answer, and the verdict, total and codes.
const CASES: [(&str, &str, &str); 32] = [
    ("A unit contains another body: a crew, riders, a mount", "units: [{unit: elephants}]", "legal 60"),
    ("A unit may buy something", "units: [{unit: archers, size: 5, options: [mail]}]", "legal 30"),
    ("It costs more for these", "units: [{unit: riders, size: 5, options: [mail]}]", "legal 65"),
    ("One or the other", "units: [{unit: archers, size: 5, options: [sling]}]", "legal 30"),
    (
        "One or the other",
        "units: [{unit: spears, size: 5, options: [mail, standard]}]",
        "illegal 35 option-conflict",
    ),
    ("It replaces what the unit has", "units: [{unit: archers, size: 5, options: [sling]}]", "legal 25"),
    (
        "Only for those who have something else, and never together",
        "units: [{unit: spears, size: 5, options: [standard]}]",
        "illegal 30 option-needs",
    ),
    (
        "It may be had only with another option",
        "characters: [{unit: hero, role: general, options: [horse, barding]}]\nunits: [{unit: spears, size: 5}]",
        "legal 84",
    ),
    (
        "One word stands for several options",
        "units: [{unit: guards, size: 5, options: [full-command]}]",
        "legal 50",
    ),
    ("Every unit may have it", "units: [{unit: riders, size: 5, options: [veteran]}]", "legal 58"),
    (
        "A reason lets a unit have what its type is not offered",
        "units: [{unit: riders, size: 5, options: [mail: {because: Polybius 3.87}]}]",
        "legal 55 settled",
    ),
    ("At most two of a kind", "units: [{unit: elephants, count: 2}]", "legal 120"),
    ("At most two of a kind", "units: [{unit: elephants, count: 3}]", "illegal 180 too-many"),
    (
        "One in the army of something to buy",
        "units: [{unit: spears, size: 5, count: 2, options: [standard]}]",
        "illegal 60 too-many",
    ),
    (
        "At most three of each kind",
        "units: [{unit: guards, size: 1, count: 4}, {unit: riders, size: 1, count: 3}]",
        "illegal 58 too-many",
    ),
    ("None, or two to four", "units: [{unit: riders, size: 1}]", "illegal 10 does-not-hold"),
    ("Always in pairs", "units: [{unit: guards, size: 1, count: 3}]", "illegal 21 not-a-multiple"),
    (
        "No more of these than of those",
        "units: [{unit: archers, size: 1, count: 2}, {unit: spears, size: 1}]",
        "illegal 14 too-many",
    ),
    (
        "At most half of a unit's models have it",
        "units: [{unit: spears, size: 11, options: [mail: 5]}]",
        "legal 49",
    ),
    (
        "At most half of a unit's models have it",
        "units: [{unit: spears, size: 11, options: [mail: 6]}]",
        "illegal 50 too-many",
    ),
    ("One for each 1,000 points", "points: 999\nunits: [{unit: elephants}]", "illegal 60 too-many"),
    ("One for each 1,000 points", "points: 1999\nunits: [{unit: elephants}]", "legal 60"),
    (
        "One for each 1,000, but one in small armies too",
        "points: 500\nunits: [{unit: elephants}]",
        "legal 60",
    ),
    ("800 counts as 1,000", "points: 799\nunits: [{unit: elephants}]", "illegal 60 too-many"),
    ("800 counts as 1,000", "points: 800\nunits: [{unit: elephants}]", "legal 60"),
    (
        "Four, and one more for each 1,000 above 2,000",
        "points: 2999\nunits: [{unit: hero, role: captain, count: 5}]",
        "illegal 200 too-many",
    ),
    (
        "Four, and one more for each 1,000 above 2,000",
        "points: 3000\nunits: [{unit: hero, role: captain, count: 5}]",
        "legal 200",
    ),
    (
        "The attacker may field a quarter more than was agreed",
        "points: 80\nunits: [{unit: riders, size: 10}]",
        "legal 100",
    ),
    (
        "The attacker may field a quarter more than was agreed",
        "points: 80\nunits: [{unit: riders, size: 10}, {unit: spears, size: 1}]",
        "illegal 104 over-points",
    ),
    (
        "At most a third of the models",
        "units: [{unit: archers, size: 5}, {unit: spears, size: 8}]",
        "legal 57",
    ),
    (
        "At most a third of the models",
        "units: [{unit: archers, size: 5}, {unit: spears, size: 7}]",
        "illegal 53 too-many",
    ),
    (
        "If there are more than two, something is needed",
        "units: [{unit: riders, size: 1, count: 3}]",
        "illegal 30 too-few",
    ),
];

#[test]
fn each_answer_does_what_its_question_asks() {
    let (folder, page) = (Folder::new(), file("docs/how-do-i-say.md"));
    let game: Yaml = serde_yaml::from_str(&blocks(&page)[0].1).unwrap();
    let mut wrong = Vec::new();
    for (question, list, expected) in CASES {
        let (_, after) =
            page.split_once(&format!("### {question}\n")).unwrap_or_else(|| panic!("{question}"));
        let (how, answer) = &blocks(after)[0];
        assert_eq!(*how, "yaml rulesets/band/ruleset.yaml alone", "{question}");
        let mut whole = game.clone();
        merge(&mut whole, serde_yaml::from_str(answer).unwrap());
        folder.write("rulesets/band/ruleset.yaml", &serde_yaml::to_string(&whole).unwrap());
        let points = if list.starts_with("points:") { "" } else { "points: 1000\n" };
        folder.write("army.yaml", &format!("army: A\nruleset: band\n{points}{list}\n"));
        let (verdict, findings, total) = check_list(&folder, "army.yaml");
        let codes = findings.iter().map(|finding| format!(" {}", finding["code"].as_str().unwrap()));
        let judged = format!("{verdict} {total}{}", codes.collect::<String>());
        if judged != expected {
            wrong.push(format!("{question}\n  {list}\n  expected {expected}\n  judged   {judged}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}
