//! Rejects ids that no list can write, and ids that are reserved words in formulas.

use crate::finding::{Code, Finding};
use crate::format::formula::is_word;
use crate::format::ruleset::Ruleset;
use crate::read::{Located, Map};
use crate::rules::files::{LONGEST_ID, is_id, is_spelled_as_id};

use super::Compiler;
use super::contingents::Army;

/// Names that formulas know, in addition to the reserved words of their language.
const NAMES: [&str; 4] = ["size", "points", "spent", "cost"];

impl Compiler {
    /// Checks every id in a ruleset and its books.
    pub(super) fn ids(&mut self, ruleset: &Ruleset, armies: &[Army]) {
        self.sound_id(&ruleset.ruleset);
        self.sound(&ruleset.modes);
        self.sound(&ruleset.options);
        self.sound(&ruleset.units);
        for unit in ruleset.units.values() {
            self.sound(&unit.parts);
        }
        self.sound(&ruleset.roles);
        self.sound(&ruleset.effects);
        self.sound(&ruleset.attach);
        self.sound(&ruleset.limits);
        self.sound(&ruleset.tables);
        self.named("stat", &ruleset.stats);
        self.named("value", &ruleset.values);
        self.named("number", &ruleset.numbers);
        for book in armies.iter().filter_map(|army| army.book.as_ref()) {
            self.sound_id(&book.book);
            self.sound(&book.entries);
            for entry in book.entries.values() {
                self.sound(&entry.parts);
            }
            self.sound(&book.effects);
            self.sound(&book.options);
            self.sound(&book.choices);
            for choice in book.choices.values() {
                self.sound(&choice.one_of);
            }
            self.sound(&book.limits);
            self.sound(&book.allies);
            for ally in book.allies.values() {
                self.sound(&ally.limits);
            }
        }
    }

    pub(super) fn sound<T>(&mut self, things: &Map<T>) {
        things.keys().for_each(|id| self.sound_id(id));
    }

    pub(super) fn sound_id(&mut self, id: &Located<String>) {
        if !is_id(id) && !id.is_stand_in() {
            self.no_id(id);
        }
    }

    /// Checks ids that formulas use as names.
    fn named<T>(&mut self, what: &str, things: &Map<T>) {
        for id in things.keys() {
            if !is_id(id) {
                self.no_id(id);
            } else if is_word(id) || NAMES.contains(&id.as_str()) {
                let message = format!(
                    "a {what} cannot be called \"{}\", which has another meaning in formulas",
                    id.value
                );
                self.say(Finding::new(Code::BadValue, id.span, message).help("give it another id"));
            }
        }
    }

    fn no_id(&mut self, id: &Located<String>) {
        if is_spelled_as_id(id) {
            let long = id.value.len();
            let message = format!("\"{}\" has {long} characters, an id has {LONGEST_ID} at most", id.value);
            self.say(Finding::new(Code::BadValue, id.span, message).help("give it a shorter id"));
            return;
        }
        let message =
            format!("\"{}\" is not an id: ids have lowercase letters, digits and hyphens", id.value);
        let plain = id.value.to_lowercase().replace(['_', ' '], "-");
        let finding = Finding::new(Code::BadValue, id.span, message);
        self.say(if is_id(&plain) { finding.help(format!("write `{plain}`")) } else { finding });
    }
}
