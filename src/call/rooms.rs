//! `rooms`: what every limit allows, and how much of it is used.

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::context::{Context, OpenedList};
use super::error::CallError;
use super::read_request::request_object;
use super::shared_types::{FileIn, ListIn};
use crate::build::rooms::Rooms;
use crate::output::rooms_json::RoomsJson;

request_object! {
    /// Asks what every limit allows.
    pub(super) struct Request {
        list: ListIn,
        event: Option<FileIn>,
    }
}

/// What every limit allows.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Rooms")]
pub(super) struct Answer<'a> {
    ids: String,
    #[serde(flatten)]
    rooms: RoomsJson<'a>,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    let list = context.open(request.list, request.event.as_ref(), "/list")?;
    Ok(Answered::new(&rooms(&list)?)?.about(list))
}

/// Returns what every limit allows a list.
pub(super) fn rooms<'a>(list: &'a OpenedList<'_>) -> Result<Answer<'a>, CallError> {
    let army = list.army()?;
    let empty = const { &Rooms { rooms: Vec::new(), left_out: 0 } };
    let rooms = list.rooms().unwrap_or(empty);
    Ok(Answer { ids: list.ids(), rooms: RoomsJson::new(army, rooms, &list.rows) })
}
