//! What is still open where a limit is broken: the rooms in which more troops may be taken.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::army::Army;
use crate::army::evaluate_conditions::first_dates_outside;
use crate::check::report::ListReport;
use crate::checked_list::Checked;
use crate::exact_number::Number;
use crate::finding::{Code, Finding, OpenLimit, Severity, StillOpen};
use crate::format::limit::RegionKind;
use crate::rules::Rules;
use crate::rules::compiled_limits::Limit;
use crate::rules::id_types::UnitKindId;

use super::room_and_title_of_finding::room_of_finding;
use super::rooms::{Room, RoomGroup, Rooms, rooms};

/// The most limits that are named.
const MAX_NAMED: usize = 3;

/// Drops everything of a checked list but its report, whose findings about broken limits then say what is still open.
pub fn report_with_open_rooms(checked: Checked) -> ListReport {
    let all = open_rooms_of_list(&checked);
    let mut report = checked.into_report();
    for (finding, open) in report.findings.iter_mut().zip(all) {
        finding.still_open = open.map(Box::new);
    }
    report
}

/// Returns what is still open for each finding of a list. Empty if no limit is broken.
fn open_rooms_of_list(checked: &Checked) -> Vec<Option<StillOpen>> {
    let findings = checked.findings();
    let Some(army) = checked.army().filter(|_| findings.iter().any(is_of_broken_limit)) else {
        return Vec::new();
    };
    let rooms = rooms(army);
    let troops = OpenTroops::new(army, &rooms);
    let open = |finding: &Finding| troops.open_besides(finding, room_of_finding(finding, army, &rooms)?);
    findings.iter().map(open).collect()
}

/// Returns `true` if a finding is about a limit of which there is too much or too little.
pub fn is_of_broken_limit(finding: &Finding) -> bool {
    // What a draft still lacks is only noted
    matches!(finding.code, Code::TooMany | Code::TooFew) && finding.severity > Severity::Note
}

/// The rooms of an army in which more troops may be taken.
pub struct OpenTroops<'r, 'a> {
    army: &'r Army<'a>,
    limits: Limits<'a>,
    open: Vec<OpenRoom<'r>>,
}

/// A room in which more troops may be taken.
struct OpenRoom<'r> {
    room: &'r Room,
    rule_path: &'r str,
    now: Number,
    most: Number,
    /// How much more may be taken, whatever else limits the same troops.
    more: Number,
    /// The entries, or unit types in an army without a book, that count.
    counted: BTreeSet<UnitKindId>,
    /// Those of which more may be taken.
    free: BTreeSet<UnitKindId>,
}

impl<'r, 'a> OpenTroops<'r, 'a> {
    /// Finds the open rooms among all rooms of an army.
    pub fn new(army: &'r Army<'a>, rooms: &'r Rooms) -> Self {
        let limits = Limits::new(army.rules);
        let maximums = Maximums::new(&rooms.rooms, &limits);
        let mut open: Vec<OpenRoom<'r>> = Vec::new();
        for room in rooms.rooms.iter().filter(|room| room.group == RoomGroup::Troops) {
            let Some(limit) = limits.of(room).filter(|limit| limit.region == RegionKind::Army) else {
                continue;
            };
            let (Some(left), Some(most), Some(now)) = (left_in(room), most_of(room), room.now) else {
                continue;
            };
            let is_dated = |kind: &UnitKindId| {
                first_dates_outside(army, &army.rules.kind(*kind).dates, limit.contingent).is_some()
            };
            let counted = limits.kinds_counted_by(room);
            let mut free = counted.clone();
            free.retain(|kind| !is_dated(kind) && maximums.allow_more(*kind));
            let more = free.iter().fold(Number::ZERO, |sum, kind| {
                sum.checked_add(maximums.left_beside(*kind, room, left)).unwrap_or(left)
            });
            let more = more.min(left);
            // Of two limits on the same troops, the narrower one says what may be taken
            let twin = open.iter().position(|other| other.free == free);
            let is_wider = twin.is_some_and(|at| open[at].more <= more);
            if more > 0 && !is_wider {
                twin.map(|at| open.remove(at));
                open.push(OpenRoom { room, rule_path: &limit.rule_path, now, most, more, counted, free });
            }
        }
        Self { army, limits, open }
    }

    /// Returns what is still open where this room is broken, as a finding says. `None` if nothing is, or the limit is
    /// not about troops.
    pub fn open_besides(&self, finding: &Finding, broken: &Room) -> Option<StillOpen> {
        let kinds = self.limits.kinds_counted_by(broken);
        if !is_of_broken_limit(finding) || kinds.is_empty() {
            return None;
        }
        let rules = self.army.rules;
        let is_for_it = finding.code == Code::TooFew;
        let is_open = |open: &&OpenRoom<'_>| {
            if is_for_it {
                // A limit on one entry says itself what to add
                kinds.len() > 1 && open.room.id != broken.id && open.counted.is_subset(&kinds)
            } else {
                open.counted.is_disjoint(&kinds)
            }
        };
        let taken = broken.units.iter().filter_map(|at| self.army.units[*at].body.kind);
        let taken: BTreeSet<UnitKindId> = taken.filter(|kind| kinds.contains(kind)).collect();
        let similar_to = if taken.is_empty() { &kinds } else { &taken };
        let mut found: Vec<(Reverse<usize>, &OpenRoom<'_>)> = self
            .open
            .iter()
            .filter(is_open)
            .filter_map(|open| Some((Reverse(similarity(rules, &open.free, similar_to)?), open)))
            .collect();
        // Those of the same similarity stay in the order of the rules
        found.sort_by_key(|(similarity, _)| *similarity);
        let further = found.len().saturating_sub(MAX_NAMED);
        let limits: Vec<OpenLimit> =
            found.into_iter().take(MAX_NAMED).map(|(_, open)| open.to_limit()).collect();
        (!limits.is_empty()).then_some(StillOpen { limits, further, is_for_it })
    }
}

impl OpenRoom<'_> {
    fn to_limit(&self) -> OpenLimit {
        OpenLimit {
            rule_path: self.rule_path.to_owned(),
            label: self.room.label.clone(),
            of: self.room.unit_of_measure.clone(),
            more: self.more,
            now: self.now,
            most: self.most,
        }
    }
}

/// Returns how many tags the most similar of two groups of kinds share. `None` if they are in no contingent together, so
/// that one cannot be taken in place of the other.
fn similarity(rules: &Rules, some: &BTreeSet<UnitKindId>, others: &BTreeSet<UnitKindId>) -> Option<usize> {
    let pairs =
        some.iter().flat_map(|kind| others.iter().map(|other| (rules.kind(*kind), rules.kind(*other))));
    pairs
        .filter(|(kind, other)| kind.entry_of == other.entry_of && other.unit_type.is_some())
        .map(|(kind, other)| kind.tags.iter().filter(|tag| other.tags.contains(tag)).count())
        .max()
}

/// The limits of the rules, by their paths.
struct Limits<'a> {
    rules: &'a Rules,
    by_path: HashMap<&'a str, &'a Limit>,
}

impl<'a> Limits<'a> {
    fn new(rules: &'a Rules) -> Self {
        let by_path = rules.limits.iter().map(|limit| (limit.rule_path.as_str(), limit)).collect();
        Self { rules, by_path }
    }

    fn of(&self, room: &Room) -> Option<&'a Limit> {
        self.by_path.get(room.rule_path.as_deref()?).copied()
    }

    /// Returns the kinds of troops of which every unit counts, whatever options it takes or not.
    fn kinds_counted_by(&self, room: &Room) -> BTreeSet<UnitKindId> {
        let Some(limit) = self.of(room).filter(|limit| limit.region != RegionKind::Reserves) else {
            return BTreeSet::new();
        };
        let counts = |id: &&UnitKindId| {
            let kind = self.rules.kind(**id);
            let selector = limit.measure.selector();
            let is_matched = selector.is_some_and(|s| !s.matches_characters && s.matches(kind));
            kind.unit_type.is_some() && (limit.entry == Some(**id) || is_matched)
        };
        room.entries.iter().filter(counts).copied().collect()
    }
}

/// How much every maximum still allows, by the kinds that it counts.
struct Maximums<'r> {
    /// Limits on commands have room if that of one command has.
    left: HashMap<&'r str, Number>,
    by_kind: BTreeMap<UnitKindId, Vec<&'r Room>>,
}

impl<'r> Maximums<'r> {
    fn new(rooms: &'r [Room], limits: &Limits<'_>) -> Self {
        let mut all = Self { left: HashMap::new(), by_kind: BTreeMap::new() };
        for room in rooms {
            let Some(left) = left_in(room) else { continue };
            if !all.left.contains_key(room.id.as_str()) {
                for kind in limits.kinds_counted_by(room) {
                    all.by_kind.entry(kind).or_default().push(room);
                }
            }
            let sum = all.left.entry(&room.id).or_default();
            *sum = sum.checked_add(left.max(Number::ZERO)).unwrap_or(*sum);
        }
        all
    }

    fn rooms_of(&self, kind: UnitKindId) -> impl Iterator<Item = (&'r Room, Number)> {
        self.by_kind
            .get(&kind)
            .into_iter()
            .flatten()
            .map(|room| (*room, self.left.get(room.id.as_str()).copied().unwrap_or_default()))
    }

    /// Returns `true` if no maximum on a kind is reached.
    fn allow_more(&self, kind: UnitKindId) -> bool {
        self.rooms_of(kind).all(|(_, left)| left > 0)
    }

    /// Returns how much the other maximums on a kind leave, of what this room counts and left by itself.
    fn left_beside(&self, kind: UnitKindId, room: &Room, left: Number) -> Number {
        let others = self
            .rooms_of(kind)
            .filter(|(other, _)| other.id != room.id && other.unit_of_measure == room.unit_of_measure);
        others.map(|(_, left)| left).fold(left, Number::min)
    }
}

fn most_of(room: &Room) -> Option<Number> {
    let most = room.bounds.max.as_ref()?;
    most.whole.or(most.amount)
}

/// Returns how much a room still allows, below 0 if it is exceeded. `None` if it has no maximum.
fn left_in(room: &Room) -> Option<Number> {
    most_of(room)?.checked_sub(room.now?)
}
