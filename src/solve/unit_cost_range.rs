//! Bounds on what a unit of one type can cost, whatever options it takes.

use std::ops::RangeInclusive;

use crate::army::applicable_costs::{OptionPrice, body_price, option_price, role_price};
use crate::format::formula::{Expr, ExprKind, Operator};
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_options::Cost;
use crate::rules::compiled_unit_types::PartRule;
use crate::rules::id_types::{ModeId, UnitKindId};

use crate::army::selector_coverage::{OptionReach, PossibleOption};

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

/// Works out what units of a type can cost.
///
/// `None` if there is no lower bound, because of a formula or because no rule states a cost.
pub(super) fn cost_range(
    rules: &Rules,
    id: UnitKindId,
    mode: Option<ModeId>,
    reach: &OptionReach<'_>,
) -> Option<CostRange> {
    let kind = rules.kind(id);
    let mut range = body_cost_range(rules, id, None, mode, reach.options())?;
    for price in kind.roles.iter().filter_map(|role| role_price(rules, *role)) {
        range.add(&price, mode, true)?;
    }
    for part in &kind.parts {
        let inner = OptionReach::new(rules, part.kind, None);
        let inner = body_cost_range(rules, part.kind, Some(part), mode, inner.options())?;
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
    mode: Option<ModeId>,
    options: impl Iterator<Item = PossibleOption>,
) -> Option<CostRange> {
    let mut range = CostRange::FREE;
    range.add(&body_price(rules, id, part), mode, false)?;
    for PossibleOption { option, within, origins, is_always_there, times } in options {
        let prices: Vec<Option<OptionPrice<'_>>> =
            origins.into_iter().map(|origin| option_price(rules, id, option, &within, origin)).collect();
        // The ways to have an option differ only in whether it is paid for, not in its price
        let Some(price) = prices.iter().flatten().next() else { continue };
        // Perhaps only some models have it, and a cost by size may leave out some sizes
        let less = rules.option(option).partial || matches!(price.cost, Some(Cost::Sizes(_)));
        // An option within one that some models have is itself for some
        let less = less || within.iter().any(|outer| rules.option(*outer).partial);
        let may_be_unpaid = less || !is_always_there || prices.iter().any(Option::is_none);
        range.add_times(price, mode, may_be_unpaid, &times)?;
    }
    Some(range)
}

/// Returns the least and the most that a price can be. The most is `None` if there is no upper bound.
fn price_bounds(price: &OptionPrice<'_>, mode: Option<ModeId>) -> Option<(Number, Option<Number>)> {
    if let Some(Cost::Sizes(prices)) = price.cost {
        let all = || prices.iter().map(|(_, n)| *n);
        return Some((all().min()?, all().max()));
    }
    let formula = price.formula_for_mode(mode)?;
    match formula.as_constant() {
        Some(n) => Some((n, Some(n))),
        None => is_never_negative(&formula.expr).then_some((Number::ZERO, None)),
    }
}

/// Returns what a price is for every unit. `None` if it depends on the unit.
pub(super) fn constant_cost(price: &OptionPrice<'_>, mode: Option<ModeId>) -> Option<Number> {
    price.formula_for_mode(mode)?.as_constant()
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
        mode: Option<ModeId>,
        may_be_unpaid: bool,
    ) -> Option<()> {
        self.add_times(price, mode, may_be_unpaid, &(1..=1))
    }

    /// Like [`add`](Self::add), for a price that is paid a number of times in this range.
    fn add_times(
        &mut self,
        price: &OptionPrice<'_>,
        mode: Option<ModeId>,
        may_be_unpaid: bool,
        times_range: &RangeInclusive<u32>,
    ) -> Option<()> {
        let (least, most) = price_bounds(price, mode)?;
        let multiplied = |price: Number| {
            let times = |n: &u32| price.checked_mul(i64::from(*n).into());
            Some([times(times_range.start())?, times(times_range.end())?])
        };
        let [few, many] = multiplied(least)?;
        let mut least = few.min(many);
        let mut most = match most.map(multiplied) {
            Some(ends) => ends.map(|[few, many]| few.max(many)),
            None => None,
        };
        if may_be_unpaid {
            least = least.min(Number::ZERO);
            most = most.map(|n| n.max(Number::ZERO));
        }
        self.least.add(price.per_model, least)?;
        match (&mut self.max_extra, most) {
            (Some(more), Some(most)) => more.add(price.per_model, most.checked_sub(least)?)?,
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
