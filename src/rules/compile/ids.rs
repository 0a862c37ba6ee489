//! Ids that are none: those that no list can write, and those that mean something else in every formula.

use crate::finding::{Code, Finding};
use crate::format::formula::is_word;
use crate::format::ruleset::Ruleset;
use crate::rules::files::is_id;
use crate::yaml::{Located, Map};

use super::Compiler;
use super::contingents::Army;

/// Names that formulas have besides the words of their language.
const NAMES: [&str; 4] = ["size", "points", "spent", "cost"];

impl Compiler {
    /// Judges every id that a ruleset and its books give.
    pub(super) fn ids(&mut self, ruleset: &Ruleset, armies: &[Army]) {
        self.sound(&ruleset.options);
        self.sound(&ruleset.units);
        self.sound(&ruleset.roles);
        self.sound(&ruleset.attach);
        self.sound(&ruleset.limits);
        self.sound(&ruleset.tables);
        self.named("stat", &ruleset.stats);
        self.named("value", &ruleset.values);
        self.named("number", &ruleset.numbers);
        for book in armies.iter().filter_map(|army| army.book.as_ref()) {
            self.sound(&book.entries);
            self.sound(&book.options);
            self.sound(&book.choices);
            self.sound(&book.limits);
            self.sound(&book.allies);
        }
    }

    fn sound<T>(&mut self, things: &Map<T>) {
        for id in things.keys().filter(|id| !is_id(id)) {
            self.no_id(id);
        }
    }

    /// Ids that formulas name.
    fn named<T>(&mut self, what: &str, things: &Map<T>) {
        for id in things.keys() {
            if !is_id(id) {
                self.no_id(id);
            } else if is_word(id) || NAMES.contains(&id.as_str()) {
                let message =
                    format!("no {what} can be called \"{}\", which formulas understand otherwise", id.value);
                self.say(Finding::new(Code::BadValue, id.span, message).help("give it another id"));
            }
        }
    }

    fn no_id(&mut self, id: &Located<String>) {
        let message = format!("\"{}\" is no id: ids have small letters, digits and hyphens", id.value);
        let plain = id.value.to_lowercase().replace(['_', ' '], "-");
        let finding = Finding::new(Code::BadValue, id.span, message);
        self.say(if is_id(&plain) { finding.help(format!("write `{plain}`")) } else { finding });
    }
}
