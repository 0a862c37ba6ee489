//! Works out a body's stats: its own, then every `set`, then everything that is added. Nothing is added to words.

use crate::format::formula::{Formula, FormulaValue, evaluate};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_options::StatChanges;
use crate::rules::compiled_stat_values::{NewStatValue, StatValue};
use crate::rules::id_types::{OptionId, RoleId, StatId};

use super::bodies_and_options::{Body, TakenOption};
use super::body_formula_scope::BodyScope;

/// A stat that two options set to different values, with the two options.
pub type StatConflict = (StatId, OptionId, OptionId);

/// Works out a body's stats, including what joining characters add.
pub(super) fn effective_stats(body: &Body<'_>, rules: &Rules, joining: &[RoleId]) -> Vec<StatValue> {
    let scope = BodyScope { rules, body, points: None };
    let mut stats = body.base_stats.clone();
    let effects = body.effects.iter().map(|effect| (&rules.effects[effect.0].changes, 1));
    let options = body.taken.iter().map(|t| (&rules.option(t.option).changes, t.times));
    let roles = joining.iter().map(|r| (&rules.roles[r.0].changes, 1));
    // Most options change no stats
    let changes =
        effects.chain(options).chain(roles).filter(|(c, _)| !(c.set.is_empty() && c.add.is_empty()));
    let changes: Vec<(&StatChanges, u32)> = changes.collect();
    for (stat, value) in changes.iter().flat_map(|(c, _)| &c.set) {
        stats[stat.0] = new_value(value, &scope);
    }
    for (changes, times) in changes {
        for (stat, formula) in &changes.add {
            let amount = evaluate_number(formula, &scope);
            // Most options are had once
            let amount =
                if times == 1 { amount } else { amount.and_then(|n| n.checked_mul(i64::from(times).into())) };
            stats[stat.0].add(amount);
        }
    }
    for taken in &body.taken {
        add_marks(taken, rules, &mut stats);
    }
    stats
}

fn add_marks(taken: &TakenOption<'_>, rules: &Rules, stats: &mut [StatValue]) {
    let Some(places) = &rules.option(taken.option).mark_places else { return };
    for stat in taken.places.iter().filter(|s| places.among.contains(s)) {
        stats[stat.0].add(Some(places.add));
    }
}

/// Returns what a stat is set to.
fn new_value(value: &NewStatValue, scope: &BodyScope<'_, '_>) -> StatValue {
    match value {
        NewStatValue::Formula(formula) => evaluate_number(formula, scope).into(),
        NewStatValue::Words(words) => StatValue::Words(words.clone()),
    }
}

fn evaluate_number(formula: &Formula, scope: &BodyScope<'_, '_>) -> Option<Number> {
    if let Some(n) = formula.as_constant() {
        return Some(n);
    }
    match evaluate(formula, scope) {
        Ok(outcome) => match outcome.value {
            FormulaValue::Number(n) => Some(n),
            FormulaValue::Truth(_) | FormulaValue::Absent => None,
        },
        Err(_) => None,
    }
}

/// Returns the stats that two of a body's options set to different values.
pub fn stat_conflicts(body: &Body<'_>, rules: &Rules) -> Vec<StatConflict> {
    let scope = BodyScope { rules, body, points: None };
    let mut seen: Vec<(StatId, OptionId, StatValue)> = Vec::new();
    let mut found = Vec::new();
    for taken in &body.taken {
        for (stat, value) in &rules.option(taken.option).changes.set {
            let value = new_value(value, &scope);
            match seen.iter().find(|(s, _, _)| s == stat) {
                Some((_, first, other)) if *other != value => found.push((*stat, *first, taken.option)),
                Some(_) => {}
                None => seen.push((*stat, taken.option, value)),
            }
        }
    }
    found
}
