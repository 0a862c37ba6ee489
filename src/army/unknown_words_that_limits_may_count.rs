//! Words of a list that could not be resolved, and the limits that might count what they stand for.

use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_limits::{Amount, Limit, Measure, RatioBase};
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::ContingentId;

use super::broken_bounds::BrokenBound;
use super::limit_measurement::Measurement;
use super::regions::CountedItem;
use super::{Army, Character, Unit, UnitLink};

/// Returns `true` if a word that could not be resolved might be what `limit` counts.
///
/// A misspelt name is treated as the name it resembles.
pub fn list_may_hide_matches(army: &Army<'_>, limit: &Limit) -> bool {
    let selectors = counted_selectors(limit);
    let seen = |c: ContingentId| limit.contingent.is_none_or(|own| own == c);
    let unit = |u: &Unit<'_>| seen(u.body.contingent) && may_count_unit(army, limit, &selectors, u);
    let character = |c: &Character<'_>| {
        let no_role = c.role.is_none() && selectors.iter().any(|s| s.matches_characters);
        let unsure = c.is_unclear
            && (measures_points(limit) || selectors.iter().any(|s| army.may_match_character(c, s)));
        seen(c.contingent) && (c.is_unclear && limit.formula.is_some() || no_role || unsure)
    };
    let standard = |link: &UnitLink<'_>| {
        link.unit.is_none() && (limit.formula.is_some() || selectors.iter().any(|s| s.tests_options()))
    };
    army.part_unread
        || army.units.iter().any(unit)
        || army.characters.iter().any(character)
        || army.standards.iter().any(standard)
}

/// Returns `true` if what is unread or unknown of a unit might change how a limit counts it.
fn may_count_unit(army: &Army<'_>, limit: &Limit, selectors: &[&Selector], unit: &Unit<'_>) -> bool {
    let joins_nobody = limit.joined_once && unit.attached_to.as_ref().is_some_and(|link| link.unit.is_none());
    let unsure = unit.is_unclear
        && (limit.formula.is_some()
            || unit.body.kind.is_some() && measures_points(limit)
            || selectors.iter().any(|s| army.may_match_unit(unit, s)));
    joins_nobody || unsure
}

fn measures_points(limit: &Limit) -> bool {
    matches!(limit.measure, Measure::Points(_) | Measure::Number(..))
}

/// Returns the selectors of what a limit counts and of the bases of its shares and rates.
fn counted_selectors(limit: &Limit) -> Vec<&Selector> {
    let mut selectors: Vec<&Selector> = limit.measure.selector().into_iter().collect();
    let bounds = limit.bounds.iter().flat_map(|b| [&b.min, &b.max, &b.exactly, &b.multiple_of]).flatten();
    bounds.for_each(|bound| add_base_selectors(&bound.amount, &mut selectors));
    selectors
}

/// Returns `true` if a bound may only seem broken, since what could not be resolved might be what is missing, or
/// might not be what is counted here.
///
/// `unresolved` is whether a word might be what the limit counts, and `amount_may_grow` whether the measured amount
/// may be larger for any reason.
pub fn may_only_seem_broken(
    army: &Army<'_>,
    limit: &Limit,
    measured: &Measurement,
    broken: &BrokenBound,
    unresolved: bool,
    amount_may_grow: bool,
) -> bool {
    if broken.is_too_high() {
        let certain = || certain_amount(army, limit, measured);
        unresolved && (broken.depends_on_others || certain() <= broken.allowed.amount)
    } else {
        amount_may_grow
    }
}

/// Returns the part of a measured amount that counts whatever the unread or unknown words mean.
fn certain_amount(army: &Army<'_>, limit: &Limit, measured: &Measurement) -> Number {
    let selectors = counted_selectors(limit);
    let sure = |found: &&CountedItem| {
        found.unit.is_none_or(|at| {
            let unit = &army.units[at];
            unit.body.kind.is_some() && !may_count_unit(army, limit, &selectors, unit)
        })
    };
    measured.found.iter().filter(sure).fold(Number::ZERO, |sum, f| sum.checked_add(f.amount).unwrap_or(sum))
}

fn add_base_selectors<'l>(amount: &'l Amount, selectors: &mut Vec<&'l Selector>) {
    match amount {
        Amount::Share { of: RatioBase::Matches(selector, _), .. }
        | Amount::Rate { of: RatioBase::Matches(selector, _), .. } => {
            selectors.push(selector);
        }
        Amount::Severities(all) => {
            all.iter().for_each(|(_, bound)| add_base_selectors(&bound.amount, selectors));
        }
        _ => {}
    }
}
