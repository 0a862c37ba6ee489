//! `check`: the verdict on a list, its total and what is wrong with it.

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::answer_findings::{AnswerFinding, answer_findings};
use super::context::{Context, OpenedList};
use super::error::CallError;
use super::read_request::request_object;
use super::shared_types::{FileIn, ListIn, Num, Offered};
use crate::build::edits::ListEdit;
use crate::build::finding_identity::identify_findings;
use crate::build::offers::{NextStep, step_against};
use crate::check::report::{ListReport, Verdict};
use crate::exact_number::Number;
use crate::finding::{Code, Finding, Severity};
use crate::output::json::{JsonList, JsonPoints};

/// The most findings for which a step is looked for, so that a check stays quick.
const MAX_FIXES: usize = 10;

request_object! {
    /// Judges a list.
    pub(super) struct Request {
        list: ListIn,
        event: Option<FileIn>,
    }
}

/// The verdict on a list, and what is wrong with it.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Checked")]
pub(super) struct Answer<'a> {
    /// One item of `lists` of `muster check --format json`, with more keys.
    list: JsonList<'a, PointsLeft, AnswerFinding<'a>>,
    ids: String,
    /// What concerns no list, such as a club's broken ruleset.
    findings: Vec<AnswerFinding<'a>>,
    /// How much a draft still lacks.
    missing: usize,
    /// The step that finishes a draft.
    finish: Option<Offered>,
}

/// The points of a list, and how many are left.
#[derive(Serialize, JsonSchema)]
struct PointsLeft {
    #[serde(flatten)]
    points: JsonPoints,
    /// 0 if there is no agreed size, or it is exceeded.
    left: Num,
    /// How far the agreed size is exceeded, else 0.
    over: Num,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    let list = context.open(request.list, request.event.as_ref(), "/list")?;
    Ok(Answered::new(&checked(&list))?.about(list))
}

/// Returns what is to be said about a list.
pub(super) fn checked<'a>(list: &'a OpenedList<'_>) -> Answer<'a> {
    let report = list.report();
    let (left, over) = left_and_over(report);
    let points = |points| PointsLeft { points, left: left.into(), over: over.into() };
    let mut findings = answer_findings(&report.findings, &report.sources, Some(list));
    add_fixes(&mut findings, list);
    let missing = report.findings.iter().filter(|finding| finding.is_still_missing()).count();
    Answer {
        list: JsonList::new(report, points, findings),
        ids: list.ids(),
        findings: answer_findings(&list.findings_of_rules, list.library.sources(), None),
        missing,
        finish: if missing == 0 { finishing_step(list) } else { None },
    }
}

/// Adds to the first errors of a list the one step after which each is gone.
fn add_fixes(answers: &mut [AnswerFinding<'_>], list: &OpenedList<'_>) {
    let Some(army) = list.checked.army() else { return };
    let findings = &list.report().findings;
    let is_error =
        |finding: &&Finding| finding.severity == Severity::Error && finding.code != Code::OverPoints;
    if !findings.iter().any(|finding| is_error(&finding)) {
        return;
    }
    let trials = list.trials();
    let identities = identify_findings(findings, Some(&list.rows));
    let errors = answers.iter_mut().zip(findings.iter().zip(&identities));
    for (answer, (finding, is)) in errors.filter(|(_, (finding, _))| is_error(finding)).take(MAX_FIXES) {
        answer.fix = step_against(&trials, army, is, finding).map(Offered::from);
    }
}

/// Returns the step that takes `draft` out of a draft that lacks nothing.
fn finishing_step(list: &OpenedList<'_>) -> Option<Offered> {
    if list.checked.verdict() != Verdict::Draft || !list.checked.list()?.is_draft() {
        return None;
    }
    let (at, key) = ("army".to_owned(), "draft".to_owned());
    let edits = vec![ListEdit::Header { at, key, value: serde_json::Value::Null }];
    let trial = list.trials().try_edits(&edits).ok()?;
    Some(NextStep::new("finish the draft".to_owned(), edits, &trial.result).into())
}

/// Returns how many points of the agreed size are left, and how far it is exceeded.
pub(super) fn left_and_over(report: &ListReport) -> (Number, Number) {
    let points = report.points.as_ref();
    let left = points.and_then(|points| points.limit?.checked_sub(points.total)).unwrap_or_default();
    if left >= 0 {
        (left, Number::ZERO)
    } else {
        (Number::ZERO, Number::ZERO.checked_sub(left).unwrap_or_default())
    }
}
