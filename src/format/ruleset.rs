//! The format of rulesets: one game.

use schemars::JsonSchema;

use crate::format::formula::Formula;
use crate::read::{Located, Map, record, words};

use super::book::EveryBook;
use super::charges::Charge;
use super::commands_of_rulesets::CommandsRule;
use super::computed_numbers::{NumberRule, ValueDefinition};
use super::costs::{Cost, CostPer};
pub use super::effects_and_parts::{Effect, PartRule};
use super::limit::{Alternative, Bound, Limit};
use super::notes_on_sources::Note;
use super::options::{EveryUnit, OptionOffer, OptionRule, PurchaseOffers};
use super::read_exact_numbers::Number;
use super::reference_tables::Table;
use super::scale::Scale;
use super::selectors_and_conditions::Selector;
use super::shared_types::{Citation, CitedWork, RuleSeverity, TagNoun, UnitSize};
use super::stat_value::StatValue;
use super::words_for_sheets::{RankOfFour, ShortLabel, Symbol, SymbolRule};

/// One game: its unit types, options, costs, limits, numbers and tables. With `extends`, it starts from
/// another ruleset and changes it.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(title = "Muster ruleset")]
pub struct Ruleset {
    /// The id by which lists name the game, in lower case with hyphens. It is also the name of the file's
    /// folder. Example: `ruleset: six-mm`.
    pub ruleset: Located<String>,
    /// The id of the ruleset that this one changes. Maps are merged key by key; a list or a single value
    /// replaces the old one. Example: `extends: fra`.
    pub extends: Option<Located<String>>,
    /// The name of the game, as printed. Example: `name: FR!Ancients`.
    pub name: Located<String>,
    /// The version of this file; every verdict states it. Example: `version: 1.0.0`.
    pub version: Located<String>,
    /// The books and pages that the values come from, each under a short id. Example: `sources: {rules: The
    /// rules of the game, house: our own values}`.
    pub sources: Map<CitedWork>,
    /// Where sections that cannot state their own `source`, such as `stats` and `optional-cost`, come from,
    /// by key. Example: `source: {stats: "rules: p. 2", optional-cost: house}`.
    pub source: Option<Citation>,
    /// Ways to play the game that differ in costs or limits. Example: `modes: {raid: {name: Raid, default:
    /// true}, campaign: {name: Campaign}}`.
    pub modes: Map<Mode>,
    /// `none` if the game has no points; none are then asked for or printed. Leave it out otherwise.
    pub points: Option<Located<PointsWord>>,
    /// The cost of an option that is marked `?` and states none, and of one that is taken without being
    /// offered. Example: `optional-cost: {historical: 0, points: 5}`.
    pub optional_cost: Option<Cost>,
    /// Severity if a unit takes an option that its type does not offer. Defaults to `error`. Example:
    /// `unlisted-option: warning`.
    pub unlisted_option: Option<Located<RuleSeverity>>,
    /// Allows armies to be divided into commands, and names the roles that lead one. Example: `commands:
    /// {led-by: [general, sub-general]}`.
    pub commands: Option<CommandsRule>,
    /// What `baggage: true` adds to a list. Example: `baggage: {unit: baggage}`.
    pub baggage: Option<BaggageRule>,
    /// What `standard: NAME` gives to a unit. Example: `standard: {option: battle-standard}`.
    pub standard: Option<StandardRule>,
    /// The size of every unit type that does not state its own. Example: `size: {of: models, min: 5}`, or
    /// `size: 1`.
    pub size: Option<UnitSize>,
    /// The stats that describe a unit, each under an id, in the order of printing. Example: `stats: {melee:
    /// {name: Melee, abbr: CF}}`.
    pub stats: Map<Stat>,
    /// Anything a unit may add, each under an id. Example: `options: {bow: {name: Bow, cost: 5}}`.
    pub options: Map<OptionRule>,
    /// What every unit is offered, in addition to its own options. Example: `every-unit: {options: [elite?],
    /// except: {tag: baggage}}`.
    pub every_unit: Option<EveryUnit>,
    /// What the army may buy, which is for no unit. A list writes `options` beside `units` or `commands`. Example:
    /// `every-army: {options: [ambush?: 5, ditch?: 10]}`.
    pub every_army: Option<PurchaseOffers>,
    /// What each command may buy. A list writes `options` in a command; an army without commands is one command.
    /// Example: `every-command: {options: [one-of: [plain, good?: 12]]}`.
    pub every_command: Option<PurchaseOffers>,
    /// The entries that every book gains which has none of that id, except for some books. Example: `every-book:
    /// {entries: {camp-guards: {unit: camp-guards, max: 1}}, except: [numidia]}`.
    pub every_book: Option<EveryBook>,
    /// The unit types, each under an id. Example: `units: {spears: {name: Spears, cost: 40, stats: {melee:
    /// 4}}}`.
    pub units: Map<UnitType>,
    /// Names for tags, which messages then use. A tag needs no name to be used. Example: `tags: {cavalry:
    /// {name: horse}}`.
    pub tags: Map<TagNoun>,
    /// The roles that characters hold, each under an id. Example: `roles: {general: {name: General, add:
    /// {melee: 2}}}`.
    pub roles: Map<Role>,
    /// Changes to the stats or tags of every unit that a selector matches, each under an id. Example: `effects:
    /// {mount: {where: {tag: mounted}, add: {armour: 1}}}`.
    pub effects: Map<Effect>,
    /// Which units may be attached to which, each rule under an id; no others may be.
    pub attach: Map<Attach>,
    /// How many, how much or what share an army may have, each under an id. Example: `limits: {one-general:
    /// {count: {role: general}, max: 1}}`.
    pub limits: Map<Limit>,
    /// Prices that depend on what the army has, each under an id. Example: `charges: {further: {name: Third and
    /// further, count: {tag: special}, by: entry, above: 2, cost: 20}}`.
    pub charges: Map<Charge>,
    /// How the numbers of all books are scaled, for a game that is played at other sizes than they are meant for.
    /// Example: `scale: {to: points, of: 500, round: up}`.
    pub scale: Option<Located<Scale>>,
    /// Constants, and what a list is asked for, each under an id. Example: `values: {front: {name:
    /// Frontage, for: unit, default: 6}}`.
    pub values: Map<ValueDefinition>,
    /// Numbers that are worked out and printed, each under an id. Example: `numbers: {wounds: {name: Wounds,
    /// for: unit, is: size * w}}`.
    pub numbers: Map<NumberRule>,
    /// Tables for the reference sheet, each under an id; formulas may read them. Example: `tables: {wind:
    /// {name: Wind, roll: d6, rows: [[1-2, none], [3-6, fair]]}}`.
    pub tables: Map<Table>,
    /// The phases of a turn, each under an id, in the order in which the reference sheet has them. Example: `phases:
    /// {move: Move, fight: Fight, rally: Rally and morale}`.
    pub phases: Map<Located<String>>,
    /// The signs of units that a selector matches, in place of those of their options and type; the first that matches
    /// counts. Example: `symbols: [{of: {option: impetuous}, symbol: warband}]`.
    pub symbols: Vec<SymbolRule>,
    /// Gaps and contradictions in the source, and how they are read here. Example: `notes: [{gap: the chart
    /// is lost, reading: our own values, at: units}]`.
    pub notes: Vec<Located<Note>>,
    /// What to remove from the ruleset that this one extends, by section and id. Example: `drop:
    /// [limits/one-general]`.
    pub drop: Vec<Located<String>>,
}
record! {
    Ruleset, "a ruleset with at least ruleset, name and version":
    ruleset, extends, name, version, sources, source, modes, points, optional_cost, unlisted_option,
    commands, baggage, standard, size, stats, options, every_unit, every_army, every_command, every_book, units,
    tags, roles, effects, attach, limits, charges, scale, values, numbers, tables, phases, symbols, notes, drop
}

/// A way to play and price the game. Example: `{name: Points game}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Mode {
    /// The name of the mode, as printed. Example: `name: Points game`.
    pub name: Located<String>,
    /// `true` for the mode that applies if a list names none.
    pub default: bool,
}
record! { Mode, "a mode, such as {name: Points game}": name, default }

/// The only value of `points`: `none`, for a game without points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "NoPoints")]
pub enum PointsWord {
    /// The game has no points; none are asked for or printed.
    None,
}
words! { PointsWord: "none" => None }

/// What `baggage: true` adds to a list. Example: `{unit: baggage}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct BaggageRule {
    /// The unit type that is the baggage, by its id. Example: `unit: baggage`.
    pub unit: Located<String>,
}
record! { BaggageRule, "the baggage's unit type, such as {unit: baggage}": unit }

/// What `standard: NAME` gives to a unit. Example: `{option: battle-standard}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct StandardRule {
    /// The option that is the standard, by its id. Example: `option: battle-standard`.
    pub option: Located<String>,
}
record! { StandardRule, "the standard's option, such as {option: battle-standard}": option }

/// A number that describes a unit. Example: `{name: Move, abbr: M, show: '{}"'}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Stat {
    /// The name of the stat, as printed. Example: `name: Move`.
    pub name: Located<String>,
    /// Its abbreviation, for column headings. Example: `abbr: M`.
    pub abbr: Option<Located<String>>,
    /// How the number is printed, with `{}` in its place. Example: `show: '{}"'` prints 4".
    pub show: Option<Located<String>>,
    /// The stat of unit types that do not state it. By default they do not have it. Example: `default: 0`.
    pub default: Option<Located<Number>>,
    /// `true` if the stat is used in formulas but never printed.
    pub hidden: bool,
    /// Its rank among the key figures of a card, 1 to 4; the first two are the grey columns of a roster. Example: `key:
    /// 1`.
    pub key: Option<Located<RankOfFour>>,
    /// A label of at most 12 letters, where there is no room for the name. Example: `short: Charge`.
    pub short: Option<Located<ShortLabel>>,
}
record! { Stat, "a stat, such as {name: Move, abbr: M}": name, abbr, show, default, hidden, key, short }

/// A class of troops that units of an army belong to. Example: `{name: Spears, tags: [foot], cost: 40, stats:
/// {melee: 4}}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct UnitType {
    /// A short code that a list may write instead of the id. Example: `code: SP`.
    pub code: Option<Located<String>>,
    /// The name of the unit type, as printed. Example: `name: Spears`.
    pub name: Located<String>,
    /// Other spellings that a list may use. Example: `aka: [spearmen]`.
    pub aka: Vec<Located<String>>,
    /// Words of your own by which rules select it. Example: `tags: [foot, line]`.
    pub tags: Vec<Located<String>>,
    /// What it costs, in points. Without it the total of an army is incomplete. Example: `cost: 40`.
    pub cost: Option<Cost>,
    /// What the cost is for: each `model`, `element` or `base`. Defaults to the whole `unit`. Example: `per:
    /// model`.
    pub per: Option<Located<CostPer>>,
    /// How many models, elements or bases it has. Defaults to the ruleset's `size`. Example: `size: {of:
    /// models, min: 5}`.
    pub size: Option<UnitSize>,
    /// Its stats, by their ids; `none` for one that it does not have, or words such as `{words: special}`.
    /// Example: `stats: {melee: 4, move: none}`.
    pub stats: Map<Located<StatValue>>,
    /// What it has and may take: `bow` always, `bow?` by choice. Example: `options: [tribal, bow?, sling?:
    /// 3]`.
    pub options: Vec<Located<OptionOffer>>,
    /// Bodies inside it, each under a word of your own. Example: `parts: {crew: {unit: crew, each: 3}}`.
    pub parts: Map<PartRule>,
    /// The roles that the unit itself may hold, if it is a character or may lead. Example: `roles:
    /// [general]`.
    pub roles: Vec<Located<String>>,
    /// Its own rule, in a sentence or two, for the roster.
    pub text: Option<Located<String>>,
    /// Facts for the sheet, under headings of your own. Example: `facts: {Crew: 4 on each base}`.
    pub facts: Map<Located<String>>,
    /// Its sign on sheets. Example: `symbol: foot-spear`.
    pub symbol: Option<Located<Symbol>>,
    /// The phase whose part of the reference sheet has its text, by its id. Example: `phase: move`.
    pub phase: Option<Located<String>>,
    /// Where its values come from. Example: `source: {cost: house, stats: "rules: Troops"}`.
    pub source: Option<Citation>,
    /// `false` if limits and numbers leave it out unless they name it. Example: a camp, or a crew.
    pub counted: Option<bool>,
    /// At least this many units of the type in an army. Example: `min: 1`.
    pub min: Option<Located<Bound>>,
    /// At most this many units of the type in an army. Example: `max: 2`.
    pub max: Option<Located<Bound>>,
    /// Exactly this many units of the type in an army. Example: `exactly: 1`.
    pub exactly: Option<Located<Bound>>,
    /// The number must be a multiple of this. Example: `multiple-of: 2`.
    pub multiple_of: Option<Located<Bound>>,
    /// One of these must hold. Example: `either: [{exactly: 0}, {min: 2, max: 4}]`.
    pub either: Vec<Located<Alternative>>,
}
record! {
    UnitType, "a unit type, such as {name: Spears, cost: 40, stats: {…}}":
    code, name, aka, tags, cost, per, size, stats, options, parts, roles, text, facts, symbol, phase, source, counted,
    min, max, exactly, multiple_of, either
}

/// A role that a character holds. Example: `{name: General, aka: [cinc], cost: 0, add: {melee: 2}}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Role {
    /// The name of the role, as printed. Example: `name: General`.
    pub name: Located<String>,
    /// Other spellings that a list may use. Example: `aka: [cinc]`.
    pub aka: Vec<Located<String>>,
    /// What holding the role costs, in points. Example: `cost: 10`.
    pub cost: Option<Cost>,
    /// What it adds to the stats of the unit joined, or of the unit that holds it. Example: `add: {melee:
    /// 2}`.
    pub add: Map<Located<Formula>>,
    /// `true` if a unit gains what the role adds only once, however many characters of the role are with it.
    pub once: bool,
    /// Roles that the same character may not also hold. Example: `excludes: [battle-standard]`.
    pub excludes: Vec<Located<String>>,
    /// The rule in a sentence or two, for the roster. Example: `text: Units near him rally on a better
    /// roll.`
    pub text: Option<Located<String>>,
    /// The phase whose part of the reference sheet has the rule, by its id. Example: `phase: rally`.
    pub phase: Option<Located<String>>,
    /// Where it comes from. Example: `source: "rules: Characters"`.
    pub source: Option<Citation>,
    /// At least this many characters and units with the role in an army. Example: `min: 1`.
    pub min: Option<Located<Bound>>,
    /// At most this many characters and units with the role in an army. Example: `max: 1`.
    pub max: Option<Located<Bound>>,
    /// Exactly this many characters and units with the role in an army. Example: `exactly: 1`.
    pub exactly: Option<Located<Bound>>,
    /// The number must be a multiple of this. Example: `multiple-of: 2`.
    pub multiple_of: Option<Located<Bound>>,
    /// One of these must hold. Example: `either: [{exactly: 0}, {min: 2, max: 4}]`.
    pub either: Vec<Located<Alternative>>,
}
record! {
    Role, "a role, such as {name: General, add: {melee: 2}}":
    name, aka, cost, add, once, excludes, text, phase, source, min, max, exactly, multiple_of, either
}

/// Which units may be attached to which. Example: `{name: Double skirmish unit, who: {tag: skirmisher}, to:
/// {tag: skirmisher}, max: 1, within: command}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct Attach {
    /// What the pair is called, as printed. Example: `name: Double skirmish unit`.
    pub name: Located<String>,
    /// The units that may be attached. Example: `who: {tag: skirmisher}`.
    pub who: Selector,
    /// The units that they may be attached to. Example: `to: {tag: skirmisher}`.
    pub to: Selector,
    /// How many may be attached to one unit. Defaults to any number. Example: `max: 1`.
    pub max: Option<Located<u32>>,
    /// `command` if both must be in the same command. Defaults to `army`. Example: `within: command`.
    pub within: Option<Located<AttachReach>>,
    /// Severity if it is done without a `because`. It is allowed by default. Example: `severity: warning`.
    pub severity: Option<Located<RuleSeverity>>,
    /// The rule in the author's words, shown if it is broken. Example: `says: only for a reason of history`.
    pub says: Option<Located<String>>,
    /// The rule in a sentence or two, for the roster.
    pub text: Option<Located<String>>,
    /// The phase whose part of the reference sheet has the rule, by its id. Example: `phase: move`.
    pub phase: Option<Located<String>>,
    /// Where it comes from. Example: `source: "rules: Skirmishers"`.
    pub source: Option<Citation>,
}
record! {
    Attach, "an attachment, such as {name: …, who: {tag: skirmisher}, to: {}}":
    name, who, to, max, within, severity, says, text, phase, source
}

/// How far an attachment may reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "Reach")]
pub enum AttachReach {
    /// Both units must be in the same command.
    Command,
    /// The units may be anywhere in the army.
    Army,
}
words! { AttachReach: "command" => Command, "army" => Army }
