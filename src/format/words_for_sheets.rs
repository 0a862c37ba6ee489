//! The format of what only sheets use: signs, key figures, columns, boxes in groups, weights and phases.
//!
//! No list is judged by these words, so the digest of the rules leaves them out.

use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::finding::Code;
use crate::read::{ValueError, from_text, record, words};

use super::selectors_and_conditions::Selector;

/// A sign of the set that sheets, pages and documents share, by its name. Each is a drawing under `assets/signs/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, JsonSchema)]
#[schemars(rename_all = "kebab-case", rename = "Symbol")]
pub enum Symbol {
    /// Close-order foot in armour.
    FootHeavy,
    /// Close-order foot with little armour.
    FootMedium,
    /// Foot in loose order.
    FootLight,
    /// Close-order foot with spears.
    FootSpear,
    /// Close-order foot with pikes.
    FootPike,
    /// Tribal foot that charges in a mass.
    Warband,
    /// Foot that skirmishes.
    Skirmisher,
    /// Armoured horse.
    HorseHeavy,
    /// Other formed horse.
    HorseMedium,
    /// Horse in loose order.
    HorseLight,
    /// Riders on camels.
    Camel,
    /// Chariots of any kind.
    Chariot,
    /// Elephants, with or without crews.
    Elephant,
    /// Engines that shoot.
    Artillery,
    /// Carts and pack animals.
    Baggage,
    /// A camp with its tents.
    Camp,
    /// A commander on his own.
    General,
    /// A standard and whoever bears it.
    Standard,
    /// The empty frame of troops of no known kind.
    Unknown,
}
words! {
    Symbol, as_str: "unknown" => Unknown, "foot-heavy" => FootHeavy, "foot-medium" => FootMedium, "foot-light" => FootLight,
    "foot-spear" => FootSpear, "foot-pike" => FootPike, "warband" => Warband, "skirmisher" => Skirmisher,
    "horse-heavy" => HorseHeavy, "horse-medium" => HorseMedium, "horse-light" => HorseLight, "camel" => Camel,
    "chariot" => Chariot, "elephant" => Elephant, "artillery" => Artillery, "baggage" => Baggage, "camp" => Camp,
    "general" => General, "standard" => Standard
}

/// The sign of every unit that a selector matches. Example: `{of: {option: impetuous}, symbol: warband}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct SymbolRule {
    /// The units that have the sign. Example: `of: {option: impetuous}`.
    pub of: Selector,
    /// The sign. Example: `symbol: warband`.
    pub symbol: Symbol,
}
record! { SymbolRule, "a sign and its units, such as {of: {tag: mounted}, symbol: horse-medium}": of, symbol }

/// Where a sheet prints a number, if not among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case", rename = "NumberPlace")]
pub enum NumberPlace {
    /// Beside the boxes of the unit, as a bound that they are watched for.
    Track,
    /// On the front of the card.
    Front,
    /// On the back of the card.
    Back,
}
words! { NumberPlace, as_str: "track" => Track, "front" => Front, "back" => Back }

/// A rank among few: 1, the first, to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RankOfFour(pub u8);

/// A colour of commands: 1 to 6, in the order blue, rust, green, purple, ochre and grey.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CommandColour(pub u8);

/// Parses a whole number from 1 to `most`.
fn number_up_to(text: &str, most: u8, what: &str) -> Result<u8, ValueError> {
    let number = text.trim().parse::<u8>().ok().filter(|n| (1..=most).contains(n));
    number.ok_or_else(|| {
        ValueError::new(
            Code::BadValue,
            format!("\"{text}\" is not {what}; expected a whole number from 1 to {most}"),
        )
    })
}

impl FromStr for RankOfFour {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        number_up_to(text, 4, "a rank").map(Self)
    }
}

from_text! { RankOfFour, "a whole number from 1 to 4", RankOfFour(4) }

impl FromStr for CommandColour {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        number_up_to(text, 6, "a colour").map(Self)
    }
}

from_text! { CommandColour, "a whole number from 1 to 6", CommandColour(1) }

impl JsonSchema for RankOfFour {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "RankOfFour".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 1, "maximum": 4})
    }

    fn inline_schema() -> bool {
        true
    }
}

impl JsonSchema for CommandColour {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "CommandColour".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "integer", "minimum": 1, "maximum": 6})
    }

    fn inline_schema() -> bool {
        true
    }
}

/// A label for narrow places, of at most 12 letters. Example: `Save`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShortLabel(pub String);

/// The most letters of a short label.
const MOST_LETTERS: usize = 12;

/// A numeral of a command, of at most 4 letters. Example: `IV`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numeral(pub String);

/// The most letters of a numeral, which stands in a field 5 mm wide.
const MOST_OF_NUMERAL: usize = 4;

/// Returns a text of 1 to `most` characters.
fn text_up_to(text: &str, most: usize, what: &str) -> Result<String, ValueError> {
    let count = text.trim().chars().count();
    if (1..=most).contains(&count) {
        return Ok(text.trim().to_owned());
    }
    let message = format!("\"{text}\" has {count} letters; {what} has 1 to {most}");
    Err(ValueError::new(Code::BadValue, message))
}

impl FromStr for ShortLabel {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        text_up_to(text, MOST_LETTERS, "a label for narrow places").map(Self)
    }
}

from_text! { ShortLabel, "a label of at most 12 letters", ShortLabel(String::new()) }

impl FromStr for Numeral {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        text_up_to(text, MOST_OF_NUMERAL, "the numeral of a command").map(Self)
    }
}

from_text! { Numeral, "a numeral of at most 4 letters, such as IV", Numeral(String::new()) }

impl JsonSchema for ShortLabel {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "ShortLabel".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "number"], "minLength": 1, "maxLength": 12})
    }

    fn inline_schema() -> bool {
        true
    }
}

impl JsonSchema for Numeral {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Numeral".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": ["string", "number"], "minLength": 1, "maxLength": 4})
    }

    fn inline_schema() -> bool {
        true
    }
}
