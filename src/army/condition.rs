//! Whether a condition holds for an army.

use crate::rules::ids::ContingentId;
use crate::rules::when::{Dates, When};

use super::Army;
use super::measure::Where;

/// Whether a condition holds in a place for the contingent whose rule it is; nothing where the list does not say
/// what it asks.
pub fn holds(army: &Army<'_>, when: &When, place: Where, sees: Option<ContingentId>) -> Option<bool> {
    let mut unknown = false;
    let mut fails = false;
    let mut take = |result: Option<bool>| match result {
        Some(true) => {}
        Some(false) => fails = true,
        None => unknown = true,
    };
    if let Some(modes) = &when.modes {
        take(army.mode.map(|m| modes.contains(&m)));
    }
    if let Some(points) = &when.points {
        take(army.points_of(sees).map(|n| points.holds(n)));
    }
    if let Some(worth) = &when.worth {
        take(army.worth(sees).map(|n| worth.holds(n)));
    }
    if let Some(spent) = &when.spent {
        take(army.complete.then(|| spent.holds(army.spent)));
    }
    if let Some(commands) = &when.commands {
        take(Some(commands.holds(army.commands.len().into())));
    }
    if let Some(date) = &when.date {
        take(army.date.map(|year| date.hold(year)));
    }
    if let Some(present) = &when.present {
        let sees = if present.names_ally { None } else { sees };
        take(if place == Where::Army { army.has(present, sees) } else { army.has_in(place, present, sees) });
    }
    for (choice, answers) in &when.choices {
        let given = army.answers.get(&(sees.unwrap_or(ContingentId::OWN), choice.clone()));
        take(given.map(|answer| answers.contains(answer)));
    }
    for inner in &when.all {
        take(holds(army, inner, place, sees));
    }
    if !when.any.is_empty() {
        let all: Vec<_> = when.any.iter().map(|w| holds(army, w, place, sees)).collect();
        take(if all.contains(&Some(true)) {
            Some(true)
        } else if all.contains(&None) {
            None
        } else {
            Some(false)
        });
    }
    if let Some(not) = &when.not {
        take(holds(army, not, place, sees).map(|h| !h));
    }
    if fails {
        Some(false)
    } else if unknown {
        None
    } else {
        Some(true)
    }
}

/// The first of these dates that the army's date is not in, where they apply.
pub fn outside<'d>(army: &Army<'_>, dates: &'d [Dates], sees: Option<ContingentId>) -> Option<&'d Dates> {
    let year = army.date?;
    applying(army, dates, sees).find(|d| !d.hold(year))
}

/// Those of the dates that apply.
pub fn applying<'d>(
    army: &Army<'_>,
    dates: &'d [Dates],
    sees: Option<ContingentId>,
) -> impl Iterator<Item = &'d Dates> {
    dates
        .iter()
        .filter(move |d| d.when.as_ref().is_none_or(|w| holds(army, w, Where::Army, sees) == Some(true)))
}
