//! An event's terms ready for use, besides its limits.

use crate::finding::Span;
use crate::format::event::CopyWeights;
use crate::format::number::Number;
use crate::read::Located;

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
    /// Whether drafts pass as drafts.
    pub drafts: bool,
    /// Which reasons do not settle anything; `None` if all do.
    pub refused_reasons: Option<RefusedReasons>,
    /// How much it weighs that an army was handed in before.
    pub copies: CopyWeights,
}

/// The soft rules for which an event takes no reason.
#[derive(Clone, Debug)]
pub struct RefusedReasons {
    /// Their names in full; every soft rule where there is none.
    pub rules: Vec<String>,
    /// Where the event says so.
    pub span: Span,
}

impl Event {
    /// Where the event says that it takes no reason for a soft rule that goes by these names; `None` if it takes one.
    pub fn refuses_reason(&self, names: &[&str]) -> Option<Span> {
        let refused = self.refused_reasons.as_ref()?;
        let named = refused.rules.is_empty() || refused.rules.iter().any(|r| names.contains(&r.as_str()));
        named.then_some(refused.span)
    }
}

/// What an event admits: words and where they are written; everything without any.
pub type Admitted = Option<(Vec<String>, Span)>;
