//! Compiled unit types and entries, with their sizes and the bodies inside them.

use crate::finding::Span;
use crate::format::shared_types::SizeMeasure;

use super::compiled_conditions::{Condition, Dates};
use super::compiled_costs::Cost;
use super::compiled_options::OptionOffers;
use super::compiled_selectors::Selectable;
use super::compiled_stat_values::StatValue;
use super::id_types::{ContingentId, OptionId, RoleId, TagId, UnitKindId};

/// A unit type or entry: whatever a list may write after `unit:`.
#[derive(Clone, Debug)]
pub struct UnitKind {
    /// The kind's own index in the rules.
    pub kind_id: UnitKindId,
    /// The id, as lists write it.
    pub id: String,
    /// The rule path, such as `fra/units/spears` or `carthage-italy/entries/gauls`.
    pub rule_path: String,
    /// The printed name.
    pub name: String,
    /// The short code, which lists may write instead of the id.
    pub code: Option<String>,
    /// Other names that lists may write instead of the id, in the order of the file.
    pub aka: Vec<String>,
    /// The usual number in a full army of the entry's book. `None` if the book does not say.
    pub typical: Option<u32>,
    /// The unit type that an entry is based on, or the kind itself for a unit type. `None` for a character
    /// without a body.
    pub unit_type: Option<UnitKindId>,
    /// The contingent whose book has the entry. `None` for a unit type.
    pub entry_of: Option<ContingentId>,
    /// The tags, before options add or remove any.
    pub tags: Vec<TagId>,
    /// The cost. `None` if none is stated.
    pub cost: Option<Cost>,
    /// Whether the cost is for each model, element or base. Ignored for a cost by size.
    pub per_model: bool,
    /// Whether the entry states its own cost, which then covers its included options.
    pub states_cost: bool,
    /// The allowed sizes.
    pub size: UnitSize,
    /// The value of each stat, in the order of the ruleset's stats.
    pub stats: Vec<StatValue>,
    /// The options that the unit has or may take.
    pub offers: OptionOffers,
    /// The bodies inside the unit, such as an elephant's crew.
    pub parts: Vec<PartRule>,
    /// The roles that the unit's body may hold.
    pub roles: Vec<RoleId>,
    /// The dates at which the unit may be taken.
    pub dates: Vec<Dates>,
    /// A further condition under which the unit may be taken.
    pub when: Condition,
    /// Whether limits and numbers leave the unit out unless they name it (`counted: false`).
    pub uncounted: bool,
    /// The position of the id in its file.
    pub span: Span,
}

/// The unit before a list adds any options.
impl Selectable for UnitKind {
    fn kind(&self) -> Option<UnitKindId> {
        Some(self.kind_id)
    }

    fn has_tag(&self, tag: TagId) -> bool {
        self.tags.contains(&tag)
    }

    fn has_option(&self, option: OptionId) -> bool {
        self.offers.always_include(option)
    }

    fn has_role(&self, _: RoleId) -> bool {
        false
    }

    fn contingent(&self) -> ContingentId {
        self.entry_of.unwrap_or(ContingentId::OWN)
    }

    fn is_character(&self) -> bool {
        false
    }

    // Only units of a list are counted, so a selector leaves out no unit type
    fn is_uncounted(&self) -> bool {
        false
    }
}

/// How many models, elements or bases a unit has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitSize {
    /// What the size counts.
    pub measure: SizeMeasure,
    /// The smallest size.
    pub min: u32,
    /// The largest size. `None` if there is no limit.
    pub max: Option<u32>,
    /// Whether the unit has no size at all.
    pub has_no_size: bool,
}

impl Default for UnitSize {
    fn default() -> Self {
        Self { measure: SizeMeasure::Models, min: 1, max: Some(1), has_no_size: false }
    }
}

impl UnitSize {
    /// Returns the size if there is only one.
    pub fn only_size(&self) -> Option<u32> {
        (self.has_no_size || self.max == Some(self.min)).then_some(self.min)
    }
}

/// A body inside a unit.
#[derive(Clone, Debug)]
pub struct PartRule {
    /// The part's id, as lists write it.
    pub id: String,
    /// The rule path, such as `fra/units/elephants/parts/crew`.
    pub rule_path: String,
    /// The unit type or entry of the body.
    pub kind: UnitKindId,
    /// How many bodies come with each model of the unit. `None` if a list states the number.
    pub count_per_model: Option<u32>,
    /// The smallest number of bodies.
    pub min: u32,
    /// The largest number of bodies. `None` if there is no limit.
    pub max: Option<u32>,
    /// The cost of each body here. `None` for the usual cost of its unit type.
    pub cost: Option<Cost>,
    /// The position of the part's id in its file.
    pub span: Span,
    /// The position of the name of the body's unit type.
    pub kind_span: Span,
}
