//! What the army and its allies spend of the points that were agreed.

use crate::format::read_exact_numbers::Number;

use super::cost_lines::CostLine;
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
    let unclear =
        unclear_cost(army, army.units.iter(), army.characters.iter(), army.own_charges(None), Region::Army);
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
    let charges = || army.charges_in(command);
    let costs = costs.chain(characters().map(Character::known_cost)).chain([bought]);
    let spent = sum(costs.chain(charges().filter_map(CostLine::total)));
    SpentPoints {
        spent,
        is_complete: units().all(|u| u.cost().is_some())
            && characters().all(|c| c.cost().is_some())
            && is_known
            && charges().all(|line| line.total().is_some()),
        certain: spent.checked_sub(unclear_cost(army, units(), characters(), charges(), place)),
    }
}

/// Returns `true` if the mode that the army is priced in is unknown.
pub fn lacks_mode(army: &Army<'_>) -> bool {
    army.mode.is_none() && !army.rules.modes.is_empty()
}

/// Returns the cost of units, characters and what is bought in a region of which something is unread, unknown or missing,
/// so that they may really cost more or less, and of the charges that may depend on them.
fn unclear_cost<'u, 'a: 'u>(
    army: &Army<'a>,
    units: impl Iterator<Item = &'u Unit<'a>>,
    characters: impl Iterator<Item = &'u Character<'a>>,
    charges: impl Iterator<Item = &'u CostLine<'a>>,
    place: Region,
) -> Number {
    let unit = |u: &Unit<'_>| {
        let each = u.known_cost();
        each.checked_mul(i64::from(u.count).into()).unwrap_or(each)
    };
    let is_unclear = |u: &Unit<'_>| u.is_unclear || u.lacks_size(army.rules);
    let may_change = army.part_unread || army.has_unclear_units;
    // A discount may be missing, but a charge that is paid may be too much
    let charge = |line: &CostLine<'_>| line.total().filter(|total| may_change && *total > 0);
    let paid_by_units = |u: &Unit<'_>| {
        let lines = u.body.cost_lines.iter().filter(|line| !line.is_list_price());
        let each = sum(lines.filter_map(&charge));
        each.checked_mul(i64::from(u.count).into()).unwrap_or(each)
    };
    let units = units.filter(|u| !u.in_reserve());
    let units = units.map(|u| if is_unclear(u) { unit(u) } else { paid_by_units(u) });
    let characters = characters.map(|c| {
        let lines = c.cost_lines.iter().filter(|line| !line.is_list_price());
        if c.is_unclear { c.known_cost() } else { sum(lines.filter_map(charge)) }
    });
    let bought = army.purchases_in(place, None).filter(|bought| bought.is_unclear(army));
    let bought = bought.map(|bought| bought.body.known_cost());
    sum(units.chain(characters).chain(bought).chain(charges.filter_map(charge)))
}

fn sum(costs: impl Iterator<Item = Number>) -> Number {
    costs.fold(Number::ZERO, |sum, cost| sum.checked_add(cost).unwrap_or(sum))
}
