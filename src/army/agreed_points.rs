//! What the army and its allies spend of the points that were agreed.

use crate::format::read_exact_numbers::Number;

use super::regions::Region;
use super::{Army, Character, Unit};

/// What the whole army, or the command of an ally, spends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SpentPoints {
    /// The known cost, in points.
    pub spent: Number,
    /// Whether every cost is known.
    pub is_complete: bool,
    /// The part of the cost that is spent whatever the unread, unknown or missing words turn out to be. `None` if
    /// that is too small to be written as a number.
    pub certain: Option<Number>,
}

impl SpentPoints {
    /// Returns `true` if certainly more is spent than this.
    pub fn exceeds(&self, size: Number) -> bool {
        self.spent > size && self.certain.is_none_or(|certain| certain > size)
    }
}

/// Returns what the whole army spends.
pub fn spent_by_army(army: &Army<'_>) -> SpentPoints {
    let unclear = unclear_cost(army, army.units.iter(), army.characters.iter(), Region::Army);
    SpentPoints {
        spent: army.spent,
        is_complete: army.cost_is_known,
        certain: army.spent.checked_sub(unclear),
    }
}

/// Returns what one command spends, with those within it.
pub fn spent_by_command(army: &Army<'_>, command: usize) -> SpentPoints {
    let units = || army.units_in(command).map(|at| &army.units[at]);
    let characters = || army.characters_in(command).map(|at| &army.characters[at]);
    let costs = units().filter_map(|u| u.known_cost().checked_mul(i64::from(u.count).into()));
    let place = Region::Command(command);
    let (bought, is_known) = army.cost_of_purchases(place, None);
    let spent = sum(costs.chain(characters().map(Character::known_cost)).chain([bought]));
    SpentPoints {
        spent,
        is_complete: units().all(|u| u.cost().is_some())
            && characters().all(|c| c.cost().is_some())
            && is_known,
        certain: spent.checked_sub(unclear_cost(army, units(), characters(), place)),
    }
}

/// Returns `true` if the mode that the army is priced in is unknown.
pub fn lacks_mode(army: &Army<'_>) -> bool {
    army.mode.is_none() && !army.rules.modes.is_empty()
}

/// Returns the cost of units, characters and what is bought in a region of which something is unread, unknown or missing, so that they may
/// really cost more or less.
fn unclear_cost<'u, 'a: 'u>(
    army: &Army<'a>,
    units: impl Iterator<Item = &'u Unit<'a>>,
    characters: impl Iterator<Item = &'u Character<'a>>,
    place: Region,
) -> Number {
    let unit = |u: &Unit<'_>| {
        let each = u.known_cost();
        each.checked_mul(i64::from(u.count).into()).unwrap_or(each)
    };
    let units = units.filter(|u| !u.in_reserve() && (u.is_unclear || u.lacks_size(army.rules))).map(unit);
    let characters = characters.filter(|c| c.is_unclear).map(Character::known_cost);
    let bought = army.purchases_in(place, None).filter(|bought| bought.is_unclear(army));
    sum(units.chain(characters).chain(bought.map(|bought| bought.body.known_cost())))
}

fn sum(costs: impl Iterator<Item = Number>) -> Number {
    costs.fold(Number::ZERO, |sum, cost| sum.checked_add(cost).unwrap_or(sum))
}
