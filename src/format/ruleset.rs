//! A ruleset: one game.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::rules::formula::Formula;
use crate::yaml::{Located, Map};

use super::limit::Limit;
use super::number::Number;
use super::offer::{EveryUnit, Offer, OptionRule};
use super::selector::Selector;
use super::sheet::{Note, NumberRule, Table, Value};
use super::words::{Cost, Per, Size, Source, SourceName, Weight};

/// One game: its unit types, options, costs, limits, numbers and tables. With `extends` a whole other ruleset
/// is taken over first and this file changes it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a ruleset with at least ruleset, name and version"
)]
#[schemars(title = "Muster ruleset")]
pub struct Ruleset {
    /// Its id, as lists name it.
    pub ruleset: Located<String>,
    /// The id of the ruleset that this one changes.
    #[serde(default)]
    pub extends: Option<Located<String>>,
    /// Its name, as printed.
    pub name: Located<String>,
    /// Its version; every verdict states it.
    pub version: Located<String>,
    /// The books and pages that its values come from, each under a short id.
    #[serde(default)]
    pub sources: Map<SourceName>,
    /// The ways in which the game may be played, where they differ in costs or limits.
    #[serde(default)]
    pub modes: Map<Mode>,
    /// `none`: the game has no points.
    #[serde(default)]
    pub points: Option<Located<PointsWord>>,
    /// What an option costs that is marked `?` and states no cost, and one that is taken though not offered.
    #[serde(default)]
    pub optional_cost: Option<Cost>,
    /// How much it weighs when a unit takes an option that its type does not offer; an error without this.
    #[serde(default)]
    pub unlisted_option: Option<Located<Weight>>,
    /// That armies may be in commands, and who leads one.
    #[serde(default)]
    pub commands: Option<CommandsRule>,
    /// What `baggage: true` adds.
    #[serde(default)]
    pub baggage: Option<BaggageRule>,
    /// What `standard: NAME` gives.
    #[serde(default)]
    pub standard: Option<StandardRule>,
    /// The size of every unit that says nothing else.
    #[serde(default)]
    pub size: Option<Size>,
    /// The figures that describe a unit, in the order of printing.
    #[serde(default)]
    pub stats: Map<Stat>,
    /// Anything a unit may add.
    #[serde(default)]
    pub options: Map<OptionRule>,
    /// What every unit is offered besides its own.
    #[serde(default)]
    pub every_unit: Option<EveryUnit>,
    /// The unit types.
    #[serde(default)]
    pub units: Map<UnitType>,
    /// The roles that characters hold.
    #[serde(default)]
    pub roles: Map<Role>,
    /// What holds for every unit that a selector finds.
    #[serde(default)]
    pub effects: Map<Effect>,
    /// Which units may be attached to which; anything not listed may not.
    #[serde(default)]
    pub attach: Map<Attach>,
    /// How many, how much or what share an army may have.
    #[serde(default)]
    pub limits: Map<Limit>,
    /// Constants, and what a list is asked for.
    #[serde(default)]
    pub values: Map<Value>,
    /// What is worked out and printed.
    #[serde(default)]
    pub numbers: Map<NumberRule>,
    /// Tables for the reference sheet.
    #[serde(default)]
    pub tables: Map<Table>,
    /// Gaps, contradictions and readings.
    #[serde(default)]
    pub notes: Vec<Located<Note>>,
    /// What is taken out of the ruleset that this one extends, as `limits/one-general`.
    #[serde(default)]
    pub drop: Vec<Located<String>>,
}

/// A way in which the game may be played.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a mode, such as {name: Points game}")]
pub struct Mode {
    /// Its name, as printed.
    pub name: Located<String>,
    /// Whether it is the one meant where a list names none.
    #[serde(default)]
    pub default: bool,
}

/// The only word for `points`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PointsWord {
    /// The game has no points.
    None,
}

/// Who leads a command.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "who leads a command, such as {led-by: [general]}"
)]
pub struct CommandsRule {
    /// The roles; the commander of each command holds one of them.
    pub led_by: Vec<Located<String>>,
}

/// What `baggage: true` adds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "the baggage's unit type, such as {unit: baggage}")]
pub struct BaggageRule {
    /// The unit type.
    pub unit: Located<String>,
}

/// What `standard: NAME` gives.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "the standard's option, such as {option: battle-standard}")]
pub struct StandardRule {
    /// The option.
    pub option: Located<String>,
}

/// A figure that describes a unit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a stat, such as {name: Move, abbr: M}")]
pub struct Stat {
    /// Its name, as printed.
    pub name: Located<String>,
    /// Its short form.
    #[serde(default)]
    pub abbr: Option<Located<String>>,
    /// How it is printed, with `{}` for the number.
    #[serde(default)]
    pub show: Option<Located<String>>,
    /// What it is where a unit type says nothing.
    #[serde(default)]
    pub default: Option<Located<Number>>,
    /// Whether it is only worked with and never printed.
    #[serde(default)]
    pub hidden: bool,
}

/// What a ruleset offers as a unit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a unit type, such as {name: Spears, cost: 40, stats: {…}}")]
pub struct UnitType {
    /// A short code that a list may use.
    #[serde(default)]
    pub code: Option<Located<String>>,
    /// Its name, as printed.
    pub name: Located<String>,
    /// Other spellings that a list may use.
    #[serde(default)]
    pub aka: Vec<Located<String>>,
    /// Words by which rules find it.
    #[serde(default)]
    pub tags: Vec<Located<String>>,
    /// What it costs.
    #[serde(default)]
    pub cost: Option<Cost>,
    /// What the cost is for; the whole unit without this.
    #[serde(default)]
    pub per: Option<Located<Per>>,
    /// How many models, elements or bases it has.
    #[serde(default)]
    pub size: Option<Size>,
    /// Its figures.
    #[serde(default)]
    pub stats: Map<Located<Number>>,
    /// What it has and may take.
    #[serde(default)]
    pub options: Vec<Located<Offer>>,
    /// Bodies inside it.
    #[serde(default)]
    pub parts: Map<PartRule>,
    /// The roles that it may hold as a character.
    #[serde(default)]
    pub roles: Vec<Located<String>>,
    /// A rule of its own.
    #[serde(default)]
    pub text: Option<Located<String>>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
    /// `false`: limits and numbers pass over it unless they name it.
    #[serde(default)]
    pub counted: Option<bool>,
}

/// A body inside a unit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a part, such as {unit: crew, each: 3}")]
pub struct PartRule {
    /// Its unit type or entry.
    pub unit: Located<String>,
    /// How many come with each model of the unit.
    #[serde(default)]
    pub each: Option<Located<u32>>,
    /// The fewest.
    #[serde(default)]
    pub min: Option<Located<u32>>,
    /// The most.
    #[serde(default)]
    pub max: Option<Located<u32>>,
    /// What each costs here.
    #[serde(default)]
    pub cost: Option<Cost>,
}

/// A role that a character holds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a role, such as {name: General, add: {melee: 2}}")]
pub struct Role {
    /// Its name, as printed.
    pub name: Located<String>,
    /// Other spellings that a list may use.
    #[serde(default)]
    pub aka: Vec<Located<String>>,
    /// What it costs.
    #[serde(default)]
    pub cost: Option<Cost>,
    /// What it adds to the stats of the unit joined, or of the unit that holds it.
    #[serde(default)]
    pub add: Map<Located<Formula>>,
    /// Roles that the same character may not hold besides.
    #[serde(default)]
    pub excludes: Vec<Located<String>>,
    /// The rule in short.
    #[serde(default)]
    pub text: Option<Located<String>>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// What holds for every unit that a selector finds.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an effect, such as {where: {tag: mounted}, add: {armour: 1}}")]
pub struct Effect {
    /// The units.
    #[serde(rename = "where")]
    pub place: Selector,
    /// What is added to their stats, after every `set`.
    #[serde(default)]
    pub add: Map<Located<Formula>>,
    /// What their stats become.
    #[serde(default)]
    pub set: Map<Located<Formula>>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// Which units may be attached to which.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an attachment, such as {name: …, who: {tag: skirmisher}, to: {}}")]
pub struct Attach {
    /// Its name, as printed.
    pub name: Located<String>,
    /// The units that are attached.
    pub who: Selector,
    /// The units that they are attached to.
    pub to: Selector,
    /// How many may be attached to one unit.
    #[serde(default)]
    pub max: Option<Located<u32>>,
    /// `command` where both must be of one command; `army` without this.
    #[serde(default)]
    pub within: Option<Located<Within>>,
    /// How much it weighs where it is done without a `because`; nothing without this.
    #[serde(default)]
    pub severity: Option<Located<Weight>>,
    /// The rule in the author's words.
    #[serde(default)]
    pub says: Option<Located<String>>,
    /// The rule in short.
    #[serde(default)]
    pub text: Option<Located<String>>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// How far an attachment may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Within {
    /// In one command.
    Command,
    /// Anywhere in the army.
    Army,
}
