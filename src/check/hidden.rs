//! What could not be resolved, and the limits that it may be just what they count.

use crate::army::{Army, Character, Unit};
use crate::rules::ids::ContingentId;
use crate::rules::limit::{Amount, Base, Limit};
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
    let mut selectors: Vec<&Selector> = limit.measure.selector().into_iter().collect();
    let bounds = limit.bounds.iter().flat_map(|b| [&b.min, &b.max, &b.exactly, &b.multiple_of]).flatten();
    bounds.for_each(|bound| bases(&bound.amount, &mut selectors));
    let seen = |c: ContingentId| limit.sees.is_none_or(|own| own == c);
    let unit = |u: &Unit<'_>| {
        if !seen(u.body.contingent) {
            return false;
        }
        let options = !u.body.unknown.is_empty()
            && (limit.holds.is_some() || selectors.iter().any(|s| s.asks_for_options()));
        // What was meant is dear to find out, and asked of unknown words only
        let kind = || {
            army.meant(u).is_none_or(|kind| {
                limit.holds.is_some() || selectors.iter().any(|s| s.finds_kind(army.rules.kind_of(kind)))
            })
        };
        options || u.body.kind.is_none() && kind()
    };
    let character = |c: &Character<'_>| {
        c.role.is_none()
            && seen(c.contingent)
            && (limit.holds.is_some() || selectors.iter().any(|s| s.characters))
    };
    army.partial || army.units.iter().any(unit) || army.characters.iter().any(character)
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
