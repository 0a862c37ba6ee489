//! The cost of an army or a contingent, the agreed size, and which of the two counts as its worth.

use crate::format::read_exact_numbers::Number;
use crate::rules::id_types::ContingentId;

use super::cost_lines::CostLine;
use super::regions::Region;
use super::{Army, Character, Command};

impl Army<'_> {
    /// Returns the cost of a contingent, or of the whole army for `None`, including units that rules do not
    /// count.
    ///
    /// `None` if some cost is unknown.
    pub fn cost_of(&self, contingent: Option<ContingentId>) -> Option<Number> {
        let seen = |c: ContingentId| contingent.is_none_or(|own| own == c);
        let units = self.units.iter().filter(|u| !u.in_reserve() && seen(u.body.contingent));
        let units = units.map(|u| u.cost()?.checked_mul(i64::from(u.count).into()));
        let characters = self.characters.iter().filter(|c| seen(c.contingent)).map(Character::cost);
        let bought = self.purchase_lines(Region::Army, contingent).map(CostLine::total);
        let charges = self.own_charges(contingent).map(CostLine::total);
        let mut all = units.chain(characters).chain(bought).chain(charges);
        all.try_fold(Number::ZERO, |sum, cost| sum.checked_add(cost?))
    }

    /// Returns the cost of a command with those within it, and of the charges that they pay themselves. `None` if some
    /// cost is unknown.
    pub fn cost_of_command(&self, command: usize) -> Option<Number> {
        let units = self.units_in(command).map(|at| &self.units[at]);
        let units = units.map(|u| u.cost()?.checked_mul(i64::from(u.count).into()));
        let characters = self.characters_in(command).map(|at| self.characters[at].cost());
        let bought = self.purchase_lines(Region::Command(command), None).map(CostLine::total);
        let charges = self.charges_in(command).map(CostLine::total);
        let mut all = units.chain(characters).chain(bought).chain(charges);
        all.try_fold(Number::ZERO, |sum, cost| sum.checked_add(cost?))
    }

    /// Returns the agreed size of a contingent, or of the whole army for `None`: an ally's own size, and for
    /// the army's own contingent what the allies leave.
    ///
    /// `None` if no size is stated, or if the allies need more than there is.
    pub fn points_of(&self, contingent: Option<ContingentId>) -> Option<Number> {
        let allied = |c: &&Command<'_>| c.contingent != ContingentId::OWN;
        // The size of an ally is that of its command, not of commands within it
        let is_called = |command: &&Command<'_>| command.written.is_some_and(|w| w.ally.is_some());
        let of = |command: &&Command<'_>| Some(command.contingent) == contingent && is_called(command);
        match contingent {
            None => self.points,
            Some(ContingentId::OWN) => {
                let mut allies = self.commands.iter().filter(allied);
                let left =
                    allies.try_fold(self.points?, |left, c| left.checked_sub(c.points.unwrap_or_default()));
                left.filter(|left| *left >= 0)
            }
            Some(_) => {
                self.commands.iter().filter(of).try_fold(Number::ZERO, |sum, c| sum.checked_add(c.points?))
            }
        }
    }

    /// Returns how much the whole army may cost, in points: the agreed size, or what a rule allows in its place.
    ///
    /// `None` if that is not known or not limited.
    pub fn most_points(&self) -> Option<Number> {
        self.rules.size_limit.most_points(self.points)
    }

    /// Returns what a contingent or the whole army counts as worth: the agreed size, or the cost if no size
    /// is agreed.
    ///
    /// `None` if the cost is unknown, or may still grow because the list is a draft.
    pub fn worth(&self, contingent: Option<ContingentId>) -> Option<Number> {
        let agreed = self.points_of(contingent).filter(|_| !self.judged_by_cost.get());
        agreed.or_else(|| self.final_cost(contingent))
    }

    /// Returns the final cost of a contingent or of the whole army. `None` in a draft, or if some cost is
    /// unknown.
    fn final_cost(&self, contingent: Option<ContingentId>) -> Option<Number> {
        if self.is_draft || !self.cost_is_known { None } else { self.cost_of(contingent) }
    }

    /// Returns the agreed size and the cost, if the size is more than a tenth above the cost.
    pub fn unfilled_size(&self, contingent: Option<ContingentId>) -> Option<(Number, Number)> {
        let (size, cost) = (self.points_of(contingent)?, self.final_cost(contingent)?);
        let most = cost.checked_mul(Number::fraction(11, 10)?)?;
        (size > most).then_some((size, cost))
    }

    /// Calls a closure during which the army counts as worth its cost, even if a size is agreed.
    pub fn judge_by_cost<T>(&self, does: impl FnOnce() -> T) -> T {
        let before = self.judged_by_cost.replace(true);
        let done = does();
        self.judged_by_cost.set(before);
        done
    }
}
