//! `summary`: the card of each list, for a start screen.

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::context::Context;
use super::error::{CallError, ErrorCode};
use super::read_request::request_object;
use super::shared_types::{FileIn, ListIn, Num, Verdict};
use crate::check::report::ListReport;
use crate::finding::Severity;

/// The most lists of a request.
const MAX_LISTS: usize = 1_000;

request_object! {
    /// Asks for the card of each list.
    pub(super) struct Request {
        lists: Vec<ListIn>,
        event: Option<FileIn>,
    }
}

/// The cards, in the order asked.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Summary")]
pub(super) struct Answer {
    lists: Vec<Card>,
}

/// The card of a list.
#[derive(Serialize, JsonSchema)]
struct Card {
    name: Option<String>,
    verdict: Verdict,
    total: Option<Num>,
    /// The agreed size.
    size: Option<Num>,
    /// The id of the game.
    game: Option<String>,
    /// The id of the book.
    book: Option<String>,
    /// How many errors there are.
    errors: usize,
    /// How much a draft still lacks.
    missing: usize,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    if request.lists.len() > MAX_LISTS {
        let message = format!("{} lists are asked for, the limit is {MAX_LISTS}", request.lists.len());
        return Err(CallError::new(ErrorCode::TooLarge, message).at("/lists"));
    }
    let mut cards = Vec::new();
    for (at, list) in request.lists.into_iter().enumerate() {
        let opened = context.open(list, request.event.as_ref(), &format!("/lists/{at}"))?;
        cards.push(card_of(opened.report()));
    }
    Answered::new(&Answer { lists: cards })
}

fn card_of(report: &ListReport) -> Card {
    let errors = report.findings.iter().filter(|finding| finding.severity == Severity::Error);
    Card {
        name: report.army.clone(),
        verdict: report.verdict.into(),
        total: report.points.as_ref().map(|points| points.total.into()),
        size: report.points.as_ref().and_then(|points| points.limit).map(Num::from),
        game: report.ruleset.as_ref().map(|rules| rules.id.clone()),
        book: report.book.as_ref().map(|book| book.id.clone()),
        errors: errors.count(),
        missing: report.findings.iter().filter(|finding| finding.is_still_missing()).count(),
    }
}
