//! Reports entries for every book that no book gains, and books that do not exist.

use crate::finding::{Code, Finding, Severity, SubjectKind};
use crate::rules::help_for_words::with_spelling_suggestion;
use crate::rules::library::catalogue_spellings;

use super::{CompiledFile, FileContent};

/// Reports the mistakes among the entries that a ruleset gives every book. They are warnings, since which books
/// there are depends on the folders.
pub(super) fn check_every_book(made: &CompiledFile<'_>, found: &mut Vec<Finding>) {
    let FileContent::Ruleset(ruleset) = &made.content else { return };
    let Some(every) = &ruleset.file.every_book else { return };
    let known: Vec<_> = ruleset.ids().iter().flat_map(|id| made.library.books_of_ruleset(id)).collect();
    for word in &every.except {
        if !known.iter().any(|book| book.id == word.value) {
            let message = format!("there is no book \"{}\" for {}", word.value, ruleset.file.name.value);
            let finding = Finding::new(Code::UnknownBook, word.span, message)
                .with_severity(Severity::Warning)
                .with_subject(SubjectKind::Book, &word.value);
            found.push(with_spelling_suggestion(finding, word, &catalogue_spellings(&known), "book"));
        }
    }
    // Without books, nothing is known of those for which the ruleset is meant
    let load = |id: &str| made.library.load_book(ruleset, id, &mut Vec::new());
    let books: Vec<_> = known.iter().filter_map(|book| load(&book.id)).collect();
    if books.is_empty() {
        return;
    }
    for id in every.entries.keys() {
        let gains = |key: &crate::read::Located<String>| key.value == id.value && key.span == id.span;
        if !books.iter().any(|book| book.file.entries.keys().any(gains)) {
            let message = format!("no book gains \"{}\": each has one of its own, or is left out", id.value);
            let rule = format!("{}/every-book/entries/{}", ruleset.file.ruleset.value, id.value);
            found.push(Finding::new(Code::NeverMatches, id.span, message).with_rule(rule));
        }
    }
}
