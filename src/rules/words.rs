//! Limits in words: how much is allowed, before any army is there.

use crate::format::limit::Round;

use super::limit::{Amount, Base, Bound, Bounds};

/// Bounds in words, as `1 to 3 for each 2 units tagged "foot"`; empty where there are none.
pub fn bounds(bounds: &Bounds) -> String {
    let word =
        |lead: &str, bound: &Option<Bound>| bound.as_ref().map(|b| format!("{lead}{}", amount(&b.amount)));
    let all = [
        word("exactly ", &bounds.exactly),
        word("at least ", &bounds.min),
        word("at most ", &bounds.max),
        word("a multiple of ", &bounds.multiple_of),
    ];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// Sets of bounds of which one must hold.
pub fn either(all: &[Bounds]) -> String {
    all.iter().map(bounds).collect::<Vec<_>>().join(", or ")
}

/// An amount in words.
fn amount(amount: &Amount) -> String {
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
                Base::Found(_, words) => words.replace("{s}", if *per == 1 { "" } else { "s" }),
            };
            format!("{allow} for each {each}{of_what}{}", rounding(*round))
        }
        Amount::Severities(all) => {
            let each = all.iter().map(|(s, b)| format!("{} beyond {}", s.as_str(), self::amount(&b.amount)));
            each.collect::<Vec<_>>().join(", ")
        }
    }
}

fn base(of: &Base) -> String {
    match of {
        Base::Points => "the agreed points".to_owned(),
        Base::Spent => "the points spent".to_owned(),
        Base::Commands => "the commands".to_owned(),
        Base::Found(_, words) => words.replace("{s}", "s"),
    }
}

fn rounding(round: Round) -> &'static str {
    match round {
        Round::Up => ", rounded up",
        Round::Down => ", rounded down",
        Round::None => "",
    }
}
