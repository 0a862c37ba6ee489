//! How often a charge is paid, in words.

use crate::exact_number::Number;

use super::{Ratio, RatioWords, Rounding};

/// What a charge measured, and how that is counted.
#[derive(Clone, Debug)]
pub struct ChargedAmount {
    /// How much was measured.
    pub amount: Number,
    /// The unit of measure, to follow the amount: `points`, `units tagged "foot"`.
    pub noun: String,
    /// Whether it is points of those who also pay charges, which are not counted.
    pub before_charges: bool,
    /// How much is free. `None` if nothing is.
    pub above: Option<Number>,
    /// How much it takes to pay once. `None` if the amount is counted as it is.
    pub per: Option<Number>,
    /// How the number of times is rounded.
    pub rounding: Rounding,
    /// From how much on a last step counts in full. `None` if the number of times is rounded.
    pub enough: Option<Number>,
    /// The most often that it is paid, if that is reached.
    pub at_most: Option<Number>,
}

impl ChargedAmount {
    /// Returns how often it is paid and why, such as `1 above 2 of 3 "Gauls"` or `10 for each 100 of 340 points before
    /// charges, rounded down`. `each` is what is paid each time; if that is not known, it returns what was measured.
    pub fn text(&self, each: Option<Number>) -> String {
        let noun = format!("{}{}", self.noun, if self.before_charges { " before charges" } else { "" });
        let measured = format!("{} {noun}", self.amount);
        let times = match (self.per, each, self.above) {
            (Some(per), Some(each), above) => {
                let plain = RatioWords::new(Ratio::Rate(each), per, self.rounding);
                RatioWords { above, enough: self.enough, ..plain }.of_measured(self.amount, &noun, false)
            }
            (None, _, Some(above)) => {
                let rest = self.amount.checked_sub(above).unwrap_or_default().max(Number::ZERO);
                format!("{rest} above {above} of {measured}")
            }
            (Some(_), None, _) | (None, _, None) => measured,
        };
        match self.at_most {
            Some(most) => format!("{times}, at most {most} times"),
            None => times,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_charge_says_what_it_counted() {
        let number = |n: i64| Number::from(n);
        let plain = |amount: i64, noun: &str| ChargedAmount {
            amount: number(amount),
            noun: noun.to_owned(),
            before_charges: false,
            above: None,
            per: None,
            rounding: Rounding::None,
            enough: None,
            at_most: None,
        };
        assert_eq!(plain(3, "\"Gauls\"").text(Some(number(20))), "3 \"Gauls\"");
        let above = ChargedAmount { above: Some(number(2)), ..plain(3, "\"Gauls\"") };
        assert_eq!(above.text(Some(number(20))), "1 above 2 of 3 \"Gauls\"");
        let per = ChargedAmount {
            per: Some(number(100)),
            rounding: Rounding::Down,
            before_charges: true,
            ..plain(340, "points")
        };
        assert_eq!(per.text(Some(number(10))), "10 for each 100 of 340 points before charges, rounded down");
        let both = ChargedAmount { above: Some(number(100)), at_most: Some(number(2)), ..per };
        assert_eq!(
            both.text(Some(number(10))),
            "10 for each 100 above 100 of 340 points before charges, rounded down, at most 2 times"
        );
        let enough =
            ChargedAmount { per: Some(number(100)), enough: Some(number(80)), ..plain(180, "points") };
        assert_eq!(enough.text(Some(number(10))), "10 for each 100 of 180 points, 80 counting as 100");
    }
}
