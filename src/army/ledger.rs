//! Lists what units and characters cost, line by line. Every total is the sum of its lines.

use std::borrow::Cow;

use crate::format::formula::Scope;
use crate::format::read_exact_numbers::Number;
use crate::rules::Rules;
use crate::rules::compiled_unit_types::PartRule;
use crate::rules::id_types::{ModeId, RoleId, UnitKindId};

use super::applicable_costs::{
    OptionPrice, PricedItem, body_price, character_prices, option_price, role_price,
};
use super::bodies_and_options::Body;

/// One line of a cost, in points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostLine<'r> {
    /// What is paid for. The printed name does not tell, since two options may share one.
    pub paid_for: PricedItem,
    /// The printed name of what is paid for.
    pub name: &'r str,
    /// The cost of one. `None` if it is unknown.
    pub cost_of_one: Option<Number>,
    /// How many are paid for: the number of models if the cost is for each, otherwise 1.
    pub times: Number,
    /// The path of the rule that states the cost, such as `fra/options/elite`, or
    /// `fra/units/spears/options/elite` if the offer on the unit type's line states it.
    pub rule_path: Cow<'r, str>,
}

impl<'r> CostLine<'r> {
    fn new(price: OptionPrice<'r>, mode: Option<ModeId>, size: u32, models: u32, scope: &dyn Scope) -> Self {
        let each = price.cost_of_one(mode, size, scope);
        let times = if price.per_model { models } else { 1 };
        Self {
            paid_for: price.paid_for,
            name: price.name,
            cost_of_one: each,
            times: i64::from(times).into(),
            rule_path: price.rule_path,
        }
    }

    /// Returns the cost of all of them. `None` if it is unknown.
    pub fn total(&self) -> Option<Number> {
        self.cost_of_one?.checked_mul(self.times)
    }
}

/// Returns the sum of all lines. `None` if the cost of any line is unknown.
pub fn total_cost(lines: &[CostLine<'_>]) -> Option<Number> {
    lines.iter().try_fold(Number::ZERO, |sum, line| sum.checked_add(line.total()?))
}

/// Returns the sum of the lines whose cost is known, so that the total is at least this much.
pub fn known_total(lines: &[CostLine<'_>]) -> Number {
    lines.iter().filter_map(CostLine::total).fold(Number::ZERO, |sum, n| sum.checked_add(n).unwrap_or(sum))
}

/// Lists the cost of a body, then of its options, then of its roles.
pub(super) fn body_cost_lines<'r>(
    body: &Body<'_>,
    rules: &'r Rules,
    mode: Option<ModeId>,
    part: Option<&'r PartRule>,
    scope: &dyn Scope,
) -> Vec<CostLine<'r>> {
    let Some(kind) = body.kind else {
        return vec![CostLine {
            paid_for: PricedItem::Body,
            name: "unknown unit type",
            cost_of_one: None,
            times: Number::ONE,
            rule_path: Cow::Borrowed(""),
        }];
    };
    let own = CostLine::new(body_price(rules, kind, part), mode, body.size, body.size, scope);
    let options = body.taken.iter().filter_map(|taken| {
        let price = option_price(rules, kind, taken.option, taken.origin)?;
        Some(CostLine::new(price, mode, body.size, taken.models.unwrap_or(body.size), scope))
    });
    let roles = body.roles.iter().filter_map(|role| role_price(rules, *role));
    let roles = roles.map(|price| CostLine::new(price, mode, 1, 1, scope));
    std::iter::once(own).chain(options).chain(roles).collect()
}

/// Lists the cost of a character without a body: of the character, then of the role.
pub(super) fn character_cost_lines<'r>(
    rules: &'r Rules,
    kind: Option<UnitKindId>,
    role: Option<RoleId>,
    mode: Option<ModeId>,
    scope: &dyn Scope,
) -> Vec<CostLine<'r>> {
    character_prices(rules, kind, role).map(|price| CostLine::new(price, mode, 1, 1, scope)).collect()
}
