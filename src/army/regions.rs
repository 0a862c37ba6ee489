//! Parts of the army, such as a command, and what a selector matches in them.

use std::collections::HashSet;

use crate::finding::Span;
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_selectors::{Selector, SelectorTest};
use crate::rules::id_types::{ContingentId, OptionId, UnitKindId};

use super::Army;
use super::bodies_and_options::OptionOrigin;

/// A part of the army in which something is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Returns the indexes of the units in this region. Those of a command include those of commands within it.
    pub fn units(self, army: &Army<'_>) -> impl Iterator<Item = usize> {
        let all = match self {
            Self::Unit(unit) => unit..unit + 1,
            Self::Command(_) => 0..0,
            Self::Army | Self::Reserves => 0..army.units.len(),
        };
        let there = all.filter(move |at| match self {
            Self::Army => !army.units[*at].in_reserve(),
            Self::Reserves => army.units[*at].in_reserve(),
            Self::Command(_) | Self::Unit(_) => true,
        });
        there.chain(self.command().into_iter().flat_map(|command| army.units_in(command)))
    }

    /// Returns the indexes of the characters in this region.
    pub fn characters(self, army: &Army<'_>) -> impl Iterator<Item = usize> {
        let all = match self {
            Self::Army => 0..army.characters.len(),
            Self::Command(_) | Self::Unit(_) | Self::Reserves => 0..0,
        };
        all.chain(self.command().into_iter().flat_map(|command| army.characters_in(command)))
    }

    /// Returns the index of the command, if the region is one.
    pub fn command(self) -> Option<usize> {
        match self {
            Self::Command(at) => Some(at),
            Self::Army | Self::Unit(_) | Self::Reserves => None,
        }
    }

    /// Returns the units and characters in this region that a selector matches, as limits count them.
    pub(super) fn count_items(
        self,
        army: &Army<'_>,
        selector: &Selector,
        sees: Option<ContingentId>,
    ) -> Vec<CountedItem> {
        let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
        let alone = matches!(self, Self::Unit(_));
        let mut all = Vec::new();
        for at in self.units(army) {
            let unit = &army.units[at];
            if seen(unit.body.contingent) && selector.matches(&unit.body) {
                let amount = if alone { Number::ONE } else { i64::from(unit.count).into() };
                all.push(CountedItem {
                    span: span_to_edit(army, at, selector),
                    amount,
                    unit: Some(at),
                    character: None,
                    kind: unit.body.kind,
                });
            }
        }
        for at in self.characters(army) {
            let character = &army.characters[at];
            if seen(character.contingent) && selector.matches(character) {
                let written = character.written;
                let word = written.role.as_ref().or(written.unit.as_ref()).or(written.name.as_ref());
                let span = word.map_or(written.span, |w| w.span);
                all.push(CountedItem {
                    span,
                    amount: Number::ONE,
                    unit: None,
                    character: Some(at),
                    kind: character.kind,
                });
            }
        }
        all
    }

    /// Counts the units and characters in this region that a selector matches.
    pub fn count_matches(self, army: &Army<'_>, selector: &Selector, sees: Option<ContingentId>) -> Number {
        self.count_items(army, selector, sees)
            .iter()
            .fold(Number::ZERO, |sum, f| sum.checked_add(f.amount).unwrap_or(sum))
    }

    /// Returns every unit and character in this region that a selector matches, every unit with a matching part, and what
    /// is bought there.
    pub fn find_matches(
        self,
        army: &Army<'_>,
        selector: &Selector,
        sees: Option<ContingentId>,
    ) -> Vec<CountedItem> {
        let mut all = self.count_items(army, selector, sees);
        let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
        let themselves: HashSet<usize> = all.iter().filter_map(|f| f.unit).collect();
        for at in self.units(army).filter(|at| !themselves.contains(at)) {
            let unit = &army.units[at];
            if unit.parts.iter().any(|(_, b)| seen(b.contingent) && selector.matches(b)) {
                let span = unit.written.type_span();
                all.push(CountedItem {
                    span,
                    amount: Number::ONE,
                    unit: Some(at),
                    character: None,
                    kind: unit.body.kind,
                });
            }
        }
        let bought = army.purchases_in(self, sees).filter(|_| selector.finds_purchases());
        for bought in bought.filter(|bought| selector.matches(&bought.body)) {
            let options = tested_options(&selector.test);
            let taken = bought.body.taken.iter().find(|taken| options.contains(&taken.option));
            all.push(CountedItem {
                span: taken.map_or(bought.span, |taken| taken.span),
                amount: Number::ONE,
                unit: None,
                character: None,
                kind: None,
            });
        }
        all
    }

    /// Returns `true` if a selector matches anything in this region: a unit, a part of one, a character, or what is
    /// bought.
    pub fn has_match(self, army: &Army<'_>, selector: &Selector, sees: Option<ContingentId>) -> bool {
        let seen = |c: ContingentId| sees.is_none_or(|own| own == c);
        self.units(army).any(|at| army.units[at].bodies().any(|b| seen(b.contingent) && selector.matches(b)))
            || self.characters(army).any(|at| {
                let character = &army.characters[at];
                seen(character.contingent) && selector.matches(character)
            })
            || army.has_purchase(self, selector, sees)
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
    /// The index of the character, if it has no body of its own.
    pub character: Option<usize>,
    /// The unit type or entry.
    pub kind: Option<UnitKindId>,
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
