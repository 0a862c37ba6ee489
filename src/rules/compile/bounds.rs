//! Reports bounds that no army can meet or miss, such as a negative count or a minimum above the maximum.

use crate::finding::{Code, Finding, Severity};
use crate::format::number::Number;
use crate::read::Located;
use crate::rules::limit::{Amount, Base, Bound, Bounds, Measure};

use super::Compiler;

/// The key of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Min,
    Max,
    Exactly,
    MultipleOf,
}

impl Way {
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
    pub(super) fn bounds_make_sense(&mut self, measure: &Measure, all: &[Bounds]) {
        // Points can be negative if discounts are summed, and numbers are whatever a formula gives
        let counts = matches!(measure, Measure::Count(_) | Measure::Size(_) | Measure::Commands(_));
        for bounds in all {
            let each = [
                (Way::Min, &bounds.min),
                (Way::Max, &bounds.max),
                (Way::Exactly, &bounds.exactly),
                (Way::MultipleOf, &bounds.multiple_of),
            ];
            for (way, bound) in each.iter().filter_map(|(way, bound)| Some((*way, bound.as_ref()?))) {
                self.bound_makes_sense(way, bound, counts);
            }
            self.fit_together(bounds);
        }
    }

    /// Reports a bound that is negative where that is impossible.
    fn bound_makes_sense(&mut self, way: Way, bound: &Bound, counts: bool) {
        let key = way.key();
        let fault = match &bound.amount {
            Amount::Severities(all) => {
                all.iter().for_each(|(_, bound)| self.bound_makes_sense(way, bound, counts));
                self.severities_in_order(way, all);
                return;
            }
            Amount::Number(n) if way == Way::MultipleOf && *n <= 0 => {
                Some((format!("`{key}` is {n}, which is impossible"), "write a number above 0"))
            }
            Amount::Number(n) if counts && *n < 0 => {
                Some((format!("`{key}` is {n}, but a count is never below 0"), "write 0 or more"))
            }
            Amount::Share { share: n, .. } | Amount::Rate { allow: n, .. } if *n < 0 => {
                let part = shown(bound).unwrap_or_default();
                Some((format!("`{key}` is {part}, but a share or rate is never below 0"), "write 0 or more"))
            }
            Amount::Number(_) | Amount::Share { .. } | Amount::Rate { .. } => None,
        };
        if let Some((message, help)) = fault {
            self.say(Finding::new(Code::BadValue, bound.span, message).help(help));
        }
    }

    /// Reports bounds of several severities that are not further out the more severe they are.
    ///
    /// A milder bound beyond a more severe one would never be reported.
    fn severities_in_order(&mut self, way: Way, all: &[(Severity, Bound)]) {
        let pairs = all.iter().zip(all.iter().skip(1));
        for ((worse, outer), (better, inner)) in pairs {
            let (worse, better) = (worse.as_str(), better.as_str());
            if way == Way::Exactly || way == Way::MultipleOf {
                let message = format!("`{}` takes one number, not one for each severity", way.key());
                let help = "write one number, or `min` and `max` with one for each severity";
                self.say(Finding::new(Code::BadValue, inner.span, message).help(help));
                continue;
            }
            let (Some(far), Some(near)) = (comparable(outer, inner), comparable(inner, outer)) else {
                continue;
            };
            let (farther, nearer) = (shown(outer).unwrap_or_default(), shown(inner).unwrap_or_default());
            let (ordered, side) = if way == Way::Max { (near < far, "below") } else { (near > far, "above") };
            if !ordered {
                let message = format!(
                    "the {better} at {nearer} is never reported, since the {worse} begins at {farther}"
                );
                let help = format!("write a {better} {side} the {worse}");
                self.say(
                    Finding::new(Code::BadValue, inner.span, message)
                        .label(outer.span, format!("the {worse}"))
                        .help(help),
                );
            }
        }
    }

    /// Reports fixed bounds that contradict each other.
    fn fit_together(&mut self, bounds: &Bounds) {
        let pairs = [
            (&bounds.min, &bounds.max, "at least", "at most"),
            (&bounds.min, &bounds.exactly, "at least", "exactly"),
            (&bounds.exactly, &bounds.max, "exactly", "at most"),
        ];
        for (low, high, at_least, at_most) in pairs {
            let (Some(low), Some(high)) = (low, high) else { continue };
            if let (Amount::Number(a), Amount::Number(b)) = (&low.amount, &high.amount)
                && a > b
            {
                let message = format!("{at_least} {a} and {at_most} {b} is impossible");
                self.say(
                    Finding::new(Code::BadValue, high.span, message).label(low.span, "the other is here"),
                );
            }
        }
    }

    /// Reports a comparison that no number can pass.
    pub(super) fn comparison_makes_sense(&mut self, c: &crate::format::selector::Compare) {
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
                    self.say(
                        Finding::new(Code::BadValue, high.span, message).label(low.span, "the other is here"),
                    );
                    return;
                }
            }
        }
    }
}

/// Formats the number of a bound for messages. `None` if the bound has one for each severity.
fn shown(bound: &Bound) -> Option<String> {
    match &bound.amount {
        Amount::Number(n) | Amount::Rate { allow: n, .. } => Some(n.to_string()),
        Amount::Share { share, .. } => Some(share.as_share()),
        Amount::Severities(_) => None,
    }
}

/// Returns the number by which a bound can be compared with another. `None` if they have different bases.
fn comparable(bound: &Bound, other: &Bound) -> Option<Number> {
    let same = |a: &Base, b: &Base| match (a, b) {
        (Base::Points, Base::Points) | (Base::Spent, Base::Spent) | (Base::Commands, Base::Commands) => true,
        (Base::Found(_, a), Base::Found(_, b)) => a == b,
        _ => false,
    };
    match (&bound.amount, &other.amount) {
        (Amount::Number(n), Amount::Number(_)) => Some(*n),
        (Amount::Share { share, of: a, .. }, Amount::Share { of: b, .. }) if same(a, b) => Some(*share),
        (Amount::Rate { allow, per: p, of: a, .. }, Amount::Rate { per: q, of: b, .. })
            if p == q && same(a, b) =>
        {
            Some(*allow)
        }
        _ => None,
    }
}
