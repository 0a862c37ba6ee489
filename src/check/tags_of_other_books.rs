//! Tags of the game's other books, which an option may name: an army may fear the legions of its enemy.

use std::collections::BTreeSet;

use crate::army::Army;
use crate::army::bodies_and_options::{MatchedDetails, TakenOption};
use crate::rules::library::Library;

/// Tags that only other books of the game have.
#[derive(Clone, Debug, Default)]
pub struct TagsOfOtherBooks(BTreeSet<String>);

impl TagsOfOtherBooks {
    /// Collects the tags of the books that an event admits, if the list names something that its own rules do not
    /// know. Otherwise the other books need not be read.
    pub fn find(library: &Library, army: &Army<'_>) -> Self {
        let mut taken = army.units.iter().flat_map(crate::army::Unit::bodies).flat_map(|body| &body.taken);
        if !taken.any(|taken| names_unknown_tag(army, taken)) {
            return Self::default();
        }
        let admitted = army.rules.event.as_ref().and_then(|event| event.books.as_ref());
        let is_admitted = |book: &String| admitted.is_none_or(|(admitted, _)| admitted.contains(book));
        let rulesets = std::iter::once(&army.rules.id).chain(&army.rules.extends);
        let mut all = BTreeSet::new();
        for ruleset in rulesets {
            for (_, tags) in library.tags_by_book(ruleset).iter().filter(|(book, _)| is_admitted(book)) {
                all.extend(tags.iter().cloned());
            }
        }
        Self(all)
    }

    /// Returns `true` if a word is the tag of another book.
    pub fn contains(&self, word: &str) -> bool {
        self.0.contains(word)
    }

    /// Returns the tags, sorted.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}

/// Returns `true` if an option that may name tags names a word that is none here.
fn names_unknown_tag(army: &Army<'_>, taken: &TakenOption<'_>) -> bool {
    let rule = army.rules.option(taken.option);
    let naming = rule.naming.as_ref().filter(|naming| naming.allows_tags);
    let is_unknown = |word: &str| {
        army.rules.find_tag(word).is_none()
            && !naming
                .is_some_and(|naming| naming.allows_unit_types && army.rules.find_unit_type(word).is_some())
    };
    naming.is_some()
        && MatchedDetails::from_detail(taken.detail, rule).names.iter().any(|word| is_unknown(word))
}
