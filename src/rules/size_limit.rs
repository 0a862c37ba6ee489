//! How much an army may cost.

use crate::format::read_exact_numbers::Number;

use super::compiled_amounts::{Amount, Bound};
use super::compiled_limits::Limit;

/// The id of the limit that stands in place of "at most the agreed size".
pub const SIZE_LIMIT_ID: &str = "agreed-size";

/// How much an army may cost.
#[derive(Clone, Debug, Default)]
pub enum SizeLimit {
    /// No more than the agreed size, as in every game with points.
    #[default]
    AgreedSize,
    /// What a rule says about it. It has one bound, a greatest amount, which depends on nothing but the agreed size.
    Rule(Box<Limit>),
    /// As much as it likes, since an event drops the limit.
    Unlimited,
}

impl SizeLimit {
    /// Returns how much an army may cost, in points, if this size is agreed. `None` if that is not known or not
    /// limited.
    pub fn most_points(&self, agreed: Option<Number>) -> Option<Number> {
        match self {
            Self::AgreedSize => agreed,
            Self::Rule(_) => match &self.bound()?.amount {
                Amount::Number(most) => Some(*most),
                Amount::Computed(computed) => computed.for_base(agreed?),
                Amount::Severities(_) => None,
            },
            Self::Unlimited => None,
        }
    }

    /// Returns the rule that says how much an army may cost, if there is one.
    pub fn rule(&self) -> Option<&Limit> {
        match self {
            Self::Rule(limit) => Some(limit),
            Self::AgreedSize | Self::Unlimited => None,
        }
    }

    /// Returns the greatest amount of that rule.
    pub fn bound(&self) -> Option<&Bound> {
        self.rule()?.bounds.first()?.max.as_ref()
    }
}
