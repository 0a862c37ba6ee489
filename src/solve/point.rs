//! A fast check whether sums satisfy constraints: all numbers are multiplied by one common scale, so that
//! integers suffice.

use crate::format::number::Number;

use super::linear::{Linear, gcd};
use super::program::{Group, Program, Row};

/// The limit for factors, chosen so that sums of many products stay far within 64 bits.
const LARGEST: i128 = 1 << 24;

/// `sum of factors * values + constant <= 0`.
#[derive(Clone, Debug)]
struct Bound {
    factors: Vec<(usize, i64)>,
    constant: i64,
}

/// The sum `of / by`, rounded up or down to a whole number.
#[derive(Clone, Debug)]
struct Rounded {
    of: Bound,
    by: i64,
    up: bool,
}

/// Constraints over sums that are multiplied by a common scale.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// The number by which all sums are multiplied.
    scale: i64,
    rounded: Vec<Rounded>,
    rows: Vec<(Group, Bound)>,
    eithers: Vec<(Group, Vec<Vec<Bound>>)>,
    /// The sums that the constraints of each group depend on.
    looks: Vec<(Group, Vec<usize>)>,
}

/// Returns the smallest scale by which all numbers become whole. `None` if that is large.
pub(crate) fn scale<'n>(numbers: impl Iterator<Item = &'n Number>) -> Option<i64> {
    let mut scale = 1_i128;
    for number in numbers {
        let (_, bottom) = number.parts();
        // 5040 is a multiple of 1 to 10, so of the denominators of all common fractions
        scale = (scale / gcd(scale, bottom)).checked_mul(bottom).filter(|n| *n <= 5_040)?;
    }
    i64::try_from(scale).ok()
}

/// Multiplies a number by a scale. `None` if the result is not whole or too large.
pub(crate) fn scaled(number: Number, scale: i64) -> Option<i64> {
    let number = number.times(scale.into())?;
    // Products with the largest factors then fit into 64 bits
    number.whole().filter(|n| n.abs() <= 1 << 34)
}

impl Point {
    /// Converts the constraints of a program whose first variables are the sums. `None` if the numbers are
    /// too large.
    pub(crate) fn new(program: &Program, sums: usize, scale: i64) -> Option<Self> {
        let mut place: Vec<Option<usize>> =
            (0..program.variables()).map(|v| (v < sums).then_some(v)).collect();
        let mut made =
            Self { scale, rounded: Vec::new(), rows: Vec::new(), eithers: Vec::new(), looks: Vec::new() };
        for (at, one) in program.derived.iter().enumerate() {
            let (of, by) = bound(&one.of, &place, scale)?;
            made.rounded.push(Rounded { of, by: by.checked_mul(scale)?, up: one.up });
            place[one.variable] = Some(sums + at);
        }
        let row = |row: &Row| bound(&row.sum, &place, scale).map(|(bound, _)| bound);
        for (group, one) in &program.rows {
            made.rows.push((*group, row(one)?));
        }
        for (group, ways) in &program.eithers {
            let ways = ways.iter().map(|way| way.iter().map(row).collect()).collect::<Option<_>>()?;
            made.eithers.push((*group, ways));
        }
        made.looks = made.looked(sums);
        Some(made)
    }

    /// Collects the sums that the constraints of each group depend on.
    fn looked(&self, sums: usize) -> Vec<(Group, Vec<usize>)> {
        let mut all: std::collections::BTreeMap<Group, Vec<usize>> = std::collections::BTreeMap::new();
        let own = self.rows.iter().map(|(group, bound)| (*group, bound));
        let of_ways = |(group, ways): &'_ (Group, Vec<Vec<Bound>>)| {
            let group = *group;
            ways.iter().flatten().map(move |bound| (group, bound.clone())).collect::<Vec<_>>()
        };
        let ways: Vec<(Group, Bound)> = self.eithers.iter().flat_map(of_ways).collect();
        for (group, bound) in own.chain(ways.iter().map(|(group, bound)| (*group, bound))) {
            let found = all.entry(group).or_default();
            for (at, _) in &bound.factors {
                match at.checked_sub(sums) {
                    None => found.push(*at),
                    Some(rounded) => found.extend(self.rounded[rounded].of.factors.iter().map(|(v, _)| *v)),
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
    pub(crate) fn looks_at(&self, group: Group) -> &[usize] {
        self.looks.iter().find(|(g, _)| *g == group).map_or(&[], |(_, sums)| sums)
    }

    /// Returns the groups of which these sums break a constraint, or only the first if `one` is set.
    ///
    /// The rounded values are appended to `values` for the check and removed again.
    pub(crate) fn broken(&self, values: &mut Vec<i64>, one: bool) -> Vec<Group> {
        let sums = values.len();
        for rounded in &self.rounded {
            let top = rounded.of.value(values);
            let whole = if rounded.up { -(-top).div_euclid(rounded.by) } else { top.div_euclid(rounded.by) };
            values.push(whole * self.scale);
        }
        let mut broken: Vec<Group> = Vec::new();
        let rows = self.rows.iter().filter(|(_, row)| row.value(values) > 0).map(|(group, _)| *group);
        let kept = |way: &Vec<Bound>| way.iter().all(|row| row.value(values) <= 0);
        let eithers = self.eithers.iter().filter(|(_, ways)| !ways.iter().any(kept)).map(|(group, _)| *group);
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

impl Bound {
    fn value(&self, values: &[i64]) -> i64 {
        self.factors.iter().fold(self.constant, |sum, (at, factor)| sum + values[*at] * factor)
    }
}

/// Converts a sum to whole numbers. Also returns the factor by which it was multiplied, other than the scale.
fn bound(sum: &Linear, place: &[Option<usize>], scale: i64) -> Option<(Bound, i64)> {
    let times = sum.denominator()?;
    let whole = |n: Number| {
        let (top, bottom) = n.parts();
        let n = (times / bottom).checked_mul(top)?;
        (n.abs() < LARGEST).then_some(n).and_then(|n| i64::try_from(n).ok())
    };
    let factors = sum.factors.iter().map(|(v, f)| Some((place[*v]?, whole(*f)?))).collect::<Option<_>>()?;
    let constant = whole(sum.constant)?.checked_mul(scale)?;
    Some((Bound { factors, constant }, i64::try_from(times).ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_shares_and_ways_are_judged_as_by_hand() {
        // `a` is at most a third of `b` (in halves), rounded down; or `a` is exactly 4
        let mut program = Program::default();
        let (a, b) = (program.variable(true, 0), program.variable(false, 0));
        let third = Linear::variable(b).times(Number::fraction(1, 3).unwrap()).unwrap();
        let most = program.rounded(7, &third, false).unwrap();
        let four = Linear::number(4_i64.into());
        let a = Linear::variable(a);
        let ways = vec![vec![Row::at_most(&a, &most).unwrap()], Row::equal(&a, &four).unwrap().to_vec()];
        program.either(7, ways);
        let point = Point::new(&program, 2, 2).unwrap();
        assert_eq!(point.looks_at(7), [0, 1]);
        for (a, b, kept) in
            [(1, 6, true), (1, 5, false), (2, 12, true), (2, 11, false), (4, 0, true), (0, 0, true)]
        {
            // In halves
            let mut values = vec![2 * a, b];
            let broken = point.broken(&mut values, false);
            let hand = 2 * 3 * a <= b || a == 4;
            assert_eq!(broken.is_empty(), hand, "{a} {b}");
            assert_eq!(hand, kept);
            assert_eq!(values.len(), 2);
        }
    }

    #[test]
    fn a_multiple_is_kept_by_multiples_alone() {
        let mut program = Program::default();
        let a = Linear::variable(program.variable(true, 0));
        for row in program.multiple(&a, 3_i64.into()).unwrap() {
            program.row(4, row);
        }
        let point = Point::new(&program, 1, 1).unwrap();
        let kept: Vec<i64> = (0..10).filter(|n| point.broken(&mut vec![*n], true).is_empty()).collect();
        assert_eq!(kept, [0, 3, 6, 9]);
    }
}
