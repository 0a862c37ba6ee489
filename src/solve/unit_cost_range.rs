//! Bounds on what a unit of one type can cost, whatever options it takes.

use std::ops::RangeInclusive;

use crate::army::applicable_costs::{OptionPrice, body_price, character_prices, option_price, role_price};
use crate::army::evaluate_conditions::ConditionOutcome;
use crate::format::formula::{Expr, ExprKind, Operator};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_costs::{Cost, PriceLine, StatedPrice};
use crate::rules::compiled_unit_types::PartRule;
use crate::rules::id_types::{ContingentId, ModeId, RoleId, UnitKindId};

use super::charge_costs::charge_applies;
use super::scenario::{ConditionContext, Scenario};
use crate::army::selector_coverage_of_unit_types::{
    BodilessCharacter, Coverage, OptionReach, PossibleOption,
};
use crate::rules::compiled_selectors::Selector;

/// A cost in points: `unit` for each unit, plus `each` for each of its models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CostPerSize {
    pub(super) per_unit: Number,
    pub(super) per_model: Number,
}

/// The least and the most that a unit of one type can cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CostRange {
    pub(super) least: CostPerSize,
    /// How much more it can cost at most. `None` if there is no upper bound.
    pub(super) max_extra: Option<CostPerSize>,
}

/// Whose prices are asked for: units of a type in a scenario.
#[derive(Clone, Copy)]
pub(super) struct Payers<'p, 'r> {
    pub(super) scene: &'p Scenario,
    /// The options that they can have, which the lines of a cost test. `None` if it is not known who pays.
    pub(super) reach: Option<&'p OptionReach<'r>>,
}

/// What one price can be.
#[derive(Clone, Copy, Debug)]
pub(super) struct PriceBounds {
    per_model: bool,
    pub(super) least: Number,
    /// `None` if there is no upper bound.
    most: Option<Number>,
    /// Whether it may turn out that no price is known, so that nothing is added.
    may_be_unknown: bool,
}

/// Works out what units of a type can cost.
///
/// `None` if there is no lower bound, because of a formula or because no rule states a cost.
pub(super) fn cost_range(
    rules: &Rules,
    id: UnitKindId,
    scene: &Scenario,
    reach: &OptionReach<'_>,
) -> Option<CostRange> {
    let kind = rules.kind(id);
    let payers = Payers { scene, reach: Some(reach) };
    let mut range = body_cost_range(rules, id, None, payers, reach.options())?;
    let contingent = kind.entry_of.unwrap_or(ContingentId::OWN);
    range.add_charges(rules, contingent, payers, &|selector| reach.coverage(selector))?;
    for price in kind.roles.iter().filter_map(|role| role_price(rules, *role)) {
        // The price goes by the unit that is joined, if there is one
        range.add(&price, Payers { reach: None, ..payers }, true)?;
    }
    for part in &kind.parts {
        let inner = OptionReach::new(rules, part.kind, None);
        let payers = Payers { scene, reach: Some(&inner) };
        let inner = body_cost_range(rules, part.kind, Some(part), payers, inner.options())?;
        if inner.least.per_unit < 0 || inner.least.per_model < 0 {
            return None;
        }
        // The size of a part is chosen in the list, so its cost has no upper bound unless it is free
        if inner != CostRange::FREE {
            range.max_extra = None;
        }
    }
    Some(range)
}

/// Works out what a body can cost with these options. `None` if there is no lower bound.
pub(super) fn body_cost_range(
    rules: &Rules,
    id: UnitKindId,
    part: Option<&PartRule>,
    payers: Payers<'_, '_>,
    options: impl Iterator<Item = PossibleOption>,
) -> Option<CostRange> {
    let mut range = CostRange::FREE;
    range.add(&body_price(rules, id, part), payers, false)?;
    for PossibleOption { option, within, origins, is_always_there, times } in options {
        let prices: Vec<Option<OptionPrice<'_>>> =
            origins.into_iter().map(|origin| option_price(rules, id, option, &within, origin)).collect();
        // The ways to have an option differ only in whether it is paid for, not in its price
        let Some(price) = prices.iter().flatten().next() else { continue };
        // Perhaps only some models have it, and a cost by size may leave out some sizes
        let by_size = price.cost.is_some_and(|cost| cost.prices_by_size().is_some());
        let less = rules.option(option).partial || by_size;
        // An option within one that some models have is itself for some
        let less = less || within.iter().any(|outer| rules.option(*outer).partial);
        let may_be_unpaid = less || !is_always_there || prices.iter().any(Option::is_none);
        let bounds = price_bounds(price.cost?, price.per_model, payers)?.for_times(&times)?;
        range.add_bounds(bounds, may_be_unpaid)?;
    }
    Some(range)
}

/// Returns what a character without a body can cost. `None` if there is no lower bound.
pub(super) fn character_cost_range(
    rules: &Rules,
    kind: Option<UnitKindId>,
    role: RoleId,
    scene: &Scenario,
) -> Option<CostRange> {
    let mut range = CostRange::FREE;
    let payers = Payers { scene, reach: None };
    for price in character_prices(rules, kind, Some(role)) {
        range.add(&price, payers, false)?;
    }
    let person = BodilessCharacter { kind, role: Some(role) };
    let pays = |selector: &Selector| {
        if selector.matches(&person) { Coverage::Always } else { Coverage::Never }
    };
    let contingent = kind.and_then(|kind| rules.kind(kind).entry_of).unwrap_or(ContingentId::OWN);
    range.add_charges(rules, contingent, payers, &pays)?;
    Some(range)
}

/// Returns what a cost can be for these payers. `None` if it has no lower bound.
///
/// With `per_model`, the cost is for each model, unless it is a price by size.
pub(super) fn price_bounds(cost: &Cost, per_model: bool, payers: Payers<'_, '_>) -> Option<PriceBounds> {
    let mut bounds: Option<PriceBounds> = None;
    for line in &cost.lines {
        let fits = line_fits(line, cost, payers);
        if fits == Coverage::Never {
            continue;
        }
        let own = stated_price_bounds(per_model, &line.price, payers.scene.mode)?;
        bounds = Some(match bounds {
            None => own,
            Some(before) => before.or(own)?,
        });
        if fits == Coverage::Always {
            return bounds;
        }
    }
    // Perhaps no line fits, and then the price is not known
    let bounds = bounds.unwrap_or_else(|| PriceBounds::exactly(Number::ZERO));
    Some(PriceBounds { may_be_unknown: true, ..bounds })
}

/// Returns whether a line of a cost fits all, none or some of the payers.
fn line_fits(line: &PriceLine, cost: &Cost, payers: Payers<'_, '_>) -> Coverage {
    let ask = ConditionContext {
        commands: None,
        // What the allies leave of the size is not settled
        size: payers.scene.size.filter(|_| cost.contingent.is_none()),
        uses_own_answers: cost.contingent.is_none_or(|c| c == ContingentId::OWN),
    };
    let when = match payers.scene.evaluate_condition(&line.when, &ask) {
        ConditionOutcome::Holds => Coverage::Always,
        ConditionOutcome::Fails => return Coverage::Never,
        ConditionOutcome::Open(_) => Coverage::Sometimes,
    };
    let who = match (&line.selector, payers.reach) {
        (None, _) => Coverage::Always,
        (Some(selector), Some(reach)) => reach.coverage(selector),
        (Some(_), None) => Coverage::Sometimes,
    };
    match (when, who) {
        (_, Coverage::Never) => Coverage::Never,
        (Coverage::Always, Coverage::Always) => Coverage::Always,
        _ => Coverage::Sometimes,
    }
}

fn stated_price_bounds(per_model: bool, stated: &StatedPrice, mode: Option<ModeId>) -> Option<PriceBounds> {
    if let StatedPrice::Sizes(prices) = stated {
        let all = || prices.iter().map(|(_, n)| *n);
        let (least, most) = (all().min()?, all().max());
        return Some(PriceBounds { least, most, per_model: false, may_be_unknown: false });
    }
    let formula = stated.formula_for_mode(mode)?;
    match formula.as_constant() {
        Some(n) => Some(PriceBounds { per_model, ..PriceBounds::exactly(n) }),
        None => is_never_negative(&formula.expr).then_some(PriceBounds {
            per_model,
            least: Number::ZERO,
            most: None,
            may_be_unknown: false,
        }),
    }
}

impl PriceBounds {
    /// The bounds of a price for each unit that is always this.
    fn exactly(n: Number) -> Self {
        Self { per_model: false, least: n, most: Some(n), may_be_unknown: false }
    }

    /// Returns `true` if there is only one price.
    pub(super) fn is_settled(&self) -> bool {
        self.most == Some(self.least) && !self.may_be_unknown
    }

    /// Returns the least and the most that is added, also if no price is known. `None` for the most if there is no bound.
    pub(super) fn for_whoever_pays(&self) -> (Number, Option<Number>) {
        if self.may_be_unknown {
            return (self.least.min(Number::ZERO), self.most.map(|most| most.max(Number::ZERO)));
        }
        (self.least, self.most)
    }

    /// Returns the bounds of what is paid if the price is paid a number of times in this range. `None` if the numbers
    /// become too large.
    fn for_times(self, times: &RangeInclusive<u32>) -> Option<Self> {
        let multiplied = |price: Number| {
            let paid = |n: &u32| price.checked_mul(i64::from(*n).into());
            Some([paid(times.start())?, paid(times.end())?])
        };
        let [few, many] = multiplied(self.least)?;
        let most = match self.most {
            Some(most) => Some(multiplied(most)?).map(|[few, many]| few.max(many)),
            None => None,
        };
        Some(Self { least: few.min(many), most, ..self })
    }

    /// Returns the bounds of a price that is within these or those. `None` if there is no lower bound.
    fn or(self, other: Self) -> Option<Self> {
        if self.per_model == other.per_model {
            return Some(Self {
                least: self.least.min(other.least),
                most: self.most.zip(other.most).map(|(a, b)| a.max(b)),
                ..self
            });
        }
        // One is for each unit and the other for each model, so that only their signs can be compared
        (self.least >= 0 && other.least >= 0).then_some(Self { least: Number::ZERO, most: None, ..self })
    }
}

/// Returns `true` if a formula always has a value that is at least 0. It may use only the size, numbers that
/// are not negative, and operators that keep it so.
fn is_never_negative(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(n) => *n >= 0,
        ExprKind::Name(name) => name == "size",
        ExprKind::Round { of, .. } => is_never_negative(of),
        ExprKind::Min(all) | ExprKind::Max(all) => all.iter().all(is_never_negative),
        ExprKind::Chain { first, rest } => {
            is_never_negative(first)
                && rest.iter().all(|step| match step.operator {
                    Operator::Plus | Operator::Times => is_never_negative(&step.term),
                    Operator::Over => matches!(&step.term.kind, ExprKind::Number(n) if *n > 0),
                    Operator::Minus => false,
                })
        }
        _ => false,
    }
}

impl CostRange {
    const FREE: Self = {
        let nothing = CostPerSize { per_unit: Number::ZERO, per_model: Number::ZERO };
        Self { least: nothing, max_extra: Some(nothing) }
    };

    /// Adds a price that is always paid, or one that may be left unpaid. `None` if the price has no bounds.
    pub(super) fn add(
        &mut self,
        price: &OptionPrice<'_>,
        payers: Payers<'_, '_>,
        may_be_unpaid: bool,
    ) -> Option<()> {
        let bounds = price_bounds(price.cost?, price.per_model, payers)?;
        self.add_bounds(bounds, may_be_unpaid)
    }

    /// Adds the charges that such units pay. `None` if they have no lower bound.
    fn add_charges(
        &mut self,
        rules: &Rules,
        contingent: ContingentId,
        payers: Payers<'_, '_>,
        pays: &dyn Fn(&Selector) -> Coverage,
    ) -> Option<()> {
        for charge in &rules.charges {
            let Some(of) = &charge.payers else { continue };
            let who = pays(&of.selector);
            let applies = charge_applies(payers.scene, charge, None);
            let is_seen = charge.contingent.is_none_or(|own| own == contingent);
            if who == Coverage::Never || applies == Some(false) || !is_seen {
                continue;
            }
            let mut bounds = price_bounds(&charge.cost, false, payers)?;
            let mut may_be_unpaid = who != Coverage::Always || applies.is_none();
            if let Some(measured) = &charge.measured {
                // How often it is paid depends on the rest of the army
                may_be_unpaid = true;
                bounds.most = bounds.most.filter(|most| *most <= 0);
                if bounds.least < 0 {
                    bounds.least = bounds.least.checked_mul(measured.at_most?)?;
                }
            }
            self.add_bounds(bounds, may_be_unpaid)?;
        }
        Some(())
    }

    fn add_bounds(&mut self, bounds: PriceBounds, may_be_unpaid: bool) -> Option<()> {
        let PriceBounds { per_model, mut least, mut most, may_be_unknown } = bounds;
        if may_be_unpaid || may_be_unknown {
            least = least.min(Number::ZERO);
            most = most.map(|n| n.max(Number::ZERO));
        }
        self.least.add(per_model, least)?;
        match (&mut self.max_extra, most) {
            (Some(more), Some(most)) => more.add(per_model, most.checked_sub(least)?)?,
            (more, _) => *more = None,
        }
        Some(())
    }
}

impl CostPerSize {
    fn add(&mut self, per_model: bool, n: Number) -> Option<()> {
        let sum = if per_model { &mut self.per_model } else { &mut self.per_unit };
        *sum = sum.checked_add(n)?;
        Some(())
    }
}
