//! Whether sums keep the rows of a frame, fast: everything in whole numbers of one scale.

use crate::format::number::Number;

use super::linear::{Linear, gcd};
use super::program::{Group, Program, Row};

/// The largest factor: products and sums of many stay far within 64 bits.
const LARGEST: i128 = 1 << 24;

/// `sum of factors * values + constant <= 0`.
#[derive(Clone, Debug)]
struct Bound {
    factors: Vec<(usize, i64)>,
    constant: i64,
}

/// A sum rounded, divided by `by`.
#[derive(Clone, Debug)]
struct Rounded {
    of: Bound,
    by: i64,
    up: bool,
}

/// Rows over sums that are whole numbers of one scale.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// How often the scale goes into 1.
    scale: i64,
    rounded: Vec<Rounded>,
    rows: Vec<(Group, Bound)>,
    eithers: Vec<(Group, Vec<Vec<Bound>>)>,
    /// For each group, the sums that its rows look at.
    looks: Vec<(Group, Vec<usize>)>,
}

/// The least scale in which numbers are whole; nothing where it is large.
pub(crate) fn scale<'n>(numbers: impl Iterator<Item = &'n Number>) -> Option<i64> {
    let mut scale = 1_i128;
    for number in numbers {
        let (_, bottom) = number.parts();
        scale = (scale / gcd(scale, bottom)).checked_mul(bottom).filter(|n| *n <= 5_040)?;
    }
    i64::try_from(scale).ok()
}

/// A number in a scale in which it is whole.
pub(crate) fn scaled(number: Number, scale: i64) -> Option<i64> {
    let number = number.times(scale.into())?;
    number.whole().filter(|n| n.abs() <= 1 << 34)
}

impl Point {
    /// The rows of a program whose first variables are sums; nothing where its numbers are too large.
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

    /// The sums that a group's rows look at.
    pub(crate) fn looks_at(&self, group: Group) -> &[usize] {
        self.looks.iter().find(|(g, _)| *g == group).map_or(&[], |(_, sums)| sums)
    }

    /// The groups of which these sums break a row; one of them only where that is enough. What the sums come to
    /// rounded is put behind them.
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

/// A sum in whole numbers, and what it was multiplied with besides the scale.
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
        // Of a and b (halves): a is at most a third of b, rounded down; or a is exactly 4
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
