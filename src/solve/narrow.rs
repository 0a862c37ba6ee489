//! The construction: a program of which every solution is a list. Its variables are the counts of all
//! candidate rows.

use std::fmt::Write as _;

use crate::army::measure::{Where, measure};
use crate::army::{Army, resolve};
use crate::check::check;
use crate::finding::Severity;
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{ContingentId, KindId};
use crate::rules::limit::Measure;
use crate::rules::selector::{Selector, Test};

use super::builds::{Breadth, Build, all, leaders};
use super::limits::{Troops, enter};
use super::linear::Linear;
use super::program::{Outcome, Patience, Program, Row};
use super::scene::Scene;
use super::sound::{Rows, once, read, sound};
use super::write::{Placed, list};
use super::{Terms, Witness};

/// Settings of one search for a list.
#[derive(Clone, Copy, Debug)]
pub(super) struct How {
    /// How many variants of each unit type to try.
    pub(super) breadth: Breadth,
    /// The severity from which limits must be kept.
    pub(super) strict: Severity,
    /// The number of commands. A list with one is written without `commands`.
    pub(super) commands: usize,
}

/// Searches a scenario for a legal list. A list that is returned has been checked.
pub(super) fn look(
    rules: &Rules,
    scene: &Scene,
    terms: &Terms<'_>,
    how: How,
    patience: Patience,
) -> Option<Witness> {
    let How { breadth, commands, .. } = how;
    let builds = sound(rules, scene, all(rules, scene, breadth))?;
    let text = list(rules, scene, terms.title, &once(&builds));
    let written = read(&text)?;
    let army = resolve(&written, rules, false, false);
    let rows = Rows::of(&army, &builds)?;
    let mut troops =
        Narrow { army: &army, scene, builds: &builds, rows, how, here: None, program: Program::default() };
    for _ in 0..builds.len() * commands {
        troops.program.variable(true, 1);
    }
    troops.terms(terms)?;
    for limit in &rules.limits {
        enter(&mut troops, limit, 0);
    }
    // A solution may break limits that could not be expressed, so try a few others with different goals
    for attempt in 0..8_usize {
        let last = builds.len() * commands;
        if attempt > 0 {
            // Any other factors lead to another solution; these are small and differ from row to row
            troops.program.make_small(&|v| {
                if v < last { 1 + u32::try_from((v * (attempt + 2) + attempt) % 7).unwrap_or(0) } else { 0 }
            });
        }
        let Outcome::Found(values) = troops.program.solve(patience) else { return None };
        let counts: Option<Vec<i64>> = values.iter().take(last).map(|n| n.whole()).collect();
        let rows: Vec<Placed<'_>> = counts?
            .into_iter()
            .enumerate()
            .filter(|(_, count)| *count > 0)
            .map(|(at, count)| Placed {
                build: &builds[at / commands],
                command: (commands > 1).then_some(at % commands),
                count,
            })
            .collect();
        let text = list(rules, scene, terms.title, &rows);
        if let Some(witness) = proved(rules, terms, text) {
            return Some(witness);
        }
        if patience.over() {
            return None;
        }
    }
    None
}

/// Returns the list if the ordinary check finds it legal and it costs enough.
fn proved(rules: &Rules, terms: &Terms<'_>, mut text: String) -> Option<Witness> {
    if rules.event.iter().flat_map(|e| &e.require).any(|key| key.value == "declares") {
        let spent = resolve(&read(&text)?, rules, false, false).spent;
        let _ = writeln!(text, "declares: {{points: {spent}}}");
    }
    let written = read(&text)?;
    let army = resolve(&written, rules, false, false);
    let legal = !check(&army).iter().any(|f| f.severity == Severity::Error);
    let enough = !rules.has_points || army.complete && army.spent >= terms.at_least;
    (legal && enough).then_some(Witness { text, spent: army.spent })
}

/// A construction in progress.
struct Narrow<'n, 'a> {
    army: &'n Army<'a>,
    scene: &'n Scene,
    builds: &'n [Build],
    rows: Rows,
    how: How,
    /// The command that is measured. `None` for all.
    here: Option<usize>,
    program: Program,
}

impl Narrow<'_, '_> {
    /// Adds the requirements other than limits: at least one unit, the agreed size and the least cost.
    fn terms(&mut self, terms: &Terms<'_>) -> Option<()> {
        let one = Linear::number(Number::ONE);
        for command in 0..self.how.commands {
            self.here = Some(command);
            let units =
                self.sum(&|at| if self.rows.units[at].is_some() { Number::ONE } else { Number::ZERO })?;
            self.program.row(0, Row::at_most(&one, &units)?);
            if self.how.commands > 1 {
                let leads =
                    |at: usize| self.builds[at].role.is_some_and(|r| leaders(self.army.rules).contains(&r));
                let leader = self.sum(&|at| if leads(at) { Number::ONE } else { Number::ZERO })?;
                for row in Row::equal(&leader, &one)? {
                    self.program.row(0, row);
                }
            }
        }
        self.here = None;
        if let Some(size) = self.scene.size {
            let spent = self.cost()?;
            self.program.row(0, Row::at_most(&spent, &Linear::number(size))?);
            self.program.row(0, Row::at_most(&Linear::number(terms.at_least), &spent)?);
        }
        Some(())
    }

    /// Sums an amount over the candidate rows of the measured commands.
    fn sum(&self, of: &dyn Fn(usize) -> Number) -> Option<Linear> {
        let commands = self.how.commands;
        let mut sum = Linear::default();
        for at in 0..self.builds.len() {
            for command in (0..commands).filter(|c| self.here.is_none_or(|here| here == *c)) {
                sum = sum.with(at * commands + command, of(at))?;
            }
        }
        Some(sum)
    }

    /// Returns the cost of all rows in the measured commands. `None` if a cost is unknown.
    fn cost(&self) -> Option<Linear> {
        let cost = |at: usize| match (self.rows.units[at], self.rows.characters[at]) {
            (Some(unit), _) => self.army.units[unit].cost(),
            (None, Some(character)) => self.army.characters[character].cost(),
            (None, None) => None,
        };
        let costs: Vec<Number> = (0..self.builds.len()).map(cost).collect::<Option<_>>()?;
        self.sum(&|at| costs[at])
    }

    /// Returns the amount that each candidate row adds to a measure. `None` if the amounts do not simply add
    /// up.
    fn amounts(&self, what: &Measure, contingent: Option<ContingentId>) -> Option<Vec<Number>> {
        let selector = what.selector()?;
        if matches!(what, Measure::Commands(_)) {
            return None;
        }
        let measured = measure(self.army, what, Where::Army, contingent, None, false);
        let mut by_unit = vec![Number::ZERO; self.army.units.len()];
        for found in &measured.found {
            if let Some(unit) = found.unit {
                by_unit[unit] = by_unit[unit].plus(found.amount)?;
            }
        }
        (0..self.builds.len())
            .map(|at| match (self.rows.units[at], self.rows.characters[at]) {
                (Some(unit), _) => Some(by_unit[unit]),
                (None, Some(at)) => {
                    let character = &self.army.characters[at];
                    match what {
                        Measure::Count(_) if selector.finds(character) => Some(Number::ONE),
                        Measure::Points(_)
                            if matches!(selector.test, Test::Always) || selector.finds(character) =>
                        {
                            character.cost()
                        }
                        _ => Some(Number::ZERO),
                    }
                }
                (None, None) => None,
            })
            .collect()
    }
}

impl Troops for Narrow<'_, '_> {
    fn rules(&self) -> &Rules {
        self.army.rules
    }

    fn scene(&self) -> &Scene {
        self.scene
    }

    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn wide(&self) -> bool {
        false
    }

    fn strict(&self) -> Severity {
        self.how.strict
    }

    fn commands(&self) -> Option<usize> {
        Some(self.how.commands)
    }

    fn look_at(&mut self, command: Option<usize>) {
        self.here = command;
    }

    fn allied(&self) -> bool {
        false
    }

    fn measured(&mut self, what: &Measure, contingent: Option<ContingentId>, _: bool) -> Option<Linear> {
        if let Measure::Commands(selector) = what
            && matches!(selector.test, Test::Always)
        {
            return Some(Linear::number(self.how.commands.into()));
        }
        let amounts = self.amounts(what, contingent)?;
        self.sum(&|at| amounts[at])
    }

    fn apart(&mut self, what: &Measure, contingent: Option<ContingentId>) -> Option<Vec<Linear>> {
        let amounts = self.amounts(what, contingent)?;
        let mut kinds: Vec<KindId> = self.builds.iter().filter_map(|b| b.kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        let of = |kind: KindId| {
            self.sum(&|at| if self.builds[at].kind == Some(kind) { amounts[at] } else { Number::ZERO })
        };
        kinds.into_iter().map(of).collect()
    }

    fn spent(&mut self, _: Option<ContingentId>) -> Option<Linear> {
        let here = self.here.take();
        let spent = self.cost();
        self.here = here;
        spent
    }

    fn hides(&self, _: &Selector) -> bool {
        false
    }

    fn points(&mut self, _: Option<ContingentId>) -> Option<Linear> {
        self.scene.size.map(Linear::number)
    }
}
