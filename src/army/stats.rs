//! Works out a body's stats: its own, then every `set`, then everything that is added.

use crate::format::formula::{Formula, Value, evaluate};
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{OptionId, RoleId, StatId};
use crate::rules::option::Change;

use super::body::{Body, Taken};
use super::scope::Bare;

/// A stat that two options set to different numbers, with the two options.
pub type Clash = (StatId, OptionId, OptionId);

/// Works out a body's stats, including what joining characters add.
pub(super) fn effective(body: &Body<'_>, rules: &Rules, joining: &[RoleId]) -> Vec<Option<Number>> {
    let scope = Bare { rules, body, points: None };
    let mut stats = body.base.clone();
    let effects = rules
        .effects
        .iter()
        .filter(|e| e.sees.is_none_or(|c| c == body.contingent) && e.selector.finds(body))
        .map(|e| &e.change);
    let options = body.taken.iter().map(|t| &rules.option_of(t.option).change);
    let roles = joining.iter().map(|r| &rules.roles[r.0].change);
    // Most options change no stats
    let changes = effects.chain(options).chain(roles).filter(|c| !(c.set.is_empty() && c.add.is_empty()));
    let changes: Vec<&Change> = changes.collect();
    for (stat, formula) in changes.iter().flat_map(|c| &c.set) {
        stats[stat.0] = number(formula, &scope);
    }
    for (stat, formula) in changes.iter().flat_map(|c| &c.add) {
        stats[stat.0] = stats[stat.0].zip(number(formula, &scope)).and_then(|(a, b)| a.plus(b));
    }
    for taken in &body.taken {
        marks(taken, rules, &mut stats);
    }
    stats
}

fn marks(taken: &Taken<'_>, rules: &Rules, stats: &mut [Option<Number>]) {
    let Some(places) = &rules.option_of(taken.option).places else { return };
    for stat in taken.places.iter().filter(|s| places.among.contains(s)) {
        stats[stat.0] = stats[stat.0].and_then(|n| n.plus(places.add));
    }
}

fn number(formula: &Formula, scope: &Bare<'_, '_>) -> Option<Number> {
    if let Some(n) = formula.constant() {
        return Some(n);
    }
    match evaluate(formula, scope) {
        Ok(outcome) => match outcome.value {
            Value::Number(n) => Some(n),
            Value::Truth(_) | Value::Absent => None,
        },
        Err(_) => None,
    }
}

/// Returns the stats that two of a body's options set to different numbers.
pub fn clashes(body: &Body<'_>, rules: &Rules) -> Vec<Clash> {
    let scope = Bare { rules, body, points: None };
    let mut seen: Vec<(StatId, OptionId, Option<Number>)> = Vec::new();
    let mut found = Vec::new();
    for taken in &body.taken {
        for (stat, formula) in &rules.option_of(taken.option).change.set {
            let value = number(formula, &scope);
            match seen.iter().find(|(s, _, _)| s == stat) {
                Some((_, first, other)) if *other != value => found.push((*stat, *first, taken.option)),
                Some(_) => {}
                None => seen.push((*stat, taken.option, value)),
            }
        }
    }
    found
}
