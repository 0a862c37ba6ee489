//! Builds the data of a unit: its body, parts, stats and numbers.

use crate::army::bodies_and_options::Body as ResolvedBody;
use crate::army::{Army as Resolved, RoleHolder, Unit as ResolvedUnit, UnitLink, UnitOrigin};
use crate::format::read_exact_numbers::Number as ExactNumber;
use crate::format::words_for_sheets::Symbol;
use crate::output::terminal_text::sanitize;
use crate::rules::Rules;

use super::build_option_data::{option_data, unknown_option_data};
use super::facts_of_rules::facts_text;
use super::number_data::{number_text, part_numbers, unit_numbers};
use super::printed_costs_and_names::{charge_data, cost_line_data, cost_text, holder_name};
use super::printed_rule_text::clean_text;
use super::stat_data::{extra_line_stats, stat_data};
use super::{
    BodyData, DocumentInput, ExtraStatLineData, JsonNumber, NumberData, OptionData, PartData, UnitData,
    ValueData, readings_of_unclear_rules,
};

/// A unit before merging, with what distinguishes it from others.
#[derive(Clone, Debug)]
pub(super) struct BuiltUnit {
    unit: UnitData,
    cost: Option<ExactNumber>,
    /// The number of identical units.
    pub(super) count: u32,
    /// Everything that is printed of the unit except its count, as JSON. Units with equal content are
    /// identical.
    pub(super) content: String,
}

impl BuiltUnit {
    /// Returns a single unit.
    pub(super) fn single(self) -> Self {
        Self { count: 1, ..self }
    }

    /// Returns the unit with its count and the cost of all.
    pub(super) fn with_totals(self, army: &Resolved<'_>) -> UnitData {
        let total = self.cost.and_then(|c| c.checked_mul(i64::from(self.count).into()));
        UnitData {
            count: self.count,
            total: if army.rules.has_points { total.map(JsonNumber) } else { None },
            total_shown: cost_text(army, total),
            ..self.unit
        }
    }
}

/// Builds a unit of the army.
pub(super) fn build_unit(input: DocumentInput<'_>, at: usize) -> BuiltUnit {
    let army = input.army;
    let unit = &army.units[at];
    let cost = unit.cost();
    let notes = match unit.written {
        UnitOrigin::Unit(written) => clean_text(written.notes.as_ref()),
        UnitOrigin::Character(written) => clean_text(written.notes.as_ref()),
        UnitOrigin::Baggage(_) => None,
    };
    let points_here = |link: &Option<UnitLink<'_>>| link.as_ref().is_some_and(|l| l.unit == Some(at));
    let attached = army.units.iter().filter(|u| points_here(&u.attached_to));
    let to = unit.attached_to.as_ref().or(unit.joins.as_ref());
    let data = UnitData {
        name: sanitize(&unit.name).into_owned(),
        count: 1,
        symbol: symbol_of(input, &unit.body).as_str(),
        tags: tag_names(army, &unit.body),
        number: String::new(),
        cost: if army.rules.has_points { cost.map(JsonNumber) } else { None },
        cost_shown: cost_text(army, cost),
        total: None,
        total_shown: String::new(),
        body: add_numbers(input, &unit.body, unit_numbers(input, at), body_data(input, at, &unit.body)),
        parts: unit.parts.iter().map(|(word, b)| part_data(input, at, word, b)).collect(),
        standard: army.standards.iter().any(|l| l.unit == Some(at)),
        standard_said: army.rules.standard.is_some_and(|s| unit.body.has(s)),
        baggage: matches!(unit.written, UnitOrigin::Baggage(_)),
        character: matches!(unit.written, UnitOrigin::Character(_)),
        roles: role_names(army, unit),
        joined_by: unit.joined_by.iter().map(|h| joined_text(army, *h)).collect(),
        attached_to: to.map(|l| sanitize(l.name).into_owned()),
        attached: attached.map(|u| sanitize(&u.name).into_owned()).collect(),
        notes,
    };
    let content = serde_json::to_string(&data).unwrap_or_else(|_| at.to_string());
    BuiltUnit { unit: data, cost, count: unit.count, content }
}

/// Returns the sign of a body: by the first selector that matches it, else of an option that it has, else of its type.
fn symbol_of(input: DocumentInput<'_>, body: &ResolvedBody<'_>) -> Symbol {
    let rules = input.army.rules;
    let by_selector =
        rules.symbols.iter().find(|(of, _)| of.matches_even_uncounted(body)).map(|(_, symbol)| *symbol);
    let of_option = || {
        let mut texts =
            body.taken.iter().filter_map(|t| input.texts.option_texts(&rules.option(t.option).rule_path));
        texts.find_map(|texts| texts.symbol)
    };
    let of_type = || {
        let id = &rules.kind(rules.base_kind(body.kind?)).id;
        input.texts.ruleset.units.get(id)?.symbol.as_ref().map(|symbol| symbol.value)
    };
    by_selector.or_else(of_option).or_else(of_type).unwrap_or(Symbol::Unknown)
}

/// Returns the tags of a body, in the order of their names.
fn tag_names(army: &Resolved<'_>, body: &ResolvedBody<'_>) -> Vec<String> {
    let mut names: Vec<String> =
        body.tags.iter().map(|tag| sanitize(&army.rules.tags[tag.0]).into_owned()).collect();
    names.sort();
    names
}

fn role_names(army: &Resolved<'_>, unit: &ResolvedUnit<'_>) -> Vec<String> {
    unit.body.roles.iter().map(|r| sanitize(&army.rules.roles[r.0].name).into_owned()).collect()
}

fn joined_text(army: &Resolved<'_>, holder: RoleHolder) -> String {
    let role = match holder {
        RoleHolder::Character(at) => army.characters[at].role,
        RoleHolder::Unit(at) => army.units[at].body.roles.first().copied(),
    };
    let name = holder_name(army, holder);
    match role.map(|r| sanitize(&army.rules.roles[r.0].name)) {
        Some(role) if *role != *name => format!("{name} ({role})"),
        _ => name,
    }
}

fn part_data<'a>(input: DocumentInput<'a>, unit: usize, word: &str, part: &'a ResolvedBody<'a>) -> PartData {
    let numbers = part_numbers(input, unit, part);
    let body = add_numbers(input, part, numbers, body_data(input, unit, part));
    PartData { id: sanitize(word).into_owned(), body }
}

/// Adds the numbers to a body, and the readings that they and everything else of the body rest on.
fn add_numbers(
    input: DocumentInput<'_>,
    body: &ResolvedBody<'_>,
    numbers: Vec<NumberData>,
    data: BodyData,
) -> BodyData {
    let rules = input.army.rules;
    let of_numbers = numbers.iter().map(|n| n.rule_path.as_str());
    // Options implied by another one are not printed
    let printed = body.taken.iter().zip(&data.options).filter(|(_, option)| option.part_of.is_none());
    let of_options = printed.map(|(t, _)| rules.option(t.option).rule_path.as_str());
    let all = of_numbers.chain(of_options).chain(kind_rule_paths(rules, body));
    BodyData { readings: input.texts.readings.readings_of(all), numbers, ..data }
}

/// Returns the rule paths of a body's unit type and entry.
fn kind_rule_paths<'r>(rules: &'r Rules, body: &ResolvedBody<'_>) -> impl Iterator<Item = &'r str> {
    let kind = body.kind.into_iter().flat_map(|k| [k, rules.base_kind(k)]);
    kind.map(|k| rules.kind(k).rule_path.as_str())
}

/// Builds what units and parts have in common. The numbers are added later.
fn body_data(input: DocumentInput<'_>, unit: usize, body: &ResolvedBody<'_>) -> BodyData {
    let DocumentInput { army, texts, .. } = input;
    let rules = army.rules;
    let kind = body.kind.map(|k| rules.kind(k));
    let base = body.kind.map(|k| rules.kind(rules.base_kind(k)));
    let facts = kind.zip(base).map_or_else(Vec::new, |(kind, base)| texts.unit_facts(&kind.id, &base.id));
    let options: Vec<OptionData> = body.taken.iter().map(|t| option_data(input, body, t)).collect();
    let options: Vec<OptionData> = options
        .into_iter()
        .chain(body.unknown_options.iter().map(|word| unknown_option_data(word)))
        .collect();
    let mut sign = texts.readings.signs_of(kind_rule_paths(rules, body));
    // An included option with the name of the type is not printed, so the type gets its signs
    let same_name =
        options.iter().filter(|o| o.included && base.or(kind).is_some_and(|k| sanitize(&k.name) == o.name));
    same_name.for_each(|option| readings_of_unclear_rules::merge_signs(&mut sign, &option.sign));
    let thing = kind.map_or(rules.default_size_measure, |k| k.size.measure);
    let single = kind.is_none_or(|k| k.size.has_no_size)
        || (body.size == 1 && kind.is_some_and(|k| k.size.only_size() == Some(1)));
    let size_of = (!single).then_some(thing);
    BodyData {
        code: base.and_then(|k| k.code.as_ref()).map_or_else(String::new, |c| sanitize(c).into_owned()),
        id: kind.map_or_else(String::new, |k| k.id.clone()),
        type_name: base
            .or(kind)
            .map_or_else(|| "unknown unit type".to_owned(), |k| sanitize(&k.name).into_owned()),
        entry: kind.filter(|k| k.entry_of.is_some()).map(|k| sanitize(&k.name).into_owned()),
        size: body.size,
        size_shown: size_of
            .map_or_else(String::new, |of| format!("{} {}", body.size, of.noun(body.size == 1))),
        size_of,
        stats: stat_data(input, &body.base_stats, &body.stats),
        options,
        forms: body
            .taken
            .iter()
            .flat_map(|t| texts.option_texts(&rules.option(t.option).rule_path).map_or(&[][..], |w| &w.forms))
            .map(|form| ExtraStatLineData {
                name: sanitize(&form.name).into_owned(),
                stats: extra_line_stats(input, unit, body, form),
            })
            .collect(),
        values: value_data(army, body),
        numbers: Vec::new(),
        noticed: kind.zip(base).and_then(|(kind, base)| {
            let on_it = body.effects.iter().map(|effect| rules.effects[effect.0].rule_path.as_str());
            texts.values_with_notice(&kind.id, &base.id, on_it)
        }),
        sign,
        readings: Vec::new(),
        facts: facts.clone(),
        facts_shown: facts_text(&facts),
        text: kind.and_then(|k| texts.unit_text(&k.id)).or_else(|| base.and_then(|k| texts.unit_text(&k.id))),
        charges: charge_data(army, &body.cost_lines),
        ledger: cost_line_data(army, &body.cost_lines),
    }
}

fn value_data(army: &Resolved<'_>, body: &ResolvedBody<'_>) -> Vec<ValueData> {
    let asked = army.rules.values.iter().filter(|v| v.is_asked && v.selector.matches(body));
    asked
        .filter_map(|rule| {
            let given = body.values.iter().find(|(word, _)| *word == rule.id).map(|(_, n)| *n);
            let value = given.or(rule.default)?;
            Some(ValueData {
                id: rule.id.clone(),
                name: sanitize(&rule.name).into_owned(),
                value: JsonNumber(value),
                shown: number_text(value),
            })
        })
        .collect()
}
