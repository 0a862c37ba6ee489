//! Findings in answers: those of `muster check --format json`, and what a page needs besides.

use schemars::JsonSchema;
use serde::Serialize;

use super::context::OpenedList;
use super::shared_types::{CommandId, Num, Offered, RowId};
use crate::build::finding_identity::identify_findings;
use crate::build::open_rooms::{OpenTroops, is_of_broken_limit};
use crate::build::room_and_title_of_finding::{room_id, room_of_finding, title_of_finding};
use crate::build::rooms::Room;
use crate::finding::{Finding, SourceFiles};
use crate::output::json::{JsonFinding, JsonStillOpen, json_findings};
use crate::output::rooms_json::BoundJson;

/// A finding.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Finding")]
pub(crate) struct AnswerFinding<'a> {
    #[serde(flatten)]
    finding: JsonFinding<'a>,
    /// The same over edits, while the finding is the same.
    id: String,
    /// The finding in a few words.
    title: String,
    /// The room that is too small or too empty.
    room: Option<String>,
    /// The amount that the list has, and what is allowed. Null if it is not about an amount.
    measure: Option<Measure<'a>>,
    /// In a draft: something is still to come.
    missing: bool,
    /// The rows that it points at.
    rows: Vec<RowId>,
    /// The commands that it is about.
    commands: Vec<CommandId>,
    /// One step after which it is gone.
    pub(crate) fix: Option<Offered>,
}

/// The amount that a finding is about.
#[derive(Serialize, JsonSchema)]
struct Measure<'a> {
    now: Num,
    min: Option<BoundJson<'a>>,
    max: Option<BoundJson<'a>>,
}

/// Returns findings for an answer. `list` is the one that they are about; `None` for findings about rules.
pub(crate) fn answer_findings<'a>(
    findings: &'a [Finding],
    sources: &SourceFiles,
    list: Option<&'a OpenedList<'_>>,
) -> Vec<AnswerFinding<'a>> {
    let json = json_findings(findings, sources).into_iter();
    let identities = identify_findings(findings, list.map(|list| &list.rows));
    let troops = list.filter(|_| findings.iter().any(is_of_broken_limit));
    let troops = troops.and_then(|list| Some(OpenTroops::new(list.checked.army()?, list.rooms()?)));
    json.zip(findings)
        .zip(identities)
        .map(|((mut json, finding), is)| {
            let room = list.and_then(|list| room_of_finding(finding, list.checked.army()?, list.rooms()?));
            let open = room.and_then(|room| troops.as_ref()?.open_besides(finding, room));
            json.still_open = open.as_ref().map(JsonStillOpen::new);
            AnswerFinding {
                finding: json,
                id: is.id,
                title: title_of_finding(finding, room),
                room: list.and_then(|list| room.map(|room| room_id(room, &list.rows))),
                measure: room.and_then(measure_of),
                missing: finding.is_still_missing(),
                rows: is.rows,
                commands: is.commands,
                fix: None,
            }
        })
        .collect()
}

/// Returns the amount that a room has, with its bounds. `None` for a rule that is not a number.
fn measure_of(room: &Room) -> Option<Measure<'_>> {
    Some(Measure {
        now: room.now?.into(),
        min: room.bounds.min.as_ref().map(BoundJson::new),
        max: room.bounds.max.as_ref().map(BoundJson::new),
    })
}
