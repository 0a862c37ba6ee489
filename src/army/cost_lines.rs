//! Lines of a cost, and their sums.

use std::borrow::Cow;

use crate::format::read_exact_numbers::Number;
use crate::rules::compiled_options::OptionPath;
use crate::rules::id_types::{ChargeId, OptionId, RoleId};

/// What a price is paid for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PricedItem {
    /// The unit, a body inside it, or a character.
    Body,
    /// An option of the body.
    Option(OptionId),
    /// A role that the body or character holds.
    Role(RoleId),
    /// A charge: a price that depends on what the army has.
    Charge(ChargeId),
}

/// Why it is not known what something costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnknownCost {
    /// No rule states the cost, or its formula has no value here.
    NotStated,
    /// No line of the cost fits.
    NoLineFits,
    /// The cost of a role goes by the unit that its holder joins, and there is none.
    NobodyJoined,
    /// The list does not say enough to decide which line of the cost fits, or whether a charge is paid.
    Undecided,
    /// It depends on something that is not known, which is reported itself.
    DependsOnUnknown,
}

/// One line of a cost, in points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostLine<'r> {
    /// What is paid for. The printed name does not tell, since two options may share one.
    pub paid_for: PricedItem,
    /// The options that an option is inside, the outermost first. Empty for everything else.
    pub within: OptionPath,
    /// The printed name of what is paid for.
    pub name: &'r str,
    /// The cost of one, or why it is not known.
    pub cost_of_one: Result<Number, UnknownCost>,
    /// How many are paid for: the number of models if the cost is for each, otherwise 1; for an option that is had
    /// several times, so many times that.
    pub times: Number,
    /// The path of the rule that states the cost, such as `fra/options/elite`, or
    /// `fra/units/spears/options/elite` if the offer on the unit type's line states it.
    pub rule_path: Cow<'r, str>,
    /// How often a charge is paid and why, such as `1 above 2 of 3 "Gauls"`. `None` for anything that is not paid for
    /// what the army has.
    pub explanation: Option<String>,
}

impl CostLine<'_> {
    /// Returns `true` unless this is a charge, which depends on what else the army has.
    pub fn is_list_price(&self) -> bool {
        !matches!(self.paid_for, PricedItem::Charge(_))
    }

    /// Returns the cost of all of them. `None` if it is unknown.
    pub fn total(&self) -> Option<Number> {
        self.cost_of_one.ok()?.checked_mul(self.times)
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
