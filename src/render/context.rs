//! The data that templates see, version 1.
//!
//! Keys may be added, but no key changes its meaning. Everything is in the order of the list.
//! `docs/templates.md` describes the data for users.

mod army_report_and_texts;
mod bought_data;
mod build_army_data;
mod build_commands;
mod build_document;
mod build_option_data;
mod build_reference_sheet;
mod build_unit_data;
mod facts_of_rules;
mod number_data;
pub mod packing;
mod printed_costs_and_names;
mod printed_rule_text;
mod readings_of_unclear_rules;
mod reference_rules;
pub mod reference_sheet_data;
mod reference_sources;
mod reference_tables;
pub mod rule_texts_and_sources;
mod sort_units;
mod stat_data;
mod tables_by_unit;
mod unit_data;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::format::read_exact_numbers::Number as ExactNumber;

pub use army_report_and_texts::DocumentInput;
pub use build_document::build_document;
pub use build_reference_sheet::build_reference_sheet;
pub use number_data::{BoxData, NumberData, RangeData, TableCellData};
pub use packing::PackingData;
pub use readings_of_unclear_rules::ReadingData;
pub use reference_sheet_data::ReferenceData;
pub use sort_units::UnitOrder;
pub use unit_data::{
    BodyData, CostLineData, ExtraStatLineData, FactData, OptionData, PartData, StatData, UnitData, ValueData,
};

/// The version of the data.
pub const VERSION: u8 = 1;

/// A number that is written to JSON with all its digits, or as text if it is not a finite decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JsonNumber(pub ExactNumber);

impl Serialize for JsonNumber {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = self.0.to_decimal_text().unwrap_or_else(|| format!("\"{}\"", self.0));
        RawValue::from_string(json).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

/// Everything that can be printed of one list.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// Always 1.
    pub version: u8,
    /// The army as a whole.
    pub army: ArmyData,
    /// The commands. A list that writes none has one command without a name.
    pub commands: Vec<CommandData>,
    /// The units that are brought but not fielded.
    pub reserves: Vec<UnitData>,
    /// The packing list.
    pub packing: PackingData,
    /// The rules that this army needs. For two armies, those of both.
    pub reference: ReferenceData,
    /// The readings that something on the roster or the cards rests on.
    pub readings: Vec<ReadingData>,
}

/// The army as a whole.
#[derive(Clone, Debug, Serialize)]
pub struct ArmyData {
    /// The name.
    pub name: String,
    /// The player's name.
    pub player: Option<String>,
    /// The player's club.
    pub club: Option<String>,
    /// The army's year.
    pub date: Option<String>,
    /// The ruleset.
    pub ruleset: RulesData,
    /// The book.
    pub book: Option<RulesData>,
    /// The books of the allies in the list.
    pub allies: Vec<RulesData>,
    /// The event whose terms also apply.
    pub event: Option<NamedData>,
    /// The mode in which the game is played.
    pub mode: Option<NamedData>,
    /// The points. `None` if the game has no points.
    pub points: Option<PointsData>,
    /// `legal`, `illegal` or `draft`.
    pub verdict: &'static str,
    /// The verdict as printed, such as `NOT LEGAL: 2 errors`.
    pub verdict_text: String,
    /// The digests. `None` if part of the list could not be read.
    pub digest: Option<DigestData>,
    /// The digests as printed, or why there are none.
    pub digest_text: String,
    /// Game and book with their versions, choices, size, date, verdict and digest in one line.
    pub summary: String,
    /// Notices that must be printed with values of this game.
    pub notices: Vec<String>,
    /// The player's notes.
    pub notes: Option<String>,
    /// What the army buys that is for no unit; without commands, what a command buys too.
    pub bought: Vec<BoughtData>,
    /// What it buys, as printed: `Ambush 5, Ditch 10`. Empty if that is nothing.
    pub bought_shown: String,
    /// The choices of the book, with the answers.
    pub choices: Vec<ChoiceData>,
    /// The ruleset's numbers for the army.
    pub numbers: Vec<NumberData>,
    /// The findings.
    pub findings: Vec<FindingData>,
    /// The number of units, without reserves, characters and what does not count as a unit.
    pub units: i64,
    /// The charges that the army pays itself, line by line.
    pub charges: Vec<CostLineData>,
    /// The explanation of stats in brackets. `None` if no stat of the army has brackets.
    pub brackets: Option<String>,
    /// The text of the list as base64, so that a sheet can be compared with its list.
    pub list: String,
}

/// A ruleset or book.
#[derive(Clone, Debug, Serialize)]
pub struct RulesData {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The version.
    pub version: String,
    /// Name and version: `Quick Ancients, data 1.0.0`.
    pub shown: String,
    /// `built in`, or a path.
    pub from: String,
}

/// The id and the name of something.
#[derive(Clone, Debug, Serialize)]
pub struct NamedData {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
}

/// A choice that the book offers, and the answer.
#[derive(Clone, Debug, Serialize)]
pub struct ChoiceData {
    /// The name of the choice.
    pub name: String,
    /// The answer.
    pub answer: String,
}

/// The points of an army.
#[derive(Clone, Debug, Serialize)]
pub struct PointsData {
    /// The total cost, as far as it is known.
    pub total: JsonNumber,
    /// The agreed size.
    pub limit: Option<JsonNumber>,
    /// Whether every cost is known.
    pub complete: bool,
    /// The points as printed: `985 of 1000 points`.
    pub shown: String,
    /// What is left of the agreed size. `None` without one, and if a cost is unknown.
    pub left: Option<JsonNumber>,
    /// What is spent above the agreed size. `None` if nothing is.
    pub over: Option<JsonNumber>,
}

/// The digests of an army and its rules.
#[derive(Clone, Debug, Serialize)]
pub struct DigestData {
    /// The digest of the army: 20 digits in groups of four.
    pub army: String,
    /// The digest of the rules that the army was checked with: 12 digits in groups of four.
    pub rules: String,
    /// Both digests, with a space between.
    pub shown: String,
}

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub struct FindingData {
    /// The code.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// The message, one line.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The full path of the rule.
    pub rule: Option<String>,
    /// The line in the list, counted from 1.
    pub line: Option<usize>,
}

/// A command.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CommandData {
    /// The name. `None` if the list writes no commands.
    pub name: Option<String>,
    /// The colour on sheets, 1 to 6, with the pattern that goes with it.
    pub colour: u8,
    /// The numeral on sheets: `I`, `II`. Empty if the list writes no commands.
    pub numeral: String,
    /// The printed name of its kind. `None` in a game without kinds of command.
    pub kind: Option<String>,
    /// The name of the command that it is in. `None` if it is in the army.
    pub within: Option<String>,
    /// How many commands it is in. What is in a command counts for its cost and numbers.
    pub depth: usize,
    /// The kind and the command around, as printed: `Patrol, in First`. Empty if there is neither.
    pub kind_shown: String,
    /// The rule of its kind.
    pub text: Option<String>,
    /// The id of the ally.
    pub ally: Option<String>,
    /// The name of the ally's book.
    pub ally_name: Option<String>,
    /// The name of the commander.
    pub commander: Option<String>,
    /// The name of the command that the baggage of this one is with.
    pub baggage_with: Option<String>,
    /// What it buys that is for no unit.
    pub bought: Vec<BoughtData>,
    /// What it buys, as printed: `Good 12`. Empty if that is nothing.
    pub bought_shown: String,
    /// The player's notes.
    pub notes: Option<String>,
    /// The cost. `None` if it is unknown or the game has no points.
    pub cost: Option<JsonNumber>,
    /// The cost as printed.
    pub cost_shown: String,
    /// The ruleset's numbers for the command.
    pub numbers: Vec<NumberData>,
    /// The characters without a body of their own.
    pub characters: Vec<CharacterData>,
    /// The units.
    pub units: Vec<UnitData>,
    /// The charges that the command pays itself, line by line.
    pub charges: Vec<CostLineData>,
}

/// An option that the army or a command buys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoughtData {
    /// The printed name, with how many times it is bought: `2 × Ditch`.
    pub name: String,
    /// The cost as printed. Empty if it costs nothing or the game has no points.
    pub cost_shown: String,
    /// The rule.
    pub text: Option<String>,
}

/// A line for a character, for identical units or for a charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SummaryLineData {
    /// The count and name: `3 × Hastati`.
    pub name: String,
    /// The total cost as printed. Empty if the game has no points.
    pub cost_shown: String,
}

impl CommandData {
    /// Returns a line for each character, unit and charge of the command. Identical units share a line, also if the
    /// list has several rows of them.
    pub fn summary_lines(&self) -> Vec<SummaryLineData> {
        let row = |count: u32, name: &str, cost: &str| {
            let count = if count > 1 { format!("{count} × ") } else { String::new() };
            SummaryLineData { name: format!("{count}{name}"), cost_shown: cost.to_owned() }
        };
        let mut alike: Vec<(&UnitData, u32)> = Vec::new();
        for unit in &self.units {
            match alike.iter_mut().find(|(u, _)| u.name == unit.name && u.cost == unit.cost) {
                Some((_, count)) => *count += unit.count,
                None => alike.push((unit, unit.count)),
            }
        }
        let cost = |unit: &UnitData, count: u32| {
            let total = unit.cost.and_then(|c| c.0.checked_mul(i64::from(count).into()));
            total.map_or_else(|| unit.total_shown.clone(), |t| t.to_string())
        };
        let characters = self.characters.iter().map(|c| row(1, &c.name, &c.cost_shown));
        let units = alike.iter().map(|(unit, n)| row(*n, &unit.name, &cost(unit, *n)));
        let charges = self.charges.iter().map(|line| row(1, &line.what, &line.shown));
        characters.chain(units).chain(charges).collect()
    }
}

impl Document {
    /// Returns the readings whose signs are printed on cards of units and characters.
    pub fn readings_of_cards(&self) -> Vec<&ReadingData> {
        let units = self.commands.iter().flat_map(|c| &c.units).chain(&self.reserves);
        let characters = self.commands.iter().flat_map(|c| &c.characters).map(|c| c.sign.clone());
        let signs: String = units.map(UnitData::printed_signs).chain(characters).collect();
        self.readings.iter().filter(|r| r.is_marked_by(&signs)).collect()
    }
}

/// A character without a body of their own.
#[derive(Clone, Debug, Default, Serialize)]
pub struct CharacterData {
    /// The name.
    pub name: String,
    /// The name of the role.
    pub role: Option<String>,
    /// The name of the unit joined.
    pub with: Option<String>,
    /// Whether they lead the command.
    pub commander: bool,
    /// The cost.
    pub cost: Option<JsonNumber>,
    /// The cost as printed. Empty if the game has no points.
    pub cost_shown: String,
    /// The stats that the role adds to the unit joined.
    pub adds: Vec<AddedStatData>,
    /// The additions as printed: `adds to it CF +2 (counted there)`. Empty if there are none.
    pub adds_shown: String,
    /// The text of the role.
    pub text: Option<String>,
    /// The signs of the readings that the role rests on. Empty if there are none.
    pub sign: String,
    /// The readings that the role rests on.
    pub readings: Vec<ReadingData>,
    /// The player's notes.
    pub notes: Option<String>,
    /// The charges in the cost.
    pub charges: Vec<CostLineData>,
    /// The cost, line by line.
    pub ledger: Vec<CostLineData>,
}

/// An addition to a stat.
#[derive(Clone, Debug, Serialize)]
pub struct AddedStatData {
    /// The name of the stat.
    pub name: String,
    /// The abbreviation of the stat.
    pub abbr: String,
    /// The amount as printed, with its plus or minus sign.
    pub shown: String,
}
