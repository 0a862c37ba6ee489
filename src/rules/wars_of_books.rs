//! Which books of a ruleset fought each other, and when.

use std::fmt;

use crate::format::years::Year;

use super::BookFacts;
use super::compiled_conditions::Dates;
use super::library::{Library, RulesLookup};

/// A book of a ruleset and the books that it fought.
#[derive(Clone, Debug)]
pub struct BookWithEnemies {
    /// The book.
    pub book: BookFacts,
    /// The wars with other books, sorted by the ids of these and by year.
    pub enemies: Vec<War>,
}

/// A war of one book with another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct War {
    /// The id of the other book.
    pub enemy: String,
    /// The years in which both books are at war.
    pub years: Years,
}

/// The years from a first to a last, both included; an end may be open.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Years {
    /// The first year. `None` if there is none.
    pub from: Option<Year>,
    /// The last year. `None` if there is none.
    pub to: Option<Year>,
}

impl Years {
    /// Returns the years of a span.
    pub fn of(dates: &Dates) -> Self {
        Self { from: dates.from, to: dates.to }
    }

    /// Returns the years that all of these spans have in common. `None` if there are none.
    fn in_common<'d>(all: impl Iterator<Item = &'d Dates>) -> Option<Self> {
        let common = all.fold(Self::default(), |common, dates| Self {
            from: common.from.max(dates.from),
            // `None` is less than any year, but an open end is later than any
            to: [common.to, dates.to].into_iter().flatten().min(),
        });
        let is_empty = common.from.zip(common.to).is_some_and(|(from, to)| to < from);
        (!is_empty).then_some(common)
    }

    /// Returns `true` if the year is one of these.
    pub fn contains(self, year: Year) -> bool {
        self.from.is_none_or(|from| year >= from) && self.to.is_none_or(|to| year <= to)
    }
}

impl fmt::Display for Years {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from == to => write!(f, "{from}"),
            (Some(from), Some(to)) => write!(f, "{from} to {to}"),
            (Some(from), None) => write!(f, "from {from}"),
            (None, Some(to)) => write!(f, "to {to}"),
            (None, None) => write!(f, "any year"),
        }
    }
}

/// Returns the books of a ruleset, each with its enemies. Books with errors are left out.
///
/// It is enough that one of two books names the other.
pub fn books_with_enemies(library: &Library, ruleset: &str) -> Vec<BookWithEnemies> {
    let facts = library.list_books(ruleset).into_iter().filter_map(|item| {
        let RulesLookup::Ready(rules) = library.rules_for(ruleset, Some(&item.id)) else { return None };
        rules.contingents.first()?.book.clone()
    });
    let books: Vec<BookFacts> = facts.collect();
    let mut wars: Vec<(&str, War)> = Vec::new();
    for book in &books {
        for enemy in &book.enemies {
            let Some(other) = books.iter().find(|other| other.id == enemy.book) else { continue };
            let spans = enemy.dates.iter().chain(&book.dates).chain(&other.dates);
            let Some(years) = Years::in_common(spans) else { continue };
            for (one, enemy) in [(book, other), (other, book)] {
                wars.push((&one.id, War { enemy: enemy.id.clone(), years }));
            }
        }
    }
    wars.sort();
    wars.dedup();
    let enemies = |id: &str| wars.iter().filter(|(of, _)| *of == id).map(|(_, war)| war.clone()).collect();
    books.iter().map(|book| BookWithEnemies { book: book.clone(), enemies: enemies(&book.id) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(from: i32, to: i32) -> Dates {
        Dates { from: Some(Year::bc(from)), to: Some(Year::bc(to)), ..Dates::default() }
    }

    #[test]
    fn years_in_common_are_those_of_every_span() {
        let common = |all: &[Dates]| Years::in_common(all.iter()).map(|years| years.to_string());
        assert_eq!(common(&[span(264, 241), span(263, 215)]), Some("263 BC to 241 BC".to_owned()));
        assert_eq!(common(&[span(264, 241), span(241, 238)]), Some("241 BC".to_owned()));
        assert_eq!(common(&[span(264, 241), span(240, 238)]), None);
        assert_eq!(common(&[]), Some("any year".to_owned()));
        let open = Dates { from: Some(Year::bc(214)), ..Dates::default() };
        assert_eq!(common(std::slice::from_ref(&open)), Some("from 214 BC".to_owned()));
        assert_eq!(common(&[open, span(264, 211)]), Some("214 BC to 211 BC".to_owned()));
    }
}
