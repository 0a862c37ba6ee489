//! Tries moves: makes their edits, checks the list, and notes the sums that limits compare.

use crate::build::edits::{EditedList, ListEdit};
use crate::build::trial::TrialList;
use crate::format::read_exact_numbers::Number;
use crate::parallel::map_all;
use crate::solve::sum_constraints::SumConstraints;

use super::Suggestion;
use super::assess_changes::{Assessment, Baseline};
use super::found_so_far::FoundSoFar;
use super::moves::{Move, Moves};
use super::search_limits::SearchLimits;

/// What is needed to try changes to a list.
pub(super) struct TrialContext<'d> {
    pub(super) list: &'d TrialList<'d>,
    pub(super) baseline: &'d Baseline,
    pub(super) limits: SearchLimits,
    /// The total that the list declares.
    pub(super) declared_total: Option<Number>,
    /// Where to publish suggestions as they are found, in case the caller stops waiting.
    pub(super) progress: &'d FoundSoFar,
}

/// A move that was tried.
pub(super) struct TrialResult {
    /// How good the list is after the move.
    pub(super) assessment: Assessment,
    /// The sums after the move.
    pub(super) sums: Vec<Number>,
}

/// Several moves that were tried together.
pub(super) struct TriedMoves {
    pub(super) assessment: Assessment,
    edits: Vec<ListEdit>,
    edited: EditedList,
}

/// Returns the edits of several moves as one batch: in the order of the list, with new rows last.
fn batch_of(moves: &[&Move]) -> Vec<ListEdit> {
    let mut moves = moves.to_vec();
    moves.sort_by_key(|one| one.target);
    moves.into_iter().flat_map(|one| one.edits.iter().cloned()).collect()
}

impl TrialContext<'_> {
    /// Checks several moves together. `None` if an edit is refused, or if a row has a new error.
    pub(super) fn try_moves(&self, moves: &[&Move]) -> Option<TriedMoves> {
        let edits = batch_of(moves);
        let (edited, checked) = self.list.check_edits(&edits).ok()?;
        let assessment = self.baseline.assess(checked.report());
        (!assessment.hopeless).then_some(TriedMoves { assessment, edits, edited })
    }

    /// Tries every move on its own, single changes first. `None` for those that could not be tried. Also returns
    /// whether there were too many of them.
    pub(super) fn try_all(&self, moves: &Moves, frame: &SumConstraints) -> (Vec<Option<TrialResult>>, bool) {
        let some = |moves: &[Move]| -> Vec<Option<TrialResult>> {
            let late = || self.limits.is_past_try_deadline();
            map_all(moves, |one| if late() { None } else { self.try_move(one, frame) })
        };
        let most = self.limits.single_moves().min(moves.all.len());
        let (single, several) = moves.all[..most].split_at(moves.single_count.min(most));
        let mut tried = some(single);
        tried.extend(some(several));
        tried.resize_with(moves.all.len(), || None);
        let cut_short = most < moves.all.len() || self.limits.is_past_try_deadline();
        (tried, cut_short)
    }

    fn try_move(&self, one: &Move, frame: &SumConstraints) -> Option<TrialResult> {
        let (_, checked) = self.list.check_edits(&one.edits).ok()?;
        let sum = |army| frame.sums.iter().map(|sum| sum.value_in(army)).collect();
        let sums = checked.army().map_or_else(Vec::new, sum);
        Some(TrialResult { assessment: self.baseline.assess(checked.report()), sums })
    }

    /// Returns moves that were tried as a suggestion. If the list declares its total, the declaration follows.
    pub(super) fn to_suggestion(&self, tried: TriedMoves) -> Suggestion {
        let TriedMoves { assessment, mut edits, mut edited } = tried;
        let total = assessment.total;
        let other = self.declared_total.zip(total).filter(|(declared, total)| declared != total);
        let written = other.and_then(|(_, total)| serde_json::from_str(&total.to_decimal_text()?).ok());
        if let Some(value) = written {
            edits.push(ListEdit::Set { at: "/declares/points".to_owned(), value });
            match self.list.make_edits(&edits) {
                Ok((with_total, _)) => edited = with_total,
                Err(_) => {
                    edits.pop();
                }
            }
        }
        let EditedList { text, steps, changes, .. } = edited;
        Suggestion { descriptions: steps, edits, changes, text, total }
    }
}
