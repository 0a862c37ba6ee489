//! An event: an organiser's further terms.

use schemars::JsonSchema;

use crate::read::{Located, Map, by_kind, record, words};

use super::limit::Limit;
use super::number::Number;
use super::selector::Dates;
use super::words::{SourceName, Weight};

/// An organiser's further terms: sizes, years, admitted rulesets and books, further limits. Example:
/// `event: trebia-day`, `name: Trebia day`, `points: 1000`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
#[schemars(title = "Muster event")]
pub struct Event {
    /// The id of the event, in small letters with hyphens. Example: `event: winter-cup`.
    pub event: Located<String>,
    /// The name of the event, as printed. Example: `name: Winter Cup`.
    pub name: Located<String>,
    /// The agreed size, in points, or the sizes that may be agreed. Example: `points: 1000`, or `points:
    /// {min: 900, max: 1000}`.
    pub points: Option<EventPoints>,
    /// The years from which armies may come. Example: `dates: {from: 218 BC, to: 202 BC}`.
    pub dates: Option<Dates>,
    /// The admitted modes; all without this. Example: `modes: [points]`.
    pub modes: Option<Vec<Located<String>>>,
    /// The admitted rulesets, by id; all without this. Example: `rulesets: [fra]`.
    pub rulesets: Option<Vec<Located<String>>>,
    /// The admitted books, an ally's too, by id; all without this. Example: `books: [carthage-italy,
    /// republican-rome]`.
    pub books: Option<Vec<Located<String>>>,
    /// Keys that every list must have. Example: `require: [player, club]`.
    pub require: Vec<Located<String>>,
    /// `true` if lists that say `draft: true` pass as drafts; without this they are judged as finished armies, and
    /// what says that it is a draft is refused. Example: `drafts: true`.
    pub drafts: bool,
    /// Whether the reasons that lists give with `because` settle what they settle in the game. `false` refuses
    /// all, `{refuse: […]}` those for the rules named: what a reason would settle is then an error. Example:
    /// `because: false`, or `because: {refuse: [fra/options/exceptional-horsemen]}`.
    pub because: Option<Located<Reasons>>,
    /// How much it weighs that an army was handed in before. Example: `copies: {same: error}`.
    pub copies: Option<CopyWeights>,
    /// The paper for the sheets: `a4` or `letter`. Example: `paper: a4`.
    pub paper: Option<Located<Paper>>,
    /// The pages that the terms come from, each under a short id. Example: `sources: {pack: the players'
    /// pack}`.
    pub sources: Map<SourceName>,
    /// Further limits, each under an id; one whose id exists takes the other's place. Example: `limits:
    /// {few: {count: {tag: mounted}, max: 6}}`.
    pub limits: Map<Limit>,
    /// What does not hold at this event, in full. Example: `drop: [wab/limits/one-general]`.
    pub drop: Vec<Located<String>>,
}
record! {
    Event, "an event with at least event and name":
    event, name, points, dates, modes, rulesets, books, require, drafts, because, copies, paper, sources,
    limits, drop
}

/// The agreed size, as `1000`, or the sizes that may be agreed, as `{min: 900, max: 1000}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(untagged, rename = "EventPoints")]
pub enum EventPoints {
    /// Every list is of exactly this agreed size, as `1000`.
    Exactly(Located<Number>),
    /// Lists may agree on any size between, as `{min: 900, max: 1000}`.
    Range(PointsRange),
}
by_kind! { EventPoints: Scalar => Exactly, Map => Range }

/// Whether reasons settle soft rules: `true`, `false`, or all but for some rules.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(with = "ReasonsSchema", rename = "Reasons")]
pub enum Reasons {
    /// They do, the same as leaving the key out.
    Settle,
    /// None does.
    Refused,
    /// They do, but for some rules.
    Except(RefusedReasons),
}
by_kind! { Reasons: True => Settle, False => Refused, Map => Except }

/// Whether reasons settle soft rules: `true`, `false`, or all but for some rules.
#[derive(JsonSchema)]
#[schemars(untagged, rename = "Reasons")]
#[expect(dead_code, reason = "only its schema is used")]
enum ReasonsSchema {
    /// `false`: no reason settles anything. `true`: the same as leaving the key out.
    Word(bool),
    /// The rules for which no reason is taken, as `{refuse: [fra/options/sling]}`.
    Except(RefusedReasons),
}

/// The rules for which no reason is taken. Example: `{refuse: [fra/options/sling, fra/unlisted-option]}`.
#[derive(Clone, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct RefusedReasons {
    /// Options, unit types, entries and attachments by their names in full; `GAME/unlisted-option` for every
    /// option that a unit is not offered. Example: `refuse: [fra/options/exceptional-horsemen]`.
    pub refuse: Located<Vec<Located<String>>>,
}
record! { RefusedReasons, "true, false, or {refuse: [RULE]}": refuse }

/// How much it weighs where lists of an event are the same army, nearly the same, or of one player. Example:
/// `copies: {same: error, alike: warning}`.
#[derive(Clone, Copy, Debug, Default, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct CopyWeights {
    /// The same army again, whatever it and its units are called; a warning without this. Example: `same: error`.
    pub same: Option<Weight>,
    /// An army that differs from another one in a unit or two; a note without this. Example: `alike: warning`.
    pub alike: Option<Weight>,
    /// Another army of a player who has handed one in; a warning without this. Example: `player: error`.
    pub player: Option<Weight>,
}
record! { CopyWeights, "copies, such as {same: error}": same, alike, player }

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
