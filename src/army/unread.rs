//! Remembers which parts of a list could not be read or were given twice, so that nothing is concluded from
//! their absence.

use crate::finding::Span;
use crate::yaml::{LIST_KEYS, nearest};

/// A position in the list where something could not be read.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The reported span.
    pub span: Span,
    /// The span of the innermost map around it.
    pub holder: Span,
    /// The keys that lead to it, the outermost first.
    pub keys: Vec<String>,
    /// Whether the last key is unknown, so that another one may have been meant.
    pub unknown: bool,
    /// The span of the first of two equal keys, if the problem is that a key is given twice.
    pub first: Option<Span>,
}

/// Every part of a list that could not be read.
#[derive(Clone, Debug, Default)]
pub struct Unread {
    /// Whether something unread might have met a minimum.
    pub partial: bool,
    /// Whether rows may be missing because part of the file could not be read. Names that match no unit are
    /// then not reported.
    pub cut: bool,
    /// Whether part of the text made no sense at all, so that anything may have been there.
    pub broken: bool,
    gaps: Vec<Gap>,
}

impl Unread {
    /// Collects gaps, in any order.
    pub fn new(mut gaps: Vec<Gap>, partial: bool, cut: bool, broken: bool) -> Self {
        gaps.sort_by_key(|gap| gap.span);
        Self { partial, cut, broken, gaps }
    }

    /// Returns the gaps that start within a span.
    fn inside(&self, place: Span) -> impl Iterator<Item = &Gap> {
        let from = self.gaps.partition_point(|gap| gap.span.start < place.start);
        self.gaps[from..].iter().take_while(move |gap| gap.span.start < place.end.max(place.start + 1))
    }

    /// Returns `true` if something within a span could not be read.
    pub fn within(&self, place: Span) -> bool {
        self.broken || self.inside(place).next().is_some()
    }

    /// Returns `true` if the map at this span may have the key: it was given and could not be read, was given
    /// twice, or may be what an unknown key was meant to be.
    pub fn may_have(&self, map: Span, key: &str) -> bool {
        self.broken || self.inside(map).any(|gap| gap.holder == map && gap.may_be(key))
    }

    /// Like [`may_have`](Self::may_have), but also `true` if something in the key's value could not be read.
    pub fn may_have_in(&self, map: Span, key: &str) -> bool {
        self.may_have(map, key)
            || self.inside(map).any(|gap| gap.keys.iter().any(|on_the_way| on_the_way == key))
    }

    /// Returns `true` if the top of the list may have the key, or if something in the key's value could not
    /// be read.
    pub fn may_have_at_top(&self, key: &str) -> bool {
        self.broken
            || self.has_at_top(key)
            || self.gaps.iter().any(|gap| gap.keys.len() == 1 && gap.may_be(key))
    }

    /// Returns `true` if a key at the top of the list was given twice, or something in its value could not be
    /// read.
    pub fn has_at_top(&self, key: &str) -> bool {
        self.gaps.iter().any(|gap| !gap.unknown && gap.keys.first().is_some_and(|first| first == key))
    }

    /// Returns the unknown keys at the top of the list.
    pub fn unknown_at_top(&self) -> impl Iterator<Item = &str> {
        self.gaps.iter().filter(|gap| gap.unknown && gap.keys.len() == 1).map(|gap| gap.keys[0].as_str())
    }

    /// Returns `true` if the key at this span is the first of two equal ones.
    pub fn is_twice(&self, key: Span) -> bool {
        self.gaps.iter().any(|gap| gap.first == Some(key))
    }
}

impl Gap {
    fn may_be(&self, key: &str) -> bool {
        let Some(word) = self.keys.last() else { return false };
        // A key that closely resembles another known key is not taken for this one
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
