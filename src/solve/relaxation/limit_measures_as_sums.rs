//! Expresses what limits measure as sums of the relaxation's variables.

use crate::army::selector_coverage_of_unit_types::Coverage;
use crate::finding::Severity;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_limits::Measure;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{CommandKindId, ContingentId, OptionId};
use crate::solve::integer_program::{Constraint, IntegerProgram};
use crate::solve::limit_constraints::ConstraintModel;
use crate::solve::linear_sums::LinearSum;
use crate::solve::scenario::Scenario;

use super::{FIXED_GROUP, Relaxation, UnitTypeTotals};

impl Relaxation<'_> {
    /// Adds a variable between 0 and a sum, or without an upper bound.
    fn add_variable_up_to(&mut self, whole: bool, most: Option<&LinearSum>) -> Option<LinearSum> {
        let part = LinearSum::from_variable(self.program.add_variable(whole, 0));
        if let Some(most) = most {
            self.program.add_constraint(FIXED_GROUP, Constraint::at_most(&part, most)?);
        }
        Some(part)
    }

    /// Sums an amount over the units that a selector matches. With `parts`, allows for matching bodies inside
    /// units.
    fn sum_units(
        &mut self,
        selector: &Selector,
        what: &dyn Fn(&UnitTypeTotals<'_>) -> LinearSum,
        parts: bool,
    ) -> Option<LinearSum> {
        let mut sum = LinearSum::default();
        for at in 0..self.types.len() {
            let one = &self.types[at];
            let own = what(one);
            let inside = parts && one.parts.iter().any(|p| p.coverage(selector) != Coverage::Never);
            match one.reach.coverage(selector) {
                Coverage::Never => {}
                Coverage::Always => sum = sum.plus(&own)?,
                Coverage::Sometimes => sum = sum.plus(&self.add_variable_up_to(true, Some(&own))?)?,
            }
            if inside {
                sum = sum.plus(&self.add_variable_up_to(true, None)?)?;
            }
        }
        Some(sum)
    }

    /// Counts how often options are taken by what a selector matches: at most once for each unit, or for each model
    /// of an option that some of the models may have.
    fn sum_options(&mut self, options: &[OptionId], selector: &Selector) -> Option<LinearSum> {
        let mut sum = LinearSum::default();
        for option in options {
            // What is bought counts too, all of it or, in a command or of some buyers, a part
            if selector.finds_purchases() {
                let mut bought = self.bought_counts.iter().filter(|(bought, _)| bought == option);
                let bought = bought.try_fold(LinearSum::default(), |sum, (_, count)| sum.plus(count))?;
                if bought != LinearSum::default() {
                    sum = sum.plus(&self.add_variable_up_to(true, Some(&bought))?)?;
                }
            }
            let own = SelectorTest::Option(vec![*option]);
            let test = SelectorTest::All(vec![selector.test.clone(), own]);
            let with_option = Selector { test, ..selector.clone() };
            let partial = self.rules.option(*option).partial;
            for at in 0..self.types.len() {
                let one = &self.types[at];
                let inside = one.parts.iter().any(|p| p.coverage(&with_option) != Coverage::Never);
                let (coverage, count) =
                    (one.reach.coverage(&with_option), LinearSum::from_variable(one.count));
                // A unit may have it several times, and within several options
                let places = one.reach.options().filter(|possible| possible.option == *option);
                let times: i64 = places.map(|possible| i64::from(*possible.times.end())).sum();
                let most = if partial { one.size.clone() } else { count };
                let most = if times > 1 { most.times(times.into())? } else { most };
                match coverage {
                    Coverage::Never => {}
                    Coverage::Always if !partial && times <= 1 => sum = sum.plus(&most)?,
                    Coverage::Always | Coverage::Sometimes => {
                        sum = sum.plus(&self.add_variable_up_to(true, Some(&most))?)?;
                    }
                }
                if inside {
                    sum = sum.plus(&self.add_variable_up_to(true, None)?)?;
                }
            }
        }
        Some(sum)
    }

    /// Returns the points of what a selector matches. `None` if they have no known bounds.
    fn sum_points(&mut self, selector: &Selector) -> Option<LinearSum> {
        if self.types.iter().any(|t| t.cost.is_none()) || self.characters.iter().any(|p| p.2.is_none()) {
            return None;
        }
        let everything = matches!(selector.test, SelectorTest::Always);
        // What the army pays itself counts only where all points are added up
        let mut sum = if everything { self.charges.clone()? } else { LinearSum::default() };
        for at in 0..self.types.len() {
            let one = &self.types[at];
            let cost = one.cost.clone()?;
            let own = one.reach.coverage(selector);
            let inside = one.parts.iter().any(|p| p.coverage(selector) != Coverage::Never);
            // The cost of a unit includes its parts, but selectors match parts separately
            if own == Coverage::Always && (everything || one.parts.is_empty()) {
                sum = sum.plus(&cost)?;
            } else if own != Coverage::Never || inside {
                // A part of a cost is at most the whole only if nothing in it is negative
                if cost.factors.values().any(|f| *f < 0) || cost.constant < 0 {
                    return None;
                }
                sum = sum.plus(&self.add_variable_up_to(false, Some(&cost))?)?;
            }
        }
        if everything {
            sum = sum.plus(self.bought.as_ref()?)?;
        }
        for at in 0..self.characters.len() {
            let (person, _, cost) = &self.characters[at];
            if everything || selector.matches(person) {
                sum = sum.plus(&cost.clone()?)?;
            }
        }
        Some(sum)
    }
}

impl ConstraintModel for Relaxation<'_> {
    fn rules(&self) -> &Rules {
        self.rules
    }

    fn scene(&self) -> &Scenario {
        self.scene
    }

    fn program(&mut self) -> &mut IntegerProgram {
        &mut self.program
    }

    fn is_relaxation(&self) -> bool {
        true
    }

    fn min_severity(&self) -> Severity {
        Severity::Error
    }

    fn command_count(&self) -> Option<usize> {
        self.rules.led_by.is_none().then_some(1)
    }

    fn has_unknown_allies(&self) -> bool {
        self.allied_points.is_some()
    }

    fn measured_sum(
        &mut self,
        what: &Measure,
        _: Option<ContingentId>,
        joined_once: bool,
    ) -> Option<LinearSum> {
        if let Measure::Commands(selector) = what
            && !self.command_kinds.is_empty()
        {
            return match &selector.test {
                SelectorTest::Always => self.sum_command_kinds(|_| true),
                SelectorTest::CommandKind(kinds) => self.sum_command_kinds(|kind| kinds.contains(&kind)),
                _ => None,
            };
        }
        // No variable says in which kind of command a unit is
        if what.selector().is_some_and(Selector::tests_command_kinds) {
            return None;
        }
        match what {
            Measure::Count(selector) => {
                let mut sum = self.sum_units(selector, &|t| LinearSum::from_variable(t.count), false)?;
                for (person, count, _) in &self.characters {
                    if selector.matches(person) {
                        sum = sum.plus_term(*count, Number::ONE)?;
                    }
                }
                // Units that are attached to others may not count, so what is measured is anything from 0 to this sum
                if joined_once { self.add_variable_up_to(true, Some(&sum)) } else { Some(sum) }
            }
            Measure::Size(selector) => self.sum_units(selector, &|t| t.size.clone(), true),
            Measure::Points(selector) => self.sum_points(selector),
            Measure::Options(options, selector) => self.sum_options(options, selector),
            Measure::Commands(_)
            | Measure::DifferentKinds(_)
            | Measure::Number(..)
            | Measure::DifferentOptions(..)
            | Measure::OptionPoints(..)
            | Measure::Highest(..)
            | Measure::Lowest(..)
            | Measure::RegionNumber(_)
            | Measure::Formula => None,
        }
    }

    fn sums_by_kind(&mut self, what: &Measure, _: Option<ContingentId>) -> Option<Vec<LinearSum>> {
        let (Measure::Count(selector) | Measure::Size(selector)) = what else { return None };
        if selector.tests_command_kinds() {
            return None;
        }
        let mut all = Vec::new();
        for at in 0..self.types.len() {
            let one = &self.types[at];
            if one.reach.coverage(selector) == Coverage::Always && one.parts.is_empty() {
                let sum = match what {
                    Measure::Size(_) => one.size.clone(),
                    _ => LinearSum::from_variable(one.count),
                };
                all.push(sum);
            }
        }
        Some(all)
    }

    fn set_command(&mut self, _: Option<usize>) {}

    fn no_command_of_kind(&self, kind: CommandKindId) -> Option<Constraint> {
        Constraint::at_most(&self.sum_command_kinds(|of| of == kind)?, &LinearSum::default())
    }

    fn cost_sum(&mut self, _: Option<ContingentId>) -> Option<LinearSum> {
        let units = self.types.iter().map(|t| t.cost.as_ref());
        let mut all = units.chain(self.characters.iter().map(|(_, _, cost)| cost.as_ref()));
        let troops = all.try_fold(self.charges.clone()?, |sum, cost| sum.plus(cost?))?;
        troops.plus(self.bought.as_ref()?)
    }

    fn may_match_parts(&self, selector: &Selector) -> bool {
        self.types.iter().flat_map(|t| &t.parts).any(|p| p.coverage(selector) != Coverage::Never)
    }

    fn agreed_size_sum(&mut self, contingent: Option<ContingentId>) -> Option<LinearSum> {
        let size = LinearSum::from_constant(self.scene.size?);
        match self.allied_points {
            Some(allied) if contingent == Some(ContingentId::OWN) => {
                size.minus(&LinearSum::from_variable(allied))
            }
            _ => Some(size),
        }
    }
}
