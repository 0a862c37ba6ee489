//! `compare`: what differs between two lists.

use super::Answered;
use super::context::Context;
use super::error::CallError;
use super::read_request::request_object;
use super::shared_types::{FileIn, ListIn};
use crate::compare::{ArmySnapshot, compare_snapshots};

request_object! {
    /// Compares two lists.
    pub(super) struct Request {
        before: ListIn,
        after: ListIn,
        event: Option<FileIn>,
    }
}

/// What differs: the answer of `muster diff --format json`, with the rows of each unit.
pub(super) type Answer<'a> = crate::compare::json::DiffDocument<'a>;

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    let Request { before, after, event } = request;
    // Two texts that are numbered anew have the same ids for whatever rows they begin with
    let rows_keep_ids = [&before, &after].iter().all(|list| list.ids.is_some() || list.was.is_some());
    let snapshot = |list: ListIn, at: &str| {
        let opened = context.open(list, event.as_ref(), at)?;
        let snapshot = ArmySnapshot::of_army(opened.army()?, opened.report().clone());
        Ok(snapshot.with_row_ids(&opened.rows, rows_keep_ids))
    };
    let comparison = compare_snapshots(&snapshot(before, "/before")?, &snapshot(after, "/after")?);
    Answered::new(&Answer::new(&comparison, true))
}
