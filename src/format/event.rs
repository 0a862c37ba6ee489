//! The format of events: an organiser's extra terms.

use schemars::JsonSchema;

use crate::read::{Located, Map, by_kind, record, words};

use super::charges::Charge;
use super::limit::Limit;
use super::read_exact_numbers::Number;
use super::scale::Scale;
use super::selectors_and_conditions::Dates;
use super::shared_types::{CitedWork, RuleSeverity};

/// An organiser's extra terms: sizes, years, admitted rulesets and books, extra limits. Example: `event:
/// trebia-day`, `name: Trebia day`, `points: 1000`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(title = "Muster event")]
pub struct Event {
    /// The id of the event, in lower case with hyphens. Example: `event: winter-cup`.
    pub event: Located<String>,
    /// The name of the event, as printed. Example: `name: Winter Cup`.
    pub name: Located<String>,
    /// The agreed size, in points, or the sizes that may be agreed. Example: `points: 1000`, or `points:
    /// {min: 900, max: 1000}`.
    pub points: Option<EventPoints>,
    /// The years from which armies may come. Example: `dates: {from: 218 BC, to: 202 BC}`.
    pub dates: Option<Dates>,
    /// The admitted modes. Defaults to all. Example: `modes: [points]`.
    pub modes: Option<Vec<Located<String>>>,
    /// The admitted rulesets, by id. Defaults to all. Example: `rulesets: [fra]`.
    pub rulesets: Option<Vec<Located<String>>>,
    /// The admitted books, also those of allies, by id. Defaults to all. Example: `books: [carthage-italy,
    /// republican-rome]`.
    pub books: Option<Vec<Located<String>>>,
    /// Keys that every list must have. Example: `require: [player, club]`.
    pub require: Vec<Located<String>>,
    /// `true` if lists with `draft: true` are accepted as drafts. By default they are checked as finished
    /// armies, and saying that a list is a draft is an error. Example: `drafts: true`.
    pub drafts: bool,
    /// Whether the reasons that lists give with `because` count as they do in the game. `false` refuses all
    /// of them, `{refuse: […]}` those for the named rules; what a reason would settle is then an error.
    /// Example: `because: false`, or `because: {refuse: [fra/options/exceptional-horsemen]}`.
    pub because: Option<Located<Reasons>>,
    /// Severity if an army was handed in before. Example: `copies: {same: error}`.
    pub copies: Option<CopySeverities>,
    /// The paper for the sheets: `a4` or `letter`. Example: `paper: a4`.
    pub paper: Option<Located<Paper>>,
    /// The pages that the terms come from, each under a short id. Example: `sources: {pack: the players'
    /// pack}`.
    pub sources: Map<CitedWork>,
    /// Extra limits, each under an id; one with the id of another limit replaces it. Example: `limits: {few:
    /// {count: {tag: mounted}, max: 6}}`.
    pub limits: Map<Limit>,
    /// Extra charges, each under an id; one with the id of another charge replaces it. Example: `charges: {gift:
    /// {name: Given by the event, cost: -10}}`.
    pub charges: Map<Charge>,
    /// How the numbers of books are scaled, in place of what the ruleset says about it. Example: `scale: {to: 350, of:
    /// 500, round: up}`.
    pub scale: Option<Located<Scale>>,
    /// Rules that do not apply at this event, by their full names. Example: `drop: [wab/limits/one-general]`.
    pub drop: Vec<Located<String>>,
}
record! {
    Event, "an event with at least event and name":
    event, name, points, dates, modes, rulesets, books, require, drafts, because, copies, paper, sources,
    limits, charges, scale, drop
}

/// The agreed size, such as `1000`, or the sizes that may be agreed, such as `{min: 900, max: 1000}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "EventPoints")]
pub enum EventPoints {
    /// Every list has exactly this agreed size, such as `1000`.
    Exactly(Located<Number>),
    /// Lists may have any agreed size in this range, such as `{min: 900, max: 1000}`.
    Range(PointsRange),
}
by_kind! { EventPoints: Scalar => Exactly, Map => Range }

/// Whether reasons settle soft rules: `true`, `false`, or all except those for some rules.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(with = "ReasonsSchema", rename = "Reasons")]
pub enum Reasons {
    /// All of them do, which is also the default.
    Settle,
    /// None of them does.
    Refused,
    /// All of them do, except those for some rules.
    Except(RefusedReasons),
}
by_kind! { Reasons: True => Settle, False => Refused, Map => Except }

/// Whether reasons settle soft rules: `true`, `false`, or all except those for some rules.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Reasons")]
#[expect(dead_code, reason = "only its schema is used")]
enum ReasonsSchema {
    /// `false`: no reason settles anything. `true`: the same as leaving the key out.
    Word(bool),
    /// The rules for which no reason is accepted, such as `{refuse: [fra/options/sling]}`.
    Except(RefusedReasons),
}

/// The rules for which no reason is accepted. Example: `{refuse: [fra/options/sling, fra/unlisted-option]}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct RefusedReasons {
    /// Options, unit types, entries and attachments, by their full names; `GAME/unlisted-option` for every
    /// option that a unit is not offered. Example: `refuse: [fra/options/exceptional-horsemen]`.
    pub refuse: Located<Vec<Located<String>>>,
}
record! { RefusedReasons, "true, false, or {refuse: [RULE]}": refuse }

/// Severities for lists of an event that are the same army, nearly the same, or of the same player. Example:
/// `copies: {same: error, alike: warning}`.
#[derive(Clone, Copy, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(rename = "CopyWeights")]
pub struct CopySeverities {
    /// The same army again, whatever it and its units are called. Defaults to `warning`. Example: `same:
    /// error`.
    pub same: Option<RuleSeverity>,
    /// An army that differs from another one in a unit or two. Defaults to `note`. Example: `alike: warning`.
    pub alike: Option<RuleSeverity>,
    /// Another army of a player who has handed one in. Defaults to `warning`. Example: `player: error`.
    pub player: Option<RuleSeverity>,
}
record! { CopySeverities, "copies, such as {same: error}": same, alike, player }

/// The sizes that may be agreed, in points. Example: `{min: 900, max: 1000}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct PointsRange {
    /// The smallest size that may be agreed. Example: `min: 900`.
    pub min: Option<Located<Number>>,
    /// The largest size that may be agreed. Example: `max: 1000`.
    pub max: Option<Located<Number>>,
}
record! { PointsRange, "sizes, such as {min: 900, max: 1000}": min, max }

/// A size of paper for the sheets: `a4` or `letter`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, JsonSchema)]
#[schemars(rename_all = "kebab-case")]
pub enum Paper {
    /// ISO A4, 210 by 297 mm, the usual one in Europe.
    A4,
    /// US letter, 8.5 by 11 inches, the usual one in America.
    Letter,
}
words! { Paper: "a4" => A4, "letter" => Letter }
