//! Turns limits into constraints of an integer program.

use crate::army::condition::Truth;
use crate::finding::Severity;
use crate::format::limit::{Place, Round};
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{ContingentId, KindId};
use crate::rules::limit::{Amount, Base, Bound, Bounds, Limit, Measure};
use crate::rules::selector::Selector;

use super::linear::Linear;
use super::program::{Group, Program, Row};
use super::scene::{Ask, Scene};

/// A model of an army's units to which limits can be added as constraints.
///
/// There are two kinds. In a construction, every solution is a list, made of rows that could be written. In a
/// relaxation, every list is a solution, made of counts by unit type.
///
/// Parts of a limit that cannot be expressed as constraints are left out. A construction then guesses, and
/// the result is checked afterwards; a relaxation still contains every list.
pub(super) trait Troops {
    fn rules(&self) -> &Rules;
    fn scene(&self) -> &Scene;
    fn program(&mut self) -> &mut Program;
    /// Returns `true` if every list must be a solution.
    fn wide(&self) -> bool;
    /// Returns the severity from which limits must be kept.
    fn strict(&self) -> Severity;
    /// Returns the number of commands. `None` if it is not fixed.
    fn commands(&self) -> Option<usize>;
    /// Returns `true` if allies may take part whose troops are unknown.
    fn allied(&self) -> bool;
    /// Returns the sum that a limit measures, adding variables if needed. `None` if it cannot be expressed.
    fn measured(&mut self, measure: &Measure, contingent: Option<ContingentId>, once: bool)
    -> Option<Linear>;
    /// Returns a sum for each unit type or entry separately. `None` if they cannot be expressed.
    fn apart(&mut self, measure: &Measure, contingent: Option<ContingentId>) -> Option<Vec<Linear>>;
    /// Returns the agreed size of a contingent or the army. `None` if allies may use an unknown part of it.
    fn size(&self, contingent: Option<ContingentId>) -> Option<Number> {
        self.scene().size.filter(|_| !self.allied() || contingent.is_none())
    }
    /// Returns `true` if the troops of a contingent are known. An ally's limits usually concern only the
    /// ally.
    fn knows(&self, contingent: Option<ContingentId>) -> bool {
        matches!(contingent, None | Some(ContingentId::OWN))
    }
    /// Returns `true` if a limit of this contingent applies to this command.
    fn leads(&self, _: usize, _: Option<ContingentId>) -> bool {
        true
    }
    /// Returns the cost of a contingent or the army, or only the main army's if allies may take part.
    fn spent(&mut self, contingent: Option<ContingentId>) -> Option<Linear>;
    /// Returns `true` if a selector may match bodies inside units, which no variable counts.
    fn hides(&self, selector: &Selector) -> bool;
    /// Restricts measuring to one command, or to none with `None`.
    fn look_at(&mut self, command: Option<usize>);
    /// Returns `true` if minimums of the limit must be met. A draft need not meet all of them yet.
    fn asks(&self, _: &Limit) -> bool {
        true
    }
    /// Returns the agreed size of a contingent as a sum.
    fn points(&mut self, contingent: Option<ContingentId>) -> Option<Linear>;
}

/// Adds a limit to a program, as far as it can be expressed.
pub(super) fn enter(troops: &mut dyn Troops, limit: &Limit, group: Group) {
    if !troops.knows(limit.sees) || limit.holds.is_some() {
        return;
    }
    match (limit.place, troops.commands()) {
        (Place::Unit | Place::Reserves, _) => {}
        (Place::Army, _) => here(troops, limit, group, false),
        (Place::Command, None) => here(troops, limit, group, true),
        (Place::Command, Some(commands)) => {
            for command in (0..commands).filter(|at| troops.leads(*at, limit.sees)).collect::<Vec<_>>() {
                troops.look_at(Some(command).filter(|_| commands > 1));
                here(troops, limit, group, false);
            }
            troops.look_at(None);
        }
    }
}

/// Adds a limit for the army, for one command, or (with `summed`) for all commands together.
fn here(troops: &mut dyn Troops, limit: &Limit, group: Group, summed: bool) {
    let Some(exceptions) = exceptions(troops, limit) else { return };
    if limit.by_entry {
        let Some(all) = troops.apart(&limit.measure, limit.sees) else { return };
        for sum in all {
            let mut ways = exceptions.clone();
            ways.extend(Row::at_most(&sum, &Linear::default()).map(|none| vec![none]));
            ways_of(troops, limit, &sum, group, ways, summed);
        }
        return;
    }
    let Some(sum) = troops.measured(&limit.measure, limit.sees, limit.joined_once) else { return };
    ways_of(troops, limit, &sum, group, exceptions, summed);
}

/// Returns the alternatives under which a limit need not be met. `None` if it does not apply, or that is
/// unknown.
fn exceptions(troops: &mut dyn Troops, limit: &Limit) -> Option<Vec<Vec<Row>>> {
    let ask = Ask {
        commands: troops.commands(),
        size: troops.size(limit.sees),
        own: limit.sees.is_none_or(|c| c == ContingentId::OWN),
    };
    let present = match troops.scene().known(&limit.when, &ask) {
        Truth::Holds => return Some(Vec::new()),
        Truth::Fails => return None,
        Truth::Open(None) => return (!troops.wide()).then(Vec::new),
        Truth::Open(Some(present)) => present,
    };
    let mut ways = Vec::new();
    for (selector, there) in present {
        let contingent = if selector.names_ally { None } else { limit.sees };
        let made = if troops.wide()
            && (troops.allied() && contingent.is_none() || !there && troops.hides(selector))
        {
            None
        } else {
            troops.measured(&Measure::Count(selector.clone()), contingent, false)
        };
        let Some(sum) = made else { return (!troops.wide()).then_some(ways) };
        // The limit need not be met if a required unit is missing, or if an excluded one is present
        let row = if there {
            Row::at_most(&sum, &Linear::default())
        } else {
            Row::at_most(&Linear::number(Number::ONE), &sum)
        };
        ways.push(vec![row?]);
    }
    Some(ways)
}

/// Adds the constraint that a sum meets one of a limit's sets of bounds, or one of the given exceptions.
fn ways_of(
    troops: &mut dyn Troops,
    limit: &Limit,
    sum: &Linear,
    group: Group,
    mut ways: Vec<Vec<Row>>,
    summed: bool,
) {
    let available = troops.asks(limit) && limit.entry.is_none_or(|kind| is_available(troops, kind));
    if !available && limit.bounds.len() > 1 {
        return;
    }
    for bounds in &limit.bounds {
        ways.push(rows(troops, limit, bounds, sum, group, (available, summed)));
    }
    if let [only] = ways.as_slice() {
        for row in only.clone() {
            troops.program().row(group, row);
        }
    } else if ways.iter().all(|way| !way.is_empty()) {
        troops.program().either(group, ways);
    }
}

/// Returns `true` if an entry can be taken, so that its minimum applies, as `muster check` has it.
fn is_available(troops: &dyn Troops, kind: KindId) -> bool {
    let scene = troops.scene();
    let kind_of = troops.rules().kind_of(kind);
    // If the entry has dates and the list has none, no minimum applies
    let dated = kind_of.dates.iter().all(|d| d.when.is_none() && scene.date.is_some_and(|y| d.hold(y)));
    let own = kind_of.entry_of.is_none_or(|c| c == ContingentId::OWN);
    let ask = Ask { commands: troops.commands(), size: troops.size(kind_of.entry_of), own };
    dated
        && match scene.known(&kind_of.when, &ask) {
            Truth::Holds => true,
            Truth::Fails => false,
            Truth::Open(_) => !troops.wide(),
        }
}

/// Returns the constraints of one set of bounds, as far as they can be expressed.
fn rows(
    troops: &mut dyn Troops,
    limit: &Limit,
    bounds: &Bounds,
    sum: &Linear,
    group: Group,
    (available, summed): (bool, bool),
) -> Vec<Row> {
    let mut rows = Vec::new();
    // If an ally's troops are unknown, only that the main army has no more than the whole is certain
    let whole_army = troops.wide() && troops.allied() && limit.sees.is_none();
    let counted = matches!(limit.measure, Measure::Count(_) | Measure::Size(_));
    for (bound, at_most, at_least) in
        [(&bounds.max, true, false), (&bounds.exactly, true, true), (&bounds.min, false, true)]
    {
        let Some(bound) = bound else { continue };
        if !available && at_least {
            continue;
        }
        for amount in weighed(bound, limit.severity, troops.strict()) {
            let fixed = matches!(amount, Amount::Number(_));
            // For several commands together, only a fixed minimum can be expressed
            if summed && !fixed || whole_army && !(fixed && counted) {
                continue;
            }
            let Some(amount) = worth(troops, amount, limit, group) else { continue };
            if at_most && !summed {
                rows.extend(Row::at_most(sum, &amount));
            }
            if at_least && !whole_army && !(summed && troops.allied()) {
                rows.extend(Row::at_most(&amount, sum));
            }
        }
    }
    if let Some(step) = bounds.multiple_of.as_ref().filter(|_| available && !summed && !whole_army)
        && limit.severity >= troops.strict()
        && let Amount::Number(step) = &step.amount
        && *step > 0
    {
        rows.extend(troops.program().multiple(sum, *step).into_iter().flatten());
    }
    rows
}

/// Returns the amounts of a bound whose severity is at least `strict`.
fn weighed(bound: &Bound, usual: Severity, strict: Severity) -> Vec<&Amount> {
    match &bound.amount {
        Amount::Severities(all) => {
            all.iter().filter(|(severity, _)| *severity >= strict).map(|(_, b)| &b.amount).collect()
        }
        amount if usual >= strict => vec![amount],
        _ => Vec::new(),
    }
}

/// Returns an allowed amount as a sum. A rounded amount becomes a variable.
fn worth(troops: &mut dyn Troops, amount: &Amount, limit: &Limit, group: Group) -> Option<Linear> {
    let (factor, base, round, times) = match amount {
        Amount::Number(n) => return Some(Linear::number(*n)),
        Amount::Severities(_) => return None,
        Amount::Share { share, of, round } => (*share, of, *round, Number::ONE),
        Amount::Rate { allow, per, of, round } => (Number::ONE.over(*per)?, of, *round, *allow),
    };
    let exact = base_of(troops, base, limit)?.times(factor)?;
    if round == Round::None {
        return exact.times(times);
    }
    if let Some(n) = exact.fixed() {
        let rounded = if round == Round::Up { n.ceil() } else { n.floor() };
        return Some(Linear::number(rounded.times(times)?));
    }
    // Variables cannot be negative
    if exact.constant < 0 || exact.factors.values().any(|f| *f < 0) {
        return None;
    }
    let rounded = troops.program().rounded(group, &exact, round == Round::Up)?;
    rounded.times(times)
}

/// Returns the base of a share or a rate as a sum.
fn base_of(troops: &mut dyn Troops, base: &Base, limit: &Limit) -> Option<Linear> {
    match base {
        Base::Points => troops.points(limit.sees),
        Base::Spent => troops.spent(limit.sees),
        Base::Commands => troops.commands().map(|n| Linear::number(n.into())),
        Base::Found(selector, _) => {
            let measure = limit.measure.of(selector.clone());
            let contingent = if selector.names_ally { None } else { limit.sees };
            troops.measured(&measure, contingent, limit.joined_once)
        }
    }
}
