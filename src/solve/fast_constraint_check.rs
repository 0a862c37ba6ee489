//! A fast check whether sums satisfy constraints: all numbers are multiplied by one common scale, so that
//! integers suffice.

use crate::format::read_exact_numbers::Number;

use super::integer_program::{Constraint, ConstraintGroup, IntegerProgram};
use super::linear_sums::{LinearSum, gcd};

/// The limit for factors, chosen so that sums of many products stay far within 64 bits.
const MAX_FACTOR: i128 = 1 << 24;

/// `sum of factors * values + constant <= 0`.
#[derive(Clone, Debug)]
struct ScaledSum {
    factors: Vec<(usize, i64)>,
    constant: i64,
}

/// The sum `of / by`, rounded up or down to a whole number.
#[derive(Clone, Debug)]
struct RoundedSum {
    of: ScaledSum,
    divisor: i64,
    rounds_up: bool,
}

/// Constraints over sums that are multiplied by a common scale.
#[derive(Clone, Debug)]
pub(crate) struct IntegerConstraints {
    /// The number by which all sums are multiplied.
    scale: i64,
    rounded: Vec<RoundedSum>,
    constraints: Vec<(ConstraintGroup, ScaledSum)>,
    alternatives: Vec<(ConstraintGroup, Vec<Vec<ScaledSum>>)>,
    /// The sums that the constraints of each group depend on.
    sums_by_group: Vec<(ConstraintGroup, Vec<usize>)>,
}

/// Returns the smallest scale by which all numbers become whole. `None` if that is large.
pub(crate) fn common_scale<'n>(numbers: impl Iterator<Item = &'n Number>) -> Option<i64> {
    let mut scale = 1_i128;
    for number in numbers {
        let (_, bottom) = number.numerator_denominator();
        // 5040 is a multiple of 1 to 10, so of the denominators of all common fractions
        scale = (scale / gcd(scale, bottom)).checked_mul(bottom).filter(|n| *n <= 5_040)?;
    }
    i64::try_from(scale).ok()
}

/// Multiplies a number by a scale. `None` if the result is not whole or too large.
pub(crate) fn to_scale(number: Number, scale: i64) -> Option<i64> {
    let number = number.checked_mul(scale.into())?;
    // Products with the largest factors then fit into 64 bits
    number.to_integer().filter(|n| n.abs() <= 1 << 34)
}

impl IntegerConstraints {
    /// Converts the constraints of a program whose first variables are the sums. `None` if the numbers are
    /// too large.
    pub(crate) fn new(program: &IntegerProgram, sums: usize, scale: i64) -> Option<Self> {
        let mut place: Vec<Option<usize>> =
            (0..program.variable_count()).map(|v| (v < sums).then_some(v)).collect();
        let mut made = Self {
            scale,
            rounded: Vec::new(),
            constraints: Vec::new(),
            alternatives: Vec::new(),
            sums_by_group: Vec::new(),
        };
        for (at, one) in program.rounded_variables.iter().enumerate() {
            let (of, by) = scale_sum(&one.sum, &place, scale)?;
            made.rounded.push(RoundedSum { of, divisor: by.checked_mul(scale)?, rounds_up: one.rounds_up });
            place[one.variable] = Some(sums + at);
        }
        let row = |row: &Constraint| scale_sum(&row.sum, &place, scale).map(|(bound, _)| bound);
        for (group, one) in &program.constraints {
            made.constraints.push((*group, row(one)?));
        }
        for (group, ways) in &program.alternatives {
            let ways = ways.iter().map(|way| way.iter().map(row).collect()).collect::<Option<_>>()?;
            made.alternatives.push((*group, ways));
        }
        made.sums_by_group = made.collect_sums_by_group(sums);
        Some(made)
    }

    /// Collects the sums that the constraints of each group depend on.
    fn collect_sums_by_group(&self, sums: usize) -> Vec<(ConstraintGroup, Vec<usize>)> {
        let mut all: std::collections::BTreeMap<ConstraintGroup, Vec<usize>> =
            std::collections::BTreeMap::new();
        let own = self.constraints.iter().map(|(group, bound)| (*group, bound));
        let of_ways = |(group, ways): &'_ (ConstraintGroup, Vec<Vec<ScaledSum>>)| {
            let group = *group;
            ways.iter().flatten().map(move |bound| (group, bound.clone())).collect::<Vec<_>>()
        };
        let ways: Vec<(ConstraintGroup, ScaledSum)> = self.alternatives.iter().flat_map(of_ways).collect();
        for (group, bound) in own.chain(ways.iter().map(|(group, bound)| (*group, bound))) {
            let found = all.entry(group).or_default();
            let mut open: Vec<usize> = bound.factors.iter().map(|(at, _)| *at).collect();
            while let Some(at) = open.pop() {
                match at.checked_sub(sums) {
                    None => found.push(at),
                    // What is rounded may itself have been rounded before
                    Some(rounded) => open.extend(self.rounded[rounded].of.factors.iter().map(|(v, _)| *v)),
                }
            }
        }
        for found in all.values_mut() {
            found.sort_unstable();
            found.dedup();
        }
        all.into_iter().collect()
    }

    /// Returns the sums that the constraints of a group depend on.
    pub(crate) fn sums_of_group(&self, group: ConstraintGroup) -> &[usize] {
        self.sums_by_group.iter().find(|(g, _)| *g == group).map_or(&[], |(_, sums)| sums)
    }

    /// Returns the groups of which these sums break a constraint, or only the first if `one` is set.
    ///
    /// The rounded values are appended to `values` for the check and removed again.
    pub(crate) fn broken_groups(&self, values: &mut Vec<i64>, one: bool) -> Vec<ConstraintGroup> {
        let sums = values.len();
        for rounded in &self.rounded {
            let top = rounded.of.evaluate(values);
            let whole = if rounded.rounds_up {
                -(-top).div_euclid(rounded.divisor)
            } else {
                top.div_euclid(rounded.divisor)
            };
            values.push(whole * self.scale);
        }
        let mut broken: Vec<ConstraintGroup> = Vec::new();
        let rows =
            self.constraints.iter().filter(|(_, row)| row.evaluate(values) > 0).map(|(group, _)| *group);
        let kept = |way: &Vec<ScaledSum>| way.iter().all(|row| row.evaluate(values) <= 0);
        let eithers =
            self.alternatives.iter().filter(|(_, ways)| !ways.iter().any(kept)).map(|(group, _)| *group);
        for group in rows.chain(eithers) {
            if !broken.contains(&group) {
                broken.push(group);
            }
            if one {
                break;
            }
        }
        values.truncate(sums);
        broken
    }
}

impl ScaledSum {
    fn evaluate(&self, values: &[i64]) -> i64 {
        self.factors.iter().fold(self.constant, |sum, (at, factor)| sum + values[*at] * factor)
    }
}

/// Converts a sum to whole numbers. Also returns the factor by which it was multiplied, other than the scale.
fn scale_sum(sum: &LinearSum, place: &[Option<usize>], scale: i64) -> Option<(ScaledSum, i64)> {
    let times = sum.denominator()?;
    let whole = |n: Number| {
        let (top, bottom) = n.numerator_denominator();
        let n = (times / bottom).checked_mul(top)?;
        (n.abs() < MAX_FACTOR).then_some(n).and_then(|n| i64::try_from(n).ok())
    };
    let factors = sum.factors.iter().map(|(v, f)| Some((place[*v]?, whole(*f)?))).collect::<Option<_>>()?;
    let constant = whole(sum.constant)?.checked_mul(scale)?;
    Some((ScaledSum { factors, constant }, i64::try_from(times).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_shares_and_alternatives_agree_with_manual_arithmetic() {
        // `a` is at most a third of `b` (in halves), rounded down; or `a` is exactly 4
        let mut program = IntegerProgram::default();
        let (a, b) = (program.add_variable(true, 0), program.add_variable(false, 0));
        let third = LinearSum::from_variable(b).times(Number::fraction(1, 3).unwrap()).unwrap();
        let most = program.add_rounded(7, &third, false).unwrap();
        let four = LinearSum::from_constant(4_i64.into());
        let a = LinearSum::from_variable(a);
        let ways = vec![
            vec![Constraint::at_most(&a, &most).unwrap()],
            Constraint::equal(&a, &four).unwrap().to_vec(),
        ];
        program.add_alternatives(7, ways);
        let point = IntegerConstraints::new(&program, 2, 2).unwrap();
        assert_eq!(point.sums_of_group(7), [0, 1]);
        for (a, b, kept) in
            [(1, 6, true), (1, 5, false), (2, 12, true), (2, 11, false), (4, 0, true), (0, 0, true)]
        {
            // In halves
            let mut values = vec![2 * a, b];
            let broken = point.broken_groups(&mut values, false);
            let hand = 2 * 3 * a <= b || a == 4;
            assert_eq!(broken.is_empty(), hand, "{a} {b}");
            assert_eq!(hand, kept);
            assert_eq!(values.len(), 2);
        }
    }

    #[test]
    fn multiple_is_satisfied_only_by_multiples() {
        let mut program = IntegerProgram::default();
        let a = LinearSum::from_variable(program.add_variable(true, 0));
        for row in program.add_multiple(&a, 3_i64.into()).unwrap() {
            program.add_constraint(4, row);
        }
        let point = IntegerConstraints::new(&program, 1, 1).unwrap();
        let kept: Vec<i64> =
            (0..10).filter(|n| point.broken_groups(&mut vec![*n], true).is_empty()).collect();
        assert_eq!(kept, [0, 3, 6, 9]);
    }
}
