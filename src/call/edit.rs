//! `edit`: changes a list.

use super::Answered;
use super::context::Context;
use super::edited::Edited;
use super::edits_in_requests::{EditIn, check_number_of_edits, list_edits};
use super::error::CallError;
use super::read_request::request_object;
use super::shared_types::{FileIn, ListIn};
use crate::build::edits::edit_list;

request_object! {
    /// Changes a list: all edits are made in order, or none.
    pub(super) struct Request {
        list: ListIn,
        event: Option<FileIn>,
        edits: Vec<EditIn>,
        /// The name of the step in Undo, in place of the engine's.
        step: Option<String>,
    }
}

pub(super) type Answer = Edited;

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    check_number_of_edits(request.edits.len(), "/edits")?;
    let before = context.open(request.list, request.event.as_ref(), "/list")?;
    let edits = list_edits(&request.edits);
    let done = edit_list(&before.text, &before.rows, before.checked.rules().cloned(), &edits)
        .map_err(|refusal| CallError::refused(&refusal, &before, "/edits"))?;
    let mut edited = Edited::from_batch(&done);
    edited.step = request.step.unwrap_or(edited.step);
    let answer = Answered::new(&edited)?;
    Ok(answer.about(before.with_rows(done.text, done.rows)))
}
