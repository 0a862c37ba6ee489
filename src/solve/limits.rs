//! Limits as rows of a program.

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

/// The troops that a program is about, and how exactly its variables stand for lists.
///
/// There are two: units as they could be written down, of which each solution is a list; and counts of units, wide
/// enough that every list is a solution. What a limit says and cannot be put into rows is left out: of the first it
/// makes a guess, which is checked afterwards, and the second stays wide enough.
pub(super) trait Troops {
    fn rules(&self) -> &Rules;
    fn scene(&self) -> &Scene;
    fn program(&mut self) -> &mut Program;
    /// Whether every list must be a solution.
    fn wide(&self) -> bool;
    /// The least severity that must not be found.
    fn strict(&self) -> Severity;
    /// How many commands there are, where that is settled.
    fn commands(&self) -> Option<usize>;
    /// Whether an ally may take part, so that what all of the army has is not known.
    fn allied(&self) -> bool;
    /// What a limit measures, new variables included.
    fn measured(&mut self, measure: &Measure, sees: Option<ContingentId>, once: bool) -> Option<Linear>;
    /// The same for each unit type or entry apart.
    fn apart(&mut self, measure: &Measure, sees: Option<ContingentId>) -> Option<Vec<Linear>>;
    /// The agreed size of a contingent, or of the army, where no ally may have a part of it.
    fn size(&self, sees: Option<ContingentId>) -> Option<Number> {
        self.scene().size.filter(|_| !self.allied() || sees.is_none())
    }
    /// Whether the troops of a contingent are known; an ally's limits are usually the ally's own business.
    fn knows(&self, sees: Option<ContingentId>) -> bool {
        matches!(sees, None | Some(ContingentId::OWN))
    }
    /// Whether a command is one of those that a limit looks at.
    fn leads(&self, _: usize, _: Option<ContingentId>) -> bool {
        true
    }
    /// What a contingent costs, or the army; the own part of it where an ally may take part.
    fn spent(&mut self, sees: Option<ContingentId>) -> Option<Linear>;
    /// Whether a body inside a unit may be what a selector finds, which no count sees.
    fn hides(&self, selector: &Selector) -> bool;
    /// Measures only one command from now on, or all of the army again.
    fn look_at(&mut self, command: Option<usize>);
    /// Whether a limit may ask for more than there is; of a draft some do not yet.
    fn asks(&self, _: &Limit) -> bool {
        true
    }
    /// The agreed size of a contingent.
    fn points(&mut self, sees: Option<ContingentId>) -> Option<Linear>;
}

/// Puts a limit into a program.
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

/// Puts a limit into a program for the army, for one command, or for all commands summed up.
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

/// The ways in which a limit does not apply; nothing where it never does, or where that cannot be said.
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
        let sees = if selector.names_ally { None } else { limit.sees };
        let made = if troops.wide() && (troops.allied() && sees.is_none() || !there && troops.hides(selector))
        {
            None
        } else {
            troops.measured(&Measure::Count(selector.clone()), sees, false)
        };
        let Some(sum) = made else { return (!troops.wide()).then_some(ways) };
        // The limit asks nothing where what it waits for is not there, or is there though it should not be
        let row = if there {
            Row::at_most(&sum, &Linear::default())
        } else {
            Row::at_most(&Linear::number(Number::ONE), &sum)
        };
        ways.push(vec![row?]);
    }
    Some(ways)
}

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

/// An entry's minimum holds only within its own dates, as the check has it.
fn is_available(troops: &dyn Troops, kind: KindId) -> bool {
    let scene = troops.scene();
    let kind_of = troops.rules().kind_of(kind);
    // Where an entry has dates and the list has none, nothing is asked of it
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

/// The rows of bounds that hold together, as far as they can be put into rows.
fn rows(
    troops: &mut dyn Troops,
    limit: &Limit,
    bounds: &Bounds,
    sum: &Linear,
    group: Group,
    (available, summed): (bool, bool),
) -> Vec<Row> {
    let mut rows = Vec::new();
    // Where an ally's part is not known, what the own part has is known to be no more than all
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
            // Over several commands together only a fixed minimum says something
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

/// The amounts of a bound that weigh enough.
fn weighed(bound: &Bound, usual: Severity, strict: Severity) -> Vec<&Amount> {
    match &bound.amount {
        Amount::Severities(all) => {
            all.iter().filter(|(severity, _)| *severity >= strict).map(|(_, b)| &b.amount).collect()
        }
        amount if usual >= strict => vec![amount],
        _ => Vec::new(),
    }
}

/// An allowed amount; a rounded one becomes a variable that is the rounded number.
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
    // A variable is 0 or more
    if exact.constant < 0 || exact.factors.values().any(|f| *f < 0) {
        return None;
    }
    let rounded = troops.program().rounded(group, &exact, round == Round::Up)?;
    rounded.times(times)
}

fn base_of(troops: &mut dyn Troops, base: &Base, limit: &Limit) -> Option<Linear> {
    match base {
        Base::Points => troops.points(limit.sees),
        Base::Spent => troops.spent(limit.sees),
        Base::Commands => troops.commands().map(|n| Linear::number(n.into())),
        Base::Found(selector, _) => {
            let measure = limit.measure.of(selector.clone());
            let sees = if selector.names_ally { None } else { limit.sees };
            troops.measured(&measure, sees, limit.joined_once)
        }
    }
}
