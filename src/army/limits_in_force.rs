//! Where and when limits apply: in which regions of the army, and whether their conditions hold.

use crate::format::limit::RegionKind;
use crate::rules::compiled_charges::Charge;
use crate::rules::compiled_limits::Limit;
use crate::rules::id_types::{CommandKindId, ContingentId, UnitKindId};

use super::evaluate_conditions::{applicable_dates, condition_holds, first_dates_outside};
use super::regions::Region;
use super::{Army, Command, Unit};

/// Returns `true` if a limit applies in a region. `None` if the list does not say enough to evaluate its
/// condition.
pub fn limit_applies(army: &Army<'_>, limit: &Limit, place: Region) -> Option<bool> {
    let taken = |kind: UnitKindId| {
        let kind = army.rules.kind(kind);
        let dated = army.date.is_some() || applicable_dates(army, &kind.dates, None).next().is_none();
        dated
            && first_dates_outside(army, &kind.dates, None).is_none()
            && condition_holds(army, &kind.when, Region::Army, limit.contingent) == Some(true)
    };
    condition_holds(army, &limit.when, place, limit.contingent)
        .map(|holds| holds && limit.entry.is_none_or(taken))
}

/// Returns the regions where a limit is checked. Empty for the book of an ally that the army does not have.
pub fn checked_regions(army: &Army<'_>, limit: &Limit) -> Vec<Region> {
    if limit.contingent.is_none_or(|contingent| army.has_called(contingent)) {
        measured_regions(army, limit)
    } else {
        Vec::new()
    }
}

/// Returns the regions where a limit measures.
fn measured_regions(army: &Army<'_>, limit: &Limit) -> Vec<Region> {
    let seen = |c: ContingentId| limit.contingent.is_none_or(|own| own == c);
    match limit.region {
        RegionKind::Army => vec![Region::Army],
        RegionKind::Reserves => vec![Region::Reserves],
        RegionKind::Command => commands_of_contingent(army, limit.contingent, limit.command_kind),
        RegionKind::Unit => {
            let named = limit.measure.selector().map_or(&[][..], |s| &s.named_kinds);
            let counts = |u: &Unit<'_>| {
                !u.in_reserve()
                    && seen(u.body.contingent)
                    && (!u.body.uncounted || u.body.kind.is_some_and(|k| named.contains(&k)))
            };
            (0..army.units.len()).filter(|at| counts(&army.units[*at])).map(Region::Unit).collect()
        }
    }
}

/// Returns the commands of a contingent, or of all for `None`.
fn commands_of_contingent(
    army: &Army<'_>,
    contingent: Option<ContingentId>,
    only: Option<CommandKindId>,
) -> Vec<Region> {
    let seen = |c: ContingentId| contingent.is_none_or(|own| own == c);
    let all = army.commands.iter().enumerate();
    let is_of_kind = |c: &Command<'_>| only.is_none_or(|kind| c.kind == Some(kind));
    let all = all.filter(|(at, c)| {
        seen(c.contingent) && !c.ally_unknown && !army.is_outside_commands(*at) && is_of_kind(c)
    });
    all.map(|(at, _)| Region::Command(at)).collect()
}

/// Returns the regions where a charge measures: the army, or each command of its contingent.
pub(super) fn regions_of_charge(army: &Army<'_>, charge: &Charge) -> Vec<Region> {
    match charge.region {
        RegionKind::Command => commands_of_contingent(army, charge.contingent, charge.command_kind),
        RegionKind::Army | RegionKind::Unit | RegionKind::Reserves => vec![Region::Army],
    }
}

/// Whether an entry may be taken, which decides whether its own minimum applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryAvailability {
    /// It may be taken.
    Available,
    /// Its dates or its condition rule it out, or the condition cannot be decided.
    Unavailable,
    /// It has dates, and the army states none.
    DateUnknown,
}

/// Returns whether what a limit stands on may be taken, so that its minimum applies: an entry, or something with dates
/// of its own.
pub fn availability_for_limit(army: &Army<'_>, limit: &Limit) -> EntryAvailability {
    if let Some(kind) = limit.entry {
        return entry_availability(army, limit, kind);
    }
    if army.date.is_none() && applicable_dates(army, &limit.dates, limit.contingent).next().is_some() {
        return EntryAvailability::DateUnknown;
    }
    match first_dates_outside(army, &limit.dates, limit.contingent) {
        None => EntryAvailability::Available,
        Some(_) => EntryAvailability::Unavailable,
    }
}

/// Returns whether an entry may be taken, as far as its own limit is concerned.
fn entry_availability(army: &Army<'_>, limit: &Limit, kind: UnitKindId) -> EntryAvailability {
    let kind = army.rules.kind(kind);
    if army.date.is_none() && applicable_dates(army, &kind.dates, limit.contingent).next().is_some() {
        return EntryAvailability::DateUnknown;
    }
    let may_be_taken = first_dates_outside(army, &kind.dates, limit.contingent).is_none()
        && condition_holds(army, &kind.when, Region::Army, limit.contingent) == Some(true);
    if may_be_taken { EntryAvailability::Available } else { EntryAvailability::Unavailable }
}
