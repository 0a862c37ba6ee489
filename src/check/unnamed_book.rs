//! Reports once which book is meant if a list takes entries of a book without naming it.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::army::{Army, UnitOrigin};
use crate::finding::{Code, Scope, Span, SubjectKind};
use crate::rules::id_types::ContingentId;
use crate::rules::library::Library;

use super::{CheckReport, finding_at};

/// The book whose entries a list takes without naming it, and the words that only this book explains.
#[derive(Debug, Default)]
pub struct UnnamedBook {
    /// The id of the book.
    id: String,
    /// The words of the list that are entries of the book.
    entries: BTreeSet<String>,
    /// The words that only this book explains, with their spans, in the order in which they were found.
    found_words: Vec<(String, Span)>,
}

impl UnnamedBook {
    /// Finds the book with the most entries among the words that the game does not know, then the most among
    /// all words for units.
    ///
    /// Under an event that lists its books, only those are considered. `None` if the list names a book, or no
    /// book has any of the words.
    pub fn find(library: &Library, army: &Army<'_>) -> Option<Self> {
        if army.list.book.is_some() {
            return None;
        }
        let words: BTreeSet<&str> = unit_words(army).collect();
        let known = army.rules.unit_spellings(ContingentId::OWN);
        let unknown = |word: &&str| known.find_exact(word).is_none();
        if !words.iter().any(unknown) {
            return None;
        }
        let admitted = army.rules.event.as_ref().and_then(|event| event.books.as_ref());
        let books = library.entries_by_book(&army.rules.id);
        let best = books
            .iter()
            .filter(|of| admitted.is_none_or(|(admitted, _)| admitted.contains(&of.book)))
            .map(|of| {
                let has = |word: &&str| of.words.contains(*word) || of.words.contains(&word.to_lowercase());
                let explained: Vec<&str> = words.iter().copied().filter(has).collect();
                let only_here = explained.iter().filter(|word| unknown(word)).count();
                (&of.book, explained, only_here)
            })
            .filter(|(.., only_here)| *only_here > 0)
            // Of books that explain equally much, the first: one that extends none, the first in the alphabet
            .min_by_key(|(_, explained, only_here)| (Reverse(*only_here), Reverse(explained.len())));
        let (book, explained, _) = best?;
        let entries = explained.into_iter().map(str::to_owned).collect();
        Some(Self { id: book.clone(), entries, found_words: Vec::new() })
    }

    /// Notes a word that the game does not know. Returns `true` if it is an entry of this book.
    pub(super) fn note_word(&mut self, word: &str, span: Span) -> bool {
        let known = self.entries.contains(word);
        if known {
            self.found_words.push((word.to_owned(), span));
        }
        known
    }
}

/// Returns every word that the list has for a unit or a character.
fn unit_words<'a>(army: &Army<'a>) -> impl Iterator<Item = &'a str> {
    let units = army.units.iter().filter_map(|unit| match unit.written {
        UnitOrigin::Unit(written) => Some(written.unit.as_str()),
        UnitOrigin::Character(written) => written.unit.as_ref().map(|w| w.as_str()),
        UnitOrigin::Baggage(_) => None,
    });
    let persons = army.characters.iter().filter_map(|c| c.written.unit.as_ref().map(|w| w.as_str()));
    units.chain(persons)
}

/// Reports that the list should name the book, at the first of its entries.
pub(super) fn report_unnamed_book(_: &Army<'_>, found: &mut CheckReport) {
    let Some(book) = &found.unnamed_book else { return };
    let Some(((word, span), others)) = book.found_words.split_first() else { return };
    let entries = match others.len() {
        0 => " is an entry".to_owned(),
        more => format!(" and {more} more are entries"),
    };
    let message = format!("\"{word}\"{entries} of the book \"{}\", which the list does not name", book.id);
    let finding = finding_at(Code::UnknownUnit, *span, message)
        .with_subject(SubjectKind::Book, &*book.id)
        .with_scope(Scope::File)
        .with_help(format!("write `book: {}` below `ruleset`", book.id));
    let finding = others.iter().fold(finding, |finding, (_, span)| finding.with_label(*span, "another"));
    found.push(finding);
}
