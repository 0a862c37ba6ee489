//! The one further step that is missing: after an offer that something stops, or against a finding.

use crate::army::{Army, UnitOrigin};
use crate::exact_number::Number;
use crate::finding::{Code, FactKind, Finding, Severity};
use crate::rules::compiled_amounts::{Amount, RatioBase};
use crate::rules::compiled_limits::{Limit, Measure};
use crate::rules::compiled_selectors::Selector;
use crate::rules::compiled_unit_types::UnitKind;
use crate::text_edits::TextChange;

use super::super::edits::ListEdit;
use super::super::finding_identity::{FindingIdentity, identify_findings};
use super::super::trial::{BrokenRule, Grade, Trial, TrialList};
use super::offer::{NextStep, OfferKind};
use super::place::{count_in_army, is_unit_row, kinds_of, row_with_count};
use super::{OfferDepth, OfferPlace, offers};

/// A step that may be tried: its price, its place among all, and its edits.
type Candidate = (Option<Number>, usize, Vec<ListEdit>);

/// The most further steps that are tried for one offer.
const MAX_TRIED: usize = 40;

/// Returns the one further step after which an offer breaks nothing. It goes the same way as the offer: adding where
/// that adds, taking away where that takes away. Of several it is the cheapest, then the first in the book.
pub fn further_step(trials: &TrialList<'_>, done: &Trial, first: &[ListEdit]) -> Option<NextStep> {
    let army = done.checked.army()?;
    // In a game without points, the units say which way it goes
    let is_more =
        done.result.delta.map_or_else(|| army.unit_count() >= trials.unit_count(), |delta| delta >= 0);
    let adds = is_more && !first.iter().any(takes_away);
    let stopped: Vec<&BrokenRule> =
        done.result.breaks.iter().filter(|broken| broken.finding.severity == Severity::Error).collect();
    let inner = trials.after(done);
    let mut candidates: Vec<Candidate> = Vec::new();
    for BrokenRule { is, finding, .. } in stopped.iter().copied() {
        let limit = limit_of(army, finding);
        if let Some(limit) = limit {
            add_limit_candidates(&mut candidates, &inner, army, limit, finding, adds);
        } else if adds && first.iter().any(|edit| matches!(edit, ListEdit::Take { .. })) {
            // An option may need another one of the same row
            for row in &is.rows {
                let place = OfferPlace { at: row.clone(), kinds: Some(vec![OfferKind::Take]), entries: None };
                for offer in offers(&inner, army, &place, OfferDepth::Prices).unwrap_or_default() {
                    if let Some(edits) = offer.edits.filter(|_| !offer.taken) {
                        candidates.push((offer.price.sum(), candidates.len(), edits));
                    }
                }
            }
        }
    }
    candidates.sort_by_key(|candidate| (candidate.0, candidate.1));
    candidates.dedup_by(|a, b| a.2 == b.2);
    candidates.into_iter().take(MAX_TRIED).find_map(|(_, _, edits)| {
        let tried = inner.try_edits(&edits).ok()?;
        // Nothing may be left of what stopped it, and nothing else may stop it
        let left = |id: &str| {
            let all = identify_findings(tried.checked.findings(), Some(&tried.edited.rows));
            all.iter().any(|is| is.id == id)
        };
        let solved = tried.result.grade != Grade::Stop && stopped.iter().all(|broken| !left(&broken.is.id));
        solved.then(|| NextStep::new(step_of(&tried, &edits), edits, &tried.result))
    })
}

fn takes_away(edit: &ListEdit) -> bool {
    matches!(edit, ListEdit::Remove { .. } | ListEdit::Drop { .. })
}

/// Lists the further units of which a limit asks: for an amount that is too high when something was added, more of what
/// its bound is a share of; for one that is too low when something was taken away, less of that.
fn add_limit_candidates(
    candidates: &mut Vec<Candidate>,
    trials: &TrialList<'_>,
    army: &Army<'_>,
    limit: &Limit,
    finding: &Finding,
    adds: bool,
) {
    let mut selectors: Vec<&Selector> = Vec::new();
    let mut any = false;
    for of in limit
        .bounds
        .iter()
        .flat_map(|b| [&b.max, &b.exactly, &b.min])
        .flatten()
        .flat_map(|b| b.amount.bases())
    {
        match of {
            RatioBase::Measured(measure, _) => selectors.extend(measure.selector()),
            // Everything that is bought adds to it
            RatioBase::Spent => any = true,
            RatioBase::Points | RatioBase::Commands => {}
        }
    }
    // What is too low may itself be added to, and what is too high be taken from
    if (finding.code == Code::TooFew) == adds {
        selectors.extend(limit.measure.selector());
    }
    let counts = |kind: &UnitKind| {
        (any || selectors.iter().any(|selector| selector.matches(kind)))
            && may_meet(limit, finding, kind, if adds { 1 } else { -1 })
    };
    if adds {
        for command in &trials.rows().commands {
            let place =
                OfferPlace { at: command.id.clone(), kinds: Some(vec![OfferKind::Add]), entries: None };
            let contingent = trials
                .rows()
                .command_index(&command.id)
                .and_then(|at| Some(army.commands.get(at)?.contingent));
            let Some(contingent) = contingent else { continue };
            let wanted: Vec<String> = kinds_of(army.rules, contingent)
                .filter(|kind| is_unit_row(army.rules, kind) && counts(kind))
                .map(|kind| kind.id.clone())
                .collect();
            if wanted.is_empty() {
                continue;
            }
            let place = OfferPlace { entries: Some(wanted), ..place };
            for offer in offers(trials, army, &place, OfferDepth::Prices).unwrap_or_default() {
                if let Some(edits) = offer.edits.filter(|_| offer.closed.is_none()) {
                    candidates.push((offer.price.sum(), candidates.len(), edits));
                }
            }
        }
        return;
    }
    for unit in &army.units {
        let matches = unit.body.kind.is_some_and(|kind| counts(army.rules.kind(kind)));
        let Some(row) = trials.rows().row_at(unit.written.span()).filter(|_| matches) else { continue };
        if !matches!(unit.written, UnitOrigin::Unit(_)) {
            continue;
        }
        let edit = row_with_count(row, count_in_army(army, row.span).saturating_sub(1));
        candidates.push((unit.cost(), candidates.len(), vec![edit]));
    }
}

/// Returns `false` if a limit on a count is not met with one more, or one fewer, unit of a kind. Only where the sums are
/// as simple as that; all else has to be tried.
fn may_meet(limit: &Limit, finding: &Finding, kind: &UnitKind, change: i64) -> bool {
    let fact = |kind: FactKind| finding.fact_value(kind);
    let (Measure::Count(measured), [bounds], Some(found)) =
        (&limit.measure, limit.bounds.as_slice(), fact(FactKind::Found))
    else {
        return true;
    };
    let bound = match finding.code {
        Code::TooMany => bounds.max.as_ref().or(bounds.exactly.as_ref()),
        Code::TooFew => bounds.min.as_ref().or(bounds.exactly.as_ref()),
        _ => None,
    };
    let Some(bound) = bound.filter(|_| !limit.by_entry) else { return true };
    let changed = |selector: &Selector, n: Number| {
        let by = if selector.matches(kind) { change } else { 0 };
        n.checked_add(by.into())
    };
    let allowed = match &bound.amount {
        Amount::Number(n) => Some(*n),
        Amount::Computed(computed) => match &computed.of {
            RatioBase::Measured(base, _) => {
                let Measure::Count(base) = &**base else { return true };
                fact(FactKind::Base).and_then(|n| changed(base, n)).and_then(|n| computed.for_base(n))
            }
            RatioBase::Points | RatioBase::Spent | RatioBase::Commands => return true,
        },
        Amount::Severities(_) => return true,
    };
    let (Some(now), Some(allowed)) = (changed(measured, found), allowed) else { return true };
    if finding.code == Code::TooMany { now <= allowed } else { now >= allowed }
}

/// Returns the limit that a finding is about.
fn limit_of<'a>(army: &Army<'a>, finding: &Finding) -> Option<&'a Limit> {
    let path = finding.rule_path.as_ref()?;
    army.rules.limits.iter().find(|limit| limit.rule_path == *path)
}

/// Returns edits that were tried as one step for people.
fn step_of(tried: &Trial, edits: &[ListEdit]) -> String {
    if let [ListEdit::Text { .. }] = edits { "correct the word".to_owned() } else { tried.edited.step() }
}

/// Returns one step after which a finding is gone and no error is new: fewer of what is too many, more of what is too
/// few, or the correction of a word. `None` if no single step does it.
pub fn step_against(
    trials: &TrialList<'_>,
    army: &Army<'_>,
    is: &FindingIdentity,
    finding: &Finding,
) -> Option<NextStep> {
    let found = |kind: FactKind| finding.fact_value(kind);
    let mut candidates: Vec<Candidate> = Vec::new();
    let limit = limit_of(army, finding);
    match (limit, finding.code) {
        (Some(limit), Code::TooMany) => {
            let most = found(FactKind::AtMost)
                .or(found(FactKind::Exactly))
                .and_then(|most| most.floor().to_integer());
            let excess =
                found(FactKind::Found).and_then(Number::to_integer).zip(most).map_or(1, |(n, most)| n - most);
            for unit in &army.units {
                let counted = limit.measure.selector().is_some_and(|selector| selector.matches(&unit.body));
                let Some(row) = trials.rows().row_at(unit.written.span()).filter(|_| counted) else {
                    continue;
                };
                if !matches!(unit.written, UnitOrigin::Unit(_))
                    || !is.rows.is_empty() && !is.rows.contains(&row.id)
                {
                    continue;
                }
                let left = i64::from(count_in_army(army, row.span)).saturating_sub(excess);
                let edit = row_with_count(row, u32::try_from(left).unwrap_or(0));
                candidates.push((None, candidates.len(), vec![edit]));
            }
            // The last row first, as it was written last
            candidates.reverse();
        }
        (Some(limit), Code::TooFew) => {
            add_limit_candidates(&mut candidates, trials, army, limit, finding, true);
            candidates.sort_by_key(|candidate| (candidate.0, candidate.1));
        }
        _ if finding.has_edits() => {
            let changes = finding.edits.iter().map(TextChange::from);
            let edit = ListEdit::Text { at: "army".to_owned(), changes: changes.collect() };
            candidates.push((None, 0, vec![edit]));
        }
        _ => {}
    }
    candidates.into_iter().take(MAX_TRIED).find_map(|(_, _, edits)| {
        let tried = trials.try_edits(&edits).ok()?;
        let solved = tried.result.clears.contains(&is.id) && tried.result.grade != Grade::Stop;
        solved.then(|| NextStep::new(step_of(&tried, &edits), edits, &tried.result))
    })
}
