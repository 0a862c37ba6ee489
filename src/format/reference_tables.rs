//! The format of the tables that reference sheets print and formulas read.

use schemars::JsonSchema;

use crate::read::{Located, by_kind, record, words};

use super::selectors_and_conditions::Condition;
use super::shared_types::Citation;

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
    /// The phase whose part of the reference sheet has it, by its id. Example: `phase: shoot`.
    pub phase: Option<Located<String>>,
    /// `units`: makes the table from the unit types, with a row for each. Example: `of: units`.
    pub of: Option<Located<TableSource>>,
    /// The columns of a table made from the units, by the ids of stats. Example: `stats: [melee, move]`.
    pub stats: Vec<Located<String>>,
    /// Where it comes from. Example: `source: "rules: p. 7"`.
    pub source: Option<Citation>,
}
record! {
    Table, "a table, such as {name: Morale, lines: […]}":
    name, columns, rows, lines, note, roll, when, phase, of, stats, source
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
