//! What edits that were tried lead to.

use schemars::JsonSchema;
use serde::Serialize;

use super::edits_in_requests::edits_json;
use super::shared_types::{Num, Offered, RowId, Verdict};
use crate::build::offers::NextStep;
use crate::build::room_and_title_of_finding::title_of_finding;
use crate::build::rooms::RoomBound;
use crate::build::trial::{BrokenRule, TrialResult};
use crate::output::rooms_json::BoundJson;

/// What edits lead to.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Result")]
pub(super) struct TrialAnswer<'r> {
    verdict: Verdict,
    total: Option<Num>,
    /// By how many points the army then costs more.
    delta: Option<Num>,
    /// How far the army exceeds its size.
    over: Num,
    /// `ok`, `dear` or `stop`.
    grade: &'static str,
    /// The findings that are new or worse, but not that the army costs too much.
    breaks: Vec<Break<'r>>,
    /// The ids of the findings that are gone.
    clears: &'r [String],
    /// With `stop`: the one further step after which nothing stops it.
    then: Option<Offered>,
}

/// A finding that is new or worse.
#[derive(Serialize, JsonSchema)]
struct Break<'r> {
    id: &'r str,
    code: &'static str,
    rule: Option<&'r str>,
    room: Option<&'r str>,
    severity: &'static str,
    title: String,
    message: &'r str,
    /// Where the bound comes from.
    how: Option<&'r str>,
    now: Option<Num>,
    min: Option<BoundJson<'r>>,
    max: Option<BoundJson<'r>>,
    rows: &'r [RowId],
}

impl<'r> TrialAnswer<'r> {
    pub(super) fn new(result: &'r TrialResult, then: Option<Offered>) -> Self {
        Self {
            verdict: result.verdict.into(),
            total: result.total.map(Num::from),
            delta: result.delta.map(Num::from),
            over: result.over.into(),
            grade: result.grade.as_str(),
            breaks: result.breaks.iter().map(Break::new).collect(),
            clears: &result.clears,
            then,
        }
    }
}

impl<'r> Break<'r> {
    fn new(broken: &'r BrokenRule) -> Self {
        let (finding, room) = (&broken.finding, broken.room.as_ref());
        let (min, max) = (room.and_then(|r| r.bounds.min.as_ref()), room.and_then(|r| r.bounds.max.as_ref()));
        let how = |bound: Option<&'r RoomBound>| bound.and_then(|bound| bound.explanation.as_deref());
        Self {
            id: &broken.is.id,
            code: finding.code.as_str(),
            rule: finding.rule_path.as_deref(),
            room: broken.room_id.as_deref(),
            severity: finding.severity.as_str(),
            title: title_of_finding(finding, room),
            message: &finding.message,
            how: how(max).or_else(|| how(min)),
            now: room.and_then(|room| room.now).map(Num::from),
            min: min.map(BoundJson::new),
            max: max.map(BoundJson::new),
            rows: &broken.is.rows,
        }
    }
}

impl From<NextStep> for Offered {
    fn from(step: NextStep) -> Self {
        Self {
            step: step.step,
            edits: edits_json(&step.edits),
            total: step.total.map(Num::from),
            over: step.over.into(),
            verdict: step.verdict.into(),
        }
    }
}
