//! A game with kinds of command, and lists under it.

use crate::common::{Folder, lines, rules};
use muster::rules::library::Library;

/// A game in which corps may have patrols in them.
pub(crate) const FIELD: &str = "\
ruleset: field
name: Field
version: 1.0.0
sources: {rules: the rules}
roles: {general: {name: General, cost: 0}, captain: {name: Captain, cost: 5}}
commands:
  led-by: [captain]
  kinds:
    corps: {name: Corps, led-by: [general], max: 1, source: \"rules: Corps\"}
    patrol: {name: Patrol, within: [army, corps], default: true, max: 2, text: Patrols come last.}
units:
  squad: {name: Squad, tags: [foot], cost: 10}
  gun: {name: Gun, tags: [gun], cost: 20}
limits:
  patrol-size: {count: {}, in: patrol, min: 2, max: 4}
  own-guns: {count: {command: corps, tag: gun}, in: corps, max: 1}
";

pub(crate) fn field() -> (Folder, Library) {
    rules("field", FIELD, &[])
}

/// Returns the rules of the field with these limits in place of its own.
pub(crate) fn field_with_limits(limits: &str) -> (Folder, Library) {
    let (before, _) = FIELD.split_once("limits:\n").unwrap();
    rules("field", &format!("{before}limits:\n{limits}"), &[])
}

/// Returns a list with these commands, each in one line.
pub(crate) fn list(commands: &[String]) -> String {
    let commands: String = commands.iter().map(|command| format!("  - {command}\n")).collect();
    format!("army: Trial\nruleset: field\npoints: 1000\ncommands:\n{commands}")
}

/// Returns a corps called First with these units and these commands in it.
pub(crate) fn corps(units: &str, inner: &[String]) -> String {
    let inner = if inner.is_empty() { String::new() } else { format!(", commands: [{}]", inner.join(", ")) };
    format!("{{name: First, kind: corps, commander: {{role: general, name: G}}, units: [{units}]{inner}}}")
}

/// Returns a patrol with these units.
pub(crate) fn patrol(name: &str, units: &str) -> String {
    format!("{{name: {name}, commander: {{role: captain, name: {name} captain}}, units: [{units}]}}")
}

/// Returns what the check of a list says, one line each.
pub(crate) fn told(library: &Library, text: &str) -> Vec<String> {
    lines(&crate::common::checked(library, text))
}

pub(crate) const NONE: [&str; 0] = [];
