//! The body whose options are checked, with what the checks of options ask of it.

use std::collections::HashSet;

use crate::army::bodies_and_options::{Body, OptionOrigin, TakenOption};
use crate::army::purchases::Purchases;
use crate::army::{Army, Unit};
use crate::finding::Span;
use crate::rules::compiled_options::{OptionOffers, OptionRule};
use crate::rules::id_types::OptionId;
use crate::wording::quoted_list;

/// The offers of who is offered nothing.
static NO_OFFERS: OptionOffers = OptionOffers { all: Vec::new(), groups: Vec::new(), inside: Vec::new() };

/// The body whose options are checked, or what the army or a command buys.
pub(super) struct OptionContext<'h, 'a> {
    pub(super) army: &'h Army<'a>,
    pub(super) body: &'h Body<'a>,
    /// The name of the unit, the army or the command.
    pub(super) name: &'h str,
    /// The span of everything that the list says of it.
    pub(super) span: Span,
    /// The span that a reader would edit first.
    pub(super) type_span: Span,
    /// What it is offered.
    pub(super) offers: &'h OptionOffers,
    /// To whom that is offered: the printed name of the unit type or entry, `the army`, `a command`.
    pub(super) offered_to: &'h str,
    /// The rule path of what offers it.
    pub(super) rule_path: &'h str,
    /// The position of what offers it.
    pub(super) offers_span: Span,
    /// Whether something of it is unread or unknown, and might be what an option needs.
    pub(super) has_unknown_parts: bool,
    /// Whether the list does not state the size that it must.
    lacks_size: bool,
    /// Its options, each once for each origin, since a list may repeat one many times.
    pub(super) distinct: Vec<&'h TakenOption<'a>>,
}

impl<'h, 'a> OptionContext<'h, 'a> {
    /// Creates the context of a body. `None` if its unit type is unknown.
    pub(super) fn new(army: &'h Army<'a>, unit: &'h Unit<'a>, body: &'h Body<'a>) -> Option<Self> {
        let unknown_role = unit.written.role().is_some_and(|role| army.rules.find_role(role).is_none());
        let kind = army.rules.kind(body.kind?);
        Some(Self {
            army,
            body,
            name: &unit.name,
            span: unit.written.span(),
            type_span: unit.written.type_span(),
            offers: &kind.offers,
            offered_to: &kind.name,
            rule_path: &kind.rule_path,
            offers_span: kind.span,
            has_unknown_parts: unknown_role
                || !body.unknown_options.is_empty()
                || army.unread.has_unread_in(unit.written.span()),
            lacks_size: unit.lacks_size(army.rules),
            distinct: distinct_options(body),
        })
    }

    /// Creates the context of what the army or a command buys.
    pub(super) fn of_purchases(army: &'h Army<'a>, bought: &'h Purchases<'a>) -> Self {
        let rule = army.rules.find_purchases(bought.body.contingent, bought.buyer);
        Self {
            army,
            body: &bought.body,
            name: bought.name,
            span: bought.span,
            type_span: bought.span,
            offers: rule.map_or(&NO_OFFERS, |rule| &rule.offers),
            offered_to: bought.buyer.noun(),
            rule_path: rule.map_or("", |rule| &rule.rule_path),
            offers_span: rule.map_or(bought.span, |rule| rule.span),
            has_unknown_parts: !bought.body.unknown_options.is_empty() || army.part_unread,
            lacks_size: false,
            distinct: distinct_options(&bought.body),
        }
    }

    /// Returns the help that says which options may be taken.
    pub(super) fn may_take_help(&self) -> String {
        let open = self.offers.all.iter().filter(|offer| !offer.is_included);
        let open: Vec<&str> = open.map(|offer| self.option_rule(offer.option).id.as_str()).collect();
        match open.as_slice() {
            [] => format!("{} takes no options", self.offered_to),
            open => format!("{} may take {}", self.offered_to, quoted_list(open.iter().copied(), "and")),
        }
    }

    /// Returns `true` if the number of models is known, and how many of them take each option.
    pub(super) fn knows_models(&self) -> bool {
        let unread = self.army.unread.has_unread_in(self.span);
        !unread && !self.body.takes_twice() && !self.lacks_size
    }

    pub(super) fn option_rule(&self, option: OptionId) -> &OptionRule {
        self.army.rules.option(option)
    }
}

fn distinct_options<'h, 'a>(body: &'h Body<'a>) -> Vec<&'h TakenOption<'a>> {
    let mut seen = HashSet::new();
    body.taken.iter().filter(|t| seen.insert((t.option, &t.within, is_chosen(t)))).collect()
}

/// Returns `true` if the list takes the option, by itself or by its key `standard`.
pub(super) fn is_chosen(taken: &TakenOption<'_>) -> bool {
    matches!(taken.origin, OptionOrigin::Chosen | OptionOrigin::Standard)
}
