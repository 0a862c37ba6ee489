//! Words of a list that could not be resolved, and the limits that might count what they stand for.

use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_amounts::RatioBase;
use crate::rules::compiled_limits::{Limit, Measure};
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::ContingentId;

use super::broken_bounds::BrokenBound;
use super::limit_measurement::Measurement;
use super::purchases::Purchases;
use super::regions::CountedItem;
use super::{Army, Character, Command, Unit, UnitLink};

/// Whose points or numbers are added up.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AddedUp {
    Nobodys,
    /// Those of the units that are counted.
    Counted,
    /// Those of all units, as where a share is of the points spent: an unknown unit costs something too.
    All,
}

/// What something counts, as far as it matters for words that could not be resolved.
struct Counted<'l> {
    /// The selectors of what is measured and of the bases of shares and rates.
    selectors: Vec<&'l Selector>,
    /// Whose points or numbers are added up, which unread words may change.
    adds_up: AddedUp,
    /// Whether units attached to each other count once.
    joined_once: bool,
    /// Whether it is a formula, which may count anything.
    is_formula: bool,
    /// The contingent whose units are counted. `None` for all.
    contingent: Option<ContingentId>,
}

impl<'l> Counted<'l> {
    /// What a limit counts.
    fn by_limit(limit: &'l Limit) -> Self {
        let mut counted = Self::by_measure(&limit.measure, limit.joined_once, limit.contingent);
        counted.selectors.extend(limit.base_selectors());
        counted.is_formula = limit.formula.is_some();
        let mut bases = limit.all_bounds().flat_map(|bound| bound.amount.bases());
        if bases.any(|base| matches!(base, RatioBase::Spent)) {
            counted.adds_up = AddedUp::All;
        }
        counted
    }

    /// What a measure counts.
    fn by_measure(measure: &'l Measure, joined_once: bool, contingent: Option<ContingentId>) -> Self {
        let adds_up = measure.is_single_value()
            || matches!(measure, Measure::Points(_) | Measure::OptionPoints(..) | Measure::Number(..));
        Self {
            selectors: measure.selector().into_iter().collect(),
            adds_up: if adds_up { AddedUp::Counted } else { AddedUp::Nobodys },
            joined_once,
            is_formula: false,
            contingent,
        }
    }

    /// Returns `true` if a word that could not be resolved might be what is counted.
    fn may_be_hidden(&self, army: &Army<'_>) -> bool {
        let seen = |c: ContingentId| self.contingent.is_none_or(|own| own == c);
        let unit = |u: &Unit<'_>| seen(u.body.contingent) && self.may_count_unit(army, u);
        let character = |c: &Character<'_>| {
            let no_role = c.role.is_none() && self.selectors.iter().any(|s| s.matches_characters);
            let matched = || self.selectors.iter().any(|s| army.may_match_character(c, s));
            let unsure = c.is_unclear && (self.adds_up != AddedUp::Nobodys || matched());
            seen(c.contingent) && (c.is_unclear && self.is_formula || no_role || unsure)
        };
        let standard = |link: &UnitLink<'_>| {
            link.unit.is_none() && (self.is_formula || self.selectors.iter().any(|s| s.tests_options()))
        };
        let kind_is_open = || self.selectors.iter().any(|s| s.tests_command_kinds());
        let command =
            |c: &Command<'_>| c.kind.is_none() && c.written.is_some() && (self.is_formula || kind_is_open());
        let bought = |bought: &Purchases<'_>| {
            let is_seen = self.is_formula
                || self.adds_up != AddedUp::Nobodys
                || self.selectors.iter().any(|s| s.finds_purchases());
            is_seen && seen(bought.body.contingent) && bought.is_unclear(army)
        };
        army.part_unread
            || army.purchases.iter().any(bought)
            || !army.rules.command_kinds.is_empty() && army.commands.iter().any(command)
            || army.units.iter().any(unit)
            || army.characters.iter().any(character)
            || army.standards.iter().any(standard)
    }

    /// Returns `true` if what is unread or unknown of a unit might change how it is counted.
    fn may_count_unit(&self, army: &Army<'_>, unit: &Unit<'_>) -> bool {
        let unlinked = || unit.attached_to.as_ref().is_some_and(|link| link.unit.is_none());
        let joins_nobody = self.joined_once && unlinked();
        let unsure = unit.is_unclear
            && (self.is_formula || unit.body.kind.is_some() && self.adds_up != AddedUp::Nobodys);
        let cost_is_open = self.adds_up == AddedUp::All && (unit.is_unclear || unit.body.kind.is_none());
        joins_nobody || unsure || cost_is_open || self.selectors.iter().any(|s| army.may_match_unit(unit, s))
    }

    /// Returns the part of a measured amount that counts whatever the unread or unknown words mean.
    fn certain_amount(&self, army: &Army<'_>, measured: &Measurement) -> Number {
        let sure = |found: &&CountedItem| {
            found.unit.is_none_or(|at| {
                let unit = &army.units[at];
                unit.body.kind.is_some() && !self.may_count_unit(army, unit)
            })
        };
        let sure = measured.found.iter().filter(sure);
        sure.fold(Number::ZERO, |sum, f| sum.checked_add(f.amount).unwrap_or(sum))
    }
}

/// Returns `true` if a word that could not be resolved might be what `limit` counts.
///
/// A misspelt name is treated as the name it resembles.
pub fn list_may_hide_matches(army: &Army<'_>, limit: &Limit) -> bool {
    Counted::by_limit(limit).may_be_hidden(army)
}

/// Returns the part of a measured amount that counts whatever the unread or unknown words mean, if these might
/// change the amount. `None` if they cannot.
pub(super) fn certain_part_if_open(
    army: &Army<'_>,
    measure: &Measure,
    joined_once: bool,
    contingent: Option<ContingentId>,
    measured: &Measurement,
) -> Option<Number> {
    let counted = Counted::by_measure(measure, joined_once, contingent);
    let open = measured.has_unknown_amount || counted.may_be_hidden(army);
    open.then(|| counted.certain_amount(army, measured))
}

/// Returns `true` if a bound may only seem broken, since what could not be resolved might be what is missing, or
/// might not be what is counted here.
///
/// `unresolved` is whether a word might be what the limit counts, and `amount_may_grow` whether the measured amount
/// may be larger for any reason.
pub fn may_only_seem_broken(
    army: &Army<'_>,
    limit: &Limit,
    measured: &Measurement,
    broken: &BrokenBound,
    unresolved: bool,
    amount_may_grow: bool,
) -> bool {
    // A single value may be that of something which is not known yet
    if limit.measure.is_single_value() {
        return unresolved || amount_may_grow;
    }
    if broken.is_too_high() {
        let certain = || Counted::by_limit(limit).certain_amount(army, measured);
        // A unit of an unknown name is counted by "all but these", whatever it was meant to be
        let counts_unknown =
            || measured.found.iter().any(|f| f.unit.is_some_and(|at| army.units[at].body.kind.is_none()));
        (unresolved || counts_unknown()) && (broken.depends_on_others || certain() <= broken.allowed.amount)
    } else {
        amount_may_grow
    }
}
