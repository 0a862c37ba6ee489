//! Builds the data of an option that a unit has.

use crate::army::Army as Resolved;
use crate::army::bodies_and_options::{Body as ResolvedBody, OptionOrigin, TakenOption};
use crate::army::cost_lines::CostLine;
use crate::army::cost_lines::PricedItem;
use crate::output::terminal_text::sanitize;
use crate::rules::id_types::OptionId;

use super::facts_of_rules::facts_text;
use super::number_data::number_text;
use super::{DocumentInput, JsonNumber, OptionData};

/// Builds the data of an option that a body has.
pub(super) fn option_data(
    input: DocumentInput<'_>,
    body: &ResolvedBody<'_>,
    taken: &TakenOption<'_>,
) -> OptionData {
    let DocumentInput { army, texts, .. } = input;
    let rules = army.rules;
    let rule = rules.option(taken.option);
    let words = texts.option_texts(&rule.rule_path);
    let places: Vec<String> =
        taken.places.iter().map(|s| sanitize(&rules.stats[s.0].name).into_owned()).collect();
    let names: Vec<String> = taken.names.iter().map(|n| display_name(army, n)).collect();
    let models = taken.models.or_else(|| {
        let models = body.models_with(rules, taken.option);
        (taken.origin == OptionOrigin::Default && models != body.size).then_some(models)
    });
    let cost_of = |id: OptionId| {
        let is_its = |l: &&CostLine<'_>| l.paid_for == PricedItem::Option(id) && l.within == taken.within;
        let line = body.cost_lines.iter().find(is_its);
        line.and_then(CostLine::total).filter(|_| rules.has_points)
    };
    let short_for = |t: &&TakenOption<'_>| t.origin == OptionOrigin::ImpliedBy(taken.option);
    // An option that implies others costs what they cost together
    let cost = cost_of(taken.option).or_else(|| {
        let parts: Vec<_> = body.taken.iter().filter(short_for).filter_map(|t| cost_of(t.option)).collect();
        let (first, more) = parts.split_first()?;
        more.iter().try_fold(*first, |sum, n| sum.checked_add(*n))
    });
    let name = sanitize(&rule.name).into_owned();
    // An option that the body has in several places is told apart by what it is inside
    let is_elsewhere = |t: &TakenOption<'_>| t.option == taken.option && t.within != taken.within;
    let outer = taken.within.last().filter(|_| body.taken.iter().any(is_elsewhere));
    let outer = outer.map(|outer| sanitize(&rules.option(*outer).name).into_owned());
    let details = places.iter().chain(&names).cloned().chain(models.map(|m| m.to_string())).chain(outer);
    let details: Vec<String> = details.collect();
    let detail = if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) };
    OptionData {
        id: rule.id.clone(),
        mark: words.and_then(|w| w.mark.clone()),
        shown: format!("{name}{}{detail}", times_text(taken.times)),
        sign: texts.readings.signs_of([rule.rule_path.as_str()]),
        name,
        brief: words.and_then(|w| w.brief.clone()),
        text: words.and_then(|w| w.text.clone()),
        weight: words.and_then(|w| w.weight),
        phase: words.and_then(|w| w.phase.clone()),
        facts: words.map_or_else(Vec::new, |w| w.facts.clone()),
        facts_shown: words.map_or_else(String::new, |w| facts_text(&w.facts)),
        cost: cost.map(JsonNumber),
        cost_shown: cost.filter(|c| *c != 0).map_or_else(String::new, |c| {
            let sign = if c > 0 { "+" } else { "" };
            format!("{sign}{}", number_text(c))
        }),
        places,
        names,
        models,
        times: taken.times,
        within: taken.within.iter().map(|outer| rules.option(*outer).id.clone()).collect(),
        included: matches!(taken.origin, OptionOrigin::Included | OptionOrigin::Default),
        part_of: match taken.origin {
            OptionOrigin::ImpliedBy(whole) => Some(rules.option(whole).id.clone()),
            _ => None,
        },
        because: taken.because.map(|b| sanitize(b).into_owned()),
        source: words.and_then(|w| w.source.clone()),
    }
}

/// Returns how many times an option is had, as printed after its name: ` × 2`. Empty for once.
fn times_text(times: u32) -> String {
    if times == 1 { String::new() } else { format!(" × {times}") }
}

/// Returns the name of a unit type or tag as printed.
fn display_name(army: &Resolved<'_>, word: &str) -> String {
    let kind = army.rules.find_unit_type(word).map(|k| army.rules.kind(k).name.clone());
    // Another word is the tag of an enemy's book
    sanitize(&kind.unwrap_or_else(|| word.replace('-', " "))).into_owned()
}

/// Returns an unknown option, printed as the list writes it.
pub(super) fn unknown_option_data(word: &str) -> OptionData {
    let name = sanitize(word).into_owned();
    OptionData {
        id: name.clone(),
        mark: None,
        shown: format!("{name} (unknown)"),
        sign: String::new(),
        name,
        brief: None,
        text: None,
        weight: None,
        phase: None,
        facts: Vec::new(),
        facts_shown: String::new(),
        cost: None,
        cost_shown: String::new(),
        places: Vec::new(),
        names: Vec::new(),
        models: None,
        times: 1,
        within: Vec::new(),
        included: false,
        part_of: None,
        because: None,
        source: None,
    }
}
