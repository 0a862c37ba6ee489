//! Tries moves: edits the text, checks it, and notes the sums that limits compare.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::check::report::ListReport;
use crate::check::run::{Options, check};
use crate::checked::Checked;
use crate::finding::{Edit, Span};
use crate::format::number::Number;
use crate::mend::apply;
use crate::rules::library::Library;
use crate::solve::sums::Frame;

use super::judge::{Judge, Seen};
use super::moves::{Move, Moves};
use super::progress::Progress;

/// What is needed to try changes to a list.
pub(super) struct Desk<'d> {
    pub(super) library: &'d Library,
    pub(super) path: &'d str,
    pub(super) text: &'d str,
    pub(super) judge: &'d Judge,
    /// When to stop trying single moves, to leave time for combining them.
    pub(super) halfway: Instant,
    /// When to stop searching, to leave time for proofs.
    pub(super) until: Instant,
    /// When everything must end.
    pub(super) end: Instant,
    /// How long one check of the list takes.
    pub(super) one: Duration,
    /// The span and value of the total that the list declares.
    pub(super) declares: Option<(Span, Number)>,
    /// Where to publish suggestions as they are found, in case the caller stops waiting.
    pub(super) progress: &'d Progress,
}

/// A move that was tried.
pub(super) struct Tried {
    /// How good the list is after the move.
    pub(super) seen: Seen,
    /// The sums after the move.
    pub(super) sums: Vec<Number>,
}

/// Returns the edits of several moves. A removal that several of them share is made once.
pub(super) fn edits(moves: &[&Move]) -> Vec<Edit> {
    let mut all: Vec<Edit> = Vec::new();
    for edit in moves.iter().flat_map(|m| &m.edits) {
        if !(edit.text.is_empty() && all.contains(edit)) {
            all.push(edit.clone());
        }
    }
    all
}

impl Desk<'_> {
    /// Returns `true` if the search must stop, since there is no time for one more check.
    pub(super) fn late(&self) -> bool {
        Instant::now() + self.one >= self.until
    }

    /// Returns `true` if trying single moves must stop. Each try takes as long as two checks.
    fn half_over(&self) -> bool {
        Instant::now() + 2 * self.one >= self.halfway
    }

    pub(super) fn check(&self, text: String) -> ListReport {
        check(
            self.library,
            self.path,
            text.into_bytes(),
            &Options { without_digests: true, ..Options::default() },
        )
    }

    /// Returns the text after several moves. `None` if their edits overlap.
    pub(super) fn with(&self, moves: &[&Move]) -> Option<String> {
        let edits = edits(moves);
        let mut spans: Vec<(u32, u32)> = edits.iter().map(|e| (e.span.start, e.span.end)).collect();
        spans.sort_unstable();
        let apart = spans.windows(2).all(|two| two[0].1 <= two[1].0);
        apart.then(|| apply(self.text, &edits))
    }

    /// Checks several moves together. `None` if they overlap or cause a new error in a row.
    pub(super) fn see(&self, moves: &[&Move]) -> Option<Seen> {
        let seen = self.judge.see(&self.check(self.with(moves)?));
        (!seen.hopeless).then_some(seen)
    }

    /// Tries every move on its own, single changes first. `None` for those that could not be tried, or not in
    /// time.
    pub(super) fn try_all(&self, moves: &Moves, frame: &Frame) -> Vec<Option<Tried>> {
        let some = |moves: &[Move]| -> Vec<Option<Tried>> {
            let one = |m: &Move| if self.half_over() { None } else { self.try_one(m, frame) };
            moves.par_iter().map(one).collect()
        };
        let (single, several) = moves.all.split_at(moves.single);
        let mut tried = some(single);
        tried.extend(some(several));
        tried
    }

    fn try_one(&self, one: &Move, frame: &Frame) -> Option<Tried> {
        let text = self.with(&[one])?;
        let options = Options { without_digests: true, ..Options::default() };
        let checked = Checked::read(self.library, self.path, text.into_bytes(), &options);
        let sum = |army| frame.sums.iter().map(|sum| sum.value(army)).collect();
        let sums = checked.army().map_or_else(Vec::new, sum);
        let seen = self.judge.see(checked.report());
        Some(Tried { seen, sums })
    }
}
