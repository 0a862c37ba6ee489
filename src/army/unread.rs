//! What of a list could not be read, or was given twice: nothing is known of what rests on it.

use crate::finding::Span;
use crate::yaml::{LIST_KEYS, nearest};

/// A place where something could not be read.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The words that were reported.
    pub span: Span,
    /// The innermost map that holds them.
    pub holder: Span,
    /// The keys on the way there, the outermost first.
    pub keys: Vec<String>,
    /// Whether the last key is one that nobody knows, so that another one may have been meant.
    pub unknown: bool,
    /// The first of two keys alike, where the fault is that a key is given twice.
    pub first: Option<Span>,
}

/// Everything of a list that could not be read.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    /// Whether something in it could matter to a minimum.
    pub partial: bool,
    /// Whether whole units may be missing, so that names cannot be judged.
    pub cut: bool,
    /// Whether a part of the text made no sense at all, so that anything may have stood there.
    pub broken: bool,
    gaps: Vec<Gap>,
}

impl Unread {
    /// Gaps in whatever order.
    pub fn new(mut gaps: Vec<Gap>, partial: bool, cut: bool, broken: bool) -> Self {
        gaps.sort_by_key(|gap| gap.span);
        Self { partial, cut, broken, gaps }
    }

    /// The gaps between the first and the last byte of a place.
    fn inside(&self, place: Span) -> impl Iterator<Item = &Gap> {
        let from = self.gaps.partition_point(|gap| gap.span.start < place.start);
        self.gaps[from..].iter().take_while(move |gap| gap.span.start < place.end.max(place.start + 1))
    }

    /// Whether something between the first and the last byte of a place could not be read.
    pub fn within(&self, place: Span) -> bool {
        self.broken || self.inside(place).next().is_some()
    }

    /// Whether a key of the map at a place was given and could not be read, was given twice, or may be what a key
    /// that nobody knows was meant for.
    pub fn may_have(&self, map: Span, key: &str) -> bool {
        self.broken || self.inside(map).any(|gap| gap.holder == map && gap.may_be(key))
    }

    /// The same of a key, or of something in its value.
    pub fn may_have_in(&self, map: Span, key: &str) -> bool {
        self.may_have(map, key)
            || self.inside(map).any(|gap| gap.keys.iter().any(|on_the_way| on_the_way == key))
    }

    /// The same of a key at the top of the list, or of something in its value.
    pub fn may_have_at_top(&self, key: &str) -> bool {
        self.broken
            || self.has_at_top(key)
            || self.gaps.iter().any(|gap| gap.keys.len() == 1 && gap.may_be(key))
    }

    /// Whether a key at the top of the list was given twice, or something in its value could not be read.
    pub fn has_at_top(&self, key: &str) -> bool {
        self.gaps.iter().any(|gap| !gap.unknown && gap.keys.first().is_some_and(|first| first == key))
    }

    /// The keys at the top of the list that nobody knows.
    pub fn unknown_at_top(&self) -> impl Iterator<Item = &str> {
        self.gaps.iter().filter(|gap| gap.unknown && gap.keys.len() == 1).map(|gap| gap.keys[0].as_str())
    }

    /// Whether the key at a place is the first of two alike.
    pub fn is_twice(&self, key: Span) -> bool {
        self.gaps.iter().any(|gap| gap.first == Some(key))
    }
}

impl Gap {
    fn may_be(&self, key: &str) -> bool {
        let Some(word) = self.keys.last() else { return false };
        // Who misspells one key does not mean another
        let other = || nearest(word, LIST_KEYS.iter().copied()).is_some_and(|near| near != key);
        word == key || self.unknown && (nearest(word, [key]).is_some() || !other())
    }
}

impl From<bool> for Unread {
    fn from(partial: bool) -> Self {
        Self { partial, ..Self::default() }
    }
}

impl From<&Self> for Unread {
    fn from(unread: &Self) -> Self {
        unread.clone()
    }
}
