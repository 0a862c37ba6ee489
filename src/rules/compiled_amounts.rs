//! Compiled amounts: how much a bound allows, and how it is worked out of a base.

use crate::finding::{Severity, Span};
use crate::format::limit::FractionRounding;
use crate::format::read_exact_numbers::Number;
use crate::wording::{Ratio, RatioWords, Rounding, SelectorText, scaled_number};

use super::compiled_measures::Measure;
use super::compiled_selectors::Selector;
use super::compiled_steps::{LastStep, Steps};

/// One end of a limit.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The allowed amount.
    pub amount: Amount,
    /// What the amount was before it was scaled. `None` if it is as written.
    pub scaled: Option<Box<ScaledNumber>>,
    /// The position of the bound in its file.
    pub span: Span,
}

/// How a number of a book was scaled.
#[derive(Clone, Debug)]
pub struct ScaledNumber {
    /// The number as it is written.
    pub written: Number,
    /// The points that are played with. `None` for the agreed size.
    pub to: Option<Number>,
    /// The points that the book is meant for.
    pub of: Number,
    /// How the result is rounded.
    pub round: FractionRounding,
}

impl ScaledNumber {
    /// Returns the number at a size, in points. What was 1 or more stays at least 1. `None` if the numbers become too
    /// large.
    pub fn at_size(&self, points: Number) -> Option<Number> {
        let scaled = self.round.apply(self.written.checked_mul(points)?.checked_div(self.of)?);
        Some(if self.written >= 1 { scaled.max(Number::ONE) } else { scaled })
    }

    /// Returns how the number follows from what is written, such as `6 scaled by 350/500, rounded up`. `points` is the
    /// size if it is known.
    pub fn words(&self, points: Option<Number>) -> String {
        let Self { written, to, of, round } = self;
        let raised = points.is_some_and(|points| {
            let exact = written.checked_mul(points).and_then(|n| n.checked_div(*of));
            *written >= 1 && exact.is_some_and(|exact| round.apply(exact) < 1)
        });
        scaled_number(*written, to.or(points), *of, Rounding::from(*round), raised)
    }
}

impl PartialEq for Bound {
    /// Compares what they allow. Where they are written makes no difference.
    fn eq(&self, other: &Self) -> bool {
        self.amount == other.amount
    }
}

/// An allowed amount, or how it is computed.
#[derive(Clone, Debug, PartialEq)]
pub enum Amount {
    /// A fixed number.
    Number(Number),
    /// A share of a base, or a number for each step of it.
    Computed(Box<ComputedAmount>),
    /// A bound for each severity, the most severe first.
    Severities(Vec<(Severity, Bound)>),
}

/// A share of a base, such as a quarter, or a rate, such as 1 for each 500 points.
///
/// What the base has is counted in steps, multiplied, rounded, added to, and kept between two ends.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputedAmount {
    /// The base that is measured.
    pub of: RatioBase,
    /// Whether it is a share, which is taken of the base one by one, or a rate.
    pub is_share: bool,
    /// How the base is counted.
    pub steps: Steps,
    /// The share, or the number for each step.
    pub factor: Number,
    /// How the product is rounded.
    pub round: FractionRounding,
    /// What is added.
    pub plus: Number,
    /// The least that it comes to.
    pub at_least: Option<Number>,
    /// The most that it comes to.
    pub at_most: Option<Number>,
}

/// The base of a share or a rate.
#[derive(Clone, Debug, PartialEq)]
pub enum RatioBase {
    /// The agreed size, in points.
    Points,
    /// The cost of the army.
    Spent,
    /// The number of commands.
    Commands,
    /// A measure, with a description of what it is taken over. `None` if that is everything.
    Measured(Box<Measure>, Option<SelectorText>),
}

impl Amount {
    /// Returns what the amount, or any of those for a severity, is a share or a rate of.
    pub fn bases(&self) -> Vec<&RatioBase> {
        match self {
            Self::Number(_) => Vec::new(),
            Self::Computed(computed) => vec![&computed.of],
            Self::Severities(all) => all.iter().flat_map(|(_, bound)| bound.amount.bases()).collect(),
        }
    }
}

impl RatioBase {
    /// Returns the selector of what is measured. `None` for one of the army's own numbers.
    pub fn selector(&self) -> Option<&Selector> {
        match self {
            Self::Points | Self::Spent | Self::Commands => None,
            Self::Measured(measure, _) => measure.selector(),
        }
    }
}

impl ComputedAmount {
    /// Returns the amount for a base of this size. `None` if the numbers become too large.
    pub fn for_base(&self, base: Number) -> Option<Number> {
        let unbounded = self.unbounded_for_base(base)?;
        let raised = self.at_least.map_or(unbounded, |least| unbounded.max(least));
        Some(self.at_most.map_or(raised, |most| raised.min(most)))
    }

    /// Returns the amount for a base of this size before it is kept between its ends. `None` if the numbers become too
    /// large.
    pub fn unbounded_for_base(&self, base: Number) -> Option<Number> {
        let product = self.steps.count(base)?.checked_mul(self.factor)?;
        self.round.apply(product).checked_add(self.plus)
    }

    /// Returns `true` if it is a share to which nothing is done: it is neither rounded nor changed.
    pub fn is_plain_share(&self) -> bool {
        let Self { is_share, steps, round, plus, at_least, at_most, .. } = self;
        let is_bounded = at_least.is_some() || at_most.is_some();
        let is_changed = *round != FractionRounding::None || *plus != 0 || is_bounded;
        *is_share && *steps == Steps::ONE_BY_ONE && !is_changed
    }

    /// Returns how the amount follows from its base, for messages.
    pub fn words(&self) -> RatioWords {
        let Self { is_share, steps, factor, round, plus, at_least, at_most, .. } = self;
        let (steps_rounding, enough) = match steps.last {
            LastStep::Rounded(rounding) => (rounding, None),
            LastStep::FullFrom(enough) => (FractionRounding::None, Some(enough)),
        };
        let (ratio, rounding, then_rounding) = if *is_share {
            (Ratio::Share(*factor), *round, FractionRounding::None)
        } else {
            (Ratio::Rate(*factor), steps_rounding, *round)
        };
        RatioWords {
            above: Some(steps.above).filter(|above| *above != 0),
            ratio,
            per: steps.per,
            rounding: rounding.into(),
            enough,
            then_rounding: then_rounding.into(),
            plus: *plus,
            at_least: *at_least,
            at_most: *at_most,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(n: i64) -> Number {
        n.into()
    }

    fn steps(last: LastStep) -> Steps {
        Steps { above: Number::ZERO, per: number(1000), last }
    }

    /// The formulas that these rates replace, for every size that armies have.
    #[test]
    fn rates_with_ends_equal_formulas_for_every_size() {
        let rate = |allow: i64, steps: Steps| ComputedAmount {
            of: RatioBase::Points,
            is_share: false,
            steps,
            factor: number(allow),
            round: FractionRounding::None,
            plus: Number::ZERO,
            at_least: None,
            at_most: None,
        };
        let down = LastStep::Rounded(FractionRounding::Down);
        let floor = ComputedAmount { at_least: Some(number(8)), ..rate(8, steps(down)) };
        let fewer = ComputedAmount { plus: number(-1), at_least: Some(number(0)), ..rate(1, steps(down)) };
        let enough = rate(2, steps(LastStep::FullFrom(number(800))));
        let above = Steps { above: number(2000), ..steps(down) };
        let above = ComputedAmount { plus: number(4), ..rate(1, above) };
        let half = Number::fraction(3, 2).unwrap();
        let then = ComputedAmount { factor: half, round: FractionRounding::Up, ..rate(1, steps(down)) };
        for size in 0..=6000 {
            let of = |amount: &ComputedAmount| amount.for_base(number(size)).unwrap();
            assert_eq!(of(&floor), number((8 * (size / 1000)).max(8)), "{size}");
            assert_eq!(of(&fewer), number((size / 1000 - 1).max(0)), "{size}");
            assert_eq!(of(&enough), number(2 * ((size + 200) / 1000)), "{size}");
            assert_eq!(of(&above), number(4 + (size - 2000).max(0) / 1000), "{size}");
            assert_eq!(of(&then), number((3 * (size / 1000) + 1) / 2), "{size}");
        }
    }
}
