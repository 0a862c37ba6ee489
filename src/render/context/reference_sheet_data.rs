//! The data of a reference sheet: the rules that one army, or two opposing ones, use.

use serde::Serialize;

use super::{NamedData, ReadingData};

/// The reference sheet.
#[derive(Clone, Debug, Serialize)]
pub struct ReferenceData {
    /// The names of the armies that the sheet is for.
    pub armies: Vec<String>,
    /// Whether the sheet has the rules of the whole game.
    pub all: bool,
    /// The abbreviations of stats with their names, in the order of the ruleset.
    pub key: Vec<AbbreviationData>,
    /// The rule texts of unit types, options, roles and attachments, sorted by name.
    pub rules: Vec<RuleData>,
    /// The tables, in the order of the ruleset.
    pub tables: Vec<TableData>,
    /// The numbers that are small tables, with a row for each unit.
    pub targets: Vec<TableData>,
    /// The phases of play, in the order of the ruleset, each with id and name.
    pub phases: Vec<NamedData>,
    /// Gaps and interpretations. Empty unless the sheet has the whole game.
    pub notes: Vec<NoteData>,
    /// The readings that something on the sheet rests on.
    pub readings: Vec<ReadingData>,
    /// The sources: id and title.
    pub sources: Vec<CitationData>,
}

/// An abbreviation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct AbbreviationData {
    /// The abbreviation, as in the heads of columns: `CF`.
    pub abbr: String,
    /// The full name: `Melee`.
    pub name: String,
}

/// The text of a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct RuleData {
    /// The name.
    pub name: String,
    /// The short mark.
    pub mark: Option<String>,
    /// The rule text.
    pub text: String,
    /// The source.
    pub source: Option<String>,
    /// The signs of the readings that the rule rests on. Empty if there are none.
    pub sign: String,
    /// The id of the phase of play. `None` for special rules.
    pub phase: Option<String>,
}

/// A table.
#[derive(Clone, Debug, Serialize)]
pub struct TableData {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The id of the phase of play. `None` for special rules.
    pub phase: Option<String>,
    /// The signs of the readings that the table rests on. Empty if there are none.
    pub sign: String,
    /// The die that is rolled on it.
    pub roll: Option<String>,
    /// The heads of the columns. May be empty.
    pub columns: Vec<String>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
    /// Sentences, if the table is not a grid.
    pub lines: Vec<String>,
    /// A sentence below the table.
    pub note: Option<String>,
    /// The source of the note. `None` if it is the same as the table's.
    pub note_source: Option<String>,
    /// The source.
    pub source: Option<String>,
}

/// A gap or an interpretation.
#[derive(Clone, Debug, Serialize)]
pub struct NoteData {
    /// `gap`, `contradiction`, `unclear` or `unverified`.
    pub kind: &'static str,
    /// What is missing or unclear.
    pub text: String,
    /// How it is interpreted.
    pub reading: Option<String>,
    /// The sign that marks what rests on the reading. Empty if nothing does.
    pub sign: String,
}

/// A source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CitationData {
    /// The id.
    pub id: String,
    /// The title.
    pub title: String,
}

impl ReferenceData {
    /// Returns all signs that the sheet prints.
    pub(super) fn printed_signs(&self) -> String {
        let tables = self.tables.iter().chain(&self.targets);
        let of_tables = tables.flat_map(|t| {
            // A chart has the signs of unit types in its first column
            let first = t.rows.iter().filter_map(|row| row.first()).map(String::as_str);
            std::iter::once(t.sign.as_str()).chain(first)
        });
        let all: Vec<&str> = self.rules.iter().map(|r| r.sign.as_str()).chain(of_tables).collect();
        // Separate with spaces, since a cell may begin with a digit
        all.join(" ")
    }
}
