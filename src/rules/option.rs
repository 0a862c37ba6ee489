//! Options, offers, costs and sizes ready for use.

use crate::finding::{Severity, Span};
use crate::format::number::Number;
use crate::format::words::Thing;

use super::ids::{ModeId, OptionId, RoleId, StatId, TagId};
use super::selector::Selector;
use super::when::Dates;
use crate::format::formula::Formula;

/// An option ready for use.
#[derive(Clone, Debug)]
pub struct OptionRule {
    /// Its id.
    pub id: String,
    /// Its name in full, as `fra/options/elite`.
    pub rule: String,
    /// Its name, as printed.
    pub name: String,
    /// What it costs where an offer says nothing else.
    pub cost: Option<Cost>,
    /// Whether that is for each model.
    pub each: bool,
    /// What it does to stats.
    pub change: Change,
    /// Marks to place.
    pub places: Option<Places>,
    /// What it asks a list to name.
    pub names: Option<Naming>,
    /// Whether a part of the models may take it.
    pub some: bool,
    /// What must hold besides.
    pub needs: Option<Need>,
    /// What must not hold besides.
    pub excludes: Option<Need>,
    /// Tags gained.
    pub gives: Vec<TagId>,
    /// Tags lost.
    pub takes: Vec<TagId>,
    /// Options that it is short for.
    pub stands_for: Vec<OptionId>,
    /// When it may be taken.
    pub dates: Vec<Dates>,
    /// Where it is written: its id.
    pub span: Span,
}

/// What something does to stats: every `set` before every `add`.
#[derive(Clone, Debug, Default)]
pub struct Change {
    /// What stats become.
    pub set: Vec<(StatId, Formula)>,
    /// What is added.
    pub add: Vec<(StatId, Formula)>,
}

/// Marks that a list places on stats.
#[derive(Clone, Debug)]
pub struct Places {
    /// How many.
    pub marks: u32,
    /// The stats that may take one.
    pub among: Vec<StatId>,
    /// What each adds.
    pub add: Number,
    /// How much it weighs when two go to one stat.
    pub same: Severity,
    /// How much it weighs when one goes to a stat that the unit has no figure for.
    pub absent: Severity,
}

/// What an option asks a list to name.
#[derive(Clone, Debug)]
pub struct Naming {
    /// What is asked for, in words.
    pub what: String,
    /// Whether the names are unit types.
    pub units: bool,
    /// Whether the names are tags.
    pub tags: bool,
    /// Unit types that are no use to name.
    pub except: Option<Need>,
}

/// What an option needs or excludes.
#[derive(Clone, Debug)]
pub struct Need {
    /// The test.
    pub selector: Selector,
    /// The test in the words of the file.
    pub what: String,
    /// How much it weighs.
    pub severity: Severity,
    /// The rule in the author's words.
    pub says: Option<String>,
    /// Where it is written.
    pub span: Span,
}

/// What something costs, in points.
#[derive(Clone, Debug)]
pub enum Cost {
    /// The same in every mode.
    Same(Formula),
    /// By mode; nothing is known for a mode that is not there.
    Modes(Vec<(ModeId, Formula)>),
    /// By size; a size that is not there is a fault of the list.
    Sizes(Vec<(u32, Number)>),
}

/// How many models, elements or bases a unit has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// What is counted.
    pub of: Thing,
    /// The fewest.
    pub min: u32,
    /// The most.
    pub max: Option<u32>,
    /// Whether it has a size at all.
    pub none: bool,
}

impl Default for Size {
    fn default() -> Self {
        Self { of: Thing::Models, min: 1, max: Some(1), none: false }
    }
}

impl Size {
    /// The one size that there is.
    pub fn fixed(&self) -> Option<u32> {
        (self.none || self.max == Some(self.min)).then_some(self.min)
    }
}

/// An option that a unit has or may take.
#[derive(Clone, Debug)]
pub struct Offer {
    /// Its name in full, as `fra/units/spears/options/elite`.
    pub rule: String,
    /// The option.
    pub option: OptionId,
    /// Whether it is always there.
    pub included: bool,
    /// What it costs here.
    pub cost: Option<Cost>,
    /// Whether a cost is for each model; as the unit type's offer or the option says where not given.
    pub each: Option<bool>,
    /// When it may be taken here.
    pub dates: Vec<Dates>,
    /// The included option whose place it takes.
    pub replaces: Option<OptionId>,
    /// Whom or what it names here.
    pub names: Vec<String>,
    /// The group that it is in.
    pub group: Option<usize>,
    /// Whether the entry itself makes the offer, not the unit type.
    pub of_entry: bool,
    /// Where it is written.
    pub span: Span,
}

/// Several offers of which one is taken, or at most one.
#[derive(Clone, Debug)]
pub struct Group {
    /// Whether one must be taken.
    pub must: bool,
    /// The option that is there where none is taken.
    pub default: Option<OptionId>,
    /// The options in it.
    pub options: Vec<OptionId>,
    /// How much it weighs when more than one is taken; what is no error is settled by a reason.
    pub severity: Severity,
    /// Where it is written.
    pub span: Span,
}

/// Everything that a unit is offered.
#[derive(Clone, Debug, Default)]
pub struct Offers {
    /// Each offer.
    pub all: Vec<Offer>,
    /// The groups.
    pub groups: Vec<Group>,
}

impl Offers {
    /// The offer of an option.
    pub fn of(&self, option: OptionId) -> Option<&Offer> {
        self.all.iter().find(|o| o.option == option)
    }
}

impl OptionRule {
    /// Whether a cost of it is for each model: as the first of these offers that says what a cost is for, and as
    /// the option itself where none does.
    pub fn is_for_each(&self, offers: [Option<&Offer>; 2]) -> bool {
        offers.into_iter().flatten().find_map(|o| o.each).unwrap_or(self.each)
    }
}

/// A unit type or entry ready for use.
#[derive(Clone, Debug)]
pub struct Kind {
    /// Its number.
    pub own: super::ids::KindId,
    /// Its id.
    pub id: String,
    /// Its name in full, as `fra/units/spears` or `carthage-italy/entries/gauls`.
    pub rule: String,
    /// Its name, as printed.
    pub name: String,
    /// Its short code.
    pub code: Option<String>,
    /// The unit type of the ruleset; itself for one, nothing for a person.
    pub unit: Option<super::ids::KindId>,
    /// The contingent whose entry it is; nothing for a unit type.
    pub entry_of: Option<super::ids::ContingentId>,
    /// Tags, before options.
    pub tags: Vec<TagId>,
    /// What it costs.
    pub cost: Option<Cost>,
    /// Whether that is for each model, element or base, unless it is by size.
    pub each: bool,
    /// Whether the entry states the cost itself, so that its included options are inside it.
    pub own_cost: bool,
    /// Its size.
    pub size: Size,
    /// Its figures, in the order of the ruleset's stats.
    pub stats: Vec<Option<Number>>,
    /// What it has and may take.
    pub offers: Offers,
    /// Bodies inside it.
    pub parts: Vec<PartRule>,
    /// The roles that it may hold.
    pub roles: Vec<RoleId>,
    /// When it may be taken.
    pub dates: Vec<Dates>,
    /// When it may be taken besides.
    pub when: super::when::When,
    /// Whether limits and numbers pass over it unless they name it.
    pub passed_over: bool,
    /// Where it is written: its id.
    pub span: Span,
}

/// A body inside a unit.
#[derive(Clone, Debug)]
pub struct PartRule {
    /// Its word.
    pub id: String,
    /// Its name in full, as `fra/units/elephants/parts/crew`.
    pub rule: String,
    /// Its unit type or entry.
    pub kind: super::ids::KindId,
    /// How many come with each model of the unit.
    pub each: Option<u32>,
    /// The fewest.
    pub min: u32,
    /// The most.
    pub max: Option<u32>,
    /// What each costs here.
    pub cost: Option<Cost>,
    /// Where it is written.
    pub span: Span,
    /// Where its unit type or entry is written.
    pub kind_span: Span,
}
