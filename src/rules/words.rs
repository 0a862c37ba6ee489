//! Limits in words: how much is allowed, before any army is there.

use crate::format::limit::Round;

use super::Rules;
use super::limit::{Amount, Base, Bound, Bounds, Limit, Measure};

/// The bounds of a limit in words, as `at least 1, or at most 3 for each 2 units tagged "foot"`; empty where there are
/// none.
pub fn bounds_of(rules: &Rules, limit: &Limit) -> String {
    let all = limit.bounds.iter().map(|b| bounds(rules, &limit.measure, b));
    all.collect::<Vec<_>>().join(", or ")
}

fn bounds(rules: &Rules, measure: &Measure, bounds: &Bounds) -> String {
    let word = |lead: &str, bound: &Option<Bound>| {
        bound.as_ref().map(|b| format!("{lead}{}", amount(rules, measure, &b.amount)))
    };
    let all = [
        word("exactly ", &bounds.exactly),
        word("at least ", &bounds.min),
        word("at most ", &bounds.max),
        word("a multiple of ", &bounds.multiple_of),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What a limit measures in words, to stand behind a number: `"Caetrati"`, `points of units tagged "foot"`, `commands
/// with "Caetrati"`. A number of the ruleset goes by its name. `described` is the selector's description, and nothing
/// where it finds everything.
pub fn measured_thing(rules: &Rules, measure: &Measure, described: Option<&str>, one: bool) -> String {
    let with = |thing: &str, word: &str| {
        described.map_or_else(|| thing.to_owned(), |all| format!("{thing} {word} {}", spelled(all, false)))
    };
    match measure {
        Measure::Points(_) => with(if one { "point" } else { "points" }, "of"),
        Measure::Size(_) => with(rules.size_of.word(one), "of"),
        Measure::Commands(_) => with(if one { "command" } else { "commands" }, "with"),
        Measure::Number(id, _) => with(&rules.numbers[id.0].name.to_lowercase(), "of"),
        Measure::Count(_) | Measure::Formula => spelled(described.unwrap_or("unit{s}"), one),
    }
}

/// A description with its plural, or for one thing without.
pub fn spelled(words: &str, one: bool) -> String {
    words.replace("{s}", if one { "" } else { "s" })
}

/// An amount in words.
fn amount(rules: &Rules, measure: &Measure, amount: &Amount) -> String {
    let base = |of: &Base| base(rules, measure, of);
    match amount {
        Amount::Number(n) => n.to_string(),
        Amount::Share { share, of, round } if *share == 1 => {
            format!("as much as {}{}", base(of), rounding(*round))
        }
        Amount::Share { share, of, round } => {
            format!("{} of {}{}", share.as_share(), base(of), rounding(*round))
        }
        Amount::Rate { allow, per, of, round } => {
            let each = if *per == 1 { String::new() } else { format!("{per} ") };
            let of_what = match of {
                Base::Points => "points".to_owned(),
                Base::Spent => "points spent".to_owned(),
                Base::Commands => "commands".to_owned(),
                Base::Found(_, words) => measured_thing(rules, measure, Some(words), *per == 1),
            };
            format!("{allow} for each {each}{of_what}{}", rounding(*round))
        }
        Amount::Severities(all) => {
            let each = all
                .iter()
                .map(|(s, b)| format!("{} beyond {}", s.as_str(), self::amount(rules, measure, &b.amount)));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

fn base(rules: &Rules, measure: &Measure, of: &Base) -> String {
    match of {
        Base::Points => "the agreed points".to_owned(),
        Base::Spent => "the points spent".to_owned(),
        Base::Commands => "the commands".to_owned(),
        Base::Found(_, words) => measured_thing(rules, measure, Some(words), false),
    }
}

fn rounding(round: Round) -> &'static str {
    match round {
        Round::Up => ", rounded up",
        Round::Down => ", rounded down",
        Round::None => "",
    }
}
