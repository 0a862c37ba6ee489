//! Findings in answers: those of `muster check --format json`, and what a page needs besides.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Serialize;

use super::shared_types::{Bound, CommandId, Num, Offered, RowId};
use crate::build::rows::ListRows;
use crate::finding::{Code, FactKind, FileId, Finding, Scope, SourceFiles, SubjectKind};
use crate::output::json::{JsonFinding, json_findings};

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
    measure: Option<Measure>,
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
struct Measure {
    now: Num,
    min: Option<Bound>,
    max: Option<Bound>,
}

/// Returns findings for an answer. `rows` are those of the list; `None` for findings about rules.
pub(crate) fn answer_findings<'a>(
    findings: &'a [Finding],
    sources: &SourceFiles,
    rows: Option<&ListRows>,
) -> Vec<AnswerFinding<'a>> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let places =
        findings.iter().map(|finding| rows.map(|rows| Places::of(finding, rows)).unwrap_or_default());
    let json = json_findings(findings, sources).into_iter();
    json.zip(findings)
        .zip(places)
        .map(|((json, finding), places)| {
            let base = id_of(finding, &places);
            let seen = times.entry(base.clone()).or_default();
            *seen += 1;
            AnswerFinding {
                finding: json,
                id: if *seen == 1 { base } else { format!("{base} {seen}") },
                title: title_of(finding),
                room: room_of(finding),
                measure: measure_of(finding),
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

/// Returns a finding in a few words: for an amount of something with a name what there is and what is allowed, else the
/// rule's own sentence, else its message up to the reasons.
fn title_of(finding: &Finding) -> String {
    let fact = |kind: FactKind| finding.facts.iter().find(|fact| fact.is == kind && fact.value.is_some());
    let named = fact(FactKind::Found).and_then(|found| {
        let name = found.what.strip_prefix('"')?.strip_suffix('"')?;
        Some((name, found.value.filter(|_| !name.contains('"'))?))
    });
    if let Some((name, now)) = named.filter(|_| finding.code.is_of_amounts()) {
        let bounds = [
            (FactKind::Exactly, "exactly"),
            (FactKind::AtLeast, "at least"),
            (FactKind::AtMost, "at most"),
            (FactKind::MultipleOf, "a multiple of"),
        ];
        let bounds = bounds.iter().filter_map(|(kind, words)| {
            fact(*kind).and_then(|fact| fact.value).map(|value| format!("{words} {}", value.to_mixed_text()))
        });
        let bounds: Vec<String> = bounds.collect();
        return format!("{name}: {}, {}", now.to_mixed_text(), bounds.join(", "));
    }
    let says = finding.labels.iter().rev().filter(|label| label.span.file != FileId::CHECKED);
    let says = says.map(|label| label.text.as_str()).find(|text| text.contains(' ') && *text != "the rule");
    let message = finding.message.split(", since ").next().unwrap_or(&finding.message);
    capitalised(says.filter(|_| finding.code.is_of_amounts()).unwrap_or(message))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Returns the id of the room that a finding is about.
fn room_of(finding: &Finding) -> Option<String> {
    match finding.code {
        Code::OverPoints => Some("points".to_owned()),
        code if code.is_of_amounts() => finding.rule_path.clone(),
        _ => None,
    }
}

/// Returns the amount that a finding is about, with its bounds.
fn measure_of(finding: &Finding) -> Option<Measure> {
    let value = |kind: FactKind| finding.facts.iter().find(|fact| fact.is == kind)?.value;
    let now = value(FactKind::Found)?;
    let exactly = value(FactKind::Exactly);
    let bound = |kind: FactKind, least: bool| exactly.or(value(kind)).map(|amount| Bound::new(amount, least));
    Some(Measure {
        now: now.into(),
        min: bound(FactKind::AtLeast, true),
        max: bound(FactKind::AtMost, false),
    })
}
