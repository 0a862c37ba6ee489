//! The format of charges: prices that depend on what the army has.

use schemars::JsonSchema;

use crate::read::{Located, record};

use super::costs::Cost;
use super::limit::{FractionRounding, GroupBy, RegionName};
use super::read_exact_numbers::Number;
use super::selectors_and_conditions::{Condition, Selector};
use super::shared_types::{AlikeCounting, AttachedCounting, Citation, OneOrMore};

/// A price that depends on what the army has. It measures as a limit does, and costs so much for each of what it
/// measures; a charge that measures nothing is paid once. Example: `{name: Third and further, count: {tag:
/// special}, by: entry, above: 2, cost: 20}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Charge {
    /// The name of the charge, as printed. Defaults to its id. Example: `name: Third and further`.
    pub name: Option<Located<String>>,
    /// Counts the units, or with `role` the characters, that this matches. Example: `count: {unit:
    /// elephants}`.
    pub count: Option<Located<Selector>>,
    /// Adds up `points` (the prices before any charge), `size`, `commands` or one of the ruleset's numbers over
    /// what `of` matches. Example: `sum: points`.
    pub sum: Option<Located<String>>,
    /// Counts how often these options are taken, or with `sum: points` adds up what they cost. Example: `options:
    /// [crown, horn]`.
    pub options: Option<Located<OneOrMore>>,
    /// The highest that a single unit has: a stat, a number, `size` or `points`. Example: `highest: size`.
    pub highest: Option<Located<String>>,
    /// The lowest that a single unit has: a stat, a number, `size` or `points`. Example: `lowest: size`.
    pub lowest: Option<Located<String>>,
    /// One of the numbers of the army or of each command, as it is. Example: `number: scouts`.
    pub number: Option<Located<String>>,
    /// Whose `sum`, `options`, `highest` or `lowest` it is. Defaults to everything. Example: `of: {tag: mounted}`.
    pub of: Option<Located<Selector>>,
    /// Where it is measured and paid: in the `army` (the default), in each `command`, or in each command of a kind.
    /// Example: `in: command`.
    pub region: Option<Located<RegionName>>,
    /// `entry`: measures each entry separately or, without a book, each unit type. `option`: measures each of the
    /// `options` separately. Example: `by: entry`.
    pub by: Option<Located<GroupBy>>,
    /// `one`: of `options`, those of one kind count once; of `count`, units of one entry. Example: `alike: one`.
    pub alike: Option<Located<AlikeCounting>>,
    /// `one`: units that are attached to each other count once. Example: `joined: one`.
    pub joined: Option<Located<AttachedCounting>>,
    /// How much of what is measured is free. Example: `above: 2`.
    pub above: Option<Located<Number>>,
    /// How much of what is measured it takes to pay once. Defaults to 1. Example: `per: 100`.
    pub per: Option<Located<Number>>,
    /// How a last `per` that is only begun counts: `up`, `down`, `nearest` or `none`. Defaults to `down`. Example:
    /// `round: up`.
    pub round: Option<Located<FractionRounding>>,
    /// How much of a last `per` it takes to count in full, in place of `round`. Example: `enough: 80`.
    pub enough: Option<Located<Number>>,
    /// The most often that it is paid. Example: `at-most: 10`.
    pub at_most: Option<Located<Number>>,
    /// What is paid each time, in points; less than 0 is a discount. Example: `cost: 20`.
    pub cost: Cost,
    /// The units and characters that pay, alike ones each. Without it the army pays, or each command with `in:
    /// command`. Example: `paid-by: {unit: squad}`.
    pub paid_by: Option<Selector>,
    /// When it is paid. Defaults to always. Example: `when: {present: {unit: trigger}}`.
    pub when: Option<Condition>,
    /// The rule in the author's words. Example: `says: every further unit of a kind costs more`.
    pub says: Option<Located<String>>,
    /// Where it comes from. Example: `source: "rules: Points"`.
    pub source: Option<Citation>,
}
record! {
    Charge, "a charge, such as {name: Third and further, count: {tag: special}, above: 2, cost: 20}":
    name, count, sum, options, highest, lowest, number, of, region as "in", by, alike, joined, above, per, round, enough, at_most, cost, paid_by, when,
    says, source
}
