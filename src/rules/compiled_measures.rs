//! Compiled measures: what limits and conditions count or add up.

use super::compiled_selectors::{Selector, SelectorTest};
use super::id_types::{NumberId, OptionId, StatId};

/// The quantity that a limit or a condition measures.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// The number of units or characters.
    Count(Selector),
    /// The number of different entries, or without a book unit types, of what the selector matches.
    DifferentKinds(Selector),
    /// The points of what the selector matches.
    Points(Selector),
    /// The total size of what the selector matches.
    Size(Selector),
    /// The number of commands in which the selector matches something.
    Commands(Selector),
    /// One of the ruleset's numbers, summed over what the selector matches.
    Number(NumberId, Selector),
    /// How often one of these options is taken. The selector matches only what has one of them.
    Options(Vec<OptionId>, Selector),
    /// How many of these options are taken at least once. The selector matches only what has one of them.
    DifferentOptions(Vec<OptionId>, Selector),
    /// What these options cost, in points. The selector matches only what has one of them.
    OptionPoints(Vec<OptionId>, Selector),
    /// The highest that a unit has of something.
    Highest(UnitQuantity, Selector),
    /// The lowest that a unit has of something.
    Lowest(UnitQuantity, Selector),
    /// A number of the army or of a command, as it is.
    RegionNumber(NumberId),
    /// No quantity: the limit is a formula.
    Formula,
}

/// Something that each single unit has so much of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitQuantity {
    /// Its size.
    Size,
    /// Its cost, in points.
    Points,
    /// One of its stats.
    Stat(StatId),
    /// One of the ruleset's numbers for units.
    Number(NumberId),
}

impl Measure {
    /// Returns the selector of what is measured. `None` for a formula, or a number of the army.
    pub fn selector(&self) -> Option<&Selector> {
        match self {
            Self::Count(s)
            | Self::DifferentKinds(s)
            | Self::Points(s)
            | Self::Size(s)
            | Self::Commands(s)
            | Self::Number(_, s)
            | Self::Options(_, s)
            | Self::DifferentOptions(_, s)
            | Self::OptionPoints(_, s)
            | Self::Highest(_, s)
            | Self::Lowest(_, s) => Some(s),
            Self::RegionNumber(_) | Self::Formula => None,
        }
    }

    /// Returns the same measure over another selector, as the base of a share or a rate. For a formula or a number of
    /// the army, a count.
    #[must_use]
    pub fn with_selector(&self, selector: Selector) -> Self {
        match self {
            Self::Count(_) | Self::RegionNumber(_) | Self::Formula => Self::Count(selector),
            Self::DifferentKinds(_) => Self::DifferentKinds(selector),
            Self::Points(_) => Self::Points(selector),
            Self::Size(_) => Self::Size(selector),
            Self::Commands(_) => Self::Commands(selector),
            Self::Number(id, _) => Self::Number(*id, selector),
            Self::Options(options, _) => Self::Options(options.clone(), selector),
            Self::DifferentOptions(options, _) => Self::DifferentOptions(options.clone(), selector),
            Self::OptionPoints(options, _) => Self::OptionPoints(options.clone(), selector),
            Self::Highest(what, _) => Self::Highest(*what, selector),
            Self::Lowest(what, _) => Self::Lowest(*what, selector),
        }
    }

    /// Makes the selector leave out uncounted units, for limits and numbers.
    #[must_use]
    pub fn skipping_uncounted(self) -> Self {
        match self.selector().cloned() {
            Some(selector) => self.with_selector(selector.skipping_uncounted()),
            None => self,
        }
    }

    /// Returns `true` if the measured amount is always a whole number, and never below 0.
    pub fn is_whole(&self) -> bool {
        matches!(
            self,
            Self::Count(_)
                | Self::DifferentKinds(_)
                | Self::Size(_)
                | Self::Commands(_)
                | Self::Options(..)
                | Self::DifferentOptions(..)
        )
    }

    /// Returns the options that are counted. Empty if none are.
    pub fn options(&self) -> &[OptionId] {
        match self {
            Self::Options(options, _)
            | Self::DifferentOptions(options, _)
            | Self::OptionPoints(options, _) => options,
            _ => &[],
        }
    }

    /// Returns the number of the ruleset or a book that is measured. `None` if none is.
    pub fn number(&self) -> Option<NumberId> {
        match self {
            Self::Number(id, _)
            | Self::RegionNumber(id)
            | Self::Highest(UnitQuantity::Number(id), _)
            | Self::Lowest(UnitQuantity::Number(id), _) => Some(*id),
            _ => None,
        }
    }

    /// Returns `true` if a selector alone does not say what would be measured in the same way.
    pub fn has_no_selector_of_its_own(&self) -> bool {
        !self.options().is_empty() || matches!(self, Self::RegionNumber(_))
    }

    /// Returns `true` if what is measured is one value, such as the highest of a stat, and not a sum over units.
    pub fn is_single_value(&self) -> bool {
        matches!(self, Self::Highest(..) | Self::Lowest(..) | Self::RegionNumber(_))
    }

    /// Returns the measure of each of its options alone.
    pub fn for_each_option(&self) -> Vec<Self> {
        let only = |option: OptionId, selector: &Selector| {
            let own = SelectorTest::Option(vec![option]);
            let test = match &selector.test {
                // Of nobody in particular
                SelectorTest::Option(_) => own,
                test => SelectorTest::All(vec![test.clone(), own]),
            };
            Selector { test, ..selector.clone() }
        };
        let of_one = |option: &OptionId| match self {
            Self::Options(_, all) => Self::Options(vec![*option], only(*option, all)),
            Self::DifferentOptions(_, all) => Self::DifferentOptions(vec![*option], only(*option, all)),
            Self::OptionPoints(_, all) => Self::OptionPoints(vec![*option], only(*option, all)),
            other => other.clone(),
        };
        self.options().iter().map(of_one).collect()
    }
}
