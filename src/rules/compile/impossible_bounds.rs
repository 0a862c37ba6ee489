//! Reports bounds that no army can meet or miss, such as a negative count or a minimum above the maximum.

use crate::finding::{Code, Finding, Severity, Span};
use crate::format::book::Entry;
use crate::format::limit::{self as f, Alternative};
use crate::format::read_exact_numbers::Number;
use crate::read::Located;
use crate::rules::compiled_amounts::{Amount, Bound, RatioBase};
use crate::rules::compiled_limits::{Bounds, Measure};
use crate::rules::id_types::ContingentId;

use super::Compiler;

/// The key of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoundKey {
    Min,
    Max,
    Exactly,
    MultipleOf,
}

impl BoundKey {
    fn key(self) -> &'static str {
        match self {
            Self::Min => "min",
            Self::Max => "max",
            Self::Exactly => "exactly",
            Self::MultipleOf => "multiple-of",
        }
    }
}

impl Compiler {
    /// Reports what is wrong with a limit's bounds whatever the army.
    pub(super) fn check_bounds(&mut self, measure: &Measure, all: &[Bounds]) {
        // Points can be negative if discounts are summed, and numbers are whatever a formula gives
        let counts = measure.is_whole();
        for bounds in all {
            let each = [
                (BoundKey::Min, &bounds.min),
                (BoundKey::Max, &bounds.max),
                (BoundKey::Exactly, &bounds.exactly),
                (BoundKey::MultipleOf, &bounds.multiple_of),
            ];
            for (way, bound) in each.iter().filter_map(|(way, bound)| Some((*way, bound.as_ref()?))) {
                self.check_bound(way, bound, counts);
            }
            self.check_minimum_and_maximum(bounds);
        }
    }

    /// Reports a bound that is negative where that is impossible.
    fn check_bound(&mut self, way: BoundKey, bound: &Bound, counts: bool) {
        let key = way.key();
        let fault = match &bound.amount {
            Amount::Severities(all) => {
                all.iter().for_each(|(_, bound)| self.check_bound(way, bound, counts));
                self.check_severity_order(way, all);
                return;
            }
            Amount::Number(n) if way == BoundKey::MultipleOf && *n <= 0 => {
                Some((format!("`{key}` is {n}, which is impossible"), "write a number above 0"))
            }
            Amount::Number(n) if counts && *n < 0 => {
                Some((format!("`{key}` is {n}, but a count is never below 0"), "write 0 or more"))
            }
            Amount::Computed(computed) if computed.factor < 0 => {
                let part = number_text(bound).unwrap_or_default();
                Some((format!("`{key}` is {part}, but a share or rate is never below 0"), "write 0 or more"))
            }
            Amount::Number(_) | Amount::Computed(_) => None,
        };
        if let Some((message, help)) = fault {
            self.report(Finding::new(Code::BadValue, bound.span, message).with_help(help));
        }
    }

    /// Reports bounds of several severities that are not further out the more severe they are.
    ///
    /// A milder bound beyond a more severe one would never be reported.
    fn check_severity_order(&mut self, way: BoundKey, all: &[(Severity, Bound)]) {
        let pairs = all.iter().zip(all.iter().skip(1));
        for ((worse, outer), (better, inner)) in pairs {
            let (worse, better) = (worse.as_str(), better.as_str());
            if way == BoundKey::Exactly || way == BoundKey::MultipleOf {
                let message = format!("`{}` takes one number, not one for each severity", way.key());
                let help = "write one number, or `min` and `max` with one for each severity";
                self.report(Finding::new(Code::BadValue, inner.span, message).with_help(help));
                continue;
            }
            let (Some(far), Some(near)) = (comparable_number(outer, inner), comparable_number(inner, outer))
            else {
                continue;
            };
            let (farther, nearer) =
                (number_text(outer).unwrap_or_default(), number_text(inner).unwrap_or_default());
            let (ordered, side) =
                if way == BoundKey::Max { (near < far, "below") } else { (near > far, "above") };
            if !ordered {
                let message = format!(
                    "the {better} at {nearer} is never reported, since the {worse} begins at {farther}"
                );
                let help = format!("write a {better} {side} the {worse}");
                self.report(
                    Finding::new(Code::BadValue, inner.span, message)
                        .with_label(outer.span, format!("the {worse}"))
                        .with_help(help),
                );
            }
        }
    }

    /// Reports a usual number of an entry that its own bounds rule out.
    pub(super) fn check_typical(&mut self, entry: &Entry, contingent: ContingentId) {
        // For an ally the bounds may be tighter, but the usual number is still that of the whole book
        let Some(typical) = entry.typical.as_ref().filter(|_| contingent == ContingentId::OWN) else {
            return;
        };
        if typical.value == 0 {
            let finding =
                Finding::new(Code::BadValue, typical.span, "`typical` is 0, but the usual number is above 0");
            self.report(finding.with_help("write how many a full army usually has, or remove it"));
            return;
        }
        let own = [Alternative {
            min: entry.min.clone(),
            max: entry.max.clone(),
            exactly: entry.exactly.clone(),
            multiple_of: entry.multiple_of.clone(),
        }];
        let either = entry.either.iter().map(|alternative| &alternative.value);
        let alternatives: Vec<&Alternative> =
            if entry.either.is_empty() { own.iter().collect() } else { either.collect() };
        let refusals: Option<Vec<_>> =
            alternatives.iter().map(|bounds| refusing_bound(typical.value, bounds)).collect();
        let Some((span, words)) = refusals.and_then(|all| all.into_iter().next()) else { return };
        let message = format!("`typical` is {}, but {words}", typical.value);
        self.report(Finding::new(Code::BadValue, typical.span, message).with_label(span, "the bound"));
    }

    /// Reports bounds that contradict each other whatever they are a share or a rate of.
    fn check_minimum_and_maximum(&mut self, bounds: &Bounds) {
        let pairs = [
            (&bounds.min, &bounds.max, "at least", "at most"),
            (&bounds.min, &bounds.exactly, "at least", "exactly"),
            (&bounds.exactly, &bounds.max, "exactly", "at most"),
        ];
        for (low, high, at_least, at_most) in pairs {
            let (Some(low), Some(high)) = (low, high) else { continue };
            if let (Some(a), Some(b)) = (least_amount(low), greatest_amount(high))
                && a > b
            {
                let message = format!("{at_least} {a} and {at_most} {b} is impossible");
                self.report(
                    Finding::new(Code::BadValue, high.span, message)
                        .with_label(low.span, "the other is here"),
                );
            }
        }
    }

    /// Reports a comparison that no number can pass.
    pub(super) fn check_comparison(&mut self, c: &crate::format::selectors_and_conditions::NumberTest) {
        let lows = [&c.min, &c.above, &c.exactly];
        let highs = [&c.max, &c.below, &c.exactly];
        for low in lows.into_iter().flatten() {
            for high in highs.into_iter().flatten().filter(|high| high.span != low.span) {
                let touching = |n: &Option<Located<Number>>, of: &Located<Number>| {
                    n.as_ref().is_some_and(|n| n.span == of.span)
                };
                let strict = touching(&c.above, low) || touching(&c.below, high);
                if low.value > high.value || strict && low.value == high.value {
                    let message =
                        format!("no number meets both conditions, from {} and to {}", low.value, high.value);
                    self.report(
                        Finding::new(Code::BadValue, high.span, message)
                            .with_label(low.span, "the other is here"),
                    );
                    return;
                }
            }
        }
    }
}

/// Returns the plain bound that does not allow a number, and what it says.
fn refusing_bound(number: u32, bounds: &Alternative) -> Option<(Span, String)> {
    let number = Number::from(i64::from(number));
    let fixed = |bound: &Option<Located<f::Bound>>| {
        let bound = match &bound.as_ref()?.value {
            f::Bound::Computed(computed) => &computed.error.as_ref()?.value,
            number @ f::Bound::Number(_) => number,
        };
        match bound {
            f::Bound::Number(number) => Some((number.value, number.span)),
            f::Bound::Computed(_) => None,
        }
    };
    let below = fixed(&bounds.min).filter(|(min, _)| number < *min);
    let above = fixed(&bounds.max).filter(|(max, _)| number > *max);
    let other = fixed(&bounds.exactly).filter(|(exactly, _)| number != *exactly);
    let uneven = fixed(&bounds.multiple_of)
        .filter(|(step, _)| number.checked_div(*step).is_some_and(|steps| steps.ceil() != steps));
    let each = [
        (below, "at least", "are needed"),
        (above, "at most", "are allowed"),
        (other, "exactly", "are needed"),
        (uneven, "a multiple of", "is needed"),
    ];
    each.into_iter().find_map(|(bound, before, after)| {
        bound.map(|(amount, span)| (span, format!("{before} {amount} {after}")))
    })
}

/// Formats the number of a bound for messages. `None` if the bound has one for each severity.
fn number_text(bound: &Bound) -> Option<String> {
    match &bound.amount {
        Amount::Number(n) => Some(n.to_string()),
        Amount::Computed(computed) if computed.is_share => Some(computed.factor.to_share_text()),
        Amount::Computed(computed) => Some(computed.factor.to_string()),
        Amount::Severities(_) => None,
    }
}

/// Returns the least that a bound comes to, whatever it is taken of. `None` if that is open.
fn least_amount(bound: &Bound) -> Option<Number> {
    match &bound.amount {
        Amount::Number(n) => Some(*n),
        Amount::Computed(computed) => computed.at_least,
        Amount::Severities(_) => None,
    }
}

/// Returns the most that a bound comes to, whatever it is taken of. `None` if that is open.
fn greatest_amount(bound: &Bound) -> Option<Number> {
    match &bound.amount {
        Amount::Number(n) => Some(*n),
        Amount::Computed(computed) => computed.at_most,
        Amount::Severities(_) => None,
    }
}

/// Returns the number by which a bound can be compared with another. `None` if they have different bases, or are
/// counted in another way.
fn comparable_number(bound: &Bound, other: &Bound) -> Option<Number> {
    let same = |a: &RatioBase, b: &RatioBase| match (a, b) {
        (RatioBase::Points, RatioBase::Points)
        | (RatioBase::Spent, RatioBase::Spent)
        | (RatioBase::Commands, RatioBase::Commands) => true,
        (RatioBase::Measured(a, _), RatioBase::Measured(b, _)) => a == b,
        _ => false,
    };
    match (&bound.amount, &other.amount) {
        (Amount::Number(n), Amount::Number(_)) => Some(*n),
        (Amount::Computed(a), Amount::Computed(b)) => {
            let is_counted_alike = a.is_share == b.is_share
                && (a.steps.above, a.steps.per) == (b.steps.above, b.steps.per)
                && (a.plus, a.at_least, a.at_most) == (b.plus, b.at_least, b.at_most);
            (is_counted_alike && same(&a.of, &b.of)).then_some(a.factor)
        }
        _ => None,
    }
}
