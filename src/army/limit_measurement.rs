//! Measures what limits ask about, such as how many units or points, with every counted item for the labels
//! of findings.

use std::cmp::Ordering;
use std::collections::HashSet;

use crate::format::computed_numbers::NumberSubject;
use crate::format::formula::{Evaluation, FormulaValue};
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_measures::{Measure, UnitQuantity};
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::compiled_stat_values::StatValue;
use crate::rules::id_types::{ContingentId, NumberId, OptionId, UnitKindId};

use super::Army;
use super::bodies_and_options::OptionOrigin;
use super::evaluate_ruleset_numbers::{NumberResult, number_of_body, number_of_region};
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
    /// Whether it is a value that nobody has, such as the highest of a stat over nobody, so that there is nothing to
    /// compare.
    pub is_absent: bool,
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
            // Within a command, only those that are in it are counted
            let all = place.command().map_or(0..army.commands.len(), |at| at + 1..army.commands[at].end);
            for at in all {
                let command = &army.commands[at];
                let counts = seen(command.contingent)
                    && (matches!(selector.test, SelectorTest::Always)
                        || command_counts(army, at, selector, sees));
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
                add_purchase_costs(army, selector, place, sees, &mut measured);
                add_own_charges(army, selector, place, sees, &mut measured);
            }
        }
        Measure::DifferentKinds(selector) => {
            measured.found = place.count_items(army, selector, sees);
            let mut known = HashSet::new();
            measured.found.retain(|found| known.insert(found.kind));
            measured.found.iter_mut().for_each(|found| found.amount = Number::ONE);
        }
        Measure::Options(options, selector)
        | Measure::DifferentOptions(options, selector)
        | Measure::OptionPoints(options, selector) => {
            measure_options(army, measure, options, selector, place, sees, &mut measured);
        }
        Measure::Highest(what, selector) => {
            return measure_extreme(army, *what, selector, place, sees, only, Ordering::Greater);
        }
        Measure::Lowest(what, selector) => {
            return measure_extreme(army, *what, selector, place, sees, only, Ordering::Less);
        }
        Measure::RegionNumber(id) => return measure_region_number(army, *id, place),
        Measure::Formula => {}
    }
    if let Some(only) = only {
        measured.found.retain(|f| f.kind == Some(only));
    }
    measured.amount =
        measured.found.iter().fold(Number::ZERO, |sum, f| sum.checked_add(f.amount).unwrap_or(sum));
    measured
}

/// Counts the options that bodies have, or adds up what they cost.
fn measure_options(
    army: &Army<'_>,
    measure: &Measure,
    options: &[OptionId],
    selector: &Selector,
    place: Region,
    sees: Option<ContingentId>,
    measured: &mut Measurement,
) {
    let alone = matches!(place, Region::Unit(_));
    let is_alike = matches!(measure, Measure::DifferentOptions(..));
    let mut known = HashSet::new();
    let of_units = place.units(army).flat_map(|at| {
        let unit = &army.units[at];
        let count = if alone { 1 } else { unit.count };
        unit.bodies().map(move |body| (body, count, unit.written.type_span(), Some(at)))
    });
    let bought = army.purchases_in(place, sees).filter(|_| selector.finds_purchases());
    let bought = bought.map(|bought| (&bought.body, 1, bought.span, None));
    for (body, count, place_of_others, unit) in of_units.chain(bought) {
        let count = Number::from(i64::from(count));
        if sees.is_none_or(|own| own == body.contingent) && selector.matches(body) {
            for taken in body.taken.iter().filter(|taken| options.contains(&taken.option)) {
                if is_alike && !known.insert(taken.option) {
                    continue;
                }
                let amount = match measure {
                    Measure::OptionPoints(..) => {
                        let mut lines = body.cost_lines.iter().filter(|line| taken.is_paid_by(line));
                        lines.try_fold(Number::ZERO, |sum, line| sum.checked_add(line.total()?))
                    }
                    Measure::Options(..) => {
                        let is_partial = army.rules.option(taken.option).partial;
                        let models = if is_partial { body.models_of(army.rules, taken) } else { 1 };
                        Number::from(i64::from(models)).checked_mul(i64::from(taken.times).into())
                    }
                    _ => Some(Number::ONE),
                };
                let all = if is_alike { amount } else { amount.and_then(|n| n.checked_mul(count)) };
                match all {
                    Some(amount) => {
                        let is_written = taken.origin == OptionOrigin::Chosen;
                        measured.found.push(CountedItem {
                            span: if is_written { taken.span } else { place_of_others },
                            amount,
                            unit,
                            character: None,
                            kind: body.kind,
                        });
                    }
                    None => measured.has_unknown_amount = true,
                }
            }
        }
    }
}

/// Finds the highest or lowest that single units have of something, with all that have just this.
fn measure_extreme(
    army: &Army<'_>,
    what: UnitQuantity,
    selector: &Selector,
    place: Region,
    sees: Option<ContingentId>,
    only: Option<UnitKindId>,
    wanted: Ordering,
) -> Measurement {
    let mut measured = Measurement { is_absent: true, ..Measurement::default() };
    for at in place.units(army) {
        let unit = &army.units[at];
        for (part, body) in unit.bodies().enumerate() {
            let is_seen = sees.is_none_or(|own| own == body.contingent);
            if !is_seen || !selector.matches(body) || only.is_some_and(|only| body.kind != Some(only)) {
                continue;
            }
            let amount = match what {
                UnitQuantity::Size => Ok(Some(i64::from(body.size).into())),
                // The cost of a unit is that of all bodies in it
                UnitQuantity::Points if part == 0 => unit.cost().map(Some).ok_or(()),
                UnitQuantity::Points => Ok(None),
                UnitQuantity::Stat(stat) => Ok(body.stats.get(stat.0).and_then(StatValue::number)),
                UnitQuantity::Number(id) => match number_of_body(army, id, at, body, part > 0) {
                    Ok(Evaluation { incomplete: false, value: FormulaValue::Number(n) }) => Ok(Some(n)),
                    Ok(Evaluation { incomplete: false, .. }) => Ok(None),
                    _ => Err(()),
                },
            };
            let Ok(amount) = amount else {
                measured.has_unknown_amount = true;
                continue;
            };
            let Some(amount) = amount else { continue };
            if measured.is_absent || amount.cmp(&measured.amount) == wanted {
                measured.found.clear();
                (measured.amount, measured.is_absent) = (amount, false);
            }
            if amount == measured.amount {
                let span = unit.written.type_span();
                measured.found.push(CountedItem {
                    span,
                    amount,
                    unit: Some(at),
                    character: None,
                    kind: body.kind,
                });
            }
        }
    }
    measured.is_absent &= !measured.has_unknown_amount;
    measured
}

/// Works out a number of the command, or of the army if commands have none of it.
fn measure_region_number(army: &Army<'_>, id: NumberId, place: Region) -> Measurement {
    let rule = &army.rules.numbers[id.0];
    let command = match place {
        Region::Command(at) => Some(at),
        Region::Unit(at) => army.units[at].command,
        Region::Army | Region::Reserves => None,
    };
    let command = command.filter(|_| rule.is_for(NumberSubject::Command)).map(Region::Command);
    let mut measured = Measurement::default();
    match number_of_region(army, id, command.unwrap_or(Region::Army)) {
        None => measured.is_absent = true,
        Some(Ok(NumberResult::One(Evaluation { incomplete: false, value }))) => match value {
            FormulaValue::Number(n) => measured.amount = n,
            FormulaValue::Truth(_) | FormulaValue::Absent => measured.is_absent = true,
        },
        Some(_) => measured.has_unknown_amount = true,
    }
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

/// Adds the cost of what the army and its commands buy, if the selector matches everything.
fn add_purchase_costs(
    army: &Army<'_>,
    selector: &Selector,
    place: Region,
    sees: Option<ContingentId>,
    measured: &mut Measurement,
) {
    if !matches!(selector.test, SelectorTest::Always) {
        return;
    }
    for bought in army.purchases_in(place, sees) {
        for line in &bought.body.cost_lines {
            let taken = bought.body.taken_for(line);
            match line.total() {
                Some(amount) => measured.found.push(CountedItem {
                    span: taken.map_or(bought.span, |taken| taken.span),
                    amount,
                    unit: None,
                    character: None,
                    kind: None,
                }),
                None => measured.has_unknown_amount = true,
            }
        }
    }
}

/// Adds the charges that the army and its commands pay themselves, if the selector matches everything: they are part
/// of no unit's points.
fn add_own_charges(
    army: &Army<'_>,
    selector: &Selector,
    place: Region,
    sees: Option<ContingentId>,
    measured: &mut Measurement,
) {
    if !matches!(selector.test, SelectorTest::Always) {
        return;
    }
    let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
    let commands = army.commands.iter().enumerate().filter(|(at, command)| match place {
        Region::Army => seen(command.contingent),
        Region::Command(here) => army.commands_in(here).contains(at) && seen(command.contingent),
        Region::Unit(_) | Region::Reserves => false,
    });
    let of_commands = commands.flat_map(|(_, command)| {
        let span = command.name.map_or(army.list.army.span, |name| name.span);
        command.charges.iter().map(move |line| (span, line))
    });
    let of_army = army.charges.iter().filter(|_| place == Region::Army && seen(ContingentId::OWN));
    let of_army = of_army.map(|line| (army.list.army.span, line));
    for (span, line) in of_army.chain(of_commands) {
        match line.total() {
            Some(amount) => {
                measured.found.push(CountedItem { span, amount, unit: None, character: None, kind: None });
            }
            None => measured.has_unknown_amount = true,
        }
    }
}

/// Returns `true` if a command counts as one in which a selector matches something.
fn command_counts(army: &Army<'_>, at: usize, selector: &Selector, sees: Option<ContingentId>) -> bool {
    let command = &army.commands[at];
    match &selector.test {
        SelectorTest::Contingent(all) if all.contains(&command.contingent) => return true,
        // A command of a kind counts even if it is empty, and not for what is in commands within it
        SelectorTest::CommandKind(kinds) => return command.kind.is_some_and(|kind| kinds.contains(&kind)),
        _ => {}
    }
    if !selector.tests_command_kinds() {
        return Region::Command(at).has_match(army, selector, sees);
    }
    let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
    let unit = |at: &usize| army.units[*at].bodies().any(|b| seen(b.contingent) && selector.matches(b));
    let character = |at: &usize| {
        let character = &army.characters[*at];
        seen(character.contingent) && selector.matches(character)
    };
    command.units.iter().any(unit) || command.characters.iter().any(character)
}

/// Removes units that are attached to another counted unit.
fn drop_attached(army: &Army<'_>, found: &mut Vec<CountedItem>) {
    let counted: HashSet<usize> = found.iter().filter_map(|f| f.unit).collect();
    found.retain(|f| {
        let to = f.unit.and_then(|u| army.units[u].attached_to.as_ref()).and_then(|link| link.unit);
        to.is_none_or(|to| !counted.contains(&to))
    });
}
