//! The program of which every legal list is a solution: how many units of each type, of what size and cost together.
//! Where it has no solution, no list is legal.

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

/// What is never left out.
pub(super) const FACTS: Group = 0;
/// That the army costs no more than agreed.
pub(super) const SIZE: Group = 1;
/// That it spends as much as is asked.
pub(super) const SPENT: Group = 2;
/// The first limit's.
pub(super) const LIMITS: Group = 3;

/// Proves that no list is legal in a scene. What comes back is a smallest set of limits that forbid it together, as
/// far as there was time to make it small.
pub(super) fn refute(rules: &Rules, scene: &Scene, terms: &Terms<'_>, patience: Patience) -> Option<Clash> {
    let program = Wide::program(rules, scene, terms)?;
    if program.solve(patience) != Outcome::Impossible {
        return None;
    }
    Some(smallest(&program, rules, patience))
}

/// What is known of the units of a type together.
struct Type<'r> {
    reach: Reach<'r>,
    count: usize,
    /// Their sizes together.
    size: Linear,
    /// Their costs together; nothing where that may be anything.
    cost: Option<Linear>,
    parts: Vec<Reach<'r>>,
}

struct Wide<'r> {
    rules: &'r Rules,
    scene: &'r Scene,
    types: Vec<Type<'r>>,
    /// Characters without bodies, how many and what they cost together.
    persons: Vec<(Person, usize, Option<Linear>)>,
    /// What the allies' agreed sizes come to, where there may be any.
    allied: Option<usize>,
    program: Program,
    group: Group,
}

impl<'r> Wide<'r> {
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

    /// What is asked besides limits: some unit, the agreed size, what must be spent.
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
        // A type that may cost anything, or nobody knows what, leaves the sum open
        let Some(mut spent) = self.spent(None) else { return Some(()) };
        if self.allied.is_some() {
            // What an ally costs
            spent = spent.plus(&Linear::variable(self.program.variable(false, 0)))?;
        }
        self.program.row(SIZE, Row::at_most(&spent, &Linear::number(size))?);
        self.program.row(SPENT, Row::at_most(&Linear::number(terms.at_least), &spent)?);
        Some(())
    }
}
