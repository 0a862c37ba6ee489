//! The data that templates see, version 1: keys may be added, none changes its meaning. Everything is in the
//! order of the list. `docs/templates.md` teaches it.

mod army;
mod army_unit;
mod number;
pub mod packing;
pub mod reference;
pub mod texts;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::format::number::Number as ExactNumber;

pub use army::{Input, build};
pub use packing::Packing;
pub use reference::Reference;

/// The version of the data.
pub const VERSION: u8 = 1;

/// A number as JSON with all its digits, or as text where it is no finite decimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact(pub ExactNumber);

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let json = self.0.decimal().unwrap_or_else(|| format!("\"{}\"", self.0));
        RawValue::from_string(json).map_err(serde::ser::Error::custom)?.serialize(serializer)
    }
}

/// Everything there is to print of one list.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    /// Always 1.
    pub version: u8,
    /// The army as a whole.
    pub army: Army,
    /// Its commands; one without a name where the list writes none.
    pub commands: Vec<Command>,
    /// What is brought but not counted.
    pub reserves: Vec<Unit>,
    /// What goes into the box.
    pub packing: Packing,
    /// Just the rules that this army needs; for two armies, those of both.
    pub reference: Reference,
}

/// The army as a whole.
#[derive(Clone, Debug, Serialize)]
pub struct Army {
    /// Its name.
    pub name: String,
    /// Who plays it.
    pub player: Option<String>,
    /// The player's club.
    pub club: Option<String>,
    /// The year it takes the field.
    pub date: Option<String>,
    /// The game.
    pub ruleset: Judge,
    /// The book.
    pub book: Option<Judge>,
    /// The event whose terms hold besides.
    pub event: Option<Named>,
    /// The way in which the game is played.
    pub mode: Option<Named>,
    /// Points; nothing in a game that has none.
    pub points: Option<Points>,
    /// `legal`, `illegal` or `draft`.
    pub verdict: &'static str,
    /// The same in words.
    pub verdict_text: String,
    /// The digests.
    pub digest: Option<Digest>,
    /// What is to be printed wherever values of this game are.
    pub notices: Vec<String>,
    /// The player's own words.
    pub notes: Option<String>,
    /// Answers to the book's choices: what is asked, what is answered.
    pub choices: Vec<Choice>,
    /// What the ruleset has worked out for the army.
    pub numbers: Vec<Number>,
    /// Everything found in the list.
    pub findings: Vec<Finding>,
    /// How many units, alike ones counted, without reserves.
    pub units: i64,
    /// The list itself, as base64 of its text, so that a sheet can be held against it.
    pub list: String,
}

/// A ruleset or book.
#[derive(Clone, Debug, Serialize)]
pub struct Judge {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// `built in`, or a path.
    pub from: String,
}

/// Something with an id and a name.
#[derive(Clone, Debug, Serialize)]
pub struct Named {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
}

/// A question of the book and its answer.
#[derive(Clone, Debug, Serialize)]
pub struct Choice {
    /// What is asked.
    pub name: String,
    /// What is answered.
    pub answer: String,
}

/// The points of an army.
#[derive(Clone, Debug, Serialize)]
pub struct Points {
    /// What it costs, as far as that is known.
    pub total: Exact,
    /// The agreed size.
    pub limit: Option<Exact>,
    /// Whether every cost is known.
    pub complete: bool,
    /// In words: `985 of 1000 points`.
    pub shown: String,
}

/// The digests.
#[derive(Clone, Debug, Serialize)]
pub struct Digest {
    /// Of the army's meaning, 64 hexadecimal digits.
    pub army: String,
    /// Of the rules that judged it, 64 hexadecimal digits.
    pub rules: String,
    /// The first eight digits of each.
    pub short: String,
}

/// One finding.
#[derive(Clone, Debug, Serialize)]
pub struct Finding {
    /// Its code.
    pub code: &'static str,
    /// `error`, `warning` or `note`.
    pub severity: &'static str,
    /// One line.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
    /// The rule in full.
    pub rule: Option<String>,
    /// The line in the list, from 1.
    pub line: Option<usize>,
}

/// A command.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Command {
    /// Its name; nothing where the list writes no commands.
    pub name: Option<String>,
    /// The ally's word.
    pub ally: Option<String>,
    /// Who leads it, by name.
    pub commander: Option<String>,
    /// The command whose baggage its own stands with.
    pub baggage_with: Option<String>,
    /// The player's own words.
    pub notes: Option<String>,
    /// What it costs; nothing where that is unknown or there are no points.
    pub cost: Option<Exact>,
    /// The same as printed.
    pub cost_shown: String,
    /// What the ruleset has worked out for it.
    pub numbers: Vec<Number>,
    /// Characters without a body of their own.
    pub characters: Vec<Character>,
    /// Its units.
    pub units: Vec<Unit>,
}

/// A character without a body of their own.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Character {
    /// The name.
    pub name: String,
    /// The role's name.
    pub role: Option<String>,
    /// The unit joined.
    pub with: Option<String>,
    /// Whether they lead the command.
    pub commander: bool,
    /// What they cost.
    pub cost: Option<Exact>,
    /// The same as printed; empty where there are no points.
    pub cost_shown: String,
    /// What the role adds to the unit joined: `CF +2`.
    pub adds: Vec<Added>,
    /// The role in short.
    pub text: Option<String>,
    /// The player's own words.
    pub notes: Option<String>,
    /// What the cost is made of.
    pub ledger: Vec<Line>,
}

/// Something added to a stat.
#[derive(Clone, Debug, Serialize)]
pub struct Added {
    /// The stat's name.
    pub name: String,
    /// Its short form.
    pub abbr: String,
    /// What is added, with its sign.
    pub shown: String,
}

/// A unit, or several alike.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Unit {
    /// Its name on the table.
    pub name: String,
    /// How many alike.
    pub count: u32,
    /// What one of them costs.
    pub cost: Option<Exact>,
    /// The same as printed; empty where there are no points.
    pub cost_shown: String,
    /// What all of them cost.
    pub total: Option<Exact>,
    /// The same as printed; empty where there are no points.
    pub total_shown: String,
    /// Its body.
    #[serde(flatten)]
    pub body: Body,
    /// Bodies inside it.
    pub parts: Vec<Part>,
    /// Whether it carries the standard.
    pub standard: bool,
    /// Whether it is the baggage.
    pub baggage: bool,
    /// The roles that its own body holds.
    pub roles: Vec<String>,
    /// The characters who joined it: `Hannibal Barca (General)`.
    pub joined_by: Vec<String>,
    /// The unit that it is attached to or has joined.
    pub attached_to: Option<String>,
    /// The units attached to it.
    pub attached: Vec<String>,
    /// The player's own words.
    pub notes: Option<String>,
}

/// A body inside a unit.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// Its word.
    pub id: String,
    /// The body.
    #[serde(flatten)]
    pub body: Body,
}

/// A body of troops.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Body {
    /// The unit type's short code, or empty.
    pub code: String,
    /// The id of the unit type or entry.
    pub id: String,
    /// The unit type's name.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The entry's name, where it is one of a book.
    pub entry: Option<String>,
    /// How many models, elements or bases; 0 for what has no size.
    pub size: u32,
    /// The same in words: `24 models`; empty where the size says nothing.
    pub size_shown: String,
    /// Its figures, hidden ones left out.
    pub stats: Vec<Stat>,
    /// Its options.
    pub options: Vec<TakenOption>,
    /// Further lines of figures.
    pub forms: Vec<Form>,
    /// What the ruleset asked of it: `Frontage 8`.
    pub values: Vec<Value>,
    /// What the ruleset has worked out for it.
    pub numbers: Vec<Number>,
    /// A rule of the unit type's own.
    pub text: Option<String>,
    /// What the cost is made of.
    pub ledger: Vec<Line>,
}

/// A figure of a body.
#[derive(Clone, Debug, Serialize)]
pub struct Stat {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its short form.
    pub abbr: String,
    /// Before options and characters.
    pub base: Option<Exact>,
    /// With everything.
    pub effective: Option<Exact>,
    /// The effective one as printed; a dash where there is none.
    pub shown: String,
    /// The base as printed.
    pub base_shown: String,
    /// Whether the two differ.
    pub changed: bool,
}

/// An option that a body has.
#[derive(Clone, Debug, Serialize)]
pub struct TakenOption {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its mark.
    pub mark: Option<String>,
    /// The name with all that was said with it: `Elite (Melee, Rally)`.
    pub shown: String,
    /// One line for a card.
    pub brief: Option<String>,
    /// The rule in short.
    pub text: Option<String>,
    /// What it costs here; nothing where it is inside the unit's cost or unknown.
    pub cost: Option<Exact>,
    /// The same as printed, or empty.
    pub cost_shown: String,
    /// The stats that its marks go to.
    pub places: Vec<String>,
    /// Whom or what it names.
    pub names: Vec<String>,
    /// How many models have it, where not all do.
    pub models: Option<u32>,
    /// Whether it is always there.
    pub included: bool,
    /// The reason given for it.
    pub because: Option<String>,
    /// Where it comes from: `rules: Unit Abilities`.
    pub source: Option<String>,
}

/// A further line of figures.
#[derive(Clone, Debug, Serialize)]
pub struct Form {
    /// Its name.
    pub name: String,
    /// Its figures.
    pub stats: Vec<Stat>,
}

/// What the ruleset asked of a unit.
#[derive(Clone, Debug, Serialize)]
pub struct Value {
    /// Its word.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The number.
    pub value: Exact,
    /// As printed.
    pub shown: String,
}

/// One line of a cost.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// What it is for.
    pub what: String,
    /// What one costs.
    pub each: Option<Exact>,
    /// How many.
    pub times: Exact,
    /// What it comes to.
    pub total: Option<Exact>,
    /// The same as printed.
    pub shown: String,
    /// Where it is stated.
    pub rule: String,
}

/// What the ruleset has worked out.
#[derive(Clone, Debug, Serialize)]
pub struct Number {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its value; nothing where it is absent or a small table.
    pub value: Option<Exact>,
    /// As printed.
    pub shown: String,
    /// Whether something that it counts is unknown.
    pub incomplete: bool,
    /// Boxes to cross off, from the first to the last; empty where there are none.
    pub boxes: Vec<BoxMark>,
    /// A small table; empty where it is none.
    pub each: Vec<Each>,
    /// The name that the small table runs over, as printed.
    pub each_of: Option<String>,
}

/// A box to cross off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoxMark {
    /// How many are left once it is crossed off.
    pub left: i64,
    /// The word for that, where there is one.
    pub mark: Option<String>,
}

/// One place of a small table.
#[derive(Clone, Debug, Serialize)]
pub struct Each {
    /// Where.
    pub at: Exact,
    /// The value there.
    pub value: Option<Exact>,
    /// As printed.
    pub shown: String,
    /// Boxes to cross off.
    pub boxes: Vec<BoxMark>,
}
