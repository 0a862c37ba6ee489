//! Sentences about limits that an army breaks, made from what was measured and what is allowed.
//!
//! `place` is where a limit is broken, such as ` in "Left"`. It is empty for the whole army.

use crate::exact_number::Number;

use super::{points_text, quoted_list, short_list};

/// Returns what breaks one bound, such as `4 "Gauls" in "Left", at most 3 allowed`.
pub fn broken_bound(measured: &str, place: &str, allowed: &str) -> String {
    format!("{measured}{place}, {allowed}")
}

/// Returns what breaks a limit that can be met in several ways, such as
/// `1 "Gauls", but exactly 0 or 2 to 4 needed`.
pub fn broken_alternatives(measured: &str, place: &str, ways: &[String]) -> String {
    format!("{measured}{place}, but {} needed", short_list(ways, "or"))
}

/// The amounts of the bounds that must be met together, in words.
#[derive(Debug, Default)]
pub struct BoundAmounts {
    /// The only allowed amount.
    pub exactly: Option<String>,
    /// The smallest allowed amount.
    pub min: Option<String>,
    /// The largest allowed amount.
    pub max: Option<String>,
    /// What the amount must be a multiple of.
    pub multiple_of: Option<String>,
}

impl BoundAmounts {
    /// Returns the bounds as one way to meet a limit, such as `2 to 4`. `None` if no amount is known.
    pub fn text(&self) -> Option<String> {
        Some(match (&self.exactly, &self.min, &self.max, &self.multiple_of) {
            (Some(n), ..) => format!("exactly {n}"),
            (_, Some(min), Some(max), _) => format!("{min} to {max}"),
            (_, Some(min), ..) => format!("at least {min}"),
            (_, _, Some(max), _) => format!("at most {max}"),
            (.., Some(step)) => format!("a multiple of {step}"),
            (None, None, None, None) => return None,
        })
    }
}

/// Returns what a base must be a multiple of, so that exact shares of it are whole, such as
/// `19 units, a multiple of 4 needed, so that exactly 1/4 can be "Gauls"`.
///
/// Each share comes with what is to have it.
pub fn shares_not_whole(base: &str, place: &str, step: i128, shares: &[(Number, String)]) -> String {
    let shares: Vec<String> =
        shares.iter().map(|(share, what)| format!("{} can be {what}", share.to_share_text())).collect();
    format!("{base}{place}, a multiple of {step} needed, so that exactly {}", short_list(&shares, "and"))
}

/// Returns that a rule is not met, with the rule in its author's words and the comparisons that failed.
pub fn rule_not_met(rule: &str, place: &str, failed: &[String]) -> String {
    let failed = if failed.is_empty() { String::new() } else { format!(": {}", failed.join("; ")) };
    format!("this rule is not met{place}: {rule}{failed}")
}

/// Returns a comparison that failed, such as `count({unit: eagle}) is 3, at most 2 needed: floor(points / 500)`.
///
/// `required` is the word between the two sides, such as `at most`.
pub fn failed_comparison(left: (&str, &str), required: &str, right: (&str, &str)) -> String {
    let ((left, left_value), (right, value)) = (left, right);
    let how = if right == value { String::new() } else { format!(": {right}") };
    format!("{left} is {left_value}, {required} {value} needed{how}")
}

/// Returns a statement that does not hold or, if the rule denies it, that holds.
pub fn failed_statement(statement: &str, is_denied: bool) -> String {
    format!("{statement} is {}", if is_denied { "so" } else { "not so" })
}

/// Returns the reason why a limit is judged by the cost of the army: no size is agreed, or the army does not fill
/// it.
pub fn judged_by_cost(cost: Number, size: Option<Number>) -> String {
    let cost = points_text(cost);
    match size {
        None => format!("without an agreed size it is judged by the {cost} it costs"),
        Some(size) => format!(
            "this is judged by the {cost} it costs, since the agreed {size} are more than a tenth above"
        ),
    }
}

/// Returns that an effect gave units a tag or took it from them, such as `"Guard" counts as "core" since there are
/// "King"`.
///
/// `tag` is the tag in quotes, or its noun. `why` is the reason or, for an effect that always applies, its id.
pub fn tag_change(units: &[&str], tag: &str, is_gained: bool, why: Result<&str, &str>) -> String {
    let verb = match (units.len(), is_gained) {
        (1, true) => "counts as",
        (1, false) => "does not count as",
        (_, true) => "count as",
        (_, false) => "do not count as",
    };
    let why = why.map_or_else(|rule| format!("by \"{rule}\""), |why| format!("since {why}"));
    format!("{} {verb} {tag} {why}", quoted_list(units.iter().copied(), "and"))
}

/// Returns the label of something that was counted.
pub fn counted_label(amount: Number) -> String {
    if amount == 1 { "counted".to_owned() } else { format!("counts {amount}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_to_meet_a_limit_is_a_range_if_it_has_both_ends() {
        let n = |n: &str| Some(n.to_owned());
        let text = |amounts: BoundAmounts| amounts.text();
        assert_eq!(text(BoundAmounts { min: n("2"), max: n("4"), ..Default::default() }).unwrap(), "2 to 4");
        assert_eq!(text(BoundAmounts { max: n("4"), ..Default::default() }).unwrap(), "at most 4");
        assert_eq!(
            text(BoundAmounts { multiple_of: n("2"), ..Default::default() }).unwrap(),
            "a multiple of 2"
        );
        assert_eq!(text(BoundAmounts::default()), None);
        let ways = ["exactly 0".to_owned(), "2 to 4".to_owned()];
        assert_eq!(
            broken_alternatives("1 \"Gauls\"", " in \"Left\"", &ways),
            "1 \"Gauls\" in \"Left\", but exactly 0 or 2 to 4 needed"
        );
    }

    #[test]
    fn shares_of_one_base_are_told_together() {
        let quarter = Number::fraction(1, 4).unwrap();
        let shares = [(quarter, "\"Gauls\"".to_owned()), (quarter, "\"Spears\"".to_owned())];
        assert_eq!(
            shares_not_whole("19 units", "", 4, &shares),
            "19 units, a multiple of 4 needed, so that exactly 1/4 can be \"Gauls\" and 1/4 can be \"Spears\""
        );
    }

    #[test]
    fn a_failed_comparison_shows_a_side_that_is_a_number_once() {
        let failed = [
            failed_comparison(("size", "3"), "at most", ("2", "2")),
            failed_comparison(("size", "3"), "at most", ("points / 500", "2")),
            failed_statement("has(bow)", true),
        ];
        assert_eq!(
            rule_not_met("Few bows", " in \"Left\"", &failed),
            "this rule is not met in \"Left\": Few bows: size is 3, at most 2 needed; \
             size is 3, at most 2 needed: points / 500; has(bow) is so"
        );
        assert_eq!(rule_not_met("Few bows", "", &[]), "this rule is not met: Few bows");
    }
}
