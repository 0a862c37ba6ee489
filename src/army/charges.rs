//! Works out charges: prices that depend on what the army has. They see list prices, and never a charge.

use std::borrow::Cow;

use crate::format::formula::FormulaValue;
use crate::format::limit::FractionRounding;
use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_charges::{Charge, ChargedMeasure, ChargedUnits};
use crate::rules::compiled_costs::StatedPrice;
use crate::rules::compiled_measures::Measure;
use crate::rules::compiled_options::OptionPath;
use crate::rules::compiled_selectors::{Selectable, Selector};
use crate::rules::compiled_steps::{LastStep, Steps};
use crate::rules::id_types::{ChargeId, ContingentId, UnitKindId};
use crate::rules::limit_text::measured_thing;
use crate::wording::{ChargedAmount, SelectorText};

use super::Army;
use super::applicable_costs::fitting_line;
use super::cost_lines::{CostLine, PricedItem, UnknownCost};
use super::evaluate_conditions::condition_holds;
use super::evaluate_ruleset_numbers::evaluate_in_region;
use super::limit_measurement::{Measurement, measure_limit};
use super::limits_in_force::regions_of_charge;
use super::regions::{CountedItem, Region};
use super::unknown_words_that_limits_may_count::certain_part_if_open;

/// Who pays a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PaidBy {
    Army,
    Command(usize),
    Unit(usize),
    Character(usize),
}

/// How often a charge is paid, and by whom.
struct ChargedTimes {
    /// How often it is paid, or why that is not known.
    times: Result<Number, UnknownCost>,
    /// What was measured. `None` if the charge is paid once.
    amount: Option<ChargedAmount>,
    /// The entry that was measured. `None` for all of them.
    only: Option<UnitKindId>,
}

/// Adds what charges cost to those who pay them. List prices must be known.
pub(super) fn fill_in_charges(army: &mut Army<'_>) {
    let rules = army.rules;
    // All of them are worked out before any is added, so that none sees another
    let mut paid: Vec<(PaidBy, CostLine<'_>)> = Vec::new();
    for (at, charge) in rules.charges.iter().enumerate() {
        if charge.contingent.is_some_and(|contingent| !army.has_called(contingent)) {
            continue;
        }
        for place in regions_of_charge(army, charge) {
            charge_region(army, (ChargeId(at), charge), place, &mut paid);
        }
    }
    for (payer, line) in paid {
        let lines = match payer {
            PaidBy::Army => &mut army.charges,
            PaidBy::Command(at) => &mut army.commands[at].charges,
            PaidBy::Unit(at) => &mut army.units[at].body.cost_lines,
            PaidBy::Character(at) => &mut army.characters[at].cost_lines,
        };
        lines.push(line);
    }
}

/// Works out a charge in one region of the army.
fn charge_region<'a>(
    army: &Army<'a>,
    (id, charge): (ChargeId, &'a Charge),
    place: Region,
    paid: &mut Vec<(PaidBy, CostLine<'a>)>,
) {
    let holds = condition_holds(army, &charge.when, place, charge.contingent);
    if holds == Some(false) {
        return;
    }
    for charged in charged_times(army, charge, place) {
        if charged.times == Ok(Number::ZERO) {
            continue;
        }
        for (payer, pays) in payers_of(army, charge, place, charged.only) {
            let decided = holds.and(pays).ok_or(UnknownCost::Undecided);
            let times = decided.and(charged.times);
            let cost_of_one = times.and_then(|_| price_of_one(army, charge, place, payer));
            let explanation = charged.amount.as_ref().map(|amount| amount.text(cost_of_one.ok()));
            let line = CostLine {
                paid_for: PricedItem::Charge(id),
                within: OptionPath::new(),
                name: &charge.name,
                cost_of_one,
                times: times.unwrap_or(Number::ONE),
                rule_path: Cow::Borrowed(&charge.rule_path),
                explanation,
            };
            paid.push((payer, line));
        }
    }
}

/// Returns how often a charge is paid for what is measured, or for each entry separately.
fn charged_times(army: &Army<'_>, charge: &Charge, place: Region) -> Vec<ChargedTimes> {
    let Some(measured) = &charge.measured else {
        return vec![ChargedTimes { times: Ok(Number::ONE), amount: None, only: None }];
    };
    let measure =
        |only| measure_limit(army, &measured.measure, place, charge.contingent, only, measured.joined_once);
    let times_of = |found: &Measurement, only| times_of(army, measured, charge.contingent, found, only);
    let all = measure(None);
    if !measured.by_entry {
        return vec![times_of(&all, None)];
    }
    let mut kinds: Vec<UnitKindId> = all.found.iter().filter_map(|found| found.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.into_iter().map(|kind| times_of(&measure(Some(kind)), Some(kind))).collect()
}

fn times_of(
    army: &Army<'_>,
    measured: &ChargedMeasure,
    contingent: Option<ContingentId>,
    found: &Measurement,
    only: Option<UnitKindId>,
) -> ChargedTimes {
    let rules = army.rules;
    // Whatever else is unknown of units makes the whole total unknown
    let is_open = army.has_undecided_effects
        && certain_part_if_open(army, &measured.measure, measured.joined_once, contingent, found).is_some();
    let times = if found.has_unknown_amount || is_open {
        Err(UnknownCost::DependsOnUnknown)
    } else if found.is_absent {
        // There is no highest or lowest of nothing
        Ok(Number::ZERO)
    } else {
        measured.times(found.amount).ok_or(UnknownCost::DependsOnUnknown)
    };
    let named = only.map(|kind| SelectorText::named(&rules.kind(kind).name));
    let what = named.as_ref().or(measured.description.as_ref());
    let Steps { above, per, last } = measured.steps;
    let (rounding, enough) = match last {
        LastStep::Rounded(rounding) => (rounding, None),
        LastStep::FullFrom(enough) => (FractionRounding::None, Some(enough)),
    };
    let pays_charges = |item: &CountedItem| match (item.unit, item.character) {
        (Some(unit), _) => is_payer(army, &army.units[unit].body),
        (None, Some(character)) => is_payer(army, &army.characters[character]),
        (None, None) => false,
    };
    let before_charges =
        matches!(measured.measure, Measure::Points(_)) && found.found.iter().any(pays_charges);
    let thing = measured_thing(rules, &measured.measure, what, found.amount == 1);
    let amount = ChargedAmount {
        amount: found.amount,
        noun: if measured.measure.is_single_value() { format!("as {thing}") } else { thing },
        before_charges,
        above: Some(above).filter(|above| *above > 0),
        per: Some(per).filter(|_| measured.steps.per != 1 || last != Steps::ONE_BY_ONE.last),
        rounding: rounding.into(),
        enough,
        at_most: measured.at_most.filter(|most| times == Ok(*most)),
    };
    ChargedTimes { times, amount: Some(amount), only }
}

/// Returns `true` if some charge of the rules may be paid by this unit or character.
fn is_payer(army: &Army<'_>, subject: &dyn Selectable) -> bool {
    let payers = army.rules.charges.iter().filter_map(|charge| charge.payers.as_ref());
    payers.into_iter().any(|payers| payers.selector.matches(subject))
}

/// Returns who pays a charge in a region, and who may: the units and characters that it names, else the region
/// itself.
///
/// With `only`, the units and characters are of that unit type or entry.
fn payers_of(
    army: &Army<'_>,
    charge: &Charge,
    place: Region,
    only: Option<UnitKindId>,
) -> Vec<(PaidBy, Option<bool>)> {
    let Some(ChargedUnits { selector, .. }) = &charge.payers else {
        let payer = match place {
            Region::Command(at) => PaidBy::Command(at),
            _ => paid_by_contingent(army, charge.contingent),
        };
        return vec![(payer, Some(true))];
    };
    let seen = |contingent: ContingentId| charge.contingent.is_none_or(|own| own == contingent);
    let asked = |kind: Option<UnitKindId>| only.is_none() || kind == only;
    let units = place.units(army).filter_map(|at| {
        let body = &army.units[at].body;
        let pays = unit_pays(army, at, selector);
        (seen(body.contingent) && asked(body.kind) && pays != Some(false)).then_some((PaidBy::Unit(at), pays))
    });
    let characters = place.characters(army).filter(|at| {
        let character = &army.characters[*at];
        seen(character.contingent) && asked(character.kind) && selector.matches(character)
    });
    units.chain(characters.map(|at| (PaidBy::Character(at), Some(true)))).collect()
}

/// Returns whether a unit is one of those who pay. `None` if that depends on a tag that it may have or not.
fn unit_pays(army: &Army<'_>, unit: usize, payers: &Selector) -> Option<bool> {
    let body = &army.units[unit].body;
    (!army.is_tag_open(body, payers)).then(|| payers.matches(body))
}

/// Returns who pays what the army pays: an ally pays with the first of its commands, which has points of its own.
fn paid_by_contingent(army: &Army<'_>, contingent: Option<ContingentId>) -> PaidBy {
    let ally = contingent.filter(|contingent| *contingent != ContingentId::OWN);
    let first = ally.and_then(|ally| army.commands.iter().position(|command| command.contingent == ally));
    first.map_or(PaidBy::Army, PaidBy::Command)
}

/// Works out what is paid each time.
fn price_of_one(
    army: &Army<'_>,
    charge: &Charge,
    place: Region,
    payer: PaidBy,
) -> Result<Number, UnknownCost> {
    let fits = |selector: &Selector| match payer {
        PaidBy::Unit(at) => unit_pays(army, at, selector),
        PaidBy::Character(at) => Some(selector.matches(&army.characters[at])),
        PaidBy::Army | PaidBy::Command(_) => Some(false),
    };
    let holds = |when: &_| condition_holds(army, when, place, charge.contingent);
    let line = fitting_line(&charge.cost, &fits, &holds)?;
    let formula = match &line.price {
        StatedPrice::Sizes(_) => return Err(UnknownCost::NotStated),
        price => price.formula_for_mode(army.mode).ok_or(UnknownCost::NotStated)?,
    };
    if let Some(number) = formula.as_constant() {
        return Ok(number);
    }
    if army.has_undecided_effects {
        return Err(UnknownCost::Undecided);
    }
    let seen_from = match payer {
        PaidBy::Unit(at) => Region::Unit(at),
        PaidBy::Army | PaidBy::Command(_) | PaidBy::Character(_) => place,
    };
    match evaluate_in_region(army, formula, seen_from, charge.contingent) {
        Ok(outcome) if !outcome.incomplete => match outcome.value {
            FormulaValue::Number(n) => Ok(n),
            FormulaValue::Truth(_) | FormulaValue::Absent => Err(UnknownCost::NotStated),
        },
        _ => Err(UnknownCost::NotStated),
    }
}

impl Army<'_> {
    /// Returns the army with list prices alone. Its total is not worked out again.
    #[must_use]
    pub(crate) fn without_charges(mut self) -> Self {
        let lines = self.units.iter_mut().map(|unit| &mut unit.body.cost_lines);
        lines
            .chain(self.characters.iter_mut().map(|character| &mut character.cost_lines))
            .for_each(|lines| lines.retain(CostLine::is_list_price));
        self.commands.iter_mut().for_each(|command| command.charges.clear());
        self.charges.clear();
        self
    }

    /// Returns what a command and those within it pay themselves.
    pub fn charges_in(&self, command: usize) -> impl Iterator<Item = &CostLine<'_>> {
        self.commands[self.commands_in(command)].iter().flat_map(|command| &command.charges)
    }

    /// Returns `true` if a charge is not known, since it may depend on words that are unread or unknown, or on facts
    /// that are missing. Each of these has a finding of its own.
    pub fn has_undecided_charge(&self) -> bool {
        let units = self.units.iter().flat_map(|unit| &unit.body.cost_lines);
        let characters = self.characters.iter().flat_map(|character| &character.cost_lines);
        let is_undecided = |line: &CostLine<'_>| {
            let why = line.cost_of_one.err();
            !line.is_list_price()
                && matches!(why, Some(UnknownCost::Undecided | UnknownCost::DependsOnUnknown))
        };
        self.own_charges(None).chain(units).chain(characters).any(is_undecided)
    }

    /// Returns what the army pays itself, and then what each command does, as far as a contingent sees it.
    pub fn own_charges(&self, contingent: Option<ContingentId>) -> impl Iterator<Item = &CostLine<'_>> {
        let seen = move |c: ContingentId| contingent.is_none_or(|own| own == c);
        let commands = self.commands.iter().filter(move |command| seen(command.contingent));
        let of_army: &[CostLine<'_>] = if seen(ContingentId::OWN) { &self.charges } else { &[] };
        of_army.iter().chain(commands.flat_map(|command| &command.charges))
    }
}
