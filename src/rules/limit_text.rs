//! Limits in words: how much is allowed, before any army is there. They are here and not in `wording`, since they need
//! a ruleset ready for use.

use crate::wording::{Edge, Ratio, SelectorText, points_noun};

use super::Rules;
use super::compiled_limits::{Amount, Bound, Bounds, Limit, Measure, RatioBase};
use super::compiled_unit_types::UnitKind;

/// The bounds of a limit in words, as `at least 1, or at most 3 for each 2 units tagged "foot"`; empty where there are
/// none.
pub fn bounds_of(rules: &Rules, limit: &Limit) -> String {
    let all = limit.bounds.iter().map(|b| bounds_text(rules, &limit.measure, b));
    all.collect::<Vec<_>>().join(", or ")
}

/// Returns how many units of an entry an army may have, as text. `None` if its book states no limit of its own.
pub fn own_limit_text(rules: &Rules, kind: &UnitKind) -> Option<String> {
    let is_own = |limit: &&Limit| limit.entry.is_some_and(|k| rules.kind(k).rule_path == kind.rule_path);
    rules.limits.iter().find(is_own).map(|own| bounds_of(rules, own))
}

fn bounds_text(rules: &Rules, measure: &Measure, bounds: &Bounds) -> String {
    let word = |edge: Edge, bound: &Option<Bound>| {
        bound.as_ref().map(|b| format!("{} {}", edge.words(), amount_text(rules, measure, &b.amount)))
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
        Measure::Commands(_) => with(commands_word(one), "with"),
        Measure::Number(id, _) => with(&rules.numbers[id.0].name.to_lowercase(), "of"),
        Measure::Count(_) | Measure::Formula => {
            found.map_or_else(|| SelectorText::default().text(one), |all| all.text(one))
        }
    }
}

/// The noun for a number of commands.
pub fn commands_word(one: bool) -> &'static str {
    if one { "command" } else { "commands" }
}

/// An amount in words.
fn amount_text(rules: &Rules, measure: &Measure, amount: &Amount) -> String {
    let base = |of: &RatioBase| ratio_base_text(rules, measure, of);
    match amount {
        Amount::Number(n) => n.to_string(),
        Amount::Share { share, of, round } => Ratio::Share(*share).of(&base(of), (*round).into()),
        Amount::Rate { allow, per, of, round } => {
            let each = if *per == 1 { String::new() } else { format!("{per} ") };
            let of_what = match of {
                RatioBase::Points => "points".to_owned(),
                RatioBase::Spent => "points spent".to_owned(),
                RatioBase::Commands => "commands".to_owned(),
                RatioBase::Matches(_, words) => measured_thing(rules, measure, Some(words), *per == 1),
            };
            Ratio::Rate(*allow).of(&format!("{each}{of_what}"), (*round).into())
        }
        Amount::Severities(all) => {
            let each = all.iter().map(|(s, b)| {
                format!("{} beyond {}", s.as_str(), self::amount_text(rules, measure, &b.amount))
            });
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

fn ratio_base_text(rules: &Rules, measure: &Measure, of: &RatioBase) -> String {
    match of {
        RatioBase::Points => "the agreed points".to_owned(),
        RatioBase::Spent => "the points spent".to_owned(),
        RatioBase::Commands => "the commands".to_owned(),
        RatioBase::Matches(_, words) => measured_thing(rules, measure, Some(words), false),
    }
}
