//! The bounds of a room: how much is needed and allowed, which alternative is in force, and what is broken.

use crate::army::Army;
use crate::army::amount_allowed_by_limit::{AmountError, allowed_amount};
use crate::army::broken_bounds::{BrokenBound, bounds_by_severity, broken_bounds};
use crate::army::limit_measurement::Measurement;
use crate::army::limits_in_force::EntryAvailability;
use crate::army::regions::Region;
use crate::army::unknown_words_that_limits_may_count::may_only_seem_broken;
use crate::finding::Severity;
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_amounts::Bound;
use crate::rules::compiled_limits::{Bounds, Limit};
use crate::wording::Edge;

use super::room_words::amount_explanation;

/// One end of a room.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomBound {
    /// The exact amount. `None` if it is not known.
    pub amount: Option<Number>,
    /// The least or greatest whole number that meets the bound. `None` if fractions are counted, or the amount is not
    /// known.
    pub whole: Option<Number>,
    /// Where the amount comes from, such as `1 per 500 of 1,000 points`. `None` for a plain number.
    pub explanation: Option<String>,
    /// What is missing to work out the amount, or to know whether the bound applies.
    pub missing: Option<MissingFact>,
}

/// What the list does not say, so that a bound is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MissingFact {
    /// The agreed points.
    Points,
    /// The date.
    Date,
    /// A cost or a number.
    Unknown,
}

impl From<AmountError> for MissingFact {
    fn from(error: AmountError) -> Self {
        match error {
            AmountError::SizeUnknown => Self::Points,
            AmountError::AmountUnknown | AmountError::NothingThere => Self::Unknown,
        }
    }
}

/// How much is needed and allowed: all of a limit, or one of its alternatives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RoomBounds {
    /// The least that is needed.
    pub min: Option<RoomBound>,
    /// The most that is allowed.
    pub max: Option<RoomBound>,
    /// Whether both are one exact amount.
    pub is_exact: bool,
    /// What the amount must be a multiple of.
    pub multiple_of: Option<RoomBound>,
    /// Whether this alternative decides: the one that is met, else the nearest, else the first. `true` if there is
    /// no other.
    pub is_in_force: bool,
}

/// What is measured, and where.
pub(super) struct MeasuredLimit<'m, 'a> {
    pub(super) army: &'m Army<'a>,
    pub(super) limit: &'m Limit,
    pub(super) place: Region,
    pub(super) found: &'m Measurement,
    /// Whether a word that could not be resolved might be what the limit counts.
    pub(super) unresolved: bool,
}

/// What comes of comparing a measured amount with a limit.
pub(super) struct JudgedBounds {
    /// All alternatives. A limit without alternatives has one.
    pub(super) branches: Vec<RoomBounds>,
    /// Whether the limit is broken.
    pub(super) is_broken: bool,
    /// Whether more of something might still meet the limit.
    pub(super) is_shortfall: bool,
    /// Whether it cannot be known if the limit is broken, since something is unread or unknown.
    pub(super) is_unclear: bool,
    /// The severity of what is broken, else of what would be broken next.
    pub(super) severity: Severity,
}

impl MeasuredLimit<'_, '_> {
    /// Compares the measured amount with every alternative of the limit.
    pub(super) fn judge(&self, availability: EntryAvailability) -> JudgedBounds {
        let Self { army, limit, place, found: measured, unresolved } = *self;
        let available = availability == EntryAvailability::Available;
        let amount_may_grow = unresolved || measured.has_unknown_amount;
        let mut met = None;
        let mut is_unknown = false;
        let mut broken: Vec<Vec<BrokenBound>> = Vec::new();
        for (at, bounds) in limit.bounds.iter().enumerate() {
            match broken_bounds(army, limit, bounds, place, measured, available) {
                Ok(none) if none.is_empty() => met = met.or(Some(at)),
                Ok(all) => broken.push(all),
                // Nothing is asked of a value that nobody has
                Err(AmountError::NothingThere) => met = met.or(Some(at)),
                Err(_) => is_unknown = true,
            }
        }
        let alternatives = limit.bounds.len() > 1;
        let all_broken = met.is_none() && !is_unknown && (available || !alternatives);
        let certain: Vec<&BrokenBound> = match (all_broken, broken.as_slice()) {
            (true, [only]) if !alternatives => {
                let certain = |broken: &&BrokenBound| {
                    !may_only_seem_broken(army, limit, measured, broken, unresolved, amount_may_grow)
                };
                only.iter().filter(certain).collect()
            }
            (true, several) if !amount_may_grow => several.iter().flatten().collect(),
            _ => Vec::new(),
        };
        let is_broken = !certain.is_empty();
        let is_shortfall = if alternatives {
            broken.iter().any(|all| all.iter().all(|broken| broken.is_too_low))
        } else {
            certain.iter().all(|broken| broken.is_shortfall)
        };
        let shown = broken.first().filter(|_| !alternatives).map_or(&[][..], Vec::as_slice);
        let mut branches: Vec<RoomBounds> =
            limit.bounds.iter().map(|bounds| self.branch(bounds, shown, availability)).collect();
        let in_force = met.unwrap_or_else(|| nearest_branch(&branches, measured.amount));
        if let Some(branch) = branches.get_mut(in_force) {
            branch.is_in_force = true;
        }
        let worst = certain.iter().map(|broken| broken.severity).max();
        let severity = worst.filter(|_| !alternatives).unwrap_or_else(|| self.mildest_severity());
        JudgedBounds {
            branches,
            is_broken,
            is_shortfall: is_broken && is_shortfall,
            is_unclear: !is_broken && amount_may_grow,
            severity,
        }
    }

    /// The bounds as rooms show them.
    fn branch(&self, bounds: &Bounds, broken: &[BrokenBound], availability: EntryAvailability) -> RoomBounds {
        let bound = |bound: &Option<Bound>, edge| bound.as_ref().map(|b| self.bound(b, edge, broken));
        let mut branch = RoomBounds {
            min: bound(&bounds.min, Edge::AtLeast),
            max: bound(&bounds.max, Edge::AtMost),
            is_exact: bounds.exactly.is_some(),
            multiple_of: bound(&bounds.multiple_of, Edge::MultipleOf),
            is_in_force: false,
        };
        if let Some(exactly) = &bounds.exactly {
            branch.min = Some(self.bound(exactly, Edge::Exactly, broken));
            branch.max.clone_from(&branch.min);
        }
        // The alternatives of an entry are shown even if it may not be taken
        if self.limit.bounds.len() == 1 {
            match availability {
                EntryAvailability::Available => {}
                EntryAvailability::Unavailable => {
                    branch.min = None;
                    branch.multiple_of = None;
                    branch.max = branch.max.filter(|_| !branch.is_exact);
                    branch.is_exact = false;
                }
                EntryAvailability::DateUnknown => {
                    let max = branch.max.as_mut().filter(|_| branch.is_exact);
                    let bounds = [branch.min.as_mut(), branch.multiple_of.as_mut(), max];
                    bounds.into_iter().flatten().for_each(|bound| bound.set_missing(MissingFact::Date));
                }
            }
        }
        branch
    }

    /// One bound. Of steps for several severities, it is the one that is broken, else the next.
    fn bound(&self, bound: &Bound, edge: Edge, broken: &[BrokenBound]) -> RoomBound {
        let Self { army, limit, place, .. } = *self;
        let broken = broken.iter().find(|broken| broken.edge == edge);
        let steps = bounds_by_severity(bound, limit.severity);
        let step = broken.and_then(|b| steps.iter().find(|(severity, _)| *severity == b.severity));
        let bound = step.or(steps.last()).map_or(bound, |(_, bound)| *bound);
        let counts = limit.measure.is_whole();
        match allowed_amount(army, bound, limit, place) {
            Ok(allowed) => RoomBound {
                amount: Some(allowed.amount),
                whole: match edge {
                    _ if !counts => None,
                    Edge::AtLeast => Some(allowed.amount.ceil()),
                    Edge::AtMost => Some(allowed.amount.floor()),
                    Edge::Exactly | Edge::MultipleOf => Some(allowed.amount).filter(|n| n.is_whole()),
                },
                explanation: amount_explanation(army.rules, limit, bound, allowed.base.as_ref()),
                missing: None,
            },
            Err(error) => RoomBound {
                amount: None,
                whole: None,
                explanation: amount_explanation(army.rules, limit, bound, None),
                missing: Some(error.into()),
            },
        }
    }

    /// The severity of the bound that would be broken first.
    fn mildest_severity(&self) -> Severity {
        let usual = self.limit.severity;
        let [bounds] = self.limit.bounds.as_slice() else { return usual };
        let bound = [&bounds.max, &bounds.exactly, &bounds.min].into_iter().find_map(Option::as_ref);
        let steps = bound.map(|bound| bounds_by_severity(bound, usual));
        steps.and_then(|steps| steps.last().map(|(severity, _)| *severity)).unwrap_or(usual)
    }
}

impl RoomBound {
    /// Makes the amount unknown, since it depends on this fact whether the bound applies.
    pub(super) fn set_missing(&mut self, missing: MissingFact) {
        self.amount = None;
        self.whole = None;
        self.missing = Some(missing);
    }
}

/// Returns the index of the alternative that an amount comes nearest to meeting.
fn nearest_branch(branches: &[RoomBounds], now: Number) -> usize {
    let distance = |branch: &RoomBounds| {
        let amount = |bound: &Option<RoomBound>| bound.as_ref().and_then(|bound| bound.amount);
        let below = amount(&branch.min).and_then(|min| min.checked_sub(now)).unwrap_or_default();
        let above = amount(&branch.max).and_then(|max| now.checked_sub(max)).unwrap_or_default();
        below.max(above).max(Number::ZERO)
    };
    (0..branches.len()).min_by_key(|at| distance(&branches[*at])).unwrap_or(0)
}
