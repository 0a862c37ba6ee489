//! Phrases for amounts: shares, rates, and what a limit allows.

use crate::exact_number::Number;

/// How an amount is rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// Not rounded.
    None,
    /// To the next whole number above.
    Up,
    /// To the next whole number below.
    Down,
}

impl Rounding {
    /// Returns the words that follow the amount. Empty if it is not rounded.
    pub fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Up => ", rounded up",
            Self::Down => ", rounded down",
        }
    }
}

/// How an amount follows from a base.
#[derive(Clone, Copy, Debug)]
pub enum Ratio {
    /// A share of the base, such as a quarter.
    Share(Number),
    /// A number for each unit of the base, such as 3 for each 500 points.
    Rate(Number),
}

impl Ratio {
    /// Returns the ratio with its base, such as `1/4 of 985 points, rounded down` or `3 for each 500 points`.
    pub fn of(self, base: &str, rounding: Rounding) -> String {
        let rounded = rounding.words();
        match self {
            Self::Share(share) if share == 1 => format!("as much as {base}{rounded}"),
            Self::Share(share) => format!("{} of {base}{rounded}", share.to_share_text()),
            Self::Rate(allow) => format!("{allow} for each {base}{rounded}"),
        }
    }
}

/// How a limit compares an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// No more than another amount.
    AtMost,
    /// No less than it.
    AtLeast,
    /// Neither more nor less.
    Exactly,
    /// A multiple of another amount.
    MultipleOf,
}

impl Edge {
    /// Returns the words before the amount.
    pub fn words(self) -> &'static str {
        match self {
            Self::AtMost => "at most",
            Self::AtLeast => "at least",
            Self::Exactly => "exactly",
            Self::MultipleOf => "a multiple of",
        }
    }

    /// Returns what would be right if a limit is broken, such as `at most 3 allowed: 1 for each 500 of 1000 points`.
    ///
    /// `how` is the part after the colon: how the amount was worked out.
    pub fn broken(self, amount: Number, is_too_many: bool, how: Option<&str>) -> String {
        let how = how.map_or_else(String::new, |how| format!(": {how}"));
        let amount = amount.max(Number::ZERO);
        match is_too_many {
            true if amount == 0 => format!("none allowed{how}"),
            true => format!("{} {} allowed{how}", self.words(), amount.to_mixed_text()),
            false => format!("{} {} needed{how}", self.words(), amount.to_mixed_text()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_edge_says_what_would_be_right() {
        let n = |n: i64| Number::from(n);
        assert_eq!(Edge::AtMost.broken(n(0), true, None), "none allowed");
        assert_eq!(Edge::AtMost.broken(n(3), true, Some("3 for each")), "at most 3 allowed: 3 for each");
        assert_eq!(Edge::MultipleOf.broken(n(2), false, None), "a multiple of 2 needed");
    }

    #[test]
    fn shares_and_rates_name_their_base() {
        let quarter = Number::fraction(1, 4).unwrap();
        assert_eq!(Ratio::Share(quarter).of("985 points", Rounding::Down), "1/4 of 985 points, rounded down");
        assert_eq!(Ratio::Share(Number::ONE).of("4 \"Gauls\"", Rounding::None), "as much as 4 \"Gauls\"");
        assert_eq!(
            Ratio::Rate(Number::ONE).of("500 points", Rounding::Up),
            "1 for each 500 points, rounded up"
        );
    }
}
