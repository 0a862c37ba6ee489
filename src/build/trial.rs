//! What edits of a list would lead to, found by making them on a copy and checking it.

use std::collections::HashMap;
use std::sync::Arc;

use crate::army::Army;
use crate::check::check_files::CheckOptions;
use crate::check::report::Verdict;
use crate::checked_list::Checked;
use crate::exact_number::Number;
use crate::finding::{Code, FileId, Finding, Severity};
use crate::rules::Rules;
use crate::rules::library::Library;
use crate::yaml::{Parsed, parse_yaml};

use super::edits::{EditedList, ListEdit, Refusal, edit_parsed_list};
use super::finding_identity::{FindingIdentity, distance_from_allowed, identify_findings};
use super::room_and_title_of_finding::{room_id, room_of_finding};
use super::rooms::{Room, rooms_of_rules};
use super::rows::ListRows;

/// A list on which edits are tried.
pub struct TrialList<'c> {
    library: &'c Library,
    text: &'c str,
    parsed: Arc<Parsed<'static>>,
    rows: &'c ListRows,
    path: &'c str,
    rules: Option<Arc<Rules>>,
    /// The points of the army before.
    total: Option<Number>,
    /// The number of units before.
    units: i64,
    as_draft: bool,
    /// How severe each finding is, and how far from what is allowed.
    before: HashMap<String, (Severity, Option<Number>)>,
}

/// What edits lead to.
#[derive(Clone, Debug)]
pub struct TrialResult {
    /// The verdict.
    pub verdict: Verdict,
    /// The points of the army. `None` in a game without points.
    pub total: Option<Number>,
    /// By how many points the army then costs more. `None` if a cost is not known.
    pub delta: Option<Number>,
    /// How far the army exceeds its size, in points.
    pub over: Number,
    /// Whether the edits do harm.
    pub grade: Grade,
    /// The findings that are new or worse, except that the army costs too much.
    pub breaks: Vec<BrokenRule>,
    /// The ids of the findings that are gone.
    pub clears: Vec<String>,
}

/// A finding that edits cause or make worse.
#[derive(Clone, Debug)]
pub struct BrokenRule {
    /// What it is about.
    pub is: FindingIdentity,
    /// The finding.
    pub finding: Finding,
    /// The room that is then too small or too empty.
    pub room: Option<Room>,
    /// The id of that room, with the command that it is of.
    pub room_id: Option<String>,
}

/// Whether edits do harm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// No error is new or worse.
    Ok,
    /// No error is new or worse, but the army costs more than before and more than its size.
    Dear,
    /// An error other than the cost is new or worse.
    Stop,
}

impl Grade {
    /// Returns the word of the grade in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Dear => "dear",
            Self::Stop => "stop",
        }
    }
}

/// Edits that were tried.
pub struct Trial {
    /// The list after the edits.
    pub edited: EditedList,
    /// What its text was parsed into.
    parsed: Arc<Parsed<'static>>,
    /// What the check says of it.
    pub checked: Checked,
    /// How it differs from the list before.
    pub result: TrialResult,
}

impl<'c> TrialList<'c> {
    /// Prepares to try edits of a checked list. `as_draft` as it was checked.
    pub fn new(
        library: &'c Library,
        text: &'c str,
        rows: &'c ListRows,
        checked: &'c Checked,
        as_draft: bool,
    ) -> Self {
        let parsed = Arc::new(parse_yaml(FileId::CHECKED, text).into_owned());
        Self::of_parsed(library, text, parsed, rows, checked, as_draft)
    }

    fn of_parsed(
        library: &'c Library,
        text: &'c str,
        parsed: Arc<Parsed<'static>>,
        rows: &'c ListRows,
        checked: &'c Checked,
        as_draft: bool,
    ) -> Self {
        let findings = checked.findings();
        let known = identify_findings(findings, Some(rows)).into_iter().zip(findings);
        let before =
            known.map(|(is, finding)| (is.id, (finding.severity, distance_from_allowed(finding)))).collect();
        let (path, total) = (checked.report().path.as_str(), total_points(checked));
        let units = checked.army().map_or(0, Army::unit_count);
        Self {
            library,
            text,
            parsed,
            rows,
            path,
            rules: checked.rules().cloned(),
            total,
            units,
            as_draft,
            before,
        }
    }

    /// Prepares to try further edits of a list on which some were tried.
    pub fn after<'t>(&'t self, trial: &'t Trial) -> TrialList<'t> {
        let parsed = Arc::clone(&trial.parsed);
        let Trial { edited, checked, .. } = trial;
        TrialList::of_parsed(self.library, &edited.text, parsed, &edited.rows, checked, self.as_draft)
    }

    /// The number of units of the army, identical ones counted and reserves left out.
    pub fn unit_count(&self) -> i64 {
        self.units
    }

    /// The rows of the list.
    pub fn rows(&self) -> &'c ListRows {
        self.rows
    }

    /// The rules of the list, if they are known.
    pub fn rules(&self) -> Option<&Arc<Rules>> {
        self.rules.as_ref()
    }

    /// Makes edits on a copy of the list, and checks it.
    ///
    /// # Errors
    ///
    /// Why an edit is refused.
    pub fn try_edits(&self, edits: &[ListEdit]) -> Result<Trial, Refusal> {
        let (edited, parsed) = self.make_edits(edits)?;
        let checked = self.check(&edited, &parsed);
        let result = self.compare(&edited.rows, &checked);
        Ok(Trial { edited, parsed, checked, result })
    }

    /// Makes edits on a copy of the list, and checks it, without a comparison.
    ///
    /// # Errors
    ///
    /// Why an edit is refused.
    pub fn check_edits(&self, edits: &[ListEdit]) -> Result<(EditedList, Checked), Refusal> {
        let (edited, parsed) = self.make_edits(edits)?;
        let checked = self.check(&edited, &parsed);
        Ok((edited, checked))
    }

    fn check(&self, edited: &EditedList, parsed: &Parsed<'_>) -> Checked {
        let options = CheckOptions { as_draft: self.as_draft, skip_digests: true, ..CheckOptions::default() };
        Checked::read_parsed(self.library, self.path, edited.text.clone(), parsed, &options)
    }

    /// Makes edits on a copy of the list. Returns also what its text was parsed into.
    ///
    /// # Errors
    ///
    /// Why an edit is refused.
    pub(crate) fn make_edits(
        &self,
        edits: &[ListEdit],
    ) -> Result<(EditedList, Arc<Parsed<'static>>), Refusal> {
        edit_parsed_list(self.text, Arc::clone(&self.parsed), self.rows, self.rules.clone(), edits)
    }

    fn compare(&self, rows: &ListRows, checked: &Checked) -> TrialResult {
        let findings = checked.findings();
        let (mut breaks, mut gone) = (Vec::new(), self.before.keys().cloned().collect::<Vec<_>>());
        for (is, finding) in identify_findings(findings, Some(rows)).into_iter().zip(findings) {
            gone.retain(|id| *id != is.id);
            let worse = self.before.get(&is.id).is_none_or(|(severity, distance)| {
                finding.severity > *severity || distance_from_allowed(finding) > *distance
            });
            if worse && finding.code != Code::OverPoints {
                breaks.push(BrokenRule { is, finding: finding.clone(), room: None, room_id: None });
            }
        }
        gone.sort();
        add_rooms(&mut breaks, rows, checked);
        let size = checked.report().points.as_ref().and_then(|points| points.limit);
        let (now, was) = (total_points(checked), self.total);
        let delta = now.zip(was).and_then(|(now, was)| now.checked_sub(was));
        let over = now.zip(size).and_then(|(now, size)| now.checked_sub(size)).unwrap_or_default();
        let over = over.max(Number::ZERO);
        let grade = if breaks.iter().any(|broken| broken.finding.severity == Severity::Error) {
            Grade::Stop
        } else if over > 0 && delta.is_some_and(|delta| delta > 0) {
            Grade::Dear
        } else {
            Grade::Ok
        };
        TrialResult { verdict: checked.verdict(), total: now, delta, over, grade, breaks, clears: gone }
    }
}

fn total_points(checked: &Checked) -> Option<Number> {
    checked.report().points.as_ref().map(|points| points.total)
}

/// Adds to findings the rooms that are then too small or too empty.
fn add_rooms(breaks: &mut [BrokenRule], rows: &ListRows, checked: &Checked) {
    let Some(army) = checked.army() else { return };
    let of_amounts = breaks.iter().filter(|broken| broken.finding.code.is_of_amounts());
    let paths: Vec<String> = of_amounts.filter_map(|broken| broken.finding.rule_path.clone()).collect();
    if paths.is_empty() {
        return;
    }
    let rooms = rooms_of_rules(army, &paths.iter().map(String::as_str).collect::<Vec<_>>());
    for broken in breaks {
        let room = room_of_finding(&broken.finding, army, &rooms);
        broken.room_id = room.map(|room| room_id(room, rows));
        broken.room = room.cloned();
    }
}
