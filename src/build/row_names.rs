//! Names of new rows.

use crate::army::{Army, Unit, UnitLink, UnitOrigin};

/// Returns the name of a new row whose usual name is this one: another one only if something points at a unit of that
/// name, so that it stays clear which is meant.
pub fn name_for_new_row(army: &Army<'_>, usual: &str) -> String {
    let is_pointed_at = |unit: &Unit<'_>| {
        unit.name == usual && matches!(unit.written, UnitOrigin::Unit(_)) && {
            let is_meant = |link: &UnitLink<'_>| {
                link.unit.is_some_and(|at| army.units[at].written.span() == unit.written.span())
            };
            !unit.joined_by.is_empty()
                || army.standards.iter().any(is_meant)
                || army.units.iter().filter_map(|unit| unit.attached_to.as_ref()).any(is_meant)
        }
    };
    if !army.units.iter().any(is_pointed_at) {
        return usual.to_owned();
    }
    first_free_name(usual, |name| army.units.iter().any(|unit| unit.name == name))
}

/// Returns this name or, if it is taken, the first free one of those with a number: `Gauls 2`, `Gauls 3`.
pub fn first_free_name(name: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let numbered = (2..=u32::MAX).map(|n| format!("{name} {n}"));
    let mut names = std::iter::once(name.to_owned()).chain(numbered);
    names.find(|name| !is_taken(name)).unwrap_or_default()
}
