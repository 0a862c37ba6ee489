//! Compiled options, offers, costs and sizes, and the unit types and entries that have them.

use crate::finding::{Severity, Span};
use crate::format::number::Number;
use crate::format::words::Thing;

use super::ids::{ModeId, OptionId, RoleId, StatId, TagId};
use super::selector::Selector;
use super::when::Dates;
use crate::format::formula::Formula;

/// Something that a unit may add.
#[derive(Clone, Debug)]
pub struct OptionRule {
    /// The option's id.
    pub id: String,
    /// The rule path, such as `fra/options/elite`.
    pub rule: String,
    /// The printed name.
    pub name: String,
    /// The cost, unless an offer states another.
    pub cost: Option<Cost>,
    /// Whether the cost is for each model.
    pub each: bool,
    /// The changes to the unit's stats.
    pub change: Change,
    /// The marks that a list places on stats. `None` if there are none.
    pub places: Option<Places>,
    /// What a list must name for the option. `None` if it names nothing.
    pub names: Option<Naming>,
    /// Whether only some of the unit's models may take the option.
    pub some: bool,
    /// What the unit must match to take the option.
    pub needs: Option<Need>,
    /// What the unit must not match to take the option.
    pub excludes: Option<Need>,
    /// The tags that the unit gains.
    pub gives: Vec<TagId>,
    /// The tags that the unit loses.
    pub takes: Vec<TagId>,
    /// The options that this one includes.
    pub stands_for: Vec<OptionId>,
    /// The dates at which the option may be taken.
    pub dates: Vec<Dates>,
    /// The position of the option's id in its file.
    pub span: Span,
}

/// Changes to stats. Every `set` is applied before every `add`.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// The stats that are replaced, with their new values.
    pub set: Vec<(StatId, Formula)>,
    /// The stats that are changed, with the amounts added.
    pub add: Vec<(StatId, Formula)>,
}

/// Marks that a list places on stats.
#[derive(Clone, Debug)]
pub struct Places {
    /// The number of marks.
    pub marks: u32,
    /// The stats that may take a mark.
    pub among: Vec<StatId>,
    /// The amount that each mark adds.
    pub add: Number,
    /// The severity of placing two marks on one stat.
    pub same: Severity,
    /// The severity of placing a mark on a stat for which the unit has no value.
    pub absent: Severity,
}

/// What an option asks a list to name.
#[derive(Clone, Debug)]
pub struct Naming {
    /// A noun for what is named, for messages.
    pub what: String,
    /// Whether the names are unit types.
    pub units: bool,
    /// Whether the names are tags.
    pub tags: bool,
    /// Unit types that may not be named.
    pub except: Option<Need>,
}

/// A condition on the unit that an option needs or excludes.
#[derive(Clone, Debug)]
pub struct Need {
    /// The units that meet the condition.
    pub selector: Selector,
    /// A description of the condition, for messages.
    pub what: String,
    /// The severity if the condition is not met.
    pub severity: Severity,
    /// The rule in the author's words, for messages.
    pub says: Option<String>,
    /// The position of the condition in its file.
    pub span: Span,
}

/// A cost, in points.
#[derive(Clone, Debug)]
pub enum Cost {
    /// The same cost in every mode.
    Same(Formula),
    /// A cost for each mode. In a mode without one the cost is unknown.
    Modes(Vec<(ModeId, Formula)>),
    /// A cost for each size. A list may not use a size without one.
    Sizes(Vec<(u32, Number)>),
}

/// How many models, elements or bases a unit has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// What the size counts.
    pub of: Thing,
    /// The smallest size.
    pub min: u32,
    /// The largest size. `None` if there is no limit.
    pub max: Option<u32>,
    /// Whether the unit has no size at all.
    pub none: bool,
}

impl Default for Size {
    fn default() -> Self {
        Self { of: Thing::Models, min: 1, max: Some(1), none: false }
    }
}

impl Size {
    /// Returns the size if there is only one.
    pub fn fixed(&self) -> Option<u32> {
        (self.none || self.max == Some(self.min)).then_some(self.min)
    }
}

/// An option on a unit type's line: always there, or one that may be taken.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The rule path, such as `fra/units/spears/options/elite`.
    pub rule: String,
    /// The offered option.
    pub option: OptionId,
    /// Whether the unit always has the option.
    pub included: bool,
    /// The cost for this unit. `None` for the option's usual cost.
    pub cost: Option<Cost>,
    /// Whether the cost is for each model. `None` to follow the unit type's offer, then the option.
    pub each: Option<bool>,
    /// The dates at which this unit may take the option.
    pub dates: Vec<Dates>,
    /// The included option that this one replaces.
    pub replaces: Option<OptionId>,
    /// The names that the option is given here, so that a list need not name them.
    pub names: Vec<String>,
    /// The index of the offer's group.
    pub group: Option<usize>,
    /// Whether the offer is made by the entry, not by the unit type.
    pub of_entry: bool,
    /// The position of the offer in its file.
    pub span: Span,
}

/// Offers of which exactly one, or at most one, is taken.
#[derive(Clone, Debug)]
pub struct Group {
    /// Whether one of them must be taken.
    pub must: bool,
    /// The option that the unit has if none is taken.
    pub default: Option<OptionId>,
    /// The options of the group.
    pub options: Vec<OptionId>,
    /// The severity of taking more than one. A reason settles anything below an error.
    pub severity: Severity,
    /// The position of the group in its file.
    pub span: Span,
}

/// Everything that a unit is offered.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    /// The offers, in the order of the file.
    pub all: Vec<Offer>,
    /// The groups.
    pub groups: Vec<Group>,
}

impl Offers {
    /// Returns the offer of an option.
    pub fn of(&self, option: OptionId) -> Option<&Offer> {
        self.all.iter().find(|o| o.option == option)
    }
}

impl OptionRule {
    /// Returns `true` if the cost of the option is for each model.
    ///
    /// The first of these offers that states what its cost is for decides, else the option itself.
    pub fn is_for_each(&self, offers: [Option<&Offer>; 2]) -> bool {
        offers.into_iter().flatten().find_map(|o| o.each).unwrap_or(self.each)
    }
}

/// A unit type or entry: whatever a list may write after `unit:`.
#[derive(Clone, Debug)]
pub struct Kind {
    /// The kind's own index in the rules.
    pub own: super::ids::KindId,
    /// The id, as lists write it.
    pub id: String,
    /// The rule path, such as `fra/units/spears` or `carthage-italy/entries/gauls`.
    pub rule: String,
    /// The printed name.
    pub name: String,
    /// The short code, which lists may write instead of the id.
    pub code: Option<String>,
    /// The unit type that an entry is based on, or the kind itself for a unit type. `None` for a character
    /// without a body.
    pub unit: Option<super::ids::KindId>,
    /// The contingent whose book has the entry. `None` for a unit type.
    pub entry_of: Option<super::ids::ContingentId>,
    /// The tags, before options add or remove any.
    pub tags: Vec<TagId>,
    /// The cost. `None` if none is stated.
    pub cost: Option<Cost>,
    /// Whether the cost is for each model, element or base. Ignored for a cost by size.
    pub each: bool,
    /// Whether the entry states its own cost, which then covers its included options.
    pub own_cost: bool,
    /// The allowed sizes.
    pub size: Size,
    /// The value of each stat, in the order of the ruleset's stats. `None` if the unit has none.
    pub stats: Vec<Option<Number>>,
    /// The options that the unit has or may take.
    pub offers: Offers,
    /// The bodies inside the unit, such as an elephant's crew.
    pub parts: Vec<PartRule>,
    /// The roles that the unit's body may hold.
    pub roles: Vec<RoleId>,
    /// The dates at which the unit may be taken.
    pub dates: Vec<Dates>,
    /// A further condition under which the unit may be taken.
    pub when: super::when::When,
    /// Whether limits and numbers leave the unit out unless they name it (`counted: false`).
    pub passed_over: bool,
    /// The position of the id in its file.
    pub span: Span,
}

/// A body inside a unit.
#[derive(Clone, Debug)]
pub struct PartRule {
    /// The part's id, as lists write it.
    pub id: String,
    /// The rule path, such as `fra/units/elephants/parts/crew`.
    pub rule: String,
    /// The unit type or entry of the body.
    pub kind: super::ids::KindId,
    /// How many bodies come with each model of the unit. `None` if a list states the number.
    pub each: Option<u32>,
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
