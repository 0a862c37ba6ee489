//! `try`: what each of many batches of edits would lead to.

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::context::Context;
use super::edits_in_requests::{EditIn, check_number_of_edits, list_edits};
use super::error::{CallError, ErrorCode};
use super::read_request::request_object;
use super::shared_types::{FileIn, ListIn, Offered};
use super::trial_results::TrialAnswer;
use crate::build::edits::Refusal;
use crate::build::offers::{NextStep, further_step};
use crate::build::trial::{Grade, TrialResult};

/// The most tries in a request.
const MAX_TRIES: usize = 1_000;

request_object! {
    /// What each of many batches of edits would lead to.
    pub(super) struct Request {
        list: ListIn,
        event: Option<FileIn>,
        /// Whether to look for a further step where something stops a batch. True if left out.
        then: Option<bool>,
        tries: Vec<Vec<EditIn>>,
    }
}

/// What came of the tries, in the same order.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Tried")]
pub(super) struct Answer<'a> {
    ids: String,
    results: Vec<TryAnswer<'a>>,
}

/// What came of one try.
#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum TryAnswer<'a> {
    Result(Box<TrialAnswer<'a>>),
    Refused { error: Box<CallError> },
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    if request.tries.len() > MAX_TRIES {
        let message = format!("there are {} tries, the limit is {MAX_TRIES}", request.tries.len());
        return Err(CallError::new(ErrorCode::TooLarge, message).at("/tries"));
    }
    check_number_of_edits(request.tries.iter().map(Vec::len).sum(), "/tries")?;
    let list = context.open(request.list, request.event.as_ref(), "/list")?;
    list.army()?;
    let trials = list.trials();
    let of = |edits: &Vec<EditIn>| {
        let edits = list_edits(edits);
        let trial = trials.try_edits(&edits)?;
        let wanted = request.then != Some(false) && trial.result.grade == Grade::Stop;
        let then = wanted.then(|| further_step(&trials, &trial, &edits)).flatten();
        Ok((trial.result, then))
    };
    let tried: Vec<Result<(TrialResult, Option<NextStep>), Refusal>> = request.tries.iter().map(of).collect();
    let results = tried.iter().enumerate().map(|(index, tried)| match tried {
        Ok((result, then)) => {
            TryAnswer::Result(Box::new(TrialAnswer::new(result, then.clone().map(Offered::from))))
        }
        Err(refusal) => {
            let error = CallError::refused(refusal, &list, &format!("/tries/{index}"));
            TryAnswer::Refused { error: Box::new(error) }
        }
    });
    let results = results.collect();
    let answer = Answered::new(&Answer { ids: list.ids(), results })?;
    drop(trials);
    Ok(answer.about(list))
}
