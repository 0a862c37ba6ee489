//! Scenarios: what is fixed before a list is built, namely the mode, the size, the year and the answers to
//! the book's choices.

use crate::army::Army;
use crate::army::evaluate_conditions::{ConditionFacts, ConditionOutcome};
use crate::format::read_exact_numbers::Number;
use crate::format::years::Year;
use crate::rules::Rules;
use crate::rules::compiled_conditions::Condition;
use crate::rules::id_types::{ContingentId, ModeId, UnitKindId};

use crate::army::selector_coverage_of_unit_types::dates_allow;

/// What is fixed before a list is built.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// The mode that the list is priced in.
    pub mode: Option<ModeId>,
    /// The agreed size, in points. `None` if the game has no points.
    pub size: Option<Number>,
    /// The year the army takes the field. `None` if none is given.
    pub date: Option<Year>,
    /// Pairs of choice and answer, for the choices of the army's own book.
    pub answers: Vec<(String, String)>,
}

impl Scenario {
    /// Creates the scenario that a written list fixes.
    pub fn from_army(army: &Army<'_>) -> Self {
        let own = army.answers.iter().filter(|((whose, _), _)| *whose == ContingentId::OWN);
        let answers = own.map(|((_, choice), answer)| (choice.clone(), answer.clone())).collect();
        Self { mode: army.mode, size: army.points, date: army.date, answers }
    }

    /// Lists every combination of a mode and answers for a size and a year, the default mode first.
    pub fn list_scenarios(rules: &Rules, size: Option<Number>, date: Option<Year>) -> Vec<Self> {
        let mut modes: Vec<Option<ModeId>> = vec![rules.default_mode()];
        modes.extend((0..rules.modes.len()).map(|m| Some(ModeId(m))).filter(|m| *m != rules.default_mode()));
        // An event may allow only some modes
        if let Some((words, _)) = rules.event.as_ref().and_then(|e| e.modes.as_ref()) {
            modes.retain(|mode| mode.is_none_or(|m| words.contains(&rules.modes[m.0].id)));
        }
        let size = size.filter(|_| rules.has_points);
        let mut scenes: Vec<Self> =
            modes.into_iter().map(|mode| Self { mode, size, date, answers: Vec::new() }).collect();
        for choice in rules.contingents.first().map_or(&[][..], |c| &c.choices) {
            let answers: Vec<&String> =
                choice.answers.iter().filter(|(_, _, d)| dates_allow(d, date)).map(|(id, _, _)| id).collect();
            scenes = scenes
                .iter()
                .flat_map(|scene| {
                    answers.iter().map(|answer| {
                        let mut scene = scene.clone();
                        scene.answers.push((choice.id.clone(), (*answer).clone()));
                        scene
                    })
                })
                .collect();
        }
        scenes
    }

    /// Returns `true` unless the scenario alone rules out an entry or unit type.
    pub fn may_be_taken(&self, rules: &Rules, id: UnitKindId) -> bool {
        let kind = rules.kind(id);
        let own = if rules.has_book(ContingentId::OWN) { Some(ContingentId::OWN) } else { None };
        let ask = ConditionContext { commands: None, size: None, uses_own_answers: true };
        kind.entry_of == own
            && dates_allow(&kind.dates, self.date)
            && !matches!(self.evaluate_condition(&kind.when, &ask), ConditionOutcome::Fails)
    }

    /// Evaluates a condition as far as the scenario and `ask` decide it.
    pub(super) fn evaluate_condition<'w>(
        &self,
        when: &'w Condition,
        ask: &ConditionContext,
    ) -> ConditionOutcome<'w> {
        let answer = |choice: &str| self.answers.iter().find(|(id, _)| ask.uses_own_answers && id == choice);
        let facts = ConditionFacts {
            mode: self.mode,
            points: ask.size,
            // The solver looks for lists that fill the agreed size, so they are worth just that
            worth: &|| ask.size,
            spent: None,
            commands: ask.commands.map(Number::from),
            date: self.date,
            answer: &|choice| answer(choice).map(|(_, answer)| answer),
            present: &|_| None,
            measured: &|_| None,
        };
        facts.evaluate(when)
    }
}

/// The facts about the contingent that a condition belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct ConditionContext {
    /// The number of commands. `None` if it is not fixed.
    pub(super) commands: Option<usize>,
    /// The agreed size of the contingent, in points. `None` if it is not fixed.
    pub(super) size: Option<Number>,
    /// Whether the contingent uses the answers to the army's own book.
    pub(super) uses_own_answers: bool,
}
