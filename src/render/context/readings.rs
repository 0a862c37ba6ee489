//! Readings: how unclear places of the rules are understood, and the signs that mark what rests on them.

use std::collections::HashMap;

use serde::Serialize;

use crate::format::sheet::Note;
use crate::format::words::Words;

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

/// The readings of a ruleset and its books, and the rules that rest on each.
#[derive(Debug, Default)]
pub struct Readings {
    all: Vec<Reading>,
    /// By the rule's name in full, the places in `all`.
    places: HashMap<String, Vec<usize>>,
}

impl Readings {
    /// Adds the notes of a file that have a reading and say what they concern.
    pub(super) fn add<'n>(&mut self, owner: &str, notes: impl Iterator<Item = &'n Note>) {
        for note in notes {
            let (Some((kind, text)), Some(reading)) = (note.what(), &note.reading) else { continue };
            let places: Vec<&str> = note.at.iter().flat_map(Words::as_slice).map(|w| w.as_str()).collect();
            if places.is_empty() {
                continue;
            }
            for place in places {
                self.places.entry(format!("{owner}/{place}")).or_default().push(self.all.len());
            }
            self.all.push(Reading {
                sign: format!("†{}", self.all.len() + 1),
                kind,
                text: super::texts::printed(&text),
                reading: super::texts::printed(reading),
                place: self.all.len(),
            });
        }
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
