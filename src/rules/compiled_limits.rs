//! Compiled limits.

use crate::finding::{Severity, Span};
use crate::format::formula::Formula;
use crate::format::limit::RegionKind;
use crate::wording::SelectorText;

use super::compiled_amounts::{Bound, RatioBase};
use super::compiled_conditions::{Condition, Dates};
use super::compiled_selectors::Selector;
use super::id_types::{CommandKindId, ContingentId, LimitId, OptionId};

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
    /// The kind of the commands that are measured. `None` for all commands, or if the region is no command.
    pub command_kind: Option<CommandKindId>,
    /// Whether each entry is measured separately.
    pub by_entry: bool,
    /// The option that is measured, of a limit that measures each of several options separately.
    pub of_one_option: Option<OptionId>,
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
    /// The entry or unit type that the limit belongs to. Its minimum applies only within the entry's dates.
    pub entry: Option<super::id_types::UnitKindId>,
    /// Whether the bounds are written on the thing itself that is counted, such as an option or a role.
    pub is_own: bool,
    /// The dates of what the bounds are written on, within which alone a minimum applies.
    pub dates: Vec<Dates>,
}

impl Limit {
    /// Returns the selectors of the bases of its shares and rates.
    pub fn base_selectors(&self) -> impl Iterator<Item = &Selector> {
        self.all_bounds().flat_map(|bound| bound.amount.bases()).filter_map(RatioBase::selector)
    }

    /// Returns every bound of the limit, of all sets.
    pub fn all_bounds(&self) -> impl Iterator<Item = &Bound> {
        self.bounds.iter().flat_map(Bounds::all)
    }
}

/// Bounds that must all be met. If a limit has several sets, one of them must be.
#[derive(Clone, Debug, Default, PartialEq)]
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

impl Bounds {
    /// Returns the bounds that are there.
    pub fn all(&self) -> impl Iterator<Item = &Bound> {
        [&self.min, &self.max, &self.exactly, &self.multiple_of].into_iter().flatten()
    }
}
