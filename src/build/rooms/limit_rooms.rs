//! The rooms of limits: one for each region and, if entries are measured separately, for each entry.

use crate::army::Army;
use crate::army::evaluate_conditions::{condition_holds, first_dates_outside};
use crate::army::evaluate_ruleset_numbers::{counted_selectors, evaluate_in_region};
use crate::army::limit_measurement::{Measurement, measure_limit};
use crate::army::limits_in_force::{availability_for_limit, checked_regions};
use crate::army::regions::Region;
use crate::army::unknown_words_that_limits_may_count::list_may_hide_matches;
use crate::finding::Severity;
use crate::format::formula::{Formula, FormulaValue};
use crate::format::limit::RegionKind;
use crate::rules::compiled_limits::{Limit, Measure};
use crate::rules::compiled_selectors::SelectorTest;
use crate::rules::id_types::UnitKindId;

use super::counted_entries::AvailableEntries;
use super::room_bounds::MeasuredLimit;
use super::room_words::{room_label, unit_of_measure};
use super::{MissingFact, Room, RoomBounds, RoomGroup, RoomState, Rooms};

/// Adds the rooms of all limits that apply to the army, or only of those with these rule paths.
pub(super) fn add_limit_rooms(army: &Army<'_>, only: Option<&[&str]>, all: &mut Rooms) {
    let available = AvailableEntries::new(army);
    let wanted = |limit: &&Limit| {
        limit.region != RegionKind::Unit && only.is_none_or(|only| only.contains(&limit.rule_path.as_str()))
    };
    for limit in army.rules.limits.iter().filter(wanted) {
        let regions = checked_regions(army, limit);
        // The book of an ally may name allies that this army cannot have
        let is_about_nobody = limit.measure.selector().is_some_and(
            |selector| matches!(&selector.test, SelectorTest::Contingent(all) if all.is_empty()),
        );
        if regions.is_empty() || is_about_nobody {
            continue;
        }
        let mut rooms = LimitRooms {
            army,
            limit,
            entries: available.counted_by(limit),
            unresolved: list_may_hide_matches(army, limit),
            is_softened: false,
            all: &mut *all,
        };
        for place in regions {
            match condition_holds(army, &limit.when, place, limit.contingent) {
                Some(true) => rooms.add(place, None),
                Some(false) => rooms.add_if_judged_by_cost(place),
                None => rooms.add_undecided(place),
            }
        }
    }
}

/// Makes the rooms of one limit.
struct LimitRooms<'m, 'a> {
    army: &'m Army<'a>,
    limit: &'m Limit,
    entries: Vec<UnitKindId>,
    /// Whether a word that could not be resolved might be what the limit counts.
    unresolved: bool,
    /// Whether the limit is judged by what the army costs, which makes its errors warnings.
    is_softened: bool,
    all: &'m mut Rooms,
}

impl LimitRooms<'_, '_> {
    /// Adds a limit that would apply if the army had not stated a size that it does not fill.
    fn add_if_judged_by_cost(&mut self, place: Region) {
        let Self { army, limit, .. } = *self;
        let by_worth = limit.when.asks(&|when| when.worth.is_some());
        if by_worth && army.unfilled_size(limit.contingent).is_some() {
            self.is_softened = true;
            army.judge_by_cost(|| {
                if condition_holds(army, &limit.when, place, limit.contingent) == Some(true) {
                    self.add(place, None);
                }
            });
            self.is_softened = false;
        }
    }

    /// Adds a limit of which the list does not say whether it applies.
    fn add_undecided(&mut self, place: Region) {
        let Self { army, limit, .. } = *self;
        let by_points = || limit.when.asks(&|when| when.points.is_some() || when.worth.is_some());
        if army.points.is_none() && by_points() {
            self.add(place, Some(MissingFact::Points));
        } else if army.date.is_none() && limit.when.asks(&|when| when.date.is_some()) {
            self.add(place, Some(MissingFact::Date));
        } else {
            self.all.left_out += 1;
        }
    }

    /// Adds the rooms of a region. `missing` is what decides whether the limit applies, if that is not known.
    fn add(&mut self, place: Region, missing: Option<MissingFact>) {
        let Self { army, limit, .. } = *self;
        if let Some(formula) = &limit.formula {
            // Nothing can be shown of a formula that may not apply
            if missing.is_none() {
                self.add_formula(place, formula);
            }
            return;
        }
        let measure =
            |only| measure_limit(army, &limit.measure, place, limit.contingent, only, limit.joined_once);
        let all = measure(None);
        if all.is_absent {
            return;
        }
        if !limit.by_entry {
            self.add_measured(place, None, &all, missing);
            return;
        }
        let mut kinds: Vec<UnitKindId> = all.found.iter().filter_map(|item| item.kind).collect();
        kinds.extend(&self.entries);
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            self.add_measured(place, Some(kind), &measure(Some(kind)), missing);
        }
    }

    fn add_measured(
        &mut self,
        place: Region,
        only: Option<UnitKindId>,
        measured: &Measurement,
        missing: Option<MissingFact>,
    ) {
        let Self { army, limit, unresolved, .. } = *self;
        let availability = availability_for_limit(army, limit);
        let mut judged =
            MeasuredLimit { army, limit, place, found: measured, unresolved }.judge(availability);
        if let Some(missing) = missing {
            judged.is_broken = false;
            let bounds = judged.branches.iter_mut();
            let bounds = bounds.flat_map(|b| [&mut b.min, &mut b.max, &mut b.multiple_of]).flatten();
            bounds.for_each(|bound| bound.set_missing(missing));
        }
        if judged.is_unclear {
            self.all.left_out += 1;
            return;
        }
        let mut room = self.new_room(place, only);
        room.severity = self.softened(judged.severity);
        room.is_missing = judged.is_broken && judged.is_shortfall && army.is_draft;
        room.now = Some(measured.amount);
        if let Some(branch) = judged.branches.iter().find(|branch| branch.is_in_force).cloned() {
            room.bounds = branch;
        }
        if limit.bounds.len() > 1 {
            room.branches = judged.branches;
        }
        room.set_counted(measured);
        room.state = match () {
            () if judged.is_broken => RoomState::Broken,
            () if measured.found.is_empty() => RoomState::Unused,
            () => room.state_if_kept(),
        };
        self.all.rooms.push(room);
    }

    /// Adds the room of a formula that must be true.
    fn add_formula(&mut self, place: Region, formula: &Formula) {
        let Self { army, limit, unresolved, .. } = *self;
        let outcome = evaluate_in_region(army, formula, place, limit.contingent).map(|outcome| outcome.value);
        let is_broken = match outcome {
            Ok(FormulaValue::Truth(holds)) if !unresolved => !holds,
            _ => {
                self.all.left_out += 1;
                return;
            }
        };
        let selectors = counted_selectors(army.rules, limit.contingent, &formula.expr);
        let found = selectors.iter().flat_map(|of| place.find_matches(army, of, limit.contingent));
        let measured = Measurement { found: found.collect(), ..Measurement::default() };
        let mut room = self.new_room(place, None);
        room.severity = self.softened(limit.severity);
        room.set_counted(&measured);
        room.state = match () {
            () if is_broken => RoomState::Broken,
            () if measured.found.is_empty() && !selectors.is_empty() => RoomState::Unused,
            () => RoomState::Settled,
        };
        self.all.rooms.push(room);
    }

    fn softened(&self, severity: Severity) -> Severity {
        if self.is_softened { severity.min(Severity::Warning) } else { severity }
    }

    /// A room with everything that does not depend on an amount.
    fn new_room(&self, place: Region, only: Option<UnitKindId>) -> Room {
        let Self { army, limit, .. } = *self;
        let rules = army.rules;
        let entry = only.or(limit.entry);
        let closed =
            entry.and_then(|kind| first_dates_outside(army, &rules.kind(kind).dates, limit.contingent));
        Room {
            id: match (only, limit.of_one_option) {
                (Some(kind), _) => format!("{} {}", limit.rule_path, rules.kind(kind).id),
                (None, Some(option)) => format!("{} {}", limit.rule_path, rules.option(option).id),
                (None, None) => limit.rule_path.clone(),
            },
            rule_path: Some(limit.rule_path.clone()),
            severity: limit.severity,
            group: group_of(limit),
            label: room_label(army, limit, only),
            says: limit.says.clone(),
            state: RoomState::Open,
            is_missing: false,
            command: match place {
                Region::Command(at) => Some(at),
                Region::Army | Region::Unit(_) | Region::Reserves => None,
            },
            entry,
            closed: closed.map(ToString::to_string),
            unit_of_measure: unit_of_measure(rules, limit),
            now: None,
            bounds: RoomBounds::default(),
            branches: Vec::new(),
            entries: only.map_or_else(|| self.entries.clone(), |kind| vec![kind]),
            units: Vec::new(),
            characters: Vec::new(),
        }
    }
}

impl Room {
    /// The state of a room whose limit is kept and for which something counts.
    fn state_if_kept(&self) -> RoomState {
        let bounds = &self.bounds;
        match (&bounds.min, &bounds.max) {
            (_, Some(max)) if bounds.is_exact && max.amount.is_some() => RoomState::Settled,
            (_, Some(max)) => {
                let at_maximum = max.whole.or(max.amount).is_some_and(|most| self.now >= Some(most));
                if at_maximum { RoomState::Full } else { RoomState::Open }
            }
            (Some(_), None) => RoomState::Settled,
            (None, None) if bounds.multiple_of.is_some() => RoomState::Settled,
            (None, None) => RoomState::Open,
        }
    }
}

/// Certain troops, a command, or else the army as a whole.
fn group_of(limit: &Limit) -> RoomGroup {
    if limit.region == RegionKind::Command {
        return RoomGroup::Command;
    }
    let is_about_troops = |measure: &Measure| {
        let selector = measure.selector()?;
        let asks_for_troops =
            selector.has_test(&|test| matches!(test, SelectorTest::Kind(_) | SelectorTest::Tag(_)));
        Some(asks_for_troops && !selector.matches_characters)
    };
    if is_about_troops(&limit.measure) == Some(true) { RoomGroup::Troops } else { RoomGroup::Army }
}
