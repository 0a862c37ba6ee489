//! How much a limit allows: numbers, shares and rates of a base, with the words for how they came about.

use crate::format::limit::Round;
use crate::format::number::Number;
use crate::rules::ids::ContingentId;
use crate::rules::limit::{Amount, Base, Limit, Measure};

use super::Army;
use super::measure::{Where, measure};

/// An allowed amount, with the words for how it came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The amount.
    pub amount: Number,
    /// How, as `1 for each full 500 of 1000 points, rounded down`; nothing for a plain number.
    pub how: Option<String>,
}

/// What an amount cannot be worked out without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The agreed size.
    Points,
    /// A cost or a number that is not known.
    Known,
}

/// Works out an allowed amount for a limit in a place. Of several severities this is the worst one's.
pub fn allowed(army: &Army<'_>, amount: &Amount, limit: &Limit, place: Where) -> Result<Allowed, Missing> {
    match amount {
        Amount::Number(n) => Ok(Allowed { amount: *n, how: None }),
        Amount::Severities(all) => match all.first() {
            Some((_, bound)) => allowed(army, &bound.amount, limit, place),
            None => Err(Missing::Known),
        },
        Amount::Share { of, .. } | Amount::Rate { of, .. } => {
            let (base, words) = base(army, of, limit, place)?;
            part(amount, base, &words).ok_or(Missing::Known)
        }
    }
}

/// An amount that is a plain number or rests on the agreed size alone; nothing where that is not known.
pub fn of_size(amount: &Amount, points: Option<Number>) -> Option<Allowed> {
    match amount {
        Amount::Number(n) => Some(Allowed { amount: *n, how: None }),
        Amount::Share { of: Base::Points, .. } | Amount::Rate { of: Base::Points, .. } => {
            part(amount, points?, &format!("{} points", points?))
        }
        _ => None,
    }
}

/// A share or a rate of a base.
fn part(amount: &Amount, base: Number, words: &str) -> Option<Allowed> {
    match amount {
        Amount::Share { share, round, .. } => {
            let part = if *share == 1 { "as much as".to_owned() } else { format!("{} of", share.as_share()) };
            let how = format!("{part} {words}{}", rounding(*round));
            Some(Allowed { amount: rounded(share.times(base)?, *round), how: Some(how) })
        }
        Amount::Rate { allow, per, of, round } => {
            let amount = rounded(base.over(*per)?, *round).times(*allow)?;
            let each =
                if matches!(of, Base::Found(..)) && *per == 1 { String::new() } else { format!(" {per}") };
            let how = format!("{allow} for each{each} of {words}{}", rounding(*round));
            Some(Allowed { amount, how: Some(how) })
        }
        Amount::Number(_) | Amount::Severities(_) => None,
    }
}

fn base(army: &Army<'_>, of: &Base, limit: &Limit, place: Where) -> Result<(Number, String), Missing> {
    match of {
        Base::Points => {
            let points = army.points_of(limit.sees).ok_or(Missing::Points)?;
            let whose = match limit.sees {
                Some(ContingentId::OWN) if army.points != Some(points) => " without the allies",
                Some(ContingentId::OWN) | None => "",
                Some(_) => " of the ally",
            };
            Ok((points, format!("{points} points{whose}")))
        }
        Base::Spent => {
            let spent = army.spent_of(limit.sees).ok_or(Missing::Known)?;
            Ok((spent, format!("{spent} points spent")))
        }
        Base::Commands => {
            let count = Number::from(army.commands.len());
            Ok((count, format!("{count} {}", if count == 1 { "command" } else { "commands" })))
        }
        Base::Found(selector, words) => {
            let kind = limit.measure.of(selector.clone());
            let sees = if selector.names_ally { None } else { limit.sees };
            let measured = measure(army, &kind, place, sees, None, limit.joined_once);
            if measured.unknown {
                return Err(Missing::Known);
            }
            let one = measured.amount == 1;
            let unit = match &limit.measure {
                Measure::Points(_) => " points of".to_owned(),
                Measure::Size(_) => format!(" {} of", army.rules.size_of.word(one)),
                _ => String::new(),
            };
            let plural = one && unit.is_empty();
            Ok((measured.amount, format!("{}{unit} {}", measured.amount, spelled(words, plural))))
        }
    }
}

/// A description with its plural, or for one thing without.
pub fn spelled(words: &str, one: bool) -> String {
    words.replace("{s}", if one { "" } else { "s" })
}

fn rounded(n: Number, round: Round) -> Number {
    match round {
        Round::Up => n.ceil(),
        Round::Down => n.floor(),
        Round::None => n,
    }
}

fn rounding(round: Round) -> &'static str {
    match round {
        Round::None => "",
        Round::Up => ", rounded up",
        Round::Down => ", rounded down",
    }
}
