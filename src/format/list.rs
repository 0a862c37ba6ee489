//! A list: one player's army.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::yaml::{Located, Map};

use super::date::Year;
use super::number::Number;
use super::words::Words;

/// One player's army, checked against a ruleset.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a list with at least army, ruleset and units"
)]
#[schemars(title = "Muster army list")]
pub struct List {
    /// The army's name.
    pub army: Located<String>,
    /// The game, by the id of its ruleset; `muster rules` names those known.
    pub ruleset: Located<String>,
    /// The units of an army without commands.
    #[serde(default)]
    pub units: Option<Located<Vec<Located<Unit>>>>,
    /// The agreed size in points.
    #[serde(default)]
    pub points: Option<Located<Number>>,
    /// The year the army takes the field, such as `218 BC`.
    #[serde(default)]
    pub date: Option<Located<Year>>,
    /// The characters of an army without commands.
    #[serde(default)]
    pub characters: Option<Located<Vec<Located<Character>>>>,
    /// The parts of the army, each under one character. An army without commands has `units` here instead.
    #[serde(default)]
    pub commands: Option<Located<Vec<Located<Command>>>>,
    /// The baggage of an army without commands.
    #[serde(default)]
    pub baggage: Option<Located<Baggage>>,
    /// The book that says what this army may field, by its id.
    #[serde(default)]
    pub book: Option<Located<String>>,
    /// The game's mode, where it has several; its default without this.
    #[serde(default)]
    pub mode: Option<Located<String>>,
    /// The unit that carries the battle standard, by its name.
    #[serde(default)]
    pub standard: Option<Located<String>>,
    /// Who plays it.
    #[serde(default)]
    pub player: Option<Located<String>>,
    /// The player's club.
    #[serde(default)]
    pub club: Option<Located<String>>,
    /// Free text, printed on the sheets.
    #[serde(default)]
    pub notes: Option<Located<String>>,
    /// Answers to the book's choices, as `{campaign: italy}`.
    #[serde(default)]
    pub choose: Map<Located<String>>,
    /// Whether the list is not finished yet: what is not reached is then a note, not an error.
    #[serde(default)]
    pub draft: bool,
    /// What the player worked out; only compared.
    #[serde(default)]
    pub declares: Option<Declares>,
    /// Units that are brought but not counted in the army.
    #[serde(default)]
    pub reserves: Vec<Located<Unit>>,
}

/// What the player worked out.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "what you worked out, such as {points: 985}")]
pub struct Declares {
    /// The army's cost in points.
    pub points: Located<Number>,
}

/// A part of the army under one character.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "a command with a commander and units")]
pub struct Command {
    /// Its name.
    #[serde(default)]
    pub name: Option<Located<String>>,
    /// The character who leads it.
    #[serde(default)]
    pub commander: Option<Located<Character>>,
    /// Further characters with it.
    #[serde(default)]
    pub characters: Vec<Located<Character>>,
    /// Its units.
    #[serde(default)]
    pub units: Vec<Located<Unit>>,
    /// `true` for a baggage of its own, or `{shared-with: COMMAND}` for one that stands with another's.
    #[serde(default)]
    pub baggage: Option<Located<Baggage>>,
    /// The unit that carries the battle standard, by its name.
    #[serde(default)]
    pub standard: Option<Located<String>>,
    /// The ally that this command is, by the word that the book gives it.
    #[serde(default)]
    pub ally: Option<Located<String>>,
    /// The agreed size of an ally command.
    #[serde(default)]
    pub points: Option<Located<Number>>,
    /// Free text, printed on the sheets.
    #[serde(default)]
    pub notes: Option<Located<String>>,
}

/// A general, a sub-general or another person of rank: a role and a name, or an entry of the book.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[serde(expecting = "a character, such as {role: general, name: Hannibal Barca, with: Libyans}")]
pub struct Character {
    /// The entry or unit type of a character that has one.
    #[serde(default)]
    pub unit: Option<Located<String>>,
    /// The role held, such as `general`.
    #[serde(default)]
    pub role: Option<Located<String>>,
    /// The character's name.
    #[serde(default)]
    pub name: Option<Located<String>>,
    /// The unit joined, by its name.
    #[serde(default)]
    pub with: Option<Located<String>>,
    /// The options of a character that is bought like a unit.
    #[serde(default)]
    pub options: Vec<Located<Taken>>,
    /// What the ruleset asks of a unit, by its word.
    #[serde(default)]
    pub values: Map<Located<Number>>,
    /// Free text, printed on the sheets.
    #[serde(default)]
    pub notes: Option<Located<String>>,
}

/// A unit, or with `count` several alike.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[serde(expecting = "a unit, such as {unit: SP, name: Libyans, options: [javelin]}")]
pub struct Unit {
    /// The unit type: its id, code or another spelling of the ruleset's; with a book, one of its entries.
    pub unit: Located<String>,
    /// Its name on the table. Two of one name are fine until something names them.
    #[serde(default)]
    pub name: Option<Located<String>>,
    /// What it adds: words, or words with what they ask for, such as `elite: [melee, rally]`.
    #[serde(default)]
    pub options: Vec<Located<Taken>>,
    /// How many units alike; 1 without this.
    #[serde(default)]
    pub count: Option<Located<u32>>,
    /// How many models, elements or bases each has, where that is not fixed.
    #[serde(default)]
    pub size: Option<Located<u32>>,
    /// What the ruleset asks of a unit, by its word, such as `{front: 8}`.
    #[serde(default)]
    pub values: Map<Located<Number>>,
    /// Bodies inside the unit, such as `{archers: 4}`.
    #[serde(default)]
    pub parts: Map<Part>,
    /// The unit that it is attached to, by name.
    #[serde(default)]
    pub attached_to: Option<AttachedTo>,
    /// The role that the unit's own body holds.
    #[serde(default)]
    pub role: Option<Located<String>>,
    /// Free text, printed on the sheets.
    #[serde(default)]
    pub notes: Option<Located<String>>,
}

/// A body inside a unit: its size, or its size and options.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Part")]
pub enum Part {
    /// Its size.
    #[serde(rename = "$scalar")]
    Size(Located<u32>),
    /// Its size and options.
    #[serde(rename = "$map")]
    More(Box<PartTerms>),
}

/// The size and options of a body inside a unit.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a part, such as {size: 4, options: [bow]}")]
pub struct PartTerms {
    /// How many it has.
    pub size: Located<u32>,
    /// What it adds.
    #[serde(default)]
    pub options: Vec<Located<Taken>>,
}

/// A unit's name, or its name and the reason why it may be joined.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "AttachedTo")]
pub enum AttachedTo {
    /// Its name.
    #[serde(rename = "$scalar")]
    Name(Located<String>),
    /// Its name and a reason.
    #[serde(rename = "$map")]
    Because(AttachedBecause),
}

/// A unit's name and the reason why it may be joined.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a unit's name, or {unit: NAME, because: …}")]
pub struct AttachedBecause {
    /// The unit's name.
    pub unit: Located<String>,
    /// Why.
    #[serde(default)]
    pub because: Option<Located<String>>,
}

impl AttachedTo {
    /// The unit's name.
    pub fn name(&self) -> &Located<String> {
        match self {
            Self::Name(name) => name,
            Self::Because(more) => &more.unit,
        }
    }

    /// The reason given.
    pub fn because(&self) -> Option<&Located<String>> {
        match self {
            Self::Name(_) => None,
            Self::Because(more) => more.because.as_ref(),
        }
    }
}

/// Whether there is baggage: `true`, `false`, or what is to be said of it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(with = "BaggageSchema", rename = "Baggage")]
pub enum Baggage {
    /// One of its own.
    #[serde(rename = "$true")]
    Own,
    /// None.
    #[serde(rename = "$false")]
    None,
    /// One with options, or one that stands with another command's.
    #[serde(rename = "$map")]
    More(BaggageTerms),
}

/// The shape of [`Baggage`] as an editor sees it.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Baggage")]
#[expect(dead_code, reason = "only its schema is used")]
enum BaggageSchema {
    /// Whether there is one.
    Word(bool),
    /// One with options, or one that stands with another command's.
    More(BaggageTerms),
}

/// What is to be said of baggage.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case", expecting = "true, or {shared-with: COMMAND}")]
pub struct BaggageTerms {
    /// The command whose baggage it stands with.
    #[serde(default)]
    pub shared_with: Option<Located<String>>,
    /// What it adds, such as `fortified`.
    #[serde(default)]
    pub options: Vec<Located<Taken>>,
}

/// An option taken: its word, or its word with what it asks for.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Taken")]
pub enum Taken {
    /// Its word.
    #[serde(rename = "$scalar")]
    Word(Located<String>),
    /// Its word with what it asks for.
    #[serde(rename = "$map")]
    With(Map<Detail>),
}

/// What an option asks for: where its marks go, whom it names, how many models take it, or several of these.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "Detail")]
pub enum Detail {
    /// One place, name or number.
    #[serde(rename = "$scalar")]
    Word(Located<String>),
    /// Several places or names.
    #[serde(rename = "$seq")]
    Words(Vec<Located<String>>),
    /// Several of these by their names.
    #[serde(rename = "$map")]
    More(Box<DetailTerms>),
}

/// What an option asks for, each by its name.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "what the option asks for, such as {names: cavalry, because: …}")]
pub struct DetailTerms {
    /// The stats that its marks go to.
    #[serde(default)]
    pub places: Option<Words>,
    /// Whom or what it names.
    #[serde(default)]
    pub names: Option<Words>,
    /// How many models take it.
    #[serde(default)]
    pub some: Option<Located<u32>>,
    /// Why an unusual one is there.
    #[serde(default)]
    pub because: Option<Located<String>>,
}
