//! Lists the changes to what the army and its commands buy.

use crate::army::Army;
use crate::army::bodies_and_options::OptionOrigin;
use crate::army::purchases::Purchases;
use crate::build::edits::ListEdit;
use crate::build::rows::ListRows;
use crate::format::list::ListedOption;
use crate::read::Located;
use crate::rules::compiled_purchases::Buyer;

use super::moves::drop_options;

/// Returns the edits that drop something that a buyer has, or take something that it is offered. `None` if the list has
/// no place for it.
pub(super) fn changes_of_purchases(army: &Army<'_>, rows: &ListRows, at: usize) -> Option<Vec<ListEdit>> {
    let bought = &army.purchases[at];
    let place = match (bought.buyer, bought.command) {
        (Buyer::Command, Some(command)) => rows.commands.get(command)?.id.as_str(),
        _ => "army",
    };
    let mut all: Vec<ListEdit> = drop_options(written_options(army, bought), place).collect();
    for offer in bought.body.offers(army.rules).into_iter().flat_map(|offers| &offers.all) {
        let rule = army.rules.option(offer.option);
        let mut taken = bought.body.taken.iter();
        let has = taken.any(|t| t.option == offer.option && t.origin != OptionOrigin::Default);
        // Only the player can choose a name
        if !has && !offer.is_included && rule.naming.is_none() {
            let (at, option) = (place.to_owned(), rule.id.clone());
            all.push(ListEdit::Take { at, option, part: None, detail: None });
        }
    }
    Some(all)
}

/// Returns what the list writes under `options` for a buyer.
pub(super) fn written_options<'a>(army: &Army<'a>, bought: &Purchases<'a>) -> &'a [Located<ListedOption>] {
    match (bought.buyer, bought.command) {
        (Buyer::Command, Some(command)) => {
            army.commands[command].written.map_or(&[], |written| written.options.as_slice())
        }
        _ => army.list.options.as_slice(),
    }
}
