//! Rejects ids that no list can write, and ids that are reserved words in formulas.

use crate::finding::{Code, Finding, SubjectKind};
use crate::format::formula::is_reserved_word;
use crate::format::ruleset::Ruleset;
use crate::read::{Located, Map};
use crate::rules::built_in_and_folder_files::{MAX_ID_LENGTH, is_id, is_spelled_as_id};

use super::Compiler;
use super::contingents::ContingentSource;

/// Names that formulas know, in addition to the reserved words of their language.
const FORMULA_NAMES: [&str; 4] = ["size", "points", "spent", "cost"];

impl Compiler {
    /// Checks every id in a ruleset and its books.
    pub(super) fn check_ids(&mut self, ruleset: &Ruleset, armies: &[ContingentSource]) {
        self.check_id(&ruleset.ruleset);
        self.check_ids_of(&ruleset.modes);
        ruleset.commands.iter().for_each(|commands| self.check_ids_of(&commands.kinds));
        self.check_ids_of(&ruleset.options);
        self.check_ids_of(&ruleset.units);
        for unit in ruleset.units.values() {
            self.check_ids_of(&unit.parts);
        }
        if let Some(every) = &ruleset.every_book {
            self.check_ids_of(&every.entries);
        }
        self.check_ids_of(&ruleset.tags);
        self.check_ids_of(&ruleset.roles);
        self.check_ids_of(&ruleset.effects);
        self.check_ids_of(&ruleset.attach);
        self.check_ids_of(&ruleset.limits);
        self.check_ids_of(&ruleset.charges);
        self.check_ids_of(&ruleset.tables);
        self.check_names("stat", &ruleset.stats);
        self.check_names("value", &ruleset.values);
        self.check_names("number", &ruleset.numbers);
        for book in armies.iter().filter_map(|army| army.book.as_ref()) {
            self.check_id(&book.book);
            self.check_ids_of(&book.entries);
            for entry in book.entries.values() {
                self.check_ids_of(&entry.parts);
            }
            self.check_ids_of(&book.tags);
            self.check_ids_of(&book.effects);
            self.check_ids_of(&book.options);
            self.check_names("number", &book.numbers);
            self.check_ids_of(&book.choices);
            for choice in book.choices.values() {
                self.check_ids_of(&choice.one_of);
            }
            self.check_ids_of(&book.limits);
            self.check_ids_of(&book.charges);
            self.check_ids_of(&book.allies);
            for ally in book.allies.values() {
                self.check_ids_of(&ally.limits);
            }
        }
    }

    pub(super) fn check_ids_of<T>(&mut self, things: &Map<T>) {
        things.keys().for_each(|id| self.check_id(id));
    }

    pub(super) fn check_id(&mut self, id: &Located<String>) {
        if !is_id(id) && !id.is_placeholder() {
            self.report_bad_id(id);
        }
    }

    /// Checks ids that formulas use as names.
    fn check_names<T>(&mut self, what: &str, things: &Map<T>) {
        for id in things.keys() {
            if !is_id(id) {
                self.report_bad_id(id);
            } else if is_reserved_word(id) || FORMULA_NAMES.contains(&id.as_str()) {
                let message = format!(
                    "a {what} cannot be called \"{}\", which has another meaning in formulas",
                    id.value
                );
                self.report(bad_id(id, message).with_help("give it another id"));
            }
        }
    }

    fn report_bad_id(&mut self, id: &Located<String>) {
        if is_spelled_as_id(id) {
            let long = id.value.len();
            let message =
                format!("\"{}\" has {long} characters, an id has {MAX_ID_LENGTH} at most", id.value);
            self.report(bad_id(id, message).with_help("give it a shorter id"));
            return;
        }
        let message =
            format!("\"{}\" is not an id: ids have lowercase letters, digits and hyphens", id.value);
        let plain = id.value.to_lowercase().replace(['_', ' '], "-");
        let finding = bad_id(id, message);
        self.report(if is_id(&plain) { finding.with_help(format!("write `{plain}`")) } else { finding });
    }
}

fn bad_id(id: &Located<String>, message: String) -> Finding {
    Finding::new(Code::BadValue, id.span, message).with_subject(SubjectKind::Word, &id.value)
}
