//! What entries and options cost, before they are in an army.

use schemars::JsonSchema;
use serde::Serialize;

use crate::army::applicable_costs::{OptionPrice, body_price, option_price, stated_cost};
use crate::army::bodies_and_options::OptionOrigin;
use crate::army::bodies_and_options::default_origin;
use crate::army::cost_lines::{CostLine, PricedItem};
use crate::call::shared_types::Num;
use crate::exact_number::Number;
use crate::format::formula::Formula;
use crate::format::shared_types::SizeMeasure;
use crate::rules::Rules;
use crate::rules::compiled_costs::{Cost, StatedPrice};
use crate::rules::compiled_options::OptionOffer;
use crate::rules::compiled_unit_types::UnitKind;
use crate::rules::cost_text::cost_text;
use crate::rules::id_types::ModeId;

/// What something costs, in points.
#[derive(Serialize, JsonSchema)]
pub(super) struct Price {
    /// With what is always there. Null if it depends on the army, or the game has no points.
    base: Option<Num>,
    /// What the price is for: `unit`, `model`, `element` or `base`.
    per: &'static str,
    /// The price in words, with what is in it.
    text: String,
}

impl Price {
    /// The price of a unit type or entry, from the costs of the smallest such unit.
    pub(super) fn of_kind(rules: &Rules, kind: &UnitKind, lines: &[&CostLine<'_>]) -> Self {
        let each = body_price(rules, kind.kind_id, None).per_model;
        let text = |line: &&&CostLine<'_>| {
            let cost = open_cost(rules, kind, line).map(|cost| cost_text(rules, cost, false));
            let cost = cost.unwrap_or_else(|| {
                line.cost_of_one.map_or_else(|_| "unknown".to_owned(), |cost| cost.to_string())
            });
            match line.paid_for {
                PricedItem::Body if line.name == kind.name => cost,
                _ => format!("{} {cost}", line.name.to_lowercase()),
            }
        };
        // The total of one model is known only if everything is paid for each
        let size = lines.first().map_or(Number::ONE, |line| line.times);
        let countable = !each || lines.iter().all(|line| line.times == size);
        let settled = lines.iter().all(|line| open_cost(rules, kind, line).is_none());
        let costs = lines.iter().map(|line| if each { line.cost_of_one.ok() } else { line.total() });
        let sum = costs.into_iter().try_fold(Number::ZERO, |sum, cost| sum.checked_add(cost?));
        Self {
            base: sum
                .filter(|_| countable && settled && rules.has_points && !lines.is_empty())
                .map(Num::from),
            per: per(each, kind.size.measure),
            text: lines.iter().map(|line| text(&line)).collect::<Vec<_>>().join(", "),
        }
    }

    /// The price of an option on a unit of a kind.
    pub(super) fn of_option(
        rules: &Rules,
        kind: &UnitKind,
        offer: &OptionOffer,
        mode: Option<ModeId>,
    ) -> Self {
        let origin = default_origin(&kind.offers, offer).unwrap_or(OptionOrigin::Chosen);
        let price = option_price(rules, kind.kind_id, offer.option, &[], origin).filter(|_| rules.has_points);
        let Some(price) = price else {
            let free = rules.has_points.then_some(Number::ZERO);
            let text = free.map_or_else(String::new, |free| free.to_string());
            return Self { base: free.map(Num::from), per: "unit", text };
        };
        let formula = price.formula_for_mode(mode);
        Self {
            base: formula.and_then(Formula::as_constant).map(Num::from),
            per: per(price.per_model, kind.size.measure),
            text: price_text(rules, &price, mode),
        }
    }
}

/// Returns the cost that a line of the ledger was priced by, if it depends on who pays or on the army.
fn open_cost<'r>(rules: &'r Rules, kind: &UnitKind, line: &CostLine<'_>) -> Option<&'r Cost> {
    let cost = stated_cost(rules, kind.kind_id, line);
    cost.filter(|cost| cost.only_price().is_none())
}

/// Returns a stated price in words: a number, a formula, or a number for each size or line.
fn price_text(rules: &Rules, price: &OptionPrice<'_>, mode: Option<ModeId>) -> String {
    match (price.formula_for_mode(mode), price.cost.filter(|cost| !depends_on_mode_alone(cost))) {
        (Some(formula), _) => formula.to_string(),
        (None, Some(cost)) => cost_text(rules, cost, false),
        (None, None) => "unknown".to_owned(),
    }
}

/// Returns `true` for a cost that states a price for some modes, and nothing else.
fn depends_on_mode_alone(cost: &Cost) -> bool {
    matches!(cost.only_price(), Some(StatedPrice::Modes(_)))
}

fn per(each: bool, measure: SizeMeasure) -> &'static str {
    if each { measure.noun(true) } else { "unit" }
}
