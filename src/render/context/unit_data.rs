//! The types of a unit as templates see it, with its bodies, stats, options and costs.

use crate::format::shared_types::SizeMeasure;
use serde::Serialize;

use super::{JsonNumber, NumberData, ReadingData};

/// A unit, or several identical ones.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct UnitData {
    /// The name.
    pub name: String,
    /// The number of identical units.
    pub count: u32,
    /// The name of its sign: `foot-spear`, `elephant`, or `unknown`.
    pub symbol: &'static str,
    /// The tags of its body, in the order of their names.
    pub tags: Vec<String>,
    /// The position among units of the same name, such as `2 of 5`. Empty if there is no other or all share a
    /// row.
    pub number: String,
    /// The cost of one.
    pub cost: Option<JsonNumber>,
    /// The cost of one as printed. Empty if the game has no points.
    pub cost_shown: String,
    /// The cost of all.
    pub total: Option<JsonNumber>,
    /// The cost of all as printed. Empty if the game has no points.
    pub total_shown: String,
    /// The body.
    #[serde(flatten)]
    pub body: BodyData,
    /// The bodies inside the unit.
    pub parts: Vec<PartData>,
    /// Whether the unit carries the standard.
    pub standard: bool,
    /// Whether an option already says that the unit carries the standard.
    pub standard_said: bool,
    /// Whether the unit is the baggage.
    pub baggage: bool,
    /// Whether the unit is a character with a body of their own.
    pub character: bool,
    /// The names of the roles that its own body holds.
    pub roles: Vec<String>,
    /// The characters who joined the unit: `Hannibal Barca (General)`.
    pub joined_by: Vec<String>,
    /// The name of the unit that this one is attached to or has joined.
    pub attached_to: Option<String>,
    /// The names of the units attached to this one.
    pub attached: Vec<String>,
    /// The player's notes.
    pub notes: Option<String>,
}

impl UnitData {
    /// Returns all signs that are printed with the unit.
    pub fn printed_signs(&self) -> String {
        let bodies = std::iter::once(&self.body).chain(self.parts.iter().map(|p| &p.body));
        bodies
            .flat_map(|body| {
                // Options implied by another one are not printed
                let options = body.options.iter().filter(|o| o.part_of.is_none()).map(|o| &o.sign);
                std::iter::once(&body.sign).chain(options).chain(body.numbers.iter().map(|n| &n.sign))
            })
            .map(String::as_str)
            .collect()
    }
}

/// A body inside a unit.
#[derive(Clone, Debug, Serialize)]
pub struct PartData {
    /// The id of the part.
    pub id: String,
    /// The body.
    #[serde(flatten)]
    pub body: BodyData,
}

/// A body of troops.
#[derive(Clone, Debug, Default, Serialize)]
pub struct BodyData {
    /// The code of the unit type, or empty.
    pub code: String,
    /// The id of the unit type or entry.
    pub id: String,
    /// The name of the unit type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The name of the entry. `None` if the body is not of a book's entry.
    pub entry: Option<String>,
    /// The number of models, elements or bases. 0 if the body has no size.
    pub size: u32,
    /// The size as printed: `24 models`. Empty if every unit of the type is one piece.
    pub size_shown: String,
    /// What the size counts. `None` if it counts nothing in particular.
    #[serde(skip)]
    pub(crate) size_of: Option<SizeMeasure>,
    /// The stats, without hidden ones.
    pub stats: Vec<StatData>,
    /// The options.
    pub options: Vec<OptionData>,
    /// Extra lines of stats.
    pub forms: Vec<ExtraStatLineData>,
    /// The values that the list gives, such as `Frontage 8`.
    pub values: Vec<ValueData>,
    /// The ruleset's numbers for the body.
    pub numbers: Vec<NumberData>,
    /// The values that a notice refers to: `house: profile, price`. `None` if they are the same for all
    /// units.
    pub noticed: Option<String>,
    /// The facts about the unit type and the entry.
    pub facts: Vec<FactData>,
    /// The facts as printed: `Crew: 4 on each base`. Empty if there are none.
    pub facts_shown: String,
    /// The rule text of the unit type.
    pub text: Option<String>,
    /// The signs of the readings that the unit type or the entry rests on. Empty if there are none.
    pub sign: String,
    /// The readings that anything printed of the body rests on.
    pub readings: Vec<ReadingData>,
    /// The charges in the cost.
    pub charges: Vec<CostLineData>,
    /// The cost, line by line.
    pub ledger: Vec<CostLineData>,
}

/// A stat of a body.
#[derive(Clone, Debug, Serialize)]
pub struct StatData {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The abbreviation.
    pub abbr: String,
    /// The value before options and characters.
    pub base: Option<JsonNumber>,
    /// The value with options and characters.
    pub effective: Option<JsonNumber>,
    /// The value before options and characters, if it is in words.
    pub base_words: Option<String>,
    /// The value with options and characters, if it is in words.
    pub words: Option<String>,
    /// The effective value as printed. A dash if there is none.
    pub shown: String,
    /// The base value as printed.
    pub base_shown: String,
    /// Whether the two values differ.
    pub changed: bool,
    /// The rank among the key figures, 1 to 4. `None` if it is none of them.
    pub key: Option<u8>,
    /// The label for narrow places; else the abbreviation.
    pub short: String,
}

impl StatData {
    /// Returns `true` if the body has the stat before options and characters, as a number or in words.
    pub fn has_base(&self) -> bool {
        self.base.is_some() || self.base_words.is_some()
    }

    /// Returns `true` if the body has the stat, before or after options and characters.
    pub fn is_printed(&self) -> bool {
        self.has_base() || self.effective.is_some() || self.words.is_some()
    }
}

/// A fact about an option or a unit type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactData {
    /// The heading: `Range`.
    pub name: String,
    /// The fact: `16"`.
    pub text: String,
}

/// An option that a body has.
#[derive(Clone, Debug, Serialize)]
pub struct OptionData {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The short mark used on cards and rosters.
    pub mark: Option<String>,
    /// The name with its details: `Elite (Melee, Rally)`.
    pub shown: String,
    /// The one-line summary for cards.
    pub brief: Option<String>,
    /// The rule text.
    pub text: Option<String>,
    /// How important it is in play, from 1, which is the most important, to 4. `None` if the ruleset does not say.
    pub weight: Option<u8>,
    /// The id of the phase of play that it belongs to.
    pub phase: Option<String>,
    /// The facts about the option.
    pub facts: Vec<FactData>,
    /// The facts as printed: `Range: 16"; Strength: 3`. Empty if there are none.
    pub facts_shown: String,
    /// The cost for this body. `None` if it is part of the unit's cost or unknown.
    pub cost: Option<JsonNumber>,
    /// The cost as printed, or empty.
    pub cost_shown: String,
    /// The stats that its marks are placed on.
    pub places: Vec<String>,
    /// The unit types or tags that it names.
    pub names: Vec<String>,
    /// The number of models that have it. `None` if all do.
    pub models: Option<u32>,
    /// How many times the body, or each of these models, has it.
    pub times: u32,
    /// The ids of the options that it is inside, the outermost first. Empty for one of the body itself.
    pub within: Vec<String>,
    /// Whether the body always has it.
    pub included: bool,
    /// The id of an option that implies this one. Sheets print only that one.
    pub part_of: Option<String>,
    /// The signs of the readings that the option rests on. Empty if there are none.
    pub sign: String,
    /// The reason that the list gives.
    pub because: Option<String>,
    /// The source: `rules: Unit Abilities`.
    pub source: Option<String>,
}

/// An extra line of stats.
#[derive(Clone, Debug, Serialize)]
pub struct ExtraStatLineData {
    /// The name.
    pub name: String,
    /// The stats.
    pub stats: Vec<StatData>,
}

/// A value that the ruleset asks the list for.
#[derive(Clone, Debug, Serialize)]
pub struct ValueData {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The number.
    pub value: JsonNumber,
    /// The number as printed.
    pub shown: String,
}

/// One line of a cost.
#[derive(Clone, Debug, Serialize)]
pub struct CostLineData {
    /// What the line pays for.
    pub what: String,
    /// The cost of one.
    pub each: Option<JsonNumber>,
    /// The number of times.
    pub times: JsonNumber,
    /// The total.
    pub total: Option<JsonNumber>,
    /// The total as printed.
    pub shown: String,
    /// The path of the rule that states the cost.
    pub rule: String,
    /// How often a charge is paid, and why. `None` if this is no charge for what the army has.
    pub how: Option<String>,
}

impl CostLineData {
    /// Returns a charge with how it is worked out: `Tribute 30 (10 for each 100 of 340 points, rounded down)`.
    pub fn charge_text(&self) -> String {
        let how = self.how.as_ref().map_or_else(String::new, |how| format!(" ({how})"));
        format!("{} {}{how}", self.what, self.shown)
    }
}
