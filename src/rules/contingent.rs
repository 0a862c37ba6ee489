//! The army's own contingent and those of its allies, each with its book.

use crate::finding::Span;

use super::ids::RoleId;
use super::limit::Bounds;
use super::when::{Dates, When};

/// The army's own contingent, or an ally's.
#[derive(Clone, Debug, Default)]
pub struct Contingent {
    /// The word by which the army's book calls the ally; nothing for the army's own.
    pub ally: Option<String>,
    /// Its book, where it has one.
    pub book: Option<BookFacts>,
    /// The years in which the ally may join.
    pub dates: Vec<Dates>,
    /// How many points an ally may have.
    pub points: Option<Bounds>,
    /// The roles that an ally's commander may hold; any where empty.
    pub roles: Vec<RoleId>,
    /// Questions that a list answers.
    pub choices: Vec<Choice>,
    /// When each note of its book concerns an army, in the order of its notes.
    pub notes_when: Vec<When>,
    /// Where it is written.
    pub span: Span,
}

/// What is to be known of a book.
#[derive(Clone, Debug, Default)]
pub struct BookFacts {
    /// Its id.
    pub id: String,
    /// Its name, as printed.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Where it was found.
    pub from: String,
    /// The years of the army.
    pub dates: Option<Dates>,
}

/// A question that a list answers under `choose`.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its id.
    pub id: String,
    /// What is asked.
    pub name: String,
    /// The answers: id, name, years.
    pub answers: Vec<(String, String, Vec<Dates>)>,
    /// Where it is written.
    pub span: Span,
}
