//! Measures what limits ask about, such as how many units or points, with every counted item for the labels
//! of findings.

use std::collections::HashSet;

use crate::finding::Span;
use crate::format::formula::FormulaValue;
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_limits::Measure;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, OptionId, UnitKindId};

use super::bodies_and_options::OptionOrigin;
use super::{Army, evaluate_ruleset_numbers};

/// A part of the army in which something is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Region {
    /// The army without its reserves.
    Army,
    /// One command.
    Command(usize),
    /// One unit with its parts.
    Unit(usize),
    /// The reserves.
    Reserves,
}

impl Region {
    /// Returns the indexes of the units in this region.
    pub fn units(self, army: &Army<'_>) -> impl Iterator<Item = usize> {
        let (all, own): (_, &[usize]) = match self {
            Self::Unit(unit) => (unit..unit + 1, &[]),
            Self::Command(command) => (0..0, &army.commands[command].units),
            Self::Army | Self::Reserves => (0..army.units.len(), &[]),
        };
        let there = all.filter(move |at| match self {
            Self::Army => !army.units[*at].in_reserve(),
            Self::Reserves => army.units[*at].in_reserve(),
            Self::Command(_) | Self::Unit(_) => true,
        });
        there.chain(own.iter().copied())
    }

    /// Returns the indexes of the characters in this region.
    pub fn characters(self, army: &Army<'_>) -> impl Iterator<Item = usize> {
        let (all, own): (_, &[usize]) = match self {
            Self::Army => (0..army.characters.len(), &[]),
            Self::Command(command) => (0..0, &army.commands[command].characters),
            Self::Unit(_) | Self::Reserves => (0..0, &[]),
        };
        all.chain(own.iter().copied())
    }

    /// Counts the units and characters in this region that a selector matches.
    pub fn count_matches(self, army: &Army<'_>, selector: &Selector, sees: Option<ContingentId>) -> Number {
        list_matches(army, selector, self, sees)
            .iter()
            .fold(Number::ZERO, |sum, f| sum.checked_add(f.amount).unwrap_or(sum))
    }

    /// Returns every unit and character in this region that a selector matches, and every unit with a
    /// matching part.
    pub fn find_matches(
        self,
        army: &Army<'_>,
        selector: &Selector,
        sees: Option<ContingentId>,
    ) -> Vec<CountedItem> {
        let mut all = list_matches(army, selector, self, sees);
        let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
        let themselves: HashSet<usize> = all.iter().filter_map(|f| f.unit).collect();
        for at in self.units(army).filter(|at| !themselves.contains(at)) {
            let unit = &army.units[at];
            if unit.parts.iter().any(|(_, b)| seen(b.contingent) && selector.matches(b)) {
                let span = unit.written.type_span();
                all.push(CountedItem { span, amount: Number::ONE, unit: Some(at), kind: unit.body.kind });
            }
        }
        all
    }

    /// Returns `true` if a selector matches anything in this region: a unit, a part of one, or a character.
    pub fn has_match(self, army: &Army<'_>, selector: &Selector, sees: Option<ContingentId>) -> bool {
        let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
        self.units(army).any(|at| army.units[at].bodies().any(|b| seen(b.contingent) && selector.matches(b)))
            || self.characters(army).any(|at| {
                let character = &army.characters[at];
                seen(character.contingent) && selector.matches(character)
            })
    }
}

/// A unit, character or command that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CountedItem {
    /// Where the list names it.
    pub span: Span,
    /// How much it adds to the total.
    pub amount: Number,
    /// The unit's index. `None` for a character or a command.
    pub unit: Option<usize>,
    /// The unit type or entry.
    pub kind: Option<UnitKindId>,
}

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

fn list_matches(
    army: &Army<'_>,
    selector: &Selector,
    place: Region,
    sees: Option<ContingentId>,
) -> Vec<CountedItem> {
    let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
    let alone = matches!(place, Region::Unit(_));
    let mut all = Vec::new();
    for at in place.units(army) {
        let unit = &army.units[at];
        if seen(unit.body.contingent) && selector.matches(&unit.body) {
            let amount = if alone { Number::ONE } else { i64::from(unit.count).into() };
            all.push(CountedItem {
                span: span_to_edit(army, at, selector),
                amount,
                unit: Some(at),
                kind: unit.body.kind,
            });
        }
    }
    for at in place.characters(army) {
        let character = &army.characters[at];
        if seen(character.contingent) && selector.matches(character) {
            let written = character.written;
            let word = written.role.as_ref().or(written.unit.as_ref()).or(written.name.as_ref());
            let span = word.map_or(written.span, |w| w.span);
            all.push(CountedItem { span, amount: Number::ONE, unit: None, kind: character.kind });
        }
    }
    all
}

/// Returns the span that a reader would edit: the option's, if the selector asks for options, else the unit
/// type's.
fn span_to_edit(army: &Army<'_>, unit: usize, selector: &Selector) -> Span {
    let unit = &army.units[unit];
    let options = tested_options(&selector.test);
    let chosen = unit.body.taken.iter().find(|t| {
        options.contains(&t.option) && matches!(t.origin, OptionOrigin::Chosen | OptionOrigin::Standard)
    });
    chosen.map_or_else(|| unit.written.type_span(), |t| t.span)
}

fn tested_options(test: &SelectorTest) -> Vec<OptionId> {
    match test {
        SelectorTest::Option(options) => options.clone(),
        SelectorTest::All(all) => all.iter().flat_map(tested_options).collect(),
        _ => Vec::new(),
    }
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
            measured.found = list_matches(army, selector, place, sees);
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
                    measured.found.push(CountedItem { span, amount: Number::ONE, unit: None, kind: None });
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
                        Measure::Number(id, _) => {
                            match evaluate_ruleset_numbers::number_of_body(army, *id, at, body, part > 0) {
                                Ok(outcome) if !outcome.incomplete => match outcome.value {
                                    FormulaValue::Number(n) => Some(n),
                                    _ => None,
                                },
                                _ => None,
                            }
                        }
                        _ => Some(i64::from(body.size).into()),
                    };
                    match amount.and_then(|n| n.checked_mul(count)) {
                        Some(amount) => {
                            let span = unit.written.type_span();
                            measured.found.push(CountedItem {
                                span,
                                amount,
                                unit: Some(at),
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
            measured.found.push(CountedItem { span, amount, unit: None, kind: character.kind });
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
