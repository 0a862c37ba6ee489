//! `offers`: what may be done at places of a list, at what price, and what would come of it.

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::context::Context;
use super::edits_in_requests::edits_json;
use super::error::{CallError, ErrorCode};
use super::read_request::{FromJson, read_word, request_object};
use super::request_json::{Json, Pointer};
use super::shared_types::{FileIn, ListIn, Num, Offered};
use super::trial_results::TrialAnswer;
use crate::build::offers::{Offer, OfferAsks, OfferDepth, OfferKind, OfferPlace, OfferPrice, offers};

/// The most places in a request.
const MAX_PLACES: usize = 1_000;

request_object! {
    /// What may be done at places of a list.
    pub(super) struct Request {
        list: ListIn,
        event: Option<FileIn>,
        r#for: Vec<PlaceIn>,
        /// Whether to look for a further step where something stops an offer. True if left out.
        then: Option<bool>,
        /// Whether to try each offer. True if left out.
        trial: Option<bool>,
    }
}

request_object! {
    /// A place of a list.
    pub(super) struct PlaceIn {
        at: String,
        /// The kinds of change. All if left out.
        what: Option<Vec<What>>,
        /// Only these entries.
        entries: Option<Vec<String>>,
    }
}

/// A kind of change.
#[derive(Clone, Copy, Debug)]
pub(super) struct What(OfferKind);

impl FromJson for What {
    const EXPECTED: &'static str = "a word";

    fn from_json(json: Json, at: &Pointer<'_>) -> Result<Self, CallError> {
        let words = OfferKind::WORDS.map(|(kind, word)| (word, kind));
        read_word(json, at, &words).map(Self)
    }
}

impl JsonSchema for What {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> std::borrow::Cow<'static, str> {
        "What".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let words = OfferKind::WORDS.map(|(_, word)| word);
        schemars::json_schema!({"type": "string", "enum": words})
    }
}

/// What may be done at places of a list.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Offers")]
pub(super) struct Answer<'a> {
    ids: String,
    /// In the order asked.
    places: Vec<PlaceAnswer<'a>>,
}

/// What may be done at a place.
#[derive(Serialize, JsonSchema)]
struct PlaceAnswer<'a> {
    at: &'a str,
    offers: Vec<OfferAnswer<'a>>,
}

/// Something that may be done.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Offer")]
struct OfferAnswer<'a> {
    id: &'a str,
    what: &'static str,
    word: Option<&'a str>,
    name: &'a str,
    group: Option<&'a str>,
    choice: Option<&'a str>,
    taken: bool,
    price: PriceAnswer,
    closed: Option<&'a str>,
    asks: Option<AsksAnswer>,
    step: &'a str,
    /// Null if what is taken cannot be taken back.
    edits: Option<Vec<serde_json::Value>>,
    result: Option<TrialAnswer<'a>>,
}

/// What an offer costs.
#[derive(Serialize, JsonSchema)]
struct PriceAnswer {
    each: Option<Num>,
    times: u32,
    sum: Option<Num>,
    /// The part of `each` that always comes along.
    with: Vec<PartOfPrice>,
}

#[derive(Serialize, JsonSchema)]
struct PartOfPrice {
    name: String,
    price: Num,
}

/// What an option asks for.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AsksOfRow")]
struct AsksAnswer {
    marks: Option<u32>,
    among: Vec<String>,
    names: Vec<String>,
    some: bool,
    times: Option<u32>,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    if request.r#for.len() > MAX_PLACES {
        let message = format!("there are {} places, the limit is {MAX_PLACES}", request.r#for.len());
        return Err(CallError::new(ErrorCode::TooLarge, message).at("/for"));
    }
    let depth = match (request.trial, request.then) {
        (Some(false), _) => OfferDepth::Prices,
        (_, Some(false)) => OfferDepth::Results,
        _ => OfferDepth::FurtherSteps,
    };
    let list = context.open(request.list, request.event.as_ref(), "/list")?;
    let army = list.army()?;
    let trials = list.trials();
    let mut found_at = Vec::new();
    for (index, place) in request.r#for.into_iter().enumerate() {
        let kinds = place.what.map(|kinds| kinds.into_iter().map(|what| what.0).collect());
        let wanted = OfferPlace { at: place.at, kinds, entries: place.entries };
        let Some(found) = offers(&trials, army, &wanted, depth) else {
            let error =
                CallError::new(ErrorCode::Refused, format!("the list has no row or command {}", wanted.at));
            let error = CallError { reason: Some("no-such-place"), ..error };
            return Err(error.at(format!("/for/{index}/at")));
        };
        found_at.push((wanted.at, found));
    }
    let place = |index: usize| PlaceAnswer {
        at: &found_at[index].0,
        offers: found_at[index].1.iter().map(OfferAnswer::new).collect(),
    };
    let places = (0..found_at.len()).map(place).collect();
    let answer = Answered::new(&Answer { ids: list.ids(), places })?;
    drop(trials);
    Ok(answer.about(list))
}

impl<'a> OfferAnswer<'a> {
    fn new(offer: &'a Offer) -> Self {
        let then = || offer.then.clone().map(Offered::from);
        Self {
            id: &offer.id,
            what: offer.kind.as_str(),
            word: offer.word.as_deref(),
            name: &offer.name,
            group: offer.group.as_deref(),
            choice: offer.choice.as_deref(),
            taken: offer.taken,
            price: PriceAnswer::new(&offer.price),
            closed: offer.closed.as_deref(),
            asks: offer.asks.clone().map(AsksAnswer::from),
            step: &offer.step,
            edits: offer.edits.as_deref().map(edits_json),
            result: offer.result.as_ref().map(|result| TrialAnswer::new(result, then())),
        }
    }
}

impl PriceAnswer {
    fn new(price: &OfferPrice) -> Self {
        let with =
            price.with.iter().map(|(name, price)| PartOfPrice { name: name.clone(), price: (*price).into() });
        Self {
            each: price.each.map(Num::from),
            times: price.times,
            sum: price.sum().map(Num::from),
            with: with.collect(),
        }
    }
}

impl From<OfferAsks> for AsksAnswer {
    fn from(asks: OfferAsks) -> Self {
        Self { marks: asks.marks, among: asks.among, names: asks.names, some: asks.some, times: asks.times }
    }
}
