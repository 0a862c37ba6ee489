//! The format of what rulesets compute and print: values, numbers, tables and notes.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::format::formula::Formula;
use crate::read::{Located, Map, by_kind, record, words};

use super::read_exact_numbers::Number;
use super::selectors_and_conditions::{Condition, Selector};
use super::shared_types::{Citation, OneOrMore};

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
    /// Where it comes from. Example: `source: "rules: Scouting"`.
    pub source: Option<Citation>,
}
record! {
    NumberRule, "a number, such as {for: unit, name: Wounds, is: size * w}":
    subject as "for", name, of, otherwise, is, score, each, when, show, boxes, source
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

/// A table for the reference sheet, which formulas may read with `cell`. Example: `{name: Wind, roll: d6,
/// rows: [[1-2, none], [3-6, fair]]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Table {
    /// The name of the table, as printed. Example: `name: Wind`.
    pub name: Located<String>,
    /// The headings of its columns. Example: `columns: [Roll, Wind]`.
    pub columns: Vec<Located<String>>,
    /// Its rows of cells, each cell a word, number or text; a row may say when it is printed. Example: `rows:
    /// [[1-2, none], [3-6, fair]]`.
    pub rows: Vec<TableRow>,
    /// Sentences, for a table that is not a grid. Example: `lines: ["Row, then ram, then board."]`.
    pub lines: Vec<Located<String>>,
    /// A sentence that is printed below it. Example: `note: 6s to hit behind an obstacle.`
    pub note: Option<Located<String>>,
    /// The die that is rolled on it. Example: `roll: d8`.
    pub roll: Option<Located<String>>,
    /// When it is printed. Defaults to always. Example: `when: {present: {tag: engine}}`.
    pub when: Option<Condition>,
    /// `units`: makes the table from the unit types, with a row for each. Example: `of: units`.
    pub of: Option<Located<TableSource>>,
    /// The columns of a table made from the units, by the ids of stats. Example: `stats: [melee, move]`.
    pub stats: Vec<Located<String>>,
    /// Where it comes from. Example: `source: "rules: p. 7"`.
    pub source: Option<Citation>,
}
record! {
    Table, "a table, such as {name: Morale, lines: […]}":
    name, columns, rows, lines, note, roll, when, of, stats, source
}

/// A row of a table: its cells in brackets, or a map that also says when it is printed.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "TableRow")]
pub enum TableRow {
    /// Cells that are always printed, such as `[1-2, none]`.
    Cells(Vec<Located<String>>),
    /// Cells that are printed under a condition, such as `{cells: [Rain, -1], when: {present: {option:
    /// bow}}}`.
    Conditional(Box<ConditionalRow>),
}
by_kind! { TableRow: Seq => Cells, Map => Conditional }

impl TableRow {
    /// Returns the cells of the row.
    pub fn cells(&self) -> &[Located<String>] {
        match self {
            Self::Cells(cells) => cells,
            Self::Conditional(row) => &row.cells,
        }
    }

    /// Returns when the row is printed. `None` for always.
    pub fn when(&self) -> Option<&Condition> {
        match self {
            Self::Cells(_) => None,
            Self::Conditional(row) => row.when.as_ref(),
        }
    }
}

/// A row of a table that is printed under a condition. Example: `{cells: [Rain, -1], when: {present: {option:
/// bow}}}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "RowAtTimes")]
pub struct ConditionalRow {
    /// Its cells, each a word, number or text. Example: `cells: [Rain, -1]`.
    pub cells: Located<Vec<Located<String>>>,
    /// When it is printed. Defaults to always. Formulas can always read it. Example: `when: {present:
    /// {option: bow}}`.
    pub when: Option<Condition>,
}
record! { ConditionalRow, "a row, such as {cells: [Rain, -1], when: {present: {option: bow}}}": cells, when }

/// What a table is made from if its rows are not written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "TableOf")]
pub enum TableSource {
    /// The unit types: a row for each of them.
    Units,
}
words! { TableSource: "units" => Units }

/// A gap, a contradiction, something unclear or unverified in the source, and how it is read here. Example:
/// `{gap: the chart is lost, reading: our own values, at: units}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Note {
    /// What the source refers to but does not contain. Example: `gap: the unit chart is lost`.
    pub gap: Option<Located<String>>,
    /// Where the source contradicts itself. Example: `contradiction: 10 oars on the chart and 12 in the
    /// text`.
    pub contradiction: Option<Located<String>>,
    /// What can be read in two ways. Example: `unclear: whether mounted skirmishers count`.
    pub unclear: Option<Located<String>>,
    /// What no source confirms that could be read. Example: `unverified: that one general is compulsory`.
    pub unverified: Option<Located<String>>,
    /// How it is read here. Example: `reading: they do not count`.
    pub reading: Option<Located<String>>,
    /// The parts of this file that it concerns, by section and id. Sheets that print one of them mark it and
    /// give the reading. Example: `at: options/elite`, or `at: [units/elephants, tables/moves]`.
    pub at: Option<OneOrMore>,
    /// The condition under which it concerns an army. Defaults to always. Example: `when: {present: {tag: engine}}`.
    pub when: Option<Condition>,
    /// Where the passage is. Example: `source: "rules: p. 4"`.
    pub source: Option<Citation>,
}
record! {
    Note, "a note, such as {gap: …, reading: …, at: units}":
    gap, contradiction, unclear, unverified, reading, at, when, source
}

impl Note {
    /// Returns the kind of the note, as printed, and its text as a sentence.
    pub fn kind_and_text(&self) -> Option<(&'static str, Cow<'_, str>)> {
        let kinds = [
            ("gap", &self.gap),
            ("contradiction", &self.contradiction),
            ("unclear", &self.unclear),
            ("unverified", &self.unverified),
        ];
        kinds.into_iter().find_map(|(kind, text)| text.as_ref().map(|t| (kind, as_sentence(t))))
    }
}

/// Returns the text with a full stop added if it does not end a sentence, since another one may follow it.
pub fn as_sentence(text: &str) -> Cow<'_, str> {
    let ended = text.trim_end().trim_end_matches(['"', '\'', ')', '”', '’']).ends_with(['.', '!', '?', '…']);
    if ended { Cow::Borrowed(text) } else { Cow::Owned(format!("{}.", text.trim_end())) }
}
