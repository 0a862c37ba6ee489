//! The data that templates see, version 1: keys may be added, none changes its meaning. Everything is in the
//! order of the list. `docs/templates.md` teaches it.

mod army;
mod army_unit;
mod number;
mod order;
pub mod packing;
mod readings;
pub mod reference;
pub mod texts;
mod unit;

use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::format::number::Number as ExactNumber;

pub use army::{Input, build};
pub use number::{BoxMark, Each, Number};
pub use order::Order;
pub use packing::Packing;
pub use readings::Reading;
pub use reference::Reference;
pub use unit::{Body, Form, Line, Part, Stat, TakenOption, Unit, Value};

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
    /// The readings on which something rests that the roster or the cards print.
    pub readings: Vec<Reading>,
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
    /// The books of the allies that are there.
    pub allies: Vec<Judge>,
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
    /// The digests, where the list could be read whole.
    pub digest: Option<Digest>,
    /// In words: the digests, or why there are none.
    pub digest_text: String,
    /// Game and book with their versions, choices, size, date, verdict and digest in one line.
    pub summary: String,
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
    /// How many units, alike ones counted, without reserves, characters and what does not count as a unit.
    pub units: i64,
    /// What a figure in brackets is; nothing where no figure of the army has brackets.
    pub brackets: Option<String>,
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
    /// Name and version: `Quick Ancients, data 1.0.0`.
    pub shown: String,
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
    /// Of what the army is, 20 letters in groups of four.
    pub army: String,
    /// Of the rules that judged it, 12 letters in groups of four.
    pub rules: String,
    /// Both, with a blank between.
    pub shown: String,
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
    /// The name of the ally's book.
    pub ally_name: Option<String>,
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

/// A line for a character or for units alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// How many and what: `3 × Hastati`.
    pub name: String,
    /// What they cost together, as printed; empty where there are no points.
    pub cost_shown: String,
}

impl Command {
    /// Its characters and units, those with a row each in one line where they are alike.
    pub fn rows(&self) -> Vec<Row> {
        let row = |count: u32, name: &str, cost: &str| {
            let count = if count > 1 { format!("{count} × ") } else { String::new() };
            Row { name: format!("{count}{name}"), cost_shown: cost.to_owned() }
        };
        let mut alike: Vec<(&Unit, u32)> = Vec::new();
        for unit in &self.units {
            match alike.iter_mut().find(|(u, _)| u.name == unit.name && u.cost == unit.cost) {
                Some((_, count)) => *count += unit.count,
                None => alike.push((unit, unit.count)),
            }
        }
        let cost = |unit: &Unit, count: u32| {
            let total = unit.cost.and_then(|c| c.0.times(i64::from(count).into()));
            total.map_or_else(|| unit.total_shown.clone(), |t| t.to_string())
        };
        let characters = self.characters.iter().map(|c| row(1, &c.name, &c.cost_shown));
        characters.chain(alike.iter().map(|(unit, n)| row(*n, &unit.name, &cost(unit, *n)))).collect()
    }
}

impl Document {
    /// The readings whose signs are on cards of units and characters.
    pub fn readings_of_cards(&self) -> Vec<&Reading> {
        let units = self.commands.iter().flat_map(|c| &c.units).chain(&self.reserves);
        let characters = self.commands.iter().flat_map(|c| &c.characters).map(|c| c.sign.clone());
        let signs: String = units.map(Unit::signs).chain(characters).collect();
        self.readings.iter().filter(|r| r.is_marked_by(&signs)).collect()
    }
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
    /// The same in words, and to whom: `adds to it CF +2 (counted there)`; empty where nothing is added.
    pub adds_shown: String,
    /// The role in short.
    pub text: Option<String>,
    /// The signs of the readings on which the role rests; empty if there are none.
    pub sign: String,
    /// Those readings.
    pub readings: Vec<Reading>,
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
