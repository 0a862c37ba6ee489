//! The format of limits: how many, how much or what share an army may have.

use std::borrow::Cow;
use std::str::FromStr;

use schemars::JsonSchema;

use crate::finding::Span;
use crate::format::formula::Formula;
use crate::read::{
    Accepts, FromNode, Located, NodeKind, ReadNode, Reader, ValueError, by_kind, from_text, record, words,
};
use crate::wording::Rounding;

use super::read_exact_numbers::Number;
use super::selectors_and_conditions::{Condition, Selector};
use super::shared_types::{AlikeCounting, AttachedCounting, Citation, OneOrMore, RuleSeverity};

/// A rule on how many, how much or what share. It says what is measured (`count`, `sum`, `options`, `highest`,
/// `lowest` or `number`), where (`in`), and how much is allowed (`min`, `max`, `exactly`, `multiple-of` or
/// `either`), or a formula that `holds`.
/// Example: `{count: {role: general}, max: 1}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Limit {
    /// Counts the units, or with `role` the characters, that this matches. Example: `count: {unit:
    /// elephants}`.
    pub count: Option<Located<Selector>>,
    /// Adds up `points`, `size`, `commands` or one of the ruleset's numbers over what `of` matches. Example:
    /// `sum: points`.
    pub sum: Option<Located<String>>,
    /// Counts how often these options are taken, or with `sum: points` adds up what they cost. A unit that some
    /// models of which take one counts once for each of these. Example: `options: [crown, horn]`.
    pub options: Option<Located<OneOrMore>>,
    /// The highest that a single unit has: a stat, a number, `size` or `points`. Over nobody there is none, and
    /// the limit asks nothing. Example: `highest: ld`.
    pub highest: Option<Located<String>>,
    /// The lowest that a single unit has: a stat, a number, `size` or `points`. Example: `lowest: size`.
    pub lowest: Option<Located<String>>,
    /// One of the numbers of the army or of each command, as it is. Example: `number: break-point`.
    pub number: Option<Located<String>>,
    /// Whose `sum`, `options`, `highest` or `lowest` it is. Defaults to everything. Example: `of: {tag: mounted}`.
    pub of: Option<Selector>,
    /// Where it is measured: `army` (the default), each `command`, each command of a kind, each `unit`, or the
    /// `reserves`. Example: `in: command`.
    pub region: Option<Located<RegionName>>,
    /// `entry`: measures each entry separately or, without a book, each unit type. `option`: measures each of
    /// the `options` separately. Example: `by: entry`.
    pub by: Option<Located<GroupBy>>,
    /// `one`: of `options`, those of one kind count once; of `count`, units of one entry. Example: `alike: one`.
    pub alike: Option<Located<AlikeCounting>>,
    /// `one`: units that are attached to each other count once. Example: `joined: one`.
    pub joined: Option<Located<AttachedCounting>>,
    /// At least this much must be there. Example: `min: 2`, or `min: {share: 1/4, of: points}`.
    pub min: Option<Located<Bound>>,
    /// At most this much may be there. Example: `max: 3`, or `max: {allow: 1, per: 500, of: points}`.
    pub max: Option<Located<Bound>>,
    /// Exactly this much. Example: `exactly: 1`.
    pub exactly: Option<Located<Bound>>,
    /// The number must be a multiple of this; 0 counts as one. Example: `multiple-of: 2`.
    pub multiple_of: Option<Located<Bound>>,
    /// One of these must hold. Example: `either: [{exactly: 0}, {min: 2, max: 4}]`.
    pub either: Vec<Located<Alternative>>,
    /// A formula that must be true, for rules that the other keys cannot express. Example: `holds:
    /// "highest({role: general}, ld) >= 8"`.
    pub holds: Option<Located<Formula>>,
    /// When the limit applies. Defaults to always. Example: `when: {points: {above: 1000}}`.
    pub when: Option<Condition>,
    /// Severity if the limit is broken. Defaults to `error`. Example: `severity: warning`.
    pub severity: Option<Located<RuleSeverity>>,
    /// The rule in the author's words; shown wherever the limit is broken. Example: `says: an army has a
    /// single general`.
    pub says: Option<Located<String>>,
    /// Where the rule comes from. Example: `source: "rules: Characters"`.
    pub source: Option<Citation>,
}
record! {
    Limit, "a limit, such as {count: {role: general}, max: 1}":
    count, sum, options, highest, lowest, number, of, region as "in", by, alike, joined, min, max, exactly,
    multiple_of, either, holds, when, severity, says, source
}

/// Bounds that must all hold. Example: `{min: 2, max: 4}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "Bounds")]
pub struct Alternative {
    /// At least this much. Example: `min: 2`.
    pub min: Option<Located<Bound>>,
    /// At most this much. Example: `max: 4`.
    pub max: Option<Located<Bound>>,
    /// Exactly this much. Example: `exactly: 0`.
    pub exactly: Option<Located<Bound>>,
    /// The number must be a multiple of this. Example: `multiple-of: 2`.
    pub multiple_of: Option<Located<Bound>>,
}
record! { Alternative, "bounds, such as {min: 2, max: 4}": min, max, exactly, multiple_of }

/// How much: a number such as `3`, a share such as `{share: 1/4, of: points}`, a rate such as `{allow: 1,
/// per: 500, of: points}`, or one of these for each severity, such as `{warning: 1, error: 2}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "Bound")]
pub enum Bound {
    /// A fixed number, such as `3`.
    Number(Located<Number>),
    /// A share, a rate, or a bound for each severity, such as `{share: 1/4, of: points}`.
    Computed(Box<ComputedBound>),
}
by_kind! { Bound: Scalar => Number, Map => Computed }

/// A share `{share: 1/4, of: points}`, a rate `{allow: 1, per: 500, of: points}`, or a bound for each
/// severity `{warning: 1, error: 2}`, of which the worst broken one is reported.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "ShareRateOrSeverities")]
pub struct ComputedBound {
    /// The part of `of` that is allowed. Example: `share: 1/4`, or `share: 25%`.
    pub share: Option<Located<Number>>,
    /// How many are allowed for each `per` of `of`. Example: `allow: 1`.
    pub allow: Option<Located<Number>>,
    /// The step of a rate: how much of `of` it takes for each `allow`. Example: `per: 500`.
    pub per: Option<Located<Number>>,
    /// What a share or a rate is taken of: `points` (the agreed size), `spent`, `commands`, what a selector
    /// matches, measured like the limit itself, or another measure, such as `{sum: size, of: {tag: foot}}`.
    /// Example: `of: {tag: foot}`.
    pub of: Option<RatioBase>,
    /// Only what `of` has above this counts. Example: `above: 2000`.
    pub above: Option<Located<Number>>,
    /// How a share, or the number of steps of a rate, is rounded: `up`, `down`, `nearest` or `none`. Defaults
    /// to `down`. Example: `round: up`.
    pub round: Option<Located<FractionRounding>>,
    /// How much of a step counts as a whole one. Example: `enough: 800`, beside `per: 1000`.
    pub enough: Option<Located<Number>>,
    /// How the result of a rate is rounded. Defaults to `none`. Example: `then-round: up`, beside `allow: 3/2`.
    pub then_round: Option<Located<FractionRounding>>,
    /// What is added to a share or a rate; below 0 for less. Example: `plus: -1`.
    pub plus: Option<Located<Number>>,
    /// The least that a share or a rate comes to. Example: `at-least: 8`.
    pub at_least: Option<Located<Number>>,
    /// The most that a share or a rate comes to. Example: `at-most: 16`.
    pub at_most: Option<Located<Number>>,
    /// The bound beyond which it is an error. Example: `error: 2`.
    pub error: Option<Located<Bound>>,
    /// The bound beyond which it is a warning. Example: `warning: 1`.
    pub warning: Option<Located<Bound>>,
    /// The bound beyond which it is a note. Example: `note: 1`.
    pub note: Option<Located<Bound>>,
}
record! {
    ComputedBound, "a number, a share {share: 1/4, of: points} or a rate {allow: 1, per: 500, of: points}":
    share, allow, per, of, above, round, enough, then_round, plus, at_least, at_most, error, warning, note
}

/// What a share or a rate is taken of: one of the army's own numbers, or what a selector matches.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "ShareOf")]
pub enum RatioBase {
    /// One of the army's own numbers: `points`, `spent` or `commands`.
    Word(Located<ArmyNumber>),
    /// What a selector such as `{tag: foot}` matches, counted or summed like the limit itself.
    Selector(Box<Selector>),
    /// Another measure, such as `{count: {tag: foot}}`, `{sum: size, of: {tag: foot}}` or `{number:
    /// break-point}`.
    Measure(Box<BaseMeasure>),
}

impl FromNode for RatioBase {
    const ACCEPTS: Accepts = Accepts::SCALAR;

    fn expected() -> Cow<'static, str> {
        "`points`, `spent`, `commands`, a selector such as {tag: foot}, or a measure such as {count: {tag: foot}}"
            .into()
    }

    /// Reads a map as a measure if it has one of the keys by which measures are known, else as a selector.
    fn from_node(node: ReadNode<'_>, reader: &mut Reader) -> Option<Self> {
        let measures = ["count", "sum", "options", "highest", "lowest", "number"];
        if !node.is_kind(NodeKind::Map) {
            Located::from_node(node, reader).map(Self::Word)
        } else if node.has_any_key(&measures) {
            FromNode::from_node(node, reader).map(Self::Measure)
        } else {
            FromNode::from_node(node, reader).map(Self::Selector)
        }
    }

    fn placeholder(at: Span) -> Self {
        Self::Word(Located::placeholder(at))
    }
}

/// A measure that a share or a rate is taken of, with one of `count`, `sum`, `options`, `highest`, `lowest` and
/// `number`. Example: `{sum: size, of: {tag: foot}}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "BaseMeasure")]
pub struct BaseMeasure {
    /// Counts the units, or with `role` the characters, that this matches. Example: `count: {tag: foot}`.
    pub count: Option<Located<Selector>>,
    /// Adds up `points`, `size`, `commands` or one of the ruleset's numbers over what `of` matches. Example:
    /// `sum: size`.
    pub sum: Option<Located<String>>,
    /// Counts how often these options are taken, or with `sum: points` adds up what they cost. Example: `options:
    /// [bow, sling]`.
    pub options: Option<Located<OneOrMore>>,
    /// The highest that a single unit has: a stat, a number, `size` or `points`. Example: `highest: ld`.
    pub highest: Option<Located<String>>,
    /// The lowest that a single unit has: a stat, a number, `size` or `points`. Example: `lowest: size`.
    pub lowest: Option<Located<String>>,
    /// One of the numbers of the army or of each command, as it is. Example: `number: break-point`.
    pub number: Option<Located<String>>,
    /// Whose `sum`, `options`, `highest` or `lowest` it is. Defaults to everything. Example: `of: {tag: foot}`.
    pub of: Option<Selector>,
    /// `one`: of `options`, those of one kind count once; of `count`, units of one entry. Example: `alike: one`.
    pub alike: Option<Located<AlikeCounting>>,
}
record! {
    BaseMeasure, "a measure, such as {sum: size, of: {tag: foot}}":
    count, sum, options, highest, lowest, number, of, alike
}

/// One of the army's own numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "ArmyNumber")]
pub enum ArmyNumber {
    /// The size that both sides agreed on, in points.
    Points,
    /// What the army costs, in points.
    Spent,
    /// How many commands there are.
    Commands,
}
words! { ArmyNumber: "points" => Points, "spent" => Spent, "commands" => Commands }

/// How a fraction becomes a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "Rounding")]
pub enum FractionRounding {
    /// To the next whole number above.
    Up,
    /// To the next whole number below; for a rate, only complete steps count.
    Down,
    /// To the nearest whole number; a half goes away from 0.
    Nearest,
    /// The fraction is kept.
    None,
}
words! { FractionRounding: "up" => Up, "down" => Down, "nearest" => Nearest, "none" => None }

impl FractionRounding {
    /// Rounds a number.
    pub fn apply(self, n: Number) -> Number {
        match self {
            Self::Up => n.ceil(),
            Self::Down => n.floor(),
            Self::Nearest => n.round(),
            Self::None => n,
        }
    }
}

impl From<FractionRounding> for Rounding {
    fn from(round: FractionRounding) -> Self {
        match round {
            FractionRounding::Up => Self::Up,
            FractionRounding::Down => Self::Down,
            FractionRounding::Nearest => Self::Nearest,
            FractionRounding::None => Self::None,
        }
    }
}

/// Where a limit measures: in the whole army, in each command, in each unit or in the reserves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "Where")]
pub enum RegionKind {
    /// The whole army, without the reserves.
    #[default]
    Army,
    /// Each command separately; an army without commands counts as one.
    Command,
    /// Each unit separately, with the bodies inside it.
    Unit,
    /// The units that a list writes under `reserves`.
    Reserves,
}
words! { RegionKind: "army" => Army, "command" => Command, "unit" => Unit, "reserves" => Reserves }

/// Where a limit measures: one of the regions that every game has, or each command of one kind.
#[derive(Clone, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(untagged, rename = "WhereOrKind")]
pub enum RegionName {
    /// The whole army, each command, each unit or the reserves.
    BuiltIn(RegionKind),
    /// Each command of a kind, by the kind's id, such as `patrol`.
    Kind(#[schemars(regex(pattern = "^[a-z0-9]+(-[a-z0-9]+)*$"))] String),
}
from_text! {
    RegionName, "`army`, `command`, `unit`, `reserves` or a kind of command", Self::BuiltIn(RegionKind::Army)
}

impl RegionName {
    /// The regions that every game has, by the words for them.
    pub const BUILT_IN: [(&str, RegionKind); 4] = [
        ("army", RegionKind::Army),
        ("command", RegionKind::Command),
        ("unit", RegionKind::Unit),
        ("reserves", RegionKind::Reserves),
    ];
}

impl FromStr for RegionName {
    type Err = ValueError;

    fn from_str(word: &str) -> Result<Self, ValueError> {
        let built_in = Self::BUILT_IN.into_iter().find(|(known, _)| *known == word);
        Ok(built_in.map_or_else(|| Self::Kind(word.to_owned()), |(_, kind)| Self::BuiltIn(kind)))
    }
}

/// What is measured separately.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "Apart")]
pub enum GroupBy {
    /// Each entry of the book, or without a book each unit type.
    Entry,
    /// Each of the options that are counted.
    Option,
}
words! { GroupBy: "entry" => Entry, "option" => Option }
