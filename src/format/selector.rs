//! Which units or characters a rule is about, and when a rule applies.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::yaml::{Located, Map};

use super::date::Year;
use super::number::Number;
use super::words::{Weight, Words};

/// Which units a rule is about. Keys together must all hold; a list in one of them means any of its words.
/// `{}` finds every unit. Only `role` finds characters.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a selector, such as {tag: foot} or {unit: elephants}")]
pub struct Selector {
    /// Ids of unit types of the ruleset.
    #[serde(default)]
    pub unit: Option<Words>,
    /// Tags, of the unit type, the entry or given by an option.
    #[serde(default)]
    pub tag: Option<Words>,
    /// Options that the unit has, included, chosen or by default.
    #[serde(default)]
    pub option: Option<Words>,
    /// Roles that a character or the unit itself holds.
    #[serde(default)]
    pub role: Option<Words>,
    /// Entries of a book.
    #[serde(default)]
    pub entry: Option<Words>,
    /// Books.
    #[serde(default)]
    pub book: Option<Words>,
    /// Allies, by the word that the book gives them. A book's limit that names one sees the whole army.
    #[serde(default)]
    pub ally: Option<Words>,
    /// At least one of these must hold.
    #[serde(default)]
    pub any: Vec<Selector>,
    /// All of these must hold.
    #[serde(default)]
    pub all: Vec<Selector>,
    /// This must not hold.
    #[serde(default)]
    pub not: Option<Box<Selector>>,
}

/// What an option needs or does not go with: a selector, with a severity and words of its own.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a selector, such as {option: shieldwall, says: …}")]
pub struct Need {
    /// Ids of unit types of the ruleset.
    #[serde(default)]
    pub unit: Option<Words>,
    /// Tags.
    #[serde(default)]
    pub tag: Option<Words>,
    /// Options that the unit has.
    #[serde(default)]
    pub option: Option<Words>,
    /// Roles that the unit itself holds.
    #[serde(default)]
    pub role: Option<Words>,
    /// Entries of a book.
    #[serde(default)]
    pub entry: Option<Words>,
    /// Books.
    #[serde(default)]
    pub book: Option<Words>,
    /// Allies.
    #[serde(default)]
    pub ally: Option<Words>,
    /// At least one of these must hold.
    #[serde(default)]
    pub any: Vec<Selector>,
    /// All of these must hold.
    #[serde(default)]
    pub all: Vec<Selector>,
    /// This must not hold.
    #[serde(default)]
    pub not: Option<Box<Selector>>,
    /// How much it weighs where it is not met; an error without this.
    #[serde(default)]
    pub severity: Option<Located<Weight>>,
    /// The rule in the author's words.
    #[serde(default)]
    pub says: Option<Located<String>>,
}

impl Need {
    /// The selector without the words around it.
    pub fn selector(&self) -> Selector {
        Selector {
            unit: self.unit.clone(),
            tag: self.tag.clone(),
            option: self.option.clone(),
            role: self.role.clone(),
            entry: self.entry.clone(),
            book: self.book.clone(),
            ally: self.ally.clone(),
            any: self.any.clone(),
            all: self.all.clone(),
            not: self.not.clone(),
        }
    }
}

/// A span of years.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "dates, such as {from: 218 BC, to: 203 BC}")]
pub struct Dates {
    /// The first year.
    #[serde(default)]
    pub from: Option<Located<Year>>,
    /// The last year.
    #[serde(default)]
    pub to: Option<Located<Year>>,
    /// The year before the first.
    #[serde(default)]
    pub after: Option<Located<Year>>,
    /// The year after the last.
    #[serde(default)]
    pub before: Option<Located<Year>>,
    /// How much a date outside weighs; an error without this.
    #[serde(default)]
    pub severity: Option<Located<Weight>>,
    /// Where the dates apply; everywhere without this.
    #[serde(default)]
    pub when: Option<Box<When>>,
    /// The rule in the author's words.
    #[serde(default)]
    pub says: Option<Located<String>>,
}

/// One span of years, or several that must all hold.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename = "$by-kind")]
#[schemars(untagged, rename = "DatesOrList")]
pub enum DatesList {
    /// One.
    #[serde(rename = "$map")]
    One(Box<Dates>),
    /// Several.
    #[serde(rename = "$seq")]
    Many(Vec<Dates>),
}

impl DatesList {
    /// All of them.
    pub fn as_slice(&self) -> &[Dates] {
        match self {
            Self::One(dates) => std::slice::from_ref(&**dates),
            Self::Many(dates) => dates,
        }
    }
}

/// When a rule applies; all of it must hold together.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    expecting = "a condition, such as {points: {max: 1000}} or {present: {tag: engine}}"
)]
pub struct When {
    /// The game is played in this mode, or one of these.
    #[serde(default)]
    pub mode: Option<Words>,
    /// The agreed size.
    #[serde(default)]
    pub points: Option<Compare>,
    /// What the army costs.
    #[serde(default)]
    pub spent: Option<Compare>,
    /// The army's date lies in these years.
    #[serde(default)]
    pub date: Option<Dates>,
    /// How many commands the list writes; an army without commands has one.
    #[serde(default)]
    pub commands: Option<Compare>,
    /// Something is there: where the limit looks, for options and tables in the army.
    #[serde(default)]
    pub present: Option<Selector>,
    /// An answer to one of the book's `choices`, as `{campaign: italy}`.
    #[serde(default)]
    pub choice: Map<Words>,
    /// At least one of these must hold.
    #[serde(default)]
    pub any: Vec<When>,
    /// All of these must hold.
    #[serde(default)]
    pub all: Vec<When>,
    /// This must not hold.
    #[serde(default)]
    pub not: Option<Box<When>>,
}

/// A comparison with one number or two.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "a comparison, such as {max: 1000}")]
pub struct Compare {
    /// At least this.
    #[serde(default)]
    pub min: Option<Located<Number>>,
    /// At most this.
    #[serde(default)]
    pub max: Option<Located<Number>>,
    /// More than this.
    #[serde(default)]
    pub above: Option<Located<Number>>,
    /// Less than this.
    #[serde(default)]
    pub below: Option<Located<Number>>,
    /// Exactly this.
    #[serde(default)]
    pub exactly: Option<Located<Number>>,
}
