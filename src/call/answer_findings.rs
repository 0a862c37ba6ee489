//! Findings in answers: those of `muster check --format json`, and what a page needs besides.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::context::OpenedList;
use super::shared_types::{CommandId, Num, Offered, RowId};
use crate::build::rooms::{Room, RoomBound, RoomState, grouped_digits};
use crate::build::rows::ListRows;
use crate::exact_number::Number;
use crate::finding::{Code, FileId, Finding, Scope, SourceFiles, SubjectKind};
use crate::output::json::{JsonFinding, json_findings};
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
    fix: Option<Offered>,
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
    let mut times: HashMap<String, usize> = HashMap::new();
    let json = json_findings(findings, sources).into_iter();
    json.zip(findings)
        .map(|(json, finding)| {
            let places = list.map(|list| Places::of(finding, &list.rows)).unwrap_or_default();
            let room = list.and_then(|list| room_of(finding, list, &places));
            let base = id_of(finding, &places);
            let seen = times.entry(base.clone()).or_default();
            *seen += 1;
            AnswerFinding {
                finding: json,
                id: if *seen == 1 { base } else { format!("{base} {seen}") },
                title: title_of(finding, room),
                room: list.and_then(|list| room.map(|room| room_id(room, list))),
                measure: room.and_then(measure_of),
                missing: finding.is_still_missing(),
                rows: places.rows,
                commands: places.commands,
                fix: None,
            }
        })
        .collect()
}

/// The rows and commands that a finding points at.
#[derive(Default)]
struct Places {
    rows: Vec<RowId>,
    commands: Vec<CommandId>,
}

impl Places {
    fn of(finding: &Finding, list: &ListRows) -> Self {
        let mut places = Self::default();
        for span in finding.labels.iter().map(|label| label.span).filter(|span| span.file == FileId::CHECKED)
        {
            let inside = |outer: crate::Span| outer.start <= span.start && span.end <= outer.end;
            // Rows are sorted and do not overlap
            let last = list.rows.partition_point(|row| row.span.start <= span.start).checked_sub(1);
            if let Some(row) = last.and_then(|at| list.rows.get(at)).filter(|row| inside(row.span)) {
                if !places.rows.contains(&row.id) {
                    places.rows.push(row.id.clone());
                }
            } else if let Some(command) =
                list.commands.iter().find(|command| command.span.is_some_and(inside))
                && !places.commands.contains(&command.id)
            {
                places.commands.push(command.id.clone());
            }
        }
        places
    }
}

/// Returns the id of a finding: its code, the rule or the word it is about, and the row or command that it is at.
///
/// No numbers, positions or names that the author gives are in it, so it stays over edits.
fn id_of(finding: &Finding, places: &Places) -> String {
    use SubjectKind::{Army, Command, Unit};
    let subject = finding.subject.as_deref();
    let word = subject.filter(|subject| !matches!(subject.kind, Army | Command | Unit));
    let about = finding.rule_path.as_deref().or(word.map(|word| word.name.as_str()));
    let row = places.rows.first();
    let command = places.commands.first();
    let at = match (finding.scope, subject.map(|subject| subject.kind)) {
        (Scope::Row, _) | (_, Some(Unit)) => row,
        (Scope::Command, _) | (_, Some(Command)) => command.or(row),
        (Scope::Army | Scope::File, _) => None,
    };
    let words = [Some(finding.code.as_str()), about, at.map(String::as_str)];
    words.into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Returns a finding in a few words: for an amount what there is and what is allowed, else its message up to the
/// reasons.
fn title_of(finding: &Finding, room: Option<&Room>) -> String {
    let message = || capitalised(finding.message.split(", since ").next().unwrap_or(&finding.message));
    let Some((room, now)) = room.and_then(|room| Some((room, room.now?))) else { return message() };
    let amount = |bound: &RoomBound| bound.whole.or(bound.amount);
    let broken = |bound: &Option<RoomBound>, words: &str, is_broken: fn(Number, Number) -> bool| {
        let amount = amount(bound.as_ref()?).filter(|amount| is_broken(now, *amount))?;
        Some(format!("{}: {}, {words} {}", room.label, grouped_digits(now), grouped_digits(amount)))
    };
    let bounds = &room.bounds;
    let exactly =
        bounds.is_exact.then(|| broken(&bounds.min, "exactly", |now, amount| now != amount)).flatten();
    exactly
        .or_else(|| broken(&bounds.min, "at least", |now, amount| now < amount))
        .or_else(|| broken(&bounds.max, "at most", |now, amount| now > amount))
        .or_else(|| broken(&bounds.multiple_of, "a multiple of", |_, _| true))
        .unwrap_or_else(message)
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the room that is too small or too empty, if a finding is about one.
fn room_of<'a>(finding: &Finding, list: &'a OpenedList<'_>, places: &Places) -> Option<&'a Room> {
    let (army, rooms) = (list.checked.army()?, list.rooms()?);
    let is_of_points = finding.code == Code::OverPoints;
    let broken = rooms.rooms.iter().filter(|room| {
        let same_rule =
            if is_of_points { room.rule_path.is_none() } else { room.rule_path == finding.rule_path };
        same_rule && room.state == RoomState::Broken
    });
    let broken: Vec<&Room> = broken.filter(|_| is_of_points || finding.code.is_of_amounts()).collect();
    // Of the rooms of one rule, by entry or by command, it is the one that counts what the finding points at
    let points_at = |room: &&&Room| {
        let row = |span: crate::Span| list.row_at(span).is_some_and(|row| places.rows.contains(&row.id));
        let command = room.command.and_then(|at| list.rows.commands.get(at));
        command.is_some_and(|command| places.commands.contains(&command.id))
            || room.units.iter().any(|at| row(army.units[*at].written.span()))
            || room.characters.iter().any(|at| row(army.characters[*at].written.span))
    };
    broken.iter().find(points_at).or(broken.first()).copied()
}

/// Returns the id of a room, as `rooms` gives it.
fn room_id(room: &Room, list: &OpenedList<'_>) -> String {
    let command = room.command.and_then(|at| list.rows.commands.get(at));
    room.id_in_command(command.map(|command| command.id.as_str()))
}

/// Returns the amount that a room has, with its bounds. `None` for a rule that is not a number.
fn measure_of(room: &Room) -> Option<Measure<'_>> {
    Some(Measure {
        now: room.now?.into(),
        min: room.bounds.min.as_ref().map(BoundJson::new),
        max: room.bounds.max.as_ref().map(BoundJson::new),
    })
}
