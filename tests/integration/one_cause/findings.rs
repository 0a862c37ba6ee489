//! The findings on a list with mistakes, with positions mapped back to the original list.

use std::fmt;

use muster::finding::FileId;

use crate::one_cause::correct_lists::List;
use crate::one_cause::mistakes::{Mistake, with_mistakes};

/// A finding.
#[derive(Debug)]
pub(crate) struct ReportedFinding {
    pub(crate) code: &'static str,
    /// The rule that is broken, if the finding is about one.
    pub(crate) rule: Option<String>,
    /// The start of the primary label in the original list.
    pub(crate) at: usize,
    message: String,
    /// The labelled ranges in the original list.
    places: Vec<(usize, usize)>,
}

impl ReportedFinding {
    /// Returns `true` if one of the labels is inside the text with the mistake.
    pub(crate) fn labels(&self, mistake: &Mistake) -> bool {
        let (start, end) = mistake.words;
        self.places.iter().any(|(from, to)| *from <= end && start <= *to)
    }
}

impl ReportedFinding {
    /// Returns `true` if this finding and another one label the same text.
    pub(crate) fn shares_text(&self, other: &Self) -> bool {
        self.places
            .iter()
            .any(|(from, to)| other.places.iter().any(|(start, end)| from <= end && start <= to))
    }
}

impl fmt::Display for ReportedFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} at {} ({:?})", self.code, self.message, self.at, self.places)
    }
}

/// Checks a list with mistakes that do not overlap.
pub(crate) fn check_list_with(list: &List, mistakes: &[&Mistake]) -> Vec<ReportedFinding> {
    let report = list.check(&with_mistakes(&list.text, mistakes));
    let found = report.findings.iter().map(|finding| {
        let own = finding.labels.iter().filter(|label| label.span.file == FileId::CHECKED);
        let places: Vec<(usize, usize)> = own
            .map(|label| {
                let start = original_offset(label.span.start as usize, mistakes);
                // Map the last byte of a range, not the byte after it, which may belong to another edit
                let last = (label.span.end as usize).saturating_sub(1).max(label.span.start as usize);
                (start, original_offset(last, mistakes))
            })
            .collect();
        ReportedFinding {
            code: finding.code.as_str(),
            rule: finding.rule_path.clone(),
            at: places.first().map_or(0, |place| place.0),
            message: finding.message.clone(),
            places,
        }
    });
    found.collect()
}

/// Maps a byte of the text with mistakes to the original text.
fn original_offset(byte: usize, mistakes: &[&Mistake]) -> usize {
    let mut edits: Vec<_> = mistakes.iter().flat_map(|mistake| &mistake.edits).collect();
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
