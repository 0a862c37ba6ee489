//! The regions of the army in which a limit is checked, and how findings name them.

use crate::army::evaluate_conditions::{applicable_dates, condition_holds, first_dates_outside};
use crate::army::regions::Region;
use crate::army::{Army, Unit};
use crate::finding::{Scope, Span};
use crate::format::limit::RegionKind;
use crate::rules::compiled_limits::Limit;
use crate::rules::id_types::{ContingentId, UnitKindId};

use super::army_span;
use super::command_leaders_and_roles::{command_label, command_span};

/// Returns `true` if a limit applies in a region. `None` if the list does not say enough to evaluate its
/// condition.
pub(super) fn limit_applies(army: &Army<'_>, limit: &Limit, place: Region) -> Option<bool> {
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
pub(super) fn checked_regions(army: &Army<'_>, limit: &Limit) -> Vec<Region> {
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
        RegionKind::Command => {
            let all = army.commands.iter().enumerate();
            let all =
                all.filter(|(at, c)| seen(c.contingent) && !c.ally_unknown && !army.is_outside_commands(*at));
            all.map(|(at, _)| Region::Command(at)).collect()
        }
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

/// Returns where a limit is broken, to follow what was measured. Empty for the whole army.
pub(super) fn region_suffix(army: &Army<'_>, place: Region) -> String {
    match place {
        Region::Army => String::new(),
        Region::Reserves => " in the reserves".to_owned(),
        Region::Command(_) if army.commands.len() == 1 && army.list.commands.is_none() => String::new(),
        Region::Command(at) => format!(" in {}", command_label(army, at)),
        Region::Unit(at) => format!(" in \"{}\"", army.units[at].name),
    }
}

/// Returns the span that stands for a region as a whole.
pub(super) fn region_span(army: &Army<'_>, place: Region) -> Span {
    match place {
        Region::Army | Region::Reserves => army_span(army),
        Region::Command(at) => command_span(&army.commands[at]).unwrap_or_else(|| army_span(army)),
        Region::Unit(at) => army.units[at].written.type_span(),
    }
}

/// Returns how far one must look to meet a limit in a region.
pub(super) fn scope_of(place: Region) -> Scope {
    match place {
        Region::Unit(_) => Scope::Row,
        Region::Command(_) => Scope::Command,
        Region::Army | Region::Reserves => Scope::Army,
    }
}
