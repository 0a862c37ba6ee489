//! Tries moves: edits the text, checks it, and notes the sums that limits compare.

use std::time::Duration;

use crate::clock::Moment;

use crate::check::check_files::CheckOptions;
use crate::check::report::ListReport;
use crate::checked_list::Checked;
use crate::checked_list::check_list;
use crate::finding::{Edit, Span};
use crate::fix::apply_edits;
use crate::format::read_exact_numbers::Number;
use crate::parallel::map_all;
use crate::rules::library::Library;
use crate::solve::sum_constraints::SumConstraints;

use super::assess_changes::{Assessment, Baseline};
use super::moves::{Move, Moves};
use super::progress::Progress;

/// What is needed to try changes to a list.
pub(super) struct TrialContext<'d> {
    pub(super) library: &'d Library,
    pub(super) path: &'d str,
    pub(super) text: &'d str,
    pub(super) baseline: &'d Baseline,
    /// When to stop trying single moves, to leave time for combining them.
    pub(super) try_until: Moment,
    /// When to stop searching, to leave time for proofs.
    pub(super) search_until: Moment,
    /// When everything must end.
    pub(super) end: Moment,
    /// How long one check of the list takes.
    pub(super) check_time: Duration,
    /// The span and value of the total that the list declares.
    pub(super) declared_total: Option<(Span, Number)>,
    /// Where to publish suggestions as they are found, in case the caller stops waiting.
    pub(super) progress: &'d Progress,
}

/// A move that was tried.
pub(super) struct TrialResult {
    /// How good the list is after the move.
    pub(super) assessment: Assessment,
    /// The sums after the move.
    pub(super) sums: Vec<Number>,
}

/// Returns the edits of several moves. A removal that several of them share is made once.
pub(super) fn merge_edits(moves: &[&Move]) -> Vec<Edit> {
    let mut all: Vec<Edit> = Vec::new();
    for edit in moves.iter().flat_map(|m| &m.edits) {
        if !(edit.text.is_empty() && all.contains(edit)) {
            all.push(edit.clone());
        }
    }
    all
}

impl TrialContext<'_> {
    /// Returns `true` if the search must stop, since there is no time for one more check.
    pub(super) fn is_past_deadline(&self) -> bool {
        Moment::now() + self.check_time >= self.search_until
    }

    /// Returns `true` if trying single moves must stop. Each try takes as long as two checks.
    fn is_past_try_deadline(&self) -> bool {
        Moment::now() + 2 * self.check_time >= self.try_until
    }

    pub(super) fn check_text(&self, text: String) -> ListReport {
        check_list(
            self.library,
            self.path,
            text.into_bytes(),
            &CheckOptions { skip_digests: true, ..CheckOptions::default() },
        )
    }

    /// Returns the text after several moves. `None` if their edits overlap.
    pub(super) fn text_with(&self, moves: &[&Move]) -> Option<String> {
        let edits = merge_edits(moves);
        let mut spans: Vec<(u32, u32)> = edits.iter().map(|e| (e.span.start, e.span.end)).collect();
        spans.sort_unstable();
        let apart = spans.windows(2).all(|two| two[0].1 <= two[1].0);
        apart.then(|| apply_edits(self.text, &edits))
    }

    /// Checks several moves together. `None` if they overlap or cause a new error in a row.
    pub(super) fn try_moves(&self, moves: &[&Move]) -> Option<Assessment> {
        let seen = self.baseline.assess(&self.check_text(self.text_with(moves)?));
        (!seen.hopeless).then_some(seen)
    }

    /// Tries every move on its own, single changes first. `None` for those that could not be tried, or not in
    /// time.
    pub(super) fn try_all(&self, moves: &Moves, frame: &SumConstraints) -> Vec<Option<TrialResult>> {
        let some = |moves: &[Move]| -> Vec<Option<TrialResult>> {
            let one = |m: &Move| if self.is_past_try_deadline() { None } else { self.try_one(m, frame) };
            map_all(moves, one)
        };
        let (single, several) = moves.all.split_at(moves.single_count);
        let mut tried = some(single);
        tried.extend(some(several));
        tried
    }

    fn try_one(&self, one: &Move, frame: &SumConstraints) -> Option<TrialResult> {
        let text = self.text_with(&[one])?;
        let options = CheckOptions { skip_digests: true, ..CheckOptions::default() };
        let checked = Checked::read(self.library, self.path, text.into_bytes(), &options);
        let sum = |army| frame.sums.iter().map(|sum| sum.value_in(army)).collect();
        let sums = checked.army().map_or_else(Vec::new, sum);
        let seen = self.baseline.assess(checked.report());
        Some(TrialResult { assessment: seen, sums })
    }
}
