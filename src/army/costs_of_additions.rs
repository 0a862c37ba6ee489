//! What a unit, a character or an option would cost, before it is in the army.

use crate::finding::Span;
use crate::rules::id_types::{ContingentId, OptionId, RoleId, UnitKindId};

use super::Army;
use super::applicable_costs::{character_prices, option_price, purchase_price};
use super::bodies_and_options::{Body, OptionOrigin};
use super::body_formula_scope::BodyScope;
use super::cost_lines::CostLine;
use super::resolve_bodies::resolve_unit_or_part;
use super::stats_and_costs::cost_lines_of_body;

/// Returns what the smallest unit of a kind costs, with what it always has, line by line. Empty if the game has no
/// points.
pub fn costs_of_smallest_unit<'a>(army: &Army<'a>, kind: UnitKindId) -> Vec<CostLine<'a>> {
    let rules = army.rules;
    let contingent = rules.kind(kind).entry_of.unwrap_or(ContingentId::OWN);
    let body = resolve_unit_or_part(rules, Some(kind), contingent, None, &[], Span::default());
    let mut lines = cost_lines_of_body(rules, &body, army.mode, None, army.points);
    // Bodies that must be there, and those that come with each model
    for part in &rules.kind(kind).parts {
        let size = part.count_per_model.map_or(part.min, |each| each.saturating_mul(body.size));
        if size > 0 {
            let inner =
                resolve_unit_or_part(rules, Some(part.kind), contingent, Some(size), &[], Span::default());
            lines.extend(cost_lines_of_body(rules, &inner, army.mode, Some(part), army.points));
        }
    }
    lines
}

/// Returns what a character without a body costs, line by line. Empty if the game has no points.
pub fn costs_of_character<'a>(
    army: &Army<'a>,
    kind: Option<UnitKindId>,
    role: Option<RoleId>,
) -> Vec<CostLine<'a>> {
    if !army.rules.has_points {
        return Vec::new();
    }
    let body = resolve_unit_or_part(army.rules, None, ContingentId::OWN, None, &[], Span::default());
    let scope = BodyScope { rules: army.rules, body: &body, points: army.points };
    let prices = character_prices(army.rules, kind, role);
    prices.map(|price| price.into_line(army.mode, 1, 1, &scope)).collect()
}

/// Returns what a body pays for an option that it takes once, within others or by itself if there are none. `None` if it
/// pays nothing, or the game has no points.
pub fn cost_of_option<'a>(
    army: &Army<'a>,
    body: &Body<'_>,
    option: OptionId,
    within: &[OptionId],
) -> Option<CostLine<'a>> {
    if !army.rules.has_points {
        return None;
    }
    let scope = BodyScope { rules: army.rules, body, points: army.points };
    let price = match body.kind {
        Some(kind) => option_price(army.rules, kind, option, within, OptionOrigin::Chosen)?,
        None => {
            let offers = body.offers(army.rules)?;
            purchase_price(army.rules, offers, option, within, OptionOrigin::Chosen)?
        }
    };
    Some(price.into_line(army.mode, body.size, body.models_within(army.rules, within), &scope))
}
