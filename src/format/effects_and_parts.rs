//! What rulesets and books share: effects, and bodies inside units.

use schemars::JsonSchema;

use crate::format::formula::Formula;
use crate::read::{Located, Map, record};

use super::costs::Cost;
use super::limit::RegionName;
use super::selectors_and_conditions::{Condition, Selector};
use super::shared_types::Citation;
use super::stat_value::NewStatValue;

/// A body inside a unit. Example: `{unit: crew, each: 3}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "PartOffered")]
pub struct PartRule {
    /// The unit type or entry that the body is. Example: `unit: elephant-crew`.
    pub unit: Located<String>,
    /// How many come with each model of the unit; a list need not state them. Example: `each: 3`.
    pub each: Option<Located<u32>>,
    /// The fewest that a list may state. Example: `min: 2`.
    pub min: Option<Located<u32>>,
    /// The most that a list may state. Example: `max: 8`.
    pub max: Option<Located<u32>>,
    /// What each of them costs here, in points, in place of the type's own cost. Example: `cost: 0`.
    pub cost: Option<Cost>,
}
record! { PartRule, "a part, such as {unit: crew, each: 3}": unit, each, min, max, cost }

/// A change to the stats or tags of every unit that a selector matches. Example: `{where: {tag: mounted}, add:
/// {armour: 1}}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Effect {
    /// The units that it applies to. Example: `where: {tag: mounted}`.
    pub targets: Selector,
    /// When it applies to them. Defaults to always. Example: `when: {present: {role: general}}`.
    pub when: Option<Condition>,
    /// Where `when` looks: in the `army` (the default), in the `command` that the unit is in, or in the one of
    /// a kind that it is in. Example: `in: command`.
    pub region: Option<Located<RegionName>>,
    /// What is added to their stats, after every `set`. Example: `add: {armour: 1}`.
    pub add: Map<Located<Formula>>,
    /// What their stats become. Example: `set: {speed: none}`.
    pub set: Map<NewStatValue>,
    /// Tags that they gain. Effects that change tags are all judged at once, by the tags before any of them.
    /// Example: `gives-tags: [core]`.
    pub gives_tags: Vec<Located<String>>,
    /// Tags that they lose, unless something else gives them. Example: `takes-tags: [special]`.
    pub takes_tags: Vec<Located<String>>,
    /// Where it comes from. Example: `source: "rules: Armour"`.
    pub source: Option<Citation>,
}
record! {
    Effect, "an effect, such as {where: {tag: mounted}, add: {armour: 1}}":
    targets as "where", when, region as "in", add, set, gives_tags, takes_tags, source
}
