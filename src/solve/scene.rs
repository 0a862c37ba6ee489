//! What is settled before a list is built: mode, size, year, answers to the book's choices.

use crate::army::Army;
use crate::army::condition::{Facts, Truth};
use crate::format::date::Year;
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{ContingentId, KindId, ModeId};
use crate::rules::when::When;

use super::reach::in_time;

/// What is settled before a list is built.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// The mode it is priced in.
    pub mode: Option<ModeId>,
    /// The agreed size; nothing in a game without points.
    pub size: Option<Number>,
    /// The year; nothing where none is given.
    pub date: Option<Year>,
    /// Answers to the own book's choices.
    pub answers: Vec<(String, String)>,
}

impl Scene {
    /// What a written list settles.
    pub fn of_army(army: &Army<'_>) -> Self {
        let own = army.answers.iter().filter(|((whose, _), _)| *whose == ContingentId::OWN);
        let answers = own.map(|((_, choice), answer)| (choice.clone(), answer.clone())).collect();
        Self { mode: army.mode, size: army.points, date: army.date, answers }
    }

    /// Every way to settle mode and choices for a size and a year, the usual mode first.
    pub fn all(rules: &Rules, size: Option<Number>, date: Option<Year>) -> Vec<Self> {
        let mut modes: Vec<Option<ModeId>> = vec![rules.default_mode()];
        modes.extend((0..rules.modes.len()).map(|m| Some(ModeId(m))).filter(|m| *m != rules.default_mode()));
        // An event may admit some only
        if let Some((words, _)) = rules.event.as_ref().and_then(|e| e.modes.as_ref()) {
            modes.retain(|mode| mode.is_none_or(|m| words.contains(&rules.modes[m.0].id)));
        }
        let size = size.filter(|_| rules.has_points);
        let mut scenes: Vec<Self> =
            modes.into_iter().map(|mode| Self { mode, size, date, answers: Vec::new() }).collect();
        for choice in rules.contingents.first().map_or(&[][..], |c| &c.choices) {
            let answers: Vec<&String> =
                choice.answers.iter().filter(|(_, _, d)| in_time(d, date)).map(|(id, _, _)| id).collect();
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

    /// Whether an entry or unit type may be taken at all, as far as that is settled.
    pub fn offers(&self, rules: &Rules, id: KindId) -> bool {
        let kind = rules.kind_of(id);
        let own = if rules.has_book(ContingentId::OWN) { Some(ContingentId::OWN) } else { None };
        let ask = Ask { commands: None, size: None, own: true };
        kind.entry_of == own
            && in_time(&kind.dates, self.date)
            && !matches!(self.known(&kind.when, &ask), Truth::Fails)
    }

    /// What is known of a condition.
    pub(super) fn known<'w>(&self, when: &'w When, ask: &Ask) -> Truth<'w> {
        let answer = |choice: &str| self.answers.iter().find(|(id, _)| ask.own && id == choice);
        let facts = Facts {
            mode: self.mode,
            points: ask.size,
            // Lists are sought that fill the agreed size, so it is what they are worth
            worth: &|| ask.size,
            spent: None,
            commands: ask.commands.map(Number::from),
            date: self.date,
            answer: &|choice| answer(choice).map(|(_, answer)| answer),
            present: &|_| None,
        };
        facts.truth(when)
    }
}

/// For whom a condition is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ask {
    /// How many commands there are, where that is settled.
    pub(super) commands: Option<usize>,
    /// The agreed size, where that is settled.
    pub(super) size: Option<Number>,
    /// Whether the answers of the own book are meant.
    pub(super) own: bool,
}
