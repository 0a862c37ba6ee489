//! Replaced pieces of a text.

use crate::finding::{Edit, FileId, Span};

/// A piece of a text that is replaced.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TextChange {
    /// The first byte that is replaced.
    pub start: usize,
    /// The byte after the last one that is replaced.
    pub end: usize,
    /// What stands there instead.
    pub text: String,
}

impl TextChange {
    pub(crate) fn new(start: usize, end: usize, text: impl Into<String>) -> Self {
        Self { start, end, text: text.into() }
    }

    pub(crate) fn insert(at: usize, text: impl Into<String>) -> Self {
        Self::new(at, at, text)
    }

    pub(crate) fn remove(start: usize, end: usize) -> Self {
        Self::new(start, end, "")
    }

    /// Returns `true` if the change replaces nothing but bytes of this span.
    pub(crate) fn is_within(&self, span: Span) -> bool {
        (span.start as usize) <= self.start && self.end <= span.end as usize
    }
}

impl From<&Edit> for TextChange {
    fn from(edit: &Edit) -> Self {
        Self::new(edit.span.start as usize, edit.span.end as usize, edit.text.clone())
    }
}

/// Returns a text with sorted changes made. `None` if they overlap, or are not between characters of the text.
pub fn apply_changes(text: &str, changes: &[TextChange]) -> Option<String> {
    let mut made = String::with_capacity(text.len());
    let mut at = 0;
    for change in changes {
        made.push_str(text.get(at..change.start)?);
        text.get(change.start..change.end)?;
        made.push_str(&change.text);
        at = change.end;
    }
    made.push_str(text.get(at..)?);
    Some(made)
}

/// Returns where the new words of sorted changes are in the text that they lead to.
pub(crate) fn spans_of_new_words(changes: &[TextChange]) -> Vec<Span> {
    let (mut taken, mut given) = (0_usize, 0_usize);
    let span = |change: &TextChange| {
        let at = change.start + given - taken;
        taken += change.end - change.start;
        given += change.text.len();
        Span::new(FileId::CHECKED, at, at + change.text.len())
    };
    changes.iter().map(span).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn overlapping_changes_are_refused() {
        assert_eq!(apply_changes("abcd", &[TextChange::remove(0, 2), TextChange::remove(1, 3)]), None);
        assert_eq!(apply_changes("é", &[TextChange::insert(1, "x")]), None);
    }
}
