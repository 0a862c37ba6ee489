//! Resolves the bodies of a unit: its own and those inside it, with the options that the list takes, those that
//! are always there, and the defaults of groups.

use crate::finding::Span;
use crate::format::list::{ListedOption, OptionDetail, Part, Unit};
use crate::read::{Located, Map};
use crate::rules::Rules;
use crate::rules::compiled_options::OptionRule;
use crate::rules::compiled_purchases::Buyer;
use crate::rules::compiled_stat_values::StatValue;
use crate::rules::id_types::{ContingentId, OptionId, TagId, UnitKindId};

use super::MAX_COUNT;
use super::bodies_and_options::{Body, MatchedDetails, OptionOrigin, TakenOption};
use super::inner_options::{add_included_options, place_inner_options};

/// Resolves the bodies of one unit of a row: its own and those inside it.
pub(super) fn resolve_unit_bodies<'a>(
    rules: &'a Rules,
    kind: Option<UnitKindId>,
    contingent: ContingentId,
    unit: &'a Located<Unit>,
) -> (Body<'a>, Vec<(&'a str, Body<'a>)>) {
    let size = unit.size.as_ref().map(|s| s.value).filter(|s| *s <= MAX_COUNT);
    let mut own = resolve_unit_or_part(rules, kind, contingent, size, &unit.options, unit.unit.span);
    own.values = unit.values.iter().map(|(word, n)| (word.as_str(), n.value)).collect();
    own.roles = unit.role.iter().filter_map(|r| rules.find_role(r)).collect();
    let parts = resolve_parts(rules, &own, &unit.parts, unit.unit.span);
    (own, parts)
}

/// Resolves the bodies inside a unit. `place` is the span of those that the list does not mention.
pub(super) fn resolve_parts<'a>(
    rules: &'a Rules,
    own: &Body<'a>,
    written: &'a Map<Part>,
    place: Span,
) -> Vec<(&'a str, Body<'a>)> {
    let Some(kind) = own.kind.map(|k| rules.kind(k)) else { return Vec::new() };
    let mut made = Vec::new();
    for (word, part) in written {
        let Some(rule) = kind.parts.iter().find(|p| p.id == word.value) else { continue };
        let (size, taken): (u32, &[_]) = match part {
            Part::Size(size) => (size.value, &[]),
            Part::More(terms) => (terms.size.value, &terms.options),
        };
        made.push((
            word.as_str(),
            resolve_unit_or_part(rules, Some(rule.kind), own.contingent, Some(size), taken, word.span),
        ));
    }
    // Parts that come with each model are there even if the list does not mention them
    for rule in kind.parts.iter().filter(|p| p.count_per_model.is_some() && written.get(&p.id).is_none()) {
        let size = rule.count_per_model.unwrap_or(0).saturating_mul(own.size);
        made.push((
            rule.id.as_str(),
            resolve_unit_or_part(rules, Some(rule.kind), own.contingent, Some(size), &[], place),
        ));
    }
    made
}

/// Resolves what the army or a command buys. `place` is the span of options that the list does not take.
pub(super) fn resolve_purchases<'a>(
    rules: &Rules,
    buyer: Buyer,
    contingent: ContingentId,
    written: &'a [Located<ListedOption>],
    place: Span,
) -> Body<'a> {
    let mut body = empty_body(rules, None, contingent, None);
    (body.buyer, body.size) = (Some(buyer), 1);
    resolve_options(&mut body, rules, written, place);
    body
}

/// Resolves one body. `place` is the span of options that the list does not take.
pub(super) fn resolve_unit_or_part<'a>(
    rules: &Rules,
    kind: Option<UnitKindId>,
    contingent: ContingentId,
    size: Option<u32>,
    written: &'a [Located<ListedOption>],
    place: Span,
) -> Body<'a> {
    let mut body = empty_body(rules, kind, contingent, size);
    resolve_options(&mut body, rules, written, place);
    body
}

/// Returns a body without options.
fn empty_body<'a>(
    rules: &Rules,
    kind: Option<UnitKindId>,
    contingent: ContingentId,
    size: Option<u32>,
) -> Body<'a> {
    let known = kind.map(|k| rules.kind(k));
    let usual = known.and_then(|k| k.size.only_size());
    Body {
        kind,
        buyer: None,
        contingent,
        command_kind: None,
        size: size.or(usual).unwrap_or_else(|| known.map_or(1, |k| k.size.min)),
        taken: Vec::new(),
        unknown_options: Vec::new(),
        tags: known.map_or_else(Vec::new, |k| k.tags.clone()),
        effects: Vec::new(),
        undecided_effects: Vec::new(),
        roles: Vec::new(),
        values: Vec::new(),
        base_stats: known.map_or_else(|| vec![StatValue::Absent; rules.stats.len()], |k| k.stats.clone()),
        stats: Vec::new(),
        cost_lines: Vec::new(),
        uncounted: known.is_some_and(|k| k.uncounted),
    }
}

/// Fills in the options of a body: those that the list takes, those that are always there, and the defaults
/// of groups.
fn resolve_options<'a>(
    body: &mut Body<'a>,
    rules: &Rules,
    written: &'a [Located<ListedOption>],
    place: Span,
) {
    take_options(body, rules, written, &[]);
    if let Some(offers) = body.offers(rules) {
        add_included_options(body, rules, &[], offers, place);
    }
    place_inner_options(body, rules, place);
    add_implied_options(body, rules);
    let of_all = |which: fn(&OptionRule) -> &Vec<TagId>| -> Vec<TagId> {
        body.taken.iter().flat_map(|t| which(rules.option(t.option)).iter().copied()).collect()
    };
    let (gained, lost) = (of_all(|o| &o.gives_tags), of_all(|o| &o.takes_tags));
    body.tags.retain(|t| !lost.contains(t));
    body.tags.extend(gained);
}

/// Adds the options that are implied by others.
fn add_implied_options(body: &mut Body<'_>, rules: &Rules) {
    for (part, whole) in implied_options(rules, body.taken.iter().map(|t| t.option).collect()) {
        let whole = &body.taken[whole];
        let origin = OptionOrigin::ImpliedBy(whole.option);
        let within = whole.within.clone();
        body.taken.push(TakenOption { within, ..TakenOption::without_details(part, origin, whole.span) });
    }
}

/// Returns the options that others imply, each with the index of the option that implies it.
///
/// Indexes count `options` first, then the returned ones, since these may imply more.
pub fn implied_options(rules: &Rules, mut options: Vec<OptionId>) -> Vec<(OptionId, usize)> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < options.len() {
        for part in &rules.option(options[at]).stands_for {
            if !options.contains(part) {
                options.push(*part);
                parts.push((*part, at));
            }
        }
        at += 1;
    }
    parts
}

/// Adds the options that the list takes, those of the unit itself or those inside others.
fn take_options<'a>(
    body: &mut Body<'a>,
    rules: &Rules,
    written: &'a [Located<ListedOption>],
    within: &[OptionId],
) {
    for item in written {
        match &item.value {
            ListedOption::Word(word) => take_option(body, rules, word, None, within),
            ListedOption::With(map) => {
                map.iter().for_each(|(word, detail)| take_option(body, rules, word, Some(detail), within));
            }
        }
    }
}

/// Adds an option that the list takes, with its details and with the options inside it.
fn take_option<'a>(
    body: &mut Body<'a>,
    rules: &Rules,
    word: &'a Located<String>,
    detail: Option<&'a OptionDetail>,
    within: &[OptionId],
) {
    let Some(option) = rules.find_option(body.contingent, word) else {
        body.unknown_options.push(word);
        return;
    };
    let rule = rules.option(option);
    let mut taken =
        TakenOption { detail, ..TakenOption::without_details(option, OptionOrigin::Chosen, word.span) };
    (taken.within, taken.is_nested) = (within.to_vec(), !within.is_empty());
    let asked = MatchedDetails::from_detail(detail, rule);
    taken.places = asked.places.iter().filter_map(|w| rules.find_stat(w)).collect();
    taken.names = if asked.names.is_empty() {
        body.offer_of(rules, &taken).map_or_else(Vec::new, |o| o.names.clone())
    } else {
        asked.names.iter().map(|w| w.value.clone()).collect()
    };
    taken.models =
        asked.models_text.and_then(|w| w.value.parse().ok()).or(asked.some_number).filter(|_| rule.partial);
    taken.times = asked.times.unwrap_or(1);
    // A reason of nothing but spaces does not count
    taken.because = asked.because.filter(|b| !b.trim().is_empty());
    let path = taken.path();
    body.taken.push(taken);
    take_options(body, rules, asked.inner_options, &path);
}
