//! Exact numbers. Points have halves and shares have thirds, so every number is a fraction.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use num_rational::Ratio;
use num_traits::{CheckedAdd, CheckedDiv, CheckedMul, CheckedSub};

/// An exact number. Written `12`, `-3`, `+2`, `0.5`, `1/4` or `86%`.
///
/// Arithmetic is checked: the result is `None` if it would overflow, never a wrong number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number(Ratio<i128>);

/// The largest numerator or denominator that a file may state: far above that of any army, and far below what
/// arithmetic can hold.
const MAX_STATED: i128 = 1_000_000_000_000;

/// Why a text, which is part of the error, is not a [`Number`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NumberError {
    /// Not a number at all.
    NotANumber(String),
    /// What follows the `/` is not a number.
    NotAFraction(String),
    /// The divisor is 0.
    DividesByZero(String),
    /// Larger than any number that a file may state, or with more digits after the point.
    TooLarge(String),
}

impl Number {
    /// 0.
    pub const ZERO: Self = Self(Ratio::new_raw(0, 1));
    /// 1.
    pub const ONE: Self = Self(Ratio::new_raw(1, 1));

    /// Creates the fraction `numerator / denominator`. `None` if the denominator is 0.
    pub fn fraction(numerator: i128, denominator: i128) -> Option<Self> {
        (denominator != 0).then(|| Self(Ratio::new(numerator, denominator)))
    }

    /// Returns the sum. `None` if it would overflow.
    pub fn checked_add(self, other: Self) -> Option<Self> {
        // Most numbers are whole, and then need no search for common divisors
        if let Some((a, b)) = self.both_integers(other) {
            return a.checked_add(b).map(|n| Self(Ratio::from_integer(n)));
        }
        self.0.checked_add(&other.0).map(Self)
    }

    /// Returns the difference. `None` if it would overflow.
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(&other.0).map(Self)
    }

    /// Returns the product. `None` if it would overflow.
    pub fn checked_mul(self, other: Self) -> Option<Self> {
        if let Some((a, b)) = self.both_integers(other) {
            return a.checked_mul(b).map(|n| Self(Ratio::from_integer(n)));
        }
        self.0.checked_mul(&other.0).map(Self)
    }

    /// Returns both numbers as integers. `None` unless both are whole.
    fn both_integers(self, other: Self) -> Option<(i128, i128)> {
        (*self.0.denom() == 1 && *other.0.denom() == 1).then(|| (*self.0.numer(), *other.0.numer()))
    }

    /// Returns the quotient. `None` for a division by 0, or if it would overflow.
    pub fn checked_div(self, other: Self) -> Option<Self> {
        if other == Self::ZERO { None } else { self.0.checked_div(&other.0).map(Self) }
    }

    /// Returns the largest whole number that is not larger.
    #[must_use]
    pub fn floor(self) -> Self {
        Self(self.0.floor())
    }

    /// Returns the smallest whole number that is not smaller.
    #[must_use]
    pub fn ceil(self) -> Self {
        Self(self.0.ceil())
    }

    /// Returns the nearest whole number, with halves rounded away from 0.
    #[must_use]
    pub fn round(self) -> Self {
        Self(self.0.round())
    }

    /// Returns `true` if the number has no fraction.
    pub fn is_whole(self) -> bool {
        self.0.is_integer()
    }

    /// Returns the number as an integer. `None` if it has a fraction or does not fit.
    pub fn to_integer(self) -> Option<i64> {
        if self.is_whole() { i64::try_from(*self.0.numer()).ok() } else { None }
    }

    /// Returns the numerator and the denominator in lowest terms. The denominator is above 0.
    pub fn numerator_denominator(self) -> (i128, i128) {
        (*self.0.numer(), *self.0.denom())
    }

    /// Formats the number as a share: `1/4`, `3/2`, or a percentage such as `86%` if that is easier to read.
    pub fn to_share_text(self) -> String {
        let percent = self.checked_mul(Self::from(100_i64)).filter(|p| p.is_whole());
        match percent {
            Some(percent) if *self.0.denom() > 10 => format!("{percent}%"),
            _ if self.is_whole() => self.to_string(),
            _ => format!("{}/{}", self.0.numer(), self.0.denom()),
        }
    }

    /// Formats the number for people: a decimal, or a mixed fraction such as `333 1/3`.
    pub fn to_mixed_text(self) -> String {
        if self.to_decimal_text().is_some() {
            return self.to_string();
        }
        let whole = self.0.trunc();
        let rest = self.0 - whole;
        if whole == Ratio::from_integer(0) {
            return self.to_string();
        }
        format!("{} {}/{}", whole.numer(), rest.numer().unsigned_abs(), rest.denom())
    }

    /// Formats the number as a decimal, such as `12` or `0.5`. `None` if it is not a finite decimal.
    pub fn to_decimal_text(self) -> Option<String> {
        let (mut numer, mut denom) = (*self.0.numer(), *self.0.denom());
        let mut places = 0;
        while denom != 1 {
            let factor = if denom % 2 == 0 {
                denom /= 2;
                5
            } else if denom % 5 == 0 {
                denom /= 5;
                2
            } else {
                return None;
            };
            numer = numer.checked_mul(factor)?;
            places += 1;
            if places > 30 {
                return None;
            }
        }
        if places == 0 {
            return Some(numer.to_string());
        }
        let digits = format!("{:0>width$}", numer.unsigned_abs(), width = places + 1);
        let (whole, part) = digits.split_at(digits.len() - places);
        let sign = if numer < 0 { "-" } else { "" };
        Some(format!("{sign}{whole}.{}", part.trim_end_matches('0')))
    }
}

impl From<i64> for Number {
    fn from(n: i64) -> Self {
        Self(Ratio::from_integer(i128::from(n)))
    }
}

impl From<usize> for Number {
    fn from(n: usize) -> Self {
        Self(Ratio::from_integer(i128::try_from(n).unwrap_or(i128::MAX)))
    }
}

impl PartialEq<i64> for Number {
    fn eq(&self, other: &i64) -> bool {
        *self == Self::from(*other)
    }
}

impl PartialOrd<i64> for Number {
    fn partial_cmp(&self, other: &i64) -> Option<Ordering> {
        Some(self.cmp(&Self::from(*other)))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to_decimal_text() {
            Some(decimal) => f.pad(&decimal),
            None => f.pad(&format!("{}/{}", self.0.numer(), self.0.denom())),
        }
    }
}

impl FromStr for Number {
    type Err = NumberError;

    fn from_str(text: &str) -> Result<Self, NumberError> {
        let body = text.strip_suffix('%').unwrap_or(text);
        let (top, bottom) =
            body.split_once('/').map_or((body, None), |(t, b)| (t.trim_end(), Some(b.trim_start())));
        let Some(mut value) = parse_decimal(top) else {
            return Err(NumberError::NotANumber(text.to_owned()));
        };
        if let Some(bottom) = bottom {
            let Some(divisor) = parse_decimal(bottom) else {
                return Err(NumberError::NotAFraction(text.to_owned()));
            };
            let Some(quotient) = value.checked_div(divisor) else {
                return Err(NumberError::DividesByZero(text.to_owned()));
            };
            value = quotient;
        }
        if body.len() < text.len() {
            value = value.checked_div(Self::from(100_i64)).unwrap_or(value);
        }
        let large = |n: i128| n.unsigned_abs() > MAX_STATED.unsigned_abs();
        if large(*value.0.numer()) || large(*value.0.denom()) {
            return Err(NumberError::TooLarge(text.to_owned()));
        }
        Ok(value)
    }
}

/// A signed decimal of at most 18 digits.
fn parse_decimal(text: &str) -> Option<Number> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, &text[1..]),
        b'+' => (false, &text[1..]),
        _ => (false, text),
    };
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let plain = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    if !plain(whole) || !plain(part) || whole.is_empty() || (part.is_empty() && digits.contains('.')) {
        return None;
    }
    let part = part.trim_end_matches('0');
    // More digits than this are too large or too fine in any case; what counts is that they are seen to be
    if whole.trim_start_matches('0').len() > 24 || part.len() > 13 {
        return Number::fraction(i128::MAX, 1);
    }
    let numer: i128 = format!("{whole}{part}").parse().ok()?;
    let denom = 10_i128.checked_pow(u32::try_from(part.len()).ok()?)?;
    Number::fraction(if negative { -numer } else { numer }, denom)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn n(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn shares_are_printed_as_people_write_them() {
        for (text, said) in [
            ("1/4", "1/4"),
            ("0.25", "1/4"),
            ("50%", "1/2"),
            ("86%", "86%"),
            ("3/2", "3/2"),
            ("1", "1"),
            ("1/12", "1/12"),
        ] {
            assert_eq!(n(text).to_share_text(), said);
        }
    }

    #[test]
    fn every_way_of_writing_is_read_exactly() {
        for (text, top, bottom) in
            [("12", 12, 1), ("-3", -3, 1), ("+2", 2, 1), ("0.5", 1, 2), ("1/4", 1, 4), ("3/2", 3, 2)]
        {
            assert_eq!(n(text), Number::fraction(top, bottom).unwrap(), "{text}");
        }
        assert_eq!(n("86%"), Number::fraction(43, 50).unwrap());
        assert_eq!(n("0.1").checked_mul(n("3")), Some(n("0.3")));
    }

    #[test]
    fn thirds_print_as_fractions_and_halves_as_decimals() {
        for (text, shown) in [
            ("19/3", "19/3"),
            ("1/2", "0.5"),
            ("-1.50", "-1.5"),
            ("7", "7"),
            ("1/8", "0.125"),
            ("-1/8", "-0.125"),
        ] {
            assert_eq!(n(text).to_string(), shown, "{text}");
        }
    }

    #[test]
    fn every_error_of_reading_a_number_is_distinguished() {
        let error_of = |text: &str| text.parse::<Number>().unwrap_err();
        for text in ["abc", "", "1.", ".5", "1e9"] {
            assert_eq!(error_of(text), NumberError::NotANumber(text.to_owned()));
        }
        assert_eq!(error_of("1/x"), NumberError::NotAFraction("1/x".to_owned()));
        assert_eq!(error_of("1/0"), NumberError::DividesByZero("1/0".to_owned()));
        for text in
            ["99999999999999999999", "99999999999999999999999999999999999999999999", "0.00000000000000001"]
        {
            assert_eq!(error_of(text), NumberError::TooLarge(text.to_owned()));
        }
    }

    #[test]
    fn overflow_gives_none_and_never_a_wrong_number() {
        let big = Number::fraction(i128::MAX, 1).unwrap();
        assert_eq!(big.checked_add(Number::ONE), None);
        assert_eq!(big.checked_mul(n("2")), None);
        assert_eq!(Number::ONE.checked_div(Number::ZERO), None);
    }
}
