//! What the files say in words: texts, briefs, marks, sources and forms, which judging does without.

use std::collections::HashMap;
use std::sync::Arc;

use crate::format::book::Book;
use crate::format::offer::{Form, OptionRule};
use crate::format::ruleset::{Role, Ruleset};
use crate::format::sheet::NumberRule;
use crate::format::words::{Source, SourceName};
use crate::output::text::clean;
use crate::rules::Rules;
use crate::rules::library::Library;
use crate::yaml::{Located, Map};

/// The files behind an army's rules.
#[derive(Debug)]
pub struct Texts {
    /// The ruleset.
    pub ruleset: Arc<Ruleset>,
    books: Vec<Arc<Book>>,
    options: HashMap<String, Words>,
}

/// What is said of an option.
#[derive(Clone, Debug, Default)]
pub struct Words {
    /// Its mark.
    pub mark: Option<String>,
    /// One line for a card.
    pub brief: Option<String>,
    /// The rule in short.
    pub text: Option<String>,
    /// Where it comes from.
    pub source: Option<String>,
    /// Further lines of figures.
    pub forms: Vec<Form>,
}

impl Texts {
    /// The files behind rules that the library gave; nothing where one is gone since.
    pub fn read(library: &Library, rules: &Rules) -> Option<Self> {
        let mut findings = Vec::new();
        let loaded = library.load_ruleset(&rules.id, &mut findings)?;
        let ids = rules.contingents.iter().filter_map(|c| c.book.as_ref().map(|b| b.id.as_str()));
        let books: Vec<Arc<Book>> =
            ids.filter_map(|id| library.load_book(&loaded, id, &mut findings)).map(|b| b.file).collect();
        let mut options = HashMap::new();
        add(&mut options, &rules.id, &loaded.file.options);
        for book in &books {
            add(&mut options, &book.book, &book.options);
        }
        Some(Self { ruleset: loaded.file, books, options })
    }

    /// What is said of an option, by its name in full.
    pub fn option(&self, rule: &str) -> Option<&Words> {
        self.options.get(rule)
    }

    /// The rule of a unit type or entry in its own words, by its id.
    pub fn unit(&self, id: &str) -> Option<String> {
        let of_type =
            self.ruleset.units.iter().find(|(k, _)| k.value == id).and_then(|(_, u)| u.text.as_ref());
        let entries = self.books.iter().flat_map(|b| b.entries.iter());
        let of_entry = || entries.into_iter().find(|(k, _)| k.value == id).and_then(|(_, e)| e.text.as_ref());
        of_type.or_else(of_entry).map(|t| clean(t).into_owned())
    }

    /// A role of the ruleset, by its place.
    pub fn role(&self, at: usize) -> Option<&Role> {
        self.ruleset.roles.iter().nth(at).map(|(_, role)| role)
    }

    /// A number of the ruleset, by its place.
    pub fn number(&self, at: usize) -> Option<&NumberRule> {
        self.ruleset.numbers.iter().nth(at).map(|(_, number)| number)
    }

    /// The sources of the ruleset and the books: id and title.
    pub fn sources(&self) -> Vec<(String, String)> {
        let own = self.ruleset.sources.iter();
        let all = own.chain(self.books.iter().flat_map(|b| b.sources.iter()));
        all.map(|(id, source): (_, &SourceName)| (clean(id).into_owned(), clean(source.title()).into_owned()))
            .collect()
    }
}

fn add(options: &mut HashMap<String, Words>, owner: &str, all: &Map<OptionRule>) {
    for (id, option) in all {
        let words = Words {
            mark: said(option.mark.as_ref()),
            brief: said(option.brief.as_ref()),
            text: said(option.text.as_ref()),
            source: option.source.as_ref().and_then(source),
            forms: option.forms.iter().map(|(_, form)| form.clone()).collect(),
        };
        options.insert(format!("{owner}/options/{}", id.value), words);
    }
}

/// A text made safe to print.
pub(super) fn said(text: Option<&Located<String>>) -> Option<String> {
    text.map(|t| clean(t).trim().to_owned()).filter(|t| !t.is_empty())
}

/// A source as printed: `rules: Characters`; of several, the text's first.
pub fn source(source: &Source) -> Option<String> {
    match source {
        Source::Whole(word) => Some(clean(word).into_owned()),
        Source::Fields(map) => {
            let text = map.iter().find(|(field, _)| field.value == "text");
            text.or_else(|| map.iter().next()).map(|(_, word)| clean(word).into_owned())
        }
    }
}
