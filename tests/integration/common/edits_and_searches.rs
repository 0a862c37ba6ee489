//! Edits and offers of a list's text, and the search for a legal list of a small game.

use std::time::Duration;

use muster::build::edits::{EditedList, ListEdit, Refusal, edit_list};
use muster::build::offers::{Offer, OfferDepth, OfferKind, OfferPlace, offers};
use muster::build::rows::ListRows;
use muster::build::trial::TrialList;
use muster::rules::library::RulesLookup;
use muster::solve::{Feasibility, ListRequirements, find_legal_list};
use muster::{CheckOptions, Checked, Library, Number};

use super::{checked, rules};

/// Makes edits, written as JSON, of a list.
pub(crate) fn edit(library: &Library, text: &str, edits: serde_json::Value) -> Result<EditedList, Refusal> {
    let checked = Checked::read(library, "list.yaml", text.into(), &CheckOptions::default());
    let edits: Vec<ListEdit> = serde_json::from_value(edits).unwrap();
    edit_list(text, &ListRows::of_text(text), checked.rules().cloned(), &edits)
}

/// Returns the offers of these kinds at a place of a list, with what each leads to.
pub(crate) fn offers_at(library: &Library, text: &str, at: &str, kinds: &[OfferKind]) -> Vec<Offer> {
    let rows = ListRows::of_text(text);
    let checked = Checked::read(library, "list.yaml", text.into(), &CheckOptions::default());
    let trials = TrialList::new(library, text, &rows, &checked, false);
    let place = OfferPlace { at: at.to_owned(), kinds: Some(kinds.to_vec()), entries: None };
    offers(&trials, checked.army().unwrap(), &place, OfferDepth::Results).unwrap()
}

/// Searches for a legal list of a game, of a size in points if the game has them. A list that is found has no findings.
pub(crate) fn search_for_list(game: &str, ruleset: &str, size: Option<i64>) -> Feasibility {
    let (_folder, library) = rules(game, ruleset, &[]);
    let RulesLookup::Ready(rules) = library.rules_for(game, None) else { panic!("{ruleset}") };
    let terms = ListRequirements {
        title: "a witness",
        size: size.map(Number::from),
        date: None,
        min_cost: Number::ZERO,
        answer: None,
        time_limit: Duration::from_secs(30),
    };
    let found = find_legal_list(&rules, &terms);
    if let Feasibility::Found(list) = &found {
        assert!(checked(&library, &list.text).findings.is_empty(), "{}", list.text);
    }
    found
}
