//! Words of a list that could not be resolved, and the limits that might count what they stand for.

use crate::army::measure::{Found as Counted, Measured};
use crate::army::{Army, Character, Link, Unit};
use crate::format::number::Number;
use crate::rules::ids::ContingentId;
use crate::rules::limit::{Amount, Base, Limit, Measure};
use crate::rules::selector::Selector;

use super::Found;

/// Returns `true` if a word that could not be resolved might be what `limit` counts.
///
/// A misspelt name is treated as the name it resembles.
pub(super) fn hides(army: &Army<'_>, found: &mut Found, limit: &Limit) -> bool {
    // Cached by the limit's address, since a limit on each unit asks again for every unit
    let place = std::ptr::from_ref(limit).addr();
    if let Some((known, hides)) = found.hides
        && known == place
    {
        return hides;
    }
    let hides = might_count(army, limit);
    found.hides = Some((place, hides));
    hides
}

fn might_count(army: &Army<'_>, limit: &Limit) -> bool {
    let selectors = selectors(limit);
    let seen = |c: ContingentId| limit.sees.is_none_or(|own| own == c);
    let unit = |u: &Unit<'_>| seen(u.body.contingent) && may_count(army, limit, &selectors, u);
    let character = |c: &Character<'_>| {
        let no_role = c.role.is_none() && selectors.iter().any(|s| s.characters);
        let unsure = c.unsure && (measures_points(limit) || selectors.iter().any(|s| army.may_be(c, s)));
        seen(c.contingent) && (c.unsure && limit.holds.is_some() || no_role || unsure)
    };
    let standard = |link: &Link<'_>| {
        link.unit.is_none() && (limit.holds.is_some() || selectors.iter().any(|s| s.asks_for_options()))
    };
    army.partial
        || army.units.iter().any(unit)
        || army.characters.iter().any(character)
        || army.standards.iter().any(standard)
}

/// Returns `true` if what is unread or unknown of a unit might change how a limit counts it.
fn may_count(army: &Army<'_>, limit: &Limit, selectors: &[&Selector], unit: &Unit<'_>) -> bool {
    let joins_nobody = limit.joined_once && unit.attached_to.as_ref().is_some_and(|link| link.unit.is_none());
    let unsure = unit.unsure
        && (limit.holds.is_some()
            || unit.body.kind.is_some() && measures_points(limit)
            || selectors.iter().any(|s| army.may_be_found(unit, s)));
    joins_nobody || unsure
}

fn measures_points(limit: &Limit) -> bool {
    matches!(limit.measure, Measure::Points(_) | Measure::Number(..))
}

/// Returns the selectors of what a limit counts and of the bases of its shares and rates.
fn selectors(limit: &Limit) -> Vec<&Selector> {
    let mut selectors: Vec<&Selector> = limit.measure.selector().into_iter().collect();
    let bounds = limit.bounds.iter().flat_map(|b| [&b.min, &b.max, &b.exactly, &b.multiple_of]).flatten();
    bounds.for_each(|bound| bases(&bound.amount, &mut selectors));
    selectors
}

/// Returns the part of a measured amount that counts whatever the unread or unknown words mean.
pub(super) fn certain(army: &Army<'_>, limit: &Limit, measured: &Measured) -> Number {
    let selectors = selectors(limit);
    let sure = |found: &&Counted| {
        found.unit.is_none_or(|at| {
            let unit = &army.units[at];
            unit.body.kind.is_some() && !may_count(army, limit, &selectors, unit)
        })
    };
    measured.found.iter().filter(sure).fold(Number::ZERO, |sum, f| sum.plus(f.amount).unwrap_or(sum))
}

fn bases<'l>(amount: &'l Amount, selectors: &mut Vec<&'l Selector>) {
    match amount {
        Amount::Share { of: Base::Found(selector, _), .. }
        | Amount::Rate { of: Base::Found(selector, _), .. } => {
            selectors.push(selector);
        }
        Amount::Severities(all) => all.iter().for_each(|(_, bound)| bases(&bound.amount, selectors)),
        _ => {}
    }
}
