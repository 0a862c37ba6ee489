//! Words that lists write, each known everywhere or in one contingent only.

use std::collections::HashMap;

use super::ids::ContingentId;

/// What words stand for, found without a copy of the word.
#[derive(Clone, Debug)]
pub(super) struct KnownWords<T>(HashMap<String, Vec<(Option<ContingentId>, T)>>);

impl<T> Default for KnownWords<T> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<T: Copy> KnownWords<T> {
    /// What a word stands for just there: in a contingent, or everywhere.
    pub(super) fn get(&self, at: Option<ContingentId>, word: &str) -> Option<T> {
        self.0.get(word)?.iter().find(|(here, _)| *here == at).map(|(_, meant)| *meant)
    }

    /// Makes a word known, and gives what it stood for there before.
    pub(super) fn insert(&mut self, at: Option<ContingentId>, word: &str, meant: T) -> Option<T> {
        let all = self.0.entry(word.to_owned()).or_default();
        if let Some((_, old)) = all.iter_mut().find(|(here, _)| *here == at) {
            return Some(std::mem::replace(old, meant));
        }
        all.push((at, meant));
        None
    }

    /// Every word with where it is known and what it stands for.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Option<ContingentId>, &str, T)> {
        self.0.iter().flat_map(|(word, all)| all.iter().map(move |(at, meant)| (*at, word.as_str(), *meant)))
    }
}
