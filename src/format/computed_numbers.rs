//! The format of what rulesets compute: values that lists give, and numbers that are worked out from them.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::format::formula::Formula;
use crate::read::{Located, Map, by_kind, record, words};

use super::read_exact_numbers::Number;
use super::selectors_and_conditions::{Condition, Selector};
use super::shared_types::Citation;
use super::words_for_sheets::{NumberPlace, RankOfFour, ShortLabel};

/// A constant, such as `12`, or something that a list is asked for, such as `{name: Frontage, for: unit,
/// default: 6}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "Value")]
pub enum ValueDefinition {
    /// A number that formulas use by its id, such as `12`.
    Constant(Located<Number>),
    /// Something that a list may give under `values`, such as `{name: Frontage, for: unit, default: 6, min:
    /// 1}`.
    Asked(Box<AskedValue>),
}
by_kind! { ValueDefinition: Scalar => Constant, Map => Asked }

/// Something that a list is asked for under `values`. Example: `{name: Frontage, for: unit, default: 6,
/// min: 1}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct AskedValue {
    /// The name of the value, as printed. Example: `name: Frontage`.
    pub name: Located<String>,
    /// What has it; always `unit`.
    pub subject: Subjects,
    /// The value if a list gives none. Without a default a list must give one, unless it is `optional`.
    /// Example: `default: 6`.
    pub default: Option<Located<Number>>,
    /// `true` if a list need not give it; numbers that depend on it are then absent.
    pub optional: bool,
    /// The least that a list may give. Example: `min: 1`.
    pub min: Option<Located<Number>>,
    /// The most that a list may give. Example: `max: 12`.
    pub max: Option<Located<Number>>,
    /// The units that have it. Defaults to all. Example: `of: {tag: ranked}`.
    pub of: Option<Selector>,
    /// Where it comes from. Example: `source: "rules: Formations"`.
    pub source: Option<Citation>,
}
record! {
    AskedValue, "a value, such as {name: Frontage, for: unit, default: 6}":
    name, subject as "for", default, optional, min, max, of, source
}

/// What a number is worked out for: `unit`, `part`, `command` or `army`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "Subject")]
pub enum NumberSubject {
    /// Each unit of the army has the number.
    Unit,
    /// Each body inside a unit has the number.
    Part,
    /// Each command of the army has the number.
    Command,
    /// The army as a whole has the number.
    Army,
}
words! { NumberSubject: "unit" => Unit, "part" => Part, "command" => Command, "army" => Army }

/// What a number is worked out for: one subject, such as `unit`, or several, such as `[unit, part]`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "Subjects")]
pub enum Subjects {
    /// A single subject, such as `army`.
    One(Located<NumberSubject>),
    /// Several subjects in brackets, such as `[unit, part]`.
    Many(Vec<Located<NumberSubject>>),
}
by_kind! { Subjects: Scalar => One, Seq => Many }

impl Subjects {
    /// Returns `true` if this subject is among them.
    pub fn contains(&self, subject: NumberSubject) -> bool {
        match self {
            Self::One(one) => one.value == subject,
            Self::Many(many) => many.iter().any(|s| s.value == subject),
        }
    }
}

/// A number that is worked out and printed. Example: `{for: unit, name: Wounds, is: size * w, boxes:
/// true}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "ComputedNumber")]
pub struct NumberRule {
    /// What it is worked out for: `unit`, `part`, `command`, `army`, or several of these. Example: `for:
    /// [unit, part]`.
    pub subject: Subjects,
    /// The name of the number, as printed. Example: `name: Scouting points`.
    pub name: Located<String>,
    /// The units that have it. Defaults to all. Example: `of: {tag: ranked}`.
    pub of: Option<Selector>,
    /// What is printed if the number is absent. Example: `otherwise: "-"`.
    pub otherwise: Option<Located<String>>,
    /// The formula that gives it. Example: `is: size * w`, or `is: "ceil(models / 4)"`.
    pub is: Option<Located<Formula>>,
    /// A sum in which each unit counts once, by the first line that matches it. Example: `score: [{of: {tag:
    /// light-mounted}, each: 4}, {otherwise: 1}]`.
    pub score: Vec<ScoreLine>,
    /// Makes a small table: `is` worked out for each of these values of a name of your own. Example: `each:
    /// {enemy-s: [3, 4, 5]}`.
    pub each: Map<Vec<Located<Number>>>,
    /// When the number exists. Defaults to always. Example: `when: {mode: campaign}`.
    pub when: Option<Condition>,
    /// How it is printed, with `{}` in place of the number. Example: `show: "{}+"` prints 4+.
    pub show: Option<Located<String>>,
    /// Boxes to cross off on the sheet: `true`, or with words at some of them. Example: `boxes: {marks:
    /// [[4, Shaky], [0, Broken]]}`.
    pub boxes: Option<Boxes>,
    /// How many boxes stand together; otherwise five. Example: `group: 4`, or `group: per-base`.
    pub group: Option<Located<Formula>>,
    /// How many boxes are left when the unit leaves the table; these are then grey. Example: `gone-at: 3`.
    pub gone_at: Option<Located<Formula>>,
    /// `true` if it is only worked out, for limits and other numbers, and never printed.
    pub hidden: bool,
    /// Its rank among the key figures of a card, 1 to 4; the first two are the grey columns of a roster. Example: `key:
    /// 2`.
    pub key: Option<Located<RankOfFour>>,
    /// A label of at most 12 letters, where there is no room for the name. Example: `short: Dice`.
    pub short: Option<Located<ShortLabel>>,
    /// `true` if a roster has a column of it.
    pub column: bool,
    /// Where else than among the other numbers it is printed: beside the boxes (`track`), or on the `front` or the `back`
    /// of the card. Example: `at: track`.
    pub at: Option<Located<NumberPlace>>,
    /// Where it comes from. Example: `source: "rules: Scouting"`.
    pub source: Option<Citation>,
}
record! {
    NumberRule, "a number, such as {for: unit, name: Wounds, is: size * w}":
    subject as "for", name, of, otherwise, is, score, each, when, show, boxes, group, gone_at, hidden, key, short, column, at, source
}

/// One line of a score: the units that it matches and what each of them counts. Example: `{of: {tag:
/// mounted}, each: 1}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct ScoreLine {
    /// The units that the line matches. Example: `of: {tag: mounted}`.
    pub of: Option<Selector>,
    /// What each of these units counts. Example: `each: 2`.
    pub each: Option<Located<Formula>>,
    /// What each unit that no line matches counts; only in the last line. Example: `otherwise: 1`.
    pub otherwise: Option<Located<Formula>>,
}
record! { ScoreLine, "a line, such as {of: {tag: mounted}, each: 1} or {otherwise: 2}": of, each, otherwise }

/// Boxes to cross off: `true`, or with words at some of them, such as `{marks: [[4, Shaky], [0, Broken]]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(with = "BoxesSchema", rename = "Boxes")]
pub enum Boxes {
    /// As many boxes as the number comes to, without words.
    Plain,
    /// Boxes with words at some of them.
    Marked(MarkedBoxes),
}
by_kind! { Boxes: True => Plain, Map => Marked }

/// Boxes to cross off: `true`, or with words at some of them, such as `{marks: [[4, Shaky], [0, Broken]]}`.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Boxes")]
#[expect(dead_code, reason = "only its schema is used")]
enum BoxesSchema {
    /// As many boxes as the number comes to, without words.
    #[schemars(schema_with = "only_true")]
    Plain(bool),
    /// Boxes with words at some of them, such as `{marks: [[4, Shaky], [0, Broken]]}`.
    Marked(MarkedBoxes),
}

/// Returns the schema of `true`. There is no `false`: a number without boxes leaves the key out.
fn only_true(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"const": true})
}

/// Boxes with words at some of them. Example: `{marks: [[4, Shaky], [0, Broken]]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct MarkedBoxes {
    /// Numbers of boxes left, each with its word. Example: `marks: [[4, Shaky], [0, Broken]]`.
    pub marks: Located<Vec<(Located<Formula>, Located<String>)>>,
}
record! { MarkedBoxes, "marks, such as {marks: [[4, Shaky], [0, Broken]]}": marks }
