//! Finds legal lists, or proves that there are none, with integer programs made from the limits of a ruleset
//! and a book.
//!
//! Two programs are made. Every solution of the construction is a list, which counts only if the ordinary
//! check finds it legal. Every legal list is a solution of the relaxation, so if that has no solution, no
//! list is legal. This is a proof, since all arithmetic is exact. If neither succeeds, nothing is claimed.

mod builds;
mod costs;
pub(crate) mod edits;
mod limits;
pub mod linear;
mod narrow;
pub(crate) mod point;
pub mod program;
pub mod reach;
pub mod scene;
mod sound;
pub(crate) mod sums;
mod tableau;
#[cfg(test)]
mod tests;
mod wide;
mod write;

use std::time::{Duration, Instant};

use crate::format::date::Year;
use crate::format::number::Number;
use crate::rules::Rules;

use builds::{Breadth, STRICTNESS};
use narrow::How;
use program::Patience;
use scene::Scene;

/// Requirements for a list to find.
#[derive(Clone, Debug)]
pub struct Terms<'t> {
    /// The title of the list.
    pub title: &'t str,
    /// The agreed size, in points. `None` in a game without points.
    pub size: Option<Number>,
    /// The year of the army. `None` if it has none.
    pub date: Option<Year>,
    /// The least that the army must cost, in points.
    pub at_least: Number,
    /// An answer that the list must give to one of the book's choices: the choice, and the answer.
    pub answer: Option<(&'t str, &'t str)>,
    /// The time limit for the search.
    pub time: Duration,
}

/// A legal list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The text of the list's file.
    pub text: String,
    /// The cost of the army, in points.
    pub spent: Number,
}

/// Requirements that together rule out every list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// Indices into [`Rules::limits`].
    pub limits: Vec<usize>,
    /// Whether the agreed size is one of the requirements.
    pub size: bool,
    /// Whether the least cost is one of the requirements.
    pub spent: bool,
    /// Whether the army's year is outside those of its book, which alone rules out every list.
    pub years: bool,
}

/// The result of a search for a legal list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A legal list exists: this one.
    Found(Witness),
    /// Proven: no list is legal. Together these limits rule it out, and every one of them is needed for the
    /// proof, as far as time allowed to tell.
    Forbidden(Clash),
    /// No legal list was found, but one may exist.
    NoneFound,
}

/// The largest number of branches in the search of one program.
const BRANCHES: usize = 20_000;

/// Tries to prove that no list is legal whose mode, size, date and answers are those of a scenario.
///
/// `None` if that is not so, or could not be proven in time.
pub(crate) fn forbids(rules: &Rules, scene: &Scene, terms: &Terms<'_>) -> Option<Clash> {
    let patience = Patience { until: Instant::now() + terms.time, branches: BRANCHES };
    wide::refute(rules, scene, terms, patience)
}

/// Looks for a legal list, or for a proof that there is none. An army must have at least one unit.
pub fn witness(rules: &Rules, terms: &Terms<'_>) -> Answer {
    let years = rules.contingents.first().and_then(|c| c.book.as_ref()?.dates.as_ref());
    if years.zip(terms.date).is_some_and(|(dates, year)| !dates.hold(year)) {
        return Answer::Forbidden(Clash { years: true, ..Clash::default() });
    }
    let mut scenes = Scene::all(rules, terms.size, terms.date);
    if let Some((choice, answer)) = terms.answer {
        scenes.retain(|scene| scene.answers.iter().any(|(c, a)| c == choice && a == answer));
    }
    let start = Instant::now();
    // The quick search ends after half of the time, the proof after three quarters, the wider search after all
    let patience = |part: u32| Patience { until: start + terms.time * part / 4, branches: BRANCHES };
    // In a game with commands, try a list without them first, then with two
    let most = if rules.led_by.is_some() { 2 } else { 1 };
    let look = |breadth, part| {
        (1..=most).find_map(|commands| {
            scenes.iter().find_map(|scene| {
                STRICTNESS.iter().find_map(|strict| {
                    let how = How { breadth, strict: *strict, commands };
                    narrow::look(rules, scene, terms, how, patience(part))
                })
            })
        })
    };
    if let Some(found) = look(Breadth::Few, 2) {
        return Answer::Found(found);
    }
    let mut all = Clash::default();
    let proved = scenes.iter().all(|scene| {
        let Some(clash) = wide::refute(rules, scene, terms, patience(3)) else { return false };
        all.size |= clash.size;
        all.spent |= clash.spent;
        all.limits.extend(clash.limits);
        true
    });
    if proved {
        all.limits.sort_unstable();
        all.limits.dedup();
        return Answer::Forbidden(all);
    }
    look(Breadth::Many, 4).map_or(Answer::NoneFound, Answer::Found)
}
