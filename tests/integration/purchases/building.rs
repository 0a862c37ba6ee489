//! Offers, edits and rooms of purchases.

use muster::Library;
use muster::build::offers::OfferKind;
use serde_json::json;

use crate::common::edits_and_searches::{edit, offers_at};
use crate::purchases::support::{NONE, bare, ruse, ruse_with_limits, told, two_commands};
use crate::rooms::support::lines_of;

#[test]
fn the_army_and_each_command_are_offered_what_they_may_buy() {
    let (_folder, library) = ruse();
    let text = two_commands("ambush", "good", "");
    let shown = |at: &str| -> Vec<(String, String, bool)> {
        offers_at(&library, &text, at, &[OfferKind::Take])
            .into_iter()
            .map(|offer| (offer.id, offer.step, offer.taken))
            .collect()
    };
    let one = |id: &str, step: &str, taken: bool| (id.to_owned(), step.to_owned(), taken);
    assert_eq!(
        shown("army"),
        [one("army take ambush", "no longer buy ambush", true), one("army take ditch", "buy ditch", false)]
    );
    assert_eq!(shown("c1"), [one("c1 take good", "no longer buy good structure", true)]);
    assert_eq!(shown("c2"), [one("c2 take good", "buy good structure", false)]);
    let ditch = &offers_at(&library, &text, "army", &[OfferKind::Take])[1];
    assert_eq!(ditch.price.each, Some(10_i64.into()));
    let ids: Vec<String> = offers_at(&library, &bare(""), "army", &[OfferKind::Take])
        .into_iter()
        .map(|offer| offer.id)
        .collect();
    assert_eq!(ids, ["army take ambush", "army take ditch", "army take good"]);
}

#[test]
fn purchases_are_taken_and_dropped() {
    let (_folder, library) = ruse();
    let text = two_commands("", "", "").replace("options: []\n", "").replace("options: [], ", "");
    let done = edit(&library, &text, json!([{"do": "take", "at": "army", "option": "ambush"}])).unwrap();
    assert_eq!(done.step(), "the army gain ambush");
    assert!(done.text.contains("options: [ambush]"), "{}", done.text);
    assert_eq!(told(&library, &done.text), NONE);
    let back = edit(&library, &done.text, json!([{"do": "drop", "at": "army", "option": "ambush"}])).unwrap();
    assert_eq!(back.text, text);
    let done = edit(&library, &text, json!([{"do": "take", "at": "c2", "option": "good"}])).unwrap();
    assert_eq!(done.step(), "Right gain good structure");
    assert_eq!(told(&library, &done.text), NONE);
    assert!(done.text.lines().last().unwrap().contains("options: [good]"), "{}", done.text);
    // In a game that offers nothing there is nothing to take
    let fra = "army: A\nruleset: fra\nunits: [{unit: spears}]\n";
    let refused = edit(&Library::default(), fra, json!([{"do": "take", "at": "army", "option": "elite"}]));
    assert_eq!(refused.unwrap_err().message, "this game has no options of an army or a command");
}

#[test]
fn rooms_count_what_is_bought() {
    let (_folder, library) = ruse_with_limits("  one: {options: [ambush, ditch], max: 2}\n");
    let line = lines_of(&library, &two_commands("ambush", "", ""), "ruse/limits/one");
    assert!(line.contains("1 options, max 2"), "{line}");
}

#[test]
fn the_first_command_takes_what_commands_buy_from_the_top() {
    let (_folder, library) = ruse();
    let added = |options: &str| {
        let lead = "characters: [{role: general, name: G}]\nunits:";
        let text = bare(options).replace("units:", lead);
        assert_eq!(told(&library, &text), NONE);
        edit(&library, &text, json!([{"do": "add-command", "at": "army", "name": "Right"}])).unwrap().text
    };
    let options = |text: &str, path: &str| {
        let value: serde_json::Value = serde_yaml::from_str(text).unwrap();
        value.pointer(path).cloned()
    };
    let text = added("good, ambush");
    assert_eq!(options(&text, "/options"), Some(json!(["ambush"])), "{text}");
    assert_eq!(options(&text, "/commands/0/options"), Some(json!(["good"])), "{text}");
    let text = added("good");
    assert_eq!(options(&text, "/options"), None, "{text}");
    assert_eq!(options(&text, "/commands/0/options"), Some(json!(["good"])), "{text}");
    let text = added("ambush");
    assert_eq!(options(&text, "/options"), Some(json!(["ambush"])), "{text}");
    assert_eq!(options(&text, "/commands/0/options"), None, "{text}");
}
