//! Contingents: the main army and its allies, each with its book.

use crate::finding::Span;

use super::compiled_conditions::{Condition, Dates};
use super::compiled_limits::Bounds;
use super::id_types::RoleId;
use super::rules_file::BaseFile;

/// Everyone who belongs to the main army, or to one ally.
#[derive(Clone, Debug, Default)]
pub struct Contingent {
    /// The word by which the army's book calls the ally. `None` for the main army.
    pub ally: Option<String>,
    /// The contingent's book. `None` in an army without one.
    pub book: Option<BookFacts>,
    /// The years in which the ally may join. Empty if it may always.
    pub dates: Vec<Dates>,
    /// A further condition under which the ally may join.
    pub when: Condition,
    /// How many points the ally may have, by case. The first case that applies counts; without one, any number
    /// will do.
    pub points: Vec<AllyPoints>,
    /// The roles that the ally's commander may hold. Any role if empty.
    pub roles: Vec<RoleId>,
    /// The book's choices, which a list answers under `choose`.
    pub choices: Vec<Choice>,
    /// The conditions under which the notes of the contingent's book concern an army, in the order of the notes.
    pub notes_when: Vec<Condition>,
    /// The position of the ally's word or the book's id in its file.
    pub span: Span,
}

/// How many points an ally may have in one case.
#[derive(Clone, Debug, Default)]
pub struct AllyPoints {
    /// The condition of the case.
    pub when: Condition,
    /// The bounds.
    pub bounds: Bounds,
    /// The position of the bounds in the book.
    pub span: Span,
}

/// The identity of a book.
#[derive(Clone, Debug, Default)]
pub struct BookFacts {
    /// The book's id.
    pub id: String,
    /// The book's printed name.
    pub name: String,
    /// The book's version.
    pub version: String,
    /// Where the book was found: `built in`, or a path.
    pub found_in: String,
    /// The books that it extends, nearest first.
    pub bases: Vec<BaseFile>,
    /// The years that the book covers. `None` if it does not say.
    pub dates: Option<Dates>,
    /// The books that the army fought, as it names them itself. Empty for the book of an ally.
    pub enemies: Vec<Enemy>,
}

/// A book that an army fought.
#[derive(Clone, Debug)]
pub struct Enemy {
    /// The id of the enemy's book.
    pub book: String,
    /// The years of the war. Empty if they are all that both books have in common.
    pub dates: Vec<Dates>,
    /// The position of the id in the book that names it.
    pub span: Span,
}

/// A choice that a book offers, answered by a list under `choose`.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The choice's id.
    pub id: String,
    /// The question, as printed.
    pub name: String,
    /// The possible answers: id, printed name, and the years in which each may be given.
    pub answers: Vec<(String, String, Vec<Dates>)>,
    /// The position of the choice's id in the book.
    pub span: Span,
}
