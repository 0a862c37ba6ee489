//! Expresses the limits as constraints over sums of a written army.
//!
//! A small change to the army adds to each sum, and changes to different rows of the list add up.

use crate::army::Army;
use crate::army::measure::{Where, measure};
use crate::finding::Severity;
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{ContingentId, KindId};
use crate::rules::limit::{Limit, Measure};
use crate::rules::selector::{Selector, Test};

use super::limits::{Troops, enter};
use super::linear::Linear;
use super::program::{Program, Row};
use super::scene::Scene;
use super::wide::{LIMITS, SIZE};

/// A sum over the units and characters of an army.
#[derive(Clone, Debug)]
pub(crate) enum Sum {
    /// The cost of a contingent, or of the whole army.
    Spent(Option<ContingentId>),
    /// What a limit measures in some part of the army, of one unit type or entry only or of all.
    Of {
        /// The measured quantity.
        measure: Measure,
        /// The part of the army that is measured.
        place: Where,
        /// The contingent whose troops are measured. `None` for all.
        sees: Option<ContingentId>,
        /// The unit type or entry that is measured. `None` for all.
        only: Option<KindId>,
    },
}

impl Sum {
    /// Returns the value of the sum, as far as it is known.
    pub(crate) fn value(&self, army: &Army<'_>) -> Number {
        match self {
            Self::Spent(None) => army.spent,
            Self::Spent(Some(whose)) => {
                let units = army.units.iter().filter(|u| !u.in_reserve() && u.body.contingent == *whose);
                let units = units.filter_map(|u| u.known_cost().times(i64::from(u.count).into()));
                let characters = army.characters.iter().filter(|c| c.contingent == *whose);
                let all = units.chain(characters.map(crate::army::Character::known_cost));
                all.fold(Number::ZERO, |sum, cost| sum.plus(cost).unwrap_or(sum))
            }
            Self::Of { place: Where::Command(at), .. } if *at >= army.commands.len() => Number::ZERO,
            Self::Of { measure: what, place, sees, only } => {
                measure(army, what, *place, *sees, *only, false).amount
            }
        }
    }
}

/// Sums, and the constraints on them that every legal list satisfies. Limits that cannot be expressed are
/// left out.
#[derive(Debug)]
pub(crate) struct Frame {
    /// The sums; the index of each is also its variable in the program. The first is the cost of the army.
    pub(crate) sums: Vec<Sum>,
    pub(crate) program: Program,
}

/// Builds the constraints on the sums of an army. The sums of `further` follow the first one.
///
/// `unmet` holds the paths of rules whose minimums a draft does not meet yet; these are not required.
pub(crate) fn frame(army: &Army<'_>, further: &[Sum], unmet: &[String]) -> Option<Frame> {
    let odd = army.commands.iter().enumerate().any(|(at, c)| c.nobodys || army.is_stray(at));
    let commands = (!odd).then_some(army.commands.len());
    let book = |c: ContingentId| army.rules.has_book(c).then_some(c);
    let own = |kind: &KindId| {
        army.commands.iter().any(|c| army.rules.kind_of(*kind).entry_of == book(c.contingent))
    };
    let kinds = (0..army.rules.kinds.len()).map(KindId).filter(own).collect();
    let mut made = Builder {
        army,
        scene: Scene::of_army(army),
        commands,
        kinds,
        unmet,
        sums: Vec::new(),
        fresh: Vec::new(),
        here: None,
        program: Program::default(),
    };
    let spent = made.sum(Sum::Spent(None));
    for sum in further {
        made.sum(sum.clone());
    }
    if let Some(size) = army.points.filter(|_| army.rules.has_points) {
        made.program.row(SIZE, Row::at_most(&spent, &Linear::number(size))?);
    }
    for (at, limit) in army.rules.limits.iter().enumerate() {
        enter(&mut made, limit, LIMITS + at);
    }
    made.ordered()
}

/// The constraints on the sums of an army, in progress.
struct Builder<'b, 'a> {
    army: &'b Army<'a>,
    scene: Scene,
    commands: Option<usize>,
    /// The unit types and entries that a row of the list may have.
    kinds: Vec<KindId>,
    unmet: &'b [String],
    sums: Vec<Sum>,
    /// The variable of each sum.
    fresh: Vec<usize>,
    here: Option<usize>,
    program: Program,
}

impl Builder<'_, '_> {
    /// Adds a sum with its variable.
    fn sum(&mut self, sum: Sum) -> Linear {
        let whole = matches!(&sum, Sum::Of { measure: Measure::Count(_) | Measure::Size(_), .. });
        let variable = self.program.variable(whole, 0);
        self.sums.push(sum);
        self.fresh.push(variable);
        Linear::variable(variable)
    }

    /// Renumbers the variables so that the sums come first.
    fn ordered(self) -> Option<Frame> {
        let mut program = Program::default();
        for sum in &self.sums {
            let whole = matches!(sum, Sum::Of { measure: Measure::Count(_) | Measure::Size(_), .. });
            program.variable(whole, 0);
        }
        let places = self.fresh.iter().enumerate().map(|(at, v)| (*v, Linear::variable(at))).collect();
        program.take(&self.program, &places)?;
        Some(Frame { sums: self.sums, program })
    }

    /// Returns `true` if the measure of an army is the total over its rows.
    fn adds_up(&self, what: &Measure) -> bool {
        matches!(what, Measure::Count(_) | Measure::Size(_) | Measure::Points(_)) && !self.army.partial
    }
}

impl Troops for Builder<'_, '_> {
    fn rules(&self) -> &Rules {
        self.army.rules
    }

    fn scene(&self) -> &Scene {
        &self.scene
    }

    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn wide(&self) -> bool {
        true
    }

    fn strict(&self) -> Severity {
        Severity::Error
    }

    fn commands(&self) -> Option<usize> {
        self.commands
    }

    fn allied(&self) -> bool {
        // The list has all of the allies' troops
        false
    }

    fn size(&self, sees: Option<ContingentId>) -> Option<Number> {
        self.army.points_of(sees)
    }

    fn knows(&self, sees: Option<ContingentId>) -> bool {
        // The limits of an ally's book apply only if the list has that ally
        let called =
            |c: ContingentId| c == ContingentId::OWN || self.army.commands.iter().any(|k| k.contingent == c);
        sees.is_none_or(called)
    }

    fn leads(&self, command: usize, sees: Option<ContingentId>) -> bool {
        sees.is_none_or(|c| self.army.commands[command].contingent == c)
    }

    fn measured(&mut self, what: &Measure, sees: Option<ContingentId>, once: bool) -> Option<Linear> {
        if let Measure::Commands(selector) = what
            && matches!(selector.test, Test::Always)
        {
            return self.commands.map(|n| Linear::number(n.into()));
        }
        if once || !self.adds_up(what) {
            return None;
        }
        let place = self.here.map_or(Where::Army, Where::Command);
        Some(self.sum(Sum::Of { measure: what.clone(), place, sees, only: None }))
    }

    fn apart(&mut self, what: &Measure, sees: Option<ContingentId>) -> Option<Vec<Linear>> {
        if !self.adds_up(what) {
            return None;
        }
        let place = self.here.map_or(Where::Army, Where::Command);
        let of = |only: &KindId| Sum::Of { measure: what.clone(), place, sees, only: Some(*only) };
        let all: Vec<Sum> = self.kinds.iter().map(of).collect();
        Some(all.into_iter().map(|sum| self.sum(sum)).collect())
    }

    fn spent(&mut self, sees: Option<ContingentId>) -> Option<Linear> {
        Some(self.sum(Sum::Spent(sees)))
    }

    fn hides(&self, _: &Selector) -> bool {
        self.army.rules.kinds.iter().any(|k| !k.parts.is_empty())
    }

    fn look_at(&mut self, command: Option<usize>) {
        self.here = command;
    }

    fn points(&mut self, sees: Option<ContingentId>) -> Option<Linear> {
        self.army.points_of(sees).map(Linear::number)
    }

    fn asks(&self, limit: &Limit) -> bool {
        !self.unmet.contains(&limit.rule)
    }
}
