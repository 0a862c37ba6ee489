//! Offers, edits and rooms of purchases.

use muster::build::edits::{EditedList, ListEdit, Refusal, edit_list};
use muster::build::offers::{Offer, OfferDepth, OfferKind, OfferPlace, offers};
use muster::build::rows::ListRows;
use muster::build::trial::TrialList;
use muster::finding::FileId;
use muster::yaml::parse_yaml;
use muster::{CheckOptions, Checked, Library};
use serde_json::json;

use crate::purchases::support::{NONE, bare, ruse, ruse_with_limits, told, two_commands};
use crate::rooms::support::lines_of;

fn rows_of(text: &str) -> ListRows {
    ListRows::number(parse_yaml(FileId::CHECKED, text).root.as_ref())
}

fn edit(library: &Library, text: &str, edits: serde_json::Value) -> Result<EditedList, Refusal> {
    let checked = Checked::read(library, "list.yaml", text.into(), &CheckOptions::default());
    let edits: Vec<ListEdit> = serde_json::from_value(edits).unwrap();
    edit_list(text, &rows_of(text), checked.rules().cloned(), &edits)
}

fn offers_at(library: &Library, text: &str, at: &str) -> Vec<Offer> {
    let rows = rows_of(text);
    let checked = Checked::read(library, "list.yaml", text.into(), &CheckOptions::default());
    let trials = TrialList::new(library, text, &rows, &checked, false);
    let place = OfferPlace { at: at.to_owned(), kinds: Some(vec![OfferKind::Take]), entries: None };
    offers(&trials, checked.army().unwrap(), &place, OfferDepth::Results).unwrap()
}

#[test]
fn the_army_and_each_command_are_offered_what_they_may_buy() {
    let (_folder, library) = ruse();
    let text = two_commands("ambush", "good", "");
    let shown = |at: &str| -> Vec<(String, String, bool)> {
        offers_at(&library, &text, at).into_iter().map(|offer| (offer.id, offer.step, offer.taken)).collect()
    };
    let one = |id: &str, step: &str, taken: bool| (id.to_owned(), step.to_owned(), taken);
    assert_eq!(
        shown("army"),
        [one("army take ambush", "no longer buy ambush", true), one("army take ditch", "buy ditch", false)]
    );
    assert_eq!(shown("c1"), [one("c1 take good", "no longer buy good structure", true)]);
    assert_eq!(shown("c2"), [one("c2 take good", "buy good structure", false)]);
    let ditch = &offers_at(&library, &text, "army")[1];
    assert_eq!(ditch.price.each, Some(10_i64.into()));
    let ids: Vec<String> = offers_at(&library, &bare(""), "army").into_iter().map(|offer| offer.id).collect();
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
