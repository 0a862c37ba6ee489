//! The format of options, and of their offers by unit types.

use schemars::JsonSchema;

use crate::format::formula::Formula;
use crate::read::{Located, Map, by_kind, record, words};

use super::costs::{Cost, CostPer};
use super::limit::{Alternative, Bound};
use super::read_exact_numbers::Number;
use super::selectors_and_conditions::{DatesList, Need};
use super::shared_types::{Citation, OneOrMore, RuleSeverity};
use super::stat_value::NewStatValue;
use super::words_for_sheets::{RankOfFour, Symbol};

/// Anything a unit may add: a weapon, an ability, equipment, a grade. Example: `{name: Heavy armour, cost:
/// 5, add: {move: -1}}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "Option")]
pub struct OptionRule {
    /// The name of the option, as printed. Example: `name: Heavy armour`.
    pub name: Located<String>,
    /// One or two letters that mark it on sheets. Example: `mark: E`.
    pub mark: Option<Located<String>>,
    /// Other spellings that a list may use. Example: `aka: [heavy-armor]`.
    pub aka: Vec<Located<String>>,
    /// What it costs, in points, unless an offer states another cost. Example: `cost: 5`.
    pub cost: Option<Cost>,
    /// What the cost is for: each `model`, `element` or `base`. Defaults to the whole `unit`. Example: `per:
    /// model`.
    pub per: Option<Located<CostPer>>,
    /// The rule in a sentence or two, for the roster. Example: `text: The unit rolls failed rallies again.`
    pub text: Option<Located<String>>,
    /// The rule for a card, at most 60 characters. Example: `brief: Rallies again`.
    pub brief: Option<Located<String>>,
    /// Where it comes from. Example: `source: "rules: Heavy Armour"`.
    pub source: Option<Citation>,
    /// What is added to the unit's stats, after every `set`. Example: `add: {move: -1}`.
    pub add: Map<Located<Formula>>,
    /// What the unit's stats become: a number, another stat, `none`, or words such as `{words: special}`.
    /// Example: `set: {speed: 5}`.
    pub set: Map<NewStatValue>,
    /// How many times one unit, or with `per: model` one model, may have it; a list then writes `javelin: {times:
    /// 2}`. Defaults to once. Example: `times: 3`.
    pub times: Option<Located<u32>>,
    /// What may be added with it, only where it is there: `barding` always, `barding?` by choice. Example:
    /// `options: [barding?: 4]`.
    pub options: Vec<Located<OptionOffer>>,
    /// Marks that a list places on stats. Example: `places: {marks: 2, among: [melee, rally], add: 1}`.
    pub places: Option<MarkPlaces>,
    /// What a list must name with the option, such as the troops that it frightens. Example: `names: {what:
    /// an enemy type, from: [units, tags]}`.
    pub names: Option<Naming>,
    /// `true` if some of the models may take it without the others; a list then writes `javelin: 8`.
    pub some: bool,
    /// What the unit must also be or have. Example: `needs: {option: shieldwall}`.
    pub needs: Option<Need>,
    /// What the unit must not be or have. Example: `excludes: {option: heavy-armour}`.
    pub excludes: Option<Need>,
    /// Tags that the unit gains with it. Example: `gives-tags: [mounted]`.
    pub gives_tags: Vec<Located<String>>,
    /// Tags that the unit loses with it. Example: `takes-tags: [foot]`.
    pub takes_tags: Vec<Located<String>>,
    /// Options that this one includes, so that a list need not name each. Example: `stands-for: [leader,
    /// standard, musician]`.
    pub stands_for: Vec<Located<String>>,
    /// Further lines of stats on the sheet, each under an id. Example: `forms: {in-shieldwall: {name: In
    /// shieldwall, set: {move: 2}}}`.
    pub forms: Map<ExtraStatLine>,
    /// Facts for the sheet, under headings of your own. Example: `facts: {Range: 16"}`.
    pub facts: Map<Located<String>>,
    /// How important it is in play: 1 for what changes what the player must do, to 4 for what the figures count already.
    /// Sheets print important options first. Example: `weight: 2`.
    pub weight: Option<Located<RankOfFour>>,
    /// The sign of units that have it, in place of their type's. Example: `symbol: horse-heavy`.
    pub symbol: Option<Located<Symbol>>,
    /// The phase whose part of the reference sheet has its text, by its id. Example: `phase: shoot`.
    pub phase: Option<Located<String>>,
    /// The years in which it may be taken. Example: `dates: {after: 200 BC}`.
    pub dates: Option<DatesList>,
    /// At least this many times in an army, once for each unit or for each of the models that are counted. Example: `min: 1`.
    pub min: Option<Located<Bound>>,
    /// At most this many times in an army, once for each unit or for each of the models that are counted. Example: `max: {allow: 1, per: 1000, of: points}`.
    pub max: Option<Located<Bound>>,
    /// Exactly this many times in an army, once for each unit or for each of the models that are counted. Example: `exactly: 1`.
    pub exactly: Option<Located<Bound>>,
    /// The number must be a multiple of this. Example: `multiple-of: 2`.
    pub multiple_of: Option<Located<Bound>>,
    /// One of these must hold. Example: `either: [{exactly: 0}, {min: 2, max: 4}]`.
    pub either: Vec<Located<Alternative>>,
}
record! {
    OptionRule, "an option, such as {name: Bow, cost: 5}":
    name, mark, aka, cost, per, text, brief, source, add, set, times, options, places, names, some, needs, excludes,
    gives_tags, takes_tags, stands_for, forms, facts, weight, symbol, phase, dates, min, max, exactly, multiple_of, either
}

/// Marks that a list places on stats. Example: `{marks: 2, among: [melee, rally], add: 1}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "Marks")]
pub struct MarkPlaces {
    /// How many marks there are to place. Example: `marks: 2`.
    pub marks: Located<u32>,
    /// The stats that may take a mark. Example: `among: [melee, rally, missile]`.
    pub among: Located<Vec<Located<String>>>,
    /// What each mark adds to its stat. Example: `add: 1`.
    pub add: Located<Number>,
    /// Severity if two marks go to the same stat. Defaults to `error`. Example: `same: warning`.
    pub same: Option<Located<RuleSeverity>>,
    /// Severity if a mark goes to a stat that the unit does not have. Defaults to `error`. A warning or note
    /// is settled by a `because`. Example: `absent: warning`.
    pub absent: Option<Located<RuleSeverity>>,
}
record! {
    MarkPlaces, "marks, such as {marks: 2, among: [melee, rally], add: 1}":
    marks, among, add, same, absent
}

/// What a list must name with an option. Example: `{what: an enemy type, from: [units, tags]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "AskedName")]
pub struct Naming {
    /// What must be named, as a noun phrase for messages. Example: `what: an enemy type`.
    pub what: Located<String>,
    /// Where the names come from: `units`, `tags` or both. Defaults to any text. Example: `from: [units,
    /// tags]`.
    pub from: Vec<Located<NamedFrom>>,
    /// Unit types that are useless to name. A name that matches nothing else is reported. Example: `except:
    /// {tag: baggage, severity: warning, says: baggage does not fight}`.
    pub except: Option<Need>,
}
record! { Naming, "what is named, such as {what: an enemy type, from: [units, tags]}": what, from, except }

/// Where the names that an option asks for come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
#[schemars(rename = "NamesFrom")]
pub enum NamedFrom {
    /// The ids and other words of the unit types.
    Units,
    /// The tags that the unit types have.
    Tags,
}
words! { NamedFrom: "units" => Units, "tags" => Tags }

/// A further line of stats on the sheet. Example: `{name: In shieldwall, set: {move: 2}}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "Form")]
pub struct ExtraStatLine {
    /// The name of the line, as printed. Example: `name: In shieldwall`.
    pub name: Located<String>,
    /// What the stats become in this form. Example: `set: {move: 2}`.
    pub set: Map<NewStatValue>,
    /// What is added to the stats in this form. Example: `add: {melee: 1}`.
    pub add: Map<Located<Formula>>,
}
record! { ExtraStatLine, "a form, such as {name: In shieldwall, set: {move: 2}}": name, set, add }

/// An option that a unit has or may take. `bow` is always there; `bow?` may be taken; `bow?: 3` costs 3 here;
/// `bow?: {cost: 3, per: model, replaces: sling}` also gives terms; `one-of:` and `at-most-one-of:` group
/// several.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "Offer")]
pub enum OptionOffer {
    /// An option by its id: `bow` is always there, `bow?` may be taken.
    Word(Located<String>),
    /// An option with its cost or terms, such as `bow?: 3`, or a group, such as `one-of: [bow, sling?]`.
    More(Map<OfferDetail>),
}
by_kind! { OptionOffer: Scalar => Word, Map => More }

/// The cost or the terms of an offered option; under `one-of` and `at-most-one-of`, the offers of the group.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "OfferDetail")]
pub enum OfferDetail {
    /// What the option costs here, in points, such as `3`.
    Cost(Located<Formula>),
    /// The offers of a group, such as `[bow, sling?]`. In `one-of` the one without `?` is the default.
    Group(Vec<Located<OptionOffer>>),
    /// The terms of the offer, such as `{cost: 3, per: model, replaces: sling}`.
    More(Box<OfferTerms>),
}
by_kind! { OfferDetail: Scalar => Cost, Seq => Group, Map => More }

/// The terms of an offer. Example: `{cost: 3, per: model, replaces: sling}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct OfferTerms {
    /// What the option costs here, in points. Example: `cost: 3`.
    pub cost: Option<Cost>,
    /// What the cost is for. Defaults to what the unit type's offer or the option says. Example: `per:
    /// model`.
    pub per: Option<Located<CostPer>>,
    /// The years in which it may be taken here. Example: `dates: {from: 107 BC}`.
    pub dates: Option<DatesList>,
    /// The included option that it replaces. Example: `replaces: sling`.
    pub replaces: Option<Located<String>>,
    /// Whom or what the option names here, so that a list need not. Example: `names: elephants`.
    pub names: Option<OneOrMore>,
    /// How many times the unit, or with `per: model` one model, may have it here. Example: `times: 2`.
    pub times: Option<Located<u32>>,
    /// The offers of a group that has a severity, such as `at-most-one-of: {options: [bow?, sling?], severity:
    /// warning}`; for a single option, what may be added with it here, in place of the option's own. Example:
    /// `options: [barding?: 4]`.
    pub options: Vec<Located<OptionOffer>>,
    /// Severity if a unit takes more than one of a group. Defaults to `error`. A warning or note is settled
    /// by a `because`. Example: `severity: warning`.
    pub severity: Option<Located<RuleSeverity>>,
    /// At least this many times in an army, by units of this type or entry. Example: `min: 1`.
    pub min: Option<Located<Bound>>,
    /// At most this many times in an army, by units of this type or entry. Example: `max: 2`.
    pub max: Option<Located<Bound>>,
    /// Exactly this many times in an army, by units of this type or entry. Example: `exactly: 1`.
    pub exactly: Option<Located<Bound>>,
    /// The number must be a multiple of this. Example: `multiple-of: 2`.
    pub multiple_of: Option<Located<Bound>>,
    /// One of these must hold. Example: `either: [{exactly: 0}, {min: 2, max: 4}]`.
    pub either: Vec<Located<Alternative>>,
}
record! {
    OfferTerms, "terms, such as {cost: 3, per: model}":
    cost, per, dates, replaces, names, times, options, severity, min, max, exactly, multiple_of, either
}

/// What the army or each of its commands may buy. Example: `{options: [ambush?: 5, ditch?: 10]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct PurchaseOffers {
    /// What may be bought, `ambush?`, or is always there, `ambush`. A list writes `options` in the place of the
    /// buyer. Example: `options: [ambush?: 5, one-of: [plain, good?: 12]]`.
    pub options: Located<Vec<Located<OptionOffer>>>,
    /// Where it comes from. Example: `source: "rules: Stratagems"`.
    pub source: Option<Citation>,
}
record! { PurchaseOffers, "what is offered, such as {options: [ambush?: 5]}": options, source }

/// Offers for many units at once. Example: `{options: [elite?], except: {tag: baggage}}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct EveryUnit {
    /// What every unit is offered, in addition to its own options. Example: `options: [elite?, unsteady?]`.
    pub options: Located<Vec<Located<OptionOffer>>>,
    /// The units that are not offered it. Example: `except: {tag: baggage}`.
    pub except: Option<super::selectors_and_conditions::Selector>,
}
record! { EveryUnit, "offers for every unit, such as {options: [elite?]}": options, except }
