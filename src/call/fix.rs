//! `fix`: corrects what can be meant in only one way.

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::context::Context;
use super::edited::Edited;
use super::error::CallError;
use super::read_request::request_object;
use super::shared_types::{FileIn, ListIn};
use crate::finding::{Code, FileId, Finding, SourceFile};
use crate::fix::fix_list;
use crate::lone_carriage_returns::with_line_feeds;
use crate::wording::count_noun;

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
    // This corrects the ends of lines already; the finding about them is added below
    let fixed = fix_list(before.library, &path, &with_line_feeds(&before.text));
    let source = SourceFile::new(path.as_str(), before.text.as_str());
    let line_ends = source.note_old_line_ends(FileId::CHECKED);
    let all: Vec<&Finding> = line_ends.iter().chain(&fixed.fixed).collect();
    let step = match all.as_slice() {
        [] => "nothing to fix".to_owned(),
        all if all.iter().all(|finding| is_of_words(finding.code)) => {
            format!("fix {}", count_noun(all.len(), "misspelt word"))
        }
        all => format!("fix {}", count_noun(all.len(), "mistake")),
    };
    let done = all.iter().map(|finding| Correction {
        code: finding.code.as_str(),
        message: finding.message.clone(),
        line: finding.primary_label().map_or(1, |label| source.position(label.span.start).line),
    });
    let done = done.collect();
    let after = before.with_text(fixed.text);
    let edited = Edited::between(&before, &after, step);
    Ok(Answered::new(&Answer { edited, done })?.about(after))
}

/// Returns `true` if findings of this code are about a word that is not known.
fn is_of_words(code: Code) -> bool {
    code.as_str().starts_with("unknown-")
}
