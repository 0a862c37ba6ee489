//! An event's terms ready for use, besides its limits.

use crate::finding::Span;
use crate::format::number::Number;
use crate::yaml::Located;

use super::when::Dates;

/// An organiser's terms, besides limits.
#[derive(Clone, Debug, Default)]
pub struct Event {
    /// Its id.
    pub id: String,
    /// Its name, as printed.
    pub name: String,
    /// Where it was found.
    pub from: String,
    /// The least and the most that may be agreed, and where that is written.
    pub points: Option<(Option<Number>, Option<Number>, Span)>,
    /// The years from which armies may come.
    pub dates: Option<Dates>,
    /// The admitted modes, rulesets and books; all where not given.
    pub modes: Admitted,
    /// Rulesets, by their ids.
    pub rulesets: Admitted,
    /// Books, by their ids.
    pub books: Admitted,
    /// Keys that every list must have.
    pub require: Vec<Located<String>>,
}

/// What an event admits: words and where they are written; everything without any.
pub type Admitted = Option<(Vec<String>, Span)>;
