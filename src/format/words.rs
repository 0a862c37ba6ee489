//! Small shapes that recur in all files: one word or several, severities, sources, costs, sizes.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::finding::Severity;
use crate::rules::formula::Formula;
use crate::yaml::{Located, Map};

use super::number::Number;

/// One word, or a list of words.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Words")]
pub enum Words {
    /// One word.
    #[serde(rename = "$scalar")]
    One(Located<String>),
    /// Several words.
    #[serde(rename = "$seq")]
    Many(Vec<Located<String>>),
}

impl Words {
    /// The words, in their order.
    pub fn as_slice(&self) -> &[Located<String>] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Many(words) => words,
        }
    }
}

/// How much a broken rule weighs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Weight {
    /// The list is not legal.
    Error,
    /// Legal, but look again.
    Warning,
    /// Worth knowing.
    Note,
}

impl From<Weight> for Severity {
    fn from(weight: Weight) -> Self {
        match weight {
            Weight::Error => Self::Error,
            Weight::Warning => Self::Warning,
            Weight::Note => Self::Note,
        }
    }
}

/// Where a value comes from: the id of one of the file's `sources`, an id with a place in it as
/// `"rules: Characters"`, or a map from the names of fields to these.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Source")]
pub enum Source {
    /// One source for the whole thing.
    #[serde(rename = "$scalar")]
    Whole(Located<String>),
    /// A source for each field.
    #[serde(rename = "$map")]
    Fields(Map<Located<String>>),
}

/// What a word of `sources` stands for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "SourceName")]
pub enum SourceName {
    /// Its title.
    #[serde(rename = "$scalar")]
    Title(Located<String>),
    /// Its title and a notice.
    #[serde(rename = "$map")]
    Noticed(NoticedSource),
}

/// A source that is announced wherever a value of it is printed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a source, such as {name: …, notice: …}")]
pub struct NoticedSource {
    /// Its title.
    pub name: Located<String>,
    /// What is printed wherever a value from this source is.
    #[serde(default)]
    pub notice: Option<Located<String>>,
}

impl SourceName {
    /// Its title.
    pub fn title(&self) -> &str {
        match self {
            Self::Title(title) => title,
            Self::Noticed(source) => &source.name,
        }
    }

    /// What is printed with its values.
    pub fn notice(&self) -> Option<&str> {
        match self {
            Self::Title(_) => None,
            Self::Noticed(source) => source.notice.as_ref().map(|n| n.as_str()),
        }
    }
}

/// Points: a number, a formula in quotes, `{historical: 0, points: 5}` for each of the game's modes, or
/// `{for-size: {1: 150, 2: 290}}` for each size.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Cost")]
pub enum Cost {
    /// The same in every mode.
    #[serde(rename = "$scalar")]
    Same(Located<Formula>),
    /// By mode, or by size under the key `for-size`.
    #[serde(rename = "$map")]
    By(Map<CostItem>),
}

/// A cost in one mode, or the costs by size.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "CostItem")]
pub enum CostItem {
    /// In one mode.
    #[serde(rename = "$scalar")]
    Mode(Located<Formula>),
    /// By size.
    #[serde(rename = "$map")]
    Sizes(Map<Located<Number>>),
}

/// What a cost is for. Without it the cost is for the whole unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Per {
    /// Each model.
    Model,
    /// Each element.
    Element,
    /// Each base.
    Base,
    /// The whole unit.
    Unit,
}

/// How many models, elements or bases a unit has: a number, `none`, or a range.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Size")]
pub enum Size {
    /// Exactly this many, or `none` for what has no size.
    #[serde(rename = "$scalar")]
    Exactly(Located<String>),
    /// A range.
    #[serde(rename = "$map")]
    Range(SizeRange),
}

/// A range of sizes.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a size, such as {of: models, min: 5}")]
pub struct SizeRange {
    /// What is counted: `models`, `elements` or `bases`.
    #[serde(default)]
    pub of: Option<Located<Thing>>,
    /// The fewest.
    #[serde(default)]
    pub min: Option<Located<u32>>,
    /// The most.
    #[serde(default)]
    pub max: Option<Located<u32>>,
    /// Exactly this many; a list need not say it.
    #[serde(default)]
    pub exactly: Option<Located<u32>>,
}

/// What a size counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Thing {
    /// Single models.
    #[default]
    Models,
    /// Elements, several figures on one stand.
    Elements,
    /// Bases.
    Bases,
}

impl Thing {
    /// The word for one or several.
    pub fn word(self, one: bool) -> &'static str {
        match (self, one) {
            (Self::Models, true) => "model",
            (Self::Models, false) => "models",
            (Self::Elements, true) => "element",
            (Self::Elements, false) => "elements",
            (Self::Bases, true) => "base",
            (Self::Bases, false) => "bases",
        }
    }
}
