//! Expresses what limits measure as sums of the relaxation's variables.

use crate::finding::Severity;
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::ContingentId;
use crate::rules::limit::Measure;
use crate::rules::selector::{Selector, Test};
use crate::solve::limits::Troops;
use crate::solve::linear::Linear;
use crate::solve::program::{Program, Row};
use crate::solve::reach::Sure;
use crate::solve::scene::Scene;

use super::{FACTS, Type, Wide};

impl Wide<'_> {
    /// Adds a variable between 0 and a sum, or without an upper bound.
    fn part_of(&mut self, whole: bool, most: Option<&Linear>) -> Option<Linear> {
        let part = Linear::variable(self.program.variable(whole, 0));
        if let Some(most) = most {
            self.program.row(FACTS, Row::at_most(&part, most)?);
        }
        Some(part)
    }

    /// Sums an amount over the units that a selector matches. With `parts`, allows for matching bodies inside
    /// units.
    fn units(
        &mut self,
        selector: &Selector,
        what: &dyn Fn(&Type<'_>) -> Linear,
        parts: bool,
    ) -> Option<Linear> {
        let mut sum = Linear::default();
        for at in 0..self.types.len() {
            let one = &self.types[at];
            let own = what(one);
            let inside = parts && one.parts.iter().any(|p| p.finds(selector) != Sure::No);
            match one.reach.finds(selector) {
                Sure::No => {}
                Sure::Yes => sum = sum.plus(&own)?,
                Sure::Maybe => sum = sum.plus(&self.part_of(true, Some(&own))?)?,
            }
            if inside {
                sum = sum.plus(&self.part_of(true, None)?)?;
            }
        }
        Some(sum)
    }

    /// Returns the points of what a selector matches. `None` if they have no known bounds.
    fn points_of(&mut self, selector: &Selector) -> Option<Linear> {
        if self.types.iter().any(|t| t.cost.is_none()) || self.persons.iter().any(|p| p.2.is_none()) {
            return None;
        }
        let everything = matches!(selector.test, Test::Always);
        let mut sum = Linear::default();
        for at in 0..self.types.len() {
            let one = &self.types[at];
            let cost = one.cost.clone()?;
            let own = one.reach.finds(selector);
            let inside = one.parts.iter().any(|p| p.finds(selector) != Sure::No);
            // The cost of a unit includes its parts, but selectors match parts separately
            if own == Sure::Yes && (everything || one.parts.is_empty()) {
                sum = sum.plus(&cost)?;
            } else if own != Sure::No || inside {
                // A part of a cost is at most the whole only if nothing in it is negative
                if cost.factors.values().any(|f| *f < 0) || cost.constant < 0 {
                    return None;
                }
                sum = sum.plus(&self.part_of(false, Some(&cost))?)?;
            }
        }
        for at in 0..self.persons.len() {
            let (person, _, cost) = &self.persons[at];
            if everything || selector.finds(person) {
                sum = sum.plus(&cost.clone()?)?;
            }
        }
        Some(sum)
    }
}

impl Troops for Wide<'_> {
    fn rules(&self) -> &Rules {
        self.rules
    }

    fn scene(&self) -> &Scene {
        self.scene
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
        self.rules.led_by.is_none().then_some(1)
    }

    fn allied(&self) -> bool {
        self.allied.is_some()
    }

    fn measured(&mut self, what: &Measure, _: Option<ContingentId>, once: bool) -> Option<Linear> {
        match what {
            Measure::Count(selector) => {
                let mut sum = self.units(selector, &|t| Linear::variable(t.count), false)?;
                for (person, count, _) in &self.persons {
                    if selector.finds(person) {
                        sum = sum.with(*count, Number::ONE)?;
                    }
                }
                // Attached units may not count, so the number is only an upper bound
                if once { self.part_of(true, Some(&sum)) } else { Some(sum) }
            }
            Measure::Size(selector) => self.units(selector, &|t| t.size.clone(), true),
            Measure::Points(selector) => self.points_of(selector),
            Measure::Commands(_) | Measure::Number(..) | Measure::Formula => None,
        }
    }

    fn apart(&mut self, what: &Measure, _: Option<ContingentId>) -> Option<Vec<Linear>> {
        let (Measure::Count(selector) | Measure::Size(selector)) = what else { return None };
        let mut all = Vec::new();
        for at in 0..self.types.len() {
            let one = &self.types[at];
            if one.reach.finds(selector) == Sure::Yes && one.parts.is_empty() {
                let sum = match what {
                    Measure::Size(_) => one.size.clone(),
                    _ => Linear::variable(one.count),
                };
                all.push(sum);
            }
        }
        Some(all)
    }

    fn look_at(&mut self, _: Option<usize>) {}

    fn spent(&mut self, _: Option<ContingentId>) -> Option<Linear> {
        let units = self.types.iter().map(|t| t.cost.as_ref());
        let mut all = units.chain(self.persons.iter().map(|(_, _, cost)| cost.as_ref()));
        all.try_fold(Linear::default(), |sum, cost| sum.plus(cost?))
    }

    fn hides(&self, selector: &Selector) -> bool {
        self.types.iter().flat_map(|t| &t.parts).any(|p| p.finds(selector) != Sure::No)
    }

    fn points(&mut self, contingent: Option<ContingentId>) -> Option<Linear> {
        let size = Linear::number(self.scene.size?);
        match self.allied {
            Some(allied) if contingent == Some(ContingentId::OWN) => size.minus(&Linear::variable(allied)),
            _ => Some(size),
        }
    }
}
