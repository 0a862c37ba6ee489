//! Lists what units and characters cost, line by line. Every total is the sum of its lines.

use std::borrow::Cow;

use crate::format::formula::Scope;
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{KindId, ModeId, RoleId};
use crate::rules::option::PartRule;

use super::body::Body;
use super::pricing::{Price, Priced, body_price, character_prices, option_price, role_price};

/// One line of a cost, in points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'r> {
    /// What is paid for. The printed name does not tell, since two options may share one.
    pub of: Priced,
    /// The printed name of what is paid for.
    pub what: &'r str,
    /// The cost of one. `None` if it is unknown.
    pub each: Option<Number>,
    /// How many are paid for: the number of models if the cost is for each, otherwise 1.
    pub times: Number,
    /// The path of the rule that states the cost, such as `fra/options/elite`, or
    /// `fra/units/spears/options/elite` if the offer on the unit type's line states it.
    pub rule: Cow<'r, str>,
}

impl<'r> Line<'r> {
    fn new(price: Price<'r>, mode: Option<ModeId>, size: u32, models: u32, scope: &dyn Scope) -> Self {
        let each = price.amount(mode, size, scope);
        let times = if price.per_model { models } else { 1 };
        Self { of: price.of, what: price.what, each, times: i64::from(times).into(), rule: price.rule }
    }

    /// Returns the cost of all of them. `None` if it is unknown.
    pub fn total(&self) -> Option<Number> {
        self.each?.times(self.times)
    }
}

/// Returns the sum of all lines. `None` if the cost of any line is unknown.
pub fn sum(lines: &[Line<'_>]) -> Option<Number> {
    lines.iter().try_fold(Number::ZERO, |sum, line| sum.plus(line.total()?))
}

/// Returns the sum of the lines whose cost is known, so that the total is at least this much.
pub fn known(lines: &[Line<'_>]) -> Number {
    lines.iter().filter_map(Line::total).fold(Number::ZERO, |sum, n| sum.plus(n).unwrap_or(sum))
}

/// Lists the cost of a body, then of its options, then of its roles.
pub(super) fn body<'r>(
    body: &Body<'_>,
    rules: &'r Rules,
    mode: Option<ModeId>,
    part: Option<&'r PartRule>,
    scope: &dyn Scope,
) -> Vec<Line<'r>> {
    let Some(kind) = body.kind else {
        return vec![Line {
            of: Priced::Body,
            what: "unknown unit type",
            each: None,
            times: Number::ONE,
            rule: Cow::Borrowed(""),
        }];
    };
    let own = Line::new(body_price(rules, kind, part), mode, body.size, body.size, scope);
    let options = body.taken.iter().filter_map(|taken| {
        let price = option_price(rules, kind, taken.option, taken.origin)?;
        Some(Line::new(price, mode, body.size, taken.models.unwrap_or(body.size), scope))
    });
    let roles = body.roles.iter().filter_map(|role| role_price(rules, *role));
    let roles = roles.map(|price| Line::new(price, mode, 1, 1, scope));
    std::iter::once(own).chain(options).chain(roles).collect()
}

/// Lists the cost of a character without a body: of the character, then of the role.
pub(super) fn character<'r>(
    rules: &'r Rules,
    kind: Option<KindId>,
    role: Option<RoleId>,
    mode: Option<ModeId>,
    scope: &dyn Scope,
) -> Vec<Line<'r>> {
    character_prices(rules, kind, role).map(|price| Line::new(price, mode, 1, 1, scope)).collect()
}
