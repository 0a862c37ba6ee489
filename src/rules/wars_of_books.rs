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
    /// Returns the years of dates, one for each span.
    pub fn of(dates: &Dates) -> Vec<Self> {
        dates.spans.iter().map(|span| Self { from: span.from, to: span.to }).collect()
    }

    /// Returns the years that all of these dates have in common, one for each span of such years.
    fn in_common<'d>(all: impl Iterator<Item = &'d Dates>) -> Vec<Self> {
        all.fold(vec![Self::default()], |common, dates| {
            let spans = Self::of(dates);
            common
                .iter()
                .flat_map(|years| spans.iter().filter_map(|span| years.intersection(*span)))
                .collect()
        })
    }

    /// Returns the years that are in both. `None` if there are none.
    fn intersection(self, other: Self) -> Option<Self> {
        let common = Self {
            from: self.from.max(other.from),
            // `None` is less than any year, but an open end is later than any
            to: [self.to, other.to].into_iter().flatten().min(),
        };
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
    let facts = library.books_of_ruleset(ruleset).into_iter().filter_map(|item| {
        let RulesLookup::Ready(rules) = library.rules_for(ruleset, Some(&item.id)) else { return None };
        rules.contingents.first()?.book.clone()
    });
    let books: Vec<BookFacts> = facts.collect();
    let mut wars: Vec<(&str, War)> = Vec::new();
    for book in &books {
        for enemy in &book.enemies {
            let Some(other) = books.iter().find(|other| other.id == enemy.book) else { continue };
            let spans = enemy.dates.iter().chain(&book.dates).chain(&other.dates);
            for years in Years::in_common(spans) {
                for (one, enemy) in [(book, other), (other, book)] {
                    wars.push((&one.id, War { enemy: enemy.id.clone(), years }));
                }
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
    use crate::rules::compiled_conditions::YearSpan;

    fn span(from: i32, to: i32) -> YearSpan {
        YearSpan { from: Some(Year::bc(from)), to: Some(Year::bc(to)), ..YearSpan::default() }
    }

    fn dates(spans: &[YearSpan]) -> Dates {
        Dates { spans: spans.to_vec(), ..Dates::default() }
    }

    #[test]
    fn years_in_common_are_those_of_every_span() {
        let common = |all: &[Dates]| -> Vec<String> {
            Years::in_common(all.iter()).into_iter().map(|years| years.to_string()).collect()
        };
        let one = |from, to| dates(&[span(from, to)]);
        assert_eq!(common(&[one(264, 241), one(263, 215)]), ["263 BC to 241 BC"]);
        assert_eq!(common(&[one(264, 241), one(241, 238)]), ["241 BC"]);
        assert_eq!(common(&[one(264, 241), one(240, 238)]), [""; 0]);
        assert_eq!(common(&[]), ["any year"]);
        let open = dates(&[YearSpan { from: Some(Year::bc(214)), ..YearSpan::default() }]);
        assert_eq!(common(std::slice::from_ref(&open)), ["from 214 BC"]);
        assert_eq!(common(&[open, one(264, 211)]), ["214 BC to 211 BC"]);
        let several = dates(&[span(264, 260), span(225, 225), span(222, 218)]);
        assert_eq!(common(&[several, one(262, 220)]), ["262 BC to 260 BC", "225 BC", "222 BC to 220 BC"]);
    }
}
