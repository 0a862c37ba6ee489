//! The rows of a list in a few words each: `3 × Iberians, veteran (melee), 150`.

use std::fmt::Write as _;

use crate::army::bodies_and_options::{Body, OptionOrigin, TakenOption};
use crate::army::{Army, Unit};
use crate::exact_number::Number;
use crate::rules::Rules;

use super::rows::ListRows;

/// Returns the id of each row that the army has, with the row in a few words, in the order of the text.
pub fn row_words(army: &Army<'_>, rows: &ListRows) -> Vec<(String, String)> {
    let words = rows.rows.iter().filter_map(|row| {
        let units: Vec<&Unit<'_>> =
            army.units.iter().filter(|unit| unit.written.span() == row.span).collect();
        let words = match units.first() {
            Some(first) => words_of_units(army, first, &units),
            None => {
                let character = army.characters.iter().find(|one| one.written.span == row.span)?;
                with_cost(army, character.name.clone(), character.cost())
            }
        };
        Some((row.id.clone(), words))
    });
    words.collect()
}

fn words_of_units(army: &Army<'_>, first: &Unit<'_>, units: &[&Unit<'_>]) -> String {
    let count = units.iter().fold(0_u32, |sum, unit| sum.saturating_add(unit.count));
    let mut words = if count > 1 { format!("{count} × {}", first.name) } else { first.name.clone() };
    if first.body.kind.is_some_and(|kind| army.rules.kind(kind).size.only_size().is_none()) {
        let _ = write!(words, " of {}", first.body.size);
    }
    add_options(&mut words, army.rules, &first.body);
    let mut costs = units.iter().map(|unit| unit.cost()?.checked_mul(i64::from(unit.count).into()));
    let sum = costs.try_fold(Number::ZERO, |sum, cost| sum.checked_add(cost?));
    with_cost(army, words, sum)
}

/// Adds the options that the list writes.
fn add_options(words: &mut String, rules: &Rules, body: &Body<'_>) {
    let is_written =
        |taken: &&TakenOption<'_>| matches!(taken.origin, OptionOrigin::Chosen | OptionOrigin::Standard);
    for taken in body.taken.iter().filter(is_written) {
        let _ = write!(words, ", {}", rules.option(taken.option).name.to_lowercase());
        let places = taken.places.iter().map(|stat| rules.stats[stat.0].id.clone());
        let details = places.chain(taken.names.iter().cloned()).chain(taken.models.map(|n| n.to_string()));
        let details: Vec<String> = details.collect();
        if !details.is_empty() {
            let _ = write!(words, " ({})", details.join(", "));
        }
    }
}

fn with_cost(army: &Army<'_>, words: String, cost: Option<Number>) -> String {
    match cost.filter(|_| army.rules.has_points) {
        Some(cost) => format!("{words}, {cost}"),
        None => words,
    }
}
