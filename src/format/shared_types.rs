//! Small types that all files share: one word or several, severities, sources, sizes.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::finding::Severity;
use crate::read::{Located, Map, by_kind, record, words};

/// One word, such as `foot`, or several in brackets, such as `[foot, horse]`; several mean any of them.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "OneOrSeveral")]
pub enum OneOrMore {
    /// A single word, such as `foot`.
    One(Located<String>),
    /// Several words in brackets, such as `[foot, horse]`.
    Many(Vec<Located<String>>),
}
by_kind! { OneOrMore: Scalar => One, Seq => Many }

impl OneOrMore {
    /// Returns the words, in the order of the file.
    pub fn as_slice(&self) -> &[Located<String>] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::Many(words) => words,
        }
    }
}

/// The severity of a broken rule: `error`, `warning` or `note`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "Severity")]
pub enum RuleSeverity {
    /// A list that breaks the rule is not legal.
    Error,
    /// The list stays legal, but the player should look again.
    Warning,
    /// For information; the list stays legal.
    Note,
}
words! { RuleSeverity: "error" => Error, "warning" => Warning, "note" => Note }

impl From<RuleSeverity> for Severity {
    fn from(weight: RuleSeverity) -> Self {
        match weight {
            RuleSeverity::Error => Self::Error,
            RuleSeverity::Warning => Self::Warning,
            RuleSeverity::Note => Self::Note,
        }
    }
}

/// Where a value comes from: an id of the file's `sources`, an id with a passage, such as `"rules:
/// Characters"`, a list of these, such as `["polybius: 1.9", "livy: 24.30"]`, or a map from fields to any of them,
/// such as `{cost: house, stats: "rules: p. 3"}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "Source")]
pub enum Citation {
    /// One source for everything, such as `house` or `"rules: Characters"`.
    Whole(Located<String>),
    /// Several sources for everything, such as `["polybius: 1.9", "livy: 24.30"]`.
    Several(Vec<Located<String>>),
    /// A source for each field, such as `{cost: house, stats: "rules: p. 3"}`, or for one entry of a field,
    /// such as `{stats.melee: house}`.
    Fields(Map<OneOrMore>),
}
by_kind! { Citation: Scalar => Whole, Seq => Several, Map => Fields }

/// What an id under `sources` refers to: a title, or a title with a notice to print.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "SourceName")]
pub enum CitedWork {
    /// The title of the book or page, such as `Polybius, Histories`.
    Title(Located<String>),
    /// A title and a notice, such as `{name: our own chart, notice: "not the published values"}`.
    Noticed(NoticedSource),
}
by_kind! { CitedWork: Scalar => Title, Map => Noticed }

/// A source whose notice is printed wherever a value from it is printed. Example: `{name: our own chart,
/// notice: "not the published values"}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct NoticedSource {
    /// The title of the source. Example: `name: our own chart`.
    pub name: Located<String>,
    /// The notice to print wherever a value from this source is printed. Example: `notice: "not the published
    /// values"`.
    pub notice: Option<Located<String>>,
}
record! { NoticedSource, "a source, such as {name: …, notice: …}": name, notice }

impl CitedWork {
    /// Returns the title of the source.
    pub fn title(&self) -> &str {
        match self {
            Self::Title(title) => title,
            Self::Noticed(source) => &source.name,
        }
    }

    /// Returns the notice that is printed with its values.
    pub fn notice(&self) -> Option<&str> {
        match self {
            Self::Title(_) => None,
            Self::Noticed(source) => source.notice.as_ref().map(|n| n.as_str()),
        }
    }
}

/// The name of a tag for people: what its units are called after a number. Example: `{name: skirmishers, one:
/// unit of skirmishers}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "TagName")]
pub struct TagNoun {
    /// What several units with the tag are called. Example: `name: horse`.
    pub name: Located<String>,
    /// What one of them is called. Defaults to the name. Example: `one: elephant`.
    pub one: Option<Located<String>>,
}
record! { TagNoun, "a name for the tag, such as {name: horse}": name, one }

/// How many models, elements or bases a unit has: a number such as `1`, `none`, or a range such as `{of:
/// models, min: 5, max: 30}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "Size")]
pub enum UnitSize {
    /// Exactly this many, such as `1`, or `none` for troops without a size. A list then states no size.
    #[schemars(schema_with = "exact_size")]
    Exactly(Located<String>),
    /// A range that a list chooses from, such as `{of: models, min: 5, max: 30}`.
    Range(SizeRange),
}
by_kind! { UnitSize: Scalar => Exactly, Map => Range }

/// Returns the schema of a whole number or `none`.
fn exact_size(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": ["integer", "string"], "pattern": "^([0-9]+|none)$"})
}

/// The sizes that a unit may have. Example: `{of: models, min: 5, max: 30}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct SizeRange {
    /// What is counted: `models`, `elements` or `bases`. Example: `of: models`.
    pub of: Option<Located<SizeMeasure>>,
    /// The fewest that the unit may have. Example: `min: 5`.
    pub min: Option<Located<u32>>,
    /// The most that the unit may have. Example: `max: 30`.
    pub max: Option<Located<u32>>,
    /// Exactly this many; a list need not state it. Example: `exactly: 6`.
    pub exactly: Option<Located<u32>>,
}
record! { SizeRange, "a size, such as {of: models, min: 5}": of, min, max, exactly }

/// What a size counts: `models`, `elements` or `bases`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "Counted")]
pub enum SizeMeasure {
    /// Single models: men, horses, machines.
    #[default]
    Models,
    /// Elements: several figures on one stand.
    Elements,
    /// Bases: the stands that the unit is made of.
    Bases,
}
words! { SizeMeasure: "models" => Models, "elements" => Elements, "bases" => Bases }

impl SizeMeasure {
    /// Returns the noun, in the singular if `one` is `true`.
    pub fn noun(self, one: bool) -> &'static str {
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

/// How units that are attached to each other count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "JoinedUnits")]
pub enum AttachedCounting {
    /// Units that are attached to each other count as one.
    One,
}
words! { AttachedCounting: "one" => One }

/// How options of one kind, or units of one entry, count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "AlikeThings")]
pub enum AlikeCounting {
    /// Those of one kind count as one.
    One,
}
words! { AlikeCounting: "one" => One }
