//! Measures what limits ask about, such as how many units or points, with every counted item for the labels
//! of findings.

use std::collections::HashSet;

use crate::format::formula::FormulaValue;
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_limits::Measure;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, UnitKindId};

use super::Army;
use super::evaluate_ruleset_numbers::number_of_body;
use super::regions::{CountedItem, Region};

/// The result of measuring.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Measurement {
    /// The sum of all counted items.
    pub amount: Number,
    /// The counted items.
    pub found: Vec<CountedItem>,
    /// Whether some amount could not be worked out, so that the true sum may differ.
    pub has_unknown_amount: bool,
}

/// Measures what a limit asks about in a region of the army.
///
/// If `only` is given, counts nothing but that unit type or entry. With `joined_once`, a unit that is
/// attached to another counted one does not count.
pub fn measure_limit(
    army: &Army<'_>,
    measure: &Measure,
    place: Region,
    sees: Option<ContingentId>,
    only: Option<UnitKindId>,
    joined_once: bool,
) -> Measurement {
    let mut measured = Measurement::default();
    let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
    match measure {
        Measure::Count(selector) => {
            measured.found = place.count_items(army, selector, sees);
            if joined_once {
                drop_attached(army, &mut measured.found);
            }
        }
        Measure::Commands(selector) => {
            for (at, command) in army.commands.iter().enumerate() {
                let here = Region::Command(at);
                let counts = seen(command.contingent)
                    && (matches!(selector.test, SelectorTest::Always)
                        || command_matches(army, at, selector)
                        || here.has_match(army, selector, sees));
                if counts {
                    let span = command.name.map(|n| n.span).or(command.written.map(|w| w.span));
                    let span = span.unwrap_or(army.list.army.span);
                    measured.found.push(CountedItem {
                        span,
                        amount: Number::ONE,
                        unit: None,
                        character: None,
                        kind: None,
                    });
                }
            }
        }
        Measure::Points(selector) | Measure::Size(selector) | Measure::Number(_, selector) => {
            let alone = matches!(place, Region::Unit(_));
            for at in place.units(army) {
                let unit = &army.units[at];
                let count = if alone { Number::ONE } else { i64::from(unit.count).into() };
                for (part, body) in unit.bodies().enumerate().filter(|(_, b)| seen(b.contingent)) {
                    if !selector.matches(body) {
                        continue;
                    }
                    let amount = match measure {
                        Measure::Points(_) if body.cost().is_none() => {
                            measured.has_unknown_amount = true;
                            Some(body.known_cost()).filter(|known| *known != 0)
                        }
                        Measure::Points(_) => body.cost(),
                        Measure::Number(id, _) => match number_of_body(army, *id, at, body, part > 0) {
                            Ok(outcome) if !outcome.incomplete => match outcome.value {
                                FormulaValue::Number(n) => Some(n),
                                _ => None,
                            },
                            _ => None,
                        },
                        _ => Some(i64::from(body.size).into()),
                    };
                    match amount.and_then(|n| n.checked_mul(count)) {
                        Some(amount) => {
                            let span = unit.written.type_span();
                            measured.found.push(CountedItem {
                                span,
                                amount,
                                unit: Some(at),
                                character: None,
                                kind: body.kind,
                            });
                        }
                        None => measured.has_unknown_amount = true,
                    }
                }
            }
            if let Measure::Points(selector) = measure {
                add_character_costs(army, selector, place, sees, &mut measured);
            }
        }
        Measure::Formula => {}
    }
    if let Some(only) = only {
        measured.found.retain(|f| f.kind == Some(only));
    }
    measured.amount =
        measured.found.iter().fold(Number::ZERO, |sum, f| sum.checked_add(f.amount).unwrap_or(sum));
    measured
}

/// Adds the cost of characters without a body, if the selector matches everything or asks for their role.
fn add_character_costs(
    army: &Army<'_>,
    selector: &Selector,
    place: Region,
    sees: Option<ContingentId>,
    measured: &mut Measurement,
) {
    for at in place.characters(army) {
        let character = &army.characters[at];
        let seen = sees.is_none_or(|own| own == character.contingent);
        if !seen || !(matches!(selector.test, SelectorTest::Always) || selector.matches(character)) {
            continue;
        }
        // A known part of a cost counts even if the rest is unknown
        let amount = character.known_cost();
        measured.has_unknown_amount |= character.cost().is_none();
        if amount != 0 {
            let span = character.written.role.as_ref().map_or(character.written.span, |r| r.span);
            measured.found.push(CountedItem {
                span,
                amount,
                unit: None,
                character: Some(at),
                kind: character.kind,
            });
        }
    }
}

fn command_matches(army: &Army<'_>, command: usize, selector: &Selector) -> bool {
    let contingent = army.commands[command].contingent;
    match &selector.test {
        SelectorTest::Contingent(all) => all.contains(&contingent),
        _ => false,
    }
}

/// Removes units that are attached to another counted unit.
fn drop_attached(army: &Army<'_>, found: &mut Vec<CountedItem>) {
    let counted: HashSet<usize> = found.iter().filter_map(|f| f.unit).collect();
    found.retain(|f| {
        let to = f.unit.and_then(|u| army.units[u].attached_to.as_ref()).and_then(|link| link.unit);
        to.is_none_or(|to| !counted.contains(&to))
    });
}
