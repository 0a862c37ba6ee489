//! Reports once that a list names one book and takes the entries of another. Each entry, date and limit of
//! the wrong book would only report the same again.

use std::collections::BTreeMap;

use crate::army::{Army, UnitOrigin};
use crate::finding::{Code, Finding, Scope, Span, SubjectKind};
use crate::read::Located;
use crate::rules::id_types::ContingentId;
use crate::rules::library::Library;

use super::finding_at;

/// The fewest unknown words that show a wrong book. Fewer may simply be wrong themselves.
const MIN_WORDS: usize = 2;

/// Returns the finding, if the named book lacks two or more of the list's entries and another book has all of
/// them.
pub(crate) fn find_wrong_book(library: &Library, army: &Army<'_>) -> Option<Finding> {
    let named = army.list.book.as_ref()?;
    let words = own_unit_words(army);
    let unknown: Vec<(&str, Span)> = words
        .iter()
        .filter(|(word, _)| army.rules.find_kind(ContingentId::OWN, word).is_none())
        .map(|(word, span)| (*word, *span))
        .collect();
    let (first, _) = unknown.iter().min_by_key(|(_, span)| *span).filter(|_| unknown.len() >= MIN_WORDS)?;
    let admitted = army.rules.event.as_ref().and_then(|event| event.books.as_ref());
    let books = library.entries_by_book(&army.rules.id);
    let mut meant = books
        .iter()
        .filter(|of| admitted.is_none_or(|(admitted, _)| admitted.contains(&of.book)))
        .filter(|of| words.keys().all(|word| of.words.contains(*word)));
    let book = &meant.next()?.book;
    // A book that extends this one has its entries too
    let only = meant.all(|other| other.bases.contains(book));
    let message = format!(
        "\"{first}\" and {} more are entries of the book \"{book}\", not of \"{}\"",
        unknown.len() - 1,
        named.value
    );
    let finding = finding_at(Code::UnknownUnit, named.span, message)
        .with_subject(SubjectKind::Book, book.as_str())
        .with_scope(Scope::File)
        .with_help(format!("write `book: {book}`"));
    let finding = if only { finding.with_edit(named.span, book.as_str()) } else { finding };
    let text = format!("an entry of \"{book}\"");
    Some(unknown.iter().fold(finding, |finding, (_, span)| finding.with_label(*span, text.as_str())))
}

/// Returns the words for units and characters outside the allies, each with its first span.
fn own_unit_words<'a>(army: &Army<'a>) -> BTreeMap<&'a str, Span> {
    let own = |command: usize| {
        let command = &army.commands[command];
        command.contingent == ContingentId::OWN && !command.ally_unknown
    };
    let units = army.units.iter().filter(|unit| unit.command.is_none_or(own));
    let units = units.filter_map(|unit| match unit.written {
        UnitOrigin::Unit(written) => Some(&written.unit),
        UnitOrigin::Character(written) => written.unit.as_ref(),
        UnitOrigin::Baggage(_) => None,
    });
    let persons = army.characters.iter().filter(|person| own(person.command));
    let persons = persons.filter_map(|person| person.written.unit.as_ref());
    let mut words = BTreeMap::new();
    let written = units.chain(persons).filter(|word| !word.is_placeholder());
    for Located { value, span } in written {
        words.entry(value.as_str()).or_insert(*span);
    }
    words
}
