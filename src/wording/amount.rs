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
    /// To the nearest whole number.
    Nearest,
}

impl Rounding {
    /// Returns the words that follow the amount. Empty if it is not rounded.
    pub fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Up => ", rounded up",
            Self::Down => ", rounded down",
            Self::Nearest => ", rounded to the nearest",
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

/// All that turns a base into an amount, in the order in which it is applied.
#[derive(Clone, Copy, Debug)]
pub struct RatioWords {
    /// What is left out of the base. `None` if all of it counts.
    pub above: Option<Number>,
    /// The share or the rate.
    pub ratio: Ratio,
    /// The size of a step of a rate.
    pub per: Number,
    /// How the share, or the number of steps, is rounded.
    pub rounding: Rounding,
    /// How much of a step counts as a whole one. `None` if the number of steps is rounded.
    pub enough: Option<Number>,
    /// How the result of a rate is rounded.
    pub then_rounding: Rounding,
    /// What is added.
    pub plus: Number,
    /// The least that it comes to.
    pub at_least: Option<Number>,
    /// The most that it comes to.
    pub at_most: Option<Number>,
}

impl RatioWords {
    /// Returns a plain share, or a rate with steps of this size.
    pub fn new(ratio: Ratio, per: Number, rounding: Rounding) -> Self {
        Self {
            above: None,
            ratio,
            per,
            rounding,
            enough: None,
            then_rounding: Rounding::None,
            plus: Number::ZERO,
            at_least: None,
            at_most: None,
        }
    }

    /// Returns how an amount was worked out of a measured base, such as `1/4 of 985 points, rounded down` or
    /// `8 for each 1000 of 995 points spent, rounded down, but at least 8`.
    ///
    /// `noun` follows the measured amount. With `counts_things`, a step of 1 goes without its number: `2 for each of
    /// 3 "Gauls"`.
    pub fn of_measured(&self, measured: Number, noun: &str, counts_things: bool) -> String {
        let above = self.above.map(|above| format!("above {above} of "));
        let base = match (self.ratio, above) {
            (Ratio::Share(_), None) => format!("{measured} {noun}"),
            (Ratio::Share(_), Some(above)) => format!("what is {above}{measured} {noun}"),
            (Ratio::Rate(_), above) => {
                let step =
                    if counts_things && self.per == 1 { String::new() } else { format!("{} ", self.per) };
                format!("{step}{}{measured} {noun}", above.as_deref().unwrap_or("of "))
            }
        };
        self.of(&base)
    }

    /// Returns the amount before anything is measured, such as `1/4 of the agreed points, rounded down` or
    /// `1 for each 500 points`. `noun` is the base.
    pub fn of_base(&self, noun: &str) -> String {
        let above = self.above.map_or_else(String::new, |above| format!(" above {above}"));
        let step = match self.ratio {
            Ratio::Rate(_) if self.per != 1 => format!("{} ", self.per),
            Ratio::Rate(_) | Ratio::Share(_) => String::new(),
        };
        self.of(&format!("{step}{noun}{above}"))
    }

    fn of(&self, base: &str) -> String {
        let ratio = self.ratio.of(base, self.rounding);
        let started =
            self.enough.map_or_else(String::new, |enough| format!(", {enough} counting as {}", self.per));
        let then = match self.then_rounding {
            Rounding::None => "",
            Rounding::Up => ", then rounded up",
            Rounding::Down => ", then rounded down",
            Rounding::Nearest => ", then rounded to the nearest",
        };
        format!("{ratio}{started}{then}{}", self.ends())
    }

    /// Returns what is added, and the ends within which the amount is kept: `, minus 1, but at least 8`.
    fn ends(&self) -> String {
        let minus = Number::ZERO.checked_sub(self.plus).unwrap_or_default();
        let plus = match self.plus {
            plus if plus > 0 => format!(", plus {plus}"),
            plus if plus < 0 => format!(", minus {minus}"),
            _ => String::new(),
        };
        let ends = match (self.at_least, self.at_most) {
            (Some(least), Some(most)) => format!(", but at least {least} and at most {most}"),
            (Some(least), None) => format!(", but at least {least}"),
            (None, Some(most)) => format!(", but at most {most}"),
            (None, None) => String::new(),
        };
        plus + &ends
    }
}

/// Returns how a number was scaled, such as `6 scaled by 350/500, rounded up`, or `6 scaled by the agreed points/500,
/// rounded up` if the size is not known. `raised` says that it would have become less than 1.
pub fn scaled_number(
    written: Number,
    to: Option<Number>,
    of: Number,
    rounding: Rounding,
    raised: bool,
) -> String {
    let to = to.map_or_else(|| "the agreed points".to_owned(), |to| to.to_string());
    let raised = if raised { ", but at least 1" } else { "" };
    format!("{written} scaled by {to}/{of}{}{raised}", rounding.words())
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
        let n = |n: i64| Number::from(n);
        let share = |share, rounding| RatioWords::new(Ratio::Share(share), Number::ONE, rounding);
        let quarter = share(Number::fraction(1, 4).unwrap(), Rounding::Down);
        assert_eq!(quarter.of_measured(n(985), "points", false), "1/4 of 985 points, rounded down");
        assert_eq!(quarter.of_base("the agreed points"), "1/4 of the agreed points, rounded down");
        let all = share(Number::ONE, Rounding::None);
        assert_eq!(all.of_measured(n(4), "\"Gauls\"", true), "as much as 4 \"Gauls\"");
        let rate = |allow, per| RatioWords::new(Ratio::Rate(allow), per, Rounding::Up);
        assert_eq!(
            rate(n(1), n(500)).of_measured(n(985), "points", false),
            "1 for each 500 of 985 points, rounded up"
        );
        assert_eq!(rate(n(1), n(500)).of_base("points"), "1 for each 500 points, rounded up");
        assert_eq!(
            rate(n(2), n(1)).of_measured(n(3), "\"Gauls\"", true),
            "2 for each of 3 \"Gauls\", rounded up"
        );
        assert_eq!(
            rate(n(2), n(1)).of_measured(n(3), "points", false),
            "2 for each 1 of 3 points, rounded up"
        );
    }

    #[test]
    fn an_amount_names_its_steps_in_their_order() {
        let n = |n: i64| Number::from(n);
        let rate = |allow, per| RatioWords::new(Ratio::Rate(n(allow)), n(per), Rounding::Down);
        let of = |words: RatioWords, points: i64| words.of_measured(n(points), "points", false);
        let floor = RatioWords { at_least: Some(n(8)), ..rate(8, 1000) };
        assert_eq!(of(floor, 995), "8 for each 1000 of 995 points, rounded down, but at least 8");
        let above = RatioWords { above: Some(n(2000)), plus: n(4), ..rate(1, 1000) };
        assert_eq!(of(above, 3500), "1 for each 1000 above 2000 of 3500 points, rounded down, plus 4");
        assert_eq!(above.of_base("points"), "1 for each 1000 points above 2000, rounded down, plus 4");
        let fewer = RatioWords { plus: n(-1), at_least: Some(n(0)), at_most: Some(n(3)), ..rate(1, 1000) };
        assert_eq!(
            of(fewer, 995),
            "1 for each 1000 of 995 points, rounded down, minus 1, but at least 0 and at most 3"
        );
        let enough = RatioWords {
            enough: Some(n(800)),
            rounding: Rounding::None,
            then_rounding: Rounding::Up,
            ..rate(2, 1000)
        };
        assert_eq!(of(enough, 1800), "2 for each 1000 of 1800 points, 800 counting as 1000, then rounded up");
        let half = Number::fraction(1, 2).unwrap();
        let share = RatioWords::new(Ratio::Share(half), Number::ONE, Rounding::Nearest);
        let share = RatioWords { above: Some(n(10)), ..share };
        assert_eq!(of(share, 15), "1/2 of what is above 10 of 15 points, rounded to the nearest");
    }
}
