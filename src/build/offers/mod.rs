//! What may be added or changed at the places of a list, at what price, and what would come of it.

mod command_offers;
mod further_step;
mod offer;
mod place;
mod row_offers;

pub use further_step::{further_step, step_against};
pub use offer::{NextStep, Offer, OfferAsks, OfferKind, OfferPrice};

use crate::army::Army;
use crate::army::cost_lines::{CostLine, PricedItem, total_cost};
use crate::army::evaluate_conditions::{condition_holds, first_dates_outside};
use crate::army::regions::Region;
use crate::exact_number::Number;
use crate::parallel::map_all;
use crate::rules::compiled_conditions::Dates;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::ContingentId;

use super::edits::ListEdit;
use super::trial::{Grade, TrialList};
use place::Place;

/// A place of which offers are asked.
#[derive(Clone, Debug, Default)]
pub struct OfferPlace {
    /// A row or command by its id or path, `army` or `reserves`.
    pub at: String,
    /// The kinds of change. `None` for all.
    pub kinds: Option<Vec<OfferKind>>,
    /// The entries. `None` for all.
    pub entries: Option<Vec<String>>,
}

/// How far offers are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferDepth {
    /// Prices alone.
    Prices,
    /// What each would lead to.
    Results,
    /// And where something stops it, the further step after which nothing does.
    FurtherSteps,
}

/// Returns what may be done at a place. `army` is that of the list. `None` if the list has no such place.
pub fn offers(
    trials: &TrialList<'_>,
    army: &Army<'_>,
    place: &OfferPlace,
    depth: OfferDepth,
) -> Option<Vec<Offer>> {
    let found = Place::find(trials.rows(), &place.at)?;
    let mut list = OfferList { army, trials, at: found.id(), wanted: place, all: Vec::new() };
    match found {
        Place::Row(row) => list.offer_at_row(row),
        Place::Command(index, command) => list.offer_at_command(index, &command.id),
        Place::Army => list.offer_at_army(),
        Place::Reserves => list.offer_units("reserves", None, ContingentId::OWN),
    }
    let mut all = list.all;
    if depth == OfferDepth::Prices {
        return Some(all);
    }
    let trial = |offer: &Offer| {
        let edits = offer.edits.as_ref()?;
        let done = trials.try_edits(edits).ok()?;
        let then = (depth == OfferDepth::FurtherSteps && done.result.grade == Grade::Stop)
            .then(|| further_step(trials, &done, edits))
            .flatten();
        Some((done.result, then))
    };
    let tried = map_all(&all, trial);
    for (offer, tried) in all.iter_mut().zip(tried) {
        if let Some((result, then)) = tried {
            (offer.result, offer.then) = (Some(result), then);
        } else {
            // What the text does not allow is no offer
            offer.edits = None;
        }
    }
    Some(all)
}

/// Offers while they are listed.
struct OfferList<'o> {
    army: &'o Army<'o>,
    trials: &'o TrialList<'o>,
    /// The place, as edits call it.
    at: &'o str,
    wanted: &'o OfferPlace,
    all: Vec<Offer>,
}

/// An offer before its place is known.
#[derive(Default)]
struct OfferDraft {
    /// What tells it from others of its kind at its place, if that is not its word.
    id: Option<String>,
    word: Option<String>,
    name: String,
    group: Option<String>,
    choice: Option<String>,
    taken: bool,
    price: OfferPrice,
    closed: Option<String>,
    asks: Option<OfferAsks>,
    step: String,
    edits: Option<Vec<ListEdit>>,
}

impl OfferList<'_> {
    fn push(&mut self, kind: OfferKind, draft: OfferDraft) {
        if self.wanted.kinds.as_ref().is_some_and(|kinds| !kinds.contains(&kind)) {
            return;
        }
        let is_entry =
            matches!(kind, OfferKind::Add | OfferKind::Unit | OfferKind::Commander | OfferKind::Character);
        let wanted = self.wanted.entries.as_ref().filter(|_| is_entry);
        if wanted.is_some_and(|entries| !draft.word.as_ref().is_some_and(|word| entries.contains(word))) {
            return;
        }
        let words = [Some(self.at), Some(kind.as_str()), draft.id.as_deref().or(draft.word.as_deref())];
        let id = words.into_iter().flatten().collect::<Vec<_>>().join(" ");
        self.all.push(Offer {
            id,
            kind,
            word: draft.word,
            name: draft.name,
            group: draft.group,
            choice: draft.choice,
            taken: draft.taken,
            price: draft.price,
            closed: draft.closed,
            asks: draft.asks,
            step: draft.step,
            edits: draft.edits,
            result: None,
            then: None,
        });
    }

    /// Returns why none of these dates has the army's: "from 217 BC".
    fn closed_by(&self, dates: &[Dates]) -> Option<String> {
        first_dates_outside(self.army, dates, None).map(ToString::to_string)
    }

    /// Returns why a kind may not be taken on the list's terms.
    fn closed_kind(&self, kind: &UnitKind, contingent: ContingentId) -> Option<String> {
        let army = self.army;
        let dated = first_dates_outside(army, &kind.dates, Some(contingent)).map(ToString::to_string);
        dated.or_else(|| {
            let holds = condition_holds(army, &kind.when, Region::Army, Some(contingent));
            (holds == Some(false)).then(|| "not on the terms of this list".to_owned())
        })
    }

    /// Returns the name of the unit type that an entry is of, as the heading that it stands under.
    fn group_of(&self, kind: &UnitKind) -> Option<String> {
        kind.entry_of.map(|_| self.army.rules.kind(self.army.rules.base_kind(kind.kind_id)).name.clone())
    }
}

/// Returns the price of cost lines: their sum, and of which what comes with the thing itself.
fn price_of_lines<'l>(
    army: &Army<'_>,
    lines: impl Iterator<Item = &'l CostLine<'l>>,
    times: u32,
) -> OfferPrice {
    // A charge depends on what else the army has, so it is no part of what one thing costs
    let lines: Vec<CostLine<'_>> = lines.filter(|line| line.is_list_price()).cloned().collect();
    if !army.rules.has_points {
        return OfferPrice { times, ..OfferPrice::default() };
    }
    let with = lines.iter().filter(|line| matches!(line.paid_for, PricedItem::Option(_)));
    let with = with.filter_map(|line| Some((line.name.to_owned(), line.total()?))).collect();
    OfferPrice { each: total_cost(&lines).or(lines.is_empty().then_some(Number::ZERO)), times, with }
}
