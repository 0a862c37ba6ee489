//! Whether any legal list exists: integer programs made from the limits of a ruleset and a book.
//!
//! Two programs are made. Every solution of the narrow one is a list, which the ordinary check must then find legal
//! before it counts. Every legal list is a solution of the wide one, so that where it has none, there is none: that is
//! a proof, since all arithmetic is in whole numbers. Between the two nothing is claimed.

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

/// What a list is wanted for.
#[derive(Clone, Debug)]
pub struct Terms<'t> {
    /// What the list is called.
    pub title: &'t str,
    /// The agreed size; nothing in a game without points.
    pub size: Option<Number>,
    /// The year.
    pub date: Option<Year>,
    /// How much it must spend.
    pub at_least: Number,
    /// The answer that it must give to one of the book's choices: the choice, and the answer.
    pub answer: Option<(&'t str, &'t str)>,
    /// How long to look.
    pub time: Duration,
}

/// A legal list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Witness {
    /// The list, as a file has it.
    pub text: String,
    /// What it costs.
    pub spent: Number,
}

/// What forbids every list together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clash {
    /// Limits, by their places in [`Rules::limits`].
    pub limits: Vec<usize>,
    /// Whether the agreed size is part of it.
    pub size: bool,
    /// Whether what must be spent is part of it.
    pub spent: bool,
    /// Whether the army's book is for other years.
    pub years: bool,
}

/// Whether there is a legal list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is: this one.
    Found(Witness),
    /// There is none: these forbid it together, and without any one of them they would not be known to.
    Forbidden(Clash),
    /// None was found, which says no more than that.
    NoneFound,
}

/// The most branches of one program.
const BRANCHES: usize = 20_000;

/// What forbids every list whose mode, size, date and answers are settled; nothing where that is not so or could not
/// be proved.
pub(crate) fn forbids(rules: &Rules, scene: &Scene, terms: &Terms<'_>) -> Option<Clash> {
    let patience = Patience { until: Instant::now() + terms.time, branches: BRANCHES };
    wide::refute(rules, scene, terms, patience)
}

/// Looks for a legal list, and for a proof that there is none. An army has at least one unit.
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
    let patience = |part: u32| Patience { until: start + terms.time * part / 4, branches: BRANCHES };
    // A game with commands is tried without any, then with two
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
