//! Readings: how unclear rules are interpreted, and the signs that mark what rests on them.

use std::collections::HashMap;

use serde::Serialize;

use crate::army::measure::Where;
use crate::army::{Army, condition};
use crate::format::sheet::Note;
use crate::format::words::Words;
use crate::rules::ids::ContingentId;
use crate::rules::when::When;

/// How an unclear rule is interpreted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The sign that marks what rests on the reading, the same on every sheet of these rules: `†3`.
    pub sign: String,
    /// `gap`, `contradiction`, `unclear` or `unverified`.
    pub kind: &'static str,
    /// What is missing or unclear.
    pub text: String,
    /// The interpretation.
    pub reading: String,
    /// The index among the notes of these rules.
    #[serde(skip)]
    pub(super) place: usize,
}

/// Adds signs to others, each once, in the order of their numbers.
pub(super) fn join(signs: &mut String, more: &str) {
    let mut numbers: Vec<u64> =
        [signs, more].iter().flat_map(|s| s.split('†').skip(1)).filter_map(|n| n.parse().ok()).collect();
    numbers.sort_unstable();
    numbers.dedup();
    signs.clear();
    for number in numbers {
        signs.push('†');
        signs.push_str(&number.to_string());
    }
}

/// The readings of a ruleset and its books, with the rules that rest on each.
#[derive(Debug, Default)]
pub struct Readings {
    all: Vec<Reading>,
    /// By rule path, the indices of the readings that the rule rests on.
    places: HashMap<String, Vec<usize>>,
    /// For each reading, the condition under which it concerns an army, and the contingent that the
    /// condition is tested for.
    whens: Vec<(When, Option<ContingentId>)>,
}

impl Reading {
    /// Returns `true` if a text has its sign: `†3` is in `†3†18` but not in `†31`.
    pub fn is_marked_by(&self, text: &str) -> bool {
        let end = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
        text.split(self.sign.as_str()).skip(1).any(end)
    }
}

impl Readings {
    /// Adds the notes of a file that have a reading and name the rules they concern.
    ///
    /// `whens` has the condition of each note, under which it concerns an army.
    pub(super) fn add<'n>(
        &mut self,
        owner: &str,
        notes: impl Iterator<Item = &'n Note>,
        whens: &[When],
        contingent: Option<ContingentId>,
    ) {
        for (at, note) in notes.enumerate() {
            let (Some((kind, text)), Some(reading)) = (note.what(), &note.reading) else { continue };
            let places: Vec<&str> = note.at.iter().flat_map(Words::as_slice).map(|w| w.as_str()).collect();
            if places.is_empty() {
                continue;
            }
            for place in places {
                self.places.entry(format!("{owner}/{place}")).or_default().push(self.all.len());
            }
            self.whens.push((whens.get(at).cloned().unwrap_or_default(), contingent));
            self.all.push(Reading {
                sign: format!("†{}", self.all.len() + 1),
                kind,
                text: super::texts::printed(&text),
                reading: super::texts::printed(reading),
                place: self.all.len(),
            });
        }
    }

    /// Keeps only the readings that concern the army, or may concern it if the list does not say. Signs do
    /// not change.
    pub fn keep_for(&mut self, army: &Army<'_>) {
        let concerns = |(when, contingent): &(When, Option<ContingentId>)| {
            condition::holds(army, when, Where::Army, *contingent) != Some(false)
        };
        let kept: Vec<bool> = self.whens.iter().map(concerns).collect();
        self.places.values_mut().for_each(|places| places.retain(|at| kept[*at]));
    }

    /// Returns the signs for these rules, given by their rule paths. Empty if none rests on a reading.
    pub fn sign<'r>(&self, rules: impl IntoIterator<Item = &'r str>) -> String {
        let mut found = self.of(rules);
        found.dedup();
        found.iter().map(|at| self.all[*at].sign.as_str()).collect()
    }

    /// Returns the readings that some of these rules rest on, each once, in the order of their signs.
    pub fn used<'r>(&self, rules: impl IntoIterator<Item = &'r str>) -> Vec<Reading> {
        let mut found = self.of(rules);
        found.dedup();
        found.iter().map(|at| self.all[*at].clone()).collect()
    }

    /// Returns the sign of a note's reading. Empty if it concerns nothing that is printed.
    pub fn sign_of(&self, kind: &str, text: &str) -> String {
        let found = self.all.iter().find(|r| r.kind == kind && r.text == text);
        found.map_or_else(String::new, |r| r.sign.clone())
    }

    fn of<'r>(&self, rules: impl IntoIterator<Item = &'r str>) -> Vec<usize> {
        let mut found: Vec<usize> =
            rules.into_iter().filter_map(|rule| self.places.get(rule)).flatten().copied().collect();
        found.sort_unstable();
        found
    }
}
