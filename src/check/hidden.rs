//! What could not be resolved, and the limits that it may be just what they count.

use crate::army::measure::{Found as Counted, Measured};
use crate::army::{Army, Character, Link, Unit};
use crate::format::number::Number;
use crate::rules::ids::ContingentId;
use crate::rules::limit::{Amount, Base, Limit, Measure};
use crate::rules::selector::Selector;

use super::Found;

/// Whether something in the list that could not be resolved may be just what a limit counts. A word that is near
/// a known one is taken for that.
pub(super) fn hides(army: &Army<'_>, found: &mut Found, limit: &Limit) -> bool {
    // A limit on each unit asks it for each of them
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

/// Whether a limit may count a unit in another way once what is unread or unknown of it is known.
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

/// Everything that a limit counts or takes a part of.
fn selectors(limit: &Limit) -> Vec<&Selector> {
    let mut selectors: Vec<&Selector> = limit.measure.selector().into_iter().collect();
    let bounds = limit.bounds.iter().flat_map(|b| [&b.min, &b.max, &b.exactly, &b.multiple_of]).flatten();
    bounds.for_each(|bound| bases(&bound.amount, &mut selectors));
    selectors
}

/// What of a measured amount is counted whatever the words that are unread or unknown come to.
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
