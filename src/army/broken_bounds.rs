//! Finds the bounds of a limit that a measured amount breaks.

use crate::finding::{Code, Severity, Span};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_amounts::{Amount, Bound, RatioBase};
use crate::rules::compiled_limits::{Bounds, Limit};
use crate::wording::Edge;

use super::Army;
use super::amount_allowed_by_limit::{AllowedAmount, AmountError, allowed_amount, allowed_number};
use super::limit_measurement::Measurement;
use super::regions::Region;

/// A bound that a measured amount breaks.
#[derive(Clone, Debug)]
pub struct BrokenBound {
    /// The code of the finding about it.
    pub code: Code,
    /// How severe it is that the bound is broken.
    pub severity: Severity,
    /// Whether it is something that a draft may still reach.
    pub is_shortfall: bool,
    /// Whether more of what the limit measures would satisfy it.
    pub is_too_low: bool,
    /// Whether more of something else would satisfy it, since the allowed amount is a share of what the army
    /// has.
    pub depends_on_others: bool,
    /// The amount that is allowed.
    pub allowed: AllowedAmount,
    /// On which side the amount must be.
    pub edge: Edge,
    /// The position of the bound in its file.
    pub span: Span,
}

impl BrokenBound {
    /// Returns `true` if less of what the limit measures would satisfy it.
    pub fn is_too_high(&self) -> bool {
        !self.is_shortfall
    }
}

/// Returns the bounds that a measured amount breaks, out of a set of bounds that apply together.
pub fn broken_bounds(
    army: &Army<'_>,
    limit: &Limit,
    bounds: &Bounds,
    place: Region,
    measured: &Measurement,
    available: bool,
) -> Result<Vec<BrokenBound>, AmountError> {
    let mut all = Vec::new();
    let n = measured.amount;
    let ends = [(&bounds.max, Edge::AtMost), (&bounds.exactly, Edge::Exactly), (&bounds.min, Edge::AtLeast)];
    for (bound, edge) in ends {
        let Some(bound) = bound else { continue };
        // The minimum of an entry applies only when it may be taken
        if !available && edge != Edge::AtMost {
            continue;
        }
        for (severity, bound) in bounds_by_severity(bound, limit.severity) {
            let allowed = allowed_number(army, &bound.amount, limit, place)?;
            // The known amount is within the maximum, but the unknown rest may exceed it
            if measured.has_unknown_amount && edge != Edge::AtLeast && n <= allowed {
                return Err(AmountError::AmountUnknown);
            }
            let high = edge != Edge::AtLeast && n > allowed;
            let low = edge != Edge::AtMost && n < allowed;
            // An amount that is only partly known may turn out to be more, never less
            if high || low && !measured.has_unknown_amount {
                let code = if high { Code::TooMany } else { Code::TooFew };
                all.push(BrokenBound {
                    code,
                    severity,
                    is_shortfall: low,
                    is_too_low: low,
                    depends_on_others: depends_on_others(&bound.amount),
                    allowed: allowed_amount(army, bound, limit, place)?,
                    edge,
                    span: bound.span,
                });
                break;
            }
        }
    }
    if let Some(bound) = bounds.multiple_of.as_ref().filter(|_| available) {
        let step = allowed_number(army, &bound.amount, limit, place)?;
        let whole = n.checked_div(step).is_some_and(Number::is_whole);
        if !whole && step != 0 {
            all.push(BrokenBound {
                code: Code::NotAMultiple,
                severity: limit.severity,
                is_shortfall: true,
                is_too_low: false,
                depends_on_others: depends_on_others(&bound.amount),
                allowed: allowed_amount(army, bound, limit, place)?,
                edge: Edge::MultipleOf,
                span: bound.span,
            });
        }
    }
    Ok(all)
}

fn depends_on_others(amount: &Amount) -> bool {
    amount.bases().into_iter().any(|of| !matches!(of, RatioBase::Points | RatioBase::Commands))
}

/// Returns a bound with its severity, or its steps with theirs, the most severe first.
pub fn bounds_by_severity(bound: &Bound, usual: Severity) -> Vec<(Severity, &Bound)> {
    match &bound.amount {
        Amount::Severities(all) => all.iter().map(|(severity, bound)| (*severity, bound)).collect(),
        _ => vec![(usual, bound)],
    }
}
