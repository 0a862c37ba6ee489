//! Between which sums of points a unit of a type may cost, whatever it takes.

use crate::format::formula::{Expr, ExprKind, Formula, Operator};
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{KindId, ModeId, OptionId};
use crate::rules::option::{Cost, Kind, Offer};

use super::reach::Reach;

/// A cost of `unit` for each unit and `each` for each of its models.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Rate {
    pub(super) unit: Number,
    pub(super) each: Number,
}

/// What units of a type cost at least and at most.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Range {
    pub(super) least: Rate,
    /// How much more it may be; nothing where that has no end.
    pub(super) more: Option<Rate>,
}

/// What units of a type cost; nothing where a formula or a cost that nobody states leaves that open.
pub(super) fn range(rules: &Rules, id: KindId, mode: Option<ModeId>, reach: &Reach<'_>) -> Option<Range> {
    let kind = rules.kind_of(id);
    let mut range = Range { least: Rate::default(), more: Some(Rate::default()) };
    match kind.cost.as_ref()? {
        Cost::Sizes(prices) => {
            let least = prices.iter().map(|(_, n)| *n).min()?;
            let most = prices.iter().map(|(_, n)| *n).max()?;
            range.least.unit = least;
            range.add_more(false, most.minus(least)?)?;
        }
        cost => match constant(cost, mode) {
            Some(n) => range.add(kind.each, n)?,
            None if never_below(cost, mode) => range.more = None,
            None => return None,
        },
    }
    options(rules, kind, id, mode, reach, &mut range)?;
    // A role may be held, and then it costs what it costs
    for role in &kind.roles {
        let Some(cost) = &rules.roles[role.0].cost else { continue };
        let n = constant(cost, mode)?;
        if n < 0 {
            range.add(false, n)?;
            range.add_more(false, Number::ZERO.minus(n)?)?;
        } else {
            range.add_more(false, n)?;
        }
    }
    for part in &kind.parts {
        let own = rules.kind_of(part.kind);
        let cost = constant(part.cost.as_ref().or(own.cost.as_ref())?, mode)?;
        let inner = Reach::new(rules, part.kind, None);
        let mut extra = Range { least: Rate::default(), more: Some(Rate::default()) };
        options(rules, own, part.kind, mode, &inner, &mut extra)?;
        if cost < 0 || extra.least.unit < 0 || extra.least.each < 0 {
            return None;
        }
        if cost != 0 || extra.more != Some(Rate::default()) || extra.least != Rate::default() {
            range.more = None;
        }
    }
    Some(range)
}

/// Adds what options may cost.
fn options(
    rules: &Rules,
    kind: &Kind,
    id: KindId,
    mode: Option<ModeId>,
    reach: &Reach<'_>,
    range: &mut Range,
) -> Option<()> {
    let base = rules.kind_of(rules.base_of(id));
    for option in &reach.possible {
        let offer = kind.offers.of(*option);
        let type_offer = base.offers.of(*option);
        let always = reach.always.contains(option)
            && offer.is_some_and(|o| o.included)
            && rules.option_of(*option).stands_for.is_empty();
        let there = |kind: &Kind, o: &Offer| {
            o.included || o.group.is_some_and(|g| kind.offers.groups[g].default == Some(o.option))
        };
        let of_type = type_offer.is_some_and(|o| there(base, o));
        let free = rules.option_of(*option).stands_for.is_empty()
            && offer.is_some_and(|o| there(kind, o) && (!o.of_entry || kind.own_cost || of_type));
        if free {
            continue;
        }
        let (price, each) = match price(rules, *option, offer, type_offer, mode)? {
            (Price::Fixed(price), each) => (price, each),
            (Price::Above, _) => {
                range.more = None;
                continue;
            }
        };
        if always {
            range.add(each, price)?;
        } else if price < 0 {
            range.add(each, price)?;
            range.add_more(each, Number::ZERO.minus(price)?)?;
        } else {
            range.add_more(each, price)?;
        }
    }
    Some(())
}

/// What an option costs.
enum Price {
    /// Always this.
    Fixed(Number),
    /// Something that is never below 0.
    Above,
}

fn price(
    rules: &Rules,
    option: OptionId,
    offer: Option<&Offer>,
    type_offer: Option<&Offer>,
    mode: Option<ModeId>,
) -> Option<(Price, bool)> {
    let rule = rules.option_of(option);
    let priced = |cost: &Cost| match constant(cost, mode) {
        Some(n) => Some(Price::Fixed(n)),
        None => never_below(cost, mode).then_some(Price::Above),
    };
    let offers = [offer, type_offer];
    let offered = offers.into_iter().flatten().find_map(|o| o.cost.as_ref());
    let cost = offered.or(rule.cost.as_ref()).or(rules.optional_cost.as_ref())?;
    Some((priced(cost)?, rule.is_for_each(offers)))
}

fn formula(cost: &Cost, mode: Option<ModeId>) -> Option<&Formula> {
    match cost {
        Cost::Same(formula) => Some(formula),
        Cost::Modes(modes) => modes.iter().find(|(m, _)| Some(*m) == mode).map(|(_, f)| f),
        Cost::Sizes(_) => None,
    }
}

/// A cost that is the same whatever the unit is.
pub(super) fn constant(cost: &Cost, mode: Option<ModeId>) -> Option<Number> {
    formula(cost, mode)?.constant()
}

/// Whether a cost is always known and never below 0: a formula of the size and numbers that only grow.
fn never_below(cost: &Cost, mode: Option<ModeId>) -> bool {
    match cost {
        Cost::Sizes(prices) => prices.iter().all(|(_, n)| *n >= 0),
        _ => formula(cost, mode).is_some_and(|f| grows(&f.expr)),
    }
}

fn grows(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Number(n) => *n >= 0,
        ExprKind::Name(name) => name == "size",
        ExprKind::Round { of, .. } => grows(of),
        ExprKind::Min(all) | ExprKind::Max(all) => all.iter().all(grows),
        ExprKind::Chain { first, rest } => {
            grows(first)
                && rest.iter().all(|step| match step.operator {
                    Operator::Plus | Operator::Times => grows(&step.term),
                    Operator::Over => matches!(&step.term.kind, ExprKind::Number(n) if *n > 0),
                    Operator::Minus => false,
                })
        }
        _ => false,
    }
}

impl Range {
    fn add(&mut self, each: bool, n: Number) -> Option<()> {
        let part = if each { &mut self.least.each } else { &mut self.least.unit };
        *part = part.plus(n)?;
        Some(())
    }

    fn add_more(&mut self, each: bool, n: Number) -> Option<()> {
        if let Some(more) = &mut self.more {
            let part = if each { &mut more.each } else { &mut more.unit };
            *part = part.plus(n)?;
        }
        Some(())
    }
}
