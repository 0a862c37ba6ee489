//! The relaxation: a program of which every legal list is a solution. Its variables are the number of units
//! of each type, with their total size and cost. If it has no solution, no list is legal.

mod measures;

use crate::army::pricing::character_prices;
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{KindId, RoleId};

use super::costs::{constant, range};
use super::edits::smallest;
use super::limits::{Troops, enter};
use super::linear::Linear;
use super::program::{Group, Outcome, Patience, Program, Row};
use super::reach::{Person, Reach, in_time};
use super::scene::Scene;
use super::{Clash, Terms};

/// The group of constraints that are never left out.
pub(super) const FACTS: Group = 0;
/// The group of the constraint that the army costs no more than the agreed size.
pub(super) const SIZE: Group = 1;
/// The group of the constraint that the army costs as much as required.
pub(super) const SPENT: Group = 2;
/// The group of the first limit. The others follow.
pub(super) const LIMITS: Group = 3;

/// Tries to prove that no list of a scenario is legal.
///
/// Returns the limits that together rule it out, as few as time allows. `None` if that is not so, or could
/// not be proven in time.
pub(super) fn refute(rules: &Rules, scene: &Scene, terms: &Terms<'_>, patience: Patience) -> Option<Clash> {
    let program = Wide::program(rules, scene, terms)?;
    if program.solve(patience) != Outcome::Impossible {
        return None;
    }
    Some(smallest(&program, rules, patience))
}

/// The variables and sums of all units of one type.
struct Type<'r> {
    reach: Reach<'r>,
    count: usize,
    /// The total size of the units.
    size: Linear,
    /// The total cost of the units. `None` if it has no known bounds.
    cost: Option<Linear>,
    parts: Vec<Reach<'r>>,
}

/// A relaxation in progress.
struct Wide<'r> {
    rules: &'r Rules,
    scene: &'r Scene,
    types: Vec<Type<'r>>,
    /// Characters without bodies: the kind of character, the variable of their number, and their total cost.
    persons: Vec<(Person, usize, Option<Linear>)>,
    /// The variable of the allies' total agreed size. `None` if there can be no allies.
    allied: Option<usize>,
    program: Program,
    group: Group,
}

impl<'r> Wide<'r> {
    /// Builds the relaxation of a scenario. `None` if the numbers become too large.
    fn program(rules: &'r Rules, scene: &'r Scene, terms: &Terms<'_>) -> Option<Program> {
        let mut wide = Wide {
            rules,
            scene,
            types: Vec::new(),
            persons: Vec::new(),
            allied: None,
            program: Program::default(),
            group: FACTS,
        };
        let callable = |c: &crate::rules::Contingent| {
            let own = c.dates.is_empty().then_some(c.book.as_ref().and_then(|b| b.dates.as_ref())).flatten();
            c.ally.is_some()
                && in_time(&c.dates, scene.date)
                && own.is_none_or(|d| scene.date.is_none_or(|y| d.hold(y)))
        };
        if rules.led_by.is_some() && rules.contingents.iter().any(callable) {
            let points = wide.program.variable(false, 0);
            if let Some(size) = scene.size {
                wide.program.row(FACTS, Row::at_most(&Linear::variable(points), &Linear::number(size))?);
            }
            wide.allied = Some(points);
        }
        for id in (0..rules.kinds.len()).map(KindId).filter(|id| scene.offers(rules, *id)) {
            wide.kind(id)?;
        }
        wide.terms(terms)?;
        for (at, limit) in rules.limits.iter().enumerate() {
            wide.group = LIMITS + at;
            enter(&mut wide, limit, LIMITS + at);
        }
        Some(wide.program)
    }

    /// Adds the variables and sums of a unit type or entry.
    fn kind(&mut self, id: KindId) -> Option<()> {
        let kind = self.rules.kind_of(id);
        if kind.unit.is_none() {
            for role in &kind.roles {
                self.person(Some(id), *role)?;
            }
            return Some(());
        }
        let reach = Reach::new(self.rules, id, self.scene.date);
        let count = self.program.variable(true, 1);
        let many = Linear::variable(count);
        let size = if let Some(size) = kind.size.fixed() {
            many.times(i64::from(size).into())?
        } else {
            let size = Linear::variable(self.program.variable(true, 0));
            let least = many.times(i64::from(kind.size.min).into())?;
            self.program.row(FACTS, Row::at_most(&least, &size)?);
            if let Some(max) = kind.size.max {
                let most = many.times(i64::from(max).into())?;
                self.program.row(FACTS, Row::at_most(&size, &most)?);
            }
            size
        };
        let mut cost = None;
        if let Some(range) = range(self.rules, id, self.scene.mode, &reach) {
            let rate = |rate: super::costs::Rate| many.times(rate.unit)?.plus(&size.times(rate.each)?);
            let least = rate(range.least)?;
            cost = Some(match range.more {
                Some(more) if more == super::costs::Rate::default() => least,
                more => {
                    let extra = Linear::variable(self.program.variable(false, 0));
                    if let Some(more) = more {
                        self.program.row(FACTS, Row::at_most(&extra, &rate(more)?)?);
                    }
                    least.plus(&extra)?
                }
            });
        }
        let parts = kind.parts.iter().map(|p| Reach::new(self.rules, p.kind, self.scene.date)).collect();
        self.types.push(Type { reach, count, size, cost, parts });
        Some(())
    }

    /// Adds the variable and the cost of characters of this role without a body.
    fn person(&mut self, kind: Option<KindId>, role: RoleId) -> Option<()> {
        let count = self.program.variable(true, 1);
        let mut each = Some(Number::ZERO);
        for price in character_prices(self.rules, kind, Some(role)) {
            each = each.zip(constant(&price, self.scene.mode)).and_then(|(a, b)| a.plus(b));
        }
        let cost = match each {
            Some(each) => Some(Linear::variable(count).times(each)?),
            None => None,
        };
        self.persons.push((Person { kind, role }, count, cost));
        Some(())
    }

    /// Adds the requirements other than limits: at least one unit, the agreed size and the least cost.
    fn terms(&mut self, terms: &Terms<'_>) -> Option<()> {
        for role in (0..self.rules.roles.len()).map(RoleId) {
            self.person(None, role)?;
        }
        if self.allied.is_none() {
            let mut units = Linear::default();
            for one in &self.types {
                units = units.with(one.count, Number::ONE)?;
            }
            self.program.row(FACTS, Row::at_most(&Linear::number(Number::ONE), &units)?);
        }
        let Some(size) = self.scene.size else { return Some(()) };
        // If the cost of some type has no known bounds, neither has the sum
        let Some(mut spent) = self.spent(None) else { return Some(()) };
        if self.allied.is_some() {
            // Add a variable for the cost of the allies
            spent = spent.plus(&Linear::variable(self.program.variable(false, 0)))?;
        }
        self.program.row(SIZE, Row::at_most(&spent, &Linear::number(size))?);
        self.program.row(SPENT, Row::at_most(&Linear::number(terms.at_least), &spent)?);
        Some(())
    }
}
