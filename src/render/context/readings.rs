//! Readings: how unclear places of the rules are understood, and the signs that mark what rests on them.

use std::collections::HashMap;

use serde::Serialize;

use crate::army::measure::Where;
use crate::army::{Army, condition};
use crate::format::sheet::Note;
use crate::format::words::Words;
use crate::rules::ids::ContingentId;
use crate::rules::when::When;

/// How an unclear place of the rules is understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reading {
    /// The sign that marks what rests on it, the same on every sheet of these rules: `†3`.
    pub sign: String,
    /// `gap`, `contradiction`, `unclear` or `unverified`.
    pub kind: &'static str,
    /// What is missing or unclear.
    pub text: String,
    /// How it is read.
    pub reading: String,
    /// Its place among the notes of these rules.
    #[serde(skip)]
    pub(super) place: usize,
}

/// Adds to the signs of something those of others that it has not, in the order of their numbers.
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

/// The readings of a ruleset and its books, and the rules that rest on each.
#[derive(Debug, Default)]
pub struct Readings {
    all: Vec<Reading>,
    /// By the rule's name in full, the places in `all`.
    places: HashMap<String, Vec<usize>>,
    /// When each of `all` concerns an army, and which contingent asks.
    whens: Vec<(When, Option<ContingentId>)>,
}

impl Reading {
    /// Whether its sign stands in a text, as `†3` is in `†3†18` and not in `†31`.
    pub fn is_marked_by(&self, text: &str) -> bool {
        let end = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
        text.split(self.sign.as_str()).skip(1).any(end)
    }
}

impl Readings {
    /// Adds the notes of a file that have a reading and say what they concern, each with when it concerns an army.
    pub(super) fn add<'n>(
        &mut self,
        owner: &str,
        notes: impl Iterator<Item = &'n Note>,
        whens: &[When],
        sees: Option<ContingentId>,
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
            self.whens.push((whens.get(at).cloned().unwrap_or_default(), sees));
            self.all.push(Reading {
                sign: format!("†{}", self.all.len() + 1),
                kind,
                text: super::texts::printed(&text),
                reading: super::texts::printed(reading),
                place: self.all.len(),
            });
        }
    }

    /// Leaves only what concerns an army, or may concern it where the list does not say. The signs stay the same.
    pub fn keep_for(&mut self, army: &Army<'_>) {
        let concerns = |(when, sees): &(When, Option<ContingentId>)| {
            condition::holds(army, when, Where::Army, *sees) != Some(false)
        };
        let kept: Vec<bool> = self.whens.iter().map(concerns).collect();
        self.places.values_mut().for_each(|places| places.retain(|at| kept[*at]));
    }

    /// The signs for what is printed of these rules, given by their names in full. Empty if none rests on a reading.
    pub fn sign<'r>(&self, rules: impl IntoIterator<Item = &'r str>) -> String {
        let mut found = self.of(rules);
        found.dedup();
        found.iter().map(|at| self.all[*at].sign.as_str()).collect()
    }

    /// The readings on which some of these rules rest, each once, in the order of their signs.
    pub fn used<'r>(&self, rules: impl IntoIterator<Item = &'r str>) -> Vec<Reading> {
        let mut found = self.of(rules);
        found.dedup();
        found.iter().map(|at| self.all[*at].clone()).collect()
    }

    /// The sign of the reading of a note. Empty if it concerns nothing that is printed.
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
