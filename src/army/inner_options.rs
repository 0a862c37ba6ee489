//! Places options in those with which they are offered: barding in the horse that a unit takes.
//!
//! A list may write `[horse, barding]` as long as one option of the unit offers the barding, or `horse: {options:
//! [barding]}`. Both mean the same.

use std::collections::HashMap;

use crate::finding::Span;
use crate::rules::Rules;
use crate::rules::compiled_options::{InnerOffers, OptionOffers};
use crate::rules::id_types::OptionId;

use super::bodies_and_options::{Body, OptionOrigin, TakenOption, default_origin};

/// Places the options that a list writes beside others, and adds what always comes with an option. `place` is the span
/// of options that the list does not take.
pub(super) fn place_inner_options(body: &mut Body<'_>, rules: &Rules, place: Span) {
    let Some(offers) = body.offers(rules) else { return };
    if offers.inside.is_empty() {
        return;
    }
    for (at, within) in places_beside_others(body, offers) {
        let taken = &mut body.taken[at];
        taken.within = within.to_vec();
        let offer = offers.offer_at(taken.option, within).filter(|_| taken.names.is_empty());
        taken.names.extend(offer.iter().flat_map(|offer| offer.names.iter().cloned()));
    }
    for inner in &offers.inside {
        if let Some((outer, around)) = inner.within.split_last()
            && body.find_taken(*outer, around).is_some()
        {
            add_included_options(body, rules, &inner.within, &inner.offers, place);
        }
    }
    sort_inner_behind_outer(body);
}

/// Returns the options that a list writes beside the one option with which they are offered, by their indexes, and the
/// path of that option.
fn places_beside_others<'r>(body: &Body<'_>, offers: &'r OptionOffers) -> Vec<(usize, &'r [OptionId])> {
    let beside: Vec<usize> =
        (0..body.taken.len()).filter(|at| stands_beside(&body.taken[*at], offers)).collect();
    if beside.is_empty() {
        return Vec::new();
    }
    // An option stands before those inside it, so that what is around a level is known when it is reached
    let mut reachable: Vec<&InnerOffers> = Vec::new();
    for inner in &offers.inside {
        let Some((outer, around)) = inner.within.split_last() else { continue };
        let is_there = around.is_empty() || reachable.iter().any(|level| level.within == around);
        let comes_along = offers.offers_within(around).is_some_and(|level| {
            let offer = level.offer_for(*outer).filter(|_| !around.is_empty());
            offer.is_some_and(|offer| default_origin(level, offer).is_some())
        });
        let is_taken = || {
            body.find_taken(*outer, around).is_some()
                || beside.iter().any(|at| body.taken[*at].option == *outer)
        };
        if is_there && (comes_along || is_taken()) {
            reachable.push(inner);
        }
    }
    let mut places = Vec::new();
    for at in beside {
        let mut fitting = reachable.iter().filter(|l| l.offers.offer_for(body.taken[at].option).is_some());
        if let (Some(level), None) = (fitting.next(), fitting.next()) {
            places.push((at, level.within.as_slice()));
        }
    }
    places
}

/// Returns `true` if a list takes an option that only other options offer, and does not write it inside one of them.
fn stands_beside(taken: &TakenOption<'_>, offers: &OptionOffers) -> bool {
    taken.origin == OptionOrigin::Chosen
        && !taken.is_nested
        && offers.offer_for(taken.option).is_none()
        && offers.paths_to(taken.option).next().is_some()
}

/// Adds the options that are there within others, or for the unit itself, unless the list replaces them.
pub(super) fn add_included_options(
    body: &mut Body<'_>,
    rules: &Rules,
    within: &[OptionId],
    offers: &OptionOffers,
    place: Span,
) {
    let is_here = |taken: &&TakenOption<'_>| taken.within == within;
    let replaced: Vec<OptionId> =
        body.taken.iter().filter(is_here).filter_map(|t| offers.offer_for(t.option)?.replaces).collect();
    let models = body.models_within(rules, within);
    for offer in &offers.all {
        let Some(origin) = default_origin(offers, offer) else { continue };
        // The default is kept if only some of the models take another option of the group
        if let Some(group) = offer.group {
            let group = &offers.groups[group].options;
            let chosen = body.taken.iter().filter(is_here);
            let chosen = chosen.filter(|t| t.origin == OptionOrigin::Chosen && group.contains(&t.option));
            let taken = chosen.fold(0, |sum: u32, t| sum.saturating_add(t.models.unwrap_or(models.max(1))));
            if taken > 0 && taken >= models {
                continue;
            }
        }
        if !replaced.contains(&offer.option) && body.find_taken(offer.option, within).is_none() {
            body.taken.push(TakenOption {
                names: offer.names.clone(),
                within: within.to_vec(),
                ..TakenOption::without_details(offer.option, origin, place)
            });
        }
    }
}

/// Moves each option that is inside another behind it, so that ledgers and sheets list both together.
fn sort_inner_behind_outer(body: &mut Body<'_>) {
    if body.taken.iter().all(|taken| taken.within.is_empty()) {
        return;
    }
    let mut by_place: HashMap<Vec<OptionId>, Vec<TakenOption<'_>>> = HashMap::new();
    for taken in std::mem::take(&mut body.taken) {
        by_place.entry(taken.within.clone()).or_default().push(taken);
    }
    let own = by_place.remove(&Vec::new()).unwrap_or_default();
    push_with_inner(own, &mut by_place, &mut body.taken);
    // What is inside an option that is not there stays last
    let mut left: Vec<_> = by_place.into_values().flatten().collect();
    left.sort_by_key(|taken| taken.span);
    body.taken.append(&mut left);
}

fn push_with_inner<'a>(
    level: Vec<TakenOption<'a>>,
    by_place: &mut HashMap<Vec<OptionId>, Vec<TakenOption<'a>>>,
    sorted: &mut Vec<TakenOption<'a>>,
) {
    for taken in level {
        let path = taken.path();
        sorted.push(taken);
        if let Some(inner) = by_place.remove(&path) {
            push_with_inner(inner, by_place, sorted);
        }
    }
}
