//! What findings are about that do not say so themselves: the row, the command or the army in which they are.

use crate::army::{Army, UnitOrigin};
use crate::finding::{FileId, Finding, Scope, Span, Subject, SubjectKind};

use super::command_leaders_and_roles;

/// Gives a subject to every finding that has none, by its place. A value that a check refuses inside a row is
/// a matter of that row.
pub(super) fn fill_in_subjects(army: &Army<'_>, findings: &mut [Finding]) {
    let incomplete = |f: &Finding| f.subject.is_none() || f.scope == Scope::File;
    if !findings.iter().any(incomplete) {
        return;
    }
    let rows = rows(army);
    for finding in findings.iter_mut().filter(|f| incomplete(f)) {
        let Some(span) =
            finding.primary_label().map(|label| label.span).filter(|s| s.file == FileId::CHECKED)
        else {
            continue;
        };
        let row = innermost(&rows, span);
        // A key is named when it is out of place, wherever its first row may be
        let of_key = finding.subject.as_ref().is_some_and(|s| s.kind == SubjectKind::Key);
        if row.is_some() && finding.scope == Scope::File && !of_key {
            finding.scope = Scope::Row;
        }
        if finding.subject.is_none() {
            let (kind, name) = match row {
                Some(row) => (SubjectKind::Unit, row.name.clone()),
                None => enclosing(army, span),
            };
            finding.subject = Some(Box::new(Subject::new(kind, name)));
        }
    }
}

/// A row of units, a character or the baggage.
struct RowOfList {
    span: Span,
    name: String,
}

/// All rows in the order of the list.
fn rows(army: &Army<'_>) -> Vec<RowOfList> {
    let baggage = |written: &UnitOrigin<'_>| matches!(written, UnitOrigin::Baggage(_));
    let units = army.units.iter().filter(|u| !baggage(&u.written));
    let units = units.map(|u| RowOfList { span: u.written.span(), name: u.name.clone() });
    let characters = army.characters.iter().map(|c| RowOfList { span: c.written.span, name: c.name.clone() });
    let mut rows: Vec<RowOfList> = units.chain(characters).collect();
    rows.sort_by_key(|row| (row.span.start, row.span.end));
    rows
}

/// The row that holds a place. Rows never overlap.
fn innermost(rows: &[RowOfList], place: Span) -> Option<&RowOfList> {
    let after = rows.partition_point(|row| row.span.start <= place.start);
    rows[..after].last().filter(|row| place.end <= row.span.end)
}

/// The innermost command that holds a place, or the army.
fn enclosing(army: &Army<'_>, place: Span) -> (SubjectKind, String) {
    let holds = |at: &usize| {
        army.commands[*at].written.is_some_and(|w| w.span.start <= place.start && place.end <= w.span.end)
    };
    // Commands within others come after them
    match (0..army.commands.len()).rev().find(holds) {
        Some(at) => (SubjectKind::Command, command_leaders_and_roles::name_of(army, at)),
        None => (SubjectKind::Army, army.list.army.value.clone()),
    }
}
