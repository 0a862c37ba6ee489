//! What is offered at the places of a list, and what it leads to.

use muster::build::edits::{ListEdit, edit_list};
use muster::build::finding_identity::identify_findings;
use muster::build::offers::{Offer, OfferDepth, OfferKind, OfferPlace, offers, step_against};
use muster::build::trial::Grade;
use muster::{Library, Number, Severity, Verdict};
use serde_json::json;

use super::{check, rows_of, shipped_lists, some_shipped_lists, with_trials};

const CARTHAGE: &str = "lists/fra/trebia-carthage.yaml";

fn points(n: i64) -> Number {
    n.into()
}

fn carthage() -> String {
    std::fs::read_to_string(CARTHAGE).unwrap()
}

fn place(at: &str, kinds: &[OfferKind]) -> OfferPlace {
    OfferPlace { at: at.to_owned(), kinds: (!kinds.is_empty()).then(|| kinds.to_vec()), entries: None }
}

/// Returns the offers at a place of a list.
fn offers_at(text: &str, at: &str, kinds: &[OfferKind], depth: OfferDepth) -> Vec<Offer> {
    let library = Library::default();
    let mut found = Vec::new();
    with_trials(&library, CARTHAGE, text, |trials, checked| {
        found = offers(trials, checked.army().unwrap(), &place(at, kinds), depth).unwrap();
    });
    found
}

fn edits(value: serde_json::Value) -> Vec<ListEdit> {
    serde_json::from_value(value).unwrap()
}

#[test]
fn one_more_is_priced_judged_and_told_what_would_allow_it() {
    // A sling comes with the slingers: 20 and 5 points; 985 and 25 are 1,010, 10 over the size.
    // A third of 8 African and Iberian foot are 2 slingers; with 9 there may be 3, and the cheapest are Libyans at 40
    let found = offers_at(&carthage(), "r6", &[OfferKind::Count], OfferDepth::FurtherSteps);
    let more = &found[0];
    assert_eq!(
        (more.id.as_str(), more.name.as_str(), more.step.as_str()),
        ("r6 count 2", "one more", "Balearic slingers: 2")
    );
    assert_eq!((more.price.each, more.price.times), (Some(points(25)), 1));
    assert_eq!(more.price.with, [("Sling".to_owned(), points(5))]);
    assert_eq!(more.edits, Some(edits(json!([{"do": "count", "at": "r6", "count": 2}]))));
    let result = more.result.as_ref().unwrap();
    assert_eq!(
        (result.verdict, result.total, result.delta),
        (Verdict::Illegal, Some(points(1010)), Some(points(25)))
    );
    assert_eq!((result.over, result.grade), (points(10), Grade::Stop));
    let muster::build::trial::BrokenRule { is, finding, room_id, .. } = &result.breaks[0];
    assert_eq!(room_id.as_deref(), Some("carthage-italy/entries/balearic-slingers"));
    assert_eq!(is.id, "too-many carthage-italy/entries/balearic-slingers");
    assert_eq!(
        (is.rows.as_slice(), finding.severity),
        (["r6".to_owned(), "r7".to_owned()].as_slice(), Severity::Error)
    );
    let then = more.then.as_ref().unwrap();
    assert_eq!((then.step.as_str(), then.total, then.over), ("Libyans: 5", Some(points(1050)), points(50)));
    assert_eq!(then.edits, edits(json!([{"do": "count", "at": "r3", "count": 5}])));
    assert_eq!(then.verdict, Verdict::Illegal);
}

#[test]
fn an_option_is_paid_by_every_unit_and_marked_where_the_unit_has_a_value() {
    // Four Libyans at 5 points each: 985 and 20 are 1,005, 5 over; Libyans have no missile value
    let found = offers_at(&carthage(), "r3", &[OfferKind::Take], OfferDepth::Results);
    let veteran = found.iter().find(|offer| offer.word.as_deref() == Some("veteran")).unwrap();
    assert_eq!(
        (veteran.price.each, veteran.price.times, veteran.price.sum()),
        (Some(points(5)), 4, Some(points(20)))
    );
    let asks = veteran.asks.as_ref().unwrap();
    assert_eq!(
        (asks.marks, asks.among.as_slice()),
        (Some(1), ["melee".to_owned(), "rally".to_owned()].as_slice())
    );
    let result = veteran.result.as_ref().unwrap();
    assert_eq!((result.grade, result.total, result.over), (Grade::Dear, Some(points(1005)), points(5)));
    // The veterans have it already, and can lose it
    let found = offers_at(&carthage(), "r2", &[OfferKind::Take], OfferDepth::Results);
    let veteran = found.iter().find(|offer| offer.word.as_deref() == Some("veteran")).unwrap();
    assert!(veteran.taken);
    assert_eq!(veteran.edits, Some(edits(json!([{"do": "drop", "at": "r2", "option": "veteran"}]))));
}

#[test]
fn batches_of_edits_are_tried_each_by_itself() {
    let text = carthage();
    let library = Library::default();
    with_trials(&library, CARTHAGE, &text, |trials, _| {
        for (batch, total, over, grade) in [
            (json!([{"do": "count", "at": "r3", "count": 5}]), 1025, 25, Grade::Dear),
            (json!([{"do": "take", "at": "r4", "option": "veteran", "detail": "melee"}]), 1000, 0, Grade::Ok),
            (
                json!([
                    {"do": "split", "at": "r3", "count": 1, "label": "$one"},
                    {"do": "take", "at": "$one", "option": "shieldwall"}
                ]),
                990,
                0,
                Grade::Ok,
            ),
        ] {
            let result = trials.try_edits(&edits(batch.clone())).unwrap().result;
            let seen = (result.total, result.over, result.grade);
            assert_eq!(seen, (Some(points(total)), points(over), grade), "{batch}");
        }
    });
}

#[test]
fn a_unit_is_added_to_a_row_alike_else_as_a_row_of_its_own() {
    let found = offers_at(&carthage(), "c2", &[OfferKind::Add], OfferDepth::Prices);
    let of = |word: &str| found.iter().find(|offer| offer.word.as_deref() == Some(word)).unwrap();
    assert_eq!(of("numidian-cavalry").edits, Some(edits(json!([{"do": "count", "at": "r11", "count": 4}]))));
    // 40 points, with a javelin and exceptional horsemen at 5 each
    assert_eq!(of("numidian-cavalry").price.each, Some(points(50)));
    // The Iberian horse there has javelins
    let new = json!([{"do": "add", "at": "c2", "value": {"unit": "iberian-cavalry"}}]);
    let made = of("iberian-cavalry").edits.clone().unwrap();
    assert!(made == edits(new) || format!("{made:?}").contains("Iberian horse"), "{made:?}");
    // Bruttians are from 215 BC
    let closed: Vec<&str> = found.iter().filter_map(|offer| offer.closed.as_deref()).collect();
    assert!(closed.contains(&"from 215 BC"), "{closed:?}");
}

#[test]
fn a_finding_has_the_one_step_after_which_it_is_gone() {
    let text = carthage()
        .replace("name: Elephants,", "name: Elephants, count: 3,")
        .replace("Numidians, count: 3", "Numidians");
    let library = Library::default();
    with_trials(&library, CARTHAGE, &text, |trials, checked| {
        let army = checked.army().unwrap();
        let findings = checked.findings();
        let all = identify_findings(findings, Some(trials.rows()));
        let (is, finding) = all
            .iter()
            .zip(findings)
            .find(|(is, _)| is.id == "too-many carthage-italy/entries/elephants")
            .unwrap();
        let step = step_against(trials, army, is, finding).unwrap();
        assert_eq!(
            (step.step.as_str(), step.total, step.over),
            ("Elephants: 2", Some(points(960)), Number::ZERO)
        );
        assert_eq!(step.edits, edits(json!([{"do": "count", "at": "r9", "count": 2}])));
    });
}

/// Taking an offer gives exactly the verdict, the total and the findings that it promised.
#[test]
fn what_an_offer_promises_is_what_comes_of_it() {
    take_offers_of(some_shipped_lists());
}

#[test]
#[ignore = "takes half a minute"]
fn what_an_offer_of_any_list_promises_is_what_comes_of_it() {
    take_offers_of(shipped_lists());
}

fn take_offers_of(lists: Vec<(String, String)>) {
    let library = Library::default();
    let mut taken = 0;
    for (path, text) in lists {
        let rows = rows_of(&text);
        let places = rows.rows.iter().map(|row| row.id.clone());
        let places = places.chain(rows.commands.iter().map(|command| command.id.clone()));
        let places: Vec<String> = places.chain(["army".to_owned(), "reserves".to_owned()]).collect();
        with_trials(&library, &path, &text, |trials, checked| {
            let (army, rules) = (checked.army().unwrap(), checked.rules().cloned());
            let had = identify_findings(checked.findings(), Some(trials.rows()));
            let mut ids = std::collections::HashSet::new();
            for at in &places {
                for offer in offers(trials, army, &place(at, &[]), OfferDepth::Results).unwrap() {
                    assert!(ids.insert(offer.id.clone()), "{path}: {} twice", offer.id);
                    let (Some(edits), Some(result)) = (&offer.edits, &offer.result) else { continue };
                    taken += 1;
                    let done = edit_list(&text, trials.rows(), rules.clone(), edits).unwrap();
                    let after = check(&library, &path, &done.text);
                    let sums = after.report().points.as_ref();
                    assert_eq!(result.verdict, after.verdict(), "{path}: {}", offer.id);
                    assert_eq!(result.total, sums.map(|sums| sums.total), "{path}: {}", offer.id);
                    let has = identify_findings(after.findings(), Some(&rows_of_edited(&done)));
                    for muster::build::trial::BrokenRule { is, finding, .. } in &result.breaks {
                        assert!(
                            has.iter().any(|other| other.id == is.id),
                            "{path}: {}: {}",
                            offer.id,
                            finding.message
                        );
                    }
                    for is in &had {
                        let gone = !has.iter().any(|other| other.id == is.id);
                        assert_eq!(result.clears.contains(&is.id), gone, "{path}: {}: {}", offer.id, is.id);
                    }
                    let stops = after.findings().iter().zip(&has).any(|(finding, is)| {
                        finding.severity == Severity::Error
                            && finding.code.as_str() != "over-points"
                            && !had.iter().any(|other| other.id == is.id)
                    });
                    assert_eq!(result.grade == Grade::Stop, stops, "{path}: {}", offer.id);
                    // The price of what is added is what it then costs
                    let in_reserve = at == "reserves"
                        || rows.row(at).is_some_and(|row| row.kind == muster::build::rows::RowKind::Reserve);
                    let priced = matches!(offer.kind, OfferKind::Add | OfferKind::Count)
                        && offer.closed.is_none()
                        && !in_reserve;
                    if priced && result.delta.is_some() {
                        assert_eq!(offer.price.sum(), result.delta, "{path}: {}", offer.id);
                    }
                }
            }
        });
    }
    assert!(taken > 2_000, "only {taken} offers");
}

fn rows_of_edited(done: &muster::build::edits::EditedList) -> muster::build::rows::ListRows {
    done.rows.clone()
}

/// In a game without points, too, taking away is followed by taking away: not by putting back what was taken.
#[test]
fn what_allows_taking_away_takes_away_in_games_without_points() {
    let folder = crate::common::Folder::new();
    folder.write(
        "toy/ruleset.yaml",
        "ruleset: toy\nname: Toy\nversion: 1.0.0\npoints: none\nunits:\n  foot: {name: Foot, tags: [foot]}\n  \
         horse: {name: Horse, tags: [horse]}\nlimits:\n  few-foot: {count: {tag: foot}, max: {allow: 1, per: 1, of: {tag: horse}}}\n",
    );
    let text = "army: A\nruleset: toy\nunits:\n  - {unit: foot, count: 3}\n  - {unit: horse, count: 3}\n";
    with_trials(&folder.library(), "x.yaml", text, |trials, checked| {
        assert_eq!(checked.verdict(), Verdict::Legal, "{:?}", checked.findings());
        let place = place("r2", &[OfferKind::Count]);
        let found = offers(trials, checked.army().unwrap(), &place, OfferDepth::FurtherSteps).unwrap();
        let fewer = found.iter().find(|offer| offer.id == "r2 count 2").unwrap();
        let then = fewer.then.as_ref().unwrap();
        assert_eq!(then.edits, edits(json!([{"do": "count", "at": "r1", "count": 2}])));
    });
}
