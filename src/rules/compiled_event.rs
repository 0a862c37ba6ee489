//! The compiled terms of an event. Its limits are among those of the rules.

use crate::finding::Span;
use crate::format::event::CopySeverities;
use crate::format::read_exact_numbers::Number;
use crate::read::Located;

use super::compiled_conditions::Dates;

/// An organiser's extra terms, other than limits.
#[derive(Clone, Debug, Default)]
pub struct Event {
    /// The event's id.
    pub id: String,
    /// The event's printed name.
    pub name: String,
    /// The path of the event's file.
    pub found_in: String,
    /// The smallest and the largest size that may be agreed, and the position of the rule.
    pub points: Option<(Option<Number>, Option<Number>, Span)>,
    /// The years from which armies may come. `None` if any are allowed.
    pub dates: Option<Dates>,
    /// The allowed modes, by their ids.
    pub modes: AllowedByEvent,
    /// The allowed rulesets, by their ids.
    pub rulesets: AllowedByEvent,
    /// The allowed books, by their ids.
    pub books: AllowedByEvent,
    /// The keys that every list must have.
    pub required_keys: Vec<Located<String>>,
    /// Whether lists may be drafts.
    pub allows_drafts: bool,
    /// The soft rules for which a reason does not help. `None` if a reason settles every one.
    pub refused_reasons: Option<RefusedReasons>,
    /// The severity of handing in an army that was handed in before.
    pub copy_weights: CopySeverities,
}

/// The soft rules for which an event takes no reason.
#[derive(Clone, Debug)]
pub struct RefusedReasons {
    /// The rule paths. Every soft rule if empty.
    pub rules: Vec<String>,
    /// The position of the refusal in the event's file.
    pub span: Span,
}

impl Event {
    /// Returns where the event refuses reasons for a soft rule that has any of these rule paths.
    ///
    /// `None` if a reason is accepted.
    pub fn refuses_reason(&self, names: &[&str]) -> Option<Span> {
        let refused = self.refused_reasons.as_ref()?;
        let named = refused.rules.is_empty() || refused.rules.iter().any(|r| names.contains(&r.as_str()));
        named.then_some(refused.span)
    }
}

/// The ids that an event allows and where they are written. `None` if it allows everything.
pub type AllowedByEvent = Option<(Vec<String>, Span)>;
