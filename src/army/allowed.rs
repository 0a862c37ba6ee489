//! Works out how much a limit allows: plain numbers, and shares and rates of something measured, with a text
//! that explains the result.

use crate::format::limit::Round;
use crate::format::number::Number;
use crate::rules::ids::ContingentId;
use crate::rules::limit::{Amount, Base, Limit};
use crate::rules::limit_text::{commands_word, measured_thing};
use crate::wording::{Ratio, points_word};

use super::Army;
use super::measure::{Found, Where, measure};

/// An allowed amount, and how it was worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allowed {
    /// The amount that is allowed.
    pub amount: Number,
    /// How the amount was worked out, such as `1 for each full 500 of 1000 points, rounded down`. `None` for
    /// a plain number.
    pub how: Option<String>,
    /// What the amount is a share or a rate of. `None` for a plain number.
    pub base: Option<Based>,
}

/// The measured base of a share or a rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Based {
    /// How much of it there is.
    pub amount: Number,
    /// The unit of measure, to follow the amount in a sentence: `points`, `units tagged "foot"`.
    pub what: String,
    /// Everything that was counted. Empty for the agreed size and for sums over the whole army.
    pub found: Vec<Found>,
}

/// What is missing to work out an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The agreed size.
    Points,
    /// A cost or a number that is not known.
    Known,
}

/// Works out the amount that a limit allows in a region of the army.
///
/// If the limit has an amount for each severity, this is the amount of the first, which is the worst.
///
/// # Errors
///
/// What is missing to work out the amount.
pub fn allowed(army: &Army<'_>, amount: &Amount, limit: &Limit, place: Where) -> Result<Allowed, Missing> {
    match amount {
        Amount::Number(n) => Ok(Allowed { amount: *n, how: None, base: None }),
        Amount::Severities(all) => match all.first() {
            Some((_, bound)) => allowed(army, &bound.amount, limit, place),
            None => Err(Missing::Known),
        },
        Amount::Share { of, .. } | Amount::Rate { of, .. } => {
            let base = base(army, of, limit, place)?;
            part(amount, base).ok_or(Missing::Known)
        }
    }
}

/// Works out an amount that depends on nothing but the agreed size. `None` if it depends on more, or the size
/// is unknown.
pub fn of_size(amount: &Amount, points: Option<Number>) -> Option<Allowed> {
    match amount {
        Amount::Number(n) => Some(Allowed { amount: *n, how: None, base: None }),
        Amount::Share { of: Base::Points, .. } | Amount::Rate { of: Base::Points, .. } => part(
            amount,
            Based { amount: points?, what: points_word(points? == 1).to_owned(), found: Vec::new() },
        ),
        _ => None,
    }
}

/// Works out a share or a rate of a measured base. `None` if the numbers become too large.
fn part(amount: &Amount, base: Based) -> Option<Allowed> {
    let words = format!("{} {}", base.amount, base.what);
    match amount {
        Amount::Share { share, round, .. } => Some(Allowed {
            amount: rounded(share.times(base.amount)?, *round),
            how: Some(Ratio::Share(*share).of(&words, (*round).into())),
            base: Some(base),
        }),
        Amount::Rate { allow, per, of, round } => {
            let amount = rounded(base.amount.over(*per)?, *round).times(*allow)?;
            let each =
                if matches!(of, Base::Found(..)) && *per == 1 { String::new() } else { format!("{per} ") };
            let how = Ratio::Rate(*allow).of(&format!("{each}of {words}"), (*round).into());
            Some(Allowed { amount, how: Some(how), base: Some(base) })
        }
        Amount::Number(_) | Amount::Severities(_) => None,
    }
}

/// Measures what a share or a rate is taken of, in a region of the army.
///
/// # Errors
///
/// What is missing to measure it.
pub fn base(army: &Army<'_>, of: &Base, limit: &Limit, place: Where) -> Result<Based, Missing> {
    let number = |amount, what: String| Ok(Based { amount, what, found: Vec::new() });
    match of {
        Base::Points => {
            let points = army.points_of(limit.sees).ok_or(Missing::Points)?;
            let whose = match limit.sees {
                Some(ContingentId::OWN) if army.points != Some(points) => " without the allies",
                Some(ContingentId::OWN) | None => "",
                Some(_) => " of the ally",
            };
            number(points, format!("{}{whose}", points_word(points == 1)))
        }
        Base::Spent => {
            let spent = army.spent_of(limit.sees).ok_or(Missing::Known)?;
            number(spent, format!("{} spent", points_word(spent == 1)))
        }
        Base::Commands => {
            let count = Number::from(army.commands.len());
            number(count, commands_word(count == 1).to_owned())
        }
        Base::Found(selector, words) => {
            let kind = limit.measure.of(selector.clone());
            let sees = if selector.names_ally { None } else { limit.sees };
            let measured = measure(army, &kind, place, sees, None, limit.joined_once);
            if measured.unknown {
                return Err(Missing::Known);
            }
            Ok(Based {
                amount: measured.amount,
                what: measured_thing(army.rules, &kind, Some(words), measured.amount == 1),
                found: measured.found,
            })
        }
    }
}

fn rounded(n: Number, round: Round) -> Number {
    match round {
        Round::Up => n.ceil(),
        Round::Down => n.floor(),
        Round::None => n,
    }
}
