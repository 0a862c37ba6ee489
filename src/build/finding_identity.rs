//! What a finding is about, by which it is known again after an edit.

use std::collections::HashMap;

use crate::exact_number::Number;
use crate::finding::{FactKind, FileId, Finding, Scope, Span, SubjectKind};

use super::rows::ListRows;

/// What a finding is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FindingIdentity {
    /// The same over edits, while the finding is the same: its code, the rule or the word it is about, and the row or
    /// command that it is at.
    pub id: String,
    /// The rows that it points at.
    pub rows: Vec<String>,
    /// The commands that it points at.
    pub commands: Vec<String>,
}

/// Returns what each of these findings is about. `rows` are those of the list; `None` for findings about rules.
pub fn identify_findings(findings: &[Finding], rows: Option<&ListRows>) -> Vec<FindingIdentity> {
    let mut times: HashMap<String, usize> = HashMap::new();
    let identify = |finding: &Finding| {
        let mut identity = rows.map(|rows| places_of(finding, rows)).unwrap_or_default();
        let id = id_of(finding, &identity);
        let seen = times.entry(id.clone()).or_default();
        *seen += 1;
        identity.id = if *seen == 1 { id } else { format!("{id} {seen}") };
        // In the order of the text
        let place = |id: &String| rows.and_then(|rows| rows.rows.iter().position(|row| row.id == *id));
        identity.rows.sort_by_key(place);
        identity
    };
    findings.iter().map(identify).collect()
}

/// Returns how far the amount that a finding is about is from what is allowed. `None` if it is about no amount.
pub fn distance_from_allowed(finding: &Finding) -> Option<Number> {
    let value = |kind: FactKind| finding.fact_value(kind);
    let found = value(FactKind::Found)?;
    let exactly = value(FactKind::Exactly);
    let above = exactly.or(value(FactKind::AtMost)).and_then(|most| found.checked_sub(most));
    let below = exactly.or(value(FactKind::AtLeast)).and_then(|least| least.checked_sub(found));
    above.into_iter().chain(below).max()
}

fn places_of(finding: &Finding, list: &ListRows) -> FindingIdentity {
    let mut places = FindingIdentity::default();
    for span in finding.labels.iter().map(|label| label.span).filter(|span| span.file == FileId::CHECKED) {
        let inside = |outer: Span| outer.start <= span.start && span.end <= outer.end;
        // Rows are sorted and do not overlap
        let last = list.rows.partition_point(|row| row.span.start <= span.start).checked_sub(1);
        if let Some(row) = last.and_then(|at| list.rows.get(at)).filter(|row| inside(row.span)) {
            if !places.rows.contains(&row.id) {
                places.rows.push(row.id.clone());
            }
        } else if let Some(command) =
            list.commands.iter().rev().find(|command| command.span.is_some_and(inside))
            && !places.commands.contains(&command.id)
        {
            places.commands.push(command.id.clone());
        }
    }
    places
}

/// Returns the id of a finding. No numbers, positions or names that the author gives are in it, so it stays over edits.
fn id_of(finding: &Finding, places: &FindingIdentity) -> String {
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
