//! The short forms and names that sheets print, so that a message can give the id to someone who writes one
//! of these.

use crate::format::computed_numbers::ValueDefinition;
use crate::format::ruleset::Ruleset;
use crate::read::Located;

use super::contingents::ContingentSource;

/// The words that sheets print for ids: the kind of thing, the printed word, the id.
#[derive(Debug, Default)]
pub(super) struct IdsByPrintedName(Vec<(&'static str, String, String)>);

impl IdsByPrintedName {
    /// Collects the printed words of a ruleset and its books.
    pub(super) fn new(ruleset: &Ruleset, armies: &[ContingentSource]) -> Self {
        let mut printed = Self::default();
        for (id, stat) in &ruleset.stats {
            printed.add("stat", id, [stat.abbr.as_ref(), Some(&stat.name)]);
        }
        for (id, role) in &ruleset.roles {
            printed.add("role", id, [Some(&role.name)]);
        }
        for (id, kind) in ruleset.commands.iter().flat_map(|commands| &commands.kinds) {
            printed.add("kind of command", id, [Some(&kind.name)]);
        }
        for (id, mode) in &ruleset.modes {
            printed.add("mode", id, [Some(&mode.name)]);
        }
        for (id, number) in &ruleset.numbers {
            printed.add("number", id, [Some(&number.name)]);
        }
        for (id, value) in &ruleset.values {
            if let ValueDefinition::Asked(asked) = value {
                printed.add("value", id, [Some(&asked.name)]);
            }
        }
        for (id, unit) in &ruleset.units {
            printed.add("unit type", id, [Some(&unit.name)]);
        }
        for (id, table) in &ruleset.tables {
            printed.add("table", id, [Some(&table.name)]);
        }
        let books = || armies.iter().filter_map(|army| army.book.as_ref());
        for (id, option) in ruleset.options.iter().chain(books().flat_map(|book| &book.options)) {
            printed.add("option", id, [option.mark.as_ref(), Some(&option.name)]);
        }
        for (id, entry) in books().flat_map(|book| &book.entries.0) {
            printed.add("entry", id, [entry.name.as_ref()]);
        }
        printed
    }

    fn add<const N: usize>(
        &mut self,
        what: &'static str,
        id: &Located<String>,
        words: [Option<&Located<String>>; N],
    ) {
        let words = words.into_iter().flatten().map(|word| (what, word.value.clone(), id.value.clone()));
        self.0.extend(words);
    }

    /// Returns the id for which a word is printed. `None` if there is none, or more than one.
    pub(super) fn id_for(&self, what: &str, word: &str) -> Option<String> {
        let meant = |exactly: bool| {
            let same = |printed: &str| {
                if exactly { printed == word } else { printed.to_lowercase() == word.to_lowercase() }
            };
            let mut all =
                self.0.iter().filter(|(of, printed, id)| *of == what && same(printed) && id != word);
            let first = all.next().map(|(_, _, id)| id)?;
            all.all(|(_, _, id)| id == first).then(|| first.clone())
        };
        meant(true).or_else(|| meant(false))
    }
}
