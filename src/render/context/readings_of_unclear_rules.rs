//! Readings: how unclear rules are interpreted, and the signs that mark what rests on them.

use std::collections::HashMap;

use serde::Serialize;

use crate::army::regions::Region;
use crate::army::{Army, evaluate_conditions};
use crate::format::notes_on_sources::Note;
use crate::format::shared_types::OneOrMore;
use crate::rules::compiled_conditions::Condition;
use crate::rules::id_types::ContingentId;

use super::printed_rule_text::rule_text;

/// How an unclear rule is interpreted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReadingData {
    /// The sign that marks what rests on the reading, the same on every sheet of one army: `†3`.
    pub sign: String,
    /// `gap`, `contradiction`, `unclear` or `unverified`.
    pub kind: &'static str,
    /// What is missing or unclear.
    pub text: String,
    /// The interpretation.
    pub reading: String,
    /// The number of the sign, less 1.
    #[serde(skip)]
    pub(super) index: usize,
}

/// Adds signs to others, each once, in the order of their numbers.
pub(super) fn merge_signs(signs: &mut String, more: &str) {
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
    all: Vec<ReadingData>,
    /// By rule path, the indices of the readings that the rule rests on.
    indices_by_rule: HashMap<String, Vec<usize>>,
    /// The note of each reading.
    notes: Vec<ReadNote>,
}

/// A note that has a reading.
#[derive(Debug)]
struct ReadNote {
    /// The id of the ruleset or book, and the index among its notes.
    position: (String, usize),
    /// The condition under which it concerns an army.
    when: Condition,
    /// The contingent that the condition is tested for.
    contingent: Option<ContingentId>,
}

impl ReadingData {
    fn set_index(&mut self, index: usize) {
        self.index = index;
        self.sign = format!("†{}", index + 1);
    }

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
    pub(super) fn add_notes<'n>(
        &mut self,
        owner: &str,
        notes: impl Iterator<Item = &'n Note>,
        whens: &[Condition],
        contingent: Option<ContingentId>,
    ) {
        for (at, note) in notes.enumerate() {
            let (Some((kind, text)), Some(reading)) = (note.kind_and_text(), &note.reading) else { continue };
            let places: Vec<&str> =
                note.at.iter().flat_map(OneOrMore::as_slice).map(|w| w.as_str()).collect();
            if places.is_empty() {
                continue;
            }
            for place in places {
                self.indices_by_rule.entry(format!("{owner}/{place}")).or_default().push(self.all.len());
            }
            self.notes.push(ReadNote {
                position: (owner.to_owned(), at),
                when: whens.get(at).cloned().unwrap_or_default(),
                contingent,
            });
            let (text, reading) = (rule_text(&text), rule_text(reading));
            let mut data = ReadingData { sign: String::new(), kind, text, reading, index: 0 };
            data.set_index(self.all.len());
            self.all.push(data);
        }
    }

    /// Numbers the readings after those of other armies, and gives those that the armies share the same
    /// numbers, so that a sign on a sheet for all of them stands for one reading.
    pub fn number_after(&mut self, others: &[&Self]) {
        let mut next = others.iter().flat_map(|other| &other.all).map(|r| r.index + 1).max().unwrap_or(0);
        for (reading, note) in self.all.iter_mut().zip(&self.notes) {
            let shared = others.iter().find_map(|other| {
                let at = other.notes.iter().position(|n| n.position == note.position)?;
                Some(other.all[at].index)
            });
            reading.set_index(shared.unwrap_or(next));
            next += usize::from(shared.is_none());
        }
    }

    /// Keeps only the readings that concern the army, or may concern it if the list does not say. Signs do
    /// not change.
    pub fn keep_for_army(&mut self, army: &Army<'_>) {
        let concerns = |note: &ReadNote| {
            evaluate_conditions::condition_holds(army, &note.when, Region::Army, note.contingent)
                != Some(false)
        };
        let kept: Vec<bool> = self.notes.iter().map(concerns).collect();
        self.indices_by_rule.values_mut().for_each(|places| places.retain(|at| kept[*at]));
    }

    /// Returns the signs for these rules, given by their rule paths. Empty if none rests on a reading.
    pub fn signs_of<'r>(&self, rules: impl IntoIterator<Item = &'r str>) -> String {
        let found = self.indices_of(rules);
        found.iter().map(|at| self.all[*at].sign.as_str()).collect()
    }

    /// Returns the readings that some of these rules rest on, each once, in the order of their signs.
    pub fn readings_of<'r>(&self, rules: impl IntoIterator<Item = &'r str>) -> Vec<ReadingData> {
        let found = self.indices_of(rules);
        found.iter().map(|at| self.all[*at].clone()).collect()
    }

    /// Returns the sign of a note's reading. Empty if it concerns nothing that is printed.
    pub fn sign_of_note(&self, kind: &str, text: &str) -> String {
        let found = self.all.iter().find(|r| r.kind == kind && r.text == text);
        found.map_or_else(String::new, |r| r.sign.clone())
    }

    /// Returns the places in `all` of the readings that some of these rules rest on, each once, in the order
    /// of their signs.
    fn indices_of<'r>(&self, rules: impl IntoIterator<Item = &'r str>) -> Vec<usize> {
        let mut found: Vec<usize> =
            rules.into_iter().filter_map(|rule| self.indices_by_rule.get(rule)).flatten().copied().collect();
        found.sort_unstable_by_key(|at| self.all[*at].index);
        found.dedup();
        found
    }
}
