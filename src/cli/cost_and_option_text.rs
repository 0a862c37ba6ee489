//! Offers and changes of options as `muster rules` prints them.

use crate::format::options::{OfferDetail, OptionOffer};
use crate::output::terminal_text::sanitize;
use crate::read::Located;
use crate::rules::Rules;
use crate::rules::compiled_options::StatChanges;
use crate::rules::compiled_stat_values::NewStatValue;
use crate::rules::cost_text::cost_text;
use crate::rules::id_types::StatId;

/// Returns a sentence about the cost of optional options that state no cost (`optional-cost`), for each mode.
///
/// `None` if the game has no points, or such options are free.
pub(super) fn optional_cost_text(rules: &Rules) -> Option<String> {
    let cost = rules.optional_cost.as_ref().filter(|_| rules.has_points)?;
    Some(format!("An added option without a stated cost costs {}", cost_text(rules, cost, false)))
}

/// Returns an offer as text, such as `bow?` or `one of sling / bow?`.
pub(super) fn offer_text(offer: &OptionOffer) -> String {
    match offer {
        OptionOffer::Word(word) => word.value.clone(),
        OptionOffer::More(map) => {
            let group = |word: &str, all: &[Located<OptionOffer>]| {
                let all: Vec<String> = all.iter().map(|o| offer_text(&o.value)).collect();
                format!("{} {}", word.replace('-', " "), all.join(" / "))
            };
            let one = |(word, detail): (&Located<String>, &OfferDetail)| match detail {
                OfferDetail::Cost(cost) => format!("{word} {cost}"),
                OfferDetail::Group(all) => group(word, all),
                OfferDetail::More(terms) if !terms.options.is_empty() => group(word, &terms.options),
                OfferDetail::More(terms) => {
                    let names = terms.names.as_ref().map_or_else(String::new, |n| {
                        format!(
                            " of {}",
                            n.as_slice().iter().map(|w| w.value.as_str()).collect::<Vec<_>>().join(", ")
                        )
                    });
                    format!("{word}{names}")
                }
            };
            map.iter().map(one).collect::<Vec<_>>().join(", ")
        }
    }
}

/// Returns the changes of an option or role to stats, such as `CF +1, Move 2"`. Hidden stats are left out.
pub(super) fn changes_text(change: &StatChanges, rules: &Rules) -> String {
    let is_printed = |stat: StatId| !rules.stats[stat.0].hidden;
    let name = |stat: &StatId| sanitize(&rules.stats[stat.0].name).into_owned();
    let set = change.set.iter().filter(|(stat, _)| is_printed(*stat)).map(|(stat, value)| {
        let formula = match value {
            NewStatValue::Words(words) => return format!("{} {}", name(stat), sanitize(words)),
            NewStatValue::Formula(formula) => formula,
        };
        match formula.as_constant() {
            Some(n) => format!("{} {}", name(stat), rules.format_number_of_stat(*stat, n)),
            None if formula.to_string() == "none" => format!("no \"{}\"", name(stat)),
            None => format!("{} {formula}", name(stat)),
        }
    });
    let add = change.add.iter().filter(|(stat, _)| is_printed(*stat)).map(|(stat, formula)| {
        match formula.as_constant() {
            Some(n) if n >= 0 => format!("{} +{n}", name(stat)),
            Some(n) => format!("{} {n}", name(stat)),
            None => format!("{} +({formula})", name(stat)),
        }
    });
    set.chain(add).collect::<Vec<_>>().join(", ")
}
