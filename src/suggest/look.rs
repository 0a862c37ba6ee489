//! Trying changes: each is done to the text and checked, and what it adds to the sums that limits look at is noted.

use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::army::resolve;
use crate::check::report::ListReport;
use crate::check::run::{Options, check, open, report};
use crate::finding::{Edit, Span};
use crate::format::number::Number;
use crate::mend::apply;
use crate::rules::library::Library;
use crate::solve::sums::Frame;

use super::judge::{Judge, Seen};
use super::moves::{Move, Moves};
use super::progress::Progress;

/// A list as it is, and all that it takes to look at another text of it.
pub(super) struct Desk<'d> {
    pub(super) library: &'d Library,
    pub(super) path: &'d str,
    pub(super) text: &'d str,
    pub(super) judge: &'d Judge,
    /// When trying changes by themselves ends, so that time is left to put them together.
    pub(super) halfway: Instant,
    /// When looking for ways ends, so that time is left to prove what was found.
    pub(super) until: Instant,
    /// When everything ends.
    pub(super) end: Instant,
    /// How long one check of the list takes.
    pub(super) one: Duration,
    /// The total that the list declares, and where.
    pub(super) declares: Option<(Span, Number)>,
    /// Where ways are put as they are found, for whoever waits no longer.
    pub(super) progress: &'d Progress,
}

/// A change that was tried.
pub(super) struct Tried {
    /// What was seen.
    pub(super) seen: Seen,
    /// The sums with it.
    pub(super) sums: Vec<Number>,
}

/// The edits of some changes. What several of them leave out is left out once.
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
    /// Whether looking for ways must end: there is no time for one more check.
    pub(super) fn late(&self) -> bool {
        Instant::now() + self.one >= self.until
    }

    /// Whether trying changes by themselves must end. A try takes two checks' time.
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

    /// The text with some changes; nothing where one would be at the words of another.
    pub(super) fn with(&self, moves: &[&Move]) -> Option<String> {
        let edits = edits(moves);
        let mut spans: Vec<(u32, u32)> = edits.iter().map(|e| (e.span.start, e.span.end)).collect();
        spans.sort_unstable();
        let apart = spans.windows(2).all(|two| two[0].1 <= two[1].0);
        apart.then(|| apply(self.text, &edits))
    }

    /// What is seen of some changes together; nothing where they cannot be written together.
    pub(super) fn see(&self, moves: &[&Move]) -> Option<Seen> {
        let seen = self.judge.see(&self.check(self.with(moves)?));
        (!seen.hopeless).then_some(seen)
    }

    /// Tries every change by itself, the single ones first; nothing for those that time was too short for.
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
        let opened = open(self.library, self.path, self.with(&[one])?.into_bytes());
        let sums = match (&opened.list, &opened.rules) {
            (Some(list), Some(rules)) => {
                let army = resolve(list, rules, false, &opened.unread);
                frame.sums.iter().map(|sum| sum.value(&army)).collect()
            }
            _ => Vec::new(),
        };
        let seen = self.judge.see(&report(
            self.library,
            opened,
            &Options { without_digests: true, ..Options::default() },
        ));
        Some(Tried { seen, sums })
    }
}
