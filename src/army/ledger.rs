//! What everything costs, line by line; every total is the sum of its lines.

use std::borrow::Cow;

use crate::format::formula::Scope;
use crate::format::number::Number;
use crate::rules::Rules;
use crate::rules::ids::{KindId, ModeId, RoleId};
use crate::rules::option::PartRule;

use super::body::Body;
use super::pricing::{Price, Priced, body_price, character_prices, option_price, role_price};

/// One line of what something costs, in points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line<'r> {
    /// What it is for. Its printed name does not tell, since two options may share one.
    pub of: Priced,
    /// The same as printed.
    pub what: &'r str,
    /// What one costs; nothing where that is unknown.
    pub each: Option<Number>,
    /// How many there are: models, or 1.
    pub times: Number,
    /// Where the cost is stated, as `fra/options/elite`, or `fra/units/spears/options/elite` where the offer of a
    /// unit type states it.
    pub rule: Cow<'r, str>,
}

impl<'r> Line<'r> {
    fn new(price: Price<'r>, mode: Option<ModeId>, size: u32, models: u32, scope: &dyn Scope) -> Self {
        let each = price.amount(mode, size, scope);
        let times = if price.per_model { models } else { 1 };
        Self { of: price.of, what: price.what, each, times: i64::from(times).into(), rule: price.rule }
    }

    /// What the line comes to; nothing where that is unknown.
    pub fn total(&self) -> Option<Number> {
        self.each?.times(self.times)
    }
}

/// The sum of lines; nothing where one is unknown.
pub fn sum(lines: &[Line<'_>]) -> Option<Number> {
    lines.iter().try_fold(Number::ZERO, |sum, line| sum.plus(line.total()?))
}

/// The sum of those lines that are known: what something costs at least.
pub fn known(lines: &[Line<'_>]) -> Number {
    lines.iter().filter_map(Line::total).fold(Number::ZERO, |sum, n| sum.plus(n).unwrap_or(sum))
}

/// The lines of a body: its own, then those of its options and roles.
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

/// The lines of a character without a body: the person's own cost, and the role's.
pub(super) fn character<'r>(
    rules: &'r Rules,
    kind: Option<KindId>,
    role: Option<RoleId>,
    mode: Option<ModeId>,
    scope: &dyn Scope,
) -> Vec<Line<'r>> {
    character_prices(rules, kind, role).map(|price| Line::new(price, mode, 1, 1, scope)).collect()
}
