//! Limits: how many, how much or what share an army may have.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::rules::formula::Formula;
use crate::yaml::Located;

use super::number::Number;
use super::selector::{Selector, When};
use super::words::{Source, Weight};

/// A rule on how many, how much or what share. It says what is measured (`count` or `sum`), where (`in`), and
/// how much is allowed (`min`, `max`, `exactly`, `multiple-of` or `either`), or a formula that `holds`.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[serde(expecting = "a limit, such as {count: {role: general}, max: 1}")]
pub struct Limit {
    /// Counts the units, or with `role` the characters, that this finds.
    #[serde(default)]
    pub count: Option<Located<Selector>>,
    /// Adds up `points`, `size`, `commands` or one of the ruleset's numbers over what `of` finds.
    #[serde(default)]
    pub sum: Option<Located<String>>,
    /// What `sum` is over; everything without this.
    #[serde(default)]
    pub of: Option<Selector>,
    /// Where it is measured; in the army without this.
    #[serde(default, rename = "in")]
    pub place: Option<Located<Place>>,
    /// `entry`: each entry (or unit type) is measured apart.
    #[serde(default)]
    pub by: Option<Located<By>>,
    /// `one`: units attached to each other count once.
    #[serde(default)]
    pub joined: Option<Located<Joined>>,
    /// At least this.
    #[serde(default)]
    pub min: Option<Located<Bound>>,
    /// At most this.
    #[serde(default)]
    pub max: Option<Located<Bound>>,
    /// Exactly this.
    #[serde(default)]
    pub exactly: Option<Located<Bound>>,
    /// A multiple of this.
    #[serde(default)]
    pub multiple_of: Option<Located<Bound>>,
    /// One of these must hold, as `[{exactly: 0}, {min: 2, max: 4}]`.
    #[serde(default)]
    pub either: Vec<Located<Alternative>>,
    /// A formula that must hold, where nothing else will do.
    #[serde(default)]
    pub holds: Option<Located<Formula>>,
    /// When the limit applies; always without this.
    #[serde(default)]
    pub when: Option<When>,
    /// How much it weighs where it is broken; an error without this.
    #[serde(default)]
    pub severity: Option<Located<Weight>>,
    /// The rule in the author's words; shown wherever the limit is broken.
    #[serde(default)]
    pub says: Option<Located<String>>,
    /// Where the rule comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// One of the ways in which an `either` may hold.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "bounds, such as {min: 2, max: 4}")]
pub struct Alternative {
    /// At least this.
    #[serde(default)]
    pub min: Option<Located<Bound>>,
    /// At most this.
    #[serde(default)]
    pub max: Option<Located<Bound>>,
    /// Exactly this.
    #[serde(default)]
    pub exactly: Option<Located<Bound>>,
    /// A multiple of this.
    #[serde(default)]
    pub multiple_of: Option<Located<Bound>>,
}

/// How much: a number, a share, a rate, or one of these for each severity.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Bound")]
pub enum Bound {
    /// A number.
    #[serde(rename = "$scalar")]
    Number(Located<Number>),
    /// A share, a rate, or one for each severity.
    #[serde(rename = "$map")]
    Made(Box<MadeBound>),
}

/// A share `{share: 1/4, of: points}`, a rate `{allow: 1, per: 500, of: points}`, or a bound for each severity
/// `{warning: 1, error: 2}`, of which the worst broken one is reported.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    expecting = "a number, a share {share: 1/4, of: points} or a rate {allow: 1, per: 500, of: points}"
)]
pub struct MadeBound {
    /// The part of the base that is allowed, as `1/4`.
    #[serde(default)]
    pub share: Option<Located<Number>>,
    /// How many are allowed for each `per` of the base.
    #[serde(default)]
    pub allow: Option<Located<Number>>,
    /// The step of a rate.
    #[serde(default)]
    pub per: Option<Located<Number>>,
    /// The base: `points` (the agreed size), `spent`, `commands`, or what a selector finds, measured as the
    /// limit itself is.
    #[serde(default)]
    pub of: Option<Base>,
    /// How a fraction is rounded; `down` without this.
    #[serde(default)]
    pub round: Option<Located<Round>>,
    /// The bound beyond which it is an error.
    #[serde(default)]
    pub error: Option<Located<Bound>>,
    /// The bound beyond which it is a warning.
    #[serde(default)]
    pub warning: Option<Located<Bound>>,
    /// The bound beyond which it is a note.
    #[serde(default)]
    pub note: Option<Located<Bound>>,
}

/// What a share or a rate is taken of.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Base")]
pub enum Base {
    /// One of the army's own numbers.
    #[serde(rename = "$scalar")]
    Word(Located<BaseWord>),
    /// What a selector finds.
    #[serde(rename = "$map")]
    Selector(Box<Selector>),
}

/// One of the army's own numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum BaseWord {
    /// The agreed size.
    Points,
    /// What the army costs.
    Spent,
    /// How many commands there are.
    Commands,
}

/// How a fraction becomes a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Round {
    /// To the next whole number above.
    Up,
    /// To the next whole number below; of a rate, complete groups only.
    Down,
    /// Not at all.
    None,
}

/// Where a limit measures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The whole army.
    #[default]
    Army,
    /// Each command.
    Command,
    /// Each unit with its parts.
    Unit,
    /// The reserves.
    Reserves,
}

/// What is measured apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// Each entry, or without a book each unit type.
    Entry,
}

/// How attached units count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Joined {
    /// Once for all that are joined.
    One,
}
