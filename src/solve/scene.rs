//! What is settled before a list is built: mode, size, year, answers to the book's choices.

use crate::format::date::Year;
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{ContingentId, KindId, ModeId};
use crate::rules::selector::Selector;
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

/// What is known of a condition.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// It holds.
    Holds,
    /// It does not.
    Fails,
    /// It holds where one of these is there, or where one is not: all of them together.
    Present(Vec<(Selector, bool)>),
    /// That cannot be said.
    Unknown,
}

impl Scene {
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
        kind.entry_of == own
            && in_time(&kind.dates, self.date)
            && !matches!(self.known(rules, &kind.when, &Ask::default()), Known::Fails)
    }

    /// What is known of a condition.
    pub(super) fn known(&self, rules: &Rules, when: &When, ask: &Ask) -> Known {
        let mut present = Vec::new();
        let mut unknown = false;
        for known in self.parts(rules, when, ask) {
            match known {
                Known::Holds => {}
                Known::Fails => return Known::Fails,
                Known::Present(all) => present.extend(all),
                Known::Unknown => unknown = true,
            }
        }
        if unknown {
            Known::Unknown
        } else if present.is_empty() {
            Known::Holds
        } else {
            Known::Present(present)
        }
    }

    fn parts(&self, rules: &Rules, when: &When, ask: &Ask) -> Vec<Known> {
        let sure = |yes: Option<bool>| match yes {
            Some(true) => Known::Holds,
            Some(false) => Known::Fails,
            None => Known::Unknown,
        };
        let mut parts = Vec::new();
        if let Some(modes) = &when.modes {
            parts.push(sure(self.mode.map(|m| modes.contains(&m))));
        }
        if let Some(points) = &when.points {
            parts.push(sure(ask.size.map(|n| points.holds(n))));
        }
        // Lists are sought that fill the agreed size, so it is what they are worth
        if let Some(worth) = &when.worth {
            parts.push(sure(ask.size.map(|n| worth.holds(n))));
        }
        if when.spent.is_some() {
            parts.push(Known::Unknown);
        }
        if let Some(commands) = &when.commands {
            parts.push(sure(ask.commands.map(|n| commands.holds(n.into()))));
        }
        if let Some(date) = &when.date {
            parts.push(sure(self.date.map(|year| date.hold(year))));
        }
        if let Some(selector) = &when.present {
            parts.push(Known::Present(vec![(selector.clone(), true)]));
        }
        for (choice, answers) in &when.choices {
            let given = self.answers.iter().find(|(id, _)| id == choice);
            parts.push(sure(given.filter(|_| ask.own).map(|(_, answer)| answers.contains(answer))));
        }
        parts.extend(when.all.iter().map(|w| self.known(rules, w, ask)));
        if !when.any.is_empty() {
            let all: Vec<Known> = when.any.iter().map(|w| self.known(rules, w, ask)).collect();
            parts.push(if all.iter().any(|k| matches!(k, Known::Holds)) {
                Known::Holds
            } else if all.iter().all(|k| matches!(k, Known::Fails)) {
                Known::Fails
            } else {
                Known::Unknown
            });
        }
        if let Some(not) = &when.not {
            parts.push(match self.known(rules, not, ask) {
                Known::Holds => Known::Fails,
                Known::Fails => Known::Holds,
                Known::Present(one) if one.len() == 1 => {
                    Known::Present(one.into_iter().map(|(selector, there)| (selector, !there)).collect())
                }
                Known::Present(_) | Known::Unknown => Known::Unknown,
            });
        }
        parts
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

impl Default for Ask {
    fn default() -> Self {
        Self { commands: None, size: None, own: true }
    }
}
