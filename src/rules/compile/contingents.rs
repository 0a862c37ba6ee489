//! The army's own contingent and its allies', each with the entries that it may bring.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::finding::{Code, Finding};
use crate::format::book::{Ally, Book, Entry};
use crate::format::limit::Limit;
use crate::format::ruleset::Ruleset;
use crate::read::{Located, Map};
use crate::rules::ids::ContingentId;
use crate::rules::{BookFacts, Choice, Contingent};
use crate::yaml::nearest;

use super::{Compiler, LoadedBook};

type Entries = IndexMap<Located<String>, Entry>;
type Limits = Vec<(Located<String>, Limit)>;

/// One contingent as its book makes it, changes for an ally done.
pub(super) struct Army {
    /// Its book; nothing for an army without one.
    pub(super) book: Option<Arc<Book>>,
    /// The army's book's own words on this ally.
    pub(super) ally: Option<Ally>,
    /// What it may bring.
    pub(super) entries: Entries,
    /// Its book's limits that hold for it.
    pub(super) limits: Limits,
    /// The content of its book.
    pub(super) content: [u8; 32],
}

impl Compiler {
    /// Reads the own book and those of the allies.
    pub(super) fn contingents(
        &mut self,
        ruleset: &Ruleset,
        book: Option<&LoadedBook>,
        find_book: &mut dyn FnMut(&str) -> Option<LoadedBook>,
    ) -> Vec<Army> {
        let mut armies = Vec::new();
        let Some(loaded) = book else {
            self.rules.contingents.push(Contingent::default());
            armies.push(Army {
                book: None,
                ally: None,
                entries: IndexMap::new(),
                limits: Vec::new(),
                content: [0; 32],
            });
            return armies;
        };
        let own = Arc::clone(&loaded.file);
        self.rules.contingents.push(Self::contingent_facts(loaded, None));
        armies.push(Army {
            entries: own.entries.0.clone(),
            limits: own.limits.iter().map(|(id, l)| (id.clone(), l.clone())).collect(),
            book: Some(Arc::clone(&own)),
            ally: None,
            content: loaded.content,
        });
        // What it changes as an ally is not done here, but what it names must be there
        let _ = self.changed(&own);
        for (word, ally) in &own.allies {
            let Some(theirs) = find_book(&ally.book) else {
                self.say(Finding::new(
                    Code::UnknownBook,
                    ally.book.span,
                    format!("there is no book \"{}\" for {}", ally.book.value, ruleset.name.value),
                ));
                continue;
            };
            let facts = Self::contingent_facts(&theirs, Some(word));
            self.rules.contingents.push(facts);
            armies.push(self.as_ally(&theirs, ally));
        }
        armies
    }

    fn contingent_facts(loaded: &LoadedBook, ally: Option<&Located<String>>) -> Contingent {
        let book = &loaded.file;
        Contingent {
            ally: ally.map(|a| a.value.clone()),
            book: Some(BookFacts {
                id: book.book.value.clone(),
                name: book.name.value.clone(),
                version: book.version.value.clone(),
                from: loaded.from.clone(),
                dates: None,
            }),
            span: ally.map_or(book.book.span, |a| a.span),
            ..Contingent::default()
        }
    }

    /// A book as an ally: its own changes first, then what the caller takes of it.
    fn as_ally(&mut self, loaded: &LoadedBook, ally: &Ally) -> Army {
        let book = &loaded.file;
        let (mut entries, limits) = self.changed(book);
        if let Some(only) = &ally.only {
            self.change(&mut entries, only, true);
        }
        Army {
            book: Some(Arc::clone(book)),
            ally: Some(ally.clone()),
            entries,
            limits,
            content: loaded.content,
        }
    }

    /// The entries and limits of a book that is an ally, after its own changes for that.
    fn changed(&mut self, book: &Book) -> (Entries, Limits) {
        let mut entries = book.entries.0.clone();
        let mut limits: Vec<_> = book.limits.iter().map(|(id, l)| (id.clone(), l.clone())).collect();
        if let Some(changes) = &book.as_ally {
            self.change(&mut entries, &changes.entries, false);
            for drop in &changes.drop {
                let known: Vec<String> =
                    limits.iter().map(|(id, _)| format!("limits/{}", id.value)).collect();
                match known.iter().position(|k| *k == drop.value) {
                    Some(at) => drop_at(&mut limits, at),
                    None => self.unknown(
                        Code::BadValue,
                        "limit of this book",
                        drop,
                        known.iter().map(String::as_str),
                    ),
                }
            }
        }
        (entries, limits)
    }

    /// Changes entries; with `only` those not named are left out.
    fn change(&mut self, entries: &mut IndexMap<Located<String>, Entry>, changes: &Map<Entry>, only: bool) {
        for (id, change) in changes {
            match entries.get_mut(id.as_str()) {
                Some(entry) => entry.change(change),
                None => {
                    let known: Vec<String> = entries.keys().map(|k| k.value.clone()).collect();
                    let near = nearest(id, known.iter().map(String::as_str));
                    self.findings.push(super::unknown(Code::UnknownUnit, "entry", id, near));
                }
            }
        }
        if only {
            let gone = entries.keys().filter(|id| changes.get(id).is_none());
            self.left_out.extend(gone.map(|id| id.value.clone()));
            entries.retain(|id, _| changes.get(id).is_some());
        }
    }

    /// The dates, roles and choices of each contingent, once roles and modes are known.
    pub(super) fn contingent_terms(&mut self, armies: &[Army]) {
        for (at, army) in armies.iter().enumerate() {
            self.contingent = ContingentId(at);
            let Some(book) = &army.book else { continue };
            let choices: Vec<Choice> = book
                .choices
                .iter()
                .map(|(id, choice)| Choice {
                    id: id.value.clone(),
                    name: choice.name.value.clone(),
                    answers: choice
                        .one_of
                        .iter()
                        .map(|(id, a)| {
                            (id.value.clone(), a.name.value.clone(), self.dates_list(a.dates.as_ref()))
                        })
                        .collect(),
                    span: id.span,
                })
                .collect();
            self.rules.contingents[at].choices = choices;
            let dates = book.dates.as_ref().map(|d| self.dates(d));
            if let Some(facts) = &mut self.rules.contingents[at].book {
                facts.dates = dates;
            }
            if let Some(ally) = &army.ally {
                // The caller's words are the caller's: they are looked up as its own
                self.contingent = ContingentId::OWN;
                let dates = self.dates_list(ally.dates.as_ref());
                let roles = ally.roles.iter().filter_map(|r| self.role(r)).collect();
                let points = ally.points.as_ref().map(|p| self.alternative(p));
                let contingent = &mut self.rules.contingents[at];
                contingent.dates = dates;
                contingent.roles = roles;
                contingent.points = points;
            }
        }
        self.contingent = ContingentId::OWN;
    }
}

fn drop_at<T>(all: &mut Vec<T>, at: usize) {
    all.remove(at);
}

impl Entry {
    /// Takes over whatever the other states.
    fn change(&mut self, other: &Self) {
        fn take<T: Clone>(mine: &mut Option<T>, theirs: Option<&T>) {
            if let Some(theirs) = theirs {
                *mine = Some(theirs.clone());
            }
        }
        take(&mut self.unit, other.unit.as_ref());
        take(&mut self.name, other.name.as_ref());
        take(&mut self.text, other.text.as_ref());
        take(&mut self.options, other.options.as_ref());
        take(&mut self.min, other.min.as_ref());
        take(&mut self.max, other.max.as_ref());
        take(&mut self.exactly, other.exactly.as_ref());
        take(&mut self.multiple_of, other.multiple_of.as_ref());
        take(&mut self.dates, other.dates.as_ref());
        take(&mut self.when, other.when.as_ref());
        take(&mut self.size, other.size.as_ref());
        take(&mut self.cost, other.cost.as_ref());
        take(&mut self.per, other.per.as_ref());
        take(&mut self.source, other.source.as_ref());
        for (id, value) in &other.stats {
            self.stats.0.insert(id.clone(), *value);
        }
        for (id, part) in &other.parts {
            self.parts.0.insert(id.clone(), part.clone());
        }
        for (mine, theirs) in [(&mut self.tags, &other.tags), (&mut self.roles, &other.roles)] {
            if !theirs.is_empty() {
                mine.clone_from(theirs);
            }
        }
        if !other.either.is_empty() {
            self.either.clone_from(&other.either);
        }
    }
}
