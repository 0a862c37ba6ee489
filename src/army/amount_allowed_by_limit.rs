//! Works out how much a limit allows: plain numbers, and shares and rates of something measured, with a text
//! that explains the result.

use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_amounts::{Amount, Bound, ComputedAmount, RatioBase};
use crate::rules::compiled_limits::Limit;
use crate::rules::id_types::ContingentId;
use crate::rules::limit_text::{commands_word, measured_thing};
use crate::wording::{RatioWords, Rounding, points_noun};

use super::Army;
use super::limit_measurement::measure_limit;
use super::regions::{CountedItem, Region};

/// An allowed amount, and how it was worked out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedAmount {
    /// The amount that is allowed.
    pub amount: Number,
    /// How the amount was worked out, such as `1 for each full 500 of 1000 points, rounded down`. `None` for
    /// a number as it is written.
    pub explanation: Option<String>,
    /// What the amount is a share or a rate of. `None` for a plain number.
    pub base: Option<MeasuredBase>,
}

/// The measured base of a share or a rate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasuredBase {
    /// How much of it there is.
    pub amount: Number,
    /// The unit of measure, to follow the amount in a sentence: `points`, `units tagged "foot"`.
    pub noun: String,
    /// Everything that was counted. Empty for the agreed size and for sums over the whole army.
    pub counted: Vec<CountedItem>,
}

/// What is missing to work out an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AmountError {
    /// The agreed size.
    SizeUnknown,
    /// A cost or a number that is not known.
    AmountUnknown,
    /// What the base is a value of, such as the highest of a stat: there is nobody who has one.
    NothingThere,
}

/// Works out the amount that a limit allows in a region of the army.
///
/// If the limit has an amount for each severity, this is the amount of the first, which is the worst.
///
/// # Errors
///
/// What is missing to work out the amount.
pub fn allowed_amount(
    army: &Army<'_>,
    bound: &Bound,
    limit: &Limit,
    place: Region,
) -> Result<AllowedAmount, AmountError> {
    match &bound.amount {
        Amount::Number(n) => Ok(plain_amount(*n, bound)),
        Amount::Severities(all) => match all.first() {
            Some((_, bound)) => allowed_amount(army, bound, limit, place),
            None => Err(AmountError::AmountUnknown),
        },
        Amount::Computed(computed) => {
            let base = measure_base(army, &computed.of, limit, place)?;
            amount_for_base(computed, bound, base).ok_or(AmountError::AmountUnknown)
        }
    }
}

/// Returns a number that depends on nothing in the army.
fn plain_amount(amount: Number, bound: &Bound) -> AllowedAmount {
    let explanation = bound.scaled.as_ref().map(|scaled| scaled.words(scaled.to));
    AllowedAmount { amount, explanation, base: None }
}

/// Works out only the number that a limit allows, for most of which no words are needed.
///
/// # Errors
///
/// What is missing to work out the amount.
pub fn allowed_number(
    army: &Army<'_>,
    amount: &Amount,
    limit: &Limit,
    place: Region,
) -> Result<Number, AmountError> {
    match amount {
        Amount::Number(n) => Ok(*n),
        Amount::Severities(all) => match all.first() {
            Some((_, bound)) => allowed_number(army, &bound.amount, limit, place),
            None => Err(AmountError::AmountUnknown),
        },
        Amount::Computed(computed) => {
            let (base, _) = measure_base_amount(army, &computed.of, limit, place)?;
            computed.for_base(base).ok_or(AmountError::AmountUnknown)
        }
    }
}

/// Works out an amount that depends on nothing but the agreed size. `None` if it depends on more, or the size
/// is unknown.
pub fn amount_for_size(bound: &Bound, points: Option<Number>) -> Option<AllowedAmount> {
    match &bound.amount {
        Amount::Number(n) => Some(plain_amount(*n, bound)),
        Amount::Computed(computed) if matches!(computed.of, RatioBase::Points) => {
            let points = points?;
            let noun = points_noun(points == 1).to_owned();
            amount_for_base(computed, bound, MeasuredBase { amount: points, noun, counted: Vec::new() })
        }
        Amount::Computed(_) | Amount::Severities(_) => None,
    }
}

/// Works out a share or a rate of a measured base. `None` if the numbers become too large.
fn amount_for_base(computed: &ComputedAmount, bound: &Bound, base: MeasuredBase) -> Option<AllowedAmount> {
    let amount = computed.for_base(base.amount)?;
    if let Some(scaled) = &bound.scaled {
        let explanation = Some(scaled.words(Some(base.amount)));
        return Some(AllowedAmount { amount, explanation, base: Some(base) });
    }
    let words = computed.words();
    let explanation = match &computed.of {
        // The value itself is said by the amount, unless that is something else
        RatioBase::Measured(measure, _) if measure.is_single_value() && amount == base.amount => {
            RatioWords { rounding: Rounding::None, ..words }.of_base(&base.noun)
        }
        RatioBase::Measured(measure, _) if measure.is_single_value() => {
            let of = if computed.is_share { "" } else { "of " };
            words.of_base(&format!("{of}{}, {}", base.amount, base.noun))
        }
        of => {
            let counts_things = matches!(of, RatioBase::Measured(..));
            words.of_measured(base.amount, &base.noun, counts_things)
        }
    };
    Some(AllowedAmount { amount, explanation: Some(explanation), base: Some(base) })
}

/// Measures what a share or a rate is taken of, in a region of the army.
///
/// # Errors
///
/// What is missing to measure it.
pub fn measure_base(
    army: &Army<'_>,
    of: &RatioBase,
    limit: &Limit,
    place: Region,
) -> Result<MeasuredBase, AmountError> {
    let (amount, counted) = measure_base_amount(army, of, limit, place)?;
    let is_one = amount == 1;
    let noun = match of {
        RatioBase::Points => {
            let whose = match limit.contingent {
                Some(ContingentId::OWN) if army.points != Some(amount) => " without the allies",
                Some(ContingentId::OWN) | None => "",
                Some(_) => " of the ally",
            };
            format!("{}{whose}", points_noun(is_one))
        }
        RatioBase::Spent => format!("{} spent", points_noun(is_one)),
        RatioBase::Commands => commands_word(is_one).to_owned(),
        RatioBase::Measured(measure, words) => measured_thing(army.rules, measure, words.as_ref(), is_one),
    };
    Ok(MeasuredBase { amount, noun, counted })
}

/// Measures what a share or a rate is taken of, without a name for it. Returns also everything that was counted.
fn measure_base_amount(
    army: &Army<'_>,
    of: &RatioBase,
    limit: &Limit,
    place: Region,
) -> Result<(Number, Vec<CountedItem>), AmountError> {
    let known = |amount: Option<Number>, or: AmountError| Ok((amount.ok_or(or)?, Vec::new()));
    match of {
        RatioBase::Points => known(army.points_of(limit.contingent), AmountError::SizeUnknown),
        RatioBase::Spent => known(army.cost_of(limit.contingent), AmountError::AmountUnknown),
        RatioBase::Commands => Ok((Number::from(army.commands.len()), Vec::new())),
        RatioBase::Measured(measure, _) => {
            let names_ally = measure.selector().is_some_and(|selector| selector.names_ally);
            let sees = if names_ally { None } else { limit.contingent };
            let measured = measure_limit(army, measure, place, sees, None, limit.joined_once);
            if measured.has_unknown_amount {
                return Err(AmountError::AmountUnknown);
            }
            if measured.is_absent {
                return Err(AmountError::NothingThere);
            }
            Ok((measured.amount, measured.found))
        }
    }
}
