//! Checks of dates of books, entries and allies, and of conditions of entries.

use crate::army::condition::{applying, holds, outside};
use crate::army::measure::Where;
use crate::army::{Army, Character, Unit};
use crate::finding::{Code, Scope, Severity, Span, Subject, SubjectKind};
use crate::rules::ids::{ContingentId, KindId};
use crate::rules::option::Kind;
use crate::rules::when::Dates;

use super::reasons::Reasons;
use super::{Found, army_span, at, of_rule};

pub(super) fn check(army: &Army<'_>, found: &mut Found) {
    for unit in &army.units {
        let Unit { written, body, .. } = unit;
        if let Some(kind) = body.kind {
            entry(army, found, kind, body.contingent, written.word_span());
        }
    }
    for Character { written, kind, contingent, .. } in &army.characters {
        if let Some(kind) = kind {
            let span = written.unit.as_ref().map_or(written.span, |u| u.span);
            entry(army, found, *kind, *contingent, span);
        }
    }
}

/// Reports in one finding what could not be checked without a date. Runs after all checks that may need one.
pub(super) fn date_needed(army: &Army<'_>, found: &mut Found) {
    if !found.need_date.is_empty() && army.date.is_none() && !army.partial {
        let rules: Vec<&str> = found.need_date.iter().map(String::as_str).collect();
        let finding =
            at(Code::DateNeeded, army_span(army), "the list has no date, and some of its rules ask for one")
                .help(format!(
                    "write `date: 218 BC` or the like; not checked without it: {}",
                    crate::wording::joined(&rules.iter().map(|r| (*r).to_owned()).collect::<Vec<_>>(), "and")
                ));
        found.say(finding);
    }
}

/// Checks that the army's date is within the years of the book.
pub(super) fn book_dates(army: &Army<'_>, found: &mut Found) {
    let Some(book) = army.rules.contingents[0].book.as_ref() else { return };
    let Some(dates) = &book.dates else { return };
    match (&army.list.date, army.date) {
        (Some(written), Some(year)) if !dates.hold(year) => {
            let message = format!("{} is for the years {}, not for {year}", book.name, years(dates));
            found.out_of_book = true;
            found.say(
                at(Code::Anachronism, written.span, message)
                    .about(SubjectKind::Book, &*book.id)
                    .scope(Scope::Army)
                    .label(dates.span, "the book's years"),
            );
        }
        (_, None) => need_date(found, format!("the dates of {}", book.name)),
        _ => {}
    }
}

fn years(dates: &Dates) -> String {
    match (dates.from, dates.to) {
        (Some(from), None) => format!("{from} and after"),
        (None, Some(to)) => format!("{to} and before"),
        _ => dates.to_string().trim_start_matches("from ").trim_start_matches("in ").to_owned(),
    }
}

fn entry(army: &Army<'_>, found: &mut Found, id: KindId, contingent: ContingentId, span: Span) {
    let kind = army.rules.kind_of(id);
    let before = found.findings.len();
    let subject = Subject::new(SubjectKind::UnitType, &*kind.id);
    dated(army, found, &kind.dates, kind.entry_of, span, (&subject, &kind.name), &kind.rule);
    if holds(army, &kind.when, Where::Army, Some(contingent)) == Some(false) {
        let reasons = Reasons::that_fail(army, &kind.when, Some(contingent));
        let message = reasons.sentence(&format!("\"{}\" may not be taken", kind.name));
        let finding = at(Code::EntryUnavailable, span, message)
            .about(SubjectKind::UnitType, &*kind.id)
            .rule(&kind.rule)
            .label_in_message(kind.span, &*kind.name);
        found.say(reasons.add_to(finding));
    }
    if found.findings.len() > before
        && let Some(help) = instead(army, id, contingent)
    {
        found.findings[before..].iter_mut().for_each(|finding| finding.help = Some(help.clone()));
    }
}

/// Returns help for an entry that may not be taken: the entries of the same unit type that may be.
fn instead(army: &Army<'_>, id: KindId, contingent: ContingentId) -> Option<String> {
    let kind = army.rules.kind_of(id);
    let open = |other: &&Kind| {
        // An entry without dates or conditions does not replace another
        let bound = !other.dates.is_empty() || !other.when.is_empty();
        let dated = army.date.is_some() || other.dates.is_empty();
        other.own != id
            && other.entry_of == Some(contingent)
            && other.unit == kind.unit
            && bound
            && dated
            && outside(army, &other.dates, other.entry_of).is_none()
            && holds(army, &other.when, Where::Army, Some(contingent)) == Some(true)
    };
    let ids: Vec<&str> = army.rules.kinds.iter().filter(open).map(|k| k.id.as_str()).collect();
    let here = army.date.map_or_else(|| "here".to_owned(), |year| format!("in {year}"));
    let of_type = kind.unit.map(|unit| army.rules.kind_of(unit).name.to_lowercase())?;
    (!ids.is_empty())
        .then(|| format!("for {of_type} the book has {} {here}", crate::wording::quoted(ids, "and")))
}

/// Notes that a rule could not be checked without a date.
pub(super) fn need_date(found: &mut Found, rule: String) {
    if !found.need_date.contains(&rule) {
        found.need_date.push(rule);
    }
}

/// Says that something, by its printed name, is out of its time. `sees` is the contingent whose book has the
/// dates, since a condition on them is about that contingent; `None` if the ruleset has them.
pub(super) fn dated(
    army: &Army<'_>,
    found: &mut Found,
    dates: &[Dates],
    sees: Option<ContingentId>,
    span: Span,
    (subject, name): (&Subject, &str),
    rule: &str,
) {
    if found.out_of_book || dates.is_empty() {
        return;
    }
    let Some(year) = army.date else {
        if applying(army, dates, sees).next().is_some() {
            need_date(found, format!("\"{name}\""));
        }
        return;
    };
    if let Some(broken) = outside(army, dates, sees) {
        let message = format!("\"{name}\" belongs to the years {}, and the army is of {year}", years(broken));
        let mut finding =
            at(Code::Anachronism, span, message).severity(broken.severity.unwrap_or(Severity::Error));
        finding.subject = Some(Box::new(subject.clone()));
        found.say(of_rule(finding, rule, broken.span, broken.says.as_deref().or(Some("its years"))));
    }
}
