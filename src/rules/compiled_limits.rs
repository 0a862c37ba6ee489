//! Compiled limits.

use crate::finding::{Severity, Span};
use crate::format::formula::Formula;
use crate::format::limit::{FractionRounding, RegionKind};
use crate::format::read_exact_numbers::Number;
use crate::wording::SelectorText;

use super::compiled_conditions::Condition;
use super::compiled_selectors::Selector;
use super::id_types::{ContingentId, LimitId};

pub use super::compiled_measures::Measure;

/// A rule about how many or how much there may be.
#[derive(Clone, Debug)]
pub struct Limit {
    /// The id, which no other limit of the same rules has. Two limits may share a path: those of a book that
    /// the army and an ally are taken from.
    pub id: LimitId,
    /// The rule path, such as `fra/limits/one-general`.
    pub rule_path: String,
    /// The id with spaces for hyphens, for messages if the author gives no text.
    pub title: String,
    /// The quantity that is limited.
    pub measure: Measure,
    /// A description of what is measured, such as `units tagged "foot"`. `None` if that is everything.
    pub description: Option<SelectorText>,
    /// The part of the army that is measured.
    pub region: RegionKind,
    /// Whether each entry is measured separately.
    pub by_entry: bool,
    /// Whether units attached to each other count once.
    pub joined_once: bool,
    /// The contingent whose units are measured. `None` for the whole army.
    pub contingent: Option<ContingentId>,
    /// The sets of bounds, of which one must be met.
    pub bounds: Vec<Bounds>,
    /// A formula that must be true.
    pub formula: Option<Formula>,
    /// The condition under which the limit applies.
    pub when: Condition,
    /// The severity if the limit is broken.
    pub severity: Severity,
    /// The rule in the author's words, for messages.
    pub says: Option<String>,
    /// The position of the limit's id in its file.
    pub span: Span,
    /// The entry that the limit belongs to. Its minimum applies only within the entry's dates.
    pub entry: Option<super::id_types::UnitKindId>,
}

impl Limit {
    /// Returns the selectors of the bases of its shares and rates.
    pub fn base_selectors(&self) -> impl Iterator<Item = &Selector> {
        let bounds = self.bounds.iter().flat_map(|b| [&b.min, &b.max, &b.exactly, &b.multiple_of]).flatten();
        bounds.flat_map(|bound| bound.amount.base_selectors())
    }
}

impl Amount {
    /// Returns the selectors of the bases of a share or a rate, or of the bounds for each severity.
    pub fn base_selectors(&self) -> Vec<&Selector> {
        match self {
            Self::Share { of: RatioBase::Matches(selector, _), .. }
            | Self::Rate { of: RatioBase::Matches(selector, _), .. } => vec![selector],
            Self::Share { .. } | Self::Rate { .. } | Self::Number(_) => Vec::new(),
            Self::Severities(all) => {
                all.iter().flat_map(|(_, bound)| bound.amount.base_selectors()).collect()
            }
        }
    }
}

/// Bounds that must all be met. If a limit has several sets, one of them must be.
#[derive(Clone, Debug, Default)]
pub struct Bounds {
    /// The least amount.
    pub min: Option<Bound>,
    /// The greatest amount.
    pub max: Option<Bound>,
    /// The exact amount.
    pub exactly: Option<Bound>,
    /// The number that the amount must be a multiple of.
    pub multiple_of: Option<Bound>,
}

/// One end of a limit.
#[derive(Clone, Debug)]
pub struct Bound {
    /// The allowed amount.
    pub amount: Amount,
    /// The position of the bound in its file.
    pub span: Span,
}

/// An allowed amount, or how it is computed.
#[derive(Clone, Debug)]
pub enum Amount {
    /// A fixed number.
    Number(Number),
    /// A share of a base.
    Share {
        /// The share, such as 1/4.
        share: Number,
        /// The base that the share is taken of.
        of: RatioBase,
        /// How the result is rounded.
        round: FractionRounding,
    },
    /// A number for each group of a base, such as 1 for each 500 points.
    Rate {
        /// The number for each group.
        allow: Number,
        /// The size of a group.
        per: Number,
        /// The base that is divided into groups.
        of: RatioBase,
        /// Whether an incomplete group counts.
        round: FractionRounding,
    },
    /// A bound for each severity, the most severe first.
    Severities(Vec<(Severity, Bound)>),
}

/// The base of a share or a rate.
#[derive(Clone, Debug)]
pub enum RatioBase {
    /// The agreed size, in points.
    Points,
    /// The cost of the army.
    Spent,
    /// The number of commands.
    Commands,
    /// What a selector matches, with its description for messages.
    Matches(Selector, SelectorText),
}
