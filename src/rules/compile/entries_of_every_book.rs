//! Adds to a book the entries that its ruleset gives every book.

use indexmap::IndexMap;

use crate::finding::{Finding, Span};
use crate::format::book::{Book, EveryBook};
use crate::format::ruleset::Ruleset;
use crate::read::{Located, Map};
use crate::rules::drop_from_base::EVERY_BOOK_ENTRIES;

use super::{Compiler, LoadedBook, LoadedRuleset, compile_rules};

/// Adds the entries of every book to a book that has none of the same id.
///
/// A book that `except` names gains none, nor does one that extends such a book; and one that it drops is not
/// added.
pub(super) fn gain_entries(book: &mut Book, bases: &[String], ruleset: &LoadedRuleset) {
    let Some(EveryBook { entries, except }) = &ruleset.file.every_book else { return };
    if except.iter().any(|word| word.value == book.book.value || bases.contains(&word.value)) {
        return;
    }
    let ids = ruleset.ids();
    let drops = |id: &str| {
        book.drop.iter().any(|path| {
            let mut in_full =
                ids.iter().filter_map(|owner| path.strip_prefix(owner.as_str())?.strip_prefix('/'));
            in_full.next().unwrap_or(path).strip_prefix(EVERY_BOOK_ENTRIES) == Some(id)
        })
    };
    let gained: Vec<_> = (entries.iter())
        .filter(|(id, _)| book.entries.get(id).is_none() && !drops(id))
        .map(|(id, entry)| (id.clone(), entry.clone()))
        .collect();
    book.entries.0.extend(gained);
}

/// Returns everything wrong with the entries of every book, from compiling them as a book of their own.
pub fn faults_of_every_book(ruleset: &LoadedRuleset) -> Vec<Finding> {
    let Some(every) = &ruleset.file.every_book else { return Vec::new() };
    let place = every.entries.span;
    let book = LoadedBook {
        file: std::sync::Arc::new(book_of(every, &ruleset.file.ruleset)),
        found_in: ruleset.found_in.clone(),
        content_hash: [0; 32],
        fault_spans: ruleset.fault_spans.clone(),
        bases: Vec::new(),
        dropped_entries: Vec::new(),
    };
    let (_, mut faults) = compile_rules(ruleset, Some(&book), None, &mut |_| None);
    let is_here = |span: Span| span.file == place.file && span.start >= place.start && span.end <= place.end;
    faults.retain(|fault| fault.primary_label().is_some_and(|label| is_here(label.span)));
    faults
}

fn empty<T>() -> Map<T> {
    Map(IndexMap::new())
}

/// Returns a book with these entries alone.
fn book_of(every: &EveryBook, ruleset: &Located<String>) -> Book {
    let text = |value: &str| Located { value: value.to_owned(), span: every.entries.span };
    Book {
        book: text("every-book"),
        extends: None,
        ruleset: ruleset.clone(),
        name: text("every book"),
        version: text(""),
        dates: None,
        sources: empty(),
        source: None,
        entries: every.entries.value.clone(),
        tags: empty(),
        choices: empty(),
        options: empty(),
        every_army: None,
        every_command: None,
        effects: empty(),
        numbers: empty(),
        limits: empty(),
        charges: empty(),
        allies: empty(),
        enemies: Vec::new(),
        as_ally: None,
        notes: Vec::new(),
        drop: Vec::new(),
    }
}

impl Compiler {
    /// Returns the rule path of an entry that the ruleset gives every book. `None` for an entry of a book.
    pub(super) fn path_in_every_book(&self, ruleset: &Ruleset, id: &Located<String>) -> Option<String> {
        let every = ruleset.every_book.as_ref()?;
        let is_it = |own: &Located<String>| own.value == id.value && own.span == id.span;
        let found = every.entries.keys().any(is_it);
        found.then(|| format!("{}/{EVERY_BOOK_ENTRIES}{}", self.rules.id, id.value))
    }
}
