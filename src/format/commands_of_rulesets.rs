//! The format of what a ruleset says about commands: who leads one, and which kinds there are.

use schemars::JsonSchema;

use crate::read::{Located, Map, record};

use super::limit::{Alternative, Bound};
use super::shared_types::{Citation, OneOrMore, RuleSeverity};

/// Allows a list to have `commands`, and names the roles that lead one. Example: `{led-by: [general,
/// sub-general]}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct CommandsRule {
    /// Roles of which the commander of each command must hold one. Example: `led-by: [general, sub-general]`.
    pub led_by: Located<Vec<Located<String>>>,
    /// Severity if a character starts with a unit of another command. It is allowed by default. Example:
    /// `own-units: warning`.
    pub own_units: Option<Located<RuleSeverity>>,
    /// Kinds of command that differ in leaders, limits or place, each under an id. Example: `kinds: {corps:
    /// {name: Corps}, patrol: {name: Patrol, within: [army, corps], default: true}}`.
    pub kinds: Map<CommandKind>,
}
record! { CommandsRule, "who leads a command, such as {led-by: [general]}": led_by, own_units, kinds }

/// A kind of command. Example: `{name: Patrol, within: [army, corps], default: true, max: 2}`.
#[derive(Clone, Debug, JsonSchema)]
#[schemars(transform = Self::schema_as_read)]
pub struct CommandKind {
    /// The name of the kind, as printed. Example: `name: Patrol`.
    pub name: Located<String>,
    /// Roles of which the commander must hold one. Defaults to the `led-by` of all commands; with `[]` the
    /// command needs no commander. Example: `led-by: [general]`.
    pub led_by: Option<Located<Vec<Located<String>>>>,
    /// Where such a command may be: in the `army`, or in commands of these kinds. Defaults to the army.
    /// Example: `within: [army, corps]`.
    pub within: Option<OneOrMore>,
    /// `true` for the kind of commands that name none, and of an army without commands.
    pub default: bool,
    /// At least this many must be in the army. Example: `min: 1`.
    pub min: Option<Located<Bound>>,
    /// At most this many may be in the army. Example: `max: 2`.
    pub max: Option<Located<Bound>>,
    /// Exactly this many. Example: `exactly: 1`.
    pub exactly: Option<Located<Bound>>,
    /// Their number must be a multiple of this. Example: `multiple-of: 2`.
    pub multiple_of: Option<Located<Bound>>,
    /// Bounds of which one must hold. Example: `either: [{exactly: 0}, {min: 2}]`.
    pub either: Vec<Located<Alternative>>,
    /// Its rule in a sentence or two, for the roster. Example: `text: A patrol is deployed last.`
    pub text: Option<Located<String>>,
    /// Where it comes from. Example: `source: "rules: Patrols"`.
    pub source: Option<Citation>,
}
record! {
    CommandKind, "a kind of command, such as {name: Patrol, max: 2}":
    name, led_by, within, default, min, max, exactly, multiple_of, either, text, source
}
