//! Evaluates conditions of rules: whether they hold, do not hold, or cannot be decided.
//!
//! The facts come from a list, or from a scenario for lists that are yet to be written.

use crate::format::read_exact_numbers::Number;
use crate::format::years::Year;
use crate::rules::compiled_conditions::{Condition, Dates, MeasuredTest};
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::{ContingentId, ModeId};

use super::Army;
use super::regions::Region;

/// The result of evaluating a condition.
#[derive(Clone, Debug)]
pub enum ConditionOutcome<'w> {
    /// The condition holds.
    Holds,
    /// The condition does not hold.
    Fails,
    /// The facts do not decide the condition.
    ///
    /// With questions, it holds exactly if each question paired with `true` is answered with yes and each paired
    /// with `false` with no. `None` if it depends on something else.
    Open(Option<Vec<(OpenQuestion<'w>, bool)>>),
}

/// What the troops of an army decide.
#[derive(Clone, Copy, Debug)]
pub enum OpenQuestion<'w> {
    /// Whether this has a match.
    Present(&'w Selector),
    /// Whether the measured amount passes the test.
    Measured(&'w MeasuredTest),
}

/// The facts that conditions ask about. `None` if a fact is unknown.
pub struct ConditionFacts<'f> {
    /// The mode that the list is played and priced in.
    pub mode: Option<ModeId>,
    /// The agreed size of the contingent whose rule this is, in points.
    pub points: Option<Number>,
    /// Returns what that contingent is worth, in points. A function, since it is a sum over commands.
    pub worth: &'f dyn Fn() -> Option<Number>,
    /// The cost of the army, in points.
    pub spent: Option<Number>,
    /// The number of commands.
    pub commands: Option<Number>,
    /// The year the army takes the field.
    pub date: Option<Year>,
    /// Returns the answer to a choice of the contingent's book.
    pub answer: &'f dyn Fn(&str) -> Option<&'f String>,
    /// Returns `true` if a selector has a match in the army.
    pub present: &'f dyn Fn(&Selector) -> Option<bool>,
    /// Returns `true` if what is measured passes its test.
    pub measured: &'f dyn Fn(&MeasuredTest) -> Option<bool>,
}

impl ConditionFacts<'_> {
    /// Evaluates a condition.
    pub fn evaluate<'w>(&self, when: &'w Condition) -> ConditionOutcome<'w> {
        let sizes = [(&when.points, self.points), (&when.spent, self.spent), (&when.commands, self.commands)];
        let sizes = sizes.into_iter().filter_map(|(asked, fact)| asked.as_ref().map(|a| (a, fact)));
        let worth = when.worth.iter().map(|asked| (asked, (self.worth)()));
        let compared = sizes.chain(worth).map(|(asked, fact)| fact.map(|n| asked.is_met_by(n)));
        let mode = when.modes.iter().map(|modes| self.mode.map(|mode| modes.contains(&mode)));
        let date = when.date.iter().map(|dates| self.date.map(|year| dates.contains(year)));
        let choices = when.choices.iter();
        let choices = choices.map(|(choice, of)| (self.answer)(choice).map(|given| of.contains(given)));
        let present = when.present.iter().map(|selector| match (self.present)(selector) {
            None => ConditionOutcome::Open(Some(vec![(OpenQuestion::Present(selector), true)])),
            known => known.into(),
        });
        let measured = when.measured.iter().map(|asked| match (self.measured)(asked) {
            None => ConditionOutcome::Open(Some(vec![(OpenQuestion::Measured(asked), true)])),
            known => known.into(),
        });
        let inner = when.all.iter().map(|when| self.evaluate(when));
        // "Not all of them fail" says the same as "one of them holds", and keeps what is open
        let any = (!when.any.is_empty())
            .then(|| combine_all(when.any.iter().map(|when| self.evaluate(when).negate())).negate());
        let not = when.not.iter().map(|when| self.evaluate(when).negate());
        let simple = mode.chain(compared).chain(date).chain(choices).map(ConditionOutcome::from);
        combine_all(simple.chain(present).chain(measured).chain(inner).chain(any).chain(not))
    }
}

/// Combines conditions that must all hold. One that fails decides, whatever is unknown about the others.
fn combine_all<'w>(parts: impl Iterator<Item = ConditionOutcome<'w>>) -> ConditionOutcome<'w> {
    let mut open: Option<Option<Vec<_>>> = None;
    for part in parts {
        match (part, &mut open) {
            (ConditionOutcome::Holds, _) => {}
            (ConditionOutcome::Fails, _) => return ConditionOutcome::Fails,
            (ConditionOutcome::Open(Some(more)), Some(Some(sought))) => sought.extend(more),
            (ConditionOutcome::Open(sought), None) => open = Some(sought),
            (ConditionOutcome::Open(_), open) => *open = Some(None),
        }
    }
    open.map_or(ConditionOutcome::Holds, ConditionOutcome::Open)
}

impl ConditionOutcome<'_> {
    fn negate(self) -> Self {
        match self {
            Self::Holds => Self::Fails,
            Self::Fails => Self::Holds,
            // The negation of several selectors is not a conjunction of selectors
            Self::Open(Some(mut sought)) if sought.len() == 1 => {
                sought[0].1 = !sought[0].1;
                Self::Open(Some(sought))
            }
            Self::Open(_) => Self::Open(None),
        }
    }
}

impl From<Option<bool>> for ConditionOutcome<'_> {
    fn from(known: Option<bool>) -> Self {
        known.map_or(Self::Open(None), |holds| if holds { Self::Holds } else { Self::Fails })
    }
}

/// Returns `true` if a condition holds in a region of the army, for the contingent whose rule it belongs to.
///
/// `None` if the list does not say enough to decide.
pub fn condition_holds(
    army: &Army<'_>,
    when: &Condition,
    place: Region,
    sees: Option<ContingentId>,
) -> Option<bool> {
    // Most rules have no condition, and the points of a contingent are a sum over commands
    if when.is_empty() {
        return Some(true);
    }
    let facts = ConditionFacts {
        mode: army.mode,
        points: army.points_of(sees),
        worth: &|| army.worth(sees),
        spent: army.cost_is_known.then_some(army.spent),
        commands: Some(army.commands.len().into()),
        date: army.date,
        answer: &|choice| army.answers.get(&(sees.unwrap_or(ContingentId::OWN), choice.to_owned())),
        present: &|selector| {
            let sees = if selector.names_ally { None } else { sees };
            if place == Region::Army {
                army.has_match_if_known(selector, sees)
            } else {
                army.has_match_in_if_known(place, selector, sees)
            }
        },
        measured: &|asked| {
            let names_ally = asked.measure.selector().is_some_and(|selector| selector.names_ally);
            army.passes_if_known(asked, place, sees.filter(|_| !names_ally))
        },
    };
    match facts.evaluate(when) {
        ConditionOutcome::Holds => Some(true),
        ConditionOutcome::Fails => Some(false),
        ConditionOutcome::Open(_) => None,
    }
}

/// Returns the first range of dates that applies and does not contain the army's date.
pub fn first_dates_outside<'d>(
    army: &Army<'_>,
    dates: &'d [Dates],
    sees: Option<ContingentId>,
) -> Option<&'d Dates> {
    let year = army.date?;
    applicable_dates(army, dates, sees).find(|d| !d.contains(year))
}

/// Returns the ranges of dates whose condition holds.
pub fn applicable_dates<'d>(
    army: &Army<'_>,
    dates: &'d [Dates],
    sees: Option<ContingentId>,
) -> impl Iterator<Item = &'d Dates> {
    dates.iter().filter(move |d| {
        d.when.as_ref().is_none_or(|w| condition_holds(army, w, Region::Army, sees) == Some(true))
    })
}
