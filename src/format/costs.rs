//! The format of costs: a number, a formula, one of these for each mode, or lines of which the first that fits
//! is paid.

use schemars::JsonSchema;

use crate::format::formula::Formula;
use crate::read::{Located, Map, by_kind, record, words};

use super::read_exact_numbers::Number;
use super::selectors_and_conditions::{Condition, Selector};

/// Points: a number, a formula in quotes, `{historical: 0, points: 5}` for each of the game's modes,
/// `{for-size: {1: 150, 2: 290}}` for each size, or lines such as `[{of: {tag: irr}, each: 5}, {otherwise: 10}]`,
/// of which the first that fits is paid.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "Cost")]
pub enum Cost {
    /// The same in every mode: a number such as `40`, or a formula such as `"2 * hull"`.
    Same(Located<Formula>),
    /// By mode, such as `{historical: 0, points: 5}`, or by size, such as `{for-size: {1: 150, 2: 290}}`.
    By(Map<CostItem>),
    /// Lines, of which the first that fits is paid, such as `[{of: {tag: irr}, each: 5}, {otherwise: 10}]`.
    Lines(Located<Vec<Located<CostLine>>>),
}
by_kind! { Cost: Scalar => Same, Map => By, Seq => Lines }

/// The cost in one mode or, under the key `for-size`, the costs by size.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "CostItem")]
pub enum CostItem {
    /// The cost in this mode: a number such as `5`, or a formula in quotes.
    Mode(Located<Formula>),
    /// The cost of a unit of each size, such as `{1: 150, 2: 290}`; other sizes have none.
    Sizes(Map<Located<Number>>),
}
by_kind! { CostItem: Scalar => Mode, Map => Sizes }

/// One line of a cost: who pays by it, when, and how much. Example: `{of: {tag: irr}, each: 5}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "CostLine")]
pub struct CostLine {
    /// The units that pay by this line; for an option the unit that takes it, for a role the unit that the
    /// character joins. Defaults to everyone. Example: `of: {tag: irr}`.
    pub of: Option<Selector>,
    /// When the line fits. Defaults to always. Example: `when: {present: {unit: trigger}}`.
    pub when: Option<Condition>,
    /// What is paid by this line, in points. Example: `each: 5`.
    pub each: Option<LineCost>,
    /// What everyone pays whom no line before fits; only in the last line. Example: `otherwise: 10`.
    pub otherwise: Option<LineCost>,
}
record! {
    CostLine, "a line of a cost, such as {of: {tag: irr}, each: 5} or {otherwise: 10}":
    of, when, each, otherwise
}

/// What is paid by a line of a cost: a number, a formula in quotes, or `{historical: 0, points: 5}` for each
/// mode.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "LineCost")]
pub enum LineCost {
    /// The same in every mode: a number such as `40`, or a formula such as `"2 * hull"`.
    Same(Located<Formula>),
    /// By mode, such as `{historical: 0, points: 5}`, or by size, such as `{for-size: {1: 150, 2: 290}}`.
    By(Map<CostItem>),
}
by_kind! { LineCost: Scalar => Same, Map => By }

/// What a cost is for. Defaults to the whole unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "CostPer")]
pub enum CostPer {
    /// The cost is for each model of the unit.
    Model,
    /// The cost is for each element of the unit.
    Element,
    /// The cost is for each base of the unit.
    Base,
    /// The cost is for the unit as a whole, whatever its size.
    Unit,
}
words! { CostPer: "model" => Model, "element" => Element, "base" => Base, "unit" => Unit }
