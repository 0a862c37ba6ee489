//! What a ruleset computes and prints: values, numbers, tables and notes.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::rules::formula::Formula;
use crate::yaml::{Located, Map};

use super::number::Number;
use super::selector::{Selector, When};
use super::words::Source;

/// A constant, or something that a list is asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Value")]
pub enum Value {
    /// A constant.
    #[serde(rename = "$scalar")]
    Constant(Located<Number>),
    /// Something that a list is asked for.
    #[serde(rename = "$map")]
    Asked(Box<AskedValue>),
}

/// Something that a list is asked for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a value, such as {name: Frontage, for: unit, default: 6}")]
pub struct AskedValue {
    /// Its name, as printed.
    pub name: Located<String>,
    /// What has it: `unit`.
    #[serde(rename = "for")]
    pub subject: Subjects,
    /// What it is where a list says nothing.
    #[serde(default)]
    pub default: Option<Located<Number>>,
    /// The least it may be.
    #[serde(default)]
    pub min: Option<Located<Number>>,
    /// The most it may be.
    #[serde(default)]
    pub max: Option<Located<Number>>,
    /// The units that have it; all without this.
    #[serde(default)]
    pub of: Option<Selector>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// What a number is worked out for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// Each unit.
    Unit,
    /// Each body inside a unit.
    Part,
    /// Each command.
    Command,
    /// The army.
    Army,
}

/// One subject, or several.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Subjects")]
pub enum Subjects {
    /// One.
    #[serde(rename = "$scalar")]
    One(Located<Subject>),
    /// Several.
    #[serde(rename = "$seq")]
    Many(Vec<Located<Subject>>),
}

impl Subjects {
    /// Whether this subject is among them.
    pub fn contains(&self, subject: Subject) -> bool {
        match self {
            Self::One(one) => one.value == subject,
            Self::Many(many) => many.iter().any(|s| s.value == subject),
        }
    }
}

/// A number that is worked out and printed.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a number, such as {for: unit, name: Wounds, is: size * w}")]
pub struct NumberRule {
    /// What it is worked out for: `unit`, `part`, `command`, `army`, or several of these.
    #[serde(rename = "for")]
    pub subject: Subjects,
    /// Its name, as printed.
    pub name: Located<String>,
    /// The units that have it; all without this.
    #[serde(default)]
    pub of: Option<Selector>,
    /// What is printed where it is absent.
    #[serde(default)]
    pub otherwise: Option<Located<String>>,
    /// The formula.
    #[serde(default)]
    pub is: Option<Located<Formula>>,
    /// A sum in which each unit counts once, by the first line that finds it.
    #[serde(default)]
    pub score: Vec<ScoreLine>,
    /// A small table: `is` worked out for each of these values of a name.
    #[serde(default)]
    pub each: Map<Vec<Located<Number>>>,
    /// When there is such a number; always without this.
    #[serde(default)]
    pub when: Option<When>,
    /// How it is printed, with `{}` for the number.
    #[serde(default)]
    pub show: Option<Located<String>>,
    /// Boxes to cross off: `true`, or with words at some of them.
    #[serde(default)]
    pub boxes: Option<Boxes>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// One line of a score.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a line, such as {of: {tag: mounted}, each: 1} or {otherwise: 2}")]
pub struct ScoreLine {
    /// The units that it finds.
    #[serde(default)]
    pub of: Option<Selector>,
    /// What each of them counts.
    #[serde(default)]
    pub each: Option<Located<Formula>>,
    /// What each unit counts that no line found; only in the last line.
    #[serde(default)]
    pub otherwise: Option<Located<Formula>>,
}

/// Boxes to cross off.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(with = "BoxesSchema", rename = "Boxes")]
pub enum Boxes {
    /// One for each.
    #[serde(rename = "$true")]
    Plain,
    /// With words at some of them.
    #[serde(rename = "$map")]
    Marked(MarkedBoxes),
}

/// The shape of [`Boxes`] as an editor sees it.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Boxes")]
#[expect(dead_code, reason = "only its schema is used")]
enum BoxesSchema {
    /// One for each.
    Plain(bool),
    /// With words at some of them.
    Marked(MarkedBoxes),
}

/// Boxes with words at some of them.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "marks, such as {marks: [[4, Shaky], [0, Broken]]}")]
pub struct MarkedBoxes {
    /// What is left and the word for it, as `[4, Shaky]`.
    pub marks: Vec<(Located<Formula>, Located<String>)>,
}

/// A table for the reference sheet.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a table, such as {name: Morale, lines: […]}")]
pub struct Table {
    /// Its name, as printed.
    pub name: Located<String>,
    /// The heads of its columns.
    #[serde(default)]
    pub columns: Vec<Located<String>>,
    /// Its rows of cells.
    #[serde(default)]
    pub rows: Vec<Vec<Located<String>>>,
    /// Sentences, where it is no grid.
    #[serde(default)]
    pub lines: Vec<Located<String>>,
    /// A sentence below it.
    #[serde(default)]
    pub note: Option<Located<String>>,
    /// The die that is rolled on it, as `d8`.
    #[serde(default)]
    pub roll: Option<Located<String>>,
    /// When it is printed; always without this.
    #[serde(default)]
    pub when: Option<When>,
    /// `units`: it is made from the unit types themselves.
    #[serde(default)]
    pub of: Option<Located<MadeOf>>,
    /// The stats of a table made from the units.
    #[serde(default)]
    pub stats: Vec<Located<String>>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// What a table is made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MadeOf {
    /// The unit types.
    Units,
}

/// A gap, a contradiction, something unclear or unverified in the source, and how it is read here.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a note, such as {gap: …, reading: …, at: units}")]
pub struct Note {
    /// What the source refers to but does not hold.
    #[serde(default)]
    pub gap: Option<Located<String>>,
    /// Where the source says two things.
    #[serde(default)]
    pub contradiction: Option<Located<String>>,
    /// What may be read in two ways.
    #[serde(default)]
    pub unclear: Option<Located<String>>,
    /// What nothing readable confirms.
    #[serde(default)]
    pub unverified: Option<Located<String>>,
    /// How it is read here.
    #[serde(default)]
    pub reading: Option<Located<String>>,
    /// What in this file it concerns, as `options/elite`.
    #[serde(default)]
    pub at: Option<Located<String>>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

impl Note {
    /// The kind of the note, as users read it, and its text.
    pub fn what(&self) -> Option<(&'static str, &str)> {
        let kinds = [
            ("gap", &self.gap),
            ("contradiction", &self.contradiction),
            ("unclear", &self.unclear),
            ("unverified", &self.unverified),
        ];
        kinds.into_iter().find_map(|(kind, text)| text.as_ref().map(|t| (kind, t.as_str())))
    }
}
