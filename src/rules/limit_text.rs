//! Limits in words: how much is allowed, before any army is there. They are here and not in `wording`, since they need
//! a ruleset ready for use.

use crate::format::read_exact_numbers::Number;
use crate::wording::{Edge, SelectorText, join_all, points_noun};

use super::Rules;
use super::compiled_amounts::{Amount, Bound, RatioBase};
use super::compiled_limits::{Bounds, Limit, Measure};
use super::compiled_measures::UnitQuantity;
use super::compiled_unit_types::UnitKind;
use super::id_types::OptionId;

/// The bounds of a limit in words, as `at least 1, or at most 3 for each 2 units tagged "foot"`; empty where there are
/// none.
pub fn bounds_of(rules: &Rules, limit: &Limit) -> String {
    let all = limit.bounds.iter().map(|b| bounds_text(rules, b));
    all.collect::<Vec<_>>().join(", or ")
}

/// Returns how many units of a unit type or entry an army may have, as text. `None` if no bounds stand on it.
pub fn own_limit_text(rules: &Rules, kind: &UnitKind) -> Option<String> {
    bounds_standing_on(rules, &kind.rule_path)
}

/// Returns the bounds that stand on a unit type, an entry, an option or a role. `None` if there are none.
pub fn bounds_standing_on(rules: &Rules, rule_path: &str) -> Option<String> {
    let own = rules.limits.iter().find(|limit| limit.is_own && limit.rule_path == rule_path)?;
    Some(bounds_of(rules, own))
}

/// Returns the bounds that stand on what a unit type or an entry offers, as `"Banner" at most 1`.
pub fn bounds_of_offers(rules: &Rules, rule_path: &str) -> Vec<String> {
    let mut all = Vec::new();
    for limit in rules.limits.iter().filter(|limit| limit.is_own) {
        let offer = limit.rule_path.strip_prefix(rule_path).and_then(|rest| rest.strip_prefix("/options/"));
        let text = offer.map(|_| format!("\"{}\" {}", limit.title, bounds_of(rules, limit)));
        // An ally of the same book repeats it
        all.extend(text.filter(|text| !all.contains(text)));
    }
    all
}

/// Returns bounds in words, as `at least 1, at most 3`; empty where there are none.
pub fn bounds_text(rules: &Rules, bounds: &Bounds) -> String {
    let word = |edge: Edge, bound: &Option<Bound>| {
        bound.as_ref().map(|b| format!("{} {}", edge.words(), amount_text(rules, b)))
    };
    let all = [
        word(Edge::Exactly, &bounds.exactly),
        word(Edge::AtLeast, &bounds.min),
        word(Edge::AtMost, &bounds.max),
        word(Edge::MultipleOf, &bounds.multiple_of),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What a limit measures, to stand after a number: `"Caetrati"`, `points of units tagged "foot"`, `commands with
/// "Caetrati"`. A number of the ruleset goes by its name. `found` is what the selector finds, and `None` if that is
/// everything.
pub fn measured_thing(rules: &Rules, measure: &Measure, found: Option<&SelectorText>, one: bool) -> String {
    let with = |thing: &str, word: &str| {
        found.map_or_else(|| thing.to_owned(), |all| format!("{thing} {word} {}", all.plural_text()))
    };
    match measure {
        Measure::Points(_) => with(points_noun(one), "of"),
        Measure::Size(_) => with(rules.default_size_measure.noun(one), "of"),
        Measure::Commands(_) => match found.and_then(SelectorText::only_command_kinds) {
            Some(kinds) => format!("{} of the kind {kinds}", commands_word(one)),
            None => with(commands_word(one), "with"),
        },
        Measure::Number(id, _) => with(&rules.numbers[id.0].name.to_lowercase(), "of"),
        Measure::DifferentKinds(_) => with(if one { "type" } else { "different types" }, "of"),
        Measure::Options(options, _) => with(&option_names(rules, options, "or"), "of"),
        Measure::DifferentOptions(options, _) => {
            let noun = if one { "one" } else { "different ones" };
            with(&format!("{noun} of {}", option_names(rules, options, "and")), "of")
        }
        Measure::OptionPoints(options, _) => {
            with(&format!("{} of {}", points_noun(one), option_names(rules, options, "or")), "of")
        }
        Measure::Highest(what, _) => with(&format!("the highest {}", quantity_noun(rules, *what)), "of"),
        Measure::Lowest(what, _) => with(&format!("the lowest {}", quantity_noun(rules, *what)), "of"),
        Measure::RegionNumber(id) => format!("the number \"{}\"", rules.numbers[id.0].name),
        Measure::Count(_) | Measure::Formula => {
            found.map_or_else(|| SelectorText::default().text(one), |all| all.text(one))
        }
    }
}

/// What a limit measures, with its amount: `3 "Caetrati"`, `the highest Ld of "Caetrati" is 8`.
pub fn measured_amount(rules: &Rules, measure: &Measure, found: Option<&SelectorText>, n: Number) -> String {
    let thing = measured_thing(rules, measure, found, n == 1);
    if measure.is_single_value() { format!("{thing} is {n}") } else { format!("{n} {thing}") }
}

/// What single units have so much of, by its printed name.
pub fn quantity_noun(rules: &Rules, what: UnitQuantity) -> String {
    match what {
        UnitQuantity::Size => "size".to_owned(),
        UnitQuantity::Points => points_noun(false).to_owned(),
        UnitQuantity::Stat(stat) => rules.stats[stat.0].name.clone(),
        UnitQuantity::Number(id) => rules.numbers[id.0].name.clone(),
    }
}

/// The printed names of options, in quotes.
fn option_names(rules: &Rules, options: &[OptionId], last_word: &str) -> String {
    let names: Vec<String> =
        options.iter().map(|option| format!("\"{}\"", rules.option(*option).name)).collect();
    join_all(&names, last_word)
}

/// The noun for a number of commands.
pub fn commands_word(one: bool) -> &'static str {
    if one { "command" } else { "commands" }
}

/// The amount of a bound in words.
fn amount_text(rules: &Rules, bound: &Bound) -> String {
    if let Some(scaled) = &bound.scaled {
        return match &bound.amount {
            Amount::Number(n) => format!("{n} ({})", scaled.words(scaled.to)),
            Amount::Computed(_) | Amount::Severities(_) => scaled.words(None),
        };
    }
    match &bound.amount {
        Amount::Number(n) => n.to_string(),
        Amount::Computed(computed) => {
            let per = computed.steps.per;
            let noun = ratio_base_text(rules, &computed.of, (!computed.is_share).then_some(per));
            computed.words().of_base(&noun)
        }
        Amount::Severities(all) => {
            let each = all.iter().map(|(s, b)| format!("{} beyond {}", s.as_str(), amount_text(rules, b)));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

/// What an amount is a share of or, with the length of its steps, what these are steps of.
fn ratio_base_text(rules: &Rules, of: &RatioBase, per: Option<Number>) -> String {
    let own = match (of, per.is_some()) {
        (RatioBase::Points, false) => "the agreed points",
        (RatioBase::Points, true) => points_noun(false),
        (RatioBase::Spent, false) => "the points spent",
        (RatioBase::Spent, true) => "points spent",
        (RatioBase::Commands, false) => "the commands",
        (RatioBase::Commands, true) => commands_word(false),
        (RatioBase::Measured(measure, words), _) => {
            return measured_thing(rules, measure, words.as_ref(), per == Some(Number::ONE));
        }
    };
    own.to_owned()
}
