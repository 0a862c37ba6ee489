//! Compiled options, and the offers of them on the lines of unit types.

use crate::finding::{Severity, Span};
use crate::format::formula::Formula;
use crate::format::read_exact_numbers::Number;

use super::compiled_conditions::Dates;
use super::compiled_costs::Cost;
use super::compiled_selectors::Selector;
use super::compiled_stat_values::NewStatValue;
use super::id_types::{OptionId, StatId, TagId};

/// Something that a unit may add.
#[derive(Clone, Debug)]
pub struct OptionRule {
    /// The option's id.
    pub id: String,
    /// The rule path, such as `fra/options/elite`.
    pub rule_path: String,
    /// The printed name.
    pub name: String,
    /// The cost, unless an offer states another.
    pub cost: Option<Cost>,
    /// Whether the cost is for each model.
    pub per_model: bool,
    /// The changes to the unit's stats.
    pub changes: StatChanges,
    /// The marks that a list places on stats. `None` if there are none.
    pub mark_places: Option<MarkPlaces>,
    /// What a list must name for the option. `None` if it names nothing.
    pub naming: Option<Naming>,
    /// How many times one unit, or one model if the cost is for each, may have the option.
    pub most_times: MostTimes,
    /// What is offered with the option, unless an offer of it states that.
    pub inner_offers: OptionOffers,
    /// Whether only some of the unit's models may take the option.
    pub partial: bool,
    /// What the unit must match to take the option.
    pub needs: Option<Need>,
    /// What the unit must not match to take the option.
    pub excludes: Option<Need>,
    /// The tags that the unit gains.
    pub gives_tags: Vec<TagId>,
    /// The tags that the unit loses.
    pub takes_tags: Vec<TagId>,
    /// The options that this one includes.
    pub stands_for: Vec<OptionId>,
    /// The dates at which the option may be taken.
    pub dates: Vec<Dates>,
    /// The position of the option's id in its file.
    pub span: Span,
}

/// How many times an option may be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MostTimes {
    /// The number.
    pub number: u32,
    /// The position where the number is stated. `None` if it is not.
    pub span: Option<Span>,
}

impl Default for MostTimes {
    fn default() -> Self {
        Self { number: 1, span: None }
    }
}

/// Changes to stats. Every `set` is applied before every `add`.
#[derive(Clone, Debug, Default)]
pub struct StatChanges {
    /// The stats that are replaced, with their new values.
    pub set: Vec<(StatId, NewStatValue)>,
    /// The stats that are changed, with the amounts added.
    pub add: Vec<(StatId, Formula)>,
}

/// Marks that a list places on stats.
#[derive(Clone, Debug)]
pub struct MarkPlaces {
    /// The number of marks.
    pub marks: u32,
    /// The stats that may take a mark.
    pub among: Vec<StatId>,
    /// The amount that each mark adds.
    pub add: Number,
    /// The severity of placing two marks on one stat.
    pub same_stat_severity: Severity,
    /// The severity of placing a mark on a stat for which the unit has no value.
    pub absent_stat_severity: Severity,
}

/// What an option asks a list to name.
#[derive(Clone, Debug)]
pub struct Naming {
    /// A noun for what is named, for messages.
    pub noun: String,
    /// Whether the names are unit types.
    pub allows_unit_types: bool,
    /// Whether the names are tags.
    pub allows_tags: bool,
    /// Unit types that may not be named.
    pub except: Option<Need>,
}

/// A condition on the unit that an option needs or excludes.
#[derive(Clone, Debug)]
pub struct Need {
    /// The units that meet the condition.
    pub selector: Selector,
    /// A description of the condition, for messages.
    pub description: String,
    /// The severity if the condition is not met.
    pub severity: Severity,
    /// The rule in the author's words, for messages.
    pub says: Option<String>,
    /// The position of the condition in its file.
    pub span: Span,
}

/// An option on a unit type's line: always there, or one that may be taken.
#[derive(Clone, Debug)]
pub struct OptionOffer {
    /// The rule path, such as `fra/units/spears/options/elite`.
    pub rule_path: String,
    /// The offered option.
    pub option: OptionId,
    /// Whether the unit always has the option.
    pub is_included: bool,
    /// The cost for this unit. `None` for the option's usual cost.
    pub cost: Option<Cost>,
    /// Whether the cost is for each model. `None` to follow the unit type's offer, then the option.
    pub per_model: Option<bool>,
    /// The dates at which this unit may take the option.
    pub dates: Vec<Dates>,
    /// The included option that this one replaces.
    pub replaces: Option<OptionId>,
    /// The names that the option is given here, so that a list need not name them.
    pub names: Vec<String>,
    /// How many times the option may be had here. `None` for what the option says.
    pub most_times: Option<MostTimes>,
    /// What is offered with the option here. `None` for what the option says.
    pub inner_offers: Option<OptionOffers>,
    /// The index of the offer's group.
    pub group: Option<usize>,
    /// Whether the offer is made by the entry, not by the unit type.
    pub is_from_entry: bool,
    /// The position of the offer in its file.
    pub span: Span,
}

/// Offers of which exactly one, or at most one, is taken.
#[derive(Clone, Debug)]
pub struct OptionGroup {
    /// Whether one of them must be taken.
    pub is_required: bool,
    /// The option that the unit has if none is taken.
    pub default: Option<OptionId>,
    /// The options of the group.
    pub options: Vec<OptionId>,
    /// The severity of taking more than one. A reason settles anything below an error.
    pub severity: Severity,
    /// The position of the group in its file.
    pub span: Span,
}

/// The options that lead to one, the outermost first: the bow of the horse of a unit is at `[horse, bow]`. The path of
/// the options around it, without itself, says where an option is: empty for those of the unit itself.
pub type OptionPath = Vec<OptionId>;

/// Everything that a unit is offered.
#[derive(Clone, Debug, Default)]
pub struct OptionOffers {
    /// The offers, in the order of the file.
    pub all: Vec<OptionOffer>,
    /// The groups.
    pub groups: Vec<OptionGroup>,
    /// What is offered with options, an option before those inside it. Only unit types and entries have it.
    pub inside: Vec<InnerOffers>,
}

/// What is offered with an option that a unit has.
#[derive(Clone, Debug)]
pub struct InnerOffers {
    /// The option, after those around it.
    pub within: OptionPath,
    /// The offers.
    pub offers: OptionOffers,
}

impl OptionOffers {
    /// Returns the unit's own offer of an option. Offers inside other options do not count.
    pub fn offer_for(&self, option: OptionId) -> Option<&OptionOffer> {
        self.all.iter().find(|o| o.option == option)
    }

    /// Returns what is offered within these options, or to the unit itself if there are none.
    pub fn offers_within(&self, within: &[OptionId]) -> Option<&Self> {
        if within.is_empty() {
            return Some(self);
        }
        self.inside.iter().find(|inner| inner.within == within).map(|inner| &inner.offers)
    }

    /// Returns the offer of an option within other options, or the unit's own if there are none.
    pub fn offer_at(&self, option: OptionId, within: &[OptionId]) -> Option<&OptionOffer> {
        self.offers_within(within)?.offer_for(option)
    }

    /// Returns the paths of the options with which an option is offered.
    pub fn paths_to(&self, option: OptionId) -> impl Iterator<Item = &[OptionId]> {
        let offering = self.inside.iter().filter(move |inner| inner.offers.offer_for(option).is_some());
        offering.map(|inner| inner.within.as_slice())
    }

    /// Returns the unit's own offers, then those within other options, each with the path of these.
    pub fn levels(&self) -> impl Iterator<Item = (&[OptionId], &Self)> {
        let inside = self.inside.iter().map(|inner| (inner.within.as_slice(), &inner.offers));
        std::iter::once((&[][..], self)).chain(inside)
    }

    /// Returns `true` if an option is offered to the unit itself or within another option.
    pub fn offers_anywhere(&self, option: OptionId) -> bool {
        self.levels().any(|(_, offers)| offers.offer_for(option).is_some())
    }

    /// Returns `true` if the unit always has an option.
    pub fn always_include(&self, option: OptionId) -> bool {
        let includes = |within: &[OptionId], option| {
            self.offer_at(option, within).is_some_and(|offer| offer.is_included)
        };
        let is_always_there = |path: &[OptionId]| (0..path.len()).all(|at| includes(&path[..at], path[at]));
        self.levels().any(|(within, _)| includes(within, option) && is_always_there(within))
    }
}

impl OptionRule {
    /// Returns `true` if the cost of the option is for each model.
    ///
    /// The first of these offers that states what its cost is for decides, else the option itself.
    pub fn costs_per_model(&self, offers: [Option<&OptionOffer>; 2]) -> bool {
        offers.into_iter().flatten().find_map(|o| o.per_model).unwrap_or(self.per_model)
    }
}
