//! Linear expressions: sums of variables with exact factors.

use std::collections::BTreeMap;

use crate::format::read_exact_numbers::Number;

/// A sum of variables, each with a factor, and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LinearSum {
    /// Each variable's factor, none of them 0.
    pub factors: BTreeMap<usize, Number>,
    /// The constant that is added.
    pub constant: Number,
}

impl LinearSum {
    /// Creates a sum that is only a constant.
    pub fn from_constant(constant: Number) -> Self {
        Self { factors: BTreeMap::new(), constant }
    }

    /// Creates a sum that is only one variable.
    pub fn from_variable(variable: usize) -> Self {
        Self { factors: BTreeMap::from([(variable, Number::ONE)]), constant: Number::ZERO }
    }

    /// Adds a variable with a factor. `None` if the numbers become too large.
    #[must_use]
    pub fn plus_term(mut self, variable: usize, factor: Number) -> Option<Self> {
        let sum = self.factors.get(&variable).copied().unwrap_or_default().checked_add(factor)?;
        if sum == Number::ZERO {
            self.factors.remove(&variable);
        } else {
            self.factors.insert(variable, sum);
        }
        Some(self)
    }

    /// Adds another sum. `None` if the numbers become too large.
    pub fn plus(&self, other: &Self) -> Option<Self> {
        let mut sum = Self { constant: self.constant.checked_add(other.constant)?, ..self.clone() };
        for (variable, factor) in &other.factors {
            sum = sum.plus_term(*variable, *factor)?;
        }
        Some(sum)
    }

    /// Multiplies the sum by a number. `None` if the numbers become too large.
    pub fn times(&self, n: Number) -> Option<Self> {
        let mut made = Self::from_constant(self.constant.checked_mul(n)?);
        for (variable, factor) in &self.factors {
            made = made.plus_term(*variable, factor.checked_mul(n)?)?;
        }
        Some(made)
    }

    /// Subtracts another sum. `None` if the numbers become too large.
    pub fn minus(&self, other: &Self) -> Option<Self> {
        self.plus(&other.times(Number::from(-1_i64))?)
    }

    /// Returns the constant if the sum has no variables.
    pub fn as_constant(&self) -> Option<Number> {
        self.factors.is_empty().then_some(self.constant)
    }

    /// Returns `true` if the sum is at least 0 whatever its variables are, which are never negative themselves.
    pub fn is_never_negative(&self) -> bool {
        self.constant >= 0 && self.factors.values().all(|factor| *factor >= 0)
    }

    /// Returns the value of the sum for these values of the variables. `None` if the numbers become too
    /// large.
    pub fn evaluate(&self, values: &[Number]) -> Option<Number> {
        let mut sum = self.constant;
        for (variable, factor) in &self.factors {
            sum = sum.checked_add(values.get(*variable)?.checked_mul(*factor)?)?;
        }
        Some(sum)
    }

    /// Returns the least common denominator of all numbers in the sum. `None` if it is too large.
    pub fn denominator(&self) -> Option<i128> {
        let all = self.factors.values().chain(std::iter::once(&self.constant));
        all.map(|n| n.numerator_denominator().1).try_fold(1_i128, |lcm, d| (lcm / gcd(lcm, d)).checked_mul(d))
    }
}

/// Returns the greatest common divisor, which is never negative.
pub(super) fn gcd(a: i128, b: i128) -> i128 {
    let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
    // Most numbers are small, and dividing 64-bit numbers is much faster
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
