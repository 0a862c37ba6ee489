//! A unit as templates see it, with its bodies, figures, options and costs.

use crate::format::words::Thing;
use serde::Serialize;

use super::{Exact, Number, Reading};

/// A unit, or several alike.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Unit {
    /// Its name on the table.
    pub name: String,
    /// How many alike.
    pub count: u32,
    /// Which of several alike it is, as `2 of 5`; empty where it is alone or they share a row.
    pub number: String,
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
    /// Whether an option of it says so already.
    pub standard_said: bool,
    /// Whether it is the baggage.
    pub baggage: bool,
    /// Whether it is a character with a body of their own.
    pub character: bool,
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

impl Unit {
    /// Every sign that is printed of it.
    pub fn signs(&self) -> String {
        let bodies = std::iter::once(&self.body).chain(self.parts.iter().map(|p| &p.body));
        bodies
            .flat_map(|body| {
                // What another option is short for is not printed
                let options = body.options.iter().filter(|o| o.part_of.is_none()).map(|o| &o.sign);
                std::iter::once(&body.sign).chain(options).chain(body.numbers.iter().map(|n| &n.sign))
            })
            .map(String::as_str)
            .collect()
    }
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
    /// What the size counts; `None` if it says nothing.
    #[serde(skip)]
    pub(crate) size_of: Option<Thing>,
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
    /// What of it a notice speaks of: `house: profile, price`; nothing where that is the same for all units.
    pub noticed: Option<String>,
    /// A rule of the unit type's own.
    pub text: Option<String>,
    /// The signs of the readings on which the unit type or the entry rests; empty if there are none.
    pub sign: String,
    /// The readings on which something rests that is printed of it.
    pub readings: Vec<Reading>,
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
    /// The option that is short for it and others, by its id; sheets name that one alone.
    pub part_of: Option<String>,
    /// The signs of the readings on which it rests; empty if there are none.
    pub sign: String,
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
