//! What a unit, a character or an option would cost, before it is in the army.

use crate::finding::Span;
use crate::rules::id_types::{ContingentId, OptionId, RoleId, UnitKindId};

use super::Army;
use super::applicable_costs::{Payer, option_price, purchase_price};
use super::bodies_and_options::{Body, OptionOrigin};
use super::cost_lines::CostLine;
use super::list_prices::{cost_lines_of_body, cost_lines_of_character};
use super::resolve_bodies::resolve_unit_or_part;
use super::selector_coverage_of_unit_types::BodilessCharacter;

/// Returns what the smallest unit of a kind costs, with what it always has, line by line. Empty if the game has no
/// points.
pub fn costs_of_smallest_unit<'a>(army: &Army<'a>, kind: UnitKindId) -> Vec<CostLine<'a>> {
    let rules = army.rules;
    let contingent = rules.kind(kind).entry_of.unwrap_or(ContingentId::OWN);
    let body = resolve_unit_or_part(rules, Some(kind), contingent, None, &[], Span::default());
    let mut lines = cost_lines_of_body(army, &body, None, Some(&body));
    // Bodies that must be there, and those that come with each model
    for part in &rules.kind(kind).parts {
        let size = part.count_per_model.map_or(part.min, |each| each.saturating_mul(body.size));
        if size > 0 {
            let inner =
                resolve_unit_or_part(rules, Some(part.kind), contingent, Some(size), &[], Span::default());
            lines.extend(cost_lines_of_body(army, &inner, Some(part), Some(&inner)));
        }
    }
    lines
}

/// Returns what a character without a body costs who joins no unit, line by line. Empty if the game has no points.
pub fn costs_of_character<'a>(
    army: &Army<'a>,
    kind: Option<UnitKindId>,
    role: Option<RoleId>,
) -> Vec<CostLine<'a>> {
    cost_lines_of_character(army, (kind, role), &BodilessCharacter { kind, role }, None)
}

/// Returns what a body pays for an option that it takes once, within others or by itself if there are none. `None` if it
/// pays nothing, or the game has no points.
pub fn cost_of_option<'a>(
    army: &Army<'a>,
    body: &Body<'a>,
    option: OptionId,
    within: &[OptionId],
) -> Option<CostLine<'a>> {
    if !army.rules.has_points {
        return None;
    }
    let price = match body.kind {
        Some(kind) => option_price(army.rules, kind, option, within, OptionOrigin::Chosen)?,
        None => {
            let offers = body.offers(army.rules)?;
            purchase_price(army.rules, offers, option, within, OptionOrigin::Chosen)?
        }
    };
    let models = body.models_within(army.rules, within);
    Some(price.into_line(&Payer { models, ..Payer::of_body(army, body) }))
}
