//! Sums of variables with exact factors.

use std::collections::BTreeMap;

use crate::format::number::Number;

/// A sum of variables, each with a factor, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    /// Each variable's factor, none of them 0.
    pub factors: BTreeMap<usize, Number>,
    /// What is added.
    pub constant: Number,
}

impl Linear {
    /// A number alone.
    pub fn number(constant: Number) -> Self {
        Self { factors: BTreeMap::new(), constant }
    }

    /// A variable alone.
    pub fn variable(variable: usize) -> Self {
        Self { factors: BTreeMap::from([(variable, Number::ONE)]), constant: Number::ZERO }
    }

    /// Adds a variable with a factor; nothing where the numbers get too large.
    #[must_use]
    pub fn with(mut self, variable: usize, factor: Number) -> Option<Self> {
        let sum = self.factors.get(&variable).copied().unwrap_or_default().plus(factor)?;
        if sum == Number::ZERO {
            self.factors.remove(&variable);
        } else {
            self.factors.insert(variable, sum);
        }
        Some(self)
    }

    /// The sum with another; nothing where the numbers get too large.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = Self { constant: self.constant.plus(other.constant)?, ..self.clone() };
        for (variable, factor) in &other.factors {
            sum = sum.with(*variable, *factor)?;
        }
        Some(sum)
    }

    /// Everything so many times; nothing where the numbers get too large.
    pub fn times(&self, n: Number) -> Option<Self> {
        let mut made = Self::number(self.constant.times(n)?);
        for (variable, factor) in &self.factors {
            made = made.with(*variable, factor.times(n)?)?;
        }
        Some(made)
    }

    /// The difference; nothing where the numbers get too large.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(Number::from(-1_i64))?)
    }

    /// The number, where there is no variable.
    pub fn fixed(&self) -> Option<Number> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// Its value for values of the variables.
    pub fn value(&self, values: &[Number]) -> Option<Number> {
        let mut sum = self.constant;
        for (variable, factor) in &self.factors {
            sum = sum.plus(values.get(*variable)?.times(*factor)?)?;
        }
        Some(sum)
    }

    /// The least denominator that all its numbers share.
    pub fn denominator(&self) -> Option<i128> {
        let all = self.factors.values().chain(std::iter::once(&self.constant));
        all.map(|n| n.parts().1).try_fold(1_i128, |lcm, d| (lcm / gcd(lcm, d)).checked_mul(d))
    }
}

/// The greatest common divisor, never negative.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    // Most numbers are small, and small division is much faster
    while b != 0 {
        if let (Ok(x), Ok(y)) = (u64::try_from(a), u64::try_from(b)) {
            let (mut x, mut y) = (x, y);
            while y != 0 {
                (x, y) = (y, x % y);
            }
            return i128::from(x);
        }
        (a, b) = (b, a % b);
    }
    i128::try_from(a).unwrap_or(1)
}
