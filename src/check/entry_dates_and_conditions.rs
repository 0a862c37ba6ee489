//! Checks of dates of books, entries and allies, and of conditions of entries.

use crate::army::evaluate_conditions::{applicable_dates, condition_holds, first_dates_outside};
use crate::army::regions::Region;
use crate::army::{Army, Character, Unit};
use crate::finding::{Code, Scope, Severity, Span, Subject, SubjectKind};
use crate::rules::compiled_conditions::Dates;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::id_types::{ContingentId, UnitKindId};

use super::why_rule_applies::Reasons;
use super::{CheckReport, army_span, finding_at, with_rule_label};

pub(super) fn check_entries(army: &Army<'_>, found: &mut CheckReport) {
    for unit in &army.units {
        let Unit { written, body, .. } = unit;
        if let Some(kind) = body.kind {
            check_entry(army, found, kind, body.contingent, written.type_span());
        }
    }
    for Character { written, kind, contingent, .. } in &army.characters {
        if let Some(kind) = kind {
            let span = written.unit.as_ref().map_or(written.span, |u| u.span);
            check_entry(army, found, *kind, *contingent, span);
        }
    }
}

/// Reports in one finding what could not be checked without a date. Runs after all checks that may need one.
pub(super) fn report_date_needed(army: &Army<'_>, found: &mut CheckReport) {
    if !found.rules_needing_date.is_empty() && army.date.is_none() && !army.part_unread {
        let rules: Vec<&str> = found.rules_needing_date.iter().map(String::as_str).collect();
        let finding = finding_at(
            Code::DateNeeded,
            army_span(army),
            "the list has no date, and some of its rules ask for one",
        )
        .with_help(format!(
            "write `date: 218 BC` or the like; not checked without it: {}",
            crate::wording::short_list(&rules.iter().map(|r| (*r).to_owned()).collect::<Vec<_>>(), "and")
        ));
        found.push(finding);
    }
}

/// Checks that the army's date is within the years of the book.
pub(super) fn check_book_dates(army: &Army<'_>, found: &mut CheckReport) {
    let Some(book) = army.rules.contingents[0].book.as_ref() else { return };
    let Some(dates) = &book.dates else { return };
    match (&army.list.date, army.date) {
        (Some(written), Some(year)) if !dates.contains(year) => {
            let message = format!("{} is for the years {}, not for {year}", book.name, dates.years_text());
            found.date_outside_book = true;
            found.push(
                finding_at(Code::Anachronism, written.span, message)
                    .with_subject(SubjectKind::Book, &*book.id)
                    .with_scope(Scope::Army)
                    .with_rule(format!("{}/dates", book.id))
                    .label_in_message(dates.span, "the book's years"),
            );
        }
        (_, None) => note_missing_date(found, format!("the dates of {}", book.name)),
        _ => {}
    }
}

fn check_entry(
    army: &Army<'_>,
    found: &mut CheckReport,
    id: UnitKindId,
    contingent: ContingentId,
    span: Span,
) {
    let kind = army.rules.kind(id);
    let before = found.findings.len();
    let subject = Subject::new(SubjectKind::UnitType, &*kind.id);
    report_anachronism(
        army,
        found,
        &kind.dates,
        kind.entry_of,
        span,
        (&subject, &kind.name),
        &kind.rule_path,
    );
    if condition_holds(army, &kind.when, Region::Army, Some(contingent)) == Some(false) {
        let reasons = Reasons::that_fail(army, &kind.when, Some(contingent));
        let message = reasons.sentence(&format!("\"{}\" may not be taken", kind.name));
        let finding = finding_at(Code::EntryUnavailable, span, message)
            .with_subject(SubjectKind::UnitType, &*kind.id)
            .with_rule(&kind.rule_path)
            .label_in_message(kind.span, &*kind.name);
        found.push(reasons.add_to(finding));
    }
    if found.findings.len() > before
        && let Some(help) = alternative_entries(army, id, contingent)
    {
        found.findings[before..].iter_mut().for_each(|finding| finding.help = Some(help.clone()));
    }
}

/// Returns help for an entry that may not be taken: the entries of the same unit type that may be.
fn alternative_entries(army: &Army<'_>, id: UnitKindId, contingent: ContingentId) -> Option<String> {
    let kind = army.rules.kind(id);
    let open = |other: &&UnitKind| {
        // An entry without dates or conditions does not replace another
        let bound = !other.dates.is_empty() || !other.when.is_empty();
        let dated = army.date.is_some() || other.dates.is_empty();
        other.kind_id != id
            && other.entry_of == Some(contingent)
            && other.unit_type == kind.unit_type
            && bound
            && dated
            && first_dates_outside(army, &other.dates, other.entry_of).is_none()
            && condition_holds(army, &other.when, Region::Army, Some(contingent)) == Some(true)
    };
    let ids: Vec<&str> = army.rules.kinds.iter().filter(open).map(|k| k.id.as_str()).collect();
    let here = army.date.map_or_else(|| "here".to_owned(), |year| format!("in {year}"));
    let of_type = kind.unit_type.map(|unit| army.rules.kind(unit).name.to_lowercase())?;
    (!ids.is_empty())
        .then(|| format!("for {of_type} the book has {} {here}", crate::wording::quoted_list(ids, "and")))
}

/// Notes that a rule could not be checked without a date.
pub(super) fn note_missing_date(found: &mut CheckReport, rule: String) {
    if !found.rules_needing_date.contains(&rule) {
        found.rules_needing_date.push(rule);
    }
}

/// Says that something, by its printed name, is out of its time. `sees` is the contingent whose book has the
/// dates, since a condition on them is about that contingent; `None` if the ruleset has them.
pub(super) fn report_anachronism(
    army: &Army<'_>,
    found: &mut CheckReport,
    dates: &[Dates],
    sees: Option<ContingentId>,
    span: Span,
    (subject, name): (&Subject, &str),
    rule: &str,
) {
    if found.date_outside_book || dates.is_empty() {
        return;
    }
    let Some(year) = army.date else {
        if applicable_dates(army, dates, sees).next().is_some() {
            note_missing_date(found, format!("\"{name}\""));
        }
        return;
    };
    if let Some(broken) = first_dates_outside(army, dates, sees) {
        let message =
            format!("\"{name}\" belongs to the years {}, and the army is of {year}", broken.years_text());
        let mut finding = finding_at(Code::Anachronism, span, message)
            .with_severity(broken.severity.unwrap_or(Severity::Error));
        finding.subject = Some(Box::new(subject.clone()));
        found.push(with_rule_label(finding, rule, broken.span, broken.says.as_deref().or(Some("its years"))));
    }
}
