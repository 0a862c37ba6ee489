//! A book: what one historical army may field under a ruleset.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::yaml::{Located, Map};

use super::limit::{Alternative, Bound, Limit};
use super::number::Number;
use super::offer::{Offer, OptionRule};
use super::ruleset::{Effect, PartRule};
use super::selector::{Dates, DatesList, When};
use super::sheet::Note;
use super::words::{Cost, Per, Size, Source, SourceName};

/// What one historical army may field under a ruleset, for some years. Only its entries may be taken.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a book with at least book, ruleset, name and version"
)]
#[schemars(title = "Muster book")]
pub struct Book {
    /// Its id, as lists name it.
    pub book: Located<String>,
    /// The ruleset that it is for; it also serves those that extend it.
    pub ruleset: Located<String>,
    /// Its name, as printed.
    pub name: Located<String>,
    /// Its version; every verdict states it.
    pub version: Located<String>,
    /// The years of the army.
    #[serde(default)]
    pub dates: Option<Dates>,
    /// The books and pages that its values come from, each under a short id.
    #[serde(default)]
    pub sources: Map<SourceName>,
    /// What may be taken.
    #[serde(default)]
    pub entries: Map<Entry>,
    /// Questions that a list answers under `choose`, such as the campaign.
    #[serde(default)]
    pub choices: Map<Choice>,
    /// Options of its own.
    #[serde(default)]
    pub options: Map<OptionRule>,
    /// What holds for every unit that a selector finds.
    #[serde(default)]
    pub effects: Map<Effect>,
    /// How many, how much or what share this army may have.
    #[serde(default)]
    pub limits: Map<Limit>,
    /// Contingents of other books that may join, each under a word of its own.
    #[serde(default)]
    pub allies: Map<Ally>,
    /// What changes when this army is itself an ally.
    #[serde(default)]
    pub as_ally: Option<AsAlly>,
    /// Gaps, contradictions and readings.
    #[serde(default)]
    pub notes: Vec<Located<Note>>,
    /// What of the ruleset does not hold for this army, as `limits/one-general`.
    #[serde(default)]
    pub drop: Vec<Located<String>>,
}

/// What a book offers: a unit type under a name, with what differs; with `roles` and no unit, a person.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "an entry, such as {unit: spears, name: Libyans}"
)]
pub struct Entry {
    /// The unit type.
    #[serde(default)]
    pub unit: Option<Located<String>>,
    /// Its name, as printed; the unit type's without this.
    #[serde(default)]
    pub name: Option<Located<String>>,
    /// Figures that differ from the unit type's.
    #[serde(default)]
    pub stats: Map<Located<Number>>,
    /// A rule of its own.
    #[serde(default)]
    pub text: Option<Located<String>>,
    /// What it may take, in place of the unit type's optional ones; without `?` always there.
    #[serde(default)]
    pub options: Option<Vec<Located<Offer>>>,
    /// At least this many.
    #[serde(default)]
    pub min: Option<Located<Bound>>,
    /// At most this many.
    #[serde(default)]
    pub max: Option<Located<Bound>>,
    /// Exactly this many.
    #[serde(default)]
    pub exactly: Option<Located<Bound>>,
    /// A multiple of this.
    #[serde(default)]
    pub multiple_of: Option<Located<Bound>>,
    /// One of these must hold.
    #[serde(default)]
    pub either: Vec<Located<Alternative>>,
    /// The years in which it may be taken.
    #[serde(default)]
    pub dates: Option<DatesList>,
    /// When it may be taken besides.
    #[serde(default)]
    pub when: Option<When>,
    /// How many models, elements or bases it has.
    #[serde(default)]
    pub size: Option<Size>,
    /// What it costs here; the options that are always there are then inside it.
    #[serde(default)]
    pub cost: Option<Cost>,
    /// What the cost is for.
    #[serde(default)]
    pub per: Option<Located<Per>>,
    /// Words by which rules find it, besides the unit type's.
    #[serde(default)]
    pub tags: Vec<Located<String>>,
    /// Bodies inside it.
    #[serde(default)]
    pub parts: Map<PartRule>,
    /// The roles that it may hold as a character.
    #[serde(default)]
    pub roles: Vec<Located<String>>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// A question that a list answers under `choose`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(
    deny_unknown_fields,
    rename_all = "kebab-case",
    expecting = "a choice, such as {name: Campaign, one-of: {…}}"
)]
pub struct Choice {
    /// What is asked, as printed.
    pub name: Located<String>,
    /// The answers. One that the date settles need not be given.
    pub one_of: Map<Answer>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// An answer to a choice.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an answer, such as {name: Italy, dates: {from: 218 BC}}")]
pub struct Answer {
    /// Its name, as printed.
    pub name: Located<String>,
    /// The years in which it may be given.
    #[serde(default)]
    pub dates: Option<DatesList>,
}

/// A contingent of another book.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "an ally, such as {book: numidia, points: {max: 300}}")]
pub struct Ally {
    /// Its book.
    pub book: Located<String>,
    /// The years in which it may join; without these both books' dates must hold the list's.
    #[serde(default)]
    pub dates: Option<DatesList>,
    /// How many points it may have.
    #[serde(default)]
    pub points: Option<Located<Alternative>>,
    /// The roles that its commander may hold.
    #[serde(default)]
    pub roles: Vec<Located<String>>,
    /// The entries that it may bring, with what differs; all without this.
    #[serde(default)]
    pub only: Option<Map<Entry>>,
    /// Limits of its own.
    #[serde(default)]
    pub limits: Map<Limit>,
    /// Where it comes from.
    #[serde(default)]
    pub source: Option<Source>,
}

/// What changes when an army is itself an ally.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, expecting = "what changes, such as {drop: [limits/heartland]}")]
pub struct AsAlly {
    /// What does not hold then, as `limits/heartland`.
    #[serde(default)]
    pub drop: Vec<Located<String>>,
    /// Entries with what differs then.
    #[serde(default)]
    pub entries: Map<Entry>,
}
