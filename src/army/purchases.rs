//! What the army and its commands buy that is for no unit.

use crate::finding::Span;
use crate::format::list::ListedOption;
use crate::format::read_exact_numbers::Number;
use crate::read::Located;
use crate::rules::compiled_purchases::Buyer;
use crate::rules::compiled_selectors::Selector;
use crate::rules::id_types::ContingentId;

use super::Army;
use super::bodies_and_options::Body;
use super::cost_lines::CostLine;
use super::regions::Region;
use super::resolve_bodies::resolve_purchases;

/// What the army or a command buys.
#[derive(Debug)]
pub struct Purchases<'a> {
    /// Who buys.
    pub buyer: Buyer,
    /// The options, with what they cost.
    pub body: Body<'a>,
    /// The index of the command. `None` for what an army with commands buys.
    pub command: Option<usize>,
    /// The name of the army or the command. Empty for a command without a name.
    pub name: &'a str,
    /// Where the list names the buyer.
    pub span: Span,
}

impl Purchases<'_> {
    /// Returns `true` if something about it is unread, unknown or written twice.
    pub fn is_unclear(&self, army: &Army<'_>) -> bool {
        !self.body.unknown_options.is_empty() || self.body.is_unclear(army.rules)
    }
}

/// Adds what the army and its commands buy, and what comes to them by itself.
pub(super) fn add_purchases(army: &mut Army<'_>) {
    let (list, rules) = (army.list, army.rules);
    if rules.purchases.is_empty() {
        return;
    }
    let place = list.army.span;
    let has_commands = list.commands.is_some();
    let (buyer, command) = if has_commands { (Buyer::Army, None) } else { (Buyer::ArmyAsCommand, Some(0)) };
    let mut made = vec![(buyer, ContingentId::OWN, &list.options, command, list.army.as_str(), place)];
    for (at, command) in army.commands.iter().enumerate() {
        let Some(written) = command.written.filter(|_| !command.ally_unknown) else { continue };
        let name = command.name.or(written.ally.as_ref());
        let (name, span) = name.map_or(("", written.span), |name| (name.as_str(), name.span));
        made.push((Buyer::Command, command.contingent, &written.options, Some(at), name, span));
    }
    for (buyer, contingent, written, command, name, span) in made {
        let written: &[Located<ListedOption>] = written;
        let mut body = resolve_purchases(rules, buyer, contingent, written, span);
        body.command_kind = command.and_then(|at| army.commands[at].kind);
        if !body.taken.is_empty() || !written.is_empty() || body.offers(rules).is_some() {
            army.purchases.push(Purchases { buyer, body, command, name, span });
        }
    }
}

impl<'a> Army<'a> {
    /// Returns what is bought in a region, as far as a contingent sees it. What an army with commands buys is in none
    /// of these.
    pub fn purchases_in(
        &self,
        place: Region,
        contingent: Option<ContingentId>,
    ) -> impl Iterator<Item = &Purchases<'a>> {
        let seen = move |c: ContingentId| contingent.is_none_or(|own| own == c);
        self.purchases.iter().filter(move |bought| {
            let is_here = match place {
                Region::Army => true,
                Region::Command(at) => {
                    bought.command.is_some_and(|command| self.commands_in(at).contains(&command))
                }
                Region::Unit(_) | Region::Reserves => false,
            };
            is_here && seen(bought.body.contingent)
        })
    }

    /// Returns `true` if a selector matches something that is bought in a region.
    pub(super) fn has_purchase(
        &self,
        place: Region,
        selector: &Selector,
        contingent: Option<ContingentId>,
    ) -> bool {
        selector.finds_purchases()
            && self.purchases_in(place, contingent).any(|bought| selector.matches(&bought.body))
    }

    /// Returns the lines of what is bought in a region.
    pub fn purchase_lines(
        &self,
        place: Region,
        contingent: Option<ContingentId>,
    ) -> impl Iterator<Item = &CostLine<'a>> {
        self.purchases_in(place, contingent).flat_map(|bought| &bought.body.cost_lines)
    }

    /// Returns the known cost of what is bought in a region, and whether all of it is known.
    pub(super) fn cost_of_purchases(
        &self,
        place: Region,
        contingent: Option<ContingentId>,
    ) -> (Number, bool) {
        let mut known = (Number::ZERO, true);
        for bought in self.purchases_in(place, contingent) {
            let sum = known.0.checked_add(bought.body.known_cost());
            let is_known = bought.body.cost().is_some() && sum.is_some() && !bought.is_unclear(self);
            known = (sum.unwrap_or(known.0), known.1 && is_known);
        }
        known
    }
}
