//! Amounts counted in steps, such as each full 500 points: those of rates, and of charges.

use crate::format::limit::FractionRounding;
use crate::format::read_exact_numbers::Number;

/// How an amount is counted in steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Steps {
    /// How much of the amount is left out. 0 if all of it is counted.
    pub above: Number,
    /// The size of a step, which is above 0.
    pub per: Number,
    /// When the last step, if it is only started, counts.
    pub last: LastStep,
}

/// When a step that is only started counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastStep {
    /// The number of steps is rounded.
    Rounded(FractionRounding),
    /// It counts as a whole step as soon as this much of it is there.
    FullFrom(Number),
}

impl Steps {
    /// An amount as it is, without steps.
    pub const ONE_BY_ONE: Self =
        Self { above: Number::ZERO, per: Number::ONE, last: LastStep::Rounded(FractionRounding::None) };

    /// Counts the steps in an amount. `None` if the numbers become too large.
    pub fn count(&self, amount: Number) -> Option<Number> {
        let counted = amount.checked_sub(self.above)?.max(Number::ZERO);
        let steps = counted.checked_div(self.per)?;
        Some(match self.last {
            LastStep::Rounded(round) => round.apply(steps),
            LastStep::FullFrom(enough) => {
                let full = steps.floor();
                let rest = counted.checked_sub(full.checked_mul(self.per)?)?;
                if rest >= enough { full.checked_add(Number::ONE)? } else { full }
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_counted_above_a_number_and_from_enough_of_one() {
        let number = |n: i64| Number::from(n);
        let count = |above: i64, per: i64, last: LastStep, amount: i64| {
            Steps { above: number(above), per: number(per), last }.count(number(amount)).unwrap()
        };
        let down = LastStep::Rounded(FractionRounding::Down);
        for (amount, steps) in [(0, 0), (2, 0), (3, 1), (5, 3)] {
            assert_eq!(count(2, 1, down, amount), number(steps), "above 2: {amount}");
        }
        for (amount, steps) in [(499, 0), (500, 1), (999, 1), (1000, 2)] {
            assert_eq!(count(0, 500, down, amount), number(steps), "each full 500: {amount}");
        }
        let up = LastStep::Rounded(FractionRounding::Up);
        for (amount, steps) in [(0, 0), (1, 1), (500, 1), (501, 2)] {
            assert_eq!(count(0, 500, up, amount), number(steps), "each started 500: {amount}");
        }
        let nearest = LastStep::Rounded(FractionRounding::Nearest);
        for (amount, steps) in [(249, 0), (250, 1), (749, 1), (750, 2)] {
            assert_eq!(count(0, 500, nearest, amount), number(steps), "a half of 500 is enough: {amount}");
        }
        // 800 counts as 1000, and 1800 as 2000
        let enough = LastStep::FullFrom(number(800));
        for (amount, steps) in [(799, 0), (800, 1), (1000, 1), (1799, 1), (1800, 2)] {
            assert_eq!(count(0, 1000, enough, amount), number(steps), "from 800: {amount}");
        }
        assert_eq!(Steps::ONE_BY_ONE.count(Number::fraction(3, 2).unwrap()), Number::fraction(3, 2));
    }
}
