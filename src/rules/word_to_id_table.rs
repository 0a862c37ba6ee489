//! A table from the words of lists to ids, with words that are known only in one contingent.

use std::collections::HashMap;

use super::id_types::ContingentId;

/// Maps words to ids, for all contingents (`None`) or for one of them.
///
/// The word is the key of the outer map, so that a lookup does not copy it.
#[derive(Clone, Debug)]
pub(super) struct NameTable<T>(HashMap<String, Vec<(Option<ContingentId>, T)>>);

impl<T> Default for NameTable<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Copy> NameTable<T> {
    /// Returns what a word means in exactly this scope: one contingent, or all of them.
    pub(super) fn get(&self, at: Option<ContingentId>, word: &str) -> Option<T> {
        self.0.get(word)?.iter().find(|(here, _)| *here == at).map(|(_, meant)| *meant)
    }

    /// Adds a word to a scope and returns what it meant there before.
    pub(super) fn insert(&mut self, at: Option<ContingentId>, word: &str, meant: T) -> Option<T> {
        let all = self.0.entry(word.to_owned()).or_default();
        if let Some((_, old)) = all.iter_mut().find(|(here, _)| *here == at) {
            return Some(std::mem::replace(old, meant));
        }
        all.push((at, meant));
        None
    }

    /// Returns every word with its scope and its meaning.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Option<ContingentId>, &str, T)> {
        self.0.iter().flat_map(|(word, all)| all.iter().map(move |(at, meant)| (*at, word.as_str(), *meant)))
    }
}
