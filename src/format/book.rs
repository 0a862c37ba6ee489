//! The format of books: what one historical army may field under a ruleset.

use schemars::JsonSchema;

use crate::read::{Located, Map, by_kind, record};

use super::charges::Charge;
use super::computed_numbers::NumberRule;
use super::costs::{Cost, CostPer};
use super::effects_and_parts::{Effect, PartRule};
use super::limit::{Alternative, Bound, Limit};
use super::notes_on_sources::Note;
use super::options::{OptionOffer, OptionRule, PurchaseOffers};
use super::selectors_and_conditions::{Condition, Dates, DatesList};
use super::shared_types::{Citation, CitedWork, TagNoun, UnitSize};
use super::stat_value::StatValue;

/// What one historical army may field under a ruleset, for some years. Only its entries may be taken. It
/// needs `book`, `ruleset`, `name` and `version`. With `extends`, it starts from another book and changes it.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(title = "Muster book")]
pub struct Book {
    /// The id by which lists name the book, in lower case with hyphens; also the name of its file. Example:
    /// `book: carthage-italy`.
    pub book: Located<String>,
    /// The id of the book that this one changes, of the same ruleset. Maps are merged key by key; a list or a single
    /// value replaces the old one. Example: `extends: carthage-italy`.
    pub extends: Option<Located<String>>,
    /// The id of the ruleset that it is for; it can also be used with rulesets that extend that one. Example:
    /// `ruleset: fra`.
    pub ruleset: Located<String>,
    /// The name of the army, as printed. Example: `name: Carthage in Italy`.
    pub name: Located<String>,
    /// The version of this file; every verdict states it. Example: `version: 1.0.0`.
    pub version: Located<String>,
    /// The years of the army; a list outside them is not legal. Example: `dates: {from: 218 BC, to: 203
    /// BC}`.
    pub dates: Option<Dates>,
    /// The books and pages that the entries come from, each under a short id. Example: `sources: {polybius:
    /// "Polybius, Histories"}`.
    pub sources: Map<CitedWork>,
    /// Where sections that cannot state their own `source`, such as `dates`, come from, by key. Example: `source:
    /// {dates: "polybius: 3.1"}`.
    pub source: Option<Citation>,
    /// What may be taken, each under an id. Example: `entries: {libyans: {unit: spears, name: Libyan
    /// spearmen, min: 1}}`.
    pub entries: Map<Entry>,
    /// Names for tags in this army, which messages then use. Example: `tags: {veteran-foot: {name: African and
    /// Iberian foot}}`.
    pub tags: Map<TagNoun>,
    /// Questions that a list answers under `choose`, each under an id. Example: `choices: {campaign: {name:
    /// Campaign, one-of: {italy: {name: Italy}, africa: {name: Africa}}}}`.
    pub choices: Map<Choice>,
    /// Options of this army's own, each under an id, written as in a ruleset. Example: `options: {drilled:
    /// {name: Drilled, cost: 2}}`.
    pub options: Map<OptionRule>,
    /// What this army may buy besides what the ruleset offers to every army. Example: `every-army: {options:
    /// [ambush?: 5]}`.
    pub every_army: Option<PurchaseOffers>,
    /// What each command of this army may buy besides what the ruleset offers to every command. Example:
    /// `every-command: {options: [good?: 12]}`.
    pub every_command: Option<PurchaseOffers>,
    /// Changes to the stats of every unit of this army that a selector matches. Example: `effects: {home:
    /// {where: {tag: citizen}, add: {rally: 1}}}`.
    pub effects: Map<Effect>,
    /// Numbers of this army's own, which look at its own troops alone, each under an id that the ruleset has not.
    /// Example: `numbers: {armoured: {for: unit, name: Armoured, is: taken(mail), hidden: true}}`.
    pub numbers: Map<NumberRule>,
    /// How many, how much or what share this army may have, each under an id. Example: `limits: {few-horse:
    /// {count: {tag: mounted}, max: 4}}`.
    pub limits: Map<Limit>,
    /// Prices that depend on what this army has, each under an id. Example: `charges: {wagons: {name: Wagons, count:
    /// {}, per: 5, cost: 4}}`.
    pub charges: Map<Charge>,
    /// Contingents of other books that may join, each under a word of your own. Example: `allies:
    /// {numidians: {book: numidia, points: {max: 300}}}`.
    pub allies: Map<Ally>,
    /// The books that this army fought, of the same ruleset, for listings alone: an id, or with the years of the war.
    /// One of the two books need name the other. Example: `enemies: [rome-first, {book: syracuse, dates: {from: 214
    /// BC}}]`.
    pub enemies: Vec<Enemy>,
    /// What changes when this army is itself an ally of another. Example: `as-ally: {drop:
    /// [limits/heartland]}`.
    pub as_ally: Option<AsAlly>,
    /// Gaps and contradictions in the source, and how they are read here. Example: `notes: [{unclear: whether
    /// they threw pila, reading: they did, at: entries/principes}]`.
    pub notes: Vec<Located<Note>>,
    /// Parts that do not apply to this army, by section and id: limits of the ruleset, and anything of the book that
    /// this one extends. Example: `drop: [limits/one-general]`.
    pub drop: Vec<Located<String>>,
}
record! {
    Book, "a book with at least book, ruleset, name and version":
    book, extends, ruleset, name, version, dates, sources, source, entries, tags, choices, options, every_army,
    every_command, effects, numbers, limits, charges, allies, enemies, as_ally, notes, drop
}

/// What a book offers: a unit type under a name, with what differs; with `roles` and no unit, a character.
/// Example: `{unit: spears, name: Libyan spearmen, min: 1, max: 6}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Entry {
    /// The unit type of the ruleset, by its id. A character may have none. Example: `unit: spears`.
    pub unit: Option<Located<String>>,
    /// The name, as printed. Defaults to the unit type's. Example: `name: Libyan spearmen`.
    pub name: Option<Located<String>>,
    /// Other names for it, which a list may write in place of the id. Example: `aka: [Hoplites, Punic foot]`.
    pub aka: Vec<Located<String>>,
    /// Stats that differ from the unit type's; `none` for one that it does not have, or words such as `{words:
    /// special}`. Example: `stats: {rally: 5}`.
    pub stats: Map<Located<StatValue>>,
    /// Its own rule, in a sentence or two, for the roster.
    pub text: Option<Located<String>>,
    /// Facts for the sheet, in addition to the unit type's. Example: `facts: {Crew: 4 on each base}`.
    pub facts: Map<Located<String>>,
    /// What it has and may take, in place of the unit type's optional ones: `bow` always, `bow?` by choice.
    /// Example: `options: [shieldwall, veteran?: 5]`.
    pub options: Option<Vec<Located<OptionOffer>>>,
    /// At least this many, within the entry's own dates. Example: `min: 1`.
    pub min: Option<Located<Bound>>,
    /// At most this many. Example: `max: 6`, or `max: {allow: 1, per: 500, of: points}`.
    pub max: Option<Located<Bound>>,
    /// Exactly this many. Example: `exactly: 1`.
    pub exactly: Option<Located<Bound>>,
    /// The number must be a multiple of this. Example: `multiple-of: 2`.
    pub multiple_of: Option<Located<Bound>>,
    /// One of these must hold. Example: `either: [{exactly: 0}, {min: 2, max: 4}]`.
    pub either: Vec<Located<Alternative>>,
    /// The usual number in a full army of this book. It is a hint for players and is never checked against a
    /// list. Example: `typical: 4`.
    pub typical: Option<Located<u32>>,
    /// The years in which it may be taken. Example: `dates: {to: 218 BC}`.
    pub dates: Option<DatesList>,
    /// A further condition for taking it. Example: `when: {choice: {campaign: italy}}`.
    pub when: Option<Condition>,
    /// How many models, elements or bases it has, in place of the unit type's. Example: `size: {of: models,
    /// min: 10, max: 20}`.
    pub size: Option<UnitSize>,
    /// What it costs here, in points; this includes the options that are always there. Example: `cost: 45`.
    pub cost: Option<Cost>,
    /// What the cost is for: each `model`, `element` or `base`, or the whole `unit`. Defaults to what the
    /// unit type says. Example: `per: model`.
    pub per: Option<Located<CostPer>>,
    /// Words by which rules select it, in addition to the unit type's. Example: `tags: [legion, roman]`.
    pub tags: Vec<Located<String>>,
    /// Bodies inside it, each under a word. Example: `parts: {crew: {unit: crew, each: 3}}`.
    pub parts: Map<PartRule>,
    /// The roles that it may hold as a character. Example: `roles: [general, sub-general]`.
    pub roles: Vec<Located<String>>,
    /// Where it comes from. Example: `source: "polybius: 3.72"`.
    pub source: Option<Citation>,
}
record! {
    Entry, "an entry, such as {unit: spears, name: Libyans}":
    unit, name, aka, stats, text, facts, options, min, max, exactly, multiple_of, either, typical, dates, when,
    size, cost, per, tags, parts, roles, source
}

/// The entries that every book of a ruleset gains. Example: `{entries: {camp-guards: {unit: camp-guards, max: 1}},
/// except: [numidia]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct EveryBook {
    /// The entries, each under an id, written as in a book. A book's own entry of the same id stands. Example:
    /// `entries: {camp-guards: {unit: camp-guards, max: 1}}`.
    pub entries: Located<Map<Entry>>,
    /// The books that do not gain them, nor do books that extend these. Example: `except: [numidia]`.
    pub except: Vec<Located<String>>,
}
record! {
    EveryBook, "entries for every book, such as {entries: {camp-guards: {unit: camp-guards}}}": entries, except
}

/// A question that a list answers under `choose`. Example: `{name: Campaign, one-of: {italy: {name: Italy},
/// africa: {name: Africa}}}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Choice {
    /// What is asked, as printed. Example: `name: Campaign`.
    pub name: Located<String>,
    /// The answers, each under an id. One that the date settles need not be given. Example: `one-of:
    /// {italy: {name: Italy, dates: {to: 203 BC}}, africa: {name: Africa}}`.
    pub one_of: Located<Map<ChoiceAnswer>>,
    /// Where it comes from. Example: `source: "livy: 26.4"`.
    pub source: Option<Citation>,
}
record! { Choice, "a choice, such as {name: Campaign, one-of: {…}}": name, one_of, source }

/// An answer to a choice. Example: `{name: Italy, dates: {from: 218 BC, to: 203 BC}}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "Answer")]
pub struct ChoiceAnswer {
    /// The name of the answer, as printed. Example: `name: Italy`.
    pub name: Located<String>,
    /// The years in which it may be given. Example: `dates: {from: 218 BC, to: 203 BC}`.
    pub dates: Option<DatesList>,
    /// Where it comes from. Example: `source: "livy: 26.4"`.
    pub source: Option<Citation>,
}
record! { ChoiceAnswer, "an answer, such as {name: Italy, dates: {from: 218 BC}}": name, dates, source }

/// A contingent of another book. Example: `{book: numidia, dates: {from: 204 BC}, points: {max: 300},
/// roles: [sub-general]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Ally {
    /// The id of the ally's book, of the same ruleset. Example: `book: numidia`.
    pub book: Located<String>,
    /// The years in which it may join. Defaults to the years that both books have in common. Example: `dates:
    /// {from: 204 BC, to: 202 BC}`.
    pub dates: Option<DatesList>,
    /// A further condition for joining. Example: `when: {choice: {campaign: africa}}`.
    pub when: Option<Condition>,
    /// How many points it may have. Example: `points: {min: 100, max: {share: 1/3, of: points}}`, or `points:
    /// [{when: {date: {to: 206 BC}}, max: 100}, {max: 300}]`.
    pub points: Option<AllyPoints>,
    /// The roles that its commander may hold. Defaults to any. Example: `roles: [sub-general]`.
    pub roles: Vec<Located<String>>,
    /// The entries that it may bring, with what differs. Defaults to all. Example: `only: {light-horse: {max:
    /// 4}, javelinmen: {}}`.
    pub only: Option<Map<Entry>>,
    /// Limits for this contingent alone, each under an id. Example: `limits: {few: {count: {}, max: 4}}`.
    pub limits: Map<Limit>,
    /// Where it comes from. Example: `source: "polybius: 15.3"`.
    pub source: Option<Citation>,
}
record! {
    Ally, "an ally, such as {book: numidia, points: {max: 300}}":
    book, dates, when, points, roles, only, limits, source
}

/// How many points an ally may have: bounds such as `{min: 100, max: 300}`, or a list of them, each with its
/// `when`, of which the first that applies counts.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged)]
#[allow(clippy::large_enum_variant, reason = "a book has few allies")]
pub enum AllyPoints {
    /// The same in every case, such as `{min: 100, max: 300}`.
    Same(Located<Alternative>),
    /// Bounds by case, such as `[{when: {date: {to: 206 BC}}, max: 100}, {max: 300}]`.
    ByCase(Vec<Located<AllyPointsCase>>),
}
by_kind! { AllyPoints: Map => Same, Seq => ByCase }

/// How many points an ally may have in one case. Example: `{when: {date: {to: 206 BC}}, max: 100}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct AllyPointsCase {
    /// The case; without it, every other case. Example: `when: {date: {to: 206 BC}}`.
    pub when: Option<Condition>,
    /// At least this much. Example: `min: 100`.
    pub min: Option<Located<Bound>>,
    /// At most this much. Example: `max: {share: 1/3, of: points}`.
    pub max: Option<Located<Bound>>,
    /// Exactly this much. Example: `exactly: 200`.
    pub exactly: Option<Located<Bound>>,
    /// The number must be a multiple of this. Example: `multiple-of: 50`.
    pub multiple_of: Option<Located<Bound>>,
}
record! {
    AllyPointsCase, "bounds in one case, such as {when: {date: {to: 206 BC}}, max: 100}":
    when, min, max, exactly, multiple_of
}

/// A book that the army fought: its id, or the id with the years of the war.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "EnemyOrInYears")]
pub enum Enemy {
    /// In all years that both books have in common, such as `rome-first`.
    Book(Located<String>),
    /// In some years, such as `{book: syracuse, dates: {from: 214 BC}}`.
    InYears(Box<EnemyInYears>),
}
by_kind! { Enemy: Scalar => Book, Map => InYears }

impl Enemy {
    /// Returns the id of the enemy's book.
    pub fn book(&self) -> &Located<String> {
        match self {
            Self::Book(book) => book,
            Self::InYears(enemy) => &enemy.book,
        }
    }

    /// Returns the years of the war. `None` if they are all that both books have in common.
    pub fn dates(&self) -> Option<&DatesList> {
        match self {
            Self::Book(_) => None,
            Self::InYears(enemy) => enemy.dates.as_ref(),
        }
    }
}

/// A book that the army fought in some years. Example: `{book: syracuse, dates: {from: 214 BC}, source: "livy:
/// 24.35"}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "Enemy")]
pub struct EnemyInYears {
    /// The id of the enemy's book, of the same ruleset. Example: `book: syracuse`.
    pub book: Located<String>,
    /// The years of the war. Defaults to the years that both books have in common. Example: `dates: {from: 214 BC, to:
    /// 211 BC}`.
    pub dates: Option<DatesList>,
    /// Where it comes from. Example: `source: "livy: 24.35"`.
    pub source: Option<Citation>,
}
record! { EnemyInYears, "an enemy, such as {book: syracuse, dates: {from: 214 BC}}": book, dates, source }

/// What changes when an army is itself an ally. Example: `{drop: [limits/heartland], entries: {nobles:
/// {max: 1}}}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct AsAlly {
    /// Parts of the book that do not apply then, by section and id. Example: `drop: [limits/heartland]`.
    pub drop: Vec<Located<String>>,
    /// Entries with what differs then, each under its id. Example: `entries: {nobles: {max: 1}}`.
    pub entries: Map<Entry>,
}
record! { AsAlly, "what changes, such as {drop: [limits/heartland]}": drop, entries }
