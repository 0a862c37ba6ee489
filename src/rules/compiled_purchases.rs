//! Compiled offers to the army and to its commands: what they buy is for no unit.

use crate::finding::Span;

use super::Rules;
use super::compiled_options::OptionOffers;
use super::compiled_selectors::{Selector, SelectorTest};
use super::id_types::{ContingentId, OptionId};

/// Who buys options that are for no unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Buyer {
    /// An army with commands.
    Army,
    /// A command.
    Command,
    /// An army without commands. It is one command too, and is offered what both are.
    ArmyAsCommand,
}

impl Buyer {
    /// Returns the buyer for messages: `the army`, `a command`.
    pub fn noun(self) -> &'static str {
        match self {
            Self::Army | Self::ArmyAsCommand => "the army",
            Self::Command => "a command",
        }
    }
}

/// What a buyer is offered.
#[derive(Clone, Debug)]
pub struct PurchaseRule {
    /// The contingent whose buyers are offered it.
    pub contingent: ContingentId,
    /// Who buys.
    pub buyer: Buyer,
    /// The rule path, such as `fra/every-army`.
    pub rule_path: String,
    /// The offers.
    pub offers: OptionOffers,
    /// The position of the offers in their file.
    pub span: Span,
}

impl Rules {
    /// Returns what a buyer is offered. `None` if that is nothing.
    pub fn find_purchases(&self, contingent: ContingentId, buyer: Buyer) -> Option<&PurchaseRule> {
        self.purchases.iter().find(|rule| rule.contingent == contingent && rule.buyer == buyer)
    }

    /// Returns the buyers who are offered an option, of all contingents.
    pub fn buyers_of(&self, option: OptionId) -> impl Iterator<Item = &PurchaseRule> {
        self.purchases.iter().filter(move |rule| rule.offers.offers_anywhere(option))
    }

    /// Returns `true` if what is bought may match a selector.
    pub fn may_be_bought(&self, selector: &Selector) -> bool {
        let is_offered =
            |options: &Vec<OptionId>| options.iter().any(|o| self.buyers_of(*o).next().is_some());
        selector.finds_purchases()
            && selector.has_test(&|test| matches!(test, SelectorTest::Option(options) if is_offered(options)))
    }
}
