//! An event: an organiser's further terms.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::yaml::{Located, Map};

use super::limit::Limit;
use super::number::Number;
use super::selector::Dates;
use super::words::SourceName;

/// An organiser's further terms: sizes, years, admitted rulesets and books, further limits.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an event with at least event and name")]
#[schemars(title = "Muster event")]
pub struct Event {
    /// Its id.
    pub event: Located<String>,
    /// Its name, as printed.
    pub name: Located<String>,
    /// The agreed size, or the sizes that may be agreed.
    #[serde(default)]
    pub points: Option<EventPoints>,
    /// The years from which armies may come.
    #[serde(default)]
    pub dates: Option<Dates>,
    /// The admitted modes; all without this.
    #[serde(default)]
    pub modes: Option<Vec<Located<String>>>,
    /// The admitted rulesets; all without this.
    #[serde(default)]
    pub rulesets: Option<Vec<Located<String>>>,
    /// The admitted books, an ally's too; all without this.
    #[serde(default)]
    pub books: Option<Vec<Located<String>>>,
    /// Keys that every list must have, such as `player`.
    #[serde(default)]
    pub require: Vec<Located<String>>,
    /// The paper for its sheets.
    #[serde(default)]
    pub paper: Option<Located<Paper>>,
    /// The pages that its terms come from, each under a short id.
    #[serde(default)]
    pub sources: Map<SourceName>,
    /// Further limits; one whose id exists takes the other's place.
    #[serde(default)]
    pub limits: Map<Limit>,
    /// What does not hold at this event, as `wab/limits/one-general`.
    #[serde(default)]
    pub drop: Vec<Located<String>>,
}

/// A size, or the sizes that may be agreed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "EventPoints")]
pub enum EventPoints {
    /// Exactly this.
    #[serde(rename = "$scalar")]
    Exactly(Located<Number>),
    /// A range.
    #[serde(rename = "$map")]
    Range(PointsRange),
}

/// The sizes that may be agreed.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "sizes, such as {min: 900, max: 1000}")]
pub struct PointsRange {
    /// The least.
    #[serde(default)]
    pub min: Option<Located<Number>>,
    /// The most.
    #[serde(default)]
    pub max: Option<Located<Number>>,
}

/// A size of paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Paper {
    /// 210 by 297 mm.
    A4,
    /// 8.5 by 11 inches.
    Letter,
}
