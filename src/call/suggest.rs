//! `suggest`: small changes that make an army legal, or spend what is left.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::Answered;
use super::context::{Context, OpenedList};
use super::edits_in_requests::edits_json;
use super::error::{CallError, ErrorCode};
use super::read_request::{request_object, request_words};
use super::request_json::Pointer;
use super::shared_types::{FileIn, ListIn, Num, Offered, RowId};
use crate::build::edits::edit_list;
use crate::build::row_words::row_words;
use crate::exact_number::Number;
use crate::suggest::{AllowedChanges, SuggestError, SuggestOptions, Suggestion, Suggestions, suggest_edits};

/// The number of ways if a request does not say.
const USUAL_WAYS: u64 = 3;
/// The number of trials if a request does not say: about two seconds for a list of thirty rows.
const USUAL_EFFORT: u64 = 6_000;
/// The most ways, trials and milliseconds that may be asked for.
const MAX_WAYS: u64 = 20;
const MAX_EFFORT: u64 = 1_000_000;
const MAX_MS: u64 = 60_000;

request_object! {
    /// Looks for small changes that make an army legal, or spend what is left.
    pub(super) struct Request {
        list: ListIn,
        event: Option<FileIn>,
        /// The most ways. 3 if left out.
        most: Option<u64>,
        /// The rows to leave unchanged.
        keep: Option<Vec<String>>,
        /// What alone may change.
        only: Option<Only>,
        /// What there should be more of, as a selector of the rules.
        prefer: Option<String>,
        /// The most trials, by which the search stops at the same place everywhere.
        effort: Option<u64>,
        /// The most milliseconds, by the host's clock.
        ms: Option<u64>,
    }
}

request_words! {
    /// A part of the list.
    pub(super) enum Only {
        /// Options.
        Upgrades "upgrades",
        /// Rows, counts and sizes.
        Units "units",
    }
}

/// The ways that were found, best first.
#[derive(Serialize, JsonSchema)]
#[schemars(rename = "Ways")]
pub(super) struct Answer {
    ids: String,
    /// Whether the army is illegal, so that the ways make it legal.
    broken: bool,
    ways: Vec<Way>,
    /// Whether nothing better can be found, or nothing at all.
    proven: bool,
    /// What is proven.
    proof: Option<String>,
    /// What rules out every list, if nothing was found.
    why: Option<String>,
    /// Whether the trials or the time ended the search.
    time_ran_out: bool,
}

/// Changes that can be made, and what they lead to.
#[derive(Serialize, JsonSchema)]
struct Way {
    #[serde(flatten)]
    offered: Offered,
    /// The points left then. Null without an agreed size.
    left: Option<Num>,
    /// The changes in words.
    words: Vec<String>,
    /// The rows that differ.
    rows: Vec<ChangedRow>,
}

/// A row that a suggestion changes, in words before and after.
#[derive(Serialize, JsonSchema)]
struct ChangedRow {
    row: RowId,
    /// Null if it is new.
    before: Option<String>,
    /// Null if it goes.
    after: Option<String>,
}

pub(super) fn answer<'c>(context: &'c Context<'_>, request: Request) -> Result<Answered<'c>, CallError> {
    let list = context.open(request.list, request.event.as_ref(), "/list")?;
    list.army()?;
    let bounded = |key: &str, number: Option<u64>, usual: u64, most: u64| {
        let at = Pointer::Key(&Pointer::Root, key);
        let number = number.unwrap_or(usual);
        if number > most {
            return Err(CallError::too_large(&at, format!("\"{key}\" is {number}, the limit is {most}")));
        }
        if number == 0 {
            return Err(CallError::bad_request(&at, format!("\"{key}\" is at least 1")));
        }
        Ok(usize::try_from(number).unwrap_or(usize::MAX))
    };
    let max_suggestions = bounded("most", request.most, USUAL_WAYS, MAX_WAYS)?;
    let effort = bounded("effort", request.effort, USUAL_EFFORT, MAX_EFFORT)?;
    bounded("ms", request.ms, 1, MAX_MS)?;
    let kept = request.keep.unwrap_or_default().into_iter().enumerate().map(|(index, at)| {
        list.rows.row(&at).map(|row| row.id.clone()).ok_or_else(|| {
            let error = CallError::new(ErrorCode::Refused, format!("the list has no row {at}"));
            CallError { reason: Some("no-such-place"), ..error }.at(format!("/keep/{index}"))
        })
    });
    let wish = SuggestOptions {
        max_suggestions,
        unchanged_rows: kept.collect::<Result<_, _>>()?,
        only: request.only.map(|only| match only {
            Only::Upgrades => AllowedChanges::Upgrades,
            Only::Units => AllowedChanges::Units,
        }),
        prefer: request.prefer,
        time: request.ms.map(Duration::from_millis),
        effort: Some(effort),
        ..SuggestOptions::default()
    };
    let trials = list.trials();
    let found = suggest_edits(&trials, &list.checked, &wish).map_err(|error| no_search(&error))?;
    if found.prefer_matches_nothing {
        let message = "nothing that the army can have matches, so it cannot be preferred";
        return Err(CallError::new(ErrorCode::BadRequest, message).at("/prefer"));
    }
    let ways = found.suggestions.iter().filter_map(|way| Way::new(&list, way)).collect();
    let answer = Answered::new(&Answer {
        ids: list.ids(),
        broken: found.was_illegal,
        ways,
        proven: is_proven(&found),
        proof: proof(&found).map(str::to_owned),
        why: why(&found),
        time_ran_out: found.proof.time_ran_out,
    })?;
    drop(trials);
    Ok(answer.about(list))
}

/// Says why no search was made.
fn no_search(error: &SuggestError) -> CallError {
    match error {
        SuggestError::Prefer(report) => {
            let message = "this is not a selector of the rules";
            let error = CallError::new(ErrorCode::BadRequest, message).at("/prefer");
            error.with_findings(&report.findings, &report.sources)
        }
        SuggestError::Unreadable | SuggestError::NoThread => {
            CallError::new(ErrorCode::Internal, "the search could not start")
        }
    }
}

impl Way {
    fn new(list: &OpenedList<'_>, way: &Suggestion) -> Option<Self> {
        let rules = list.checked.rules().cloned();
        let done = edit_list(&list.text, &list.rows, rules, &way.edits).ok()?;
        let after = list.with_rows(done.text.clone(), done.rows.clone());
        let size = after.report().points.as_ref().and_then(|points| points.limit);
        let left = size.zip(way.total).and_then(|(size, total)| size.checked_sub(total));
        let over = left.and_then(|left| Number::ZERO.checked_sub(left)).unwrap_or_default();
        Some(Self {
            offered: Offered {
                step: done.step(),
                edits: edits_json(&way.edits),
                total: way.total.map(Num::from),
                over: over.max(Number::ZERO).into(),
                verdict: after.report().verdict.into(),
            },
            left: left.map(Num::from),
            words: way.descriptions.clone(),
            rows: changed_rows(list, &after)?,
        })
    }
}

/// Returns the rows that differ between two lists, those that go first.
fn changed_rows(before: &OpenedList<'_>, after: &OpenedList<'_>) -> Option<Vec<ChangedRow>> {
    let old = row_words(before.checked.army()?, &before.rows);
    let new = row_words(after.checked.army()?, &after.rows);
    let word = |all: &[(String, String)], id: &str| {
        all.iter().find(|(known, _)| known == id).map(|(_, words)| words.clone())
    };
    let gone = old.iter().filter(|(id, _)| word(&new, id).is_none());
    let rows = gone.chain(&new).map(|(id, _)| ChangedRow {
        row: id.clone(),
        before: word(&old, id),
        after: word(&new, id),
    });
    Some(rows.filter(|row| row.before != row.after).collect())
}

fn is_proven(found: &Suggestions) -> bool {
    let proof = found.proof;
    proof.nothing_is_possible || proof.none_is_closer && proof.has_fewest_changes
}

/// Says what is proven.
fn proof(found: &Suggestions) -> Option<&'static str> {
    let proof = found.proof;
    match (found.suggestions.is_empty(), found.was_illegal) {
        (true, true) if proof.nothing_is_possible => Some("no small changes make it legal"),
        (true, false) if proof.nothing_is_possible => Some("no small changes spend more and stay legal"),
        (false, true) if proof.has_fewest_changes => Some("no fewer small changes make it legal"),
        (false, false) if proof.none_is_closer => {
            Some(match (proof.has_fewest_changes, proof.only_of_preferred) {
                (true, false) => "no small changes come closer to the size, and no fewer come as close",
                (true, true) => {
                    "no small changes that bring more of what is preferred come closer to the size, and no fewer come as close"
                }
                (false, _) => "no small changes come closer to the size",
            })
        }
        _ => None,
    }
}

/// Says what rules out every list, or why there was nothing to look for.
fn why(found: &Suggestions) -> Option<String> {
    let Some(obstacle) = &found.obstacle else { return found.nothing_to_spend().map(str::to_owned) };
    let size = found.before.points.as_ref().and_then(|points| points.limit);
    let limits: Vec<&str> = obstacle.limits().iter().map(|limit| limit.text.as_str()).collect();
    let summary = obstacle.summary("`keep`", "`only`", size);
    Some(if limits.is_empty() { summary } else { format!("{summary}: {}", limits.join("; ")) })
}
