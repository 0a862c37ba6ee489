//! Links names in the list to the units they mean: whom characters join, what units are attached to, which
//! units carry a standard.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use crate::finding::Span;
use crate::read::Located;
use crate::yaml::without_odd_spaces;

use super::bodies_and_options::{OptionOrigin, TakenOption};
use super::canonical_text_of_units::is_same_unit;
use super::resolve_bodies::resolve_unit_bodies;
use super::{Army, RoleHolder, Unit, UnitLink, UnitOrigin};

/// Names that refer to units, collected until all units are known.
///
/// Each comes with the index of the unit or character that refers, or for a standard of its command.
#[derive(Default)]
pub(super) struct NameLinks<'a> {
    pub(super) standards: Vec<(&'a Located<String>, usize)>,
    pub(super) attached: Vec<(usize, &'a Located<String>)>,
    pub(super) bought: Vec<(usize, &'a Located<String>)>,
    pub(super) characters: Vec<(usize, &'a Located<String>)>,
}

impl<'a> NameLinks<'a> {
    /// Returns every name; one that is used several times comes several times.
    fn names(&self) -> impl Iterator<Item = &'a str> {
        let others = self.attached.iter().chain(&self.bought).chain(&self.characters).map(|(_, name)| *name);
        self.standards.iter().map(|(name, _)| *name).chain(others).map(|name| name.as_str())
    }
}

/// Links every collected name to the first unit of that name: in the same command if it has one, else in the
/// innermost command around that has one.
///
/// If a name means one of several identical units in a row, that unit is split off into a row of its own.
pub(super) fn link_names<'a>(army: &mut Army<'a>, pointers: &NameLinks<'a>) {
    // Index only units that some name refers to
    let mut by_name: HashMap<Cow<'a, str>, Vec<usize>> =
        pointers.names().map(|name| (without_odd_spaces(name), Vec::new())).collect();
    let mut by_command: HashMap<(Option<usize>, String), Vec<usize>> = HashMap::new();
    for (at, unit) in army
        .units
        .iter()
        .enumerate()
        .filter(|(_, u)| matches!(u.written, UnitOrigin::Unit(_)) && !u.in_reserve())
    {
        let name = without_odd_spaces(&unit.name);
        let Some(rows) = by_name.get_mut(name.as_ref()) else { continue };
        rows.push(at);
        by_command.entry((unit.command, name.into_owned())).or_default().push(at);
    }
    let mut firsts: HashSet<usize> = HashSet::new();
    // A unit has one name, so its first row stands for all rows of the name, in a command or in the army
    let mut rivals: HashMap<(Option<usize>, Option<usize>), Vec<Span>> = HashMap::new();
    let mut link = |army: &Army<'a>, name: &'a Located<String>, command: usize| {
        // A character that only looks like a space is reported where it is; names match regardless of it
        let bare = without_odd_spaces(name);
        let rows_in = |command: usize| by_command.get(&(Some(command), bare.clone().into_owned()));
        let rows_around = || {
            // Without commands within others there is nothing around
            army.commands.get(command).filter(|c| c.outer.is_some() || c.end > command + 1)?;
            army.commands_around(command).find_map(|outer| {
                let rows: Vec<usize> =
                    army.commands_in(outer).filter_map(rows_in).flatten().copied().collect();
                (!rows.is_empty()).then_some((outer, rows))
            })
        };
        let here = rows_in(command).map(|rows| (command, Cow::Borrowed(rows)));
        let here = here.or_else(|| rows_around().map(|(outer, rows)| (outer, Cow::Owned(rows))));
        let anywhere = || by_name.get(bare.as_ref()).map(|rows| (None, Cow::Borrowed(rows)));
        let found = here.map(|(command, rows)| (Some(command), rows)).or_else(anywhere);
        let (here, rows) = found.unwrap_or_default();
        let unit = rows.first().copied();
        if let Some(unit) = unit {
            firsts.insert(unit);
        }
        // If all units of the name are identical, it makes no difference which is meant
        let rivals = rivals.entry((here, unit)).or_insert_with(|| {
            if rows.iter().skip(1).any(|r| !is_same_unit(army, rows[0], *r)) {
                rows.iter().take(20).map(|r| army.units[*r].written.name_span()).collect()
            } else {
                Vec::new()
            }
        });
        let rivals = rivals.clone();
        UnitLink { name, unit, rivals, row_count: rows.len() }
    };
    let standards: Vec<_> =
        pointers.standards.iter().map(|(name, command)| link(army, name, *command)).collect();
    for (unit, name) in &pointers.attached {
        let command = army.units[*unit].command.unwrap_or(usize::MAX);
        army.units[*unit].attached_to = Some(link(army, name, command));
    }
    for (unit, name) in &pointers.bought {
        let command = army.units[*unit].command.unwrap_or(usize::MAX);
        army.units[*unit].joins = Some(link(army, name, command));
    }
    for (character, name) in &pointers.characters {
        let command = army.characters[*character].command;
        army.characters[*character].joins = Some(link(army, name, command));
    }
    let mut split: Vec<usize> = firsts.into_iter().filter(|at| army.units[*at].count > 1).collect();
    split.sort_unstable();
    for at in split {
        split_first_unit(army, at);
    }
    for link in &standards {
        if let (Some(unit), Some(option)) = (link.unit, army.rules.standard) {
            let taken = &mut army.units[unit].body.taken;
            // What is there without the list is not there, and paid, twice
            taken.retain(|t| {
                t.option != option || !matches!(t.origin, OptionOrigin::Included | OptionOrigin::Default)
            });
            taken.push(TakenOption::without_details(option, OptionOrigin::Standard, link.name.span));
        }
    }
    army.standards = standards;
    for at in 0..army.characters.len() {
        if let Some(unit) = army.characters[at].joins.as_ref().and_then(|l| l.unit) {
            army.units[unit].joined_by.push(RoleHolder::Character(at));
        }
    }
    for at in 0..army.units.len() {
        if let Some(unit) = army.units[at].joins.as_ref().and_then(|l| l.unit) {
            army.units[unit].joined_by.push(RoleHolder::Unit(at));
        }
    }
}

/// Splits a row of identical units: the first keeps its index, the others become a new row at the end, so
/// that no other index changes.
fn split_first_unit(army: &mut Army<'_>, at: usize) {
    let rest = army.units[at].count - 1;
    army.units[at].count = 1;
    let UnitOrigin::Unit(written) = army.units[at].written else { return };
    let (contingent, command) = (army.units[at].body.contingent, army.units[at].command);
    let (own, parts) = resolve_unit_bodies(army.rules, army.units[at].body.kind, contingent, written);
    let attached_to = army.units[at].attached_to.clone();
    let name = army.units[at].name.clone();
    army.units.push(Unit {
        count: rest,
        parts,
        attached_to,
        ..Unit::new(UnitOrigin::Unit(written), name, own, command)
    });
}
