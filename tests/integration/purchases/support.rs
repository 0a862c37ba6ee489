//! A game in which the army and its commands buy something, and lists under it.

use crate::common::{Folder, lines, rules};
use muster::rules::library::Library;

pub(crate) const RUSE: &str = "\
ruleset: ruse
name: Ruse
version: 1.0.0
sources: {rules: the rules}
roles: {general: {name: General, cost: 0}}
commands: {led-by: [general]}
options:
  ambush: {name: Ambush, text: Two units wait out of sight.}
  ditch: {name: Ditch}
  plain: {name: Plain structure}
  good: {name: Good structure}
  bow: {name: Bow, cost: 3}
every-army: {options: [ambush?: 5, ditch?: 10], source: \"rules: Stratagems\"}
every-command: {options: [one-of: [plain, good?: 12]]}
units:
  foot: {name: Foot, cost: 20, options: [bow?]}
";

pub(crate) fn ruse() -> (Folder, Library) {
    rules("ruse", RUSE, &[])
}

/// Returns the game with these limits.
pub(crate) fn ruse_with_limits(limits: &str) -> (Folder, Library) {
    rules("ruse", &format!("{RUSE}limits:\n{limits}"), &[])
}

/// Returns a list of two commands: Left with one foot, and Right with two. These are what the army, Left and Right buy.
pub(crate) fn two_commands(army: &str, left: &str, right: &str) -> String {
    format!(
        "army: Trial\nruleset: ruse\npoints: 200\noptions: [{army}]\ncommands:\n  - {{name: Left, options: [{left}], commander: \
         {{role: general, name: G}}, units: [{{unit: foot}}]}}\n  - {{name: Right, options: [{right}], commander: {{role: \
         general, name: H}}, units: [{{unit: foot, count: 2}}]}}\n"
    )
}

/// Returns a list without commands, of one foot.
pub(crate) fn bare(options: &str) -> String {
    format!("army: Trial\nruleset: ruse\npoints: 200\noptions: [{options}]\nunits: [{{unit: foot}}]\n")
}

/// Returns what the check of a list says, one line each.
pub(crate) fn told(library: &Library, text: &str) -> Vec<String> {
    lines(&crate::common::checked(library, text))
}

pub(crate) const NONE: [&str; 0] = [];
