//! What is said of a harmed list, with its places as they are in the list without harm.

use std::fmt;

use muster::finding::FileId;

use crate::harm::{Harm, harmed};
use crate::lists::List;

/// A finding.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: &'static str,
    /// The rule that is broken, where it is about one.
    pub(crate) rule: Option<String>,
    /// Where its first words begin in the list without harm.
    pub(crate) at: usize,
    message: String,
    /// The ranges of the list without harm that it labels.
    places: Vec<(usize, usize)>,
}

impl Said {
    /// Whether one of its places is in the words that were harmed.
    pub(crate) fn labels(&self, harm: &Harm) -> bool {
        let (start, end) = harm.words;
        self.places.iter().any(|(from, to)| *from <= end && start <= *to)
    }
}

impl Said {
    /// Whether it and another one label the same words.
    pub(crate) fn shares_words(&self, other: &Self) -> bool {
        self.places
            .iter()
            .any(|(from, to)| other.places.iter().any(|(start, end)| from <= end && start <= to))
    }
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at {} ({:?})", self.code, self.message, self.at, self.places)
    }
}

/// What is found in a list with harms that do not overlap.
pub(crate) fn said(list: &List, harms: &[&Harm]) -> Vec<Said> {
    let report = list.check(&harmed(&list.text, harms));
    let found = report.findings.iter().map(|finding| {
        let own = finding.labels.iter().filter(|label| label.span.file == FileId::CHECKED);
        let places: Vec<(usize, usize)> = own
            .map(|label| {
                let start = unharmed(label.span.start as usize, harms);
                // The last letter is mapped, not what comes after it
                let last = (label.span.end as usize).saturating_sub(1).max(label.span.start as usize);
                (start, unharmed(last, harms))
            })
            .collect();
        Said {
            code: finding.code.as_str(),
            rule: finding.rule.clone(),
            at: places.first().map_or(0, |place| place.0),
            message: finding.message.clone(),
            places,
        }
    });
    found.collect()
}

/// Where a byte of the harmed text is in the text without harm.
fn unharmed(byte: usize, harms: &[&Harm]) -> usize {
    let mut edits: Vec<_> = harms.iter().flat_map(|harm| &harm.edits).collect();
    edits.sort_by_key(|edit| edit.range.start);
    let mut place = byte;
    for edit in edits {
        if place < edit.range.start {
            break;
        }
        if place < edit.range.start + edit.text.len() {
            return edit.range.start;
        }
        place = place - edit.text.len() + edit.range.len();
    }
    place
}
