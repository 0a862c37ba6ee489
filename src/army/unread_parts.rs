//! Remembers which parts of a list could not be read or were given twice, so that nothing is concluded from
//! their absence.

use crate::finding::Span;
use crate::yaml::{LIST_KEYS, nearest_name};

/// A position in the list where something could not be read.
#[derive(Clone, Debug)]
pub struct UnreadPart {
    /// The reported span.
    pub span: Span,
    /// The span of the innermost map around it.
    pub map: Span,
    /// The keys that lead to it, the outermost first.
    pub keys: Vec<String>,
    /// Whether the last key is unknown, so that another one may have been meant.
    pub key_unknown: bool,
    /// The span of the first of two equal keys, if the problem is that a key is given twice.
    pub first_key: Option<Span>,
}

/// Every part of a list that could not be read.
#[derive(Clone, Debug, Default)]
pub struct UnreadParts {
    /// Whether something unread might have met a minimum.
    pub part_unread: bool,
    /// Whether rows may be missing because part of the file could not be read. Names that match no unit are
    /// then not reported.
    pub rows_may_be_missing: bool,
    /// Whether part of the text made no sense at all, so that anything may have been there.
    pub text_unreadable: bool,
    gaps: Vec<UnreadPart>,
}

impl UnreadParts {
    /// Collects gaps, in any order.
    pub fn new(mut gaps: Vec<UnreadPart>, partial: bool, cut: bool, broken: bool) -> Self {
        gaps.sort_by_key(|gap| gap.span);
        Self { part_unread: partial, rows_may_be_missing: cut, text_unreadable: broken, gaps }
    }

    /// Returns the gaps that start within a span.
    fn parts_in(&self, place: Span) -> impl Iterator<Item = &UnreadPart> {
        let from = self.gaps.partition_point(|gap| gap.span.start < place.start);
        self.gaps[from..].iter().take_while(move |gap| gap.span.start < place.end.max(place.start + 1))
    }

    /// Returns `true` if something within a span could not be read.
    pub fn has_unread_in(&self, place: Span) -> bool {
        self.text_unreadable || self.parts_in(place).next().is_some()
    }

    /// Returns `true` if the map at this span may have the key: it was given and could not be read, was given
    /// twice, or may be what an unknown key was meant to be.
    pub fn may_have(&self, map: Span, key: &str) -> bool {
        self.text_unreadable || self.parts_in(map).any(|gap| gap.map == map && gap.may_be(key))
    }

    /// Like [`may_have`](Self::may_have), but also `true` if something in the key's value could not be read.
    pub fn may_have_in(&self, map: Span, key: &str) -> bool {
        self.may_have(map, key)
            || self.parts_in(map).any(|gap| gap.keys.iter().any(|on_the_way| on_the_way == key))
    }

    /// Returns `true` if the top of the list may have the key, or if something in the key's value could not
    /// be read.
    pub fn may_have_at_top(&self, key: &str) -> bool {
        self.text_unreadable
            || self.has_at_top(key)
            || self.gaps.iter().any(|gap| gap.keys.len() == 1 && gap.may_be(key))
    }

    /// Returns `true` if a key at the top of the list was given twice, or something in its value could not be
    /// read.
    pub fn has_at_top(&self, key: &str) -> bool {
        self.gaps.iter().any(|gap| !gap.key_unknown && gap.keys.first().is_some_and(|first| first == key))
    }

    /// Returns the unknown keys at the top of the list.
    pub fn unknown_at_top(&self) -> impl Iterator<Item = &str> {
        self.gaps.iter().filter(|gap| gap.key_unknown && gap.keys.len() == 1).map(|gap| gap.keys[0].as_str())
    }

    /// Returns `true` if the key at this span is the first of two equal ones.
    pub fn is_given_twice(&self, key: Span) -> bool {
        self.gaps.iter().any(|gap| gap.first_key == Some(key))
    }
}

impl UnreadPart {
    fn may_be(&self, key: &str) -> bool {
        let Some(word) = self.keys.last() else { return false };
        // A key that closely resembles another known key is not taken for this one
        let other = || nearest_name(word, LIST_KEYS.iter().copied()).is_some_and(|near| near != key);
        word == key || self.key_unknown && (nearest_name(word, [key]).is_some() || !other())
    }
}

impl From<bool> for UnreadParts {
    fn from(partial: bool) -> Self {
        Self { part_unread: partial, ..Self::default() }
    }
}

impl From<&Self> for UnreadParts {
    fn from(unread: &Self) -> Self {
        unread.clone()
    }
}
