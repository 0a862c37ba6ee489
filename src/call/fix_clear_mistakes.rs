//! `fix`: corrects what can be meant in only one way.

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::context::Context;
use super::edited::Edited;
use super::error::CallError;
use super::read_request::request_object;
use super::shared_types::{FileIn, ListIn};
use crate::finding::SourceFile;
use crate::fix::fix_rows;

request_object! {
    /// Corrects a list.
    pub(super) struct Request {
        list: ListIn,
        event: Option<FileIn>,
    }
}

/// A corrected list.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Fixed")]
pub(super) struct Answer {
    #[serde(flatten)]
    edited: Edited,
    done: Vec<Correction>,
}

/// What was corrected.
#[derive(Serialize, JsonSchema)]
struct Correction {
    code: &'static str,
    message: String,
    /// The line in the list as it was when this was corrected.
    line: usize,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    let path = request.list.path().to_owned();
    let before = context.open(request.list, request.event.as_ref(), "/list")?;
    let fixed = fix_rows(before.library, &path, &before.text, &before.rows);
    let source = SourceFile::new(path.as_str(), before.text.as_str());
    let done = fixed.fixed.iter().map(|finding| Correction {
        code: finding.code.as_str(),
        message: finding.message.clone(),
        line: finding.primary_label().map_or(1, |label| source.position(label.span.start).line),
    });
    let done = done.collect();
    let answer = Answered::new(&Answer { edited: Edited::from_batch(&fixed.edited), done })?;
    Ok(answer.about(before.with_rows(fixed.edited.text, fixed.edited.rows)))
}
