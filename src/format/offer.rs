//! What an option is, and how a unit type offers it.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::rules::formula::Formula;
use crate::yaml::{Located, Map};

use super::number::Number;
use super::selector::{DatesList, Need};
use super::words::{Cost, Per, Source, Weight, Words};

/// Anything a unit may add: a weapon, an ability, equipment, a grade.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "an option, such as {name: Bow, cost: 5}"
)]
pub struct OptionRule {
    /// Its name, as printed.
    pub name: Located<String>,
    /// A letter or two that stand for it.
    #[serde(default)]
    pub mark: Option<Located<String>>,
    /// Other spellings that a list may use.
    #[serde(default)]
    pub aka: Vec<Located<String>>,
    /// What it costs where an offer says nothing else.
    #[serde(default)]
    pub cost: Option<Cost>,
    /// What the cost is for; the whole unit without this.
    #[serde(default)]
    pub per: Option<Located<Per>>,
    /// The rule in short.
    #[serde(default)]
    pub text: Option<Located<String>>,
    /// The rule for a card, 60 letters at most.
    #[serde(default)]
    pub brief: Option<Located<String>>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
    /// What is added to the unit's stats, after every `set`.
    #[serde(default)]
    pub add: Map<Located<Formula>>,
    /// What the unit's stats become: a number, another stat or `none`.
    #[serde(default)]
    pub set: Map<Located<Formula>>,
    /// Marks that a list places, such as the two +1s of an elite unit.
    #[serde(default)]
    pub places: Option<Places>,
    /// Whom or what the option names, such as those whom it frightens.
    #[serde(default)]
    pub names: Option<Naming>,
    /// Whether a part of the models may take it, as `{javelin: 8}`.
    #[serde(default)]
    pub some: bool,
    /// What the unit must be or have besides.
    #[serde(default)]
    pub needs: Option<Need>,
    /// What the unit must not be or have besides.
    #[serde(default)]
    pub excludes: Option<Need>,
    /// Tags that the unit gains.
    #[serde(default)]
    pub gives_tags: Vec<Located<String>>,
    /// Tags that the unit loses.
    #[serde(default)]
    pub takes_tags: Vec<Located<String>>,
    /// Options that this word is short for.
    #[serde(default)]
    pub stands_for: Vec<Located<String>>,
    /// Further lines of stats on the sheet, such as a unit in shieldwall.
    #[serde(default)]
    pub forms: Map<Form>,
    /// Facts for the sheet, as `{Range: 16"}`.
    #[serde(default)]
    pub facts: Map<Located<String>>,
    /// When it may be taken.
    #[serde(default)]
    pub dates: Option<DatesList>,
}

/// Marks that a list places on stats.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "marks, such as {marks: 2, among: [melee, rally], add: 1}")]
pub struct Places {
    /// How many marks there are to place.
    pub marks: Located<u32>,
    /// The stats that may take one.
    pub among: Vec<Located<String>>,
    /// What each mark adds.
    pub add: Located<Number>,
    /// How much it weighs when two marks go to one stat; an error without this.
    #[serde(default)]
    pub same: Option<Located<Weight>>,
}

/// What an option asks a list to name.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "what is named, such as {what: an enemy type, from: [units, tags]}")]
pub struct Naming {
    /// What is asked for, in words, such as `an enemy type`.
    pub what: Located<String>,
    /// Where the names come from; any words without this.
    #[serde(default)]
    pub from: Vec<Located<NamedFrom>>,
}

/// Where the names come from that an option asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum NamedFrom {
    /// The unit types.
    Units,
    /// The tags.
    Tags,
}

/// A further line of stats.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a form, such as {name: In shieldwall, set: {move: 2}}")]
pub struct Form {
    /// Its name on the sheet.
    pub name: Located<String>,
    /// What the stats become.
    #[serde(default)]
    pub set: Map<Located<Formula>>,
    /// What is added to them.
    #[serde(default)]
    pub add: Map<Located<Formula>>,
}

/// An option that a unit has or may take. `bow` is always there; `bow?` may be taken; `bow?: 3` costs 3 here;
/// `bow?: {cost: 3, per: model, replaces: sling}` says more; `one-of:` and `at-most-one-of:` group several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Offer")]
pub enum Offer {
    /// An option, with `?` where it may be taken.
    #[serde(rename = "$scalar")]
    Word(Located<String>),
    /// An option with its cost or more, or a group.
    #[serde(rename = "$map")]
    More(Map<OfferDetail>),
}

/// What an offer says of its option, or the offers of a group.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "OfferDetail")]
pub enum OfferDetail {
    /// Its cost here.
    #[serde(rename = "$scalar")]
    Cost(Located<Formula>),
    /// The offers of a group.
    #[serde(rename = "$seq")]
    Group(Vec<Located<Offer>>),
    /// More of it.
    #[serde(rename = "$map")]
    More(Box<OfferTerms>),
}

/// The terms of an offer.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "terms, such as {cost: 3, per: model}")]
pub struct OfferTerms {
    /// What it costs here.
    #[serde(default)]
    pub cost: Option<Cost>,
    /// What the cost is for.
    #[serde(default)]
    pub per: Option<Located<Per>>,
    /// When it may be taken here.
    #[serde(default)]
    pub dates: Option<DatesList>,
    /// The included option that it takes the place of.
    #[serde(default)]
    pub replaces: Option<Located<String>>,
    /// Whom or what it names here, so that a list need not.
    #[serde(default)]
    pub names: Option<Words>,
}

/// Offers for many units at once.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "offers for every unit, such as {options: [elite?]}")]
pub struct EveryUnit {
    /// What every unit is offered.
    pub options: Vec<Located<Offer>>,
    /// The units that are not.
    #[serde(default)]
    pub except: Option<super::selector::Selector>,
}
